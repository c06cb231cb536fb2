import itertools
import re
from pathlib import Path

import numpy as np
import pytest

from harness.operation.precision.rounding import DIVISIONS, EXPONENTIALS, division_of, exponential_of
from harness.operation.shipped.softmax import WORDS
from tests.check.softmax_problem import NAMES


def test_every_name_is_canonical_and_reads_back_as_itself():
    assert len(NAMES) == 3 * 5 * 2 * 2
    for name in NAMES:
        assert WORDS.parse(name).name == name


def test_the_order_of_words_does_not_matter():
    for words in itertools.permutations(["fast_exp", "rcp_approx", "online", "ftz"]):
        assert WORDS.parse("+".join(words)).name == "fast_exp+rcp_approx+online+ftz"


def test_words_name_an_exponential_and_a_division():
    for name in NAMES:
        how = WORDS.parse(name)
        assert exponential_of(how) is EXPONENTIALS[name.split("+")[0]]
        named = [word for word in DIVISIONS if word in how and word != "ieee"]
        assert division_of(how) is DIVISIONS[named[0] if named else "ieee"]


@pytest.mark.parametrize(("name", "rule"), [
    ("", "'' is not known"),
    ("exact", "'exact' is not known"),
    ("ieee+half_accumulate", "'half_accumulate' is not known"),
    ("ieee + online", "'ieee ' is not known"),
    ("IEEE", "'IEEE' is not known"),
    ("1e-3", "'1e-3' is not known"),
    ("online", "exactly one of ieee, fast_exp, exp2"),
    ("ieee+fast_exp", "exactly one of"),
    ("ieee+ieee", "a word is repeated"),
    ("ieee+ftz+ftz", "a word is repeated"),
    ("ieee+reciprocal+fast_div", "at most one of reciprocal, rcp_approx, fast_div, division_free"),
])  # fmt: skip
def test_what_is_not_a_name_is_refused_with_the_rule_and_all_words(name, rule):
    with pytest.raises(ValueError, match="arithmetic is one of") as error:
        WORDS.parse(name)
    message = str(error.value)
    assert rule in message
    assert message.endswith(f"(got {name!r})")
    for word in WORDS.meanings:
        assert word in message


def test_functions_that_exist_for_float32_only_are_refused_for_float64():
    usable = [name for name in NAMES if WORDS.parse(name).unusable_with("float64") is None]
    assert "ieee" in usable
    assert "exp2+reciprocal+online" in usable
    assert not any(word in name for name in usable for word in ("fast", "approx"))
    assert all(WORDS.parse(name).unusable_with("float32") is None for name in NAMES)


def test_the_rounding_of_log2_e_is_what_the_table_says():
    log2_e = np.log2(np.exp(np.longdouble(1)))
    single = abs(float(np.longdouble(np.float32(log2_e)) / log2_e - 1)) * 2.0**24
    assert single == pytest.approx(0.224, abs=0.001)
    # One rounded subtraction and one rounded product come on top.
    assert 1 + 1 + single <= EXPONENTIALS["fast_exp"].alpha


def test_the_documented_table_has_every_word_and_its_constants():
    text = (Path(__file__).parents[2] / "docs" / "tolerance.md").read_text(encoding="utf-8")
    _, _, section = text.partition("\n### The constants\n")
    rows = re.findall(r"^\| `\+?(\w+)` \|(.*)\|$", section.partition("\n### ")[0], flags=re.MULTILINE)
    documented = {word: [cell.strip() for cell in cells.split("|")[1:]] for word, cells in rows}
    assert set(documented) >= set(WORDS.meanings)
    division = DIVISIONS["ieee"]
    for base, errors in EXPONENTIALS.items():
        constants = [errors.alpha, errors.eps_u, division.c_u, division.floor_subnormals]
        assert [float(cell) for cell in documented[base]] == constants
    for word, errors in DIVISIONS.items():
        assert float(documented[word][2]) == errors.c_u
    assert float(documented["fast_div"][3]) == DIVISIONS["fast_div"].floor_subnormals
