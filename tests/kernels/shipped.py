"""The variants of ``cuda_src``, read once for all tests of a process: proving their rules takes seconds."""

from functools import cache

from harness.variant.declaration.discovery import discover
from harness.variant.variant import Variant
from tests.kernels.expectations import CUDA_SOURCES


@cache
def shipped_variants() -> tuple[Variant, ...]:
    """Return all of them, by name."""
    found = discover([CUDA_SOURCES])
    assert not found.errors, found.errors
    return found.variants
