"""Base and head as trees of files, which are read as git stores them and without touching the user's repository.

A base is the commit that a branch began from, as for ``git diff base...head``.
"""

import hashlib
import json
import os
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from harness.errors import UsageError
from harness.gate.revision import WORKING_TREE, copy_tree, open_revisions
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
    refuses("git rev-parse must work", name, repository.root.parent)


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
    with open_revisions("HEAD", None, branch.root, {}) as (base, _):
        assert base.label == f"HEAD ({branch.git('rev-parse', 'HEAD')[:12]})", "it is the merge base"
    tip = branch.git("rev-parse", "main").strip()
    result = gate("--base", "main", "--exact-base")
    assert result.exit_code == 1
    assert "REGRESSION removed more" in result.stdout
    assert f"base      main ({tip[:12]})" in result.stdout


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


def contents(folder: Path) -> dict[str, str]:
    """Digest of every file below a folder, and the target of every link."""
    return {
        str(path.relative_to(folder)): str(path.readlink())
        if path.is_symlink()
        else hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_symlink() or path.is_file()
    }


def made_tree(repository: Repository, *lines: str, at: str = "tree") -> str:
    """Write a tree object from lines of ``git ls-tree``, unchecked."""
    raw = b"".join(
        mode.encode() + b" " + name.encode() + b"\0" + bytes.fromhex(blob)
        for mode, blob, name in (line.split(" ", 2) for line in lines)
    )
    done = subprocess.run(
        ["git", "hash-object", "-t", at, "-w", "--stdin", "--literally"],
        cwd=repository.root, input=raw, capture_output=True, check=True,
    )  # fmt: skip
    return done.stdout.decode().strip()


def test_hooks_filters_and_attributes_of_the_user_do_nothing(tmp_path):
    attributes = (
        "*.cu filter=shout\nkernels/rows.cu export-ignore\nnotes export-subst\n* text=auto eol=crlf ident\n"
    )
    repository = Repository(
        tmp_path / "project", {"kernels/rows.cu": "// $Id$\nrows\n", "notes": "$Format:%H$\n"}
    )
    repository.write(".gitattributes", attributes)
    marker = tmp_path / "ran"
    repository.git("config", "filter.shout.smudge", f"sh -c 'touch {marker}; tr a-z A-Z'")
    repository.git("config", "core.fsmonitor", f"sh -c 'touch {marker}'")
    repository.commit("attributes")
    for name in ("post-checkout", "post-index-change", "reference-transaction"):
        hook = repository.write(f".git/hooks/{name}", f"#!/bin/sh\ntouch {marker}\nexit 1\n")
        hook.chmod(0o755)
    marker.unlink(missing_ok=True)  # what committing has left
    before = contents(repository.root)
    tree = copy_tree(repository.root, repository.commit_of("HEAD"), tmp_path / "tree")
    assert (tree.folder / "kernels/rows.cu").read_bytes() == b"// $Id$\nrows\n"
    assert (tree.folder / "notes").read_bytes() == b"$Format:%H$\n"
    assert (tree.folder / ".gitattributes").read_text() == attributes
    assert not marker.exists()
    assert contents(repository.root) == before


def test_links_programs_and_odd_names_are_written_as_they_are(tmp_path):
    names = {"a b": "1", "ü\n.cuh": "2", "empty": "", 'quote"d': "3", "deep/er/still": "4" * 3_000_000}
    repository = Repository(tmp_path / "project", names)
    (repository.root / "link").symlink_to("deep/er")
    (repository.root / "empty").chmod(0o755)
    commit = repository.commit("kinds of files")
    tree = copy_tree(repository.root, commit, tmp_path / "tree")
    assert {name: (tree.folder / name).read_text() for name in names} == names
    assert str((tree.folder / "link").readlink()) == "deep/er"
    assert os.access(tree.folder / "empty", os.X_OK)
    assert not os.access(tree.folder / "a b", os.X_OK)


