import itertools
import threading

import pytest

from harness.errors import UsageError
from harness.run.case_run import run_case
from harness.run.session import LocalRunner
from harness.run.suite import EXIT_FIRST, INTERRUPTED, Assembly, assemble, find_variants, run_suite, suites_of
from harness.variant import matrix
from harness.variant.declaration import discovery
from harness.variant.declaration.discovery import discover
from harness.variant.matrix import cases
from harness.variant.selection import MATRIX, Selection
from harness.verdict import Reason, Verdict
from harness.worker.channel import Task
from harness.worker.pool import PoolInterrupted
from tests.run.fake_device import FakeDevice, write_kernel


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "cuda_src"
    folder.mkdir()
    return folder


def run(folder, settings, expression="", make=LocalRunner, **options):
    suite = assemble(discover([folder]), expression)
    runner = make("cpu", settings, Task(lambda _: FakeDevice(), run_case))
    return suite, run_suite(suite, runner, settings, **options)


def verdicts(result):
    return {outcome.variant.id: dict(outcome.counts) for outcome in result.outcomes}


def test_every_case_of_every_variant_has_a_result_in_matrix_order(folder, settings):
    for stem in ("beta", "alpha"):
        write_kernel(folder, stem)
    seen = []
    suite, result = run(folder, settings, on_variant=seen.append)
    expected = [case.id for part in suite.parts for case in cases(part.variant)]
    assert [part.variant.id for part in suite.parts] == ["alpha", "beta"]
    assert tuple(seen) == result.outcomes
    assert [case.id for outcome in result.outcomes for case, _ in outcome.results] == expected
    assert {outcome.verdict for outcome in result.outcomes} == {Verdict.PASS}
    assert result.stopped == ""


def test_excluded_cases_come_last_and_are_skipped_with_the_rule(folder, settings):
    write_kernel(folder, requires='["n_cols <= 100"]')
    suite, result = run(folder, settings)
    (outcome,) = result.outcomes
    kinds = [case_result.verdict for _, case_result in outcome.results]
    assert kinds == [Verdict.PASS] * suite.n_cases + [Verdict.SKIP] * suite.n_excluded
    assert suite.n_excluded > 5
    assert "n_cols <= 100" in outcome.results[-1][1].detail


@pytest.mark.parametrize(
    ("fault", "verdict", "reason"),
    [
        ("compile-error", Verdict.ERROR, Reason.COMPILE_ERROR),
        ("unsupported-instruction", Verdict.ERROR, Reason.UNSUPPORTED_INSTRUCTION),
        ("crash", Verdict.ERROR, Reason.DEVICE_UNAVAILABLE),
        ("bug", Verdict.ERROR, Reason.INTERNAL_ERROR),
        ("hang", Verdict.HANG, Reason.HANG),
        ("wrong-value", Verdict.FAIL, Reason.WRONG_VALUE),
    ],
)
def test_a_bad_variant_costs_its_own_cases_only(folder, settings, fault, verdict, reason):
    write_kernel(folder, "a_good")
    write_kernel(folder, "b_bad", fault=fault)
    write_kernel(folder, "c_good")
    # Of other inputs the last element, which the wrong value is in, may be 0 or NaN.
    _, result = run(folder, settings, "3x and normal or 7x")
    good, bad, after = result.outcomes
    assert (good.verdict, bad.verdict, after.verdict) == (Verdict.PASS, verdict, Verdict.PASS)
    assert {found.reasons for found in bad.failures} == {(reason,)}
    assert len(bad.failures) == len(bad.results)


def test_wrong_declarations_are_kept_and_the_others_run(folder, settings):
    write_kernel(folder, "good")
    write_kernel(folder, "wrong", blok="[[32]]")
    suite, result = run(folder, settings)
    assert [error.path.name for error in suite.errors] == ["wrong.cu"]
    assert verdicts(result) == {"good": {Verdict.PASS: suite.n_cases}}


def test_ctrl_c_leaves_the_rest_not_run_and_keeps_what_was_done(folder, settings):
    write_kernel(folder, "a_good")
    write_kernel(folder, "b_stopped", fault="keyboard-interrupt")
    write_kernel(folder, "c_good", requires='["n_cols <= 100"]')
    reported = []
    suite, result = run(folder, settings, on_variant=reported.append)
    assert result.stopped == INTERRUPTED
    n_cases = [len(part.cases) for part in suite.parts]
    assert verdicts(result) == {
        "a_good": {Verdict.PASS: n_cases[0]},
        "b_stopped": {Verdict.NOT_RUN: n_cases[1]},
        "c_good": {Verdict.NOT_RUN: n_cases[2], Verdict.SKIP: suite.n_excluded},
    }
    assert tuple(reported) == result.outcomes


