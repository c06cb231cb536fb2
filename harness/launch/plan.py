"""Plans, compiles, loads, packs and executes the launches of a case.

The signature comes from the compiled code: a declaration that does not fit its kernel is refused before the launch, and
cannot shift every later parameter. Compiled and loaded code is kept in memory, once for a device and a process. So are
failures: a variant that does not compile costs one compilation, not one for each case.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import numpy as np

from ..compiler.artifact import Artifact, CompileRequest, Param
from ..compiler.request import case_request
from ..device.base import FIRST, Device, DeviceInfo, Kernel, LaunchConfig, LaunchResult, Variation
from ..errors import CompileError, HarnessError, LaunchError, PtxError
from ..settings.settings import Settings
from ..variant.case import Case
from ..variant.variant import TRITON, Block, PlannedLaunch, StructArgument, Variant
from .memory import CaseMemory

_Key = TypeVar("_Key")
_Made = TypeVar("_Made")

_NULL = "null"
"""Argument of a parameter that Triton adds."""


class LoadedLaunch(NamedTuple):
    entry: str
    kernel: Kernel
    config: LaunchConfig
    args: tuple[np.generic, ...]


class LoadedCase(NamedTuple):
    """Planned launches of a case with their code compiled and loaded, but without buffers."""

    case: Case
    artifact: Artifact
    plan: tuple[PlannedLaunch, ...]
    kernels: tuple[Kernel, ...]

    def pack(self, memory: CaseMemory) -> tuple[LoadedLaunch, ...]:
        integers, pointers, scalars = self.case.shape.integers, memory.pointers, memory.problem.scalars
        return tuple(
            LoadedLaunch(
                planned.entry,
                kernel,
                config_of(planned),
                arguments_of(self.artifact, planned, integers, pointers=pointers, scalars=scalars),
            )
            for planned, kernel in zip(self.plan, self.kernels, strict=True)
        )


def load_case(case: Case, device: Device, settings: Settings) -> LoadedCase:
    """Plan the launches of a case, compile its code and load it; code of earlier cases is reused."""
    loader = loader_of(device)
    artifact = loader.compile(loader.request_of(case, device.info, settings), device)
    plan = tuple(as_compiled(planned, artifact) for planned in case.plan())
    kernels = tuple(loader.load(artifact, planned.entry, device) for planned in plan)
    # all of them before the first runs: a launch that is refused later has changed nothing
    for planned, kernel in zip(plan, kernels, strict=True):
        device.check_launch(kernel, config_of(planned))
    return LoadedCase(case, artifact, plan, kernels)


def as_compiled(planned: PlannedLaunch, artifact: Artifact) -> PlannedLaunch:
    """Return a launch with the block, shared memory and arguments that the compiler decided on, if it did."""
    convention = artifact.convention
    if convention is None:  # CUDA source, whose launch is as declared
        return planned
    args = (*(planned.args[index] for index in convention.kept), *(_NULL for _ in range(convention.n_hidden)))
    grid, n_ctas = planned.grid, convention.n_ctas
    return replace(
        planned,
        entry=convention.symbol,
        # Each program of the declared grid is a cluster along x.
        grid=(grid[0] * n_ctas, grid[1], grid[2]),
        cluster=(n_ctas, 1, 1) if n_ctas > 1 else planned.cluster,
        args=args,
        block=(convention.n_threads, 1, 1),
        smem_bytes=convention.smem_bytes,
        numbers={**planned.numbers, _NULL: 0},
    )


def config_of(planned: PlannedLaunch) -> LaunchConfig:
    return LaunchConfig(planned.grid, planned.block, planned.smem_bytes, planned.cluster, planned.cooperative)


def launch(launches: Sequence[LoadedLaunch], device: Device, variation: Variation = FIRST) -> LaunchResult:
    results: list[LaunchResult] = []
    for launched in launches:
        results.append(device.launch(launched.kernel, launched.config, launched.args, variation))
        # a later launch would only work on what this one has not finished
        if not results[-1].completed:
            break
    return replace(
        results[-1],
        kernel_us=sum(result.kernel_us for result in results),
        findings=tuple(finding for result in results for finding in result.findings),
        notes=tuple(note for result in results for note in result.notes),
        printed="".join(result.printed for result in results),
    )


# The executor takes PTX, and a GPU its own machine code.
_TARGETS = {"cpu": "ptx", "gpu": "cubin"}


class Loader:
    """The code that one device has compiled and loaded so far; made by `loader_of`."""

    def __init__(self) -> None:
        self._artifacts: dict[CompileRequest, Artifact | HarnessError] = {}
        self._kernels: dict[tuple[CompileRequest, str], Kernel | HarnessError] = {}
        self._requests: dict[
            tuple[int, Block, str], tuple[tuple[str, Settings], Variant, CompileRequest]
        ] = {}

    def request_of(self, case: Case, info: DeviceInfo, settings: Settings) -> CompileRequest:
        if case.variant.language == TRITON:
            return compile_request(case, info, settings)
        key = (id(case.variant), case.block, case.dtype)
        known = self._requests.get(key)
        if known is None or known[0] != (info.arch, settings):
            # The variant is kept alive so that no other one gets its id().
            known = (info.arch, settings), case.variant, compile_request(case, info, settings)
            self._requests[key] = known
        return known[2]

    def compile(self, request: CompileRequest, device: Device) -> Artifact:
        return _kept(self._artifacts, request, lambda: device.compile(request))

    def load(self, artifact: Artifact, entry: str, device: Device) -> Kernel:
        return _kept(self._kernels, (artifact.request, entry), lambda: device.load(artifact, entry))


def _kept(known: dict[_Key, _Made | HarnessError], key: _Key, make: Callable[[], _Made]) -> _Made:
    """Return the value made for a key, or raise its error again: each further case would wait as long to fail."""
    if key not in known:
        try:
            known[key] = make()
        except (CompileError, LaunchError, PtxError) as error:
            known[key] = error
    outcome = known[key]
    if isinstance(outcome, HarnessError):
        raise outcome
    return outcome


# Weak keys: the modules of a dropped device are freed with it.
_LOADERS: weakref.WeakKeyDictionary[Device, Loader] = weakref.WeakKeyDictionary()


def loader_of(device: Device) -> Loader:
    """Return the loader of a device: the same one while the device lives."""
    if device not in _LOADERS:
        _LOADERS[device] = Loader()
    return _LOADERS[device]


def forget_code(device: Device) -> None:
    _LOADERS.pop(device, None)


def compile_request(case: Case, info: DeviceInfo, settings: Settings) -> CompileRequest:
    return case_request(case, arch=info.arch, target=_TARGETS[info.kind], settings=settings)


POINTER_BYTES = 8
"""Width of a device pointer; CUDA has had no 32-bit device code since CUDA 9."""

_FLOATS: Mapping[int, type[np.floating]] = {2: np.float16, 4: np.float32, 8: np.float64}
_INTEGERS: Mapping[int, type[np.signedinteger]] = {1: np.int8, 2: np.int16, 4: np.int32, 8: np.int64}


def arguments_of(
    artifact: Artifact,
    planned: PlannedLaunch,
    integers: Mapping[str, int],
    *,
    pointers: Mapping[str, int],
    scalars: Mapping[str, float] = MappingProxyType({}),
) -> tuple[np.generic, ...]:
    entry, names, numbers = planned.entry, planned.args, {**scalars, **planned.numbers}
    params = artifact.entries.get(artifact.symbol(entry))
    if params is None:
        known = ", ".join(sorted(artifact.entries)) or "none"
        raise LaunchError(
            f"entry point '{entry}' is not in the compiled code (got {known});"
            " name the right one with `entry`: a C++ name such as 'rows::softmax<float>' will do"
        )
    if len(params) != len(names):
        rule = f"`args` must name every parameter of '{entry}', which takes {len(params)}"
        raise LaunchError(f"{rule} (got {len(names)}: {', '.join(names)})")

    def refused(position: int, param: Param, why: str) -> LaunchError:
        kind = {"int": "an integer", "float": "a float", "bytes": "a struct"}[param.kind]
        return LaunchError(
            f"parameter {position + 1} of '{entry}' is {kind} of {param.size_bytes} bytes, {why}"
        )

    def packed(position: int, name: str, param: Param) -> Any:
        size = param.size_bytes
        if name in pointers:
            if param.kind != "int" or size != POINTER_BYTES:
                raise refused(position, param, f"and '{name}' is a pointer of {POINTER_BYTES} bytes")
            return np.uint64(pointers[name])
        value = numbers[name] if name in numbers else integers[name]
        if name in numbers and not (isinstance(value, int) and param.kind == "int"):
            if param.kind != "float" or size not in _FLOATS:
                raise refused(position, param, f"and '{name}' is a float or a double")
            # A number beyond the parameter's format becomes infinity, as IEEE 754 converts it.
            with np.errstate(over="ignore"):
                return _FLOATS[size](value)
        if param.kind != "int" or size not in _INTEGERS:
            raise refused(position, param, f"and '{name}' is an integer")
        limits = np.iinfo(_INTEGERS[size])
        if not limits.min <= value <= limits.max:
            bound = f"at most {limits.max}" if value > 0 else f"at least {limits.min}"
            rule = f"{name} {'<=' if value > 0 else '>='} {limits.max if value > 0 else limits.min}"
            hint = f'use a wider type, or exclude such sizes with `requires = ["{rule}"]`'
            raise refused(position, param, f"which holds {bound} (got {name} = {value}); {hint}")
        return _INTEGERS[size](value)

    def structure(position: int, argument: StructArgument, param: Param) -> np.generic:
        fields = tuple(name for name, _ in argument.fields)
        layout = artifact.layout(entry, position, fields)
        if param.kind != "bytes" or layout is None or layout.size_bytes != param.size_bytes:
            raise refused(position, param, f"and '{argument}' is a structure")
        data = bytearray(param.size_bytes)
        for (field, name), at in zip(argument.fields, layout.fields, strict=True):
            try:
                value = packed(position, name, Param(at.size_bytes, "float" if at.is_real else "int"))
            # the message of a plain parameter would not say that it is a field
            except LaunchError as error:
                raise LaunchError(f"field '{field}' of a structure, taken for a parameter: {error}") from None
            data[at.offset : at.offset + at.size_bytes] = value.tobytes()
        whole: np.generic = np.void(bytes(data))
        return whole

    return tuple(
        structure(position, name, param)
        if isinstance(name, StructArgument)
        else packed(position, name, param)
        for position, (name, param) in enumerate(zip(names, params, strict=True))
    )
