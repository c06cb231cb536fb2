"""The driver API by NVIDIA's ``cuda.h``: exported names, constants, error codes, structures, types of parameters.

The header comes with the runtime's wheel. Reading it keeps numbers and layouts out of this package, and takes less time
than an import of ``cuda.bindings.driver``, which has the same.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import operator
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from ..compiler.wheels import nvidia_folders
from ..errors import DeviceError
from ..lazy import pattern

HEADER = "cuda.h"
_MORE_HEADERS = ("cudaGL.h", "cudaEGL.h", "cudaVDPAU.h")
# Functions of cudaProfiler.h, which is in a wheel of its own.
_PROFILER = ("cuProfilerInitialize", "cuProfilerStart", "cuProfilerStop")
_FUNCTION = pattern(r"CUDAAPI\s+(cu[A-Z]\w*)\s*\(")
_MACRO = pattern(
    r"^[ \t]*#[ \t]*define[ \t]+(cu[A-Z]\w*)[ \t]+(?:__CUDA_API_PT(DS|SZ)\()?(cu\w+)", re.MULTILINE
)
_DEFINED = pattern(r"^[ \t]*#[ \t]*define[ \t]+(CU\w+)[ \t]+(\S.*)$", re.MULTILINE)
_CUDA_VERSION = pattern(r"^#define CUDA_VERSION (\d+)", re.MULTILINE)
_ENUMERATION = pattern(r"enum \w+\s*\{([^}]*)\}\s*(\w*)")
_CAST = pattern(r"\(\w+ ?\*?\)(?=\S)|[()]")
_STRUCTURE = pattern(r"^typedef (struct|union) \w+\s*\{\n((?:[^}\n].*\n|\n)*)\} (\w+);", re.MULTILINE)
_BEGIN = pattern(r"\s*(struct|union)(?: \w+)? \{")
_END = pattern(r"\s*\} ?(\w*);")
_MEMBER = pattern(r"\s*(?:const )?(?:struct )?(\w[\w ]*?)\s*(\**)\s*(\w+)(?:\[([^\]]*)\])?;")
_NUMBERS: dict[str, Any] = {
    # ctypes gives an array of `c_char` as bytes that end at its first zero.
    "char": ctypes.c_uint8, "unsigned char": ctypes.c_uint8, "unsigned short": ctypes.c_uint16,
    "int": ctypes.c_int32, "unsigned int": ctypes.c_uint32, "float": ctypes.c_float, "size_t": ctypes.c_size_t,
    "uint64_t": ctypes.c_uint64, "unsigned long long": ctypes.c_uint64, "unsigned __int64": ctypes.c_uint64,
    "long long": ctypes.c_int64,
}  # fmt: skip

# Symbols whose meaning depends on the version that a program asks for: the first version of each form of the function.
# Sources: cudaTypedefs.h of CUDA 13.0 for the versions, cuda.h for the symbols.
_BY_VERSION: dict[str, tuple[tuple[int, str], ...]] = {
    "cuCtxCreate": ((3020, "cuCtxCreate_v2"), (11040, "cuCtxCreate_v3"), (12050, "cuCtxCreate_v4")),
    "cuMemAdvise": ((8000, "cuMemAdvise"), (12020, "cuMemAdvise_v2")),
    "cuMemPrefetchAsync": ((8000, "cuMemPrefetchAsync"), (12020, "cuMemPrefetchAsync_v2")),
    "cuGetProcAddress": ((11030, "cuGetProcAddress"), (12000, "cuGetProcAddress_v2")),
    "cuGraphAddKernelNode": ((10000, "cuGraphAddKernelNode"), (12000, "cuGraphAddKernelNode_v2")),
    "cuGraphAddDependencies": ((10000, "cuGraphAddDependencies"), (12030, "cuGraphAddDependencies_v2")),
    "cuGraphAddNode": ((12020, "cuGraphAddNode"), (12030, "cuGraphAddNode_v2")),
    "cuDeviceGetUuid": ((9020, "cuDeviceGetUuid"), (11040, "cuDeviceGetUuid_v2")),
}


class CudaHeader:
    """Symbols, constants and structures of the text of a ``cuda.h``."""

    def __init__(self, text: str) -> None:
        # without comments, which are five sixths of the header, the expressions are fast
        code, *comments = text.split("/*")
        text = code + "".join(part.partition("*/")[2] for part in comments)
        symbols = set(_FUNCTION.findall(text))
        self._newest: dict[str, str] = {}
        for name, per_thread, symbol in _MACRO.findall(text):
            # The form for a default stream of each thread, not a newer version.
            if symbol == f"{name}_ptsz":
                continue
            symbols.add(symbol)
            self._newest[name] = symbol
            if per_thread:
                symbols.add(f"{symbol}_pt{per_thread.lower()}")
        symbols.update(_PROFILER)
        symbols |= {symbol for forms in _BY_VERSION.values() for _, symbol in forms}
        self.symbols = tuple(sorted(symbols))
        enumerations = _ENUMERATION.findall(text)
        self._enumerations = {name for _, name in enumerations}
        self.constants = _constants(_DEFINED.findall(text), (body for body, _ in enumerations))
        self._bodies = {name: (kind, body) for kind, body, name in _STRUCTURE.findall(text)}
        self._aliases = _aliases(text)
        self._structures: dict[str, Any] = {}

    def resolve(self, name: str, version: int) -> str | None:
        """Return the symbol that a name of the C interface means for a version; None if there is none."""
        forms = [symbol for since, symbol in _BY_VERSION.get(name, ()) if since <= version]
        symbol = forms[-1] if forms else self._newest.get(name, name)
        return symbol if symbol in self.symbols else None

    @functools.cached_property
    def errors(self) -> dict[int, str]:
        names = [name for name in self.constants if name == "CUDA_SUCCESS" or name.startswith("CUDA_ERROR_")]
        return {self.constants[name]: name for name in names}

    def structure(self, name: str) -> Any:
        """Return the ctypes class of a structure or union, with the header's names of its fields."""
        while name not in self._bodies:
            name = self._aliases[name]
        if name not in self._structures:
            kind, body = self._bodies[name]
            self._structures[name] = self._read(kind, name, iter(body.splitlines()))[0]
        return self._structures[name]

    def _read(self, kind: str, name: str, lines: Iterator[str]) -> tuple[Any, str]:
        """Return the class of the members up to a closing brace, and the name behind it."""
        fields: list[tuple[str, Any]] = []
        nameless, end = [], ""
        for line in lines:
            if (begin := _BEGIN.match(line)) is not None:
                part, field = self._read(begin[1], f"{name}.{len(fields)}", lines)
                nameless += [] if field else [f"part{len(fields)}"]
                fields.append((field or nameless[-1], part))
            elif (closing := _END.match(line)) is not None:
                end = closing[1]
                break
            elif (member := _MEMBER.match(line)) is not None:
                of = ctypes.c_uint64 if member[2] else self._type(member[1])
                if member[4] is not None:
                    of *= self._count(member[4])
                fields.append((member[3], of))
        base = ctypes.Union if kind == "union" else ctypes.Structure
        return type(name, (base,), {"_anonymous_": nameless, "_fields_": fields}), end

    def _type(self, name: str) -> Any:
        if name in _NUMBERS:
            return _NUMBERS[name]
        if name in self._bodies:
            return self.structure(name)
        return ctypes.c_int32 if name in self._enumerations else self._type(self._aliases[name])

    def _count(self, text: str) -> int:
        if (padding := re.fullmatch(r"(\d+) - sizeof\((\w+)\)", text)) is not None:
            return int(padding[1]) - ctypes.sizeof(self._type(padding[2]))
        return int(text) if text.isdecimal() else self.constants[text]


