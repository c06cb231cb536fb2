import re
from pathlib import Path

import pytest
from hypothesis import settings

from harness.variant.declaration.discovery import load_variant
from harness.variant.variant import Variant

# The same examples in every run, and no verdict by the clock.
repeatable = settings(deadline=None, derandomize=True, database=None, max_examples=100)

KEYS = {
    "summary": '"A kernel for tests."',
    "source": '"this test"',
    "args": '["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]',
    "block": "[[32, 4]]",
    "grid": '"ceil_div(n_rows, block_y)"',
}


def line_of_key(path: Path, key: str) -> int:
    """Give the line on which a declaration has a key."""
    lines = path.read_text(encoding="utf-8").split("\n")
    return next(number for number, line in enumerate(lines, 1) if re.match(rf"// {key}\b", line))


@pytest.fixture
def write(tmp_path):
    """Write a .cu file: the usual keys, changed by keyword (None leaves one out), then further TOML."""

    def write_file(*lines: str, stem: str = "probe", folder: str = "", **keys: str | None) -> Path:
        toml = [f"{key} = {value}" for key, value in {**KEYS, **keys}.items() if value is not None]
        toml += [line for text in lines for line in text.split("\n")]
        comment = [
            "// A kernel.", "//", "// /// variant", *(f"// {line}".rstrip() for line in toml), "// ///", "",
        ]  # fmt: skip
        path = tmp_path / folder / f"{stem}.cu"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(comment), encoding="utf-8")
        return path

    return write_file


@pytest.fixture
def declare(write):
    """Write and load a variant in one go; takes what `write` takes."""

    def load(*lines: str, **keys: str | None) -> Variant:
        return load_variant(write(*lines, **keys))

    return load
