"""Base against head: a gate's regressions, then intervals of the change of time, then counters that differ.

Regressions are shown by variant: the share of cases that fail, the growth of a counter or a time in percent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ...gate.model import CostChange, Regression, SpeedResult
from ...verdict import CaseSums
from ..json.gate import GateDocument, GatedVariant
from .failures import SourceTexts, failing_lines, leading, reasons_text
from .inputs import Document
from .numbers import MISSING, number, percent, plural
from .plots import ends_text, interval_plot
from .table import Cell, Column, figure, numeric, table, words
from .templates import Markup, breakable, part, render

# By exit status: the decision as a word, and the CSS class of its colour.
OUTCOMES = {
    0: ("CLEAN", "pass"),
    1: ("REGRESSION", "fail"),
    2: ("ERROR", "error"),
    3: ("AMBIGUOUS", "hang"),
}


def gate_section(document: Document[GateDocument], number_of_gate: int, texts: SourceTexts) -> Markup:
    content = document.content
    name = f"gate{number_of_gate}"
    variants = content.variants
    return render(
        "gate.html",
        document=document,
        regressions=regressions(variants, texts),
        uncounted=uncounted(variants),
        errors=[
            *content.declaration_errors,
            *content.speed_errors,
            *(f"{variant.id}: {error}" for variant in variants for error in variant.errors),
        ],
        **_speeds(name, content),
        **_costs(name, variants),
        further_devices=content.further_devices,
        not_compared=_not_compared(content),
    )


def outcome(content: GateDocument) -> tuple[str, str]:
    return OUTCOMES.get(content.exit_code, (f"EXIT {content.exit_code}", "error"))


def gate_text(content: GateDocument) -> str:
    changes = Counter(variant.change for variant in content.variants)
    found = [each for variant in content.variants for each in variant.regressions]
    blocking = sum(each.allowed is None for each in found)
    said = [", ".join(f"{n} {change}" for change, n in sorted(changes.items())) or "no variants"]
    said.append(plural(blocking, "regression"))
    if len(found) > blocking:
        said.append(f"{len(found) - blocking} allowed by name")
    return "; ".join(said) + "."


def _speeds(name: str, content: GateDocument) -> dict[str, Markup | None]:
    speeds = [each for variant in content.variants for each in variant.speeds]
    timed = [each for each in speeds if each.change is not None]
    label = f"{plural(len(timed), 'interval')} of the change of time; the table below has the numbers"
    x_title = "change of the median time, head over base (right: slower)"
    plot = interval_plot(timed, margin=content.margin, x_title=x_title, label=label) if timed else None
    caption = f"Speeds of {plural(len(speeds), 'comparison')}"
    rows = table(f"{name}-speeds", caption, _SPEED_COLUMNS, speeds, filter_label="Filter speeds")
    return {"plot": plot, "speeds": rows if speeds else None}


def _speed_verdict(each: SpeedResult) -> Cell:
    verdict = each.speed or "NOT-RUN"
    return words(verdict, part("chip", verdict))


def _change(each: SpeedResult) -> Cell:
    if each.change is None:
        return Cell(MISSING)
    return Cell(percent(each.change.estimate, 2, signed=True), each.change.estimate)


def _of_copy(each: SpeedResult) -> Cell:
    fraction = each.copy_us / each.head_us if each.copy_us and each.head_us else None
    return numeric(fraction, 1, scale=100)


def _gpu(each: SpeedResult) -> Cell:
    gpu = each.timed_on
    if gpu is None:
        return words(MISSING)
    clock = "" if gpu.sm_mhz is None else f", {gpu.sm_mhz} MHz"
    return words(f"{gpu.gpu} at {gpu.bus_id} of {gpu.host}{clock}")


_SPEED_COLUMNS = (
    Column("case", lambda each: words(each.case, part("explained", each.case, each.why))),
    Column("verdict", _speed_verdict),
    figure("change", _change, "%", "of the time, head over base; above zero is slower"),
    Column(
        "interval",
        lambda each: words(ends_text(each.change), kind="nowrap"),
        "%",
        "confidence interval of the first pass",
    ),
    Column(
        "confirmed",
        lambda each: words(ends_text(each.confirmed), kind="nowrap"),
        "%",
        "confidence interval of the second, independent pass",
    ),
    figure("base", lambda each: numeric(each.base_us, 2), "\u00b5s", "median"),
    figure("head", lambda each: numeric(each.head_us, 2), "\u00b5s", "median"),
    figure("of copy", _of_copy, "%", "time of the device's own copy of as many bytes, over the head's time"),
    figure(
        "restarts",
        lambda each: numeric(each.change and each.change.n_restarts),
        meaning="processes of the first pass",
    ),
    Column("GPU", _gpu, meaning="that was timed, with the lowest clock read"),
)


def _costs(name: str, variants: Sequence[GatedVariant]) -> dict[str, Any]:
    rows = [(variant.id, cost) for variant in variants for cost in variant.costs]
    caption = f"{plural(len(rows), 'difference')} of cost"
    costs = table(f"{name}-costs", caption, _COST_COLUMNS, rows, filter_label="Filter counters")
    n_worse = sum(cost.is_worse for _, cost in rows)
    return {"costs": costs if rows else None, "n_costs": len(rows), "n_worse": n_worse}


def _growth_cell(cost: CostChange) -> Cell:
    change = cost.head / cost.base - 1 if cost.base else None
    shown = percent(change, 1, signed=True) if change is not None else "new"
    return Cell(shown, change, None, "bad" if cost.is_worse else "")


# A row is the id of a variant, and a `CostChange`.
_COST_COLUMNS = (
    Column("variant", lambda row: words(row[0])),
    Column("counter", lambda row: words(row[1].counter, part("counter", row[1].counter, row[1].is_worse))),
    Column("where", lambda row: words(row[1].where, breakable(row[1].where))),
    figure("base", lambda row: numeric(row[1].base)),
    figure("head", lambda row: numeric(row[1].head)),
    figure("change", lambda row: _growth_cell(row[1]), "%"),
    Column("usual meaning", lambda row: words(row[1].hint)),
)


def _not_compared(content: GateDocument) -> list[str]:
    variants = content.variants
    return [
        *content.not_compared,
        *(f"{each.id}: not counted: {each.uncounted.why}" for each in variants if each.uncounted),
        *(f"{each.id}: {part.what}: {part.why}" for each in variants for part in each.not_compared),
        *(f"unused allowance: {each.name}" for each in content.unused_allowances),
    ]


# Most failing cases of a variant that are shown; `kernel-harness check --json` lists all of them.
MOST_FAILURES = 5


def regressions(variants: Sequence[GatedVariant], texts: SourceTexts) -> Markup | None:
    """Build a part for each variant with regressions, those that block the merge first; None if there is none."""
    worse = [variant for variant in variants if variant.regressions]
    if not worse:
        return None
    # Python sorts stably, so both groups stay in the order of the ids.
    worse.sort(key=lambda each: all(found.allowed for found in each.regressions))
    return render(
        "regressions.html",
        n_regressions=sum(len(variant.regressions) for variant in worse),
        variants=[
            (
                variant,
                [(each, _regression_view(variant, each)) for each in variant.regressions],
                failing_lines(variant.sources, variant.failures, texts),
                # Several regressions of a kind are accepted by one option; nothing accepts a wrong kernel.
                dict.fromkeys(each.accept for each in variant.regressions if each.accept),
            )
            for variant in worse
        ],
    )


def uncounted(variants: Sequence[GatedVariant]) -> Markup | None:
    """Build a part for the changed variants without a counted case; None if there is none."""
    found = [variant for variant in variants if variant.uncounted]
    return render("uncounted.html", variants=found) if found else None


# View of a regression: its `kind`, its `figure` and the values that the template of this kind needs.
RegressionView = Mapping[str, Any]


def _regression_view(variant: GatedVariant, each: Regression) -> RegressionView:
    view = {"wrong": _wrong, "costlier": _costlier, "slower": _slower}.get(each.kind)
    return (view and view(variant, each)) or _MESSAGE


# View of a regression for which the file has only the message.
_MESSAGE: RegressionView = {"kind": "message", "figure": ""}


def _wrong(variant: GatedVariant, each: Regression) -> RegressionView | None:
    failed = variant.failures
    if not failed:
        return None
    sums = CaseSums.of(variant.cases or {})
    total, n_failed = sums.done, sums.failed or len(failed)
    first, rest = leading(failed)
    others = rest[: max(MOST_FAILURES - len(first), 0)]
    first_line = each.message.split("\n")[0]
    return {
        "kind": "wrong",
        # A file that was edited or damaged may have more failures than cases.
        "figure": percent(n_failed / total) if total >= n_failed else "",
        "says": f"{number(n_failed)} of {plural(total, 'case')} fail" if total else first_line,
        "reasons": reasons_text(failed),
        "first": first,
        "others": others,
        "n_more": len(rest) - len(others),
    }


def _costlier(variant: GatedVariant, each: Regression) -> RegressionView | None:
    # Version 1 of the JSON has no field for the counter: it stands before the colon of the message.
    name = each.message.partition(":")[0]
    changed = [cost for cost in variant.costs if cost.is_worse and cost.counter == name]
    if not changed:
        return None
    # Fewer resident warps are worse, so the largest distance counts, up or down.
    most = max(changed, key=lambda cost: abs(_growth(cost)))
    return {
        "kind": "costlier",
        "figure": percent(_growth(most), 1, signed=True) if most.base else "new",
        "name": name,
        "cost": most,
        "n_more": len(changed) - 1,
    }


def _growth(cost: CostChange) -> float:
    # A counter that was zero has grown beyond any share.
    return cost.head / cost.base - 1 if cost.base else float("inf")


def _slower(variant: GatedVariant, each: Regression) -> RegressionView | None:
    # Nor one for the case.
    found = next((speed for speed in variant.speeds if f" at {speed.case}:" in each.message), None)
    if found is None or found.change is None:
        return None
    return {
        "kind": "slower",
        "figure": percent(found.change.estimate, 1, signed=True),
        "interval": ends_text(found.change),
        "speed": found,
    }
