"""What a gate says of what went wrong: once, with file and line, and with commands that work when it has ended."""

import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt

from tests.gate.repository import COSTLIER, KERNEL, PROJECT, ROWS, Repository, gate, invoke, reports
from tests.sampled import one_in

ONE_BLOCK = KERNEL.replace("[[32], [64]]", "[[32]]")
NOT_COMPILING = ("float sum = 0.0f", "float sum = nothing")
PAST_THE_ROW = ("y[col] = expf(x[col] - largest) / sum", "y[col + 1] = expf(x[col] - largest) / sum")
COMPILER_SAYS = 'kernels/rows.cu(17): error: identifier "nothing" is undefined'
WORKTREES = f"{tempfile.gettempdir()}/kernel-harness-"


FILES = {ROWS: ONE_BLOCK}
pytestmark = pytest.mark.usefixtures("few_cases")


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a printed command as a user would, with this environment's kernel-harness."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def rerun_of(text: str) -> str:
    found = re.search(r"^ *rerun: (.*)$", text, re.MULTILINE)
    assert found, text
    return found[1]


def test_a_compile_error_shows_the_compilers_lines_once_in_every_report(repository, tmp_path):
    repository.edit(ROWS, *NOT_COMPILING)
    _, texts = reports(tmp_path, "--base", "main")
    for kind in ("text", "markdown", "junit"):
        shown = texts[kind].replace("&quot;", '"')
        assert shown.count(COMPILER_SAYS) == 1, texts[kind]
        assert shown.count("rerun: kernel-harness check rows -k ") <= 1
    (variant,) = json.loads(texts["json"])["variants"]
    messages = [each["message"] for each in variant["regressions"]] + variant["errors"]
    assert sum(message.count(COMPILER_SAYS) for message in messages) == 1


def test_a_compile_error_of_a_base_that_is_a_commit_names_the_repositorys_file(repository, tmp_path):
    repository.edit(ROWS, *NOT_COMPILING)
    repository.commit("it does not compile")
    repository.write(ROWS, ONE_BLOCK)
    result, texts = reports(tmp_path, "--base", "main")
    assert result.exit_code in (2, 3), result.stdout
    for text in texts.values():
        assert WORKTREES not in text
    assert result.stdout.count(COMPILER_SAYS) >= 1


def test_a_wrong_kernel_is_told_in_the_words_of_check(repository, tmp_path):
    repository.edit(ROWS, *PAST_THE_ROW)
    result, texts = reports(tmp_path, "--base", "main")
    assert result.exit_code == 1
    told = invoke("check", "--device", "cpu").stdout
    blocks = [block for block in told.split("\n\n") if block.startswith("FAIL rows-")]
    assert blocks
    for block in blocks:
        # A gate makes all further launches, so the numbers of cases differ.
        for line in block.partition("\n")[2].partition("\n  fails: ")[0].splitlines():
            assert line.strip() in texts["text"]
    assert re.search(r"oob-write: invalid global write of size 4", texts["text"])
    assert re.search(r"at kernel softmax, block .*, thread .*, rows\.cu:19, PTX line \d+", texts["text"])
    for kind in ("markdown", "junit"):
        assert "rows.cu:19" in texts[kind]
    row = (
        r"^\| ❌ wrong \| `rows` \| `kernels/rows.cu:19` \| (\d+) of \1 cases fail: oob-write: invalid .* \|$"
    )
    (n,) = re.findall(row, texts["markdown"], re.MULTILINE)
    assert f"\n1 variant: 1 failed; {n} cases: 0 passed, {n} failed. `main (" in texts["markdown"]
    (variant,) = json.loads(texts["json"])["variants"]
    assert any(finding["source"] == "rows.cu:19" for finding in variant["failures"][0]["findings"])
    digest = hashlib.sha256((repository.root / ROWS).read_bytes()).hexdigest()
    assert variant["sources"] == [{"file": "rows.cu", "path": ROWS, "sha256": digest}]
    # The rerun of the working tree is a plain check.
    command = rerun_of(result.stdout)
    assert command.startswith("kernel-harness check rows -k rows-float32-")
    done = shell(command, repository.root)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "oob-write" in done.stdout


def test_no_report_of_two_commits_names_a_folder_that_is_gone(repository, tmp_path):
    base = repository.commit_of("main")
    repository.edit(ROWS, *PAST_THE_ROW)
    repository.write("kernels/broken.cu", ONE_BLOCK.replace(*NOT_COMPILING))
    repository.write("kernels/declared.cu", ONE_BLOCK.replace("// summary", "// sumary"))
    head = repository.commit("three faults")
    result, texts = reports(tmp_path, "--base", base, "--head", head)
    assert result.exit_code == 1
    for text in texts.values():
        assert WORKTREES not in text
        assert tempfile.gettempdir() not in text
    assert "kernels/broken.cu(17): error: " in texts["text"]
    assert "ERROR kernels/declared.cu:2: " in texts["text"]


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["", "a project/"])
def test_the_rerun_of_a_commit_works_when_the_gate_has_ended(tmp_path, monkeypatch, folder):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    repository = Repository(
        tmp_path / "repository", {f"{folder}pyproject.toml": PROJECT, f"{folder}{ROWS}": ONE_BLOCK}
    )
    project = repository.root / folder
    monkeypatch.chdir(project)
    base = repository.commit_of("main")
    repository.edit(f"{folder}{ROWS}", *PAST_THE_ROW)
    head = repository.commit("past the row")
    # What is not committed has no part in it.
    repository.write(f"{folder}{ROWS}", ONE_BLOCK)
    result = gate("--base", base, "--head", head)
    assert result.exit_code == 1
    command = rerun_of(result.stdout)
    for _ in range(2):
        done = shell(command, project)
        assert done.returncode == 1, done.stdout + done.stderr
        assert "oob-write: invalid global write" in done.stdout
        assert "1 case: 0 passed, 1 failed" in done.stdout
    assert repository.git("rev-parse", "--abbrev-ref", "HEAD").strip() == "main"
    assert (project / ROWS).read_text() == ONE_BLOCK


