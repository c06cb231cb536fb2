"""Line tables of Triton's PTX lead to the user's lines, and the text keeps its lines."""

from pathlib import PurePosixPath

from harness.compiler.triton.translation import in_user_frames, with_own_lines

LIBRARY = PurePosixPath("/site/triton")
FILES = '\t.file 1 "/home/softmax.py"\n\t.file 2 "/site/triton/language/standard.py"\n'


def _locs(ptx: str) -> list[str]:
    return [line.strip() for line in ptx.splitlines() if ".loc" in line]


def test_what_the_library_inlines_has_the_line_of_its_call() -> None:
    ptx = "\t.loc\t2 216 16, function_name $L__info_string0, inlined_at 1 10 13 // standard.py\n" + FILES
    assert _locs(in_user_frames(ptx, LIBRARY)) == [".loc\t1 10 13"]


def test_a_chain_of_library_functions_leads_to_the_user() -> None:
    outer = "\t.loc\t2 216 16, function_name $L__info_string0, inlined_at 1 10 13\n"
    inner = "\t.loc\t2 196 12, function_name $L__info_string0, inlined_at 2 216 16\n"
    assert _locs(in_user_frames(outer + inner + FILES, LIBRARY)) == [".loc\t1 10 13", ".loc\t1 10 13"]


def test_a_function_of_the_user_keeps_its_caller() -> None:
    line = "\t.loc\t1 5 2, function_name $L__info_string0, inlined_at 1 10 13\n"
    assert in_user_frames(line + FILES, LIBRARY) == line + FILES


def test_a_circle_ends() -> None:
    line = "\t.loc\t2 5 2, function_name $L__info_string0, inlined_at 2 5 2\n"
    assert _locs(in_user_frames(line + FILES, LIBRARY)) == [".loc\t2 5 2"]


def test_inline_assembly_has_the_line_of_its_beginning() -> None:
    ptx = (
        "\t.loc\t1 32 14\n\t// begin inline asm\n\t.loc\t1 32 14\n\tmov.u64 %rd5, 0x0;\n\t.loc\t1 33 14\n"
        "\tld.global.b64 { %rd5 }, [ %rd6 + 0 ];\n\t// end inline asm\n\t.loc\t1 40 1\n"
    )
    fixed = with_own_lines(ptx)
    assert _locs(fixed) == [".loc\t1 32 14", ".loc\t1 32 14", ".loc\t1 32 14", ".loc\t1 40 1"]
    assert fixed.count("\n") == ptx.count("\n")
