"""Line tables of Triton's PTX, so that a finding names the line of the kernel that it is about.

``tl.max(x, axis=0)`` becomes code of ``standard.py``. A finding there helps nobody; the line that called it does. And a
load is inline assembly of several lines, which LLVM counts as further lines of the source: the load itself would be
attributed to the line behind its own.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath

_FILE = re.compile(r'^\s*\.file\s+(\d+)\s+"([^"\n]*)"(?:\s+"([^"\n]*)")?', re.MULTILINE)
_LOC = re.compile(
    r"^(?P<head>\s*\.loc\s+)(?P<place>\d+ \d+ \d+)"
    r"(?:, function_name [^,\n]+, inlined_at (?P<caller>\d+ \d+ \d+))?[^\n]*",
    re.MULTILINE,
)
_ASSEMBLY = re.compile(r"// begin inline asm\n.*?// end inline asm", re.DOTALL)


def with_own_lines(ptx: str) -> str:
    """Return PTX in which all of a piece of inline assembly has the line of its beginning."""

    def own(piece: re.Match[str]) -> str:
        first = _LOC.search(piece[0])
        return piece[0] if first is None else _LOC.sub(first[0].replace("\\", r"\\"), piece[0])

    return _ASSEMBLY.sub(own, ptx)


def in_user_frames(ptx: str, library: PurePosixPath) -> str:
    """Return PTX whose ``.loc`` lines in a library name the place outside of it that the code was inlined at."""
    inside = set()
    for number, folder, name in _FILE.findall(ptx):
        path = PurePosixPath(folder, name) if name else PurePosixPath(folder)
        if path.is_relative_to(library):
            inside.add(number)
    if not inside:
        return ptx
    # A caller may itself be inlined; its own line comes before those of what it calls.
    callers: dict[str, str] = {}

    def outside(loc: re.Match[str]) -> str:
        place, caller = loc["place"], loc["caller"]
        if caller is not None:
            callers[place] = caller
        seen = {place}
        if place.partition(" ")[0] not in inside:
            return loc[0]
        while place.partition(" ")[0] in inside and place in callers and callers[place] not in seen:
            place = callers[place]
            seen.add(place)
        return loc["head"] + place

    return _LOC.sub(outside, ptx)
