"""``check --watch``, driven as a process: it checks what a save changed, and ends at Ctrl-C."""

import os
import re
import signal
import subprocess
import sys
import threading

import pytest

from harness.cli.commands.check import _Watch
from harness.settings.settings import Settings
from tests import forked
from tests.gate.repository import KERNEL

SCALED = KERNEL.replace("expf(", "SCALE * expf(", 1).replace("extern", '#include "scale.cuh"\nextern', 1)


@pytest.mark.slow
@pytest.mark.usefixtures("interruptible")
def test_a_save_is_checked(tmp_path):
    def save(name, text):
        # As editors save: into another file, which is renamed.
        (tmp_path / "saved").write_text(text)
        (tmp_path / "saved").rename(tmp_path / name)

    def said(end="watching"):
        printed = ""
        while not re.search(rf"^({end})", printed, re.MULTILINE):
            line = process.stdout.readline()
            assert line, printed
            printed += line
        return printed

    for name, text in (("one.cu", SCALED), ("two.cu", KERNEL), ("scale.cuh", "#define SCALE 1.0f\n")):
        save(name, text)
    arguments = [
        "-m",
        "kernel_harness",
        "check",
        ".",
        "--watch",
        "--device",
        "cpu",
        "-k",
        "float32 and 7x3 and block64",
    ]
    process = forked.Popen(
        [sys.executable, *arguments],
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if not name.startswith("KERNEL_HARNESS_")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    deadline = threading.Timer(240, process.kill)
    deadline.start()
    with process:
        assert "2 variants" in said()
        save("scale.cuh", "#define SCALE 1.5f\n")
        printed = said()
        assert "first failure: FAIL one-float32-7x3-spread-block64" in printed
        assert "two" not in printed  # it was not changed
        save("two.cu", KERNEL.replace("[[32], [64]]", "[[32], [64]"))
        assert "ERROR declaration-error" in said()
        (tmp_path / "two.cu").unlink()
        (tmp_path / "one.cu").unlink()
        assert "a source folder must hold .cu files" in said("error:|watching")
        save("one.cu", "no C++")
        (tmp_path / "one.cu").write_text(SCALED)  # at once
        assert "failing: one" in said()
        save("scale.cuh", "#define SCALE 1.0f\n")
        assert "3 passed, 0 failed" in said()
        save("scale.cuh", "#define SCALE\n#error no\n")
        assert "compile-error" in said()
        save("two.cu", KERNEL)
        assert "failing: one; Ctrl-C" in said()  # another kernel does not mend it
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait() == 1, process.stdout.read()
    deadline.cancel()


@pytest.mark.parametrize("option", [["--on", "ray"], ["--resume", "r.jsonl"]])
def test_refused_with_a_cluster_or_a_journal(invoke, option):
    assert f"(got {option[0]}, too)" in invoke("check", "--watch", *option).output


def test_a_module_that_an_operation_imports_is_watched(tmp_path):
    (tmp_path / "operations").mkdir()
    (tmp_path / "operations" / "halves.py").write_text("HALF = 0.5\n")
    (tmp_path / "operations" / "half_row.py").write_text(
        "import pathlib\nfrom kernel_harness.operation import Operation, Vocabulary\n"
        "OPERATION = Operation(name='half_row', summary='half', reference=lambda inp: inp / 2,\n"
        "                      parse_arithmetic=Vocabulary(bases={'ieee': 'float32'}).parse)\n"
    )
    (tmp_path / "one.cu").write_text(KERNEL.replace("// args", '// operation = "half_row"\n// args', 1))
    (tmp_path / "two.cu").write_text(KERNEL)
    environ = {"HOME": str(tmp_path), "KERNEL_HARNESS_SOURCES": str(tmp_path)}
    environ["KERNEL_HARNESS_OPERATIONS"] = str(tmp_path / "operations" / "half_row.py")
    watch = _Watch(Settings.load(tmp_path, environ=environ), None, {"names": (), "expression": ""})
    assert watch._is_changed()
    watch.report, watch._known = object(), watch._now
    assert not watch._is_changed()
    seen = dict(watch._seen)
    (tmp_path / "operations" / "halves.py").write_text("HALF = 0.25\n")
    assert watch._is_changed()
    assert watch._seen != seen
    assert [one.id for one in watch.discovery.variants] == ["one"]
