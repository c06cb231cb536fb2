"""Launches of kernels: arguments from host memory, the executor's run, faults as the hardware reports them."""

from __future__ import annotations

import ctypes
import math
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ...compiler.source.file_names import shown_path
from ...device.base import MAX_REGISTERS, REGISTERS_PER_SM, STATIC_SHARED_BYTES, WARP, LaunchConfig, allocated
from ...device.observation import OF_TRITON, is_reported, without_copies
from ...errors import CompileError, LaunchError, PtxError
from ...measure.occupancy import occupancy
from ...ptx.ir.kernel_code import KernelCode
from ...ptx.launch.launch_report import LaunchReport
from ...ptx.limits import MAX_CLUSTER_BLOCKS, PORTABLE_CLUSTER
from ..call import CudaError, fail_if, load
from ..cuda_header import CU, Code, Pointer
from ..findings import KernelTotal, PythonLine, kernel_finding, python_line
from .copies import CopyingGpu
from .state import Buffer, CudaStream, Function

if TYPE_CHECKING:
    from ...undeclared.recording import Recorder

# Reason code of a store to a mapping that kernels may only read: no other memory here is an input.
_READ_ONLY = "input-modified"
REGISTERS = 32
"""Registers of a thread that the driver states for every kernel if there is no ptxas, which allocates them."""
# Threads of a block whose registers always fit: ptxas need not run.
_NEVER_REFUSED = REGISTERS_PER_SM // (MAX_REGISTERS + 1)

# Errors that a fault leaves in the context, by its reason. Other faults leave none on a GPU either.
_ERRORS = {
    "oob-read": Code.ILLEGAL_ADDRESS, "oob-write": Code.ILLEGAL_ADDRESS,
    "misaligned-access": Code.MISALIGNED_ADDRESS, "trap": Code.LAUNCH_FAILED, "device-assert": Code.ASSERT,
    "hang": Code.LAUNCH_TIMEOUT, "stack-overflow": Code.HARDWARE_STACK_ERROR,
}  # fmt: skip


# Errors of launches beyond a limit, and what a program can do, by `Excess.of`.
_REFUSALS = {
    "registers": Code.LAUNCH_OUT_OF_RESOURCES,
    "cluster": Code.INVALID_CLUSTER_SIZE,
    "whole clusters": Code.INVALID_CLUSTER_SIZE,
}
_STEP_BUDGET = (
    "not run: step budget: a warp executed {0} instructions in loops that may end, and the launch ended with "
    "CUDA_ERROR_LAUNCH_TIMEOUT; raise the setting step_budget, or run it by kernel-harness run --step-budget N "
    "(got {0})"
)
_ADVICE = {
    "cluster": f"more than {PORTABLE_CLUSTER} need the function's attribute NON_PORTABLE_CLUSTER_SIZE_ALLOWED, and "
    f"none has more than {MAX_CLUSTER_BLOCKS}",
    "static": "use dynamic shared memory",
    "shared": "more than 48 KiB in all needs the function's attribute MAX_DYNAMIC_SHARED_SIZE_BYTES",
}


def shape_of(params: Any) -> LaunchConfig:
    grid = params.gridDimX, params.gridDimY, params.gridDimZ
    return LaunchConfig(grid, (params.blockDimX, params.blockDimY, params.blockDimZ), params.sharedMemBytes)


def read_arguments(code: KernelCode, pointers: Pointer) -> list[bytes]:
    fail_if(code.params and not pointers, Code.INVALID_VALUE, "the kernel takes arguments and got none")
    places = range(pointers, pointers + 8 * len(code.params), 8)
    return [ctypes.string_at(load(at), each.size_bytes) for at, each in zip(places, code.params, strict=True)]


def _words(argument: bytes) -> list[int]:
    return [int.from_bytes(argument[at : at + 8], "little") for at in range(0, len(argument) - 7, 8)]


def _error(report: LaunchReport) -> int | None:
    for fault in report.faults:
        if not fault.is_info and fault.reason in _ERRORS:
            return _ERRORS[fault.reason]
    if report.completed:
        return None
    # a barrier that can never open ends no launch on a GPU: programs see the watchdog's error
    return Code.LAUNCH_TIMEOUT if report.faults else Code.LAUNCH_FAILED


def most_cluster_blocks(function: Function) -> int:
    """Return how many blocks a cluster may have, by the function's attribute for sizes that are not portable."""
    is_allowed = function.attributes.get(CU.FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED)
    return MAX_CLUSTER_BLOCKS if is_allowed else PORTABLE_CLUSTER


