"""Finds how a change weakens its own checks outside declarations: in the project's settings and its operations.

The head is judged with the stricter of both sides' settings. Each weaker setting and each changed operation is a
regression of the file that holds it. Code that is no longer judged is a regression of its variant.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from ..adopt.reading.signature import find_kernels
from ..errors import UsageError
from ..lazy import pattern
from ..run.source_files import files_of
from ..settings.settings import ISOLATION_PROCESS, Settings
from ..settings.watch_options import SANITIZERS
from ..store.input_file import read_file
from ..variant.case import parse_case_id
from ..variant.variant import CUDA_SUFFIXES, SOURCE_SUFFIXES, Variant
from .model import Allowance, Change, Kind, VariantGate, first_names
from .revision import Revision

SETTINGS = "pyproject.toml"
"""Name of the settings in a report and in ``--allow``."""

_OWN = ""
_DEFINED = pattern(r"(?m)(?:^[ \t]*def|\.entry)\s+([\w$]+)")  # in Python, in PTX

_STRICTER: Mapping[str, Callable[[Any, Any], Any]] = {
    **dict.fromkeys(
        # Another device, compiler or order of launches may miss faults. A program or a cache of the head's choice
        # could answer in the compiler's place.
        ("device", "compiler", "cuda", "arch", "nvcc", "cuda_home", "cache_dir", "schedule_seed"),
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
    """Return the settings to judge the head with, and a record of the settings that the head weakens."""
    # A change to be merged is checked with every launch, even if the settings ask for fewer.
    own = replace(head.settings, thorough=True)
    strict: dict[str, Any] = {}
    weaker = []
    for name, stricter in _STRICTER.items():
        before, after = getattr(base.settings, name), getattr(head.settings, name)
        shown = _text(before, base.root), _text(after, head.root)
        value = after if shown[0] == shown[1] else stricter(before, after)
        if value != after:
            strict[name] = value
            weaker.append((name, *shown))
    if not weaker:
        return own, ()
    is_allowed = any(allowance.covers(SETTINGS, Kind.LOOSENED) for allowance in allowances)
    how = "its own value" if is_allowed else "the stricter value"
    record = _record(
        SETTINGS,
        "settings that decide verdicts",
        [
            f"{name}: {before} in the base became {after}, which may see less (the head was judged with {how})"
            for name, before, after in weaker
        ],
    )
    return own if is_allowed else replace(own, **strict), (record,)


def changed_operations(
    before: Sequence[Variant],
    after: Sequence[Variant],
    sides: tuple[Revision, Revision],
    wanted: Collection[str] = (),
) -> tuple[VariantGate, ...]:
    """Return a record for each file that differs from the base, of operations that judge common or wanted variants."""
    # Every byte counts, because code may read its own comments. The place of the operation's file makes no difference.
    old = {variant.id: variant.operation for variant in before}
    users: dict[str, list[str]] = {}
    known: dict[Path, dict[str, _File]] = {}
    for variant in after:
        base, head = old.get(variant.id), variant.operation
        if base is None or base.name != head.name or (wanted and variant.id not in wanted):
            continue
        both = []
        for source, side in zip((base.source, head.source), sides, strict=True):
            if source is not None and source not in known:
                known[source] = _files_of(source, side)
            both.append({} if source is None else known[source])
        names = [_OWN] if {} in both else both[0].keys() | both[1].keys()
        for name in sorted(names):
            files = [of_side[name] for of_side in both if name in of_side]
            is_changed = len({file.digest for file in files}) == len(files)
            if files and is_changed and (len(files) > 1 or files[0].is_needed):
                users.setdefault(files[-1].place, []).append(variant.id)
    return tuple(
        _record(
            place,
            "a file of an operation",
            [
                f"{place} is not that of the base, and its operation judges {first_names(ids)}: what it may let pass "
                "now is for a person to read (the head was judged by the new one)"
            ],
        )
        for place, ids in users.items()
    )


def unjudged_files(
    before: Sequence[Variant], after: Sequence[Variant], sides: tuple[Revision, Revision]
) -> dict[str, str]:
    """Return a message on unjudged code for each variant whose kernel has moved to another file, by the variant's id.

    A build may take the old file, which no variant reads any more, or another one that defines the kernel. Only changed
    and new files count, without copies of code that was or is judged.
    """
    old = {variant.id: variant for variant in before}
    pairs = [(old[variant.id], variant) for variant in after if variant.id in old]
    wanted = _kernels_of(*(variant for pair in pairs for variant in pair))
    codes = _places((was.code_path for was, _ in pairs), sides[0])
    # New sources, and those that differ from the base; links are left out, their targets are not.
    contents = {name: _content(name, sides[1]) for name in sides[1].files() if name.endswith(SOURCE_SUFFIXES)}
    changed = {
        name: content
        for name, content in contents.items()
        if content
        and content != _content(name, sides[0])
        and (name in codes or wanted & _kernels_in(name, content))
    }
    if not changed:
        return {}
    includes = [side.settings.include_dirs for side in sides]
    read = {variant.id: _places(files_of(variant, includes[1]), sides[1]) for variant in after}
    sources = {name: changed[name] for name in changed.keys() - frozenset[str]().union(*read.values())}
    messages: dict[str, str] = {}
    for was, variant in pairs if sources else ():
        kernels, code = _kernels_of(was, variant), _places((was.code_path,), sides[0])
        gone = _places(files_of(was, includes[0]), sides[0]) - read[variant.id]
        texts = {name: _content(name, sides[0]) for name in sorted(gone)}
        moved = {
            name: text for name, text in texts.items() if name in code or kernels & _kernels_in(name, text)
        }
        known = {*moved.values(), *(_content(name, sides[1]) for name in read[variant.id])}
        left = [
            name
            for name, content in sorted(sources.items())
            if content not in known and (name in moved or kernels & _kernels_in(name, content))
        ]
        if moved and left:
            messages[variant.id] = (
                f"its code is no longer in {first_names(list(moved))}, and no variant judges {first_names(left)}, "
                f"which {'has' if len(left) == 1 else 'have'} changed: declare it, too, or remove it"
            )
    return messages


def _places(paths: Iterable[Path], side: Revision) -> frozenset[str]:
    """Return the paths of a revision's files, relative to its top; files elsewhere are left out."""
    top = side.tree.folder.resolve()
    inside = (path.resolve() for path in paths)
    return frozenset(path.relative_to(top).as_posix() for path in inside if path.is_relative_to(top))


