"""Which compiler options a declaration may give; what NVRTC does with each of them."""

import itertools
import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness.cli.program import main
from harness.compiler import CompileRequest
from harness.compiler.backend.nvrtc import Nvrtc
from harness.compiler.source.translation import CompileJob
from harness.errors import SpecError
from harness.variant.declaration.compile_option import NVCC_ALONE, OPTIONS, REFUSED, SET_BY_HARNESS, fault_of
from harness.variant.declaration.declared_values import WrongValueError, read_compile_options
from harness.variant.declaration.discovery import load_variant
from tests.sampled import one_in

ROOT = Path(__file__).parents[2]
SOURCE = (ROOT / "cuda_src" / "softmax_naive.cu").read_text(encoding="utf-8")

TRUTH = "true false"
SAMPLES = {
    **dict.fromkeys(
        ("-ftz", "-fmad", "-prec-div", "-prec-sqrt", "-device-stack-protector", "-brief-diag"), TRUTH
    ),
    **dict.fromkeys(("-builtin-move-forward", "-builtin-initializer-list"), TRUTH),
    "-maxrregcount": "32 255",
    "-std": "c++11 c++14 c++17 c++20",
    "-Xptxas": """
        -O0 -O3 --opt-level=2 -v --verbose -dlcm=ca --def-load-cache=cg -dscm=wb --def-store-cache=cs
        -allow-expensive-optimizations=true --allow-expensive-optimizations=false
        -maxrregcount=32 --maxrregcount=32 -warn-spills --warn-on-spills -warn-lmem-usage
        --warn-on-local-memory-usage -warn-double-usage --warn-on-double-precision-use
        --disable-optimizer-constants
    """,
    "-I": "include ../common/cuda-13.0+x",
    "-include": "first.h",
    "-U": "NDEBUG",
    "-jtd": "0 101",
    "-dopt": "on",
    "-Ofc": "0 min mid max",
    "-opt-info": "inline",
    "-diag-suppress": "177 177,550",
    "-diag-warn": "177",
    "-diag-error": "177",
}


def given(row):
    """Every spelling of a row with every sample value."""
    if not row.value:
        return list(row.names)
    values = SAMPLES[row.names[0]].split()
    spelled = [f"{name}={value}" for name in row.names for value in values]
    return spelled + [f"{row.names[0]}{value}" for value in values if row.is_joined]


def declared(tmp_path, option):
    path = tmp_path / "k.cu"
    line = f"// compile_options = [{option!r}]\n"
    path.write_text(SOURCE.replace("// ///\n//", f"{line}// ///\n//", 1), encoding="utf-8")
    return path


@pytest.mark.parametrize("row", one_in(8, OPTIONS, pytest.mark.slow), ids=lambda row: row.names[0])
def test_every_spelling_is_allowed_and_nvrtc_takes_it(row, tmp_path):
    (tmp_path / "first.h").write_text("")
    for option in given(row):
        assert read_compile_options([option], ("compile_options",)) == (option,)
        if row.compilers == NVCC_ALONE or row.names[0] == "-I":
            continue
        request = CompileRequest(tmp_path / "k.cu", "sm_90", "cubin")
        job = CompileJob(request, b'extern "C" __global__ void k() {}', (option,), (tmp_path,))
        Nvrtc().translate(job)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first.h"]


