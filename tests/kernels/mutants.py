"""Makes wrong kernels out of right ones, as the tables ``mutants.toml`` say (``fixtures/README.md``).

``python -m tests.kernels.mutants [NAME ...]`` writes them, all or those named, under ``build/mutants`` and prints their
paths, for ``kernel-harness check`` and every other command.
"""

import json
import os
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.progress import say

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "fixtures"
MADE = ROOT / "build" / "mutants"
"""Kept, so that the command which a failed test prints reruns the case."""

TABLE = "mutants.toml"
EXPECT_KEYS = {
    *("reasons", "at", "gpu", "cases", "fault", "notes"),
    *("boundary", "case", "inside"),
    *("counter", "factor", "identical"),
}
"""What tests expect of a kernel. Every other key is one of its declaration."""

_COLUMNS = 107
_MARKERS = {".cu": "//", ".py": "#"}
"""What a line of a comment begins with, by the suffix of a kernel's file."""
_INCLUDE = re.compile(r'^#include "(?:[^"\n]*/)?([^"/\n]+)"', re.MULTILINE)


@dataclass(frozen=True)
class Mutant:
    """A wrong kernel: its base, the lines and declared values that differ, and what is expected of it.

    `declared`: None for a key of the base's declaration that is left out. `edits`: old and new lines of each.
    """

    table: Path
    name: str
    base: Path
    declared: Mapping[str, Any]
    expect: Mapping[str, Any]
    edits: tuple[tuple[str, str], ...]

    def text(self) -> str:
        """Return the kernel's source."""
        head, _, code = self.base.read_text(encoding="ascii").partition("\n\n")
        for number, (old, new) in enumerate(self.edits, 1):
            places = [match.start() for match in re.finditer(f"(?m)^(?={re.escape(old)})", code)]
            if len(places) != 1:
                raise ValueError(
                    f"{_shown(self.table)}: {self.name}, edit {number}: its old lines must be in the code of "
                    f"{_shown(self.base)} exactly once (got {len(places)} places): {old!r}"
                )
            code = code[: places[0]] + new + code[places[0] + len(old) :]
        declaration = {**_declaration(head, _MARKERS[self.base.suffix]), **self.declared}
        block = {key: value for key, value in declaration.items() if value is not None}
        lines = [
            *(f"{self.base.stem} with the edits of", f"{self.name} in {_shown(self.table)}."),
            *("", "/// variant", *_toml(block), "///"),
            *("", "/// expect", *_toml(self.expect), "///"),
        ]
        marker = _MARKERS[self.base.suffix]
        comment = "".join(f"{marker} {line}".rstrip() + "\n" for line in lines)
        return f"{comment}\n{_by_name(code)}"


@cache
def read_table(table: Path) -> dict[str, Mutant]:
    """Read the mutants of one table, by name."""
    content = tomllib.loads(table.read_text(encoding="ascii"))
    common = {key: value for key, value in content.items() if not isinstance(value, dict)}
    return {
        name: _mutant(table, name, {**common, **entry})
        for name, entry in content.items()
        if isinstance(entry, dict)
    }


def _mutant(table: Path, name: str, entry: dict[str, Any]) -> Mutant:
    if not {"base", "fault"} <= entry.keys():
        raise ValueError(f"{_shown(table)}: {name} must have a base and a fault (got {sorted(entry)})")
    base = ROOT / entry.pop("base")
    if (file := table.with_name(name + base.suffix)).is_file():
        raise ValueError(
            f"{_shown(table)}: {name} must be a mutant or a file, not both (got {file.name}, too)"
        )
    if not base.is_file():
        raise ValueError(f"{_shown(table)}: {name}: the base must be a file (got {_shown(base)})")
    try:
        edits = tuple(_edits(entry.pop("edit", "")))
    except ValueError as error:
        raise ValueError(f"{_shown(table)}: {name}: {error}") from None
    fault = entry["fault"]
    entry.setdefault("summary", f"Planted fault: {fault[:1].lower()}{fault[1:]}")
    declared = dict.fromkeys(entry.pop("without", ()))
    declared |= {key: value for key, value in entry.items() if key not in EXPECT_KEYS}
    expect = {key: value for key, value in entry.items() if key in EXPECT_KEYS}
    return Mutant(table, name, base, declared, expect, edits)


