"""Seeds and the width sweep in pytest."""

from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from harness.variant.run_cases import SWEEP_WIDTHS, RunCases
from tests.run.fake_device import write_kernel

NOT_RUN = (
    "*: not run: width sweep: every width up to 1100 and around each power of two up to 65536; "
    "-m kernel_sweep runs it"
)


def items(result):
    return [line.partition("::")[2] for line in result.outlines if "::" in line]


def test_seeds_add_items(project, run):
    variant = load_variant(write_kernel(project.path / "cuda_src"))
    collected = items(run("--collect-only", "-q", "--kernel-seeds", "3"))
    assert collected == [f"test_kernel[{case.id}]" for case in RunCases(n_seeds=3).cases(variant)]
    outcomes = run("--kernel-seeds", "2", "-k", "3x33-spread-seed1").parseoutcomes()
    assert (outcomes["passed"], outcomes.get("failed", 0)) == (1, 0)


def test_a_number_of_seeds_that_makes_no_sense_is_refused(project, run):
    write_kernel(project.path / "cuda_src")
    result = run("--kernel-seeds", "0")
    assert result.ret == 4
    result.stderr.fnmatch_lines(["*--kernel-seeds must be at least 1 (got 0)*"])


def test_on_cpu_the_sweep_is_made_when_m_names_it(project, run):
    path = write_kernel(project.path / "cuda_src")
    n_matrix = len(cases(load_variant(path)))
    assert len(items(run("--collect-only", "-q"))) == n_matrix
    run("--collect-only").stdout.fnmatch_lines([NOT_RUN])

    swept = run("--collect-only", "-q", "-m", "kernel_sweep")
    assert len(items(swept)) == len(SWEEP_WIDTHS)
    assert all("-sweep-" in item for item in items(swept))
    run("--collect-only", "-m", "kernel_sweep").stdout.no_fnmatch_line(NOT_RUN)
    assert len(
        items(run("--collect-only", "-q", "-m", "kernel_sweep or not kernel_sweep"))
    ) == n_matrix + len(SWEEP_WIDTHS)
    run("-m", "kernel_sweep", "-k", "3x77-sweep or 3x778-sweep").assert_outcomes(
        passed=2, deselected=n_matrix + 3 + len(SWEEP_WIDTHS) - 2
    )


def test_on_a_gpu_the_sweep_is_there_unless_m_leaves_it_out(project, run):
    path = write_kernel(project.path / "cuda_src")
    n_matrix = len(cases(load_variant(path)))
    assert len(items(run("--collect-only", "-q", device="gpu"))) == n_matrix + len(SWEEP_WIDTHS)
    assert len(items(run("--collect-only", "-q", "-m", "not kernel_sweep", device="gpu"))) == n_matrix


def test_a_file_that_is_named_itself_has_a_sweep_too(project, run):
    path = write_kernel(project.path / "cuda_src")
    assert len(items(run("--collect-only", "-q", "-m", "kernel_sweep", str(path)))) == len(SWEEP_WIDTHS)
