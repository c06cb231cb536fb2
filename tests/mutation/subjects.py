"""What is damaged: result files, declarations at the heads of kernels, and PTX, each with what reads it."""

import contextlib
import copy
import gzip
import io
import json
import math
import random
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from harness.cli.commands.report import run_report
from harness.compiler import CompileRequest, compile  # noqa: A004 - its name
from harness.errors import HarnessError, SpecError
from harness.ptx.launch.watch import UNWATCHED, Watch
from harness.ptx.reading.parser import parse
from harness.report.inputs import read_inputs
from harness.report.json import count as count_json
from harness.report.releases import compare_releases, markdown, print_table
from harness.report.text.console import make_console
from harness.variant import matrix
from harness.variant.declaration.discovery import discover
from harness.variant.declaration.inline_block import CLOSING, OPENING
from tests.docs.json_samples import samples
from tests.kernels.mutants import kernels
from tests.mutation.campaign import CHARACTERS, damaged_bytes
from tests.ptx.code_cache import compiling_executor
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
        checked, counted = (
            check_text(self._folder),
            json.dumps(documents_of[count_json.CountDocument.schema][0]),
        )
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
            document = _damaged_document(document, draws)
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
    table = compare_releases(inputs.checks, inputs.counts)
    print_table(table, console)
    markdown(table)


