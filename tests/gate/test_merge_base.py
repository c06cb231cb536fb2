"""A gate compares with the commit that a branch began from, as ``git diff base...head`` does."""

import json
import subprocess
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from harness.cli.program import main
from harness.errors import UsageError
from harness.gate.revision import open_revisions
from tests.gate.repository import KERNEL, ROWS, Repository, gate

NOTED = ("  float sum", "  // the sum of all\n  float sum")


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A branch with a comment, and a main that has gained a kernel since."""
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    repository = Repository(tmp_path / "project")
    repository.git("checkout", "--quiet", "-b", "feature")
    repository.edit(ROWS, *NOTED)
    repository.commit("note")
    repository.git("checkout", "--quiet", "main")
    repository.write("kernels/more.cu", KERNEL)
    repository.commit("more")
    repository.git("checkout", "--quiet", "feature")
    monkeypatch.chdir(repository.root)
    return repository


@pytest.mark.parametrize("head", [None, "feature"])
def test_what_base_has_gained_since_is_not_removed_by_a_branch(repository, tmp_path, head):
    start = repository.git("merge-base", "main", "feature").strip()
    files = {kind: tmp_path / f"gate.{kind}" for kind in ("json", "markdown", "junit")}
    options = [part for kind, path in files.items() for part in (f"--{kind}", path)]
    result = gate("--base", "main", *(() if head is None else ("--head", head)), *options)
    assert result.exit_code == 0, result.output
    told = f"merge base of main and {head or 'HEAD'}: {start[:12]}"
    assert f"base      {told}" in result.stdout
    document = json.loads(files["json"].read_text())
    assert (document["base"], document["base_commit"]) == (told, start)
    assert told in files["markdown"].read_text()
    properties = ElementTree.fromstring(files["junit"].read_text()).iter("property")
    assert {each.get("name"): each.get("value") for each in properties}["base"] == told


def test_exact_base_compares_with_the_tip(repository):
    tip = repository.git("rev-parse", "main").strip()
    result = gate("--base", "main", "--exact-base")
    assert result.exit_code == 1
    assert "REGRESSION removed more" in result.stdout
    assert f"base      main ({tip[:12]})" in result.stdout


def test_a_base_that_is_the_merge_base_has_its_own_name(repository):
    with open_revisions("HEAD", None, repository.root, {}) as (base, _):
        assert base.label == f"HEAD ({repository.git('rev-parse', 'HEAD')[:12]})"


def test_of_several_merge_bases_the_one_of_git_diff_is_taken(repository):
    # Each side merges the other's first commit: both of these are merge bases.
    first, second = (repository.git("rev-parse", name).strip() for name in ("main", "feature"))
    repository.git("merge", "--quiet", "--no-edit", first)
    repository.git("checkout", "--quiet", "main")
    repository.git("merge", "--quiet", "--no-edit", second)
    repository.git("checkout", "--quiet", "feature")
    assert len(repository.git("merge-base", "--all", "main", "feature").split()) == 2
    with open_revisions("main", None, repository.root, {}) as (base, _):
        assert base.label == f"merge base of main and HEAD, the first of 2: {base.commit[:12]}"
        with_three_dots = repository.git("diff", "--raw", "main...feature")
        assert with_three_dots == repository.git("diff", "--raw", base.commit, "feature")


def test_a_shallow_clone_without_the_merge_base_says_what_to_fetch(repository, tmp_path, monkeypatch):
    clone = tmp_path / "clone"
    subprocess.run(
        ["git", "clone", "--quiet", "--depth=1", "--no-single-branch", "--branch=feature",
         repository.root.as_uri(), clone],
        check=True,
    )  # fmt: skip
    monkeypatch.chdir(clone)
    result = gate("--base", "origin/main")
    assert result.exit_code == 2
    assert "the merge base of origin/main and HEAD must be in the clone (got a shallow clone" in result.stderr
    for how in ("fetch-depth: 0", "GIT_DEPTH: 0", "git fetch --unshallow"):
        assert how in result.stderr
    subprocess.run(["git", "fetch", "--quiet", "--unshallow"], cwd=clone, check=True)
    assert gate("--base", "origin/main").exit_code == 0


def test_a_shallow_clone_without_the_base_says_how_to_fetch_it(repository, tmp_path):
    clone = tmp_path / "clone"
    subprocess.run(
        ["git", "clone", "--quiet", "--depth=1", "--branch=feature", repository.root.as_uri(), clone],
        check=True,
    )
    with (
        pytest.raises(
            UsageError, match="git fetch origin main:refs/remotes/origin/main, or set fetch-depth: 0"
        ),
        open_revisions("origin/main", None, clone, {}),
    ):
        pass


def test_histories_that_have_nothing_in_common_are_refused(repository):
    repository.git("checkout", "--quiet", "--orphan", "other")
    repository.commit("another first")
    with (
        pytest.raises(UsageError, match="must have a commit in common"),
        open_revisions("main", None, repository.root, {}),
    ):
        pass


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["--base", "main", "--head", "feature", "--staged"],
            "--head REF and --staged exclude each other",
        ),
        (["--staged"], "Missing option '--base'"),
        (["--base", "main", "--cuda", "12.4,13.0"], "No such option '--cuda'"),
    ],
)
def test_options_that_do_not_go_together_are_refused(repository, arguments, said):
    result = CliRunner().invoke(main, ["gate", *arguments])
    assert result.exit_code == 2
    assert said in result.stderr
