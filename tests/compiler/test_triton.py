"""What Triton is asked for, what becomes of its lines, and what its process leaves; with Triton: `tests.kernels`."""

import fcntl
import os
import subprocess
import tempfile
from pathlib import PurePosixPath

import pytest

from harness.compiler import CompileRequest, compile  # noqa: A004 - its name
from harness.compiler.artifact import TritonCall
from harness.compiler.request import argument_of
from harness.compiler.triton import service
from harness.compiler.triton.service import remove_abandoned
from harness.compiler.triton.translation import in_user_frames, with_own_lines
from harness.errors import CompileError


def integer(value: int) -> tuple[str, str, int]:
    return argument_of("n", {}, {"n": value}, {})


def pointer(dtype: str, offset_bytes: int) -> tuple[str, str, int]:
    return argument_of("p", {"p": (dtype, offset_bytes)}, {}, {})


@pytest.mark.parametrize(
    ("value", "stands_for"),
    [(1, 1), (16, 16), (0, 16), (4096, 16), (17, 17), (7, 17), (-3, 17), (2**31 - 1, 17), (-(2**31), 16)],
)
def test_integers_of_32_bits(value, stands_for):
    assert integer(value) == ("integer", "", stands_for)


@pytest.mark.parametrize(
    ("value", "is_divisible"), [(2**31, True), (2**40 + 1, False), (-(2**31) - 1, False)]
)
def test_wider_integers_stay_wide(value, is_divisible):
    _, _, number = integer(value)
    assert number >= 2**31
    assert (number % 16 == 0) is is_divisible


def test_pointers_differ_by_type_and_by_alignment():
    assert pointer("float16", 256) == pointer("float16", 0) != pointer("float16", 2)
    assert pointer("float16", 2) == pointer("float16", 6)
    assert pointer("float16", 0) != pointer("float32", 0)


def test_names_rules_and_scalars_get_their_kinds():
    pointers, integers = {"inp": ("float32", 4)}, {"n_cols": 33}
    numbers = {"n_rows * n_cols": 64, "0.5": 0.5}
    kinds = [argument_of(each, pointers, integers, numbers) for each in ("inp", "n_cols", *numbers, "eps")]
    real = ("float", "", 0)
    assert kinds == [("pointer", "float32", 1), ("integer", "", 17), ("integer", "", 16), real, real]


LIBRARY = PurePosixPath("/site/triton")
FILES = '\t.file 1 "/home/softmax.py"\n\t.file 2 "/site/triton/language/standard.py"\n'


def _locs(ptx: str) -> list[str]:
    return [line.strip() for line in ptx.splitlines() if ".loc" in line]


INLINED = ", function_name $L__info_string0, inlined_at "


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ([f"2 216 16{INLINED}1 10 13 // standard.py"], ["1 10 13"]),
        # a chain of functions of the library
        ([f"2 216 16{INLINED}1 10 13", f"2 196 12{INLINED}2 216 16"], ["1 10 13", "1 10 13"]),
        # a function of the user keeps its caller
        ([f"1 5 2{INLINED}1 10 13"], [f"1 5 2{INLINED}1 10 13"]),
        # a circle ends
        ([f"2 5 2{INLINED}2 5 2"], ["2 5 2"]),
    ],
)
def test_what_the_library_inlines_has_the_line_of_its_call(places, expected):
    ptx = "".join(f"\t.loc\t{place}\n" for place in places) + FILES
    assert _locs(in_user_frames(ptx, LIBRARY)) == [f".loc\t{place}" for place in expected]


def test_inline_assembly_has_the_line_of_its_beginning():
    ptx = (
        "\t.loc\t1 32 14\n\t// begin inline asm\n\t.loc\t1 32 14\n\tmov.u64 %rd5, 0x0;\n\t.loc\t1 33 14\n"
        "\tld.global.b64 { %rd5 }, [ %rd6 + 0 ];\n\t// end inline asm\n\t.loc\t1 40 1\n"
    )
    fixed = with_own_lines(ptx)
    assert _locs(fixed) == [".loc\t1 32 14", ".loc\t1 32 14", ".loc\t1 32 14", ".loc\t1 40 1"]
    assert fixed.count("\n") == ptx.count("\n")


def test_without_triton_a_kernel_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(service.importlib.util, "find_spec", lambda _: None)
    path = tmp_path / "k.py"
    path.write_text("raise SystemExit('never executed')\n")
    with pytest.raises(CompileError) as caught:
        compile(CompileRequest(path, "sm_90", triton=TritonCall("k", (), (), 4)))
    assert "must be compiled by Triton" in str(caught.value)
    assert "pip install 'triton>=3.4'" in caught.value.log


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    made = tmp_path / "kernel-harness-triton-x"
    made.mkdir()
    (made / "kernel.ptx").write_text("")
    (made / "lock").write_text("")
    os.utime(made, (1, 1))
    return made


def test_the_folder_of_a_killed_process_goes_unless_it_may_not_have_its_lock_yet(folder):
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        remove_abandoned()
    assert folder.exists(), "its process lives"
    for changed, stays in ((None, True), ((1, 1), False)):
        os.utime(folder, changed)
        remove_abandoned()
        assert folder.exists() is stays


def test_a_link_and_a_file_of_the_name_are_left_alone(tmp_path, folder):
    (folder / "lock").unlink()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("kept")
    (folder / "lock").symlink_to(elsewhere)
    os.utime(folder, (1, 1))
    (tmp_path / "kernel-harness-triton-file").write_text("")
    os.utime(tmp_path / "kernel-harness-triton-file", (1, 1))
    remove_abandoned()
    assert elsewhere.read_text() == "kept"
    assert folder.exists()
    assert (tmp_path / "kernel-harness-triton-file").exists()


def test_the_process_leaves_no_bytecode_next_to_kernels(tmp_path):
    process = service.TritonService(tmp_path / "kernels.py")
    arguments = process._process.args
    process.close()
    (tmp_path / "shared.py").touch()
    code = f"import sys; sys.path.append({str(tmp_path)!r}); import shared"
    subprocess.run([*arguments[: arguments.index(str(service.TRANSLATOR))], "-c", code], check=True)
    assert [path.name for path in tmp_path.iterdir()] == ["shared.py"]