def _edits(text: str) -> Iterator[tuple[str, str]]:
    """Yield old and new lines of each paragraph: ``-`` takes a line out, ``+`` puts one in, a blank keeps one."""
    for paragraph in filter(None, re.split(r"\n{2,}", text.strip("\n"))):
        lines = [(line[0], f"{line[1:]}\n") for line in paragraph.split("\n")]
        if unknown := [kind + line for kind, line in lines if kind not in "-+ "]:
            raise ValueError(f"a line of an edit must begin with -, + or a blank (got {unknown[0]!r})")
        old, new = ("".join(line for kind, line in lines if kind in kept) for kept in ("- ", "+ "))
        if old == new:
            raise ValueError(f"an edit must change its lines (got {paragraph!r})")
        yield old, new


def _by_name(code: str) -> str:
    """Include headers by their names: they lie in the folder `include` beside the kernel."""
    return _INCLUDE.sub(r'#include "\1"', code)


@cache
def _declaration(head: str, marker: str) -> dict[str, Any]:
    block = rf"^{marker} /// variant\n((?:{marker}(?: .*)?\n)*?){marker} ///$"
    (content,) = re.findall(block, head, re.MULTILINE)
    return tomllib.loads("\n".join(line[len(marker) + 1 :] for line in content.splitlines()))


def _toml(table: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a table; launches and scratch buffers are tables of their own, which come last."""
    for key, value in table.items():
        line = f"{key} = {_value(value)}"
        if key in ("launch", "scratch"):
            continue
        if len(line) > _COLUMNS and isinstance(value, list):
            yield from (f"{key} = [", *(f"    {_value(each)}," for each in value), "]")
        else:
            yield line
    for key in ("launch", "scratch"):
        for entry in table.get(key, ()):
            yield from ("", f"[[{key}]]", *_toml(entry))


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_value(each)}' for key, each in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value)


def kernels(folder: Path) -> tuple[Path, ...]:
    """Return the kernels of a folder of fixtures by name: its files, and its mutants, which are written."""
    files = (path for path in folder.glob("*") if path.suffix in _MARKERS)
    return tuple(sorted((*files, *mutants(folder)), key=lambda path: path.stem))


def kernel(folder: Path, name: str) -> Path:
    """Return one kernel of a folder of fixtures: its file, or its mutant, which is written."""
    path = folder / f"{name}.cu"
    return path if path.is_file() else write(read_table(folder / TABLE)[name])


@cache
def mutants(folder: Path) -> tuple[Path, ...]:
    """Write the mutants of a folder of fixtures, and return their paths in the order of its table."""
    table = folder / TABLE
    return tuple(map(write, read_table(table).values())) if table.is_file() else ()


def write(mutant: Mutant) -> Path:
    path = _written_headers(mutant.table.parent).with_name(f"{mutant.name}{mutant.base.suffix}")
    _put(path, mutant.text())
    return path


@cache
def _written_headers(folder: Path) -> Path:
    """Write the headers that the mutants of a folder may include, and return where."""
    made = MADE / folder.relative_to(FIXTURES) / "include"
    for headers in (ROOT / "cuda_src" / "include", folder.parent / "include"):
        for header in headers.glob("*.cuh"):
            _put(made / header.name, _by_name(header.read_text(encoding="ascii")))
    return made


def _put(path: Path, text: str) -> None:
    """Write a file whole, unless it is there: other processes read it."""
    if path.is_file() and path.read_text(encoding="ascii") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(f".{os.getpid()}")
    new.write_text(text, encoding="ascii")
    new.replace(path)


def _shown(path: Path) -> str:
    return os.path.relpath(path, ROOT)


def main(names: Collection[str]) -> None:
    made = [
        write(mutant)
        for table in sorted(FIXTURES.rglob(TABLE))
        for mutant in read_table(table).values()
        if not names or mutant.name in names
    ]
    if unknown := set(names) - {path.stem for path in made}:
        sys.exit(f"no mutant is called {', '.join(sorted(unknown))}")
    for path in made:
        say(_shown(path))


if __name__ == "__main__":
    main(sys.argv[1:])
