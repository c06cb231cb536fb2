"""Exit statuses that all commands share."""

from __future__ import annotations

EXIT_PASS = 0
EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130
"""128 + the number of SIGINT: the status that a shell reports for a program ended by Ctrl-C."""
