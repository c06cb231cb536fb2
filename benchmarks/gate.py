"""How long a gate on six changed kernels takes, step by step, and what each timed comparison spends its time on.

    python benchmarks/gate.py --device gpu [--json FILE] [--profile]

A repository of the shipped kernels is made; six of them are changed. Three get a mistake of ``fixtures/slow_kernels``,
three get other machine code of the same speed. ``--profile`` prints how the time of one process that times all
comparisons once is made up.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # else Python finds the folder benchmarks only

from tests.kernels.mutants import kernel  # noqa: E402

SLOW = ("double_exp", "local_array", "single_loads")
SWAPPED = {
    "softmax_block_three_phase": ("fmaxf(row_max, row[col])", "fmaxf(row[col], row_max)"),
    "softmax_block_tree": ("fmaxf(row_max, x[col])", "fmaxf(x[col], row_max)"),
    "softmax_warp_row": ("fmaxf(row_max, to_float(x[col]))", "fmaxf(to_float(x[col]), row_max)"),
}
"""Edits that change the machine code and not the time."""
_DECLARATION = re.compile(r"^// /// variant\n.*?^// ///\n", re.MULTILINE | re.DOTALL)


def make_repository(folder: Path) -> None:
    """Commit the shipped kernels as the tag ``base``, and change six of them in the working tree."""
    shutil.copytree(ROOT / "cuda_src", folder / "cuda_src")
    git = ("git", "-c", "user.name=gate", "-c", "user.email=gate@example.com", "-C", str(folder))
    for command in (("init", "-q"), ("add", "."), ("commit", "-qm", "base"), ("tag", "base")):
        subprocess.run([*git, *command], check=True)
    for name in SLOW:
        text = kernel(ROOT / "fixtures" / "slow_kernels", name).read_text(encoding="utf-8")
        baseline = text.split(maxsplit=2)[1]
        path = folder / "cuda_src" / f"{baseline}.cu"
        claimed = _DECLARATION.search(path.read_text(encoding="utf-8"))
        own = _DECLARATION.search(text)
        assert claimed is not None, baseline
        assert own is not None, name
        path.write_text(text.replace(own[0], claimed[0], 1), encoding="utf-8")
    for name, (before, after) in SWAPPED.items():
        path = folder / "cuda_src" / f"{name}.cu"
        text = path.read_text(encoding="utf-8")
        assert before in text, name
        path.write_text(text.replace(before, after), encoding="utf-8")


def run_gate(folder: Path, options: list[str]) -> None:
    """Run a gate and print its lines, each with the seconds since the start."""
    command = [sys.executable, "-m", "harness", "gate", "--base", "base", *options]
    environ = {
        **os.environ,
        "PYTHONPATH": f"{ROOT}:{os.environ.get('PYTHONPATH', '')}",
        "PYTHONUNBUFFERED": "1",
    }
    began = time.monotonic()
    with subprocess.Popen(
        command, cwd=folder, env=environ, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as gate:
        assert gate.stdout is not None
        for line in gate.stdout:
            print(f"{time.monotonic() - began:7.2f} {line.rstrip()[:160]}", flush=True)
    print(f"{time.monotonic() - began:7.2f} exit status {gate.returncode}")


def profile() -> None:
    """Time each shipped variant of the gate against itself once, in this process, and print where the time went."""
    import cProfile
    import pstats

    from harness.device.selection import open_device
    from harness.gate.speed import PAIRS_PER_RESTART
    from harness.measure.pairs import measure_pairs
    from harness.run.bench_cases import bench_cases
    from harness.settings.settings import Settings
    from harness.variant.declaration.discovery import load_variant

    settings = Settings.load(ROOT, gpu_workers=1)
    device = open_device("gpu", settings)
    cases = [
        case
        for name in ("softmax_block_two_pass", "softmax_warp_row")
        for case in bench_cases(load_variant(ROOT / "cuda_src" / f"{name}.cu"), "gpu")
        if case.unmet() is None
    ]
    profiler = cProfile.Profile()
    for case in cases:
        began = time.monotonic()
        profiler.enable()
        measure_pairs(case, case, device, settings, n_pairs=PAIRS_PER_RESTART, seed=1)
        profiler.disable()
        print(f"{time.monotonic() - began:7.3f} s {case.id}")
    pstats.Stats(profiler).sort_stats("tottime").print_stats(25)
    pstats.Stats(profiler).sort_stats("cumulative").print_stats(40)
    device.close()


def main() -> None:
    """Make the repository, and run the gate or the profile."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--device", default="gpu")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--profile", action="store_true")
    chosen = parser.parse_args()
    if chosen.profile:
        profile()
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_repository(folder)
        options = ["--device", chosen.device]
        options += ["--json", str(chosen.json.absolute())] if chosen.json else []
        run_gate(folder, options)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
