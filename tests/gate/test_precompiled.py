"""What the timing processes will run is compiled on all cores before the first of them, of the base, too."""

import pytest

from harness.compiler import open_compiler
from harness.device.base import DeviceInfo
from harness.gate import gate
from harness.gate.gate import GateRequest, run_gate
from harness.gate.revision import open_revisions
from harness.run.target import Target

GPU = DeviceInfo(
    kind="gpu", name="a GPU", arch="sm_90", compiler="nvrtc 13.0", cuda="13.0", driver="580", observes=()
)


@pytest.mark.parametrize("is_edited", [True, False])
def test_the_base_s_timed_code_is_compiled_before_it_is_timed(repository, monkeypatch, is_edited):
    steps = []
    monkeypatch.setattr(gate, "check_changed", lambda *_: (Target("gpu", "gpu", GPU, "", (), "process"), []))
    monkeypatch.setattr(
        gate, "precompile_cases", lambda cases, info, settings: steps.append((cases, info, settings))
    )
    monkeypatch.setattr(gate, "compare_speeds", lambda *_: steps.append("timed") or ())
    monkeypatch.setattr(gate.TimingProcesses, "begin", lambda _self: None)
    if is_edited:
        repository.edit("kernels/rows.cu", "sum += expf", "sum += __expf")
    with open_revisions("main", None, repository.root, {}) as (base, head):
        run_gate(base, head, open_compiler(head.settings, device="cpu"), GateRequest(with_speed=True))
    if not is_edited:
        assert steps == ["timed"]
        return
    (cases, info, settings), timed = steps
    assert (info, settings, timed) == (GPU, base.settings, "timed")
    assert cases
    assert {case.variant.path for case in cases} == {base.settings.sources[0] / "rows.cu"}
