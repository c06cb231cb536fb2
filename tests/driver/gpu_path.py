"""Runs the ``gpu`` device's code on the virtual GPU: ``python -m tests.driver.gpu_path [PYTEST OPTIONS]``.

Needs PyCUDA (`tests.driver.pycuda_wheel`). The selection runs every path of ``harness/device/gpu`` once: of several
cases that take the same path there, it has one. All run by ``pytest --kernel-virtual-gpu sm_90 --kernel-device gpu``.
"""

from __future__ import annotations

import os
import sys

import pytest

CUDA_GPU = "tests/device/test_cuda_gpu.py"
SELECTION = (
    CUDA_GPU,  # compile, load, allocate, copy, launch, refuse, crash, hang, time
    "tests/agreement/test_cluster_kernels.py::test_the_same_bits_on_both_devices",  # clusters, cooperative grids
    "tests/kernels/test_bad_kernels.py::test_planted_fault_is_rejected_on_a_gpu[write_past_row]",  # guard bands
    "tests/kernels/test_bad_kernels.py::test_planted_fault_is_rejected_on_a_gpu[wrong_at_n777]",  # values
    "tests/driver/test_gpu_path.py",  # kernel-harness check, gate, CUDA graphs
    "tests/dispatch/test_on_a_gpu.py",  # kernel_harness.softmax
)
LEFT_OUT = ("misaligned-", "trapped-", "asserted-")
"""Cases of `CUDA_GPU` that take the path of the illegal access."""
STEP_BUDGET = 10**12
"""An endless kernel must meet its deadline, as on a GPU, before the executor's own limit, however fast the machine."""


def main() -> int:
    """Run the selection; return pytest's exit status."""
    os.environ["KERNEL_HARNESS_STEP_BUDGET"] = str(STEP_BUDGET)
    left_out = " or ".join(LEFT_OUT)
    options = ("-q", "--kernel-virtual-gpu", "sm_90", "--kernel-device", "gpu")
    return pytest.main([*options, "-k", f"not ({left_out})", *sys.argv[1:], *SELECTION])


if __name__ == "__main__":
    sys.exit(main())
