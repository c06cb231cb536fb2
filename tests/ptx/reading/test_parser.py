"""Parsed PTX: statements, declarations, names, and constant expressions against values worked out by hand."""

from __future__ import annotations

import struct

import pytest

from harness.errors import PtxError
from harness.ptx.reading.parser import parse
from harness.ptx.text.symbols import function_name, kernel_name
from harness.ptx.text.syntax import (
    Address,
    CallStatement,
    FloatImmediate,
    Immediate,
    Instruction,
    Label,
    Negated,
    Pair,
    Register,
    Sink,
    SourceLocation,
    Special,
    Symbol,
    VectorOperand,
)
from tests.ptx.ptx_text import HEADER

REGISTERS = ".reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<9>; .reg .f32 %f<9>;\n"


def function(body, head=".visible .entry k()", module=""):
    parsed = parse(f"{HEADER}{module}\n{head}\n{{\n{REGISTERS}{body}\n}}\n")
    return parsed.functions["k"]


def instructions(body):
    return [s for s in function(body).body if isinstance(s, Instruction)]


def operands(text):
    (instruction,) = instructions(text)
    return instruction.operands


def variable(text):
    (found,) = parse(HEADER + text).variables.values()
    return found


def message(text):
    with pytest.raises(PtxError) as caught:
        parse(text)
    assert caught.value.line > 0
    return str(caught.value)


def test_module_head_is_kept():
    module = parse('.version 8.8\n.target sm_90a, debug\n.address_size 64\n.file 1 "a b.cu", 12, 34\n')
    assert (module.version, module.target, module.files) == ("8.8", "sm_90a", {1: "a b.cu"})


def test_text_may_end_in_a_nul():
    assert parse(HEADER + "\0").functions == {}


def test_32_bit_addresses_are_refused():
    assert "only 64-bit addresses" in message(".version 8.0\n.target sm_90\n.address_size 32\n")


@pytest.mark.parametrize(("text", "expected"), [
    ("mov.b32 %r1, 7;", Immediate(7)),
    ("mov.b32 %r1, -7;", Immediate(-7)),
    ("mov.b32 %r1, 0x1F;", Immediate(31)),
    ("mov.b32 %r1, 0xffffffffffffffffU;", Immediate(2**64 - 1)),
    ("mov.b32 %r1, 0b101;", Immediate(5)),
    ("mov.b32 %r1, 017;", Immediate(15)),
    ("mov.b32 %r1, 12U;", Immediate(12)),
    ("mov.b32 %r1, WARP_SZ;", Immediate(32)),
    ("mov.f32 %f1, 0f3F800000;", FloatImmediate(0x3F800000, 32)),
    ("mov.f32 %f1, -0f3F800000;", FloatImmediate(0xBF800000, 32)),
    ("mov.f64 %rd1, 0d3FF0000000000000;", FloatImmediate(0x3FF0000000000000, 64)),
    ("mov.f32 %f1, 1.5;", FloatImmediate(0x3FF8000000000000, 64)),
    ("mov.f32 %f1, 15e-1;", FloatImmediate(0x3FF8000000000000, 64)),
    ("mov.f32 %f1, .5;", FloatImmediate(0x3FE0000000000000, 64)),
    ("mov.b32 %r1, %tid.x;", Special("%tid.x")),
    ("mov.b32 %r1, %clock64;", Special("%clock64")),
    ("mov.b32 %r1, %r2;", Register("%r2", "b32")),
    ("mov.b32 %r1, table+8;", Symbol("table", 8)),
    ("ld.b32 %r1, [%rd1];", Address(Register("%rd1", "b64"), 0)),
    ("ld.b32 %r1, [%rd1+16];", Address(Register("%rd1", "b64"), 16)),
    ("ld.b32 %r1, [%rd1+-4];", Address(Register("%rd1", "b64"), -4)),
    ("ld.b32 %r1, [%rd1-4];", Address(Register("%rd1", "b64"), -4)),
    ("ld.b32 %r1, [table+4];", Address(Symbol("table"), 4)),
    ("ld.b32 %r1, [256];", Address(Immediate(256), 0)),
    ("selp.b32 %r1, 1, 0, !%p1;", Negated(Register("%p1", "pred"))),
    ("mov.b64 %rd1, {%r1, %r2};", VectorOperand((Register("%r1", "b32"), Register("%r2", "b32")))),
    ("mov.b64 %rd1, {%r1, _};", VectorOperand((Register("%r1", "b32"), Sink()))),
])  # fmt: skip
def test_last_operand(text, expected):
    assert operands(text)[-1] == expected


