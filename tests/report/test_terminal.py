import contextlib
import dataclasses
import io
import itertools
import math
import re
from dataclasses import replace
from pathlib import Path

import pytest

from harness.errors import SpecError
from harness.report.text.console import ProgressReport, make_console
from harness.report.text.terminal import (
    SHOWN_PRINTED,
    TerminalReport,
    error_text,
    failure_text,
    summary,
)
from harness.run.fault_groups import SHOWN_FAULTS
from harness.run.suite import Suite, VariantCases
from harness.run.target import Target
from harness.verdict import CaseResult, Finding, Reason, Verdict
from tests.report.made_up import BRANCHES, OOB, TARGET, WRONG, make_report

PASS, FAIL, SKIP, NOT_RUN = Verdict.PASS, Verdict.FAIL, Verdict.SKIP, Verdict.NOT_RUN


class Terminal(io.StringIO):
    def isatty(self):
        return True


def printed(report, *, verbose=False, file=None, expression="", coverage=False):
    file = io.StringIO() if file is None else file
    suite = Suite(
        tuple(
            VariantCases(
                outcome.variant,
                tuple(case for case, result in outcome.results if result.verdict is not SKIP),
                tuple((case, "rule") for case, result in outcome.results if result.verdict is SKIP),
            )
            for outcome in report.outcomes
        ),
        report.declaration_errors,
    )
    with contextlib.closing(TerminalReport(make_console(file), verbose, coverage=coverage)) as terminal:
        terminal.device("0.1.0", report.target)
        terminal.selected(suite, expression)
        for outcome in report.outcomes:
            for _, result in outcome.results:
                terminal.case(result)
            terminal.variant(outcome)
        terminal.finish(report)
    return file.getvalue()


def test_a_passing_check_prints_head_table_and_summary(tmp_path):
    lines = printed(make_report(tmp_path, [PASS, PASS], [PASS, SKIP])).splitlines()
    assert lines == [
        "kernel-harness 0.1.0 on cpu: PTX executor on a processor, sm_90; nvrtc 13.0.88, CUDA 13.0",
        "checking  2 variants, 3 cases; 1 outside the declared domains",
        "",
        "        variant     cases  passed  failed skipped    widest   tallest    largest error work time",
        "PASS    softmax_0       2       2       0       0       1x2       3x1   25.0% of bound    0.25 s",
        "PASS    softmax_1       2       1       0       1       3x1       3x1   12.5% of bound    0.25 s",
        "",
        "not run   gpu (no driver); -v says more",
        "2 variants, 4 cases: 3 passed, 0 failed, 1 skipped in 1.50 s, 2 cases/s",
    ]


def test_the_widest_and_the_tallest_case_are_of_those_that_were_launched(tmp_path):
    verdicts = [PASS] * 20 + [Verdict.ERROR] * 20 + [SKIP] * 40
    report = make_report(tmp_path, verdicts, [Verdict.ERROR, SKIP])
    outcome, none = report.outcomes
    launched = [case for case, result in outcome.results if result.verdict is PASS]
    others = [case for case, result in outcome.results if result.verdict is not PASS]
    assert outcome.widest is not None
    assert outcome.tallest is not None
    assert outcome.widest.shape.n_cols == max(case.shape.n_cols for case in launched)
    assert outcome.tallest.shape.n_rows == max(case.shape.n_rows for case in launched)
    assert max(case.shape.n_rows for case in launched) < max(case.shape.n_rows for case in others)
    assert (none.widest, none.tallest) == (None, None)
    row = next(line for line in printed(report).splitlines() if " softmax_1 " in line)
    assert row.split()[6:9] == ["-", "-", "-"]


