"""The words of an operation's ``arithmetic`` names, and how a name is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol


class ParsedArithmetic(Protocol):
    """How a kernel computes, parsed from the name in its declaration's ``arithmetic``."""

    @property
    def name(self) -> str:
        """Canonical spelling."""

    @property
    def ftz(self) -> bool:
        """Whether subnormal numbers are flushed to zero."""

    def __contains__(self, word: object) -> bool:
        """Whether a word is part of the name."""

    def unusable_with(self, dtype: str) -> str | None:
        """Return why kernels for `dtype` cannot use this arithmetic; None if they can."""


@dataclass(frozen=True)
class Words:
    """A parsed name of a `Vocabulary`.

    Parameters
    ----------
    words : tuple of str
        Words of the name, in canonical order.
    float32_only : tuple of str
        The words among them whose functions exist for float32 only.
    """

    words: tuple[str, ...]
    float32_only: tuple[str, ...] = ()

    def __contains__(self, word: object) -> bool:
        return word in self.words

    @property
    def name(self) -> str:
        """Canonical spelling."""
        return "+".join(self.words)

    @property
    def ftz(self) -> bool:
        """Whether subnormal numbers are flushed to zero."""
        return "ftz" in self.words

    def unusable_with(self, dtype: str) -> str | None:
        """Return why kernels for `dtype` cannot use this arithmetic; None if they can."""
        if dtype == "float64" and self.float32_only:
            return (
                f"arithmetic {self.name!r} uses functions that exist for float32 only, "
                "so it cannot be declared with dtype float64"
            )
        return None


@dataclass(frozen=True)
class Vocabulary:
    """A closed set of names: one base, and any modifiers, joined by ``+``.

    Parameters
    ----------
    bases : mapping of str to str
        Meaning by word; a name has exactly one of these words.
    modifiers : mapping of str to str
        Meaning by word; a name may have any of these words.
    alternatives : sequence of sequences of str
        Groups of modifiers; a name has at most one of each group.
    float32_only : sequence of str
        Words whose functions exist for float32 only.
    """

    bases: Mapping[str, str]
    modifiers: Mapping[str, str] = field(default_factory=dict)
    alternatives: Sequence[Sequence[str]] = ()
    float32_only: Sequence[str] = ()

    @property
    def meanings(self) -> Mapping[str, str]:
        """Every word with its meaning."""
        return {**self.bases, **self.modifiers}

    def parse(self, name: str) -> Words:
        """Read a name.

        Parameters
        ----------
        name : str
            Words joined by ``+`` in any order, without blanks.

        Raises
        ------
        ValueError
            A word is unknown or repeated, there is not exactly one base, or two modifiers exclude each other. The
            message lists the allowed words.
        """
        words = name.split("+")
        rule = ""
        if unknown := [word for word in words if word not in self.meanings]:
            rule = f"{unknown[0]!r} is not known"
        elif len(set(words)) != len(words):
            rule = "a word is repeated"
        elif sum(word in self.bases for word in words) != 1:
            rule = f"it must have exactly one of {', '.join(self.bases)}"
        else:
            for group in self.alternatives:
                if sum(word in group for word in words) > 1:
                    rule = f"it may have at most one of {', '.join(group)}"
        if rule:
            added = f", with any of {', '.join(self.modifiers)} added by '+'" if self.modifiers else ""
            raise ValueError(f"arithmetic is one of {', '.join(self.bases)}{added}: {rule} (got {name!r})")
        ordered = tuple(word for word in self.meanings if word in words)
        return Words(ordered, tuple(word for word in ordered if word in self.float32_only))