def test_ctrl_c_in_the_middle_of_a_variant_keeps_its_first_results(folder, settings):
    write_kernel(folder)

    class Interrupting(LocalRunner):
        def run_all(self, given):
            yield from super().run_all(list(given)[:2])
            raise KeyboardInterrupt

    suite, result = run(folder, settings, make=Interrupting)
    assert verdicts(result) == {"softmax_fake": {Verdict.PASS: 2, Verdict.NOT_RUN: suite.n_cases - 2}}


def test_ctrl_c_keeps_what_others_had_finished_behind_the_case_that_was_waited_for(folder, settings):
    write_kernel(folder, "a_slow")
    write_kernel(folder, "b_good")
    slow, good = (cases(variant) for variant in discover([folder]).variants)

    class Stopped(LocalRunner):
        def run_all(self, _cases):
            finished = tuple(super().run_all(good[:3]))
            yield from super().run_all(slow[:2])
            raise PoolInterrupted(finished)

    _, result = run(folder, settings, make=Stopped)
    assert result.stopped == INTERRUPTED
    assert verdicts(result) == {
        "a_slow": {Verdict.PASS: 2, Verdict.NOT_RUN: len(slow) - 2},
        "b_good": {Verdict.PASS: 3, Verdict.NOT_RUN: len(good) - 3},
    }


def test_exit_first_stops_at_the_first_failure(folder, settings):
    write_kernel(folder, "a_good")
    write_kernel(folder, "b_bad", fault="wrong-value")
    write_kernel(folder, "c_good")
    suite, result = run(folder, settings, exit_first=True)
    assert result.stopped == EXIT_FIRST
    n_cases = suite.n_cases // 3
    assert verdicts(result) == {
        "a_good": {Verdict.PASS: n_cases},
        "b_bad": {Verdict.FAIL: 1, Verdict.NOT_RUN: n_cases - 1},
        "c_good": {Verdict.NOT_RUN: n_cases},
    }


def test_a_full_id_selects_one_case_even_one_that_is_in_no_matrix(folder, settings):
    write_kernel(folder)
    case_id = "softmax_fake-float32-19x77-spike-offset-block32"
    _, result = run(folder, settings, case_id)
    assert [case.id for outcome in result.outcomes for case, _ in outcome.results] == [case_id]
    assert verdicts(result) == {"softmax_fake": {Verdict.PASS: 1}}


def test_an_expression_selects_excluded_cases_too(folder):
    write_kernel(folder, requires='["n_cols <= 100"]')
    suite = assemble(discover([folder]), "1x8193")
    assert (suite.n_cases, suite.n_excluded) == (0, 1)
    assert assemble(discover([folder]), "nothing_has_this").parts == ()


def test_names_files_and_folders_can_be_mixed(folder, tmp_path):
    for stem in ("alpha", "beta", "gamma"):
        write_kernel(folder, stem)
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    delta = write_kernel(outside, "delta")
    found = find_variants(["gamma", str(delta), "alpha", "gamma"], [folder])
    assert [variant.id for variant in found.variants] == ["alpha", "delta", "gamma"]
    assert [variant.id for variant in find_variants([f"{folder}/"], []).variants] == [
        "alpha",
        "beta",
        "gamma",
    ]
    assert [variant.id for variant in find_variants([], [outside]).variants] == ["delta"]


def test_a_folder_is_taken_without_a_slash_unless_a_variant_has_its_name(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "alpha").mkdir()
    write_kernel(tmp_path / "alpha", "inner")
    write_kernel(folder, "other")
    for sources, found in (((), ["inner"]), ((folder,), ["inner"])):
        assert [each.id for each in find_variants(["alpha"], sources).variants] == found
    write_kernel(folder, "alpha")
    assert [each.id for each in find_variants(["alpha"], [folder]).variants] == ["alpha"]


def test_an_unknown_name_is_refused_with_the_closest(folder):
    write_kernel(folder, "softmax_warp_row")
    write_kernel(folder, "something_else")
    with pytest.raises(UsageError, match=r"got 'softmax_warp'.*closest: softmax_warp_row"):
        find_variants(["softmax_warp"], [folder])


@pytest.mark.parametrize(
    ("names", "said"), [(["no/such.cu"], "no/such.cu"), ([], "name the variants, files or folders")]
)
def test_nothing_to_look_at_is_refused(names, said):
    with pytest.raises(UsageError, match=said):
        find_variants(names, [])


