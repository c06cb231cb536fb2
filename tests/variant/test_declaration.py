# ruff: noqa: E501 - the tables of wrong values read best with one row a line
import pickle
from pathlib import Path

import numpy as np
import pytest

from harness.errors import SpecError
from harness.launch.inputs import problem_of
from harness.operation.catalogue import shipped_operations
from harness.operation.derived import expected_of
from harness.variant.declaration.declaration import read_declaration
from harness.variant.declaration.discovery import load_variant
from harness.variant.declaration.inline_block import extract, read_source
from harness.variant.launch_rule import LaunchRule
from harness.variant.matrix import cases
from harness.variant.shape import Shape, rule_values
from harness.variant.variant import StructArgument, leaves
from tests.variant.conftest import line_of_key

TWO_LAUNCHES = """
[[launch]]
entry = "stats"
args = ["inp", "stats", "n_cols", "inp_stride"]
grid = "n_rows"

[[launch]]
entry = "normalise"
args = ["inp", "stats", "out", "n_cols", "inp_stride", "out_stride"]
grid = ["n_rows", "ceil_div(n_cols, block_x)"]
block = [64, 2]
smem_bytes = 16

[[scratch]]
name = "stats"
bytes = "n_rows * 8"
"""


def _errors(path: Path) -> list[str]:
    block = extract(read_source(path), path)
    assert block is not None
    variant, errors = read_declaration(block)
    assert (variant is None) == bool(errors)
    return [str(error) for error in errors]


def _lines_of(path: Path, fragment: str) -> list[int]:
    lines = path.read_text(encoding="utf-8").split("\n")
    return [number for number, line in enumerate(lines, 1) if fragment in line]


def _line_of(path: Path, fragment: str) -> int:
    (line,) = _lines_of(path, fragment)
    return line


def _fields(record: object, expected: dict[str, object]) -> dict[str, object]:
    """The fields of a record that are expected, rules by their texts."""
    return {name: _plain(getattr(record, name)) for name in expected}


def _plain(value: object) -> object:
    if isinstance(value, LaunchRule):
        return value.text
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value


def test_absent_keys_have_their_defaults(declare):
    variant = declare(stem="softmax_small")
    expected = {
        "id": "softmax_small", "line": 3, "summary": "A kernel for tests.", "source": "this test",
        "blocks": ((32, 4, 1),), "dtypes": ("float32",), "arithmetic": "ieee", "requires": (), "defines": {},
        "compile_options": (), "scratch": (), "parallel": None, "serial": None, "max_magnitude": None,
        "deterministic": True, "baseline": None, "known_issue": None,
    }  # fmt: skip
    assert _fields(variant, expected) == expected
    (launch,) = variant.launches
    expected = {
        "entry": "softmax", "args": ("inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"),
        "grid": ("ceil_div(n_rows, block_y)",), "smem_bytes": "0", "block": None, "cluster": None,
        "cooperative": False,
    }  # fmt: skip
    assert _fields(launch, expected) == expected


def test_every_key_is_read(declare):
    # Each key with its value in TOML and in the variant or its launch.
    of_launch = {
        "grid": ('["n_rows", 2, "1"]', ("n_rows", "2", "1")),
        "smem_bytes": ("4096", "4096"),
        "cluster": ('["1", 2]', ("1", "2")),
        "cooperative": ("true", True),
        "entry": ('"my_softmax"', "my_softmax"),
    }
    blocks = ((128, 1, 1), (32, 1, 1), (32, 4, 1), (8, 8, 4))
    defines = '{ UNROLL = 4, TILE = "block_x * 2", VECTOR = "float4" }'
    of_variant = {
        "requires": ('["n_cols <= 1024", "n_cols < 8 or warp < 9"]', ("n_cols <= 1024", "n_cols < 8 or warp < 9")),
        "dtypes": ('["float16", "float64", "float32"]', ("float16", "float64", "float32")),
        "arithmetic": ('"online+ieee"', "ieee+online"),
        "parallel": ('"block_x"', "block_x"),
        "serial": ("7", "7"),
        "deterministic": ("false", False),
        "max_magnitude": ("10000", 10000.0),
        "defines": (defines, {"UNROLL": 4, "TILE": "block_x * 2", "VECTOR": "float4"}),
        "compile_options": ('["--maxrregcount=32", "-use_fast_math"]', ("--maxrregcount=32", "-use_fast_math")),
        "baseline": ('"other"', "other"),
        "known_issue": ('"wrong-value: the last column is lost"', "wrong-value: the last column is lost"),
    }  # fmt: skip
    keys = {key: toml for key, (toml, _) in {**of_launch, **of_variant}.items()}
    variant = declare(block="[128, [32], [32, 4], [8, 8, 4]]", **keys)
    assert variant.blocks == blocks
    for record, rows in ((variant, of_variant), (variant.launches[0], of_launch)):
        expected = {key: value for key, (_, value) in rows.items()}
        assert _fields(record, expected) == expected


