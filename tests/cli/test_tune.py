"""``tune --on``: a host's GPU is timed, and only a table with this table's rows is written."""

import json
from types import SimpleNamespace

import pytest

from harness.cli.commands.tune import run_tune
from harness.cluster.engine import Need
from harness.cluster.opening import Where
from harness.dispatch.regimes import TABLE_PATH, read_regimes
from harness.errors import DeviceError, UsageError
from harness.report.text.console import make_console
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import Discovery
from tests.cluster.stand_in import LocalEngine

ON_RAY = Where("")


@pytest.fixture
def tuned(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    settings = Settings.load(tmp_path, environ={"HOME": str(tmp_path)})
    table = tmp_path / "table.toml"
    # the rows without a condition: reading a variant takes a while
    rows = TABLE_PATH.read_text().split("[[regime]]")[1:]
    table.write_text("".join(f"[[regime]]{row}" for row in rows if "when " not in row))
    monkeypatch.setattr(
        "harness.variant.declaration.discovery.discover", lambda _: Discovery((), ())
    )  # nothing is timed here
    engine = LocalEngine()
    monkeypatch.setattr("harness.cluster.opening.open_ray", lambda *_: engine)

    def run(where=ON_RAY):
        run_tune(settings, make_console(None), where, (), table, tmp_path / "times.json")
        return table

    return run, engine


def test_the_table_comes_from_a_host_that_has_its_gpu_alone(tuned, monkeypatch, tmp_path, capsys):
    run, engine = tuned

    def tune(regimes, *_, on_row):
        problem = SimpleNamespace(shape=SimpleNamespace(n_rows=1, n_cols=2), dtype="float16")
        on_row(SimpleNamespace(problem=problem, copy_us=1.0, times_us=(), failures=()))
        return regimes

    monkeypatch.setattr("harness.measure.tuning.tune", tune)
    before = read_regimes(tmp_path / "table.toml")
    table = run(Where("", ("H100",), 0.5))
    assert read_regimes(table) == before
    assert f"1 of {len(before)} rows done, about 0 s left" in capsys.readouterr().out
    assert engine.needs[0] == Need(n_gpus=1.0, accelerator="H100")
    assert len(json.loads((tmp_path / "times.json").read_text())) == len(read_regimes(table))
    assert engine.closed


def test_a_host_that_fails_or_makes_another_table_changes_nothing(tuned, monkeypatch):
    run, _ = tuned

    def refuse(*_, **__):
        raise DeviceError("no GPU")

    for made, error in ((refuse, DeviceError), (lambda regimes, *_, **__: regimes * 2, UsageError)):
        monkeypatch.setattr("harness.measure.tuning.tune", made)
        with pytest.raises(error, match=r"no table was made: no GPU|must have the rows of"):
            run()


def test_a_table_is_of_one_kind_of_gpu(tuned):
    with pytest.raises(UsageError, match="runs on one kind of GPU"):
        tuned[0](Where("", ("H100", "A100")))
