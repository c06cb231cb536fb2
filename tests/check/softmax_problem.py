"""A softmax of some input as the checks receive it."""

from harness.operation.precision.arithmetic import parse_arithmetic
from harness.operation.problem import Problem


def softmax_problem(inp, arithmetic="ieee", row_threads=32):
    return Problem(
        arrays={"inp": inp}, dtype=inp.dtype.name, how=parse_arithmetic(arithmetic), row_threads=row_threads
    )
