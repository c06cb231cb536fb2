"""Prints which form of a repeated call is used."""

from __future__ import annotations

from .form import extension

if __name__ == "__main__":
    module, reason = extension()
    print("calls are repeated in C" if module else f"calls are repeated in Python: {reason}")  # noqa: T201
