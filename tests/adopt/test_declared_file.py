import os

import pytest

from harness.adopt.draft import with_declaration, write_declaration
from harness.errors import UsageError
from harness.settings.project_table import is_declared

LINES = ("// /// variant", '// summary = "s"', "// ///")
BLOCK = "\n".join(LINES)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("int a;\n", f"{BLOCK}\n\nint a;\n"),
        ("", f"{BLOCK}\n"),
        ("\nint a;\n", f"{BLOCK}\n\nint a;\n"),
        ("// licence\n// more\nint a;\n", f"// licence\n// more\n\n{BLOCK}\n\nint a;\n"),
        ("/* licence\n * more\n */\n\nint a;\n", f"/* licence\n * more\n */\n\n{BLOCK}\n\nint a;\n"),
        ("/* x */ int a;\n", f"{BLOCK}\n\n/* x */ int a;\n"),
        ("int a;\r\nint b;\r\n", f"{BLOCK}\n\nint a;\nint b;\n".replace("\n", "\r\n")),
        ("\ufeffint a;\n", f"\ufeff{BLOCK}\n\nint a;\n"),
        ('// a\n// /// variant\n// summary = "old"\n// ///\nint a;\n', f"// a\n{BLOCK}\nint a;\n"),
    ],
)
def test_the_declaration_goes_behind_the_leading_comment_and_nothing_else_changes(before, after):
    assert with_declaration(before, LINES) == after
    assert with_declaration(after, LINES) == after, "a second time changes nothing"


def test_the_declaration_of_a_python_file_is_a_comment_of_python():
    lines = ("# /// variant", "# a = 1", "# ///")
    once = with_declaration("# Licence\n\nimport triton\n", lines)
    assert once == "# Licence\n\n# /// variant\n# a = 1\n# ///\n\nimport triton\n"
    assert with_declaration(once, ("# /// variant", "# a = 2", "# ///")) == once.replace("1", "2")


def test_a_file_keeps_its_mode_and_a_link_stays_one(tmp_path):
    path = tmp_path / "k.cu"
    path.write_bytes(b"int a;\r\n")
    path.chmod(0o640)
    link = tmp_path / "link.cu"
    link.symlink_to(path)
    assert not is_declared(link)
    write_declaration(link, LINES)
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert path.read_bytes().endswith(b"// ///\r\n\r\nint a;\r\n")
    assert is_declared(link)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_file_that_cannot_be_written_is_as_it_was(tmp_path):
    path = tmp_path / "k.cu"
    path.write_text("int a;\n", encoding="ascii")
    path.chmod(0o440)
    with pytest.raises(UsageError, match="must be writable"):
        write_declaration(path, LINES)
    assert path.read_text(encoding="ascii") == "int a;\n"


def test_what_is_not_utf8_is_refused(tmp_path):
    path = tmp_path / "k.cu"
    path.write_bytes(b"// caf\xe9\n")
    with pytest.raises(UsageError, match="must be a readable UTF-8 file"):
        write_declaration(path, LINES)
    assert path.read_bytes() == b"// caf\xe9\n"
