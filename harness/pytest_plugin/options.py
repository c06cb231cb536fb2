"""The options that the pytest plugin adds, in the order of ``pytest --help``."""

from __future__ import annotations

from typing import Any

import pytest

from ..search import DEFAULT_EXAMPLES, DEFAULT_SEED
from ..settings.watch_options import WATCH_OPTIONS

# Default of each option, by its name in `config.option`.
OPTION_DEFAULTS: dict[str, object] = {}


def add_options(parser: pytest.Parser) -> None:
    """Add the plugin's options to pytest's; each is ``--kernel-`` and a word."""
    group = parser.getgroup("kernel-harness", "CUDA kernels")

    def add(name: str, *, default: object = None, **attributes: Any) -> None:
        key = name.removeprefix("--").replace("-", "_")
        OPTION_DEFAULTS[key] = default
        group.addoption(name, dest=key, default=default, **attributes)

    def flag(name: str, help_text: str) -> None:
        add(name, default=False, action="store_true", help=help_text)

    add(
        "--kernel-device",
        choices=("auto", "gpu", "cpu"),
        help="Device that runs the kernels: a GPU, the PTX executor on this CPU, or a GPU if there is one (auto, the "
        "default). With gpu and no GPU, every case fails.",
    )
    add(
        "--kernel-sources",
        metavar="PATH",
        action="append",
        help="Folder or .cu file with kernels; may be given several times. "
        "Default: `sources` in [tool.kernel-harness] of pyproject.toml, or the folder cuda_src.",
    )
    flag(
        "--kernel-files",
        "Collect the .cu files below the given folders, each with all its cases. "
        "A .cu file that is named itself, or is under `sources` of pyproject.toml, is always collected.",
    )
    add(
        "--kernel-seeds",
        default=1,
        metavar="N",
        type=int,
        help="Number of random inputs for each case of a kernel's matrix (default: 1). Ids of all but the first "
        "contain -seed1, -seed2, ...",
    )
    flag(
        "--kernel-strict",
        "Fail a case that is UNPROVEN, because its error bound also accepts a known wrong output. "
        "Default: skip it, and say so in the summary.",
    )
    for option in WATCH_OPTIONS:
        value = {"metavar": option.metavar} if option.metavar else {"action": "store_true", "default": None}
        add(f"--kernel-{option.flag.removeprefix('--')}", help=option.help, **value)
    add(
        "--kernel-keep-going",
        action="store_true",
        help="Run all cases of a kernel that hangs. Default: after two hangs of one block and type, its further cases "
        "fail as NOT-RUN.",
    )
    add(
        "--kernel-virtual-gpu",
        metavar="ARCH",
        choices=("sm_80", "sm_90", "sm_100"),
        help="Run the tests on a virtual GPU of this architecture (sm_80, sm_90 or sm_100), under the sanitizers; a "
        "test that has a finding fails. Needs neither a GPU nor a driver.",
    )
    flag(
        "--kernel-search",
        "Also search for failing cases beyond the matrix, with one item per kernel. Needs pip install hypothesis.",
    )
    add(
        "--kernel-search-examples",
        default=DEFAULT_EXAMPLES,
        metavar="N",
        type=int,
        help=f"Number of cases that --kernel-search draws for each kernel (default: {DEFAULT_EXAMPLES}).",
    )
    add(
        "--kernel-search-seed",
        default=DEFAULT_SEED,
        metavar="S",
        type=int,
        help=f"Seed of --kernel-search; the same seed draws the same cases (default: {DEFAULT_SEED}).",
    )
