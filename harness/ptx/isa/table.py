"""The instruction table: opcodes, their modifiers and their lowerings.

To add an instruction, add a row in the notation of `harness.ptx.isa.row`. All other modules read the facts of an
instruction in its row. An opcode that matches no row is refused by name. Rows are as strict as the manual, so that a
wrong modifier is found before a GPU's assembler sees it.

Limitations: ``wgmma``, ``tcgen05`` and sparse ``mma``, tensor copies, ``alloca``, ``.oob``, and
forms that came after PTX ISA 9.0 are not here; ``docs/cpu-device.md`` lists them (`harness.ptx.isa.coverage`). The
table does not check the target that an instruction needs: an assembler does.

PTX ISA 9.0, chapter 9.7 "Instructions".
"""

from __future__ import annotations

import functools

from ...errors import PtxError
from ..fault import Site
from ..ir.counting import CountedInstruction
from ..ir.traced import Exchange
from ..lower import bits as _b
from ..lower import compare as _p
from ..lower import convert as _c
from ..lower import float as _f
from ..lower import half as _h
from ..lower import integer as _i
from ..lower import mbarrier as _a
from ..lower import memory as _m
from ..lower import move as _v
from ..lower import video as _d
from ..lower import warp as _w
from ..lower.emitter import Modifiers
from ..text.syntax import TYPE_BYTES, Instruction
from . import initcheck as _u
from .family_rows import MATRIX_ROWS, TEXTURE_ROWS, VIDEO_ROWS
from .row import SETS, Effect, Goes, Order, Row

BARRIER_RESULT = "kh_barrier_result"
"""Second step of a ``barrier.red``: writes the reduction once the barrier has opened."""

REST = "kh_rest"
"""Second step of an instruction after which lanes may rest: if one rests, others run first."""

N_SHOWN_FORMS = 4
"""Most known forms that a message about an unknown form lists."""

