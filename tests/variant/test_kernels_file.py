# ruff: noqa: E501 - the tables of wrong files read best with one row a line
"""Declarations apart from their kernels: files in TOML, and the key that names a source."""

import re
from pathlib import Path

import pytest

from harness.compiler.request import code_request
from harness.errors import SpecError
from harness.run.suite import find_variants
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import discover, load_variant
from harness.variant.matrix import cases

KEYS = """file = "../csrc/norm.cu"
summary = "A kernel for tests."
args = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
block = [[32, 4]]
grid = "ceil_div(n_rows, block_y)"
"""


@pytest.fixture
def folder(tmp_path):
    """A folder of declarations beside a folder of sources."""
    (tmp_path / "csrc").mkdir()
    (tmp_path / "csrc" / "norm.cu").write_text("int a;\n", encoding="utf-8")
    (tmp_path / "kernels").mkdir()
    return tmp_path / "kernels"


def write_tables(folder: Path, *tables: str) -> Path:
    path = folder / "kernels.toml"
    path.write_text("\n".join(tables), encoding="utf-8")
    return path


def test_each_table_is_a_variant_of_the_source_that_it_names(folder):
    path = write_tables(folder, f"[kernel.b]\n{KEYS}", f'[kernel.a]\n{KEYS}requires = ["n_cols <= 64"]\n')
    found = discover([folder])
    assert found.errors == ()
    a, b = found.variants
    assert (a.id, b.id) == ("a", "b")
    assert (a.path, a.line, a.source) == (path, 8, "")
    assert a.code_path == folder.parent / "csrc" / "norm.cu"
    assert cases(a)[0].id.startswith("a-float32-")
    request = code_request(
        a, (32, 4, 1), "float32", arch="sm_90", target="ptx", settings=Settings.load(folder)
    )
    assert request.path == folder.parent / "csrc" / "norm.cu"


def test_tables_of_launches_belong_to_their_declaration(folder):
    keys = '{0}block = [32]\n[[kernel.two.launch]]\nentry = "f"\nargs = ["inp", "out"]\ngrid = 1\n'
    path = write_tables(folder, "[kernel.two]", keys.format('file = "../csrc/norm.cu"\nsummary = "Two."\n'))
    (variant,) = discover([path]).variants
    assert variant.launches[0].entry == "f"
    assert variant.lines[("launch", 0, "grid")] == 8


def test_a_declaration_in_a_comment_may_name_a_source_too(folder, write):
    path = write(file='"../csrc/norm.cu"', folder="kernels", stem="named")
    with pytest.raises(SpecError, match="'file' must stay in the declaration's folder or its repository"):
        load_variant(path)
    (folder.parent / ".git").mkdir()
    variant = load_variant(path)
    assert (variant.id, variant.path) == ("named", path)
    assert variant.code_path == folder.parent / "csrc" / "norm.cu"


@pytest.mark.parametrize(("file", "message"), [
    ("../csrc/none.cu", "'file' must be a source, relative to the declaration's folder (got "),
    ("../csrc/none.cu", "none.cu, which does not exist)"),
    ("../csrc/folder.cu", "folder.cu, which is not a regular file)"),
    ("/etc/kernel.cu", "must be a path relative to the declaration's folder, with / between folders"),
    ("~/kernel.cu", "must be a path relative to the declaration's folder"),
    ("..\\\\csrc\\\\norm.cu", "must be a path relative to the declaration's folder"),
    ("../csrc/norm.txt", "'file' must name a kernel's source, .cu, .cuh, .h, .hh, .hpp, .ptx, .py (got '../csrc/norm.txt')"),
    ("", "'file' must not be blank"),
    ("../csrc/no\\u0007rm.cu", "must be a path relative to the declaration's folder"),
])  # fmt: skip
def test_a_wrong_file_is_an_error_at_its_line(folder, file, message):
    (folder.parent / "csrc" / "folder.cu").mkdir()
    path = write_tables(folder, "", "[kernel.x]", KEYS.replace("../csrc/norm.cu", file))
    (error,) = discover([folder]).errors
    assert (error.path, error.line, error.variant_id) == (path, 3, "x")
    assert message in str(error)