def test_launch_and_scratch_tables_are_read(declare):
    variant = declare(TWO_LAUNCHES, args=None, grid=None)
    first, second = variant.launches
    assert (first.entry, first.block) == ("stats", None)
    assert first.args == ("inp", "stats", "n_cols", "inp_stride")
    assert first.smem_bytes.text == "0"
    assert second.block is not None
    assert [rule.text for rule in second.block] == ["64", "2"]
    assert [rule.text for rule in second.grid] == ["n_rows", "ceil_div(n_cols, block_x)"]
    assert second.smem_bytes.text == "16"
    (scratch,) = variant.scratch
    assert (scratch.name, scratch.bytes.text) == ("stats", "n_rows * 8")


def test_an_argument_may_be_a_size_a_rule_or_a_number_more_than_once(write):
    variant = load_variant(
        write(
            args='["out", "inp", "n_rows  * n_cols", 1, 1, -0.5, "block_x", "n_rows*n_cols", 1e20, '
            '"1 / n_cols", "1 / (n_rows + 1)", "n_cols", "n_cols"]',
            block="[128]",
        )
    )
    (launch,) = variant.plan(rule_values(Shape(3, 5, 5, 5), (128, 1, 1), "float32", 0, 0))
    numbers = {
        "n_rows * n_cols": 15, "1": 1, "-0.5": -0.5, "block_x": 128, "n_rows*n_cols": 15, "1e+20": 1e20,
        "1 / n_cols": 0.2, "1 / (n_rows + 1)": 0.25,
    }  # fmt: skip
    first, one, *others = numbers
    assert launch.args == ("out", "inp", first, one, one, *others, "n_cols", "n_cols")
    assert launch.numbers == numbers
    assert [type(launch.numbers[text]) for text in numbers] == [type(value) for value in numbers.values()]


def test_an_entry_may_be_a_cpp_name(write):
    names = ("a::b::softmax", "softmax<KH_SCALAR, 2 * THREADS>", "::a::f<b::T<int>, (3 > 2)>")
    for entry in ("softmax", *names):
        variant = load_variant(write(entry=f'"{entry}"'))
        assert variant.launches[0].entry == entry
        assert variant.instances == (() if entry == "softmax" else (entry,))


