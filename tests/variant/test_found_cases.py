import stat
from pathlib import Path

import pytest

from harness.errors import SpecError, UsageError
from harness.variant.declaration.discovery import (
    add_found_cases,
    discover,
    read_found_cases,
    with_found_cases,
)
from harness.variant.matrix import cases, skipped
from harness.variant.selection import RunCases, Selection, select

ROOT = Path(__file__).parents[2]
ID = "softmax_naive-float32-2x3-values_3f800000ff800000-strided_7_2_offset_1_0-block128"
OTHER = "softmax_online-float32-1x777-spread-block256"


@pytest.fixture(scope="module")
def known():
    return discover([ROOT / "cuda_src" / f"softmax_{name}.cu" for name in ("naive", "online", "float4")])


def write(path, *ids):
    path.write_text("".join(f'[[case]]\nid = "{each}"\nwhy = "so"\n\n' for each in ids))
    return path


def found_in(discovery, *paths, is_everything=True):
    return with_found_cases(discovery, read_found_cases(paths), is_everything=is_everything)


def test_a_found_case_is_part_of_its_variants_matrix(known, tmp_path):
    own = {variant.id: variant for variant in found_in(known, write(tmp_path / "a.toml", ID)).variants}
    before = {variant.id: cases(variant) for variant in known.variants}
    assert [case.id for case in cases(own["softmax_naive"])] == [*(c.id for c in before["softmax_naive"]), ID]
    assert cases(own["softmax_online"]) == before["softmax_online"]
    selected = select(list(own.values()), Selection.parse("found"))
    assert [case.id for case in selected] == [ID]
    # Its input is the same for every seed.
    twice = RunCases(n_seeds=2).cases(own["softmax_naive"])
    assert [case.id for case in twice].count(ID) == 1
    assert not any(case.id.startswith("softmax_naive-float32-2x3-values") for case in twice if case.id != ID)


def test_a_found_case_that_the_matrix_has_anyway_is_there_once(known, tmp_path):
    usual = cases(known.variants[1])[3]
    (own,) = (v for v in found_in(known, write(tmp_path / "a.toml", usual.id, usual.id)).variants if v.found)
    assert [case.id for case in cases(own)] == [case.id for case in cases(known.variants[1])]


def test_a_found_case_outside_the_claim_is_skipped_with_its_rule(tmp_path):
    source = (ROOT / "cuda_src" / "softmax_naive.cu").read_text()
    narrow = source.replace("// dtypes     =", '// requires   = ["n_cols <= 700"]\n// dtypes     =', 1)
    assert narrow != source
    (tmp_path / "softmax_narrow.cu").write_text(narrow)
    case_id = OTHER.replace("softmax_online", "softmax_narrow")
    (own,) = found_in(discover([tmp_path]), write(tmp_path / "a.toml", case_id)).variants
    assert (case_id, "n_cols <= 700") in [(case.id, rule) for case, rule in skipped(own)]


def test_folders_and_files_are_read_by_name(known, tmp_path):
    (tmp_path / "b").mkdir()
    write(tmp_path / "b" / "2.toml", OTHER)
    write(tmp_path / "b" / "1.toml", ID)
    (tmp_path / "b" / "README.md").write_text("not one")
    write(tmp_path / "c.toml", OTHER)
    found = read_found_cases([tmp_path / "b", tmp_path / "c.toml"])
    entries = [(entry.path.name, entry.id) for entry in found]
    assert entries == [("1.toml", ID), ("2.toml", OTHER), ("c.toml", OTHER)]
    assert found_in(known, tmp_path / "b").errors == known.errors


