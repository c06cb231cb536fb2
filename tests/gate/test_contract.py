import pytest

from harness.gate.correctness import losses
from harness.gate.model import Kind
from harness.variant.declaration.discovery import load_variant
from tests.gate.repository import KERNEL, OPERATION

BLOCKS = "[[32], [64]]"


@pytest.fixture
def load(tmp_path):
    def load(declared="", *edits):
        """Load `KERNEL` with further lines in its declaration; of one block, or with edits."""
        text = KERNEL if edits else KERNEL.replace(BLOCKS, "[[32]]")
        lines = "".join(f"// {line}\n" for line in declared.splitlines())
        for old, new in (("// grid ", f"{lines}// grid "), *edits):
            assert old in text
            text = text.replace(old, new)
        path = tmp_path / "rows.cu"
        path.write_text(text)
        return load_variant(path)

    return load


def test_an_own_operation_of_a_shipped_ones_name_is_another_claim(load, tmp_path):
    own = tmp_path / "own.py"
    own.write_text(OPERATION.replace("copy_row", "softmax"))
    base = load()
    head = load_variant(base.path, [own])
    message = "the shipped operation softmax became the one of own.py"
    assert (Kind.NARROWED, message) in losses(base, head)
    assert losses(head, head) == []


def requiring(*rules):
    return f"requires = [{', '.join(map(repr, rules))}]".replace("'", '"')


TO_1024 = requiring("n_cols <= 1024")
NORM = 'operation = "rms_norm"\nentry = "softmax"'
APART, TOGETHER = (('"out_stride"]', f'"out_stride", {inner}]') for inner in ('"inp_inner_stride"', 1))
NARROWED, LOOSENED = Kind.NARROWED, Kind.LOOSENED


@pytest.mark.parametrize(
    ("before", "after", "kind", "words"),
    [
        ("", TO_1024, NARROWED, "`n_cols <= 1024` now excludes"),
        (TO_1024, requiring("n_cols <= 1000"), NARROWED, "`n_cols <= 1000` now excludes"),
        ('dtypes = ["float32", "float16"]', "", NARROWED, "dtypes no longer claimed: float16"),
        (("", (BLOCKS, "[[64], [32]]")), ("", (BLOCKS, "[[32]]")), NARROWED, "blocks no longer claimed: 64"),
        ("", 'arithmetic = "fast_exp"', LOOSENED, "arithmetic ieee became fast_exp"),
        ('parallel = "block_x"', "", LOOSENED, "`parallel` gives fewer threads per row"),
        ('parallel = "block_x"', 'parallel = "block_x"\nserial = "n_cols"', LOOSENED, "`parallel` gives a longer sum"),
        ('parallel = "32"', 'parallel = "32 - 31 * (n_cols % 5 == 2)"', LOOSENED, "gives fewer threads per row"),
        ('serial = "n_cols // 32 + 5"', 'serial = "n_cols // 32 + 5 + n_cols * (n_cols == 10001)"', LOOSENED, "x10001"),
        ("", "deterministic = false", LOOSENED, "the same bits"),
        ("max_magnitude = 1e5", "max_magnitude = 10", NARROWED, "inputs above 10 are no longer claimed (100000 in"),
        ("", "max_magnitude = 1e5", NARROWED, "inputs above 100000 are no longer claimed (no limit in the base)"),
        ("max_magnitude = 10", "inputs = 10", NARROWED, "NaN and infinities are no longer claimed"),
        ("", 'known_issue = "wrong-value: the last column"', Kind.EXCUSED, "wrong-value: the last column"),
        (("", APART), ("", TOGETHER), NARROWED, "elements of a row may no longer be apart: inp_inner_stride is not"),
    ],
)  # fmt: skip
def test_what_is_given_up_is_named(load, before, after, kind, words):
    base, head = (load(*(side if isinstance(side, tuple) else (side,))) for side in (before, after))
    ((found, message),) = losses(base, head)
    assert found is kind
    assert words in message
    # the other way round more is claimed, or more strictly
    assert losses(head, base) == [] or kind is Kind.EXCUSED


def test_another_operation_and_an_argument_that_is_not_taken_any_more_are_losses(load):
    found = losses(load(), load('operation = "log_softmax"\nentry = "softmax"'))
    assert found == [(NARROWED, "the operation softmax became log_softmax")]
    weighted = load(NORM, ('["inp", "out"', '["inp", "weight", "out"'))
    assert (NARROWED, "arguments no longer used: weight") in losses(weighted, load(NORM))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (TO_1024, requiring("n_cols < 1025")),
        (TO_1024, requiring("n_cols <= 2048")),
        ("", 'parallel = "block_x"'),
        (requiring("n_cols != 5000"), requiring("not n_cols == 5000")),
        (requiring("n_cols <= 4096"), requiring("n_cols <= 4096 and n_cols != 5000")),
        (requiring("n_cols % 4 == 0"), requiring("n_cols % 4 == 0 and n_cols != 5001")),
        (requiring("n_rows * n_cols <= 15000"), requiring("n_cols * n_rows < 15001")),
    ],
)
def test_the_same_claim_in_other_words_and_a_larger_one_are_no_loss(load, before, after):
    assert losses(load(before), load(after)) == []


@pytest.mark.parametrize(
    ("before", "after", "example"),
    [
        ((), "n_cols != 5000", "1x5000-spread"),
        ((), "n_cols % 7000 != 5017 or block_x != 32", "5017-spread-block32"),
        ((), "not (n_rows == 9 and n_cols == 5000)", "9x5000-spread"),
        ((), "n_rows * n_cols != 15000", "3x5000-spread"),
        ((), "n_rows != 300", "300x33-spread"),
        ((), "inp_stride - n_cols != 6", "strided_6_0"),
        ((), "inp_offset != 7", "offset_7_0"),
        ((), "inp_stride == n_cols or n_cols != 5000", "5000-spread-strided_"),
        ((), "inp_offset % 4 != 1 or out_offset % 4 != 2", "offset_1_2"),
        ((), "inp_offset != 3 or n_rows != 77", "77x33-spread-offset_3_0"),
        (("n_rows <= 30000",), "n_rows != 5000", "5000x33-spread"),
        (("n_cols <= 200000",), "n_cols != 100000", "100000-spread"),
        (("n_rows <= 5000",), "n_rows < 4999 + n_rows // n_rows", "5000x33-spread"),
        (("n_cols <= 8192", "n_rows % 4 == 0"), "(n_cols - 5000) * (n_cols - 5000) > 0", "4x5000-spread"),
    ],
)
def test_a_size_between_those_of_the_matrix_is_not_given_up_silently(load, before, after, example):
    base = load(requiring(*before)) if before else load()
    head = load(requiring(*before, after))
    ((kind, message),) = losses(base, head)
    assert kind is NARROWED
    assert f"`{after}` now excludes" in message
    assert example in message
    assert losses(head, base) == []
