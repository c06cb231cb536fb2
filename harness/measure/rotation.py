"""One kernel ready to be timed, with its buffers in rotation, so that every launch reads a cold input.

The buffers of all kernels timed together take several times the L2 cache. So a launch's input has left the cache
since its last use, and its output must be written back, as in a longer program. There is no flush, whose write-back
would fall into the timed window.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import math
import random
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..device.base import DeviceBuffer
from ..device.gpu.cuda_gpu import CudaGpu
from ..device.gpu.cuda_timing import MOST_IN_GRAPH, SAMPLE_US, CudaTimer, Work
from ..errors import LaunchError
from ..launch.buffers import scratch_image
from ..launch.inputs import input_of, with_arithmetic_of
from ..launch.memory import CaseImages, CaseMemory, images_of
from ..launch.plan import launch, load_case
from ..operation.precision.rounding import float_format
from ..run.bench_cases import BENCH_KIND, bytes_moved
from ..settings.settings import Settings
from ..variant.case import Case
from ..variant.variant import SCALAR_TYPES

L2_ROTATION = 3.0
"""Total size of the buffers as a multiple of the L2 cache."""
MOST_SETS = 256
_FEWEST_SETS = 2
_MEMORY_SHARE = 0.3
_SPACER_BYTES = 1 << 21
_MADE_ELEMENTS = 1 << 20
_WARM_UP_ROUNDS = 20
_STEADY = 0.01
_INPUTS_KEPT = 16
"""Inputs that are kept for the next variant: enough for all timed shapes and types, 330 MB."""


class TimedSide:
    def __init__(
        self,
        case: Case,
        device: CudaGpu,
        settings: Settings,
        n_sets: int,
        order: random.Random,
        *,
        like: TimedSide | None = None,
        distinct_rows: bool = False,
    ) -> None:
        _refuse_in_place(case)
        self.case = case
        self._device = device
        self._loaded = load_case(case, device, settings)
        self.sets: list[CaseMemory] = []
        """The ring of buffers."""
        for _ in range(n_sets):
            # a buffer's position affects the time, so every process draws another one
            device.allocate(order.randrange(1, _SPACER_BYTES), "spacer")
            if not self.sets:
                self.sets.append(self._first_set(like, distinct_rows))
            else:
                self.sets.append(_copy_of(self.sets[0], device))
        self._bundles: list[Work] = []
        self._members: list[list[int]] = []
        self._next = 0
        self.launched: set[int] = set()
        self._expected: list[DeviceBuffer] = []
        self._pack()

    def _pack(self) -> None:
        self._launches = [self._loaded.pack(memory) for memory in self.sets]
        self.works = [self._work(position) for position in range(len(self.sets))]

    def _first_set(self, like: TimedSide | None, distinct_rows: bool) -> CaseMemory:
        case, device = self.case, self._device
        if like is None or not _has_same_arrays(case, like.case):
            return _timed_images(case, device, distinct_rows).place(device)
        twin = _copy_of(like.sets[0], device, {array.name for array in like.sets[0].arrays})
        # Scratch memory is the variant's own, in number and in size.
        scratch = case.variant.scratch_bytes(case.rule_values)
        images = dict(twin.images)
        for name, size in scratch.items():
            image = scratch_image(name, size)
            buffer = device.allocate(image.size_bytes, name)
            device.copy_in(buffer, image.data)
            images[name] = (image, buffer)
        return replace(twin, problem=with_arithmetic_of(case, twin.problem), images=images)

    def _work(self, position: int) -> Work:
        # Prepared once: work of the host between two launches could leave the GPU idle.
        works = [self._device.work(each.kernel, each.config, each.args) for each in self._launches[position]]

        def work(stream: Any) -> None:
            for single in works:
                single(stream)

        return work

    def exchange(self, other: TimedSide) -> bool:
        """Exchange the arrays of two sides, each of which keeps its scratch memory."""
        # Samples must be bundled again afterwards. `launched` is then empty.
        if not (_has_same_arrays(self.case, other.case) or self._holds_the_same_as(other)):
            return False
        mine, theirs = self.sets, other.sets
        for side, sets in ((self, theirs), (other, mine)):
            side.sets = [_with_arrays_of(own, taken) for own, taken in zip(side.sets, sets, strict=True)]
            side.launched = set()
            side._pack()
        return True

    def _holds_the_same_as(self, other: TimedSide) -> bool:
        """Whether buffers hold the same arrays, whatever the cases say: an operation that was loaded twice differs."""
        mine, theirs = self.sets[0], other.sets[0]
        roles = {array.name: array.role for array in mine.arrays}
        if roles != {array.name: array.role for array in theirs.arrays}:
            return False
        for name, role in roles.items():
            (image, buffer), (their_image, their_buffer) = mine.images[name], theirs.images[name]
            if (image.origin_bytes, buffer.size_bytes) != (their_image.origin_bytes, their_buffer.size_bytes):
                return False
            # Each launch overwrites the outputs.
            if role == "in" and not self._device.is_same(buffer, their_buffer):
                return False
        return True

    def first_outputs(self) -> None:
        """Launch once and keep a copy of the outputs on the GPU."""
        launch(self._launches[0], self._device)
        for output in self._outputs(0):
            expected = self._device.allocate(output.size_bytes, f"the first {output.label}")
            self._device.copy_on_device(expected, output)
            self._expected.append(expected)

    def check_outputs(self) -> None:
        """LaunchError if the output of the first or last set of `launched` differs in a bit from the first launch's."""
        for position in {min(self.launched), max(self.launched)}:
            for output, expected in zip(self._outputs(position), self._expected, strict=True):
                if not self._device.is_same(output, expected):
                    raise LaunchError(f"{self.case.id} gave a different output while timed than before")

    def _outputs(self, position: int) -> list[DeviceBuffer]:
        images = self.sets[position].images
        return [images[array.name][1] for array in self.case.variant.operation.outputs]

    def bundle(self, per_sample: int, timer: CudaTimer) -> None:
        n_sets = len(self.works)
        self._next = 0
        # whole turns of the ring, so that no set is reused soon
        firsts = range(0, max(1, n_sets // per_sample) * per_sample, per_sample)
        self._members = [[(first + k) % n_sets for k in range(per_sample)] for first in firsts]
        self._bundles = self.works
        if per_sample > 1:
            self._bundles = [timer.graph([self.works[at] for at in members]) for members in self._members]

    @property
    def n_left(self) -> int:
        """Number of samples until the ring begins again, at least 1."""
        return len(self._bundles) - self._next

    def next(self) -> Work:
        """Return the next sample of the ring, and note its sets in `launched`."""
        work = self._bundles[self._next]
        self.launched.update(self._members[self._next])
        self._next = (self._next + 1) % len(self._bundles)
        return work

    def copy(self, timer: CudaTimer, per_sample: int) -> Work:
        """Return a sample of copies from the input, each of half the bytes that this side's kernel must move."""
        works = []
        size = _payload_bytes(self.case)
        for memory in self.sets:
            # not to the output, which `check_outputs` compares
            to = self._device.allocate(size, "copy")
            works.append(timer.copy(to, _aligned(memory.images[memory.problem.main][1]), size))
        if per_sample > 1:
            return timer.graph([works[k % len(works)] for k in range(per_sample)])
        turns = itertools.cycle(works)
        return lambda stream: next(turns)(stream)


def _refuse_in_place(case: Case) -> None:
    """Raise LaunchError for a case whose second launch on a set of buffers would read the results of the first."""
    operation = case.variant.operation
    names = [array.name for array in operation.arrays if array.role == "in-out"]
    if names:
        raise LaunchError(
            "an operation that is timed in rotating buffers must not change an array in place, because nothing "
            f"restores the array between launches (got '{names[0]}' of {operation.name}); "
            "`--benchmark-only` times it on cpu"
        )


@functools.lru_cache(maxsize=_INPUTS_KEPT)
def _normal_input(sizes: tuple[int, ...], dtype: str, seed: int) -> NDArray[Any]:
    source = np.random.Generator(np.random.SFC64(seed))
    # NumPy draws only in these two formats.
    drawn = source.standard_normal(sizes, np.float64 if dtype == "float64" else np.float32)
    values: NDArray[Any] = drawn.astype(float_format(dtype).dtype, copy=False)
    values.flags.writeable = False
    return values


def _has_same_arrays(case: Case, other: Case) -> bool:
    """Whether the arrays and scalars of two cases have the same content, position in their buffers, and size."""
    one, two = case.variant, other.variant
    return (case.dtype, case.shape, case.kind, case.seed, case.layout) == (
        (other.dtype, other.shape, other.kind, other.seed, other.layout)
    ) and (one.operation, one.given, one.constants, one.types, one.max_magnitude) == (
        (two.operation, two.given, two.constants, two.types, two.max_magnitude)
    )


def _timed_images(case: Case, device: CudaGpu, distinct_rows: bool) -> CaseImages:
    """Make the content of a case's buffers, or return the last call's if it was for the same arrays."""
    # With scratch memory the images depend on the variant, too.
    if case.variant.scratch_bytes(case.rule_values):
        return images_of(case, device, _timed_input(case, distinct_rows))
    if not (_last and _last[0][1] == distinct_rows and _has_same_arrays(case, _last[0][0])):
        _last.clear()
        _last.append((case, distinct_rows, images_of(case, device, _timed_input(case, distinct_rows))))
    images = _last[0][2]
    return replace(images, problem=with_arithmetic_of(case, images.problem))


_last: list[tuple[Case, bool, CaseImages]] = []
"""The last case without scratch memory, whether its rows are distinct, and its images. A gate times the variants of one
shape one after another."""


def _timed_input(case: Case, distinct_rows: bool) -> NDArray[Any]:
    """Make a case's input: normal numbers by the fastest generator unless the case asks for others."""
    main = case.variant.operation.main
    sizes = main.sizes(case.shape.sizes)
    is_plain = case.kind == BENCH_KIND and main.is_of_case and case.variant.max_magnitude is None
    if is_plain and distinct_rows:
        return _normal_input(sizes, case.dtype, case.seed)
    # Some rows are made and repeated: row order does not affect a kernel's time.
    n_rows, n_cols = main.row_sizes(case.shape.sizes)
    n_made = max(1, min(n_rows, _MADE_ELEMENTS // n_cols))
    rows = (
        _normal_input((n_made, n_cols), case.dtype, case.seed) if is_plain else input_of(case, n_rows=n_made)
    )
    return np.resize(rows, sizes)


def _aligned(buffer: DeviceBuffer) -> DeviceBuffer:
    return replace(buffer, address=-(-buffer.address // 256) * 256)


def _payload_bytes(case: Case) -> int:
    # The vectors are small; a copy larger than the input would read past its end.
    main = case.variant.operation.main
    held = math.prod(main.sizes(case.shape.sizes)) * SCALAR_TYPES[case.dtype].itemsize
    return min(bytes_moved(case) // 2, held)


def _copy_of(memory: CaseMemory, device: CudaGpu, names: Container[str] | None = None) -> CaseMemory:
    images = {}
    for name, (image, buffer) in memory.images.items():
        if names is not None and name not in names:
            continue
        twin = device.allocate(buffer.size_bytes, buffer.label)
        device.copy_on_device(twin, buffer)
        images[name] = (image, twin)
    return replace(memory, images=images)


def _with_arrays_of(memory: CaseMemory, other: CaseMemory) -> CaseMemory:
    """Replace the arrays of a set of buffers by another set's, and keep the scratch memory."""
    names = {array.name for array in memory.arrays}
    images = {name: (other if name in names else memory).images[name] for name in memory.images}
    return replace(memory, images=images)


def sets_for(cases: Sequence[Case], device: CudaGpu) -> int:
    """Return the number of sets of buffers for each of the cases that are timed together."""
    scratch = (case.variant.scratch_bytes(case.rule_values) for case in cases)
    size = sum(2 * _payload_bytes(case) for case in cases) + sum(sum(sizes.values()) for sizes in scratch)
    wanted = int(-(-L2_ROTATION * device.l2_bytes // size))
    affordable = int(_MEMORY_SHARE * (device.info.memory_bytes or 0) // size)
    if affordable < _FEWEST_SETS:
        raise LaunchError(
            f"{cases[-1].id} needs too much memory to be timed in rotating buffers ({size} bytes a set)"
        )
    return max(_FEWEST_SETS, min(wanted, MOST_SETS, affordable))


@contextlib.contextmanager
def timing(device: CudaGpu) -> Iterator[CudaTimer]:
    timer = device.timer()
    try:
        yield timer
    finally:
        timer.close()
        device.free_all()


def warm_up(median_us: Callable[[], float]) -> None:
    """Time until two medians in a row differ by at most a percent from the preceding one."""
    last = 0.0
    n_steady = 0
    for _ in range(_WARM_UP_ROUNDS):
        middle = median_us()
        n_steady = n_steady + 1 if abs(middle - last) <= _STEADY * middle else 0
        if n_steady == 2:
            return
        last = middle


def launches_per_sample(shortest_us: float) -> int:
    """Return how many launches of `shortest_us` microseconds make a sample that CUDA events can time."""
    return max(1, min(math.ceil(SAMPLE_US / max(shortest_us, 1e-3)), MOST_IN_GRAPH))
