from pathlib import Path

import pytest

from harness.compiler.source.preprocessing import Preprocessor, parse


def active(text, **defines):
    return Preprocessor(defines=defines).read(Path("k.cu"), text).active


def kept(text, **defines):
    return active(text, **defines).split()


TRUE = (
    *("1", "!UNKNOWN", "defined(A)", "defined A && !defined(B)", "A == 3 && A < 0x10", "(A + 1) * 2 == 8"),
    *("A << 2 == 12", "TWICE_REMOVED > 2", "A > \\\n 2 /* why */ // and", "__CUDA_ARCH__ >= 700L"),
    *("defined(__CUDACC__) && __cplusplus >= 201703L", "__has_include(<there.h>)"),
)
FALSE = (
    *("0", "", "UNKNOWN", "A / 0", "ITSELF", "CALL(1)", '__has_include("missing.h")'),
    *("__has_feature(modules)", "'x'"),
)


@pytest.mark.parametrize("condition", [*TRUE, *FALSE])
def test_conditions_are_evaluated(condition):
    text = f"#define REMOVED A\n#define TWICE_REMOVED REMOVED\n#define ITSELF ITSELF\n#if {condition}\nyes\n#endif\n"
    reader = Preprocessor(defines={"A": "3"}, has=lambda name, _is_quoted, _path: name == "there.h")
    assert ("yes" in reader.read(Path("k.cu"), text).active) == (condition in TRUE)


def test_one_arm_is_kept_and_positions_stay():
    text = "#if A\nint f(int a) {\n#elif B\nint f(int b) {\n#else\nint f() {\n#endif\n}\n"
    for defines, taken in (({"A": "1"}, "int f(int a)"), ({"B": "1"}, "int f(int b)"), ({}, "int f()")):
        found = active(text, **defines)
        assert found.split("{")[0].strip() == taken
        assert found.index(taken) == text.index(taken)
        assert len(found) == len(text)
        assert not parse(found).root_node.has_error


def test_conditions_in_arms_that_are_not_taken_do_not_count():
    text = (
        "#ifdef X\n#if 1\na\n#else\nb\n#endif\n#define Y\n#else\nc\n#endif\n#ifndef Y\nd\n#endif\n#undef Z\n"
    )
    assert kept(text, Z="") == ["c", "d"]


def test_what_only_looks_like_a_directive_or_a_brace_is_not_one():
    text = (
        '/*\n#if 0\n*/ a\n// #if 0 \\\n#if 0\nconst char* s = R"(\n#if 0\n{)";\n'
        "char c = '{'; int n = 1'000; char d = '\"';\n#define M(x) \\\n  if (x) { \n#pragma unroll\nb\n"
    )
    found = active(text)
    assert "{" not in found
    assert "b" in found.split()
    assert found.count("\n") == text.count("\n")


def test_headers_are_followed_in_arms_that_are_taken(tmp_path):
    (tmp_path / "a.h").write_text("#pragma once\n#define A 1\n#include <b.h>\n")

    def find(name, is_quoted, path):
        found = path.parent / name
        return found if is_quoted and found.is_file() else None

    reader = Preprocessor(find)
    text = '#include "a.h"\n#if A\n# include "a.h"\n#else\n#include "c.h"\n#endif\n#if A\nint x;\n#endif\n'
    unit = reader.read(tmp_path / "k.cu", text)
    assert "int x;" in unit.active
    assert [(each.name, each.found is not None) for each in unit.includes] == [("a.h", True)] * 2
    assert [text[each.start : each.stop] for each in unit.includes] == ['"a.h"'] * 2
    assert [each.name for each in reader.units[tmp_path / "a.h"].includes] == ["b.h"]


def test_files_that_include_themselves_or_each_other_are_read(tmp_path):
    (tmp_path / "a.h").write_text('#ifndef A\n#define A\n#include "b.h"\nint a;\n#endif\n')
    (tmp_path / "b.h").write_text('#include "a.h"\n#include "b.h"\nint b;\n')
    reader = Preprocessor(lambda name, _is_quoted, path: path.parent / name)
    reader.read(tmp_path / "k.cu", '#include "a.h"\n#include "b.h"\n#include "k.cu"\nint k;\n')
    assert [" ".join(unit.active.split()) for unit in reader.units.values()] == ["int k;", "int a;", "int b;"]


def test_any_text_is_read_in_a_time_that_grows_with_it():
    for piece in ("#if ", "#if 1\n", "#else\n", "/*", '"', 'R"(('):
        active(piece * (100_000 // len(piece)))
    doubled = "".join(f"#define A{n + 1} A{n} + A{n}\n" for n in range(40))
    active(f"#define A0 1\n{doubled}#if A40\n#endif\n")
