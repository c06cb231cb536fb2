import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from harness.errors import CompileError, DeviceError, LaunchError
from harness.launch.memory import fill
from harness.run.case_run import ignores_arguments, run_case, time_case
from harness.run.unjudged import rerun_command
from harness.settings.settings import Settings
from harness.variant.case import make_case
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from harness.verdict import Reason, Verdict
from tests.run.fake_device import FakeDevice, write_kernel

TWO_LAUNCHES = (
    "[[launch]]",
    'entry = "first"',
    'args = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride", "partial"]',
    'grid = "n_rows"',
    "[[launch]]",
    'entry = "second"',
    'args = ["partial", "inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]',
    'grid = "n_rows"',
    "[[scratch]]",
    'name = "partial"',
    'bytes = "n_rows * 4"',
)


@pytest.fixture
def variant(tmp_path):
    return load_variant(write_kernel(tmp_path, dtypes='["float32", "float16"]'))


@pytest.fixture
def case(variant):
    return make_case(variant, dtype="float32", n_rows=3, n_cols=33, layout="strided", block=(32, 1, 1))


def two_launches(tmp_path):
    path = write_kernel(tmp_path, "two", *TWO_LAUNCHES, args=None, grid=None)
    return make_case(load_variant(path), dtype="float32", n_rows=3, n_cols=33, block=(32, 1, 1))


def test_a_right_kernel_passes_in_every_case_of_its_matrix(variant, settings):
    device = FakeDevice()
    results = [run_case(case, device, settings) for case in cases(variant)]
    assert {result.verdict for result in results} == {Verdict.PASS}
    assert [result.case_id for result in results] == [case.id for case in cases(variant)]
    ratios = [result.max_error_ratio for result in results if result.max_error_ratio is not None]
    assert 0 < max(ratios) <= 1
    assert all(result.kernel_us > 0 for result in results)


@pytest.mark.parametrize(
    ("fault", "verdict", "reason"),
    [
        ("compile-error", Verdict.ERROR, Reason.COMPILE_ERROR),
        ("load-error", Verdict.ERROR, Reason.LAUNCH_ERROR),
        ("unsupported-instruction", Verdict.ERROR, Reason.UNSUPPORTED_INSTRUCTION),
        ("missing-entry", Verdict.ERROR, Reason.LAUNCH_ERROR),
        ("extra-parameter", Verdict.ERROR, Reason.LAUNCH_ERROR),
        ("narrow-pointer", Verdict.ERROR, Reason.LAUNCH_ERROR),
        ("launch-error", Verdict.ERROR, Reason.LAUNCH_ERROR),
        ("hang", Verdict.HANG, Reason.HANG),
        ("finding", Verdict.FAIL, Reason.OOB_READ),
        ("wrong-value", Verdict.FAIL, Reason.WRONG_VALUE),
        ("unwritten", Verdict.FAIL, Reason.UNWRITTEN_OUTPUT),
        ("input-modified", Verdict.FAIL, Reason.INPUT_MODIFIED),
        ("oob-write", Verdict.FAIL, Reason.OOB_WRITE),
    ],
)
def test_each_fault_has_its_verdict_and_reason(case, settings, fault, verdict, reason):
    device = FakeDevice(fault=fault)
    result = run_case(case, device, settings)
    assert (result.verdict, result.reasons) == (verdict, (reason,))
    assert result.rerun == rerun_command(case, device_kind="cpu", settings=settings)
    assert not device.memory, "buffers are left on the device"
    if verdict is Verdict.ERROR:
        assert result.detail
        assert "\n" not in result.detail


def test_a_wrong_value_is_shown_with_its_place_and_its_bound(case, settings):
    result = run_case(case, FakeDevice(fault="wrong-value"), settings)
    (finding,) = result.findings
    assert finding.message.startswith("1 of 99 elements are off")
    assert "row 2, column 32: expected " in finding.message
    assert ", got " in finding.message
    assert ", allowed +-" in finding.message
    assert result.max_error_ratio > 1


def test_a_compile_error_carries_the_compilers_log(case, settings):
    (finding,) = run_case(case, FakeDevice(fault="compile-error"), settings).findings
    assert "softmax_fake.cu(7): error: no such thing" in finding.message


