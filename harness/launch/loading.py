"""Compiled and loaded kernels of one device; each is made once per process.

Failures to compile or load are remembered too: a variant that does not compile costs one compilation, not one per
case. These results are kept in memory; the compiler has its own cache on disk.
"""

from __future__ import annotations

import weakref

from ..compiler.artifact import Artifact, CompileRequest
from ..compiler.request import case_request
from ..device.base import Device, DeviceInfo, Kernel
from ..errors import CompileError, LaunchError, PtxError
from ..settings.settings import Settings
from ..variant.case import Case
from ..variant.kernel_launch import TRITON
from ..variant.variant import Block, Variant

_TARGETS = {"cpu": "ptx", "gpu": "cubin"}


class Loader:
    """The code that one device has compiled and loaded so far; made by `loader_of`."""

    def __init__(self) -> None:
        self._artifacts: dict[CompileRequest, Artifact | CompileError] = {}
        self._kernels: dict[tuple[CompileRequest, str], Kernel | LaunchError | PtxError] = {}
        self._requests: dict[
            tuple[int, Block, str], tuple[tuple[str, Settings], Variant, CompileRequest]
        ] = {}

    def request_of(self, case: Case, info: DeviceInfo, settings: Settings) -> CompileRequest:
        """Return the request for the code of a case, made once for a block and type; see `compile_request`."""
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
        """Compile, or return the earlier result of the same request."""
        if request not in self._artifacts:
            try:
                self._artifacts[request] = device.compile(request)
            # kept as well: each further case of the variant would compile as long, to fail
            except CompileError as error:
                self._artifacts[request] = error
        outcome = self._artifacts[request]
        if isinstance(outcome, CompileError):
            raise outcome
        return outcome

    def load(self, artifact: Artifact, entry: str, device: Device) -> Kernel:
        """Load an entry point, or return the earlier result of loading it."""
        key = (artifact.request, entry)
        if key not in self._kernels:
            try:
                self._kernels[key] = device.load(artifact, entry)
            except (LaunchError, PtxError) as error:
                self._kernels[key] = error
        outcome = self._kernels[key]
        if isinstance(outcome, (LaunchError, PtxError)):
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
    """Drop what a device has compiled and loaded, to free its memory."""
    _LOADERS.pop(device, None)


def compile_request(case: Case, info: DeviceInfo, settings: Settings) -> CompileRequest:
    """Return the request for the code of a case on a device."""
    return case_request(case, arch=info.arch, target=_TARGETS[info.kind], settings=settings)
