"""The recipes for GitHub and GitLab: valid by their schemas, and their steps run on a checkout as a runner makes it."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from tests.gate.repository import ROWS, Repository, branched, tool_environment
from tests.gate.repository import SMALL as KERNEL
from tests.run.kept_runtime import give_runtime

ROOT = Path(__file__).resolve().parents[2]
GITHUB = ROOT / "docs/ci/github-actions.yml"
GITLAB = ROOT / "docs/ci/gitlab-ci.yml"
HOW = "git+https://example.com/kernel-harness@v1"

needs_schemas = pytest.mark.skipif(
    shutil.which("check-jsonschema", path=tool_environment()["PATH"]) is None,
    reason="needs check-jsonschema: pip install -e '.[recipes]'",
)


def check_schema(kind: str, path: Path) -> subprocess.CompletedProcess[str]:
    transform = ["--data-transform", "gitlab-ci"] if kind == "gitlab-ci" else []
    return subprocess.run(
        ["check-jsonschema", "--builtin-schema", f"vendor.{kind}", *transform, path],
        env=tool_environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip


@needs_schemas
@pytest.mark.parametrize(
    ("kind", "path", "right", "wrong"),
    [
        ("github-workflows", GITHUB, "timeout-minutes: 30", "timeout-minuts: 30"),
        ("gitlab-ci", GITLAB, "when: always", "when: allways"),
    ],
)
def test_a_recipe_is_valid_by_its_schema(tmp_path, kind, path, right, wrong):
    done = check_schema(kind, path)
    assert done.returncode == 0, done.stdout
    damaged = tmp_path / path.name
    damaged.write_text(path.read_text().replace(right, wrong))
    assert check_schema(kind, damaged).returncode == 1


@pytest.fixture
def origin(tmp_path):
    return branched(tmp_path / "origin", {ROWS: KERNEL, ".gitignore": ".cache\n"})


def run_steps(lines: list[str], folder: Path, shell: list[str], variables: dict[str, str]) -> str:
    """Run steps as a runner does, each in a shell of its own; ``pip`` only notes what it was to install."""
    programs = folder.parent / "programs"
    programs.mkdir(exist_ok=True)
    noted = folder.parent / "installed"
    pip = programs / "pip"
    pip.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {noted}\n')
    pip.chmod(0o755)
    environment = tool_environment(**variables)
    environment["PATH"] = f"{programs}{os.pathsep}{environment['PATH']}"
    said = ""
    for line in lines:
        done = subprocess.run(
            [*shell, line], cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        said += done.stdout + done.stderr
        assert done.returncode == 0, f"{line}\n{said}"
    assert noted.read_text().splitlines() == ["install", HOW]
    return said


def clone_of(origin: Repository, folder: Path, commit: str, depth: int, refs: str) -> None:
    """Fetch as a runner does: no clone but a fetch with a depth, where 0 is everything; HEAD is detached."""
    folder.mkdir()
    limit = [f"--depth={depth}"] if depth else []
    for arguments in (
        ["init", "--quiet"],
        ["remote", "add", "origin", origin.root.as_uri()],
        ["fetch", "--quiet", "--no-tags", *limit, "origin", refs, commit],
        ["checkout", "--quiet", "--force", "--detach", commit],
    ):
        subprocess.run(["git", *arguments], cwd=folder, check=True)


@pytest.mark.slow
def test_the_github_recipe_runs_on_a_checkout_of_its_depth(origin, tmp_path):
    recipe = yaml.safe_load(GITHUB.read_text())
    steps = recipe["jobs"]["gate"]["steps"]
    (depth,) = (step["with"]["fetch-depth"] for step in steps if "checkout" in step.get("uses", ""))
    # A pull request is checked out as its merge with the base, as refs/pull/N/merge.
    origin.git("checkout", "--quiet", "--detach", "main")
    origin.git("merge", "--quiet", "--no-edit", "feature")
    merge = origin.git("rev-parse", "HEAD").strip()
    # The base goes on after that.
    origin.git("checkout", "--quiet", "main")
    origin.write("kernels/third.cu", KERNEL)
    origin.commit("third")
    folder = tmp_path / "checkout"
    clone_of(origin, folder, merge, depth, "+refs/heads/*:refs/remotes/origin/*")
    summary = tmp_path / "summary.md"
    lines = [step["run"] for step in steps if "run" in step]
    variables = {
        "GITHUB_BASE_REF": "main",
        "GITHUB_STEP_SUMMARY": str(summary),
        "GITHUB_ACTOR": "octocat",
        **recipe["env"],
        "KERNEL_HARNESS": HOW,
    }
    said = run_steps(lines, folder, ["bash", "-e", "-c"], variables)
    assert "clean: it may merge" in said
    assert "merge base of origin/main and HEAD" in summary.read_text()
    assert json.loads((folder / "gate.json").read_text())["exit_code"] == 0
    assert ElementTree.parse(folder / "gate.xml").getroot().get("failures") == "0"
    # A push to the default branch, whose cache pull requests restore, is compared with what was there before.
    said = run_steps(lines[1:2], folder, ["bash", "-e", "-c"], {**variables, "GITHUB_BASE_REF": ""})
    assert "base      HEAD^1 (" in said
    assert {"push", "pull_request"} <= recipe[True].keys(), "YAML 1.1 reads `on` as true"


@pytest.mark.slow
def test_the_gitlab_recipe_runs_on_a_checkout_of_its_depth(origin, tmp_path):
    recipe = yaml.safe_load(GITLAB.read_text())
    shared = recipe[".kernels"]["variables"]
    folder = tmp_path / "checkout"
    # A merge request is checked out as the tip of its branch, alone.
    tip = origin.git("rev-parse", "feature").strip()
    clone_of(origin, folder, tip, int(shared["GIT_DEPTH"]), "+refs/heads/feature:refs/remotes/origin/feature")
    caches = shared["XDG_CACHE_HOME"].replace("$CI_PROJECT_DIR", str(folder))
    kept = set(give_runtime(Path(caches) / "kernel-harness").rglob("*.bin"))
    said = run_steps(
        recipe["gate"]["script"],
        folder,
        ["bash", "-eo", "pipefail", "-c"],
        {
            **shared,
            "CI_PROJECT_DIR": str(folder),
            "XDG_CACHE_HOME": caches,
            "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
            "GITLAB_USER_LOGIN": "kernel-author",
            "KERNEL_HARNESS": HOW,
        },
    )
    assert "base      merge base of origin/main and HEAD: " in said
    assert "clean: it may merge" in said
    artifacts = recipe["gate"]["artifacts"]
    for name in (*artifacts["paths"], artifacts["reports"]["junit"]):
        assert (folder / name).stat().st_size
    (cached,) = recipe[".kernels"]["cache"]["paths"]
    assert set((folder / cached).rglob("*.bin")) > kept


@pytest.mark.slow
@pytest.mark.parametrize("path", [GITHUB, GITLAB], ids=lambda path: path.stem)
def test_a_recipe_with_a_depth_of_one_would_say_what_to_set(origin, tmp_path, path):
    folder = tmp_path / "checkout"
    tip = origin.git("rev-parse", "feature").strip()
    clone_of(origin, folder, tip, 1, "+refs/heads/*:refs/remotes/origin/*")
    done = subprocess.run(
        ["kernel-harness", "gate", "--base", "origin/main", "--device", "cpu"],
        cwd=folder, env=tool_environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    setting = "fetch-depth: 0" if path is GITHUB else "GIT_DEPTH: 0"
    assert setting in done.stderr
    assert setting in path.read_text().replace('"', "")


def test_nobody_is_told_to_install_from_an_index_what_is_in_none():
    for path in (GITHUB, GITLAB):
        text = path.read_text()
        assert "pip install kernel-harness" not in text
        assert "kernel-harness @ git+https://HOST/OWNER/kernel-harness@v" in text
