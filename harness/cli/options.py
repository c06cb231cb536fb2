"""Options and arguments that several commands share.

This module and the modules of `harness.cli.commands` import nothing that runs a kernel at their top, so that
``--help``, the error for a wrong flag and shell completion are fast. A command imports what it needs when it is called.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from ..errors import UsageError
from ..settings.settings import DEVICE_KINDS, Settings
from ..settings.watch_options import WATCH_OPTIONS

_Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

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

_CLUSTER_OPTIONS: dict[str, _Decorator] = {
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


def _gathered(group: str, options: dict[str, _Decorator]) -> _Decorator:
    """Add options to a command, which gets their values by name as one argument."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def gathered(*args: Any, **given: Any) -> Any:
            return command(*args, **{group: {name: given.pop(name) for name in options}}, **given)

        extended: Callable[..., Any] = gathered
        for option in reversed(options.values()):
            extended = option(extended)
        return extended

    return add


# A command gets `cluster`, the arguments of `harness.cluster.opening.Where`.
on_cluster = _gathered("cluster", _CLUSTER_OPTIONS)
# For commands that need a GPU for themselves.
on_cluster_of_whole_gpus = _gathered(
    "cluster", {name: option for name, option in _CLUSTER_OPTIONS.items() if name != "gpu_share"}
)
# A command gets `watch`, settings by name.
watched = _gathered(
    "watch",
    {
        option.name: click.option(option.flag, metavar=option.metavar, help=option.help)
        if option.metavar
        else click.option(option.flag, is_flag=True, default=None, help=option.help)
        for option in WATCH_OPTIONS
    },
)


def several(flag: str, name: str, metavar: str | None, what: str, more: str = "", **how: Any) -> _Decorator:
    """Return an option that may be given several times, as its help says between `what` and `more`."""
    text = f"{what}; may be given several times. {more}".rstrip()
    return click.option(flag, name, multiple=True, metavar=metavar, help=text, **how)


def read_arch(text: str) -> str:
    if re.fullmatch(r"sm_([3-9]|1[0-9])[0-9][af]?", text) is None:
        raise UsageError(f"--arch must be an architecture such as sm_90 (got {text!r})")
    return text


def file_option(
    flag: str, text: str, *, name: str | None = None, metavar: str = "FILE", **how: Any
) -> _Decorator:
    names = (flag,) if name is None else (flag, name)
    return click.option(*names, metavar=metavar, type=click.Path(path_type=Path), help=text, **how)


def _read_annotate(
    _ctx: click.Context, _option: click.Parameter, text: str | None
) -> tuple[Path | None] | None:
    form, _, file = (text or "").partition("=")
    if text not in (None, "github") and not (form == "gitlab" and file):
        raise UsageError(f"--annotate must be github or gitlab=FILE (got {text!r})")
    return (Path(file) if file else None,) if text else None


# A command gets None, or the file of GitLab's report in a tuple.
annotate_option = click.option(
    "--annotate",
    metavar="github|gitlab=FILE",
    callback=_read_annotate,
    help="Also annotate source lines: print GitHub's workflow commands, or write GitLab's code quality report.",
)


def refuse_nothing(expression: str, selected: Sequence[object]) -> None:
    if not selected:
        raise UsageError(
            f"-k must select a case (got {expression!r}, which selects none);"
            " `kernel-harness list --cases` shows all ids"
        )


def start_workers(ctx: click.Context, settings: Settings, on: str | None = None) -> None:
    """Start workers while the rest is imported, unless the cases run on a cluster."""
    if on is None:
        from ..worker.head_start import head_start

        ctx.with_resource(head_start(settings))


names_argument = click.argument("names", nargs=-1, metavar="[NAME | FILE.cu | FOLDER]...")
json_option = file_option("--json", "Also write JSON.", name="json_path")
