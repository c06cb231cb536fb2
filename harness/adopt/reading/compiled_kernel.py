"""A kernel's compiled code, as far as it matters to launches."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

from ...compiler.artifact import Artifact, CompileRequest
from ...compiler.entries import parameter_names
from ...device.base import Device
from ...errors import CompileError, HarnessError
from ...ptx.limits import MAX_BLOCK_THREADS
from ...run.session import Runner
from ...settings.settings import Settings
from ...variant.variant import Block
from .code_facts import CodeFacts, read_facts

_SHARED_ARRAY = re.compile(
    r"^\s*(?!\.extern)(?:\.\w+\s+)*?\.shared\s+\.align\s+(?P<align>\d+)\s+\.b8\s+(?P<name>[\w$]+)\[(?P<size>\d+)\]",
    re.MULTILINE,
)
_DYNAMIC_ARRAY = re.compile(r"^\s*\.extern\s+\.shared\b[^;]*?([\w$]+)\[\]", re.MULTILINE)
_WORD = re.compile(r"[\w$]+")
_CALL = re.compile(r"\bcall\b")


@dataclass(frozen=True)
class Compiled:
    """Properties of the compiled code that affect launches."""

    widths: tuple[int, ...]
    """Size of each parameter, in bytes."""
    kinds: tuple[str, ...]
    """Kind of each parameter; see `harness.compiler.artifact.Param`."""
    max_threads: int
    """Maximum number of threads of a block, from ``__launch_bounds__``."""
    has_dynamic_shared: bool
    """Whether the code uses ``extern __shared__`` memory."""
    facts: CodeFacts
    """What the code does with its parameters."""
    symbol: str = ""
    """Name of the kernel in the code."""
    static_shared_bytes: int = 0
    """Size of the arrays in shared memory that the kernel's code names."""
    only_block: Block | None = None
    """The only block that the code is compiled for, from ``.reqntid``."""

    def takes(self, block: Block) -> bool:
        """Whether the kernel can be launched with a block."""
        return math.prod(block) <= self.max_threads and self.only_block in (None, block)


def read_compiled(
    runner: Runner, request: CompileRequest, entry: str, defines: Mapping[str, str]
) -> Compiled:
    """Compile a source and return the properties of one kernel's code."""
    artifact: Artifact | str = runner.call(_compile, request)
    if isinstance(artifact, str):
        raise HarnessError(artifact)
    symbol = artifact.symbol(entry)
    if symbol not in artifact.entries:
        known = ", ".join(sorted(artifact.entries)) or "none"
        raise HarnessError(f"the compiled code must have the kernel {entry} (got {known})")
    ptx = artifact.code.decode("ascii")
    head = _head_of(ptx, symbol)
    params = artifact.entries[symbol]
    return Compiled(
        tuple(each.size_bytes for each in params),
        tuple(each.kind for each in params),
        # Launch bounds given by a macro depend on the block.
        MAX_BLOCK_THREADS if defines else _max_threads(head),
        _has_dynamic_shared(ptx, symbol),
        read_facts(ptx, symbol, parameter_names(ptx, symbol)),
        symbol,
        _static_shared(ptx, symbol),
        _only_block(head),
    )


def _compile(device: Device, _settings: Settings, request: CompileRequest) -> Artifact | str:
    """Compile in the worker process; return the code or the compiler's error."""
    try:
        return device.compile(request)
    except CompileError as error:
        return str(error)


def _entry_of(ptx: str, symbol: str) -> str:
    """Return the text of one kernel, from its name on."""
    start = ptx.find(f".entry {symbol}(")
    stop = ptx.find(".entry ", start + 1)
    return ptx[start : stop if stop > 0 else len(ptx)]


def _head_of(ptx: str, symbol: str) -> str:
    return _entry_of(ptx, symbol).partition("{")[0]


def _has_dynamic_shared(ptx: str, symbol: str) -> bool:
    """Whether a kernel, or a function that it may call, names an array of dynamic shared memory."""
    arrays = set(_DYNAMIC_ARRAY.findall(ptx))
    body = _entry_of(ptx, symbol)
    return bool(arrays) and (bool(arrays & set(_WORD.findall(body))) or _CALL.search(body) is not None)


def _static_shared(ptx: str, symbol: str) -> int:
    """Return the bytes of the ``.shared`` arrays of fixed size that a kernel names, each with its alignment."""
    words = set(_WORD.findall(_entry_of(ptx, symbol)))
    return sum(
        -(-int(size) // int(align)) * int(align)
        for align, size, name in (
            (each["align"], each["size"], each["name"]) for each in _SHARED_ARRAY.finditer(ptx)
        )
        if name in words
    )


def _max_threads(head: str) -> int:
    """Read ``.maxntid`` and ``.reqntid`` (PTX ISA, "Performance-Tuning Directives")."""
    limits = [
        math.prod(int(size) for size in re.findall(r"\d+", found))
        for found in re.findall(r"\.(?:max|req)ntid\s+([\d, ]+)", head)
    ]
    return min([MAX_BLOCK_THREADS, *limits])


def _only_block(head: str) -> Block | None:
    """Read ``.reqntid``; extents that are left out are 1."""
    found = re.search(r"\.reqntid\s+([\d, ]+)", head)
    if found is None:
        return None
    x, y, z = (*map(int, re.findall(r"\d+", found[1])), 1, 1)[:3]
    return x, y, z
