"""The rules for launches, and the virtual driver, against what a GPU answered."""

import json
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

from harness.device.base import STATIC_SHARED_BYTES, DeviceLimits, LaunchConfig
from harness.errors import LaunchError
from tests.agreement.gpu_answers.launch_limits import LONG, PROBES, Probe
from tests.agreement.gpu_answers.probing import FOLDER, ROOT

RECORDED: dict[str, Any] = json.loads((FOLDER / "launch_limits.json").read_text("ascii"))["answers"]
OF_THE_CALLER = {
    name for name, probe in PROBES.items() if probe.dynamic > (probe.most_dynamic or STATIC_SHARED_BYTES)
} | {"static 1 KiB, dynamic 47 KiB + 4", "cluster 16", "cooperative 65536"}
"""Refused for an attribute that the harness always sets, or for the number of multiprocessors."""


def answer(recorded: dict[str, Any]) -> str:
    return recorded.get("launch", recorded.get("load", "does not compile"))


def refusal(probe: Probe, recorded: dict[str, Any]) -> str:
    limits = DeviceLimits.of_arch("sm_90")
    # A kernel that does not compile has more static shared memory than any.
    static = recorded.get("static_bytes", STATIC_SHARED_BYTES + 4)
    if "bounds" in str(probe.source):
        limits = replace(limits, threads_per_block=recorded["most_threads"])
    try:
        config = LaunchConfig(probe.grid, probe.block, probe.dynamic, probe.cluster)
        limits.check("probe", config, static_shared_bytes=static, registers=recorded.get("registers"))
    except LaunchError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", [name for name in PROBES if name not in OF_THE_CALLER])
def test_the_rules_refuse_what_the_gpu_refuses(name: str) -> None:
    recorded = RECORDED[name]
    assert recorded.get("load", "CUDA_SUCCESS") == "CUDA_SUCCESS"
    found = refusal(PROBES[name], recorded)
    assert bool(found) == (answer(recorded) != "CUDA_SUCCESS"), (found, recorded)


@pytest.mark.parametrize("name", [name for name in PROBES if name.startswith("registers")])
def test_a_kernel_has_the_registers_that_its_probe_is_about(name: str) -> None:
    wanted = int(name.split()[1])
    assert wanted - 8 < RECORDED[name]["registers"] <= wanted, RECORDED[name]


@pytest.mark.slow
def test_the_virtual_driver_answers_as_the_gpu(tmp_path) -> None:
    out = tmp_path / "answers.json"
    command = ["-m", "harness", "run", "-m", "tests.agreement.gpu_answers.launch_limits", out, "--here"]
    subprocess.run([sys.executable, *command], cwd=ROOT, check=False, timeout=300)
    found = json.loads(out.read_text("ascii"))["answers"]
    assert found.keys() == PROBES.keys() - set(LONG)
    # NVRTC gives PTX, which has no limit of static shared memory: the launch is refused, or the load.
    differing = {
        name: (answer(own), answer(RECORDED[name]))
        for name, own in found.items()
        if answer(own) != answer(RECORDED[name]) and "compile" not in RECORDED[name]
    }
    assert differing == {}
    assert answer(found["static 48 KiB + 4"]) != "CUDA_SUCCESS"
