"""Line tables of Triton's PTX: what was inlined from Triton's own library is attributed to the user's line.

``tl.max(x, axis=0)`` becomes code of ``standard.py``. A finding there helps nobody; the line that called it does.
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


def in_user_frames(ptx: str, library: PurePosixPath) -> str:
    """Return PTX whose ``.loc`` lines in a library name the place outside of it that the code was inlined at.

    Parameters
    ----------
    ptx : str
        A module; the number of its lines stays the same.
    library : PurePosixPath
        Folder of the library's files.
    """
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
