from dataclasses import replace

from harness.gate.model import Allowance, Kind
from harness.releases.comparison import compare_releases
from tests.releases.made_up import COUNTERS, build, failed, impossible, release, variant

SOURCES = {"rows": "0123456789abcdef"}


def compare(base, *heads, **options):
    return compare_releases(base, heads, SOURCES, **options)


def test_the_same_is_clean():
    report = compare(release("12.4"), release("13.0"))
    assert report.exit_code == 0
    assert report.base == "CUDA 12.4 (nvrtc 12.4.99)"
    assert report.head == "CUDA 13.0 (nvrtc 13.0.99)"


def test_a_case_that_fails_with_the_later_release_is_wrong():
    report = compare(release("12.4"), release("13.0", failed()))
    assert report.exit_code == 1
    (regression,) = report.regressions
    assert regression.kind is Kind.WRONG
    assert regression.message.startswith(
        "1 failures with CUDA 13.0\nrows-float32-3x1-spread-block128 on cpu: wrong-value"
    )
    assert "rerun: KERNEL_HARNESS_CUDA=13.0 kernel-harness check rows" in regression.message


def test_a_refused_build_is_wrong():
    refused = replace(build("sm_80"), error="k.cu(3): error: no", costs={})
    report = compare(release("12.4"), release("13.0", variant(builds=[refused, build("sm_90")])))
    assert [each.kind for each in report.blocking] == [Kind.WRONG]
    assert "does not compile for sm_80, float32: k.cu(3): error: no" in report.blocking[0].message


def test_spills_sectors_and_occupancy_are_costlier_and_registers_are_not():
    builds = [build("sm_80", spill_store_bytes=4), build("sm_90", registers=40, resident_warps=48)]
    counters = {**COUNTERS, "global_load_sectors": 301.0}
    report = compare(release("12.4"), release("13.0", variant(builds=builds, counters=counters)))
    assert report.exit_code == 1
    said = {each.message.split(":")[0] for each in report.regressions}
    assert said == {"global_load_sectors", "spill_store_bytes", "resident_warps"}
    spilled = next(each for each in report.regressions if each.message.startswith("spill"))
    assert "0 -> 4 at CUDA 13.0, sm_80, float32, block 128" in spilled.message
    assert any(cost.counter == "registers" and not cost.is_worse for cost in report.variants[0].costs)


def test_two_percent_of_instructions_are_let_pass():
    def with_instructions(n):
        return compare(
            release("12.4"), release("13.0", variant(counters={**COUNTERS, "instructions": n}))
        ).exit_code

    assert (with_instructions(1020.0), with_instructions(1021.0)) == (0, 1)


def test_what_the_later_release_cannot_do_is_a_note_and_no_regression():
    report = compare(release("12.4"), release("13.0", impossible()))
    assert report.exit_code == 0
    assert any(
        "rows with CUDA 13.0, every architecture: header-missing" in note for note in report.not_compared
    )


def test_architectures_that_only_one_has_are_notes():
    report = compare(release("12.4"), release("13.0", archs=("sm_90", "sm_100")))
    assert report.exit_code == 0
    assert "sm_80: CUDA 13.0 does not compile for them any more" in report.not_compared
    assert "sm_100: CUDA 12.4 does not compile for them" in report.not_compared


def test_a_record_of_another_text_is_an_error():
    report = compare(release("12.4", replace(variant(), source="f" * 16)), release("13.0"))
    assert report.exit_code == 2
    assert report.variants[0].errors == ("its text has changed since CUDA 12.4 was checked; tox -e cuda124",)


def test_a_variant_that_was_not_checked_is_an_error():
    report = compare_releases(release("12.4"), [release("13.0")], {**SOURCES, "new": "1" * 16})
    assert report.exit_code == 2
    new = next(each for each in report.variants if each.change.id == "new")
    assert new.errors == (
        "CUDA 12.4 was checked without it; tox -e cuda124",
        "CUDA 13.0 was checked without it; tox -e cuda130",
    )


def test_a_variant_that_did_not_run_is_an_error():
    assert compare(release("12.4"), release("13.0", replace(variant(), runs={}))).exit_code == 2


def test_a_variant_that_is_gone_is_not_looked_at():
    assert compare(release("12.4", variant(), variant("old")), release("13.0")).exit_code == 0


def test_each_later_release_is_judged_by_itself():
    report = compare(release("12.4"), release("12.5", failed()), release("13.0"))
    assert [each.message.splitlines()[0] for each in report.regressions] == ["1 failures with CUDA 12.5"]


def test_a_regression_can_be_let_through_and_a_wrong_kernel_cannot():
    allowance = Allowance("rows", "waits for a mended compiler", "author")
    spilling = variant(builds=[build("sm_90", stack_bytes=16)])
    assert compare(release("12.4"), release("13.0", spilling), allowances=[allowance]).exit_code == 0
    report = compare(release("12.4"), release("13.0", failed()), allowances=[allowance])
    assert report.exit_code == 1
    assert report.unused_allowances == (allowance,)
