"""The buffers of one case on a device: guarded and poisoned before the launch, inspected after it.

`fill` copies every image to the device, `read_back` copies the buffers back and compares them, and `refill` prepares
them for a further launch.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..check.evidence import ImageReport
from ..device.base import Buffer, Device
from ..errors import DeviceTooSmallError
from ..operation.model import Problem, replaced
from ..variant.case import Case
from ..variant.variant import SCALAR_TYPES
from ..verdict import Reason
from .buffers import GuardedImage, input_image, output_image, scratch_image
from .inputs import problem_of
from .row_windows import WindowedImage, is_windowed, windowed_input, windowed_output

Image = GuardedImage | WindowedImage


@dataclass(frozen=True)
class Evidence:
    """State of every buffer after the launches; `inp` and `vectors` are read-only."""

    inp: ImageReport
    out: ImageReport
    vectors: tuple[ImageReport, ...]
    scratch: tuple[ImageReport, ...]

    @property
    def inputs(self) -> tuple[ImageReport, ...]:
        """Buffers that must not change."""
        return (self.inp, *self.vectors)


@dataclass(frozen=True)
class CaseMemory:
    """Buffers of one case, on the device.

    Parameters
    ----------
    problem : Problem
        Content of the buffers, without padding.
    images : mapping of str to (Image, Buffer)
        By argument name: ``inp``, ``out``, the vectors that the kernel takes, then the scratch buffers.
    """

    problem: Problem
    images: Mapping[str, tuple[Image, Buffer]]

    @property
    def inp(self) -> NDArray[Any]:
        """The input without padding, shape (n_rows, n_cols)."""
        return self.problem.inp

    @property
    def pointers(self) -> dict[str, int]:
        """Device address of the first element of every buffer, by argument name."""
        return {name: buffer.address + image.origin_bytes for name, (image, buffer) in self.images.items()}

    def read_back(self, device: Device) -> Evidence:
        """Copy every buffer back and compare it with its content before the launch."""
        reports = {
            name: image.inspect(_read(image, buffer, device)) for name, (image, buffer) in self.images.items()
        }
        inp, out = reports.pop("inp"), reports.pop("out")
        vectors = [reports.pop(name) for name in self.problem.vectors if name in reports]
        return Evidence(inp, out, tuple(vectors), tuple(reports.values()))

    def refill(
        self, inp: NDArray[Any], device: Device, vectors: Mapping[str, NDArray[Any]] | None = None
    ) -> CaseMemory:
        """Copy in another input of the same shape, and restore every other buffer to its state after `fill`.

        `vectors` replace the vectors of the same names.

        The device addresses stay the same.
        """
        image, buffer = self.images["inp"]
        images = {**self.images, "inp": (image.with_values(inp), buffer)}
        for name, values in (vectors or {}).items():
            image, buffer = self.images[name]
            images[name] = (image.with_values(values[np.newaxis]), buffer)
        for image, buffer in images.values():
            _write(image, buffer, device)
        problem = replaced(self.problem, inp=inp, vectors={**self.problem.vectors, **(vectors or {})})
        return replace(self, problem=problem, images=images)


def fill(case: Case, device: Device, inp: NDArray[Any] | None = None) -> CaseMemory:
    """Make a case's buffers, with guards and a poisoned output, and copy them to the device.

    Parameters
    ----------
    case : Case
        Gives size, strides, offsets, input kind and seed.
    device : Device
        The target device. If it checks every access, a buffer ends with its last element, so that one element further
        is out of bounds. Otherwise guard bands surround each buffer.
    inp : ndarray of the case's dtype, shape (n_rows, n_cols), optional
        The input, instead of what the case's kind and seed make.

    Returns
    -------
    CaseMemory
        Its buffers live until ``device.free_all``.

    Raises
    ------
    DeviceTooSmallError
        The case needs more than the device's whole memory.
    DeviceError
        The device has too little free memory.
    """
    shape = case.shape
    guard_bytes = 0 if Reason.OOB_READ.value in device.info.observes else None
    problem = problem_of(case, inp)
    inp = problem.inp
    itemsize = SCALAR_TYPES[case.dtype].itemsize
    # Only the launch needs the gigabytes between rows; nobody writes or inspects them.
    make_inp = windowed_input if is_windowed(shape.n_cols, shape.inp_stride, itemsize) else input_image
    make_out = windowed_output if is_windowed(shape.n_cols, shape.out_stride, itemsize) else output_image
    images: list[Image] = [
        make_inp("inp", inp, row_stride=shape.inp_stride, offset=case.inp_offset, guard_bytes=guard_bytes),
        make_out(
            "out",
            shape.n_rows,
            shape.n_cols,
            case.dtype,
            row_stride=shape.out_stride,
            offset=case.out_offset,
            guard_bytes=guard_bytes,
        ),
    ]
    # A model's parameters are at the start of an allocation; a declaration cannot place them elsewhere.
    images += [
        input_image(name, values[np.newaxis], guard_bytes=guard_bytes)
        for name, values in problem.vectors.items()
        if name in problem.given
    ]
    scratch = case.variant.scratch_bytes(shape, case.block, case.dtype)
    images += [scratch_image(name, size, guard_bytes=guard_bytes) for name, size in scratch.items()]
    needed, there = sum(image.size_bytes for image in images), device.info.memory_bytes
    if there is not None and needed > there:
        raise DeviceTooSmallError(
            f"a device must have {needed} bytes for this case (got one with {there}); "
            "--device cpu runs it without"
        )
    placed = {}
    for image in images:
        is_input = image.label == "inp" or image.label in problem.vectors
        buffer = device.allocate(image.size_bytes, image.label, image.ranges, is_input)
        _write(image, buffer, device)
        placed[image.label] = (image, buffer)
    return CaseMemory(problem, placed)


def _write(image: Image, buffer: Buffer, device: Device) -> None:
    data, defined, done = image.data, image.defined, 0
    for start, stop in image.ranges:
        part = slice(done, done + stop - start)
        device.copy_in(buffer, data[part], start, None if defined is None else defined[part])
        done += stop - start


def _read(image: Image, buffer: Buffer, device: Device) -> NDArray[np.uint8]:
    pieces = [device.copy_out(buffer, start, stop - start) for start, stop in image.ranges]
    return pieces[0] if len(pieces) == 1 else np.concatenate(pieces)
