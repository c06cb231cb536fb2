"""``cuda check``, ``cuda table`` and ``gate --cuda`` from the command line, with the NVRTC of this environment."""

import io
import json
from pathlib import Path

import pytest

from harness.cli.action import cuda as cli_cuda
from harness.compiler.backend.nvrtc import Nvrtc
from harness.releases import release_file
from harness.releases.survey import executed_arch
from harness.report.text.console import make_console
from harness.run.suite import Suite, VariantCases
from harness.verdict import Verdict
from tests.gate.repository import KERNEL, OPERATION, PROJECT, Repository, invoke
from tests.releases.made_up import failed, release, variant
from tests.report.made_up import make_report

# With one shape of those that are counted, 256x128.
NARROW = KERNEL.replace("// grid", '// requires = ["n_cols <= 128"]\n// grid', 1)
ONE_BLOCK = NARROW.replace("[[32], [64]]", "[32]")


def in_cpp(kernel):
    """Make the kernel a template in a namespace, named by its C++ name."""
    head, body = kernel.replace("// grid", '// entry = "rows::softmax<float>"\n// grid', 1).split(
        'extern "C" '
    )
    return f"{head}namespace rows {{\ntemplate <typename T>\n{body.replace('KH_SCALAR', 'T')}}}\n"


KERNELS = {
    "rows": NARROW,
    # A width that nothing in the matrix has would not be seen: the last column is wrong in every case.
    "wrong": ONE_BLOCK.replace("col < n_cols; ++col) y", "col < n_cols - 1; ++col) y"),
    "young": ONE_BLOCK.replace(
        'extern "C"',
        "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900\n#error made for sm_90\n#endif\n" + 'extern "C"',
        1,
    ),
    "alien": ONE_BLOCK.replace('extern "C"', '#include <cuda/nothing_like_it>\nextern "C"', 1),
    "outside": ONE_BLOCK.replace('extern "C"', '#include "/etc/hostname"\nextern "C"', 1),
    "typo": ONE_BLOCK.replace("fmaxf(", "fmaxff("),
    "in_cpp": in_cpp(ONE_BLOCK),
    "no_entry": ONE_BLOCK.replace("// grid", '// entry = "hardmax"\n// grid', 1),
}


@pytest.fixture(scope="module")
def nvrtc():
    """Open the compiler of this environment; where its headers are not whole, the tests that need it fail."""
    return Nvrtc()


@pytest.fixture(scope="module", autouse=True)
def _three_archs_and_no_workers():
    """Leave three of the release's architectures: each takes as long as another. Workers are test_interrupt.py's."""
    known = Nvrtc().archs
    executed = known.index("sm_90")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Nvrtc, "archs", known[executed - 2 : executed + 1])
        patch.setenv("KERNEL_HARNESS_ISOLATION", "none")
        yield


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """Stand in a project of eight kernels that were checked; gives its folder and what the check printed."""
    root = tmp_path_factory.mktemp("project")
    (root / "kernels").mkdir()
    (root / "pyproject.toml").write_text(PROJECT)
    for name, text in KERNELS.items():
        (root / f"kernels/{name}.cu").write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        for name in ("KERNEL_HARNESS_DEVICE", "KERNEL_HARNESS_SOURCES", "KERNEL_HARNESS_CUDA"):
            patch.delenv(name, raising=False)
        patch.setattr("harness.releases.survey.missing_for", lambda *_: (NoDriver,))
        result = invoke("cuda", "check")
    return root, result


class NoDriver:
    name = "driver"
    found = "none here"


