"""Records what every form of every instruction gives on a GPU: ``python -m tests.agreement.record_gpu_vectors OUT``.

The forms are assembled by NVIDIA's ``ptxas`` (what it refuses is recorded as refused, with its message) and launched in
a child process. A module that ends the child is taken apart until the form that did it stands alone; that one is
recorded as failed. What was recorded before is written in any case.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import click
import numpy as np

from harness.compiler.artifact import Artifact, CompileRequest, Param
from harness.device.base import Device, LaunchConfig
from harness.device.selection import open_device
from harness.errors import HarnessError
from harness.settings.settings import Settings, usable_cores
from tests.agreement.form_modules import (
    ENTRY,
    ROOT,
    WORDS,
    Batch,
    Recording,
    Results,
    batches,
    results,
    text,
    write,
)
from tests.agreement.instruction_forms import forms

OPENING_DEADLINE_S = 120.0
ANSWER_DEADLINE_S = 15.0
RECORDING_DEADLINE_S = 400.0
"""Whole recording; what it does not reach is recorded as failed."""


def main(arguments: list[str] | None = None) -> int:
    """Record into a folder; 0 where every form was recorded or refused."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="folder for the files")
    parser.add_argument("--ptxas", help="the assembler; found by itself otherwise")
    parser.add_argument(
        "--device", choices=("gpu", "cpu"), default="gpu", help="cpu is for trying this script"
    )
    options = parser.parse_args(arguments)
    ptxas = options.ptxas or find_ptxas()
    if ptxas is None:
        parser.error("ptxas was not found: put it on PATH, set CUDA_HOME, or name it with --ptxas")
    start = time.perf_counter()
    todo = batches(forms())
    assembled = assemble_all(ptxas, todo, usable_cores())
    refused = {name: message for each in assembled for name, message in each.refused.items()}
    n_forms = sum(len(batch.forms) for batch in todo)
    click.echo(f"{n_forms} forms, {len(refused)} refused, assembled in {time.perf_counter() - start:.1f} s")
    runner = Runner(options.device)
    try:
        runner.record([each for each in assembled if each.batch.forms], ptxas)
    finally:
        runner.close()
        made_with = {
            **runner.info,
            "ptxas": version(ptxas),
            "script": "tests/agreement/record_gpu_vectors.py",
        }
        order = [form.name for form in forms()]
        found = {name: runner.results[name] for name in order if name in runner.results}
        if found:
            write(options.out, Recording(made_with, {}, found, refused, runner.failed))
    lost = n_forms - len(refused) - len(found)
    click.echo(f"{len(found)} forms recorded, {lost} failed, {time.perf_counter() - start:.1f} s")
    for name, why in sorted(runner.failed.items()):
        click.echo(f"failed: {name}: {why}")
    return 1 if lost else 0


