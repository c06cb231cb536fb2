"""Names of the input kinds that every operation can have, and what each stands for.

How each is made is `harness.launch.inputs`'s matter; an operation may bring further kinds of its own.
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
    "neg_inf_some": "some elements are -inf",
    "neg_inf_leading": "rows begin with -inf and turn finite later",
    "neg_inf_all": "rows that are -inf throughout, whose result is NaN",
    "pos_inf": "rows that hold +inf, whose result is NaN",
    "nan": "rows that hold NaN, whose result is NaN",
    "sweep": "for the width sweep: heavy elements at the end and at the start, and rows without; one launch only",
}
"""Names of the input kinds and what each stands for."""

INPUT_KINDS: tuple[str, ...] = tuple(INPUT_KIND_MEANINGS)

SPECIAL_KINDS: tuple[str, ...] = ("neg_inf_some", "neg_inf_leading", "neg_inf_all", "pos_inf", "nan")
"""Kinds whose inputs are not all finite."""

SEEDLESS_KINDS: tuple[str, ...] = ("constant",)
"""Kinds whose inputs are the same for every seed."""

SWEEP_KIND = "sweep"
"""The kind of the width sweep: thousands of cases, so each is a single launch."""

INDISPENSABLE_KINDS: tuple[str, ...] = ("spread", "normal", SWEEP_KIND)
"""Kinds of the widths, the benchmarks and the sweep, which no operation can do without."""
