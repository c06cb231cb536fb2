"""The instruction table as a whole: every row is executed by some test, and what is not a row is refused.

Rows of arithmetic are executed by the recorded vectors and the cases of the other modules, rows of memory, lanes and
control by the examples below. A new row without either fails here. So does an approximate one without an error bound.
"""

from __future__ import annotations

import ast
import itertools
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from harness import ptx
from harness.errors import PtxError
from harness.ptx.isa import family_rows
from harness.ptx.isa import table as isa
from harness.ptx.isa.coverage import REFUSED, coverage
from harness.ptx.isa.error_bounds import ERROR_BOUNDS, ErrorBound, error_bounds
from harness.ptx.isa.row import Modifier, Row
from harness.ptx.isa.table import BARRIER_RESULT, REST
from harness.ptx.lower import matrix as lower_matrix
from harness.ptx.lower import mbarrier as lower_mbarrier
from harness.ptx.lower import memory as lower_memory
from harness.ptx.lower import tensor as lower_tensor
from harness.ptx.lower import texture as lower_texture
from harness.ptx.lower import warp as lower_warp
from harness.ptx.text.syntax import Address, Immediate, Instruction
from tests.agreement.fidelity import NEWER_TARGET
from tests.agreement.form_modules import read
from tests.agreement.instruction_forms import forms as recorded_forms
from tests.agreement.instruction_forms import opcodes
from tests.agreement.texture_cases import cases as texture_cases
from tests.ptx.lower import (
    test_barrier,
    test_cluster,
    test_control,
    test_matrix,
    test_mbarrier,
    test_memory,
    test_ptx_forms,
    test_tensor,
    test_warp,
    test_wgmma,
)
from tests.ptx.lower.test_unrecorded_forms import EIGHT_BITS, TO_TF32
from tests.ptx.ptx_text import Example, kernel
from tests.ptx.reading import test_inline

# Of what is not recorded on a GPU, and in no example of these modules. The opcodes of all examples count as executed.
MODULES = (
    test_barrier, test_cluster, test_control, test_inline, test_mbarrier, test_memory, test_ptx_forms,
    test_warp,
)  # fmt: skip
EXAMPLES = {
    "wide-swap": Example(
        """.reg .b128 %q<4>; .reg .b64 %w<4>; mov.b64 %w0, 0; mov.b128 %q0, {%w0, %w0}; st.global.b128 [%rd1], %q0;
        cvt.u64.u32 %w1, %r0; mov.b128 %q1, {%w1, %w0}; bar.warp.sync -1; setp.eq.u32 %p0, %r0, 9;
        @%p0 atom.global.cas.b128 %q2, [%rd1], %q0, %q1; bar.warp.sync -1; ld.global.b32 %r2, [%rd1];""",
        9, result="%r2"),
    "reduction-vector": Example("""mov.f32 %f0, 0f00000000; mov.f32 %f1, 0f3F800000; mov.f32 %f2, 0f40000000;
        st.global.v2.f32 [%rd1], {%f0, %f0};
        bar.warp.sync -1; red.global.add.v2.f32 [%rd1], {%f1, %f2}; bar.warp.sync -1; ld.global.f32 %f3, [%rd1+4];
        cvt.rni.u32.f32 %r2, %f3;""", 64, result="%r2"),
    "atomic-vector": Example(
        """mov.b32 %r3, 0; mov.b32 %r4, 0x40003C00; st.global.v2.b32 [%rd1], {%r3, %r3}; bar.warp.sync -1;
        atom.global.v2.f16x2.add.noftz {%r5, %r6}, [%rd1], {%r4, %r4}; bar.warp.sync -1;
        ld.global.b32 %r2, [%rd1+4];""", 0x54005000, result="%r2"),
    "policy": Example("""createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 %rd4, 0.5;
        ld.global.nc.L1::evict_last.L2::cache_hint.L2::128B.b32 %r2, [%rd1], %rd4;
        st.global.L2::cache_hint.b32 [%rd2], %r2, %rd4; atom.global.add.L2::cache_hint.u32 %r3, [%rd2], 3, %rd4;
        applypriority.global.L2::evict_normal [%rd1], 128; discard.global.L2 [%rd1], 128; griddepcontrol.wait;
        setmaxnreg.inc.sync.aligned.u32 96; brkpt; ld.global.b32 %r2, [%rd2];""", 10, result="%r2"),
    "policy-range": Example("""createpolicy.range.global.L2::evict_last.L2::evict_unchanged.b64 %rd4, [%rd1], 128, 256;
        createpolicy.range.L2::evict_first.b64 %rd4, [%rd1], %r0, 64;
        ld.global.L2::cache_hint.b32 %r2, [%rd1], %rd4;""", 7, result="%r2"),
    "copy": Example(
        """.shared .align 16 .b8 buffer[16]; mov.u32 %r3, buffer; cp.async.ca.shared.global [%r3], [%rd1], 4;
        cp.async.commit_group; cp.async.wait_group 0; ld.shared.b32 %r2, [buffer];""", 7, result="%r2"),
    "copy-cta": Example(
        """.shared .align 16 .b8 buffer[16]; mov.u32 %r3, buffer; cp.async.ca.shared::cta.global [%r3], [%rd1], 4;
        cp.async.wait_all; ld.shared.b32 %r2, [buffer];""", 7, result="%r2"),
    "fences": Example(
        "membar.gl; fence.acq_rel.gpu; fence.proxy.async; prefetch.global.L1 [%rd1]; prefetchu.L1 [%rd1]; "
        "nanosleep.u32 1; pmevent 1; mov.u32 %r2, 1;", 1, result="%r2"),
    "barrier-all": Example(
        "setp.lt.u32 %p0, %r0, 5; bar.red.and.pred %p1, 0, %p0; selp.b32 %r2, 1, 0, %p1;", 0, result="%r2"),
    "barrier-count-2": Example("setp.lt.u32 %p0, %r0, 5; barrier.red.popc.u32 %r2, 0, %p0;", 5, result="%r2"),
    "barrier-any": Example(
        "setp.lt.u32 %p0, %r0, 5; barrier.red.or.pred %p1, 0, %p0; selp.b32 %r2, 1, 0, %p1;", 1, result="%r2"),
}  # fmt: skip

