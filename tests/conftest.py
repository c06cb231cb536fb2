"""What tests of several folders need of the process they run in."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let SIGINT end this process and programs it starts; a job in the background, or of pytest-xdist, ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
