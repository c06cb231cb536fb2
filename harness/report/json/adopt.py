"""Turns the outcomes of `kernel-harness adopt` into a JSON document, described in ``docs/json.md``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from ... import __version__
from ...adopt.checkout.outcome import KernelOutcome

SCHEMA = "kernel-harness/adopt"
VERSION = 1
"""Raised when a field is removed, renamed or changes meaning; new fields do not raise it."""


def document(
    outcomes: Sequence[KernelOutcome], repository: str, declarations: str, exit_code: int
) -> dict[str, Any]:
    """Build the document: plain JSON types, keys in the order of ``docs/json.md``. It has no times."""
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "harness": __version__,
        "repository": repository,
        "declarations": declarations,
        "exit_code": exit_code,
        "kernels": [_kernel(each) for each in outcomes],
    }


def text(outcomes: Sequence[KernelOutcome], repository: str, declarations: str, exit_code: int) -> str:
    """Return the document as text: two spaces of indent, ASCII only, one final newline."""
    made = document(outcomes, repository, declarations, exit_code)
    return json.dumps(made, indent=2, ensure_ascii=True, allow_nan=False) + "\n"


def _kernel(outcome: KernelOutcome) -> dict[str, Any]:
    told = asdict(outcome)
    told.pop("elapsed_s")
    told["state"] = outcome.state.value
    return {name: list(value) if isinstance(value, tuple) else value for name, value in told.items()}