BAD_VALUES = [
    # (key, its value, message)
    ("blok", "[[32]]", "a declaration has no key of this name (got 'blok'); closest is 'block'; allowed: summary, source,"),
    ("tolerance", "1e-3", "a declaration has no key of this name (got 'tolerance'); allowed: summary, source, file, include_dirs,"),
    ("summary", '""', "'summary' must not be blank (got an empty string)"),
    ("summary", "3", "'summary' must be a string (got 3, an integer)"),
    ("source", "['a']", "'source' must be a string (got ['a'], an array)"),
    ("source", '"two\\nlines"', "'source' must be a single line (got 'two\\nlines')"),
    ("args", "'inp'", "'args' must be an array (got 'inp', a string); write ['inp']"),
    ("args", '["inp", true]', "an element of 'args' must be a name, a rule or a number (got true, a boolean)"),
    ("args", '["inp", "out", "n_rows * cols"]', "unknown name in a rule (got 'cols' at column 10 of 'n_rows * cols')"),
    ("args", '["inp", "out", "ncols"]', "an argument must be one of a known set (got 'ncols'); closest is 'n_cols'; allowed: inp, out, n_rows, n_cols, inp_stride, out_stride"),
    ("args", '["inp", "out", "inp"]', "only an array that a kernel changes in place can be listed twice (got 'inp' again)"),
    ("args", '["out", "n_cols"]', "a kernel must receive 'inp' (got args without it)"),
    ("block", "256", "'block' must be an array (got 256, an integer); write [256]"),
    ("block", "[]", "'block' must have at least one element (got [])"),
    ("block", "[[]]", "a block must have one to three sizes (got []); write [x], [x, y] or [x, y, z]"),
    ("block", '[["32"]]', "a size of a block must be an integer (got '32', a string)"),
    ("block", "[true]", "a size of a block must be an integer (got true, a boolean)"),
    ("block", "[0]", "block x must be 1 to 1024 (got 0)"),
    ("block", "[1025]", "block x must be 1 to 1024 (got 1025)"),
    ("block", "[[1, 1, 65]]", "block z must be 1 to 64 (got 65)"),
    ("block", "[[64, 17]]", "a block must have at most 1024 threads (got 1088 in [64, 17])"),
    ("args", '["inp", "out", { p = "inp" }]', "only an array that a kernel changes in place can be listed twice (got 'inp' again)"),
    ("args", '["inp", "out", { p = "ouh" }]', "an argument must be one of a known set (got 'ouh'); closest is 'out'"),
    ("args", '["inp", "out", { "a b" = 1 }]', "a field's name must be a C identifier (got 'a b')"),
    ("args", '["inp", "out", "1 / size"]', "unknown name in a rule (got 'size'"),
    ("args", '["inp", "out", "1 / n_cols + 1"]', "'/' is not integer arithmetic"),
    ("args", '["inp", "out", { a = [1] }]', "must be a name, a rule or a number (got [1], an array)"),
    ("block", "[[32, 1], 32]", "a block must be listed only once (got '32' again)"),
    ("grid", "true", "'grid' must be a rule (a string) or an integer (got true, a boolean)"),
    ("grid", "[]", "'grid' must be one rule or an array of one to three (got 0)"),
    ("grid", '"n_row"', "unknown name in a rule (got 'n_row' at column 1 of 'n_row'); closest is 'n_rows'; allowed: n_rows, n_cols,"),
    ("grid", '"n_rows / 2"', "'/' is not integer arithmetic"),
    ("grid", '"n_rows > 2"', "'grid' must be a number, not a condition (got 'n_rows > 2'); move conditions to 'requires'"),
    ("smem_bytes", '"block_x *"', "a rule must be an expression (got 'block_x *'"),
    ("smem_bytes", "1979-05-27", "'smem_bytes' must be a rule (a string) or an integer (got datetime.date(1979, 5, 27), a date or time)"),
    ("cluster", '"n_rows > 2"', "'cluster' must be a number, not a condition (got 'n_rows > 2')"),
    ("cluster", "[1, 1, 1, 1]", "'cluster' must be one rule or an array of one to three (got 4)"),
    ("cooperative", '"yes"', "'cooperative' must be true or false (got 'yes', a string)"),
    ("entry", '"soft-max"', "an entry must be the name of a kernel, such as 'softmax', 'rows::softmax' or 'softmax<KH_SCALAR, 256>' (got 'soft-max')"),
    ("entry", '"softmax<float>; int x"', "an entry must be the name of a kernel"),
    ("requires", '"n_cols > 2"', "'requires' must be an array (got 'n_cols > 2', a string); write ['n_cols > 2']"),
    ("requires", '["n_cols"]', "a rule of 'requires' must be a comparison, such as 'n_cols <= 1024' (got 'n_cols')"),
    ("requires", '["n_cols <= 4", 3]', "an element of 'requires' must be a string (got 3, an integer)"),
    ("requires", '["cols <= 4"]', "unknown name in a rule (got 'cols'"),
    ("dtypes", '["float"]', "a type must be one of a known set (got 'float'); closest is 'float64'; allowed: float32, float16, bfloat16, float64"),
    ("dtypes", '["float32", "float32"]', "a type must be listed only once (got 'float32' again)"),
    ("arithmetic", '"iee"', "'iee' is not known"),
    ("parallel", '"n_cols > 1"', "'parallel' must be a number, not a condition (got 'n_cols > 1')"),
    ("serial", "2.5", "'serial' must be a rule (a string) or an integer (got 2.5, a float)"),
    ("deterministic", '"no"', "'deterministic' must be true or false (got 'no', a string)"),
    ("inputs", '"any"', "'inputs' must be \"finite\" or the largest claimed magnitude (got 'any')"),
    ("inputs", "true", "'inputs' must be a number (got true, a boolean)"),
    ("max_magnitude", '"1e4"', "'max_magnitude' must be a number (got '1e4', a string)"),
    ("max_magnitude", "0", "'max_magnitude' must be positive and finite (got 0); leave it out to claim every input"),
    ("max_magnitude", "nan", "'max_magnitude' must be positive and finite (got nan)"),
    ("defines", '"A=1"', "'defines' must be a table (got 'A=1', a string)"),
    ("defines", "{ A-B = 1 }", "a macro's name must be a C identifier (got 'A-B')"),
    ("defines", "{ KH_SCALAR = 1 }", "macros that begin with KH_ are reserved for the harness (got 'KH_SCALAR')"),
    ("defines", "{ A = 1.5 }", "'defines.A' must be an integer or a string (got 1.5, a float)"),
    *(("defines", f'{{ A = "one{mark}two" }}', "a macro must be a single line (got 'one") for mark in (r"\n", r"\r", r"\u0000", r"\u2028")),
    ("defines", r'{ A = "one\\" }', "a macro must not end with \\"),
    ("defines", '{ A = "block_x * rows" }', "unknown name in a rule (got 'rows' at column 11 of 'block_x * rows'); allowed: block_x, block_y, block_z, warp, itemsize"),
    ("defines", '{ A = "n_cols * 2" }', "a macro is fixed when the kernel is compiled and cannot depend on the shape (got 'n_cols * 2')"),
    ("compile_options", '"-lineinfo"', "'compile_options' must be an array (got '-lineinfo', a string)"),
    ("compile_options", '["--maxrregcount", "32"]', "a compiler option must have an allowed value after '=' (got '--maxrregcount'); -maxrregcount takes 1 to"),
    ("compile_options", '["-ftz=true", "@options"]', "a compiler option must begin with - and contain its value, such as '--maxrregcount=32' (got '@options')"),
    ("compile_options", '["-arch=sm_90"]', "this compiler option is set by the harness (got '-arch=sm_90'); the device determines"),
    ("compile_options", '["-DN=3"]', "this compiler option is set by the harness (got '-DN=3'); use the key 'defines'"),
    ("baseline", '"a b"', "an id must be made of letters, digits, _ . - and must not be and, or, not (got 'a b')"),
    ("baseline", '"probe"', "a variant cannot be its own baseline (got 'probe')"),
    ("known_issue", '"it is wrong"', "a known issue must be a reason code, a colon and a text, such as 'wrong-value: the last column is lost when n_cols is odd' (got 'it is wrong')"),
    ("known_issue", '"wrong-value: "', "a known issue must be a reason code, a colon and a text"),
    ("known_issue", '"wrong-valu: tail"', "the reason code of a known issue must be one of a known set (got 'wrong-valu'); closest is 'wrong-value'; allowed: wrong-value,"),
    ("known_issue", '"internal-error: x"', "the reason code of a known issue must be one of a known set (got 'internal-error')"),
    ("launch", "{ a = 1 }", "'launch' must be an array of tables (got {'a': 1}, a table); write [[launch]] headers"),
    ("launch", "[]", "a variant must have at least one launch (got launch = [])"),
    ("scratch", "3", "'scratch' must be an array of tables (got 3, an integer); write [[scratch]] headers"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "value", "message"), BAD_VALUES)
