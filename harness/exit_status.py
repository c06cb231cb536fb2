"""Exit statuses of the command line that mean the same for every command."""

from __future__ import annotations

EXIT_PASS = 0
EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130
"""128 + SIGINT's number, what a shell reports for a program that Ctrl-C ended."""
