import errno
import gc
import re
import shlex
import subprocess
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from harness import __version__
from harness.cli.commands.run import run_command
from harness.cli.program import main
from harness.device.selection import Probe
from harness.run.unjudged import rerun_command
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


def test_the_program_looks_for_garbage_seldom(capsys):
    before = gc.get_threshold()
    try:
        with pytest.raises(SystemExit):
            main(["--version"])
        assert gc.get_threshold() > before
    finally:
        gc.set_threshold(*before)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("check -k nothing_has_this", "-k must select a case (got 'nothing_has_this'"),
        ("check -k 'and and'", "a selection expression"),
        ("check softmax_fak", "closest: softmax_fake"),
        ("check missing.cu", "got missing.cu"),
        ("check --json no/such/folder.json", "the folder of --json must exist"),
        ("check --device tpu", "'tpu' is not one of"),
        ("check --no-such-flag", "--no-such-flag"),
        ("check --seeds 0", "--seeds"),
        (
            "check --sanitizers memcheck,races",
            "sanitizers must be a list of memcheck, racecheck, initcheck, synccheck",
        ),
        ("check --schedules -1", "schedules must be a whole number from 0 to 1000"),
        ("check --schedule-seed x", "schedule_seed must be case, or a whole number from 0 to"),
        (
            "check --stress-approximations 1.5",
            "stress_approximations must be off, or a whole number from 0 to",
        ),
        ("count --shape 12", "--shape must be ROWSxCOLS, such as 4096x1000 (got '12')"),
        ("count --shape 0x5", "--shape must be ROWSxCOLS"),
        ("count --block a", "--block must be X, XxY or XxYxZ"),
        ("count --block 77", "no variant has one of the requested blocks and types"),
        ("count --dtype float64", "no variant has one of the requested blocks and types"),
        ("count --dtype int8", "'int8' is not one of"),
        ("count --arch 90", "--arch must be an architecture such as sm_90 (got '90')"),
        ("count --json no/such/folder.json", "the folder of --json must exist"),
        ("count nothing_of_that_name", "a NAME must be a variant"),
        ("operations soft", "NAME must be an operation (got 'soft'); closest is 'softmax'; allowed: add, "),
        ("run", "run must have a program"),
        ("run nothing.py", "which does not exist"),
        ("run --as sm_75 prog.py", "sm_80, sm_90, sm_100"),
        ("run --sanitizers all prog.py", "sanitizers"),
        ("search --examples 0", "0 is not in the range"),
        ("search --seed -1", "-1 is not in the range"),
        ("search nothing_of_that_name", "a NAME must be a variant"),
        ("search --pin pyproject.py", "--pin must name a .toml file (got pyproject.py)"),
        ("trace", "name the variant or the file"),
        ("trace x --row 1", "--row and --col must be given together (got --row alone)"),
        ("trace x --row 1 --col 1 --index 1,1", "or by --index (got both"),
        ("trace x --index 1,x", "--index must be whole numbers"),
        ("trace x --device gpu", "a trace must be made on the cpu device (got --device gpu)"),
    ],
)
def test_a_usage_error_exits_2_and_says_what_is_wrong(project, invoke, line, said):
    write_kernel(project / "cuda_src")
    (project / "prog.py").write_text("pass\n")
    result = invoke(*shlex.split(line))
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in " ".join(result.stderr.split())


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
    write_kernel(project / "cuda_src", "wrong", blok="[[32]]")
    result = invoke("list")
    assert result.exit_code == 2
    assert result.stdout.startswith("softmax_a ")
    assert "wrong.cu:" in result.stdout


@pytest.mark.parametrize(("device", "exit_code"), [("auto", 0), ("cpu", 0), ("gpu", 1)])
def test_doctor_says_what_is_missing_and_what_mends_it(invoke, monkeypatch, device, exit_code):
    def failed_for(kind, _settings):
        return iter((DRIVER,) if kind == "gpu" else ())

    monkeypatch.setattr("harness.device.selection.probe", lambda _settings: (DRIVER, NVCC, CPU))
    monkeypatch.setattr("harness.device.selection._failed_for", failed_for)
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
    monkeypatch.setenv("KERNEL_HARNESS_ARCH", "sm_12")
    result = invoke("doctor", "--device", device)
    assert (result.exit_code, result.stdout.splitlines()[:8]) == (2, lines[:8])
    assert "KERNEL_HARNESS_ARCH must be an architecture such as sm_90 (got 'sm_12')" in result.stderr


def test_doctor_says_how_large_the_cache_is_or_why_it_is_not_used(invoke, monkeypatch, tmp_path):
    monkeypatch.setattr("harness.device.selection.probe", lambda _settings: (CPU,))
    monkeypatch.setenv("KERNEL_HARNESS_CACHE_DIR", str(tmp_path / "cache"))
    assert f"cache    {tmp_path / 'cache'}, 0 MB" in invoke("doctor", "--device", "cpu").stdout.splitlines()
    entries = tmp_path / "cache" / f"v{FORMAT_VERSION}"
    (entries / "ab").mkdir(parents=True, exist_ok=True)  # the first doctor of a process stores code
    (entries / "ab" / "entry.bin").write_bytes(bytes(2_600_000))
    (entries.parent / "v1" / "cd").mkdir(parents=True)
    (entries.parent / "v1" / "cd" / "older.bin").write_bytes(bytes(1_000_000))
    assert f"cache    {tmp_path / 'cache'}, 4 MB" in invoke("doctor", "--device", "cpu").stdout.splitlines()
    entries.chmod(0o770)
    lines = invoke("doctor", "--device", "cpu").stdout.splitlines()
    (line,) = (line for line in lines if line.startswith("cache "))
    assert line.startswith(f"cache    not used: {entries} can be written by others (mode 770)")


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


@pytest.mark.parametrize(
    ("words", "module", "arguments"),
    [
        ("prog.py --json x -m y", None, ("prog.py", "--json", "x", "-m", "y")),
        ("--as sm_80 prog.py", None, ("prog.py",)),
        ("-m pytest -q --json x tests", "pytest", ("-q", "--json", "x", "tests")),
        ("--leak-check --as sm_80 -m pytest -m slow", "pytest", ("-m", "slow")),
        ("-- prog.py -m x", None, ("prog.py", "-m", "x")),
    ],
)
def test_everything_behind_the_program_of_run_is_its_own(words, module, arguments):
    context = run_command.make_context("run", words.split())
    assert (context.params["module"], context.params["arguments"]) == (module, arguments)
