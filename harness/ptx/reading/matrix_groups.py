"""Registers that a ``wgmma`` may still read or write. PTX ISA 9.0, 9.7.15.7 "wgmma.mma_async".

A kernel may not name a register of a ``wgmma`` before ``wgmma.wait_group``, and a ``wgmma`` may not use a register that
was written since the last ``wgmma.fence``. The second rule spares the accumulators of earlier ones.
"""

from __future__ import annotations

from typing import NamedTuple

from ...lazy import dataclass, field
from ..ir.flat_kernel import Block, registers_of
from ..isa.table import row_of
from ..text.syntax import Immediate, Instruction, VectorOperand

MOST_COMMITS = 64
"""Commits that are counted: no kernel waits for fewer than the latest 64 groups."""


class Misuse(NamedTuple):
    """What is wrong with an instruction."""

    n_commits: int | None
    """Groups committed since the ``wgmma`` whose register it names; None if it names none."""
    is_unfenced: bool
    """Whether it is a ``wgmma`` that uses registers written since the last fence."""


@dataclass
class _State:
    """By register: fewest groups committed since the ``wgmma`` that writes or reads it, on all ways here."""

    results: dict[str, int] = field(default_factory=dict)
    sources: dict[str, int] = field(default_factory=dict)
    written: set[str] = field(default_factory=set)

    def joined(self, other: _State) -> _State:
        def fewest(a: dict[str, int], b: dict[str, int]) -> dict[str, int]:
            return {
                name: min(a.get(name, MOST_COMMITS), b.get(name, MOST_COMMITS))
                for name in a.keys() | b.keys()
            }

        return _State(
            fewest(self.results, other.results),
            fewest(self.sources, other.sources),
            self.written | other.written,
        )


def misuses(blocks: list[Block]) -> dict[tuple[int, int], Misuse]:
    """Return what is wrong with instructions, by the index of their block and their position in it."""
    products = [i for block in blocks for i in block.instructions if _is_product(i)]
    named = {name for product in products for names in _operands(product) for name in names}
    if not named:
        return {}
    before = {0: _State()}
    found: dict[tuple[int, int], Misuse] = {}
    pending = [0]
    while pending:
        index = pending.pop()
        state = _State().joined(before[index])
        for position, instruction in enumerate(blocks[index].instructions):
            misuse = _step(state, instruction, named)
            if misuse is None:
                found.pop((index, position), None)
            else:
                found[index, position] = misuse
        for successor in blocks[index].successors:
            known = before.get(successor)
            joined = state if known is None else known.joined(state)
            if joined != known:
                before[successor] = joined
                pending.append(successor)
    return found


def _is_product(instruction: Instruction) -> bool:
    return instruction.name == "wgmma" and len(instruction.operands) > 1


def _operands(instruction: Instruction) -> tuple[list[str], list[str]]:
    """Return the registers of D, and those of A if it lies in registers."""
    d, _, a, *_ = instruction.operands
    in_registers = registers_of(a) if isinstance(a, VectorOperand) else ()
    return [r.name for r in registers_of(d)], [r.name for r in in_registers]


def _step(state: _State, instruction: Instruction, named: set[str]) -> Misuse | None:
    """Change the state as an instruction does; return what is wrong with it."""
    row = row_of(instruction)
    if _is_product(instruction):
        results, sources = _operands(instruction)
        running = [state.sources[name] for name in results if name in state.sources]
        running += [state.results[name] for name in sources if name in state.results]
        is_unfenced = not state.written.isdisjoint((*results, *sources))
        state.results.update(dict.fromkeys(results, 0))
        state.sources.update(dict.fromkeys(sources, 0))
        return Misuse(min(running, default=None), is_unfenced) if running or is_unfenced else None
    if row.name == "wgmma":
        if ".fence." in instruction.opcode:
            state.written.clear()
        for registers in (state.results, state.sources):
            if ".commit_group." in instruction.opcode:
                registers.update({name: min(n + 1, MOST_COMMITS) for name, n in registers.items()})
            elif ".wait_group." in instruction.opcode and isinstance(instruction.operands[0], Immediate):
                for name in [name for name, n in registers.items() if n > instruction.operands[0].value]:
                    del registers[name]
        return None
    written = {register.name for register in row.definitions(instruction)} & named
    touched = {register.name for register in row.uses(instruction)} & named | written
    running = [each[name] for each in (state.results, state.sources) for name in touched if name in each]
    state.written |= written
    return Misuse(min(running), False) if running else None
