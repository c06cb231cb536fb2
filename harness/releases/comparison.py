"""Finds variants that are wrong or costlier with one CUDA release than with another, by the gate's rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..device.base import DeviceInfo
from ..errors import SpecError
from ..gate.change import Change, VariantChange
from ..gate.costs import compare_builds, compare_counters, costlier
from ..gate.gate import let_through
from ..gate.model import Allowance, CostChange, GateReport, Kind, Regression, VariantGate
from ..run.target import Target
from .model import ReleaseRecord, Status, VariantRecord
from .survey import NOT_RUN
from .table import arch_span

_SHOWN = 5


def compare_releases(
    base: ReleaseRecord,
    heads: Sequence[ReleaseRecord],
    sources: Mapping[str, str],
    *,
    declaration_errors: Sequence[SpecError] = (),
    allowances: Sequence[Allowance] = (),
) -> GateReport:
    """Compare the results of releases for the same sources.

    Parameters
    ----------
    base : ReleaseRecord
        Record of the release to compare with.
    heads : sequence of ReleaseRecord
        Records of the releases to judge, at least one; each is compared with the base.
    sources : mapping of str to str
        Digest of the current text of every variant to compare: records of another text are not used.
    declaration_errors : sequence of SpecError
        Wrong declarations of the current sources. Each is an error of the report.
    allowances : sequence of Allowance
        Allowed regressions.

    Returns
    -------
    GateReport
        An architecture that only one release has, and a limit of a release, are no regressions: both are in
        `not_compared`. A missing record or one of another text is an error.
    """
    notes: list[str] = []
    gates = [_variant(name, base, heads, sources, notes) for name in sorted(sources)]
    variants, unused = let_through(gates, allowances)
    not_covered = tuple(
        f"{kind}: {what.removeprefix(NOT_RUN)} (CUDA {record.cuda})"
        for record in (base, *heads)
        for kind, what in record.devices.items()
        if what.startswith(NOT_RUN)
    )
    info = DeviceInfo(
        kind="cpu",
        name=heads[-1].devices.get("cpu", "").removesuffix(f", {heads[-1].arch}"),
        arch=heads[-1].arch,
        compiler=heads[-1].compiler,
        cuda=heads[-1].cuda,
    )
    return GateReport(
        base=_label(base),
        head=", ".join(_label(record) for record in heads),
        target=Target("cpu", "cpu", info, not_covered=not_covered),
        compiler="of each release",
        margin=0.0,
        variants=variants,
        not_compared=(
            *not_covered,
            "speed: base against head is timed by --base",
            *_lost(base, heads),
            *dict.fromkeys(notes),
        ),
        declaration_errors=tuple(declaration_errors),
        unused_allowances=unused,
    )


def _label(record: ReleaseRecord) -> str:
    return f"CUDA {record.cuda} ({record.compiler})"


def _lost(base: ReleaseRecord, heads: Sequence[ReleaseRecord]) -> list[str]:
    lines = []
    for head in heads:
        gone = [each for each in base.archs if each not in head.archs]
        new = [each for each in head.archs if each not in base.archs]
        if gone:
            lines.append(f"{', '.join(gone)}: CUDA {head.cuda} does not compile for them any more")
        if new:
            lines.append(f"{', '.join(new)}: CUDA {base.cuda} does not compile for them")
    return lines


def _variant(
    name: str,
    base: ReleaseRecord,
    heads: Sequence[ReleaseRecord],
    sources: Mapping[str, str],
    notes: list[str],
) -> VariantGate:
    """Compare one variant."""
    errors: list[str] = []
    regressions: list[Regression] = []
    costs: list[CostChange] = []
    told: list[str] = []
    old = _usable(name, base, sources, errors)
    for head in heads:
        new = _usable(name, head, sources, errors)
        if new is None:
            continue
        status = new.status(head.arch)
        notes += _limits(new, head)
        if status is Status.FAIL:
            regressions.append(_wrong(new, head))
        elif status is Status.NOT_RUN:
            errors.append(f"it was not run with CUDA {head.cuda}: {head.devices.get('cpu', '')}")
        told.append(f"{status.value} with {head.cuda}")
        if old is None:
            continue
        found = _costs(old, new, base, head)
        costs += found
        if status is not Status.FAIL:
            regressions += costlier(name, found)
    if old is not None:
        told.insert(0, f"{old.status(base.arch).value} with {base.cuda}")
        notes += _limits(old, base)
    if costs:
        told.append(f"{len(costs)} figures differ, {sum(each.is_worse for each in costs)} worse")
    change = VariantChange(name, None, None, Change.CHANGED, ", ".join(told))
    return VariantGate(change, costs=tuple(costs), regressions=tuple(regressions), errors=tuple(errors))


def _usable(
    name: str, record: ReleaseRecord, sources: Mapping[str, str], errors: list[str]
) -> VariantRecord | None:
    """Return a variant's record if it is of the variant's current text."""
    found = next((each for each in record.variants if each.id == name), None)
    again = f"tox -e cuda{record.cuda.replace('.', '')}"
    if found is None:
        errors.append(f"CUDA {record.cuda} was checked without it; {again}")
    elif found.source != sources[name]:
        errors.append(f"its text has changed since CUDA {record.cuda} was checked; {again}")
    else:
        return found
    return None


def _limits(variant: VariantRecord, record: ReleaseRecord) -> list[str]:
    return [
        f"{variant.id} with CUDA {record.cuda}, {arch_span(archs, record.archs)}: "
        f"{skip.reason.value}: {skip.message}"
        for skip, archs in variant.skips.items()
    ]


def _wrong(variant: VariantRecord, record: ReleaseRecord) -> Regression:
    lines = []
    for build in variant.builds:
        if build.error:
            lines.append(f"does not compile for {build.arch}, {build.dtype}: {build.error.splitlines()[0]}")
    for kind, run in variant.runs.items():
        for failure in run.failures:
            lines.append(
                f"{failure.id} on {kind}: {', '.join(failure.reasons) or failure.verdict}\n"
                f"  rerun: KERNEL_HARNESS_CUDA={record.cuda} {failure.rerun}"
            )
    more = [f"and {len(lines) - _SHOWN} more"] if len(lines) > _SHOWN else []
    return Regression(
        Kind.WRONG,
        variant.id,
        "\n".join((f"{len(lines)} failures with CUDA {record.cuda}", *lines[:_SHOWN], *more)),
    )


def _costs(
    old: VariantRecord, new: VariantRecord, base: ReleaseRecord, head: ReleaseRecord
) -> list[CostChange]:
    """Compare counters of the same cases, and builds of the same type, block and architecture."""
    found: list[CostChange] = []
    if base.arch == head.arch:
        before = {each.id: each.counters for each in old.costs}
        for each in new.costs:
            found += compare_counters(f"CUDA {head.cuda}, {each.id}", before.get(each.id, {}), each.counters)
    builds = {
        (each.dtype, block, each.arch): each for each in old.builds if each.is_built for block in each.blocks
    }
    seen = set()
    for build in new.builds:
        for block in build.blocks if build.is_built else ():
            twin = builds.get((build.dtype, block, build.arch))
            if twin is None:
                continue
            where = f"CUDA {head.cuda}, {build.arch}, {build.dtype}, block {block}"
            for change in compare_builds(where, twin.costs, build.costs):
                # Blocks and architectures often share their numbers: equal ones are reported once.
                key = change.counter, change.base, change.head
                if key not in seen:
                    seen.add(key)
                    found.append(change)
    return found
