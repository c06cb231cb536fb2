"""A draft of a declaration: its keys as TOML, the variant that they declare, and the file that it is written into."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..errors import UsageError
from ..lazy import dataclass, field, pattern, replace
from ..operation.catalogue import DEFAULT, catalogue_of
from ..ptx.limits import MAX_GRID
from ..store.whole_file import write_text
from ..variant.declaration.declaration import read_declaration
from ..variant.declaration.declared_values import is_variant_id
from ..variant.declaration.discovery import SUFFIX
from ..variant.declaration.inline_block import CLOSING, KERNEL, OPENING, extract
from ..variant.declaration.triton import configured
from ..variant.variant import Block, Variant
from .fitting.names import is_number
from .launch_styles import blocks_text

_BARE_KEY = pattern(r"[A-Za-z0-9_-]+")
_LAUNCH_KEYS = ("args", "grid", "smem_bytes", "cooperative")


@dataclass(frozen=True)
class Draft:
    """A draft of a declaration. The fields are the keys of docs/declaration.md."""

    summary: str
    source: str
    args: tuple[str, ...]
    block: tuple[Block, ...]
    grid: tuple[str, ...]
    entry: str = DEFAULT
    smem_bytes: str = "0"
    cooperative: bool = False
    requires: tuple[str, ...] = ()
    dtypes: tuple[str, ...] = ("float32",)
    operation: str = DEFAULT
    arithmetic: str = "ieee"
    parallel: str = ""
    defines: Mapping[str, str] = field(default_factory=dict)
    constants: Mapping[str, float] = field(default_factory=dict)
    scratch: tuple[tuple[str, str], ...] = ()
    launch_block: tuple[str, ...] = ()
    """Rules for a block that depends on the sizes; the launch then has a ``[[launch]]`` table. Empty for `block`."""
    cases: tuple[tuple[str, Draft], ...] = ()
    """Condition and launch of each ``[[launch]]`` table of a kernel dispatched by size; empty for one launch."""
    types: tuple[tuple[str, str], ...] = ()
    deterministic: bool = True
    in_place: bool = False
    constexprs: Mapping[str, str | int | bool | float] | None = None
    """Constants of a Triton kernel, which has neither `block` nor `dtypes`; None for any other kernel."""
    configs: str = ""

    def lines(self, file: str = "") -> tuple[str, ...]:
        first = {"file": _quoted(file)} if file else {}
        mark = "//" if self.constexprs is None else "#"
        keys = (f"{mark} {line}".rstrip() for line in self._keys("", first))
        return (OPENING.replace("//", mark, 1), *keys, CLOSING.replace("//", mark, 1))

    def table_lines(self, name: str, file: str, include_dirs: Sequence[str] = ()) -> tuple[str, ...]:
        first = {"file": _quoted(file)}
        if include_dirs:
            first["include_dirs"] = f"[{', '.join(_quoted(folder) for folder in include_dirs)}]"
        table = f"{KERNEL}.{name if _BARE_KEY.fullmatch(name) else _quoted(name)}"
        return (f"[{table}]", *self._keys(f"{table}.", first))

    def _keys(self, prefix: str, first: Mapping[str, str]) -> tuple[str, ...]:
        """Return the keys as lines of TOML, after the keys of `first`; `prefix` begins the names of tables."""
        own = self._launch_keys()
        dtypes = f"[{', '.join(_quoted(dtype) for dtype in self.dtypes)}]"
        is_cuda = self.constexprs is None
        keys = {
            **first,
            "summary": _quoted(self.summary),
            "source": _quoted(self.source),
            "entry": _quoted(self.entry) if self.entry != self.operation else "",
            "args": own["args"],
            "configs": _quoted(self.configs) if self.configs else "",
            "constexprs": _table({name: json.dumps(each) for name, each in (self.constexprs or {}).items()}),
            "block": blocks_text(self.block) if is_cuda else "",
            **{name: own[name] for name in _LAUNCH_KEYS[1:]},
            "requires": self._required(),
            "dtypes": dtypes if is_cuda else "",
            "operation": _quoted(self.operation) if self.operation != DEFAULT else "",
            "types": _table({name: _quoted(text) for name, text in self.types}),
            "arithmetic": _quoted(self.arithmetic) if self.arithmetic else "",
            "parallel": _quoted(self.parallel) if self.parallel else "",
            "deterministic": "" if self.deterministic else "false",
            "in_place": "true" if self.in_place else "",
            "defines": _table({name: _quoted(text) for name, text in self.defines.items()}),
            "constants": _table({name: repr(value) for name, value in self.constants.items()}),
        }
        cases = self.cases or ((("", self),) if self.launch_block else ())
        lines = _aligned(
            {name: keys[name] for name in keys if not cases or name not in ("entry", *_LAUNCH_KEYS)}
        )
        for when, case in cases:
            table = {
                "entry": _quoted(case.entry),
                **case._launch_keys(),
                "when": _quoted(when) if when else "",
            }
            lines += ["", f"[[{prefix}launch]]", *_aligned(table)]
        for name, size in self.scratch:
            table = {"name": _quoted(name), "bytes": _quoted(size)}
            lines += ["", f"[[{prefix}scratch]]", *_aligned(table)]
        return tuple(lines)

    def _launch_keys(self) -> dict[str, str]:
        return {
            "args": f"[{', '.join(arg if is_number(arg) else _quoted(arg) for arg in self.args)}]",
            "grid": _extents([_quoted(rule) for rule in self.grid]),
            "smem_bytes": _quoted(self.smem_bytes) if self.smem_bytes != "0" else "",
            "cooperative": "true" if self.cooperative else "",
            "block": _extents([rule if rule.isdigit() else _quoted(rule) for rule in self.launch_block]),
        }

    def _required(self) -> str:
        text = f"[{', '.join(_quoted(rule) for rule in self.requires)}]" if self.requires else ""
        is_of_grid = any(rule.endswith(f" <= {MAX_GRID[1]}") for rule in self.requires)
        return text + is_of_grid * f"  # no GPU launches more than {MAX_GRID[1]} blocks in y or z"

    def variant(self, path: Path, operations: Sequence[Path] = ()) -> Variant:
        """Return the variant that the draft would declare for a source; `operations` are the project's own files."""
        block = extract("\n".join(self.lines()), path)
        assert block is not None  # it begins with the opening line
        if not is_variant_id(path.stem) or path.suffix != SUFFIX:
            # Declared apart, so that the source may have any name.
            block = replace(block, name="kernel", table={**block.table, "file": path.name})
        if self.configs:
            block = configured(block)[0]
        variant, errors = read_declaration(block, catalogue_of(operations))
        if variant is None:
            raise errors[0]
        return variant


