"""What starts before a command does: its help, a wrong flag and completion wait for no kernel's tools."""

import inspect
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from harness.cli.program import _SUMMARIES, main

HEAVY = {
    "numpy", "scipy", "rich", "llvmlite", "pytest", "hypothesis", "cuda", "ml_dtypes", "pygments", "jinja2",
}  # fmt: skip

# click takes 90 of them, Python itself 35.
MOST_MODULES = 180

_FORKS = """
import json, os, sys
from kernel_harness.cli.program import main
for arguments in json.loads(sys.argv[1]):
    child = os.fork()
    if not child:
        os.dup2(2, 1)
        status = None
        try:
            main(arguments, prog_name="kernel-harness")
        except SystemExit as exit:
            status = exit.code
        with open(sys.argv[2], "a") as file:
            print(json.dumps([arguments, status, sorted(sys.modules)]), file=file)
        os._exit(0)
    os.waitpid(child, 0)
"""


def loaded(tmp_path, *every, environ=()):
    """Run command lines, each in a process that begins where the program's own modules are loaded.

    Returns each with its exit status and the modules that it loaded, and what they printed.
    """
    out = tmp_path / "loaded.jsonl"
    done = subprocess.run(
        [sys.executable, "-c", _FORKS, json.dumps(every), str(out)],
        env={**os.environ, **dict(environ)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in out.read_text().splitlines()], done.stderr


def test_help_and_wrong_flags_load_nothing_that_runs_kernels(tmp_path):
    expected = [
        (["--help"], 0),
        (["--version"], 0),
        (["--no-such-flag"], 2),
        (["chek"], 2),
        (["check", "--no-such-flag"], 2),
        (["check", "--device", "tpu"], 2),
        *(([name, "--help"], 0) for name in main.commands),
    ]
    found, _ = loaded(tmp_path, *(arguments for arguments, _ in expected))
    assert [(arguments, status) for arguments, status, _ in found] == expected
    for arguments, _, modules in found:
        assert {name.partition(".")[0] for name in modules} & HEAVY == set(), arguments
        assert len(modules) < MOST_MODULES, arguments
    assert [name for name in found[0][2] if name.startswith("harness.cli.commands.")] == []


def test_help_names_every_command_with_its_summary(invoke):
    printed = invoke("--help").stdout
    for name, command in main.commands.items():
        assert command.name == name
        assert f"\n  {name} " in printed
        assert _SUMMARIES[name] == " ".join(inspect.cleandoc(command.help or "").partition("\n\n")[0].split())
        assert f"{_SUMMARIES[name]}\n" in printed, "the summary is cut"


@pytest.mark.parametrize(("typed", "offered"), [("ch", "check"), ("check --dev", "--device")])
def test_completion_loads_nothing_that_runs_kernels(tmp_path, typed, offered):
    words = f"kernel-harness {typed}"
    environ = {
        "_KERNEL_HARNESS_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }
    ((_, _, modules),), printed = loaded(tmp_path, [], environ=environ)
    assert f"plain,{offered}" in printed.split()
    assert {name.partition(".")[0] for name in modules} & HEAVY == set()


def test_the_report_of_a_program_loads_nothing_that_runs_cases():
    """`run` prints it, and starts a third slower with what `check` needs."""
    loaded = "import harness.report.text.program_text, sys; print('harness.run.session' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", loaded],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "False\n"