class LaunchingGpu(CopyingGpu):
    """Launches of kernels."""

    def kernel_code(self, function: Function) -> KernelCode:
        """Return a kernel's code; NOT_SUPPORTED, with a finding, if the executor cannot run the kernel."""
        if function.code is not None:
            return function.code
        try:
            function.code = function.module.program.kernel(function.name, counting=self.watch.counts)[0]
            return function.code
        except PtxError as error:
            self.report("unsupported-instruction", f"not run: {error}", kernel=function.name)
            raise CudaError(Code.NOT_SUPPORTED, str(error)) from error

    def read_extra(self, code: KernelCode, extra: Pointer) -> list[bytes]:
        values = {}
        at = extra
        while key := load(at):
            values[key] = load(at + 8)
            at += 16
        size, start = load(values.get(CU.LAUNCH_PARAM_BUFFER_SIZE, 0)), CU.LAUNCH_PARAM_BUFFER_POINTER
        return self.split_arguments(code, ctypes.string_at(values.get(start, 0), size))

    def split_arguments(self, code: KernelCode, data: bytes) -> list[bytes]:
        """Split a buffer of arguments; report a buffer that is not as large as the kernel's parameters."""
        places = [(code.frame.params[param.name], param) for param in code.params]
        needed = max((at + param.size_bytes for at, param in places), default=0)
        if len(data) != needed:
            layout = ", ".join(f"{param.type} at {at}" for at, param in places)
            self.report(
                "argument-size",
                f"the arguments take {len(data)} bytes and the kernel's parameters {needed} ({layout}): an argument "
                "is missing, or has a type of another size",
                kernel=code.name,
            )
        fail_if(len(data) < needed, Code.INVALID_VALUE)
        if len(data) == needed:
            self.check_doubles(code, data)
        return [data[at:][: param.size_bytes] for at, param in places]

    def launch(
        self, function: Function, shape: LaunchConfig, stream: CudaStream, arguments: Sequence[bytes]
    ) -> None:
        """Run a grid. A fault is reported, and later calls give its error, as after an asynchronous launch."""
        line = python_line()
        code = self.kernel_code(function)
        self._check_shape(function, code, shape)  # a refused launch is not an operation of its stream
        self.begin(stream)
        # any word of the arguments may be a pointer, also one inside of a structure
        reached = self._pointed_to(arguments)
        for buffer in reached:
            self.deliver_to(buffer.address, buffer.size_bytes)
            self.check_sources_in(buffer.address, buffer.size_bytes)
        has_streams = len(self.streams(self.context)) > 1
        stored: set[int] = set()
        if has_streams or any(buffer.elements for buffer in reached):
            stored = self.check_elements(function, code, arguments)
        # with one stream nothing can race: the copies and the comparison are left out
        before = [buffer.allocation.data.copy() for buffer in reached] if has_streams else []
        if self.recorder is not None:
            self._record(self.recorder, function, shape, arguments, line)
        # Before the launch: a process that is killed in it has launched, too.
        self.log.kernels.add(KernelTotal(function.name, launches=1))
        number = self.log.kernels.launches
        try:
            # a process begins with a quick form of the runtime: it is optimised once launches have taken long
            self.executor.runtime.improve()
            report = self.executor.launch(
                function.module.program,
                function.name,
                shape.grid,
                shape.block,
                arguments,
                shape.smem_bytes,
                self.watch,
                cluster=shape.cluster,
                cooperative=shape.cooperative,
            )
        except LaunchError as error:
            self.report("launch-error", str(error), function.name, launch=number)
            raise CudaError(Code.INVALID_VALUE, str(error)) from error
        except PtxError as error:
            self.report("unsupported-instruction", f"not run: {error}", function.name, launch=number)
            raise CudaError(Code.NOT_SUPPORTED, str(error)) from error
        for index, buffer in enumerate(reached):
            changes = not before or not np.array_equal(buffer.allocation.data, before[index])
            repeats = not changes and buffer.address in stored
            self.check_order(buffer, stream, "may use", changes=changes, repeats=repeats)
            if changes and has_streams:
                self.note_write(buffer, stream)
        if report.printed:
            sys.stdout.write(report.printed)
            sys.stdout.flush()
        if report.counts is not None:
            counts = report.counts
            self.log.kernels.add(KernelTotal(function.name, 0, 1, counts.total, counts.block_barriers))
        for fault in report.faults:
            # in a loop that counts it has used up its steps, and may have ended later
            if fault.reason == "hang" and function.module.program.loop_counts(function.name, fault.ptx_line):
                text = _STEP_BUDGET.format(self.executor.step_budget)
                self.report("step-budget", text, function.name, is_note=True, launch=number, python=line)
            elif is_reported(fault.reason, self.settings):
                if function.module.text.endswith(OF_TRITON):
                    fault = without_copies(fault)
                is_note = fault.is_info and fault.reason != _READ_ONLY
                self.log.add(kernel_finding(fault, function.name, number, line), is_note)
        self.context.error = _error(report)

    def _record(
        self,
        recorder: Recorder,
        function: Function,
        shape: LaunchConfig,
        arguments: Sequence[bytes],
        line: PythonLine,
    ) -> None:
        module = function.module
        words = (word for argument in arguments for word in _words(argument))
        if ".texref" in module.text or any(self.executor.textures.address(word) != word for word in words):
            recorder.leave_out("a texture or a surface")
            return
        memory, variables = self.executor.memory.allocations, module.program.variables
        place = f"{shown_path(Path(line.file))}:{line.line}" if line.file else ""
        recorder.record(function.name, module.text, shape, arguments, memory, variables, place)

    def _check_shape(self, function: Function, code: KernelCode, shape: LaunchConfig) -> None:
        static, threads = code.frame.static_shared_bytes, math.prod(shape.block)
        limits = replace(
            self.profile.limits,
            threads_per_block=code.limits.max_threads or self.profile.limits.threads_per_block,
            shared_bytes=static + self.most_dynamic_bytes(function),
            cluster_blocks=most_cluster_blocks(function),
        )
        # ptxas takes long, and sees to the registers within the launch bounds
        is_asked = max(_NEVER_REFUSED, code.limits.max_threads) < threads <= limits.threads_per_block
        registers = self.known_registers(function) if is_asked else None
        for excess in limits.excesses(shape, static, registers):
            text = "; ".join(filter(None, (excess.rule, _ADVICE.get(excess.of, excess.advice))))
            self._refuse_launch(function, text, _REFUSALS.get(excess.of, Code.INVALID_VALUE))
        if shape.cooperative:
            self._check_resident(function, shape)

    def known_registers(self, function: Function) -> int:
        """Return the registers of a thread as ptxas allocates them; `REGISTERS` if there is no ptxas for the code."""
        from ...compiler.compilation import read_resources
        from ...compiler.ptx_file import assemble

        module = function.module
        if module.registers is None:
            arch = self.profile.arch
            try:
                log = assemble(module.text.encode(), arch, "the module", self.executor.runtime.cache)[1]
            except CompileError:
                log = ""
            resources = read_resources(log, arch)
            module.registers = {name: found.registers for name, found in resources.items()}
        registers = module.registers.get(function.name, REGISTERS)
        return min(registers, module.max_registers or registers)

    def most_threads(self, function: Function) -> int:
        """Return the most threads of a block: its launch bounds, or as many as have room for their registers."""
        code = self.kernel_code(function)
        if code.limits.max_threads:
            return code.limits.max_threads
        registers = self.known_registers(function)
        sizes = range(self.profile.limits.threads_per_block, 0, -WARP)
        return next(threads for threads in sizes if allocated(registers, threads) <= REGISTERS_PER_SM)

    def most_dynamic_bytes(self, function: Function) -> int:
        usual = STATIC_SHARED_BYTES - self.kernel_code(function).frame.static_shared_bytes
        return max(function.attributes.get(CU.FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, usual), 0)

    def resident_blocks(self, function: Function, threads: int, dynamic_bytes: int) -> int:
        shared = self.kernel_code(function).frame.static_shared_bytes + dynamic_bytes
        registers, arch = self.known_registers(function), self.profile.arch
        return occupancy(arch, block_threads=threads, registers=registers, shared_bytes=shared).blocks

    def _check_resident(self, function: Function, shape: LaunchConfig) -> None:
        blocks = self.resident_blocks(function, math.prod(shape.block), shape.smem_bytes)
        most, n_blocks = blocks * self.profile.multiprocessors, math.prod(shape.grid)
        if n_blocks > most:
            text = f"a cooperative grid of these blocks may have at most {most} (got {n_blocks})"
            self._refuse_launch(function, text, Code.COOPERATIVE_LAUNCH_TOO_LARGE)

    def _refuse_launch(self, function: Function, message: str, code: int) -> NoReturn:
        self.report("launch-error", message, function.name)
        raise CudaError(code, message)

    def _pointed_to(self, arguments: Sequence[bytes]) -> list[Buffer]:
        """Return the buffers that arguments point into, and those of the texture and surface objects that they name."""
        buffers: dict[int, Buffer] = {}
        for argument in arguments:
            for word in _words(argument):
                buffer = self.memory.at(self.executor.textures.address(word))
                if buffer is not None:
                    buffers[buffer.address] = buffer
        return list(buffers.values())
