"""The table of softmax_auto: read, written, and within what the variants claim."""

import itertools
from pathlib import Path

import pytest

from harness.dispatch.problem import DispatchProblem
from harness.dispatch.regimes import TABLE_PATH, Regime, choose, own_regimes, read_regimes, table_text
from harness.dispatch.tuning import candidates, probes
from harness.errors import UsageError
from harness.variant.shape import Shape
from tests.kernels.expectations import CUDA_SOURCES, shipped_variants

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
    for each in itertools.islice(probes(dtype), 0, None, STEP):
        regime = choose(each, regimes)
        assert unmet(regime, each) is None, f"{regime.variant.id} for {each}"
        assert regime.variant.plan(each.shape, regime.block, dtype)
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
    ],
)
def test_a_wrong_row_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_regimes(table(tmp_path, ROW.replace(old, new)), CUDA_SOURCES)


def test_a_file_that_is_no_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="must be a TOML file"):
        read_regimes(table(tmp_path, "[["))
    with pytest.raises(UsageError, match=r"consists of \[\[regime\]\] tables"):
        read_regimes(table(tmp_path, "a = 1\n"))


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
