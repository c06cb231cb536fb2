"""A side that does not compile is an error with the compiler's words; two such sides are not the same code."""

import subprocess

import pytest
from click.testing import CliRunner

from harness.cli.program import main
from harness.gate.revision import SCRATCH_PREFIX
from tests.gate.repository import KERNEL, ROWS, Repository, invoke

INCLUDING = KERNEL.replace('extern "C"', '#include "exp.cuh"\n\nextern "C"').replace("expf(", "my_exp(")
HEADER = "__device__ inline float my_exp(float x) { return expf(x); }\n"
RACE = ("  float sum", "  __shared__ float last; last = x[0]; if (last > 1e30f) largest = last;\n  float sum")


@pytest.fixture(autouse=True)
def _in_this_process(monkeypatch, few_cases):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")


def gate(repository, monkeypatch, *arguments):
    monkeypatch.chdir(repository.root)
    return invoke("gate", "--device", "cpu", "--base", "main", *arguments)


def with_submodule(tmp_path):
    """A project whose header is in a submodule; the submodule has moved on in the working tree."""
    library = Repository(tmp_path / "library", {"include/exp.cuh": HEADER})
    repository = Repository(tmp_path / "project", {ROWS: INCLUDING})
    table = '[tool.kernel-harness]\nsources = ["kernels"]\ninclude_dirs = ["third/lib/include"]\n'
    repository.write("pyproject.toml", table)
    repository.add_submodule(library, "third/lib")
    return repository


def test_a_race_behind_a_header_that_neither_side_has_is_not_unchanged(tmp_path, monkeypatch):
    repository = Repository(tmp_path / "project", {ROWS: INCLUDING})
    repository.edit(ROWS, *RACE)
    result = gate(repository, monkeypatch)
    assert result.exit_code == 2, result.stdout
    assert "unchanged" not in result.stdout
    assert "ERROR rows: neither base nor head compiles, so it was not checked" in result.stdout
    assert (
        result.stdout.count('kernels/rows.cu(9): catastrophic error: cannot open source file "exp.cuh"') == 1
    )
    assert SCRATCH_PREFIX not in result.stdout


def test_a_head_that_does_not_compile_is_an_error_with_the_compiler_s_words(tmp_path, monkeypatch):
    repository = Repository(tmp_path / "project")
    repository.edit(ROWS, "float sum = 0.0f", "float sum = nothing")
    result = gate(repository, monkeypatch)
    assert result.exit_code == 2, result.stdout
    assert "ERROR rows: the head does not compile, so it was not checked" in result.stdout
    assert result.stdout.count('error: identifier "nothing" is undefined') == 1
    assert "rerun: kernel-harness check rows -k float32" in result.stdout
    result = CliRunner().invoke(main, ["check", "--device", "cpu", "rows", "-k", "float32"])
    assert result.exit_code == 1
    assert 'identifier "nothing" is undefined' in result.stdout


def test_a_base_that_does_not_compile_is_a_change_and_the_head_is_checked(tmp_path, monkeypatch):
    repository = Repository(tmp_path / "project", {ROWS: KERNEL.replace("0.0f", "nothing")})
    repository.write(ROWS, KERNEL)
    result = gate(repository, monkeypatch)
    assert "changed   rows  does not compile in the base, so cost and speed are not compared" in result.stdout
    assert 'identifier "nothing" is undefined' in result.stdout
    assert " passed, 0 failed" in result.stdout
    assert result.exit_code == 3, result.stdout
    assert "not counted: the base does not compile" in result.stdout
    repository.edit(ROWS, "col < n_cols; ++col) y", "col < n_cols - 1; ++col) y")
    result = gate(repository, monkeypatch)
    assert result.exit_code == 1
    assert "REGRESSION wrong rows" in result.stdout


def test_a_type_that_does_not_compile_is_an_error_though_the_others_do(tmp_path, monkeypatch):
    repository = Repository(tmp_path / "project")
    repository.edit(ROWS, "// grid ", '// dtypes = ["float32", "float64"]\n// grid ')
    repository.edit(
        ROWS, "  float sum", '  static_assert(sizeof(KH_SCALAR) == 4, "narrow only");\n  float sum'
    )
    result = gate(repository, monkeypatch)
    assert result.exit_code == 2, result.stdout
    assert "does not compile for 2 of 4 combinations of block and dtype" in result.stdout
    assert "narrow only" in result.stdout


