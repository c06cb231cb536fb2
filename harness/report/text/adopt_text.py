"""What `kernel-harness adopt` prints: a table of the kernels of a checkout, and their number by outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Console

from ...adopt.checkout.outcome import KernelOutcome, State
from .console import print_line
from .terminal import count

_STYLES = {State.ADOPTED: "green", State.NEEDS: "yellow", State.CANNOT: "red", State.NOT_TRIED: "yellow"}
# Findings of one kernel that the table shows; the JSON has all.
_MOST_FINDINGS = 2


def print_table(console: Console, outcomes: Sequence[KernelOutcome]) -> None:
    width = max((len(each.state.value) for each in outcomes), default=0)
    file = ""
    for each in outcomes:
        if each.file != file:
            file = each.file
            print_line(console, file, style="bold")
        said = f"{each.operation}, as {each.id}" if each.state is State.ADOPTED else each.why
        if each.state is State.NOT_TRIED:
            said = ""  # the reason is that of all of them, and the last lines tell it
        name = f"{each.kernel}:{each.line}" if each.kernel else "-"
        print_line(
            console, f"  {each.state.value:<{width}}  {name}  {said}".rstrip(), style=_STYLES[each.state]
        )
        for finding in each.findings[:_MOST_FINDINGS]:
            print_line(console, f"  {'':<{width}}    finding: {finding}")
        if len(each.findings) > _MOST_FINDINGS:
            more = count(len(each.findings) - _MOST_FINDINGS, "more finding")
            print_line(console, f"  {'':<{width}}    and {more}")


def summary_line(outcomes: Sequence[KernelOutcome]) -> str:
    numbers = Counter(each.state for each in outcomes)
    found = sum(bool(each.findings) for each in outcomes)
    parts = [
        f"{numbers[State.ADOPTED]} adopted",
        f"{numbers[State.NEEDS]} need one line",
        f"{numbers[State.CANNOT]} cannot be adopted",
    ]
    if numbers[State.NOT_TRIED]:
        parts.append(f"{numbers[State.NOT_TRIED]} not tried")
    return f"{count(len(outcomes), 'kernel')}: {', '.join(parts)}; {found} with first findings"
