"""A device without a compiler and without an executor: softmax in NumPy on the bytes of its own memory.

What a kernel would do is done here by `FakeDevice.launch`, from nothing but the packed arguments and the
memory that they point to, so everything between a declaration and a verdict runs as it does on a real
device. A fault makes the "kernel" wrong in one known way; a file whose text holds ``fake-fault: NAME`` has
that fault on every fake device.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from harness.compiler.artifact import Artifact, CompileRequest, Param
from harness.device.base import (
    FIRST,
    DeviceBuffer,
    DeviceInfo,
    FunctionAttributes,
    Kernel,
    LaunchConfig,
    LaunchResult,
    Variation,
)
from harness.errors import CompileError, DeviceError, LaunchError, PtxError
from harness.operation.precision.rounding import float_format
from harness.ptx.memory import Allocation
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import load_variant
from harness.verdict import Finding, Reason

FAULTS = (
    "compile-error", "load-error", "unsupported-instruction", "missing-entry", "extra-parameter",
    "narrow-pointer", "launch-error", "crash", "hang", "finding", "wrong-value", "unwritten",
    "input-modified", "oob-write", "keyboard-interrupt", "bug", "wrong-after-9", "row-sum",
    "nondeterministic", "row-dependence", "permutation-variance", "shift-variance", "late-oob-write",
    "late-hang",
)  # fmt: skip

_KEYS = {
    "summary": '"A kernel that only the fake device runs."',
    "source": '"this test"',
    "args": '["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]',
    "block": "[[32]]",
    "grid": '"n_rows"',
}

_BASE = 0x7F00_0000_0000
_MARK = re.compile(r"fake-fault:\s*([a-z0-9-]+)")


def write_kernel(
    folder: Path, stem: str = "softmax_fake", *lines: str, fault: str = "", **keys: str | None
) -> Path:
    """Write a .cu file that the fake device runs: the usual keys, changed by keyword (None: left out), then TOML."""
    given = {key: value for key, value in {**_KEYS, **keys}.items() if value is not None}
    toml = [*(f"{key} = {value}" for key, value in given.items()), *lines]
    mark = [f"// fake-fault: {fault}"] if fault else []
    text = ["// /// variant", *(f"// {line}" for line in toml), "// ///", *mark, ""]
    path = folder / f"{stem}.cu"
    path.write_text("\n".join(text), encoding="utf-8")
    return path


@dataclass(frozen=True)
class FakeKernel:
    """What `FakeDevice.load` gives: the declared arguments and the element type, from the compile request."""

    name: str
    args: tuple[str, ...]
    dtype: str
    fault: str
    attributes: FunctionAttributes = field(default_factory=FunctionAttributes)


@dataclass(eq=False)
class FakeDevice:
    """A device in host memory.

    `kind`: what it pretends to be. `fault`: one of `FAULTS` for every kernel, or empty. `observes`: reason codes it
    claims to see. `memory_bytes`: all the memory that it claims to have. `is_schedulable`: whether it claims that
    its order can be chosen. `kept`: variables in which it claims that launches leave values.
    """

    kind: str = "cpu"
    fault: str = ""
    observes: tuple[str, ...] = ()
    memory_bytes: int | None = None
    is_schedulable: bool = False
    variations: list[Variation] = field(default_factory=list)
    compiled: list[CompileRequest] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)
    kept: Sequence[Allocation] = ()
    n_launches: int = 0
    n_freed: int = 0
    closed: bool = False
    memory: dict[int, NDArray[np.uint8]] = field(default_factory=dict)
    _next: int = _BASE

    @property
    def schedules(self) -> list[int | None]:
        return [variation.schedule for variation in self.variations]

    @property
    def perturbations(self) -> list[int | None]:
        return [variation.perturbation for variation in self.variations]

    @property
    def moves(self) -> list[bool]:
        return [variation.moved for variation in self.variations]

    @property
    def info(self) -> DeviceInfo:
        return DeviceInfo(
            kind=self.kind, name="fake processor", arch="sm_90", compiler="fakec 1.0", cuda="13.0",
            driver="" if self.kind == "cpu" else "999.1", observes=self.observes,
            memory_bytes=self.memory_bytes, is_schedulable=self.is_schedulable,
        )  # fmt: skip

    def compile(self, request: CompileRequest) -> Artifact:
        self.compiled.append(request)
        fault = self._fault_of(request)
        if fault == "compile-error":
            name = request.path.name
            raise CompileError(f"{name} does not compile", log=f"{name}(7): error: no such thing")
        variant = load_variant(request.path)
        pointers = {"inp", "out", *(scratch.name for scratch in variant.scratch)}
        entries = {}
        for launch in variant.launches:
            params = [Param(8 if name in pointers else 4, "int") for name in launch.args]
            if fault == "extra-parameter":
                params.append(Param(4, "int"))
            if fault == "narrow-pointer":
                params[launch.args.index("inp")] = Param(4, "int")
            entries["another" if fault == "missing-entry" else launch.entry] = tuple(params)
        return Artifact(request, b"fake", "fakec 1.0", entries=entries)

    def load(self, artifact: Artifact, entry: str) -> FakeKernel:
        self.loaded.append(entry)
        fault = self._fault_of(artifact.request)
        if fault == "load-error":
            raise LaunchError(f"no entry {entry}")
        if fault == "unsupported-instruction":
            raise PtxError("instruction not known (got wgmma.mma_async)", line=42)
        variant = load_variant(artifact.request.path)
        args = next(launch.args for launch in variant.launches if launch.entry == entry)
        prefix = "KH_DTYPE_"
        macro = next(name for name, _ in artifact.request.defines if name.startswith(prefix))
        return FakeKernel(entry, args, macro.removeprefix(prefix).lower(), fault)

    def check_launch(self, kernel: FakeKernel, config: LaunchConfig) -> None:
        """Accept every launch."""

    def allocate(
        self,
        size_bytes: int,
        label: str,
        ranges: Sequence[tuple[int, int]] | None = None,
        is_input: bool = False,
    ) -> DeviceBuffer:
        buffer = DeviceBuffer(self._next, size_bytes, label)
        for start, stop in ranges or [(0, size_bytes)]:
            self.memory[self._next + start] = np.zeros(stop - start, np.uint8)
        # At least one byte apart, or two buffers of no bytes would have one address.
        self._next += -(-max(size_bytes, 1) // 256) * 256
        return buffer

    def free_all(self) -> None:
        self.n_freed += 1
        self.memory.clear()

    def copy_in(
        self,
        buffer: DeviceBuffer,
        data: NDArray[np.uint8],
        offset_bytes: int = 0,
        defined: NDArray[np.bool_] | None = None,
    ) -> None:
        self._bytes(buffer.address + offset_bytes, data.size)[...] = data

    def copy_out(
        self, buffer: DeviceBuffer, offset_bytes: int = 0, size_bytes: int | None = None
    ) -> NDArray[np.uint8]:
        size = buffer.size_bytes - offset_bytes if size_bytes is None else size_bytes
        return self._bytes(buffer.address + offset_bytes, size).copy()

    def launch(
        self, kernel: Kernel, config: LaunchConfig, args: Sequence[np.generic], variation: Variation = FIRST
    ) -> LaunchResult:
        assert isinstance(kernel, FakeKernel)
        self.n_launches += 1
        self.variations.append(variation if self.is_schedulable else FIRST)
        if kernel.fault in _RAISED:
            raise _RAISED[kernel.fault]
        if kernel.fault == "hang":
            return LaunchResult(kernel_us=99.0, hung=True)
        values = {name: int(value) for name, value in zip(kernel.args, args, strict=True)}
        values.setdefault("n_rows", config.grid[0])
        self._softmax(kernel, values)
        seen = Finding(
            Reason.OOB_READ,
            "read of 4 bytes behind inp",
            kernel=kernel.name,
            block=(0, 0, 0),
            thread=(3, 0, 0),
        )
        findings = (seen,) if kernel.fault == "finding" else ()
        hung = kernel.fault == "late-hang" and self.n_launches > 1
        return LaunchResult(kernel_us=10.0 + self.n_launches, findings=findings, hung=hung)

    def kept_variables(self, kernels: Sequence[Kernel]) -> Sequence[Allocation]:
        return self.kept if self.n_launches else ()

    def new_lines(self, kernels: Sequence[Kernel], file: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return (), ()

    def close(self) -> None:
        self.closed = True

    def _fault_of(self, request: CompileRequest) -> str:
        marked = _MARK.search(request.path.read_text(encoding="utf-8"))
        fault = marked[1] if marked else self.fault
        assert fault in ("", *FAULTS), fault
        return fault

    def _softmax(self, kernel: FakeKernel, values: dict[str, int]) -> None:
        n_rows, n_cols = values["n_rows"], values["n_cols"]
        inp = self._rows(values["inp"], n_rows, n_cols, values["inp_stride"], kernel.dtype)
        out = self._rows(values["out"], n_rows, n_cols, values["out_stride"], kernel.dtype)
        with np.errstate(invalid="ignore", over="ignore", under="ignore"):
            exact = np.stack(inp).astype(np.float64)
            largest = exact.max(axis=1, keepdims=True)
            if kernel.fault == "row-dependence":
                largest = exact.max(keepdims=True)
            powers = np.exp(exact - largest)
            result = powers / powers.sum(axis=1, keepdims=True)
        self._spoil(kernel.fault, result, exact)
        n_written = n_cols - 1 if kernel.fault == "unwritten" else n_cols
        for row, values_of_row in zip(out, result, strict=True):
            row[:n_written] = values_of_row[:n_written].astype(row.dtype)
        if kernel.fault == "input-modified":
            inp[0][0] = 0
        if kernel.fault == "oob-write" or (kernel.fault == "late-oob-write" and self.n_launches > 1):
            end = values["out"] + ((n_rows - 1) * values["out_stride"] + n_cols) * out[0].itemsize
            self._bytes(end, out[0].itemsize)[...] = 0

    def _spoil(self, fault: str, result: NDArray[np.float64], exact: NDArray[np.float64]) -> None:
        """Make right results wrong, some of them only so little that no element shows it."""
        if fault == "wrong-value" or (fault == "wrong-after-9" and self.n_launches > 9):
            result[-1, -1] *= 1.5
        if fault == "nondeterministic" and self.n_launches % 2 == 0:
            result *= 1 + 2.0**-22
        if fault == "row-sum":
            # more than the 33 roundings of a sum of 33 and a division, less than those and an exponential
            result *= 1 + 34 * 2.0**-24
        if fault == "permutation-variance":
            # no row has its largest element in column 1 before its columns are moved
            result[exact.argmax(axis=1) == 1] *= 1.01
        if fault == "shift-variance":
            result[exact.max(axis=1) > 256] *= 1.01

    def _rows(
        self, address: int, n_rows: int, n_cols: int, stride: int, dtype: str
    ) -> list[NDArray[np.generic]]:
        numpy_type = float_format(dtype).dtype
        size = n_cols * numpy_type.itemsize
        starts = (address + row * stride * numpy_type.itemsize for row in range(n_rows))
        return [self._bytes(start, size).view(numpy_type) for start in starts]

    def _bytes(self, address: int, size_bytes: int) -> NDArray[np.uint8]:
        base = max(start for start in self.memory if start <= address)
        data = self.memory[base][address - base : address - base + size_bytes]
        assert data.size == size_bytes, "the fake kernel itself is out of bounds"
        return data


_RAISED: dict[str, BaseException] = {
    "launch-error": LaunchError("block too large (got 4096)"),
    "crash": DeviceError("the CUDA context died of CUDA_ERROR_ILLEGAL_ADDRESS"),
    "keyboard-interrupt": KeyboardInterrupt(),
    "bug": ZeroDivisionError("a bug of the harness"),
}


def open_fake_gpu(settings: Settings) -> FakeDevice:
    """Stand in for ``harness.run.session.open_gpu``; importable by name, as a worker process needs it."""
    del settings
    return FakeDevice(kind="gpu")


def open_no_gpu(settings: Settings) -> FakeDevice:
    """Stand in for ``harness.run.session.open_gpu`` on a machine without a GPU."""
    del settings
    raise DeviceError("the gpu device is not available on this machine; missing: driver")
