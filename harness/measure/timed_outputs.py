"""Times one kernel on a GPU, and a copy of as many bytes by the same method in the same rounds.

The outputs of the timed launches are judged in the timed buffers themselves, at a fraction of a check's cost.

The whole matrix is checked elsewhere. Here a kernel must not get a time for work that it did not do:

* Before timing, rows drawn by a seed are judged fully, with the first and the last row. Two sums over all elements of
  each row are compared with the reference's (`sums_of`). A row is judged fully, too, if its weighted sum is off by more
  than the sums of the judged rows, or if the sum of its magnitudes is off by more than a share of what the bounds of
  the judged rows allow.
* Before each batch of timed launches every set of buffers gets its input's rows in another order and a poisoned
  output. After the batch the outputs must be the right ones of that order: the same bits as the rows judged before, or
  rows that pass the full judgement.

So a kernel that works only once, only in its first launches, or that keeps its results gets no time.
"""

from __future__ import annotations

import functools
import random
import statistics
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ..check.judgement import Evidence, ImageReport, judge
from ..device.base import Device, DeviceBuffer
from ..device.gpu.cuda_gpu import CudaGpu
from ..errors import LaunchError
from ..launch.buffers import GuardedImage
from ..launch.memory import CaseMemory
from ..lazy import dataclass, field, replace
from ..operation.array import Array
from ..operation.derived import results_of
from ..operation.problem import Expected, Problem, replaced
from ..settings.settings import Settings, usable_cores
from ..variant.case import Case
from .clocks import Clocks, read_clocks
from .rotation import TimedSide, launches_per_sample, sets_for, timing, warm_up

JUDGED_ELEMENTS = 1 << 16
"""Elements of the main input whose rows are judged fully, at least `JUDGED_ROWS` rows."""
JUDGED_ROWS = 8
SUMMED_ELEMENTS = 1 << 25
"""Most elements whose rows are summed. Without a `precise_reference` the limit is `SUMMED_DERIVED`: bounded arrays
take microseconds for an element."""
SUMMED_DERIVED = 1 << 18
SUM_SLACK = 4.0
"""A row is judged fully if its weighted sum is off by more than this multiple of the drawn rows' largest error."""
MAGNITUDE_SHARE = 0.25
"""A row is judged fully if the sum of its magnitudes is off by more than this share of the most that the bounds of the
drawn rows allow. A right row beyond it only costs time."""
ROW_STEP = 64
"""Rows are moved by multiples of this, so that each keeps its alignment and its place in a block."""
_CHUNK_ELEMENTS = 1 << 18
_SUMS_KEPT = 64
_MOST_THREADS = 16
_EPS = float(np.finfo(np.float64).eps)


class WrongWhileTimedError(LaunchError):
    """A timed launch gave a wrong output; the kernel gets no time."""


@dataclass(frozen=True)
class _Placed:
    """An array of a set of buffers whose first size is the number of rows, without gaps."""

    array: Array
    image: GuardedImage
    n_rows: int

    @property
    def row_bytes(self) -> int:
        return self.image.extent * self.image.word.itemsize // self.n_rows

    @property
    def end(self) -> int:
        """First byte behind the elements."""
        return self.image.origin_bytes + self.n_rows * self.row_bytes

    def words(self, content: NDArray[np.uint8]) -> NDArray[Any]:
        """Return the elements in a buffer's content as words, shape (n_rows, words of a row)."""
        return content[self.image.origin_bytes : self.end].view(self.image.word).reshape(self.n_rows, -1)


def is_judged_by_rows(case: Case) -> bool:
    """Whether timed launches of a case can be judged by rows: its results depend on their own rows of the inputs."""
    operation = case.variant.operation
    return (
        operation.has_own_rows
        and case.shape.n_rows > 1
        and all(
            array.role != "in-out" and (not array.has_rows or array.shape[0] == "n_rows")
            for array in operation.arrays
        )
    )


