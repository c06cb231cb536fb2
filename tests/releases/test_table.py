import html
import io
from dataclasses import replace

import pytest

from harness.errors import UsageError
from harness.releases.model import Status
from harness.releases.table import Trend, arch_span, make_table
from harness.report.text.console import make_console
from harness.report.text.cuda_text import markdown, print_table
from tests.releases.made_up import COUNTERS, build, failed, impossible, release, variant


def printed(table):
    stream = io.StringIO()
    print_table(table, make_console(stream))
    return stream.getvalue()


def figures(table, name):
    rows = next(each for each in table.variants if each.id == name).rows
    return {row.figure: [(cell.text, cell.trend) for cell in row.cells] for row in rows}


def test_what_a_release_changed_is_marked():
    spilling = [build("sm_90", registers=40, spill_store_bytes=8, spill_load_bytes=12)]
    table = make_table(
        [
            release("12.4"),
            release("13.0", variant(builds=spilling, counters={**COUNTERS, "instructions": 900.0})),
            release("13.1", variant(builds=spilling, counters={**COUNTERS, "instructions": 900.0})),
        ]
    )
    assert figures(table, "rows") == {
        "result": [("PASS", Trend.FIRST), ("PASS", Trend.SAME), ("PASS", Trend.SAME)],
        "registers": [("32", Trend.FIRST), ("40", Trend.WORSE), ("40", Trend.SAME)],
        "spilled": [("0", Trend.FIRST), ("20", Trend.WORSE), ("20", Trend.SAME)],
        "instructions": [("1000", Trend.FIRST), ("900", Trend.BETTER), ("900", Trend.SAME)],
        "sectors": [("400", Trend.FIRST), ("400", Trend.SAME), ("400", Trend.SAME)],
    }
    text = printed(table)
    assert "rows  registers" in text.replace("result", "registers", 1)
    assert "sectors  " not in text.partition("\n\n")[0]  # what does not differ takes no line
    assert table.exit_code == 0


def test_a_variant_that_no_release_changes_takes_one_line():
    text = printed(make_table([release("12.4"), release("13.0")]))
    assert "rows  PASS with all 2: 32 registers, 0 spilled, 1000 instructions, 400 sectors\n" in text


def test_a_failure_is_told_with_its_rerun_command():
    table = make_table([release("12.4"), release("13.0", failed())])
    assert figures(table, "rows")["result"] == [("PASS", Trend.FIRST), ("FAIL", Trend.WORSE)]
    assert table.exit_code == 1
    text = printed(table)
    assert (
        "13.0: FAIL rows-float32-3x1-spread-block128 on cpu: wrong-value; rerun: KERNEL_HARNESS_CUDA=13.0 "
        in text
    )


def test_what_a_release_cannot_do_is_named_and_no_failure():
    table = make_table([release("12.4", impossible()), release("12.5", impossible()), release("13.0")])
    assert table.exit_code == 0
    assert [cell[0] for cell in figures(table, "rows")["result"]] == ["SKIP", "SKIP", "PASS"]
    said = "12.4, 12.5: rows, every architecture: header-missing: <iostream>, which CUDA's cub/util_type.cuh includes"
    assert said in printed(table)
    assert said in html.unescape(markdown(table))


def test_what_no_release_can_do_is_a_failure():
    table = make_table([release("12.4", impossible()), release("13.0", impossible())])
    assert table.exit_code == 1
    assert (
        "not compiled by any release here\n  rows: every release refuses it, so the variant is at fault"
        in printed(table)
    )


def test_records_of_different_texts_are_not_comparable():
    table = make_table([release("12.4"), release("13.0", replace(variant(), source="f" * 16))])
    assert table.exit_code == 1
    assert "rows: its text was not the same with all releases (12.4; 13.0); check them again" in printed(
        table
    )


def test_a_variant_that_one_release_does_not_know_has_gaps():
    table = make_table([release("12.4"), release("13.0", variant(), variant("new"))])
    assert figures(table, "new")["registers"] == [("", Trend.SAME), ("32", Trend.FIRST)]


def test_a_variant_that_was_not_run_is_not_clean():
    table = make_table([release("12.4", replace(variant(), runs={}))])
    assert figures(table, "rows")["result"][0][0] == "NOT-RUN"
    assert table.exit_code == 1
    assert "12.4: rows was not run" in printed(table)


def test_architectures_that_come_and_go_are_told():
    table = make_table([release("12.4"), release("13.0", archs=("sm_90", "sm_100"))])
    assert table.arch_notes == (
        "13.0 does not compile for sm_80 any more",
        "13.0 is the first here to compile for sm_100",
    )


def test_registers_of_another_architecture_can_be_shown():
    builds = [build("sm_80", registers=20), build("sm_90")]
    table = make_table([release("12.4", variant(builds=builds))], "sm_80")
    assert figures(table, "rows")["registers"] == [("20", Trend.FIRST)]
    with pytest.raises(UsageError, match=r"--arch must be one .* \(got 'sm_70'; known: sm_80, sm_90\)"):
        make_table([release("12.4")], "sm_70")


def test_a_device_that_did_not_run_is_told():
    assert "not run\n  gpu: no driver (none) (all releases)" in printed(make_table([release("12.4")]))


def test_markdown_marks_what_differs():
    text = markdown(
        make_table([release("12.4"), release("13.0", variant(builds=[build("sm_90", registers=40)]))])
    )
    assert "| | registers | 32 | **40** |" in text.replace("|  |", "| |")


@pytest.mark.parametrize(
    ("archs", "said"),
    [
        (["sm_70", "sm_80", "sm_90"], "every architecture"),
        (["sm_70", "sm_80"], "up to sm_80"),
        (["sm_80", "sm_90"], "from sm_80 on"),
        (["sm_70", "sm_90"], "sm_70, sm_90"),
        (["sm_70"], "sm_70"),
    ],
)
def test_spans_of_architectures(archs, said):
    assert arch_span(archs, ["sm_70", "sm_80", "sm_90"]) == said


def test_a_refused_build_makes_a_variant_fail():
    refused = replace(build("sm_80"), error='k.cu(3): error: expected a ";"', costs={})
    record = variant(builds=[refused, build("sm_90")])
    assert record.status("sm_90") is Status.FAIL
    table = make_table([release("12.4", record)])
    assert '12.4: rows does not compile for sm_80: k.cu(3): error: expected a ";"' in printed(table)