def test_pair_of_destinations():
    assert operands("setp.eq.u32 %p1|%p2, %r1, %r2;")[0] == Pair(
        Register("%p1", "pred"), Register("%p2", "pred")
    )
    assert operands("elect.sync _|%p2, -1;")[0] == Pair(Sink(), Register("%p2", "pred"))


def test_opcode_keeps_all_modifiers():
    (instruction,) = instructions("ld.global.L1::no_allocate.L2::128B.v2.f32 {%f1, %f2}, [%rd1];")
    assert instruction.opcode == "ld.global.L1::no_allocate.L2::128B.v2.f32"
    assert instruction.name == "ld"


def test_guard():
    plain, negated = instructions("@%p3 mov.b32 %r1, 1;\n@!%p4 mov.b32 %r1, 1;")
    assert (plain.predicate, plain.negated) == (Register("%p3", "pred"), False)
    assert (negated.predicate, negated.negated) == (Register("%p4", "pred"), True)


def test_lines_and_source_locations():
    first, second, third = instructions(
        "mov.b32 %r1, 1; // a comment\n"
        "/* over\ntwo lines */ .loc 1 40 3\nmov.b32 %r1, 2;\n"
        ".loc 2 7 1, function_name $L__info_string0+4, inlined_at 1 40 9\nmov.b32 %r1, 3;"
    )
    start = first.line
    assert (first.location, second.line - start, third.line - start) == (None, 3, 5)
    assert second.location == SourceLocation(1, 40)
    assert third.location == SourceLocation(2, 7, caller=SourceLocation(1, 40))


def test_inline_assembly_is_of_the_line_of_its_statement():
    """As Triton writes a load: LLVM counts the lines of the assembly on."""
    asm = "// begin inline asm\n\t.loc\t1 5 32 // k.py:5:32\n\tmov.b32 %r1, 1;\n\t.loc\t1 6 32\n\tmov.b32 %r2, 2;\n"
    found = instructions(
        f".loc 1 4 1\nmov.b32 %r3, 3;\n{asm}// end inline asm\n.loc 1 6 1\nmov.b32 %r4, 4;\n"
    )
    assert [each.location.line for each in found] == [4, 5, 5, 6]
    assert found[2].line - found[0].line == 5


def test_inlined_calls_are_a_chain():
    """As NVRTC writes them: an inlined caller's ``.loc`` comes before those of what it calls."""
    name = ",".join(str(code) for code in b"_Z9block_sumPf\0_ZN4rows3sumILi4EEEfPKf\0")
    text = (
        ".loc 1 9 3\n.loc 1 5 2, function_name $L__s+15, inlined_at 1 9 3\n"
        ".loc 2 7 1, function_name $L__s, inlined_at 1 5 2\nmov.b32 %r1, 3;"
    )
    strings = f".section .debug_str\n{{\n$L__s:\n.b8 {name}\n}}\n"
    module = parse(f"{HEADER}.visible .entry k()\n{{\n{REGISTERS}{text}\n}}\n{strings}")
    found = next(i for i in module.functions["k"].body if isinstance(i, Instruction) and i.location)
    rows = SourceLocation(1, 5, "rows::sum", SourceLocation(1, 9))
    assert found.location == SourceLocation(2, 7, "block_sum", rows)


