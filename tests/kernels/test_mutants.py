"""Mutants are their base with the edits of a table; an edit that does not fit is an error."""

import json
import sys
from difflib import ndiff
from pathlib import Path

import pytest

from harness.variant.declaration.discovery import load_variant
from tests import forked
from tests.kernels.mutants import FIXTURES, ROOT, TABLE, kernel, main, read_table, write

TABLES = sorted(FIXTURES.rglob(TABLE))
MOST_LINES = 12
"""A kernel that differs in more lines than a reader takes in at a glance is a file."""

BASE = """\
// A kernel.
//
// /// variant
// summary  = "Copies."
// block    = [[32]]
// requires = ["n_cols < 9"]
// ///

#include "../include/reduce.cuh"

void a()
{
    twice();
    once();
    twice();
}
"""


def table(folder: Path, text: str) -> Path:
    (folder / "base.cu").write_text(BASE)
    path = folder / TABLE
    path.write_text(f'[wrong]\nbase = "{folder / "base.cu"}"\nfault = "It is."\nreasons = ["hang"]\n{text}\n')
    return path


def edited(folder: Path, edit: str) -> str:
    return read_table(table(folder, f"edit = '''\n{edit}'''"))["wrong"].text()


def test_a_mutant_is_its_base_with_other_lines_and_values(tmp_path: Path) -> None:
    text = """\
summary = "Waits."
without = ["requires"]
edit = '''
     once();
     twice();
+    never();

-void a()
+void b()
'''"""
    made = read_table(table(tmp_path, text))["wrong"].text()
    assert (
        made.partition("// /// variant\n")[2]
        == """\
// summary = "Waits."
// block = [[32]]
// ///
//
// /// expect
// fault = "It is."
// reasons = ["hang"]
// ///

#include "reduce.cuh"

void b()
{
    twice();
    once();
    twice();
    never();
}
"""
    )


@pytest.mark.parametrize(
    ("edit", "places"),
    [
        ("-    thrice();\n", 0),
        ("-    twice();\n", 2),
        ("-    twice()\n+    once()\n", 0),  # whole lines
        ("-// A kernel.\n", 0),  # the head comment is not edited
        ("+    never();\n", 9),  # at no place in particular
    ],
)
def test_old_lines_must_be_there_exactly_once(edit: str, places: int, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=rf"wrong, edit 1: .* exactly once \(got {places} places\)"):
        edited(tmp_path, edit)


def test_the_fault_is_the_summary_of_a_mutant_without_one(tmp_path: Path) -> None:
    assert '// summary = "Planted fault: it is."\n' in edited(tmp_path, "")


def test_an_edit_sees_the_edits_before_it(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"wrong, edit 2: .*\(got 0 places\)"):
        edited(tmp_path, "-    once();\n\n-    once();\n")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("edit = '''\nonce();\n'''", "must begin with -, [+] or a blank [(]got 'once[(][)];"),
        ("edit = '''\n     once();\n'''", "must change its lines"),
        ('base = "cuda_src/none.cu"', "Cannot overwrite"),
        ("[other]\nbase = 'cuda_src/none.cu'\nfault = 'It is.'", "base must be a file [(]got cuda_src/none.cu"),
        ("[other]\nfault = 'It is.'", "other must have a base and a fault"),
        ("[base]\nbase = 'base.cu'\nfault = 'It is.'", "base must be a mutant or a file, not both"),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_meant_is_refused(text: str, what: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=what):
        read_table(table(tmp_path, text))


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.parent.relative_to(FIXTURES).as_posix())
def test_every_mutant_is_a_few_lines_and_says_what_is_wrong(path: Path) -> None:
    for mutant in read_table(path).values():
        assert mutant.text()
        changes = [line[0] for old, new in mutant.edits for line in ndiff(old.split("\n"), new.split("\n"))]
        assert max(changes.count("-"), changes.count("+")) <= MOST_LINES, mutant.name
        assert mutant.expect["fault"].endswith("."), mutant.name


def test_the_command_writes_a_kernel_that_can_be_checked(capsys: pytest.CaptureFixture[str]) -> None:
    main(["needless_barrier"])
    (path,) = capsys.readouterr().out.split()
    assert path == "build/mutants/slow_kernels/needless_barrier.cu"
    command = ["check", path, "-k", "3x33-spread-block96", "--device", "cpu", "--json", "-"]
    ran = forked.run(
        [sys.executable, "-m", "harness", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert json.loads(ran.stdout)["exit_code"] == ran.returncode == 0, ran.stderr


def test_the_command_knows_only_mutants() -> None:
    with pytest.raises(SystemExit, match="no mutant is called strided_columns"):
        main(["one_more_pass", "strided_columns"])


def test_a_kernel_may_be_a_file_or_a_mutant() -> None:
    folder = FIXTURES / "slow_kernels"
    assert kernel(folder, "strided_columns") == folder / "strided_columns.cu"
    made = kernel(folder, "one_more_pass")
    assert load_variant(made).id == "one_more_pass"
    assert write(read_table(folder / TABLE)["one_more_pass"]) == made