def test_a_bad_value_is_an_error_at_its_own_line(write, key, value, message):
    # Without the single-launch keys where [[launch]] is declared, so that just one thing is wrong.
    others: dict[str, str | None] = {"args": None, "grid": None} if key == "launch" else {}
    path = write(**{**others, key: value})
    errors = _errors(path)
    line = line_of_key(path, key)
    assert [error.partition(": ")[0] for error in errors] == [f"{path}:{line}"]
    assert message in errors[0]


@pytest.mark.parametrize("key", ["summary", "args", "block", "grid"])
def test_a_missing_key_is_an_error_at_the_block(write, key):
    path = write(**{key: None})
    (error,) = _errors(path)
    assert error.startswith(f"{path}:3: a declaration must have the key '{key}' (got ")


def test_a_misspelt_key_is_one_error_and_a_lone_number_is_put_into_its_array(write):
    (error,) = _errors(write("gird = 1", grid=None))
    assert "has no key of this name (got 'gird'); closest is 'grid'" in error
    (error,) = _errors(write(block='"256"'))
    assert "'block' must be an array (got '256', a string); write [256]" in error


def test_an_element_of_a_long_array_is_an_error_at_its_own_line(write):
    path = write('requires = [\n  "n_cols > 1",\n  # a remark\n  "n_cols > oops",\n]')
    (error,) = _errors(path)
    assert error.startswith(f"{path}:{_line_of(path, 'oops')}: unknown name in a rule (got 'oops'")


