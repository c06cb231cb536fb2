"""The gate from its command line, on real git repositories: each kind of regression stops the merge."""

import contextlib
import json
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner

from harness.cli.program import main
from tests.gate.repository import COSTLIER, KERNEL, ROWS, SMALL, gate, reports
from tests.kernels.expectations import DOMAIN_KERNELS
from tests.kernels.mutants import kernel
from tests.measure.fake_gpu import FakeGpu

pytestmark = pytest.mark.usefixtures("few_cases")


@pytest.fixture(autouse=True)
def _author(monkeypatch):
    monkeypatch.setenv("GITHUB_ACTOR", "kernel-author")


WRONG = ("col < n_cols; ++col) y", "col < n_cols - 1; ++col) y")
SAME_COST = ("float sum = 0.0f", "float sum = 1e-30f")


CENTRED = """\
// /// variant
// summary   = "One thread per row, one column."
// source    = "textbook"
// operation = "layer_norm"
// args      = ["inp", "weight", "bias", "out", "n_rows", "eps"]
// block     = [[32]]
// grid      = "ceil_div(n_rows, block_x)"
// requires  = ["n_cols == 1", "inp_stride == 1", "out_stride == 1"]
// ///

extern "C" __global__ void layer_norm(const float* inp, const float*, const float* bias, float* out,
                                      int n_rows, float) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n_rows) out[row] = 0.0f * inp[row] + bias[0];
}
"""


def test_a_fault_of_the_base_is_named_as_such_and_a_new_one_is_not(repository):
    repository.edit(ROWS, *WRONG)
    new = gate("--base", "HEAD").stdout
    assert "REGRESSION wrong rows" in new
    assert "the base has it, too" not in new
    repository.commit("wrong")
    repository.edit(ROWS, *SAME_COST)
    result = gate("--base", "HEAD")
    assert result.exit_code == 1
    assert "; the base has it, too\n" in result.stdout


def test_a_file_without_a_declaration_stops_only_the_change_that_has_it(repository):
    plain = repository.root / "kernels" / "plain.cu"
    plain.write_text("int k() { return 1; }\n", encoding="ascii")
    assert gate("--base", "HEAD").exit_code == 2
    repository.commit("plain")
    repository.edit(ROWS, *SAME_COST)
    result = gate("--base", "HEAD")
    assert "not run   kernels/plain.cu:1: a variant must be declared" in result.stdout
    assert result.exit_code == 0
    plain.write_text("int k() { return 2; }\n", encoding="ascii")
    assert gate("--base", "HEAD").exit_code == 2


def test_skipped_cases_are_not_counted_as_passed(repository, tmp_path, monkeypatch):
    monkeypatch.setattr("harness.report.text.console.SILENCE_S", 0.0)
    repository.edit(ROWS, "// grid ", "// max_magnitude = 64\n// grid ")
    repository.commit("a limit")
    repository.edit(ROWS, "float largest = __int_as_float(0xff800000)", "float largest = -1e5f")
    result, texts = reports(tmp_path, "--base", "HEAD")
    cases = json.loads(texts["json"])["variants"][0]["cases"]
    assert set(cases) == {"PASS", "SKIP"}
    assert re.search(r"checking what changed\nrunning   1 of \d+ cases done, 0 failed, about ", result.stderr)
    assert "counting what changed\nrunning" not in result.stderr
    told = f"{sum(cases.values())} cases: {cases['PASS']} passed, 0 failed, {cases['SKIP']} skipped"
    assert told in result.stdout
    assert f"| {told} |" in texts["markdown"]


@pytest.mark.slow
def test_a_size_at_which_a_select_turns_is_run_by_the_gate(repository):
    repository.edit(ROWS, "expf(x[col] - largest) / sum;", "expf(x[col] - largest) / sum * scale;")
    scale = "  float scale = n_cols == 5000 ? {} : 1.0f;\n  for (int col = 0; col < n_cols; ++col) y"
    repository.edit(ROWS, "  for (int col = 0; col < n_cols; ++col) y", scale.format("0.5f"))
    result = gate("--base", "main")
    assert result.exit_code == 1, result.stdout
    assert "x5000-spread" in result.stdout
    assert "REGRESSION wrong rows" in result.stdout
    # The largest number below 1 is right on both sides of the boundary.
    repository.edit(ROWS, "? 0.5f", "? __int_as_float(0x3f7fffff)")
    result = gate("--base", "main", "--allow", "rows/costlier:one more product")
    assert result.exit_code == 0, result.stdout