@pytest.mark.parametrize(("symbol", "name"), [
    ("k", "k"),
    ("_Z9block_sumPf", "block_sum"),
    ("_ZL9block_sumPf", "block_sum"),
    ("_Z3sumIfLi32EEfPKT_", "sum"),
    ("_ZN3cub11BlockReduceIfLi128ELNS_20BlockReduceAlgorithmE1ELi1EE3SumEf", "cub::BlockReduce::Sum"),
    ("_ZNK18cooperative_groups12thread_block4syncEv", "cooperative_groups::thread_block::sync"),
    ("_ZN3foo3barEv", "foo::bar"),
    ("_ZN3fooplEf", "foo::operator+(float)"),
    ("_ZZN4rows7softmaxIfLi4EEEvPKT_PS1_iiiiENKUliE_clEi", "rows::softmax::{lambda#1}"),
    ("_ZNSt8functionIFvPfEE3runES0_", "std::function::run"),
    ("_Znonsense", "_Znonsense"),
])  # fmt: skip
def test_function_names_are_readable(symbol, name):
    assert function_name(symbol) == name


def test_a_kernel_has_its_template_arguments():
    assert kernel_name("_ZN4rows7softmaxIfLi4EEEvPKT_PS1_iiii") == "rows::softmax<float, 4>"
    assert kernel_name("_Z3runIZ4mainEUlvE_EvT_") == "run<main::{lambda#1}>"
    assert kernel_name("_ZN3fooIFfPKvEE3runEv") == "foo<float (void const*)>::run"


def test_debug_sections_are_skipped():
    text = (
        HEADER + '.section .debug_str\n{\n$L__s:\n.b8 97, 0\n.b64 .debug_abbrev+4\n}\n.pragma "nounroll";\n'
    )
    assert parse(text).functions == {}


def test_register_range_is_bounded():
    assert operands("mov.b32 %r29, 1;")[0] == Register("%r29", "b32")
    assert "not declared" in message(f"{HEADER}.entry k()\n{{\n{REGISTERS}mov.b32 %r30, 1;\n}}")


def test_name_may_belong_to_a_range_whose_stem_ends_in_digits():
    body = ".reg .f64 %r1<5>;\nmov.f64 %r14, %r13;\nmov.b32 %r9, %r2;"
    first, second = instructions(body)
    # %r14 is in %r<30> and in %r1<5>; PTX forbids the clash, and the shorter stem is what compilers mean
    assert first.operands[0] == Register("%r14", "b32")
    assert second.operands[0] == Register("%r9", "b32")


def test_inner_scope_hides_and_ends():
    outer, inner, after = instructions(
        ".reg .b32 x;\nmov.b32 x, 1;\n{ .reg .f32 x; mov.f32 x, 0f00000000; }\nmov.b32 x, 2;"
    )
    assert outer.operands[0] == after.operands[0] == Register("x", "b32")
    hidden = inner.operands[0]
    assert hidden.type == "f32"
    assert hidden.name != "x"


def test_same_label_in_two_scopes_is_two_labels():
    scope = "{\n@%p1 bra DONE;\nAGAIN: bra AGAIN;\nDONE:\n}\n"
    found = function(scope + scope)
    labels = [s.name for s in found.body if isinstance(s, Label)]
    targets = [s.operands[0] for s in found.body if isinstance(s, Instruction)]
    assert len(set(labels)) == 4
    assert targets == [Symbol(labels[1]), Symbol(labels[0]), Symbol(labels[3]), Symbol(labels[2])]


def test_inner_scope_reaches_an_outer_label():
    found = function("{ bra OUT; }\nOUT:")
    assert [s.operands for s in found.body if isinstance(s, Instruction)] == [(Symbol("OUT"),)]


def test_branch_table_in_an_inner_scope():
    found = function("{\nts: .branchtargets A, B, OUT;\nbrx.idx %r1, ts;\nA:\nB:\n}\nOUT:")
    ((name, targets),) = found.branch_tables.items()
    labels = [s.name for s in found.body if isinstance(s, Label)]
    assert list(targets) == labels
    (branch,) = (s for s in found.body if isinstance(s, Instruction))
    assert branch.operands[1] == Symbol(name)


