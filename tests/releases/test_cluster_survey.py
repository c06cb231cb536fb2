"""A release is surveyed by a host that has it, and its record is the one that this machine would make."""

import dataclasses

import pytest

from harness.cluster.engine import Need
from harness.compiler.backend.nvrtc import Nvrtc
from harness.errors import DeviceError, UsageError
from harness.releases import cluster_survey
from harness.releases.cluster_survey import releases_on, survey_on
from harness.releases.survey import SurveyRequest, of_cuda, survey
from harness.run.suite import assemble, find_variants
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import Discovery, with_checked_rules
from harness.variant.run_cases import MATRIX
from tests.cluster.stand_in import LocalEngine
from tests.gate.repository import KERNEL, PROJECT

from .made_up import release, variant

NOTHING = SurveyRequest(Discovery((), ()), assemble(Discovery((), ()), "", MATRIX), "cpu")
NARROW = KERNEL.replace("// grid", '// requires = ["n_cols <= 8", "n_rows <= 8"]\n// grid', 1)


@pytest.fixture
def settings(tmp_path, monkeypatch):
    (tmp_path / "kernels").mkdir()
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    monkeypatch.chdir(tmp_path)
    return Settings.load(tmp_path, environ={"HOME": str(tmp_path), "KERNEL_HARNESS_ISOLATION": "none"})


class Quiet:
    def __getattr__(self, _name):
        return lambda *_: None


def test_the_record_is_the_one_of_this_machine(settings, monkeypatch):
    (settings.sources[0] / "rows.cu").write_text(NARROW)
    monkeypatch.setattr(Nvrtc, "archs", ("sm_90",))
    discovery = with_checked_rules(of_cuda(find_variants((), settings.sources)))
    request = SurveyRequest(discovery, assemble(discovery, "", MATRIX), "cpu")
    here = survey(request, settings, Quiet())
    assert here.variants[0].runs["cpu"].verdicts["PASS"]
    lines, engine = [], LocalEngine()
    (there,) = survey_on(engine, Need(), (here.cuda,), request, settings, lines.append)
    assert there.record == dataclasses.replace(here, elapsed_s=there.record.elapsed_s)
    assert engine.needs[0] == Need(cuda_release=here.cuda)
    assert engine.names == [f"cuda {here.cuda}"]
    assert f"CUDA {here.cuda} on host0: compiling, 0 of 1 done" in lines


def made_up(_request, settings, _observer):
    if settings.cuda == "12.6":
        raise DeviceError("CUDA 12.6 is not installed")
    return release("13.0" if settings.cuda == "12.9" else settings.cuda, variant())


def test_a_host_without_its_release_costs_that_release_only(settings, monkeypatch):
    monkeypatch.setattr(cluster_survey, "survey", made_up)
    found = survey_on(
        LocalEngine(), Need(), ("12.4", "12.6", "12.9", "13.0"), NOTHING, settings, lambda _: None
    )
    assert [each.record and each.record.cuda for each in found] == ["12.4", None, None, "13.0"]
    assert found[1].error == "CUDA 12.6 is not installed"
    assert found[2].error.endswith("must have CUDA 12.9 (got 13.0); its resource cuda-12.9 is wrong")


def test_a_release_that_no_host_has_is_refused_before_any_work(settings):
    engine = LocalEngine(rooms=lambda need: need.cuda_release != "12.4")
    with pytest.raises(DeviceError, match=r"no host of the cluster has 1 CPU and the resource cuda-12\.4"):
        survey_on(engine, Need(), ("13.0", "12.4"), NOTHING, settings, lambda _: None)
    assert not engine.needs


def test_by_default_all_releases_of_the_cluster_are_surveyed():
    engine = LocalEngine()
    with pytest.raises(UsageError, match="must say which CUDA release it has"):
        releases_on(engine, ())
    engine.has_releases = ("12.9", "13.0")
    assert releases_on(engine, ()) == ("12.9", "13.0")
    assert releases_on(engine, ("13.0", "13.0")) == ("13.0",)
