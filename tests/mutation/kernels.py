"""Kernels with one small change each, as a slip of the hand makes it: drawn by number from right kernels."""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness.store.input_file import TOP_MARK
from tests.kernels.expectations import CUDA_SOURCES, ROOT

_SHIPPED = (
    "l2_norm_block_vectors", "layer_norm_block", "log_softmax_warp_row", "rms_norm_block", "softmax_block_tree",
    "softmax_block_two_pass", "softmax_float4", "softmax_online", "softmax_warp_row",
)  # fmt: skip
SOURCES = (
    *sorted((ROOT / "fixtures" / "operations" / "right").glob("*.cu")),
    *(CUDA_SOURCES / f"{name}.cu" for name in _SHIPPED),
)
"""Right kernels that are changed. Their list decides which mutant a number means."""

_INCLUDE = re.compile(r'^#include "([./\w]+)"', re.MULTILINE)
_COMMENT = re.compile(r"//[^\n]*")
_DIRECTIVE = re.compile(r"(?m)^(?:#|extern|__device__|template|__global__)[^\n]*(?:\n {12,}[^\n]*)*")
"""Directives, and the first lines of functions with their parameters."""
_FUNCTION = re.compile(r"(?ms)^(?:__device__|template|struct)\b.*?^\}")
_NAME = re.compile(r"(?:struct (\w+)|(\w+)\()")


@dataclass(frozen=True)
class Change:
    """One replacement in one file.

    `fault`: kind of change, a key of `FAULTS`. `path`: the kernel's file or a header of the project. `start`, `stop`:
    place in the file's text. `new`: what stands there then; it has no line break.
    """

    fault: str
    path: Path
    start: int
    stop: int
    new: str

    def line(self) -> int:
        """Return the 1-based line."""
        return self.path.read_text(encoding="ascii").count("\n", 0, self.start) + 1

    def __str__(self) -> str:
        text = self.path.read_text(encoding="ascii")
        first = text.rindex("\n", 0, self.start) + 1
        last = text.index("\n", self.stop)
        code = text[first:last].partition(" //")[0].strip()
        old = text[self.start : self.stop]
        return f"{self.path.name}:{self.line()}: `{old}` to `{self.new or 'nothing'}` in `{code}`"


@dataclass(frozen=True)
class Mutant:
    number: int
    source: Path
    change: Change


def _other_number(text: str) -> str:
    digits = re.match(r"\d+", text)
    assert digits is not None
    return f"{int(digits[0]) + 1}{text[digits.end() :]}"


_SWAPS = {
    "threadIdx.x": "threadIdx.y",
    "threadIdx.y": "threadIdx.x",
    "blockIdx.x": "threadIdx.x",
    "blockDim.x": "gridDim.x",
    "inp_stride": "out_stride",
    "out_stride": "inp_stride",
    "lane": "threadIdx.x",
    "row": "col",
}
_OPERATORS = {" + ": " - ", " - ": " + ", " * ": " / ", " / ": " * ", " += ": " -= ", " % ": " / "}
_RELATIONS = {" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ", " != ": " == "}
_FUNCTIONS = {
    "fmaxf": "fminf", "rsqrtf": "sqrtf", "sqrtf": "rsqrtf", "expf": "exp2f", "logf": "log2f",
    "warp_sum": "warp_max", "warp_max": "warp_sum", "block_sum": "block_max", "to_float": "-to_float",
}  # fmt: skip


def _alternatives(words: Mapping[str, str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


FAULTS: Mapping[str, tuple[re.Pattern[str], Callable[[str], str]]] = {
    "operator": (re.compile(_alternatives(_OPERATORS)), _OPERATORS.__getitem__),
    "comparison": (re.compile(_alternatives(_RELATIONS)), _RELATIONS.__getitem__),
    "constant": (re.compile(r"(?<![\w.\"])\d+(?:\.\d+f)?(?![\w.])"), _other_number),
    "bound": (re.compile(r"(?<![\w.])(?:n_cols|n_rows)(?!\w)"), lambda text: f"({text} - 1)"),
    "barrier": (re.compile(r"__sync(?:threads|warp)\([^;]*\);"), lambda _: ";"),
    "index": (re.compile(rf"(?<![\w.])(?:{_alternatives(_SWAPS)})(?!\w)"), _SWAPS.__getitem__),
    "function": (re.compile(rf"(?<!\w)(?:{_alternatives(_FUNCTIONS)})(?=\()"), _FUNCTIONS.__getitem__),
}
"""What is looked for in the code, and what replaces it, by kind of change."""


def sources_of(path: Path) -> list[Path]:
    """Return a kernel's file and the project's headers that it includes, each once."""
    found = [path]
    for each in found:
        for name in _INCLUDE.findall(each.read_text(encoding="ascii")):
            beside = (each.parent / name).resolve()
            header = beside if beside.exists() else CUDA_SOURCES / "include" / name
            if header not in found:
                found.append(header)
    return found


def changes_of(path: Path) -> list[Change]:
    """Return every possible change of a kernel's file and of the functions that it calls in headers.

    Comments, directives and parameters stay.
    """
    found = []
    codes = {each: _COMMENT.sub(_blank, each.read_text(encoding="ascii")) for each in sources_of(path)}
    called = _called(codes, path)
    for source, whole in codes.items():
        # Positions stay.
        code = _FUNCTION.sub(lambda match: match[0] if _name(match) in called else _blank(match), whole)
        code = _DIRECTIVE.sub(_blank, code)
        for fault, (pattern, new) in FAULTS.items():
            found += [
                Change(fault, source, match.start(), match.end(), new(match[0]))
                for match in pattern.finditer(code)
            ]
    return found


def _called(codes: Mapping[Path, str], path: Path) -> set[str]:
    bodies = {_name(match): match[0] for code in codes.values() for match in _FUNCTION.finditer(code)}
    found: set[str] = set()
    waiting = set(re.findall(r"\w+", codes[path])) & set(bodies)
    while waiting:
        found |= waiting
        words = {word for name in waiting for word in re.findall(r"\w+", bodies[name])}
        waiting = (words & set(bodies)) - found
    return found


def _name(function: re.Match[str]) -> str:
    match = _NAME.search(function[0])
    assert match is not None, function[0]
    return match[1] or match[2]


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def mutant(seed: int, number: int, sources: Sequence[Path] = SOURCES) -> Mutant:
    """Draw a mutant; the same for the same seed and number. Kinds of change are equally likely, where there are any."""
    draws = random.Random(f"{seed} {number}")
    source = draws.choice(sources)
    changes = changes_of(source)
    fault = draws.choice(sorted({change.fault for change in changes}))
    return Mutant(number, source, draws.choice([change for change in changes if change.fault == fault]))


def write(source: Path, change: Change | None, folder: Path) -> Path:
    """Write a kernel and its headers, changed or not, line for line, into a folder; returns the kernel's file."""
    for each in sources_of(source):
        text = each.read_text(encoding="ascii")
        if change is not None and each == change.path:
            text = text[: change.start] + change.new + text[change.stop :]
        path = folder / each.relative_to(ROOT)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="ascii")
    (folder / TOP_MARK).touch()
    return folder / source.relative_to(ROOT)