class Runner:
    """A child process that launches modules, and what it gave; replaced when it dies."""

    def __init__(self, device: str) -> None:
        self.info: dict[str, str] = {}
        self.results: Results = {}
        self.failed: dict[str, str] = {}
        self._device = device
        self._context = multiprocessing.get_context("spawn")
        self._child: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None

    def record(self, assembled: list[Assembled], ptxas: str) -> None:
        """Run all modules; those that fail are halved and tried again."""
        todo = deque(assembled)
        stop = time.perf_counter() + RECORDING_DEADLINE_S
        while todo:
            each = todo.popleft()
            if time.perf_counter() > stop:
                why = f"not reached within {RECORDING_DEADLINE_S:.0f} s"
                self.failed.update(dict.fromkeys((form.name for form in each.batch.forms), why))
                continue
            why = self._run(each)
            if not why:
                continue
            self.close()
            if len(each.batch.forms) == 1:
                self.failed[each.batch.forms[0].name] = why
                continue
            todo.extendleft(assemble_all(ptxas, reversed(list(_halves(each.batch))), 2))

    def close(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child.join()
        self._child = self._pipe = None

    def _run(self, each: Assembled) -> str:
        """Return why a module failed, empty where its results are noted."""
        if self._pipe is None:
            self._pipe, theirs = self._context.Pipe()
            self._child = self._context.Process(target=_serve, args=(self._device, theirs), daemon=True)
            self._child.start()
            theirs.close()
            try:
                self.info = self._answer(OPENING_DEADLINE_S) or self.info
            except EOFError:
                raise SystemExit(
                    f"the {self._device} device could not be opened; its message is above"
                ) from None
        try:
            self._pipe.send(each)
            answer = self._answer()
        except (EOFError, OSError) as error:
            return f"the process that launched it ended ({type(error).__name__})"
        if answer is None:
            return f"no answer within {ANSWER_DEADLINE_S:.0f} s"
        found, why = answer
        self.results.update(found)
        return str(why)

    def _answer(self, deadline_s: float = ANSWER_DEADLINE_S):  # type: ignore[no-untyped-def]
        assert self._pipe is not None
        return self._pipe.recv() if self._pipe.poll(deadline_s) else None


def _halves(batch: Batch) -> Iterator[Batch]:
    middle = len(batch.forms) // 2
    yield Batch(batch.forms[:middle])
    yield Batch(batch.forms[middle:])


def _serve(kind: str, pipe: Connection) -> None:
    device = open_device(kind, Settings.load(ROOT, compiler="nvrtc"))
    info = device.info
    pipe.send(
        {"device": info.name, "arch": info.arch, "driver": info.driver, "cuda": info.cuda, "kind": info.kind}
    )
    while True:
        try:
            each: Assembled = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send((_launched(device, each), ""))
        except HarnessError as error:
            pipe.send(({}, str(error)))
            return


def _launched(device: Device, each: Assembled) -> Results:
    batch = each.batch
    code = each.code if device.info.kind == "gpu" else text(batch)[0].encode("ascii")
    request = CompileRequest(Path("forms.ptx"), device.info.arch, target="cubin")
    pointer = Param(8, "int")
    params = (pointer, Param(len(WORDS), "bytes", 16), *[pointer] * len(batch.lanes))
    kernel = device.load(Artifact(request, code, "ptxas", entries={ENTRY: params}), ENTRY)
    try:
        addresses = []
        for position, array in enumerate(batch.lanes):
            buffer = device.allocate(array.nbytes, f"operand {position}")
            device.copy_in(buffer, array.view(np.uint8))
            addresses.append(np.uint64(buffer.address))
        out = device.allocate(batch.out_bytes, "results")
        device.copy_in(out, np.zeros(batch.out_bytes, np.uint8))
        arguments = [np.uint64(out.address), np.void(WORDS), *addresses]
        device.launch(kernel, LaunchConfig((1, 1, 1), (batch.n, 1, 1)), arguments)
        return results(batch, device.copy_out(out))
    finally:
        device.free_all()


ARCHITECTURE = "sm_90"
DEADLINE_S = 120
_ERROR = re.compile(r"line (\d+); (?:error|fatal)\s*:\s*(.*)")
_FOLDERS = ("CUDA_HOME", "CUDA_PATH")


@dataclass(frozen=True)
class Assembled:
    """A batch less what was refused, its machine code, and the message for each refused form."""

    batch: Batch
    code: bytes
    refused: dict[str, str]


def find_ptxas() -> str | None:
    folders = [os.environ[name] for name in _FOLDERS if os.environ.get(name)]
    places = [str(Path(folder) / "bin" / "ptxas") for folder in (*folders, "/usr/local/cuda")]
    return shutil.which("ptxas") or next((place for place in places if os.access(place, os.X_OK)), None)


def version(ptxas: str) -> str:
    """Return the assembler's release, such as ``13.0.88``."""
    shown = subprocess.run(
        [ptxas, "--version"], capture_output=True, text=True, check=True, timeout=DEADLINE_S
    ).stdout
    found = re.search(r"V(\d+(?:\.\d+)*)", shown)
    return found.group(1) if found else shown.strip()


def assemble_all(ptxas: str, batches: Iterable[Batch], jobs: int) -> list[Assembled]:
    """Assemble batches side by side, in their order."""
    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(lambda batch: assemble(ptxas, batch), batches))


def assemble(ptxas: str, batch: Batch) -> Assembled:
    """Assemble a batch; forms that the assembler names in its messages are left out, and it tries again.

    Raises RuntimeError: it refuses the module and names no form.
    """
    refused: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "forms.ptx", Path(folder) / "forms.cubin"
        while batch.forms:
            module, owners = text(batch)
            source.write_text(module, encoding="ascii")
            command = [ptxas, f"-arch={ARCHITECTURE}", "-o", str(target), str(source)]
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=DEADLINE_S)
            if done.returncode == 0:
                return Assembled(batch, target.read_bytes(), refused)
            found = {
                owners[int(line)]: message.strip()
                for line, message in _ERROR.findall(done.stderr + done.stdout)
                if int(line) in owners
            }
            if not found:
                if len(batch.forms) > 1:
                    halves = [assemble(ptxas, half) for half in _halves(batch)]
                    for half in halves:
                        refused.update(half.refused)
                    batch = batch.without(refused)
                    continue
                message = (done.stderr + done.stdout).strip().replace(str(source), source.name)
                found = {batch.forms[0].name: f"{message} (exit status {done.returncode})"}
            refused.update(found)
            batch = batch.without(found)
    return Assembled(batch, b"", refused)


if __name__ == "__main__":
    sys.exit(main())
