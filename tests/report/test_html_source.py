import hashlib
import os
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from harness.cli.program import main
from harness.report.html.check import AROUND, MOST_BYTES, MOST_PLACES, SourceTexts, failing_lines
from harness.run.source_files import NamedSource
from harness.verdict import Finding, Reason
from tests.report.report_files import ROOT

KERNEL = "".join(f"line {number};\n" for number in range(1, 21))


def source(path, content, file="k.cu"):
    return NamedSource(file, str(path), hashlib.sha256(content.encode()).hexdigest())


@pytest.fixture
def kernel(tmp_path):
    path = tmp_path / "k.cu"
    path.write_text(KERNEL)
    return path


def test_a_line_has_three_around_it(kernel, tmp_path):
    found = SourceTexts(tmp_path).excerpt("k.cu:12", [source("k.cu", KERNEL)])
    assert (found.first, found.lines) == (9, tuple(f"line {number};" for number in range(9, 16)))
    assert AROUND == 3


@pytest.mark.parametrize(("line", "first", "n"), [(1, 1, 4), (3, 1, 6), (20, 17, 5), (21, 18, 4)])
def test_at_an_end_of_the_file_there_are_fewer(kernel, tmp_path, line, first, n):
    found = SourceTexts(tmp_path).excerpt(f"k.cu:{line}", [source("k.cu", KERNEL)])
    assert (found.first, len(found.lines)) == (first, n)


def test_only_a_newline_ends_a_line(tmp_path):
    text = "a\x0cb\u2028c\r\nd\n"
    (tmp_path / "k.cu").write_bytes(text.encode())
    found = SourceTexts(tmp_path).excerpt("k.cu:2", [source("k.cu", text)])
    assert found.lines == ("a\x0cb\u2028c", "d", "")


@pytest.mark.parametrize(
    "place", ["cuda/cuda_fp16.hpp:3", "k.cu", "k.cu:", "k.cu:x", "k.cu:-3", "k.cu:\u0663", ":3", "k.cu:" + "9" * 5000]
)  # fmt: skip
def test_what_is_no_line_of_a_source_has_no_excerpt(kernel, tmp_path, place):
    assert SourceTexts(tmp_path).excerpt(place, [source("k.cu", KERNEL)]) is None


def test_without_a_folder_nothing_is_read(kernel):
    assert SourceTexts().excerpt("k.cu:12", [source(kernel, KERNEL)]) is None


def why_not(folder, listed, place="k.cu:2"):
    found = SourceTexts(folder).excerpt(place, [listed])
    assert found.lines == ()
    return found.why_not


def test_a_file_that_is_gone_or_has_changed_is_not_shown(kernel, tmp_path):
    listed = source("k.cu", KERNEL)
    kernel.write_text(KERNEL + "one more\n")
    assert why_not(tmp_path, listed) == "k.cu has changed since the check"
    kernel.unlink()
    assert why_not(tmp_path, listed) == "k.cu does not exist"
    assert why_not(tmp_path, source("a/k.cu", "")) == "a/k.cu does not exist"


def test_a_line_behind_the_end_is_told(kernel, tmp_path):
    assert why_not(tmp_path, source("k.cu", KERNEL), "k.cu:900") == "k.cu has 21 lines"
    assert why_not(tmp_path, source("k.cu", KERNEL), "k.cu:0") == "k.cu has 21 lines"


def test_a_pipe_a_folder_a_device_and_a_huge_file_are_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "huge").open("wb") as stream:
        stream.truncate(MOST_BYTES + 1)
    assert why_not(tmp_path, source("pipe", "")) == "pipe must be a regular file (got a pipe)"
    assert why_not(tmp_path, source(".", "")) == ". must be a regular file (got a folder)"
    assert why_not(tmp_path, source("huge", "")) == "huge must be no larger than 4 MiB (got 4.0 MiB)"
    assert "cannot be read" in why_not(tmp_path, source("nul\0byte", ""))


def test_a_result_file_cannot_show_a_file_that_its_author_has_not_seen(tmp_path):
    secret, project = tmp_path / "secret", tmp_path / "project"
    project.mkdir()
    secret.write_text("the password\n")
    (project / "link").symlink_to(secret)
    for path in (secret, "../secret", "link", "/dev/zero", tmp_path / "missing"):
        for guess in ("guess", "the password\n"):
            assert why_not(project, source(path, guess), "k.cu:1") == f"{path} is not in the project"
    (project / "k.cu").write_text("own\n")
    assert why_not(project, source("k.cu", "guess")) == "k.cu has changed since the check"
    assert SourceTexts(project).excerpt("k.cu:1", [source(project / "k.cu", "own\n")]).lines[0] == "own"


def case(*places):
    findings = tuple(Finding(Reason(reason), "m", source=place) for place, reason in places)
    return SimpleNamespace(findings=findings)


def test_the_lines_that_most_cases_name_come_first_and_say_what_is_wrong(kernel, tmp_path):
    cases = [case(("k.cu:5", "oob-read"), ("k.cu:5", "oob-read"))] + 2 * [case(("k.cu:9", "oob-write"))]
    cases += [case((f"k.cu:{line}", "oob-read")) for line in range(10, 15)]
    markup = failing_lines([source("k.cu", KERNEL)], cases, SourceTexts(tmp_path))
    assert markup.index("<mark>line 9;") < markup.index("<mark>line 10;")
    assert "oob-write in 2 cases" in markup
    assert "oob-read in 1 case<" in markup
    assert markup.count("<figure") == MOST_PLACES
    assert "Findings name 3 more lines." in markup


def test_a_sources_text_is_never_markup(tmp_path):
    evil = "</pre><script>alert(1)</script>\n"
    (tmp_path / "k.cu").write_text(evil)
    markup = failing_lines([source("k.cu", evil)], [case(("k.cu:1", "oob-read"))], SourceTexts(tmp_path))
    assert "&lt;/pre&gt;&lt;script&gt;" in markup
    assert "<script" not in markup


def test_a_report_of_a_real_check_shows_the_line_until_the_source_changes(tmp_path, monkeypatch):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    monkeypatch.chdir(tmp_path)
    kernel = tmp_path / "write_past_row.cu"
    kernel.write_text((ROOT / "fixtures/bad_kernels/write_past_row.cu").read_text())

    def run(*arguments):
        return CliRunner().invoke(main, arguments)

    assert (
        run("check", str(kernel), "-k", "7x3-spread", "--device", "cpu", "--json", "check.json").exit_code
        == 1
    )
    assert run("report", "report.html", "check.json").exit_code == 0
    text = (tmp_path / "report.html").read_text()
    assert "y[col] = expf(x[col &lt; n_cols ? col : 0] - row_max) / sum;</mark>" in text
    assert "for (int col = 0; col &lt;= n_cols; ++col)" in text  # a line above
    assert run("report", "again.html", "check.json").exit_code == 0
    assert (tmp_path / "again.html").read_bytes() == (tmp_path / "report.html").read_bytes()

    kernel.write_text(kernel.read_text().replace("row_max", "largest"))
    assert run("report", "report.html", "check.json").exit_code == 0
    text = (tmp_path / "report.html").read_text()
    assert "Line not shown: write_past_row.cu has changed since the check." in text
    assert "<mark>" not in text
