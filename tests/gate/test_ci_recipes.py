"""The recipes for GitHub and GitLab: valid by their schemas, and their steps run on a checkout as a runner makes it."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.gate.repository import ROWS, Repository, branched, tool_environment
from tests.gate.repository import SMALL as KERNEL
from tests.run.kept_runtime import give_runtime

ROOT = Path(__file__).resolve().parents[2]
GITHUB = ROOT / "docs/ci/github-actions.yml"
GITLAB = ROOT / "docs/ci/gitlab-ci.yml"
ACTION = ROOT / "docs/ci/action/action.yml"
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
        ("github-actions", ACTION, "using: composite", "using: composit"),
        ("gitlab-ci", GITLAB, "resource_group: gpu", "resource_grup: gpu"),
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


# Each only notes its arguments; an environment has the same pip.
PROGRAMS = {
    "pip": 'printf "%s\\n" "$@" > {noted}/installed',
    "python3": 'mkdir -p "$3/bin" && cp "$(command -v pip)" "$3/bin/pip"',
    "gh": 'printf "%s\\n" "$*" >> {noted}/asked; case "$*" in *--paginate*) printf "$EARLIER";; esac',
}


def run_steps(
    steps: list[tuple[str, dict[str, str]]], folder: Path, variables: dict[str, str]
) -> tuple[int, str]:
    """Run steps as a runner does, each in a shell of its own; return the first status that is not 0, and the output."""
    programs = folder.parent / "programs"
    programs.mkdir(exist_ok=True)
    for name, body in PROGRAMS.items():
        (programs / name).write_text(f"#!/bin/sh\n{body.format(noted=folder.parent)}\n")
        (programs / name).chmod(0o755)
    environment = tool_environment(**variables)
    environment["PATH"] = f"{programs}{os.pathsep}{environment['PATH']}"
    said, status = "", 0
    for line, own in steps:
        shell = ["bash", "-eo", "pipefail", "-c", line]
        done = subprocess.run(
            shell, cwd=folder, env={**environment, **own}, capture_output=True, text=True, check=False
        )
        said += done.stdout + done.stderr
        status = status or done.returncode
    return status, said


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


def action_steps(known: dict[str, str]) -> list[tuple[str, dict[str, str]]]:
    """The action's own steps, with its expressions in their environments as a runner fills them in."""
    text = ACTION.read_text()
    inputs = {f"inputs.{name}": own["default"] for name, own in yaml.safe_load(text)["inputs"].items()}
    filled = re.sub(r"\${{ (.*?) }}", lambda at: {**inputs, **known}.get(at[1], at[0]), text)
    steps = [step for step in yaml.safe_load(filled)["runs"]["steps"] if "run" in step]
    return [(step["run"], {name: str(own or "") for name, own in step["env"].items()}) for step in steps]


