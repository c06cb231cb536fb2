"""``kernel-harness history``: keeps results, lists them by key, writes a report."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import replace as replaced
from pathlib import Path

from rich.console import Console

from ...errors import UsageError
from ...measure.baseline import Record, load_records, records_of, text
from ...measure.bench_file import load_bench
from ...measure.history import by_key, in_order
from ...report.html.document import html
from ...report.html.inputs import Inputs
from ...report.text.history_text import HistoryText
from ...store.whole_file import check_writable, write_text


def add(
    bench_path: Path, folder: Path, console: Console, *, replace: bool = False, dirty: bool = False
) -> list[Path]:
    """Keep the results of a benchmark run: one small file for each key.

    Parameters
    ----------
    bench_path : Path
        File of ``pytest --benchmark-json``.
    folder : Path
        Folder of the kept results; made if it is missing.
    console : Console
        Receives the printed text.
    replace : bool
        Whether a result of the same commit and key may be replaced.
    dirty : bool
        Whether files may have differed from the commit; the result is then marked.

    Raises
    ------
    UsageError
        The times are not a GPU's, their commit is unknown, or the result exists already. Nothing is written.
    """
    bench = load_bench(bench_path)
    records = records_of(bench)
    if bench.is_dirty and not dirty:
        raise UsageError(
            f"results must be of a commit (got {bench_path.name}, measured while files differed from"
            f" {bench.commit[:9]}); commit and measure again, or --dirty keeps them and marks them"
        )
    paths = [folder / record.key.folder / record.file_name for record in records]
    for path in paths:
        if _exists(path) and not replace:
            raise UsageError(
                f"a result of this commit and key exists already (got {path}): pass --replace to replace it"
            )
    for record, path in zip(records, paths, strict=True):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"the folder of results must be writable (got: {error})") from None
        write_text(text(record), path, "the result")
        HistoryText(console).line(f"{path}: {len(record.results)} results, {record.key.text}")
    return paths


def _exists(path: Path) -> bool:
    """Return whether a result is kept; UsageError if its name, which comes from the measurement, is no file's."""
    try:
        return path.exists()
    except OSError as error:
        raise UsageError(
            "device, driver and CUDA version of a result must fit into a path "
            f"(got {len(str(path))} characters: {error.strerror})"
        ) from None


def show(
    names: Sequence[str],
    shapes: Sequence[str],
    since: str,
    folder: Path,
    console: Console,
    html_path: Path | None = None,
) -> None:
    """List kept results by key.

    Parameters
    ----------
    names : sequence of str
        Variants; empty for all.
    shapes : sequence of str
        ``ROWSxCOLS``; empty for all.
    since : str
        A commit to compare with; empty for the previous result.
    folder : Path
        Folder of the kept results.
    console : Console
        Receives the printed text.
    html_path : Path or None
        HTML file to write as well.

    Raises
    ------
    UsageError
        There is nothing to show, or the newest key has no result at `since`.
    """
    if html_path is not None:
        check_writable(html_path, "--html")
    records = load_records(folder)
    if not records:
        raise UsageError(f"no results in {folder}: `kernel-harness history add BENCH.json` adds some")
    known = {result.variant for record in records for result in record.results}
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, sorted(known), n=1)
            hint = f"closest is {near[0]}" if near else f"there are {', '.join(sorted(known))}"
            raise UsageError(f"NAME must be a variant with stored results (got {name!r}); {hint}")
    chosen = [_only(record, names, shapes) for record in records]
    chosen = [record for record in chosen if record.results]
    if not chosen:
        raise UsageError(f"--shape must be the shape of a stored result (got {', '.join(shapes)})")
    if since:
        _refuse_other_keys(chosen, since)
    HistoryText(console).show(chosen, since)
    if html_path is not None:
        write_text(html(Inputs(records=tuple(in_order(chosen))), only="history"), html_path, "--html")


def _only(record: Record, names: Sequence[str], shapes: Sequence[str]) -> Record:
    return replaced(
        record,
        results=tuple(
            each
            for each in record.results
            if (not names or each.variant in names)
            and (not shapes or f"{each.n_rows}x{each.n_cols}" in shapes)
        ),
    )


def _refuse_other_keys(records: Sequence[Record], since: str) -> None:
    groups = by_key(records)
    with_it = [
        key for key, group in groups.items() if any(record.commit.startswith(since) for record in group)
    ]
    newest = list(groups)[-1]
    if newest in with_it:
        return
    if with_it:
        raise UsageError(
            f"--since must name a commit measured on {newest.text} (got {since}, measured on "
            f"{'; '.join(key.text for key in with_it)}); results of different keys are not compared"
        )
    raise UsageError(f"--since must name a commit with a stored result (got {since!r})")
