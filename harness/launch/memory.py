"""The buffers of one case on a device: guarded and poisoned before the launch, inspected after it.

`images_of` makes their content, and `fill` also copies it to the device. `read_back` copies the buffers back and
compares them, and `refill` prepares them for a further launch.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..check.judgement import Evidence
from ..device.base import Device, DeviceBuffer, LaunchResult
from ..errors import DeviceTooSmallError
from ..lazy import dataclass
from ..operation.array import Array
from ..operation.problem import Problem
from ..operation.size import N_ROWS
from ..variant.case import Case
from ..verdict import Reason
from .buffers import (
    GuardedImage,
    Spacing,
    WindowedImage,
    input_image,
    is_windowed,
    output_image,
    scratch_image,
    windowed_input,
    windowed_output,
)
from .inputs import MAX_ELEMENTS, problem_of

Image = GuardedImage | WindowedImage


@dataclass(frozen=True)
class CaseMemory:
    problem: Problem
    """Content of the buffers after `fill`, without padding."""
    images: Mapping[str, tuple[Image, DeviceBuffer]]
    """By argument name: the arrays that the kernel takes, in the operation's order, then the scratch buffers."""
    arrays: tuple[Array, ...]

    @property
    def pointers(self) -> dict[str, int]:
        """Device address of the first element of every buffer, by argument name."""
        return {name: buffer.address + image.origin_bytes for name, (image, buffer) in self.images.items()}

    def read_back(self, device: Device, launched: LaunchResult | None = None) -> Evidence:
        """Copy every buffer back and compare it with its content before the launch."""
        reports = {
            name: image.inspect(_read(image, buffer, device)) for name, (image, buffer) in self.images.items()
        }
        roles = {array.name: array.role for array in self.arrays}
        outputs = {name: report for name, report in reports.items() if roles.get(name, "in") != "in"}
        inputs = tuple(report for name, report in reports.items() if roles.get(name) == "in")
        scratch = tuple(report for name, report in reports.items() if name not in roles)
        saw = launched or LaunchResult(0.0)
        return Evidence(outputs, inputs, scratch, saw.findings, saw.notes, saw.hung, saw.trapped)

    def refill(self, arrays: Mapping[str, NDArray[Any]], device: Device) -> CaseMemory:
        """Copy in other values of some arrays, and restore every other buffer to its state after `fill`."""
        images = {name: (image.for_further_launch(), buffer) for name, (image, buffer) in self.images.items()}
        for array in self.arrays:
            if array.name in arrays:
                image, buffer = self.images[array.name]
                images[array.name] = (image.with_values(array.as_rows(arrays[array.name])), buffer)
        for image, buffer in images.values():
            _write(image, buffer, device)
        # the addresses stay, so packed arguments stay right
        return CaseMemory(self.problem, images, self.arrays)

    def restore_in_place(self, device: Device) -> None:
        """Copy their input into the arrays that a kernel changes in place, for another launch on the same values."""
        for array in self.arrays:
            if array.role == "in-out":
                _write(*self.images[array.name], device)


@dataclass(frozen=True)
class CaseImages:
    """Content of a case's buffers, not yet on a device."""

    problem: Problem
    images: tuple[Image, ...]
    """The arrays that the kernel takes, in the operation's order, then the scratch buffers."""
    arrays: tuple[Array, ...]

    @property
    def size_bytes(self) -> int:
        return sum(image.size_bytes for image in self.images)

    def place(self, device: Device) -> CaseMemory:
        """Allocate the buffers and copy their content to a device; raises DeviceError as `fill`."""
        placed = {}
        read_only = {array.name for array in self.arrays if array.role == "in"}
        for image in self.images:
            buffer = device.allocate(image.size_bytes, image.label, image.ranges, image.label in read_only)
            _write(image, buffer, device)
            placed[image.label] = (image, buffer)
        return CaseMemory(self.problem, placed, self.arrays)


