"""Files of operations: found, loaded once, refused with a line, and found again in another process."""

import importlib
import pickle
import pkgutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from harness.errors import SpecError
from harness.operation import Operation, Scalar, Vocabulary, shipped, vector
from harness.operation.catalogue import catalogue_of, in_place, load_operation, shipped_operations
from harness.operation.derived import results_of
from harness.operation.impostors import impostors_of
from harness.operation.problem import Expected, Problem
from harness.variant.declaration.discovery import load_variant

WORDS = Vocabulary(
    bases={"ieee": "exact", "fast": "less"},
    modifiers={"ftz": "flushed", "a": "one way", "b": "another"},
    alternatives=(("a", "b"),),
    float32_only=("fast",),
)

MINIMAL = """
from kernel_harness.operation import Operation, Vocabulary

OPERATION = Operation(
    name="{name}",
    summary="the input",
    reference=lambda inp: inp,
    parse_arithmetic=Vocabulary(bases={{"ieee": "exact"}}).parse,
)
"""


def write(path: Path, name: str = "copy_row") -> Path:
    path.write_text(MINIMAL.format(name=name), encoding="ascii")
    return path


def test_every_shipped_operation_is_found_and_says_what_its_own_words_mean() -> None:
    modules = [
        importlib.import_module(each.name)
        for each in pkgutil.iter_modules(shipped.__path__, f"{shipped.__name__}.")
    ]
    assert list(shipped_operations()) == sorted(each.name for module in modules for each in module.OPERATIONS)
    assert "softmax" in shipped_operations()
    for each in shipped_operations().values():
        assert each.words == each.parse_arithmetic.__self__.meanings, each.name
        assert each.about, each.name
    words = {name: set(each.words) for name, each in shipped_operations().items()}
    assert words.pop("row_max_index") == {"ieee"}
    assert all({"ieee", "ftz"} <= each for each in words.values())
    assert all(each.source is None for each in shipped_operations().values())


def test_a_file_is_loaded_once_and_again_when_it_changed(tmp_path: Path) -> None:
    path = write(tmp_path / "copy_row.py")
    first = load_operation(path)
    assert load_operation(path) is first
    assert first.source == path.resolve()
    path.write_text(path.read_text() + "\n# changed\n", encoding="ascii")
    assert load_operation(path) is not first


def test_operations_travel_by_name_and_file(tmp_path: Path) -> None:
    own = load_operation(write(tmp_path / "copy_row.py"))
    assert pickle.loads(pickle.dumps(own)) is own
    softmax = shipped_operations()["softmax"]
    assert pickle.loads(pickle.dumps(softmax)) is softmax


def test_a_folder_stands_for_its_files(tmp_path: Path) -> None:
    for name in ("b", "a"):
        write(tmp_path / f"{name}.py", f"row_{name}")
    (tmp_path / "_shared.py").write_text("1 / 0\n", encoding="ascii")
    found = catalogue_of([tmp_path])
    assert found.errors == ()
    assert list(found.operations)[-2:] == ["row_a", "row_b"]


@pytest.mark.parametrize(("text", "line", "message"), [
    ("def f(:\n", 1, "SyntaxError: invalid syntax"),
    ("import numpy\n\nimport no_such_module\n", 3, "No module named 'no_such_module'"),
    ("x = 1\n", 1, "must define an Operation called OPERATION (got no such name)"),
    ("OPERATION = 'softmax'\n", 1, "(got an object of type str)"),
    ("raise SystemExit(0)\n", 1, "SystemExit: 0"),
    (MINIMAL.format(name="not a name"), 4, "the name of an operation must be a C identifier (got 'not a name')"),
], ids=["syntax", "import", "nothing", "string", "exit", "name"])  # fmt: skip
def test_a_wrong_file_is_an_error_with_its_line_and_takes_nothing_along(
    tmp_path: Path, text: str, line: int, message: str
) -> None:
    good, bad = write(tmp_path / "good.py"), tmp_path / "bad.py"
    bad.write_text(text, encoding="ascii")
    found = catalogue_of([bad, good])
    assert "copy_row" in found.operations
    (error,) = found.errors
    assert (error.path, error.line) == (bad, line)
    assert message in error.message


def test_an_own_operation_wins_over_a_shipped_one_with_a_note(tmp_path: Path) -> None:
    own = write(tmp_path / "own.py", "softmax")
    found = catalogue_of([own])
    assert found.errors == ()
    assert found.operations["softmax"].source == own
    assert list(found.operations)[-1] == "softmax"
    (tmp_path / "rows.cu").write_text(
        '// /// variant\n// summary = "A copy."\n// source = "this test"\n// args = ["inp", "out", "n_cols"]\n'
        '// block = [32]\n// grid = "n_rows"\n// ///\n'
    )
    variant = load_variant(tmp_path / "rows.cu", [own])
    assert pickle.loads(pickle.dumps(variant.operation)).summary == "the input"
    assert "computes `softmax` as the project's own.py says, not the shipped" in variant.notes[0]
    assert "not the shipped" not in "".join(load_variant(tmp_path / "rows.cu").notes)


