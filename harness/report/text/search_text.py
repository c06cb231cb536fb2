"""Prints the findings of a search on a terminal, into a log or in a pytest failure."""

from __future__ import annotations

from functools import partial

from rich.console import Console
from rich.text import Text

from ...errors import SpecError
from ...launch.inputs import input_of
from ...run.target import Target, head_lines
from ...search import ReducedCase, SearchOutcome
from ...variant.variant import Variant
from ...verdict import Reason, Verdict
from .console import count, print_line, print_part
from .terminal import failure_text, failure_title, style_of

# Most elements of an input that are printed; larger inputs are only named.
_MOST_SHOWN = 32

_VERDICT_WIDTH = max(len(verdict.value) for verdict in Verdict)


class SearchReport:
    """Prints a search: `header`, then `variant` for each variant, then `finish`."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._line = partial(print_line, console)
        self._id_width = 0
        self._not_run: tuple[str, ...] = ()

    def header(
        self, *, version: str, target: Target, variants: tuple[Variant, ...], n_examples: int, seed: int
    ) -> None:
        self._id_width = max([len("variant"), *(len(variant.id) for variant in variants)])
        self._not_run = target.not_covered
        for line in head_lines(version, target):
            self._line(line, style="bold")
        drawn = f"{count(len(variants), 'variant')}, {count(n_examples, 'case')} drawn for each, seed {seed}"
        self._line(f"{'searching':<9} {drawn}")
        if variants:
            self._line("")
            head = (
                f"{'':<{_VERDICT_WIDTH}} {'variant':<{self._id_width}} {'cases':>7} {'found':>7} {'time':>9}"
            )
            self._line(head, style="bold")

    def variant(self, outcome: SearchOutcome, elapsed_s: float) -> None:
        figures = f"{outcome.n_cases:>7} {len(outcome.found):>7} {elapsed_s:>7.2f} s"
        verdict = f"{outcome.verdict.value:<{_VERDICT_WIDTH}}", style_of(outcome.verdict)
        row = Text.assemble(verdict, f" {outcome.variant.id:<{self._id_width}} {figures}")
        self._console.print(row, soft_wrap=True)

    def finish(self, outcomes: tuple[SearchOutcome, ...], errors: tuple[SpecError, ...]) -> None:
        for outcome in outcomes:
            for text in outcome_texts(outcome):
                print_part(self._console, text)
        for error in errors:
            print_part(self._console, f"ERROR {Reason.DECLARATION_ERROR.value}\n{error}", "bold red")
        self._line("")
        for text in self._not_run:
            self._line(f"{'not run':<9} {text}")
        n_found = sum(len(outcome.found) for outcome in outcomes)
        self._line(
            f"{count(len(outcomes), 'variant')}, {count(sum(outcome.n_cases for outcome in outcomes), 'case')}: "
            f"{n_found or 'nothing'} found",
            style="bold red" if n_found else "bold",
        )


def outcome_texts(outcome: SearchOutcome) -> list[str]:
    """Return the findings of a search as texts, the first line of each a title; empty without findings."""
    texts = list(map(found_text, outcome.found))
    if outcome.not_run is not None:
        texts.append(f"{Verdict.NOT_RUN.value} {outcome.variant.id}\n{outcome.not_run.detail}")
    # The shown case may not be the smallest.
    if outcome.cut_short:
        texts.append(
            f"{outcome.variant.id}: ended early\ntoo many cases hung or crashed, which takes long; "
            "there may be smaller cases with the same failure"
        )
    if outcome.n_weak:
        texts.append(
            f"{outcome.variant.id}: {count(outcome.n_weak, 'case')} without proof\ntheir error bound accepts a known "
            "wrong result, so they prove nothing"
        )
    return texts


def found_text(found: ReducedCase) -> str:
    result, inp = found.result, input_of(found.case)
    lines = [failure_title(result)]
    if inp.size <= _MOST_SHOWN:
        rows = found.case.variant.operation.main.as_rows(inp)
        # str() gives the shortest decimal number that is this value in its type.
        lines += [f"input row {index}: {', '.join(map(str, row))}" for index, row in enumerate(rows)]
    if found.first != result.case_id:
        lines.append(f"first seen with {found.first}")
    return "\n".join([*lines, failure_text(result)])