def test_a_case_that_head_no_longer_proves_is_loosened_and_named(repository, tmp_path):
    repository.write(ROWS, CENTRED)
    repository.commit("one column")
    repository.edit(ROWS, "// grid ", '// arithmetic = "ieee+one_pass_variance"\n// grid ')
    repository.edit(ROWS, "  if (row", "  if (row >= 0 && row")
    result, texts = reports(tmp_path, "--base", "main")
    assert result.exit_code == 1, result.stdout
    assert "are UNPROVEN and were proven in the base" in result.stdout
    (variant,) = json.loads(texts["json"])["variants"]
    assert variant["cases"]["UNPROVEN"] > 0
    assert "loosened" in [each["kind"] for each in variant["regressions"]]
    assert "UNPROVEN: the error bound of this case also accepts" in texts["markdown"]
    repository.commit("declared")
    repository.edit(ROWS, "  if (row >= 0 && row", "  if (row")
    result = gate("--base", "HEAD")
    # Unproven on both sides: shown, and no regression.
    assert result.exit_code == 0, result.stdout
    assert "values of rows-" in result.stdout
    assert "UNPROVEN: the error bound" in result.stdout


def test_cases_behind_hangs_are_no_clean_ones(repository, monkeypatch):
    monkeypatch.setenv("KERNEL_HARNESS_STEP_BUDGET", "100000")
    repository.edit(ROWS, "  float sum", "  while (n_cols > 4) __threadfence();\n  float sum")
    result = gate("--base", "main")
    assert "cases were not run: the kernel hung in rows-float32-" in result.stdout
    assert "keep_going = true" in result.stdout
    assert result.exit_code == 1, result.stdout


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("registers_exceed_multiprocessor", "the registers of a block must fit on a multiprocessor"),
        ("grid_y_of_all_rows", "grid y must be at most 65535 (got 65536 from 'n_rows'"),
    ],
)
def test_a_new_variant_that_no_gpu_launches_fails_the_gate(repository, name, told):
    source = kernel(DOMAIN_KERNELS / "wrong", name)
    repository.write(f"kernels/{name}.cu", source.read_text(encoding="ascii"))
    result = gate("--base", "main")
    assert result.exit_code == 1, result.stdout
    assert f"REGRESSION wrong {name}" in result.stdout
    assert told in result.stdout


def test_a_file_that_a_sparse_checkout_leaves_out_is_not_removed(repository):
    repository.write("kernels/far/far.cu", SMALL)
    repository.git("checkout", "-q", "-b", "topic")
    repository.commit("a kernel in a folder of its own")
    repository.git("branch", "-f", "main")
    repository.git("sparse-checkout", "set", "--no-cone", "/*", "!/kernels/far/")
    assert not (repository.root / "kernels/far/far.cu").exists()
    result = gate("--base", "main")
    assert result.exit_code == 0, result.stdout
    assert "far: its file is left out of the sparse checkout, where nothing has changed" in result.stdout
    # What it would judge has changed, and is not there to be judged.
    repository.git("sparse-checkout", "disable")
    repository.edit("kernels/far/far.cu", "sum += expf", "sum += 2 * expf")
    repository.commit("a wrong kernel")
    repository.git("sparse-checkout", "set", "--no-cone", "/*", "!/kernels/far/")
    result = gate("--base", "main")
    assert result.exit_code == 2, result.stdout
    assert (
        "kernels/far/far.cu has changed, so it was not judged; --head HEAD reads what is committed"
        in result.stdout
    )
    assert gate("--base", "main", "--head", "HEAD").exit_code == 1
    # A file that was deleted is removed, in such a checkout too.
    (repository.root / ROWS).unlink()
    result = gate("--base", "main")
    assert result.exit_code == 1, result.stdout
    assert "REGRESSION removed rows" in result.stdout


