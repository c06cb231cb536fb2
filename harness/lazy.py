"""Data classes and regular expressions that are compiled when they are first used.

A command uses few of those it imports. Compiling all took a third of the time before the first case.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, replace
from functools import cached_property, partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn

__all__ = ["dataclass", "field", "pattern", "replace"]

if TYPE_CHECKING:
    from dataclasses import dataclass
    from re import compile as pattern
else:

    def dataclass(
        cls: type | None = None, /, *, frozen: bool = False, eq: bool = True, kw_only: bool = False
    ) -> Any:
        """Do as `dataclasses.dataclass` does. A class derived from such a data class needs this decorator, too."""
        if cls is None:
            return partial(dataclass, frozen=frozen, eq=eq, kw_only=kw_only)
        # Without a text, `dataclasses` makes one of the signature of __init__.
        cls.__doc__ = cls.__doc__ or cls.__name__
        dataclasses.dataclass(init=False, repr=False, eq=False, kw_only=kw_only)(cls)
        compared = [one for one in dataclasses.fields(cls) if one.compare]
        values, hashed = _getter(compared), _getter([one for one in compared if one.hash is not False])

        def init(self: Any, *arguments: Any, **named: Any) -> None:
            if cls.__init__ is init:
                cls.__init__ = _init_of(cls, frozen)
            cls.__init__(self, *arguments, **named)

        def equals(self: Any, other: object) -> bool:
            return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

        def text(self: Any) -> str:
            shown = (
                f"{one.name}={getattr(self, one.name)!r}" for one in dataclasses.fields(self) if one.repr
            )
            return f"{self.__class__.__qualname__}({', '.join(shown)})"

        methods = {"__init__": init, "__repr__": text}
        if eq:
            methods |= {"__eq__": equals, "__hash__": (lambda self: hash(hashed(self))) if frozen else None}
        if frozen:
            methods |= {"__setattr__": _refuse, "__delattr__": _refuse}
        for name, method in methods.items():
            # A class with __eq__ has __hash__ = None.
            if vars(cls).get(name) is None:
                setattr(cls, name, method)
        return cls

    class pattern:  # noqa: N801 - takes the place of a function
        """Do as `re.compile` does."""

        def __init__(self, *arguments: Any) -> None:
            self._arguments = arguments

        @cached_property
        def _compiled(self) -> re.Pattern[str]:
            return re.compile(*self._arguments)

        def __getattr__(self, name: str) -> Any:
            found = getattr(self._compiled, name)
            setattr(self, name, found)  # the next look-up finds it itself
            return found


def _getter(fields: list[dataclasses.Field[Any]]) -> Callable[[Any], object]:
    """Return what gets the values of fields, as a tuple: a value need not equal itself."""
    names = [one.name for one in fields]
    return attrgetter(*names, *names[:1]) if names else type


def _refuse(self: object, name: str, *_value: object) -> NoReturn:
    raise FrozenInstanceError(f"{type(self).__name__} has fields that cannot be changed (got {name!r})")


def _init_of(cls: Any, frozen: bool) -> Callable[..., None]:
    """Compile the method ``__init__`` of a data class."""
    scope: dict[str, Any] = {"_setattr": object.__setattr__, "_absent": object()}
    ordered: list[str] = []
    named: list[str] = []
    lines: list[str] = []
    for number, one in enumerate(dataclasses.fields(cls)):
        makes = one.default_factory is not dataclasses.MISSING
        if not (one.init or makes):
            continue
        default, value = "", one.name
        if makes:
            scope[f"_{number}"] = one.default_factory
            default, value = "=_absent", f"_{number}()"
            if one.init:
                value = f"{value} if {one.name} is _absent else {one.name}"
        elif one.default is not dataclasses.MISSING:
            scope[f"_{number}"] = one.default
            default = f"=_{number}"
        if one.init:
            (named if one.kw_only else ordered).append(one.name + default)
        lines.append(f"_setattr(self, {one.name!r}, {value})" if frozen else f"self.{one.name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    parameters = ", ".join(["self", *ordered, *(["*", *named] if named else [])])
    exec(f"def __init__({parameters}):\n " + "\n ".join(lines or ["pass"]), scope)
    made: Callable[..., None] = scope["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made
