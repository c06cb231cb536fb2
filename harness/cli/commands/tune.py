"""``kernel-harness tune``: times the candidates of every regime of softmax_auto and writes the table."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...errors import DeviceError, UsageError
from ...lazy import dataclass, replace
from ...settings.settings import Settings
from ..options import file_option, on_cluster_of_whole_gpus

if TYPE_CHECKING:
    from rich.console import Console

    from ...cluster.opening import Where
    from ...dispatch.regimes import Regime
    from ...measure.tuning import Contender, Measured

_SHOWN = 4


@dataclass(frozen=True)
class TunedTable:
    table: str
    rows: tuple[dict[str, Any], ...]


@click.command("tune")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@file_option(
    "--table", "Table to fill in. Default: the table that kernel_harness.softmax uses.", metavar="FILE.toml"
)
@file_option("--json", "Also write all times.", name="json_path")
@on_cluster_of_whole_gpus
def tune_command(
    names: tuple[str, ...], table: Path | None, json_path: Path | None, cluster: dict[str, Any]
) -> None:
    """Measure which softmax variant is the fastest where.

    Times them in each regime of kernel_harness.softmax and writes the table. NAME is a variant to choose from. Without
    names, the candidates are all softmax variants that take 16-bit types. Needs a GPU, of this machine or of a
    cluster. Exit status: 0 written, 2 no GPU or a table that cannot be read.
    """
    from ...cluster.opening import Where
    from ...report.text.console import make_console
    from ...store.whole_file import text_stream

    console = make_console(text_stream({"--table": table, "--json": json_path}))
    run_tune(Settings.load(Path.cwd()), console, Where.parse(**cluster), names, table, json_path)


def run_tune(
    settings: Settings,
    console: Console,
    where: Where,
    names: tuple[str, ...],
    table: Path | None,
    json_path: Path | None,
) -> None:
    from ...dispatch.regimes import TABLE_PATH, read_regimes
    from ...report.text.console import print_line
    from ...store.whole_file import check_writable, write_text

    path = table or TABLE_PATH
    check_writable(path, "--table")
    regimes = read_regimes(path)
    if where.address is None:
        tuned = _tuned(regimes, names, settings, partial(print_line, console))
    else:
        tuned = _tuned_on_cluster(where, path, names, settings, console)
    write_text(tuned["table"], path, "--table")
    if json_path:
        write_text(json.dumps(tuned["rows"], indent=1) + "\n", json_path)
    print_line(console, f"written {path}")


def tuning_job(
    settings: Settings, say: Callable[[str], None], table: str, names: tuple[str, ...]
) -> dict[str, Any]:
    """Time the candidates of a table's rows on the GPU of a job's host; return the new table and all times."""
    from ...dispatch.regimes import TABLE_PATH, parse_regimes

    return _tuned(parse_regimes(table, TABLE_PATH), names, settings, say)


def _tuned(
    regimes: tuple[Regime, ...], names: tuple[str, ...], settings: Settings, say: Callable[[str], None]
) -> dict[str, Any]:
    from ...dispatch.regimes import sources_folder, table_text
    from ...measure.tuning import Measured, tune
    from ...variant.declaration.discovery import discover

    variants = [
        variant
        for variant in discover([sources_folder()]).variants
        # Teaching variants have one type, or blocks that are not for production.
        if (variant.id in names if names else variant.operation.name == "softmax" and len(variant.dtypes) > 1)
    ]

    began_s, n_done = time.monotonic(), 0

    def on_row(row: Measured) -> None:
        nonlocal n_done
        n_done += 1
        left_s = (time.monotonic() - began_s) / n_done * (len(regimes) - n_done)
        say(f"{n_done} of {len(regimes)} rows done, about {left_s:.0f} s left")
        shape = row.problem.shape
        times = (f"{_name(candidate)} {row.copy_us / us:.3f}" for candidate, us in row.times_us[:_SHOWN])
        copied = f"{row.problem.dtype} {shape.n_rows}x{shape.n_cols} copy {row.copy_us:.1f} us"
        say(f"{copied}: {', '.join(times)}")
        for candidate, text in row.failures:
            say(f"  {_name(candidate)}: {text}")

    results = tune(regimes, variants, settings, on_row=on_row)
    rows = tuple(result.regime if isinstance(result, Measured) else result for result in results)
    return {"table": table_text(rows), "rows": [_row(result) for result in results]}


def _tuned_on_cluster(
    where: Where, path: Path, names: tuple[str, ...], settings: Settings, console: Console
) -> dict[str, Any]:
    from ...cluster.job import ClusterJob, JobRun
    from ...cluster.opening import open_cluster
    from ...dispatch.regimes import parse_regimes
    from ...report.text.console import print_line
    from ...store.input_file import read_text
    from ...store.records import read

    where.refuse_several("tune")
    # Times on a GPU that runs other work, too, are useless.
    need = replace(where, gpu_share=1.0).need("gpu")
    text = read_text(path)
    with open_cluster(where, settings) as engine:
        assert engine is not None
        run = JobRun(
            engine,
            settings,
            need,
            [ClusterJob("tune", tuning_job, (text, names))],
            on_line=lambda _job, host, line: print_line(console, f"{host}: {line}"),
        )
        (answer,) = run.run()
    if answer.value is None:
        raise DeviceError(f"no table was made: {answer.error}")
    origin = f"an answer from {answer.host}"
    tuned = parse_regimes(read(answer.value, TunedTable, origin).table, path)
    # The table is written unchanged: a host with another version must not change its rows.
    if [(regime.when, regime.dtypes) for regime in tuned] != [
        (regime.when, regime.dtypes) for regime in parse_regimes(text, path)
    ]:
        raise UsageError(f"{origin} must have the rows of {path} (got others)")
    return answer.value


def _name(candidate: Contender) -> str:
    from ...variant.variant import block_text

    return f"{candidate.variant.id} {block_text(candidate.block)}"


def _row(result: Measured | Regime) -> dict[str, Any]:
    from ...measure.tuning import Measured
    from ...variant.variant import block_text

    regime = result.regime if isinstance(result, Measured) else result
    row: dict[str, Any] = {
        "when": None if regime.when is None else regime.when.text,
        "dtypes": list(regime.dtypes),
        "variant": regime.variant.id,
        "block": block_text(regime.block),
    }
    if isinstance(result, Measured):
        shape = result.problem.shape
        row |= {
            "dtype": result.problem.dtype,
            "n_rows": shape.n_rows,
            "n_cols": shape.n_cols,
            "copy_us": round(result.copy_us, 3),
            "us": {_name(candidate): round(us, 3) for candidate, us in result.times_us},
            "failures": {_name(candidate): text for candidate, text in result.failures},
        }
    return row
