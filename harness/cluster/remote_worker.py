"""A worker on a host of a cluster: holds the harness's own worker process and runs the cases of each task in it.

A kernel that crashes or hangs ends that process only, within the same deadlines as on one machine. Answers are JSON:
the driver evaluates nothing that comes from a host.
"""

from __future__ import annotations

import contextlib
import dataclasses
import io
import json
import os
import time
from pathlib import Path
from typing import Any

from .. import __version__
from ..errors import HarnessError
from ..run.result_json import result_document
from ..run.session import WorkerRunner
from ..settings.settings import Settings
from ..store.disk_cache import content_key
from ..store.sources import sources_digest
from ..variant.case import Case
from ..variant.variant import Variant
from ..worker.channel import Task
from .bundle import Unpacked

MOST_OUTPUT_CHARACTERS = 1 << 20
"""A task passes on so much of its kernels' output."""
FAILED = "failed"
"""Key of an answer that says why the device is gone; empty if it is there."""


@dataclasses.dataclass(frozen=True)
class RemoteStart:
    """What a worker needs to open its device.

    Parameters
    ----------
    kind : {"cpu", "gpu"}
        Device that it opens.
    settings : Settings
        The driver's settings.
    task : Task
        Functions that open the device and run a case.
    """

    kind: str
    settings: Settings
    task: Task


def software() -> str:
    """Return the version of this package and a digest of its sources, in one line: all hosts must have the same."""
    package = (__package__ or "").rpartition(".")[0]
    return f"{__version__} ({content_key(sources_digest(package))[:12]})"


class RemoteWorker:
    """One worker of a run; a process of its own holds each, and calls one method at a time."""

    def __init__(self) -> None:
        self._variants: tuple[Variant, ...] = ()
        self._unpacked: Unpacked | None = None
        self._runner: WorkerRunner | None = None

    def open(self, folders: tuple[str, ...], start: bytes, wanted: str) -> bytes:
        """Open the device, and answer with its description.

        Parameters
        ----------
        folders : tuple of str
            From `harness.cluster.bundle.folders_of`.
        start : bytes
            A `RemoteStart` from `harness.cluster.bundle.pack`.
        wanted : str
            What `software` says on the driver.

        Returns
        -------
        bytes
            JSON: ``info`` (the device, or null), ``failed`` (why there is none) and ``pid``.
        """
        found = software()
        if found != wanted:
            why = (
                f"every host must have the same kernel-harness (got {found} on the host, and {wanted} here);"
                " install the same there"
            )
            return _json({"info": None, FAILED: why, "pid": os.getpid()})
        self._unpacked = Unpacked(folders)
        given: RemoteStart = self._unpacked.load(start)
        os.chdir(self._unpacked.cwd)
        self._runner = WorkerRunner(given.kind, _on_this_host(given.settings), given.task)
        info = self._runner.info
        return _json(
            {
                "info": None if info is None else dataclasses.asdict(info),
                FAILED: self._unpacked.without_root(self._runner.unavailable),
                "pid": os.getpid(),
            }
        )

    def prepare(self, files: dict[str, bytes], variants: bytes) -> None:
        """Write the user's files, and read the variants that the following cases refer to by number.

        Parameters
        ----------
        files : dict of str to bytes
            From `harness.cluster.bundle.collect`.
        variants : bytes
            A tuple of Variant from `harness.cluster.bundle.pack`.
        """
        assert self._unpacked is not None
        self._unpacked.add(files)
        self._variants = self._unpacked.load(variants)

    def run(self, request: bytes) -> bytes:
        """Run cases.

        Parameters
        ----------
        request : bytes
            A sequence of cases from `harness.cluster.bundle.pack`.

        Returns
        -------
        bytes
            JSON: ``results``, ``failed`` (why the device is gone), ``said`` (the output of kernels), ``elapsed_s``.
        """
        runner = self._runner
        assert runner is not None
        assert self._unpacked is not None
        began = time.monotonic()
        cases: tuple[Case, ...] = self._unpacked.load(request, self._variants)
        output = io.StringIO()
        with contextlib.redirect_stderr(output):
            results = [result_document(result) for result in runner.run_all(cases)]
        answer = {
            "results": results,
            FAILED: runner.unavailable,
            "said": output.getvalue()[:MOST_OUTPUT_CHARACTERS],
            "elapsed_s": time.monotonic() - began,
        }
        return self._unpacked.without_root(json.dumps(answer)).encode("ascii")

    def close(self) -> None:
        """End the worker process at once and remove the files; another thread may be in `run`."""
        runner, self._runner = self._runner, None
        if runner is not None:
            runner.break_off()
        if self._unpacked is not None:
            self._unpacked.close()


def _on_this_host(settings: Settings) -> Settings:
    """Return the driver's settings with what belongs to a host: its cache, its GPU and its share of cores."""
    own: dict[str, Any] = {"cpu_threads": 1, "cpu_workers": 1, "gpu_index": 0, "gpu_count": 1}
    if "cache_dir" not in settings.given:
        with contextlib.suppress(HarnessError):
            own["cache_dir"] = Settings.load(Path("/")).cache_dir
    return dataclasses.replace(settings, **own)


def _json(answer: dict[str, Any]) -> bytes:
    return json.dumps(answer).encode("ascii")
