"""Which compiled programs of a kernel the tests run: every block and every type, and not each with each.

Most of the time of a first run goes into compiling. `kernel-harness check FILE` runs all programs of a kernel, and CI
does so for the shipped variants.
"""

from collections.abc import Iterable

from harness.variant.case import Case
from harness.variant.variant import Block, Variant


def programs(variant: Variant) -> list[tuple[Block, str]]:
    """Return pairs of a block and a type in which each block and each type of a variant occurs."""
    blocks, dtypes = variant.blocks, variant.dtypes
    n = max(len(blocks), len(dtypes))
    return [(blocks[at % len(blocks)], dtypes[at % len(dtypes)]) for at in range(n)]


def of_programs(some: Iterable[Case]) -> list[Case]:
    """Return the cases of one variant whose programs the tests run."""
    return [case for case in some if (case.block, case.dtype) in programs(case.variant)]