def test_a_misspelt_file_is_refused_with_the_closest_and_any_text_by_its_suffix(
    folder, tmp_path, monkeypatch
):
    monkeypatch.chdir(folder)
    write_kernel(folder, "softmax_rows")
    with pytest.raises(
        UsageError, match=r"\(got softmax_row\.cu, which does not\); closest: softmax_rows\.cu"
    ):
        find_variants(["softmax_row.cu"], [folder])
    (tmp_path / "notes.txt").write_text("no kernel")
    with pytest.raises(UsageError, match=r"a FILE must be a \.cu, .* file \(got .*notes\.txt\)"):
        find_variants([str(tmp_path / "notes.txt")], [folder])


def test_a_name_brings_the_errors_of_its_own_file_and_of_no_other(folder):
    write_kernel(folder, "good")
    write_kernel(folder, "wrong", blok="[[32]]")
    assert find_variants(["good"], [folder]).errors == ()
    found = find_variants(["good", "wrong"], [folder])
    assert [variant.id for variant in found.variants] == ["good"]
    assert [error.path.name for error in found.errors] == ["wrong.cu"]


def test_two_files_of_one_id_cannot_be_checked_together(folder, tmp_path):
    write_kernel(folder)
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    other = write_kernel(outside)
    with pytest.raises(UsageError, match="two variants of one id"):
        find_variants(["softmax_fake", str(other)], [folder])
    same = find_variants(["softmax_fake", str(folder / "softmax_fake.cu")], [folder])
    assert len(same.variants) == 1


@pytest.fixture
def expanded(monkeypatch):
    """Ids of the variants whose cases have been made, in order."""
    made, whole = [], matrix._matrix

    def noted(variant):
        made.append(variant.id)
        return whole(variant)

    monkeypatch.setattr(matrix, "_matrix", noted)
    return made


def test_only_the_cases_of_named_variants_are_made(folder, expanded):
    for stem in ("alpha", "beta", "gamma"):
        write_kernel(folder, stem)
    found = find_variants(["beta"], [folder])
    assert expanded == []
    assert [part.variant.id for part in assemble(found, "").parts] == ["beta"]
    assert set(expanded) == {"beta"}


@pytest.mark.parametrize(
    ("expression", "made"),
    [
        ("softmax_warp-float32-3x33-spread-block32", {"softmax_warp"}),
        ("warp", {"softmax_warp"}),
        ("warp and strided", {"softmax_warp"}),
        ("not warp", {"norm-two", "softmax_fp"}),
        ("WARP or fp16", {"softmax_warp", "softmax_fp"}),
        ("float16", {"softmax_fp"}),
        ("two-float32-3x", {"norm-two"}),
        ("warp and not warp-", {"softmax_warp"}),
        ("softmax_warp-float32-3x33-spread-block32 or norm-two-float32-3x33-spread-block32",
         {"softmax_warp", "norm-two"}),
        # Every case may have these in its id.
        ("strided", {"norm-two", "softmax_fp", "softmax_warp"}),
        ("3x33 and block32", {"norm-two", "softmax_fp", "softmax_warp"}),
        ("d_5_3", {"norm-two", "softmax_fp", "softmax_warp"}),
        ("", {"norm-two", "softmax_fp", "softmax_warp"}),
    ],
)  # fmt: skip
def test_variants_that_an_expression_cannot_mean_are_not_expanded(folder, expanded, expression, made):
    write_kernel(folder, "softmax_warp")
    write_kernel(folder, "softmax_fp", dtypes='["float16"]')
    write_kernel(folder, "norm-two")
    assemble(find_variants([], [folder]), expression)
    assert set(expanded) == made


@pytest.mark.parametrize("expression", ["nothing_has_this", "warp and naive", "warp and fp16", "not softmax"])
def test_what_no_variant_can_have_is_known_without_any_case(folder, expanded, expression):
    write_kernel(folder, "softmax_warp")
    write_kernel(folder, "softmax_naive")
    assert assemble(find_variants([], [folder]), expression).parts == ()
    assert expanded == []


def test_an_expression_selects_the_same_cases_as_if_all_were_made(folder):
    """Words of every kind, cut out of ids anywhere, against what each case says for itself."""
    for stem, dtypes in (
        ("warp_a", '["float32"]'),
        ("b-2.x", '["float16", "bfloat16"]'),
        ("Sp", '["float64"]'),
    ):
        write_kernel(folder, stem, dtypes=dtypes, block="[[32], [8, 4]]", requires='["n_cols <= 40"]')
    found = discover([folder])
    everything = [case for variant in found.variants for case in cases(variant)]
    words = {
        case.id[start : start + length]
        for case in everything[::1601]
        for start in range(0, 40, 3)
        for length in (1, 3, 9)
    }
    words |= {
        "found", "fp16", "bf16", "fp64", "cont", "ous", "x", "-", "16-", "A-FLOAT", "zzz", "2.x-b", "d_1_2",
    }  # fmt: skip
    forms = ("{}", "not {}", "warp and not {}", "(not Sp or {}) and float")
    for word, form in zip(sorted(words - {""}), itertools.cycle(forms), strict=False):
        text = form.format(word)
        selection = Selection.parse(text)
        expected = [case.id for case in everything if selection.matches(case)]
        selected = [case.id for part in assemble(found, text).parts for case in part.cases]
        assert selected == expected, text


