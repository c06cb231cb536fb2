# ruff: noqa: E501 - the tables read best with one row a line
from pathlib import Path

import pytest

from harness.errors import SpecError
from harness.variant.declaration.inline_block import extract, read_source

PATH = Path("some/kernel.cu")

GOOD = """\
// A kernel.
/* more
   words */
// /// variant
// summary = "one"
//
// block = [
//   [32],
//   [64, 2],
// ]
// ///
__global__ void kernel() {}
"""


def test_a_block_is_read_with_the_lines_of_its_file():
    block = extract(GOOD, PATH)
    assert block is not None
    assert block.table == {"summary": "one", "block": [[32], [64, 2]]}
    assert (block.path, block.line) == (PATH, 4)
    assert block.line_of(("summary",)) == 5
    assert block.line_of(("block",)) == 7
    assert block.line_of(("block", 1)) == 9
    assert block.line_of(("block", 1, 0)) == 9
    # What has no line has that of what holds it.
    assert block.line_of(("block", 7, "grid")) == 7
    assert block.line_of(("nothing",)) == 4
    assert block.line_of(()) == 4


@pytest.mark.parametrize(
    "text", ["", "// A kernel without one.\n", "// variant\nint variant;\n", "/// three slashes\n"]
)
def test_a_text_without_a_block_gives_none(text):
    assert extract(text, PATH) is None


@pytest.mark.parametrize(("text", "lines"), [
    ("#include <a.h>\n// /// variant\n// ///\n", {}),
    ("// /// variant  \n// a = 1\n// /// \n", {("a",): 2}),
    ("// A\f\u2028 kernel\n// /// variant\n// a = 1\n// ///\n", {("a",): 3}),
], ids=["empty, below code", "blanks behind its lines", "a form feed"])  # fmt: skip
def test_a_block_is_found_by_its_lines(text, lines):
    block = extract(text, PATH)
    assert block is not None
    assert block.lines == lines


@pytest.mark.parametrize(("text", "line", "message"), [
    ("// A\n// ///variant\n", 2, "a declaration must open with the line '// /// variant' at the left margin (got '// ///variant')"),
    ("// A\n  // /// variant\n", 2, "at the left margin (got '// /// variant')"),
    ("// A\n/// variant\n", 2, "a declaration must open with"),
    ("// A\n// /// Variant\n", 2, "a declaration must open with"),
    ("// A\n# /// variant\n", 2, "a declaration must open with"),
    ("/*\n * /// variant\n", 2, "a declaration must open with"),
    ("// /// variant\n// a = 1\nint x;\n// ///\n", 3, "that opens at line 1 must be closed with the line '// ///' (got 'int x;' before it)"),
    ("// /// variant\n// a = 1\n\n// ///\n", 3, "must be closed with the line '// ///' (got '' before it)"),
    ("// /// variant\n// a = 1", 1, "must be closed with the line '// ///' (got the end of the file)"),
    ("// /// variant\n// a = 1\n//b = 1\n// ///\n", 3, "a line of the declaration must begin with '//' and one space (got '//b = 1')"),
    ("// /// variant\n// ///\n\n// /// variant\n// ///\n", 4, "a file must have only one declaration (got a second '// /// variant'; the first is at line 1)"),
    ("// A\n// /// variant\n// a = 1\n// b = = 2\n// ///\n", 4, "the declaration must be TOML: "),
    ("// A\n// /// variant\n// a = 1\n// b = = 2\n// ///\n", 4, "at column 8 (got 'b = = 2')"),
    ("// /// variant\n// a = 1\n// a = 2\n// ///\n", 3, "the declaration must be TOML: cannot overwrite a value"),
    ("// /// variant\n// a = [1,\n//\n// ///\n", 3, "the declaration must be TOML: "),
    ("// /// variant\n// a = 'x\n// ///\n", 2, "the declaration must be TOML: "),
])  # fmt: skip
def test_a_wrong_block_is_an_error_at_its_line(text, line, message):
    with pytest.raises(SpecError) as caught:
        extract(text, PATH)
    assert message in str(caught.value)
    assert (caught.value.path, caught.value.line) == (PATH, line)
    assert str(caught.value).startswith(f"some/kernel.cu:{line}: ")


def test_line_endings_and_a_byte_order_mark_do_not_matter(tmp_path):
    path = tmp_path / "kernel.cu"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    block = extract(read_source(path), path)
    assert block is not None
    assert block.line_of(("block", 1)) == 9


def test_a_source_that_is_not_utf8_is_an_error_at_the_bad_byte(tmp_path):
    path = tmp_path / "kernel.cu"
    path.write_bytes(b"// A\n// caf\xe9\n")
    with pytest.raises(SpecError, match=r"kernel\.cu:2: a source must be UTF-8 text \(got byte 0xe9\)"):
        read_source(path)


def test_a_source_that_cannot_be_read_is_an_error(tmp_path):
    with pytest.raises(SpecError, match=r"gone\.cu:1: the file cannot be read \(No such file"):
        read_source(tmp_path / "gone.cu")
