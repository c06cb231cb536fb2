import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from harness import __version__
from harness.cli.program import main
from harness.device.selection import Probe
from harness.run.case_run import rerun_command
from harness.settings.settings import Settings
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


def every_command(group=main, prefix=""):
    for name, command in sorted(group.commands.items()):
        if isinstance(command, click.Group):
            yield from every_command(command, f"{prefix}{name} ")
        else:
            yield f"{prefix}{name}", command


@pytest.mark.parametrize(("name", "command"), list(every_command()))
def test_the_help_says_what_exit_statuses_and_options_mean(name, command):
    help_text = " ".join((command.help or "").split())
    statuses = [
        int(each) for each in re.findall(r"(?:^|[,;] )(\d) ", help_text.partition("Exit status: ")[2])
    ]
    assert statuses == sorted(set(statuses)), name
    assert statuses[:1] == [0], name
    assert len(statuses) > 1, name
    assert [each.name for each in command.params if isinstance(each, click.Option) and not each.help] == []


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

    monkeypatch.setattr("harness.device.selection.probe", lambda _settings: (DRIVER, NVCC, CPU))
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
    monkeypatch.setattr("harness.device.selection.probe", lambda _settings: (CPU,))
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

    monkeypatch.setattr("harness.device.selection.probe", probe)
    result = invoke("doctor")
    assert result.exit_code == 2
    assert "a process that the command had started ended too early" in result.stderr


@pytest.mark.parametrize("command", sorted(main.commands))
def test_a_command_in_a_deleted_folder_ends_with_the_status_of_an_error(tmp_path, monkeypatch, command):
    """Status 1 would mean a regression."""
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    result = CliRunner().invoke(main, [command])
    assert result.exit_code == 2, result.output
    assert "the current folder must exist (got one that was deleted" in result.output


def test_an_error_of_the_program_itself_has_the_status_of_an_error(monkeypatch, capsys):
    monkeypatch.setattr(main, "main", lambda *_, **__: 1 / 0)
    with pytest.raises(SystemExit) as ended:
        main(["list"])
    assert ended.value.code == 2
    assert "ZeroDivisionError" in capsys.readouterr().err


BREAK = "new\nline"


def test_a_line_feed_in_a_name_is_no_line_of_an_output(project, invoke):
    (project / BREAK).mkdir()
    path = write_kernel(project / BREAK, "fine")
    path.rename(path.with_name("a\nb.cu"))
    for arguments in (
        ("check", f"no{BREAK}.cu"),
        ("report", "out.html", f"no{BREAK}.json"),
        ("list", f"{BREAK}/a\nb.cu"),
        ("check", f"{BREAK}/a\nb.cu"),
        ("init", f"{BREAK}/a\nb.cu"),
    ):
        told = invoke(*arguments).output
        assert "\nline" not in told, told
        assert "\nb.cu" not in told, told
        assert "\\nline" in told, told


def test_a_rerun_command_of_a_name_with_a_line_feed_is_one_line(project):
    (project / BREAK).mkdir()
    case = cases(load_variant(write_kernel(project / BREAK, "fine")))[0]
    command = rerun_command(case, device_kind="cpu", settings=Settings.load(project))
    assert command.startswith("kernel-harness check $'new\\x0aline/fine.cu' -k ")
    said = subprocess.run(["bash", "-c", f"printf %s {command.split()[2]}"], capture_output=True, check=True)
    assert said.stdout.decode() == f"{BREAK}/fine.cu"


def test_a_byte_order_mark_before_the_settings_is_passed_over(project, invoke):
    (project / "pyproject.toml").write_bytes(b'\xef\xbb\xbf[tool.kernel-harness]\nsources = ["own"]\n')
    (project / "own").mkdir()
    write_kernel(project / "own", "mine")
    assert invoke("list").stdout.startswith("mine ")
