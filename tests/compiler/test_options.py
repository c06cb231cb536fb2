import pytest

from harness.compiler.artifact import CompileRequest
from harness.compiler.options import read_options


@pytest.fixture
def request_of(tmp_path):
    def make(*options, **fields):
        return CompileRequest(tmp_path / "k.cu", "sm_90", options=options, **fields)

    return make


def test_language_level_lines_and_macros_are_always_there(request_of):
    options = read_options(request_of("--use_fast_math", defines=(("KH_SCALAR", "__half"), ("TILE", "4"))))
    assert options.for_compiler == (
        "-std=c++17",
        "-lineinfo",
        "-DKH_SCALAR=__half",
        "-DTILE=4",
        "--use_fast_math",
    )


@pytest.mark.parametrize("standard", ["-std=c++20", "--std=c++20"])
def test_a_variants_own_language_level_replaces_ours(request_of, standard):
    assert read_options(request_of(standard)).for_compiler == ("-lineinfo", standard)


def test_lines_are_asked_for_once(request_of):
    assert read_options(request_of("-lineinfo")).for_compiler == ("-std=c++17", "-lineinfo")


@pytest.mark.parametrize(
    "spelling", [("-Iextra",), ("-I", "extra"), ("--include-path=extra",), ("-I=extra",)]
)
def test_include_folders_leave_the_options_for_the_search_path(request_of, tmp_path, spelling):
    (tmp_path / "include").mkdir()
    options = read_options(request_of(*spelling, include_dirs=(tmp_path / "common",)))
    assert options.for_compiler == ("-std=c++17", "-lineinfo")
    assert options.include_dirs == (tmp_path, tmp_path / "common", tmp_path / "extra", tmp_path / "include")


@pytest.mark.parametrize("spelling", [("-include", "p.h"), ("-include=p.h",), ("--pre-include=p.h",)])
def test_a_header_included_by_an_option_is_known_and_passed_on(request_of, spelling):
    options = read_options(request_of(*spelling))
    assert options.pre_includes == ("p.h",)
    assert options.for_compiler[-1] == "--pre-include=p.h"
