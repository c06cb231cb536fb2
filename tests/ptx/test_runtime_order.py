"""The runtime's files have an order, `make_runtime.ORDER`: each includes and calls only files before it."""

import re

import pytest

from harness.ptx.codegen.native import _DEFINITION, runtime_text
from harness.ptx.runtime.make_runtime import ORDER
from harness.ptx.runtime.pinned_compiler import HERE

SOURCES = {
    name: re.sub(r'/\*.*?\*/|"[^".]*"', "", (HERE / name).read_text(), flags=re.DOTALL) for name in ORDER
}
"""Each file's text without comments and strings."""


def functions(text: str) -> list[str]:
    """Return a pattern for each function that a file defines, also by a macro (``kh_load_##WIDTH``)."""
    names = re.findall(r"^ *(?!extern)\w[^;{}()=]*?([\w#]+)\([^;{}()]*\) *\{", text, re.MULTILINE)
    names += re.findall(r"^[A-Z]+\((kh_\w+),", text, re.MULTILINE)
    return [
        re.sub(r"##[A-Z]+(##)?", r"\\w+?", name)
        for name in names
        if name not in ("if", "for", "while", "switch")
    ]


def wrong_ways(sources: dict[str, str]) -> list[str]:
    """Return what points up the order, as ``memory.c calls kh_arrive of barrier.c``."""
    defined = {name: functions(text) for name, text in sources.items()}
    found = []
    for position, name in enumerate(ORDER):
        # a prototype is no call
        body = re.sub(r"^\w[^;{}=]*\([^;{}]*\);", "", sources[name], flags=re.MULTILINE)
        for above in ORDER[position + 1 :]:
            called = re.findall(rf"\b({'|'.join(defined[above]) or '(?!)'})\(", body)
            found += [f"{name} calls {function} of {above}" for function in called]
            found += [f"{name} includes {above}"] * (f'#include "{above}"' in body)
    return found


def test_files_include_and_call_only_files_before_them() -> None:
    assert wrong_ways(SOURCES) == []


@pytest.mark.parametrize(
    ("name", "planted", "wrong"),
    [
        ("counts.h", '#include "watch.h"', "includes watch.h"),
        ("worker.c", "void kh_n(kh_worker *W) { kh_watch_block(W); }", "calls kh_watch_block of watch.c"),
        ("watch.h", "static inline int n(kh_worker *W) { kh_fence(W, 1, 2); }", "calls kh_fence of watch.c"),
        (
            "memory.c",
            "int n(void) {\n  return 1 + all_equal(\n    0, 0, 0);\n}",
            "calls all_equal of scheduler.c",
        ),
        (
            "counts.c",
            "int n(void) { return kh_combine_32(0, 1, 2, 3, 0); }",
            "calls kh_combine_32 of memory.c",
        ),
        ("races_clock.c", "void n(kh_cell *b) { clear_acts(0, b); }", "calls clear_acts of races_exact.c"),
    ],
)
def test_planted_wrong_way_is_found(name: str, planted: str, wrong: str) -> None:
    assert wrong_ways({**SOURCES, name: f"{SOURCES[name]}\n{planted}\n"}) == [f"{name} {wrong}"]


def test_every_compiled_function_is_seen() -> None:
    seen = re.compile("|".join(name for text in SOURCES.values() for name in functions(text)))
    assert [name for name in _DEFINITION.findall(runtime_text()) if not seen.fullmatch(name)] == []
