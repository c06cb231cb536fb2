"""Reads a kernel's compiled code: the memory that it reads and writes, the thread indices that it uses, its limits."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from ...compiler.artifact import Artifact, CompileRequest, Param, parameter_names
from ...device.base import Device
from ...errors import CompileError, HarnessError, PtxError
from ...lazy import dataclass, pattern
from ...ptx.ir.flat_kernel import FlatKernel
from ...ptx.ir.frame import build_frame
from ...ptx.limits import MAX_BLOCK_THREADS
from ...ptx.reading.inline import flatten
from ...ptx.reading.parser import parse
from ...ptx.text import syntax
from ...ptx.text.declared import Variable
from ...run.session import Runner
from ...settings.settings import Settings
from ...variant.variant import Block


@dataclass(frozen=True)
class Compiled:
    params: tuple[Param, ...]
    symbol: str
    facts: CodeFacts
    max_threads: int = MAX_BLOCK_THREADS
    """Maximum number of threads of a block, from ``__launch_bounds__``."""
    only_block: Block | None = None
    has_dynamic_shared: bool = False
    static_shared_bytes: int = 0

    def takes(self, block: Block) -> bool:
        return math.prod(block) <= self.max_threads and self.only_block in (None, block)


def read_compiled(
    runner: Runner, request: CompileRequest, entry: str, defines: Mapping[str, str]
) -> Compiled:
    """Compile a source and return the properties of one kernel's code."""
    artifact: Artifact | str = runner.call(compile_quietly, request)
    if isinstance(artifact, str):
        raise HarnessError(artifact)
    symbol = artifact.symbol(entry)
    if symbol not in artifact.entries:
        known = ", ".join(sorted(artifact.entries)) or "none"
        raise HarnessError(f"the compiled code must have the kernel {entry} (got {known})")
    return compiled_of(artifact.code.decode("ascii"), symbol, tuple(artifact.entries[symbol]), defines)


def compile_quietly(device: Device, _settings: Settings, request: CompileRequest) -> Artifact | str:
    try:
        return device.compile(request)
    except CompileError as error:
        return str(error)


def compiled_of(ptx: str, symbol: str, params: tuple[Param, ...], defines: Mapping[str, str]) -> Compiled:
    try:
        kernel, variables = flat_kernel(ptx, symbol)
        frame = build_frame(kernel, variables)
    except PtxError:  # a launch will say why the executor refuses the code
        return Compiled(params, symbol, CodeFacts())
    limits = kernel.limits
    return Compiled(
        params,
        symbol,
        read_facts(kernel, parameter_names(ptx, symbol)),
        # Launch bounds given by a macro depend on the block.
        max_threads=MAX_BLOCK_THREADS if defines else limits.max_threads or MAX_BLOCK_THREADS,
        only_block=limits.required_block,
        has_dynamic_shared=any(name in variables and variables[name].is_extern for name in frame.shared),
        static_shared_bytes=frame.static_shared_bytes,
    )


@lru_cache(maxsize=4)
def flat_kernel(ptx: str, symbol: str) -> tuple[FlatKernel, Mapping[str, Variable]]:
    """Return a kernel with its calls inlined, and the variables of its module; raises PtxError."""
    module = _parsed(ptx)
    return flatten(module, symbol), module.variables


@lru_cache(maxsize=2)
def _parsed(ptx: str) -> syntax.PtxModule:
    return parse(ptx)


_WRITES_FIRST = frozenset(("st", "red", "cp"))
_READS_FIRST = frozenset(("ld", "ldu", "atom"))
_MEMORY_ON_CHIP = pattern(r"\.(?:shared|local|param|const)\b")
_OF_POINTERS = frozenset(("ld", "st", "mov", "cvta", "add", "sub", "mad", "selp", "cvt", "fma"))
_HELD = "memory of the thread or block"


