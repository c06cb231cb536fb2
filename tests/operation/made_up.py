"""Operations and problems that tests make up: any reference, ``inp`` and ``out`` unless arrays are named."""

import numpy as np

from harness.operation import INP, OUT, Operation, Problem, Vocabulary

WORDS = Vocabulary(bases={"ieee": "as written"}, modifiers={"ftz": "flushed"})


def operation(reference=lambda inp: inp, *arrays, **changes):
    made = {"name": "made_up", "summary": "", "parse_arithmetic": WORDS.parse, "arrays": arrays or (INP, OUT)}
    return Operation(reference=reference, **{**made, **changes})


def problem(inp, **others):
    arrays = {"inp": np.asarray(inp, np.float32), **others}
    return Problem(arrays=arrays, dtype="float32", how=WORDS.parse("ieee"))
