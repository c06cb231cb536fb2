"""``python -m tests.mutation.tolerances``: which changed kernels are rejected, and which a flat tolerance would accept.

Mutants of right kernels (`tests.mutation.kernels`) run on the ``cpu`` device. A flat tolerance is ``allclose`` with
``rtol = atol`` against the float64 reference, as a unit test has it: NaN equals NaN, and the same infinities are equal.
It judges the values of the first launch; a launch that does not end or traps fails it.

The cases are those of float32 at the usual block of each kernel: the layouts, input kinds and shapes of the matrix, up
to 2**14 elements. The
ordinary input is the first of them, 16 x 1024 of kind ``normal``. A case in which a flat tolerance rejects the right
kernel says nothing about its mutants. A mutant that all have rejected runs no further case.
"""

import argparse
import json
import platform
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from harness.check import judgement
from harness.device.cpu.ptx_cpu import PtxCpu
from harness.errors import CompileError, HarnessError
from harness.launch.plan import compile_request, loader_of
from harness.operation.derived import expected_of
from harness.operation.problem import Expected
from harness.run import case_run
from harness.settings.settings import Settings
from harness.variant.case import Case, make_case
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from harness.variant.variant import Variant
from harness.verdict import Verdict
from tests.kernels.expectations import ROOT
from tests.mutation.kernels import SOURCES, Mutant, mutant, write
from tests.progress import say

FLAT = (1e-2, 1e-3, 1e-5)
"""Flat tolerances, relative and absolute."""

STEP_BUDGET = 1_000_000
ORDINARY = (16, 1024)
MOST_ELEMENTS = 1 << 14
"""Elements of the largest case; a mutant whose threads all do the same work takes minutes for larger ones."""
_REJECTED = (Verdict.FAIL, Verdict.CRASH, Verdict.HANG, Verdict.ERROR)


@dataclass
class Run:
    """One kernel on all its cases.

    `verdicts`: by case. `bits`: the outputs' bytes by case, empty where the launch did not end. `flat`: for each flat
    tolerance, the cases that it rejects. `values`: cases with an output beyond our bound. `reasons`: all that were
    reported.
    """

    verdicts: dict[str, str] = field(default_factory=dict)
    bits: dict[str, bytes] = field(default_factory=dict)
    flat: dict[float, list[str]] = field(default_factory=lambda: {each: [] for each in FLAT})
    values: list[str] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)

    @property
    def rejected(self) -> list[str]:
        return [case for case, verdict in self.verdicts.items() if verdict in _REJECTED]

    @property
    def is_decided(self) -> bool:
        by_values = bool(self.values) or not all(self.bits.values())
        return by_values and all(self.flat.values()) and bool(self.rejected)


@dataclass(frozen=True)
class Outcome:
    """What became of one mutant.

    `group`: ``judged``, ``same ptx``, ``same bits`` or ``no kernel`` (it does not compile). `ours`, `ours_ordinary`,
    `values`: whether our check rejects it, does so on the ordinary input, and does so by the bound of an element.
    `flat_ordinary`, `flat_all`: the flat tolerances that reject it.
    """

    number: int
    kernel: str
    fault: str
    change: str
    group: str
    ours: bool = False
    ours_ordinary: bool = False
    values: bool = False
    flat_ordinary: tuple[float, ...] = ()
    flat_all: tuple[float, ...] = ()
    reasons: tuple[str, ...] = ()


def ordinary_case(variant: Variant) -> Case:
    rows, cols = ORDINARY
    return make_case(
        variant, dtype="float32", n_rows=rows, n_cols=cols, kind="normal", block=variant.usual_block
    )


def chosen_cases(variant: Variant, *, every: bool = False) -> list[Case]:
    found = [ordinary_case(variant)]
    for case in cases(variant):
        is_usual = case.dtype == "float32" and case.block == variant.usual_block
        is_usual &= case.shape.n_rows * case.shape.n_cols <= MOST_ELEMENTS
        if (every or is_usual) and case.id != found[0].id:
            found.append(case)
    return found


def is_close(got: Mapping[str, np.ndarray], expected: Mapping[str, Expected], tolerance: float) -> bool:
    """Whether every output passes ``allclose``; a reference beyond the range of the output's type is infinite."""
    for name, values in got.items():
        reference = expected[name].reference
        with np.errstate(over="ignore", invalid="ignore"):
            stored = reference.astype(values.dtype).astype(np.float64)
            reference = np.where(np.isinf(stored), stored, reference)
            exact = values.astype(np.float64)
            if not np.allclose(exact, reference, rtol=tolerance, atol=tolerance, equal_nan=True):
                return False
    return True