def test_two_files_of_one_name_are_told_apart(tmp_path: Path) -> None:
    first, second = write(tmp_path / "first.py"), write(tmp_path / "second.py")
    (error,) = catalogue_of([first, second]).errors
    assert error.path == second
    assert f"also in {first}" in error.message


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    (error,) = catalogue_of([tmp_path]).errors
    assert error.message == "a folder of operations must hold .py files (got none)"


def operation(**changes: object) -> Operation:
    usual = {"name": "copy_row", "summary": "the input", "reference": lambda inp: inp}
    return Operation(**{**usual, "parse_arithmetic": WORDS.parse, **changes})


@pytest.mark.parametrize(("changes", "message"), [
    ({"vectors": (vector("inp", "taken"),)}, "a role must have a unique name (got 'inp')"),
    ({"scalars": (Scalar("eps", "none", ()),)}, "a scalar must have finite values"),
    ({"kinds": ("spread", "sweep")}, "'kinds' must include spread, normal, sweep (got no 'normal')"),
    ({"kinds": ("spread", "normal", "sweep", "odd")}, "an input kind must be one of"),
    ({"default_arithmetic": "slow"}, "arithmetic is one of ieee, fast, with any of ftz, a, b added by '+'"),
])  # fmt: skip
def test_what_cannot_be_declared_is_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=r".*") as caught:
        operation(**changes)
    assert message in str(caught.value)


@pytest.mark.parametrize("name", ["", "ftz", "ieee+fast", "ieee+ieee", "ieee+a+b", "ieee + ftz"])
def test_a_vocabulary_refuses_what_is_no_name(name: str) -> None:
    with pytest.raises(ValueError, match="arithmetic is one of"):
        WORDS.parse(name)


def test_a_vocabulary_spells_names_in_one_way() -> None:
    how = WORDS.parse("b+ftz+fast")
    assert how.name == "fast+ftz+b"
    assert how.ftz
    assert "float32 only" in (how.unusable_with("float64") or "")
    assert WORDS.parse("ieee").unusable_with("float64") is None


def test_the_default_impostors_are_those_of_a_kernel_that_does_too_little() -> None:
    own = operation(
        vectors=(vector("weight", "a factor", absent=1.0),), reference=lambda inp, weight: inp * weight
    )
    inp = np.arange(1, 7, dtype=np.float32).reshape(1, 6)
    problem = Problem(
        arrays={"inp": inp, "weight": np.full(6, 2.0, np.float32)},
        dtype="float32",
        how=WORDS.parse("ieee"),
        given=frozenset({"weight"}),
    )
    reference = results_of(own, problem)["out"]

    def impostors(allowed: float) -> dict[str, np.ndarray]:
        expected = {"out": Expected(reference, np.full((1, 6), allowed))}
        return {name: values for _, name, values in impostors_of(own, problem, expected)}

    found = impostors(20.0)
    assert list(found) == ["zeros", "row means", "dropped tail", "no weight"]
    np.testing.assert_array_equal(found["row means"], [[7.0]])
    np.testing.assert_array_equal(found["dropped tail"], [[2, 4, 6, 8, 0, 0]])
    np.testing.assert_array_equal(found["no weight"], inp)
    # The bound rejects the zeros in the tail, so the rest is not computed.
    np.testing.assert_array_equal(impostors(0.0)["dropped tail"], [[0]])


def test_errors_of_what_is_shipped_are_the_harness_s_own() -> None:
    broken = operation(reference=lambda inp: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        results_of(
            broken, Problem(arrays={"inp": np.zeros((1, 1))}, dtype="float64", how=WORDS.parse("ieee"))
        )
    with pytest.raises(SpecError):
        load_operation(Path("there/is/no/such/file.py"))


def test_a_problem_knows_the_words_of_its_arithmetic() -> None:
    how = shipped_operations()["softmax"].parse_arithmetic("ieee+ftz")
    problem = Problem(arrays={"inp": np.zeros((1, 1))}, dtype="float64", how=how)
    assert "ftz" in problem.how
    assert "online" not in problem.how


def test_a_process_that_gets_a_shipped_operation_imports_no_module_of_others() -> None:
    program = (
        "import pickle, sys\n"
        f"operation = pickle.loads({pickle.dumps(in_place(shipped_operations()['relu']))!r})\n"
        "modules = [name for name in sys.modules if '.shipped.' in name]\n"
        "print(operation.name, operation.is_in_place, *modules)\n"
    )
    printed = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    assert printed.split() == ["relu", "True", "harness.operation.shipped.elementwise"]