# Each of these wrote a file, ran a program or read one, in NVRTC or nvcc.
HOSTILE_WORDS = """
    -time={0} --time={0} -fdevice-time-trace={0} --fdevice-time-trace={0} --create-pch={0} --pch
    --pch-dir={0} -ccbin={0} --compiler-bindir={0} -Xcompiler=-o,{0} --compiler-options=-wrapper,{0}
    -Xptxas=-o,{0} -Xptxas=--output-file={0} -Xptxas=-v,-o,{0} -Xptxas=--options-file={0} -o{0}
    --options-file={0} -optf={0} -keep --keep-dir={0} -odir={0} -o={0} -MF={0} -MD -save-temps -dump={0}
    -run -I/etc -I=/etc --include-path=/etc -isystem=/etc -I -include=/etc/passwd
    --pre-include=/etc/passwd -include={0} -Ifoo;touch -U -ftz= -ftz -use_fast_math=true
    --maxrregcount=32;id --maxrregcount=0 -L/tmp -l=evil --use-pch={0} -arch=sm_90 -rdc=true -dlto - --
    --nonsense -I-time
"""
HOSTILE = (
    *HOSTILE_WORDS.split(), "-ccbin {0}", "-Xptxas=-v -o {0}", "-Xptxas=-v;touch {0}", "-Xptxas -o={0}",
    "-I$(touch {0})", "-I`touch {0}`", "-UX$(touch {0})", "-std=c++17 -time={0}", "-ftz=true -time={0}",
    "-ftz=true\n-time", "-ftz=true\x00", "-DX=$(touch {0})", "-ftz=true\r", "-ftz=tru\u0435", "-I\xe9",
    "-maxrregcount=\u0663\u0662",
)  # fmt: skip


def test_what_writes_runs_or_reads_elsewhere_is_refused(tmp_path):
    for option in HOSTILE:
        with pytest.raises(WrongValueError):
            pytest.fail(f"{read_compile_options([option.format(tmp_path / 'made')], ('compile_options',))}")


def test_no_refused_name_is_allowed_and_the_reason_is_said():
    for name, reason in (REFUSED | SET_BY_HARNESS).items():
        for option in (name, f"{name}=x", f"{name} x"):
            assert reason in fault_of(option), option


@pytest.mark.slow
def test_a_mutated_option_is_refused_or_still_of_its_form():
    draw = random.Random(5)
    allowed = [option for row in OPTIONS for option in given(row)]
    strange = [*" \t\n\r\0;|&$`'\"\\(){}<>*?#!~,=-/.@%", "=/tmp/x", " -o x", "$(id)", ",-o,x", "\u00a0"]
    passed = 0
    for option in itertools.islice(itertools.cycle(allowed), 5000):
        place = draw.randrange(len(option) + 1)
        mutated = option[:place] + draw.choice(strange) + option[place + draw.randrange(2) :]
        try:
            read_compile_options([mutated], ("compile_options",))
        except WrongValueError:
            continue
        passed += 1
        assert re.fullmatch(r"-[A-Za-z0-9_.+,=/-]+", mutated)
    assert passed  # such as ../common/./cuda


@pytest.mark.parametrize(("option", "said"), [
    ("-time=/tmp/t.csv", "it writes files (got '-time=/tmp/t.csv'); allowed: -use_fast_math, -ftz=, "),
    ("-ccbin=/tmp/evil", "it names a program to run"),
    ("-Xcompiler=-O3", "it passes options to another program"),
    ("--options-file=x", "it reads options from a file"),
    ("--fast_math", "is not known (got '--fast_math'); closest is '--use_fast_math'; allowed: "),
    ("-ftz=yes", "after '=' (got '-ftz=yes'); -ftz takes true or false"),
    ("-w=1", "-w takes no value"),
])  # fmt: skip
def test_the_error_names_file_line_reason_and_what_is_allowed(tmp_path, option, said):
    path = declared(tmp_path, option)
    line = path.read_text().split("compile_options")[0].count("\n") + 1
    with pytest.raises(SpecError) as wrong:
        load_variant(path)
    assert str(wrong.value).startswith(f"{path}:{line}: ")
    assert said in str(wrong.value)


def test_check_writes_no_file_for_an_option(tmp_path, monkeypatch):
    """As a user meets it: NVRTC wrote to any path that a declaration named."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    path = declared(tmp_path, f"-time={tmp_path / 'made.csv'}")
    done = CliRunner().invoke(main, ["check", path.name, "--device", "cpu", "-k", "7x3-spread-block128"])
    assert not (tmp_path / "made.csv").exists()
    assert done.exit_code == 2, done.output
    assert "it writes files" in done.output
