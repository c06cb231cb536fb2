"""Every barrier of the sources is needed: without it a race is found, or the reason why there is none stands here.

Each barrier of a variant or header is taken out of a copy of the sources, one at a time. A few small cases of the
variants that include the source then run, one variant after the other, until one has a race.
"""

import re
from pathlib import Path

import pytest

from harness.device.cpu.ptx_cpu import PtxCpu
from harness.launch.plan import compile_request, loader_of
from harness.run.case_run import run_case
from harness.settings.settings import Settings
from harness.variant.case import Case, make_case
from harness.variant.variant import Variant
from harness.verdict import Verdict
from tests.kernels.expectations import CUDA_SOURCES, ROOT, declared_variant
from tests.mutation.kernels import Change, sources_of, write

BARRIER = re.compile(r"\b__sync(?:threads|warp)(?:_\w+)?\s*\([^;]*\)\s*;|\.sync\(\)\s*;")
SHAPES = ((3, 1000), (2, 33))
GRID_SHAPE = (40, 20_000)
"""Where a grid synchronises: several blocks, and several rows of each gang."""
N_ORDERS = 2
"""Orders in which a case runs again where a barrier is redundant; a race is found in the first launch."""

REDUNDANT = {
    # CUB's sum has a barrier of its own behind its first stores, and all threads have loaded the maximum before they
    # come to it. Its documentation promises no such barrier, so the kernel does not count on it.
    ("softmax_block_cub.cu", "before the sum takes its place")
}
"""Barriers without which every case passes: file, and words of the comment that says what the barrier orders."""


def name_of(barrier: Change) -> str:
    return f"{barrier.path.name}: {line_of(barrier)}"


def line_of(barrier: Change) -> str:
    text = barrier.path.read_text(encoding="ascii")
    return text[text.rindex("\n", 0, barrier.start) + 1 : text.index("\n", barrier.stop)].strip()


def barriers_of(source: Path) -> list[Change]:
    """Return the deletion of each barrier of one file, without the barriers of the headers it includes."""
    found = BARRIER.finditer(source.read_text(encoding="ascii"))
    return [Change("barrier", source, match.start(), match.end(), ";") for match in found]


def copy_without(path: Path, barrier: Change | None, folder: Path) -> Variant:
    return declared_variant(write(path, barrier, folder))


def cases_of(variant: Variant) -> list[Case]:
    # each block is another program where macros depend on it, and then one is enough
    blocks = variant.blocks[-1:] if variant.defines else variant.blocks
    cases = [
        make_case(variant, dtype=variant.dtypes[0], n_rows=n_rows, n_cols=n_cols, block=block)
        for block in blocks
        for n_rows, n_cols in (*SHAPES, *([GRID_SHAPE] if variant.id == "softmax_grid" else []))
    ]
    return [case for case in cases if case.unmet() is None]


@pytest.fixture(scope="module")
def settings() -> Settings:
    # other orders of warps and lanes for what no race explains
    return Settings.load(ROOT, schedules=str(N_ORDERS))


def codes(cases: list[Case], device: PtxCpu, settings: Settings) -> list[bytes]:
    """Return what is executed, without the names of the files."""
    artifacts = [
        loader_of(device).compile(compile_request(case, device.info, settings), device) for case in cases
    ]
    return [re.sub(rb"(?m)^\s*\.file.*$", b"", artifact.code) for artifact in artifacts]


def cost(path: Path) -> tuple[int, int]:
    """Return what makes a variant a late one: blocks that run together, by its name, and the headers that it includes.

    Of few blocks a race takes less time to find, and CUDA's libraries take seconds to compile.
    """
    number = re.search(r"cluster_(\d+)", path.stem)
    text = "".join(source.read_text(encoding="ascii") for source in sources_of(path))
    return int(number[1]) if number else 1, text.count("#include <")


def is_redundant(barrier: Change) -> bool:
    return any(name == barrier.path.name and words in line_of(barrier) for name, words in REDUNDANT)


VARIANTS = sorted(CUDA_SOURCES.glob("*.cu"))
BARRIERS = [barrier for source in sorted(CUDA_SOURCES.rglob("*.cu*")) for barrier in barriers_of(source)]


@pytest.mark.slow
@pytest.mark.parametrize("barrier", BARRIERS, ids=lambda barrier: barrier.path.stem)
def test_deleted_barrier_is_found(
    barrier: Change, device: PtxCpu, settings: Settings, tmp_path: Path
) -> None:
    users = sorted((path for path in VARIANTS if barrier.path in sources_of(path)), key=cost)
    verdicts = []
    for path in users:
        cases = cases_of(copy_without(path, barrier, tmp_path / path.stem / "without"))
        own = []
        for case in cases:
            result = run_case(case, device, settings)
            own.append(result.verdict)
            # Strong accesses never race: without their barrier, a value of the launch before is read in some order.
            if result.verdict is Verdict.FAIL:
                assert not is_redundant(barrier), name_of(barrier)
                return
        whole = cases_of(copy_without(path, None, tmp_path / path.stem / "whole"))
        if codes(cases, device, settings) != codes(whole, device, settings):
            verdicts += own  # else it is in a function of the header that this variant does not call
    assert is_redundant(barrier), (
        f"every case passes without {name_of(barrier)} in {[path.stem for path in users]}: {verdicts}"
    )
    assert set(verdicts) == {Verdict.PASS}


def test_every_redundant_barrier_is_there() -> None:
    listed = {
        entry
        for entry in REDUNDANT
        for each in BARRIERS
        if entry[0] == each.path.name and entry[1] in line_of(each)
    }
    assert listed == REDUNDANT


def test_the_pattern_finds_all_kinds_of_barriers() -> None:
    text = "__syncthreads(); x = __syncthreads_count(a); __syncwarp(); __syncwarp(0xffff); tile.sync(); block.sync();"
    assert len(BARRIER.findall(text)) == 6
