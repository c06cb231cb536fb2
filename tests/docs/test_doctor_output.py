"""What pages show of ``doctor`` is what it prints."""

import re

from click.testing import CliRunner

from harness.cli.program import main
from harness.device import selection
from harness.device.gpu import pycuda_build
from harness.device.selection import Probe
from tests.docs.links import ROOT

MISSING = tuple(Probe(name, False, "not found", "", ("gpu",)) for name in ("driver", "gpu", "pycuda"))


def test_the_last_lines_without_a_gpu(tmp_path, monkeypatch):
    page = (ROOT / "docs" / "first-ten-minutes.md").read_text(encoding="utf-8")
    (block,) = re.findall(
        r"<!-- last lines of: kernel-harness doctor -->\n```text\n(.*?)```", page, re.DOTALL
    )

    def missing_for(kind, _settings):
        return MISSING if kind == "gpu" else ()

    for name in (
        "KERNEL_HARNESS_DEVICE",
        "KERNEL_HARNESS_CACHE_DIR",
        "KERNEL_HARNESS_SOURCES",
        "XDG_CACHE_HOME",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/you")
    monkeypatch.setattr("harness.device.selection.missing_for", missing_for)
    monkeypatch.setattr("harness.cli.commands.doctor.usable_cores", lambda: 8)
    monkeypatch.setattr("harness.compiler.backend.nvrtc_library.installed_libraries", lambda _home: ())
    monkeypatch.chdir(tmp_path)
    printed = CliRunner().invoke(main, ["doctor"]).output.splitlines()
    expected = [
        re.sub(r"^cuda     13\.0;", "cuda     none in wheels or a toolkit;", line)
        for line in block.splitlines()
    ]
    assert printed[-len(expected) :] == expected


def test_the_page_about_gpus_shows_the_commands_of_today():
    page = (ROOT / "docs" / "first-ten-minutes.md").read_text(encoding="utf-8")
    assert f"\n                   {selection._INSTALL_GPU_EXTRA}\n" in page
    assert f"\nand then: {pycuda_build.INSTALL}\n" in page
    assert "kernel-harness[gpu]" not in page
