"""The command ``kernel-harness init`` with its options."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...errors import UsageError
from ...settings.settings import Settings
from ..options import file_option, several

if TYPE_CHECKING:
    from ...adopt.fitting.names import Unknown


@click.command("init")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@click.option(
    "--entry",
    default="",
    metavar="NAME",
    help="Kernel to declare; a template with its arguments as in C++: 'softmax<KH_SCALAR, 256>'.",
)
@several(
    "--arg",
    "args",
    "PARAMETER=ROLE",
    "Value that a parameter receives: inp, out, n_rows, n_cols, inp_stride, out_stride, a rule such as "
    "'n_rows * n_cols' or a number",
    "A parameter of a .ptx file may be given by its number, from 0: 2=n_cols.",
)
@click.option(
    "--operation",
    default="",
    metavar="NAME",
    help="Operation that the kernel computes. Its arrays, sizes and scalars, such as weight, k and eps, are roles for "
    "--arg. Default: every operation whose arrays fit, that in the kernel's name first.",
)
@several(
    "--host",
    "hosts",
    "FILE",
    "Further file of host code that launches the kernel: a .cu, .cpp or header file",
    type=click.Path(path_type=Path),
)
@click.option(
    "--source",
    default="this repository",
    show_default=True,
    metavar="TEXT",
    help="Origin of the kernel, for the declaration.",
)
@file_option(
    "--into",
    "Leave FILE unchanged; write a file that includes or names it into this folder, for each of its kernels.",
    metavar="FOLDER",
)
@click.option("--force", is_flag=True, help="Replace an existing declaration.")
@click.option("--dry-run", is_flag=True, help="Print declarations instead of writing them.")
@click.option("--no-input", is_flag=True, help="Do not ask for unknown values; list them.")
@click.pass_context
def init_command(ctx: click.Context, /, args: tuple[str, ...], no_input: bool, **options: Any) -> None:
    """Declare kernels of .cu, .ptx and Triton .py files.

    Guesses the meaning of each parameter from its name and type, checks the guess against the compiled code, and tries
    the operations whose arrays fit with the known ways to launch a kernel, on the cpu device, until one gives right
    results. Asks for values that it cannot determine, or lists them with the nearest operation.
    Exit status: 0 declared, 2 a value could not be determined, and the file is unchanged.
    """
    from ...report.text.console import make_console
    from ..bodies.init import InitRequest, run_init

    ask = None if no_input or not sys.stdin.isatty() else _ask
    request = InitRequest(given=_given(args), ask=ask, **options)
    settings = Settings.load(Path.cwd())
    ctx.exit(run_init(request, settings, make_console(), make_console(sys.stderr)))


def _given(args: tuple[str, ...]) -> dict[str, str]:
    roles = {}
    for text in args:
        name, equals, role = text.partition("=")
        if not equals or not name.strip() or not role.strip():
            raise UsageError(f"--arg must be PARAMETER=ROLE (got {text!r}), such as --arg width=n_cols")
        roles[name.strip()] = role.strip()
    return roles


def _ask(kernel: str, unknown: Unknown) -> str:
    return str(
        click.prompt(
            f"{kernel}: what does {unknown.name} ({unknown.why}) receive? [inp, out, n_rows, n_cols, inp_stride, "
            "out_stride, a rule or a number; empty: leave it]",
            default="",
            show_default=False,
        )
    )
