"""A commit's files are read without touching the user's repository, and as git stores them."""

import hashlib
import os
import subprocess
from pathlib import Path

import pytest

from harness.errors import UsageError
from harness.gate.revision import copy_tree
from tests.gate.repository import Repository


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


def test_a_submodule_that_is_not_there_is_told(tmp_path):
    library = Repository(tmp_path / "library")
    repository = Repository(tmp_path / "project")
    repository.add_submodule(library, "lib")
    clone = repository.clone(tmp_path / "clone")
    (missing,) = copy_tree(clone.root, clone.commit_of("HEAD"), tmp_path / "tree").missing
    assert (missing.path, missing.is_there) == ("lib", False)
    assert list((tmp_path / "tree/lib").iterdir()) == []


def test_a_partial_clone_fetches_what_is_missing_at_once(tmp_path):
    clone, commit = partial_clone(tmp_path, "blob:none", "--no-checkout")
    before = len(list(clone.glob(".git/objects/pack/*.pack")))
    tree = copy_tree(clone, commit, tmp_path / "tree")
    for number in range(12):
        assert (tree.folder / f"kernels/{number}/rows.cu").read_text() == f"// {number}\n"
    assert len(list(clone.glob(".git/objects/pack/*.pack"))) == before + 1


def partial_clone(tmp_path: Path, how: str, *options: str) -> tuple[Path, str]:
    """Clone a repository of twelve files without the objects that a filter leaves out."""
    files = {f"kernels/{number}/rows.cu": f"// {number}\n" for number in range(12)}
    origin = Repository(tmp_path / "origin", files)
    origin.git("config", "uploadpack.allowFilter", "true")
    origin.git("config", "uploadpack.allowAnySHA1InWant", "true")
    clone = origin.clone(tmp_path / "clone", *options, f"--filter={how}")
    return clone.root, origin.commit_of("HEAD")


def test_a_clone_without_trees_fetches_them_and_their_contents(tmp_path):
    clone, commit = partial_clone(tmp_path, "tree:0", "--no-checkout")
    tree = copy_tree(clone, commit, tmp_path / "tree")
    assert (tree.folder / "kernels/11/rows.cu").read_text() == "// 11\n"


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
