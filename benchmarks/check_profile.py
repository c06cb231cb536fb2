"""Where the time of ``kernel-harness check`` goes: the stages of a case, sampled in every worker of a whole run.

    python benchmarks/check_profile.py --device gpu [ARGUMENT OF check ...]

Runs the command, and then prints the seconds of each stage, a worker's on average, and the microseconds of a case. A
thread in each worker samples the worker's stack every 10 ms. Stages do not overlap: copies for a further launch count
as copies. The first run with an empty XDG_CACHE_HOME compiles everything, a second one nothing. A worker that crashes
or is killed leaves no samples.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from harness.cli.program import main as run_command  # noqa: E402
from harness.device.base import Device  # noqa: E402
from harness.device.selection import open_device  # noqa: E402
from harness.run import session  # noqa: E402
from harness.settings.settings import Settings  # noqa: E402

PERIOD_S = 0.01
"""Time between two samples of a worker."""
FOLDER = "_KERNEL_HARNESS_PROFILE_FOLDER"
"""Environment variable: the folder in which each worker leaves its samples."""

STAGES = {
    "read requests, wait for them": ("worker/channel.py", ("receive", "poll")),
    "look up the kernel, plan the launch": ("launch/plan.py", ("load_case",)),
    "compile CUDA, by NVRTC": ("backend/nvrtc_library.py", ("compile",)),
    "read PTX": ("reading/parser.py", ("parse",)),
    "generate LLVM IR": ("codegen/kernel.py", ("generate",)),
    "compile LLVM IR": ("codegen/native.py", ("_compile",)),
    "make inputs and the buffers' content": ("launch/memory.py", ("images_of",)),
    "allocate and copy to the device": ("launch/memory.py", ("place", "refill")),
    "queue the launch": ("gpu/cuda_gpu.py", ("enqueue", "work")),
    "wait for the GPU": ("gpu/cuda_gpu.py", ("launch",)),
    "launch, all of it (cpu)": ("cpu/ptx_cpu.py", ("launch",)),
    "copy back": ("launch/memory.py", ("_read",)),
    "look for stray writes and unwritten elements": ("launch/memory.py", ("read_back",)),
    "judge the first launch": ("check/judgement.py", ("judge",)),
    "choose and judge further launches": ("run/replays.py", ("replay",)),
    "make the result": ("run/case_run.py", ("run_case",)),
    "free the buffers": ("gpu/cuda_gpu.py", ("free_all",)),
}
"""File and functions of each stage; the innermost one on the stack counts. On one device at most 15 have any."""
_STAGE_OF = {(file, name): stage for stage, (file, names) in STAGES.items() for name in names}
REST = "the rest, and answers that are sent"


def stage_of(frame: FrameType | None) -> str:
    """Return the stage that the innermost known function of a stack belongs to."""
    while frame is not None:
        code = frame.f_code
        file = "/".join(code.co_filename.split("/")[-2:])
        if stage := _STAGE_OF.get((file, code.co_name)):
            return stage
        frame = frame.f_back
    return REST


def open_gpu(settings: Settings) -> Device:
    """Open the ``gpu`` device of a worker, and sample the worker from now on."""
    return _sampled(open_device("gpu", settings))


def open_cpu(settings: Settings) -> Device:
    """Open the ``cpu`` device of a worker, and sample the worker from now on."""
    return _sampled(open_device("cpu", settings))


def _sampled(device: Device) -> Device:
    """Return a device that leaves the samples of its process in a file when it is closed."""
    worker, ended, counts = threading.get_ident(), threading.Event(), Counter[str]()
    began = time.monotonic()

    def sample() -> None:
        while not ended.wait(PERIOD_S):
            counts[stage_of(sys._current_frames().get(worker))] += 1

    close = device.close

    def close_and_leave() -> None:
        ended.set()
        spent = {"seconds": time.monotonic() - began, "samples": counts}
        Path(os.environ[FOLDER], f"{os.getpid()}.json").write_text(json.dumps(spent))
        close()

    threading.Thread(target=sample, daemon=True).start()
    device.close = close_and_leave  # type: ignore[method-assign]
    return device


def main() -> None:
    """Run the command, and print the table."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ[FOLDER] = folder
        report = Path(folder, "report")
        status = run_command(
            ["check", *sys.argv[1:], "--json", str(report)], prog_name="kernel-harness", standalone_mode=False
        )
        workers = [json.loads(path.read_text()) for path in sorted(Path(folder).glob("*.json"))]
        if not workers:
            raise SystemExit(f"check must open a device (got none, exit status {status})")
        variants = json.loads(report.read_text())["variants"]
    n_cases = sum(case["verdict"] != "SKIP" for each in variants for case in each["cases"])
    seconds = Counter[str]()
    for each in workers:
        n_samples = max(1, sum(each["samples"].values()))
        for stage, n in each["samples"].items():
            seconds[stage] += each["seconds"] * n / n_samples
    print(f"\n{len(workers)} workers, {n_cases} cases not skipped; exit status {status}")
    print("s a worker  us a case  stage")
    for stage in (*STAGES, REST):
        if spent := seconds[stage]:
            print(f"{spent / len(workers):10.2f} {spent / n_cases * 1e6:10.0f}  {stage}")


if __name__ == "__main__":
    # By its own name, so that a worker can import what is sent to it.
    import check_profile

    session.open_gpu = check_profile.open_gpu
    session.open_cpu = check_profile.open_cpu
    main()
