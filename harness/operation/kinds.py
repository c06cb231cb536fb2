"""Names and meanings of the input kinds that every operation can have. `harness.launch.inputs` makes the inputs.

An operation may define further kinds.
"""

from __future__ import annotations

from collections.abc import Mapping

INPUT_KIND_MEANINGS: Mapping[str, str] = {
    "spread": "ordinary values of several magnitudes",
    "normal": "standard normal values",
    "uniform80": "uniform in -80 to 80, so most results underflow beside the largest",
    "huge1e4": "magnitudes up to 1e4: exp overflows unless the maximum is subtracted",
    "huge3e38": "magnitudes up to 3e38 (the type's largest, where that is less)",
    "subnormal": "subnormal numbers of the type",
    "ascending": "each row ascends: the running maximum changes at every column",
    "descending": "each row descends: the maximum comes first",
    "constant": "all elements of a row are equal",
    "spike": "one element of each row dominates",
    "rounding_ties": "halves and odd numbers of a unit, ties when rounded, and rows beyond an int8's range; only for "
    "outputs of one byte an element. The units are 1 and the kernel's scalars",
    "neg_inf_some": "some elements are -inf",
    "neg_inf_leading": "rows begin with -inf and turn finite later",
    "neg_inf_all": "rows that are -inf throughout, whose result is NaN",
    "pos_inf": "rows that hold +inf, whose result is NaN",
    "nan": "rows that hold NaN, whose result is NaN",
    "sweep": "for the width sweep: heavy elements at the end and at the start, and rows without; one launch only",
}
"""Meaning of each input kind, by name."""

INPUT_KINDS: tuple[str, ...] = tuple(INPUT_KIND_MEANINGS)

INFINITE_KINDS: tuple[str, ...] = ("neg_inf_some", "neg_inf_leading", "neg_inf_all", "pos_inf")
"""Kinds whose purpose is their infinities."""

SPECIAL_KINDS: tuple[str, ...] = (*INFINITE_KINDS, "nan")
"""Kinds whose inputs contain NaN or infinities."""

TIES = "rounding_ties"
"""The kind for quantisation."""

HUGE_SHARE = 0.88
"""Magnitudes of ``huge3e38``, as a part of the type's largest number."""

SEEDLESS_KINDS: tuple[str, ...] = ("constant",)
"""Kinds whose inputs are the same for every seed."""

SWEEP_KIND = "sweep"
"""The kind of the width sweep. The sweep has thousands of cases, so each is a single launch."""

INDISPENSABLE_KINDS: tuple[str, ...] = ("spread", "normal", SWEEP_KIND)
"""Kinds that every operation must have: the kinds of the width cases, the benchmarks and the sweep."""


def kinds_but(*names: str) -> tuple[str, ...]:
    return tuple(kind for kind in INPUT_KINDS if kind not in names)
