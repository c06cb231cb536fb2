"""Result files, damaged, through everything that reads result files."""

import contextlib
import copy
import gzip
import io
import json
import math
import random
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from rich.console import Console

from harness.cli.commands.report import run_report
from harness.errors import HarnessError
from harness.report.html.inputs import read_inputs
from harness.report.json import count as count_json
from harness.report.releases import compare_releases, markdown, print_table
from harness.report.text.console import make_console
from tests.docs.json_samples import samples
from tests.mutation.campaign import CHARACTERS, damaged_bytes
from tests.report.report_files import bench_document, check_text, ladder, release_texts

PLAIN, GZIP = b"\x00", b"\x01"
"""What the first byte of a file here says of the others."""

_NUMBERS: tuple[Any, ...] = (
    0, 1, -1, 2, 3, -7, 0.5, -0.0, 1e-320, 1e308, -1e308, 1e16, 2**31, 2**63, -(2**63), 10**400, float("nan"),
    float("inf"), -float("inf"),
)  # fmt: skip
_OTHERS: tuple[Any, ...] = (
    None, True, False, "", " ", "x", "NaN", "Infinity", "-Infinity", "PASS", "sm_90", "12.4", "\ud800",
    "a\nb", "/", "..", "-", "<script>alert(1)</script>", [], {}, [None], [[]], {"": ""}, {"a": 1},
    [1, 2, 3, 4], ["x"] * 3, "x" * 5000,
)  # fmt: skip
_DEEP = 3000


class Results:
    """Result files of every kind that `report` takes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @cached_property
    def sound(self) -> list[tuple[Any, ...]]:
        executor = [{**each, "device_kind": "cpu"} for each in ladder(n_variants=3)]
        documents_of = samples(self._folder)
        checked, counted = check_text(self._folder), json.dumps(documents_of[count_json.SCHEMA][0])
        return [
            *(tuple(documents) for documents in documents_of.values()),
            (json.loads(checked),),
            tuple(json.loads(text) for text in release_texts(checked, counted).values()),
            (bench_document(ladder(n_variants=4)), bench_document(executor)),
        ]

    def prepare(self, folder: Path) -> None:
        for documents in self.sound:
            with contextlib.suppress(HarnessError):  # not every kind goes into a report
                self.read(PLAIN + json.dumps(documents[0]).encode("utf-8", "surrogatepass"), folder)

    def damaged(self, draws: random.Random) -> bytes:
        """Damage one; the first byte says how it is to be read."""
        document = copy.deepcopy(draws.choice(draws.choice(self.sound)))
        for _ in range(draws.choice((0, 1, 1, 1, 1, 2, 3))):
            document = _damaged(document, draws)
        data = json.dumps(document, ensure_ascii=draws.random() < 0.8, indent=draws.choice((None, 1))).encode(
            "utf-8", "surrogatepass"
        )
        if draws.random() < 0.25:
            data = damaged_bytes(data, draws)
        if draws.random() < 0.05:
            data = data.replace(b": ", b": " + b"[" * _DEEP, 1) + b"]" * _DEEP
        if draws.random() < 0.9:
            return PLAIN + data
        data = gzip.compress(data, mtime=0)
        return GZIP + (damaged_bytes(data, draws) if draws.random() < 0.5 else data)

    def read(self, data: bytes, folder: Path) -> None:
        """Make a report of it, and hand it to every other reader; HarnessError where the report refuses."""
        path = folder / ("a.json.gz" if data[:1] == GZIP else "a.json")
        path.write_bytes(data[1:])
        console = make_console(io.StringIO())
        refused = None
        try:
            run_report(folder / "out.html", (path,), console)
        except HarnessError as error:
            refused = error
        with contextlib.suppress(HarnessError):
            _show_release(path, console)
        if refused is not None:
            raise refused


def _show_release(path: Path, console: Console) -> None:
    inputs = read_inputs((path,))
    table = compare_releases(
        [(check.name, check.content) for check in inputs.checks],
        [(count.name, count.content) for count in inputs.counts],
    )
    print_table(table, console)
    markdown(table)


def _others_of(old: int | float) -> tuple[Any, ...]:
    if isinstance(old, int) and abs(old) > 2**1000:  # no float holds it
        return (-old, old * 10**9, old // 10**9, old + 1, str(old)[:100])
    return (-old, old * 10**9, old / 10**9, old + 0.5, str(old), int(old) if math.isfinite(old) else 0)


def _damaged(document: Any, draws: random.Random) -> Any:
    places = list(_places(document, ()))
    if not places:
        return draws.choice(_OTHERS)
    # Lists repeat: a place is chosen by its way first, so that what stands once is damaged as often as cases are.
    by_name: dict[tuple[str, ...], list[tuple[Any, ...]]] = {}
    for place in places:
        by_name.setdefault(tuple(key for key in place if isinstance(key, str)), []).append(place)
    place = draws.choice(draws.choice(list(by_name.values())))
    holder = document
    for key in place[:-1]:
        holder = holder[key]
    key, old = place[-1], holder[place[-1]]
    what = draws.randrange(12)
    if what < 3:
        holder[key] = draws.choice(_NUMBERS)
    elif what < 6:
        holder[key] = draws.choice(_OTHERS)
    elif what == 6:
        del holder[key]
    elif what == 7:
        other = document
        for step in draws.choice(places):
            other = other[step]
        holder[key] = copy.deepcopy(other)
    elif what == 8 and isinstance(holder, dict):
        holder[draws.choice(("", "x", "schema", key + " ", "\ud800"))] = holder.pop(key)
    elif what == 9 and isinstance(old, list):
        holder[key] = old * draws.choice((0, 2, 20))
    elif isinstance(old, bool) or not isinstance(old, str | int | float):
        holder[key] = str(old) if draws.random() < 0.5 else [old]
    elif isinstance(old, str):
        at = draws.randrange(len(old) + 1)
        holder[key] = (
            old[:at] + draws.choice((*CHARACTERS, "\ud800", "x" * 1000)) + old[at + draws.randrange(3) :]
        )
    else:
        holder[key] = draws.choice(_others_of(old))
    return document


def _places(value: Any, way: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield (*way, key)
        yield from _places(each, (*way, key))