OF_OBJECTS = tuple(f"{name}." for name in ("tex", "tld4", "suld", "sust", "sured"))


def opcodes_of(body):
    """Return the opcodes of PTX text: the first word of each statement, a guard skipped."""
    statements = re.split(r"[;{}\n]|\w+:(?!:)", body)
    first = (re.match(r"\s*(?:@!?%\w+\s+)?([a-z]\w*(?:\.[\w:]+)*)", statement) for statement in statements)
    return [match.group(1) for match in first if match]


@cache
def executed():
    """Return the opcodes that tests execute, by row."""
    # a barrier with a result is two steps inside: the second one is an instruction of our own
    examples = [
        each for values in (EXAMPLES, *(module.VALUES for module in MODULES)) for each in values.values()
    ]
    opcodes = [
        opcode
        for each in examples
        for opcode in map(isa.arranged, opcodes_of(kernel(each.body, each.module)))
        if isa.find_opcode(opcode)
    ]
    recording = read()
    opcodes += [form.opcode for form in (*TO_TF32, *EIGHT_BITS)]
    opcodes += [
        form.opcode
        for form in recorded_forms()
        if form.name in recording.results or NEWER_TARGET in recording.refused.get(form.name, "")
    ]
    opcodes += sorted(test_matrix.opcodes())
    opcodes += [
        word for case in test_wgmma.CASES.values() for word in opcodes_of(case.module()) if "wgmma" in word
    ]
    opcodes += [opcode for text in test_tensor.texts() for opcode in opcodes_of(text) if "tensor" in opcode]
    # tests/agreement/test_gpu_textures.py
    opcodes += [
        opcode
        for case in texture_cases()
        for opcode in opcodes_of(case.text)
        if opcode.startswith(OF_OBJECTS)
    ]
    opcodes += ["txq.width.b32", "suq.width.b32"]
    opcodes += [f"{BARRIER_RESULT}.{kind}" for kind in ("popc", "and", "or")] + [REST, "trap"]
    # test_call_stack and test_library
    opcodes += [f"kh_{name}" for name in ("frame", "call", "call_pointer", "result", "return")]
    opcodes += [f"kh_{name}" for name in ("vprintf", "assertfail", "malloc", "free")]
    found: dict[Row, set[str]] = {row: set() for row in isa.ROWS}
    for opcode in opcodes:
        row, _ = isa.find(Instruction(opcode, ()))
        found[row].add(opcode)
    return found