ROWS: tuple[Row, ...] = (
    # integer arithmetic
    Row("add<int>", _i.binary("add"), "integer"),
    Row("add<sat>(type:s32)", _i.binary("add"), "integer"),
    Row("add(type:u16x2 s16x2)", _i.binary("add"), "integer"),
    Row("sub<int>", _i.binary("sub"), "integer"),
    Row("sub<sat>(type:s32)", _i.binary("sub"), "integer"),
    Row("add<cc><int32up>", _i.carry, "integer"),
    Row("addc{<cc>}<int32up>", _i.carry, "integer", reads_carry=True),
    Row("sub<cc><int32up>", _i.carry, "integer"),
    Row("subc{<cc>}<int32up>", _i.carry, "integer", reads_carry=True),
    Row("mul(half:lo hi)<int>", _i.multiply, "integer"),
    Row("mul(half:wide)(type:u16 s16 u32 s32)", _i.multiply, "integer"),
    Row("mad(half:lo hi)<int>", _i.multiply, "integer"),
    Row("mad(half:wide)(type:u16 s16 u32 s32)", _i.multiply, "integer"),
    Row("mad(half:hi)<sat>(type:s32)", _i.multiply, "integer"),
    Row("mad(half:lo hi)<cc><int32up>", _i.multiply, "integer"),
    Row("madc(half:lo hi){<cc>}<int32up>", _i.multiply, "integer", reads_carry=True),
    Row("mul24(half:lo hi)(type:u32 s32)", _i.multiply, "integer"),
    Row("mad24(half:lo hi)(type:u32 s32)", _i.multiply, "integer"),
    Row("mad24(half:hi)<sat>(type:s32)", _i.multiply, "integer"),
    Row("sad<int>", _i.absolute_difference, "integer"),
    Row("div<int>", _i.divide, "integer"),
    Row("rem<int>", _i.divide, "integer"),
    Row("abs(type:s16 s32 s64)", _i.unary, "integer"),
    Row("neg(type:s16 s32 s64)", _i.unary, "integer"),
    Row("min<int>", _i.minimum_maximum, "integer"),
    Row("max<int>", _i.minimum_maximum, "integer"),
    Row("min(type:u16x2 s16x2)", _i.minimum_maximum, "integer"),
    Row("max(type:u16x2 s16x2)", _i.minimum_maximum, "integer"),
    Row("min<relu>(type:s16x2 s32)", _i.minimum_maximum, "integer"),
    Row("max<relu>(type:s16x2 s32)", _i.minimum_maximum, "integer"),
    Row("min(type:s16x2 s32)<relu>", _i.minimum_maximum, "integer"),
    Row("max(type:s16x2 s32)<relu>", _i.minimum_maximum, "integer"),
    Row("dp4a(type:u32 s32)(type2:u32 s32)", _i.dot_product, "integer"),
    Row("dp2a(half:lo hi)(type:u32 s32)(type2:u32 s32)", _i.dot_product, "integer"),
    Row("vabsdiff2(type:u32 s32)(type2:u32 s32)(type3:u32 s32){(accumulate:add)}", _d.packed("difference"), "integer"),
    Row("vabsdiff4(type:u32 s32)(type2:u32 s32)(type3:u32 s32){(accumulate:add)}", _d.packed("difference"), "integer"),
    *VIDEO_ROWS,
    # bits, logic and shifts
    Row("popc(type:b32 b64)", _b.count, "integer"),
    Row("clz(type:b32 b64)", _b.count, "integer"),
    Row("brev(type:b32 b64)", _b.count, "integer", initcheck=_u.MOVE),
    Row("bfind{(shiftamt:shiftamt)}<int32up>", _b.find_leading, "integer"),
    Row("fns(type:b32)", _b.find_nth, "integer"),
    Row("bfe<int32up>", _b.extract_field, "integer", initcheck=_u.MOVE),
    Row("bfi(type:b32 b64)", _b.insert_field, "integer", initcheck=_u.MOVE_TWO),
    Row("szext(mode:clamp wrap)(type:u32 s32)", _b.sign_extend_field, "integer", initcheck=_u.MOVE),
    Row("bmsk(mode:clamp wrap)(type:b32)", _b.bit_mask, "integer"),
    Row("and<pbits>", _b.logic("and"), "logic", initcheck=_u.LOGIC),
    Row("or<pbits>", _b.logic("or"), "logic", initcheck=_u.LOGIC),
    Row("xor<pbits>", _b.logic("xor"), "logic", initcheck=_u.LOGIC),
    Row("not<pbits>", _b.invert, "logic", initcheck=_u.SAME),
    Row("cnot<bits>", _b.invert, "logic"),
    Row("lop3{(combine:or and)}(type:b32)", _b.logic3, "logic", initcheck=_u.LOGIC3),
    Row("shl<bits>", _b.shift, "logic", initcheck=_u.MOVE),
    Row("shr(type:b16 b32 b64 u16 s16 u32 s32 u64 s64)", _b.shift, "logic", initcheck=_u.MOVE),
    Row("shf(direction:l r)(mode:clamp wrap)(type:b32)", _b.funnel_shift, "logic", initcheck=_u.MOVE_TWO),
    Row("prmt(type:b32){(mode:f4e b4e rc8 ecl ecr rc16)}", _b.permute_bytes, "logic", initcheck=_u.MOVE_TWO),
    # comparison and selection
    Row("setp<bcond>{<combine>}<bits>", _p.set_predicate, "compare", initcheck=_u.COMPARE),
    Row("setp<ucond>{<combine>}(type:u16 u32 u64)", _p.set_predicate, "compare", initcheck=_u.COMPARE),
    Row("setp<scond>{<combine>}(type:s16 s32 s64)", _p.set_predicate, "compare", initcheck=_u.COMPARE),
    Row("setp<fcond>{<combine>}{<ftz>}(type:f32 f16 f16x2)", _p.set_predicate, "compare", initcheck=_u.COMPARE),
    Row("setp<fcond>{<combine>}(type:f64 bf16 bf16x2)", _p.set_predicate, "compare", initcheck=_u.COMPARE),
    Row("set<bcond>{<combine>}<truth>(type2:b16 b32 b64)", _p.set_value, "compare"),
    Row("set<ucond>{<combine>}<truth>(type2:u16 u32 u64)", _p.set_value, "compare"),
    Row("set<scond>{<combine>}<truth>(type2:s16 s32 s64)", _p.set_value, "compare"),
    Row("set<fcond>{<combine>}{<ftz>}(type:u32 s32 f32 f16)(type2:f32)", _p.set_value, "compare"),
    Row("set<fcond>{<combine>}(type:bf16)(type2:f32)", _p.set_value, "compare"),
    Row("set<fcond>{<combine>}<truth>(type2:f64)", _p.set_value, "compare"),
    Row("set<fcond>{<combine>}{<ftz>}(type:u16 s16 u32 s32 f16)(type2:f16)", _p.set_value, "compare"),
    Row("set<fcond>{<combine>}(type:bf16)(type2:f16)", _p.set_value, "compare"),
    Row("set<fcond>{<combine>}(type:u16 s16 u32 s32 bf16)(type2:bf16)", _p.set_value, "compare"),
    Row("set<fcond>{<combine>}{<ftz>}(type:u32 s32 f16x2)(type2:f16x2)", _p.set_value, "compare"),
    Row("set<fcond>{<combine>}(type:u32 s32 bf16x2)(type2:bf16x2)", _p.set_value, "compare"),
    Row("selp<any>", _p.select_by_predicate, "compare", initcheck=_u.SELECT, decides=(3,)),
    Row("slct<any>(type2:s32)", _p.select_by_sign, "compare", initcheck=_u.MOVE_TWO, decides=(3,)),
    Row("slct{<ftz>}<any>(type2:f32)", _p.select_by_sign, "compare", initcheck=_u.MOVE_TWO, decides=(3,)),
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
    Row("add{<rnd>}{<ftz>}(type:f32x2)", _f.packed_arithmetic, "float"),
    Row("sub{<rnd>}{<ftz>}(type:f32x2)", _f.packed_arithmetic, "float"),
    Row("mul{<rnd>}{<ftz>}(type:f32x2)", _f.packed_arithmetic, "float"),
    Row("fma<rnd>{<ftz>}(type:f32x2)", _f.packed_arithmetic, "float"),
    Row("div<rnd>{<ftz>}(type:f32)", _f.arithmetic, "float"),
    Row("div<rnd>(type:f64)", _f.arithmetic, "double"),
    Row("div(approx:approx){<ftz>}(type:f32)", _f.arithmetic, "approximate", exact=False),
    Row("div.full{<ftz>}(type:f32)", _f.arithmetic, "approximate", exact=False),
    Row("rcp<rnd>{<ftz>}(type:f32)", _f.arithmetic, "float"),
    Row("rcp<rnd>(type:f64)", _f.arithmetic, "double"),
    Row("rcp.approx{<ftz>}(type:f32)", _f.arithmetic, "approximate", exact=False),
    Row("rcp.approx<ftz>(type:f64)", _f.approximation_f64, "approximate", exact=False),
    Row("sqrt<rnd>{<ftz>}(type:f32)", _f.arithmetic, "float"),
    Row("sqrt<rnd>(type:f64)", _f.arithmetic, "double"),
    Row("sqrt.approx{<ftz>}(type:f32)", _f.arithmetic, "approximate", exact=False),
    Row("rsqrt.approx{<ftz>}(type:f32)", _f.approximation, "approximate", exact=False),
    Row("rsqrt.approx{<ftz>}(type:f64)", _f.approximation_f64, "approximate", exact=False),
    Row("ex2.approx{<ftz>}(type:f32)", _f.approximation, "approximate", exact=False),
    Row("lg2.approx{<ftz>}(type:f32)", _f.approximation, "approximate", exact=False),
    Row("sin.approx{<ftz>}(type:f32)", _f.approximation, "approximate", exact=False),
    Row("cos.approx{<ftz>}(type:f32)", _f.approximation, "approximate", exact=False),
    Row("tanh.approx(type:f32)", _f.approximation, "approximate", exact=False),
    Row("neg{<ftz>}(type:f32)", _f.sign, "float"),
    Row("neg(type:f64)", _f.sign, "double"),
    Row("abs{<ftz>}(type:f32)", _f.sign, "float"),
    Row("abs(type:f64)", _f.sign, "double"),
    Row("copysign<float>", _f.sign, "float"),
    Row("min{<ftz>}{<nan>}{(sign:xorsign.abs abs)}(type:f32)", _f.minimum_maximum, "float"),
    Row("min(type:f64)", _f.minimum_maximum, "double"),
    Row("max{<ftz>}{<nan>}{(sign:xorsign.abs abs)}(type:f32)", _f.minimum_maximum, "float"),
    Row("max(type:f64)", _f.minimum_maximum, "double"),
    Row("testp(property:finite infinite number notanumber normal subnormal)<float>", _f.test_property, "float"),
    # half precision
    Row("add{.rn}{<ftz>}{<sat>}(type:f16 f16x2)", _h.half_arithmetic, "half"),
    Row("add{.rn}(type:bf16 bf16x2)", _h.half_arithmetic, "half"),
    Row("sub{.rn}{<ftz>}{<sat>}(type:f16 f16x2)", _h.half_arithmetic, "half"),
    Row("sub{.rn}(type:bf16 bf16x2)", _h.half_arithmetic, "half"),
    Row("mul{.rn}{<ftz>}{<sat>}(type:f16 f16x2)", _h.half_arithmetic, "half"),
    Row("mul{.rn}(type:bf16 bf16x2)", _h.half_arithmetic, "half"),
    Row("fma.rn{<ftz>}{<sat>}(type:f16 f16x2)", _h.half_arithmetic, "half"),
    Row("fma.rn{<ftz>}<relu>(type:f16 f16x2)", _h.half_arithmetic, "half"),
    Row("fma.rn{<relu>}(type:bf16 bf16x2)", _h.half_arithmetic, "half"),
    Row("neg{<ftz>}(type:f16 f16x2)", _h.half_sign, "half"),
    Row("neg(type:bf16 bf16x2)", _h.half_sign, "half"),
    Row("abs{<ftz>}(type:f16 f16x2)", _h.half_sign, "half"),
    Row("abs(type:bf16 bf16x2)", _h.half_sign, "half"),
    Row("min{<ftz>}{<nan>}{(sign:xorsign.abs)}(type:f16 f16x2)", _h.half_extreme, "half"),
    Row("min{<nan>}{(sign:xorsign.abs)}(type:bf16 bf16x2)", _h.half_extreme, "half"),
    Row("max{<ftz>}{<nan>}{(sign:xorsign.abs)}(type:f16 f16x2)", _h.half_extreme, "half"),
    Row("max{<nan>}{(sign:xorsign.abs)}(type:bf16 bf16x2)", _h.half_extreme, "half"),
    Row("ex2.approx(type:f16 f16x2)", _h.half_approximation, "approximate", exact=False),
    Row("ex2.approx<ftz>(type:bf16 bf16x2)", _h.half_approximation, "approximate", exact=False),
    Row("tanh.approx<half>", _h.half_approximation, "approximate", exact=False),
    Row("add{<rnd>}{<sat>}(type:f32)(type2:f16 bf16)", _h.mixed_arithmetic, "half"),
    Row("sub{<rnd>}{<sat>}(type:f32)(type2:f16 bf16)", _h.mixed_arithmetic, "half"),
    Row("fma<rnd>{<sat>}(type:f32)(type2:f16 bf16)", _h.mixed_arithmetic, "half"),
    # moves and conversions
    Row("mov(type:pred b16 b32 b64 b128 u16 s16 u32 s32 u64 s64 f32 f64)", _v.move, "move", initcheck=_u.MOVE),
    Row("mov(vec:v2 v4)<any>", _v.move_vector, "move", initcheck=_u.MOVE),
    Row("cvt{<crnd>}{<ftz>}{<sat>}<number><number2>", _c.convert, "convert", initcheck=_u.CONVERT),
    Row("cvt(rnd:rn rz){<relu>}{<satfinite>}(type:f16 bf16)(type2:f32)", _c.convert, "convert", initcheck=_u.CONVERT),
    Row("cvt(rnd:rn rz){<relu>}{<satfinite>}(type:f16x2 bf16x2)(type2:f32)", _c.convert_pair, "convert",
        initcheck=_u.CONVERT),
    Row("cvt(rnd:rna){<satfinite>}(type:tf32)(type2:f32)", _c.convert_to_tf32, "convert", initcheck=_u.CONVERT),
    Row("cvt(rnd:rn rz){<satfinite>}{<relu>}(type:tf32)(type2:f32)", _c.convert_to_tf32, "convert",
        initcheck=_u.CONVERT),
    Row("cvt.rn.satfinite{<relu>}(type:e4m3x2 e5m2x2)(type2:f32 f16x2)", _c.convert_to_bytes, "convert",
        initcheck=_u.CONVERT),
    Row("cvt.rn{<relu>}(type:f16x2)(type2:e4m3x2 e5m2x2)", _c.convert_from_bytes, "convert", initcheck=_u.CONVERT),
    Row("cvt.pack.sat(type:u16 s16)(type2:s32)", _c.convert_pack, "convert", initcheck=_u.CONVERT),
    Row("cvt.pack.sat(type:u8 s8 u4 s4 u2 s2)(type2:s32)(rest:b32)", _c.convert_pack, "convert",
        initcheck=_u.CONVERT),
    Row("cvta{(to:to)}<window>(type:u64)", _v.convert_address, "convert"),
    Row("isspacep<window>", _v.is_in_space, "convert"),
    # memory
    Row("ld{<weak>}{<scope>}{<space>}{<cache>}{<nc>}{<l1>}{<hint>}{<l2>}{<vec>}<memory>", _m.load, "load",
        initcheck=_u.LOAD),
    Row("ld{<weak>}{<scope>}{<space>}<nc>{<ncache>}{<l1>}{<hint>}{<l2>}{<vec>}<memory>", _m.load, "load",
        initcheck=_u.LOAD),
    Row("ldu{.global}{<vec>}<memory>", _m.load, "load", order=Order.INCOHERENT, initcheck=_u.LOAD),
    Row("st{<sorder>}{<scope>}{<space>}{<scache>}{<l1>}{<hint>}{<vec>}<memory>", _m.store, "store",
        writes=False, initcheck=_u.STORE),
    # the words of an atomic may come in any order: see CANONICAL_ORDER
    Row("atom{<aorder>}{<scope>}{<aspace>}(operation:add min max and or xor exch cas inc dec){.noftz}{<hint>}"
        "(type:b16 b32 b64 u32 s32 u64 s64 f16 bf16 f16x2 bf16x2 f32 f64)", _m.atomic, "atomic",
        order=Order.ATOMIC, is_ordered=True, initcheck=_u.ATOMIC),
    Row("atom{<aorder>}{<scope>}{<aspace>}(operation:exch cas){<hint>}(type:b128)", _m.atomic, "atomic",
        order=Order.ATOMIC, is_ordered=True, initcheck=_u.ATOMIC),
    Row("red{<rorder>}{<scope>}{<aspace>}(operation:add min max and or xor inc dec){.noftz}{<hint>}"
        "(type:b32 b64 u32 s32 u64 s64 f16 bf16 f16x2 bf16x2 f32 f64)", _m.atomic, "atomic",
        writes=False, order=Order.ATOMIC, is_ordered=True, initcheck=_u.REDUCTION),
    Row("atom{<aorder>}{<scope>}{.global}(operation:add){.noftz}{<hint>}(vec:v2 v4 v8)(type:f16 bf16 f16x2 bf16x2 f32)",
        _m.atomic_vector, "atomic", order=Order.ATOMIC, is_ordered=True, initcheck=_u.ATOMIC),
    Row("red{<rorder>}{<scope>}{.global}(operation:add){.noftz}{<hint>}(vec:v2 v4 v8)(type:f16 bf16 f16x2 bf16x2 f32)",
        _m.atomic_vector, "atomic", writes=False, order=Order.ATOMIC, is_ordered=True, initcheck=_u.REDUCTION),
    Row("createpolicy.fractional(first:L2::evict_last L2::evict_normal L2::evict_first L2::evict_unchanged)"
        "{(second:L2::evict_first L2::evict_unchanged)}.b64", _m.make_policy, "move"),
    Row("createpolicy.range{.global}(first:L2::evict_last L2::evict_normal L2::evict_first L2::evict_unchanged)"
        "{(second:L2::evict_first L2::evict_unchanged)}.b64", _m.make_policy, "move", initcheck=_u.HINT),
    Row("cp.async(cache:ca cg).shared{.cta}.global{<hint>}{<l2>}", _m.copy_async, "load",
        writes=False, asynchronous=Effect.COPY, initcheck=_u.COPY),
    Row("cp.async(cache:ca cg).shared::cta.global{<hint>}{<l2>}", _m.copy_async, "load",
        writes=False, asynchronous=Effect.COPY, initcheck=_u.COPY),
    Row("cp.async.commit_group", _m.commit_copies, "fence", writes=False, asynchronous=Effect.COPY, initcheck=_u.COPY),
    Row("cp.async.wait_group", _m.wait_for_copies, "fence", writes=False, asynchronous=Effect.COPY, initcheck=_u.COPY),
    Row("cp.async.wait_all", _m.wait_for_copies, "fence", writes=False, asynchronous=Effect.COPY, initcheck=_u.COPY),
    Row("membar(level:cta gl sys)", _m.fence, "fence", writes=False, order=Order.FENCE),
    Row("fence{(order:sc acq_rel acquire release)}{<scope>}", _m.fence, "fence", writes=False, order=Order.FENCE),
    # all proxies see one memory here, in which accesses take place one after another
    Row("fence.proxy(kind:alias async async.global async.shared::cta async.shared::cluster)", _m.nothing, "fence",
        writes=False, order=Order.FENCE),
    Row("fence.mbarrier_init.release.cluster", _m.fence, "fence",
        writes=False, order=Order.FENCE, asynchronous=Effect.MBARRIER),
    Row("fence.acquire.sync_restrict::shared::cluster.cluster", _m.fence, "fence", writes=False, order=Order.FENCE),
    Row("fence.release.sync_restrict::shared::cta.cluster", _m.fence, "fence", writes=False, order=Order.FENCE),
    Row("fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster", _m.fence, "fence",
        writes=False, order=Order.FENCE),
    Row("fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster", _m.fence, "fence",
        writes=False, order=Order.FENCE),
    # no cache is modelled, so hints to caches do nothing
    Row("prefetch{<space>}(level:L1 L2 L2::evict_last L2::evict_normal)", _m.nothing, "fence",
        writes=False, initcheck=_u.HINT),
    Row("applypriority{.global}.L2::evict_normal", _m.nothing, "fence", writes=False, initcheck=_u.HINT),
    Row("discard{.global}.L2", _m.nothing, "fence", writes=False, initcheck=_u.HINT),
    # launches run one after another, so that a dependent one finds all done
    Row("griddepcontrol(action:launch_dependents wait)", _m.nothing, "fence", writes=False),
    Row("setmaxnreg(action:inc dec).sync.aligned.u32", _m.nothing, "fence", writes=False),
    # no debugger is there to stop for
    Row("brkpt", _m.nothing, "control", writes=False),
    Row("prefetchu.L1", _m.nothing, "fence", writes=False, initcheck=_u.HINT),
    Row("nanosleep(type:u32)", _a.sleep, "control", writes=False, rests=True),
    Row("pmevent", _m.nothing, "fence", writes=False),
    Row("mapa{(space:shared::cluster)}(type:u32 u64)", _a.map_address, "convert", has_slices=True),
    Row("getctarank{(space:shared::cluster)}(type:u32 u64)", _a.rank_of_address, "convert"),
    # mbarriers, and operations that complete on them
    Row("mbarrier.init{<own>}(type:b64)", _a.initialize, "barrier",
        writes=False, asynchronous=Effect.MBARRIER, initcheck=_u.SOURCES),
    Row("mbarrier.inval{<own>}(type:b64)", _a.invalidate, "barrier",
        writes=False, asynchronous=Effect.MBARRIER, initcheck=_u.SOURCES),
    Row("mbarrier(operation:arrive arrive_drop){(order:release relaxed)}{<near>}{<anyshared>}(type:b64)",
        _a.arrive, "barrier", asynchronous=Effect.MBARRIER, initcheck=_u.SOURCES),
    Row("mbarrier(operation:arrive arrive_drop).expect_tx{(order:release relaxed)}{<near>}{<anyshared>}(type:b64)",
        _a.arrive, "barrier", asynchronous=Effect.MBARRIER, initcheck=_u.SOURCES),
    Row("mbarrier(operation:arrive arrive_drop).noComplete{.release}{.cta}{<own>}(type:b64)", _a.arrive, "barrier",
        asynchronous=Effect.MBARRIER, initcheck=_u.SOURCES),
    Row("mbarrier(operation:expect_tx complete_tx){.relaxed}{<near>}{<anyshared>}(type:b64)",
        _a.transact, "barrier", writes=False, asynchronous=Effect.MBARRIER, initcheck=_u.SOURCES),
    Row("mbarrier(operation:test_wait try_wait){(parity:parity)}{(order:acquire relaxed)}{<near>}{<own>}(type:b64)",
        _a.test, "barrier", rests=True, asynchronous=Effect.MBARRIER, initcheck=_u.SOURCES),
    Row("mbarrier.pending_count(type:b64)", _a.pending_count, "barrier",
        asynchronous=Effect.MBARRIER, initcheck=_u.SOURCES),
    Row("cp.async.mbarrier.arrive{(noinc:noinc)}{<own>}(type:b64)", _a.arrive_after_copies, "barrier",
        writes=False, asynchronous=Effect.COPY | Effect.MBARRIER, initcheck=_u.COPY),
    Row("st.async{.weak}{.shared::cluster}.mbarrier::complete_tx::bytes{(vec:v2 v4)}"
        "(type:b32 b64 u32 u64 s32 s64 f32 f64)", _a.store_async, "store",
        writes=False, asynchronous=Effect.MBARRIER | Effect.BULK, initcheck=_u.SOURCES),
    Row("red.async{.relaxed}{.cluster}{.shared::cluster}.mbarrier::complete_tx::bytes"
        "(operation:add min max and or xor inc dec)(type:b32 u32 s32 u64)", _a.store_async, "atomic",
        writes=False, order=Order.ATOMIC, is_ordered=True,
        asynchronous=Effect.MBARRIER | Effect.BULK, initcheck=_u.SOURCES),
    Row("red.async(order:mmio.release release)(scope:cta cluster gpu sys){(space:global)}(operation:add)"
        "(type:u32 s32 u64)", _m.atomic, "atomic", writes=False, order=Order.ATOMIC, is_ordered=True,
        initcheck=_u.REDUCTION),
    Row("cp.async.bulk(to:shared::cta shared::cluster)(source:global)<tx>{<hint>}", _a.copy_bulk, "load",
        writes=False, asynchronous=Effect.COPY | Effect.MBARRIER | Effect.BULK, initcheck=_u.COPY),
    Row("cp.async.bulk(to:shared::cluster)(source:global)<tx>(multicast:multicast::cluster){<hint>}",
        _a.copy_bulk, "load",
        writes=False, asynchronous=Effect.COPY | Effect.MBARRIER | Effect.BULK, has_slices=True, initcheck=_u.COPY),
    Row("cp.async.bulk(to:shared::cluster)(source:shared::cta)<tx>", _a.copy_bulk, "load",
        writes=False, asynchronous=Effect.COPY | Effect.MBARRIER | Effect.BULK, initcheck=_u.COPY),
    Row("cp.async.bulk(to:global)(source:shared::cta).bulk_group{<hint>}", _a.copy_bulk, "store",
        writes=False, asynchronous=Effect.COPY | Effect.BULK, initcheck=_u.COPY),
    Row("cp.reduce.async.bulk(to:shared::cluster)(source:shared::cta)<tx>(operation:add min max and or xor inc dec)"
        "(type:b32 u32 s32 u64)", _a.copy_bulk, "atomic", writes=False, order=Order.ATOMIC, is_ordered=True,
        asynchronous=Effect.COPY | Effect.MBARRIER | Effect.BULK, initcheck=_u.COPY),
    Row("cp.reduce.async.bulk(to:global)(source:shared::cta).bulk_group{<hint>}"
        "(operation:add min max and or xor inc dec){.noftz}(type:f16 bf16 b32 u32 s32 b64 u64 s64 f32 f64)",
        _a.copy_bulk, "atomic", writes=False, order=Order.ATOMIC, is_ordered=True,
        asynchronous=Effect.COPY | Effect.BULK, initcheck=_u.COPY),
    Row("cp.async.bulk.prefetch.L2.global{<hint>}", _m.nothing, "fence",
        writes=False, asynchronous=Effect.COPY | Effect.BULK, initcheck=_u.COPY),
    Row("cp.async.bulk.commit_group", _a.commit_bulk, "fence",
        writes=False, asynchronous=Effect.COPY | Effect.BULK, initcheck=_u.COPY),
    Row("cp.async.bulk.wait_group{.read}", _a.wait_for_bulk, "fence",
        writes=False, asynchronous=Effect.COPY | Effect.BULK, initcheck=_u.COPY),
    *TEXTURE_ROWS,
    # lanes of a warp
    Row("shfl.sync(mode:up down bfly idx)(type:b32)", _w.shuffle, "shuffle", meets=True, initcheck=_u.SHUFFLE,
        selects=(2, 3, 4), exchange=Exchange.SHUFFLE),
    Row("vote.sync(mode:ballot)(type:b32)", _w.vote, "vote", meets=True, initcheck=_u.VOTE, selects=(2,)),
    Row("vote.sync(mode:all any uni)(type:pred)", _w.vote, "vote", meets=True, initcheck=_u.VOTE, selects=(2,)),
    Row("vote(mode:ballot)(type:b32)", _w.vote_of_active, "vote", initcheck=_u.SOURCES, selects=(2,)),
    Row("vote(mode:all any uni)(type:pred)", _w.vote_of_active, "vote", initcheck=_u.SOURCES, selects=(2,)),
    Row("match(mode:any all).sync(type:b32 b64)", _w.match, "vote", meets=True, initcheck=_u.MATCH, selects=(2,)),
    Row("redux.sync(operation:add min max)(type:u32 s32)", _w.reduce, "shuffle", meets=True, initcheck=_u.MEMBERS,
        selects=(2,)),
    Row("redux.sync(operation:and or xor)(type:b32)", _w.reduce, "shuffle", meets=True, initcheck=_u.MEMBERS,
        selects=(2,)),
    Row("elect.sync", _w.elect, "vote", meets=True, initcheck=_u.ELECT),
    Row("activemask(type:b32)", _w.active_mask, "vote"),
    Row("bar.warp.sync", _w.warp_barrier, "barrier", writes=False, meets=True, initcheck=_u.BARRIER),
    *MATRIX_ROWS,
    # control
    Row("bra{<uni>}", _w.branch, "control", writes=False, goes=Goes.LABEL, initcheck=_u.BRANCH),
    Row("brx.idx{<uni>}", _w.branch_table, "control", writes=False, goes=Goes.TABLE, initcheck=_u.BRANCH),
    Row("ret{<uni>}", _w.leave, "control", writes=False, goes=Goes.ENDS, initcheck=_u.BRANCH),
    Row("exit", _w.leave, "control", writes=False, goes=Goes.ENDS, initcheck=_u.BRANCH),
    Row("trap", _w.trap, "control", writes=False, goes=Goes.TRAPS, initcheck=_u.BRANCH),
    Row("bar{.cta}(mode:sync arrive)", _w.cta_barrier, "barrier",
        writes=False, goes=Goes.WAITS, initcheck=_u.BARRIER),
    Row("bar{.cta}(mode:red)(kind:popc)(type:u32)", _w.cta_barrier, "barrier",
        writes=False, goes=Goes.WAITS, initcheck=_u.BARRIER),
    Row("bar{.cta}(mode:red)(kind:and or)(type:pred)", _w.cta_barrier, "barrier",
        writes=False, goes=Goes.WAITS, initcheck=_u.BARRIER),
    Row("barrier{.cta}(mode:sync arrive){.aligned}", _w.cta_barrier, "barrier",
        writes=False, goes=Goes.WAITS, initcheck=_u.BARRIER),
    Row("barrier{.cta}(mode:red)(kind:popc){.aligned}(type:u32)", _w.cta_barrier, "barrier",
        writes=False, goes=Goes.WAITS, initcheck=_u.BARRIER),
    Row("barrier{.cta}(mode:red)(kind:and or){.aligned}(type:pred)", _w.cta_barrier, "barrier",
        writes=False, goes=Goes.WAITS, initcheck=_u.BARRIER),
    Row("barrier.cluster.arrive{(order:release relaxed)}{<aligned>}", _a.arrive_at_cluster, "barrier",
        writes=False, initcheck=_u.SOURCES),
    Row("barrier.cluster.wait{.acquire}{<aligned>}", _a.wait_for_cluster, "barrier",
        writes=False, goes=Goes.WAITS, initcheck=_u.SOURCES),
    Row(REST, _a.rest, "control", writes=False, goes=Goes.WAITS, is_counted=False),
    # calls through the stack; opcodes of this project
    Row("kh_frame", _w.enter_function, "control", writes=False),
    Row("kh_call", _w.call_function, "control", writes=False, goes=Goes.CALLS),
    Row("kh_call_pointer", _w.call_pointer, "control", writes=False, goes=Goes.CALLS_POINTER),
    Row("kh_result", _m.nothing, "control"),
    Row("kh_return", _w.branch_table, "control", writes=False, goes=Goes.RETURNS),
    # CUDA library functions
    # ordered: texts and addresses would depend on which block comes first
    Row("kh_vprintf", _w.print_text, "library", is_ordered=True),
    Row("kh_assertfail", _w.fail_assertion, "library", goes=Goes.TRAPS),
    Row("kh_malloc", _w.allocate, "library", is_ordered=True),
    Row("kh_free", _w.free, "library", is_ordered=True),
    Row(f"{BARRIER_RESULT}(kind:popc and or)", _v.move_barrier_result, "barrier", is_counted=False),
)  # fmt: skip

