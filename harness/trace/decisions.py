"""The conditions that decided whether the path of a value ran, with the operands of their last execution."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..check.comparison import shown as number_text
from ..ptx.ir.traced import Role
from ..ptx.layout import TRACE_COPY
from .log import Log, lanes_of
from .model import Decision
from .number_types import as_numbers, shown_type
from .recording import SlicedLaunch
from .statements import Folding

_SIGNS = {
    "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!=", "lo": "<", "ls": "<=", "hi": ">",
    "hs": ">=", "ltu": "<", "leu": "<=", "gtu": ">", "geu": ">=", "equ": "==", "neu": "!=",
}  # fmt: skip


def decisions(
    folding: Folding, slices: Sequence[SlicedLaunch], *, of_store: bool = False
) -> tuple[Decision, ...]:
    """Return the conditions that decided whether the path ran, or with `of_store` only the store, by line."""
    found: dict[tuple[str, int], Decision] = {}
    for launch, sliced in enumerate(slices):
        of_roots = {
            block
            for root in sliced.slice.roots
            if sliced.log.kind[root.moment] != TRACE_COPY
            for block in sliced.slice.deciding[sliced.log.instruction(root.moment).block]
        }
        for number, executions in sliced.slice.decisions.items():
            if not executions or (of_store and sliced.log.traced[number].block not in of_roots):
                continue
            decision = _decision(folding, sliced, launch, number, executions)
            key = decision.place.file, decision.place.line
            # a compiler tests one condition at several places: the one that was tested most often tells most
            if key not in found or decision.executions > found[key].executions:
                found[key] = decision
    return tuple(sorted(found.values(), key=lambda item: (item.place.file, item.place.line)))


def _decision(
    folding: Folding, launched: SlicedLaunch, launch: int, number: int, executions: dict[int, int]
) -> Decision:
    log = launched.log
    branch = log.traced[number]
    guard = next(
        (operand for operand in branch.operands if operand.role is Role.CONDITION and operand.register), None
    )
    last = max(executions)
    lane = executions[last].bit_length() - 1
    place = folding.place((launch, number))
    n = sum(mask.bit_count() for mask in executions.values())
    comparison, outcome, n_true = "", "", 0
    if guard is not None:
        for moment, mask in executions.items():
            for earlier, slot, lanes in log.definition(moment, guard.register, mask):
                values = log.values(earlier, slot)
                if values is not None:
                    n_true += sum(bool(values[other]) for other in lanes_of(lanes))
        for earlier, slot, _ in log.definition(last, guard.register, 1 << lane):
            values = log.values(earlier, slot)
            outcome = "" if values is None else "true" if values[lane] else "false"
            comparison = _comparison(log, earlier, lane)
            own = folding.place((launch, int(log.index[earlier])))
            place = own if own.text else place
    return Decision(place, comparison, outcome, folding.thread(launch, last, lane), n, n_true)


def _comparison(log: Log, moment: int, lane: int) -> str:
    instruction = log.instruction(moment)
    name, *words = instruction.opcode.split(".")
    sign = next((_SIGNS[word] for word in words if word in _SIGNS), "")
    if name != "setp" or not sign:
        return ""
    kind = words[-1]
    sides = []
    for operand in instruction.operands[:2]:
        if not operand.register:
            sides.append(operand.text)
            continue
        bits = log.operand_bits(moment, operand, lane)
        if bits is None:
            return ""
        width = {"1": "1", "6": "2", "2": "4", "4": "8"}[kind[-1]] if kind[-1] in "1624" else "4"
        word = np.array([bits], np.uint64).astype(f"u{width}")
        sides.append(number_text(as_numbers(word, shown_type(kind))[0].item()))
    return f"{sides[0]} {sign} {sides[1]}" if len(sides) == 2 else ""