class TimedOutputs:
    def __init__(self, case: Case, device: CudaGpu, sets: Sequence[CaseMemory], order: random.Random) -> None:
        self._case = case
        self._device = device
        self._sets = sets
        self._random = order
        first = sets[0]
        self._n_rows = first.problem.n_rows
        self._inputs: list[_Placed] = []
        self._outputs: list[_Placed] = []
        for array in first.arrays:
            image, _ = first.images[array.name]
            if not array.has_rows or not isinstance(image, GuardedImage):
                continue
            (self._inputs if array.is_input else self._outputs).append(_Placed(array, image, self._n_rows))
        self._moved = [0] * len(sets)
        # Copies from which each set is renewed: the inputs, and outputs with poison.
        self._masters: dict[str, DeviceBuffer] = {}
        for placed in (*self._inputs, *self._outputs):
            _, buffer = first.images[placed.array.name]
            master = device.allocate(buffer.size_bytes, f"master of {placed.array.name}")
            device.copy_on_device(master, buffer)
            self._masters[placed.array.name] = master
        self._right: dict[str, NDArray[Any]] = {}
        n_elements = max(1, first.problem.inp.size)
        self._n_judged = max(JUDGED_ROWS, JUDGED_ELEMENTS * self._n_rows // n_elements)

    def judge_first(self) -> None:
        """Judge the first set's outputs after its first launch; raises `WrongWhileTimedError` if one is wrong."""
        problem = self._sets[0].problem
        self._right = {placed.array.name: self._read(0, placed) for placed in self._outputs}
        rows = _drawn(self._n_rows, self._n_judged, self._random)
        bounds = self._judge(self._right, rows)
        self._judge(self._right, self._suspicious(problem, rows, bounds))

    def renew(self) -> None:
        """Give every set its input's rows in another order, and a poisoned output."""
        step = ROW_STEP if self._n_rows > ROW_STEP else 1
        for number, memory in enumerate(self._sets):
            # Never 0: rows in their old order would not show a kernel that keeps its results.
            self._moved[number] = step * self._random.randrange(1, max(2, -(-self._n_rows // step)))
            for placed in self._inputs:
                self._copy_moved(placed, memory, self._moved[number])
            for placed in self._outputs:
                self._device.copy_on_device(
                    memory.images[placed.array.name][1], self._masters[placed.array.name]
                )

    def judge(self, launched: Sequence[int], *, most: int | None = None) -> None:
        """Judge the outputs of sets that were launched since `renew`."""
        numbers = sorted(set(launched))
        if most is not None and most < len(numbers):
            numbers = self._random.sample(numbers, most)
        for number in numbers:
            outputs = {placed.array.name: self._read(number, placed) for placed in self._outputs}
            moved = self._moved[number]
            differs = np.zeros(self._n_rows, np.bool_)
            for name, words in outputs.items():
                differs |= _differing_rows(words, self._right[name], moved)
            if differs.any():
                self._judge(outputs, np.flatnonzero(differs), moved=moved)
        for placed in self._inputs if most is None else ():
            number = self._random.choice(numbers)
            words = self._read(number, placed)
            if _differing_rows(words, placed.words(placed.image.data), self._moved[number]).any():
                raise WrongWhileTimedError(
                    f"{self._case.id}: {placed.array.name} was changed while the kernel was timed"
                )

    def _copy_moved(self, placed: _Placed, memory: CaseMemory, moved: int) -> None:
        """Copy an input to a set; row `moved` comes first."""
        to, master = memory.images[placed.array.name][1], self._masters[placed.array.name]
        start, split = placed.image.origin_bytes, moved * placed.row_bytes
        size = self._n_rows * placed.row_bytes
        for at, source, n_bytes in ((0, split, size - split), (size - split, 0, split)):
            self._device.copy_on_device(
                replace(to, address=to.address + start + at, size_bytes=n_bytes),
                replace(master, address=master.address + start + source, size_bytes=n_bytes),
            )

    def _read(self, number: int, placed: _Placed) -> NDArray[Any]:
        """Return an array of a set as words; raises if a guard is damaged."""
        _, buffer = self._sets[number].images[placed.array.name]
        content = self._device.copy_out(buffer)
        for part in (slice(0, placed.image.origin_bytes), slice(placed.end, None)):
            if not np.array_equal(content[part], placed.image.data[part]):
                raise WrongWhileTimedError(
                    f"{self._case.id}: memory outside the elements of {placed.array.name} was written"
                )
        return placed.words(content)

    def _judge(
        self, outputs: Mapping[str, NDArray[Any]], rows: NDArray[np.intp], moved: int = 0
    ) -> dict[str, float]:
        problem = self._sets[0].problem
        bounds = dict.fromkeys(outputs, 0.0)
        size = max(1, problem.inp.size // self._n_rows)
        step = max(1, _CHUNK_ELEMENTS // size)
        for start in range(0, len(rows), step):
            part = rows[start : start + step]
            # Row i of a moved input is row i + moved of the problem.
            own = problem_of_rows(problem, self._case, (part + moved) % self._n_rows)
            reports = {
                placed.array.name: _report(placed, outputs[placed.array.name][part], own)
                for placed in self._outputs
            }
            judgement = judge(
                operation=self._case.variant.operation,
                problem=own,
                evidence=Evidence(reports),
                ignores_arguments=False,
            )
            if judgement.verdict.is_failure:
                why = "\n".join(finding.message for finding in judgement.findings) or judgement.detail
                names = ", ".join(map(str, part[:8])) + (", ..." if len(part) > 8 else "")
                raise WrongWhileTimedError(
                    f"{self._case.id}: a timed launch gave a wrong output; judged rows, "
                    f"numbered from 0 below: {names}\n{why}"
                )
            for name, expected in (judgement.expected or {}).items():
                bounds[name] = max(bounds[name], relative_bound(expected, len(part)))
        return bounds

    def _suspicious(
        self, problem: Problem, drawn: NDArray[np.intp], bounds: Mapping[str, float]
    ) -> NDArray[np.intp]:
        """Return the rows to judge because their sums are off, the largest errors first."""
        is_precise = self._case.variant.operation.precise_reference is not None
        most = SUMMED_ELEMENTS if is_precise else SUMMED_DERIVED
        n_summed = min(self._n_rows, most * self._n_rows // max(1, problem.inp.size))
        if n_summed <= len(drawn):
            return np.empty(0, np.intp)
        is_all = n_summed == self._n_rows
        chosen = np.arange(n_summed) if is_all else _drawn(self._n_rows, n_summed, self._random)
        expected = reference_sums(self._case, problem, chosen)
        off = np.zeros(len(chosen))
        is_drawn = np.isin(chosen, drawn)
        for placed in self._outputs:
            name = placed.array.name
            sums = sums_of(self._right[name][chosen].view(placed.image.dtype))
            weighted, magnitudes = off_by(sums, expected[name])
            drawn_most = max(weighted[is_drawn].max(initial=0.0), _EPS)
            off = np.maximum(off, weighted / (SUM_SLACK * drawn_most))
            # infinite if a drawn row is all zeros: then the bounds say nothing about other rows
            if np.isfinite(bounds[name]):
                off = np.maximum(off, magnitudes / max(MAGNITUDE_SHARE * bounds[name], _EPS))
        worst = np.argsort(-off, kind="stable")[: self._n_judged]
        suspicious: NDArray[np.intp] = chosen[worst[off[worst] > 1.0]]
        return suspicious


def _drawn(n_rows: int, n_drawn: int, source: random.Random) -> NDArray[np.intp]:
    """Draw rows without repetition, in order; the first and the last are among them."""
    n_inner = max(0, min(n_drawn, n_rows) - 2)
    inner = source.sample(range(1, n_rows - 1), n_inner) if n_rows > 2 else []
    return np.array(sorted({0, n_rows - 1, *inner}), np.intp)


def _report(placed: _Placed, words: NDArray[Any], problem: Problem) -> ImageReport:
    array, image = placed.array, placed.image
    rows = array.as_rows(np.ascontiguousarray(words).reshape(array.sizes(problem.known)))
    unwritten = rows == image.poison
    dims = array.dims(problem.known)
    return ImageReport(array.name, rows.view(image.dtype), unwritten, ~unwritten, dims=dims)


def _differing_rows(words: NDArray[Any], other: NDArray[Any], moved: int) -> NDArray[np.bool_]:
    """Return which rows differ from the rows of another array, whose row `moved` comes first."""
    split = len(words) - moved
    differs = np.zeros(len(words), np.bool_)
    for here, there in ((slice(0, split), slice(moved, None)), (slice(split, None), slice(0, moved))):
        # One comparison of all rows first: nearly always none differs.
        if not np.array_equal(words[here], other[there]):
            differs[here] = (words[here] != other[there]).any(axis=1)
    return differs


def sums_of(values: NDArray[Any]) -> NDArray[np.float64]:
    """Return two sums of each row of `values` in float64, shape (2, n_rows); NaN for a row that holds one."""
    # The first sum has weights of both signs, which depend only on the number of elements: a single wrong element moves
    # it, and so do elements in the wrong order. A factor common to a row, as of a softmax whose sum leaves elements
    # out, moves it little, because terms of both signs cancel. Such a factor moves the second sum fully: it adds
    # magnitudes.
    n_rows, n = values.shape
    weights, ones = _weights(n), np.ones(n)
    sums = np.empty((2, n_rows))
    step = max(1, _CHUNK_ELEMENTS // max(1, n))
    with np.errstate(all="ignore"):
        for start in range(0, n_rows, step):
            part = slice(start, start + step)
            exact = values[part].astype(np.float64)
            sums[0, part] = exact @ weights
            sums[1, part] = np.abs(exact, out=exact) @ ones
    return sums


def off_by(sums: NDArray[np.float64], wanted: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the error of each of two sums as a share of its row's magnitudes."""
    # It is 0 where both sums are NaN, and infinite where one is.
    with np.errstate(all="ignore"):
        # A row of zeros has no magnitude to divide by.
        off: NDArray[np.float64] = np.abs(sums - wanted) / np.maximum(wanted[1], np.finfo(np.float64).tiny)
    off[np.isnan(sums) & np.isnan(wanted)] = 0.0
    off[np.isnan(off)] = np.inf
    return off


def relative_bound(expected: Expected, n_rows: int) -> float:
    """Return the largest share of a row's magnitudes that the bounds of its elements add up to."""
    # The sum of a right row's magnitudes is off by no more. Infinite if a row has no magnitude, or elements that are
    # not judged.
    reference = np.asarray(expected.reference, np.float64).reshape(n_rows, -1)
    with np.errstate(all="ignore"):
        shares = expected.allowed.reshape(n_rows, -1).sum(axis=1) / np.abs(reference).sum(axis=1)
    most = float(shares.max(initial=0.0))
    return most if np.isfinite(most) else np.inf


@functools.lru_cache(maxsize=16)
def _weights(n: int) -> NDArray[np.float64]:
    source = np.random.Generator(np.random.SFC64(n))
    # No weight is near zero, so that every element moves the sum.
    weights: NDArray[np.float64] = (0.5 + source.random(n)) * source.choice([-1.0, 1.0], n)
    return weights


@functools.lru_cache(maxsize=_SUMS_KEPT)
def _kept(*_of: object) -> dict[str, NDArray[np.float64]]:
    """Return the cache for the sums of some rows of the right results; empty at first."""
    return {}


def reference_sums(case: Case, problem: Problem, rows: NDArray[np.intp]) -> Mapping[str, NDArray[np.float64]]:
    """Return the sums of some rows of the right results, by output."""
    # Cached for the next variant of the same operation, shape and type: inputs depend on nothing else.
    operation = case.variant.operation
    sums = _kept(
        *(operation.name, operation.source, case.dtype, case.shape, case.kind, case.seed),
        *(tuple(sorted(problem.scalars.items())), problem.given, case.variant.max_magnitude, rows.tobytes()),
    )
    if sums:
        return sums
    size = max(1, problem.inp.size // problem.n_rows)
    step = max(1, _CHUNK_ELEMENTS // size)

    def work(start: int) -> dict[str, NDArray[np.float64]]:
        part = problem_of_rows(problem, case, rows[start : start + step])
        results = results_of(operation, part)
        return {
            name: sums_of(np.asarray(result).reshape(part.n_rows, -1)) for name, result in results.items()
        }

    # NumPy releases the interpreter lock in long loops.
    with ThreadPoolExecutor(min(_MOST_THREADS, usable_cores())) as pool:
        parts = list(pool.map(work, range(0, len(rows), step)))
    sums.update({name: np.concatenate([part[name] for part in parts], axis=1) for name in parts[0]})
    return sums


def problem_of_rows(problem: Problem, case: Case, rows: NDArray[np.intp]) -> Problem:
    arrays = {
        array.name: problem.arrays[array.name][rows]
        for array in case.variant.operation.inputs
        if array.has_rows
    }
    return replaced(problem, arrays, n_rows=len(rows))


_BATCH = 25
_JUDGED_SETS = 1
"""Sets of buffers whose outputs are judged after each batch; after the last batch all are."""


@dataclass(frozen=True)
class CaseTimes:
    """Times of one case in microseconds, one of each kind per round."""

    kernel_us: tuple[float, ...]
    """Time of a launch; the sum of all launches for a variant of several kernels."""
    copy_us: tuple[float, ...]
    """Time of the device's copy of the input, of as many bytes as a softmax must read and write."""
    launches_per_sample: int
    """Number of launches averaged in each time: 1, or the launches of a CUDA graph."""
    n_sets: int
    before: Clocks = field(default_factory=Clocks)
    after: Clocks = field(default_factory=Clocks)
    """`before`, `after`: the GPU's clocks and their limits."""

    @property
    def copy_fraction(self) -> float:
        """Median time of the copy divided by the kernel's: 1 is copy speed, more is better."""
        return statistics.median(self.copy_us) / statistics.median(self.kernel_us)


def measure_alone(device: Device, settings: Settings, case: Case, rounds: int) -> CaseTimes:
    if rounds < 1:
        raise ValueError(f"rounds must be at least 1 (got {rounds})")
    gpu = cast("CudaGpu", device)
    with timing(gpu) as timer:
        n_sets = sets_for((case,), gpu)
        side = TimedSide(case, gpu, settings, n_sets, random.Random(0), distinct_rows=True)
        judged = None
        if is_judged_by_rows(case):
            judged = TimedOutputs(case, gpu, side.sets, random.Random(f"{case.id}-0"))
        side.first_outputs()
        if judged is not None:
            judged.judge_first()
        per_sample = launches_per_sample(min(timer.series(side.works)))
        side.bundle(per_sample, timer)
        copy = side.copy(timer, per_sample)
        warm_up(
            lambda: statistics.median(
                timer.series([work for _ in range(_BATCH) for work in (side.next(), copy)])[0::2]
            )
        )
        before = read_clocks(gpu.bus_id)
        times: list[float] = []
        for start in range(0, rounds, _BATCH):
            n = min(_BATCH, rounds - start)
            if judged is not None:
                judged.renew()
                side.launched.clear()
            # Kernel and copy in turn, so that both run at the same clocks.
            times += timer.series([work for _ in range(n) for work in (side.next(), copy)])
            is_last = start + n == rounds
            # Before the outputs are judged: the GPU idles meanwhile.
            if is_last:
                after = read_clocks(gpu.bus_id)
            if judged is not None:
                # one set that no kernel can foresee, and in the end all
                judged.judge(sorted(side.launched), most=None if is_last else _JUDGED_SETS)
        if judged is None:
            side.check_outputs()
    per_launch = [us / per_sample for us in times]
    return CaseTimes(tuple(per_launch[0::2]), tuple(per_launch[1::2]), per_sample, n_sets, before, after)
