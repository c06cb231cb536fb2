"""The table of regimes: what it may say, what it chooses, and how it is tuned."""

import dataclasses
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.device.base import Device
from harness.device.selection import open_device
from harness.dispatch.regimes import (
    TABLE_PATH,
    DispatchProblem,
    Regime,
    choose,
    own_regimes,
    read_regimes,
    table_text,
)
from harness.dispatch.softmax import Gpu
from harness.errors import UsageError
from harness.measure.tuning import candidates, probes, problem_of
from harness.run.case_run import run_case
from harness.settings.settings import Settings
from harness.variant.case import make_case
from harness.variant.shape import Shape
from harness.verdict import Verdict
from tests.kernels.expectations import CUDA_SOURCES, ROOT, shipped_variants
from tests.sampled import one_in

# Compute capability and multiprocessors: T4, A100, RTX 3090, RTX 4090, H100 PCIe, H200, B200, RTX 5090.
DEVICES = ((75, 40), (80, 108), (86, 84), (89, 128), (90, 114), (90, 132), (100, 148), (120, 170))
# Every so many of the probes: all of them take a minute.
STEP = 29
ROW = """
[[regime]]
dtypes   = ["float32"]
when     = "n_cols <= 1024"
variant  = "softmax_warps_shifted"
block    = [128]
basis    = "a test"
"""


def problem(n_rows: int, n_cols: int, dtype: str = "float32", **changes: int) -> DispatchProblem:
    shape = Shape(n_rows, n_cols, changes.pop("inp_stride", n_cols), changes.pop("out_stride", n_cols))
    known = {"inp_offset": 0, "out_offset": 0, "arch": 90, "sms": 132, **changes}
    return DispatchProblem(shape, dtype, **known)


def unmet(regime: Regime, problem: DispatchProblem) -> str | None:
    return problem.unmet(regime.variant, regime.block)


def table(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
def test_every_choice_is_within_what_its_variant_claims(dtype: str) -> None:
    regimes = own_regimes()
    looked_at = 0
    for each in itertools.islice(probes(dtype, DEVICES), 0, None, STEP):
        regime = choose(each, regimes)
        assert unmet(regime, each) is None, f"{regime.variant.id} for {each}"
        assert regime.variant.plan(each.rule_values(regime.block))
        looked_at += 1
    assert looked_at > 1000


def test_a_choice_outside_of_a_claim_is_seen(tmp_path: Path) -> None:
    path = table(tmp_path, ROW.replace("n_cols <= 1024", "n_cols <= 1000000"))
    regimes = read_regimes(path, CUDA_SOURCES)
    far = problem(4, 100_000)
    assert unmet(choose(far, regimes), far) is not None


def test_the_table_is_written_as_it_is_read(tmp_path: Path) -> None:
    text = TABLE_PATH.read_text(encoding="utf-8")
    regimes = read_regimes()
    assert table_text(regimes) == text
    assert read_regimes(table(tmp_path, table_text(regimes))) == regimes


def test_the_first_row_that_holds_is_taken(tmp_path: Path) -> None:
    regimes = read_regimes(table(tmp_path, ROW + ROW.replace("[128]", "[256]")), CUDA_SOURCES)
    assert choose(problem(1, 1), regimes) is regimes[0]
    with pytest.raises(UsageError, match="no regime of softmax_auto takes this problem"):
        choose(problem(1, 1025), regimes)
    with pytest.raises(UsageError, match="no regime"):
        choose(problem(1, 1, "bfloat16"), regimes)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[128]", "[100]", r"a block of softmax_warps_shifted is one of 64, 128, 256 \(got \[100\]\)"),
        ('"softmax_warps_shifted"', '"softmax_none"', "regime 1 of table.toml: there is no such variant"),
        ('"n_cols <= 1024"', '"n_cols"', "'when' must be a comparison"),
        ('"n_cols <= 1024"', '"block_x == 1"', "unknown name in a rule"),
        ('["float32"]', '["float64"]', r"must have the type \(got 'float64'\)"),
        ("basis ", "bases ", "must have the keys"),
        (ROW, "[[", "must be a TOML file"),
        (ROW, "a = 1\n", r"consists of \[\[regime\]\] tables"),
    ],
)
def test_a_wrong_row_or_table_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_regimes(table(tmp_path, ROW.replace(old, new)), CUDA_SOURCES)


def test_the_choice_depends_on_alignment_and_device() -> None:
    regimes = own_regimes()
    aligned = choose(problem(4096, 4096), regimes)
    assert not aligned.variant.id.endswith("_shifted") or unmet(aligned, problem(4096, 4097)) is None
    shifted = choose(problem(4096, 4096, inp_offset=1, out_offset=1), regimes)
    assert unmet(shifted, problem(4096, 4096, inp_offset=1, out_offset=1)) is None
    long_rows = {choose(problem(512, 131072, arch=arch), regimes).variant.id for arch in (80, 90)}
    assert len(long_rows) == 2


