"""One run through a real Ray cluster on this host; skipped where Ray is not installed."""

import json

import pytest

from harness.cli.program import main
from tests.run.test_session import DECLARATION

pytest.importorskip("ray", reason="Ray is not installed: pip install 'ray[default]>=2.60'")

KERNEL = """
#include "fill.cuh"
extern "C" __global__ void softmax() { fill(); }
"""


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_run_on_ray_writes_the_report_of_one_machine(tmp_path, monkeypatch, capfd):
    folder = tmp_path / "kernels"
    (folder / "include").mkdir(parents=True)
    (folder / "include" / "fill.cuh").write_text("__device__ void fill() {}\n")
    (folder / "k.cu").write_text(DECLARATION + KERNEL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    reports = []
    for options in ([], ["--on", "ray"]):
        line = ["check", "kernels/k.cu", "-k", "3x1", "--device", "cpu", "--json", "out.json", *options]
        with pytest.raises(SystemExit) as ended:
            main(line)
        assert ended.value.code == 1  # it writes nothing
        report = json.loads((tmp_path / "out.json").read_text())
        assert report.pop("command") == line
        del report["timing"]
        reports.append(report)
    assert reports[0] == reports[1]
    assert "hosts: " in capfd.readouterr().err
