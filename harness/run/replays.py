"""Further launches of a case whose first showed no fault: they test relations between two launches.

Each further launch gets another input in the same buffer and runs the same code with the same arguments. All other
buffers are restored to their content before the first launch. `harness.check.properties` chooses the launches and
compares their outputs with the first; this module executes them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..check.instability import MEAN_FAR_ABOVE_SPREAD, MEAN_OF_SHORT_TYPES, Place, unstable_outputs
from ..check.judgement import Evidence, Judgement, damage, unwritten_elements
from ..check.properties import properties_of, relocated, repeated
from ..check.property import Outputs, Property, bits, claimed
from ..check.row_patterns import Together
from ..device.base import FIRST, Device, Variation
from ..launch.memory import CaseMemory
from ..launch.plan import LoadedLaunch, launch
from ..operation.kinds import SWEEP_KIND
from ..operation.problem import Expected
from ..variant.case import Case
from ..variant.shape import CONTIGUOUS
from ..verdict import Finding, Reason, Verdict
from .source_files import SourceLines

if TYPE_CHECKING:
    # loads LLVM, which only the executing process needs
    from ..device.cpu.ptx_cpu import PtxCpu

_CONCLUSIVE = {Reason.HANG, Reason.NONDETERMINISTIC}
"""Reasons after which further relations prove nothing: a hang, or launches that differ by themselves."""


def replay(
    case: Case,
    memory: CaseMemory,
    launches: Sequence[LoadedLaunch],
    device: Device,
    *,
    first: Evidence,
    judgement: Judgement,
    schedules: Sequence[int] = (),
    turn: int | None = None,
) -> Judgement:
    """Make the further launches that apply to a case and judge them with the first."""
    # `turn` is passed to `harness.check.properties.properties_of`. If it shows a fault, all launches are made, so that
    # the report does not depend on the turn. All are also made if a launch may leave values for the next one.
    # a relation to wrong outputs proves nothing, and a sweep is wide enough without
    if judgement.verdict.is_failure or judgement.expected is None or case.kind == SWEEP_KIND:
        return judgement
    keeps_state = bool(device.kept_variables([loaded.kernel for loaded in launches]))
    replays = _Replays(
        case, memory, launches, device, first.values, judgement.expected, schedules, keeps_state
    )
    findings = replays.findings(None if keeps_state else turn)
    if findings and turn is not None and not keeps_state and not _reasons(findings) & _CONCLUSIVE:
        # On a gpu a fault may show once and not again.
        findings = replays.findings(None) or findings
    if not findings:
        return judgement
    verdict = Verdict.HANG if Reason.HANG in _reasons(findings) else Verdict.FAIL
    return replace(judgement, verdict=verdict, findings=tuple(findings))


def unstable_rounding(
    case: Case,
    memory: CaseMemory,
    launches: Sequence[LoadedLaunch],
    device: PtxCpu,
    include_dirs: Sequence[Path],
) -> tuple[Finding, ...]:
    """Return notes on outputs that rounding moves by more than half their digits, with the source lines that do it.

    The inputs are the case's own. In a case of normal values a second input has a mean far above its spread.
    """
    sources = SourceLines(include_dirs)
    main = case.variant.operation.main
    values = memory.problem.arrays[main.name]

    def lines() -> list[tuple[Place, str, str]]:
        found = device.rounding_lines([loaded.kernel for loaded in launches])
        texts = {place: name.rpartition(":") for place, name in found.items()}
        return [
            (place, name, sources.text(texts[place][0], place[1], case.variant.path).strip())
            for place, name in found.items()
        ]

    def launched(arrays: Outputs, variation: Variation) -> Outputs:
        again = memory.refill(arrays, device)
        launch(launches, device, variation)
        return again.read_back(device).values

    inputs: list[tuple[str, Outputs]] = [(f"inputs of the kind {case.kind}", {})]
    shift = MEAN_FAR_ABOVE_SPREAD if values.dtype.itemsize > 2 else MEAN_OF_SHORT_TYPES
    if case.kind == "normal" and (case.variant.max_magnitude or np.inf) > 2 * shift:
        shifted = (values.astype(np.float64) + shift).astype(values.dtype)
        inputs.append((f"normal inputs plus {shift}", {main.name: shifted}))
    notes: list[Finding] = []
    for shown, arrays in inputs:

        def draw(number: int, place: Place | None, arrays: Outputs = arrays) -> Outputs:
            return launched(arrays, Variation(drawing=number, drawn_line=place))

        found = unstable_outputs(launched(arrays, FIRST), draw, lines)
        notes += (each.finding(shown) for each in found)
    return tuple(notes)


def _reasons(findings: Sequence[Finding]) -> set[Reason]:
    return {finding.reason for finding in findings}


class _Replays(NamedTuple):
    """Makes further launches of a case, and launches that explain a fault; `before` are the first launch's outputs."""

    case: Case
    memory: CaseMemory
    launches: Sequence[LoadedLaunch]
    device: Device
    before: Outputs
    expected: Mapping[str, Expected]
    schedules: Sequence[int]
    keeps_state: bool

    def findings(self, turn: int | None) -> list[Finding]:
        findings: list[Finding] = []
        case, variant = self.case, self.case.variant
        problem = self.memory.problem
        configs = [loaded.config for loaded in self.launches]
        together = Together.of_launches(
            case.shape.n_rows,
            problem.row_threads,
            [(math.prod(own.grid), math.prod(own.cluster or (1,)), math.prod(own.block)) for own in configs],
        )
        is_plain = (case.kind, case.layout) == ("spread", CONTIGUOUS)
        if not is_plain:
            # The plain cases have every size; two patterns are enough for other inputs and layouts.
            together = replace(together, most=min(together.most, 2))
        properties = properties_of(
            operation=variant.operation,
            problem=problem,
            outputs=self.before,
            expected=self.expected,
            schedules=self.schedules,
            together=together,
            seed=case.seed,
            probes_approximations=is_plain,
            keeps_state=self.keeps_state,
            turn=turn,
        )
        for tried in claimed(
            properties,
            operation=variant.operation,
            problem=problem,
            deterministic=variant.deterministic,
            max_magnitude=variant.max_magnitude,
            finite=variant.finite,
        ):
            observed, outputs = self.launch(tried)
            if outputs is not None and Reason.NONDETERMINISTIC in _reasons(observed):
                observed = self.explained(tried, observed, outputs)
            if outputs is not None and Reason.ROW_DEPENDENCE in _reasons(observed):
                if Reason.ROW_DEPENDENCE in _reasons(findings):
                    continue  # one pair of rows is enough
                if variant.deterministic:
                    observed = self.traced(tried, observed, outputs, together)
            findings += observed
            if _reasons(observed) & _CONCLUSIVE:
                break
        return findings

    def launch(self, tried: Property) -> tuple[list[Finding], Outputs | None]:
        """Launch once more; return the findings, and the outputs unless a buffer was damaged."""
        if tried.before:
            # A stale value of the same inputs would be the right one.
            harm, _ = self.launch(_on_other_values(tried))
            if harm:
                return harm, None
        again = self.memory.refill(tried.arrays, self.device)
        # the first launch was checked in its order; in another one the sanitizers have more to see
        is_again = tried.schedule is None
        how = Variation(tried.schedule, is_again, tried.perturbation, tried.moved)
        launched = launch(self.launches, self.device, how)
        evidence = again.read_back(self.device, launched)
        harm = damage(evidence)
        if launched.completed:
            harm += unwritten_elements(evidence.outputs)
        if not harm:
            return tried.findings(evidence.values), evidence.values
        # These findings are new, and they make the values meaningless.
        where = f"in a further launch, {tried.what}: "
        return [replace(finding, message=where + finding.message) for finding in harm], None

    def explained(self, tried: Property, observed: list[Finding], outputs: Outputs) -> list[Finding]:
        """Distinguish an output that depends on schedule or addresses from one that differs in every launch."""
        # If the schedule or the addresses are the cause, repeating either launch gives the same bits again. If not, the
        # kernel may have read values that an earlier launch left.
        # only another order or other addresses leave more than one explanation
        if tried.schedule is None:
            return observed
        in_that_order = replace(repeated(outputs), schedule=tried.schedule, moved=tried.moved)
        in_the_first = repeated(self.before)
        for again in (in_that_order, in_the_first):
            differing, _ = self.launch(again)
            if differing:
                left = self._left_by_earlier(tried) if tried.before else []
                return left or in_the_first.findings(outputs)
        differing, _ = self.launch(relocated(self.before))
        return differing or observed

    def _left_by_earlier(self, tried: Property) -> list[Finding]:
        """Name the reads of values that an earlier launch left in variables of a module."""
        # Both launches are repeated; bytes of the variables that the first changes count as unwritten in the second.
        kept = self.device.kept_variables([loaded.kernel for loaded in self.launches])
        before = [variable.data.copy() for variable in kept]
        self.launch(_on_other_values(tried))
        for variable, content in zip(kept, before, strict=True):
            variable.define(mask=variable.data == content)
        what = f"{tried.what}, with values that an earlier launch left counting as unwritten"
        try:
            observed, _ = self.launch(replace(tried, what=what, before={}))
        finally:
            for variable in kept:  # the module stays loaded for other cases
                variable.define()
        return [finding for finding in observed if finding.reason is Reason.UNINITIALISED_READ]

    def traced(
        self, tried: Property, observed: list[Finding], outputs: Outputs, together: Together
    ) -> list[Finding]:
        """Name two rows that depend on each other, and how they are computed together."""
        # Fewer and fewer rows are replaced: all with one relation to the changed row, then half of them, until one is
        # left.
        problem = self.memory.problem
        assert isinstance(tried.held, np.ndarray), "the rows that are kept are known"
        is_replaced = ~tried.held
        arrays = {array.name: array for array in self.memory.arrays}

        def by_rows(name: str, values: NDArray[Any]) -> NDArray[Any]:
            return arrays[name].by_rows(values, problem.known)

        changed = np.zeros(problem.n_rows, np.bool_)
        for name, out in outputs.items():
            differs = bits(by_rows(name, out)) != bits(by_rows(name, self.before[name]))
            changed |= differs.reshape(problem.n_rows, -1).any(axis=1)
        victim = int(np.argmax(changed & ~is_replaced))

        def is_changed_by(rows: NDArray[np.intp]) -> bool:
            kept = np.ones(problem.n_rows, dtype=np.bool_)
            kept[rows] = False
            mixed = {name: values.copy() for name, values in tried.arrays.items()}
            for name, values in mixed.items():
                by_rows(name, values)[kept] = by_rows(name, problem.arrays[name])[kept]
            _, again = self.launch(replace(tried, arrays=mixed))
            # As bytes: a NaN differs from itself (IEEE 754), and one that stays has not changed.
            return again is not None and any(
                by_rows(name, again[name])[victim].tobytes() != by_rows(name, out)[victim].tobytes()
                for name, out in self.before.items()
            )

        for words, mates in together.mates(victim):
            rows = mates[is_replaced[mates]]
            if not rows.size or not is_changed_by(rows):
                continue
            # half of the rows at a time: each launch costs as much as the first
            while rows.size > 1:
                halves = (rows[: rows.size // 2], rows[rows.size // 2 :])
                rows = next((half for half in halves if is_changed_by(half)), rows[:0])
            if rows.size:
                pair = f"row {victim} changes with row {rows[0]}, {words}"
                return [replace(finding, message=f"{finding.message}\n{pair}") for finding in observed]
        return observed


def _on_other_values(tried: Property) -> Property:
    """Return the launch before a further one; its outputs are not checked."""
    return Property("on other values", lambda _: [], tried.before)
