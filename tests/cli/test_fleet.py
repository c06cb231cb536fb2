"""``check --accelerator A,B``: a check of each kind of GPU, and one table with a column for each."""

import io
import json

import pytest

from harness.cli.commands.check import run_fleet
from harness.cluster.opening import Where
from harness.report.text.console import make_console
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases as matrix_cases
from harness.verdict import Reason, Verdict
from tests.cluster import stand_in
from tests.cluster.stand_in import StandIn, judged
from tests.run.session_tasks import NOTHING


class Fleet(StandIn):
    """Has H100 and A100; one case is wrong on an A100."""

    def room(self, need):
        self.kind = need.accelerator
        return 2 if need.accelerator in ("H100", "A100") else 0


@pytest.fixture
def checked(tmp_path, monkeypatch):
    (tmp_path / "k.cu").write_text(NOTHING)
    monkeypatch.chdir(tmp_path)
    ids = {stand_in.key(case): case.id for case in matrix_cases(load_variant(tmp_path / "k.cu"))}
    plain = stand_in.cases_in
    monkeypatch.setattr(stand_in, "cases_in", lambda request: [ids[each] for each in plain(request)])

    def behave(case_id, _host, _n_before):
        if engine.kind == "A100" and "-7x3-spread" in case_id:
            return judged(case_id, Verdict.FAIL, Reason.WRONG_VALUE, "wrong")
        return None

    engine = Fleet(behave)
    settings = Settings.load(tmp_path, environ={"HOME": str(tmp_path)})
    out = io.StringIO()

    def run(*kinds):
        code = run_fleet(
            settings,
            make_console(out),
            Where("", kinds),
            names=("k.cu",),
            expression="1x2 or 7x3",
            json_path=tmp_path / "out.json",
            open_engine=lambda *_: engine,
        )
        return code, out.getvalue().splitlines()

    return run, engine, tmp_path


def test_each_kind_has_a_column_and_a_file(checked):
    run, engine, folder = checked
    code, lines = run("H100", "A100")
    assert code == 1
    head, row = lines[-2:]
    assert head.split() == ["variant", "H100", "A100"]
    n_cases = len(json.loads((folder / "out-H100.json").read_text())["variants"][0]["cases"])
    assert row.split() == ["k", "PASS", str(n_cases), "FAIL", "1", "of", str(n_cases)]
    assert json.loads((folder / "out-A100.json").read_text())["exit_code"] == 1
    assert engine.closed


def test_a_kind_that_no_host_has_is_said_and_fails(checked):
    run, _, folder = checked
    code, lines = run("B200", "H100")
    assert code == 1
    assert "not run: no host of the cluster has 1 GPU of type B200 and 1 CPU (got 4 CPU)" in lines
    assert lines[-1].split()[:3] == ["k", "not", "there"]
    assert not (folder / "out-B200.json").exists()
