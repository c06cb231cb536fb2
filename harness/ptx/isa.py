"""The instruction table: which opcodes exist, which modifiers they take, and what lowers them.

A row is written as the PTX manual writes syntax: ``{.x}`` may be left out, ``(.a|.b)`` is a choice, and a name in
angle brackets is a set of `SETS`. Adding an instruction adds a row. What matches no row is refused by name.

References
----------
PTX ISA 9.0, chapter 9.7 "Instructions".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from harness.errors import PtxError
from harness.ptx import lower_convert, lower_float, lower_integer, lower_memory, lower_warp
from harness.ptx.emitter import Emitter
from harness.ptx.flow import BARRIER_RESULT
from harness.ptx.syntax import Instruction

Lowering = Callable[[Emitter, Instruction, dict[str, "str | None"]], None]

SETS = {
    "int": "type:u16 s16 u32 s32 u64 s64",
    "int32up": "type:u32 s32 u64 s64",
    "bits": "type:b16 b32 b64",
    "pbits": "type:pred b16 b32 b64",
    "any": "type:b16 b32 b64 u16 s16 u32 s32 u64 s64 f32 f64",
    "memory": "type:b8 u8 s8 b16 u16 s16 b32 u32 s32 b64 u64 s64 f16 f32 f64",
    "float": "type:f32 f64",
    "half": "type:f16 bf16 f16x2 bf16x2",
    "number": "type:u8 s8 u16 s16 u32 s32 u64 s64 f16 bf16 f32 f64",
    "number2": "type2:u8 s8 u16 s16 u32 s32 u64 s64 f16 bf16 f32 f64",
    "rnd": "rnd:rn rz rm rp",
    "crnd": "rnd:rn rna rz rm rp rni rzi rmi rpi",
    "ftz": "ftz:ftz",
    "sat": "sat:sat",
    "relu": "relu:relu",
    "satfinite": "satfinite:satfinite",
    "cc": "cc:cc",
    "nan": "nan:NaN",
    "half2": "half:lo hi wide",
    "icond": "condition:eq ne lt le gt ge lo ls hi hs",
    "cond": "condition:eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan",
    "combine": "combine:and or xor",
    "weak": "order:weak relaxed acquire release acq_rel volatile mmio",
    "scope": "scope:cta cluster gpu sys",
    "space": "space:global shared local param const shared::cta shared::cluster param::entry param::func",
    "aspace": "space:global shared shared::cta shared::cluster",
    "nc": "nc:nc",
    "cache": "cache:ca cg cs lu cv wb wt",
    "l1": "l1:L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last L1::no_allocate",
    "l2": "l2:L2::64B L2::128B L2::256B",
    "vec": "vec:v2 v4 v8",
    "uni": "uni:uni",
}


@dataclass(frozen=True)
class Row:
    """One form of an instruction.

    Parameters
    ----------
    syntax : str
        Opcode with its modifiers, in the manual's notation.
    lower : callable
        Writes its LLVM IR.
    family : str
        Class of the instruction, for counters and the coverage table.
    exact : bool
        Whether the result is defined bit for bit; approximations are not.
    """

    syntax: str
    lower: Lowering
    family: str
    exact: bool = True
    pattern: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Compile the notation to a regular expression."""
        object.__setattr__(self, "pattern", re.compile(_to_regex(self.syntax)))

    @property
    def name(self) -> str:
        """The opcode's first word."""
        return re.split(r"[.{(<]", self.syntax)[0]


