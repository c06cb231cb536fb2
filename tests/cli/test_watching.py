"""Options of what is looked for on the cpu device: they reach it, come back in the rerun command, and are checked."""

import pytest

from tests.run.fake_device import FakeDevice, write_kernel

OPTIONS = (
    "--sanitizers", "initcheck", "--schedules", "2", "--schedule-seed", "5", "--stress-approximations", "9",
)  # fmt: skip


@pytest.fixture
def opened(project, monkeypatch):
    """Keep the settings that the cpu device is opened with."""
    assert project.is_dir()
    kept = []

    def open_cpu(settings):
        kept.append(settings)
        return FakeDevice(is_schedulable=True)

    monkeypatch.setattr("harness.run.session.open_cpu", open_cpu)
    return kept


def test_options_of_check_reach_the_device(project, invoke, opened):
    write_kernel(project / "cuda_src")
    assert invoke("check", "--device", "cpu", "-k", "3x33-spread-block32", *OPTIONS).exit_code == 0
    (settings,) = opened
    assert settings.sanitizers == ("memcheck", "initcheck")
    assert (settings.schedules, settings.schedule_seed, settings.stress_approximations) == (2, 5, 9)


def test_a_failure_is_rerun_as_it_was_run(project, invoke, opened):
    write_kernel(project / "cuda_src", fault="wrong-value")
    result = invoke("check", "--device", "cpu", "-k", "3x33-spread-block32", *OPTIONS)
    assert result.exit_code == 1
    assert len(opened) == 1
    command = "--sanitizers memcheck,initcheck --schedules 2 --schedule-seed 5 --stress-approximations 9"
    assert command in result.stdout.replace("\n", " ")


def test_without_options_all_is_looked_for(project, invoke, opened):
    write_kernel(project / "cuda_src")
    assert invoke("check", "--device", "cpu", "-k", "3x33-spread-block32").exit_code == 0
    (settings,) = opened
    assert settings.sanitizers == ("memcheck", "racecheck", "initcheck", "synccheck")
    assert (settings.schedules, settings.schedule_seed, settings.stress_approximations) == (1, None, None)


@pytest.mark.parametrize(
    ("option", "value", "rule"),
    [
        (
            "--sanitizers",
            "memcheck,races",
            "sanitizers must be a list of memcheck, racecheck, initcheck, synccheck",
        ),
        ("--schedules", "-1", "schedules must be a whole number from 0 to 1000"),
        ("--schedule-seed", "x", "schedule_seed must be case, or a whole number from 0 to"),
        ("--stress-approximations", "1.5", "stress_approximations must be off, or a whole number from 0 to"),
    ],
)
def test_values_that_make_no_sense_exit_2(project, invoke, option, value, rule):
    write_kernel(project / "cuda_src")
    result = invoke("check", "--device", "cpu", option, value)
    assert result.exit_code == 2
    assert rule in result.stderr.replace("\n", " ")
