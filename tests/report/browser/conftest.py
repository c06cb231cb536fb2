import json

import pytest
from click.testing import CliRunner

from harness.cli.program import main
from harness.report.html.document import html
from harness.report.html.inputs import read_inputs
from harness.report.html.section.source import SourceTexts
from harness.report.json import trace as trace_json
from tests.docs.json_samples import program_documents
from tests.gate.repository import KERNEL, Repository
from tests.kernels.mutants import kernel
from tests.report.browser.chromium import INSTALL, NAMES, Chromium, find
from tests.report.made_up_trace import WRONG_TRACE
from tests.report.report_files import (
    ROOT,
    bench_document,
    check_text,
    count_text,
    gate_text,
    ladder,
    made_up_time,
    release_texts,
)


@pytest.fixture(scope="session")
def report(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    lone = made_up_time("softmax_step1", 512, 777, 0.5)  # without a naive kernel beside it
    texts = {
        "check.json": check_text(folder),
        "gate.json": gate_text(),
        "bench.json": json.dumps(bench_document([*ladder(), lone])),
        "count.json": count_text(folder),
        "trace.json": trace_json.text(WRONG_TRACE, ("trace", "k")),
        "run.json": json.dumps(program_documents()[0]),
    }
    texts |= release_texts(texts["check.json"], texts["count.json"])
    for name, text in texts.items():
        (folder / name).write_text(text)
    path = folder / "report.html"
    path.write_text(html(read_inputs([folder / name for name in texts])), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def real_files(tmp_path_factory):
    """Results of real runs, as files by name: a gate over a repository, checks, a count; a GPU's are recorded ones."""
    folder = tmp_path_factory.mktemp("real")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KERNEL_HARNESS_ISOLATION", "none")
        patch.chdir(worse_repository(folder / "project").root)
        _run(
            1, "gate", "--base", "main", "--head", "topic", "--device", "cpu", "--json", folder / "gate.json"
        )
        patch.chdir(ROOT)
        bad = (
            kernel(ROOT / "fixtures/bad_kernels", name)
            for name in ("write_past_row", "missing_barrier_before_fold")
        )
        few = ("cuda_src/softmax_naive.cu", "-k", "not softmax_naive or block128")
        _run(1, "check", *bad, *few, "--device", "cpu", "--json", folder / "check.json")
    (folder / "count.json").write_text(count_text(folder))
    (folder / "trace.json").write_text(trace_json.text(WRONG_TRACE, ("trace", "k")))
    (folder / "run.json").write_text(json.dumps(program_documents()[0]))
    found = sorted((ROOT / "fixtures/gpu_runs").glob("*-nvidia_h200-*.json.gz"))
    recorded = [path for path in found if not path.name.startswith("check_later")]
    older = release_texts(*((folder / name).read_text() for name in ("check.json", "count.json")))
    made = {f"made-{name}": text for name, text in older.items()}
    for name, text in made.items():
        (folder / name).write_text(text)
    names = ("gate.json", "check.json", "count.json", "trace.json", "run.json", *made)
    return {**{name: folder / name for name in names}, **{path.name: path for path in recorded}}


def worse_repository(root):
    """A repository whose branch topic makes one kernel wrong and another costlier, and removes a third."""
    narrow = KERNEL.replace("// grid", '// requires = ["n_cols <= 128"]\n// grid', 1)
    repository = Repository(root, {f"kernels/{name}.cu": narrow for name in ("rows", "sums", "gone", "same")})
    repository.git("checkout", "--quiet", "-b", "topic")
    repository.edit("kernels/rows.cu", "] - largest) / sum", "] - largest) / (sum + 1e-3f)")
    once_more = "  for (int col = 0; col < n_cols; ++col) largest = fmaxf(x[col], largest);\n  float sum"
    repository.edit("kernels/sums.cu", "  float sum", once_more)
    (root / "kernels/gone.cu").unlink()
    repository.commit("a change that must not merge")
    return repository


def _run(exit_code, *arguments):
    result = CliRunner().invoke(main, list(map(str, arguments)))
    assert result.exit_code == exit_code, result.output


@pytest.fixture(scope="session")
def real_report(real_files, tmp_path_factory):
    """Writes a report of some of the real files, by the start of their names, all by default."""

    def write(*starts):
        chosen = [path for name, path in real_files.items() if name.startswith(starts or "")]
        path = tmp_path_factory.mktemp("real-report") / "report.html"
        path.write_text(html(read_inputs(chosen), texts=SourceTexts(ROOT)), encoding="utf-8")
        return path

    return write


@pytest.fixture(scope="session")
def whole_report(real_report):
    return real_report()


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    """One browser for all tests; each opens the report anew."""
    program = find()
    if program is None:
        pytest.skip(f"not run: no browser ({', '.join(NAMES)}) on PATH; install one with `{INSTALL}`")
    browser = Chromium(program, tmp_path_factory.mktemp("profile"))
    yield browser
    browser.close()


@pytest.fixture
def page(browser, report):
    """The report, just opened; the console has to stay silent until the test ends."""
    browser.open(report)
    browser.run("localStorage.clear()")
    yield browser
    assert browser.complaints() == []
    assert [url for url in browser.requested() if not url.startswith(("file:", "data:"))] == []
