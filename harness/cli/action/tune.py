"""``kernel-harness tune``: times the candidates of every regime of softmax_auto and writes the table."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from ...cluster.engine import Engine
from ...cluster.job import Job, JobRun
from ...cluster.opening import HERE, Where, open_cluster
from ...dispatch.regimes import TABLE_PATH, Regime, parse_regimes, read_regimes, sources_folder, table_text
from ...dispatch.tuning import Candidate, Measured, tune
from ...errors import DeviceError, UsageError
from ...settings.settings import Settings
from ...store.input_file import read_text
from ...store.records import read
from ...store.whole_file import check_writable, write_text
from ...variant.declaration.discovery import discover
from ...variant.variant import Variant, block_text

_SHOWN = 4


@dataclass(frozen=True)
class TunedTable:
    """What a host of a cluster answers."""

    table: str
    rows: tuple[dict[str, Any], ...]


@dataclass(frozen=True)
class TuneRequest:
    """Arguments of ``kernel-harness tune``."""

    table: Path | None
    """Table to start from and to write; the package's if None."""
    names: tuple[str, ...]
    """Variants to choose from. If empty, all that begin with ``softmax_`` and take 16-bit types."""
    json_path: Path | None
    """JSON file for all times."""
    where: Where = HERE
    """This machine, or the cluster whose GPU is timed."""
    open_engine: Callable[[Where, Settings], Engine] | None = None
    """Replaces Ray."""


def run_tune(request: TuneRequest, settings: Settings, console: Console) -> None:
    """Time the candidates, print the fastest of each row, and write the table atomically."""
    path = request.table or TABLE_PATH
    check_writable(path, "--table")
    if request.json_path:
        check_writable(request.json_path)
    regimes = read_regimes(path)
    if request.where.address is None:
        tuned = _tuned(
            regimes, request.names, settings, lambda line: console.print(Text(line), soft_wrap=True)
        )
    else:
        tuned = _tuned_on_cluster(request, path, settings, console)
    write_text(tuned["table"], path, "--table")
    if request.json_path:
        write_text(json.dumps(tuned["rows"], indent=1) + "\n", request.json_path)
    console.print(Text(f"written {path}"), soft_wrap=True)


def tuning_job(
    settings: Settings, say: Callable[[str], None], table: str, names: tuple[str, ...]
) -> dict[str, Any]:
    """Time the candidates of a table's rows on the GPU of a job's host; return the new table and all times."""
    return _tuned(parse_regimes(table, TABLE_PATH), names, settings, say)


def _tuned(
    regimes: tuple[Regime, ...], names: tuple[str, ...], settings: Settings, say: Callable[[str], None]
) -> dict[str, Any]:
    variants = [
        variant
        for variant in discover([sources_folder()]).variants
        if (variant.id in names if names else _is_candidate(variant))
    ]

    def on_row(row: Measured) -> None:
        for line in _lines(row):
            say(line)

    results = tune(regimes, variants, settings.gpu_index, on_row=on_row)
    rows = tuple(each.regime if isinstance(each, Measured) else each for each in results)
    return {"table": table_text(rows), "rows": [_row(each) for each in results]}


def _tuned_on_cluster(
    request: TuneRequest, path: Path, settings: Settings, console: Console
) -> dict[str, Any]:
    """Run `tuning_job` on a host of the cluster, alone on its GPU."""
    request.where.refuse_several("tune")
    need = replace(request.where, gpu_share=1.0).need("gpu")
    text = read_text(path)
    with open_cluster(request.where, settings, request.open_engine) as engine:
        assert engine is not None
        run = JobRun(
            engine,
            settings,
            need,
            [Job("tune", tuning_job, (text, request.names))],
            on_line=lambda _job, host, line: console.print(Text(f"{host}: {line}"), soft_wrap=True),
        )
        (answer,) = run.run()
    if answer.value is None:
        raise DeviceError(f"no table was made: {answer.error}")
    where = f"an answer from {answer.host}"
    made = parse_regimes(read(answer.value, TunedTable, where).table, path)
    if [(each.when, each.dtypes) for each in made] != [
        (each.when, each.dtypes) for each in parse_regimes(text, path)
    ]:
        raise UsageError(f"{where} must have the rows of {path} (got others)")
    return answer.value


def _is_candidate(variant: Variant) -> bool:
    # Teaching variants have one type, or blocks that are not for production.
    return variant.operation.name == "softmax" and len(variant.dtypes) > 1


def _name(candidate: Candidate) -> str:
    return f"{candidate.variant.id} {block_text(candidate.block)}"


def _lines(row: Measured) -> Iterator[str]:
    shape = row.problem.shape
    best = ", ".join(f"{_name(each)} {row.copy_us / us:.3f}" for each, us in row.times_us[:_SHOWN])
    yield f"{row.problem.dtype} {shape.n_rows}x{shape.n_cols} copy {row.copy_us:.1f} us: {best}"
    for candidate, text in row.failures:
        yield f"  {_name(candidate)}: {text}"


def _row(result: Measured | Regime) -> dict[str, Any]:
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
            "us": {_name(each): round(us, 3) for each, us in result.times_us},
            "failures": {_name(each): text for each, text in result.failures},
        }
    return row