def _to_regex(syntax: str) -> str:
    def group(match: re.Match[str]) -> str:
        name, _, words = SETS[match.group(1)].partition(":")
        choices = "|".join(re.escape(word) for word in sorted(words.split(), key=len, reverse=True))
        return rf"\.(?P<{name}>{choices})"

    parts = []
    for piece in re.split(r"(\{<\w+>\}|<\w+>|\{\.[\w:]+\}|\{\(\w+:[^)]*\)\}|\(\w+:[^)]*\))", syntax):
        if piece.startswith("{<"):
            inner = re.sub(r"<(\w+)>", group, piece[1:-1])
            parts.append(f"(?:{inner})?")
        elif piece.startswith("<"):
            parts.append(re.sub(r"<(\w+)>", group, piece))
        elif piece.startswith("{."):
            parts.append(f"(?:{re.escape(piece[1:-1])})?")
        elif piece.startswith(("(", "{(")):
            name, _, words = piece.strip("{()}").partition(":")
            choices = "|".join(re.escape(word) for word in sorted(words.split(), key=len, reverse=True))
            choice = rf"\.(?P<{name}>{choices})"
            parts.append(f"(?:{choice})?" if piece.startswith("{") else choice)
        else:
            parts.append(re.escape(piece))
    return "".join(parts)


_i, _f, _c, _m, _w = lower_integer, lower_float, lower_convert, lower_memory, lower_warp