@pytest.fixture
def inside(project, monkeypatch):
    monkeypatch.chdir(project[0])
    return project[0]


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Stand in a project of one kernel, with made-up results of two releases that are of its text."""
    from harness.releases.survey import source_digest
    from harness.run.suite import find_variants
    from harness.settings.settings import Settings

    (tmp_path / "kernels").mkdir()
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / "kernels/rows.cu").write_text(KERNEL)
    monkeypatch.chdir(tmp_path)
    settings = Settings.load(tmp_path, environ={"HOME": str(tmp_path)})
    source = source_digest(find_variants((), settings.sources).variants[0], settings)
    folder = settings.cuda_results
    folder.mkdir(parents=True)

    def keep(cuda, record):
        from dataclasses import replace

        path = release_file.file_of(folder, cuda)
        path.write_text(release_file.text(release(cuda, replace(record, source=source))))

    keep("12.4", variant())
    keep("13.0", failed())
    keep("13.1", variant())
    return tmp_path


def record_of(root, nvrtc):
    return release_file.read_file(release_file.file_of(root / ".kernel-harness/cuda", nvrtc.cuda))


def test_every_variant_is_compiled_for_every_architecture(project, nvrtc):
    root, result = project
    record = record_of(root, nvrtc)
    assert record.archs == nvrtc.archs
    rows = next(each for each in record.variants if each.id == "rows")
    assert [each.arch for each in rows.builds] == list(nvrtc.archs)
    assert all(each.blocks == ("32", "64") and each.costs["registers"] > 0 for each in rows.builds)
    assert rows.runs["cpu"].n_passed > 50
    assert rows.costs[0].counters["global_store_sectors"] > 0
    assert record.devices == {
        "cpu": record.devices["cpu"],
        "gpu": "not run: no driver (none here)",
    }
    assert record.ptx_isa.startswith(f"{int(nvrtc.cuda.split('.')[0]) - 4}.")
    assert result.exit_code == 1


def test_each_variant_is_told_apart(project, nvrtc):
    root, result = project
    record = record_of(root, nvrtc)
    statuses = {each.id: each.status(record.arch).value for each in record.variants}
    passed, failed = ("rows", "young", "in_cpp"), ("wrong", "outside", "typo", "no_entry")
    expected = {**dict.fromkeys(passed, "PASS"), **dict.fromkeys(failed, "FAIL"), "alien": "SKIP"}
    assert statuses == expected
    out = result.stdout
    assert "alien, every architecture: header-missing: <cuda/nothing_like_it>" in out
    older = [arch for arch in nvrtc.archs if int(arch[3:]) < 90]
    assert f"young, up to {older[-1]}: refused-by-source: #error directive: made for sm_90" in out
    assert 'identifier "fmaxff" is undefined' in out
    assert "rerun: KERNEL_HARNESS_CUDA=" in out
    assert "8 variants: 3 PASS, 4 FAIL, 1 SKIP" in out


def test_a_kernel_may_be_named_in_cpp(project, nvrtc):
    root, _ = project
    record = next(each for each in record_of(root, nvrtc).variants if each.id == "in_cpp")
    warps = {build.arch: build.costs.get("resident_warps") for build in record.builds}
    assert warps["sm_90"] > 0
    assert record.runs["cpu"].n_passed > 50


def test_an_entry_that_is_not_in_the_code_costs_its_own_variant(project, nvrtc):
    root, _ = project
    record = next(each for each in record_of(root, nvrtc).variants if each.id == "no_entry")
    assert "ERROR" in record.runs["cpu"].verdicts
    assert set(record.runs["cpu"].verdicts) <= {"ERROR", "SKIP"}


def test_the_folder_of_results_stays_out_of_git(project):
    assert (project[0] / ".kernel-harness/cuda/.gitignore").read_text().endswith("*\n")


@pytest.mark.usefixtures("inside")
def test_the_table_shows_it_and_fails_for_what_no_release_can_do(nvrtc):
    result = invoke("cuda", "table")
    assert result.exit_code == 1
    assert "alien: every release refuses it, so the variant is at fault" in result.stdout
    assert f"{nvrtc.cuda:>7}" in result.stdout.splitlines()[0]


def test_results_of_some_variants_are_not_kept_among_those_of_all(inside):
    result = invoke("cuda", "check", "rows")
    assert result.exit_code == 2
    assert "pass --json FILE, or no names" in result.stderr
    out = inside / "one.json"
    assert invoke("cuda", "check", "rows", "--device", "cpu", "--json", out).exit_code == 0
    record = release_file.read_file(out)
    assert [each.id for each in record.variants] == ["rows"]
    assert record.devices["gpu"] == "not run: not requested"


@pytest.mark.usefixtures("inside")
@pytest.mark.parametrize(
    ("release", "said"),
    [
        ("10.9", "pip install 'cuda-toolkit[nvrtc,cudart,cccl,nvcc]==10.9.*'"),
        ("cuda124", "a release such as 12.4"),
    ],
)
def test_a_release_that_cannot_be_used_is_refused(release, said):
    result = invoke("cuda", "check", "--cuda", release)
    assert result.exit_code == 2
    assert said in result.stderr


@pytest.fixture
def lone(tmp_path, monkeypatch):
    """Stand in a project of one kernel; gives a function that writes the kernel and what `pyproject.toml` adds."""

    def make(kernel, more=""):
        (tmp_path / "kernels").mkdir()
        (tmp_path / "pyproject.toml").write_text(PROJECT + more)
        (tmp_path / "kernels/rows.cu").write_text(kernel)
        monkeypatch.chdir(tmp_path)
        return tmp_path

    return make


@pytest.mark.filterwarnings(
    "ignore:invalid value:RuntimeWarning"
)  # its bound is 0 * inf; pytest makes that an error
def test_a_project_has_operations_of_its_own(lone):
    kernel = ONE_BLOCK.replace("// grid", '// operation = "copy_row"\n// entry = "softmax"\n// grid', 1)
    kernel = kernel.replace("expf(x[col] - largest) / sum", "x[col]")
    root = lone(kernel, 'operations = ["copy_row.py"]\n')
    (root / "copy_row.py").write_text(OPERATION)
    result = invoke("cuda", "check", "--device", "cpu", "--json", root / "one.json")
    assert result.exit_code == 0, result.stdout
    (record,) = release_file.read_file(root / "one.json").variants
    (root / ".kernel-harness/cuda").mkdir(parents=True)
    for cuda in ("12.4", "13.0"):
        path = release_file.file_of(root / ".kernel-harness/cuda", cuda)
        path.write_text(release_file.text(release(cuda, record)))
    result = invoke("gate", "--cuda", "12.4,13.0", "--json", root / "gate.json")
    assert result.exit_code == 0, result.stdout
    assert [each["id"] for each in json.loads((root / "gate.json").read_text())["variants"]] == ["rows"]


def test_there_must_be_something_to_show(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = invoke("cuda", "table")
    assert result.exit_code == 2
    assert "run `kernel-harness cuda check`, or `tox` for all releases" in result.stderr


def test_markdown_is_written(kept):
    assert invoke("cuda", "table", "--markdown", kept / "table.md").exit_code == 1  # 13.0 fails
    assert "| variant | figure | 12.4 | 13.0 | 13.1 |" in (kept / "table.md").read_text()


def test_a_file_that_cannot_be_read_leaves_the_markdown_alone(kept):
    (kept / "table.md").write_text("old")
    (kept / ".kernel-harness/cuda/13.0.json").write_text("{")
    assert invoke("cuda", "table", "--markdown", kept / "table.md").exit_code == 2
    assert (kept / "table.md").read_text() == "old"


def test_the_gate_fails_where_a_later_release_regresses(kept):
    result = invoke("gate", "--cuda", "12.4,13.0", "--json", kept / "gate.json", "--junit", kept / "gate.xml")
    assert result.exit_code == 1
    assert "REGRESSION wrong rows" in result.stdout
    assert json.loads((kept / "gate.json").read_text())["exit_code"] == 1
    assert "wrong" in (kept / "gate.xml").read_text()


@pytest.mark.usefixtures("kept")
def test_the_gate_passes_where_none_does():
    result = invoke("gate", "--cuda", "12.4,13.1")
    assert result.exit_code == 0, result.stdout
    assert result.stdout.splitlines()[-1] == "clean: it may merge"


def test_results_of_an_older_text_are_an_error(kept):
    (kept / "kernels/rows.cu").write_text(KERNEL.replace("largest", "greatest"))
    result = invoke("gate", "--cuda", "12.4,13.1")
    assert result.exit_code == 2
    assert "its text has changed since CUDA 12.4 was checked; tox -e cuda124" in result.stdout


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("// summary", "// sumary", "no key of this name (got 'sumary')"),
        ("n_rows, block_x)", "n_rows, n_cols - 1)", "division by zero in a rule"),
    ],
    ids=["a key", "a rule"],
)
def test_a_wrong_declaration_is_an_error_and_the_others_are_compared(kept, old, new, said):
    repository = Repository(kept)
    repository.write("kernels/more.cu", KERNEL)
    repository.commit("more")
    repository.edit("kernels/more.cu", old, new)
    document, junit = kept / "gate.json", kept / "gate.xml"
    result = invoke("gate", "--cuda", "12.4,13.1", "--json", document, "--junit", junit)
    assert result.exit_code == 2, result.stdout
    content = json.loads(document.read_text())
    assert content["exit_code"] == 2
    errors = content["declaration_errors"]
    assert any(said in error for error in errors)
    assert all("more.cu:" in error and f"ERROR {error}\n" in result.stdout for error in errors)
    assert [each["id"] for each in content["variants"]] == ["rows"]
    assert "declaration of more" in junit.read_text()
    assert invoke("gate", "rows", "--cuda", "12.4,13.1").exit_code == 0
    assert invoke("gate", "--cuda", "12.4,13.0").exit_code == 1


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "--base REF, --cuda RELEASE,RELEASE or both"),
        (("--cuda", "12.4"), "one to judge"),
        (("--cuda", "12.4,12.9"), "tox -e cuda129"),
        (("--cuda", "12.4,latest"), "releases such as 12.4,13.0"),
        (("--cuda", "12.4,12.4"), "each release once"),
        (("--cuda", "12.4,13.1", "--head", "main"), "need --base"),
        (("--base", "main", "--cuda", "10.9"), "tox -e cuda109 --notest"),
    ],
)
def test_what_the_gate_cannot_use_is_refused(arguments, said):
    result = invoke("gate", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr


def test_the_architecture_that_is_executed_is_the_nearest():
    assert executed_arch("sm_90", ("sm_80", "sm_90", "sm_100")) == "sm_90"
    assert executed_arch("sm_100", ("sm_80", "sm_90")) == "sm_90"
    assert executed_arch("sm_90a", ("sm_80", "sm_90")) == "sm_90"
    assert executed_arch("sm_60", ("sm_75", "sm_80")) == "sm_75"


def test_the_time_of_cases_that_run_side_by_side_is_not_added_up(tmp_path):
    report = make_report(tmp_path, [Verdict.PASS] * 4, [Verdict.PASS] * 4)
    suite = Suite(tuple(VariantCases(each.variant, each.results) for each in report.outcomes))
    file, clock = io.StringIO(), iter((100.0, 102.0))
    with cli_cuda._Printed(make_console(file), lambda: next(clock)) as printed:
        printed.running(report.target, suite)
        for outcome in report.outcomes:
            printed.variant(outcome)
        printed.ran(report.outcomes, "")
    assert "8 passed, 0 failed, 0 skipped in 2.00 s, 4 cases/s" in file.getvalue()


def test_a_change_is_judged_with_the_compiler_of_a_release(tmp_path, monkeypatch, capfd, nvrtc):
    repository = Repository(tmp_path / "project")
    monkeypatch.chdir(repository.root)
    root = str(Path(__file__).parents[2])
    monkeypatch.setenv("PYTHONPATH", root)
    result = invoke("gate", "--base", "main", "--cuda", nvrtc.cuda, "--json", tmp_path / "gate.json")
    assert result.exit_code == 0, capfd.readouterr()
    assert f"exit status by CUDA release: {nvrtc.cuda}: 0" in result.stdout
    content = json.loads((tmp_path / f"gate-{nvrtc.cuda}.json").read_text())
    assert content["variants"][0]["change"] == "unchanged"
    assert content["compiler"].startswith(f"nvrtc {nvrtc.cuda}.")
