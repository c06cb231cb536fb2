"""Which way the branches of a kernel went in one or several launches, and how far they were from the other way.

A branch is an instruction with a guard: a conditional ``bra``, or an instruction that some lanes do not execute. A
``selp`` is one, too, if a comparison of integers decides, and so are ``min`` and ``max`` of an integer and a constant.
Other choices, such as branch tables, are not counted.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..ir.counting import UNSEEN_HIGH, UNSEEN_LOW
from ..ir.kernel_code import KernelCode

_LESS, _GREATER = ("lt", "lo"), ("gt", "hi")
_AT_MOST, _AT_LEAST = ("le", "ls"), ("ge", "hs")


class Comparison(NamedTuple):
    """The operands of one comparison of integers, over all lanes that executed it."""

    ptx_line: int
    """1-based line in the PTX."""
    condition: str
    """Condition of the ``setp``, such as ``lt``."""
    low: int = UNSEEN_LOW
    high: int = UNSEEN_HIGH
    """`low`, `high`: least and greatest difference, first operand minus second; `low` is above `high` if no lane
    compared."""
    near: int = UNSEEN_LOW
    """Least absolute difference."""

    def gap(self, wanted: bool) -> int:
        """Return by how much the operands missed the wanted outcome; 0 or less if some lane had it."""
        condition = self.condition
        if condition in ("eq", "ne"):
            is_equal = wanted is (condition == "eq")
            return self.near if is_equal else int(self.low == self.high == 0)
        if condition in (_LESS if wanted else _AT_LEAST):
            return self.low + 1
        if condition in (_AT_MOST if wanted else _GREATER):
            return self.low
        if condition in (_GREATER if wanted else _AT_MOST):
            return 1 - self.high
        return -self.high

    @property
    def is_reached(self) -> bool:
        """Whether a lane compared."""
        return self.low <= self.high

    @property
    def missing(self) -> tuple[bool, ...]:
        """The outcomes that no lane has had; none if no lane compared."""
        return tuple(each for each in (True, False) if self.is_reached and self.gap(each) > 0)

    def joined(self, other: Comparison) -> Comparison:
        """Return the comparison over the lanes of both."""
        return self._replace(
            low=min(self.low, other.low), high=max(self.high, other.high), near=min(self.near, other.near)
        )


@dataclass(frozen=True)
class Branch:
    """One guarded instruction of a kernel, or one ``selp``, ``min`` or ``max``."""

    ptx_line: int
    """1-based line in the PTX."""
    opcode: str
    """Opcode with all modifiers."""
    source_file: str
    """CUDA source file, empty if unknown."""
    source_line: int
    """1-based line of `source_file`, 0 if unknown."""
    lanes_on: int
    lanes_off: int
    """`lanes_on`, `lanes_off`: lanes with a true and with a false guard, summed over executions; of a ``selp``,
    ``min`` or ``max`` those that took its first and its second operand."""
    comparisons: tuple[Comparison, ...] = ()
    """The comparisons of integers that the guard's value comes from, by PTX line."""

    @property
    def ways(self) -> int:
        """Number of ways that it went, 0 to 2."""
        return (self.lanes_on > 0) + (self.lanes_off > 0)

    def joined(self, other: Branch) -> Branch:
        """Return the branch over the executions of both."""
        return Branch(
            self.ptx_line,
            self.opcode,
            self.source_file,
            self.source_line,
            self.lanes_on + other.lanes_on,
            self.lanes_off + other.lanes_off,
            tuple(a.joined(b) for a, b in zip(self.comparisons, other.comparisons, strict=True)),
        )


@dataclass(frozen=True)
class BranchCounts:
    """The branches of one launch, and the source lines that ran."""

    branches: tuple[Branch, ...]
    """By PTX line; copies of one instruction are joined."""
    lines: dict[tuple[str, int], bool]
    """Whether a lane ran an instruction of a CUDA source line ``(file, line)``; every line with code is there."""

    def joined(self, other: BranchCounts) -> BranchCounts:
        """Return the branches over this launch and another one of the same kernel."""
        return BranchCounts(
            tuple(a.joined(b) for a, b in zip(self.branches, other.branches, strict=True)),
            {line: has_run or other.lines[line] for line, has_run in self.lines.items()},
        )


def read_branches(
    files: Mapping[int, str],
    code: KernelCode,
    words: Sequence[int],
    low: Sequence[int],
    high: Sequence[int],
) -> BranchCounts:
    """Return the branches of a launch."""
    compared: dict[int, Comparison] = {}
    for each in code.comparisons:
        word = each.word
        new = Comparison(each.ptx_line, each.condition, low[word], high[word + 1], low[word + 2])
        compared[each.ptx_line] = compared[each.ptx_line].joined(new) if each.ptx_line in compared else new
    found: dict[tuple[int, str], Branch] = {}
    lines: dict[tuple[str, int], bool] = {}
    for counted in code.counted:
        line = files.get(counted.file, ""), counted.source_line
        on = lanes = words[counted.block_word + 1]
        decided: list[tuple[Collection[int], tuple[int, int]]] = []
        if counted.guard_word:
            taken = words[counted.guard_word]
            ways = (lanes - taken, taken) if counted.skips else (taken, lanes - taken)
            decided.append((code.fed_by.get(counted.guard, ()), ways))
            on = lanes if counted.divergence_word else ways[0]
        lines[line] = lines.get(line, False) or on > 0
        if counted.choice_word:
            by = code.fed_by.get(counted.choice, ()) if counted.choice else (counted.ptx_line,)
            chosen = words[counted.choice_word]
            if compared.keys() & set(by):
                decided.append((by, (chosen, on - chosen)))
        for fed_by, numbers in decided:
            comparisons = tuple(compared[each] for each in sorted(fed_by) if each in compared)
            branch = Branch(counted.ptx_line, counted.opcode, *line, *numbers, comparisons)
            key = (branch.ptx_line, branch.opcode)
            found[key] = found[key].joined(branch) if key in found else branch
    return BranchCounts(tuple(found[key] for key in sorted(found)), lines)
