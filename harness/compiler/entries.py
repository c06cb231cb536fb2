"""Reads from PTX text the entry points with their parameters, and the layouts of structures that kernels take by value.

Arguments must fit the compiled signature; the types in the CUDA source are never parsed. Source after the kernels
asks the compiler for the type of a parameter, and stores its size and its fields' offsets in a variable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..errors import PtxError
from .artifact import FieldLayout, Param, StructLayout, StructParameter

# PTX ISA 9.0, "Fundamental Types", and ".param" with opaque types ("Texture Sampler and Surface Types"),
# which are 64-bit handles.
_TYPES: dict[str, tuple[int, str]] = {
    **{f"{letter}{bits}": (bits // 8, "int") for letter in "bsu" for bits in (8, 16, 32, 64)},
    "f16": (2, "float"),
    "f32": (4, "float"),
    "f64": (8, "float"),
    **dict.fromkeys(("texref", "samplerref", "surfref"), (8, "int")),
}

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_ENTRY = re.compile(r"\.entry\s+([A-Za-z_$%][\w$]*)\s*(?:\(([^)]*)\))?")
_PARAM = re.compile(
    r"""\.param \s*
        (?: \.align \s+ (?P<before>\d+) \s* )?
        \.(?P<type>[a-z]\w*) \s*
        # a pointer's attributes say what it points to; the alignment among them is the pointee's
        (?: \.ptr (?: \s* \.(?:global|shared|const|local) )? (?: \s* \.align \s+ \d+ )? \s* )?
        (?P<name>[A-Za-z_$%][\w$]*) \s*
        (?: \[ \s* (?P<count>\d+) \s* \] )?""",
    re.VERBOSE,
)


def read_entries(ptx: str) -> dict[str, tuple[Param, ...]]:
    """Return every ``.entry`` of a PTX module with its parameters, in the order of the text."""
    return {symbol: tuple(param for _, param in named) for symbol, named in _entries(ptx)}


def parameter_names(ptx: str, symbol: str) -> tuple[str, ...]:
    """Return the names of one entry's parameters in a PTX module, in order; empty if there is no such entry."""
    return tuple(name for entry, named in _entries(ptx) if entry == symbol for name, _ in named)


def _entries(ptx: str) -> Iterator[tuple[str, list[tuple[str, Param]]]]:
    """Yield the name of each entry, and the name and description of each of its parameters."""
    # Lines keep their numbers.
    text = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), ptx)
    for entry in _ENTRY.finditer(text):
        line = text.count("\n", 0, entry.start()) + 1
        declared = (entry[2] or "").strip()
        yield entry[1], [_param(part, entry[1], line) for part in declared.split(",") if declared]


def _param(text: str, entry: str, line: int) -> tuple[str, Param]:
    match = _PARAM.fullmatch(text.strip())
    if match is None:
        raise PtxError(f"a parameter of entry {entry} has an unknown form (got {text.strip()!r})", line=line)
    if match["type"] not in _TYPES:
        raise PtxError(
            f"a parameter of entry {entry} has an unknown type "
            f"(got .{match['type']}; known: {', '.join(sorted(_TYPES))})",
            line=line,
        )
    size_bytes, kind = _TYPES[match["type"]]
    align_bytes = int(match["before"] or size_bytes)
    if match["count"] is not None:
        size_bytes, kind = size_bytes * int(match["count"]), "bytes"
    return match["name"], Param(size_bytes, kind, align_bytes)


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


def layout_source(parameters: Sequence[StructParameter]) -> str:
    """Return source that stores the layouts of some parameters. Append it to the kernels."""
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
    stored: dict[int, bytes] = {}
    for match in _VARIABLE.finditer(ptx) if parameters else ():
        values = bytes(int(word) for word in (match[3] or "").split(",") if word.strip())
        stored[int(match[1])] = values.ljust(int(match[2]), b"\0")
    layouts = []
    for number, parameter in enumerate(parameters):
        data = stored.get(number, b"")
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