class Recorder:
    """Runs cases and keeps what the check saw; the expected results of a case are computed once."""

    def __init__(self) -> None:
        self.expected: dict[str, Mapping[str, Expected]] = {}
        self.seen: list[dict[str, Any]] = []

    def judge(self, **given: Any) -> judgement.Judgement:
        self.seen.append(given)
        return judgement.judge(**given)

    def run(
        self, chosen: Sequence[Case], device: PtxCpu, settings: Settings, *, right: Run | None = None
    ) -> Run:
        """Run cases; beside the `right` kernel's run, no more than decide, and only flat rejections that it has not."""
        found = Run()
        before, case_run.judge = case_run.judge, self.judge
        try:
            for case in chosen:
                self._case(case, device, settings, found)
                if right is not None:
                    for tolerance, rejected in found.flat.items():
                        found.flat[tolerance] = [
                            each for each in rejected if each not in right.flat[tolerance]
                        ]
                    if found.is_decided:
                        break
        finally:
            case_run.judge = before
        return found

    def _case(self, case: Case, device: PtxCpu, settings: Settings, found: Run) -> None:
        self.seen.clear()
        result = case_run.run_case(case, device, settings)
        if result.verdict is Verdict.SKIP:
            return
        found.verdicts[case.id] = result.verdict
        found.reasons.update(result.reasons)
        if not self.seen or self.seen[0]["evidence"].hung or self.seen[0]["evidence"].trapped:
            found.bits[case.id] = b""
            for rejected in found.flat.values():
                rejected.append(case.id)
            return
        given = self.seen[0]
        outputs = given["evidence"].values
        found.bits[case.id] = b"".join(values.tobytes() for values in outputs.values())
        if case.id not in self.expected:
            self.expected[case.id] = expected_of(given["operation"], given["problem"])
        expected = self.expected[case.id]
        for tolerance, rejected in found.flat.items():
            if not is_close(outputs, expected, tolerance):
                rejected.append(case.id)
        if any(not _within(values, expected[name]) for name, values in outputs.items()):
            found.values.append(case.id)


def _within(values: np.ndarray, expected: Expected) -> bool:
    with np.errstate(invalid="ignore"):
        exact = values.astype(np.float64)
        right = (np.abs(exact - expected.reference) <= expected.allowed) | (exact == expected.reference)
    right |= np.isnan(expected.allowed) | (np.isnan(exact) & np.isnan(expected.reference))
    # A number too large for the output's type may come out as infinity; the check itself decides there.
    return bool((right | np.isinf(exact)).all())


def ptx_of(variant: Variant, chosen: Sequence[Case], device: PtxCpu, settings: Settings) -> list[bytes]:
    """Return the code of each block and type, without the names of files."""
    requests = dict.fromkeys(compile_request(case, device.info, settings) for case in chosen)
    found = [loader_of(device).compile(request, device).code for request in requests]
    return [re.sub(rb"(?m)^\s*\.(?:file|loc)\b.*$", b"", code) for code in found]


def outcome(each: Mutant, bases: dict[Path, tuple[Run, list[bytes]]], recorder: Recorder) -> Outcome:
    settings = Settings.load(ROOT, step_budget=STEP_BUDGET)
    parts = (each.number, each.source.stem, each.change.fault, str(each.change))
    with tempfile.TemporaryDirectory() as folder:
        if each.source not in bases:
            variant = load_variant(write(each.source, None, Path(folder) / "whole"))
            device, chosen = PtxCpu(settings), chosen_cases(variant)
            bases[each.source] = (
                recorder.run(chosen, device, settings),
                ptx_of(variant, chosen, device, settings),
            )
            device.close()
            assert not bases[each.source][0].rejected, (each.source, bases[each.source][0].reasons)
        base, base_ptx = bases[each.source]
        device = PtxCpu(settings)
        try:
            variant = load_variant(write(each.source, each.change, Path(folder) / "changed"))
            chosen = chosen_cases(variant)
            if ptx_of(variant, chosen, device, settings) == base_ptx:
                return Outcome(*parts, group="same ptx")
            run = recorder.run(chosen, device, settings, right=base)
        except CompileError:
            return Outcome(*parts, group="no kernel")
        except HarnessError as error:
            return Outcome(*parts, group="no kernel", reasons=(str(error).splitlines()[0],))
        finally:
            device.close()
    ordinary = chosen[0].id
    return Outcome(
        *parts,
        group="same bits" if not run.rejected and run.bits == base.bits else "judged",
        ours=bool(run.rejected),
        ours_ordinary=ordinary in run.rejected,
        values=bool(run.values),
        flat_ordinary=tuple(each for each in FLAT if ordinary in run.flat[each]),
        flat_all=tuple(each for each in FLAT if run.flat[each]),
        reasons=tuple(sorted(run.reasons)),
    )


