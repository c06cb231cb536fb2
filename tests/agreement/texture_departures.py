"""Texture cases whose recorded results the executor does not give, and why."""

REFUSED: dict[str, str] = {}
"""Patterns of names of cases with an instruction that the executor refuses by name."""

NOT_THE_SAME: dict[str, str] = {}
"""Patterns of names of cases whose results differ."""
