"""Makes a program that shows a difference small, for as long as the difference stays.

Threads and blocks go first; then what nothing reads; then instructions become moves of what they computed, which
leaves all that led there unread; then lines, many at once and one by one; last, registers give way to constants. The
reference says whether what is left is still a valid program: no rule about PTX is needed here.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from tests.fuzz.memory import ADDRESSES
from tests.fuzz.program import Program

Fails = Callable[[Program], bool]
"""Whether a program is valid and shows the difference."""
Values = Callable[[Program], Mapping[int, Mapping[str, tuple[int, int]]]]
"""What each line wrote: registers with their width and bits, where all threads and turns wrote the same."""

COARSE = 8
"""Lines that go together before single ones are looked at."""
_REGISTER = re.compile(r"%[a-z]+\d+")
_WRITER = re.compile(r"(?:@!?%\w+ )?(?P<opcode>[\w.:]+) (?P<targets>\{[^}]*\}|[^,;]*)(?P<rest>[,;].*)")
_NO_TARGET = ("st", "red", "bar", "barrier", "bra", "brx", "cp", "call", "prefetch", "prefetchu")


def shrink(program: Program, fails: Fails, values: Values | None = None, *, max_tries: int = 3000) -> Program:
    """Return a small program that fails as the given one does.

    `program`: must fail. `fails`: is asked at most `max_tries` times. `values`: says what the lines of a failing
    program write; without it, no instruction becomes a move. `max_tries`: what is small enough by then is returned.
    """
    budget = _Budget(fails, max_tries)
    while True:
        before = program
        program = _smaller_launch(program, budget)
        program = _without_lines(program, budget, smallest=COARSE)
        program = _smaller_launch(program, budget)
        program = _without_unread(program, budget)
        if values is not None:
            program = _with_moves(program, budget, values)
        program = _without_lines(program, budget)
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


def _with_lines(program: Program, lines: list[str]) -> Program:
    return replace(program, text="\n".join(lines) + "\n")


def _smaller_launch(program: Program, fails: Fails) -> Program:
    """Try fewer threads, with the memory of the first ones or of any other."""
    candidate = replace(program, grid=(1, 1, 1))
    if candidate != program and fails(candidate):
        program = candidate
    if program.n_threads > 1:
        for first in range(0, program.n_threads, max(program.n_threads // 12, 1)):
            alone = replace(
                program, grid=(1, 1, 1), block=(1, 1, 1), first_thread=program.first_thread + first
            )
            if fails(alone):
                return alone
    for n in (2, 4, 8, 16, 32, 33, 64):
        block = (n, 1, 1)
        if n >= program.block[0] * program.block[1] * program.block[2]:
            break
        candidate = replace(program, block=block)
        if fails(candidate):
            return candidate
    return program


def _without_unread(program: Program, fails: Fails) -> Program:
    lines = program.text.splitlines()
    for index in reversed(range(len(lines))):
        if lines[index].startswith("st."):
            fewer = lines[:index] + lines[index + 1 :]
            if fails(_with_lines(program, fewer)):
                lines = fewer
    return _drop_unread(_with_lines(program, lines), fails)


def _drop_unread(program: Program, fails: Fails) -> Program:
    while True:
        lines = program.text.splitlines()
        unread = _unread_lines(lines)
        candidate = _with_lines(program, [line for index, line in enumerate(lines) if index not in unread])
        if not unread or not fails(candidate):
            return program
        program = candidate


def _unread_lines(lines: list[str]) -> set[int]:
    """Return the lines that only write registers which no line reads."""
    written: dict[int, set[str]] = {}
    read: set[str] = set()
    for index, line in enumerate(lines):
        found = _WRITER.fullmatch(line)
        if found is None or found["opcode"].split(".")[0] in _NO_TARGET:
            if not line.startswith(".reg"):
                read.update(_REGISTER.findall(line))
            continue
        written[index] = set(_REGISTER.findall(found["targets"]))
        guard = line[: found.start("opcode")]
        read.update(_REGISTER.findall(guard + found["rest"]))
    return {index for index, targets in written.items() if targets and not targets & read}


def _with_moves(program: Program, fails: Fails, values: Values) -> Program:
    """Replace instructions, the last ones first, by moves of what they wrote."""
    found = values(program)
    lines = program.text.splitlines()
    index = len(lines)
    while index:
        index -= 1
        opcode = lines[index].split(" ")[0]
        if index + 1 not in found or opcode.startswith(("mov.", "@", "setp.eq.u32")):
            continue
        moves = [_move(name, *value) for name, value in found[index + 1].items()]
        if "" in moves:
            continue
        candidate = _with_lines(program, lines[:index] + moves + lines[index + 1 :])
        if fails(candidate):
            program = _drop_unread(candidate, fails)
            found = values(program)
            lines = program.text.splitlines()
            index = min(index, len(lines))
    return program


def _move(name: str, bits: int, value: int) -> str:
    """Return a move of a constant; empty where the value may be an address, which every device has its own of."""
    if value >> 32 in ADDRESSES:
        return ""
    if bits == 1:
        return f"setp.eq.u32 {name}, 0, {1 - value};"
    return f"mov.b{bits} {name}, 0x{value:X};" if bits <= 64 else ""


def _without_lines(program: Program, fails: Fails, smallest: int = 1) -> Program:
    """Delete runs of lines, half of all at first, then shorter ones, down to the smallest length."""
    lines = program.text.splitlines()
    size = max(len(lines) // 2, 1)
    while True:
        start, has_shrunk = 0, False
        while start < len(lines):
            fewer = lines[:start] + lines[start + size :]
            candidate = _with_lines(program, fewer)
            if fails(candidate):
                lines, program, has_shrunk = fewer, candidate, True
            else:
                start += size
        if size <= smallest and not has_shrunk:
            return program
        size = max(size // 2, smallest)


def _with_constants(program: Program, fails: Fails) -> Program:
    lines = program.text.splitlines()
    for index, line in enumerate(lines):
        if line.startswith((".", "@")) or not line.endswith(";"):
            continue
        for changed in _simpler(line):
            candidate = _with_lines(program, [*lines[:index], changed, *lines[index + 1 :]])
            if fails(candidate):
                program, lines[index] = candidate, changed
                break
    return program


def _simpler(line: str) -> Iterator[str]:
    """Return variants of a line in which one source is 0 or 1."""
    for place in list(_REGISTER.finditer(line))[1:]:
        for value in ("0", "1"):
            if line[place.start() - 1] not in "[|{":
                yield line[: place.start()] + value + line[place.end() :]