def test_workers_have_a_head_start_where_the_gate_runs_them(repository, monkeypatch):
    begun = []

    @contextlib.contextmanager
    def head_start(settings):
        begun.append(settings.device)
        yield
        begun.append("ended")

    monkeypatch.setattr("harness.worker.head_start.head_start", head_start)
    assert gate("--base", "main").exit_code == 0
    assert begun == ["cpu", "ended"]
    gate("--base", "main", "--on", "nowhere:1")
    assert begun == ["cpu", "ended"], "a cluster needs no workers here"


def test_settings_that_cannot_be_read_are_reported_with_the_head(repository):
    repository.write("pyproject.toml", "[tool.kernel-harness]\nno_such_setting = 1\n")
    result = gate("--base", "main")
    assert result.exit_code == 2
    assert "no_such_setting" in result.output


def test_what_is_allowed_by_name_is_let_through_and_recorded(repository, tmp_path):
    repository.edit(ROWS, "// grid ", '// arithmetic = "fast_exp"\n// grid ')
    repository.edit(ROWS, "sum += expf(", "sum += __expf(")
    repository.edit(ROWS, "y[col] = expf(", "y[col] = __expf(")
    result, texts = reports(tmp_path, "--base", "main", "--allow", "rows/loosened:faster on the old card")
    assert result.exit_code == 0, result.stdout
    assert "ALLOWED loosened rows: faster on the old card (kernel-author)" in result.stdout
    (variant,) = json.loads(texts["json"])["variants"]
    allowed = [each["allowed"] for each in variant["regressions"]]
    assert allowed == [{"name": "rows/loosened", "reason": "faster on the old card", "who": "kernel-author"}]


def test_an_allowance_that_lets_nothing_through_is_told_and_a_wrong_kernel_is_not_let_through(repository):
    result = gate("--base", "main", "--allow", "row:a reason")
    assert result.exit_code == 0
    assert "--allow row: no such regression was found" in result.stdout
    repository.edit(ROWS, *WRONG)
    result = gate("--base", "main", "--allow", "rows:it is nearly right")
    assert result.exit_code == 1
    assert "--allow rows: no such regression was found" in result.stdout
    assert "accept:" not in result.stdout
    assert " cases fail; fix the kernel (--allow does not apply)\n" in result.stdout


def test_files_are_written_and_the_same_every_time(repository, tmp_path):
    repository.edit(ROWS, *COSTLIER)
    (result, texts), (_, again) = (reports(tmp_path, "--base", "main") for _ in range(2))
    assert result.exit_code == 1
    assert texts == again
    document = json.loads(texts["json"])
    assert (document["schema"], document["exit_code"]) == ("kernel-harness/gate", 1)
    assert texts["markdown"].startswith(
        "## ❌ kernel-harness gate: regression: 1 costlier\n\n1 variant: 1 failed; "
    )
    assert "| ❌ costlier | `rows` | `kernels/rows.cu:17` | " in texts["markdown"]
    suite = ElementTree.fromstring(texts["junit"])
    assert suite.get("failures") == "1"
    assert suite.find("testcase[@name='rows']/failure[@type='costlier']") is not None