@pytest.mark.parametrize(("body", "rule"), [
    ("A:\nA:", "a label of this name is declared already (got 'A')"),
    (".reg .b32 %r<3>;", "a register of this name is declared already"),
    (".reg .b32 a;\n.reg .b32 a;", "a register of this name is declared already"),
    (".reg .b32 a<2>;\n.reg .v2 .b32 a;", "a vector register cannot have the name of a range"),
    (".shared .b32 x;\n.local .b32 x;", "a variable of this name is declared already"),
    ("@%r1 mov.b32 %r1, 1;", "a guard must be a predicate register"),
    ("@%p1", "expected an instruction (got '}')"),
    ("mov.b32 %r1, {{%r1}, %r2};", "expected an operand (got '{')"),
    ("mov.b32 %r1, 0x10000000000000000;", "a constant has at most 64 bits"),
    ("mov.b32 %r1, 09;", "not a number (got '09')"),
    ("mov.b32 %r1 %r2;", "expected ',' or ';'"),
    ("mov.b32 %q1, 2;", "this register is not declared (got '%q1')"),
    ("ld.b32 %r1, [%q1];", "this register is not declared (got '%q1')"),
    ("ld.b32 %r1, [0f3F800000];", "expected an integer"),
    ("ld.b32 %r1, [%rd1+0f3F800000];", "expected an integer"),
    ("call %rd1, (%r1);", "needs a prototype or a list of targets"),
    ("P: .callprototype f ();", "expected '_'"),
    (".loc 1 x 2", "expected a number (got 'x')"),
    ("mov.b32 %r1, #;", "not a PTX token"),
    ("mov.b32 %r1, /* 1;", "not a PTX token"),
])  # fmt: skip
def test_refused_in_a_body(body, rule):
    text = f"{HEADER}.visible .entry k()\n{{\n{REGISTERS}{body}\n}}\n"
    assert rule in message(text)


def test_error_names_the_line():
    text = f"{HEADER}.visible .entry k()\n{{\n{REGISTERS}mov.b32 %r1, 1;\nmov.b32 %r1, %q;\n}}\n"
    with pytest.raises(PtxError) as caught:
        parse(text)
    assert caught.value.line == 1 + text[: text.index("%q")].count("\n")


def test_variable_sizes_and_alignment():
    text = ".shared .align 16 .v4 .f32 x[3][2];"
    found = variable(text)
    assert (found.space, found.align, found.size_bytes, found.is_array) == ("shared", 16, 96, True)
    assert variable(".global .v2 .f64 x;").align == 16
    assert variable(".extern .shared .align 16 .b8 x[];").is_extern
    assert variable(".visible .const .align 4 .u32 x;").size_bytes == 4


def test_list_of_variables():
    found = parse(HEADER + ".global .u32 a, b[4], c = 5;").variables
    assert [v.size_bytes for v in found.values()] == [4, 16, 4]
    assert found["c"].initial == struct.pack("<I", 5)


@pytest.mark.parametrize(("text", "expected"), [
    (".global .u32 x[4] = {1, 2};", struct.pack("<4I", 1, 2, 0, 0)),
    (".global .u32 x[] = {1, 2};", struct.pack("<2I", 1, 2)),
    (".global .u8 x[2][2] = {{1, 2}, {3, 4}};", bytes([1, 2, 3, 4])),
    (".global .s16 x = -2;", struct.pack("<h", -2)),
    (".global .f32 x = 0f3F800000;", struct.pack("<f", 1.0)),
    (".global .f32 x = -1.5;", struct.pack("<f", -1.5)),
    (".global .f64 x = 0f3F800000;", struct.pack("<d", 1.0)),
    (".global .f64 x[2] = {-0d3FF0000000000000, 2.5};", struct.pack("<2d", -1.0, 2.5)),
    (".global .b8 x[3] = {104, 105};", b"hi\0"),
])  # fmt: skip
def test_initial_values(text, expected):
    assert variable(text).initial == expected


def test_addresses_in_initial_values():
    found = variable(".global .u64 x[4] = {7, a, generic(b)+12, c+4};")
    assert found.references == ((8, "a", 0), (16, "b", 12), (24, "c", 4))
    assert found.initial == struct.pack("<4Q", 7, 0, 0, 0)


