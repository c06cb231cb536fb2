"""Lowers comparison and selection: ``setp``, ``set``, ``selp``, ``slct``. PTX ISA 9.0, chapters 9.7.6 and 9.7.7."""

from __future__ import annotations

from ..text.syntax import Immediate, Instruction, Operand, Register, Sink
from .emitter import Emitter, Modifiers, pair_of
from .float import flush
from .half import compare_half, split
from .integer import is_signed
from .llvm_text import I1, bits_of, fvec, ivec, splat

_INTEGER_CONDITIONS = {
    "eq": ("eq", "eq"), "ne": ("ne", "ne"), "lt": ("slt", "ult"), "le": ("sle", "ule"), "gt": ("sgt", "ugt"),
    "ge": ("sge", "uge"), "lo": ("ult", "ult"), "ls": ("ule", "ule"), "hi": ("ugt", "ugt"), "hs": ("uge", "uge"),
}  # fmt: skip
_FLOAT_CONDITIONS = {
    "eq": "oeq", "ne": "one", "lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge", "equ": "ueq", "neu": "une",
    "ltu": "ult", "leu": "ule", "gtu": "ugt", "geu": "uge", "num": "ord", "nan": "uno",
}  # fmt: skip
_LEAST_ADDRESS = 1 << 32
"""Constants below this are compared with sizes; no buffer is there."""
_ONE = {"f32": 0x3F800000, "f16": 0x3C00, "bf16": 0x3F80, "f16x2": 0x3C00, "bf16x2": 0x3F80}


def _compare(e: Emitter, a: Operand, b: Operand, condition: str, kind: str, ftz: bool) -> list[str]:
    """Return the lanes of ``a <condition> b``; two results, low half first, for packed types."""
    if kind.endswith("x2"):
        scalar, relation = kind.removesuffix("x2"), _FLOAT_CONDITIONS[condition]
        halves = zip(split(e, e.read(a, "b32")), split(e, e.read(b, "b32")), strict=True)
        return [compare_half(e, x, y, relation, scalar, ftz) for x, y in halves]
    if kind in ("f16", "bf16"):
        return [compare_half(e, e.read(a, "b16"), e.read(b, "b16"), _FLOAT_CONDITIONS[condition], kind, ftz)]
    if kind in ("f32", "f64"):
        left, right = (flush(e, e.read_float(x, kind, any_nan=True), kind, ftz) for x in (a, b))
        return [e.tmp(f"fcmp {_FLOAT_CONDITIONS[condition]} {fvec(kind)} {left}, {right}")]
    name = _INTEGER_CONDITIONS[condition][0 if is_signed(kind) else 1]
    left, right = e.read(a, kind), e.read(b, kind)
    e.count_difference(left, right, kind, condition)
    # addresses differ between processes on a GPU, so what depends on such a comparison is noted
    if bits_of(kind) == 64 and any(
        isinstance(x, Immediate) and _LEAST_ADDRESS <= x.value < 1 << 63 for x in (a, b)
    ):
        e.put(0, right if isinstance(a, Immediate) else left, ivec(64))
        e.runtime("kh_compared", "%worker", e.exec_mask, "%scratch0", e.site())
    return [e.tmp(f"icmp {name} {ivec(bits_of(kind))} {left}, {right}")]


def _combined(e: Emitter, results: list[str], rest: list[Operand], m: Modifiers) -> list[str]:
    """Apply the instruction's Boolean operator and predicate, if any, to the results."""
    if bool(m["combine"]) != bool(rest) or len(rest) > 1:
        raise ValueError("a predicate operand and .and, .or or .xor go together")
    if not rest:
        return results
    other = e.read_predicate(rest[0])
    return [e.tmp(f"{m['combine']} {I1} {result}, {other}") for result in results]


def set_predicate(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``setp``; a second destination takes the opposite, for packed types the upper half's result."""
    d, a, b, *rest = i.operands
    condition = m["condition"]
    kind = m["type"]
    if kind in ("f16", "bf16") and not isinstance(pair_of(d)[1], Sink):
        raise e.error(f"setp of .{kind} has one destination")
    results = _compare(e, a, b, condition, kind, bool(m["ftz"]))
    # opposite before .and, .or and .xor, which apply to either destination (PTX ISA 9.0, "setp")
    if len(results) == 1:
        results.append(e.tmp(f"xor {I1} {results[0]}, splat (i1 true)"))
    for destination, result in zip(pair_of(d), _combined(e, results, rest, m), strict=True):
        e.write_predicate(destination, result)


def set_value(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``set``: all ones or 1.0 if the comparison holds, else zero; separately for packed halves."""
    d, a, b, *rest = i.operands
    condition, kind, result_type = m["condition"], m["type2"], m["type"]
    results = _combined(e, _compare(e, a, b, condition, kind, bool(m["ftz"])), rest, m)
    bits = bits_of(result_type)
    vec = ivec(bits)
    part = bits // len(results)
    value = "zeroinitializer"
    for index, result in enumerate(results):
        true = _ONE.get(result_type, (1 << part) - 1) << part * index
        chosen = e.tmp(f"select {I1} {result}, {vec} {splat(bits, true)}, {vec} zeroinitializer")
        value = e.tmp(f"or {vec} {value}, {chosen}")
    e.write(d, value, result_type)


def select_by_predicate(e: Emitter, i: Instruction, m: Modifiers) -> None:
    kind = m["type"]
    d, a, b, p = i.operands
    vec = ivec(bits_of(kind))
    choice = e.read_predicate(p)
    e.count_choice(p.name if isinstance(p, Register) else "", choice)
    e.write(d, e.tmp(f"select {I1} {choice}, {vec} {e.read(a, kind)}, {vec} {e.read(b, kind)}"), kind)


def select_by_sign(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``slct``: ``a`` where ``c >= 0`` (also -0), else ``b`` (also for NaN)."""
    kind = m["type"]
    d, a, b, c = i.operands
    if m["type2"] == "f32":
        value = flush(e, e.read_float(c, "f32"), "f32", bool(m["ftz"]))
        choice = e.tmp(f"fcmp oge <32 x float> {value}, zeroinitializer")
    else:
        choice = e.tmp(f"icmp sge <32 x i32> {e.read(c, 's32')}, zeroinitializer")
    vec = ivec(bits_of(kind))
    e.write(d, e.tmp(f"select {I1} {choice}, {vec} {e.read(a, kind)}, {vec} {e.read(b, kind)}"), kind)
