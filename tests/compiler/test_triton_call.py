"""Arguments are stood for by others that Triton specialises alike, and by no others."""

import pytest

from harness.compiler.triton_call import argument_of


def integer(value: int) -> tuple[str, str, int]:
    return argument_of("n", {}, {"n": value}, {})


def pointer(dtype: str, offset_bytes: int) -> tuple[str, str, int]:
    return argument_of("p", {"p": (dtype, offset_bytes)}, {}, {})


@pytest.mark.parametrize(
    ("value", "stands_for"),
    [(1, 1), (16, 16), (0, 16), (4096, 16), (17, 17), (7, 17), (-3, 17), (2**31 - 1, 17), (-(2**31), 16)],
)
def test_integers_of_32_bits(value: int, stands_for: int) -> None:
    assert integer(value) == ("integer", "", stands_for)


@pytest.mark.parametrize(
    ("value", "is_divisible"), [(2**31, True), (2**40 + 1, False), (-(2**31) - 1, False)]
)
def test_wider_integers_stay_wide(value: int, is_divisible: bool) -> None:
    _, _, number = integer(value)
    assert number >= 2**31
    assert (number % 16 == 0) is is_divisible


def test_pointers_differ_by_type_and_by_alignment() -> None:
    assert pointer("float16", 256) == pointer("float16", 0) != pointer("float16", 2)
    assert pointer("float16", 2) == pointer("float16", 6)
    assert pointer("float16", 0) != pointer("float32", 0)


def test_names_rules_and_scalars_get_their_kinds() -> None:
    pointers, integers = {"inp": ("float32", 4)}, {"n_cols": 33}
    numbers = {"n_rows * n_cols": 64, "0.5": 0.5}
    kinds = [argument_of(each, pointers, integers, numbers) for each in ("inp", "n_cols", *numbers, "eps")]
    assert kinds == [
        ("pointer", "float32", 1),
        ("integer", "", 17),
        ("integer", "", 16),
        ("float", "", 0),
        ("float", "", 0),
    ]