@pytest.mark.parametrize(("text", "rule"), [
    (".global .pred x;", "expected a variable's type"),
    (".global .b32;", "expected a variable's name"),
    (".global .align 3 .b32 x;", "an alignment must be a power of two"),
    (".global .align 1048576 .b32 x;", "an alignment must be a power of two up to 65536"),
    (".global .u32 x[2] = {1, 2, 3};", "12 bytes of initial values for 8 bytes"),
    (".global .u8 x[2][2] = {{1}, {3, 4}};", "inner braces of an initial value must all be of one length"),
    (".global .u32 x = 1.5;", "a variable of type .u32 needs integer values"),
    (".global .f32 x = 1;", "a variable of type .f32 needs floating-point values"),
    (".global .f32 x = 1.0e300;", "too large for .f32"),
    (".global .u32 x = y;", "an address needs a variable of 64 bits"),
    (".global .u32 x = };", "expected an initial value"),
    (".global .b8 x[99999999999999];", "a variable has at most"),
    (".global .u32 x;\n.global .u32 x;", "a variable of this name is declared already"),
    (".tex .u32 t;", "this directive is not known at module level"),
    (".local .u32 t;", "this directive is not known at module level"),
    (".file one", "expected a number"),
    ("add.u32 x, y, z;", "expected a directive at module level"),
    (".entry k() .frobnicate 2 { ret; }", "not known at a function's head (got '.frobnicate')"),
    (".entry k(.param .b32 n) { .param .b32 n; }", "declared already (got 'n')"),
    (".func f() { }\n.func f() { }\n", "a function of this name is defined already"),
    (".global .texref t;", "there are no texture and surface references, which CUDA 12 removed"),
])  # fmt: skip
def test_refused_at_module_level(text, rule):
    assert rule in message(HEADER + text)


def test_definition_replaces_extern_declaration():
    text = ".extern .global .u32 x;\n.global .u32 x = 3;\n.extern .global .u32 x;"
    assert parse(HEADER + text).variables["x"].initial == struct.pack("<I", 3)


def test_parameters_and_results():
    text = (
        f"{HEADER}.func (.param .align 8 .b8 result[16]) f(.param .b32 a, .param .u64 .ptr .global .align 4 b)\n"
        "{ ret; }\n"
    )
    found = parse(text).functions["f"]
    assert [(v.name, v.size_bytes, v.align) for v in found.params] == [("a", 4, 4), ("b", 8, 8)]
    assert [(v.name, v.size_bytes, v.align) for v in found.results] == [("result", 16, 8)]
    assert not found.is_entry


def test_launch_bounds():
    head = ".visible .entry k()\n.maxntid 64, 2\n.minnctapersm 2\n.maxnreg 32"
    assert function("ret;", head).limits.max_threads == 128
    assert function("ret;", ".entry k() .reqntid 8, 4").limits.required_block == (8, 4, 1)
    clustered = function("ret;", ".entry k()\n.explicitcluster\n.reqnctapercluster 2, 1, 1")
    assert (clustered.limits.cluster, clustered.limits.needs_cluster) == ((2, 1, 1), True)
    assert function("ret;", ".entry k()\n.maxclusterrank 4").limits.max_cluster == 4


def test_calls():
    found = function(
        "call f;\ncall.uni g, (%r1, 4);\n@%p1 call (%r2), h, (%rd1);\n"
        "{ .param .b32 p0; .param .b32 q0; call.uni (q0), h, (p0); }"
    )
    calls = [s for s in found.body if isinstance(s, CallStatement)]
    assert [c.function for c in calls] == ["f", "g", "h", "h"]
    assert calls[1].arguments == (Register("%r1", "b32"), Immediate(4))
    assert (calls[2].results, calls[2].predicate) == ((Register("%r2", "b32"),), Register("%p1", "pred"))
    result = calls[3].results[0]
    assert result.name in found.variables


def test_declaration_then_definition_then_declaration():
    text = f"{HEADER}.func f();\n.func f() {{ ret; }}\n.func f();\n"
    assert not parse(text).functions["f"].is_declaration