_BY_NAME: dict[str, list[Row]] = {}
for _row in ROWS:
    _BY_NAME.setdefault(_row.name, []).append(_row)


CANONICAL_ORDER = tuple(
    tuple(word for name in names for word in SETS[name].partition(":")[2].replace(".", " ").split())
    for names in (("aorder", "rorder"), ("scope",), ("aspace",))
)
"""Order of the modifiers in the rows of ``atom`` and ``red``; operation, its notes, vector and type follow.
Compilers and CUDA's headers write several orders, and assemblers take them all."""


def _canonical(opcode: str) -> str:
    """Return the opcode of an atomic, a division or an approximation with its modifiers in the manual's order."""
    name, *words = opcode.split(".")
    if name == "div" and words[:1] == ["ftz"]:  # older manuals put .ftz first
        return ".".join([name, *words[1:-1], "ftz", *words[-1:]])
    if words == ["approx", "f32", "ftz"]:  # cuRAND's headers put .ftz last
        return f"{name}.approx.ftz.f32"
    if name not in ("atom", "red") or words[:1] == ["async"]:
        return opcode

    def rank(word: str) -> int:
        known = [index for index, known in enumerate(CANONICAL_ORDER) if word in known]
        if known:
            return known[0]
        late = {"noftz": 4, "L2::cache_hint": 5, "v2": 6, "v4": 6, "v8": 6}
        return late.get(word, 7 if word in TYPE_BYTES else 3)

    return ".".join([name, *sorted(words, key=rank)])