@pytest.mark.parametrize("fault", ["crash", "bug", "keyboard-interrupt"])
def test_what_is_no_judgement_is_raised_and_leaves_no_buffers(case, settings, fault):
    device = FakeDevice(fault=fault)
    errors = {"crash": DeviceError, "bug": ZeroDivisionError, "keyboard-interrupt": KeyboardInterrupt}
    with pytest.raises(errors[fault]):
        run_case(case, device, settings)
    assert not device.memory


def test_a_case_outside_requires_is_skipped_with_the_rule_and_compiles_nothing(tmp_path, settings):
    variant = load_variant(write_kernel(tmp_path, requires='["n_cols <= 64", "n_cols % 2 == 0"]'))
    device = FakeDevice()
    result = run_case(
        make_case(variant, dtype="float32", n_rows=1, n_cols=33, block=(32, 1, 1)), device, settings
    )
    assert result.verdict is Verdict.SKIP
    assert "n_cols % 2 == 0" in result.detail
    assert not device.compiled


def test_code_is_compiled_and_loaded_once_per_request(variant, settings):
    device = FakeDevice()
    for case in cases(variant):
        run_case(case, device, settings)
    assert [dict(request.defines)["KH_SCALAR"] for request in device.compiled] == ["float", "__half"]
    assert device.loaded == ["softmax", "softmax"]


def test_two_devices_share_no_code(case, settings):
    devices = [FakeDevice(), FakeDevice()]
    for device in devices:
        run_case(case, device, settings)
    assert [len(device.compiled) for device in devices] == [1, 1]


@pytest.mark.parametrize(
    ("fault", "n_compiled", "n_loaded"), [("compile-error", 1, 0), ("unsupported-instruction", 1, 1)]
)
def test_what_fails_once_is_not_tried_for_every_case(variant, settings, fault, n_compiled, n_loaded):
    device = FakeDevice(fault=fault)
    results = [run_case(case, device, settings) for case in cases(variant) if case.dtype == "float32"]
    assert len(results) > 50
    assert len({result.findings for result in results}) == 1
    assert (len(device.compiled), len(device.loaded)) == (n_compiled, n_loaded)


def test_the_request_says_everything_that_the_code_depends_on(tmp_path):
    (tmp_path / "headers").mkdir()
    settings = Settings.load(tmp_path, environ={"HOME": str(tmp_path)}, include_dirs=(tmp_path / "headers",))
    path = write_kernel(
        tmp_path,
        defines='{ TILE = "block_x * 2" }',
        compile_options='["--use_fast_math"]',
        arithmetic='"fast_exp+fast_div+ftz"',
    )
    device = FakeDevice(kind="gpu")
    case = make_case(load_variant(path), dtype="float32", n_rows=1, n_cols=1, block=(32, 1, 1))
    run_case(case, device, settings)
    (request,) = device.compiled
    assert (request.path, request.arch, request.target) == (path, "sm_90", "cubin")
    assert ("TILE", "64") in request.defines
    assert request.options == ("--use_fast_math",)
    assert request.include_dirs == (tmp_path / "headers",)


def test_all_launches_of_a_variant_count_and_share_scratch(tmp_path, settings):
    device = FakeDevice()
    result = run_case(two_launches(tmp_path), device, settings)
    assert result.verdict is Verdict.PASS
    assert device.loaded == ["first", "second"]
    assert result.kernel_us == 11.0 + 12.0


def test_nothing_is_launched_after_a_hang(tmp_path, settings):
    device = FakeDevice(fault="hang")
    assert run_case(two_launches(tmp_path), device, settings).verdict is Verdict.HANG
    assert device.n_launches == 1


def test_buffers_have_guards_only_where_reads_are_not_checked(case):
    sizes = {}
    for observes in ((), ("oob-read",)):
        memory = fill(case, FakeDevice(observes=observes))
        sizes[observes] = {name: buffer.size_bytes for name, (_, buffer) in memory.images.items()}
    assert sizes[("oob-read",)] == {"inp": (2 * 38 + 33) * 4, "out": (2 * 36 + 33) * 4}
    assert all(sizes[()][name] == sizes[("oob-read",)][name] + 2 * 4096 for name in ("inp", "out"))


def test_pointers_start_where_the_case_says(variant):
    case = make_case(variant, dtype="float32", n_rows=3, n_cols=33, layout="strided_offset", block=(32, 1, 1))
    pointers = fill(case, FakeDevice()).pointers
    assert {name: address % 256 for name, address in pointers.items()} == {"inp": 3 * 4, "out": 1 * 4}