IS_ELSEWHERE = tuple(
    value
    for module in (lower_matrix, lower_memory, lower_warp, lower_mbarrier, lower_tensor, lower_texture)
    for value in vars(module).values()
)


def test_every_row_is_executed():
    missing = [row.syntax for row in isa.ROWS if not executed()[row]]
    assert missing == [], "no test executes these: add a case, or an example to EXAMPLES"


def test_every_modifier_of_arithmetic_is_executed():
    for row in (row for row in isa.ROWS if row.lower not in IS_ELSEWHERE):
        matches = [row.pattern.fullmatch(opcode).groupdict() for opcode in executed()[row]]
        for modifier in filter(lambda each: each.group, row.modifiers):
            seen = {match[modifier.group] for match in matches}
            wanted = {*modifier.words, *([None] if modifier.is_optional else [])}
            assert wanted <= seen, f"{row.syntax}: {sorted(map(str, wanted - seen))} never executed"


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name, shared_executor):
    EXAMPLES[name].check(shared_executor)


def forms(row, limit=400):
    """Return a row's forms: all of them where they are few, else each word once with the others at their first."""
    choices = [[*([""] if m.is_optional else []), *(f".{word}" for word in m.words)] for m in row.modifiers]
    if np.prod([len(words) for words in choices], dtype=float) <= limit:
        return [row.name + "".join(chosen) for chosen in itertools.product(*choices)]
    found = []
    for position, choice in enumerate(choices):
        for word in choice:
            for base in (0, -1):
                parts = [other[base] for other in choices]
                parts[position] = word
                found.append(row.name + "".join(parts))
    return found


def test_rows_that_match_one_form_lower_it_alike():
    for row in isa.ROWS:
        others = [other for other in isa.ROWS if other.name == row.name and other is not row]
        for form in forms(row):
            own = row.match(form)
            assert own is not None, f"{row.syntax} does not match its own form {form}"
            for other in others:
                found = other.match(form)
                if found is None:
                    continue
                assert other.lower == row.lower, f"{form} matches {row.syntax} and {other.syntax}"
                assert {k: v for k, v in found.items() if v} == {k: v for k, v in own.items() if v}


def test_rows_are_written_once():
    assert len({row.syntax for row in isa.ROWS}) == len(isa.ROWS)


def test_modifier_in_the_wrong_place_is_no_form():
    for row in isa.ROWS:
        for form in forms(row, limit=40):
            assert row.match(f"{form}.bogus") is None
            assert row.match(f"{row.name}.bogus{form.removeprefix(row.name)}") is None


def _lower_nothing(*_):
    pass


def test_notation_is_read_as_written():
    row = Row("op{<ftz>}.fixed{.cta}(mode:lo hi){(kind:a b.c)}", _lower_nothing, "test")
    assert row.name == "op"
    assert row.modifiers == (
        Modifier("ftz", ("ftz",), True),
        Modifier("", ("fixed",), False),
        Modifier("", ("cta",), True),
        Modifier("mode", ("lo", "hi"), False),
        Modifier("kind", ("a", "b.c"), True),
    )
    assert row.shown == "op{.ftz}.fixed{.cta}.(lo|hi){.(a|b.c)}"
    assert row.match("op.ftz.fixed.cta.hi.b.c") == {"ftz": "ftz", "mode": "hi", "kind": "b.c"}
    assert row.match("op.fixed.lo") == {"ftz": "", "mode": "lo", "kind": ""}
    assert row.match("op.lo") is None
    with pytest.raises(ValueError, match="not a modifier"):
        Row("op(mode:lo", _lower_nothing, "test")