def test_all_errors_of_a_file_are_reported_by_line(write):
    path = write("bad = 1", summary=None, block="[2000]", grid='"n_rows /"')
    lines = [3, *(_line_of(path, f"{key} =") for key in ("block", "grid", "bad"))]
    assert [int(error.split(":")[1]) for error in _errors(path)] == lines
    with pytest.raises(SpecError, match=r"probe\.cu:3: a declaration must have the key 'summary'"):
        load_variant(path)


@pytest.mark.parametrize(("key", "value"), [
    *(("args", '["inp", "out"]'), ("grid", '"n_rows"'), ("smem_bytes", "0")),
    *(("entry", '"softmax"'), ("cluster", "2"), ("cooperative", "false")),
])  # fmt: skip
def test_launch_keys_at_the_top_and_in_tables_do_not_mix(write, key, value):
    path = write(TWO_LAUNCHES, **{"args": None, "grid": None, key: value})
    line = line_of_key(path, key)
    (error,) = _errors(path)
    assert error.startswith(f"{path}:{line}: with [[launch]] tables, each of them must have its own '{key}'")


@pytest.mark.parametrize(("old", "new", "fragment", "message"), [
    ('entry = "stats"', "", '[[launch]]', "a [[launch]] table must have the key 'entry' (got args, grid)"),
    ('grid = "n_rows"', "", '[[launch]]', "a [[launch]] table must have the key 'grid' (got entry, args)"),
    ('grid = "n_rows"', 'gird = "n_rows"', "gird", "a [[launch]] table has no key of this name (got 'gird'); closest is 'grid'; allowed: entry, args, grid, block, smem_bytes, cluster, cooperative"),
    ('grid = "n_rows"', 'grid = "n_rows"\nrequires = ["n_cols > 1"]', "requires", "'requires' is a key of the top level: move it above the first [[launch]]"),
    ("block = [64, 2]", "block = [[64, 2]]", "block = [[64", "'launch[1].block' must be a rule (a string) or an integer (got [64, 2], an array)"),
    ("block = [64, 2]", 'block = [64, "warps"]', "warps", "unknown name in a rule (got 'warps'"),
    ('["inp", "stats", "out"', '["inp", "stat", "out"', '"stat", "out"', "an argument must be one of a known set (got 'stat'); closest is 'stats'; allowed: inp, out,"),
    ('"out", "n_cols"', '"n_cols"', '[[launch]]', "a kernel must receive 'out' (got args without it)"),
    ('name = "stats"', 'name = "inp"', 'name = "inp"', "a scratch buffer needs a name of its own (got 'inp'); taken: inp, out,"),
    ('name = "stats"', 'name = "my stats"', "my stats", "'scratch[0].name' must be a C identifier"),
    ('bytes = "n_rows * 8"', "", '[[scratch]]', "a [[scratch]] table must have the key 'bytes' (got name)"),
    ('bytes = "n_rows * 8"', 'bytes = "n_rows * eight"', "eight", "unknown name in a rule (got 'eight'"),
    ('bytes = "n_rows * 8"', 'bytes = 8\n[[scratch]]\nname = "more"\nbytes = 4', '"more"', "a scratch buffer must be an argument of a kernel (got 'more', which is in no 'args')"),
    ('bytes = "n_rows * 8"', 'bytes = 8\n[[scratch]]\nbytes = 4\nname = "stats" # again', "# again", "a scratch buffer needs a name of its own (got 'stats', declared at line"),
])  # fmt: skip
def test_a_bad_table_is_an_error_at_its_own_line(write, old, new, fragment, message):
    assert old in TWO_LAUNCHES
    path = write(TWO_LAUNCHES.replace(old, new), args=None, grid=None)
    errors = _errors(path)
    line = _lines_of(path, fragment)[0]
    assert [error.partition(": ")[0] for error in errors if message in error] == [f"{path}:{line}"], errors