def test_a_rule_without_a_value_is_a_declaration_error_of_its_case(tmp_path, settings):
    variant = load_variant(write_kernel(tmp_path, grid='"1 + 0 // (n_cols - 99000 - 1000)"'))
    case = make_case(variant, dtype="float32", n_rows=1, n_cols=100_000, block=(32, 1, 1))
    result = run_case(case, FakeDevice(), settings)
    assert (result.verdict, result.reasons) == (Verdict.ERROR, (Reason.DECLARATION_ERROR,))
    assert "softmax_fake.cu:" in result.detail


def test_the_rerun_command_names_what_the_command_line_finds(tmp_path, monkeypatch):
    sources = tmp_path / "cuda_src"
    sources.mkdir()
    outside = tmp_path / "my kernels"
    outside.mkdir()
    monkeypatch.chdir(tmp_path)
    settings = Settings.load(tmp_path, environ={"HOME": str(tmp_path)})
    commands = []
    for folder in (sources, outside):
        variant = load_variant(write_kernel(folder))
        case = make_case(variant, dtype="float32", n_rows=1, n_cols=2, block=(32, 1, 1))
        commands.append(shlex.split(rerun_command(case, device_kind="gpu", settings=settings)))
    rest = ["-k", "softmax_fake-float32-1x2-spread-block32", "--device", "gpu"]
    assert commands[0] == ["kernel-harness", "check", "softmax_fake", *rest]
    assert commands[1] == ["kernel-harness", "check", str(Path("my kernels") / "softmax_fake.cu"), *rest]


def test_arguments_are_ignored_in_the_first_block_s_plain_cases(variant):
    plain = {"dtype": "float32", "n_rows": 3, "n_cols": 33, "block": variant.blocks[0]}
    case = make_case(variant, **plain)
    assert ignores_arguments(case)
    assert not ignores_arguments(make_case(variant, **plain, layout="strided"))
    assert not ignores_arguments(make_case(variant, **plain, kind="sweep"))
    assert not ignores_arguments(replace(case, block=(64, 1, 1)))


def test_a_header_that_counted_as_empty_is_noted(case, settings, monkeypatch):
    device, compiled = FakeDevice(), FakeDevice.compile
    log = "k.cu: note: headers that were not found are empty: config.h; add the folders that have them"
    monkeypatch.setattr(
        FakeDevice, "compile", lambda self, request: replace(compiled(self, request), log=f"warning\n{log}\n")
    )
    result = run_case(case, device, settings)
    assert result.verdict is Verdict.PASS
    (note,) = result.notes
    assert (note.reason, note.message) == (Reason.MISSING_HEADER, log.partition("note: ")[2])


def test_every_round_is_one_launch_after_a_warm_up(case, settings):
    device = FakeDevice()
    # The fake's launches take 11, 12, 13, ... microseconds.
    assert time_case(device, settings, case, 3) == pytest.approx([12e-6, 13e-6, 14e-6], rel=1e-12)
    assert device.n_launches == 4
    assert device.n_freed == 1


def test_code_is_compiled_once_for_timing(case, settings):
    device = FakeDevice()
    time_case(device, settings, case, 1)
    time_case(device, settings, case, 1)
    assert len(device.compiled) == 1


def test_a_case_outside_the_declaration_is_not_timed(case, settings, tmp_path):
    narrow = load_variant(write_kernel(tmp_path, requires='["n_cols <= 32"]'))
    with pytest.raises(LaunchError, match=r"outside what the variant declares: n_cols <= 32"):
        time_case(FakeDevice(), settings, replace(case, variant=narrow), 1)


@pytest.mark.parametrize(
    ("fault", "error"),
    [("compile-error", CompileError), ("launch-error", LaunchError), ("crash", DeviceError)],
)
def test_what_keeps_a_kernel_from_running_is_raised(case, settings, fault, error):
    with pytest.raises(error):
        time_case(FakeDevice(fault=fault), settings, case, 1)


def test_a_hung_kernel_has_no_time_and_its_memory_is_freed(case, settings):
    device = FakeDevice(fault="hang")
    with pytest.raises(LaunchError, match="did not end within its step budget"):
        time_case(device, settings, case, 5)
    assert device.n_launches == 1
    assert device.n_freed == 1
