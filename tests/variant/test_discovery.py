import os
import re
import tempfile
from pathlib import Path

from harness.errors import SpecError
from harness.variant import matrix
from harness.variant.declaration.discovery import Discovery, discover, load_variant, read_sources
from harness.variant.variant import Variant

ROOT = Path(__file__).parents[2]


def _ids(discovery: Discovery) -> list[str]:
    return [variant.id for variant in discovery.variants]


def test_variants_of_a_folder_are_found_at_any_depth_by_id(write, tmp_path):
    write(stem="b")
    write(stem="c", folder="deep/er")
    write(stem="a", folder="z")
    found = discover([tmp_path])
    assert found.errors == ()
    assert _ids(found) == ["a", "b", "c"]
    assert found.variants[0].path == tmp_path / "z" / "a.cu"


def test_a_bad_file_hides_no_other(write, tmp_path):
    write(stem="good")
    write(stem="bad", block="[4096]", summary=None)
    (tmp_path / "binary.cu").write_bytes(b"\xff\xfe")
    found = discover([tmp_path])
    assert _ids(found) == ["good"]
    assert [error.path.name for error in found.errors] == ["bad.cu", "bad.cu", "binary.cu"]


def test_a_file_without_a_declaration_is_an_error_unless_it_is_an_include(write, tmp_path):
    write(stem="good")
    (tmp_path / "include" / "deep").mkdir(parents=True)
    (tmp_path / "include" / "shared.cu").write_text("int a;\n")
    (tmp_path / "include" / "deep" / "shared.cu").write_text("int a;\n")
    (tmp_path / "header.cuh").write_text("int a;\n")
    (tmp_path / "notes.txt").write_text("nothing\n")
    assert discover([tmp_path]).errors == ()
    (tmp_path / "plain.cu").write_text("int a;\n")
    (error,) = discover([tmp_path]).errors
    assert str(error).startswith(f"{tmp_path / 'plain.cu'}:1: a variant must be declared in its head comment")
    assert "shared code goes into a .cuh file or folder include" in str(error)


def test_an_error_names_files_as_a_user_in_the_folder_does(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my kernels").mkdir()
    (tmp_path / "my kernels" / "plain.cu").write_text("int a;\n")
    (error,) = discover([tmp_path / "my kernels"]).errors
    assert str(error).startswith("my kernels/plain.cu:1: ")
    assert "`kernel-harness init 'my kernels/plain.cu'` writes it" in str(error)


def test_only_folders_below_the_source_make_an_include(write, tmp_path):
    write(stem="good", folder="include")
    (tmp_path / "include" / "plain.cu").write_text("int a;\n")
    found = discover([tmp_path])
    assert (_ids(found), found.errors) == (["good"], ())
    assert [error.path.name for error in discover([tmp_path / "include"]).errors] == ["plain.cu"]


def test_a_named_file_must_declare_a_variant_wherever_it_lies(write, tmp_path):
    path = write(stem="x", folder="include")
    header = tmp_path / "kernel.cuh"
    header.write_text("int a;\n")
    found = discover([path, header])
    assert _ids(found) == ["x"]
    assert [error.path for error in found.errors] == [header]
    header.write_text(path.read_text())
    assert load_variant(header).id == "kernel"


def test_hidden_folders_are_not_entered(write, tmp_path):
    write(stem="x")
    write(stem="x", folder=".venv/lib")
    assert discover([tmp_path]).errors == ()


def test_a_file_is_loaded_once_however_it_is_reached(write, tmp_path):
    path = write(stem="x", folder="sub")
    (tmp_path / "link.cu").symlink_to(path)
    found = discover([tmp_path / "sub", path, tmp_path / "sub" / ".." / "sub", path])
    assert found.errors == ()
    assert _ids(found) == ["x"]
    assert found.variants[0].path == path


def test_two_files_with_one_id_are_errors_that_name_each_other(write, tmp_path):
    first, second = write(stem="twin", folder="a"), write(stem="twin", folder="b")
    write(stem="single")
    found = discover([tmp_path])
    assert _ids(found) == ["single"]
    assert [error.path for error in found.errors] == [first, second]
    assert f"(got 'twin', also from {second}); rename one" in str(found.errors[0])
    assert f"(got 'twin', also from {first}); rename one" in str(found.errors[1])


def test_an_unknown_baseline_is_an_error_at_its_line(write, tmp_path):
    write(stem="softmax_naive")
    write(stem="softmax_good", baseline='"softmax_naive"')
    path = write(stem="softmax_fast", baseline='"softmax_naiv"')
    found = discover([tmp_path])
    assert _ids(found) == ["softmax_good", "softmax_naive"]
    (error,) = found.errors
    assert (
        "a baseline must be a variant among the sources (got 'softmax_naiv'); closest is 'softmax_naive'"
        in str(error)
    )
    assert path.read_text().split("\n")[error.line - 1].startswith("// baseline")


def test_the_baseline_of_a_named_file_is_not_looked_up(write):
    path = write(stem="softmax_fast", baseline='"softmax_naive"')
    assert _ids(discover([path])) == ["softmax_fast"]


def test_missing_and_empty_sources_are_errors_beside_the_rest(write, tmp_path):
    path = write(stem="x", folder="full")
    (tmp_path / "empty").mkdir()
    found = discover([tmp_path / "gone", tmp_path / "empty", path])
    assert _ids(found) == ["x"]
    assert [str(error) for error in found.errors] == [
        f"{tmp_path / 'empty'}:1: a source folder must hold .cu files, other sources with a declaration "
        "(.ptx or .py), or a kernels.toml (got none)",
        f"{tmp_path / 'gone'}:1: a source must be a file or folder that exists (got none of this name)",
    ]


def named_in_code(ids: set[str], folder: Path) -> set[str]:
    """Find the ids that Python files of a folder and its subfolders name outside docstrings and comments."""
    names: set[str] = set()
    for path in folder.rglob("*.py"):
        code = re.sub(
            r'""".*?"""|#[^"\n]*$', "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
        )
        names |= {each for each in ids if each in code}
    return names


def test_no_shipped_id_is_written_into_the_harness():
    found = read_sources([ROOT / "cuda_src"])
    assert found.errors == ()
    ids = {variant.id for variant in found.variants}
    assert len(ids) > 40
    assert named_in_code(ids, ROOT / "harness") == set()


def test_rules_of_the_same_declaration_in_another_file_are_not_evaluated_again(write, tmp_path, monkeypatch):
    for folder in ("base", "head"):
        write(stem="same", folder=folder)
        write(stem="other", folder=folder, block="[[32]]" if folder == "base" else "[[64]]")
        write(stem="wrong", folder=folder, grid='"n_rows - n_rows"')
    head = discover([tmp_path / "head"])
    evaluated: list[str] = []
    check = matrix.check_rules

    def noted(variant: Variant) -> None:
        evaluated.append(variant.id)
        check(variant)

    monkeypatch.setattr(matrix, "check_rules", noted)
    base = discover([tmp_path / "base"], (), head.variants)
    assert sorted(evaluated) == ["other", "wrong"]
    assert [each.id for each in base.variants] == ["other", "same"]
    assert [error.variant_id for error in base.errors] == ["wrong"]


def test_an_error_is_told_in_a_folder_that_was_removed(monkeypatch):
    monkeypatch.chdir(folder := tempfile.mkdtemp())
    os.rmdir(folder)  # noqa: PTH106
    assert str(SpecError("no such key", path=Path("/a/b.cu"), line=3)) == "/a/b.cu:3: no such key"
