"""Records the kernel family's outputs on a GPU: ``python -m tests.agreement.record_gpu_outputs OUT``.

The kernels are compiled by NVRTC for sm_90, as for the executor. A case that fails is recorded with its message; one
that ends the GPU's context ends the recording, and what was recorded before is written.
"""

import argparse
import sys
import time
from pathlib import Path

import click

from harness.device.selection import open_device
from harness.errors import DeviceError, HarnessError
from harness.settings.settings import Settings
from tests.agreement.family_outputs import ROOT, Recording, family_cases, output_bits, write


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
            "script": "tests/agreement/record_gpu_outputs.py",
        }
        write(options.out, Recording(made_with, outputs, failed))
        device.close()
    click.echo(f"{len(outputs)} of {len(cases)} cases recorded in {time.perf_counter() - start:.1f} s")
    for case_id, why in failed.items():
        click.echo(f"failed: {case_id}: {why}")
    return 0 if len(outputs) == len(cases) else 1


if __name__ == "__main__":
    sys.exit(main())
