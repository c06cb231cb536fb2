"""`kernel-harness adopt --triton`: the Triton kernels of a checkout."""

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest
import tomllib

from harness.adopt.adoption import Adoption
from harness.adopt.checkout import kernel_job
from harness.adopt.checkout.kernel_job import KernelJob
from harness.adopt.checkout.outcome import State
from harness.adopt.checkout.sources import find_triton_sources
from harness.adopt.draft import Draft
from harness.adopt.fitting.names import Unknown
from harness.adopt.search import Nearest
from harness.adopt.trial import Survey
from harness.cli.bodies import adopt as action
from harness.settings.settings import Settings
from tests.adopt.commands import invoke

ROWS = """\
raise SystemExit("executed")
import triton
import triton.language as tl


@triton.jit
def {name}(out, inp, n_cols, BLOCK: tl.constexpr):
    at = tl.program_id(0) * n_cols + tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(inp + at))
"""
DRAFT = Draft(
    "softmax: softmax.",
    "theirs",
    ("inp", "out"),
    ((1, 1, 1),),
    ("n_rows",),
    scratch=(("mean", "n_rows * 4"),),
    constexprs={"BLOCK": "next_power_of_2(n_cols)", "CAUSAL": False},
)


ROWS_DRAFT = replace(
    DRAFT, args=("out", "inp", "n_cols"), scratch=(), constexprs={"BLOCK": "next_power_of_2(n_cols)"}
)


@pytest.fixture(autouse=True)
def checkout(project):
    """Make a checkout that has a Triton kernel."""
    (project / "theirs/ops").mkdir(parents=True)
    (project / "theirs/ops/rows.py").write_text(ROWS.format(name="softmax"), encoding="ascii")


def job_of(project):
    (source,) = find_triton_sources(project / "theirs")
    (kernel,), (name,) = source.kernels, source.ids
    return KernelJob(kernel, name, source, project / "kernels", "theirs", 1.0)


def test_triton_kernels_are_found_by_their_text(project):
    (project / "theirs/more.py").write_text(ROWS.format(name="softmax"), encoding="ascii")
    (project / "theirs/wrong.py").write_text("import triton\n@triton.jit\ndef f(:\n", encoding="ascii")
    (project / "theirs/none.py").write_text("import triton\n", encoding="ascii")
    more, rows, wrong = find_triton_sources(project / "theirs", ["more.softmax"])
    (kernel,) = more.kernels
    assert (more.name, more.ids, kernel.line) == ("more.py", ("more.softmax-1",), 7)
    assert (rows.name, rows.ids) == ("ops/rows.py", ("ops.rows.softmax",))
    assert wrong.why_not.startswith("a Triton kernel's file must be Python")


def test_a_declaration_of_a_triton_kernel_has_constants_and_no_block():
    told = tomllib.loads("\n".join(DRAFT.table_lines("ops.norm", "../ops/norm.py")))["kernel"]["ops.norm"]
    assert told == {
        "file": "../ops/norm.py",
        "summary": "softmax: softmax.",
        "source": "theirs",
        "args": ["inp", "out"],
        "constexprs": {"BLOCK": "next_power_of_2(n_cols)", "CAUSAL": False},
        "grid": "n_rows",
        "arithmetic": "ieee",
        "scratch": [{"name": "mean", "bytes": "n_rows * 4"}],
    }
    assert (DRAFT.lines()[0], DRAFT.lines()[-1]) == ("# /// variant", "# ///")


@pytest.mark.parametrize(
    ("found", "state", "said"),
    [
        (Adoption("softmax", ROWS_DRAFT, is_whole=True, survey=Survey((), (("3x1", "wrong-value"),), "")),
         State.ADOPTED, ""),
        (
            Adoption(
                "softmax",
                unknown=(Unknown("grid", "no known launch gave right results"),),
                nearest=(Nearest("softmax", ("inp", "out"), "off"),),
            ),
            State.CANNOT,
            "grid: no known launch gave right results; nearest softmax with args [inp, out]: off",
        ),
    ],
)  # fmt: skip
def test_what_was_found_is_an_outcome(project, monkeypatch, found, state, said):
    monkeypatch.setattr(kernel_job, "adopt_triton", lambda *_: found)
    monkeypatch.setattr(kernel_job, "_chosen", lambda *_: [])
    told = kernel_job.adopt_kernel(object(), Settings.load(project), job_of(project))
    assert (told.file, told.line, told.state, told.why) == ("ops/rows.py", 7, state, said)
    if state is State.ADOPTED:
        assert told.findings == ("wrong-value: 3x1",)
        assert told.declaration[0] == "[kernel.softmax]"


def test_a_kernel_whose_name_tells_no_operation_needs_one(project):
    (project / "theirs/ops/rows.py").write_text(ROWS.format(name="strange"), encoding="ascii")
    told = kernel_job.adopt_kernel(object(), Settings.load(project), job_of(project))
    assert told.state is State.NEEDS
    assert told.why == "--operation NAME (neither the kernel's name nor the file's contains one)"


def test_python_files_are_left_alone_unless_asked_for(project, monkeypatch):
    result = invoke("adopt", "theirs")
    assert result.exit_code == 2
    assert "REPOSITORY must hold sources that define __global__ functions (got none in " in result.output
    monkeypatch.setattr(action, "triton_version", lambda: "3.9.0")
    result = invoke("adopt", "theirs", "--triton", "--minutes", "0")
    assert "not tried  softmax:7" in result.output
    assert "--resume --into kernels --triton" in result.output


@pytest.mark.skipif(find_spec("triton") is not None, reason="Triton is installed")
def test_triton_must_be_installed(project):
    result = invoke("adopt", "theirs", "--triton")
    assert result.exit_code == 2
    assert "--triton: a .py kernel must be compiled by Triton (got no installed Triton)" in result.output
    assert "pip install 'triton>=3.4'" in result.output


@pytest.mark.skipif(find_spec("triton") is None, reason="needs Triton: pip install 'triton>=3.4'")
def test_a_triton_kernel_is_declared_in_the_table(project):
    fixture = Path(__file__).parents[2] / "fixtures/triton/right/softmax_row.py"
    source = fixture.read_text(encoding="ascii").partition("# ///\n")[2]
    (project / "theirs/ops/rows.py").write_text(source, encoding="ascii")
    result = invoke("adopt", "theirs", "--triton", "--workers", "1")
    assert result.exit_code == 0, result.output
    assert "adopted  softmax:7  softmax, as softmax" in result.output
    table = tomllib.loads((project / "kernels/kernels.toml").read_text(encoding="utf-8"))
    assert table["kernel"]["softmax"]["file"] == "../theirs/ops/rows.py"