def _extents(rules: Sequence[str]) -> str:
    return rules[0] if len(rules) == 1 else f"[{', '.join(rules)}]" if rules else ""


def _aligned(keys: Mapping[str, str]) -> list[str]:
    width = max(len(name) for name, text in keys.items() if text)
    return [f"{name:<{width}} = {text}" for name, text in keys.items() if text]


def _table(values: Mapping[str, str]) -> str:
    return "{ " + ", ".join(f"{name} = {text}" for name, text in values.items()) + " }" if values else ""


def _quoted(text: str) -> str:
    # A JSON string of this text is also a basic string of TOML.
    return json.dumps(text, ensure_ascii=False)


_BYTE_ORDER_MARK = "\ufeff"


def with_declaration(text: str, lines: Sequence[str]) -> str:
    """Return a source with a new declaration, which replaces the old one or follows the leading comment."""
    end = "\r\n" if "\r\n" in text else "\n"
    mark = _BYTE_ORDER_MARK if text.startswith(_BYTE_ORDER_MARK) else ""
    old = text.removeprefix(mark).split(end)
    bare = [line.rstrip() for line in old]
    opening, closing = lines[0], lines[-1]
    if opening in bare:
        first = bare.index(opening)
        last = bare.index(closing, first + 1) if closing in bare[first + 1 :] else first
        return mark + end.join([*old[:first], *lines, *old[last + 1 :]])
    place = _behind_comment(bare, comment=opening.partition(" ")[0])
    before = [*old[:place], ""] if place else []
    after = old[place:]
    blank = [""] if after and after[0].strip() else []
    return mark + end.join([*before, *lines, *blank, *after])


def write_declaration(path: Path, lines: Sequence[str]) -> None:
    try:
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} must be a readable UTF-8 file (got {error})") from None
    if not os.access(path, os.W_OK):
        raise UsageError(
            f"{path} must be writable, because its declaration goes into it (got a read-only file)"
        )
    content = with_declaration(text, lines)
    extract(content.removeprefix(_BYTE_ORDER_MARK).replace("\r\n", "\n"), path)  # or nothing is written
    write_text(content, path, "the declared file")


def _behind_comment(lines: Sequence[str], comment: str) -> int:
    if lines and lines[0].lstrip().startswith("/*"):
        for number, line in enumerate(lines):
            if "*/" in line:
                return number + 1 if line.rstrip().endswith("*/") else 0
    for number, line in enumerate(lines):
        if not line.startswith(comment):
            return number
    return 0
