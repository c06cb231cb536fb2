"""``python -m harness`` is ``kernel-harness``."""

from __future__ import annotations

from .cli.program import main

main(prog_name="kernel-harness")