TABLES = tuple(Path(module.__file__) for module in (isa, family_rows))
"""Modules that hold the rows."""
NAMED_ELSEWHERE = {
    "ERROR_BOUNDS": "error bounds of approximate forms, complete by test_error_bounds",
    "INEXACT": "numbers of approximate forms, shared with the runtime",
    "FLOAT_OPERATIONS": "numbers of arithmetic operations, shared with the runtime",
    "N_SOURCES": "operands of what one lowering computes",
    "_ROUNDING": "instructions that round, of which a drawn launch moves results",
    "_COMBINING": "words of instructions whose results depend on the order of threads",
    "_USUAL": "functions of the runtime, one of which has an instruction's name",
}
"""Collections of opcodes that say nothing about what an instruction writes, orders, ends or does asynchronously."""


def opcodes_in_collections(source):
    """Return each collection of strings with an opcode in it: the name it is assigned to, and the opcode.

    Opcodes that are also classes of instructions or words of other opcodes, such as ``red``, do not count.
    """
    ambiguous = {row.family for row in isa.ROWS}
    ambiguous |= {word for row in isa.ROWS for modifier in row.modifiers for word in modifier.words}
    opcodes = {row.name for row in isa.ROWS}
    tree = ast.parse(source)
    assigned = {}
    for statement in ast.walk(tree):
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
            assigned |= dict.fromkeys(ast.walk(statement.value), target)
    found = []
    for node in ast.walk(tree):
        target = assigned.get(node)
        if isinstance(node, ast.Dict):
            items = node.keys
        elif isinstance(node, ast.Tuple | ast.List | ast.Set) and not isinstance(target, ast.Tuple):
            items = node.elts
        else:
            continue
        texts = [
            item.value for item in items if isinstance(item, ast.Constant) and isinstance(item.value, str)
        ]
        if len(texts) == len(items):
            name = target.id if isinstance(target, ast.Name) else ""
            texts = [text for text in texts if text not in ambiguous and not text.endswith(".c")]
            found += [(name, text) for text in texts if text.partition(".")[0] in opcodes]
    return found


def test_no_module_but_the_tables_lists_opcodes():
    for path in {*Path(ptx.__file__).parent.rglob("*.py")} - {*TABLES}:
        found = opcodes_in_collections(path.read_text(encoding="utf-8"))
        wrong = [each for each in found if each[0] not in NAMED_ELSEWHERE]
        assert not wrong, f"{path.name}: make it a fact of the rows in isa.py {wrong}"


@pytest.mark.parametrize("source", [
    'WRITES_NOTHING = frozenset({"st", "red"})',
    'if i.opcode.startswith(("cp.async.bulk", "st.async")): pass',
    'if i.name in ("bra", "exit"): pass',
    'RULES = {"shfl": 1, "vote": 2}',
    'kinds: list[str] = ["membar"]',
])  # fmt: skip
def test_planted_list_of_opcodes_is_found(source):
    assert opcodes_in_collections(source)


@pytest.mark.parametrize(
    "source", ['name, table = "bra", ""', 'KINDS = ("load", "atomic", "vote")', 'x = ("red", "sync")']
)
def test_words_that_are_no_list_of_opcodes_are_not_found(source):
    assert opcodes_in_collections(source) == []


@pytest.mark.parametrize("family", ["store", "fence"])
def test_store_that_defines_its_first_operand_is_refused(family):
    with pytest.raises(ValueError, match=f"class {family} needs writes=False"):
        Row("keep.b32", _lower_nothing, family)


def test_instruction_that_takes_an_address_first_writes_no_register():
    address = Instruction("ld.global.b32", (Address(Immediate(0)), Immediate(0)), line=7)
    with pytest.raises(PtxError, match="needs a register as its destination") as caught:
        isa.row_of(address).definitions(address)
    assert caught.value.line == 7


