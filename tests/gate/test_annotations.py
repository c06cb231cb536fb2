import json

import pytest

from harness.report.text.annotations import Annotation, github, gitlab
from tests.gate.repository import KERNEL, ROWS, gate, invoke

FILES = {ROWS: KERNEL.replace("[[32], [64]]", "[[32]]")}
ANNOTATED = Annotation("a,b:c.cu:7", "wrong-value: k", "50% off\n>     7 | x\nrerun: y", True, (3, 9))


def test_a_workflow_command_has_its_properties_and_message_escaped():
    assert github(ANNOTATED) == (
        "::error file=a%2Cb%3Ac.cu,line=7,col=3,endColumn=9,title=wrong-value%3A k::50%25 off%0Arerun: y"
    )
    doubt = ANNOTATED._replace(is_error=False, columns=(0, 0), message="\x1b[2J")
    assert github(doubt) == "::warning file=a%2Cb%3Ac.cu,line=7,title=wrong-value%3A k::\\x1b[2J"


def test_a_compilers_message_has_the_place_and_files_are_named_from_the_checkout(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path.parent))
    (tmp_path / "k.cu").touch()
    (tmp_path / "k.cuh").touch()
    wrong = Annotation("k.cu:1", "error: k", "compile-error: k.cuh(17): error: no\n")
    assert wrong.resolved == (f"{tmp_path.name}/k.cuh", 17)
    # A gate's places are from the top already.
    assert Annotation("other/k.cu:3", "", "").resolved == ("other/k.cu", 3)


def test_a_fingerprint_is_that_of_the_fault_and_no_two_are_alike():
    first, second = json.loads(gitlab([ANNOTATED, ANNOTATED]))
    (moved,) = json.loads(gitlab([ANNOTATED._replace(place="a,b:c.cu:99", message="other cases")]))
    assert first["fingerprint"] == moved["fingerprint"] != second["fingerprint"]
    assert first == {
        "description": "wrong-value: k\n50% off\nrerun: y", "check_name": "wrong-value", "severity": "major",
        "fingerprint": first["fingerprint"], "location": {"path": "a,b:c.cu", "lines": {"begin": 7}},
    }  # fmt: skip


def annotations(result):
    return [line.partition("::")[2] for line in result.stdout.splitlines() if line.startswith("::")]


def test_check_annotates_each_fault_and_each_wrong_declaration(repository):
    repository.edit(ROWS, "y[col] =", "y[col + 1] =")
    repository.write("kernels/bad.cu", KERNEL.replace("// summary", "// sumary"))
    fault, *_, declaration = annotations(
        invoke("check", "--device", "cpu", "-k", "1x2 or bad", "--annotate", "github")
    )
    assert "file=kernels/rows.cu,line=19,col=42,endColumn=51,title=oob-write%3A rows::FAIL rows-" in fault
    assert declaration.startswith(
        "error file=kernels/bad.cu,line=2,title=declaration-error::a declaration has no key"
    )


@pytest.mark.parametrize("text", ["gitlab", "gitlab=", "github=x", "sarif"])
def test_another_form_is_refused(repository, text):
    result = invoke("check", "--annotate", text)
    assert result.exit_code == 2
    assert f"--annotate must be github or gitlab=FILE (got '{text}')" in result.output


HEADER = "kernels/include/scale.cuh"


@pytest.mark.usefixtures("few_cases")
@pytest.mark.parametrize(
    ("name", "old", "new", "place"),
    [
        (ROWS, "y[col] = expf", "y[col + 1] = expf", f"{ROWS},line=20,"),
        (ROWS, "float largest = ", "  n_cols += 1;\n  float largest = ", f"{ROWS},line=18,"),
        # The change that makes a line of another file wrong.
        (HEADER, "return x;", "return x + 1;", f"{HEADER},line=2,"),
        (ROWS, "// grid ", '// requires = ["n_cols < 9"]\n// grid ', f"{ROWS},line=6,"),
    ],
)
def test_a_regression_has_a_line_of_the_diff(repository, name, old, new, place):
    repository.write(HEADER, "__device__ float scale(float x) {\n  return x;\n}\n")
    repository.edit(ROWS, "extern ", '#include "include/scale.cuh"\nextern ')
    repository.edit(ROWS, "/ sum;", "/ scale(sum);")
    repository.commit("a header")
    repository.edit(name, old, new)
    first = annotations(gate("--base", "HEAD", "--annotate", "github"))[0]
    assert f"file={place}" in first
    repository.commit("the change")
    of_commit = annotations(gate("--base", "HEAD^", "--head", "HEAD", "--annotate", "github"))[0]
    assert of_commit.partition("::")[0] == first.partition("::")[0]