def test_scratch_without_launch_tables_belongs_to_the_one_kernel(declare, write):
    table = '[[scratch]]\nname = "work"\nbytes = "n_rows * n_cols * itemsize"'
    assert declare(table, args='["inp", "work", "out"]').scratch[0].name == "work"
    path = write(table)
    (error,) = _errors(path)
    assert error.startswith(
        f"{path}:{_line_of(path, 'name =')}: a scratch buffer must be an argument of a kernel"
    )


@pytest.mark.parametrize("stem", ["and", "Not", "a b", "-a", "ä", "a+b"])
def test_a_file_name_that_is_no_id_is_an_error(write, stem):
    (error,) = _errors(write(stem=stem))
    assert f"the file's stem is the variant's id: an id must be made of letters, digits, _ . - and must not be and, or, not (got '{stem}'); rename the file" in error  # fmt: skip


@pytest.mark.parametrize("stem", ["softmax", "my-kernel", "v2.1", "Softmax_2", "9"])
def test_a_file_name_of_plain_characters_is_an_id(declare, stem):
    assert declare(stem=stem).id == stem


def test_an_arithmetic_that_a_type_does_not_have_is_an_error(write):
    path = write(arithmetic='"fast_exp"', dtypes='["float32", "float64"]')
    (error,) = _errors(path)
    assert error.startswith(f"{path}:{_line_of(path, 'dtypes =')}: ")
    assert "float64" in error


LOSS_ARGS = '["loss", "inp", "targets", "n_rows", "n_cols", "inp_stride"]'


def test_the_types_of_integer_inputs_are_read(declare):
    variant = declare(operation='"cross_entropy"', args=LOSS_ARGS, types='{ targets = "int32" }')
    assert variant.types == {"targets": "int32"}
    assert variant.given == {"targets", "loss"}


@pytest.mark.parametrize(("types", "message"), [
    ('{ targets = "int8" }', "the type of an integer input must be one of a known set (got 'int8')"),
    ("{ targets = 4 }", "'types.targets' must be a string"),
    ('{ loss = "int32" }', "an integer input of cross_entropy must be one of a known set (got 'loss')"),
    ('"int32"', "'types' must be a table"),
])  # fmt: skip
def test_other_types_are_errors(write, types, message):
    path = write(operation='"cross_entropy"', args=LOSS_ARGS, types=types)
    (error,) = _errors(path)
    assert message in error


def test_a_kernel_must_take_every_array_that_cannot_be_absent(write):
    path = write(operation='"cross_entropy"', args='["inp", "targets", "out", "n_rows", "n_cols"]')
    first, second = _errors(path)
    assert "an argument must be one of a known set (got 'out'); allowed: inp, n_rows, n_cols" in first
    assert "a kernel must receive 'loss' (got args without it)" in second


def test_a_structure_is_an_argument_by_its_fields(write):
    variant = load_variant(
        write(args='[{ x = "inp", size.n = "n_cols", size.m = "n_rows * 2", eps = 1e-5 }, "out", {}]')
    )
    first, _, empty = variant.launches[0].args
    assert isinstance(first, StructArgument)
    assert first == "{ x = inp, size.n = n_cols, size.m = n_rows * 2, eps = 1e-05 }"
    assert isinstance(empty, StructArgument)
    assert empty.fields == ()
    assert tuple(leaves(variant.launches[0].args)) == ("inp", "n_cols", "n_rows * 2", "1e-05", "out")
    assert pickle.loads(pickle.dumps(first)).fields == first.fields
    (case, *_) = cases(variant)
    (planned,) = case.plan()
    assert planned.numbers == {"n_rows * 2": 2 * case.shape.n_rows, "1e-05": 1e-5}


