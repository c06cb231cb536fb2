import pytest

from harness.errors import UsageError
from harness.gate.revision import WORKING_TREE, open_revisions
from tests.gate.repository import KERNEL, Repository


def test_base_is_a_commit_and_head_the_working_tree(repository):
    first = repository.git("rev-parse", "HEAD").strip()
    repository.edit("kernels/rows.cu", "textbook", "another book")
    with open_revisions("main", None, repository.root, {}) as (base, head):
        assert (base.name, base.commit) == ("main", first)
        assert (head.name, head.commit, head.root) == (WORKING_TREE, "", repository.root)
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
    with (
        pytest.raises(UsageError, match="must have the folder gpu"),
        open_revisions(_orphan(repository), None, repository.root / "gpu", {}, exact_base=True),
    ):
        pass


def _orphan(repository):
    tree = repository.git("mktree").strip()  # of an empty listing
    return repository.git("commit-tree", tree, "-m", "empty").strip()


@pytest.mark.parametrize("name", ["nowhere", "--upload-pack=x", ""])
def test_a_base_that_is_no_commit_is_refused(repository, name):
    with (
        pytest.raises(UsageError, match="--base must be a commit"),
        open_revisions(name, None, repository.root, {}),
    ):
        pass


def test_a_folder_without_a_repository_is_refused(tmp_path):
    with (
        pytest.raises(UsageError, match="git rev-parse must work"),
        open_revisions("main", None, tmp_path, {}),
    ):
        pass


def test_labels_are_for_people(repository):
    with open_revisions("main", None, repository.root, {}) as (base, head):
        assert base.label == f"main ({base.commit[:12]})"
        assert head.label == "working tree"
