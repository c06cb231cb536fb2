"""Each kernel of ``fixtures/slow_kernels`` is right, and its counter tells it from the variant it was made from."""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from harness.compiler import CompileRequest, open_cache, open_compiler
from harness.compiler.compilation import resources_of
from harness.device.cpu.ptx_cpu import PtxCpu
from harness.launch.memory import fill
from harness.launch.plan import launch, load_case
from harness.measure.case_counts import CaseCounts, count_case
from harness.run.case_run import run_case
from harness.settings.settings import Settings
from harness.variant.case import Case, make_case
from harness.variant.declaration.discovery import load_variant
from harness.variant.variant import Variant
from harness.verdict import Verdict
from tests.kernels.mutants import kernels
from tests.sampled import one_in

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "fixtures" / "slow_kernels"
PATHS = kernels(FOLDER)
SETTINGS = Settings.load(ROOT)
_BLOCK = re.compile(r"^// /// expect\n(?P<content>(?://(?: .*)?\n)*?)// ///$", re.MULTILINE)


@dataclass(frozen=True)
class Slow:
    """What a kernel's mistake changes, and the variant that it was made from; see the folder's README."""

    baseline: str
    counter: str
    factor: float
    identical: bool
    fault: str


def read(path: Path) -> Slow:
    text = path.read_text(encoding="ascii")
    (content,) = _BLOCK.findall(text)
    return Slow(
        text.split(maxsplit=2)[1], **tomllib.loads("\n".join(line[3:] for line in content.splitlines()))
    )


@pytest.fixture(scope="module")
def device():
    device = PtxCpu(SETTINGS)
    yield device
    device.close()


def case_of(variant: Variant) -> Case:
    return make_case(
        variant, dtype="float32", n_rows=64, n_cols=1000, kind="normal", block=variant.usual_block
    )


def value_of(counter: str, case: Case, device: PtxCpu) -> int:
    """Read a counter of a case by the name that the fixtures give it."""
    kind, _, name = counter.rpartition(":")
    if kind == "resource":
        request = CompileRequest(
            path=case.variant.path,
            arch="sm_90",
            defines=case.variant.macros(case.block, case.dtype),
            options=case.variant.compile_options,
        )
        compiler = open_compiler(SETTINGS, device="cpu")
        found = resources_of(request, compiler=compiler, cache=open_cache(SETTINGS))
        return sum(getattr(each, name) for each in found.values())
    counts = count_case(case, device, SETTINGS)
    assert isinstance(counts, CaseCounts), counts
    if kind == "fewer":
        return int(getattr(counts, name))
    if name == "inactive_lanes":
        return 32 * counts.total.instructions - counts.total.lane_instructions
    return counts.by_class.get(name, 0) if kind == "class" else int(getattr(counts.total, name))


def output_of(case: Case, device: PtxCpu) -> np.ndarray:
    loaded = load_case(case, device, SETTINGS)
    memory = fill(case, device)
    try:
        launch(loaded.pack(memory), device)
        return memory.read_back(device).values["out"].copy()
    finally:
        device.free_all()


def test_there_is_one_for_each_mistake_of_the_readme():
    listed = re.findall(r"^\| `(\w+)`", (FOLDER / "README.md").read_text(encoding="ascii"), re.MULTILINE)
    assert listed == [path.stem for path in PATHS]
    assert len(PATHS) >= 6


@pytest.mark.parametrize("path", one_in(3, PATHS, pytest.mark.slow), ids=lambda path: path.stem)
def test_counter_names_the_mistake(path, device):
    slow = read(path)
    own, baseline = load_variant(path), load_variant(ROOT / "cuda_src" / f"{slow.baseline}.cu")
    assert own.usual_block == baseline.usual_block
    was = value_of(slow.counter, case_of(baseline), device)
    now = value_of(slow.counter, case_of(own), device)
    assert now > 0
    if slow.counter.startswith("fewer:"):
        was, now = now, was
    assert now >= slow.factor * was
    assert slow.factor > 1


@pytest.mark.parametrize("path", one_in(3, PATHS, pytest.mark.slow), ids=lambda path: path.stem)
def test_outputs_do_not_show_it(path, device):
    slow = read(path)
    own, baseline = load_variant(path), load_variant(ROOT / "cuda_src" / f"{slow.baseline}.cu")
    assert run_case(case_of(own), device, SETTINGS).verdict is Verdict.PASS
    if slow.identical:
        assert output_of(case_of(own), device).tobytes() == output_of(case_of(baseline), device).tobytes()


@pytest.mark.parametrize("path", one_in(3, PATHS, pytest.mark.slow), ids=lambda path: path.stem)
def test_it_is_right_at_other_widths_and_blocks(path, device):
    variant = load_variant(path)
    for block in variant.blocks:
        for n_cols in (1, 31, 100, 257):
            case = make_case(variant, dtype="float32", n_rows=3, n_cols=n_cols, layout="strided", block=block)
            if case.unmet() is None:
                result = run_case(case, device, SETTINGS)
                assert result.verdict is Verdict.PASS, result