ACCEPTABLE = {
    "narrowed": ("// grid ", '// requires = ["n_cols <= 1024"]\n// grid '),
    "loosened": ("// grid ", '// arithmetic = "fast_exp"\n// grid '),
    "excused": ("// grid ", '// known_issue = "wrong-value: the last column"\n// grid '),
    "costlier": COSTLIER,
    "removed": None,
}


@pytest.mark.parametrize("kind", one_in(2, ACCEPTABLE, pytest.mark.slow))
def test_the_line_that_accepts_a_regression_does(repository, tmp_path, kind):
    edit = ACCEPTABLE[kind]
    if edit is None:
        (repository.root / ROWS).rename(repository.root / "kernels/lines.cu")
    else:
        repository.edit(ROWS, *edit)
    result, texts = reports(tmp_path, "--base", "main")
    assert result.exit_code == 1
    lines = re.findall(r"^ *accept: (--allow .*)$", texts["text"], re.MULTILINE)
    assert lines
    assert all(f"rows/{kind}" in line for line in lines)
    assert f"REGRESSION {kind} rows" in result.stdout
    assert ("lines has the same machine code" in result.stdout) == (kind == "removed")
    for line in lines:
        assert line in texts["markdown"]
        assert line in texts["junit"]
    accepted = [
        each["accept"] for variant in json.loads(texts["json"])["variants"] for each in variant["regressions"]
    ]
    # Regressions of one cause are one item of the text.
    assert list(dict.fromkeys(accepted)) == lines
    again = gate("--base", "main", *shlex.split(" ".join(lines)))
    assert again.exit_code == 0, again.stdout
    assert f"ALLOWED {kind} rows: REASON" in again.stdout


HOSTILE = 'if (row == 0) printf("```\\n</details>\\n| a | `b` \\033[31m\\n]]>\\n");\n  '


def test_what_a_kernel_prints_stays_inside_its_block(repository, tmp_path):
    repository.edit(ROWS, "extern ", "#include <cstdio>\nextern ")
    repository.edit(ROWS, "  const KH_SCALAR* x", f"  {HOSTILE}const KH_SCALAR* x")
    repository.edit(ROWS, *PAST_THE_ROW)
    result, texts = reports(tmp_path, "--base", "main", "--allow", "rows/narrowed:a \x1b[31m`reason`")
    assert result.exit_code == 1
    assert "\x1b" not in texts["markdown"] + texts["junit"]
    fences = [token for token in MarkdownIt().parse(texts["markdown"]) if token.type == "fence"]
    printed = ["printed:", "```", "</details>", "| a | `b` \\x1b[31m", "]]>"]
    (fence,) = fences
    lines = [line.strip() for line in fence.content.splitlines()]
    assert lines[lines.index("printed:") :][:5] == printed
    # Outside of the fences every <details> is closed, by its own line.
    shown = texts["markdown"].splitlines()
    first, last = fence.map or (0, 0)
    outside = "\n".join(shown[:first] + shown[last:])
    assert outside.count("<details>") == outside.count("</details>") >= 1
    assert "]]>" in "".join(ElementTree.fromstring(texts["junit"]).itertext())


def test_junit_has_one_test_case_for_each_variant_with_one_result(repository, tmp_path):
    repository.write("kernels/same.cu", ONE_BLOCK)
    repository.commit("another")
    repository.edit(ROWS, *PAST_THE_ROW)
    repository.write("kernels/added.cu", ONE_BLOCK)
    repository.write("kernels/declared.cu", ONE_BLOCK.replace("// summary", "// sumary"))
    _, texts = reports(tmp_path, "--base", "main")
    suite = ElementTree.fromstring(texts["junit"])
    cases = suite.findall("testcase")
    assert [case.get("name") for case in cases] == ["added", "rows", "same", "declaration of declared"]
    results = [[each.tag for each in case if each.tag != "system-out"] for case in cases]
    assert results == [[], ["failure"], ["skipped"], ["error"]]
    counted = {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")}
    assert counted == {"tests": "4", "failures": "1", "errors": "1", "skipped": "1"}
    assert all(case.get("classname") == "kernel-harness gate" for case in cases)
    # The order that the schemas of JUnit prescribe.
    assert [each.tag for each in suite] == ["properties", *["testcase"] * 4]
    for case in cases:
        assert [each.tag for each in case] == sorted(
            (each.tag for each in case), key=lambda tag: tag == "system-out"
        )
