"""The words in the ids and keywords of a variant's cases, derived from its declaration without making the cases.

Making the cases of a variant takes some 50 ms. With these words ``-k`` skips the variants that cannot match.
"""

from __future__ import annotations

import re

from .case import limit_kinds
from .layout import FREE_FORM, LAYOUTS
from .variant import SCALAR_TYPES, Variant

_DIGITS = re.compile(r"[0-9]+")
# Parts of an id that contain numbers, each number written as "#".
_NUMBERED = ("#x#", "block#x#x#", "seed#", *re.sub(r"INP|OUT", "#", FREE_FORM).split(", "))


class IdWords:
    """The words in the ids and keywords of one variant's cases."""

    def __init__(self, variant: Variant) -> None:
        self._id = variant.id.lower()
        scalars = [SCALAR_TYPES[dtype] for dtype in variant.dtypes]
        self._parts = (
            *self._id.split("-"),
            *(scalar.name for scalar in scalars),
            *(scalar.short_name for scalar in scalars),
            *(kind.lower() for kind in variant.operation.input_kinds),
            *(kind for dtype in variant.dtypes for kind in limit_kinds(variant, dtype)),
            *LAYOUTS,
        )
        self._numbered = (*_NUMBERED, *(f"{size.name.lower()}#" for size in variant.operation.further_sizes))
        # A found case may have any values, so keep its whole id.
        self._found = (*(case_id.lower() for case_id in variant.found), *(["found"] if variant.found else []))

    def are_in_every(self, word: str) -> bool:
        """Whether the id of every case contains a lowercase word."""
        return word in self._id

    def may_begin(self, case_id: str) -> bool:
        """Whether a full case id, in lower case, may belong to this variant."""
        return case_id.startswith(f"{self._id}-")

    def may_hold(self, word: str) -> bool:
        """Whether the id or a keyword of some case may contain a lowercase word; True if uncertain."""
        if any(word in found for found in self._found):
            return True
        # A word with a dash must match on both sides of the dash.
        return all(self._may_hold_part(part) for part in word.split("-"))

    def _may_hold_part(self, part: str) -> bool:
        if any(part in known for known in self._parts):
            return True
        numbered = _DIGITS.sub("#", part)
        return any(numbered in known for known in self._numbered)
