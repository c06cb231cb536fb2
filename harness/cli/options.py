"""Options and arguments that several commands share.

This module and the modules of `harness.cli.commands` import nothing that runs a kernel at their top, so that
``--help``, the error for a wrong flag and shell completion are fast. A command imports what it needs when it is called.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ..errors import UsageError
from ..settings.settings import DEVICE_KINDS
from ..settings.watch_options import WATCH_OPTIONS

device_option = click.option(
    "--device",
    type=click.Choice(DEVICE_KINDS),
    default=None,
    help="Device to run on: gpu, cpu (the PTX executor), or auto (the default): a GPU if there is one, else cpu.",
)
expression_option = click.option(
    "-k",
    "expression",
    metavar="EXPR",
    default="",
    help="Select cases by their id, as in pytest: 'warp', 'strided and not fp16', or one full id.",
)
seeds_option = click.option(
    "--seeds",
    "n_seeds",
    metavar="N",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Random inputs for each case of the matrix; ids of all but the first have -seed1, -seed2, ...",
)
sweep_option = click.option(
    "--sweep/--no-sweep", default=None, help="Also run the width sweep. Default: on a GPU only."
)

_CLUSTER_OPTIONS = {
    "on": click.option(
        "--on",
        metavar="ray[=ADDRESS]",
        default=None,
        help="Run the cases on a Ray cluster: at ADDRESS, else at RAY_ADDRESS, else on one started here for the run.",
    ),
    "accelerator": click.option(
        "--accelerator",
        metavar="TYPE",
        default="",
        help="With --on: only on GPUs of this type, as Ray names it, such as H100. `check` and `gate` take several: "
        "H100,A100.",
    ),
    "gpu_share": click.option(
        "--gpu-share",
        metavar="SHARE",
        type=click.FloatRange(min=0, max=1, min_open=True),
        default=1.0,
        help="With --on: share of a GPU for each worker on gpu. Default: 1, a whole GPU.",
    ),
    "cuda_release": click.option(
        "--cuda-release",
        metavar="RELEASE",
        default="",
        help="With --on: only on hosts with the Ray resource cuda-RELEASE, such as cuda-12.9.",
    ),
}


def _with_cluster(names: tuple[str, ...], command: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(command)
    def call(*args: Any, **given: Any) -> Any:
        cluster = {name: given.pop(name) for name in names}
        return command(*args, cluster=cluster, **given)

    for name in reversed(names):
        call = _CLUSTER_OPTIONS[name](call)
    return call


def on_cluster(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--on`` and the options that choose hosts; the command gets them as ``cluster``, arguments of `Where`."""
    return _with_cluster(tuple(_CLUSTER_OPTIONS), command)


def on_cluster_of_whole_gpus(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of `on_cluster` to a command that needs a GPU for itself."""
    return _with_cluster(("on", "accelerator", "cuda_release"), command)


def watched(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of `WATCH_OPTIONS`; the command gets them as ``watch``, settings by name."""

    @functools.wraps(command)
    def call(*args: Any, **given: Any) -> Any:
        watch = {option.name: given.pop(option.name) for option in WATCH_OPTIONS}
        return command(*args, watch=watch, **given)

    for option in reversed(WATCH_OPTIONS):
        call = click.option(option.flag, metavar=option.metavar, help=option.help)(call)
    return call


def read_arch(text: str) -> str:
    """Return an architecture such as ``sm_90``; UsageError for another text."""
    if re.fullmatch(r"sm_\d+[af]?", text) is None:
        raise UsageError(f"--arch must be an architecture such as sm_90 (got {text!r})")
    return text


names_argument = click.argument("names", nargs=-1, metavar="[NAME | FILE.cu | FOLDER]...")
json_option = click.option(
    "--json", "json_path", metavar="FILE", type=click.Path(path_type=Path), help="Also write JSON."
)
