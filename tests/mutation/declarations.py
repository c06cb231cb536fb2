"""Declarations at the heads of kernels, damaged, through everything up to the list of cases."""

import random
import re
from functools import cached_property
from pathlib import Path

from harness.errors import SpecError
from harness.variant import matrix
from harness.variant.declaration.discovery import discover
from harness.variant.declaration.inline_block import CLOSING, OPENING
from tests.kernels.mutants import kernels
from tests.mutation.campaign import CHARACTERS, damaged_bytes

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
    "[[launch]]",
    "[[scratch]]",
    "[launch]",
    "[[variant]]",
    "[a.b.c]",
    "[[[x]]]",
    "[]",
    "[constants]",
    "[defines]",
)
_MOST_CASES = 20_000


class Declarations:
    """Heads of kernels."""

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
        lines = draws.choice(self.sound).splitlines()
        for _ in range(draws.choice((0, 1, 1, 1, 2, 3))):
            lines = self._damaged(lines, draws)
        data = ("\n".join(lines) + "\n").encode("utf-8", "surrogatepass")
        return damaged_bytes(data, draws) if draws.random() < 0.25 else data

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

    def _damaged(self, lines: list[str], draws: random.Random) -> list[str]:
        at = draws.randrange(len(lines))
        before, line, after = lines[:at], lines[at], lines[at + 1 :]
        key = _KEY.match(line)
        what = draws.randrange(10)
        if what < 4 and key:
            return [*before, key[0] + draws.choice(_VALUES), *after]
        if what == 4:
            return [*before, *after]
        if what == 5:
            return [*before, line, line, *after]
        if what == 6:
            return [*before, line, f"// {draws.choice(self._keys)} = {draws.choice(_VALUES)}", *after]
        if what == 7:
            header = [f"// {draws.choice(_HEADERS)}"]
            return [
                *before,
                line,
                *header,
                f"// {draws.choice(self._keys)} = {draws.choice(_VALUES)}",
                *after,
            ]
        if what == 8:
            return [*before, *([after[0], line, *after[1:]] if after else [line])]
        place = draws.randrange(len(line) + 1)
        return [*before, line[:place] + draws.choice(CHARACTERS) + line[place + draws.randrange(3) :], *after]
