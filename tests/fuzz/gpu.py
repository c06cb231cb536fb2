"""Runs programs on a GPU of this machine: the driver assembles the PTX."""

from __future__ import annotations

import atexit

import numpy as np
import pycuda.driver as cuda

from tests.fuzz.comparison import N_ARGUMENT, REFUSED, Difference
from tests.fuzz.program import BUFFERS, Program


class GpuDevice:
    """The first GPU, through PyCUDA; one context for all programs.

    A program that faults leaves the context unusable: RuntimeError names its seed, and the process should end.
    """

    def __init__(self) -> None:
        cuda.init()
        self.device = cuda.Device(0)
        self.context = self.device.make_context()
        # the context must be gone before the interpreter is; what is registered last is called first
        atexit.register(self.context.detach)
        atexit.register(self.context.pop)
        self.runs_newest = self.device.compute_capability() >= (10, 0)

    def __str__(self) -> str:
        driver = cuda.get_driver_version()
        major, minor = self.device.compute_capability()
        return (
            f"{self.device.name()} (sm_{major}{minor}), driver's CUDA {driver // 1000}.{driver % 1000 // 10}"
        )

    def run(self, program: Program) -> dict[str, bytes] | Difference:
        try:
            module = cuda.module_from_buffer(program.text.encode() + b"\0")
        except cuda.Error as error:
            return Difference(f"{REFUSED}{error}")
        kernel = module.get_function("k")
        contents = program.buffers()
        allocations = {name: cuda.to_device(np.frombuffer(data, np.uint8)) for name, data in contents.items()}
        args = [*(allocations[name] for name in BUFFERS), np.uint32(N_ARGUMENT)]
        try:
            kernel(*args, grid=program.grid, block=program.block)
            self.context.synchronize()
        except cuda.Error as error:
            raise RuntimeError(f"the program of seed {program.seed} ended the context: {error}") from error
        found = {}
        for name, data in contents.items():
            host = np.empty(len(data), np.uint8)
            cuda.memcpy_dtoh(host, allocations[name])
            found[name] = host.tobytes()
        for allocation in allocations.values():
            allocation.free()
        return found
