"""Makes a program that shows a difference small, for as long as the difference stays.

Lines go first, many at once, then one by one; then threads and blocks; then operands become the constants that they
are. The reference says whether what is left is still a valid program: no rule about PTX is needed here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from tests.fuzz.program import Program

Fails = Callable[[Program], bool]
"""Whether a program is valid and shows the difference."""

_OPERAND = re.compile(r"(?<=[ ,{])%[a-z]+\d+")


def shrink(program: Program, fails: Fails, *, max_tries: int = 3000) -> Program:
    """Return a small program that fails as the given one does.

    Parameters
    ----------
    program : Program
        Must fail.
    fails : callable
        Is asked at most `max_tries` times.
    max_tries : int
        What is small enough by then is returned.
    """
    budget = _Budget(fails, max_tries)
    while True:
        before = program
        program = _without_lines(program, budget)
        program = _smaller_launch(program, budget)
        program = _with_constants(program, budget)
        if program == before or budget.is_spent:
            return program


class _Budget:
    def __init__(self, fails: Fails, n: int) -> None:
        self.fails = fails
        self.left = n

    @property
    def is_spent(self) -> bool:
        return self.left <= 0

    def __call__(self, program: Program) -> bool:
        if self.is_spent:
            return False
        self.left -= 1
        return self.fails(program)


def _without_lines(program: Program, fails: Fails) -> Program:
    """Delete runs of lines, half of all at first, then shorter ones, down to single lines."""
    lines = program.text.splitlines()
    size = max(len(lines) // 2, 1)
    while True:
        start, has_shrunk = 0, False
        while start < len(lines):
            fewer = lines[:start] + lines[start + size :]
            candidate = replace(program, text="\n".join(fewer) + "\n")
            if fails(candidate):
                lines, program, has_shrunk = fewer, candidate, True
            else:
                start += size
        if size == 1 and not has_shrunk:
            return program
        if size > 1:
            size //= 2


def _smaller_launch(program: Program, fails: Fails) -> Program:
    for grid in ((1, 1, 1),):
        candidate = replace(program, grid=grid)
        if grid != program.grid and fails(candidate):
            program = candidate
    for n in (1, 2, 3, 4, 8, 16, 32, 33, 64):
        block = (n, 1, 1)
        if n >= program.block[0] * program.block[1] * program.block[2]:
            break
        candidate = replace(program, block=block)
        if fails(candidate):
            return candidate
    return program


def _with_constants(program: Program, fails: Fails) -> Program:
    """Put simple constants in the place of source registers."""
    lines = program.text.splitlines()
    for index, line in enumerate(lines):
        if line.startswith((".", "@")) or not line.endswith(";"):
            continue
        for changed in _simpler(line):
            candidate = replace(program, text="\n".join([*lines[:index], changed, *lines[index + 1 :]]) + "\n")
            if fails(candidate):
                program, lines[index] = candidate, changed
                break
    return program


def _simpler(line: str) -> Iterator[str]:
    """Return variants of a line in which one source is 0 or 1."""
    places = list(_OPERAND.finditer(line))
    for place in places[1:]:
        for value in ("0", "1"):
            yield line[: place.start()] + value + line[place.end() :]