@pytest.mark.slow
def test_the_action_runs_on_a_checkout_of_the_recipes_depth(origin, tmp_path):
    recipe = yaml.safe_load(GITHUB.read_text())
    checkout, action = recipe["jobs"]["gate"]["steps"]
    assert action["uses"].partition("@")[0] == f"OWNER/kernel-harness/{ACTION.parent.relative_to(ROOT)}"
    # A pull request is checked out as its merge with the base, as refs/pull/N/merge.
    origin.git("checkout", "--quiet", "feature")
    origin.edit(ROWS, "y[col] =", "y[col + 1] =")
    origin.commit("past the row")
    origin.git("checkout", "--quiet", "--detach", "main")
    origin.git("merge", "--quiet", "--no-edit", "feature")
    merge = origin.git("rev-parse", "HEAD").strip()
    # The base goes on after that.
    origin.git("checkout", "--quiet", "main")
    origin.write("kernels/third.cu", KERNEL)
    origin.commit("third")
    folder = tmp_path / "checkout"
    clone_of(origin, folder, merge, checkout["with"]["fetch-depth"], "+refs/heads/*:refs/remotes/origin/*")
    variables = {
        "EARLIER": "", "RUNNER_TEMP": str(tmp_path), "GITHUB_ACTION_PATH": str(ACTION.parent),
        "GITHUB_BASE_REF": "main", "GITHUB_PATH": str(tmp_path / "path"), "GITHUB_REPOSITORY": "octocat/kernels",
        "GITHUB_RUN_ID": "7", "GITHUB_SERVER_URL": "https://github.com", "GITHUB_WORKSPACE": str(folder),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
    }  # fmt: skip
    known = {"runner.temp": str(tmp_path), "github.event.pull_request.number": "3"}
    steps = action_steps({**known, "inputs.options": "--allow 'rows/narrowed:a reason'"})
    status, said = run_steps(steps, folder, variables)
    assert status == 1
    assert (tmp_path / "installed").read_text().splitlines() == ["install", "--quiet", str(ROOT)]
    assert re.search(
        r"^::error file=kernels/rows.cu,line=\d+,col=\d+,endColumn=\d+,title=wrong%3A rows::1?",
        said,
        re.MULTILINE,
    )
    assert "--allow rows/narrowed: no such regression" in said
    summary = (tmp_path / "summary.md").read_text()
    assert "merge base of origin/main and HEAD" in summary
    assert "[Report](<https://github.com/octocat/kernels/actions/runs/7#artifacts>)" in summary
    for name in ("gate.html", "gate.json", "gate.md", "gate.xml"):
        assert (tmp_path / "gate-cpu" / name).stat().st_size
    assert (tmp_path / "gate-cpu/comment.md").read_text() == f"<!-- kernel-harness gate cpu -->\n{summary}"
    assert "repos/octocat/kernels/issues/3/comments --field body=@" in (tmp_path / "asked").read_text()
    run_steps(steps[-1:], folder, {**variables, "EARLIER": "12\\n"})
    assert "--method PATCH repos/octocat/kernels/issues/comments/12 " in (tmp_path / "asked").read_text()
    # A push to the default branch, whose cache pull requests restore, is compared with what was there before.
    _, said = run_steps(steps[1:2], folder, {**variables, "GITHUB_BASE_REF": ""})
    assert "base      HEAD^1 (" in said
    assert {"push", "pull_request"} <= recipe[True].keys(), "YAML 1.1 reads `on` as true"


@pytest.mark.slow
def test_the_gitlab_recipe_runs_on_a_checkout_of_its_depth(origin, tmp_path):
    recipe = yaml.safe_load(GITLAB.read_text())
    job = {**recipe[".kernels"], **recipe["gate"]}
    folder = tmp_path / "checkout"
    # A merge request is checked out as the tip of its branch, alone.
    tip = origin.git("rev-parse", "feature").strip()
    depth = int(job["variables"]["GIT_DEPTH"])
    clone_of(origin, folder, tip, depth, "+refs/heads/feature:refs/remotes/origin/feature")
    caches = job["variables"]["XDG_CACHE_HOME"].replace("$CI_PROJECT_DIR", str(folder))
    kept = set(give_runtime(Path(caches) / "kernel-harness").rglob("*.bin"))
    variables = {
        **job["variables"], "CI_JOB_URL": "https://gitlab.com/j/1", "CI_PROJECT_DIR": str(folder),
        "XDG_CACHE_HOME": caches, "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main", "KERNEL_HARNESS": HOW,
    }  # fmt: skip
    # GitLab runs all lines in one shell.
    script = [("\n".join((*job["before_script"], *job["script"])), {})]
    status, said = run_steps(script, folder, variables)
    assert status == 0, said
    assert (tmp_path / "installed").read_text().splitlines() == ["install", HOW]
    assert "base      merge base of origin/main and HEAD: " in said
    assert "clean: it may merge" in said
    artifacts = job["artifacts"]
    for name in (*artifacts["paths"], *artifacts["reports"].values()):
        assert (folder / name).stat().st_size
    (cached,) = job["cache"]["paths"]
    assert set((folder / cached).rglob("*.bin")) > kept
    (folder / ROWS).rename(folder / "kernels/lines.cu")
    status, said = run_steps(script, folder, variables)
    assert status == 1, said
    rows = json.loads((folder / "quality.json").read_text())
    assert [(row["check_name"], row["location"]["path"]) for row in rows] == [("removed", ROWS)]


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
    for path in (GITHUB, GITLAB, ACTION):
        assert "pip install kernel-harness" not in path.read_text()
    assert "kernel-harness @ git+https://HOST/OWNER/kernel-harness@v" in GITLAB.read_text()
