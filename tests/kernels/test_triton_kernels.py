"""Triton kernels, right and wrong: a case of each right one passes, and each wrong one is rejected at its line.

Needs Triton: ``pip install -e '.[triton]'``. It is 290 MB, so CI does without, and these tests are skipped there.
"""

import itertools
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.version import Version

from harness.compiler.triton.service import SERVICES, triton_version
from harness.device.base import Device
from harness.device.cpu.ptx_cpu import PtxCpu
from harness.errors import CompileError
from harness.launch.plan import load_case
from harness.run.case_run import run_case
from harness.settings.settings import Settings
from harness.variant.case import make_case
from harness.variant.declaration.discovery import load_variant, read_sources
from harness.variant.matrix import cases
from harness.variant.selection import Selection, select
from harness.verdict import CaseResult, Finding, Verdict
from tests.kernels.expectations import ROOT, expect_table
from tests.kernels.mutants import kernels

FOLDER = ROOT / "fixtures" / "triton"
RIGHT, WRONG, HOSTILE = (kernels(FOLDER / name) for name in ("right", "wrong", "hostile"))

pytestmark = pytest.mark.skipif(find_spec("triton") is None, reason="needs Triton: pip install 'triton>=3.4'")


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    yield
    SERVICES.end()


def gelu(folder: Path, *changes: tuple[str, str]) -> Path:
    """Write the kernel of gelu into a folder, each old text in the first place replaced by a new one."""
    text = (FOLDER / "right" / "gelu.py").read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "gelu.py"
    path.write_text(text)
    return path


def first_result(path: Path, device: Device, settings: Settings) -> CaseResult:
    return run_case(cases(load_variant(path))[0], device, settings)


def _names(finding: Finding, path: Path, text: str) -> bool:
    name, _, line = finding.source.rpartition(":")
    return name == path.name and text in path.read_text().split("\n")[int(line) - 1]


def test_each_right_kernel_has_two_wrong_ones() -> None:
    assert len(RIGHT) == 13
    for path in RIGHT:
        family = [each for each in WRONG if each.stem.startswith(f"{path.stem.removesuffix('_row')}_")]
        assert len(family) >= 2, path.stem


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_a_right_kernel_passes(path: Path, device: Device, settings: Settings) -> None:
    every = cases(load_variant(path))
    case = next(each for each in every if each.kind == "spread" and each.shape.n_cols > 30)
    result = run_case(case, device, settings)
    assert result.verdict is Verdict.PASS, result.findings


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_a_wrong_kernel_is_rejected(path: Path, device: Device, settings: Settings) -> None:
    expected = expect_table(path)
    if Version(triton_version()) < Version(str(expected.get("triton", "0"))):
        pytest.skip(f"is wrong from Triton {expected['triton']} on (got {triton_version()})")
    wanted, at = set(expected["reasons"]), str(expected["at"])  # type: ignore[call-overload]
    chosen = select((load_variant(path),), Selection.parse(str(expected["cases"])))
    for case, thorough in itertools.product(chosen, (False, True)):
        result = run_case(case, device, replace(settings, thorough=thorough))
        found = {finding.reason.value for finding in result.findings}
        is_named = not at or any(_names(each, path, at) for each in result.findings)
        if wanted <= found and is_named:
            return
    pytest.fail(f"no case has {sorted(wanted)} at {at!r}")


def test_each_configuration_is_checked(device: Device, settings: Settings) -> None:
    """The configurations of one file pass, with a heuristic for each case; of the other, one is wrong."""
    for name, wrong in (("softmax_tuned", set()), ("softmax_tuned_chunk", {"softmax_tuned_chunk.chunks"})):
        variants = read_sources([FOLDER / "tuned" / f"{name}.py"]).variants
        assert len(variants) == (2 if wrong else 3)
        failed = set()
        for variant in variants:
            for n_cols in (128, 129):
                block = variant.usual_block
                case = make_case(
                    variant, dtype="float32", n_rows=3, n_cols=n_cols, kind="spread", block=block
                )
                result = run_case(case, device, settings)
                if result.verdict is not Verdict.PASS:
                    assert [each.reason.value for each in result.findings] == ["wrong-value"], result.findings
                    failed.add(variant.id)
        assert failed == wrong


def test_a_cluster_runs_a_program(tmp_path: Path, device: Device, settings: Settings) -> None:
    case = cases(load_variant(gelu(tmp_path, ("# entry ", "# num_ctas = 2\n# entry "))))[0]
    loaded = load_case(case, device, settings)
    assert loaded.plan[0].cluster == (2, 1, 1)
    assert loaded.plan[0].grid[0] == 2 * case.plan()[0].grid[0]
    result = run_case(case, device, settings)
    assert result.verdict is Verdict.PASS, result.findings


