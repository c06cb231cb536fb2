"""The counters of a kernel, and the instructions that each belongs to.

Generated code adds to two counters a basic block, its executions and its active lanes, to one a guarded instruction
and to one a branch. What each instruction was executed follows from those. Memory traffic is counted by the runtime,
by site. All are 64-bit words of one array a worker; ``runtime/counts.h`` has its layout.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..text.syntax import Instruction
from .blocks import is_guard_skip

N_HEADER_WORDS = 2

SPACES = ("global", "shared", "local")
"""``enum kh_count_space``."""
FIELDS = ("requests", "bytes", "units", "ideal")
"""``enum kh_count_field``."""

NO_WORD = 0
"""Stands for a counter that an instruction does not have; the word of that number is none of its kind."""


@dataclass(frozen=True)
class CountedInstruction:
    """One PTX instruction and the words that its counts follow from.

    Parameters
    ----------
    opcode : str
        With all modifiers.
    family : str
        Its class, see `harness.ptx.isa.table`.
    ptx_line, file, source_line : int
        Its line in the PTX, and the CUDA source line it came from; 0 where not known.
    block_word : int
        Executions of its block; the word after it holds their active lanes.
    guard_word : int
        Lanes for which its guard was true, `NO_WORD` where it has none.
    skips : bool
        Whether the guard word counts the lanes that jumped over the instruction instead.
    divergence_word : int
        Executions after which lanes went different ways; `NO_WORD` for what is no conditional branch.
    """

    opcode: str
    family: str
    ptx_line: int
    file: int
    source_line: int
    block_word: int
    guard_word: int = NO_WORD
    skips: bool = False
    divergence_word: int = NO_WORD


class CountPlan:
    """Gives words to blocks and instructions while a kernel is emitted, in their order."""

    def __init__(self) -> None:
        self.n_words = N_HEADER_WORDS
        self.instructions: list[CountedInstruction] = []
        self.block_word = NO_WORD
        self.guard_word = NO_WORD
        self.divergence_word = NO_WORD

    def begin_block(self) -> None:
        """Give the next block its words."""
        self.block_word = self._take(2)

    def begin_instruction(self, instruction: Instruction, may_part: bool) -> None:
        """Give the next instruction the words that it needs, one of them where lanes may part after it."""
        self.guard_word = self._take(1) if instruction.predicate is not None else NO_WORD
        parts = may_part and not is_guard_skip(instruction)
        self.divergence_word = self._take(1) if parts else NO_WORD

    def note(self, instruction: Instruction, family: str, *, skips: bool = False) -> None:
        """Say what the words of the current instruction stand for.

        Parameters
        ----------
        instruction : Instruction
            What is in the PTX; nothing is noted for what is not.
        family : str
            Its class.
        skips : bool
            Whether the current instruction is a branch around `instruction`, which stands for its guard.
        """
        if not instruction.line:
            return
        location = instruction.location
        self.instructions.append(
            CountedInstruction(
                opcode=instruction.opcode,
                family=family,
                ptx_line=instruction.line,
                file=location.file if location else 0,
                source_line=location.line if location else 0,
                block_word=self.block_word,
                guard_word=self.guard_word,
                skips=skips,
                divergence_word=self.divergence_word,
            )
        )

    def _take(self, n: int) -> int:
        first = self.n_words
        self.n_words += n
        return first
