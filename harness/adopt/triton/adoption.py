"""Finds the declaration of a Triton kernel by launches on the ``cpu`` device."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ...device.cpu.lane_rounding import OWN_ROUNDING
from ...errors import SpecError, UsageError
from ...operation.catalogue import DEFAULT, catalogue_of
from ...operation.model import Operation
from ...run.session import Runner
from ...settings.project_table import opening_of
from ...settings.settings import Settings
from ...variant.case import make_case
from ...variant.declaration.declaration import read_declaration
from ...variant.declaration.inline_block import extract, read_source
from ...variant.declaration.triton.configurations import configured
from ...variant.shape import CONTIGUOUS
from ...variant.variant import Variant
from ...verdict import CaseResult, Reason, Verdict
from ..drafts.launch_limits import launch_limits
from ..trials.shapes import KIND, PROBE, SHAPES, SURVEY_ROWS, WIDE, WIDE_OF_HEADS, small_sizes
from .candidates import Candidate, candidates, ranked
from .signature import TritonSignature, triton_signatures

SECONDS = 120.0
"""Time for finding the launch of one kernel."""
_WIDTHS = (1, 3, 31, 33, 64, 100, 127, 129, 257, 1000, 1025, 4099)
_MOST_SHOWN = 3
# A right launch whose arithmetic is named wrongly is off by a few bounds; a wrong launch by very many.
_NEARLY = 64.0


@dataclass(frozen=True)
class TritonAdoption:
    """What was found for one kernel."""

    kernel: str
    """Name of the function."""
    lines: tuple[str, ...] = ()
    """The declaration, from the opening to the closing line; empty if none was found."""
    operation: str = ""
    """Name of the operation."""
    n_launches: int = 0
    """Launches that were tried."""
    passed: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    """`passed`, `failed`: further sizes that are right; those that are not, with the reason."""
    nearest: tuple[str, ...] = ()
    """If no launch was right, what came nearest."""


def kernels_of(path: Path, wanted: str) -> tuple[TritonSignature, ...]:
    """Return the kernel of a name, or all of a file."""
    every = triton_signatures(read_source(path))
    found = tuple(each for each in every if wanted in ("", each.name))
    if not found:
        names = ", ".join(each.name for each in every) or "none"
        what = f"a kernel {wanted}" if wanted else "a function marked @triton.jit that stores"
        raise UsageError(f"{path} must have {what} (got: {names})")
    return found


def adopt_triton(
    path: Path,
    kernel: TritonSignature,
    runner: Runner,
    settings: Settings,
    *,
    operation: str = "",
    given: Mapping[str, str] | None = None,
    source: str = "this repository",
    file: str = "",
    seconds: float = SECONDS,
    on_found: Callable[[], None] = lambda: None,
    clock: Callable[[], float] = time.monotonic,
) -> TritonAdoption:
    """Try declarations of one kernel until one gives right results."""
    known = catalogue_of(settings.operations).operations
    if operation and operation not in known:
        raise UsageError(f"--operation must be one of {', '.join(known)} (got {operation!r})")
    wanted = [known[operation]] if operation else ranked(kernel, list(known.values()), path.stem)
    if not wanted:
        raise UsageError(
            f"the name of a Triton kernel or of its file must tell its operation (got '{kernel.name}' in {path.name}); "
            "name it: --operation NAME"
        )
    trial = _Trial(path, kernel, runner, settings, source, clock, seconds)
    best: tuple[int, Candidate, list[str], list[str]] | None = None
    for each in wanted:
        for candidate in candidates(kernel, each, given or {}):
            if trial.is_late:
                break
            if not trial.is_right(candidate, each, (PROBE,)):
                continue
            wide = WIDE_OF_HEADS if each.further_sizes else WIDE
            if trial.is_right(candidate, each, (*SHAPES[:1], wide)):
                on_found()
                passed, failed = trial.survey(candidate, each)
                best = 0, candidate, passed, failed
                break
            if best is None:
                best = 1, candidate, [], []
        if best is not None and best[0] == 0:
            break
    if best is None:
        return TritonAdoption(kernel.name, (), "", trial.n_launches, nearest=tuple(trial.nearest()))
    chosen = best[1]
    on_found()
    passed, failed = (best[2], best[3]) if best[0] == 0 else trial.survey(chosen, known[chosen.operation])
    if trial.has_own_roundings:
        chosen = replace(chosen, is_deterministic=False)
    chosen = replace(chosen, requires=launch_limits(_variant(path, kernel, chosen, source, settings)))
    lines = tuple(_lines(path, kernel, chosen, source, file))
    return TritonAdoption(
        kernel.name, lines, chosen.operation, trial.n_launches, tuple(passed), tuple(failed)
    )


class _Trial:
    """Runs cases of candidates."""

    def __init__(
        self,
        path: Path,
        kernel: TritonSignature,
        runner: Runner,
        settings: Settings,
        source: str,
        clock: Callable[[], float],
        seconds: float,
    ) -> None:
        self._path, self._kernel, self._runner = path, kernel, runner
        self._settings, self._source, self._clock = settings, source, clock
        self._until = clock() + seconds
        self._failures: dict[str, float] = {}
        self.n_launches = 0
        self.has_own_roundings = False

    @property
    def is_late(self) -> bool:
        return self._clock() > self._until

    def nearest(self) -> list[str]:
        """Return the failures of probes, the nearest to right first."""
        return sorted(self._failures, key=lambda each: self._failures[each])[:_MOST_SHOWN]

    def is_right(
        self, candidate: Candidate, operation: Operation, shapes: tuple[tuple[int, int], ...]
    ) -> bool:
        for shape in shapes:
            result = self._run(candidate, operation, *shape)
            if result is None or not _is_near(result):
                return False
        return True

    def survey(self, candidate: Candidate, operation: Operation) -> tuple[list[str], list[str]]:
        passed, failed = [], []
        self.has_own_roundings = False
        for n_cols in _WIDTHS:
            if operation.further_sizes and n_cols > WIDE_OF_HEADS[1]:
                continue
            result = self._run(candidate, operation, SURVEY_ROWS, n_cols)
            if result is None or result.verdict is Verdict.UNPROVEN:
                continue
            self.has_own_roundings |= any(OWN_ROUNDING in note.message for note in result.notes)
            shape = f"{SURVEY_ROWS}x{n_cols}"
            if result.verdict is Verdict.PASS:
                passed.append(shape)
            elif result.verdict is not Verdict.SKIP:
                failed.append(f"{shape}: {_why(result)}")
        return passed, failed

    def _run(self, candidate: Candidate, operation: Operation, n_rows: int, n_cols: int) -> CaseResult | None:
        try:
            variant = _variant(self._path, self._kernel, candidate, self._source, self._settings)
            layouts = ("strided", CONTIGUOUS) if operation.has_one_matrix else (CONTIGUOUS,)
            for name in layouts:
                case = make_case(
                    variant,
                    dtype="float32",
                    n_rows=n_rows,
                    n_cols=n_cols,
                    kind=KIND,
                    layout=name,
                    block=variant.usual_block,
                    sizes=small_sizes(operation),
                )
                if case.unmet() is None:
                    break
            self.n_launches += 1
            result = self._runner.run(case)
        except SpecError as error:
            self._failures.setdefault(str(error), float("inf"))
            return None
        if result.verdict not in (Verdict.PASS, Verdict.SKIP):
            said = result.findings[0].message.strip().split("\n") if result.findings else [""]
            # Triton's own error is the last line of what it prints.
            detail = said[-1] if Reason.COMPILE_ERROR in result.reasons else said[0]
            told = f"{operation.name} with args [{', '.join(candidate.args)}]: {_why(result)}: {detail}"
            self._failures.setdefault(told[:400], result.max_error_ratio or float("inf"))
        return result


def _is_near(result: CaseResult) -> bool:
    if result.verdict is Verdict.PASS:
        return True
    ratio = result.max_error_ratio
    return (
        set(result.reasons) <= {Reason.WRONG_VALUE, Reason.ROW_SUM} and ratio is not None and ratio < _NEARLY
    )


def _why(result: CaseResult) -> str:
    return ", ".join(dict.fromkeys(each.value for each in result.reasons)) or result.verdict.value


def _variant(
    path: Path, kernel: TritonSignature, candidate: Candidate, source: str, settings: Settings
) -> Variant:
    return declared(path, tuple(_lines(path, kernel, candidate, source, "")), settings)


def declared(path: Path, lines: Sequence[str], settings: Settings) -> Variant:
    """Return the first variant of a declaration."""
    block = extract("\n".join(lines), path)
    assert block is not None
    # Declared apart, so that the file may have any name.
    block = replace(block, name="kernel", table={**block.table, "file": path.name})
    declaration = read_declaration(configured(block)[0], catalogue_of(settings.operations))
    if declaration.variant is None:
        raise declaration.errors[0]
    return declaration.variant


def _lines(
    path: Path, kernel: TritonSignature, candidate: Candidate, source: str, file: str
) -> Iterator[str]:
    """Yield the lines of a declaration."""
    grid = [_text(each) for each in candidate.grid]
    keys = {
        "file": _text(file) if file else "",
        "summary": _text(f"{kernel.name}: {candidate.operation}."),
        "source": _text(source),
        "entry": _text(kernel.name) if kernel.name != candidate.operation else "",
        "operation": _text(candidate.operation) if candidate.operation != DEFAULT else "",
        "args": f"[{', '.join(_argument(each) for each in candidate.args)}]",
        "configs": _text("autotune") if kernel.is_tuned else "",
        "constexprs": _table(candidate.constants),
        "grid": grid[0] if len(grid) == 1 else f"[{', '.join(grid)}]",
        "requires": f"[{', '.join(map(_text, candidate.requires))}]" if candidate.requires else "",
        "arithmetic": _text(candidate.arithmetic) if candidate.arithmetic else "",
        "deterministic": "" if candidate.is_deterministic else "false",
    }
    width = max(len(name) for name, text in keys.items() if text)
    yield opening_of(path)
    yield from (f"# {name:<{width}} = {text}" for name, text in keys.items() if text)
    for name, n_bytes in candidate.scratch:
        yield "#"
        yield "# [[scratch]]"
        yield f"# name  = {_text(name)}"
        yield f"# bytes = {_text(n_bytes)}"
    yield "# ///"


def _argument(text: str) -> str:
    try:
        float(text)
    except ValueError:
        return _text(text)
    return text


def _table(values: Mapping[str, object]) -> str:
    return (
        "{ " + ", ".join(f"{name} = {json.dumps(value)}" for name, value in values.items()) + " }"
        if values
        else ""
    )


def _text(text: str) -> str:
    # A JSON string of this text is also a basic string of TOML.
    return json.dumps(text, ensure_ascii=False)
