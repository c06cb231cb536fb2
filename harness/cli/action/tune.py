"""``kernel-harness tune``: times the candidates of every regime of softmax_auto and writes the table."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from ...dispatch.regimes import TABLE_PATH, Regime, read_regimes, sources_folder, table_text
from ...dispatch.tuning import Candidate, Measured, tune
from ...settings.settings import Settings
from ...store.whole_file import check_writable, write_text
from ...variant.declaration.discovery import discover
from ...variant.variant import Variant, block_text

_SHOWN = 4


@dataclass(frozen=True)
class TuneRequest:
    """Arguments of ``kernel-harness tune``.

    Parameters
    ----------
    table : Path or None
        Table to start from and to write; the package's if None.
    names : tuple of str
        Variants to choose from. If empty, all that begin with ``softmax_`` and take 16-bit types.
    json_path : Path or None
        JSON file for all times.
    """

    table: Path | None
    names: tuple[str, ...]
    json_path: Path | None


def run_tune(request: TuneRequest, settings: Settings, console: Console) -> None:
    """Time the candidates, print the fastest of each row, and write the table atomically.

    Raises
    ------
    UsageError
        The table cannot be read or written.
    DeviceError
        There is no GPU.
    """
    path = request.table or TABLE_PATH
    check_writable(path, "--table")
    if request.json_path:
        check_writable(request.json_path)
    regimes = read_regimes(path)
    variants = [
        variant
        for variant in discover([sources_folder()]).variants
        if (variant.id in request.names if request.names else _is_candidate(variant))
    ]
    results = tune(regimes, variants, settings.gpu_index, on_row=lambda row: _print(console, row))
    rows = tuple(each.regime if isinstance(each, Measured) else each for each in results)
    write_text(table_text(rows), path, "--table")
    if request.json_path:
        write_text(json.dumps([_row(each) for each in results], indent=1) + "\n", request.json_path)
    console.print(Text(f"written {path}"), soft_wrap=True)


def _is_candidate(variant: Variant) -> bool:
    # Teaching variants have one type, or blocks that are not for production.
    return variant.operation.name == "softmax" and len(variant.dtypes) > 1


def _name(candidate: Candidate) -> str:
    return f"{candidate.variant.id} {block_text(candidate.block)}"


def _print(console: Console, row: Measured) -> None:
    shape = row.problem.shape
    best = ", ".join(f"{_name(each)} {row.copy_us / us:.3f}" for each, us in row.times_us[:_SHOWN])
    console.print(
        Text(f"{row.problem.dtype} {shape.n_rows}x{shape.n_cols} copy {row.copy_us:.1f} us: {best}"),
        soft_wrap=True,
    )
    for candidate, text in row.failures:
        console.print(Text(f"  {_name(candidate)}: {text}"), soft_wrap=True)


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
