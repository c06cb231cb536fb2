"""Base and head as trees of files; a base is the commit that a branch began from, as for ``git diff base...head``."""

import json
from xml.etree import ElementTree

import pytest

from harness.errors import UsageError
from harness.gate.revision import WORKING_TREE, open_revisions
from tests.gate.repository import KERNEL, Repository, branched, gate, reports


def refuses(said, base, folder, head=None, **options):
    with pytest.raises(UsageError, match=said), open_revisions(base, head, folder, {}, **options):
        pass


def test_base_is_a_commit_and_head_the_working_tree(repository):
    first = repository.git("rev-parse", "HEAD").strip()
    repository.edit("kernels/rows.cu", "textbook", "another book")
    with open_revisions("main", None, repository.root, {}) as (base, head):
        assert (base.name, base.commit) == ("main", first)
        assert (head.name, head.commit, head.root) == (WORKING_TREE, "", repository.root)
        assert (base.label, head.label) == (f"main ({first[:12]})", "working tree")
        assert (base.root / "kernels" / "rows.cu").read_text() == KERNEL
        assert "another book" in (head.root / "kernels" / "rows.cu").read_text()
        assert base.settings.sources == (base.root / "kernels",)
        assert head.settings.sources == (repository.root / "kernels",)


def test_worktrees_are_gone_afterwards_also_after_an_error(repository):
    roots = []

    def fail():
        with open_revisions("main", "main", repository.root, {}) as sides:
            roots.extend(side.root for side in sides)
            assert all(root.is_dir() for root in roots)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert not any(root.exists() for root in roots)
    assert len(repository.git("worktree", "list").splitlines()) == 1


def test_a_project_in_a_folder_of_the_repository(tmp_path):
    repository = Repository(tmp_path, {"gpu/kernels/rows.cu": KERNEL})
    repository.write("gpu/pyproject.toml", '[tool.kernel-harness]\nsources = ["kernels"]\n')
    repository.commit("second")
    with open_revisions("HEAD", None, repository.root / "gpu", {}) as (base, _):
        assert base.settings.sources == (base.root / "kernels",)
        assert base.settings.sources[0].is_dir()
    refuses("must have the folder gpu", _orphan(repository), repository.root / "gpu", exact_base=True)


def _orphan(repository):
    tree = repository.git("mktree").strip()  # of an empty listing
    return repository.git("commit-tree", tree, "-m", "empty").strip()


@pytest.mark.parametrize("name", ["nowhere", "--upload-pack=x", ""])
def test_a_base_that_is_no_commit_is_refused(repository, name):
    refuses("--base must be a commit", name, repository.root)


def test_a_folder_without_a_repository_is_refused(tmp_path):
    refuses("git rev-parse must work", "main", tmp_path)


@pytest.fixture
def branch(tmp_path, monkeypatch):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    repository = branched(tmp_path / "project")
    repository.git("checkout", "--quiet", "feature")
    monkeypatch.chdir(repository.root)
    return repository


@pytest.mark.parametrize("head", [None, "feature"])
def test_what_base_has_gained_since_is_not_removed_by_a_branch(branch, tmp_path, head):
    start = branch.git("merge-base", "main", "feature").strip()
    result, texts = reports(tmp_path, "--base", "main", *(() if head is None else ("--head", head)))
    assert result.exit_code == 0, result.output
    told = f"merge base of main and {head or 'HEAD'}: {start[:12]}"
    assert f"base      {told}" in result.stdout
    document = json.loads(texts["json"])
    assert (document["base"], document["base_commit"]) == (told, start)
    assert told in texts["markdown"]
    properties = ElementTree.fromstring(texts["junit"]).iter("property")
    assert {each.get("name"): each.get("value") for each in properties}["base"] == told


def test_exact_base_compares_with_the_tip(branch):
    tip = branch.git("rev-parse", "main").strip()
    result = gate("--base", "main", "--exact-base")
    assert result.exit_code == 1
    assert "REGRESSION removed more" in result.stdout
    assert f"base      main ({tip[:12]})" in result.stdout


def test_a_base_that_is_the_merge_base_has_its_own_name(branch):
    with open_revisions("HEAD", None, branch.root, {}) as (base, _):
        assert base.label == f"HEAD ({branch.git('rev-parse', 'HEAD')[:12]})"


def test_of_several_merge_bases_the_one_of_git_diff_is_taken(branch):
    # Each side merges the other's first commit: both of these are merge bases.
    first, second = (branch.git("rev-parse", name).strip() for name in ("main", "feature"))
    branch.git("merge", "--quiet", "--no-edit", first)
    branch.git("checkout", "--quiet", "main")
    branch.git("merge", "--quiet", "--no-edit", second)
    branch.git("checkout", "--quiet", "feature")
    assert len(branch.git("merge-base", "--all", "main", "feature").split()) == 2
    with open_revisions("main", None, branch.root, {}) as (base, _):
        assert base.label == f"merge base of main and HEAD, the first of 2: {base.commit[:12]}"
        with_three_dots = branch.git("diff", "--raw", "main...feature")
        assert with_three_dots == branch.git("diff", "--raw", base.commit, "feature")


def test_a_shallow_clone_without_the_merge_base_says_what_to_fetch(branch, tmp_path, monkeypatch):
    clone = branch.clone(tmp_path / "clone", "--depth=1", "--no-single-branch", "--branch=feature")
    monkeypatch.chdir(clone.root)
    result = gate("--base", "origin/main")
    assert result.exit_code == 2
    assert "the merge base of origin/main and HEAD must be in the clone (got a shallow clone" in result.stderr
    for how in ("fetch-depth: 0", "GIT_DEPTH: 0", "git fetch --unshallow"):
        assert how in result.stderr
    clone.git("fetch", "--quiet", "--unshallow")
    assert gate("--base", "origin/main").exit_code == 0


def test_a_shallow_clone_without_the_base_says_how_to_fetch_it(branch, tmp_path):
    clone = branch.clone(tmp_path / "clone", "--depth=1", "--branch=feature")
    how = "git fetch origin main:refs/remotes/origin/main, or set fetch-depth: 0"
    refuses(how, "origin/main", clone.root)


def test_histories_that_have_nothing_in_common_are_refused(branch):
    branch.git("checkout", "--quiet", "--orphan", "other")
    branch.commit("another first")
    refuses("must have a commit in common", "main", branch.root)