@pytest.mark.parametrize("operation", ["rms_norm", "gelu", "softmax"])
def test_an_operation_in_place_has_one_array_for_input_and_result(write, operation):
    variant = _in_place(write, operation)
    assert variant.operation.arrays[0].role == "in-out"
    assert "out" not in variant.operation.arguments
    assert variant.operation.is_in_place
    assert variant.operation.name == operation
    again = pickle.loads(pickle.dumps(variant.operation))
    assert again is variant.operation
    (case, *_) = cases(variant)
    problem = problem_of(case)
    (name, expected), *others = expected_of(variant.operation, problem).items()
    assert (name, others) == ("inp", [])
    usual = expected_of(shipped_operations()[operation], problem)["out"]
    assert np.array_equal(expected.reference, usual.reference)
    assert np.array_equal(expected.allowed, usual.allowed)


def _in_place(write, operation):
    return load_variant(
        write(in_place="true", operation=f'"{operation}"', args='["inp", "n_cols", "inp_stride"]')
    )


@pytest.mark.parametrize("operation", ["softmax", "silu", "quantize_int8"])
def test_elements_of_a_row_are_apart_for_a_kernel_that_takes_their_stride(write, operation):
    args = '["inp", "out", "scale", "n_cols", "inp_stride", "inp_inner_stride", "out_stride"]'
    args = args if operation == "quantize_int8" else args.replace('"scale", ', "")
    variant = load_variant(write(operation=f'"{operation}"', args=args))
    assert {array.name: array.strides for array in variant.operation.arrays if array.strides} == {
        "inp": ("inp_stride", "inp_inner_stride")
    }
    assert pickle.loads(pickle.dumps(variant.operation)) is variant.operation
    strides = {
        (case.layout, case.shape.n_cols): [
            case.shape.integers[name] for name in ("inp_stride", "inp_inner_stride", "out_stride")
        ]
        for case in cases(variant)
    }
    assert strides["contiguous", 33] == [33, 1, 33]
    assert strides["strided", 33] == [2 * 33 + 5, 2, 33 + 3]
    plain = load_variant(write(operation=f'"{operation}"', args=args.replace("inp_inner_stride", "n_rows")))
    assert [case.id for case in cases(plain)] == [case.id for case in cases(variant)]


def test_both_sides_in_place_and_steps_of_bytes(write):
    args = '["inp", "n_cols", "inp_stride", "inp_inner_stride * itemsize", "out_inner_stride"]'
    with pytest.raises(SpecError, match=r"an argument must be one of a known set \(got 'out_inner_stride'\)"):
        load_variant(write(in_place="true", args=args))
    variant = load_variant(write(in_place="true", args=args.replace(', "out_inner_stride"', "")))
    assert variant.operation.is_in_place
    assert variant.operation.sides_apart == ("inp",)
    assert pickle.loads(pickle.dumps(variant.operation)) is variant.operation
    case = next(case for case in cases(variant) if case.layout == "strided")
    assert case.plan()[0].numbers["inp_inner_stride * itemsize"] == 2 * 4
    assert case.shape.integers["inp_stride"] == 2 * case.shape.n_cols + 5


def test_an_operation_of_other_arrays_is_not_in_place(write):
    with pytest.raises(SpecError, match="must have an input 'inp' and only the output 'out'"):
        _in_place(write, "matmul")
    with pytest.raises(SpecError, match=r"an argument must be one of a known set \(got 'out'\)"):
        load_variant(write(in_place="true", args='["inp", "out"]'))
    # without rows of a layout there is no stride within a row
    with pytest.raises(SpecError, match=r"an argument must be one of a known set \(got 'inp_inner_stride'\)"):
        load_variant(write(operation='"matmul"', args='["a", "b", "c", "m", "n", "k", "inp_inner_stride"]'))
