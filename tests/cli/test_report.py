import json

import pytest

from tests.report.made_up import FAILS
from tests.report.made_up import check as made_up_check
from tests.report.report_files import bench_document, made_up_time
from tests.run.fake_device import write_kernel


@pytest.fixture
def check(project, invoke):
    write_kernel(project / "cuda_src", "good")
    write_kernel(project / "cuda_src", "wrong", fault="wrong-value")
    invoke("check", "--device", "cpu", "-k", "3x33", "--json", "check.json")
    return project / "check.json"


def test_it_is_written_and_says_what_it_is_made_of(check, invoke, project):
    (project / "bench.json").write_text(json.dumps(bench_document([made_up_time("good", 10, 10, 0.5)])))
    result = invoke("report", "out.html", check, "bench.json")
    assert result.exit_code == 0
    assert result.stdout.startswith("out.html: 1 check, 1 benchmark file, ")
    text = (project / "out.html").read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    for word in ("wrong-value", "kernel-harness check wrong -k ", "All times"):
        assert word in text
    # It does not depend on where its files are, nor on the place of its name.
    (project / "elsewhere").mkdir()
    (project / "elsewhere" / "check.json").write_bytes(check.read_bytes())
    invoke("report", "elsewhere/check.json", "bench.json", "again.html")
    assert (project / "again.html").read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["out.html"], "Missing argument 'FILE.json...'"),
        (["out.html", "missing.json"], "missing.json must be a readable JSON file (got: No such file"),
        (["out.html", "damaged.json"], "damaged.json must be a readable JSON file"),
        (["out.html", "other.json"], "got schema 'somebody/else'"),
        (["check.json", "check.json"], "check.json: is of CUDA 13.0, as check.json is"),
        (["check.json"], "files of two CUDA releases are needed to compare (got CUDA 13.0)"),
        (
            ["check.json", "bench.json"],
            "without OUT.html, only files of check --json and count --json are compared",
        ),
        (["no/such/out.html", "check.json"], "the folder of OUT.html must exist"),
        (
            ["--baseline", "nobody", "out.html", "check.json"],
            "--baseline must name a variant that was timed (got 'nobody'",
        ),
    ],
)
@pytest.mark.usefixtures("check")
def test_what_is_wrong_is_said_and_the_old_report_stays(project, invoke, arguments, said):
    (project / "damaged.json").write_text('{"schema": "kernel-harn')
    (project / "other.json").write_text('{"schema": "somebody/else"}')
    (project / "bench.json").write_text(json.dumps(bench_document([made_up_time("good", 10, 10, 0.5)])))
    (project / "out.html").write_text("the old one")
    before = (project / "check.json").read_bytes()
    result = invoke("report", *arguments)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
    assert (project / "out.html").read_text() == "the old one"
    assert (project / "check.json").read_bytes() == before


@pytest.fixture
def releases(project):
    """Write checks of one kernel by two CUDA releases, the later of which gets it wrong."""
    for cuda, verdicts in (("12.4", ()), ("13.0", (FAILS,))):
        (project / f"check-{cuda}.json").write_text(json.dumps(made_up_check(project, cuda, *verdicts)))
    return ["check-13.0.json", "check-12.4.json"]


def test_releases_are_compared_on_the_terminal_and_as_markdown(releases, invoke, project):
    result = invoke("report", *releases, "--markdown", "table.md")
    assert result.exit_code == 0, result.output
    assert "CUDA release          12.4   13.0\nsoftmax_0  result     PASS FAIL 1\n" in result.stdout
    assert "13.0: FAIL softmax_0-" in result.stdout
    assert "| `softmax_0` | result | PASS | **FAIL 1** |\n" in (project / "table.md").read_text()
    result = invoke("report", *releases, "--markdown", "-")
    assert result.stdout == (project / "table.md").read_text()
    result = invoke("report", "out.html", *releases, "--markdown", "again.md")
    assert result.stdout.startswith("out.html: 2 checks, ")
    assert (project / "again.md").read_text() == (project / "table.md").read_text()


def test_a_file_of_other_kernels_is_refused_and_nothing_is_written(releases, invoke, project):
    other = json.loads((project / "check-13.0.json").read_text())
    other["variants"][0]["id"] = "gelu"
    other["device"]["info"]["cuda"] = "13.1"
    (project / "check-13.1.json").write_text(json.dumps(other))
    result = invoke("report", *releases, "check-13.1.json", "--markdown", "table.md")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert (
        "files must be of the same kernels, settings and program, each with another CUDA release"
        in result.stderr
    )
    assert "check-13.1.json: has no variant of check-13.0.json (got gelu)" in result.stderr
    assert not (project / "table.md").exists()