def _aliases(text: str) -> dict[str, str]:
    """Return what each name of a typedef in one line means; all pointers are numbers here."""
    aliases: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("typedef ") and line.rstrip().endswith(";"):
            # a function's name stands between an asterisk and a parenthesis
            words = line.split(")")[0].rstrip("; \t").replace("*", " * ").split()
            meaning = "uint64_t" if "*" in words else " ".join(words[1:-1])
            aliases.setdefault(words[-1], meaning)  # the first definition is for 64 bits
    return aliases


def _constants(defined: Iterable[tuple[str, str]], bodies: Iterable[str]) -> dict[str, int]:
    constants: dict[str, int] = {}
    for name, value in defined:
        with contextlib.suppress(ValueError):  # a macro of another kind
            constants.setdefault(name, _number(value, constants))
    for body in bodies:
        number = -1
        for entry in filter(None, map(str.strip, re.sub("#.*", "", body).split(","))):
            name, _, value = entry.partition("=")
            with contextlib.suppress(ValueError):  # an expression of a later release: without this name
                # C: an entry without a value is one more than the entry before it.
                number = _number(value, constants, number + 1)
                constants.setdefault(name.split()[-1], number)
    return constants


def _number(text: str, constants: Mapping[str, int], default: int = 0) -> int:
    """Return the value of an expression; `default` for an empty one."""
    if text.strip().isdecimal():  # most are
        return int(text)
    plain = _CAST.sub("", text).strip()
    if not plain:
        return default
    if (number := constants.get(plain)) is not None:
        return number
    for sign, operation in (("|", operator.or_), ("+", operator.add), ("<<", operator.lshift)):
        if sign in plain:
            return functools.reduce(operation, (_number(part, constants) for part in plain.split(sign)))
    return int(plain.rstrip("uU"), 0)


