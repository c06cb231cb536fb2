"""Prints CUDA releases side by side, on a terminal and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from .release_table import MEANINGS, FigureCell, ReleaseTable, Trend, VariantRows
from .text import markdown_text
from .text.console import print_line, print_lines
from .text.markdown_text import broken

_SAME = "."
_STYLES = {Trend.WORSE: "bold red", Trend.BETTER: "green"}
_MIN_WIDTH = 6


def print_table(table: ReleaseTable, console: Console) -> None:
    """Print a table: one line for a variant that all releases agree on, else a line for each figure that differs."""
    width = max((len(each.id) for each in table.variants), default=0) + 2
    figures = [row.figure for variant in table.variants for row in variant.rows]
    figure_width = max(map(len, figures), default=0) + 2
    columns = [
        1
        + max(
            _MIN_WIDTH,
            len(cuda),
            *(len(row.cells[index].text) for each in table.variants for row in each.rows),
        )
        for index, cuda in enumerate(table.releases)
    ]
    heads = "".join(f"{cuda:>{column}}" for cuda, column in zip(table.releases, columns, strict=True))
    print_line(console, f"{'CUDA release':<{width + figure_width}}{heads}", style="bold")
    for variant in table.variants:
        if variant.is_constant:
            print_line(console, f"{variant.id:<{width}}{_same(variant, len(table.releases))}")
            continue
        name = variant.id
        for row in variant.rows:
            if row.is_constant and not row.figure.startswith("result"):
                continue
            printed = Text(f"{name:<{width}}{row.figure:<{figure_width}}")
            for index, (cell, column) in enumerate(zip(row.cells, columns, strict=True)):
                shown = _SAME if index and cell.text and cell.trend is Trend.SAME else cell.text or "-"
                printed.append(f"{shown:>{column}}", style=_STYLES.get(cell.trend, ""))
            console.print(printed, soft_wrap=True)
            name = ""
    print_line(console, "")
    for text in (
        f"'{_SAME}': as with the previous release; '-': no figure; variants on one line are the same with all releases",
        *legend(table),
    ):
        print_line(console, f"  {text}")
    for head, texts, style in notes(table):
        print_line(console, "")
        print_line(console, head, style=style)
        for text in texts:
            print_lines(console, f"  {text}")


def _same(variant: VariantRows, n_releases: int) -> str:
    results, others = [], []
    for row in variant.rows:
        if row.figure.startswith("result"):
            results.append(f"{row.cells[0].text}{row.figure.removeprefix('result')}")
        else:
            others.append(f"{row.cells[0].text} {row.figure}")
    figures = ", ".join((*results, *others))
    return f"the same with all {n_releases}: {figures}" if n_releases > 1 else figures


def legend(table: ReleaseTable) -> Iterator[str]:
    """Yield the meanings of the figures, and the compilers."""
    used = {row.figure.partition(" ")[0] for variant in table.variants for row in variant.rows}
    for figure, meaning in MEANINGS.items():
        if figure in used:
            yield f"{figure}: {meaning}"
    yield f"compilers: {'; '.join(table.compilers)}"


def notes(table: ReleaseTable) -> Iterator[tuple[str, Sequence[str], str]]:
    """Yield the parts below the table: head, lines, style."""
    for head, texts, style in (
        ("failed", table.failed, "bold red"),
        ("not counted", table.not_counted, "yellow"),
        ("variants that are not compared", table.not_compared, "bold red"),
        ("files that are not compared", table.refused, "bold red"),
    ):
        if texts:
            yield head, texts, style


def markdown(table: ReleaseTable) -> str:
    """Return a table as Markdown: a row for each figure that differs, and all of a variant that does not."""
    lines = [
        f"| variant | figure | {' | '.join(map(broken, table.releases))} |",
        f"| --- | --- |{' ---: |' * len(table.releases)}",
    ]
    for variant in table.variants:
        name = markdown_text.cell(variant.id)
        for row in variant.rows:
            if row.is_constant and not row.figure.startswith("result") and not variant.is_constant:
                continue
            cells = " | ".join(map(_markdown_cell, row.cells))
            lines.append(f"| {name} | {broken(row.figure)} | {cells} |")
            name = ""
    lines += ["", *(f"- {broken(text)}" for text in legend(table))]
    for head, texts, _ in notes(table):
        lines += ["", f"**{head}**", "", *(f"- {broken(text)}" for text in texts)]
    return "\n".join(lines) + "\n"


def _markdown_cell(cell: FigureCell) -> str:
    if not cell.text:
        return "-"
    return f"**{broken(cell.text)}**" if cell.trend in _STYLES else broken(cell.text)