WHOLE = (
    HEADER
    + '.file 1 "x.cu"\n.global .align 8 .u64 v[2] = {generic(w)+4, 3};\n.global .f32 w = 0f3F800000;\n'
    + ".func (.param .b32 r) f(.param .b32 a) { ret; }\n"
    + ".visible .entry k(.param .u64 .ptr .global .align 4 out) .maxntid 32, 1, 1\n{\n"
    + REGISTERS
    + "@!%p1 bra L;\n{ .reg .b32 t; mov.b32 {t, _}, %rd1; }\nts: .branchtargets L;\nbrx.idx %r1, ts;\n"
    + "call (%r2), f, (%r1);\nld.global.v2.b32 {%r1, %r2}, [%rd1+-8];\nL: ret;\n}\n"
)


def error_line(text):
    """Return the line that an error names, 1 where there is none; anything but a PtxError passes through."""
    try:
        parse(text)
    except PtxError as error:
        return error.line
    return 1


def test_text_that_ends_early_gives_a_ptx_error_or_a_module():
    for ends in range(0, len(WHOLE), 3):
        assert error_line(WHOLE[:ends]) > 0, ends


@pytest.mark.parametrize(
    "replacement", [";", "{", "}", "(", ",", "-", "7", "%", ".b32", "x", '"', "0x", "<", "@"]
)
def test_text_with_a_token_changed_gives_a_ptx_error_or_a_module(replacement):
    for start in range(0, len(WHOLE), 5):
        assert error_line(WHOLE[:start] + replacement + WHOLE[start + 1 :]) > 0


@pytest.mark.parametrize("text", [
    ".global .u32 v = DEEP;",
    ".global .u32 v[DEEP];",
    ".global .u32 v = SIGNS 1;",
    ".global .u32 v = CHOICES 1;",
    ".entry k() { .reg .b32 r; mov.b32 r, DEEP; }",
    ".entry k() { .reg .b64 r; ld.global.b32 _, [r + DEEP]; }",
    ".entry k() { .reg .b64 r; .reg .b32 x; tex.1d.v4.f32.s32 {x, x, x, x}, PLACES; }",
])  # fmt: skip
def test_deep_expressions_are_refused(text):
    def written(depth):
        deep = "(" * depth + "1" + ")" * depth
        places = "[r, " * depth + "x" + "]" * depth
        whole = text.replace("DEEP", deep).replace("SIGNS", "- " * depth).replace("PLACES", places)
        return f"{HEADER}{whole.replace('CHOICES', '1 ? 1 : ' * depth)}\n"

    parse(written(40))
    assert "ptx line 4: braces, parentheses or signs are nested too deeply" in message(written(3000))


@pytest.mark.parametrize(("directive", "words"), [
    (".reqnctapercluster 0, 0, 0", "at most 3 numbers, each at least 1 (got 0, 0, 0)"),
    (".reqnctapercluster 2, 0", "(got 2, 0)"),
    (".reqnctapercluster", "(got none)"),
    (".maxntid 0", "(got 0)"),
    (".reqntid 1, 2, 3, 4", "(got 1, 2, 3, 4)"),
    (".maxclusterrank 0", ".maxclusterrank takes at most 1 numbers, each at least 1 (got 0)"),
])  # fmt: skip
def test_extents_that_nothing_has_are_refused(directive, words):
    assert words in message(f"{HEADER}.entry k() {directive}\n{{ ret; }}\n")
    parse(f"{HEADER}.entry k() {directive.split()[0]} 1\n{{ ret; }}\n")


def test_deep_braces_are_refused():
    body = "{" * 5000
    assert "nested more than 100 deep" in message(f"{HEADER}.entry k() {{ {body}")


def test_huge_numbers_are_refused():
    digits = "9" * 10000
    for text in (f"mov.b32 %r1, {digits};", f"mov.b32 %r{digits}, 1;", f"mov.b32 %r1, 0x{digits};"):
        with pytest.raises(PtxError):
            function(text)


TOP = 1 << 63


