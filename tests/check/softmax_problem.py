"""A softmax of some input as the checks receive it, its right results and their bounds."""

from itertools import product

from harness.check.properties import properties_of
from harness.operation.derived import expected_of, results_of
from harness.operation.precision.rounding import float_format
from harness.operation.problem import Expected, Problem
from harness.operation.shipped.softmax import OPERATION, WORDS

NAMES = [
    "+".join(word for word in words if word)
    for words in product(WORDS.bases, ("", *WORDS.alternatives[0]), ("", "online"), ("", "ftz"))
]
"""Every name of an arithmetic of softmax, in its canonical spelling."""


def softmax_problem(inp, arithmetic="ieee", row_threads=32):
    return Problem(
        arrays={"inp": inp}, dtype=inp.dtype.name, how=WORDS.parse(arithmetic), row_threads=row_threads
    )


def softmax(inp):
    return results_of(OPERATION, softmax_problem(inp))["out"]


def bound(inp, arithmetic="ieee", row_threads=32, dtype=None):
    """Give the largest errors of a kernel whose elements have this type: that of the input by default."""
    inp = inp if dtype is None else inp.astype(float_format(dtype).dtype)
    return expected_of(OPERATION, softmax_problem(inp, arithmetic, row_threads))["out"].allowed


def further_launches(inp, out, allowed=None, arithmetic="ieee", row_threads=32, **options):
    """Give the properties that further launches check of one with these results; `allowed`: `bound` by default."""
    allowed = bound(inp, arithmetic, row_threads) if allowed is None else allowed
    return properties_of(
        operation=OPERATION,
        problem=softmax_problem(inp, arithmetic, row_threads),
        outputs={"out": out},
        expected={"out": Expected(softmax(inp), allowed)},
        **options,
    )
