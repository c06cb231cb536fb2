"""Reads from a symbol of Numba which parameters belong together: an array is a pointer with its sizes and strides.

Numba passes an array of D dimensions as 5 + 2 D parameters: two pointers to objects of the host, the number of
elements, the bytes of one, the data, D sizes and D strides in bytes. The symbol has the types of a kernel's arguments.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from .signature import Member

# Numba mangles as the Itanium C++ ABI does; a type is `5ArrayI`, the element, its dimensions, its layout.
_TYPE = re.compile(r"5ArrayI(?P<element>[a-z]+)Li(?P<dims>\d)E\w*?alignedE|(?P<number>[a-z])")
_SIGNATURE = re.compile(r"E((?:5ArrayI[a-z]+Li\dE\w*?alignedE|[a-z])+)$")
_BYTES = {"f": 4, "d": 8, "i": 4, "j": 4, "x": 8, "y": 8, "a": 1, "h": 1, "s": 2, "t": 2, "Dh": 2}
_DATA = 4


def members_of(symbol: str, n_parameters: int) -> Mapping[int, Member]:
    """Return the numbers that belong to an array, by position; empty for a symbol that is not Numba's."""
    told = _SIGNATURE.search(symbol)
    if told is None or "5ArrayI" not in told[1]:
        return {}
    members: dict[int, Member] = {}
    at = 0
    for each in _TYPE.finditer(told[1]):
        if each["dims"] is None:
            at += 1
            continue
        n_dims, n_bytes = int(each["dims"]), _BYTES.get(each["element"], 0)
        data = at + _DATA
        members[at] = members[at + 1] = Member(data, "nothing", 0, n_dims, n_bytes)
        members[at + 2] = Member(data, "count", 0, n_dims, n_bytes)
        members[at + 3] = Member(data, "bytes", 0, n_dims, n_bytes)
        for axis in range(n_dims):
            members[data + 1 + axis] = Member(data, "size", axis, n_dims, n_bytes)
            members[data + 1 + n_dims + axis] = Member(data, "stride", axis, n_dims, n_bytes)
        at = data + 1 + 2 * n_dims
    return members if at == n_parameters else {}


def role_of(member: Member, shape: Sequence[str | int]) -> str:
    """Return the argument of a member of a contiguous array; empty if the array has another number of dimensions."""
    sizes = [str(each) for each in shape]
    if member.n_dims == 1:
        sizes = [" * ".join(sizes)]
    if member.n_dims != len(sizes):
        return ""
    if member.what == "count":
        return " * ".join(sizes)
    if member.what == "bytes":
        return str(member.n_bytes)
    if member.what == "size":
        return sizes[member.axis]
    if member.what == "stride":
        return " * ".join([*sizes[member.axis + 1 :], str(member.n_bytes)])
    return "0"