ROWS: tuple[Row, ...] = (
    # integer arithmetic
    Row("add<int>", _i.binary("add"), "integer"),
    Row("add.sat(type:s32)", _i.binary("add"), "integer"),
    Row("add(type:u16x2 s16x2)", _i.binary("add"), "integer"),
    Row("sub<int>", _i.binary("sub"), "integer"),
    Row("sub.sat(type:s32)", _i.binary("sub"), "integer"),
    Row("add<cc><int32up>", _i.carry, "integer"),
    Row("addc{<cc>}<int32up>", _i.carry, "integer"),
    Row("sub<cc><int32up>", _i.carry, "integer"),
    Row("subc{<cc>}<int32up>", _i.carry, "integer"),
    Row("mul<half2><int>", _i.multiply, "integer"),
    Row("mad<half2><int>", _i.multiply, "integer"),
    Row("mad(half:hi)<sat>(type:s32)", _i.multiply, "integer"),
    Row("mad(half:lo hi)<cc><int32up>", _i.multiply, "integer"),
    Row("madc(half:lo hi){<cc>}<int32up>", _i.multiply, "integer"),
    Row("mul24(half:lo hi)(type:u32 s32)", _i.multiply, "integer"),
    Row("mad24(half:lo hi)(type:u32 s32)", _i.multiply, "integer"),
    Row("sad<int>", _i.absolute_difference, "integer"),
    Row("div<int>", _i.divide, "integer"),
    Row("rem<int>", _i.divide, "integer"),
    Row("abs(type:s16 s32 s64)", _i.unary, "integer"),
    Row("neg(type:s16 s32 s64)", _i.unary, "integer"),
    Row("min<int>", _i.minimum_maximum, "integer"),
    Row("max<int>", _i.minimum_maximum, "integer"),
    Row("min{<relu>}(type:s16x2 u16x2)", _i.minimum_maximum, "integer"),
    Row("max{<relu>}(type:s16x2 u16x2)", _i.minimum_maximum, "integer"),
    Row("min<relu>(type:s32)", _i.minimum_maximum, "integer"),
    Row("max<relu>(type:s32)", _i.minimum_maximum, "integer"),
    Row("popc(type:b32 b64)", _i.unary, "integer"),
    Row("clz(type:b32 b64)", _i.unary, "integer"),
    Row("bfind{(shiftamt:shiftamt)}<int32up>", _i.find_leading, "integer"),
    Row("brev(type:b32 b64)", _i.unary, "integer"),
    Row("bfe<int32up>", _i.extract_field, "integer"),
    Row("bfi(type:b32 b64)", _i.insert_field, "integer"),
    Row("szext(mode:clamp wrap)(type:u32 s32)", _i.sign_extend_field, "integer"),
    Row("bmsk(mode:clamp wrap)(type:b32)", _i.bit_mask, "integer"),
    Row("dp4a(type:u32 s32)(type2:u32 s32)", _i.dot_product, "integer"),
    Row("dp2a(half:lo hi)(type:u32 s32)(type2:u32 s32)", _i.dot_product, "integer"),
    # logic and shifts
    Row("and<pbits>", _i.logic("and"), "logic"),
    Row("or<pbits>", _i.logic("or"), "logic"),
    Row("xor<pbits>", _i.logic("xor"), "logic"),
    Row("not<pbits>", _i.invert, "logic"),
    Row("cnot<bits>", _i.invert, "logic"),
    Row("lop3(type:b32)", _i.logic3, "logic"),
    Row("shl<bits>", _i.shift, "logic"),
    Row("shr(type:b16 b32 b64 u16 s16 u32 s32 u64 s64)", _i.shift, "logic"),
    Row("shf(direction:l r)(mode:clamp wrap)(type:b32)", _i.funnel_shift, "logic"),
    Row("prmt(type:b32){(mode:f4e b4e rc8 ecl ecr rc16)}", _i.permute_bytes, "logic"),
    # comparison and selection
    Row("setp<cond>{<combine>}{<ftz>}(type:b16 b32 b64 u16 s16 u32 s32 u64 s64 f16 f16x2 bf16 bf16x2 f32 f64)",
        _i.set_predicate, "compare"),
    Row("set<cond>{<combine>}{<ftz>}(type:u16 u32 s32 f16 bf16 f32 f16x2 bf16x2)"
        "(type2:b16 b32 b64 u16 s16 u32 s32 u64 s64 f16 f16x2 bf16 bf16x2 f32 f64)", _i.set_value, "compare"),
    Row("selp<any>", _i.select_by_predicate, "compare"),
    Row("slct{<ftz>}<any>(type2:s32 f32)", _i.select_by_sign, "compare"),
    # f32 and f64
    Row("add{<rnd>}{<ftz>}{<sat>}(type:f32)", _f.arithmetic, "float"),
    Row("add{<rnd>}(type:f64)", _f.arithmetic, "double"),
    Row("sub{<rnd>}{<ftz>}{<sat>}(type:f32)", _f.arithmetic, "float"),
    Row("sub{<rnd>}(type:f64)", _f.arithmetic, "double"),
    Row("mul{<rnd>}{<ftz>}{<sat>}(type:f32)", _f.arithmetic, "float"),
    Row("mul{<rnd>}(type:f64)", _f.arithmetic, "double"),
    Row("fma<rnd>{<ftz>}{<sat>}(type:f32)", _f.arithmetic, "float"),
    Row("fma<rnd>(type:f64)", _f.arithmetic, "double"),
    Row("mad<rnd>{<ftz>}{<sat>}(type:f32)", _f.arithmetic, "float"),
    Row("mad<rnd>(type:f64)", _f.arithmetic, "double"),
    Row("div<rnd>{<ftz>}(type:f32)", _f.arithmetic, "float"),
    Row("div<rnd>(type:f64)", _f.arithmetic, "double"),
    Row("div(approx:approx){<ftz>}(type:f32)", _f.arithmetic, "approximate", exact=False),
    Row("div.full{<ftz>}(type:f32)", _f.arithmetic, "approximate", exact=False),
    Row("rcp<rnd>{<ftz>}(type:f32)", _f.arithmetic, "float"),
    Row("rcp<rnd>(type:f64)", _f.arithmetic, "double"),
    Row("rcp.approx{<ftz>}(type:f32)", _f.arithmetic, "approximate", exact=False),
    Row("rcp.approx.ftz(type:f64)", _f.approximation_f64, "approximate", exact=False),
    Row("sqrt<rnd>{<ftz>}(type:f32)", _f.arithmetic, "float"),
    Row("sqrt<rnd>(type:f64)", _f.arithmetic, "double"),
    Row("sqrt.approx{<ftz>}(type:f32)", _f.arithmetic, "approximate", exact=False),
    Row("rsqrt.approx{<ftz>}(type:f32)", _f.approximation, "approximate", exact=False),
    Row("rsqrt.approx.ftz(type:f64)", _f.approximation_f64, "approximate", exact=False),
    Row("ex2.approx{<ftz>}(type:f32)", _f.approximation, "approximate", exact=False),
    Row("lg2.approx{<ftz>}(type:f32)", _f.approximation, "approximate", exact=False),
    Row("sin.approx{<ftz>}(type:f32)", _f.approximation, "approximate", exact=False),
    Row("cos.approx{<ftz>}(type:f32)", _f.approximation, "approximate", exact=False),
    Row("tanh.approx(type:f32)", _f.approximation, "approximate", exact=False),
    Row("neg{<ftz>}<float>", _f.sign, "float"),
    Row("abs{<ftz>}<float>", _f.sign, "float"),
    Row("copysign<float>", _f.sign, "float"),
    Row("min{<ftz>}{<nan>}<float>", _f.minimum_maximum, "float"),
    Row("max{<ftz>}{<nan>}<float>", _f.minimum_maximum, "float"),
    Row("testp(property:finite infinite number notanumber normal subnormal)<float>", _f.test_property, "float"),
    # half precision
    Row("add{.rn}{<ftz>}{<sat>}<half>", _f.half_arithmetic, "half"),
    Row("sub{.rn}{<ftz>}{<sat>}<half>", _f.half_arithmetic, "half"),
    Row("mul{.rn}{<ftz>}{<sat>}<half>", _f.half_arithmetic, "half"),
    Row("fma.rn{<ftz>}{<sat>}{<relu>}<half>", _f.half_arithmetic, "half"),
    Row("neg{<ftz>}<half>", _f.sign, "half"),
    Row("abs{<ftz>}<half>", _f.sign, "half"),
    Row("min{<ftz>}{<nan>}<half>", _f.half_extreme, "half"),
    Row("max{<ftz>}{<nan>}<half>", _f.half_extreme, "half"),
    Row("ex2.approx{<ftz>}<half>", _f.half_approximation, "approximate", exact=False),
    Row("tanh.approx<half>", _f.half_approximation, "approximate", exact=False),
    # moves and conversions
    Row("mov(type:pred b16 b32 b64 b128 u16 s16 u32 s32 u64 s64 f16 bf16 f32 f64)", _c.move, "move"),
    Row("cvt{<crnd>}{<ftz>}{<sat>}{<relu>}{<satfinite>}<number><number2>", _c.convert, "convert"),
    Row("cvt{<crnd>}{<relu>}{<satfinite>}(type:f16x2 bf16x2)(type2:f32)", _c.convert_pair, "convert"),
    Row("cvta{(to:to)}<space>(type:u32 u64)", _c.convert_address, "convert"),
    Row("isspacep<space>", _c.is_in_space, "convert"),
    # memory
    Row("ld{<weak>}{<scope>}{<space>}{<cache>}{<nc>}{<l1>}{<l2>}{<vec>}<memory>", _m.load, "load"),
    Row("ld{<weak>}{<scope>}{<space>}<nc>{<cache>}{<l1>}{<l2>}{<vec>}<memory>", _m.load, "load"),
    Row("ldu{.global}{<vec>}<memory>", _m.load, "load"),
    Row("st{<weak>}{<scope>}{<space>}{<cache>}{<l1>}{<vec>}<memory>", _m.store, "store"),
    Row("atom{<weak>}{<scope>}{<aspace>}(operation:add min max and or xor exch cas inc dec){.noftz}"
        "(type:b16 b32 b64 u32 s32 u64 s64 f16 bf16 f16x2 bf16x2 f32 f64)", _m.atomic, "atomic"),
    Row("red{<weak>}{<scope>}{<aspace>}(operation:add min max and or xor inc dec){.noftz}"
        "(type:b32 b64 u32 s32 u64 s64 f16 bf16 f16x2 bf16x2 f32 f64)", _m.atomic, "atomic"),
    Row("cp.async(cache:ca cg).shared{.cta}.global{<l2>}", _m.copy_async, "load"),
    Row("cp.async(cache:ca cg).shared::cta.global{<l2>}", _m.copy_async, "load"),
    Row("cp.async.commit_group", _m.nothing, "fence"),
    Row("cp.async.wait_group", _m.nothing, "fence"),
    Row("cp.async.wait_all", _m.nothing, "fence"),
    Row("membar(level:cta gl sys)", _m.nothing, "fence"),
    Row("fence{(order:sc acq_rel acquire release)}{<scope>}", _m.nothing, "fence"),
    Row("fence.proxy(kind:alias async async.global async.shared::cta)", _m.nothing, "fence"),
    Row("prefetch{<space>}(level:L1 L2)", _m.nothing, "fence"),
    Row("prefetchu.L1", _m.nothing, "fence"),
    Row("nanosleep(type:u32)", _m.nothing, "fence"),
    Row("pmevent", _m.nothing, "fence"),
    # lanes together
    Row("shfl.sync(mode:up down bfly idx)(type:b32)", _w.shuffle, "shuffle"),
    Row("vote.sync(mode:ballot)(type:b32)", _w.vote, "vote"),
    Row("vote.sync(mode:all any uni)(type:pred)", _w.vote, "vote"),
    Row("match(mode:any all).sync(type:b32 b64)", _w.match, "vote"),
    Row("redux.sync(operation:add min max)(type:u32 s32)", _w.reduce, "shuffle"),
    Row("redux.sync(operation:and or xor)(type:b32)", _w.reduce, "shuffle"),
    Row("elect.sync", _w.elect, "vote"),
    Row("activemask(type:b32)", _w.active_mask, "vote"),
    Row("bar.warp.sync", _w.warp_barrier, "barrier"),
    # control
    Row("bra{<uni>}", _w.branch, "control"),
    Row("brx.idx{<uni>}", _w.branch_table, "control"),
    Row("ret{<uni>}", _w.leave, "control"),
    Row("exit", _w.leave, "control"),
    Row("trap", _w.trap, "control"),
    Row("bar{.cta}(mode:sync arrive)", _w.cta_barrier, "barrier"),
    Row("bar{.cta}(mode:red)(kind:popc)(type:u32)", _w.cta_barrier, "barrier"),
    Row("bar{.cta}(mode:red)(kind:and or)(type:pred)", _w.cta_barrier, "barrier"),
    Row("barrier{.cta}(mode:sync arrive){.aligned}", _w.cta_barrier, "barrier"),
    Row("barrier{.cta}(mode:red)(kind:popc){.aligned}(type:u32)", _w.cta_barrier, "barrier"),
    Row("barrier{.cta}(mode:red)(kind:and or){.aligned}(type:pred)", _w.cta_barrier, "barrier"),
    Row(f"{BARRIER_RESULT}(kind:popc and or)", _c.move_barrier_result, "barrier"),
)  # fmt: skip

_BY_NAME: dict[str, list[Row]] = {}
for _row in ROWS:
    _BY_NAME.setdefault(_row.name, []).append(_row)


def find(instruction: Instruction) -> tuple[Row, dict[str, str | None]]:
    """Return the row of an instruction and the modifiers it has.

    Raises
    ------
    PtxError
        Naming the instruction, its line, and the known forms of the same opcode.
    """
    for row in _BY_NAME.get(instruction.name, ()):
        match = row.pattern.fullmatch(instruction.opcode)
        if match:
            return row, match.groupdict()
    known = ", ".join(row.syntax for row in _BY_NAME.get(instruction.name, ()))
    hint = f"; known forms: {known}" if known else ""
    raise PtxError(
        f"instruction not known to the cpu device (got {instruction.opcode!r}){hint}", line=instruction.line
    )