def test_a_kernel_that_is_declared_not_to_compile_is_no_error(tmp_path, monkeypatch):
    broken = KERNEL.replace("0.0f", "nothing").replace(
        "// grid ", '// known_issue = "compile-error: waits for a header"\n// grid '
    )
    repository = Repository(tmp_path / "project", {ROWS: broken})
    repository.edit(ROWS, *RACE)
    result = gate(repository, monkeypatch)
    assert result.exit_code == 0, result.stdout
    assert (
        "unchanged rows  does not compile in base and head, which its known issue declares" in result.stdout
    )
    repository.edit(ROWS, "compile-error", "wrong-value")
    assert gate(repository, monkeypatch, "--allow", "rows/excused:a try").exit_code == 2


def test_a_header_of_a_submodule_is_found_at_the_commit_that_base_names(tmp_path, monkeypatch):
    repository = with_submodule(tmp_path)
    repository.edit(ROWS, "  float sum", "  // all of it\n  float sum")
    assert gate(repository, monkeypatch).stdout.splitlines()[-1] == "clean: it may merge"
    # The submodule's new commit is wrong; the base's is still in its clone.
    inner = repository.root / "third/lib/include/exp.cuh"
    inner.write_text(HEADER.replace("expf(x)", "expf(0.5f * x)"))
    subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b", "commit", "-qam", "half"],
                   cwd=inner.parent, check=True)  # fmt: skip
    result = gate(repository, monkeypatch)
    assert result.exit_code == 1, result.stdout
    assert "compiled code of 2 of 2" in result.stdout
    assert "REGRESSION wrong rows" in result.stdout


@pytest.mark.parametrize("is_of_settings", [False, True])
def test_a_submodule_that_is_not_checked_out_is_named_with_the_command(tmp_path, monkeypatch, is_of_settings):
    repository = with_submodule(tmp_path)
    if is_of_settings:
        repository.git("checkout", "--quiet", "-b", "without")
        repository.git("rm", "--quiet", "third/lib")
        repository.write("pyproject.toml", '[tool.kernel-harness]\nsources = ["kernels"]\n')
    else:
        repository.edit("pyproject.toml", 'include_dirs = ["third/lib/include"]', 'include_dirs = ["third"]')
        repository.edit(ROWS, "exp.cuh", "lib/include/exp.cuh")
    repository.commit("another use of it")
    clone = repository.clone(tmp_path / "clone")
    clone.edit(ROWS, *RACE)
    monkeypatch.chdir(clone.root)
    result = invoke("gate", "--device", "cpu", "--base", "origin/main" if is_of_settings else "main")
    assert result.exit_code == 2, result.output
    assert "git submodule update --init third/lib" in result.output
    said = (
        "must be a list of existing folders"
        if is_of_settings
        else "the submodule third/lib is not checked out: git"
    )
    assert said in result.output


@pytest.mark.parametrize("kind", ["ignored", "untracked"])
def test_a_header_that_only_the_working_tree_has_is_found_there_and_named(tmp_path, monkeypatch, kind):
    repository = Repository(tmp_path / "project", {ROWS: INCLUDING})
    repository.write("kernels/include/exp.cuh", HEADER)
    if kind == "ignored":
        repository.write(".git/info/exclude", "include\n")
    result = gate(repository, monkeypatch)
    assert " passed, 0 failed" in result.stdout
    assert (
        f"kernels/include/exp.cuh is in the working tree only ({kind} by git): it is in no commit such as main"
        in result.stdout
    )
    assert result.exit_code in (0, 3)
    result = gate(repository, monkeypatch, "--staged")
    assert result.exit_code == 2
    assert f"({kind} by git): it is not in the index" in result.stdout


def test_a_folder_of_headers_that_git_ignores_is_no_error(tmp_path, monkeypatch):
    repository = Repository(tmp_path / "project", {ROWS: KERNEL})
    table = '[tool.kernel-harness]\nsources = ["kernels"]\ninclude_dirs = ["build/include"]\n'
    repository.write("pyproject.toml", table)
    repository.write(".gitignore", "build\n")
    repository.write("build/include/exp.cuh", HEADER)
    repository.commit("headers are built")
    result = gate(repository, monkeypatch)
    assert result.stdout.splitlines()[-1] == "clean: it may merge", result.output


def test_a_pointer_of_git_lfs_is_named(tmp_path, monkeypatch):
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'0' * 64}\nsize 60\n"
    repository = Repository(tmp_path / "project", {ROWS: INCLUDING, "kernels/include/exp.cuh": pointer})
    result = gate(repository, monkeypatch, "--head", "main")
    assert result.exit_code == 2
    assert "kernels/include/exp.cuh is a Git LFS pointer" in result.stdout
