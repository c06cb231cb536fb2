"""Outputs of the whole kernel family at 30 shapes: ``python -m tests.agreement.family_outputs OUT`` records a GPU's.

The kernels are compiled by NVRTC for sm_90, as for the executor. A case that fails is recorded with its message; one
that ends the GPU's context ends the recording, and what was recorded before is written.

``manifest.json.gz`` names the cases and what they ran on; ``outputs.xz`` holds the outputs' bits. Variants compute the
same function, so of each problem the first output is stored as it is and the others as differences from it.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from harness.device.base import Device
from harness.device.selection import open_device
from harness.errors import DeviceError, HarnessError
from harness.launch.memory import fill
from harness.launch.plan import launch, load_case
from harness.operation.precision.rounding import float_format
from harness.settings.settings import Settings
from harness.variant.case import Case, make_case
from harness.variant.variant import SCALAR_TYPES, Variant
from tests.agreement.recording_files import from_planes, load, planes_of, save
from tests.kernels.expectations import shipped_variants

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "fixtures" / "gpu_outputs"
SOURCES = ROOT / "cuda_src"
OUTPUTS = "outputs.xz"
SCHEMA = "kernel-harness/gpu-outputs"

MOST_ULP = 4
"""Numbers of its type that an output may be from the GPU's."""
MOST_ULP_RESCALED = 5
"""The same for variants that multiply two approximate exponentials: an element's, and its part's maximum's."""
N_SHAPES = 30
SHAPES = (
    (3, 1), (5, 2), (4, 3), (7, 5), (3, 7), (2, 15), (5, 16), (3, 17), (9, 31), (4, 32), (5, 33), (2, 48), (3, 63),
    (7, 64), (3, 65), (5, 100), (3, 127), (4, 128), (2, 255), (3, 256), (4, 257), (3, 511), (2, 512), (2, 777),
    (3, 1000), (4, 1024), (3, 1025), (2, 2049), (1, 4096), (1, 4097),
)  # fmt: skip
NARROW_SHAPES = (
    (6, 9), (11, 21), (33, 40), (8, 80), (5, 96), (3, 129), (5, 150), (65, 33), (2, 160), (3, 192), (4, 224), (9, 250),
)  # fmt: skip
"""Shapes that stand in for those too wide for a variant."""
KINDS = ("spread", "normal", "uniform80", "huge1e4", "ascending", "spike", "descending", "neg_inf_some", "huge3e38",
         "constant", "neg_inf_leading", "subnormal", "nan", "pos_inf", "neg_inf_all")  # fmt: skip

Bits = NDArray[Any]


@dataclass(frozen=True)
class Recording:
    """What the family gave: `outputs` holds bits, shape (n_rows, n_cols), by the case's id."""

    made_with: Mapping[str, str]
    outputs: Mapping[str, Bits] = field(repr=False)
    failed: Mapping[str, str]


@cache
def variants() -> tuple[Variant, ...]:
    """Return the kernel family: the variants of softmax. Others go with the next recording."""
    return tuple(variant for variant in shipped_variants() if variant.operation.name == "softmax")


def most_ulp(variant: Variant) -> int:
    is_rescaled = {"fast_exp", "online"} <= set(variant.arithmetic.split("+"))
    return MOST_ULP_RESCALED if is_rescaled else MOST_ULP


@cache
def family_cases() -> tuple[Case, ...]:
    """Return 30 cases of every variant and type, in a stable order; block shapes and input kinds take turns."""
    return tuple(
        case for variant in variants() for dtype in variant.dtypes for case in _cases(variant, dtype)
    )


def _cases(variant: Variant, dtype: str) -> Iterator[Case]:
    n_found = 0
    for index, (n_rows, n_cols) in enumerate((*SHAPES, *NARROW_SHAPES)):
        blocks = variant.blocks[index % len(variant.blocks) :] + variant.blocks[: index % len(variant.blocks)]
        for block in blocks:
            kind = KINDS[index % len(KINDS)]
            case = make_case(variant, dtype=dtype, n_rows=n_rows, n_cols=n_cols, kind=kind, block=block)
            if case.unmet() is None:
                yield case
                n_found += 1
                break
        if n_found == N_SHAPES:
            return


