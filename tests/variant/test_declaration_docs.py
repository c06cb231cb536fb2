"""docs/declaration.md says what the code does."""

import json
import re
from pathlib import Path

import pytest

from harness.operation.kinds import INPUT_KIND_MEANINGS
from harness.ptx.limits import MAX_GRID
from harness.store.input_file import SOURCE_BYTES
from harness.variant import launch_rule
from harness.variant.case import ID_FORM, is_case_id, parse_case_id
from harness.variant.declaration.compile_option import OPTIONS
from harness.variant.declaration.declared_keys import LAUNCH_KEYS, REQUIRED, SCRATCH_KEYS, VARIANT_KEYS
from harness.variant.declaration.declared_values import REQUIRES_NAMES
from harness.variant.declaration.discovery import load_variant
from harness.variant.declaration.triton import CONFIGS
from harness.variant.domain import MAX_EDGE_COLS, MAX_ROWS
from harness.variant.matrix import cases
from harness.variant.selection import Selection, select
from harness.variant.shape import LAYOUTS
from harness.variant.variant import SCALAR_TYPES

DOCS = (Path(__file__).parents[2] / "docs" / "declaration.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```cuda\n(.*?)```", DOCS, re.DOTALL)


def _table(header: str) -> list[list[str]]:
    """Rows of the table whose first heading is `header`, each as its cells."""
    lines = [line.strip() for line in DOCS.split("\n")]
    start = next(index for index, line in enumerate(lines) if line.startswith(f"| {header} |"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def _names(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


@pytest.mark.parametrize(("header", "keys"), [
    ("key", VARIANT_KEYS), ("key of `[[launch]]`", LAUNCH_KEYS), ("key of `[[scratch]]`", SCRATCH_KEYS),
])  # fmt: skip
def test_the_tables_list_every_key_in_order_with_its_default(header, keys):
    # A table of configurations becomes declarations of their own before keys are read.
    rows = [row for row in _table(header) if _names(row[0]) != [CONFIGS]]
    assert [_names(row[0]) for row in rows] == [[key.name] for key in keys]
    for row, key in zip(rows, keys, strict=True):
        default = row[2]
        if key.default is REQUIRED:
            assert default == "required"
        elif key.default is None:
            assert default.startswith("absent") or default == "the case's block"
        else:
            assert _names(default) == [
                f'"{key.default}"' if isinstance(key.default, str) else json.dumps(key.default)
            ]


def test_the_table_of_compiler_options_is_the_codes():
    # `--ftz` is not listed beside `-ftz`.
    assert [(_names(row[0]), *row[1:]) for row in _table("option")] == [
        (
            [name for name in option.names if name[1:] not in option.names],
            option.shown,
            option.compilers[0] if len(option.compilers) == 1 else "",
            option.does,
        )
        for option in OPTIONS
    ]
    assert f"larger than {SOURCE_BYTES >> 20} MiB" in " ".join(DOCS.split())


def test_the_tables_list_every_name_of_rules():
    rows = _table("name")
    listed = {name: row[2] for row in rows for name in _names(row[0])}
    assert list(listed) == list(REQUIRES_NAMES)
    for name, where in listed.items():
        expected = "`requires` only"
        if name in launch_rule.SHAPE_NAMES:
            expected = "everywhere but in `defines`"
        elif name in launch_rule.BLOCK_NAMES:
            expected = "everywhere"
        assert where == expected


def test_limits_are_the_codes():
    words = " ".join(DOCS.split())
    assert (
        f"at most {launch_rule.MAX_TEXT_CHARS} characters and is nested at most {launch_rule.MAX_DEPTH} deep"
        in words
    )
    assert f"({', '.join(map(str, MAX_GRID))})" in words
    assert f"admits, up to {MAX_EDGE_COLS}" in words
    assert f"All up to {MAX_ROWS}." in words


def test_layouts_and_kinds_are_the_codes():
    layouts = [
        [
            layout.name,
            f"{layout.inp_padding}, {layout.out_padding}",
            f"{layout.inp_offset}, {layout.out_offset}",
            layout.meaning,
        ]
        for layout in LAYOUTS.values()
    ]
    assert [[_names(row[0])[0], *row[1:]] for row in _table("layout")] == layouts
    kinds = [[f"`{name}`", meaning] for name, meaning in INPUT_KIND_MEANINGS.items()]
    assert _table("kind") == kinds


def test_types_and_macros_are_the_codes():
    for scalar in SCALAR_TYPES.values():
        assert f"`{scalar.c_name}`" in DOCS
        assert f"`{scalar.macro}`" in DOCS
        assert f"`{scalar.short_name}`" in DOCS


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_is_a_declaration(example, tmp_path):
    path = tmp_path / "example.cu"
    path.write_text(example, encoding="utf-8")
    assert len(cases(load_variant(path))) > 50


def test_there_are_examples():
    assert len(EXAMPLES) >= 3


def test_the_matrix_holds_the_listed_columns(declare):
    listed = re.search(r"\*\*Columns\*\*: (.*?);", DOCS, re.DOTALL)
    assert listed is not None
    expected: set[int] = set()
    for first, last in re.findall(r"(\d+)(?: to (\d+))?", listed[1]):
        expected |= set(range(int(first), int(last or first) + 1))
    once = re.search(r"the widths (.*?);.*65 rows of (259) columns, and 7 of (2051)", DOCS, re.DOTALL)
    assert once is not None
    expected |= {int(digits) for digits in re.findall(r"\d+", " ".join(once.groups()))}
    # A block of one thread adds its own few: one vector a thread is 4 columns, and its rounds.
    found = cases(declare(block="[1]", grid='"n_rows"'))
    widths = {case.shape.n_cols for case in found if (case.kind, case.layout) == ("spread", "contiguous")}
    assert expected <= widths <= expected | {3, 5, 6, 7, 8, 12, 24}


def test_the_form_and_examples_of_ids_are_right(declare):
    assert f"`{ID_FORM}`" in DOCS
    ids = re.findall(r"[\w.-]+-block[\dx]+\b", DOCS)
    assert len(ids) >= 2
    assert all(is_case_id(each) for each in ids)
    variant = declare(stem="softmax_x", block="[256]", grid='"n_rows"')
    assert parse_case_id("softmax_x-float32-5x20000-spread-block256", [variant]).id in ids
    found = select([variant], Selection.parse("spread-block"))
    assert {(case.kind, case.layout) for case in found} == {("spread", "contiguous")}
    kinds = {case.kind for case in select([variant], Selection.parse("normal"))}
    assert kinds == {"normal", "subnormal"}
