"""Which definition of a name a link takes, what stays a text's own, and what it refuses."""

import pytest

from harness.errors import PtxError
from harness.ptx.reading.parser import parse
from harness.ptx.text.linker import Linker
from harness.ptx.text.syntax import Instruction, SourceLocation
from tests.ptx.ptx_text import HEADER


def linked(*texts):
    linker = Linker()
    for index, text in enumerate(texts):
        linker.add(f"{'abc'[index]}.ptx", HEADER + text)
    return linker.linked()


def link(*texts):
    return parse(linked(*texts))


def value(number, linkage="", head=".func (.param .b32 r) f()"):
    """Return the definition of a function that gives a number."""
    return f"{linkage} {head}\n{{\n.reg .b32 %r1;\nmov.b32 %r1, {number};\nst.param.b32 [r], %r1;\nret;\n}}\n"


def given(module, name="f"):
    """Return the number that a function gives."""
    (moved,) = (
        each
        for each in module.functions[name].body
        if isinstance(each, Instruction) and each.opcode == "mov.b32"
    )
    return moved.operands[1].value


def refusal(*texts):
    with pytest.raises(PtxError) as caught:
        linked(*texts)
    return str(caught.value)


@pytest.mark.parametrize(("first", "second", "taken"), [
    (".weak", ".weak", 1),
    (".visible", ".weak", 1),
    (".weak", ".visible", 2),
    ("/* .visible */ .weak", "// .weak {\n.visible", 2),
])  # fmt: skip
def test_of_several_functions_the_visible_one_is_taken_else_the_first(first, second, taken):
    for declared in ("", ".extern .func (.param .b32 r) f();\n"):
        texts = (declared + value(1, first), declared + value(2, second))
        assert given(link(*texts)) == taken


def test_of_three_functions_the_visible_one_is_taken():
    assert given(link(value(1, ".weak"), value(2, ".weak"), value(3, ".visible"))) == 3


@pytest.mark.parametrize(("first", "second", "taken"), [
    (".weak", ".weak", 1), (".visible", ".weak", 1), (".weak", ".visible", 2), (".common", ".weak", 1),
    (".weak", ".common", 2), (".visible", ".common", 1), (".common", ".visible", 2),
])  # fmt: skip
def test_of_several_variables_one_is_taken(first, second, taken):
    module = link(
        f"{first} .global .align 4 .u32 x[2] = {{1, 0}}, only = 7;",
        f".extern .global .u32 only;\n{second} .global .u32 x[2] = {{2, 0}};",
    )
    assert module.variables["x"].initial == bytes([taken, 0, 0, 0, 0, 0, 0, 0])
    assert module.variables["only"].initial == bytes([7, 0, 0, 0])


def test_of_common_variables_the_largest_is_taken():
    texts = [f".common .global .align 4 .b8 x[{size}];" for size in (4, 16, 8)]
    assert link(*texts).variables["x"].size_bytes == 16


def test_a_variable_keeps_its_content_when_the_others_are_declarations():
    module = link(
        ".extern .global .u32 x[];", ".visible .global .u32 x[] = {1, 2, 3};", ".extern .global .u32 x[];"
    )
    assert module.variables["x"].initial == bytes([1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0])


def test_kernels_of_templates_may_be_defined_in_several_texts():
    module = link(*(f".weak .entry k()\n.maxntid {n}, 1, 1\n{{\nret;\n}}\n" for n in (32, 64)))
    assert module.functions["k"].limits.max_threads == 32


def test_names_without_a_directive_stay_the_own_ones_of_their_text():
    own = (
        value(1)
        + '.global .align 1 .b8 $str[2] = {65, 0};\n.visible .global .u64 a = generic($str);\n.file 1 "f"\n'
    )
    other = value(2) + ".global .align 1 .b8 $str[2] = {66, 0};\n.visible .global .u64 b = generic($str);\n"
    module = link(own, other, ".weak .global .u32 f = 5;")
    assert module.files == {1: "f"}
    contents = {module.variables[module.variables[name].references[0][1]].initial for name in "ab"}
    assert contents == {b"A\0", b"B\0"}
    assert sorted(given(module, name) for name in module.functions) == [1, 2]
    assert module.variables["f"].initial == bytes([5, 0, 0, 0])


def test_every_text_keeps_its_source_files_and_the_names_of_inlined_functions():
    texts = [
        f'.file 1 "{name}.cu"\n.file 2 "{name}.h"\n.visible .entry {name}()\n{{\n.loc 1 8 2\n'
        ".loc 2 3 4, function_name $L__info_string0, inlined_at 1 8 2\nret;\n}\n"
        f".section .debug_str {{\n$L__info_string0:\n.b8 {ord(name)}\n.b8 0\n}}\n"
        for name in "pq"
    ]
    module = link(*texts)
    assert module.files == {1: "p.cu", 2: "p.h", 3: "q.cu", 4: "q.h"}
    found = [module.functions[name].body[0].location for name in "pq"]
    assert found == [
        SourceLocation(2, 3, "p", SourceLocation(1, 8)),
        SourceLocation(4, 3, "q", SourceLocation(3, 8)),
    ]


def test_the_newest_version_and_target_are_taken():
    linker = Linker()
    linker.add("a", ".version 7.8\n.target sm_80\n.address_size 64\n.visible .entry a() { ret; }")
    linker.add("b", ".version 8.10\n.target sm_90a, debug\n.address_size 64\n.visible .entry b() { ret; }")
    module = parse(linker.linked())
    assert (module.version, module.target, list(module.functions)) == ("8.10", "sm_90a", ["a", "b"])


def test_a_text_alone_is_not_changed():
    text = HEADER + value(1)
    linker = Linker()
    linker.add("a", text)
    assert linker.linked() == text


@pytest.mark.parametrize(("texts", "rule"), [
    ([value(1, ".visible"), value(2, ".weak"), value(3, ".visible")],
     "Multiple definition of 'f' in 'c.ptx', first defined in 'a.ptx'"),
    ([".visible .entry k() { ret; }", "// no kernel k\n.entry k() { ret; }"],
     "Multiple definition of 'k' in 'b.ptx', first defined in 'a.ptx'"),
    ([".visible .global .u32 x = 1;", ".visible .global .u32 x;"],
     "Multiple definition of 'x' in 'b.ptx', first defined in 'a.ptx'"),
    ([value(1, ".visible"), ".visible .global .u32 f;"],
     "Memory space doesn't match for 'f' in 'b.ptx', first specified in 'a.ptx'"),
    ([".weak .const .u32 x;", ".weak .global .u32 x;"],
     "Memory space doesn't match for 'x' in 'b.ptx', first specified in 'a.ptx'"),
    ([".weak .global .v2 .u32 x[3];", ".weak .global .b8 x[16];"],
     "Size doesn't match for 'x' in 'b.ptx', first specified in 'a.ptx'"),
    ([".common .global .u32 x = 1;", ".common .global .u32 x = 2;"], "Multiple definition of 'x' in 'b.ptx'"),
])  # fmt: skip
def test_refused(texts, rule):
    assert rule in refusal(*texts)


def test_a_refused_text_is_not_part_of_the_link():
    linker = Linker()
    linker.add("a", HEADER + value(1, ".visible"))
    with pytest.raises(PtxError):
        linker.add("b", HEADER + value(2, ".visible"))
    assert given(parse(linker.linked())) == 1


def test_a_text_alone_may_not_define_a_name_twice():
    with pytest.raises(PtxError, match="defined already"):
        parse(HEADER + value(1, ".weak") + value(2, ".weak"))
