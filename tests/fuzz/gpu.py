"""Runs programs on a GPU of this machine: the driver assembles the PTX."""

import atexit
import contextlib

import numpy as np
import pycuda.driver as cuda

from tests.fuzz.campaign import LOST, N_ARGUMENT, REFUSED, Difference
from tests.fuzz.program import BUFFERS, Program


class GpuDevice:
    """The first GPU, through PyCUDA; one context for all programs.

    A program that faults leaves CUDA unusable in this process: its difference begins with `LOST`, and so does that of
    every later one. `level` is how much the driver's assembler optimises, from 0 to 4; by itself it takes 4.
    """

    def __init__(self, level: int = 4) -> None:
        cuda.init()
        self.level = level
        self.device = cuda.Device(0)
        self.context = self.device.make_context()
        self.lost = ""
        # the context must be gone before the interpreter is
        atexit.register(self._let_go)

    def __str__(self) -> str:
        driver = cuda.get_driver_version()
        major, minor = self.device.compute_capability()
        cuda_release = f"{driver // 1000}.{driver % 1000 // 10}"
        return f"{self.device.name()} (sm_{major}{minor}), driver's CUDA {cuda_release}, level {self.level}"

    def _let_go(self) -> None:
        atexit.unregister(self._let_go)
        self.context.pop()
        with contextlib.suppress(cuda.Error):
            self.context.detach()

    def run(self, program: Program) -> dict[str, bytes] | Difference:
        return self._run(program, self.level)

    def run_plainly(self, program: Program) -> dict[str, bytes] | Difference:
        return self._run(program, 0)

    def _run(self, program: Program, level: int) -> dict[str, bytes] | Difference:
        if self.lost:
            return Difference(self.lost)
        try:
            options = [(cuda.jit_option.OPTIMIZATION_LEVEL, level)]
            module = cuda.module_from_buffer(program.text.encode() + b"\0", options)
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
            self.lost = f"{LOST}{error} (seed {program.seed})"
            self._let_go()
            return Difference(self.lost)
        found = {}
        for name, data in contents.items():
            host = np.empty(len(data), np.uint8)
            cuda.memcpy_dtoh(host, allocations[name])
            found[name] = host.tobytes()
        for allocation in allocations.values():
            allocation.free()
        return found