def _others_of(old: int | float) -> tuple[Any, ...]:
    if isinstance(old, int) and abs(old) > 2**1000:  # no float holds it
        return (-old, old * 10**9, old // 10**9, old + 1, str(old)[:100])
    return (-old, old * 10**9, old / 10**9, old + 0.5, str(old), int(old) if math.isfinite(old) else 0)


def _damaged_document(document: Any, draws: random.Random) -> Any:
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
        holder[key] = _with_character(old, draws, ("\ud800", "x" * 1000))
    else:
        holder[key] = draws.choice(_others_of(old))
    return document


def _places(value: Any, way: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield (*way, key)
        yield from _places(each, (*way, key))


def _damaged_text(
    text: str, damaged: Callable[[str, list[str], random.Random], list[str]], draws: random.Random
) -> bytes:
    """Damage lines: as lines of any text are, or by what `damaged` puts in the place of a line."""
    lines = text.splitlines()
    for _ in range(draws.choice((0, 1, 1, 1, 2, 3))):
        at = draws.randrange(len(lines))
        line, what, end = lines[at], draws.randrange(10), at + 1
        if what == 0:
            put = []
        elif what == 1:
            put = [line, line]
        elif what == 2:
            end = at + draws.choice((2, 3))
            put = lines[at:end][::-1]
        elif what == 3:
            put = [_with_character(line, draws)]
        else:
            put = damaged(line, lines, draws)
        lines[at:end] = put
    data = ("\n".join(lines) + "\n").encode("utf-8", "surrogatepass")
    return damaged_bytes(data, draws) if draws.random() < 0.2 else data


def _with_character(text: str, draws: random.Random, others: tuple[str, ...] = ()) -> str:
    at = draws.randrange(len(text) + 1)
    return text[:at] + draws.choice((*CHARACTERS, *others)) + text[at + draws.randrange(3) :]


ROOT = Path(__file__).parents[2]

_KEY = re.compile(r"^// (\w+) *= ")
_VALUES = (
    "0", "1", "-1", "1e999", "nan", "inf", "-inf", "0x10", "1_000", "9" * 5000, "true",
    "1979-05-27T07:32:00Z", '""', "''", '"x"', '"n_cols"', '"n_cols / 0"', '"1 // 0"', '"2 ** 99999999"',
    '"9" * 99', '"n_rows % 0"', '"' + "(" * 500 + ")" * 500 + '"', '"' + "-" * 3000 + '1"',
    '"' + "1 + " * 3000 + '1"', '"n_cols << 10**9"', '"ceil_div(n_rows, 0)"', '"min()"', '"__import__"',
    '"a.b"', '"lambda: 0"', '"n_cols < 1 and n_rows"', '"1 if n_cols else 0"', "[]", "[[]]", "[[], []]",
    "[0]", "[[0]]", "[[1, 2, 3, 4]]", "[[1024, 1024]]", '["x"]', '["n_cols", 1]', "[true]", "{}", "{a = 1}",
    '{a = "b", "c d" = 1}', "[" * 300 + "]" * 300, "[" * 20_000, '"""', "'''a\n// b'''", '"\\uD800"',
    '"\\u0000"', '"\\U0010FFFF"', '"../../../etc/passwd"', '["-o/etc/x"]', '["float32", "float32"]',
    '["float64"]', '["int8"]', '["bfloat16"]', '"softmax"', '"layer_norm"', '"ieee"', '"fast"',
)  # fmt: skip
_HEADERS = (
    "[[launch]]", "[[scratch]]", "[launch]", "[[variant]]", "[a.b.c]", "[[[x]]]", "[]", "[constants]", "[defines]",
)  # fmt: skip
_MOST_CASES = 20_000


class Declarations:
    @cached_property
    def sound(self) -> tuple[str, ...]:
        """Sound heads with what follows, cut after their declaration."""
        texts = []
        for folder in ("cuda_src", "fixtures/bad_kernels", "fixtures/slow_kernels"):
            for path in kernels(ROOT / folder):
                text = path.read_text(encoding="utf-8")
                if OPENING in text:
                    end = text.index(f"\n{CLOSING}\n", text.index(OPENING)) + len(CLOSING) + 2
                    texts.append(text[text.index(OPENING) : end] + "// the code\n")
        return tuple(texts)

    @cached_property
    def _keys(self) -> tuple[str, ...]:
        return tuple(
            sorted({match[1] for text in self.sound for match in re.finditer(_KEY.pattern, text, re.M)})
        )

    def prepare(self, folder: Path) -> None:
        self.read(self.sound[0].encode(), folder)

    def damaged(self, draws: random.Random) -> bytes:
        return _damaged_text(draws.choice(self.sound), self._damaged, draws)

    def read(self, data: bytes, folder: Path) -> None:
        """Discover it in a folder and list its cases; SpecError where anything is wrong."""
        path = folder / "damaged.cu"
        path.write_bytes(data)
        found = discover([path])
        for variant in found.variants:
            for _, case in zip(range(_MOST_CASES), matrix.cases(variant), strict=False):
                assert case.id
            matrix.skipped(variant)
        if found.errors:
            said = "\n".join(map(str, found.errors))
            raise SpecError(said, path=path, line=1)

    def _damaged(self, line: str, _: list[str], draws: random.Random) -> list[str]:
        key = _KEY.match(line)
        if key and draws.random() < 0.7:
            return [key[0] + draws.choice(_VALUES)]
        header = [f"// {draws.choice(_HEADERS)}"] * draws.randrange(2)
        return [line, *header, f"// {draws.choice(self._keys)} = {draws.choice(_VALUES)}"]


KERNELS = (
    "softmax_naive", "softmax_warp_row", "softmax_block_tree", "rms_norm_naive", "softmax_online", "softmax_float4",
)  # fmt: skip
"""Of different kinds, and small: what is damaged is then seldom a comment or one of a hundred equal lines."""

_MOST_BYTES = 20_000
_STEP_BUDGET = 20_000
_BUFFER_BYTES = 4096
_WORDS = (
    "", ",", ";", "{", "}", "(", ")", "[", "]", "%", "%p1", "%r1", "%rd1", "%f1", "%r999999999", "%tid.x",
    "-1", "0", "0x", "0xffffffffffffffffff", "9" * 400, "1e400", "0f7f800000", "0dFFFFFFFFFFFFFFFF", "0f",
    "bra", "$L__BB0_1", "$nowhere", ".reg", ".entry", ".func", ".param", ".shared", ".global", ".align",
    ".b8", ".u64", ".pred", ".f16x2", ".v4", "<1000000000>", "<0>", "<-1>", "@%p1", "@!%p1", "ret", "exit",
    "call", "bar.sync", "shfl.sync.bfly.b32", "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
    "cp.async.bulk", "atom.global.add.u32", ".version", ".version 99.9", ".target sm_10",
    ".address_size 32", '"', "/*", "*/", "//", ".loc 1 0 0", ".file 9 \"x\"", ".pragma", ".maxntid 0, 0, 0",
    ".reqnctapercluster 9, 9, 9", ".reqnctapercluster 0, 0, 0", "vprintf", "(" * 3000, "{" * 3000, "-" * 3000, "\\",
)  # fmt: skip
_TOKEN = re.compile(r"[\w.$%]+|\S")


class Ptx:
    def __init__(self) -> None:
        # Before any fork, without threads: the runtime's code is the same for all.
        self._executor = compiling_executor(_STEP_BUDGET)

    @cached_property
    def sound(self) -> tuple[str, ...]:
        texts = []
        for name in KERNELS:
            path = ROOT / "cuda_src" / f"{name}.cu"
            made = compile(CompileRequest(path=path, arch="sm_90", include_dirs=(path.parent / "include",)))
            texts.append(made.code.decode("ascii"))
        return tuple(text for text in texts if len(text) < _MOST_BYTES)

    def prepare(self, folder: Path) -> None:
        self.read(min(self.sound, key=len).encode(), folder)

    def damaged(self, draws: random.Random) -> bytes:
        return _damaged_text(draws.choice(self.sound), _damaged_statement, draws)

    def read(self, data: bytes, folder: Path) -> None:
        """Load it and launch every kernel, watched; HarnessError where it is refused."""
        assert folder.is_dir()
        executor = self._executor
        text = data.decode("utf-8", "replace")
        program = executor.load(text)
        for function in parse(text).entries:
            entry = function.name
            code, _ = program.kernel(entry)
            executor.memory.clear()
            args: list[np.generic | bytes] = []
            for parameter in code.params:
                if parameter.size_bytes == 8:
                    args.append(np.uint64(executor.memory.allocate(_BUFFER_BYTES, parameter.name).address))
                elif parameter.size_bytes == 4:
                    args.append(np.int32(7))
                else:
                    args.append(bytes(parameter.size_bytes))
            for watch in (UNWATCHED, Watch(races=True)):
                executor.launch(program, entry, (2, 1, 1), (64, 1, 1), args, shared_bytes=1024, watch=watch)


def _damaged_statement(line: str, lines: list[str], draws: random.Random) -> list[str]:
    other = draws.choice(lines)
    if draws.random() < 0.2:
        return [other, line]
    tokens = list(_TOKEN.finditer(line))
    if not tokens:
        return [draws.choice(_WORDS)]
    token = draws.choice(tokens)
    word = draws.choice(_WORDS if draws.random() < 0.75 else _TOKEN.findall(other) or [""])
    return [line[: token.start()] + word + line[token.end() :]]