def last_operand(text):
    module = parse(f"{HEADER}.entry k() {{ .reg .b32 %r<9>; .reg .b64 %rd<9>;\n{text}\n}}")
    return module.functions["k"].body[-1].operands[-1]


@pytest.mark.parametrize(("text", "value"), [
    ("4 * 8", 32),
    ("2 + 3 * 4", 14),
    ("(2 + 3) * 4", 20),
    ("10 - 4 - 3", 3),
    ("-7 / 2", -3),
    ("-7 % 2", 1),  # the remainder is of unsigned numbers
    ("7 % -2", 7), ("1 << 4 + 1", 32), ("-16 >> 2", -4), ("-16U >> 60", 15),
    ("0xF0 | 0x0F & 0x3C ^ 1", 0xFD), ("~0", 2**64 - 1), ("!5 + !0", 1), ("-(3)", -3), ("+3", 3),
    ("3 < 4 && 4 <= 4 || 0", 1),
    ("-1 < 0U", 0),  # compared as unsigned numbers
    ("(.s64) 0xffffffffffffffff < 0", 1), ("(.u64) -1 > 0", 1), ("1 ? 2 : 3", 2), ("0 ? 2 : 0 ? 4 : 5", 5),
    ("5 == 5 != 0", 1), ("WARP_SZ * 2 - 1", 63), ("0x7fffffffffffffff + 1", -TOP), ("1 << 64", 0),
    ("1.5 < 2", 1),
])  # fmt: skip
def test_integers(text, value):
    assert last_operand(f"mov.b64 %rd1, {text};") == Immediate(value)


@pytest.mark.parametrize(("text", "bits"), [
    ("1.5 * 2.0", 0x4008000000000000), ("-(1.0 / 4)", 0xBFD0000000000000),
    ("1 ? 0.5 : 2.0", 0x3FE0000000000000), ("1.0 / 0.0", 0x7FF0000000000000),
    ("0f3F800000 + 0f3F800000", 0x4000000000000000),
])  # fmt: skip
def test_floating_point(text, bits):
    assert last_operand(f"mov.f64 %rd1, {text};") == FloatImmediate(bits, 64)


@pytest.mark.parametrize(("text", "expected"), [
    ("[%rd1 + 4 + 4]", Address(Register("%rd1", "b64"), 8)),
    ("[%rd1 + 4 * 8 - 2]", Address(Register("%rd1", "b64"), 30)),
    ("[%rd1 + (1 << 4)]", Address(Register("%rd1", "b64"), 16)),
    ("[%rd1 - -4]", Address(Register("%rd1", "b64"), 4)),
    ("[4 * 8 + 1]", Address(Immediate(33))),
    ("[table + 2 * 4]", Address(Symbol("table"), 8)),
    ("[(4)]", Address(Immediate(4))),
])  # fmt: skip
def test_addresses(text, expected):
    assert last_operand(f"ld.b32 %r1, {text};") == expected


@pytest.mark.parametrize(("text", "rule"), [
    ("1 / 0", "a constant is divided by zero (got '/')"),
    ("5 % 0", "a constant is divided by zero (got '%')"),
    ("1.0 << 2", "this operator takes integers"),
    ("~1.5", "this operator takes integers"),
    ("1.5 ? 1 : 2", "a condition must be an integer"),
    ("(1", "expected ')'"),
    ("1 +", "expected a constant (got ';')"),
    ("1 ? 2", "expected ':'"),
])  # fmt: skip
def test_refused(text, rule):
    with pytest.raises(PtxError) as caught:
        last_operand(f"mov.b64 %rd1, {text};")
    assert rule in str(caught.value)
    assert caught.value.line == 5


def test_declarations_take_expressions():
    module = parse(
        f"{HEADER}.global .b32 a[2 * 3] = {{1 + 1, -2 * 2, ~0, WARP_SZ}};\n.global .b8 b[WARP_SZ];\n"
    )
    a, b = module.variables.values()
    assert (a.size_bytes, b.size_bytes) == (24, 32)
    assert a.initial[:16] == bytes([2, 0, 0, 0, 252, 255, 255, 255, 255, 255, 255, 255, 32, 0, 0, 0])
