import pytest

from harness.compiler.source.translation import read_options


@pytest.fixture
def read(tmp_path):
    return lambda *options, **more: read_options(tmp_path / "k.cu", options, **more)


def test_language_level_lines_and_macros_are_always_there(read):
    options = read("--use_fast_math", defines=(("KH_SCALAR", "__half"), ("TILE", "4")))
    assert options.for_compiler == (
        "-std=c++17",
        "-lineinfo",
        "-DKH_SCALAR=__half",
        "-DTILE=4",
        "--use_fast_math",
    )


@pytest.mark.parametrize(
    ("own", "passed"),
    [
        ("-std=c++20", ("-lineinfo", "-std=c++20")),
        ("--std=c++20", ("-lineinfo", "--std=c++20")),
        ("-lineinfo", ("-std=c++17", "-lineinfo")),
    ],
)
def test_a_variants_own_language_level_and_lines_replace_ours(read, own, passed):
    assert read(own).for_compiler == passed


@pytest.mark.parametrize(
    "spelling", [("-Iextra",), ("-I", "extra"), ("--include-path=extra",), ("-I=extra",)]
)
def test_include_folders_leave_the_options_for_the_search_path(read, tmp_path, spelling):
    (tmp_path / "include").mkdir()
    options = read(*spelling, include_dirs=(tmp_path / "common",))
    assert options.for_compiler == ("-std=c++17", "-lineinfo")
    assert options.include_dirs == (tmp_path, tmp_path / "common", tmp_path / "extra", tmp_path / "include")


@pytest.mark.parametrize("spelling", [("-include", "p.h"), ("-include=p.h",), ("--pre-include=p.h",)])
def test_a_header_included_by_an_option_is_known_and_passed_on(read, spelling):
    options = read(*spelling)
    assert options.pre_includes == ("p.h",)
    assert options.for_compiler[-1] == "--pre-include=p.h"