def find(instruction: Instruction) -> tuple[Row, Modifiers]:
    """Return the row of an instruction and the modifiers it has."""
    found = find_opcode(instruction.opcode)
    if found is None:
        nearest = _nearest(instruction.opcode, _BY_NAME.get(instruction.name, []))
        raise PtxError(
            f"instruction not known to the cpu device (got {instruction.opcode!r}){nearest}",
            line=instruction.line,
        )
    return found


def row_of(instruction: Instruction) -> Row:
    """Return the row of an instruction; PtxError as for `find`."""
    return find(instruction)[0]


def row_at(place: CountedInstruction | Site) -> Row:
    return row_of(Instruction(place.opcode, (), line=place.ptx_line))


@functools.cache
def find_opcode(opcode: str) -> tuple[Row, Modifiers] | None:
    """Return the row of an opcode and the modifiers it has, None for an unknown one."""
    canonical = _canonical(opcode)
    for row in _BY_NAME.get(opcode.partition(".")[0], []):
        modifiers = row.match(canonical)
        if modifiers is not None:
            return row, modifiers
    return None


def _nearest(opcode: str, rows: list[Row]) -> str:
    if not rows:
        return ""
    words = set(opcode.split(".")[1:])

    def strangers(row: Row) -> int:
        known = {part for modifier in row.modifiers for word in modifier.words for part in word.split(".")}
        return len(words - known)

    nearest = sorted(rows, key=strangers)[:N_SHOWN_FORMS]
    more = f" and {len(rows) - len(nearest)} more" if len(rows) > len(nearest) else ""
    return f"; known forms: {', '.join(row.shown for row in nearest)}{more}"