def test_a_failure_is_shown_in_full(tmp_path):
    report = make_report(tmp_path, [PASS, FAIL], findings=(OOB, WRONG))
    text = printed(report)
    case_id = report.outcomes[0].results[1][0].id
    assert f"FAIL {case_id}  oob-read, wrong-value\n" in text
    for said in (
        "  oob-read: invalid global read of size 4 at inp+132\n",
        "    at kernel softmax, block (0, 0, 0), thread (31, 0, 0), k.cu:12, in row_sum, called at k.cu:40, "
        "PTX line 88; the first of 3 times at 2 instructions\n",
        "  wrong-value: 1 of 99 elements are off\n",
        "  worst at row 2, column 32: expected 1, got 2\n",
        f"  rerun: kernel-harness check softmax_0 -k {case_id} --device cpu\n",
    ):
        assert said in text
    assert (
        text.splitlines()[-1]
        == "1 variant, 2 cases: 1 passed, 1 failed (1 FAIL), 0 skipped in 1.50 s, 1 cases/s"
    )


def test_a_case_with_many_findings_shows_the_first_of_them(tmp_path):
    others = tuple(dataclasses.replace(OOB, source=f"k.cu:{line}") for line in (20, 30))
    text = printed(make_report(tmp_path, [PASS, FAIL], findings=(OOB, *others, WRONG)))
    assert (
        "  also: oob-read at k.cu:20 in 1 of them, oob-read at k.cu:30 in 1 of them, wrong-value in" in text
    )
    assert "k.cu:30, in row_sum" in printed(make_report(tmp_path, [FAIL], findings=(OOB, *others, WRONG)))


def with_each(report, field, value):
    """Give every result of a report a field's value, made of its number."""
    for outcome in report.outcomes:
        for number, (_, result) in enumerate(outcome.results):
            object.__setattr__(result, field, value(number))
    return report


def test_a_fault_is_one_message_unless_each_case_is_asked_for(tmp_path):
    report = with_each(
        make_report(tmp_path, [FAIL] * 7),
        "findings",
        lambda number: (
            Finding(Reason.WRONG_VALUE, f"off by {number}"),
            *[replace(WRONG, reason=Reason.ROW_SUM)] * (number % 2),
        ),
    )
    short, full = printed(report), printed(report, verbose=True)
    smallest = "softmax_0-float32-1x2-spread-block32"
    assert re.search(
        rf"\nFAIL {smallest} and 6 more cases  wrong-value\n  wrong-value: off by \d\n  fails: ", short
    )
    assert "\n  fails: all 7 cases that ran\n  also: row-sum in 3 of them\n  rerun: " in short
    assert short.count("rerun:") == 1
    assert full.count("rerun:") == 7
    assert "and 6 more" not in full


def test_faults_are_told_apart_by_place_and_most_are_shown(tmp_path):
    report = with_each(
        make_report(tmp_path, [FAIL] * (SHOWN_FAULTS + 3)),
        "findings",
        lambda number: (replace(OOB, source=f"k.cu:{max(number, 2)}"),),
    )
    text = printed(report)
    assert text.count("rerun:") == SHOWN_FAULTS
    assert text.index("k.cu:2,") < text.index("k.cu:3,"), "the fault of the most cases is first"
    assert "and 2 more cases  oob-read" in text
    assert "\n1 more fault of softmax_0; --verbose prints all\n" in text


def test_what_did_not_run_is_one_entry_per_cause(tmp_path):
    target = Target("gpu", "gpu", None, "no driver")
    text = printed(make_report(tmp_path, [NOT_RUN] * 3, [NOT_RUN] * 2, target=target))
    assert "kernel-harness 0.1.0 on gpu: not available\nnot run   everything: no driver\n" in text
    assert text.count("NOT-RUN 5 cases of 2 variants\n  no driver\n") == 1
    assert "0 passed, 5 failed (5 NOT-RUN), 0 skipped" in text


def test_wrong_declarations_are_counted_and_shown(tmp_path):
    errors = tuple(SpecError(f"error {line}", path=Path("wrong.cu"), line=line) for line in (3, 5))
    text = printed(make_report(tmp_path, [PASS], errors=errors))
    assert "not run   1 file with a wrong declaration, shown below\n" in text
    assert "ERROR declaration-error\n  wrong.cu:3: error 3\n" in text
    assert "0 skipped, 2 declaration errors in" in text


