"""A repository without any test of kernels: the plugin makes items of what `[tool.kernel-harness]` names."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from harness.device.selection import Probe
from harness.run.bench_cases import BENCH_SHAPES
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases, skipped
from tests.plugin.conftest import LOAD, QUICK, ROOT
from tests.run.fake_device import write_kernel

DRIVER = Probe("driver", False, "libcuda.so.1 not found", "install the driver", ("gpu",))


@pytest.fixture
def bare(project):
    (project.path / "test_kernels.py").unlink()
    return project


def n_cases(path):
    return len(cases(load_variant(path)))


def test_a_file_that_is_named_is_collected_with_all_its_cases_and_each_can_be_named(bare, run):
    path = write_kernel(bare.path / "cuda_src", dtypes='["float32", "float16"]')
    run("cuda_src/softmax_fake.cu").assert_outcomes(passed=n_cases(path))
    result = run("cuda_src/softmax_fake.cu", "--collect-only", "-q", "-k", "fp16 and 3x33-spread-block32")
    name = "cuda_src/softmax_fake.cu::softmax_fake-float16-3x33-spread-block32"
    assert name in result.outlines
    run(name).assert_outcomes(passed=1)


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
    monkeypatch.setattr("harness.device.selection._failed_for", lambda _kind, _settings: iter(missing))
    bare.makefile(".toml", pyproject="[tool.kernel-harness]\n")
    bare.makepyfile(test_gpu=GPU_TEST)
    result = run("-rs", "--strict-markers", device=device)
    assert result.parseoutcomes() == outcomes
    if not is_there:
        result.stdout.fnmatch_lines(["*no driver (libcuda.so.1 not found)*"])
    if "errors" in outcomes:
        result.stdout.fnmatch_lines(["1 NOT-RUN: requested cases did not run; *"])


CASE = "float32-3x33-spread-block32"


@pytest.fixture
def repository(project):
    (project.path / "test_kernels.py").unlink()
    (project.path / "cuda_src").rmdir()
    (project.path / "kernels").mkdir()
    write_table(project)
    return project


def write_table(project, *lines, sources='["kernels"]', ini=()):
    text = ["[tool.kernel-harness]", f"sources = {sources}", *lines, *ini]
    (project.path / "pyproject.toml").write_text("\n".join(text) + "\n", encoding="utf-8")


def collected(run, *arguments):
    result = run("--collect-only", "-q", *arguments)
    return [line for line in result.outlines if "::" in line]


def ids_of(path, under="kernels"):
    return [f"{under}/{path.name}::{case.id}" for case in cases(load_variant(path))]


def test_the_matrix_is_there_without_a_test(repository, run):
    second, first = (write_kernel(repository.path / "kernels", stem) for stem in ("b", "a"))
    assert collected(run) == [*ids_of(first), *ids_of(second)]
    run().assert_outcomes(passed=len(ids_of(first)) + len(ids_of(second)))


def test_declarations_apart_from_their_kernels_are_items_of_their_file(repository, run):
    source = write_kernel(repository.path, "norm")
    keys = [line[3:] for line in source.read_text().splitlines() if " = " in line]
    text = "\n".join([f"[kernel.{name}]\nfile = '../norm.cu'\n" + "\n".join(keys) for name in ("a", "b")])
    path = repository.path / "kernels" / "kernels.toml"
    path.write_text(text, encoding="utf-8")
    ids = [case.id.removeprefix("norm") for case in cases(load_variant(source))]
    expected = [f"kernels/kernels.toml::{name}{each}" for name in ("a", "b") for each in ids]
    assert collected(run) == expected
    assert collected(run, "kernels/kernels.toml", "-k", "b-float32-3x33-spread-block32") == [
        "kernels/kernels.toml::b-float32-3x33-spread-block32"
    ]
    run("-k", "3x33-spread").assert_outcomes(passed=4, deselected=2 * len(ids) - 4)
    path.write_text("[kernel.a\n", encoding="utf-8")
    run().assert_outcomes(failed=1)


def test_k_and_ids_and_folders_select(repository, run):
    for stem in ("one", "two"):
        write_kernel(repository.path / "kernels", stem, dtypes='["float32", "float16"]')
    assert collected(run, "-k", "two and fp16 and 3x33-spread-block32") == [
        "kernels/two.cu::two-float16-3x33-spread-block32"
    ]
    run(f"kernels/one.cu::one-{CASE}").assert_outcomes(passed=1)
    (repository.path / "kernels" / "deep").mkdir()
    deep = write_kernel(repository.path / "kernels" / "deep", "c")
    assert collected(run, "kernels/deep") == ids_of(deep, "kernels/deep")


def test_sources_are_found_where_pytest_would_not_look(repository, run):
    (repository.path / "tests").mkdir()
    (repository.path / "tests" / "test_own.py").write_text("def test_own():\n    pass\n", encoding="utf-8")
    (repository.path / "build").mkdir()
    write_table(
        repository, sources='["kernels", "build"]', ini=("[tool.pytest.ini_options]", 'testpaths = ["tests"]')
    )
    paths = [write_kernel(repository.path / folder, folder) for folder in ("kernels", "build")]
    assert collected(run) == [
        "tests/test_own.py::test_own",
        *ids_of(paths[0], "kernels"),
        *ids_of(paths[1], "build"),
    ]
    assert collected(run, "tests") == ["tests/test_own.py::test_own"], "who names tests gets those"


@pytest.mark.parametrize("folder", ["", "zzz"])
def test_a_test_that_takes_the_cases_has_them_alone(repository, run, folder):
    # before the kernels in the order of collection, and behind them
    place = repository.path / folder
    place.mkdir(exist_ok=True)
    (place / "test_mine.py").write_text(
        "def test_mine(kernel_case):\n    kernel_case.check()\n", encoding="utf-8"
    )
    path = write_kernel(repository.path / "kernels")
    prefix = f"{folder}/" if folder else ""
    expected = [f"{prefix}test_mine.py::test_mine[{case.id}]" for case in cases(load_variant(path))]
    assert collected(run) == expected
    assert collected(run, "kernels") == ids_of(path), "of a folder that is named alone"
    benchmarks = [line for line in collected(run, "--benchmark-enable") if "::test_benchmark[" in line]
    assert len(benchmarks) == 3, "which that test does not take"
    assert all(line.startswith("kernels/softmax_fake.cu::") for line in benchmarks)


@pytest.mark.parametrize("table", [None, ("collect = false",)])
def test_nothing_is_collected_that_nobody_asked_for(repository, run, table):
    if table is None:
        (repository.path / "pyproject.toml").unlink()
        (repository.path / "kernels").rename(repository.path / "cuda_src")
        write_kernel(repository.path / "cuda_src")
    else:
        write_table(repository, *table)
        write_kernel(repository.path / "kernels")
    assert run().ret == pytest.ExitCode.NO_TESTS_COLLECTED
    (repository.path / "other").mkdir()
    path = write_kernel(repository.path / "other", "asked_for")
    assert (collected(run, "--kernel-sources", "other") == ids_of(path, "other")) == (table is None)


def test_shared_code_needs_no_declaration_and_a_kernel_does(repository, run):
    folder = repository.path / "kernels"
    path = write_kernel(folder, "good")
    (folder / "include").mkdir()
    (folder / "include" / "shared.cu").write_text("// no declaration\n", encoding="ascii")
    (folder / "bare.cu").write_text("// no declaration\n", encoding="ascii")
    write_kernel(folder, "wrong", blok="[[32]]")
    result = run()
    result.assert_outcomes(passed=len(ids_of(path)), failed=2)
    result.stdout.fnmatch_lines_random(
        ["*bare.cu:1: a variant must be declared*", "FAILED kernels/wrong.cu::wrong-declaration-line*"]
    )


def test_sources_without_kernels_fail_and_two_files_of_one_id_are_an_error_of_both(repository, run):
    result = run()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*a source folder must hold .cu files, *(got none)*"])
    for folder in ("kernels", "kernels/deep"):
        (repository.path / folder).mkdir(exist_ok=True)
        write_kernel(repository.path / folder)
    run().assert_outcomes(failed=2)


def test_times_are_taken_without_a_test(repository, run):
    write_table(repository, ini=("[tool.pytest.ini_options]", 'python_functions = ["check_*"]'))
    path = write_kernel(repository.path / "kernels")
    result = run("--benchmark-only", "-k", "64x1024")
    outcomes = result.parseoutcomes()
    assert outcomes["passed"] == 1
    result.stdout.fnmatch_lines(["test_benchmark*softmax_fake-float32-64x1024-*", "variant *median us*"])
    assert set(collected(run)) == set(ids_of(path)), "and only when they are asked for"


def test_a_wrong_declaration_fails_with_benchmarks_only(repository, run):
    write_kernel(repository.path / "kernels", "a_good")
    write_kernel(repository.path / "kernels", "b_wrong", dtypes='["float31"]')
    result = run("--benchmark-only", "-k", "wrong")
    result.assert_outcomes(failed=1, deselected=len(BENCH_SHAPES["cpu"]))
    result.stdout.fnmatch_lines(["*float31*"])


@pytest.mark.slow
def test_workers_run_the_same_items_and_what_is_not_run_is_counted_across_them(repository, run_elsewhere):
    path = write_kernel(repository.path / "kernels", requires='["n_rows * n_cols <= 10"]')
    with (repository.path / "conftest.py").open("a", encoding="utf-8") as conftest:
        conftest.write(
            "\nimport tests.run.fake_device\nharness.run.session.open_gpu = tests.run.fake_device.open_no_gpu\n"
        )
    result = run_elsewhere("-n", "2", "--kernel-device", "gpu", "-m", "not kernel_sweep")
    result.assert_outcomes(failed=len(ids_of(path)), skipped=len(skipped(load_variant(path))))
    result.stdout.fnmatch_lines([f"{len(ids_of(path))} NOT-RUN: requested cases did not run; *"])


KERNEL = """\
// /// variant
// summary = "{summary}"
// source  = "this test"
// args    = ["out", "inp", "n_rows", "n_cols"]
// block   = [64]
// grid    = "ceil_div(n_rows, block_x)"
// requires = ["inp_stride == n_cols", "out_stride == n_cols", "n_cols <= 65"]
// ///
__global__ void softmax(float* out, const float* inp, int rows, int cols) {{
    long long row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float top = -INFINITY, sum = 0.0f;
    for (int i = 0; i < cols; i++) top = isnan(inp[row * cols + i]) ? NAN : fmaxf(top, inp[row * cols + i]);
    for (int i = 0; i < cols{end}; i++) sum += expf(inp[row * cols + i] - top);
    for (int i = 0; i < cols; i++) out[row * cols + i] = expf(inp[row * cols + i] - top) / sum;
}}
"""


@pytest.mark.slow
def test_three_files_and_four_lines_are_enough(tmp_path: Path) -> None:
    """The whole of it: a repository, the package as it is installed here, the executor, a process of its own."""
    (tmp_path / "src").mkdir()
    for stem, end in (("first", ""), ("second", ""), ("third", " - 1")):
        text = KERNEL.format(summary=stem, end=end)
        (tmp_path / "src" / f"{stem}.cu").write_text(text, encoding="ascii")
    (tmp_path / "pyproject.toml").write_text(
        '[tool.kernel-harness]\nsources = ["src"]\ndevice  = "cpu"\nsanitizers = ["memcheck"]\n',
        encoding="ascii",
    )
    environ = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("KERNEL_HARNESS_", "PYTEST_", "COV_")) or name == "KERNEL_HARNESS_CACHE_DIR"
    }
    if LOAD:
        environ["PYTHONPATH"] = str(ROOT)
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *LOAD, *QUICK, "-q", "-k", "3x33 or 3x3 or 65x5"],
        cwd=tmp_path,
        env=environ,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    lines = ran.stdout.splitlines()
    failed = {line.split()[1] for line in lines if line.startswith("FAILED ")}
    assert failed
    assert {each.partition("::")[0] for each in failed} == {"src/third.cu"}, ran.stdout
    passed = int(lines[-1].split(" passed")[0].split()[-1])
    assert passed == 2 * len(failed)
    assert ran.returncode == 1
