"""How the executor compares with what was recorded on a GPU; each comparison is made once a process.

`vectors` compares instructions, `refused` the forms that the assembler does not take, `family` the kernels' outputs.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from harness.device.base import Device
from harness.device.selection import open_device
from harness.errors import PtxError
from harness.ptx.codegen.kernel import generate
from harness.ptx.launch.executor import Executor
from harness.ptx.reading.parser import parse
from harness.settings.settings import Settings
from harness.variant.variant import Block
from tests.agreement import family_outputs, vector_files
from tests.agreement.form_modules import ENTRY, Batch, Results, batches, replay, text
from tests.agreement.instruction_forms import Form, forms
from tests.agreement.vector_comparison import Compared, compare, describe
from tests.ptx.code_cache import code_cache

NEWER_TARGET = "requires .target"
"""What the assembler says of forms that are for later architectures than the one it assembled for."""


@cache
def vector_recording() -> vector_files.Recording | None:
    """Return what instructions gave on a GPU, None where there is no recording."""
    return vector_files.read()


@cache
def family_recording() -> family_outputs.Recording | None:
    """Return what the kernel family gave on a GPU, None where there is no recording."""
    return family_outputs.read()


class Vectors:
    """What recorded forms give on the executor, a whole kernel at a time, and how that compares."""

    def __init__(self, recording: vector_files.Recording) -> None:
        self._recording = recording
        # lives as long as the process
        self._executor = Executor(code_cache(), n_workers=1)
        self._results: Results = {}
        self._refused: dict[str, str] = {}
        kept = [form for form in forms() if form.name in recording.results]
        self._batches: dict[str, Batch] = {
            form.name: batch for batch in batches(kept) for form in batch.forms
        }

    def compare(self, form: Form) -> Compared | str:
        """Return how a form compares, or why the executor refuses it."""
        if form.name not in self._results and form.name not in self._refused:
            found, refused = replay(self._executor, self._batches[form.name])
            self._results.update(found)
            self._refused.update(refused)
        if form.name in self._refused:
            return self._refused[form.name]
        return compare(form, self._recording.results[form.name], self._results[form.name])

    def wrong(self, form: Form) -> str:
        """Return in which lanes a form is not as recorded; empty where it is."""
        compared = self.compare(form)
        if isinstance(compared, str):
            return f"{form.name}: refused ({compared})"
        if not compared.wrong.any():
            return ""
        return describe(form, self._recording.results[form.name], self._results[form.name], compared.wrong)


@cache
def vectors() -> Vectors:
    """Return the comparison of instructions; there must be a recording."""
    recording = vector_recording()
    assert recording is not None
    return Vectors(recording)


@cache
def accepted_though_refused() -> dict[str, str]:
    """Return the forms that the executor takes and the assembler refused, with the assembler's message."""
    recording = vector_recording()
    assert recording is not None
    found = {}
    for form in forms():
        if form.name not in recording.refused:
            continue
        try:
            generate(parse(text(Batch((form,)))[0]), ENTRY)
        except PtxError:
            continue
        found[form.name] = recording.refused[form.name]
    return found


@dataclass(frozen=True)
class Outputs:
    """How a variant's outputs in one type compare.

    `farthest`: most numbers of the type between the two devices' outputs, by case. `n_elements`, `n_equal`: output
    elements of all cases, and those with the same number or NaN on both devices.
    """

    farthest: dict[str, int]
    n_elements: int
    n_equal: int


@cache
def _cpu() -> tuple[Device, Settings]:
    settings = Settings.load(family_outputs.ROOT, compiler="nvrtc", arch="sm_90")
    return open_device("cpu", settings), settings


@cache
def compiler() -> str:
    """Return the compiler that the outputs are compiled with here, named as in a recording."""
    return _cpu()[0].info.compiler


@cache
def family(variant: str, dtype: str, block: Block | None = None) -> Outputs:
    """Return how a variant's outputs compare, of one block or of all; there must be a recording with all its cases."""
    recording = family_recording()
    assert recording is not None
    device, settings = _cpu()
    farthest, n_elements, n_equal = {}, 0, 0
    for case in family_outputs.family_cases():
        if (case.variant.id, case.dtype) != (variant, dtype) or block not in (None, case.block):
            continue
        got = family_outputs.output_bits(case, device, settings)
        apart = family_outputs.distance_ulp(got, recording.outputs[case.id], dtype)
        farthest[case.id] = int(apart.max(initial=0))
        n_elements += apart.size
        n_equal += int(np.count_nonzero(apart == 0))
    return Outputs(farthest, n_elements, n_equal)
