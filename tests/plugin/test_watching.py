"""What is looked for on the cpu device can be set in pytest."""

from harness.run.case_run import rerun_command
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from tests.run.fake_device import write_kernel

OPTIONS = (
    "--kernel-sanitizers", "racecheck", "--kernel-schedules", "0", "--kernel-schedule-seed", "3",
    "--kernel-stress-approximations", "4",
)  # fmt: skip


def test_options_reach_the_cases(project, run):
    variant = load_variant(write_kernel(project.path / "cuda_src", fault="wrong-value"))
    (case, *_) = cases(variant)
    settings = Settings.load(
        project.path, sanitizers="racecheck", schedules=0, schedule_seed=3, stress_approximations=4
    )
    command = rerun_command(case, device_kind="cpu", settings=settings)
    assert "--sanitizers memcheck,racecheck --schedules 0" in command
    result = run(*OPTIONS, "-k", case.id)
    assert result.parseoutcomes()["failed"] == 1
    assert command.partition(" -k ")[2] in "".join(line.strip() + " " for line in result.outlines)


def test_without_options_nothing_is_added_to_the_rerun_command(project, run):
    variant = load_variant(write_kernel(project.path / "cuda_src", fault="wrong-value"))
    (case, *_) = cases(variant)
    assert "--schedules" not in run("-k", case.id).stdout.str()


def test_value_that_makes_no_sense_is_refused(project, run):
    write_kernel(project.path / "cuda_src")
    result = run("--kernel-sanitizers", "everything")
    assert result.ret == 4
    result.stderr.fnmatch_lines(["*sanitizers must be a list of memcheck, racecheck, initcheck, synccheck*"])
