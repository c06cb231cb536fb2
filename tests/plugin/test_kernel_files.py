import pytest

from harness.device.selection import Probe
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from tests.run.fake_device import write_kernel

DRIVER = Probe("driver", False, "libcuda.so.1 not found", "install the driver", ("gpu",))


@pytest.fixture
def bare(project):
    """Make a project of kernels alone: no test file."""
    (project.path / "test_kernels.py").unlink()
    return project


def n_cases(path):
    return len(cases(load_variant(path)))


def test_a_file_that_is_named_is_collected_with_all_its_cases(bare, run):
    path = write_kernel(bare.path / "cuda_src", dtypes='["float32", "float16"]')
    run("cuda_src/softmax_fake.cu").assert_outcomes(passed=n_cases(path))
    result = run("cuda_src/softmax_fake.cu", "--collect-only", "-q", "-k", "fp16 and 3x33-spread-block32")
    assert "cuda_src/softmax_fake.cu::softmax_fake-float16-3x33-spread-block32" in result.outlines


def test_a_case_of_a_file_can_be_named(bare, run):
    write_kernel(bare.path / "cuda_src")
    case_id = "softmax_fake-float32-3x33-spread-block32"
    run(f"cuda_src/softmax_fake.cu::{case_id}").assert_outcomes(passed=1)


def test_two_files_of_one_name_are_not_confused(bare, run):
    for folder, fault in (("one", "wrong-value"), ("two", "")):
        (bare.path / folder).mkdir()
        write_kernel(bare.path / folder, fault=fault)
    result = run("one/softmax_fake.cu", "two/softmax_fake.cu", "-k", "3x33-spread-block32", "-rA")
    result.stdout.fnmatch_lines(["PASSED two/softmax_fake.cu::*", "FAILED one/softmax_fake.cu::*"])


def test_files_in_folders_are_collected_when_asked_for_only(bare, run):
    paths = [write_kernel(bare.path / "cuda_src", stem) for stem in ("a", "b")]
    (bare.path / "cuda_src" / "shared.cu").write_text("// no declaration\n", encoding="ascii")
    assert run("cuda_src").ret == pytest.ExitCode.NO_TESTS_COLLECTED
    run("cuda_src", "--kernel-files").assert_outcomes(passed=sum(map(n_cases, paths)))


def test_a_failure_in_a_file_is_told_as_in_a_test(bare, run):
    write_kernel(bare.path / "cuda_src", fault="unwritten")
    result = run("cuda_src/softmax_fake.cu", "-k", "3x33-spread-block32")
    result.assert_outcomes(failed=1, deselected=result.parseoutcomes()["deselected"])
    result.stdout.fnmatch_lines(
        [
            "*_ softmax_fake-float32-3x33-spread-block32 _*",
            "FAIL softmax_fake-float32-3x33-spread-block32 on cpu",
            "unwritten-output: 3 of 99 elements were never written*",
        ]
    )
    result.stdout.no_fnmatch_line("*pytest_plugin*case.py*")


@pytest.mark.parametrize("text", ["// /// variant\n// blok = 1\n// ///\n", "// nothing\n"])
def test_a_file_without_a_right_declaration_fails_when_it_is_named(bare, run, text):
    (bare.path / "wrong.cu").write_text(text, encoding="ascii")
    result = run("wrong.cu")
    outcomes = result.parseoutcomes()
    assert set(outcomes) == {"failed"}
    result.stdout.fnmatch_lines(["ERROR declaration-error", "*wrong.cu:*"])


GPU_TEST = """
    import pytest

    @pytest.mark.kernel_gpu
    def test_needs_a_gpu():
        pass

    def test_needs_none():
        pass
"""


@pytest.mark.parametrize(
    ("device", "is_there", "outcomes"),
    [
        (None, True, {"passed": 2}),
        (None, False, {"passed": 1, "skipped": 1}),
        ("gpu", True, {"passed": 2}),
        ("gpu", False, {"passed": 1, "errors": 1}),
        ("cpu", True, {"passed": 1, "skipped": 1}),
    ],
)
def test_the_gpu_marker_never_hides_a_gpu_that_was_asked_for(
    bare, run, monkeypatch, device, is_there, outcomes
):
    missing = () if is_there else (DRIVER,)
    for module in ("pytest_plugin.session", "run.target", "device.selection"):
        monkeypatch.setattr(f"harness.{module}.missing_for", lambda _kind, _settings: missing)
    bare.makefile(".toml", pyproject="[tool.kernel-harness]\n")
    bare.makepyfile(test_gpu=GPU_TEST)
    result = run("-rs", "--strict-markers", device=device)
    assert result.parseoutcomes() == outcomes
    if not is_there:
        result.stdout.fnmatch_lines(["*no driver (libcuda.so.1 not found)*"])
    if "errors" in outcomes:
        result.stdout.fnmatch_lines(["1 NOT-RUN: requested cases did not run; *"])
