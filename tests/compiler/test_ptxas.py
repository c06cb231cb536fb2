"""Machine code that ptxas made is kept: a case on a GPU does not wait for it again."""

from pathlib import Path

import pytest

from harness.compiler.backend import ptxas
from harness.errors import CompileError
from harness.store.disk_cache import DiskCache

PTX = b".version 8.0\n.target sm_90\n.address_size 64\n"


def _assembler(folder: Path, body: str) -> Path:
    """A program in the place of ptxas, which also counts its calls."""
    path = folder / "ptxas"
    path.write_text(f"#!/bin/sh\necho call >> {folder}/calls\nfor last; do :; done\n{body}\n")
    path.chmod(0o755)
    return path


def test_code_and_log_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = _assembler(
        tmp_path, 'echo "info: $last"\nwhile [ "$1" != -o ]; do shift; done\nprintf code > "$2"'
    )
    monkeypatch.setattr(ptxas, "_find_ptxas", lambda number: [str(program)])
    cache = DiskCache(tmp_path / "cache", 1 << 20)
    made = ptxas.assemble(PTX, "sm_90", "first.py", cache)
    assert made == (b"code", "info: first.py\n")
    assert ptxas.assemble(PTX, "sm_90", "second.py", cache) == (b"code", "info: second.py\n")
    assert ptxas.assemble(PTX, "sm_100", "first.py", cache) == made
    assert (tmp_path / "calls").read_text() == "call\ncall\n"
    program.write_text(program.read_text() + "# another release\n")
    ptxas.assemble(PTX, "sm_90", "first.py", cache)
    assert (tmp_path / "calls").read_text() == "call\n" * 3


def test_a_refusal_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = _assembler(tmp_path, 'echo "$last: no"; exit 1')
    monkeypatch.setattr(ptxas, "_find_ptxas", lambda number: [str(program)])
    cache = DiskCache(tmp_path / "cache", 1 << 20)
    for _ in range(2):
        with pytest.raises(CompileError) as caught:
            ptxas.assemble(PTX, "sm_90", "first.py", cache)
        assert caught.value.log == "first.py: no\n"
    assert (tmp_path / "calls").read_text() == "call\n" * 2