def table(found: Sequence[Outcome]) -> str:
    judged = [each for each in found if each.group == "judged"]
    faults = sorted({each.fault for each in judged})
    flat = [f"{tolerance:g}" for tolerance in FLAT]
    head = ["change", "mutants", "this check", *(f"flat {each}, all inputs" for each in flat)]
    head += ["this check, one input", *(f"flat {each}, one input" for each in flat)]
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    for fault in [*faults, "all"]:
        some = [each for each in judged if fault in (each.fault, "all")]
        numbers = [
            len(some),
            sum(each.ours for each in some),
            *(sum(tolerance in each.flat_all for each in some) for tolerance in FLAT),
            sum(each.ours_ordinary for each in some),
            *(sum(tolerance in each.flat_ordinary for each in some) for tolerance in FLAT),
        ]
        lines.append(f"| {fault} | {' | '.join(map(str, numbers))} |")
    return "\n".join(lines)


def false_alarms(recorder: Recorder, sources: Sequence[Path] = SOURCES) -> str:
    settings = Settings.load(ROOT)
    n_cases: Counter[str] = Counter()
    rejected: Counter[tuple[str, float]] = Counter()
    ours: Counter[str] = Counter()
    for source in sources:
        device, variant = PtxCpu(settings), load_variant(source)
        chosen = chosen_cases(variant, every=True)
        run = recorder.run(chosen, device, settings)
        device.close()
        types = {case.id: case.dtype for case in chosen}
        n_cases.update(types[case] for case in run.verdicts)
        ours.update(types[case] for case in run.rejected)
        for tolerance, failing in run.flat.items():
            rejected.update((types[case], tolerance) for case in failing)
    lines = [f"| type | cases | this check | {' | '.join(f'flat {each:g}' for each in FLAT)} |"]
    lines.append("|" + "---|" * (3 + len(FLAT)))
    for dtype, n in sorted(n_cases.items()):
        flat = " | ".join(str(rejected[dtype, each]) for each in FLAT)
        lines.append(f"| {dtype} | {n} | {ours[dtype]} | {flat} |")
    return "\n".join(lines)


def _is_enough(found: Sequence[Outcome], n_drawn: int, chosen: argparse.Namespace) -> bool:
    if chosen.draw is not None:
        return n_drawn >= chosen.draw
    return sum(each.group in ("judged", "same bits") for each in found) >= chosen.count


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.tolerances", description=__doc__)
    parser.add_argument(
        "--count", type=int, default=200, help="mutants with other machine code (default: 200)"
    )
    parser.add_argument("--seed", type=int, default=0, help="of all of them (default: 0)")
    parser.add_argument("--first", type=int, default=0, help="number of the first one (default: 0)")
    parser.add_argument("--number", type=int, help="run this mutant alone")
    parser.add_argument("--draw", type=int, help="draw so many and stop, instead of --count")
    parser.add_argument("--json", type=Path, help="write every mutant and what became of it")
    parser.add_argument("--read", type=Path, nargs="+", help="draw none; read these files of --json")
    parser.add_argument("--no-right", action="store_true", help="leave out the right kernels")
    chosen = parser.parse_args()
    recorder, bases = Recorder(), {}
    started, found, number = time.monotonic(), [], chosen.first
    if chosen.number is not None:
        say(str(outcome(mutant(chosen.seed, chosen.number), bases, recorder)))
        return 0
    for path in chosen.read or ():
        found += [Outcome(**each) for each in json.loads(path.read_text(encoding="ascii"))]
    found = list({(each.kernel, each.change): each for each in found}.values())
    drawn = set()
    while not chosen.read and not _is_enough(found, number - chosen.first, chosen):
        each = mutant(chosen.seed, number)
        number += 1
        if (each.source, each.change) in drawn:
            continue
        drawn.add((each.source, each.change))
        found.append(outcome(each, bases, recorder))
        if chosen.json:
            chosen.json.write_text(
                json.dumps([asdict(each) for each in found], indent=1) + "\n", encoding="ascii"
            )
        if (number - chosen.first) % 20 == 0:
            groups = Counter(each.group for each in found)
            say(f"{number - chosen.first} drawn, {dict(groups)}, {time.monotonic() - started:.0f} s")
    groups = Counter(each.group for each in found)
    told = ", ".join(f"{n} {group}" for group, n in groups.items())
    say(f"\nseed {chosen.seed}: {len(found)} mutants; {told}")
    say(table(found))
    by_values = sum(each.values for each in found if each.group == "judged")
    say(f"beyond our bound in the first launch: {by_values}")
    for title, some in (
        ("same bits on all cases", [each for each in found if each.group == "same bits"]),
        ("other bits, and accepted", [each for each in found if each.group == "judged" and not each.ours]),
        (
            f"rejected by flat {FLAT[0]:g} and not by this check",
            [each for each in found if each.flat_all and not each.ours],
        ),
    ):
        say(f"\n{title}: {len(some)}")
        for each in some:
            say(f"  {each.number} {each.kernel}, {each.fault}: {each.change}")
    if not chosen.no_right:
        say(f"\nright kernels\n{false_alarms(recorder)}")
    say(f"Python {platform.python_version()}, NumPy {np.__version__}; {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
