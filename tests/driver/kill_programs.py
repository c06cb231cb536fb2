"""Kills programs on the virtual GPU at random moments: ``python -m tests.driver.kill_programs [--times N]``.

The program compiles, copies and launches, in its own process and in one of ``multiprocessing``, until it is killed. The
table says how each signal ended it. Counted are processes that live on, and files that the next run of
a program does not remove, in the cache and in the folder for temporary files; both must be 0.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import click

from tests.run.process_table import in_session, left_of

ROOT = Path(__file__).resolve().parents[2]
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
MOST_S = 4.0
"""Latest moment of a kill: a program has started and launched for some time by then."""
_WAIT_S = 30.0
"""A process of ``multiprocessing`` ends when it has done its work and finds that its parent has gone."""
_DEADLINE_S = 60.0
_PROGRAM = """
import itertools
import multiprocessing
import numpy as np
from cuda.bindings import driver
from programs_cuda import check, kernel, start

def work(n):
    start()
    for i in range(n) if n else itertools.count():
        loop = f"for (int i = 0; i < 9999; i++) a[threadIdx.x] += {i};"
        function = kernel('extern "C" __global__ void k(int *a) { ' + loop + " }", "k")
        x = np.zeros(32, np.int32)
        a = check(driver.cuMemAlloc(x.nbytes))
        stream = check(driver.cuStreamCreate(0))
        check(driver.cuMemcpyHtoDAsync(a, x, x.nbytes, stream))
        check(driver.cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, ((a,), (None,)), 0))
        check(driver.cuStreamSynchronize(stream))
        check(driver.cuMemcpyDtoH(x, a, x.nbytes))
        check(driver.cuStreamDestroy(stream))
        check(driver.cuMemFree(a))

if __name__ == "__main__":
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        waiting = pool.apply_async(work, (3,))
        work(0)
"""


class Trial:
    """Programs with a cache and a folder of temporary files of their own.

    Parameters
    ----------
    folder : Path
        Folder for all of this.
    """

    def __init__(self, folder: Path) -> None:
        self._program, self._empty = folder / "program.py", folder / "empty.py"
        self._program.write_text(_PROGRAM)
        self._empty.write_text("")
        self._made = [folder / "cache", folder / "temporary"]
        for each in self._made:
            each.mkdir()
        self._environ = os.environ | {
            "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'fixtures' / 'programs'}",
            "XDG_CACHE_HOME": str(self._made[0]),
            "TMPDIR": str(self._made[1]),
        }
        self._kept: set[Path] = set()

    def _start(self, program: Path) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "harness", "run", str(program)],
            cwd=ROOT,
            env=self._environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def kill(self, number: signal.Signals, after_s: float) -> tuple[str, int]:
        """Return how a program ended that got a signal, and how many of its processes lived on."""
        running = self._start(self._program)
        time.sleep(after_s)
        running.send_signal(number)
        try:
            how = str(running.wait(_DEADLINE_S))
        except subprocess.TimeoutExpired:
            how = "did not end"
        left = left_of(lambda: in_session(running.pid), _WAIT_S)
        running.wait()
        return how, len(left)

    def files_left(self) -> list[Path]:
        """Run an empty program; return what it and earlier ones left, but for cache entries and what was returned."""
        self._start(self._empty).wait()
        cache, temporary = self._made
        left = {path for path in temporary.rglob("*") if not path.is_dir()}
        left |= {path for path in cache.rglob("*") if "running" in path.parts or path.name.startswith("tmp")}
        new = left - self._kept
        self._kept |= left
        return sorted(new)


@click.command()
@click.option("--times", default=100, show_default=True, help="Programs that are killed.")
@click.option("--seed", default=0, show_default=True, help="Seed of the signals and the moments.")
def main(times: int, seed: int) -> None:
    """Kill programs; print how they ended and what they left."""
    # A shell that starts this in the background ignores SIGINT, and programs would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    chosen = random.Random(seed)
    ends: Counter[tuple[str, str]] = Counter()
    n_processes, files = 0, []
    with tempfile.TemporaryDirectory() as name:
        trial = Trial(Path(name))
        trial.files_left()
        for _ in range(times):
            number = chosen.choice(SIGNALS)
            how, n_left = trial.kill(number, chosen.uniform(0, MOST_S))
            ends[number.name, how] += 1
            n_processes += n_left
            files += trial.files_left()
    for (signal_name, how), n in sorted(ends.items()):
        click.echo(f"{signal_name:8} status {how:12} {n:4}")
    click.echo(f"{times} programs killed, {n_processes} processes left, {len(files)} files left")
    for path in files:
        click.echo(f"  {path}")
    sys.exit(bool(n_processes or files))


if __name__ == "__main__":
    main()