def test_unknown_instruction_is_refused_with_its_line_and_the_nearest_forms(shared_executor):
    ptx = kernel("mov.u32 %r2, 1;\nadd.bogus.f32 %f0, %f1, %f2;")
    line = 1 + ptx.splitlines().index("add.bogus.f32 %f0, %f1, %f2;")
    with pytest.raises(PtxError) as caught:
        shared_executor.load(ptx).kernel("k")
    assert caught.value.line == line
    message = str(caught.value)
    assert "'add.bogus.f32'" in message
    assert "known forms: add{.(rn|rz|rm|rp)}{.ftz}{.sat}.f32" in message
    assert re.search(r"and \d+ more$", message)


ORDERS = {
    "ldmatrix.sync.aligned.x4.trans.m8n8.shared.b16": "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16",
    "stmatrix.sync.aligned.x4.m8n8.shared.b16": "stmatrix.sync.aligned.m8n8.x4.shared.b16",
    "mma.sync.aligned.m16n8k32.row.col.s32.satfinite.u8.s8.s32":
        "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.s8.s32",
    "mbarrier.complete_tx.shared::cluster.relaxed.cluster.b64":
        "mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64",
    "atom.add.global.sys.mmio.relaxed.u32": "atom.mmio.relaxed.sys.global.add.u32",
    "div.ftz.rn.f32": "div.rn.ftz.f32",
    "ex2.approx.f32.ftz": "ex2.approx.ftz.f32",
    "set.u32.hi.u32.and": "set.hi.and.u32.u32",
    "ld.u32.v4.global": "ld.global.v4.u32",
}  # fmt: skip
"""Opcodes that compilers, headers and people write, and ptxas takes; with the modifiers in the table's order."""


@pytest.mark.parametrize("written", ORDERS)
def test_modifiers_in_any_order(written):
    assert isa.arranged(written) == ORDERS[written]
    assert isa.find_opcode(ORDERS[written])
    assert isa.arranged(ORDERS[written]) == ORDERS[written]


@pytest.mark.parametrize("opcode", [
    "mul.u32.lo", "mul.s32.wide", "mad.cc.hi.s32", "dp2a.s32.lo.u32", "shf.wrap.l.b32", "div.f32.full",
    "cvt.s16.pack.sat.s32", "cvta.shared.to.u64", "cp.async.ca.global.shared",
    "mma.sync.aligned.m16n8k32.row.col.u8.s8.s32.s32", "add.rn.rn.f32", "add.f32.full",
])  # fmt: skip
def test_order_that_assemblers_refuse(opcode):
    """Words that belong to the name stay there; types and state spaces have an order of their own."""
    assert isa.arranged(opcode) == opcode
    assert isa.find_opcode(opcode) is None


def test_unknown_opcode_is_refused_by_name(shared_executor):
    with pytest.raises(PtxError, match=r"not known to the cpu device \(got 'tcgen05\.fence'\)$"):
        shared_executor.load(kernel("tcgen05.fence;")).kernel("k")


@pytest.mark.parametrize("opcode", [
    "add.ftz.f64", "add.sat.u32", "add.ftz.bf16", "add.sat.bf16x2", "fma.f32", "fma.rn.sat.relu.f16",
    "fma.rn.sat.f64", "div.f32", "rcp.f32", "sqrt.f32", "ex2.approx.bf16", "ex2.f32", "min.NaN.f64",
    "min.xorsign.f32", "mul.wide.u64", "mul.u32", "shl.s32", "popc.u32", "setp.lt.b32", "setp.lo.s32",
    "setp.equ.u32", "setp.lt.ftz.f64", "set.lo.u32.f32", "slct.ftz.u32.s32", "testp.zero.f32",
    "cvt.rna.f32.f64", "cvt.rn.relu.f32.f64", "cvta.shared.u32", "neg.u32", "mad.f32", "abs.ftz.f64",
    "tanh.approx.ftz.f32", "vote.ballot.pred", "shfl.bfly.b32",
])  # fmt: skip
def test_form_that_ptx_does_not_have_is_refused(opcode):
    with pytest.raises(PtxError, match="not known to the cpu device"):
        isa.find(Instruction(opcode, (), line=3))