@functools.cache
def _newest() -> Path:
    """Return the path of the ``cuda.h`` of the newest CUDA release among NVIDIA's wheels."""
    files = [path for folder in nvidia_folders() for path in folder.glob(f"*/include/{HEADER}")]
    if not files:
        raise DeviceError(f"the driver's symbols are read from {HEADER}: pip install nvidia-cuda-runtime")
    # the folders' names say nothing: cu13 comes before cuda_runtime, which is CUDA 12's
    return max(files, key=lambda path: (_release(_text(path)), path))


def _release(text: str) -> int:
    """Return the release that a header is of, such as 13000; 0 for another file."""
    version = _CUDA_VERSION.search(text)
    return int(version[1]) if version else 0


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


@functools.cache
def cuda_header() -> CudaHeader:
    """Return what the newest ``cuda.h`` among NVIDIA's wheels says."""
    newest = _newest()
    more = (path for name in _MORE_HEADERS if (path := newest.with_name(name)).is_file())
    return CudaHeader("\n".join(map(_text, (newest, *more))))


class _Names:
    """Constants of the header as attributes: what stands before the names here is put before each."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix

    def __getattr__(self, name: str) -> int:
        try:
            value = cuda_header().constants[self._prefix + name]
        except KeyError:
            raise AttributeError(f"{HEADER} has no {self._prefix}{name}") from None
        setattr(self, name, value)  # the next look-up does not come here
        return value


CU = _Names("CU_")
"""Constants such as ``CU.MEMORYTYPE_HOST`` for ``CU_MEMORYTYPE_HOST``."""
CUDA = _Names("CUDA_")
"""Constants such as ``CUDA.SUCCESS``."""
Code = _Names("CUDA_ERROR_")
"""Errors, such as ``Code.INVALID_VALUE`` for ``CUDA_ERROR_INVALID_VALUE``."""


# Types of parameters: a function's annotations name them.
Pointer = int
"""Address in host memory; 0 for a null pointer."""
Device = int
"""Address in device memory."""
Handle = int
"""Opaque handle that the driver has given out: of a context, stream, event, module or function."""
Ordinal = int
"""Number of a device: 0, else the call fails with INVALID_DEVICE."""
Size = int
Uint = int
Int = int
"""A signed number of 32 bits: also an enumeration."""
Short = int
Byte = int
Float = float
Bytes = bytes
"""A structure that a function fills."""


class Bytes64(ctypes.Structure):
    """64 bytes that are passed by value: what one process tells another about memory or an event."""

    _fields_ = (("data", ctypes.c_uint8 * 64),)


CType: TypeAlias = "type[ctypes._SimpleCData[Any]] | type[Bytes64]"
# C types of parameters that are not objects.
TYPES: dict[str, CType] = {
    **dict.fromkeys(("Pointer", "Device", "Handle", "Size"), ctypes.c_uint64),
    "Ordinal": ctypes.c_int32,
    "Uint": ctypes.c_uint32,
    "Int": ctypes.c_int32,
    "Short": ctypes.c_uint16,
    "Byte": ctypes.c_uint8,
    "Float": ctypes.c_float,
    "Bytes64": Bytes64,
}

_DESCRIBE = """
import ctypes, sys
describe = ctypes.CDLL(sys.argv[1]).cudaGetErrorString
describe.restype = ctypes.c_char_p
for code in sys.argv[2:]:
    print(describe(int(code)).decode())
"""
_DESCRIBE_S = 10.0


@functools.cache
def error_texts() -> dict[int, tuple[str, str]]:
    """Return the name and the description of each value of ``CUresult``; programs print them."""
    # The CUDA runtime has the descriptions: its codes are the driver's. For a code that it lacks, and without it, the
    # description is the name.
    errors = cuda_header().errors
    described = _descriptions(tuple(errors))
    texts = {}
    for code, name in errors.items():
        plain = name.removeprefix("CUDA_ERROR_").lower().replace("_", " ")
        texts[code] = name, described.get(code, "").replace("unrecognized error code", "") or plain
    return texts


def _descriptions(codes: Sequence[int]) -> dict[int, str]:
    files = sorted(_newest().parents[1].glob("lib*/libcudart.so*"))
    if not files or not sys.executable:  # a program that embeds Python may have no interpreter
        return {}
    # In a process of its own: the call loads the machine's driver, which must not be loaded before the virtual one.
    # -I and -S: a `sitecustomize` on the program's path would give that process a virtual GPU.
    command = [sys.executable, "-I", "-S", "-c", _DESCRIBE, str(files[0]), *map(str, codes)]
    # A runtime that does not load, crashes or waits for a driver that does not answer costs the descriptions alone.
    with contextlib.suppress(OSError, subprocess.SubprocessError, ValueError):
        answer = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True, timeout=_DESCRIBE_S
        )
        return dict(zip(codes, answer.stdout.splitlines(), strict=True))
    return {}
