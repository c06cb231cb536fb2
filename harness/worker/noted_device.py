"""Devices of a worker process that note their long steps on its progress page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from ..compiler.artifact import Artifact, CompileRequest
from ..device.base import Device, Kernel, LaunchConfig, LaunchResult
from .progress import ProgressPage, Stage


class NotedDevice:
    """A device that notes its long steps on a progress page, and passes everything else through."""

    def __init__(self, device: Device, progress: ProgressPage) -> None:
        self._device = device
        self._progress = progress

    def __getattr__(self, name: str) -> Any:
        return getattr(self._device, name)

    def compile(self, request: CompileRequest) -> Artifact:
        """Compile; see ``Device.compile``."""
        with self._progress.during(Stage.COMPILE, request.path.name):
            return self._device.compile(request)

    def load(self, artifact: Artifact, entry: str) -> Kernel:
        """Load; see ``Device.load``."""
        with self._progress.during(Stage.LOAD, entry):
            return self._device.load(artifact, entry)

    def check_launch(self, kernel: Kernel, config: LaunchConfig) -> None:
        """Check a launch, for which ``cpu`` may ask ptxas; see ``Device.check_launch``."""
        with self._progress.during(Stage.COMPILE, kernel.name):
            self._device.check_launch(kernel, config)

    def launch(
        self, kernel: Kernel, config: LaunchConfig, args: Sequence[np.generic], **options: Any
    ) -> LaunchResult:
        """Launch; see ``Device.launch``."""
        with self._progress.during(Stage.LAUNCH, kernel.name):
            return self._device.launch(kernel, config, args, **options)

    def launch_counted(self, kernel: Kernel, config: LaunchConfig, args: Sequence[np.generic]) -> Any:
        """Launch and count; see ``harness.device.cpu.ptx_cpu.PtxCpu.launch_counted``."""
        with self._progress.during(Stage.LAUNCH, kernel.name):
            return cast(Any, self._device).launch_counted(kernel, config, args)

    def launch_for_branches(self, kernel: Kernel, config: LaunchConfig, args: Sequence[np.generic]) -> Any:
        """Launch and count branches; see ``harness.device.cpu.ptx_cpu.PtxCpu.launch_for_branches``."""
        with self._progress.during(Stage.LAUNCH, kernel.name):
            return cast(Any, self._device).launch_for_branches(kernel, config, args)

    def launch_recorded(
        self, kernel: Kernel, config: LaunchConfig, args: Sequence[np.generic], *options: Any
    ) -> Any:
        """Launch and record; see ``harness.device.cpu.ptx_cpu.PtxCpu.launch_recorded``."""
        with self._progress.during(Stage.LAUNCH, kernel.name):
            return cast(Any, self._device).launch_recorded(kernel, config, args, *options)
