"""The executor next to what was recorded on a GPU: instructions, forms that the assembler refuses, and outputs.

Exact forms must agree in every bit, NaN payloads included, but for what `tests.agreement.departures` lists. Of
approximate forms both results must lie within the error that the PTX ISA documents (`harness.ptx.isa.error_bounds`) of
the true value, and agree in every bit where that is zero, infinite or NaN. Each comparison is made once a process."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from harness.device.base import Device
from harness.device.selection import open_device
from harness.errors import PtxError
from harness.ptx.codegen.kernel import generate
from harness.ptx.isa.error_bounds import ErrorBound, error_bounds
from harness.ptx.isa.table import find
from harness.ptx.launch.executor import Executor
from harness.ptx.reading.parser import parse
from harness.ptx.text.syntax import Instruction
from harness.settings.settings import Settings
from tests.agreement import family_outputs, form_modules
from tests.agreement.departures import may_differ
from tests.agreement.form_modules import ENTRY, Batch, Results, batches, replay, text
from tests.agreement.instruction_forms import Form, forms
from tests.agreement.operand_tables import operands
from tests.ptx.code_cache import code_cache
from tests.ptx.exact_float import FORMATS, Format

Bits = NDArray[Any]
Real = NDArray[np.float64]

FUNCTIONS: dict[str, Callable[..., Real]] = {
    "div": np.divide, "rcp": np.reciprocal, "sqrt": np.sqrt, "rsqrt": lambda x: 1 / np.sqrt(x), "ex2": np.exp2,
    "lg2": np.log2, "sin": np.sin, "cos": np.cos, "tanh": np.tanh,
}  # fmt: skip
SHOWN = 4


@dataclass(frozen=True)
class Compared:
    """How a form's results compare.

    `wrong`: lanes whose results are not allowed. `n_different`: lanes whose results differ in any bit. `ulp`: most
    numbers of the type between the two devices' results, of approximate forms. `errors`: largest error as a part of
    the bound, of approximate forms, by device: ``gpu`` and ``cpu``.
    """

    wrong: NDArray[np.bool_]
    n_different: int
    ulp: int
    errors: dict[str, float]


@cache
def is_exact(opcode: str) -> bool:
    return find(Instruction(opcode, ()))[0].exact


def compare(form: Form, recorded: tuple[Bits, ...], got: tuple[Bits, ...]) -> Compared:
    different, wrong = np.zeros(len(recorded[0]), bool), np.zeros(len(recorded[0]), bool)
    for theirs, ours in zip(recorded, got, strict=True):
        unequal = theirs != ours
        different |= unequal
        if unequal.any():
            wrong |= unequal & ~may_differ(form.opcode, theirs, ours)
    n_different = int(different.sum())
    if is_exact(form.opcode):
        return Compared(wrong, n_different, 0, {})
    wrong, ulp, errors = _approximate(form, recorded[0], got[0])
    return Compared(wrong, n_different, ulp, errors)


def describe(form: Form, recorded: tuple[Bits, ...], got: tuple[Bits, ...], wrong: NDArray[np.bool_]) -> str:
    """Return the first lanes that are wrong, for a message."""
    lanes = operands(form.kinds, form.n)
    lines = [f"{form.name}: {int(wrong.sum())} of {len(wrong)} lanes differ"]
    for lane in np.flatnonzero(wrong)[:SHOWN]:
        given = ", ".join(f"{int(array[lane]):#x}" for array in lanes)
        theirs, ours = (" ".join(f"{int(array[lane]):#x}" for array in arrays) for arrays in (recorded, got))
        lines.append(f"  lane {lane} ({given}): gpu {theirs} (got {ours})")
    return "\n".join(lines)


def _approximate(form: Form, recorded: Bits, got: Bits) -> tuple[NDArray[np.bool_], int, dict[str, float]]:
    kind = form.opcode.rpartition(".")[2]
    layout = FORMATS[kind.removesuffix("x2")]
    sources = list(operands(form.kinds, form.n))
    if not kind.endswith("x2"):
        return _judged(form.opcode, layout, sources, recorded, got)
    halves = [
        _judged(
            form.opcode, layout, [_half(a, shift) for a in sources], _half(recorded, shift), _half(got, shift)
        )
        for shift in (0, 16)
    ]
    errors = {device: max(half[2][device] for half in halves) for device in ("gpu", "cpu")}
    return halves[0][0] | halves[1][0], max(half[1] for half in halves), errors


def _half(words: Bits, shift: int) -> Bits:
    return (words >> words.dtype.type(shift)).astype(np.uint16)


def _judged(
    opcode: str, layout: Format, sources: list[Bits], recorded: Bits, got: Bits
) -> tuple[NDArray[np.bool_], int, dict[str, float]]:
    flushes = ".ftz" in opcode
    if flushes:
        sources = [_flushed(layout, bits) for bits in sources]
    if opcode.endswith("ftz.f64"):  # these see the upper words only
        sources = [bits & np.uint64(0xFFFFFFFF_00000000) for bits in sources]
    values = [decode(layout, bits) for bits in sources]
    with np.errstate(all="ignore"):
        exact = FUNCTIONS[opcode.partition(".")[0]](*values)
    allowed = _allowed(error_bounds(opcode), layout, values[-1], exact)
    ours, theirs = decode(layout, got), decode(layout, recorded)
    wrong, errors = np.zeros(len(exact), bool), {}
    for device, found in (("gpu", theirs), ("cpu", ours)):
        with np.errstate(invalid="ignore", divide="ignore"):
            error = np.abs(found - exact)
            fits = error <= allowed
            least, most = np.abs(exact) - allowed, np.abs(exact) + allowed
        # too large for the type, to infinity or to the largest number; and too small for .ftz
        limit = decode(layout, np.array([layout.infinity - 1], got.dtype))[0]
        fits |= np.isinf(found) & (most >= limit) & (np.sign(found) == np.sign(exact))
        fits |= flushes & (found == 0) & (least < smallest_normal(layout))
        fits |= allowed == np.inf
        is_special = ~np.isfinite(exact) | (exact == 0)
        wrong |= ~fits & ~is_special
        is_flushed = flushes & (found == 0)
        with np.errstate(invalid="ignore", divide="ignore"):
            part = np.where(
                is_special | is_flushed | ~np.isfinite(allowed) | ~np.isfinite(found), 0, error / allowed
            )
        errors[device] = float(np.nan_to_num(part).max(initial=0))
        wrong |= is_special & np.isfinite(allowed) & (recorded != got)
    both = np.isfinite(ours) & np.isfinite(theirs) & np.isfinite(allowed)
    apart = np.abs(family_outputs.ordered(recorded) - family_outputs.ordered(got))[both]
    return wrong, int(apart.max(initial=0)), errors


def _allowed(bounds: tuple[ErrorBound, ...], layout: Format, operand: Real, exact: Real) -> Real:
    """Return the absolute error allowed in each lane: that of its bound, and the rounding to the result's type."""
    ulp = spacing(layout, exact)
    chosen = np.full(len(exact), np.nan)
    for bound in bounds:
        inside = np.isnan(chosen) & (np.abs(operand) >= bound.low) & (np.abs(operand) <= bound.high)
        width = (
            bound.ulp * ulp
            + bound.relative * np.abs(np.nan_to_num(exact, posinf=0, neginf=0))
            + bound.absolute
        )
        chosen = np.where(inside, width, chosen)
    chosen = np.nan_to_num(chosen, nan=0.0, posinf=np.inf)
    # a bound in ulp is from the correctly rounded result; a subnormal one cannot hold a relative error
    return chosen + ulp / 2


