from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.variant.toml_document import KeyPath, TomlError, read_toml
from tests.variant.conftest import repeatable

DOCUMENT = '''\
# comment = 1
plain = "a # b"
nested.key . "quoted \\" = key" = [1, 2]
'literal.key' = 'C:\\'
many = [
  "first",   # ] comment "
  [ "inner", [3] ],

  "last"
]
text = """
many = no
""" # more
quotes = """a""\\""""""
raw = \'\'\'
x = 1
\'\'\'\'\'
inline = { one = 1, two = { three = [ 3 ] } }
date = 1979-05-27 07:32:00
[table]
key = true
[table.sub]
key = 1
[[launch]]
grid = "1"
[launch.extra]
x = 1
[[launch]]

grid = "2"
  [[launch.inner]]
  y = 1
'''


def _line(fragment: str) -> int:
    return next(number for number, line in enumerate(DOCUMENT.split("\n"), 1) if fragment in line)


@pytest.mark.parametrize(("key_path", "line"), [
    (("plain",), 2), (("nested", "key", 'quoted " = key'), 3), (("nested", "key", 'quoted " = key', 1), 3),
    (("literal.key",), 4), (("many",), _line("many = [")), (("many", 0), _line('"first"')),
    (("many", 1), _line('"inner"')), (("many", 1, 1, 0), _line('"inner"')), (("many", 2), _line('"last"')),
    (("text",), _line("text = ")), (("quotes",), _line("quotes = ")),
    (("inline", "two", "three", 0), _line("inline = ")), (("date",), _line("date = ")),
    (("table", "key"), _line("key = true")), (("table", "sub", "key"), _line("[table.sub]") + 1),
    (("launch", 0, "grid"), _line('grid = "1"')),
    (("launch", 0, "extra", "x"), _line("[launch.extra]") + 1),
    (("launch", 1, "grid"), _line('grid = "2"')), (("launch", 1, "inner", 0, "y"), _line("  y = 1")),
])  # fmt: skip
def test_keys_and_elements_are_found_at_their_lines(key_path, line):
    assert read_toml(DOCUMENT).lines[key_path] == line


def _paths(value: object, at: KeyPath = ()) -> set[KeyPath]:
    """All ways into a value."""
    if isinstance(value, dict):
        children: list[tuple[str | int, Any]] = list(value.items())
    elif isinstance(value, list):
        children = list(enumerate(value))
    else:
        children = []
    return {(*at, key) for key, _ in children}.union(*(_paths(child, (*at, key)) for key, child in children))


def test_every_key_and_element_has_a_line_and_nothing_else_has():
    document = read_toml(DOCUMENT)
    assert set(document.lines) == _paths(document.table)


_strings = st.text(alphabet="ab \"'\\#=[]{},\n\t", max_size=8)
_scalars = st.one_of(st.integers(-99, 99), st.booleans(), _strings)
_values = st.recursive(_scalars, lambda inner: st.lists(inner, max_size=3), max_leaves=6)


def _write(value: object, gap: str) -> str:
    """Write a value as TOML, with `gap` (blanks, comments, line breaks) between the elements of arrays."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list):
        return "[" + gap + ("," + gap).join(_write(item, gap) for item in value) + gap + "]"
    assert isinstance(value, str)
    if "\n" in value and "'" not in value:
        return f"'''{value}'''"
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    return f'"""{escaped}"""' if "\n" in value else f'"{escaped}"'


@repeatable
@given(
    st.dictionaries(st.text(alphabet="abc-_.'\"# =", min_size=1, max_size=5), _values, max_size=5),
    st.sampled_from(["", " ", "\n  ", " # it's [a, \"comment\n"]),
)
def test_each_key_of_any_document_is_at_the_line_it_was_written_to(table, gap):
    text = ""
    expected = {}
    for key, value in table.items():
        expected[(key,)] = text.count("\n") + 1
        text += f"{_write(key, '')} = {_write(value, gap)}\n"
    document = read_toml(text)
    # A line feed directly behind the opening quotes of a multi-line string belongs to the quotes.
    assert list(document.table) == list(table)
    assert set(document.lines) == _paths(document.table)
    assert {path: line for path, line in document.lines.items() if len(path) == 1} == expected


@pytest.mark.parametrize(("text", "line", "column"), [
    *(
        ("a = 1\nb = ?\n", 2, 5),
        ("a = 1\na = 2\n", 2, 6),
        ("a = 1\nb = [1,\n", 3, None),
        ("a = 1\n= 2", 2, 1),
    ),
    (f"a = 1\nb = {'9' * 5000}\n", 2, None),
    (f"a = {'[' * 100_000}", 1, None),
], ids=["value", "twice", "end", "key", "digits", "depth"])  # fmt: skip
def test_an_error_knows_its_place(text, line, column):
    with pytest.raises(TomlError) as caught:
        read_toml(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert "(at" not in caught.value.reason
    assert caught.value.reason[0].islower()
