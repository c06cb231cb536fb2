"""The pytest plugin's entry point: options, fixtures, and the decision whether a run concerns kernels.

pytest loads this module in every project of an environment. So it imports almost nothing, and registers
`harness.pytest_plugin.hooks` only if the project is configured or the command line asks for kernels.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from .search import DEFAULT_EXAMPLES, DEFAULT_SEED
from .settings.project_table import COMMENT_MARKS, is_configured, is_declared
from .settings.watch_options import WATCH_OPTIONS

if TYPE_CHECKING:
    import argparse

    from .pytest_plugin.bench import KernelBenchCase
    from .pytest_plugin.case import KernelCase


_VIRTUAL_GPU = "kernel-harness-virtual-gpu"
_VARIABLE = "_KERNEL_HARNESS_VIRTUAL_GPU"
"""`harness.driver.attachment.VARIABLE`, whose module takes long to import."""
_HOOKS = "kernel-harness-hooks"
"""Name under which the hooks are registered."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the plugin's options, whose names all begin with ``--kernel-``."""
    add_options(parser)


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """Register the hooks if there are kernels."""
    known = early_config.known_args_namespace
    if is_configured(early_config.rootpath) or _asks_for_kernels(known, early_config.invocation_params.dir):
        _register_hooks(early_config)
    _attach_virtual_gpu(early_config, known.kernel_virtual_gpu)  # before a conftest.py imports PyCUDA
    yield


@pytest.hookimpl(wrapper=True)
def pytest_cmdline_main(config: pytest.Config) -> Generator[None, object, object]:
    """Register the hooks if a ``conftest.py`` has loaded the plugin, which is too late for the hook above."""
    is_here = config.pluginmanager.has_plugin(_HOOKS)
    if not is_here and (
        is_configured(config.rootpath) or _asks_for_kernels(config.option, config.invocation_params.dir)
    ):
        _register_hooks(config)
    _attach_virtual_gpu(config, config.option.kernel_virtual_gpu)
    if config.option.kernel_select_changed is not None and not config.pluginmanager.has_plugin(_VIRTUAL_GPU):
        raise pytest.UsageError(
            "--kernel-select-changed needs a virtual GPU: add --kernel-virtual-gpu sm_80, or use `kernel-harness run`"
        )
    return (yield)


@pytest.fixture
def kernel_case(request: pytest.FixtureRequest) -> KernelCase:
    """One case of one kernel. ``kernel_case.check()`` runs it and fails the test unless the case passes."""
    from .pytest_plugin.case import KernelCase

    hooks = _hooks(request.config)
    return KernelCase(hooks.kernel_session(request.config), hooks.requested(request), request.node)


@pytest.fixture
def kernel_bench_case(request: pytest.FixtureRequest, benchmark: Any) -> KernelBenchCase:
    """One case of one kernel. ``kernel_bench_case.measure()`` checks it and times it on the device."""
    from .pytest_plugin.bench import KernelBenchCase

    hooks, config = _hooks(request.config), request.config
    clock = hooks.device_clock(config)
    return KernelBenchCase(
        hooks.kernel_session(config), hooks.requested(request), request.node, benchmark, clock
    )


def _asks_for_kernels(options: argparse.Namespace, folder: Path) -> bool:
    """Whether the command line has an option of the plugin, or names a file with a declaration."""
    if any(getattr(options, name) != default for name, default in OPTION_DEFAULTS.items()):
        return True
    paths = (folder / argument.partition("::")[0] for argument in options.file_or_dir)
    return any(path.suffix in (*COMMENT_MARKS, ".toml") and is_declared(path) for path in paths)


def _register_hooks(config: pytest.Config) -> None:
    from .pytest_plugin import hooks as plugin_hooks

    config.pluginmanager.register(plugin_hooks, _HOOKS)


def _attach_virtual_gpu(config: pytest.Config, arch: str | None) -> None:
    # with the variable, `kernel-harness run` may have given this process a virtual GPU
    if (arch is None and _VARIABLE not in os.environ) or config.pluginmanager.has_plugin(_VIRTUAL_GPU):
        return
    from .pytest_plugin.virtual_gpu import attach_for_tests

    sanitizers = getattr(config.known_args_namespace, "kernel_sanitizers", None)
    hooks = attach_for_tests(arch, config.rootpath, sanitizers)
    if hooks is not None:
        config.pluginmanager.register(hooks, _VIRTUAL_GPU)


def _hooks(config: pytest.Config) -> Any:
    hooks = config.pluginmanager.get_plugin(_HOOKS)
    if hooks is None:
        from .pytest_plugin.session import NO_KERNELS

        pytest.fail(NO_KERNELS.wrong, pytrace=False)
    return hooks


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
    add(
        "--kernel-select-changed",
        metavar="FILE",
        help="On a virtual GPU, run only the tests whose code or Triton kernels have changed since they last passed. "
        "FILE has what they depended on, and is written again; without it, all tests run.",
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
