"""The counters of a kernel, and the instructions that they belong to.

Generated code has two counters per basic block, executions and active lanes, one per guarded instruction, one per
choice (``selp``, ``min``, ``max``) and one per branch. They determine the executions of each instruction. Each
comparison of integers has three words for how far apart its operands were. The runtime counts memory traffic by site.
Each worker has one array of 64-bit counters; ``runtime/counts.h`` has its layout.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...lazy import dataclass, replace
from ..layout import COUNT_HEADER
from ..text.syntax import Instruction, Register
from .flat_kernel import is_guard_skip

SPACES = ("global", "shared", "local")
"""``enum kh_count_space``."""
FIELDS = ("requests", "bytes", "units", "ideal")
"""``enum kh_count_field``."""

NO_WORD = 0
"""Index that means "no counter"; the word with this index has another purpose."""

UNSEEN_LOW, UNSEEN_HIGH = 2**63 - 1, -(2**63)
"""Least and greatest difference of a comparison that no lane has executed."""


@dataclass(frozen=True)
class CountedInstruction:
    """One PTX instruction and the words that determine its counts."""

    block_word: int
    """Executions of its block; the word after it holds their active lanes."""
    guard_word: int = NO_WORD
    """Lanes for which its guard was true, `NO_WORD` without a guard."""
    guard: str = ""
    """Name of the register that guards it; empty without a guard."""
    divergence_word: int = NO_WORD
    """Executions after which lanes took different paths; `NO_WORD` unless it is a conditional branch."""
    choice_word: int = NO_WORD
    """Lanes for which a ``selp``, ``min`` or ``max`` took its first operand; `NO_WORD` if that is not counted."""
    choice: str = ""
    """Name of the register by which a ``selp`` chooses; empty for a ``min`` or ``max``, which compares itself."""
    opcode: str = ""
    family: str = ""
    meets: bool = False
    """Whether the lanes of a warp execute it together."""
    skips: bool = False
    """Whether the guard word counts the lanes that jumped over the instruction instead."""
    ptx_line: int = 0
    file: int = 0
    source_line: int = 0
    """`ptx_line`, `file`, `source_line`: line in the PTX, and file and line in the CUDA source; 0 if unknown."""


@dataclass(frozen=True)
class CountedComparison:
    """One ``setp`` of integers, and the words that hold the differences of its operands."""

    ptx_line: int
    condition: str
    """Condition of the instruction, such as ``lt``."""
    word: int
    """Least difference, first operand minus second, over all lanes and executions. The greatest and the one nearest
    to zero, without its sign, follow."""


class CountPlan:
    """Assigns words to blocks and instructions in the order in which they are emitted."""

    def __init__(self) -> None:
        self.n_words = COUNT_HEADER
        self.instructions: list[CountedInstruction] = []
        self.comparisons: list[CountedComparison] = []
        self.block_word = NO_WORD
        self.current = CountedInstruction(NO_WORD)

    def begin_block(self) -> None:
        self.block_word = self._take(2)

    def begin_instruction(self, instruction: Instruction, may_part: bool) -> None:
        """Assign words to the next instruction, one of them for divergence if lanes may part after it."""
        guard = instruction.predicate
        # a guard that became a branch is not a branch of the PTX: it only skips one instruction
        parts = may_part and not is_guard_skip(instruction)
        self.current = CountedInstruction(
            self.block_word,
            guard_word=self._take(1) if guard is not None else NO_WORD,
            guard=guard.name if guard is not None else "",
            divergence_word=self._take(1) if parts else NO_WORD,
        )

    def note(self, instruction: Instruction, family: str, meets: bool, *, skips: bool = False) -> None:
        # instructions that this project adds, such as the return at a body's end, have no line
        if instruction.line:
            line, source = instruction.line, instruction.source
            what = replace(self.current, opcode=instruction.opcode, family=family, meets=meets, skips=skips)
            self.instructions.append(replace(what, ptx_line=line, file=source.file, source_line=source.line))

    def note_choice(self, name: str) -> int:
        """Record by which register, if any, the current instruction chooses; return the word for its lanes."""
        self.current = replace(self.current, choice_word=self._take(1), choice=name)
        return self.current.choice_word

    def note_comparison(self, instruction: Instruction, condition: str) -> int:
        """Record a comparison of integers; return the first of its three words."""
        word = self._take(3)
        self.comparisons.append(CountedComparison(instruction.line, condition, word))
        return word

    def _take(self, n: int) -> int:
        first = self.n_words
        self.n_words += n
        return first


def feeding_lines(
    instructions: Iterable[tuple[Instruction, list[Register], list[Register]]],
) -> dict[str, frozenset[int]]:
    """Return the PTX lines of the instructions that a predicate's value comes from, through other predicates."""
    lines: dict[str, set[int]] = {}
    sources: dict[str, set[str]] = {}
    for instruction, written, read in instructions:
        for register in written:
            if register.type == "pred":
                lines.setdefault(register.name, set()).add(instruction.line)
                names = sources.setdefault(register.name, set())
                names.update(source.name for source in read if source.type == "pred")
    feeding = {}
    for name in lines:
        reached, waiting = {name}, [name]
        while waiting:
            new = sources.get(waiting.pop(), set()) - reached
            reached |= new
            waiting += sorted(new)
        feeding[name] = frozenset(line for source in reached for line in lines.get(source, ()))
    return feeding