def test_the_case_decides_on_the_specialisation(device: Device, settings: Settings) -> None:
    variant = load_variant(FOLDER / "right" / "gelu.py")
    calls, counts = {}, {}
    for n_cols, layout in (
        (1, "contiguous"),
        (64, "contiguous"),
        (33, "contiguous"),
        (49, "contiguous"),
        (64, "offset"),
    ):
        case = make_case(
            variant, dtype="float32", n_rows=2, n_cols=n_cols, kind="spread", layout=layout, block=(128, 1, 1)
        )
        loaded = load_case(case, device, settings)
        assert len(loaded.artifact.entries[loaded.plan[0].entry]) == len(loaded.plan[0].args)
        calls[n_cols, layout] = loaded.artifact.request.triton
        counts[n_cols, layout] = len(loaded.plan[0].args)
    # A size of 1 becomes a constant; 16 divides 64; an odd offset leaves pointers unaligned.
    assert calls[33, "contiguous"] == calls[49, "contiguous"]
    assert len(set(calls.values())) == 4
    # Of five arguments two strides and the size are 1.
    assert counts[1, "contiguous"] == counts[33, "contiguous"] - 3


def test_an_import_that_fails_is_an_error_at_its_line(
    tmp_path: Path, device: Device, settings: Settings
) -> None:
    path = gelu(tmp_path, ("import triton\n", "import torch\nimport triton\n\nDEVICE = 1 / 0\n"))
    case = cases(load_variant(path))[0]
    with pytest.raises(CompileError) as caught:
        load_case(case, device, settings)
    line = path.read_text().split("\n").index("DEVICE = 1 / 0") + 1
    assert f"gelu.py({line}): error: ZeroDivisionError" in caught.value.log


def test_an_edited_module_beside_the_kernel_is_compiled_anew(
    tmp_path: Path, device: Device, settings: Settings
) -> None:
    imported = ("import triton\n", "import triton\nfrom kh_scale_of_a_test import half\n")
    path, helper = gelu(tmp_path, imported, ("x * 0.5", "half(x)")), tmp_path / "kh_scale_of_a_test.py"
    source = "import triton\n\n\n@triton.jit\ndef half(x):\n    return x * {}\n"
    helper.write_text(source.format("0.5"))
    assert first_result(path, device, settings).verdict is Verdict.PASS
    helper.write_text(source.format("0.25"))
    assert verdict_of(path, settings)[0] is Verdict.FAIL


def verdict_of(path: Path, settings: Settings) -> tuple[Verdict, str]:
    """Return the verdict of a file's first case on a new device, and the message of its first finding."""
    other = PtxCpu(settings)
    result = first_result(path, other, settings)
    other.close()
    return result.verdict, result.findings[0].message if result.findings else ""


def test_a_file_that_was_opened_at_import_decides_by_its_content(tmp_path: Path, settings: Settings) -> None:
    shutil.copytree(FOLDER / "opened", tmp_path / "opened")
    path, read = tmp_path / "opened" / "cfg.py", tmp_path / "opened" / "cfg.json"
    assert verdict_of(path, settings)[0] is Verdict.PASS
    for content, expected in (
        ('{"one": 2.0}', Verdict.FAIL),
        ('{"one": 1.0}', Verdict.PASS),
        ("", Verdict.ERROR),
        ('{"one": 1.0 }', Verdict.PASS),
    ):
        read.write_text(content)
        assert verdict_of(path, settings)[0] is expected, content


_HEAD = "import triton\nimport triton.language as tl\n"


@pytest.mark.parametrize(
    ("head", "changed"),
    [
        ("import os\nHALF = tl.constexpr(float(os.environ.get('CUDA_HALF', '0.5')))", "variable"),
        ("try:\n    from kh_half import HALF\nexcept ImportError:\n    HALF = tl.constexpr(0.5)", "kh_half.py"),
        ("import pathlib, sys\nfound = pathlib.Path(__file__).parent.glob('*.half')\n"
         "HALF = tl.constexpr(float((*[each.stem for each in found], '0.5')[0]))", "0.25.half"),
        ("import subprocess\ntold = subprocess.run(['cat', HERE], capture_output=True).stdout\n"
         "HALF = tl.constexpr(float(told or 0.5))", "told"),
    ],
    ids=["variable", "absent module", "folder", "program"],
)  # fmt: skip
def test_a_result_is_not_kept_beyond_what_it_depends_on(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch, head: str, changed: str
) -> None:
    head = head.replace("HERE", repr(str(tmp_path / "told")))
    path = gelu(tmp_path, (_HEAD, f"{_HEAD}{head}\n"), ("x * 0.5", "x * HALF"))
    SERVICES.end()
    assert verdict_of(path, settings) == (Verdict.PASS, "")
    if changed == "variable":
        monkeypatch.setenv("CUDA_HALF", "0.25")
    else:
        is_module = changed.endswith(".py")
        content = "from triton.language import constexpr\nHALF = constexpr(0.25)\n" if is_module else "0.25"
        (tmp_path / changed).write_text(content)
    SERVICES.end()
    assert verdict_of(path, settings)[0] is Verdict.FAIL