def fill(case: Case, device: Device, inp: NDArray[Any] | None = None) -> CaseMemory:
    """Make a case's buffers, with guards and poisoned outputs, and copy them to the device."""
    return images_of(case, device, inp).place(device)


def images_of(case: Case, device: Device, inp: NDArray[Any] | None = None) -> CaseImages:
    """Make the content of a case's buffers for a device; with the parameters and errors of `fill`."""
    # a device that sees every access needs no guards: there a buffer ends with its last element
    guard_bytes = 0 if Reason.OOB_READ.value in device.info.observes else None
    problem = problem_of(case, inp)
    arrays = tuple(
        array
        for array in case.variant.operation.arrays
        if array.absent is None or array.name in problem.given
    )

    def make() -> tuple[Image, ...]:
        made = tuple(_image(array, case, problem, guard_bytes) for array in arrays)
        problem.note_bytes(sum(stop - start for image in made for start, stop in image.ranges))
        return made

    key = ("images", case.shape, case.layout, guard_bytes)
    # Large ones take the memory that the next case needs.
    images = problem.once(key, make, of_inputs=True) if problem.inp.size <= MAX_ELEMENTS else make()
    if case.variant.scratch:
        scratch = case.variant.scratch_bytes(case.rule_values)
        images += tuple(scratch_image(name, size, guard_bytes=guard_bytes) for name, size in scratch.items())
    content = CaseImages(problem, images, arrays)
    # before anything is allocated, which on a shared GPU would wait for its turn
    needed, there = content.size_bytes, device.info.memory_bytes
    if there is not None and needed > there:
        rule = f"a device must have {needed} bytes for this case (got one with {there})"
        raise DeviceTooSmallError(f"{rule}; --device cpu runs it with less")
    return content


def _image(array: Array, case: Case, problem: Problem, guard_bytes: int | None) -> Image:
    shape, element = case.shape, array.element(case.dtype)
    n_rows, n_cols = array.row_sizes(shape.sizes)
    # A model's parameters are at the start of an allocation; a declaration cannot place them elsewhere.
    stride, offset = n_cols, 0
    if array.rows == "inp":
        stride, offset = shape.inp_stride, case.placement.inp_offset
    elif array.rows == "out":
        stride, offset = shape.out_stride, case.placement.out_offset
    elif array.strides:
        offset = case.placement.out_offset if array.role == "out" else case.placement.inp_offset
    strides, step = array.stride_values(shape.integers), 1
    if strides and array.shape == (N_ROWS,):  # one column
        strides = (*strides, 1)
    if strides:
        stride, step = (strides[-2] if len(strides) > 1 else n_cols * strides[-1]), strides[-1]
    if array.is_input:
        element = problem.arrays[array.name].dtype
    dims = array.dims(shape.sizes)
    layout = Spacing(stride, offset, guard_bytes, dims, strides[:-2] if dims else (), step)
    # Only the launch needs the gigabytes between rows; nobody writes or inspects them.
    is_far = is_windowed(n_cols * step, stride, element.itemsize)
    if array.is_input:
        make_input = windowed_input if is_far else input_image
        return make_input(array.name, array.as_rows(problem.arrays[array.name]), layout)
    make_output = windowed_output if is_far else output_image
    return make_output(array.name, n_rows, n_cols, element.name, layout)


def _write(image: Image, buffer: DeviceBuffer, device: Device) -> None:
    # A GPU has no initcheck, and the mask of a large buffer takes longer than its copy.
    data, defined, done = image.data, None if device.info.kind == "gpu" else image.defined, 0
    for start, stop in image.ranges:
        part = slice(done, done + stop - start)
        device.copy_in(buffer, data[part], start, None if defined is None else defined[part])
        done += stop - start


def _read(image: Image, buffer: DeviceBuffer, device: Device) -> NDArray[np.uint8]:
    parts = [device.copy_out(buffer, start, stop - start) for start, stop in image.ranges]
    return parts[0] if len(parts) == 1 else np.concatenate(parts)
