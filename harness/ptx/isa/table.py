"""The instruction table: opcodes, their modifiers and their lowerings.

To add an instruction, add a row in the notation of `harness.ptx.isa.row`. All other modules read the facts of an
instruction in its row. An opcode that matches no row is refused by name. Rows are as strict as the manual, so that a
wrong modifier is found before a GPU's assembler sees it.

Limitations: ``tcgen05``, sparse ``mma`` and ``wgmma``, tensor copies but for tiles, ``alloca``, ``.oob``, and
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
from ..lower import bits, compare, convert, half, integer, mbarrier, memory, move, tensor, video, warp
from ..lower import float as floats
from ..lower.emitter import Modifiers
from ..text.syntax import Instruction
from . import initcheck
from .family_rows import MATRIX_ROWS, TEXTURE_ROWS, VIDEO_ROWS
from .row import Effect, Goes, Order, Row

BARRIER_RESULT = "kh_barrier_result"
"""Second step of a ``barrier.red``: writes the reduction once the barrier has opened."""

REST = "kh_rest"
"""Second step of an instruction after which lanes may rest: if one rests, others run first."""

N_SHOWN_FORMS = 4
"""Most known forms that a message about an unknown form lists."""

_DIMENSIONS = "(dim:1d 2d 3d 4d 5d)"

ROWS: tuple[Row, ...] = (
    # integer arithmetic
    Row("add<int>", integer.binary("add"), "integer"),
    Row("add<sat>(type:s32)", integer.binary("add"), "integer"),
    Row("add(type:u16x2 s16x2)", integer.binary("add"), "integer"),
    Row("sub<int>", integer.binary("sub"), "integer"),
    Row("sub<sat>(type:s32)", integer.binary("sub"), "integer"),
    Row("add<cc><int32up>", integer.carry, "integer"),
    Row("addc{<cc>}<int32up>", integer.carry, "integer", reads_carry=True),
    Row("sub<cc><int32up>", integer.carry, "integer"),
    Row("subc{<cc>}<int32up>", integer.carry, "integer", reads_carry=True),
    Row("mul(half:lo hi)<int>", integer.multiply, "integer"),
    Row("mul(half:wide)(type:u16 s16 u32 s32)", integer.multiply, "integer"),
    Row("mad(half:lo hi)<int>", integer.multiply, "integer"),
    Row("mad(half:wide)(type:u16 s16 u32 s32)", integer.multiply, "integer"),
    Row("mad(half:hi)<sat>(type:s32)", integer.multiply, "integer"),
    Row("mad(half:lo hi)<cc><int32up>", integer.multiply, "integer"),
    Row("madc(half:lo hi){<cc>}<int32up>", integer.multiply, "integer", reads_carry=True),
    Row("mul24(half:lo hi)(type:u32 s32)", integer.multiply, "integer"),
    Row("mad24(half:lo hi)(type:u32 s32)", integer.multiply, "integer"),
    Row("mad24(half:hi)<sat>(type:s32)", integer.multiply, "integer"),
    Row("sad<int>", integer.absolute_difference, "integer"),
    Row("div<int>", integer.divide, "integer"),
    Row("rem<int>", integer.divide, "integer"),
    Row("abs(type:s16 s32 s64)", integer.unary, "integer"),
    Row("neg(type:s16 s32 s64)", integer.unary, "integer"),
    Row("min<int>", integer.minimum_maximum, "integer"),
    Row("max<int>", integer.minimum_maximum, "integer"),
    Row("min(type:u16x2 s16x2)", integer.minimum_maximum, "integer"),
    Row("max(type:u16x2 s16x2)", integer.minimum_maximum, "integer"),
    Row("min<relu>(type:s16x2 s32)", integer.minimum_maximum, "integer"),
    Row("max<relu>(type:s16x2 s32)", integer.minimum_maximum, "integer"),
    Row("min(type:s16x2 s32)<relu>", integer.minimum_maximum, "integer"),
    Row("max(type:s16x2 s32)<relu>", integer.minimum_maximum, "integer"),
    Row("dp4a(type:u32 s32)(type2:u32 s32)", integer.dot_product, "integer"),
    Row("dp2a(half:lo hi)(type:u32 s32)(type2:u32 s32)", integer.dot_product, "integer"),
    Row("vabsdiff2<word><word2><word3>{(accumulate:add)}", video.packed("difference"), "integer"),
    Row("vabsdiff4<word><word2><word3>{(accumulate:add)}", video.packed("difference"), "integer"),
    *VIDEO_ROWS,
    # bits, logic and shifts
    Row("popc(type:b32 b64)", bits.count, "integer"),
    Row("clz(type:b32 b64)", bits.count, "integer"),
    Row("brev(type:b32 b64)", bits.count, "integer", initcheck.MOVE),
    Row("bfind{(shiftamt:shiftamt)}<int32up>", bits.find_leading, "integer"),
    Row("fns(type:b32)", bits.find_nth, "integer"),
    Row("bfe<int32up>", bits.extract_field, "integer", initcheck.MOVE),
    Row("bfi(type:b32 b64)", bits.insert_field, "integer", initcheck.MOVE_TWO),
    Row("szext(mode:clamp wrap)(type:u32 s32)", bits.sign_extend_field, "integer", initcheck.MOVE),
    Row("bmsk(mode:clamp wrap)(type:b32)", bits.bit_mask, "integer"),
    Row("and<pbits>", bits.logic("and"), "logic", initcheck.LOGIC),
    Row("or<pbits>", bits.logic("or"), "logic", initcheck.LOGIC),
    Row("xor<pbits>", bits.logic("xor"), "logic", initcheck.LOGIC),
    Row("not<pbits>", bits.invert, "logic", initcheck.SAME),
    Row("cnot<bits>", bits.invert, "logic"),
    Row("lop3{(combine:or and)}(type:b32)", bits.logic3, "logic", initcheck.LOGIC3),
    Row("shl<bits>", bits.shift, "logic", initcheck.MOVE),
    Row("shr(type:b16 b32 b64 u16 s16 u32 s32 u64 s64)", bits.shift, "logic", initcheck.MOVE),
    Row("shf(direction:l r)(mode:clamp wrap)(type:b32)", bits.funnel_shift, "logic", initcheck.MOVE_TWO),
    Row("prmt(type:b32){(mode:f4e b4e rc8 ecl ecr rc16)}", bits.permute_bytes, "logic", initcheck.MOVE_TWO),
    # comparison and selection
    Row("setp<bcond>{<combine>}<bits>", compare.set_predicate, "compare", initcheck.COMPARE),
    Row("setp<ucond>{<combine>}(type:u16 u32 u64)", compare.set_predicate, "compare", initcheck.COMPARE),
    Row("setp<scond>{<combine>}(type:s16 s32 s64)", compare.set_predicate, "compare", initcheck.COMPARE),
    Row("setp<fcond>{<combine>}{<ftz>}(type:f32 f16 f16x2)", compare.set_predicate, "compare", initcheck.COMPARE),
    Row("setp<fcond>{<combine>}(type:f64 bf16 bf16x2)", compare.set_predicate, "compare", initcheck.COMPARE),
    Row("set<bcond>{<combine>}<truth>(type2:b16 b32 b64)", compare.set_value, "compare"),
    Row("set<ucond>{<combine>}<truth>(type2:u16 u32 u64)", compare.set_value, "compare"),
    Row("set<scond>{<combine>}<truth>(type2:s16 s32 s64)", compare.set_value, "compare"),
    Row("set<fcond>{<combine>}{<ftz>}(type:u32 s32 f32 f16)(type2:f32)", compare.set_value, "compare"),
    Row("set<fcond>{<combine>}(type:bf16)(type2:f32)", compare.set_value, "compare"),
    Row("set<fcond>{<combine>}<truth>(type2:f64)", compare.set_value, "compare"),
    Row("set<fcond>{<combine>}{<ftz>}(type:u16 s16 u32 s32 f16)(type2:f16)", compare.set_value, "compare"),
    Row("set<fcond>{<combine>}(type:bf16)(type2:f16)", compare.set_value, "compare"),
    Row("set<fcond>{<combine>}(type:u16 s16 u32 s32 bf16)(type2:bf16)", compare.set_value, "compare"),
    Row("set<fcond>{<combine>}{<ftz>}(type:u32 s32 f16x2)(type2:f16x2)", compare.set_value, "compare"),
    Row("set<fcond>{<combine>}(type:u32 s32 bf16x2)(type2:bf16x2)", compare.set_value, "compare"),
    Row("selp<any>", compare.select_by_predicate, "compare", initcheck.SELECT, decides=(3,)),
    Row("slct<any>(type2:s32)", compare.select_by_sign, "compare", initcheck.MOVE_TWO, decides=(3,)),
    Row("slct{<ftz>}<any>(type2:f32)", compare.select_by_sign, "compare", initcheck.MOVE_TWO, decides=(3,)),
    # f32 and f64
    Row("add{<rnd>}{<ftz>}{<sat>}(type:f32)", floats.arithmetic, "float"),
    Row("add{<rnd>}(type:f64)", floats.arithmetic, "double"),
    Row("sub{<rnd>}{<ftz>}{<sat>}(type:f32)", floats.arithmetic, "float"),
    Row("sub{<rnd>}(type:f64)", floats.arithmetic, "double"),
    Row("mul{<rnd>}{<ftz>}{<sat>}(type:f32)", floats.arithmetic, "float"),
    Row("mul{<rnd>}(type:f64)", floats.arithmetic, "double"),
    Row("fma<rnd>{<ftz>}{<sat>}(type:f32)", floats.arithmetic, "float"),
    Row("fma<rnd>(type:f64)", floats.arithmetic, "double"),
    Row("mad<rnd>{<ftz>}{<sat>}(type:f32)", floats.arithmetic, "float"),
    Row("mad<rnd>(type:f64)", floats.arithmetic, "double"),
    Row("add{<rnd>}{<ftz>}(type:f32x2)", floats.packed_arithmetic, "float"),
    Row("sub{<rnd>}{<ftz>}(type:f32x2)", floats.packed_arithmetic, "float"),
    Row("mul{<rnd>}{<ftz>}(type:f32x2)", floats.packed_arithmetic, "float"),
    Row("fma<rnd>{<ftz>}(type:f32x2)", floats.packed_arithmetic, "float"),
    Row("div<rnd>{<ftz>}(type:f32)", floats.arithmetic, "float"),
    Row("div<rnd>(type:f64)", floats.arithmetic, "double"),
    Row("div(approx:approx){<ftz>}(type:f32)", floats.arithmetic, "approximate", exact=False),
    Row("div.full{<ftz>}(type:f32)", floats.arithmetic, "approximate", exact=False),
    Row("rcp<rnd>{<ftz>}(type:f32)", floats.arithmetic, "float"),
    Row("rcp<rnd>(type:f64)", floats.arithmetic, "double"),
    Row("rcp.approx{<ftz>}(type:f32)", floats.arithmetic, "approximate", exact=False),
    Row("rcp.approx<ftz>(type:f64)", floats.approximation_f64, "approximate", exact=False),
    Row("sqrt<rnd>{<ftz>}(type:f32)", floats.arithmetic, "float"),
    Row("sqrt<rnd>(type:f64)", floats.arithmetic, "double"),
    Row("sqrt.approx{<ftz>}(type:f32)", floats.arithmetic, "approximate", exact=False),
    Row("rsqrt.approx{<ftz>}(type:f32)", floats.approximation, "approximate", exact=False),
    Row("rsqrt.approx{<ftz>}(type:f64)", floats.approximation_f64, "approximate", exact=False),
    Row("ex2.approx{<ftz>}(type:f32)", floats.approximation, "approximate", exact=False),
    Row("lg2.approx{<ftz>}(type:f32)", floats.approximation, "approximate", exact=False),
    Row("sin.approx{<ftz>}(type:f32)", floats.approximation, "approximate", exact=False),
    Row("cos.approx{<ftz>}(type:f32)", floats.approximation, "approximate", exact=False),
    Row("tanh.approx(type:f32)", floats.approximation, "approximate", exact=False),
    Row("neg{<ftz>}(type:f32)", floats.sign, "float"),
    Row("neg(type:f64)", floats.sign, "double"),
    Row("abs{<ftz>}(type:f32)", floats.sign, "float"),
    Row("abs(type:f64)", floats.sign, "double"),
    Row("copysign<float>", floats.sign, "float"),
    Row("min{<ftz>}{<nan>}{(sign:xorsign.abs abs)}(type:f32)", floats.minimum_maximum, "float"),
    Row("min(type:f64)", floats.minimum_maximum, "double"),
    Row("max{<ftz>}{<nan>}{(sign:xorsign.abs abs)}(type:f32)", floats.minimum_maximum, "float"),
    Row("max(type:f64)", floats.minimum_maximum, "double"),
    Row("testp(property:finite infinite number notanumber normal subnormal)<float>", floats.test_property, "float"),
    # half precision
    Row("add{.rn}{<ftz>}{<sat>}(type:f16 f16x2)", half.arithmetic, "half"),
    Row("add{.rn}(type:bf16 bf16x2)", half.arithmetic, "half"),
    Row("sub{.rn}{<ftz>}{<sat>}(type:f16 f16x2)", half.arithmetic, "half"),
    Row("sub{.rn}(type:bf16 bf16x2)", half.arithmetic, "half"),
    Row("mul{.rn}{<ftz>}{<sat>}(type:f16 f16x2)", half.arithmetic, "half"),
    Row("mul{.rn}(type:bf16 bf16x2)", half.arithmetic, "half"),
    Row("fma.rn{<ftz>}{<sat>}(type:f16 f16x2)", half.arithmetic, "half"),
    Row("fma.rn{<ftz>}<relu>(type:f16 f16x2)", half.arithmetic, "half"),
    Row("fma.rn{<relu>}(type:bf16 bf16x2)", half.arithmetic, "half"),
    Row("neg{<ftz>}(type:f16 f16x2)", half.sign, "half"),
    Row("neg(type:bf16 bf16x2)", half.sign, "half"),
    Row("abs{<ftz>}(type:f16 f16x2)", half.sign, "half"),
    Row("abs(type:bf16 bf16x2)", half.sign, "half"),
    Row("min{<ftz>}{<nan>}{(sign:xorsign.abs)}(type:f16 f16x2)", half.extreme, "half"),
    Row("min{<nan>}{(sign:xorsign.abs)}(type:bf16 bf16x2)", half.extreme, "half"),
    Row("max{<ftz>}{<nan>}{(sign:xorsign.abs)}(type:f16 f16x2)", half.extreme, "half"),
    Row("max{<nan>}{(sign:xorsign.abs)}(type:bf16 bf16x2)", half.extreme, "half"),
    Row("ex2.approx(type:f16 f16x2)", half.approximation, "approximate", exact=False),
    Row("ex2.approx<ftz>(type:bf16 bf16x2)", half.approximation, "approximate", exact=False),
    Row("tanh.approx<half>", half.approximation, "approximate", exact=False),
    Row("add{<rnd>}{<sat>}(type:f32)(type2:f16 bf16)", half.mixed_arithmetic, "half"),
    Row("sub{<rnd>}{<sat>}(type:f32)(type2:f16 bf16)", half.mixed_arithmetic, "half"),
    Row("fma<rnd>{<sat>}(type:f32)(type2:f16 bf16)", half.mixed_arithmetic, "half"),
    # moves and conversions
    Row("mov(type:pred b16 b32 b64 b128 u16 s16 u32 s32 u64 s64 f32 f64)", move.move, "move", initcheck.MOVE),
    Row("mov(vec:v2 v4)<any>", move.move_vector, "move", initcheck.MOVE),
    Row("cvt{<crnd>}{<ftz>}{<sat>}<number><number2>", convert.convert, "convert", initcheck.CONVERT),
    Row("cvt(rnd:rn rz){<relu>}{<satfinite>}(type:f16 bf16)(type2:f32)", convert.convert, "convert", initcheck.CONVERT),
    Row("cvt(rnd:rn rz){<relu>}{<satfinite>}(type:f16x2 bf16x2)(type2:f32)", convert.to_pair, "convert",
        initcheck.CONVERT),
    Row("cvt(rnd:rna){<satfinite>}(type:tf32)(type2:f32)", convert.to_tf32, "convert", initcheck.CONVERT),
    Row("cvt(rnd:rn rz){<satfinite>}{<relu>}(type:tf32)(type2:f32)", convert.to_tf32, "convert",
        initcheck.CONVERT),
    Row("cvt.rn.satfinite{<relu>}(type:e4m3x2 e5m2x2)(type2:f32 f16x2)", convert.to_bytes, "convert",
        initcheck.CONVERT),
    Row("cvt.rn{<relu>}(type:f16x2)(type2:e4m3x2 e5m2x2)", convert.from_bytes, "convert", initcheck.CONVERT),
    Row("cvt.rn{<relu>}(type:bf16x2)(type2:e4m3x2 e5m2x2)", convert.from_bytes, "convert", initcheck.CONVERT),
    Row("cvt.pack.sat(type:u16 s16)(type2:s32)", convert.pack, "convert", initcheck.CONVERT),
    Row("cvt.pack.sat(type:u8 s8 u4 s4 u2 s2)(type2:s32)(rest:b32)", convert.pack, "convert",
        initcheck.CONVERT),
    Row("cvta{(to:to)}<window>(type:u64)", move.convert_address, "convert"),
    Row("isspacep<window>", move.is_in_space, "convert"),
    # memory
    Row("ld{<weak>}{<scope>}{<space>}{<cache>}{<nc>}{<l1>}{<hint>}{<l2>}{<vec>}<memory>", memory.load, "load",
        initcheck.LOAD),
    Row("ld{<weak>}{<scope>}{<space>}<nc>{<ncache>}{<l1>}{<hint>}{<l2>}{<vec>}<memory>", memory.load, "load",
        initcheck.LOAD),
    Row("ldu{.global}{<vec>}<memory>", memory.load, "load", initcheck.LOAD, order=Order.INCOHERENT),
    Row("st{<sorder>}{<scope>}{<space>}{<scache>}{<l1>}{<hint>}{<vec>}<memory>", memory.store, "store",
        initcheck.STORE, writes=False),
    Row("atom{<aorder>}{<scope>}{<aspace>}(operation:add min max and or xor exch cas inc dec){.noftz}{<hint>}"
        "(type:b16 b32 b64 u32 s32 u64 s64 f16 bf16 f16x2 bf16x2 f32 f64)", memory.atomic, "atomic",
        initcheck.ATOMIC, order=Order.ATOMIC, is_ordered=True),
    Row("atom{<aorder>}{<scope>}{<aspace>}(operation:exch cas){<hint>}(type:b128)", memory.atomic, "atomic",
        initcheck.ATOMIC, order=Order.ATOMIC, is_ordered=True),
    Row("red{<rorder>}{<scope>}{<aspace>}(operation:add min max and or xor inc dec){.noftz}{<hint>}"
        "(type:b32 b64 u32 s32 u64 s64 f16 bf16 f16x2 bf16x2 f32 f64)", memory.atomic, "atomic",
        initcheck.REDUCTION, writes=False, order=Order.ATOMIC, is_ordered=True),
    Row("atom{<aorder>}{<scope>}{.global}(operation:add){.noftz}{<hint>}(vec:v2 v4 v8)(type:f16 bf16 f16x2 bf16x2 f32)",
        memory.atomic_vector, "atomic", initcheck.ATOMIC, order=Order.ATOMIC, is_ordered=True),
    Row("red{<rorder>}{<scope>}{.global}(operation:add){.noftz}{<hint>}(vec:v2 v4 v8)(type:f16 bf16 f16x2 bf16x2 f32)",
        memory.atomic_vector, "atomic", initcheck.REDUCTION, writes=False, order=Order.ATOMIC, is_ordered=True),
    Row("createpolicy.fractional(first:L2::evict_last L2::evict_normal L2::evict_first L2::evict_unchanged)"
        "{(second:L2::evict_first L2::evict_unchanged)}.b64", memory.make_policy, "move"),
    Row("createpolicy.range{.global}(first:L2::evict_last L2::evict_normal L2::evict_first L2::evict_unchanged)"
        "{(second:L2::evict_first L2::evict_unchanged)}.b64", memory.make_policy, "move", initcheck.HINT),
    Row("cp.async(cache:ca cg).shared{.cta}.global{<hint>}{<l2>}", memory.copy_async, "load", initcheck.COPY,
        writes=False, asynchronous=Effect.COPY),
    Row("cp.async(cache:ca cg).shared::cta.global{<hint>}{<l2>}", memory.copy_async, "load", initcheck.COPY,
        writes=False, asynchronous=Effect.COPY),
    Row("cp.async.commit_group", memory.commit_copies, "fence", initcheck.COPY, writes=False, asynchronous=Effect.COPY),
    Row("cp.async.wait_group", memory.wait_for_copies, "fence", initcheck.COPY, writes=False, asynchronous=Effect.COPY),
    Row("cp.async.wait_all", memory.wait_for_copies, "fence", initcheck.COPY, writes=False, asynchronous=Effect.COPY),
    Row("membar(level:cta gl sys)", memory.fence, "fence", writes=False, order=Order.FENCE),
    Row("fence{(order:sc acq_rel acquire release)}{<scope>}", memory.fence, "fence", writes=False, order=Order.FENCE),
    # all proxies see one memory here, in which accesses take place one after another
    Row("fence.proxy(kind:alias async async.global async.shared::cta async.shared::cluster)", memory.fence_proxy,
        "fence", writes=False, order=Order.FENCE),
    Row("fence.mbarrier_init.release.cluster", memory.fence, "fence", writes=False, order=Order.FENCE,
        asynchronous=Effect.MBARRIER),
    Row("fence.acquire.sync_restrict::shared::cluster.cluster", memory.fence, "fence", writes=False, order=Order.FENCE),
    Row("fence.release.sync_restrict::shared::cta.cluster", memory.fence, "fence", writes=False, order=Order.FENCE),
    Row("fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster", memory.fence_both, "fence",
        writes=False, order=Order.FENCE),
    Row("fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster", memory.fence_both, "fence",
        writes=False, order=Order.FENCE),
    # no cache is modelled, so hints to caches do nothing
    Row("prefetch{<space>}(level:L1 L2 L2::evict_last L2::evict_normal)", memory.nothing, "fence",
        initcheck.HINT, writes=False),
    Row("applypriority{.global}.L2::evict_normal", memory.nothing, "fence", initcheck.HINT, writes=False),
    Row("discard{.global}.L2", memory.nothing, "fence", initcheck.HINT, writes=False),
    # launches run one after another, so that a dependent one finds all done
    Row("griddepcontrol(action:launch_dependents wait)", memory.nothing, "fence", writes=False),
    Row("setmaxnreg(action:inc dec).sync.aligned.u32", memory.nothing, "fence", writes=False),
    # there is no debugger to stop for
    Row("brkpt", memory.nothing, "control", writes=False),
    Row("prefetchu.L1", memory.nothing, "fence", initcheck.HINT, writes=False),
    Row("nanosleep(type:u32)", mbarrier.sleep, "control", writes=False, rests=True),
    Row("pmevent", memory.nothing, "fence", writes=False),
    Row("mapa{(space:shared::cluster)}(type:u32 u64)", mbarrier.map_address, "convert", has_slices=True),
    Row("getctarank{(space:shared::cluster)}(type:u32 u64)", mbarrier.rank_of_address, "convert"),
    # mbarriers, and operations that complete on them
    Row("mbarrier.init{<own>}(type:b64)", mbarrier.initialize, "barrier", initcheck.SOURCES, writes=False,
        asynchronous=Effect.MBARRIER),
    Row("mbarrier.inval{<own>}(type:b64)", mbarrier.invalidate, "barrier", initcheck.SOURCES, writes=False,
        asynchronous=Effect.MBARRIER),
    Row("mbarrier(operation:arrive arrive_drop){(order:release relaxed)}{<near>}{<anyshared>}(type:b64)",
        mbarrier.arrive, "barrier", initcheck.SOURCES, asynchronous=Effect.MBARRIER),
    Row("mbarrier(operation:arrive arrive_drop).expect_tx{(order:release relaxed)}{<near>}{<anyshared>}(type:b64)",
        mbarrier.arrive, "barrier", initcheck.SOURCES, asynchronous=Effect.MBARRIER),
    Row("mbarrier(operation:arrive arrive_drop).noComplete{.release}{.cta}{<own>}(type:b64)", mbarrier.arrive,
        "barrier", initcheck.SOURCES, asynchronous=Effect.MBARRIER),
    Row("mbarrier(operation:expect_tx complete_tx){.relaxed}{<near>}{<anyshared>}(type:b64)",
        mbarrier.transact, "barrier", initcheck.SOURCES, writes=False, asynchronous=Effect.MBARRIER),
    Row("mbarrier(operation:test_wait try_wait){(parity:parity)}{(order:acquire relaxed)}{<near>}{<own>}(type:b64)",
        mbarrier.test, "barrier", initcheck.SOURCES, rests=True, asynchronous=Effect.MBARRIER),
    Row("mbarrier.pending_count(type:b64)", mbarrier.pending_count, "barrier", initcheck.SOURCES,
        asynchronous=Effect.MBARRIER),
    Row("cp.async.mbarrier.arrive{(noinc:noinc)}{<own>}(type:b64)", mbarrier.arrive_after_copies, "barrier",
        initcheck.COPY, writes=False, asynchronous=Effect.COPY | Effect.MBARRIER),
    Row("st.async{.weak}{.shared::cluster}.mbarrier::complete_tx::bytes{(vec:v2 v4)}"
        "(type:b32 b64 u32 u64 s32 s64 f32 f64)", mbarrier.store_async, "store", initcheck.SOURCES,
        writes=False, asynchronous=Effect.MBARRIER | Effect.BULK),
    Row("red.async{.relaxed}{.cluster}{.shared::cluster}.mbarrier::complete_tx::bytes"
        "(operation:add min max and or xor inc dec)(type:b32 u32 s32 u64)", mbarrier.store_async, "atomic",
        initcheck.SOURCES, writes=False, order=Order.ATOMIC, is_ordered=True,
        asynchronous=Effect.MBARRIER | Effect.BULK),
    Row("red.async(order:mmio.release release)(scope:cta cluster gpu sys){(space:global)}(operation:add)"
        "(type:u32 s32 u64)", memory.atomic, "atomic", initcheck.REDUCTION, writes=False, order=Order.ATOMIC,
        is_ordered=True),
    Row("cp.async.bulk(to:shared::cta shared::cluster)(source:global)<tx>{<hint>}", mbarrier.copy_bulk,
        "load", initcheck.COPY, writes=False, asynchronous=Effect.COPY | Effect.MBARRIER | Effect.BULK),
    Row("cp.async.bulk(to:shared::cluster)(source:global)<tx>(multicast:multicast::cluster){<hint>}",
        mbarrier.copy_bulk, "load", initcheck.COPY, writes=False,
        asynchronous=Effect.COPY | Effect.MBARRIER | Effect.BULK, has_slices=True),
    Row("cp.async.bulk(to:shared::cluster)(source:shared::cta)<tx>", mbarrier.copy_bulk, "load",
        initcheck.COPY, writes=False, asynchronous=Effect.COPY | Effect.MBARRIER | Effect.BULK),
    Row("cp.async.bulk(to:global)(source:shared::cta).bulk_group{<hint>}", mbarrier.copy_bulk, "store",
        initcheck.COPY, writes=False, asynchronous=Effect.COPY | Effect.BULK),
    Row("cp.reduce.async.bulk(to:shared::cluster)(source:shared::cta)<tx>(operation:add min max and or xor inc dec)"
        "(type:b32 u32 s32 u64)", mbarrier.copy_bulk, "atomic", initcheck.COPY, writes=False,
        order=Order.ATOMIC, is_ordered=True, asynchronous=Effect.COPY | Effect.MBARRIER | Effect.BULK),
    Row("cp.reduce.async.bulk(to:global)(source:shared::cta).bulk_group{<hint>}"
        "(operation:add min max and or xor inc dec){.noftz}(type:f16 bf16 b32 u32 s32 b64 u64 s64 f32 f64)",
        mbarrier.copy_bulk, "atomic", initcheck.COPY, writes=False, order=Order.ATOMIC, is_ordered=True,
        asynchronous=Effect.COPY | Effect.BULK),
    Row("cp.async.bulk.prefetch.L2.global{<hint>}", memory.nothing, "fence", initcheck.COPY, writes=False,
        asynchronous=Effect.COPY | Effect.BULK),
    Row("cp.async.bulk.commit_group", mbarrier.commit_bulk, "fence", initcheck.COPY, writes=False,
        asynchronous=Effect.COPY | Effect.BULK),
    Row("cp.async.bulk.wait_group{.read}", mbarrier.wait_for_bulk, "fence", initcheck.COPY, writes=False,
        asynchronous=Effect.COPY | Effect.BULK),
    Row(f"cp.async.bulk.tensor{_DIMENSIONS}(to:shared::cta shared::cluster)(source:global){{.tile}}<tx>{{<hint>}}",
        tensor.copy, "load", initcheck.COPY, writes=False,
        asynchronous=Effect.COPY | Effect.MBARRIER | Effect.BULK),
    Row(f"cp.async.bulk.tensor{_DIMENSIONS}(to:shared::cluster)(source:global){{.tile}}<tx>"
        "(multicast:multicast::cluster){<hint>}", tensor.copy, "load", initcheck.COPY, writes=False,
        asynchronous=Effect.COPY | Effect.MBARRIER | Effect.BULK, has_slices=True),
    Row(f"cp.async.bulk.tensor{_DIMENSIONS}(to:global)(source:shared::cta){{.tile}}.bulk_group{{<hint>}}", tensor.copy,
        "store", initcheck.COPY, writes=False, asynchronous=Effect.COPY | Effect.BULK),
    Row(f"cp.reduce.async.bulk.tensor{_DIMENSIONS}(to:global)(source:shared::cta)"
        "(operation:add min max inc dec and or xor){.tile}.bulk_group{<hint>}", tensor.copy, "atomic", initcheck.COPY,
        writes=False, order=Order.ATOMIC, is_ordered=True, asynchronous=Effect.COPY | Effect.BULK),
    Row(f"cp.async.bulk.prefetch.tensor{_DIMENSIONS}.L2.global{{.tile}}{{<hint>}}", tensor.prefetch, "fence",
        initcheck.COPY, writes=False, asynchronous=Effect.COPY | Effect.BULK),
    Row("prefetch{<space>}.tensormap", memory.nothing, "fence", initcheck.HINT, writes=False),
    Row("tensormap.replace.tile(field:global_address global_stride){<space>}.b1024(type:b64)", tensor.replace, "store",
        initcheck.SOURCES, writes=False),
    Row("tensormap.replace.tile(field:rank box_dim global_dim element_stride elemtype interleave_layout swizzle_mode "
        "fill_mode swizzle_atomicity){<space>}.b1024(type:b32)", tensor.replace, "store", initcheck.SOURCES,
        writes=False),
    Row("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release<scope>.sync.aligned", tensor.copy_map,
        "store", initcheck.SOURCES, writes=False, meets=True),
    Row("fence.proxy.tensormap::generic(order:acquire release)<scope>", memory.fence, "fence", initcheck.HINT,
        writes=False, order=Order.FENCE),
    *TEXTURE_ROWS,
    # lanes of a warp
    Row("shfl.sync(mode:up down bfly idx)(type:b32)", warp.shuffle, "shuffle", initcheck.SHUFFLE, meets=True,
        selects=(2, 3, 4), exchange=Exchange.SHUFFLE),
    Row("vote.sync(mode:ballot)(type:b32)", warp.vote, "vote", initcheck.VOTE, meets=True, selects=(2,)),
    Row("vote.sync(mode:all any uni)(type:pred)", warp.vote, "vote", initcheck.VOTE, meets=True, selects=(2,)),
    Row("vote(mode:ballot)(type:b32)", warp.vote_of_active, "vote", initcheck.SOURCES, selects=(2,)),
    Row("vote(mode:all any uni)(type:pred)", warp.vote_of_active, "vote", initcheck.SOURCES, selects=(2,)),
    Row("match(mode:any all).sync(type:b32 b64)", warp.match, "vote", initcheck.MATCH, meets=True, selects=(2,)),
    Row("redux.sync(operation:add min max)(type:u32 s32)", warp.reduce, "shuffle", initcheck.MEMBERS,
        meets=True, selects=(2,)),
    Row("redux.sync(operation:and or xor)(type:b32)", warp.reduce, "shuffle", initcheck.MEMBERS, meets=True,
        selects=(2,)),
    Row("elect.sync", warp.elect, "vote", initcheck.ELECT, meets=True),
    Row("activemask(type:b32)", warp.active_mask, "vote"),
    Row("bar.warp.sync", warp.warp_barrier, "barrier", initcheck.BARRIER, writes=False, meets=True),
    *MATRIX_ROWS,
    # control
    Row("bra{<uni>}", warp.branch, "control", initcheck.BRANCH, writes=False, goes=Goes.LABEL),
    Row("brx.idx{<uni>}", warp.branch_table, "control", initcheck.BRANCH, writes=False, goes=Goes.TABLE),
    Row("ret{<uni>}", warp.leave, "control", initcheck.BRANCH, writes=False, goes=Goes.ENDS),
    Row("exit", warp.leave, "control", initcheck.BRANCH, writes=False, goes=Goes.ENDS),
    Row("trap", warp.trap, "control", initcheck.BRANCH, writes=False, goes=Goes.TRAPS),
    Row("bar{.cta}(mode:sync arrive)", warp.cta_barrier, "barrier", initcheck.BARRIER, writes=False,
        goes=Goes.WAITS),
    Row("bar{.cta}(mode:red)(kind:popc)(type:u32)", warp.cta_barrier, "barrier", initcheck.BARRIER,
        writes=False, goes=Goes.WAITS),
    Row("bar{.cta}(mode:red)(kind:and or)(type:pred)", warp.cta_barrier, "barrier", initcheck.BARRIER,
        writes=False, goes=Goes.WAITS),
    Row("barrier{.cta}(mode:sync arrive){.aligned}", warp.cta_barrier, "barrier", initcheck.BARRIER,
        writes=False, goes=Goes.WAITS),
    Row("barrier{.cta}(mode:red)(kind:popc){.aligned}(type:u32)", warp.cta_barrier, "barrier",
        initcheck.BARRIER, writes=False, goes=Goes.WAITS),
    Row("barrier{.cta}(mode:red)(kind:and or){.aligned}(type:pred)", warp.cta_barrier, "barrier",
        initcheck.BARRIER, writes=False, goes=Goes.WAITS),
    Row("barrier.cluster.arrive{(order:release relaxed)}{<aligned>}", mbarrier.arrive_at_cluster, "barrier",
        initcheck.SOURCES, writes=False),
    Row("barrier.cluster.wait{.acquire}{<aligned>}", mbarrier.wait_for_cluster, "barrier", initcheck.SOURCES,
        writes=False, goes=Goes.WAITS),
    Row(REST, mbarrier.rest, "control", writes=False, goes=Goes.WAITS, is_counted=False),
    # calls through the stack; opcodes of this project
    Row("kh_frame", warp.enter_function, "control", writes=False),
    Row("kh_call", warp.call_function, "control", writes=False, goes=Goes.CALLS),
    Row("kh_call_pointer", warp.call_pointer, "control", writes=False, goes=Goes.CALLS_POINTER),
    Row("kh_result", memory.nothing, "control"),
    Row("kh_return", warp.branch_table, "control", writes=False, goes=Goes.RETURNS),
    # CUDA library functions
    # ordered: texts and addresses would depend on which block comes first
    Row("kh_vprintf", warp.print_text, "library", is_ordered=True),
    Row("kh_assertfail", warp.fail_assertion, "library", goes=Goes.TRAPS),
    Row("kh_malloc", warp.allocate, "library", is_ordered=True),
    Row("kh_free", warp.free, "library", is_ordered=True),
    Row(f"{BARRIER_RESULT}(kind:popc and or)", move.move_barrier_result, "barrier", is_counted=False),
)  # fmt: skip

_BY_NAME: dict[str, list[Row]] = {}
for _row in ROWS:
    _BY_NAME.setdefault(_row.name, []).append(_row)


def find(instruction: Instruction) -> tuple[Row, Modifiers]:
    """Return the row of an instruction and the modifiers it has."""
    match = find_opcode(instruction.opcode)
    if match is None:
        nearest = _nearest(instruction.opcode, _BY_NAME.get(instruction.name, []))
        raise PtxError(
            f"instruction not known to the cpu device (got {instruction.opcode!r}){nearest}",
            line=instruction.line,
        )
    return match


def row_of(instruction: Instruction) -> Row:
    return find(instruction)[0]


def row_at(place: CountedInstruction | Site) -> Row:
    return row_of(Instruction(place.opcode, (), line=place.ptx_line))


@functools.cache
def find_opcode(opcode: str) -> tuple[Row, Modifiers] | None:
    for row in _BY_NAME.get(opcode.partition(".")[0], []):
        modifiers = row.match(opcode)
        if modifiers is not None:
            return row, modifiers
    return None


@functools.cache
def arranged(opcode: str) -> str:
    """Return an opcode with its modifiers in the order of its row; an unknown one as it is.

    Assemblers take most modifiers in any order, and compilers and CUDA's headers write several.
    """
    if find_opcode(opcode) is not None:
        return opcode
    rows = _BY_NAME.get(opcode.partition(".")[0], [])
    return next((text for row in rows if row.match(text := row.arranged(opcode))), opcode)


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