@pytest.mark.parametrize("name", ["..", ".git", ".GIT", "."])
def test_a_tree_that_leads_out_of_its_folder_is_refused(tmp_path, name):
    repository = Repository(tmp_path / "project")
    blob = repository.git("rev-parse", "HEAD:pyproject.toml").strip()
    inner = made_tree(repository, f"100644 {blob} escaped")
    tree = made_tree(repository, f"40000 {inner} {name}")
    with pytest.raises(UsageError, match=r"git read-tree must work in .* invalid path"):
        copy_tree(repository.root, tree, tmp_path / "tree")
    assert not (tmp_path / "escaped").exists()


def test_no_file_is_written_through_a_link(tmp_path):
    repository = Repository(tmp_path / "project")
    (tmp_path / "outside").mkdir()
    target = repository.write("target", str(tmp_path / "outside"))
    link = repository.git("hash-object", "-w", str(target)).strip()
    blob = repository.git("rev-parse", "HEAD:pyproject.toml").strip()
    inner = made_tree(repository, f"100644 {blob} escaped")
    tree = made_tree(repository, f"120000 {link} a", f"40000 {inner} a")
    copy_tree(repository.root, tree, tmp_path / "tree")  # git takes the last of two entries of one name
    assert (tmp_path / "tree/a/escaped").is_file()
    assert not list((tmp_path / "outside").iterdir())


def test_a_missing_object_is_named(tmp_path):
    repository = Repository(tmp_path / "project")
    blob = repository.git("rev-parse", "HEAD:kernels/rows.cu").strip()
    (repository.root / ".git/objects" / blob[:2] / blob[2:]).unlink()
    with pytest.raises(UsageError, match=rf"kernels/rows\.cu \({blob}\)"):
        copy_tree(repository.root, repository.commit_of("HEAD"), tmp_path / "tree")


def test_submodules_are_read_at_the_commit_that_is_recorded_however_deep(tmp_path):
    inner = Repository(tmp_path / "inner", {"deep.cuh": "first\n"})
    middle = Repository(tmp_path / "middle", {"middle.cuh": "first\n"})
    outer = Repository(tmp_path / "outer", {"outer.cuh": "first\n"})
    for repository, module in ((middle, inner), (outer, middle)):
        repository.add_submodule(module, "lib")
    outer.git("-c", "protocol.file.allow=always", "submodule", "update", "--quiet", "--init", "--recursive")
    for path in (outer.root / "lib/lib/deep.cuh", outer.root / "lib/middle.cuh"):
        path.write_text("second\n")
        subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b", "commit", "-qam", "second"],
                       cwd=path.parent, check=True)  # fmt: skip
    tree = copy_tree(outer.root, outer.commit_of("HEAD"), tmp_path / "tree")
    assert not tree.missing
    assert (tree.folder / "lib/middle.cuh").read_text() == "first\n"
    assert (tree.folder / "lib/lib/deep.cuh").read_text() == "first\n"
    # Without its checkout a submodule is read from what git keeps of it.
    outer.git("submodule", "--quiet", "deinit", "--force", "lib")
    again = copy_tree(outer.root, outer.commit_of("HEAD"), tmp_path / "again")
    assert (again.folder / "lib/middle.cuh").read_text() == "first\n"
    # One that is not there is told.
    clone = outer.clone(tmp_path / "clone")
    (missing,) = copy_tree(clone.root, clone.commit_of("HEAD"), tmp_path / "third").missing
    assert (missing.path, missing.is_there) == ("lib", False)
    assert list((tmp_path / "third/lib").iterdir()) == []