def test_candidates_claim_all_that_their_row_takes(tmp_path: Path) -> None:
    regimes = read_regimes(table(tmp_path, ROW), CUDA_SOURCES)
    rest = ROW.replace('when     = "n_cols <= 1024"\n', "").replace(
        "softmax_warps_shifted", "softmax_split_packs"
    )
    both = read_regimes(table(tmp_path, ROW + rest.replace("[128]", "[256]")), CUDA_SOURCES)
    variants = [each for each in shipped_variants() if each.id in ("softmax_warps_shifted", "softmax_warps")]
    found = candidates((*regimes, both[1]), variants, 90, 132)
    # aligned rows only is no candidate for a row that takes all; 64 threads hold 1024 columns of floats too
    assert {(each.variant.id, each.block[0]) for each in found[0]} == {
        ("softmax_warps_shifted", 64),
        ("softmax_warps_shifted", 128),
        ("softmax_warps_shifted", 256),
    }


H200 = Gpu(0, 90, 132, None)
A100 = Gpu(0, 80, 108, None)

TUNED_ROW = """
[[regime]]
dtypes = ["float32"]
{when}
tuned_on = {{ n_rows = 8192, n_cols = {n_cols}, inp_padding = 0, out_padding = 0 }}
variant = "softmax_split_packs"
block = [256]
basis = "a guess"
"""


def rows(tmp_path, *conditions):
    path = tmp_path / "table.toml"
    path.write_text(
        "".join(TUNED_ROW.format(when=when and f'when = "{when}"', n_cols=n) for when, n in conditions)
    )
    return read_regimes(path)


def test_a_row_is_measured_on_its_problem_if_it_has_one_that_no_earlier_row_takes(tmp_path):
    table = rows(tmp_path, ("", 64))
    problem = problem_of(table[0], table, H200)
    assert problem is not None
    assert (problem.shape.n_rows, problem.shape.n_cols, problem.arch) == (8192, 64, 90)
    table = rows(tmp_path, ("n_cols <= 64 and arch >= 90", 64), ("n_cols <= 64", 64), ("", 65))
    assert [problem_of(row, table, H200) is not None for row in table] == [True, False, True]
    assert [problem_of(row, table, A100) is not None for row in table] == [False, True, True]
    table = read_regimes(TABLE_PATH)
    plain = [row for row in table if row.tuned_on is None]
    assert plain
    assert all(problem_of(row, table, H200) is None for row in plain)


SHAPES = (
    *((1, 1), (3, 7), (33, 16), (9, 33), (5, 64), (5, 100), (3, 128), (2, 257), (3, 513), (1, 1000)),
    *((64, 1024), (2, 1023), (2, 2048), (2, 4097), (2, 8192), (2, 16385), (2, 32768), (1, 65537), (9, 70000)),
)
LAYOUTS = ("contiguous", "strided", "strided8", "offset")


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    opened = open_device("cpu", SETTINGS)
    yield opened
    opened.close()


SETTINGS = dataclasses.replace(Settings.load(ROOT), schedules=0)


@pytest.mark.parametrize(
    ("shape", "dtype"),
    [
        *one_in(6, ((shape, "float32") for shape in SHAPES), pytest.mark.slow),
        *(pytest.param(shape, "bfloat16", marks=pytest.mark.slow) for shape in SHAPES[1::3]),
    ],
    ids=lambda value: value if isinstance(value, str) else "{}x{}".format(*value),
)
def test_the_choice_is_right(shape: tuple[int, int], dtype: str, device: Device) -> None:
    n_rows, n_cols = shape
    also_run = LAYOUTS[1 + SHAPES.index(shape) % (len(LAYOUTS) - 1)]
    for layout in LAYOUTS:
        parts = {"dtype": dtype, "n_rows": n_rows, "n_cols": n_cols, "layout": layout}
        probe = make_case(own_regimes()[-1].variant, **parts, block=(512, 1, 1))
        problem = DispatchProblem(
            probe.shape, dtype, probe.placement.inp_offset, probe.placement.out_offset, 90, 132
        )
        regime = choose(problem, own_regimes())
        case = make_case(regime.variant, **parts, block=regime.block)
        assert case.unmet() is None, case.id
        if layout not in (LAYOUTS[0], also_run):
            continue
        result = run_case(case, device, SETTINGS)
        assert result.verdict is Verdict.PASS, f"{case.id}: {result}"