def output_bits(case: Case, device: Device, settings: Settings) -> Bits:
    """Run a case once and return its output's bits; raises as `harness.run.case_run.run_case` reports."""
    loaded = load_case(case, device, settings)
    try:
        memory = fill(case, device)
        launched = launch(loaded.pack(memory), device)
        assert not launched.findings, f"{case.id}: {launched.findings[0].message}"
        values = memory.read_back(device).values["out"]
    finally:
        device.free_all()
    return np.ascontiguousarray(values).view(f"u{SCALAR_TYPES[case.dtype].itemsize}")


def problem(case: Case) -> tuple[object, ...]:
    return case.dtype, case.shape.n_rows, case.shape.n_cols, case.kind


def write(folder: Path, recording: Recording) -> None:
    known = {case.id: case for case in family_cases()}
    document = {
        "made_with": dict(recording.made_with),
        "cases": list(recording.outputs),
        "failed": dict(recording.failed),
    }
    packed, first = [], {}
    for case_id, bits in recording.outputs.items():
        base = first.setdefault(problem(known[case_id]), bits)
        packed.append(planes_of((bits if base is bits else bits - base).ravel()))
    save(folder, SCHEMA, document, b"".join(packed), OUTPUTS)


@cache
def read() -> Recording:
    """Return the recording; ValueError: its files do not fit each other, or the cases."""
    document, packed = load(FOLDER, SCHEMA, OUTPUTS)
    known = {case.id: case for case in family_cases()}
    outputs, first = {}, {}
    for case_id in document["cases"]:
        if case_id not in known:
            raise ValueError(f"{case_id} is recorded and is no case any more: record again")
        case = known[case_id]
        size = SCALAR_TYPES[case.dtype].itemsize
        shape = (case.shape.n_rows, case.shape.n_cols)
        bits = from_planes(packed.take(shape[0] * shape[1] * size), 8 * size).reshape(shape)
        base = first.get(problem(case))
        outputs[case_id] = bits if base is None else bits + base
        first.setdefault(problem(case), outputs[case_id])
    packed.end()
    return Recording(document["made_with"], outputs, document["failed"])


def distance_ulp(a: Bits, b: Bits, dtype: str) -> NDArray[np.int64]:
    """Return how many numbers of the type lie between outputs, element by element.

    Zeros of both signs are the same number, NaNs are 0 apart, and a NaN and a number are 2**62 apart.
    """
    is_nan = [np.isnan(bits.view(float_format(dtype).dtype).astype(np.float64)) for bits in (a, b)]
    apart = np.abs(ordered(a) - ordered(b))
    apart[is_nan[0] & is_nan[1]] = 0
    apart[is_nan[0] ^ is_nan[1]] = 2**62
    return apart


def ordered(bits: Bits) -> NDArray[np.int64]:
    """Return floats as integers whose differences count the numbers between them."""
    width = 8 * bits.dtype.itemsize
    magnitude = (bits & bits.dtype.type((1 << width - 1) - 1)).astype(np.int64)
    return np.where(bits >> bits.dtype.type(width - 1) != 0, -magnitude, magnitude)


def main(arguments: list[str] | None = None) -> int:
    """Record into a folder; 0 where every case gave an output."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="folder for the files")
    parser.add_argument(
        "--device", choices=("gpu", "cpu"), default="gpu", help="cpu is for trying this script"
    )
    options = parser.parse_args(arguments)
    start = time.perf_counter()
    settings = Settings.load(ROOT, compiler="nvrtc", arch="sm_90")
    device = open_device(options.device, settings)
    cases = family_cases()
    outputs, failed = {}, {}
    try:
        for case in cases:
            try:
                outputs[case.id] = output_bits(case, device, settings)
            except DeviceError as error:
                failed[case.id] = str(error)
                break
            except (HarnessError, AssertionError) as error:
                failed[case.id] = str(error)
    finally:
        info = device.info
        made_with = {
            "device": info.name,
            "arch": info.arch,
            "driver": info.driver,
            "compiler": info.compiler,
            "script": "tests/agreement/family_outputs.py",
        }
        write(options.out, Recording(made_with, outputs, failed))
        device.close()
    click.echo(f"{len(outputs)} of {len(cases)} cases recorded in {time.perf_counter() - start:.1f} s")
    for case_id, why in failed.items():
        click.echo(f"failed: {case_id}: {why}")
    return 0 if len(outputs) == len(cases) else 1


if __name__ == "__main__":
    sys.exit(main())