def smallest_normal(layout: Format) -> float:
    return float(2.0 ** (1 - layout.bias))


def spacing(layout: Format, exact: Real) -> Real:
    magnitude = np.nan_to_num(np.abs(exact), nan=0.0, posinf=0.0)
    exponent = np.frexp(np.maximum(magnitude, smallest_normal(layout)))[1] - 1
    return np.ldexp(1.0, exponent - layout.fraction)


def decode(layout: Format, bits: Bits) -> Real:
    """Return numbers of a format as float64; NaNs stay NaNs."""
    if layout.bits == 64:
        return bits.view(np.float64)
    if layout.bits == 32:
        with np.errstate(invalid="ignore"):
            return bits.view(np.float32).astype(np.float64)
    if layout.fraction == 10:
        return bits.view(np.float16).astype(np.float64)
    with np.errstate(invalid="ignore"):
        return (bits.astype(np.uint32) << np.uint32(16)).view(np.float32).astype(np.float64)


def _flushed(layout: Format, bits: Bits) -> Bits:
    exponent = bits & bits.dtype.type(layout.infinity)
    return np.where(exponent == 0, bits & bits.dtype.type(layout.sign), bits)


NEWER_TARGET = "requires .target"
"""What the assembler says of forms that are for later architectures than the one it assembled for."""


class Vectors:
    def __init__(self, recording: form_modules.Recording) -> None:
        self._recording = recording
        # lives as long as the process
        self._executor = Executor(code_cache(), n_workers=1)
        self._results: Results = {}
        self._refused: dict[str, str] = {}
        self._batches: dict[str, Batch] = {}
        for batch in batches(forms()):
            kept = batch.without(form.name for form in batch.forms if form.name not in recording.results)
            self._batches.update(dict.fromkeys((form.name for form in kept.forms), kept))

    def compare(self, form: Form) -> Compared | str:
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
    return Vectors(form_modules.read())


@cache
def accepted_though_refused(every: int = 1) -> dict[str, str]:
    recording = form_modules.read()
    found = {}
    for form in [form for form in forms() if form.name in recording.refused][::every]:
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
    return _cpu()[0].info.compiler


@cache
def family(variant: str, dtype: str) -> Outputs:
    """Return how a variant's outputs compare."""
    recording = family_outputs.read()
    device, settings = _cpu()
    farthest, n_elements, n_equal = {}, 0, 0
    for case in family_outputs.family_cases():
        if (case.variant.id, case.dtype) != (variant, dtype):
            continue
        got = family_outputs.output_bits(case, device, settings)
        apart = family_outputs.distance_ulp(got, recording.outputs[case.id], dtype)
        farthest[case.id] = int(apart.max(initial=0))
        n_elements += apart.size
        n_equal += int(np.count_nonzero(apart == 0))
    return Outputs(farthest, n_elements, n_equal)
