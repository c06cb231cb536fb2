"""The table below pytest-benchmark's own: times, rates and costs of kernels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

_MISSING = "-"


def _number(key: str, form: str) -> Callable[[Mapping[str, object]], str]:
    def read(row: Mapping[str, object]) -> str:
        value = row.get(key)
        return format(value, form) if isinstance(value, int | float) else _MISSING

    return read


def _gbps(row: Mapping[str, object]) -> str:
    # The executor's rate is not a bandwidth of any memory.
    return _number("gbps", ".0f")(row)


_COLUMNS: tuple[tuple[str, Callable[[Mapping[str, object]], str]], ...] = (
    ("variant", lambda row: str(row["variant"])),
    ("dtype", lambda row: str(row["dtype"])),
    ("shape", lambda row: f"{row['n_rows']}x{row['n_cols']}"),
    ("median us", _number("median_us", ".2f")),
    ("GB/s", _gbps),
    ("of copy", _number("copy_fraction", ".3f")),
    ("registers", _number("registers", "d")),
    ("spilled B", _number("spill_bytes", "d")),
    ("occupancy", _number("occupancy", ".0%")),
    ("sectors/el", _number("sectors_per_element", ".3f")),
    ("excess/row", _number("excess_wavefronts_per_row", ".1f")),
)


def bench_table(rows: Sequence[Mapping[str, object]]) -> list[str]:
    """Return the lines of the table, by dtype, shape and time."""
    ordered = sorted(
        rows,
        key=lambda row: (
            str(row["dtype"]),
            int(str(row["n_rows"])),
            int(str(row["n_cols"])),
            _time(row),
            str(row["variant"]),
        ),
    )
    table = [[title for title, _ in _COLUMNS], *([read(row) for _, read in _COLUMNS] for row in ordered)]
    widths = [max(len(line[column]) for line in table) for column in range(len(_COLUMNS))]
    lines = [
        "  ".join(
            cell.ljust(width) if column < 3 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in table
    ]
    if any("copy_fraction" in row for row in rows):
        lines.append(
            "of copy: time of the device's own copy of as many bytes, in the same rounds, over this time"
        )
    lines.append(
        "sectors/el, excess/row: 32-byte sectors an element, bank conflicts a row, exact, from the executor"
    )
    throttled = sorted({str(row["variant"]) for row in rows if row.get("throttled")})
    if throttled:
        lines.append(
            f"power or temperature limited the clocks while these were timed: {', '.join(throttled)}"
        )
    return lines


def _time(row: Mapping[str, object]) -> float:
    value = row.get("median_us")
    return float(value) if isinstance(value, int | float) else 0.0
