"""The variants of ``cuda_src``, read once for all tests of a process, and single ones that are read alike.

Their rules are not evaluated: that takes seconds, and `tests.variant.test_discovery` does it.
"""

from functools import cache
from pathlib import Path

from harness.variant.declaration.discovery import read_sources
from harness.variant.variant import Variant
from tests.kernels.expectations import CUDA_SOURCES


@cache
def shipped_variants() -> tuple[Variant, ...]:
    """Return all of them, by name."""
    found = read_sources([CUDA_SOURCES])
    assert not found.errors, found.errors
    return found.variants


def declared_variant(path: Path) -> Variant:
    """Return the variant of one file, whose rules `discover` evaluates in another test."""
    found = read_sources([path])
    assert not found.errors, found.errors
    (variant,) = found.variants
    return variant