@pytest.mark.parametrize(("text", "line", "said"), [
    ("[[case]\n", 1, "must be TOML"),
    ('\n[case]\nid = "x"\n', 1, "must have only tables [[case]]"),
    ('version = 1\n', 1, "must have only tables [[case]] (got version)"),
    ('[[case]]\nid = "x"\n', 2, "must have the keys id and why"),
    ('[[case]]\nid = 3\nwhy = "so"\n', 2, "both strings"),
    ('[[case]]\nwhy = "so"\nid = "softmax_naive"\n', 3, "must be a full case id (got 'softmax_naive')"),
    (f'# a\n\n[[case]]\nwhy = "so"\nid = "{ID.replace("k128", "k7")}"\n', 5, "no such block of softmax_naive"),
    (f'[[case]]\nwhy = "so"\nid = "{ID.replace("naive", "gone")}"\n', 3, "must name a variant that exists"),
])  # fmt: skip
def test_a_wrong_entry_names_its_line_and_hides_no_other(known, tmp_path, text, line, said):
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(text)
    good = write(tmp_path / "right.toml", OTHER)
    discovery = found_in(known, wrong, good)
    (error,) = discovery.errors
    assert said in error.message
    assert (error.path, error.line) == (wrong, line)
    assert [variant.found for variant in discovery.variants if variant.found] == [(OTHER,)]


def test_a_file_that_cannot_be_read_is_an_error(known, tmp_path):
    (tmp_path / "a.toml").write_bytes(b"\xff\xfe")
    (error,) = found_in(known, tmp_path / "a.toml").errors
    assert "must be readable" in error.message


def test_entries_of_variants_that_are_not_looked_at_are_left_alone(known, tmp_path):
    path = write(tmp_path / "a.toml", ID.replace("naive", "elsewhere"))
    assert found_in(known, path, is_everything=False).errors == known.errors
    assert len(found_in(known, path).errors) == 1


def test_an_entry_of_a_variant_whose_declaration_is_wrong_adds_no_second_error(tmp_path):
    (tmp_path / "softmax_bad.cu").write_text("// /// variant\n// blok = 1\n// ///\n")
    broken = discover([tmp_path])
    assert broken.errors
    path = write(tmp_path / "a.toml", ID.replace("naive", "bad"))
    assert found_in(broken, path).errors == broken.errors


def test_the_longest_name_is_meant_where_one_variant_is_named_like_the_start_of_another(tmp_path):
    source = (ROOT / "cuda_src" / "softmax_naive.cu").read_text()
    for stem in ("k", "k-float32"):
        (tmp_path / f"{stem}.cu").write_text(source)
    case_id = ID.replace("softmax_naive", "k-float32")
    own = found_in(discover([tmp_path]), write(tmp_path / "a.toml", case_id))
    assert own.errors == ()
    assert {variant.id: variant.found for variant in own.variants} == {"k": (), "k-float32": (case_id,)}


def test_what_is_added_is_read_back_and_added_once(tmp_path):
    path = tmp_path / "deep" / "found.toml"
    assert add_found_cases(path, [(ID, 'wrong-value: "so"\\'), (OTHER, "hang: ?")]) == 2
    assert add_found_cases(path, [(OTHER, "other words"), (ID.replace("2x3", "3x3"), "new")]) == 1
    entries = [(entry.id, entry.why) for entry in read_found_cases([path])]
    added = {ID: 'wrong-value: "so"\\', OTHER: "hang: ?", ID.replace("2x3", "3x3"): "new"}
    assert entries == [*added.items()]
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert [each.name for each in path.parent.iterdir()] == ["found.toml"]


def test_a_file_that_is_something_else_is_not_written_over(tmp_path):
    path = tmp_path / "pyproject.toml"
    path.write_text('[project]\nname = "x"\n')
    with pytest.raises(SpecError, match="only tables"):
        add_found_cases(path, [(ID, "so")])
    assert path.read_text() == '[project]\nname = "x"\n'


def test_a_file_that_cannot_be_written_is_left_as_it_was(tmp_path, monkeypatch):
    path = write(tmp_path / "a.toml", ID)
    before = path.read_text()

    def fail(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(UsageError, match=r"could not be written .*No space left"):
        add_found_cases(path, [(OTHER, "so")])
    assert path.read_text() == before
    assert [each.name for each in tmp_path.iterdir()] == ["a.toml"]
