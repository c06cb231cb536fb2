"""The PTX of texture cases: one kernel for each instruction, in one module."""

from __future__ import annotations

import functools

from tests.agreement.texture_cases import cases
from tests.agreement.texture_objects import N_WORDS, Case

N_RESULTS = 4
"""32-bit results of a lane."""

_ENTRY = """\
.visible .entry {name}(.param .u64 to, .param .u64 object, .param .u64 words, .param .u32 n) {{
  .reg .b64 %t, %to, %from, %d<2>; .reg .b32 %c<8>, %o<4>, %i, %n, %k; .reg .b16 %h<4>; .reg .pred %p, %past;
  ld.param.u32 %n, [n]; mov.u32 %i, %ctaid.x; mov.u32 %k, %ntid.x; mul.lo.u32 %i, %i, %k; mov.u32 %k, %tid.x;
  add.u32 %i, %i, %k; setp.ge.u32 %past, %i, %n; @%past ret;
  ld.param.u64 %t, [object]; ld.param.u64 %from, [words]; mad.wide.u32 %from, %i, {in_bytes}, %from;
  ld.param.u64 %to, [to]; mad.wide.u32 %to, %i, {out_bytes}, %to;
  ld.global.v4.b32 {{%c0, %c1, %c2, %c3}}, [%from]; ld.global.v4.b32 {{%c4, %c5, %c6, %c7}}, [%from+16];
  mov.b32 %o0, 0; mov.b32 %o1, 0; mov.b32 %o2, 0; mov.b32 %o3, 0;
  {body}
  {store}
  ret;
}}
"""
_STORE = "st.global.v4.b32 [%to], {%o0, %o1, %o2, %o3};"


def _key(case: Case) -> tuple[str, bool]:
    return case.text, case.writes


@functools.cache
def _names() -> dict[tuple[str, bool], str]:
    keys = dict.fromkeys(_key(case) for case in cases())
    return {key: f"k{number}" for number, key in enumerate(keys)}


def entry_names() -> tuple[str, ...]:
    """Return the names of all kernels."""
    return tuple(_names().values())


def text_of(name: str) -> str:
    """Return the instruction of a kernel."""
    return next(text for (text, _), each in _names().items() if each == name)


def entry_of(case: Case) -> str:
    """Return the name of a case's kernel."""
    return _names()[_key(case)]


def module(*names: str) -> str:
    """Return the PTX of some kernels, by default of all."""
    entries = [
        _ENTRY.format(
            name=name,
            body=text.replace("$t", "%t"),
            store="" if writes else _STORE,
            in_bytes=4 * N_WORDS,
            out_bytes=4 * N_RESULTS,
        )
        for (text, writes), name in _names().items()
        if not names or name in names
    ]
    return "\n".join([".version 9.0\n.target sm_90\n.address_size 64\n", *entries])
