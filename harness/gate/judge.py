"""Finds what a change weakens in its own judge besides declarations: the project's settings and its operations.

The head is judged with the stricter of both sides' settings. Each weaker setting and each changed operation is a
regression of the file that holds it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..errors import UsageError
from ..settings.settings import Settings
from ..settings.table import ISOLATION_PROCESS
from ..settings.watch_options import SANITIZERS
from ..variant.case import parse_case_id
from ..variant.variant import Variant
from .change import Change, VariantChange
from .model import Allowance, Kind, Regression, VariantGate
from .revisions.revision import Revision

SETTINGS = "pyproject.toml"
"""Name of the settings in a report and in ``--allow``."""

_NAMED = 3

_STRICTER: Mapping[str, Callable[[Any, Any], Any]] = {
    **dict.fromkeys(
        # Another device, compiler or order of launches may not see what the base's sees. A program or a cache of the
        # head's choice could answer in the compiler's place.
        (
            "device",
            "compiler",
            "cuda",
            "arch",
            "nvcc",
            "cuda_home",
            "cache_dir",
            "schedule_seed",
            "gpu_in_flight",
        ),
        lambda base, _: base,
    ),
    **dict.fromkeys(("step_budget", "launch_deadline_s", "cpu_launch_deadline_s"), min),
    "schedules": max,
    "collect": max,
    "sanitizers": lambda base, head: tuple(name for name in SANITIZERS if name in {*base, *head}),
    "isolation": lambda base, head: base if base == ISOLATION_PROCESS else head,
    "stress_approximations": lambda base, head: head if base is None else base,
}
"""For each setting that decides verdicts, the stricter of two values: of the base and of the head."""


def judging_settings(
    base: Revision, head: Revision, allowances: Sequence[Allowance]
) -> tuple[Settings, tuple[VariantGate, ...]]:
    """Return the settings to judge the head with, and what its own settings weaken.

    Parameters
    ----------
    base, head : Revision
        The revisions, open. Options and environment variables apply to both, so they make no difference.
    allowances : sequence of Allowance
        If one allows weaker settings, the head is judged with its own.

    Returns
    -------
    Settings, tuple of VariantGate
        The settings, and at most one record, under the name `SETTINGS`.
    """
    strict: dict[str, Any] = {}
    found = []
    for name, stricter in _STRICTER.items():
        before, after = getattr(base.settings, name), getattr(head.settings, name)
        shown = _text(before, base.root), _text(after, head.root)
        value = after if shown[0] == shown[1] else stricter(before, after)
        if value != after:
            strict[name] = value
            found.append((name, *shown))
    if not found:
        return head.settings, ()
    is_allowed = any(each.covers(SETTINGS, Kind.LOOSENED) for each in allowances)
    how = "its own value" if is_allowed else "the stricter value"
    record = _record(
        SETTINGS,
        "settings that decide verdicts",
        [
            f"{name}: {before} in the base became {after}, which may see less (the head was judged with {how})"
            for name, before, after in found
        ],
    )
    return head.settings if is_allowed else replace(head.settings, **strict), (record,)


def changed_operations(
    before: Sequence[Variant],
    after: Sequence[Variant],
    sides: tuple[Revision, Revision],
    wanted: Collection[str] = (),
) -> tuple[VariantGate, ...]:
    """Return a record for each operation of a common variant, or of the wanted ones, whose code is not the base's.

    Comments, docstrings and the place of the file make no difference.
    """
    old = {each.id: each.operation for each in before}
    users: dict[tuple[str, Path | None, Path | None], list[str]] = {}
    codes: dict[Path | None, tuple[str, ...]] = {}
    for variant in after:
        base, head = old.get(variant.id), variant.operation
        if base is None or base.name != head.name or (wanted and variant.id not in wanted):
            continue
        for each in (base, head):
            if each.source not in codes:
                codes[each.source] = _code_of(each.source)
        if codes[base.source] != codes[head.source]:
            users.setdefault((head.name, base.source, head.source), []).append(variant.id)
    return tuple(
        _record(
            _place((source, own), sides),
            f"the operation {name}",
            [
                f"the operation {name} is not that of the base, and judges {_names(ids)}: what it may let pass now "
                "is for a person to read (the head was judged by the new one)"
            ],
        )
        for (name, source, own), ids in users.items()
    )


def with_pinned_cases(before: Sequence[Variant], after: Sequence[Variant]) -> tuple[Variant, ...]:
    """Return the head's variants with the found cases of the base, too, as far as the head claims their parts."""
    old = {each.id: each.found for each in before}
    return tuple(
        replace(each, found=(*each.found, *(name for name in old.get(each.id, ()) if _is_lost(name, each))))
        for each in after
    )


def _is_lost(case_id: str, head: Variant) -> bool:
    try:
        parse_case_id(case_id, (head,))
    except UsageError:
        return False
    return case_id not in head.found


def _record(name: str, why: str, messages: Sequence[str]) -> VariantGate:
    return VariantGate(
        VariantChange(name, None, None, Change.CHANGED, why),
        regressions=tuple(Regression(Kind.LOOSENED, name, message) for message in messages),
    )


def _text(value: object, root: Path) -> str:
    """Return a setting's value for a message; a path within the project is the same on both sides."""
    if isinstance(value, Path) and value.is_relative_to(root):
        return value.relative_to(root).as_posix()
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value)


def _place(paths: Sequence[Path | None], sides: Sequence[Revision]) -> str:
    """Return the file of a changed operation within the project, of the head if it has one."""
    for path, side in reversed([*zip(paths, sides, strict=True)]):
        if path is not None:
            root = side.root.resolve()
            return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
    raise AssertionError("a shipped operation does not change")


def _names(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - _NAMED} more" if len(ids) > _NAMED else ""
    return ", ".join(ids[:_NAMED]) + more


def _code_of(source: Path | None) -> tuple[str, ...]:
    """Return an operation's code, and the files of its folder that it imports or names; empty for a shipped one."""
    if source is None:
        return ()
    folder = source.parent
    neighbours = [*sorted(folder.glob("*.*")), *sorted(folder.glob("[!.]*/*.*"))]
    found: dict[Path, str] = {}
    waiting = [source]
    while waiting:
        path = waiting.pop()
        text = path.read_bytes().decode("utf-8", "replace")
        found[path], words = _parsed(text) if path.suffix == ".py" else (text, "")
        waiting += [
            each
            for each in neighbours
            if each not in found
            and each.is_file()
            and re.search(rf"(?<!\w){re.escape(_word(each))}(?!\w)", words)
        ]
    return tuple(found[path] for path in sorted(found))


def _word(path: Path) -> str:
    """Return what an operation's file writes to name a file beside it: of a module the stem."""
    return path.stem if path.suffix == ".py" else path.name


def _parsed(text: str) -> tuple[str, str]:
    """Return the code of a Python file without comments and docstrings, and the modules and strings that it names."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return text, text
    words = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            if ast.get_docstring(node, clean=False) is not None:
                node.body = node.body[1:]
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            words += [getattr(node, "module", None) or "", *(each.name for each in node.names)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            words.append(node.value)
    return ast.dump(tree), "\n".join(words)
