"""The buffers of one case on a device: guarded and poisoned before the launch, inspected after it.

Made by `fill`, which copies every image to the device; `read_back` copies them back and compares.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from harness.check.evidence import ImageReport
from harness.check.verdict import Reason
from harness.device.base import Buffer, Device
from harness.run.buffers import GuardedImage, input_image, output_image, scratch_image
from harness.run.inputs import make_input
from harness.spec.case import Case


@dataclass(frozen=True)
class Evidence:
    """State of every buffer after the launches."""

    inp: ImageReport
    out: ImageReport
    scratch: tuple[ImageReport, ...]


@dataclass(frozen=True)
class CaseMemory:
    """Buffers of one case, on the device.

    Parameters
    ----------
    inp : ndarray of the case's dtype, shape (n_rows, n_cols)
        The input without padding.
    images : mapping of str to (GuardedImage, Buffer)
        By argument name: ``inp``, ``out``, then the scratch buffers.
    """

    inp: NDArray[Any]
    images: Mapping[str, tuple[GuardedImage, Buffer]]

    @property
    def pointers(self) -> dict[str, int]:
        """Device address of the first element of every buffer, by argument name."""
        return {name: buffer.address + image.origin_bytes for name, (image, buffer) in self.images.items()}

    def read_back(self, device: Device) -> Evidence:
        """Copy every buffer back and compare it with what it was."""
        reports = {
            name: image.inspect(device.copy_out(buffer)) for name, (image, buffer) in self.images.items()
        }
        return Evidence(reports.pop("inp"), reports.pop("out"), tuple(reports.values()))


def fill(case: Case, device: Device) -> CaseMemory:
    """Make the input, poison the output, put guards around everything and copy it to the device.

    Parameters
    ----------
    case : Case
        Says size, strides, offsets, input kind and seed.
    device : Device
        Where to. On one that checks every access itself a buffer ends where its last element ends, so a
        single element too far is already outside; elsewhere guard bands stand around it.

    Returns
    -------
    CaseMemory
        Its buffers live until ``device.free_all``.

    Raises
    ------
    DeviceError
        The device has not enough memory.
    """
    shape = case.shape
    guard_bytes = 0 if Reason.OOB_READ.value in device.info.observes else None
    inp = make_input(case.kind, shape.n_rows, shape.n_cols, case.dtype, case.seed)
    images = [
        input_image("inp", inp, row_stride=shape.inp_stride, offset=case.inp_offset, guard_bytes=guard_bytes),
        output_image(
            "out",
            shape.n_rows,
            shape.n_cols,
            case.dtype,
            row_stride=shape.out_stride,
            offset=case.out_offset,
            guard_bytes=guard_bytes,
        ),
    ]
    scratch = case.variant.scratch_bytes(shape, case.block, case.dtype)
    images += [scratch_image(name, size, guard_bytes=guard_bytes) for name, size in scratch.items()]
    placed = {}
    for image in images:
        buffer = device.allocate(image.size_bytes, image.label)
        device.copy_in(buffer, image.data)
        placed[image.label] = (image, buffer)
    return CaseMemory(inp, placed)