@pytest.mark.parametrize(
    ("stopped", "said"), [("interrupted", "interrupted"), ("exitfirst", "stopped at the first failure")]
)
def test_a_stopped_run_says_how_far_it_came_and_counts_the_rest_apart_from_failures(tmp_path, stopped, said):
    report = make_report(
        tmp_path, [PASS, FAIL, SKIP, NOT_RUN], [NOT_RUN] * 2, [NOT_RUN, SKIP], stopped=stopped
    )
    text = printed(report)
    assert f"\n{said}: 2 of 6 cases done; 2 variants not begun\n" in text
    assert "3 variants, 8 cases: 1 passed, 1 failed (1 FAIL), 4 not run, 2 skipped in" in text
    assert re.findall(r"^NOT-RUN|^FAIL +softmax_\d .*", text, re.MULTILINE) == [
        "FAIL    softmax_0       4       1       1       1       1x2       3x1   25.0% of bound    0.25 s"
    ]
    assert "softmax_1" not in text
    (first, *_), (done, *_, not_run) = report.outcomes, report.outcomes[0].results
    many = replace(first, results=(done,) * 1204 + (not_run,) * 4342)
    assert ": 1,204 of 5,546 cases done\n" in printed(replace(report, outcomes=(many,)))


@pytest.mark.parametrize(
    ("ratio", "text"),
    [
        (0.0, "0.0% of bound"), (0.26, "26.0% of bound"), (0.9755, "97.5% of bound"),
        (0.99999, "99.9% of bound"), (1.0, "100.0% of bound"), (1.00001, "100.1% of bound"),
        (9.99, "999.0% of bound"), (12.345, "12.3 x bound"), (1.16e9, "1.16e+09 x bound"),
        (math.inf, "inf x bound"), (math.nan, "NaN"),
    ],
)  # fmt: skip
def test_the_largest_error_is_told_in_percent_of_its_bound(ratio, text):
    assert error_text(ratio) == text
    assert len(text) <= 16


def test_a_log_hears_of_a_long_variant_now_and_then(tmp_path):
    report = make_report(tmp_path, [PASS] * 4 + [FAIL] + [PASS] * 3)
    (outcome,) = report.outcomes
    seconds = iter(range(0, 1000, 7))
    file = io.StringIO()
    terminal = TerminalReport(make_console(file), clock=lambda: float(next(seconds)))
    cases = tuple(case for case, _ in outcome.results)
    terminal.selected(Suite((VariantCases(outcome.variant, cases),)), "")
    for _, result in outcome.results:
        terminal.case(result)
    assert re.findall("running .*", file.getvalue()) == [
        f"running   {n} of 8 cases done, {n_failed} failed, about {7 * (8 - n)} s left, now softmax_0"
        for n, n_failed in ((2, 0), (4, 0), (6, 1))  # after the last one comes the verdict
    ]


def test_the_bar_tells_the_time_left():
    file = Terminal()
    progress = ProgressReport(make_console(file), clock=itertools.count().__next__)
    progress.start(4)
    for _ in range(2):
        progress.add("softmax_0", is_bad=True)
    progress.close()
    assert re.search(r"softmax_0, 2 failed.*2/4.* left", file.getvalue(), re.DOTALL)


def test_output_that_is_no_terminal_is_plain_and_never_wrapped(tmp_path, monkeypatch):
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setenv("COLUMNS", "40")
    markup = Finding(Reason.WRONG_VALUE, "[bold]x[/bold] :warning: [/]")
    text = printed(make_report(tmp_path, [PASS, FAIL], findings=(OOB, markup)), expression="a" * 300)
    assert "wrong-value: [bold]x[/bold] :warning: [/]\n" in text
    assert "\x1b" not in text
    assert "\r" not in text
    assert "a" * 300 in text
    assert not [line for line in text.splitlines() if line != line.rstrip()]


