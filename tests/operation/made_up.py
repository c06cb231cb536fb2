"""Operations and problems that tests make up: any reference, ``inp`` and ``out`` unless arrays are named."""

import numpy as np

from harness.check.judgement import Evidence, judge
from harness.launch.buffers import output_image
from harness.operation import INP, OUT, Operation, Problem, Vocabulary

WORDS = Vocabulary(bases={"ieee": "as written"}, modifiers={"ftz": "flushed"})


def operation(reference=lambda inp: inp, *arrays, **changes):
    made = {"name": "made_up", "summary": "", "parse_arithmetic": WORDS.parse, "arrays": arrays or (INP, OUT)}
    return Operation(reference=reference, **{**made, **changes})


def problem(inp, **others):
    arrays = {"inp": np.asarray(inp, np.float32), **others}
    return Problem(arrays=arrays, dtype="float32", how=WORDS.parse("ieee"))


def judged(own, given, **outputs):
    """Judge values of the outputs of an operation, as a kernel would have written them."""
    reports = {}
    for array in own.outputs:
        element = array.element("float32")
        values = array.as_rows(np.asarray(outputs[array.name]).astype(element))
        image = output_image(array.name, *values.shape, element.name)
        reports[array.name] = image.inspect(image.with_values(values).data)
    return judge(operation=own, problem=given, evidence=Evidence(reports))