@pytest.mark.parametrize("how", ["blob:none", "tree:0"])
def test_a_partial_clone_fetches_what_is_missing_at_once(tmp_path, how):
    clone, commit = partial_clone(tmp_path, how, "--no-checkout")
    before = len(list(clone.glob(".git/objects/pack/*.pack")))
    tree = copy_tree(clone, commit, tmp_path / "tree")
    for number in range(12):
        assert (tree.folder / f"kernels/{number}/rows.cu").read_text() == f"// {number}\n"
    # git itself fetches the trees, one after another.
    assert how == "tree:0" or len(list(clone.glob(".git/objects/pack/*.pack"))) == before + 1


def partial_clone(tmp_path: Path, how: str, *options: str) -> tuple[Path, str]:
    """Clone a repository of twelve files without the objects that a filter leaves out."""
    files = {f"kernels/{number}/rows.cu": f"// {number}\n" for number in range(12)}
    origin = Repository(tmp_path / "origin", files)
    origin.git("config", "uploadpack.allowFilter", "true")
    origin.git("config", "uploadpack.allowAnySHA1InWant", "true")
    clone = origin.clone(tmp_path / "clone", *options, f"--filter={how}")
    return clone.root, origin.commit_of("HEAD")


def test_the_index_of_a_sparse_partial_clone_has_all_files(tmp_path):
    clone, _ = partial_clone(tmp_path, "blob:none", "--sparse")
    subprocess.run(["git", "sparse-checkout", "set", "kernels/1"], cwd=clone, check=True)
    (clone / "kernels/1/rows.cu").write_text("// staged\n")
    subprocess.run(["git", "add", "--update"], cwd=clone, check=True)
    before = contents(clone)
    tree = copy_tree(clone, None, tmp_path / "tree")
    assert (tree.folder / "kernels/1/rows.cu").read_text() == "// staged\n"
    assert (tree.folder / "kernels/11/rows.cu").read_text() == "// 11\n"
    assert contents(clone) == before


def test_a_link_stays_one_whatever_the_settings_of_the_user(tmp_path, monkeypatch):
    repository = Repository(tmp_path / "project")
    (repository.root / "link").symlink_to("kernels")
    commit = repository.commit("link")
    settings = repository.write("settings", "[core]\nsymlinks = false\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    assert (copy_tree(repository.root, commit, tmp_path / "tree").folder / "link").is_symlink()


def test_an_object_that_the_user_has_replaced_is_replaced_in_a_copy(tmp_path):
    repository = Repository(tmp_path / "project", {"kernels/rows.cu": "rows\n"})
    other = repository.write("other", "other\n")
    replacement = repository.git("hash-object", "-w", str(other)).strip()
    repository.git("replace", "HEAD:kernels/rows.cu", replacement)
    before = contents(repository.root)
    for number, commit in enumerate((repository.commit_of("HEAD"), None)):
        tree = copy_tree(repository.root, commit, tmp_path / f"tree{number}")
        assert (tree.folder / "kernels/rows.cu").read_text() == "other\n"
    assert contents(repository.root) == before


@pytest.mark.parametrize("staged", [False, True])
def test_a_repository_in_a_folder_of_any_name_is_read(tmp_path, staged):
    repository = Repository(tmp_path / 'a:b\n"c"\\d')
    repository.write("new", "new\n")
    repository.git("add", "new")
    before = contents(repository.root)
    commit = None if staged else repository.commit_of("HEAD")
    tree = copy_tree(repository.root, commit, tmp_path / "tree")
    assert (tree.folder / "kernels/rows.cu").is_file()
    assert (tree.folder / "new").exists() == staged
    assert contents(repository.root) == before


def test_a_clone_that_borrows_through_as_many_others_as_git_allows_is_read(tmp_path):
    repository = Repository(tmp_path / "0")
    for number in range(6):
        subprocess.run(
            ["git", "clone", "--quiet", "--shared", tmp_path / str(number), tmp_path / str(number + 1)],
            check=True,
        )
    tree = copy_tree(tmp_path / "6", repository.commit_of("HEAD"), tmp_path / "tree")
    assert (tree.folder / "kernels/rows.cu").is_file()