@dataclass(frozen=True)
class PointerUse:
    is_read: bool = False
    is_written: bool = False
    """`is_read`, `is_written`: whether any instruction may read or write it. An atomic operation does both."""
    is_atomic: bool = False
    n_bytes: int = 0
    """Bytes of the smallest element that is accessed; 0 without an access."""
    types: frozenset[str] = frozenset()


@dataclass(frozen=True)
class CodeFacts:
    uses: tuple[PointerUse, ...] = ()
    """One for each parameter, for the memory whose addresses it takes part in."""
    is_used: tuple[bool, ...] = ()
    indices: frozenset[str] = frozenset()
    """Names of special registers that the code reads, without ``%``: ``tid.x``, ``ctaid.y``."""
    addressed: frozenset[tuple[int, int]] = frozenset()
    """A pointer, and a parameter that takes part in an address of its memory: a stride or a size."""
    is_shared: bool = False
    """Whether threads work together: a barrier, a shuffle or a vote."""
    loaded: tuple[tuple[tuple[int, str], ...], ...] = ()
    """For each parameter, the offsets that the code loads, with the type of each; without vectors."""
    is_known: bool = False
    """Whether the code could be read. If not, nothing above is known."""

    def use(self, position: int) -> PointerUse | None:
        """Return the use of one parameter's memory; None if it is not accessed or the code is unknown."""
        use = self.uses[position] if self.is_known else PointerUse()
        return use if use.is_read or use.is_written else None

    def takes(self, position: int) -> bool:
        return not self.is_known or self.is_used[position]

    def places(self, position: int, pointers: Iterable[int]) -> frozenset[int]:
        """Return the pointers whose addresses depend on a number."""
        return frozenset(pointer for pointer in pointers if (pointer, position) in self.addressed)


def read_facts(kernel: FlatKernel, parameters: Sequence[str]) -> CodeFacts:
    names = {name: position for position, name in enumerate(parameters)}
    body = [instruction for instruction in kernel.body if isinstance(instruction, syntax.Instruction)]
    bases = _origins(body, names, of_pointers=True)
    origins = _origins(body, names, of_pointers=False)
    uses = [PointerUse()] * len(parameters)
    addressed: set[tuple[int, int]] = set()
    for instruction in body:
        for address, reads, writes in _accesses(instruction):
            base = address.base.name if isinstance(address.base, syntax.Register) else ""
            reached = bases.get(base, set())
            addressed.update(itertools.product(reached, origins.get(base, set())))
            for position in reached:
                known = uses[position]
                n_bytes, kind = _element(instruction.opcode)
                uses[position] = PointerUse(
                    known.is_read or reads,
                    known.is_written or writes,
                    known.is_atomic or (reads and writes),
                    min(filter(None, (known.n_bytes, n_bytes)), default=0),
                    known.types | {kind} if kind else known.types,
                )
    specials = {
        operand.name.removeprefix("%")
        for instruction in body
        for operand in parts_of(instruction.operands)
        if isinstance(operand, syntax.Special)
    }
    used = {position for instruction in body for position in _parameters(instruction, names)}
    is_shared = any(instruction.name in ("bar", "barrier", "shfl", "vote", "redux") for instruction in body)
    is_used = tuple(position in used for position in range(len(parameters)))
    loaded = _loaded(body, names)
    return CodeFacts(
        tuple(uses), is_used, frozenset(specials), frozenset(addressed), is_shared, loaded, is_known=True
    )


def _loaded(body: list[syntax.Instruction], names: dict[str, int]) -> tuple[tuple[tuple[int, str], ...], ...]:
    """Return the parts of each parameter that the code loads; nothing of one whose address it takes."""
    parts: list[dict[int, str]] = [{} for _ in names]
    taken: set[int] = set()
    for instruction in body:
        address = instruction.operands[-1] if instruction.operands else None
        if instruction.name != "ld" or not isinstance(address, syntax.Address):
            taken.update(_parameters(instruction, names))
            continue
        n_bytes, kind = _element(instruction.opcode)
        for position in _parameters(instruction, names):
            for at in range(len(syntax.elements_of(instruction.operands[0]))):
                parts[position][address.offset + at * n_bytes] = kind
    return tuple(() if at in taken else tuple(sorted(own.items())) for at, own in enumerate(parts))