@pytest.mark.parametrize(("text", "line", "message"), [
    ("", 1, "a file of declarations must have a table [kernel.NAME] for each kernel (got none)"),
    ("kernel = 3", 1, "a declaration must be a table [kernel.NAME] (got the key 'kernel' with another value)"),
    ("[kernel]\nx = 1", 2, "a declaration must be a table [kernel.NAME] (got the key 'kernel.x' with another value)"),
    ("[kernels.x]\na = 1", 1, "a file of declarations has only tables [kernel.NAME] (got 'kernels')"),
    ("a = = 1", 1, "a file of declarations must be TOML: invalid value at column 5"),
    (f'[kernel."and"]\n{KEYS}', 1, "the table's name is the variant's id: an id must be"),
    ("[kernel.x]\n" + KEYS.partition("\n")[2], 1, "a declaration in kernels.toml must name its source (got no key 'file')"),
    (f"[kernel.x]\n{KEYS}blok = 3", 7, "a declaration has no key of this name (got 'blok'); closest is 'block'"),
])  # fmt: skip
def test_a_wrong_file_of_declarations_says_what_is_wrong(folder, text, line, message):
    path = write_tables(folder, text)
    error = discover([folder]).errors[0]
    assert (error.path, error.line) == (path, line)
    assert message in str(error)


def test_one_wrong_table_hides_no_other(folder):
    write_tables(folder, f"[kernel.good]\n{KEYS}", f"[kernel.bad]\n{KEYS}block_x = 1\n", "[kernel.worse]\n")
    found = discover([folder])
    assert [variant.id for variant in found.variants] == ["good"]
    assert {error.variant_id for error in found.errors} == {"bad", "worse"}
    named = find_variants(["good"], [folder])
    assert ([variant.id for variant in named.variants], named.errors) == (["good"], ())
    assert {error.variant_id for error in find_variants(["bad"], [folder]).errors} == {"bad"}


def test_a_file_that_cannot_be_read_hides_what_is_asked_for(folder):
    write_tables(folder, "[kernel.x\n")
    (error,) = find_variants(["x"], [folder]).errors
    assert "must be TOML" in str(error)


def test_an_id_is_unique_over_both_kinds_of_files(folder, write):
    write(folder="kernels", stem="x")
    write_tables(folder, f"[kernel.x]\n{KEYS}")
    errors = discover([folder]).errors
    assert [error.path.name for error in errors] == ["kernels.toml", "x.cu"]
    assert all("must be unique (got 'x', also from " in str(error) for error in errors)


def test_a_baseline_may_be_in_another_file(folder, write):
    write(folder="kernels", stem="base")
    write_tables(folder, f'[kernel.x]\n{KEYS}baseline = "base"\n')
    found = find_variants(["x"], [folder])
    assert ([variant.id for variant in found.variants], found.errors) == (["x"], ())


def test_only_files_of_one_name_are_read_in_a_folder(folder, write):
    write(folder="kernels", stem="base")
    (folder / "other.toml").write_text(f"[kernel.x]\n{KEYS}", encoding="utf-8")
    assert [variant.id for variant in discover([folder]).variants] == ["base"]
    assert [variant.id for variant in find_variants([str(folder / "other.toml")], []).variants] == ["x"]


def test_a_rule_that_breaks_in_the_matrix_names_the_table(folder):
    path = write_tables(folder, f"[kernel.x]\n{KEYS.replace('ceil_div(n_rows, block_y)', 'n_rows // 2')}")
    (error,) = discover([path]).errors
    assert re.search(r"kernels\.toml:6: grid x must be at least 1", str(error))
    with pytest.raises(SpecError, match="grid x"):
        load_variant(path)


def test_folders_of_headers_are_relative_to_the_declaration(folder):
    (folder.parent / "csrc" / "include").mkdir()
    keys = KEYS + 'include_dirs = ["../csrc/include"]\ncompile_options = ["-lineinfo"]\n'
    (variant,) = discover([write_tables(folder, f"[kernel.a]\n{keys}")]).variants
    assert variant.compile_options == ("-lineinfo", "-Iinclude")


@pytest.mark.parametrize(("text", "message"), [
    ('["../none"]', "'include_dirs' must hold folders, relative to the declaration's folder (got "),
    ('["/usr/include"]', "'include_dirs' must be a path relative to the declaration's folder"),
    ('["../a b"]', "'include_dirs' must be folders that a compiler can be given: "),
    ('"../csrc"', "'include_dirs' must be an array of folders (got '../csrc')"),
])  # fmt: skip
def test_a_folder_of_headers_that_no_compiler_can_search_is_an_error(folder, text, message):
    (folder.parent / "a b").mkdir()
    (error,) = discover([write_tables(folder, f"[kernel.a]\n{KEYS}include_dirs = {text}\n")]).errors
    assert message in str(error)
    assert error.line == 7
