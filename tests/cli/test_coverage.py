"""Seeds and the width sweep from the command line."""

import json

import pytest

from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from harness.variant.run_cases import SWEEP_WIDTHS
from tests.run.fake_device import write_kernel

NOT_RUN = (
    "not run   width sweep: every width up to 1100 and around each power of two up to 65536; --sweep runs it"
)
# A case of every width takes ten times as long.
EVERY_SEVENTH = '["n_cols % 7 == 0"]'
WIDTHS_OF_SEVENTH = [width for width in SWEEP_WIDTHS if width % 7 == 0]


def ids(result):
    assert result.exit_code == 0
    return result.stdout.splitlines()


def test_seeds_repeat_the_matrix(project, invoke):
    matrix = [case.id for case in cases(load_variant(write_kernel(project / "cuda_src")))]
    listed = ids(invoke("list", "--cases", "--seeds", "3", "--no-sweep"))
    random = [each for each in matrix if "-constant-" not in each]
    assert listed == matrix + [each.replace("-block", f"-seed{n}-block") for n in (1, 2) for each in random]
    result = invoke("check", "--device", "cpu", "--seeds", "3", "-k", "3x33")
    n_cases = sum("3x33" in each for each in listed)
    assert f"1 variant, {n_cases} cases: {n_cases} passed, 0 failed" in result.stdout


def test_a_failure_of_another_seed_names_a_command_that_reruns_it(project, invoke):
    write_kernel(project / "cuda_src", fault="wrong-value")
    arguments = ("check", "--device", "cpu", "--seeds", "2", "-k", "seed1 and 3x33-spread-seed")
    invoke(*arguments, "--json", "r.json")
    (variant,) = json.loads((project / "r.json").read_text())["variants"]
    (case,) = variant["cases"]
    assert case["id"] == "softmax_fake-float32-3x33-spread-seed1-block32"
    assert case["rerun"] == f"kernel-harness check softmax_fake -k {case['id']} --device cpu"
    again = invoke(*case["rerun"].split()[1:])
    assert again.exit_code == 1
    assert f"FAIL {case['id']}  wrong-value" in again.stdout


@pytest.mark.parametrize("seeds", ["0", "-1", "many"])
def test_a_number_of_seeds_that_makes_no_sense_is_refused(invoke, seeds):
    result = invoke("check", "--seeds", seeds)
    assert result.exit_code == 2
    assert "--seeds" in result.stderr


def test_the_sweep_is_left_out_on_cpu_and_the_header_says_so(project, invoke):
    path = write_kernel(project / "cuda_src")
    result = invoke("check", "--device", "cpu")
    assert NOT_RUN in result.stdout.splitlines()
    assert f"1 variant, {len(cases(load_variant(path)))} cases: " in result.stdout


def test_the_sweep_runs_where_it_is_asked_for(project, invoke):
    write_kernel(project / "cuda_src", requires=EVERY_SEVENTH)
    n_cases = len(WIDTHS_OF_SEVENTH)
    result = invoke("check", "--device", "cpu", "--sweep", "-k", "sweep", "--json", "r.json")
    assert f"{n_cases} cases: {n_cases} passed" in result.stdout
    assert "width sweep" not in result.stdout
    document = json.loads((project / "r.json").read_text())
    assert not any("sweep" in line for line in document["device"]["not_covered"])


def test_what_the_sweep_leaves_open_is_in_the_json(project, invoke):
    write_kernel(project / "cuda_src")
    invoke("check", "--device", "cpu", "-k", "3x33", "--json", "r.json")
    document = json.loads((project / "r.json").read_text())
    assert NOT_RUN.partition("not run   ")[2] in document["device"]["not_covered"]


def test_on_a_gpu_the_sweep_is_part_of_the_run(project, invoke):
    path = write_kernel(project / "cuda_src")
    n_cases = len(cases(load_variant(path))) + len(SWEEP_WIDTHS)
    assert f"1 variant, {n_cases} cases: " in invoke("check", "--device", "gpu").stdout
    n_cases -= len(SWEEP_WIDTHS)
    assert f"1 variant, {n_cases} cases: " in invoke("check", "--device", "gpu", "--no-sweep").stdout
