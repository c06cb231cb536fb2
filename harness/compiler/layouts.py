"""Layout of structures that kernels take by value, as the compiler has it.

Source behind a kernel's own asks the compiler for the type of a parameter, and stores its size and its fields' offsets
in a variable. The values are then read from the PTX. So no type of the CUDA source is ever parsed here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..errors import PtxError

_VARIABLE = re.compile(r"\.global\s+\.align\s+\d+\s+\.b8\s+kh_layout_(\d+)\[(\d+)\](?:\s*=\s*\{([^}]*)\})?;")
_WORD = 8

_HEAD = """
#include <stddef.h>
namespace kh_layout {
template <int I, class F> struct parameter;
template <int I, class R, class H, class... T> struct parameter<I, R(H, T...)> : parameter<I - 1, R(T...)> {};
template <class R, class H, class... T> struct parameter<0, R(H, T...)> { using type = H; };
template <class T> struct is_real { static const int value = 0; };
template <> struct is_real<float> { static const int value = 1; };
template <> struct is_real<double> { static const int value = 1; };
template <class T> struct is_real<const T> : is_real<T> {};
}
"""


@dataclass(frozen=True)
class StructParameter:
    entry: str
    position: int
    fields: tuple[str, ...]
    """Names of its fields; a dot leads to a field of a field."""


@dataclass(frozen=True)
class FieldLayout:
    """Place of one field: offset and size in bytes, and whether it is a float or a double."""

    offset: int
    size_bytes: int
    is_real: bool


@dataclass(frozen=True)
class StructLayout:
    """Layout of one structure: its size in bytes, and its fields in the order in which they were asked for."""

    size_bytes: int
    fields: tuple[FieldLayout, ...]


def layout_source(parameters: Sequence[StructParameter]) -> str:
    """Return source that stores the layouts of some parameters. It belongs behind the kernels."""
    parts = [_HEAD]
    for number, parameter in enumerate(parameters):
        words = ["sizeof(type)"]
        for field in parameter.fields:
            place = f"static_cast<type*>(nullptr)->{field}"
            words += [f"offsetof(type, {field})", f"sizeof({place})", f"is_real<decltype({place})>::value"]
        parts.append(
            f"namespace kh_layout {{ namespace of_{number} {{\n"
            f"using type = parameter<{parameter.position}, decltype({parameter.entry})>::type;\n"
            f'extern "C" __device__ unsigned long long kh_layout_{number}[] = {{{", ".join(words)}}};\n}} }}\n'
        )
    return "".join(parts)


def read_layouts(ptx: str, parameters: Sequence[StructParameter]) -> tuple[StructLayout, ...]:
    """Return the layouts that PTX of `layout_source` holds, in the order of the parameters."""
    found: dict[int, bytes] = {}
    for match in _VARIABLE.finditer(ptx) if parameters else ():
        values = bytes(int(word) for word in (match[3] or "").split(",") if word.strip())
        found[int(match[1])] = values.ljust(int(match[2]), b"\0")
    layouts = []
    for number, parameter in enumerate(parameters):
        data = found.get(number, b"")
        words = [int.from_bytes(data[at : at + _WORD], "little") for at in range(0, len(data), _WORD)]
        if len(words) != 1 + 3 * len(parameter.fields):
            raise PtxError(
                f"the layout of parameter {parameter.position + 1} of {parameter.entry} is not in the PTX"
            )
        fields = (
            FieldLayout(words[at], words[at + 1], bool(words[at + 2])) for at in range(1, len(words), 3)
        )
        layouts.append(StructLayout(words[0], tuple(fields)))
    return tuple(layouts)
