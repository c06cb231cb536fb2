"""Compiles each block and type of the shipped variants, which must give no warning: CI's part of the tests of sources.

``python -m tests.kernels.every_program`` after ``kernel-harness check`` finds all of them compiled.
"""

import sys

from tests.kernels.expectations import shipped_variants
from tests.kernels.test_sources import USUAL, check_entries, compile_clean


def main() -> None:
    n_programs = 0
    for variant in shipped_variants():
        for dtype in variant.dtypes:
            artifacts = [compile_clean(variant, block, dtype, USUAL) for block in variant.blocks]
            check_entries(variant, *artifacts)
            n_programs += len(artifacts)
    sys.stdout.write(f"{n_programs} programs compile without a warning\n")


if __name__ == "__main__":
    main()