def _content(name: str, side: Revision) -> bytes:
    """Return the content of a revision's file; empty if it is a link or cannot be read."""
    path = side.tree.folder / name
    try:
        return b"" if path.is_symlink() else read_file(path)
    except OSError:
        return b""


def _kernels_of(*variants: Variant) -> frozenset[str]:
    entries = (launch.entry for variant in variants for launch in variant.launches)
    return frozenset(entry.partition("<")[0].split("::")[-1] for entry in entries)


@functools.lru_cache(maxsize=256)
def _kernels_in(name: str, content: bytes) -> frozenset[str]:
    """Return the names of the kernels that a source defines; for a Python file, the names of its functions."""
    text = content.decode("utf-8", "replace")
    if not name.endswith(CUDA_SUFFIXES):
        return frozenset(_DEFINED.findall(text))
    return frozenset(kernel.name for kernel in find_kernels(text)) if "__global__" in text else frozenset()


def with_pinned_cases(before: Sequence[Variant], after: Sequence[Variant]) -> tuple[Variant, ...]:
    """Return the head's variants with the base's found cases added, as far as the head claims their parts."""
    old = {variant.id: variant.found for variant in before}
    pinned = []
    for variant in after:
        lost = []
        for name in old.get(variant.id, ()):
            with contextlib.suppress(UsageError):
                parse_case_id(name, (variant,))
                lost += [name] if name not in variant.found else []
        pinned.append(replace(variant, found=(*variant.found, *lost)))
    return tuple(pinned)


def _record(name: str, why: str, messages: Sequence[str]) -> VariantGate:
    record = VariantGate(name, Change.CHANGED, why)
    for message in messages:
        record.regress(Kind.LOOSENED, message)
    return record


def _text(value: object, root: Path) -> str:
    """Return a setting's value for a message; a path within the project is the same on both sides."""
    if isinstance(value, Path) and value.is_relative_to(root):
        return value.relative_to(root).as_posix()
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value)


class _File(NamedTuple):
    """A file of an operation's folder: its path in the project, and whether its absence on one side counts."""

    place: str
    digest: str
    is_needed: bool


def _files_of(source: Path, side: Revision) -> dict[str, _File]:
    """Return the files of an operation's folder by their path in it, the operation's own as `_OWN`."""
    # If the folder holds the kernels or the whole project, only the files that the operation imports or names.
    folder, root = source.parent, side.root.resolve()
    neighbours = [*sorted(folder.glob("*")), *sorted(folder.glob("[!.]*/*"))]
    followed, waiting = {source}, [source]
    while waiting:
        words = _words(waiting.pop())
        for path in neighbours:
            # The stem of a module, or the name of another file.
            word = path.stem if path.suffix == ".py" else path.name
            is_named = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", words)
            if is_named and path not in followed and path.is_file():
                followed.add(path)
                waiting.append(path)
    judged = (root, *((root / place).resolve() for place in side.settings.sources))
    paths = (
        followed if any(place.is_relative_to(folder) for place in judged) else {source, *folder.rglob("*")}
    )
    files = {}
    for path in paths:
        if not path.is_file():
            continue
        content = path.read_bytes()
        if path.parent.name == "__pycache__" and content[4:8] == bytes(4):
            continue  # Python validates it by the time and the size of its source
        # A module next to the operation's is another operation, which may be new, unless this one imports it.
        is_other = path.parent == folder and path.suffix == ".py" and not path.name.startswith("_")
        name = _OWN if path == source else path.relative_to(folder).as_posix()
        place = path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
        files[name] = _File(place, hashlib.sha256(content).hexdigest(), path in followed or not is_other)
    return files


def _words(path: Path) -> str:
    """Return the modules and the strings that a Python file names; the whole text if it cannot be parsed."""
    text = path.read_bytes().decode("utf-8", "replace")
    if path.suffix != ".py":
        return ""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return text
    words = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            words += [getattr(node, "module", None) or "", *(name.name for name in node.names)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            words.append(node.value)
    return "\n".join(words)
