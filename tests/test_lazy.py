"""Data classes that are compiled when they are used: they do as those of `dataclasses`."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import re
from typing import ClassVar

import pytest

from harness import lazy


class Point:
    count: ClassVar[int] = 3
    x: float
    y: list[int] = dataclasses.field(default_factory=list)
    name: str = dataclasses.field(default="p", compare=False)
    _tree: object = dataclasses.field(default=None, repr=False)
    facts: dict[str, int] = dataclasses.field(default_factory=dict, hash=False, kw_only=True)
    area: float = dataclasses.field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "area", self.x * 2)


class One:
    value: float


class Empty:
    pass


class Named:
    """Has a text and methods of its own."""

    value: int = 0

    def __repr__(self) -> str:
        return "named"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Named)

    def __hash__(self) -> int:
        return 1


CLASSES = (Point, One, Empty, Named)
OPTIONS = (
    {},
    {"frozen": True},
    {"eq": False},
    {"frozen": True, "eq": False},
    {"frozen": True, "kw_only": True},
)
CALLS = (
    "(1.0)",
    "(x=1.0)",
    "(1.0, [2])",
    "(1.0, name='q')",
    "(value=1)",
    "()",
    "(1.0, facts={'a': 1})",
    "(nan)",
    "(1, 2, 3, 4, 5, 6)",
)


def copied(kind: type) -> type:
    return type(
        kind.__name__, (), {k: v for k, v in vars(kind).items() if k not in ("__dict__", "__weakref__")}
    )


def outcome(expression: str, **names: object) -> object:
    try:
        return eval(expression, names)
    except (TypeError, AttributeError) as error:
        return type(error)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("kind", CLASSES)
def test_a_class_does_as_that_of_dataclasses(kind: type, options: dict[str, bool]) -> None:
    usual, ours = dataclasses.dataclass(**options)(copied(kind)), lazy.dataclass(**options)(copied(kind))
    assert [one.name for one in dataclasses.fields(ours)] == [one.name for one in dataclasses.fields(usual)]
    made = 0
    for call in CALLS:
        results = [outcome(f"kind{call}", kind=one, nan=float("nan")) for one in (usual, ours)]
        is_made = [not isinstance(result, type) for result in results]
        assert is_made[0] == is_made[1], call
        made += is_made[0]
        if not is_made[0]:
            assert results[0] == results[1]
            continue
        assert vars(results[1]) == vars(results[0]) or call == "(nan)"
        own = [repr(result) if type(result).__repr__ is not object.__repr__ else "" for result in results]
        assert own[0] == own[1]
        for asked in (
            *("one == copy(one)", "one == kind()", "one == other", "hash(one) == hash(copy(one))", "{one}"),
            *("setattr(one, 'x', 5)", "delattr(one, 'value')", "replace(one).__class__ is one.__class__"),
        ):
            answers = [
                outcome(asked, one=result, other=3, kind=each, copy=copy.copy, replace=dataclasses.replace)
                for each, result in zip((usual, ours), results, strict=True)
            ]
            assert answers[0] == answers[1] or asked == "{one}", (call, asked)
            assert type(answers[0]) is type(answers[1])
    assert made


@lazy.dataclass(frozen=True)
class Base:
    x: int
    y: int = 1


@lazy.dataclass(frozen=True)
class Derived(Base):
    z: str = ""


def test_a_derived_class_has_the_fields_of_its_base() -> None:
    made = Derived(1, z="z")
    assert (made.x, made.y, made.z) == (1, 1, "z")
    assert made != Base(1)
    assert pickle.loads(pickle.dumps(made)) == made
    assert repr(made) == "Derived(x=1, y=1, z='z')"


def test_wrong_arguments_name_the_class() -> None:
    with pytest.raises(TypeError, match=r"Base\.__init__\(\) missing 1 required positional argument: 'x'"):
        Base()  # type: ignore[call-arg]


def test_a_pattern_is_compiled_when_it_is_used() -> None:
    wrong = lazy.pattern("(")
    with pytest.raises(re.error):
        wrong.match("")
    word = lazy.pattern(r"^(\w+)$", re.M)
    assert [match[1] for match in word.finditer("a\nb")] == ["a", "b"]
    assert word.fullmatch("a-b") is None
    assert word.sub("x", "a\nb") == "x\nx"