@pytest.mark.parametrize("text", [
    "add.f32 %f0, %f1;", "add.f32 %f0, %f1, %f2, %f3;", "fma.rn.f32 %f0, %f1, %f2;", "add.u32 %r2, %r3;",
    "mul.lo.u32 %r2, %r3;", "mul.lo.u32 %r2, %r3, %r4, %r5;", "mad.lo.u32 %r2, %r3, %r4;",
    "sqrt.rn.f32 %f0, %f1, %f2;", "min.f64 %fd0, %fd1, %fd2, %fd3;",
    "min.xorsign.abs.f32 %f0, %f1, %f2, %f3;", "min.abs.f32 %f0, %f1, %f2;", "add.f16 %h0, %h1;",
    "min.f16 %h0, %h1, %h2, %h3;", "neg.f32 %f0, %f1, %f2;", "setp.eq.and.u32 %p0, %r2, %r3;",
    "setp.eq.u32 %p0, %r2, %r3, %p1;", "lop3.or.b32 %r2, %r3, %r4, %r5, 1;",
    "lop3.b32 %r2|%p0, %r3, %r4, %r5, 1;", "cvt.rn.f16x2.f32 %r2, %f0;",
    "cvt.pack.sat.u8.s32.b32 %r2, %r3, %r4;", "ex2.approx.f32 %f0, %f1, %f2;", "bfe.u32 %r2, %r3, %r4;",
    "prmt.b32 %r2, %r3, %r4;", "selp.b32 %r2, %r3, %r4, %r5;", "add.u32 %p0, %r2, %r3;",
])  # fmt: skip
def test_operands_that_do_not_fit_the_form_are_refused(text, shared_executor):
    ptx = kernel(text)
    with pytest.raises(PtxError) as caught:
        shared_executor.load(ptx).kernel("k")
    assert caught.value.line == 1 + ptx.splitlines().index(text)
    assert text.split()[0] in str(caught.value)


def test_every_row_but_our_own_is_listed():
    shown = [line.partition("\t")[0] for line in coverage().splitlines()]
    assert shown == [row.shown for row in isa.ROWS if not row.name.startswith("kh_")]


def test_approximate_results_have_their_bound():
    lines = [line for line in coverage().splitlines() if line.startswith("ex2.approx{.ftz}.f32")]
    assert lines == ["ex2.approx{.ftz}.f32\tapproximate\t2 ulp"]


@pytest.mark.parametrize("refusal", REFUSED, ids=lambda refusal: refusal.opcode)
def test_what_is_said_to_be_refused_is(refusal):
    with pytest.raises(PtxError, match="not known to the cpu device"):
        isa.find(Instruction(refusal.opcode, ()))


# the error of a matrix's sums depends on the sizes of all that is added
APPROXIMATE = [
    opcode for row in isa.ROWS if not row.exact and row.family != "matrix" for opcode, _ in opcodes(row)
]


@pytest.mark.parametrize("opcode", APPROXIMATE)
def test_approximate_instruction_has_bounds_for_every_operand(opcode):
    bounds = error_bounds(opcode)
    # the last one takes what the others leave
    assert (bounds[-1].low, bounds[-1].high) == (0, float("inf"))


def test_no_bound_is_for_something_else():
    known = {opcode.removesuffix("x2") for opcode in APPROXIMATE}
    assert set(ERROR_BOUNDS) <= known | {opcode.replace(".ftz", "") for opcode in known}


@pytest.mark.parametrize("opcode", ["add.rn.f32", "sqrt.rn.f32", "ex3.approx.f32"])
def test_exact_and_unknown_instructions_have_none(opcode):
    with pytest.raises(KeyError):
        error_bounds(opcode)


@pytest.mark.parametrize(("bound", "shown"), [
    (ErrorBound(ulp=2), "2 ulp"),
    (ErrorBound(relative=2.0**-22), "2^-22 relative"),
    (ErrorBound(absolute=2.0**-20.5), "2^-20.5 absolute"),
    (ErrorBound(ulp=1, is_documented=False), "1 ulp (not documented)"),
    (ErrorBound(absolute=float("inf")), "none"),
])  # fmt: skip
def test_bound_in_words(bound, shown):
    assert bound.shown == shown
