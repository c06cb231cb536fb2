import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from harness import __version__
from harness.device.selection import Probe
from harness.store.disk_cache import FORMAT_VERSION
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from tests.run.fake_device import write_kernel

ROOT = Path(__file__).parents[2]
DRIVER = Probe("driver", False, "libcuda.so.1 not found", "install the driver", ("gpu",))
NVCC = Probe("nvcc", False, "not found", "install a toolkit")
CPU = Probe("cpu", True, "a processor", needed_for=("cpu",))


def test_version(invoke):
    assert invoke("--version").stdout == f"kernel-harness, version {__version__}\n"


@pytest.mark.parametrize("command", ["check", "list", "doctor"])
def test_every_command_has_help(invoke, command):
    assert f" {command} [OPTIONS]" in invoke(command, "--help").stdout


def test_list_shows_every_variant_with_what_it_claims(project, invoke):
    path = write_kernel(project / "cuda_src", "softmax_b", dtypes='["float16"]', block="[[32, 4], [64]]")
    write_kernel(project / "cuda_src", "softmax_a")
    result = invoke("list")
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()[::2]] == ["softmax_a", "softmax_b"]
    assert (
        f" {len(cases(load_variant(path)))} cases  A kernel that only the fake device runs.\n"
        in result.stdout
    )
    assert "float16; blocks 32x4 64; softmax, ieee\n" in result.stdout


def test_list_cases_shows_the_ids_that_check_runs(project, invoke):
    path = write_kernel(project / "cuda_src")
    ids = [case.id for case in cases(load_variant(path))]
    assert invoke("list", "--cases").stdout.split() == ids
    assert invoke("list", "--cases", "-k", "strided").stdout.split() == [
        each for each in ids if "strided" in each
    ]


def test_list_shows_wrong_declarations_and_exits_2(project, invoke):
    write_kernel(project / "cuda_src", "good")
    write_kernel(project / "cuda_src", "wrong", blok="[[32]]")
    result = invoke("list")
    assert result.exit_code == 2
    assert result.stdout.startswith("good ")
    assert "wrong.cu:" in result.stdout


@pytest.mark.parametrize(("device", "exit_code"), [("auto", 0), ("cpu", 0), ("gpu", 1)])
def test_doctor_says_what_is_missing_and_what_mends_it(invoke, monkeypatch, device, exit_code):
    def missing_for(kind, _settings):
        return (DRIVER,) if kind == "gpu" else ()

    monkeypatch.setattr("harness.cli.action.doctor.probe", lambda _settings: (DRIVER, NVCC, CPU))
    monkeypatch.setattr("harness.cli.action.doctor.missing_for", missing_for)
    monkeypatch.setattr("harness.device.selection.missing_for", missing_for)
    result = invoke("doctor", "--device", device)
    assert result.exit_code == exit_code
    lines = result.stdout.splitlines()
    assert lines[:5] == [
        "driver  missing  libcuda.so.1 not found",
        "                 install the driver",
        "nvcc    missing  not found",
        "                 install a toolkit",
        "cpu     ok       a processor",
    ]
    assert "--device cpu  runs here" in lines
    assert "--device gpu  does not run here; it needs driver" in lines
    assert ("--device auto is cpu here" in lines) == (device == "auto")


def test_doctor_says_why_a_cache_is_not_used(invoke, monkeypatch, tmp_path):
    monkeypatch.setattr("harness.cli.action.doctor.probe", lambda _settings: (CPU,))
    monkeypatch.setenv("KERNEL_HARNESS_CACHE_DIR", str(tmp_path / "cache"))
    assert f"cache    {tmp_path / 'cache'}" in invoke("doctor", "--device", "cpu").stdout.splitlines()
    entries = tmp_path / "cache" / f"v{FORMAT_VERSION}"
    entries.mkdir(parents=True, exist_ok=True)  # the first doctor of a process stores code
    entries.chmod(0o770)
    lines = invoke("doctor", "--device", "cpu").stdout.splitlines()
    (line,) = (line for line in lines if line.startswith("cache "))
    assert line.startswith(f"cache    not used: {entries} can be written by others (mode 770)")


def test_the_program_checks_a_real_kernel_outside_the_repository(tmp_path):
    """As installed: a process of its own, the real compiler, the real executor, somebody else's folder."""
    source = ROOT / "cuda_src" / "softmax_naive.cu"
    text = source.read_text(encoding="utf-8")
    (tmp_path / "mine.cu").write_text(text, encoding="utf-8")
    wrong = text.replace("col < n_cols", "col < n_cols - n_cols % 4")
    assert wrong != text
    (tmp_path / "dropped_tail.cu").write_text(wrong, encoding="utf-8")
    environ = {name: value for name, value in os.environ.items() if not name.startswith("KERNEL_HARNESS_")}
    environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "harness", "check", "mine.cu", "dropped_tail.cu", "--device", "cpu"]
    done = subprocess.run(
        [*command, "-k", "spread and block128"],
        cwd=tmp_path,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 1, done.stderr
    assert "PASS    mine " in done.stdout
    assert "FAIL    dropped_tail " in done.stdout
    assert "rerun: kernel-harness check dropped_tail.cu -k dropped_tail-float32-" in done.stdout


def test_a_broken_pipe_to_another_process_is_an_error_that_is_told(invoke, monkeypatch):
    """click itself would end with status 1, without a word: as if there were a regression."""

    def probe(_settings):
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    monkeypatch.setattr("harness.cli.action.doctor.probe", probe)
    result = invoke("doctor")
    assert result.exit_code == 2
    assert "a process that the command had started ended too early" in result.stderr
