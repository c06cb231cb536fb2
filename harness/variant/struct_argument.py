"""An argument that is a structure, given by its fields: ``{ x = "inp", n = "n_cols" }``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


class StructArgument(str):
    """The text of a structure in ``args``, with its fields."""

    __slots__ = ("fields",)

    fields: tuple[tuple[str, str], ...]
    """Name of each field, with dots for fields of fields, and the argument that it gets: a name, a rule or a
    number."""

    def __new__(cls, fields: tuple[tuple[str, str], ...]) -> StructArgument:
        """Make the text of the fields, which tells two arguments apart."""
        made = super().__new__(cls, "{ " + ", ".join(f"{name} = {value}" for name, value in fields) + " }")
        made.fields = fields
        return made

    def __reduce__(self) -> tuple[type[StructArgument], tuple[tuple[tuple[str, str], ...]]]:
        """Pickle by the fields."""
        return StructArgument, (self.fields,)


def leaves(args: Iterable[str]) -> Iterator[str]:
    """Yield each argument; of a structure, those of its fields."""
    for text in args:
        if isinstance(text, StructArgument):
            yield from (value for _, value in text.fields)
        else:
            yield text
