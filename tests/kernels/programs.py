"""Which compiled programs of a kernel the tests run: not each block with each type.

Most of the time of a first run goes into compiling. `kernel-harness check FILE` runs all programs of a kernel, and CI
does so for the shipped variants.
"""

from collections.abc import Iterable
from functools import cache

from harness.variant.case import Case
from harness.variant.variant import Block, Variant
from tests.kernels.shipped import shipped_variants

Program = tuple[Block, str]


def programs(variant: Variant) -> list[Program]:
    """Return pairs of a block and a type in which each block and each type of a variant occurs.

    Of a shipped variant, which CI checks whole: pairs of one type that are a single program, with one or more blocks.
    Types and blocks take turns from variant to variant.
    """
    shipped = _shipped().get(variant.id)
    if shipped is not None and shipped.path == variant.path:
        return _single(variant, [*_shipped()].index(variant.id))
    blocks, dtypes = variant.blocks, variant.dtypes
    n = max(len(blocks), len(dtypes))
    return [(blocks[at % len(blocks)], dtypes[at % len(dtypes)]) for at in range(n)]


def of_programs(some: Iterable[Case]) -> list[Case]:
    """Return the cases of one variant whose programs the tests run."""
    return [case for case in some if (case.block, case.dtype) in programs(case.variant)]


def _single(variant: Variant, number: int) -> list[Program]:
    dtype = variant.dtypes[number % len(variant.dtypes)]
    macros = {block: variant.macros(block, dtype) for block in variant.blocks}
    chosen = macros[variant.blocks[number % len(variant.blocks)]]
    return [(block, dtype) for block in variant.blocks if macros[block] == chosen]


@cache
def _shipped() -> dict[str, Variant]:
    return {variant.id: variant for variant in shipped_variants()}
