"""The options that the pytest plugin adds, in the order of ``pytest --help``."""

from __future__ import annotations

import pytest

from .search import DEFAULT_EXAMPLES, DEFAULT_SEED


def add_options(parser: pytest.Parser) -> None:
    """Add the plugin's options to pytest's."""
    group = parser.getgroup("kernel-harness", "CUDA kernels")
    group.addoption(
        "--device",
        dest="kernel_device",
        choices=("auto", "gpu", "cpu"),
        default=None,
        help="Where kernels run: a GPU, the PTX executor on this CPU, or whichever is there (auto, the default). "
        "A GPU that is asked for and not there fails every case.",
    )
    group.addoption(
        "--kernel-sources",
        dest="kernel_sources",
        metavar="PATH",
        action="append",
        default=None,
        help="Folder or .cu file with kernels; may be given several times. "
        "Default: `sources` in [tool.kernel-harness] of pyproject.toml, or the folder cuda_src.",
    )
    group.addoption(
        "--kernels",
        dest="kernel_files",
        action="store_true",
        default=False,
        help="Collect the .cu files below the given folders, each with all its cases. "
        "A .cu file that is named itself, or lies under `sources` of pyproject.toml, is always collected.",
    )
    group.addoption(
        "--kernel-seeds",
        dest="kernel_seeds",
        metavar="N",
        type=int,
        default=1,
        help="Random inputs for each case of a kernel's matrix (default: 1); ids of all but the first hold -seed1, "
        "-seed2, ...",
    )
    group.addoption(
        "--kernel-sanitizers",
        dest="kernel_sanitizers",
        metavar="LIST",
        default=None,
        help="On the cpu device, what to look for in each launch: memcheck,racecheck,initcheck,synccheck (all by "
        "default; memcheck always).",
    )
    group.addoption(
        "--kernel-schedules",
        dest="kernel_schedules",
        metavar="N",
        default=None,
        help="On the cpu device, other orders of blocks, warps and lanes in which to launch each case again "
        "(default: 1).",
    )
    group.addoption(
        "--kernel-schedule-seed",
        dest="kernel_schedule_seed",
        metavar="SEED",
        default=None,
        help="The first of these orders; the next ones count up (default: each case's own).",
    )
    group.addoption(
        "--kernel-stress-approximations",
        dest="kernel_stress_approximations",
        metavar="SEED",
        default=None,
        help="On the cpu device, let approximate instructions err within what the PTX ISA allows.",
    )
    group.addoption(
        "--search",
        dest="search",
        action="store_true",
        default=False,
        help="Also search for cases beyond the matrix that a kernel gets wrong, in one item for each kernel. "
        "Needs pip install hypothesis.",
    )
    group.addoption(
        "--search-examples",
        dest="search_examples",
        metavar="N",
        type=int,
        default=DEFAULT_EXAMPLES,
        help=f"Cases that --search draws for each kernel (default: {DEFAULT_EXAMPLES}).",
    )
    group.addoption(
        "--search-seed",
        dest="search_seed",
        metavar="S",
        type=int,
        default=DEFAULT_SEED,
        help=f"The same seed draws the same cases (default: {DEFAULT_SEED}).",
    )
