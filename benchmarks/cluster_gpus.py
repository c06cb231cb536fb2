"""Runs the GPU matrix and a gate through Ray on all GPUs of this host; needs Ray, git and at least one GPU.

    python benchmarks/cluster_gpus.py FOLDER [--share SHARE] [-k EXPR]
    python benchmarks/cluster_gpus.py FOLDER --gate-only
    python benchmarks/cluster_gpus.py FOLDER --dry [-k EXPR]     on cpu, without times: shows that the steps run

Prints: the matrix without and with Ray, with its times, whether the two reports are the same, and a gate of two changed
kernels, one slower, one the same, with the GPU, its clocks and its driver behind each time. While the gate times, it
reads from /proc which workers have which GPU: each GPU must have one at most. Writes the gate's reports into FOLDER.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LONGEST_S = 240
KERNELS = ("softmax_naive.cu", "softmax_block_tree.cu")
EDITS = {
    # a further pass over the row: slower
    "softmax_naive.cu": ("    float sum = 0.0f;\n", None),
    # the same work in other words
    "softmax_block_tree.cu": ("float sum = 0.0f", "float sum = 1e-38f"),
}


def run(name: str, command: list[str], folder: Path) -> tuple[int, float]:
    """Run a command and print its last lines and time."""
    began = time.monotonic()
    path = folder / f"{name}.txt"
    with path.open("w") as file:
        try:
            code = subprocess.run(
                command, stdout=file, stderr=subprocess.STDOUT, timeout=LONGEST_S, check=False
            ).returncode
        except subprocess.TimeoutExpired:
            code = 124
    took_s = time.monotonic() - began
    lines = [line for line in path.read_text().splitlines() if line.strip()]
    print(f"== {name}: exit {code} after {took_s:.1f} s", flush=True)
    for line in lines[-6:]:
        print(f"   {line[:200]}", flush=True)
    return code, took_s


def matrix(device: str, share: str, options: list[str], folder: Path) -> None:
    harness = [sys.executable, "-m", "harness", "check", "--device", device, *options]
    reports = {}
    ray = ["--on", "ray=local", "--gpu-share", share]
    for name, more in (("ray, cold", ray), ("one GPU, without Ray", []), ("ray, warm", ray)):
        path = folder / "report.json"
        path.unlink(missing_ok=True)
        run(name, [*harness, *more, "--json", str(path)], folder)
        with contextlib.suppress(OSError, ValueError):
            report = json.loads(path.read_text())
            del report["command"], report["timing"]
            reports[name] = report
    plain = reports.get("one GPU, without Ray")
    for name, report in reports.items():
        if report is not plain:
            print(f"   {name}: {'the same report' if report == plain else difference(plain, report)}")


def difference(plain, report) -> str:
    """Say where two reports differ first."""
    if plain is None:
        return "nothing to compare with"
    keys = [key for key in plain if plain[key] != report.get(key)]
    if "variants" in keys:
        for one, other in zip(plain["variants"], report["variants"], strict=False):
            if one != other:
                return f"THEY DIFFER at {keys}: {json.dumps(one)[:400]} / {json.dumps(other)[:400]}"
    return f"THEY DIFFER at {keys}: {[(plain[key], report.get(key)) for key in keys][:1]!r:.800}"


TIMING = (b"ray::timing", b"ray::lines of timing")
"""An actor has the name of the task that began last: of the job, or of its lines."""


def command_line(pid: int) -> bytes:
    """Return a process's command line; empty if it has ended."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def actor_of(pid: int) -> int:
    """Return the Ray worker that a process descends from: a timing job starts three processes at a time, of which one
    times, and each has a parent of its own.
    """
    while pid > 1 and not command_line(pid).startswith(b"ray::"):
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return pid


