"""A compiler's input and output, and what its PTX says: entry points with parameters, and layouts of structures.

Arguments must fit the compiled signature; the types in the CUDA source are never parsed. Source after the kernels
asks the compiler for the type of a parameter, and stores its size and its fields' offsets in a variable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from ..errors import PtxError
from ..lazy import dataclass, field, pattern

NOT_OURS = (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError)
"""Errors of reading JSON of another form."""
_MANGLED = pattern(r"_ZL?(\d+)", re.ASCII)


Argument = tuple[str, str, int]
"""Kind of an argument; the element type of a pointer; and a number that Triton specialises like the argument."""


@dataclass(frozen=True)
class TritonCall:
    entry: str
    args: tuple[Argument, ...]
    """One for each parameter that is not a constant, in order."""
    constants: tuple[tuple[str, str, bool | int | float | str | None], ...]
    """Name, ``value`` or ``dtype``, and the value or the type's name."""
    n_warps: int
    n_stages: int | None = None
    n_ctas: int = 1
    actual: tuple[int | float | None, ...] = ()
    """Values of `args` for the heuristics of a kernel that has some, None for pointers and scalars; else empty."""


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


@dataclass(frozen=True)
class CompileRequest:
    path: Path
    """The source; its text is read when compiled."""
    arch: str
    """Target such as ``sm_90``; PTX output is made for the virtual architecture of the same number."""
    target: str = "ptx"
    defines: tuple[tuple[str, str], ...] = ()
    options: tuple[str, ...] = ()
    """Further compiler options, in order (the variant's ``compile_options``)."""
    include_dirs: tuple[Path, ...] = ()
    instances: tuple[str, ...] = ()
    """C++ names of kernels that the code must contain, such as ``rows::softmax<float, 256>``. The compiler
    instantiates their templates. ``extern "C"`` kernels need no entry."""
    layouts: tuple[StructParameter, ...] = ()
    kernels: tuple[str, ...] = ()
    """Kernels that the caller launches, by the names that a declaration may use. The request is refused if one of
    them does not compile, even if other kernels of the source do."""
    is_partial: bool = False
    """Whether instances that do not compile may be left out of the code, as `Artifact.symbols` shows."""
    triton: TritonCall | None = None


@dataclass(frozen=True)
class Convention:
    """Launch properties of a Triton kernel that its compiler decides, not its declaration."""

    symbol: str
    kept: tuple[int, ...]
    """Positions of the declared arguments that are still parameters; the others became constants."""
    n_hidden: int
    """Number of further parameters, at the end; all null."""
    smem_bytes: int
    n_threads: int
    n_ctas: int = 1
    """Blocks of a cluster, which run one program together."""


_HEADER = pattern(r'(?:^|, )([^\s,"()]+)(?= \(|, |$)')
MISSING_HEADERS = "headers that were not found are empty: "
"""Beginning of the list of missing headers in a log."""


def missing_header_names(log: str) -> tuple[str, ...]:
    listed = re.search(f"{MISSING_HEADERS}(.*); ", log)
    return tuple(_HEADER.findall(listed[1])) if listed else ()


@dataclass(frozen=True)
class Param:
    """One parameter of an entry point's compiled signature."""

    size_bytes: int
    kind: str
    """PTX type family: ``.u64 .b32 .s32`` are ``int`` (pointers too), ``.f32 .f64`` are ``float``, ``.b8 name[n]``
    (a struct by value) is ``bytes``."""
    align_bytes: int = 0
    """Alignment of the parameter in the argument buffer; 0 means its own size."""


@dataclass(frozen=True)
class Artifact:
    request: CompileRequest
    code: bytes
    """PTX text (ASCII) or a cubin."""
    compiler: str
    """Compiler and version, such as ``nvrtc 13.0.88``."""
    log: str = ""
    entries: Mapping[str, tuple[Param, ...]] = field(default_factory=dict)
    """Every entry point of the source with its parameters in order, read from the PTX of the same request."""
    symbols: Mapping[str, str] = field(default_factory=dict)
    layouts: tuple[StructLayout, ...] = ()
    convention: Convention | None = None

    @property
    def missing_headers(self) -> str:
        """The sentence of the log that lists headers which are in no folder; empty if all were found."""
        listed = re.search(f"{MISSING_HEADERS}.*", self.log)
        return listed[0] if listed else ""

    def layout(self, entry: str, position: int, fields: tuple[str, ...]) -> StructLayout | None:
        wanted = StructParameter(entry, position, fields)
        return dict(zip(self.request.layouts, self.layouts, strict=False)).get(wanted)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Symbol of each name that a declaration may use for an entry point: symbols, ``instances`` and bare names."""
        bare: dict[str, list[str]] = {}
        for symbol in self.entries:
            if name := _bare_name(symbol):
                bare.setdefault(name, []).append(symbol)
        # A bare name that two kernels have means neither.
        only = {name: symbols[0] for name, symbols in bare.items() if len(symbols) == 1}
        return {**only, **{symbol: symbol for symbol in self.entries}, **self.symbols}

    def symbol(self, entry: str) -> str:
        """Return the symbol for a declaration's name of an entry point; `entry` itself if it is unknown."""
        return self.names.get(entry, entry)


def _bare_name(symbol: str) -> str:
    """Return the name of a kernel outside namespaces from its mangled symbol; empty for other kernels."""
    # Itanium C++ ABI, "Mangling": _Z, L for internal linkage, the name's length, the name; I begins template arguments.
    match = _MANGLED.match(symbol)
    if match is None:
        return ""
    name, rest = symbol[match.end() :][: int(match[1])], symbol[match.end() + int(match[1]) :]
    return "" if rest.startswith("I") else name


# PTX ISA 9.0, "Fundamental Types", and ".param" with opaque types ("Texture Sampler and Surface Types"),
# which are 64-bit handles.
_TYPES: dict[str, tuple[int, str]] = {
    **{f"{letter}{bits}": (bits // 8, "int") for letter in "bsu" for bits in (8, 16, 32, 64)},
    "f16": (2, "float"),
    "f32": (4, "float"),
    "f64": (8, "float"),
    **dict.fromkeys(("texref", "samplerref", "surfref"), (8, "int")),
}

_COMMENT = pattern(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_ENTRY = pattern(r"\.entry\s+([A-Za-z_$%][\w$]*)\s*(?:\(([^)]*)\))?")
_PARAM = pattern(
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


_VARIABLE = pattern(r"\.global\s+\.align\s+\d+\s+\.b8\s+kh_layout_(\d+)\[(\d+)\](?:\s*=\s*\{([^}]*)\})?;")
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
        for name in parameter.fields:
            place = f"static_cast<type*>(nullptr)->{name}"
            words += [f"offsetof(type, {name})", f"sizeof({place})", f"is_real<decltype({place})>::value"]
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