def test_a_wrong_declaration_is_an_error_and_the_others_are_compared(repository):
    repository.write("kernels/more.cu", KERNEL)
    repository.commit("more")
    repository.edit(ROWS, "// summary", "// sumary")
    repository.edit("kernels/more.cu", "sum += expf", "sum += 1.0f * expf")
    result = gate("--base", "main")
    assert result.exit_code == 2, result.stdout
    assert "no key of this name (got 'sumary')" in result.stdout
    assert "error: not everything could be compared" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--base", "nowhere"], "--base must be a commit of this repository (got 'nowhere')"),
        (["--base", "main", "--margin", "1"], "--margin must be 0.01% to 50%, with the sign (got '1')"),
        (["--base", "main", "--margin", "90%"], "--margin must be 0.01% to 50%"),
        (["--base", "main", "--allow", "rows"], "--allow must be NAME:REASON"),
        (["--base", "main", "rowz"], "or a file or folder with one (got 'rowz'; known: rows)"),
        (["--base", "main", "--json", "nowhere/gate.json"], "the folder of --json must exist"),
        ([], "Missing option '--base'"),
        (["--staged"], "Missing option '--base'"),
        (["--base", "main", "--head", "main", "--staged"], "--head REF and --staged exclude each other"),
        (["--base", "main", "--cuda", "12.4,13.0"], "No such option '--cuda'"),
    ],
)
def test_what_cannot_be_used_is_refused(repository, arguments, said):
    result = gate(*arguments)
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_file_and_a_folder_stand_for_the_variants_in_them(repository, monkeypatch):
    repository.write("kernels/other.cu", KERNEL)
    repository.commit("more")
    repository.edit(ROWS, *SAME_COST)
    repository.edit("kernels/other.cu", *SAME_COST)
    printed = gate("--base", "HEAD", "kernels").stdout
    assert "rows " in printed
    assert "other " in printed
    monkeypatch.chdir("kernels")
    printed = gate("--base", "HEAD", "rows.cu").stdout
    assert "rows " in printed
    assert "other " not in printed


def test_without_a_gpu_a_gate_that_asks_for_one_is_an_error(repository):
    repository.edit(ROWS, *SAME_COST)
    result = CliRunner().invoke(main, ["gate", "--base", "main", "--device", "gpu"])
    assert result.exit_code == 2, result.stdout
    assert "cases were not run" in result.stdout
    assert "speed was not compared" in result.stdout


def gate_on_gpu(folder):
    """Run a gate with speed; return its result and what its JSON says of the only variant."""
    arguments = [
        "gate",
        "--base",
        "main",
        "--device",
        "gpu",
        "--no-sweep",
        "--json",
        str(folder / "gate.json"),
    ]
    result = CliRunner().invoke(main, arguments)
    (variant,) = json.loads((folder / "gate.json").read_text())["variants"]
    return result, variant


@pytest.mark.parametrize(
    ("head_us", "code", "said"),
    [(515.0, 1, "REGRESSION slower rows"), (500.0, 0, "clean: it may merge"), (480.0, 0, "FASTER")],
)
def test_a_slower_kernel_fails_the_gate_on_a_gpu(repository, monkeypatch, tmp_path, head_us, code, said):
    scatter = np.random.default_rng(7)

    def path_us(path):
        us = head_us if path.is_relative_to(repository.root) else 500.0
        return us * (1 + 0.002 * scatter.standard_normal())

    monkeypatch.setattr("harness.run.session.open_gpu", lambda _settings: FakeGpu(path_us=path_us))
    monkeypatch.setattr("harness.run.bench_cases.BENCH_SHAPES", {"cpu": ((8, 64),), "gpu": ((8, 64),)})
    repository.edit(ROWS, *SAME_COST)
    result, variant = gate_on_gpu(tmp_path)
    assert result.exit_code == code, result.stdout
    assert said in result.stdout
    assert ("accept: --allow rows/slower:REASON" in result.stdout) == (code == 1)
    (speed,) = variant["speeds"]
    assert speed["change"]["estimate"] == pytest.approx(head_us / 500.0 - 1, abs=0.002)
    assert speed["speed"] in said or speed["speed"].lower() in said or code == 0


def test_a_kernel_that_claims_no_timed_shape_is_said_not_to_be_timed(repository, monkeypatch, tmp_path):
    monkeypatch.setattr("harness.run.session.open_gpu", lambda _settings: FakeGpu())
    repository.edit(ROWS, "// grid ", '// requires = ["n_cols <= 32"]\n// grid ')
    repository.commit("short rows")
    repository.edit(ROWS, *SAME_COST)
    result, variant = gate_on_gpu(tmp_path)
    told = {"what": "speed", "why": "none of the timed shapes is claimed by both base and head"}
    assert told in variant["not_compared"]
    assert f"rows: {told['what']}: {told['why']}" in result.stdout