def test_what_is_followed_is_kept(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(FOLDER / "opened", tmp_path / "opened")
    path = tmp_path / "opened" / "cfg.py"
    assert verdict_of(path, settings)[0] is Verdict.PASS
    SERVICES.end()
    monkeypatch.setattr(SERVICES, "ask", lambda *_: pytest.fail("compiled again"))
    assert verdict_of(path, settings)[0] is Verdict.PASS


def test_a_file_out_of_reach_is_not_opened(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "own").mkdir()
    path, text = tmp_path / "own" / "cfg.py", (FOLDER / "opened" / "cfg.py").read_text()
    (tmp_path / "secret.json").write_text('{"one": 1.0}')

    def opening(name: str) -> tuple[Verdict, str]:
        path.write_text(text.replace('with_name("cfg.json")', f"parent.joinpath({name!r})"))
        return verdict_of(path, settings)

    for name in (str(tmp_path / "secret.json"), "../secret.json", "/proc/self/environ"):
        verdict, message = opening(name)
        assert verdict is Verdict.ERROR
        assert "must be in the source's folder, in its repository or in its include folders" in message
    (tmp_path / "pyproject.toml").touch()
    # under another name, since the refusals of a process are kept
    assert opening("./../secret.json")[0] is Verdict.PASS


def test_nothing_but_text_leaves_the_process(tmp_path: Path, device: Device, settings: Settings) -> None:
    """A file that patches what it can reach changes its own process alone."""
    patch = (
        "import numpy\nimport time\ntime.perf_counter = lambda: 0.0\nnumpy.allclose = lambda *_: True\n"
        "import os\nos.environ['KH_LEAKED'] = '1'\n"
    )
    path = gelu(tmp_path, ("import triton\n", f"{patch}import triton\n"), ("x * 0.5", "x * 0.6"))
    before = time.perf_counter()
    assert first_result(path, device, settings).verdict is Verdict.FAIL
    assert time.perf_counter() > before
    assert "KH_LEAKED" not in os.environ


@pytest.mark.parametrize("path", HOSTILE, ids=lambda path: path.stem)
def test_host_code_does_not_hide_a_wrong_kernel(path: Path, device: Device, settings: Settings) -> None:
    hostile, after = (
        make_case(load_variant(each), dtype="float32", n_rows=3, n_cols=33, kind="spread", block=(128, 1, 1))
        for each in (path, FOLDER / "right" / "gelu.py")
    )
    result = run_case(hostile, device, settings)
    assert result.verdict in (Verdict.FAIL, Verdict.ERROR), result
    # What is not judged is no pass either: an answer that is not Triton's is refused.
    reasons = {each.reason.value for each in result.findings}
    assert reasons & {"wrong-value", "compile-error", "unwritten-output"}
    assert run_case(after, device, settings).verdict is Verdict.PASS


def test_a_file_of_a_package_needs_its_neighbours_alone(
    tmp_path: Path, device: Device, settings: Settings
) -> None:
    # the packages around it would fail to be imported, as would what its host code asks for
    folder = tmp_path / "kh_pkg" / "ops"
    folder.mkdir(parents=True)
    (tmp_path / "kh_pkg" / "__init__.py").write_text('__version__ = "1.2"\nraise RuntimeError("no GPU")\n')
    (folder / "__init__.py").write_text("from .gelu import gelu\n")
    (folder / "parts.py").write_text("import triton\n\n\n@triton.jit\ndef half(x):\n    return x * 0.5\n")
    head = (
        "import torch\nfrom einops import rearrange\nfrom kh_pkg import __version__, of_the_host\n"
        "from .parts import half\n\n\nclass Function(torch.autograd.Function):\n    pass\n\n\n"
        "IS_NEW = torch.cuda.get_device_capability() >= (9, 0)\n"
        "run = Function.apply\nassert __version__ is not None and torch.cuda.is_available() and IS_NEW\n"
    )
    path = gelu(folder, ("import triton\n", f"{head}import triton\n"), ("x * 0.5", "half(x)"))
    result = first_result(path, device, settings)
    assert result.verdict is Verdict.PASS, result.findings


def test_a_declared_value_goes_before_heuristics(tmp_path: Path, device: Device, settings: Settings) -> None:
    """The kernel is marked by calls; its heuristics compute a constant of itself, as callers pass it."""
    path = gelu(tmp_path, ("@triton.jit\n", ""))
    calls = (
        "\n\ngelu = triton.jit(gelu)\ngelu = triton.heuristics({'BLOCK': lambda args: args['BLOCK']})(gelu)\n"
    )
    path.write_text(path.read_text() + calls)
    result = first_result(path, device, settings)
    assert result.verdict is Verdict.PASS, result.findings


def test_a_check_by_several_workers_leaves_no_folder_behind(tmp_path: Path) -> None:
    files = [FOLDER / "right" / name for name in ("gelu.py", "softmax_row.py")]
    command = ["check", *map(str, files), "-k", "x33-", "--device", "cpu"]
    places = {"TMPDIR": str(tmp_path / "tmp"), "KERNEL_HARNESS_CACHE_DIR": str(tmp_path / "cache")}
    (tmp_path / "tmp").mkdir()
    environ = {**os.environ, **places, "KERNEL_HARNESS_CPU_WORKERS": "2"}
    done = subprocess.run(
        [sys.executable, "-m", "harness", *command], cwd=ROOT, env=environ, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert [*(tmp_path / "tmp").glob("kernel-harness-triton-*")] == []