def test_a_found_case_is_selected_by_its_own_values(folder, tmp_path):
    write_kernel(folder, "alpha")
    case_id = "alpha-float32-1x2-values_3f800000ff800000-strided_7_9-block32"
    pins = tmp_path / "pins.toml"
    pins.write_text(f'[[case]]\nid = "{case_id}"\nwhy = "so"\n')
    found = find_variants([], [folder], [pins])
    for expression in ("values_3f8", "0ff8", "found", "strided_7_9-block"):
        assert case_id in [case.id for part in assemble(found, expression).parts for case in part.cases]


def test_a_rule_without_a_value_is_an_error_of_what_is_selected(folder):
    write_kernel(folder, "good")
    write_kernel(folder, "wrong", grid='"n_rows // (n_cols - 1)"')
    everything = find_variants([], [folder])
    for expression in ("", "wrong", "wrong-float32-3x33-spread-block32"):
        (error,) = assemble(everything, expression).errors
        assert error.path.name == "wrong.cu"
    assert assemble(everything, "good").errors == ()
    assert [error.path.name for error in discover([folder]).errors] == ["wrong.cu"]


def test_a_name_reads_its_own_file_and_its_baselines(folder, monkeypatch):
    write_kernel(folder, "alpha", baseline='"beta"')
    write_kernel(folder, "beta")
    write_kernel(folder, "gamma", baseline='"nowhere"')
    read, whole = [], discovery.read_source
    monkeypatch.setattr(discovery, "read_source", lambda path: read.append(path.stem) or whole(path))
    assert find_variants(["alpha"], [folder]).errors == ()
    assert read == ["alpha", "beta"]
    (error,) = find_variants(["gamma"], [folder]).errors
    assert "got 'nowhere'" in str(error)


def test_a_case_that_would_take_too_long_is_named_and_skipped(folder, settings):
    write_kernel(folder, requires='["n_cols <= 5000000"]')
    suite, result = run(folder, settings, "1x5000000")
    ((case, why),) = suite.parts[0].too_large
    assert suite.not_run == (f"{case.id}: {why}",)
    ((_, told),) = result.outcomes[0].results
    assert (told.case_id, told.verdict, told.detail) == (case.id, Verdict.SKIP, why)


@pytest.fixture
def discovered(tmp_path):
    for stem in ("gamma", "alpha", "beta"):
        write_kernel(tmp_path, stem)
    write_kernel(tmp_path, "excluded", requires='["n_cols <= 100"]')
    write_kernel(tmp_path, "wrong_rule", requires='["100 // (n_cols - 1) > 2"]')
    (tmp_path / "a_wrong.cu").write_text("// /// variant\n// nothing = 1\n// ///\n")
    return discover([tmp_path])


def assembly_of(found, expression):
    return Assembly(suites_of(found, expression, MATRIX), found.errors)


@pytest.mark.parametrize("expression", ["", "alpha or excluded", "softmax and not 3x33", "nothing_has_this"])
def test_the_suite_is_the_one_that_is_made_at_once(discovered, expression):
    made, wanted = assembly_of(discovered, expression), assemble(discovered, expression)
    assert made.suite() == wanted
    assert list(made.cases()) == [case for part in wanted.parts for case in part.cases]


def test_a_full_id_selects_its_case(discovered):
    wanted = assemble(discovered, "").parts[0].cases[3]
    made = assembly_of(discovered, wanted.id)
    assert list(made.cases()) == [wanted]
    assert made.suite() == assemble(discovered, wanted.id)


def test_cases_come_while_others_are_made(discovered):
    has_first = threading.Event()

    def slowly():
        first, *others = suites_of(discovered, "", MATRIX)
        yield first
        assert has_first.wait(10), "the first variant's cases did not come"
        yield from others

    cases = Assembly(slowly(), ()).cases()
    assert next(cases).variant.id == "alpha"
    has_first.set()
    assert {case.variant.id for case in cases} == {"alpha", "beta", "gamma", "excluded"}


def test_what_making_a_case_raises_is_raised_to_whoever_waits(discovered):
    def interrupted():
        yield next(suites_of(discovered, "", MATRIX))
        raise KeyboardInterrupt

    made = Assembly(interrupted(), ())
    with pytest.raises(KeyboardInterrupt):
        made.suite()
    cases = made.cases()
    assert next(cases).variant.id == "alpha"
    with pytest.raises(KeyboardInterrupt):
        list(cases)