def test_a_terminal_gets_colour_and_a_progress_bar_that_goes_away(tmp_path, monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    for name in ("NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    file = Terminal()
    printed(make_report(tmp_path, [PASS, FAIL], findings=(WRONG,)), file=file)
    assert "\x1b[32mPASS" in file.getvalue() or "\x1b[1;31mFAIL" in file.getvalue()
    assert "/2" in file.getvalue(), "no progress bar"
    assert "\x1b[2K" in file.getvalue(), "the progress bar stays"


def test_the_detail_of_an_error_is_not_said_twice():
    result = CaseResult(
        "id",
        "v",
        "cpu",
        Verdict.ERROR,
        (Finding(Reason.COMPILE_ERROR, "it does not\nlog"),),
        detail="it does not",
    )
    assert failure_text(result) == "compile-error: it does not\nlog"
    assert failure_text(CaseResult("id", "v", "cpu", NOT_RUN, detail="why")) == "why"


def test_the_summary_counts_each_kind_of_failure(tmp_path):
    verdicts = [PASS, FAIL, FAIL, Verdict.HANG, Verdict.CRASH, Verdict.ERROR, NOT_RUN, SKIP]
    text = summary(make_report(tmp_path, verdicts, target=TARGET))
    assert "1 passed, 6 failed (2 FAIL, 1 CRASH, 1 HANG, 1 ERROR, 1 NOT-RUN), 1 skipped" in text


def test_an_unproven_case_is_counted_and_shown(tmp_path):
    lines = printed(make_report(tmp_path, [PASS, Verdict.UNPROVEN])).splitlines()
    assert [line for line in lines if line.startswith("UNPROVEN") or "1 unproven" in line] == [
        "UNPROVEN softmax_0       2       1       0       0       1x2       3x1   12.5% of bound    0.25 s  1 unproven",
        "UNPROVEN softmax_0-float32-1x2-spread-block32  vacuous-check",
        "1 variant, 2 cases: 1 passed, 0 failed, 1 unproven, 0 skipped in 1.50 s, 1 cases/s",
    ]


def test_what_a_failing_kernel_printed_is_shown_and_what_a_passing_one_printed_when_asked_for(tmp_path):
    text = printed(with_each(make_report(tmp_path, [FAIL, PASS]), "printed", lambda _: "max 1.5\nsum 2\n"))
    assert text.count("  printed:\n  max 1.5\n  sum 2\n  rerun:") == text.count("printed:") == 1
    report = with_each(make_report(tmp_path, [PASS, PASS]), "printed", lambda _: "x" * (SHOWN_PRINTED + 7))
    text = printed(report, verbose=True)
    assert text.count("printed:") == 2
    assert "x" * SHOWN_PRINTED + "\n  ... and 7 characters more; the JSON has all\n" in text


PLACE = {"kernel": "softmax", "block": (1, 0, 0), "thread": (2, 0, 0), "source": "k.cu:7"}
NOTE = Finding(Reason.RACECHECK_WAW, "wrote the same value", **PLACE)


def test_notes_of_cases_that_passed_are_printed_once_a_place(tmp_path):
    elsewhere = replace(NOTE, source="k.cu:9")
    report = with_each(make_report(tmp_path, [PASS] * 3), "notes", lambda _: (NOTE, NOTE, elsewhere))
    text = printed(report)
    first = report.outcomes[0].results[0][1].case_id
    assert text.count(f"NOTE {first} and 2 more cases\n  racecheck-waw: wrote the same value\n") == 2
    assert "block (1, 0, 0), thread (2, 0, 0), k.cu:7" in text
    assert report.exit_code == 0
    assert "3 passed, 0 failed" in text
    # Those of a failure stand with it.
    text = printed(with_each(make_report(tmp_path, [FAIL], findings=(WRONG,)), "notes", lambda _: (NOTE,)))
    assert "  note: racecheck-waw: wrote the same value\n" in text
    assert "NOTE" not in text


def test_a_note_where_a_finding_is_says_nothing_new(tmp_path):
    race = replace(NOTE, message="wrote another value")
    report = make_report(tmp_path, [FAIL, PASS], findings=(race,))
    assert "wrote the same value" not in printed(with_each(report, "notes", lambda _: (NOTE,)))


def test_branches_are_summed_up_and_listed_when_asked_for(tmp_path):
    report = make_report(tmp_path, [PASS])
    assert "branches" not in printed(report)
    known, unknown = (
        BRANCHES,
        replace(
            BRANCHES, branches=0, both_ways=0, both_ways_in_matrix=0, further_cases=(), unknown="no code"
        ),
    )
    (outcome,) = report.outcomes
    report = replace(report, outcomes=(replace(outcome, branches=known), replace(outcome, branches=unknown)))
    summed = (
        "branches: 2 of 3 went both ways, 1 of them in the matrix; 1 further case; not measured: 1 variant"
    )
    assert summed in printed(report).splitlines()
    assert "k.cu:7" not in printed(report)
    lines = printed(report, coverage=True).splitlines()
    assert "  k.cu:7: bra not taken: no size turned it" in lines
    assert "  lines that no launch ran: k.cu:7" in lines
    assert any(line.startswith("BRANCHES") and line.endswith("not measured: no code") for line in lines)


def test_impostors_that_no_case_of_a_whole_matrix_rejects_are_noted(tmp_path):
    report = with_each(make_report(tmp_path, [PASS, PASS]), "unseen_impostors", lambda _: ("another eps",))
    lines = printed(report).splitlines()
    place = lines.index("NOTE softmax_0")
    assert lines[place + 1] == (
        "  no case rejects the impostor 'another eps' (2 cases tried it): a kernel with this mistake may pass"
    )
    # A selection, and a run that was stopped, may have left out the cases that do.
    assert "NOTE" not in printed(replace(report, expression="1x1"))
    assert "NOTE" not in printed(replace(report, stopped="interrupted"))
    (outcome,) = report.outcomes
    (case, first), second = outcome.results
    first = replace(first, unseen_impostors=(), rejected_impostors=("another eps",))
    report = replace(report, outcomes=(replace(outcome, results=((case, first), second)),))
    assert "NOTE" not in printed(report)


@pytest.mark.parametrize(
    ("verdicts", "wrong_declaration", "stopped", "exit_code"),
    [
        ("PASS PASS SKIP", False, "", 0), ("PASS FAIL", False, "", 1), ("PASS CRASH", False, "", 1),
        ("PASS HANG", False, "", 1), ("PASS ERROR", False, "", 1), ("PASS NOT-RUN", False, "", 1),
        ("NOT-RUN NOT-RUN", False, "", 1), ("PASS", True, "", 2), ("PASS FAIL", True, "", 1),
        ("SKIP SKIP", False, "", 2), ("", True, "", 2), ("PASS FAIL NOT-RUN", False, "exitfirst", 1),
        ("PASS UNPROVEN", False, "", 0), ("UNPROVEN SKIP", False, "", 0), ("UNPROVEN FAIL", False, "", 1),
        ("PASS NOT-RUN", False, "interrupted", 130), ("FAIL NOT-RUN", True, "interrupted", 130),
    ],
)  # fmt: skip
def test_exit_code(tmp_path, verdicts, wrong_declaration, stopped, exit_code):
    errors = (SpecError("no such key", path=Path("wrong.cu"), line=3),) if wrong_declaration else ()
    report = make_report(
        tmp_path, [Verdict(word) for word in verdicts.split()], errors=errors, stopped=stopped
    )
    assert report.exit_code == exit_code
    is_failed = exit_code == 0 and "UNPROVEN" in verdicts
    assert replace(report, strict=True).exit_code == (1 if is_failed else exit_code)
