"""The text of the file that declares the adopted kernels of a checkout."""

from __future__ import annotations

from collections.abc import Sequence

from .outcome import KernelOutcome, State


def declarations_text(outcomes: Sequence[KernelOutcome], origin: str, before: str = "") -> str:
    """Return a `kernels.toml`: a table for each adopted kernel, in the order of the sources."""
    adopted = [each for each in outcomes if each.state is State.ADOPTED]
    first = f"# Kernels of {origin}, declared by `kernel-harness adopt`; see docs/declaration.md."
    lines = [before.rstrip("\n") or first]
    for each in adopted:
        lines += ["", *each.declaration]
    return "\n".join(lines) + "\n"