def _origins(
    body: list[syntax.Instruction], names: dict[str, int], *, of_pointers: bool
) -> dict[str, set[int]]:
    """Return for each register the parameters that its value may have been computed from, in any order."""
    # With `of_pointers`, only through instructions that make a pointer from a pointer. Other results computed from an
    # address, such as the elements before an aligned one, are numbers.
    origins: dict[str, set[int]] = {}
    flows: list[tuple[str, tuple[str, ...]]] = []
    for instruction in body:
        if of_pointers and instruction.name not in _OF_POINTERS:
            continue
        targets, sources = _flow(instruction)
        if of_pointers and instruction.name == "mad":
            sources = tuple(_registers(instruction.operands[-1:]))  # factors are numbers
        for target in targets:
            origins.setdefault(target, set()).update(_parameters(instruction, names))
            flows.append((target, sources))
    is_changed = True
    while is_changed:
        is_changed = False
        for target, sources in flows:
            reached = set[int]().union(*(origins.get(source, ()) for source in sources))
            is_changed |= not reached <= origins[target]
            origins[target] |= reached
    return origins


def _flow(each: syntax.Instruction) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the registers that an instruction writes, and the registers that their values come from."""
    first, others = tuple(_registers(each.operands[:1])), tuple(_registers(each.operands[1:]))
    if each.name in ("st", "ld") and _MEMORY_ON_CHIP.search(each.opcode) and ".param" not in each.opcode:
        # Pointers that are kept in memory: all of it counts as one place.
        return ((_HELD,), others) if each.name == "st" else (first, (_HELD,))
    if each.name in _WRITES_FIRST:
        return (), ()
    return first, () if each.name in _READS_FIRST else others


def _registers(operands: Iterable[syntax.Operand]) -> Iterable[str]:
    for operand in parts_of(operands):
        if isinstance(operand, syntax.Register) and operand.type != "pred":
            yield operand.name


def parts_of(operands: Iterable[syntax.Operand]) -> Iterable[syntax.Operand]:
    """Yield operands, with the elements of vectors and pairs in place of these."""
    for operand in operands:
        if isinstance(operand, syntax.VectorOperand):
            yield from parts_of(operand.elements)
        elif isinstance(operand, syntax.Pair):
            yield from parts_of((operand.first, operand.second))
        else:
            yield operand


def _parameters(instruction: syntax.Instruction, names: dict[str, int]) -> Iterable[int]:
    symbols = (name for operand in instruction.operands for name in syntax.symbols_of(operand))
    return (names[name] for name in symbols if name in names)


def _accesses(instruction: syntax.Instruction) -> Iterable[tuple[syntax.Address, bool, bool]]:
    is_matrix = instruction.name in ("wmma", "mma", "ldmatrix", "stmatrix")
    if not is_matrix and instruction.name not in _WRITES_FIRST and instruction.name not in _READS_FIRST:
        return
    if instruction.name in ("ld", "st") and _MEMORY_ON_CHIP.search(instruction.opcode):
        return
    addresses = [operand for operand in instruction.operands if isinstance(operand, syntax.Address)]
    for number, address in enumerate(addresses):
        if instruction.name in ("atom", "red"):
            yield address, True, True
        elif instruction.name == "st" or ".store" in instruction.opcode:
            yield address, False, True
        elif instruction.name == "cp":
            yield address, number > 0, number == 0
        else:
            yield address, True, False


def _element(opcode: str) -> tuple[int, str]:
    """Return the bytes and the type of the elements that an instruction accesses; 0 and nothing if it has no type."""
    kind = next((word for word in reversed(opcode.split(".")) if word in syntax.TYPE_BYTES), "")
    return syntax.TYPE_BYTES.get(kind, 0), kind
