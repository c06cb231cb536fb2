import json

import pytest

from tests.report.report_files import bench_document, made_up_time
from tests.run.fake_device import write_kernel


@pytest.fixture
def check(project, invoke):
    """A check's JSON, of one kernel that passes and one that does not."""
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
    for word in ("wrong-value", "kernel-harness check wrong -k ", "Speed-up over"):
        assert word in text


def test_it_does_not_depend_on_where_the_inputs_are(check, invoke, project):
    invoke("report", "a.html", check)
    (project / "elsewhere").mkdir()
    (project / "elsewhere" / "check.json").write_bytes(check.read_bytes())
    invoke("report", "b.html", "elsewhere/check.json")
    assert (project / "a.html").read_bytes() == (project / "b.html").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["out.html"], "Missing argument 'FILE.json...'"),
        (["out.html", "missing.json"], "'missing.json' does not exist"),
        (["out.html", "damaged.json"], "damaged.json must be a readable JSON file"),
        (["out.html", "other.json"], "got schema 'somebody/else'"),
        (["check.json", "check.json"], "the first argument must be the report, OUT.html"),
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
    (project / "out.html").write_text("the old one")
    before = (project / "check.json").read_bytes()
    result = invoke("report", *arguments)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
    assert (project / "out.html").read_text() == "the old one"
    assert (project / "check.json").read_bytes() == before