class Watch:
    """Reads which workers of Ray have processes on which GPU, until it is stopped."""

    def __init__(self) -> None:
        self.most: Counter[str] = Counter()
        self.n_readings = 0
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        while not self._is_over.wait(0.25):
            owners: dict[str, set[int]] = defaultdict(set)
            for each in Path("/proc").iterdir():
                with contextlib.suppress(OSError, ValueError, IndexError):
                    pid = int(each.name)
                    if (each / "comm").read_text(errors="replace").strip() != "kh-worker":
                        continue
                    variables = (each / "environ").read_bytes().split(b"\0")
                    for gpu in (v.decode() for v in variables if v.startswith(b"CUDA_VISIBLE_DEVICES=")):
                        owners[gpu.partition("=")[2]].add(actor_of(pid))
            if any(command_line(actor).startswith(TIMING) for actors in owners.values() for actor in actors):
                self.n_readings += 1
                for gpu, actors in owners.items():
                    self.most[gpu] = max(self.most[gpu], len(actors))

    def stop(self) -> None:
        self._is_over.set()
        self._thread.join()


def gate(device: str, folder: Path, out: Path) -> None:
    project = folder / "project"
    (project / "cuda_src").mkdir(parents=True)
    shutil.copytree(ROOT / "cuda_src" / "include", project / "cuda_src" / "include")
    for name in KERNELS:
        shutil.copy(ROOT / "cuda_src" / name, project / "cuda_src" / name)
    (project / "pyproject.toml").write_text('[tool.kernel-harness]\nsources = ["cuda_src"]\n')
    git = ["git", "-C", str(project), "-c", "user.name=a", "-c", "user.email=a@example.com"]
    for words in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "base"]):
        subprocess.run([*git, *words], check=True)
    for name, (old, new) in EDITS.items():
        path = project / "cuda_src" / name
        text = path.read_text()
        assert text.count(old) >= 1, (name, old)
        path.write_text(text.replace(old, new if new is not None else slower(old), 1))
    json_path = out / "gate.json"
    watch = Watch()
    here = Path.cwd()
    os.chdir(project)
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    try:
        command = [
            sys.executable,
            "-m",
            "harness",
            "gate",
            "--base",
            "main",
            "--device",
            device,
            "--no-sweep",
        ]
        command += ["--on", "ray=local", "--json", str(json_path), "--markdown", str(out / "gate.md")]
        run("gate", command, folder)
    finally:
        os.chdir(here)
        watch.stop()
    shutil.copy(folder / "gate.txt", out / "gate.txt")
    report = json.loads(json_path.read_text())
    on: Counter[str] = Counter()
    for variant in report["variants"]:
        for each in variant["speeds"]:
            gpu = each["timed_on"]
            on[f"{gpu['bus_id']} of {gpu['host']}" if gpu else "nothing"] += 1
            clocks = f"{gpu['sm_mhz']} MHz, {gpu['limits']}, driver {gpu['driver']}" if gpu else each["why"]
            change = each["change"]["estimate"] if each["change"] else float("nan")
            print(
                f"   {each['speed']} {100 * change:+.2f} % {each['case']} on {gpu and gpu['bus_id']}, {clocks}"
            )
    print(f"   comparisons by GPU: {dict(on)}; exit code {report['exit_code']}")
    print(f"   most timing jobs at once by GPU: {dict(watch.most)} in {watch.n_readings} readings")


def slower(old: str) -> str:
    return f"    for (int col = 1; col < n_cols; ++col)\n        row_max = fmaxf(x[col], row_max);\n{old}"


def main() -> None:
    out = Path(sys.argv[1]).resolve()
    out.mkdir(parents=True, exist_ok=True)
    rest = sys.argv[2:]
    share = "1"
    device = "cpu" if "--dry" in rest else "gpu"
    rest = [each for each in rest if each != "--dry"]
    if "--share" in rest:
        at = rest.index("--share")
        share = rest[at + 1]
        del rest[at : at + 2]
    if device == "gpu":
        subprocess.run(["nvidia-smi", "-L"], check=False)
    is_gate_only = "--gate-only" in rest
    with tempfile.TemporaryDirectory() as folder:
        if not is_gate_only:
            matrix(device, share, rest, Path(folder))
        gate(device, Path(folder), out)


if __name__ == "__main__":
    main()
