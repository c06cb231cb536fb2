"""Runs one command on both revisions, each on a virtual GPU, and compares findings, counters and tests.

The command is a Python program or pytest. What a first comparison finds worse counts only if a second one, of two
further runs, finds it, too: programs may draw numbers, and tests may depend on time.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import msgspec

from ..driver.findings import FoundInProgram, KernelTotal, KernelTotals, PythonLine
from ..errors import UsageError
from ..lazy import pattern
from ..ptx.launch.counts import Counters
from ..ptx.text.symbols import kernel_name
from .costs import COUNTERS, compare_counts, note_costlier
from .model import NOT_JUDGED, Change, CostChange, Kind, VariantGate, first_names
from .revision import STAGED, Revision

_ID = "run"
_PYTHONS = ("python", "python3")
# The package is found where this process has it, and not in the folder of the revision.
_START = (
    "import os, sys; from {0}.cli.program import main; sys.path.remove(''); os.chdir(sys.argv.pop(1)); "
    "main(prog_name='kernel-harness')"
)
_PACKAGE = __name__.partition(".")[0]
_TAG = pattern(r"\[abi:\w+\]")
"""Part of a Numba kernel's name: a number that depends on what was compiled before."""
_SHOWN_LINES = 12
_GOOD = "passed"
_BY_NAME = frozenset({*Counters._fields, "block_barriers"})


def read_command(text: str) -> tuple[str, ...]:
    """Return the words of a command for ``kernel-harness run``; UsageError if it is no Python program and no pytest."""
    try:
        words = shlex.split(text)
    except ValueError:
        words = []
    if words[:1] == ["pytest"]:
        words = ["python", "-m", *words]
    if len(words) < 2 or words[0] not in _PYTHONS or (words[1].startswith("-") and words[1] != "-m"):
        raise UsageError(
            "--run must be a program or tests: 'python PROGRAM.py', 'python -m MODULE' or 'pytest tests/' "
            f"(got {text!r})"
        )
    return tuple(words[1:])


class _Ran(NamedTuple):
    """What one run of the command did."""

    kernels: dict[str, KernelTotal]
    findings: tuple[FoundInProgram, ...]
    tests: dict[str, tuple[str, str]]
    """Outcome of each test, with the first line of its message."""
    status: int
    failures: tuple[str, ...]
    """Errors of the virtual GPU, and files of another revision that were imported."""
    output: str
    """Last lines of the output, if there is no result."""


class _Totals:
    """All launches of one kernel, as `compare_counts` takes them."""

    def __init__(self, kernel: KernelTotal) -> None:
        self.total, self.block_barriers = kernel.counters, kernel.block_barriers


def judge_run(
    command: Sequence[str], sides: tuple[Revision, Revision], on_step: Callable[[str], None]
) -> list[VariantGate]:
    """Run a command on both sides; return a row for the command, and one for each kernel that differs."""
    shown = shlex.join(("pytest", *command[2:]) if command[:2] == ("-m", "pytest") else ("python", *command))
    on_step(f"running {shown} on both sides")
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(lambda side: _run(command, side, sides[1]), sides)
    top = sides[1].tree.folder
    gates = _compared(first, second, top)
    if any(gate.regressions or any(cost.is_worse for cost in gate.costs) for gate in gates.values()):
        on_step(f"running {shown} again, for what is worse")
        # One after the other: they may have got into each other's way.
        first, second = (_run(command, side, sides[1]) for side in sides)
        _keep_confirmed(gates, _compared(first, second, top))
    base, head = sides
    options = f"--base {base.commit[:12] or 'HEAD'}"
    options += f" --head {head.commit[:12]}" if head.commit else " --staged" if head.label == STAGED else ""
    for gate in gates.values():
        note_costlier(gate)
        rerun = f"rerun: kernel-harness gate {options} --run {shlex.quote(shown)}"
        gate.shown = dict.fromkeys(
            (gate.place, *(place for own in gate.regressions for place in own.places)), rerun
        )
    return list(gates.values())


def _run(command: Sequence[str], side: Revision, head: Revision) -> _Ran:
    # The sanitizers are the same on both sides: those of the stricter settings.
    with tempfile.TemporaryDirectory() as name:
        result, tests, output = (Path(name, own) for own in ("run.json", "tests.xml", "output"))
        words = ["run", "--counters", "--json", str(result)]
        if head.settings.sanitizers:
            words += ["--sanitizers", ",".join(head.settings.sanitizers)]
        words += command
        if command[:2] == ("-m", "pytest"):
            words += [f"--junit-xml={tests}"]
        paths = [str(folder) for folder in (side.root, side.root / "src") if folder.is_dir()]
        variables = os.environ | {"PYTHONPATH": os.pathsep.join([*paths, os.environ.get("PYTHONPATH", "")])}
        with output.open("wb") as stream:
            status = subprocess.run(
                [sys.executable, "-c", _START.format(_PACKAGE), str(side.root), *words],
                cwd=Path(__file__).resolve().parents[2],
                env=variables,
                stdin=subprocess.DEVNULL,
                stdout=stream,
                stderr=subprocess.STDOUT,
                check=False,
            ).returncode
        last = "\n".join(output.read_text(errors="replace").splitlines()[-_SHOWN_LINES:])
        if not result.is_file():
            return _Ran({}, (), {}, status or 1, (), last)
        found: dict[str, Any] = msgspec.json.decode(result.read_bytes())
        failures = (*found["failures"], *_foreign(found["imported"], side))
        return _Ran(
            _by_name(found["kernels"]),
            msgspec.convert(found["findings"], tuple[FoundInProgram, ...]),
            dict(_outcomes(tests)) if tests.is_file() else {},
            found["program_status"],
            failures,
            last,
        )


def _by_name(kernels: Iterable[dict[str, Any]]) -> dict[str, KernelTotal]:
    sums = KernelTotals()
    for own in kernels:
        counters = Counters(**own["counters"])
        name = _name(kernel_name(own["kernel"]))
        sums.add(KernelTotal(name, own["launches"], own["counted"], counters, own["block_barriers"]))
    return {total.kernel: total for total in sums}


def _name(kernel: str) -> str:
    return _TAG.sub("", kernel)


def _foreign(imported: Iterable[str], side: Revision) -> Iterator[str]:
    """Yield an error if a copy of a revision ran code of the working tree."""
    top = side.repository.resolve()
    foreign = [file for file in imported if side.is_copy and Path(file).resolve().is_relative_to(top)]
    if foreign:
        yield (
            f"{side.label} imported {first_names(foreign)}, of the working tree: its own code was not run; the command "
            "must import the project from the folder that it runs in"
        )


def _outcomes(path: Path) -> Iterator[tuple[str, tuple[str, str]]]:
    for case in ElementTree.parse(path).iter("testcase"):
        own = next((part for part in case if part.tag in ("failure", "error", "skipped")), None)
        message = "" if own is None else own.get("message", "").partition("\n")[0]
        name = ".".join(filter(None, (case.get("classname"), case.get("name"))))
        yield name, (_GOOD if own is None else "skipped" if own.tag == "skipped" else "failed", message)


def _compared(base: _Ran, head: _Ran, top: Path) -> dict[str, VariantGate]:
    command = VariantGate(_ID, Change.UNCHANGED)
    gates = {_ID: command}
    n_launches = sum(own.launches for own in head.kernels.values())
    parts = [f"{_count(n_launches, 'launch', 'launches')} of {_count(len(head.kernels), 'kernel')}"]
    if head.tests:
        outcomes = Counter(outcome for outcome, _ in head.tests.values())
        parts.append(", ".join(f"{_count(n, 'test')} {outcome}" for outcome, n in sorted(outcomes.items())))
    command.why = "; ".join(parts)
    for which, ran in (("base", base), ("head", head)):
        command.errors += [f"of the {which}: {text}" for text in ran.failures]
    _compare_outcomes(command, base, head)
    if command.errors or (base.output and not base.kernels) or not n_launches:
        if not (command.errors or command.regressions):
            why = "the head" if base.kernels else "the base" if head.kernels else "neither base nor head"
            why += " launched no kernel" if why.startswith("nei") else " launched none"
            command.doubt(NOT_JUDGED, f"not judged: {why}\n{(base if head.kernels else head).output}")
        return gates
    is_same_tests = base.tests.keys() == head.tests.keys()
    found = [_findings_by_kernel(ran) for ran in (base, head)]
    for name in sorted({*base.kernels, *head.kernels, *found[0], *found[1]}):
        old, new = base.kernels.get(name), head.kernels.get(name)
        gate = command if not name else VariantGate(f"{_ID}/{name}", Change.CHANGED)
        is_gone = _compare_findings(gate, found[0].get(name, []), found[1].get(name, []), top)
        if old is None and new is not None:
            gate.change = Change.ADDED
        elif new is None and old is not None:
            gate.change = Change.REMOVED
            gate.doubt(
                NOT_JUDGED, f"not judged: the base launched it {old.launches} times, and the head never"
            )
        elif old is not None and new is not None:
            gate.costs += _costs(gate, old, new, is_same_tests=is_same_tests, is_gone=is_gone)
        if (
            gate.change is not Change.CHANGED
            or gate.costs
            or gate.regressions
            or is_gone
            or gate.not_compared
        ):
            gates[gate.id] = gate
    if len(gates) > 1:
        command.change = Change.CHANGED
    return gates


def _compare_outcomes(gate: VariantGate, base: _Ran, head: _Ran) -> None:
    unlike = []
    for test, (outcome, message) in head.tests.items():
        before = base.tests.get(test, ("", ""))[0]
        if outcome == "failed" and before != "failed":
            gate.regress(Kind.BROKEN, f"test {test}: {message}; in the base it {before or 'is not there'}")
        elif outcome != before and _GOOD in (outcome, before) and "failed" not in (outcome, before):
            unlike.append(test)
    unlike += [test for test in base.tests if test not in head.tests]
    for test in unlike:
        gate.leave_out(f"test {test}", "one side alone has it, or skips it")
    if head.status and not base.status and not gate.regressions:
        gate.regress(Kind.BROKEN, f"status {head.status}: the base ended with 0\n{head.output}")
    if base.status and not head.status:
        gate.why += f"; the base ended with status {base.status}"
    elif base.status and not base.tests:
        gate.doubt(
            NOT_JUDGED, f"not judged: the command ends with status {base.status} in the base\n{base.output}"
        )


def _findings_by_kernel(ran: _Ran) -> dict[str, list[FoundInProgram]]:
    found: dict[str, list[FoundInProgram]] = {}
    for finding in ran.findings:
        found.setdefault(_name(finding.kernel), []).append(finding)
    return found


def _compare_findings(
    gate: VariantGate, base: Sequence[FoundInProgram], head: Sequence[FoundInProgram], top: Path
) -> bool:
    """Note the reasons that the head has at more places than the base; return whether the base has more of one."""
    before, after = (Counter(finding.reason for finding in side) for side in (base, head))
    for reason, n in after.items():
        if n <= before[reason]:
            continue
        first = next(finding for finding in head if finding.reason == reason)
        where = f" at {first.source}" if first.source else ""
        place = _place(first.python, top)
        had = f"has it at {_count(before[reason], 'place')}" if before[reason] else "has no such fault"
        further = f"; in all at {_count(n, 'place')}" if n > 1 else ""
        text = f"{reason}{where}: {first.message}; the base {had}\nlaunched by {place or 'no Python line'}{further}"
        gate.regress(Kind.FAULT, text, place)
        gate.place = gate.place or place
    gone = Counter(finding.reason for finding in base) - after
    if gone:
        gate.why = "; ".join(filter(None, (gate.why, f"gone from the base: {', '.join(gone)}")))
    return bool(gone)


def _place(line: PythonLine, top: Path) -> str:
    """Return a line of the head, from the top of the repository."""
    path = Path(line.file)
    inside = path.is_relative_to(top)
    return f"{path.relative_to(top).as_posix() if inside else path}:{line.line}" if line.file else ""


def _count(n: int, name: str, plural: str = "") -> str:
    return f"{n} {name if n == 1 else plural or f'{name}s'}"


def _costs(
    gate: VariantGate, old: KernelTotal, new: KernelTotal, *, is_same_tests: bool, is_gone: bool
) -> tuple[CostChange, ...]:
    if old.launches != new.launches and not is_same_tests:
        gate.leave_out("counters", f"{old.launches} launches in the base and {new.launches}, by other tests")
        return ()
    where = _count(new.launches, "launch", "launches")
    if old.launches != new.launches:
        is_worse = new.launches > old.launches
        hint = "more kernel launches" if is_worse else ""
        return (CostChange("launches", "the command", old.launches, new.launches, is_worse, hint),)
    if old.counted != new.counted:
        gate.leave_out(
            "counters", f"{old.counted} launches of the base were counted, and {new.counted} of the head"
        )
        return ()
    counters = tuple(counter for counter in COUNTERS if counter.name in _BY_NAME)
    costs = compare_counts(_Totals(old), _Totals(new), where, counters)
    gate.counted.append(where)
    # A mended kernel may cost more.
    return tuple(replace(cost, is_worse=cost.is_worse and not is_gone) for cost in costs)


def _keep_confirmed(gates: dict[str, VariantGate], again: dict[str, VariantGate]) -> None:
    """Drop what is worse in the first comparison only."""
    for gate in gates.values():
        other = again.get(gate.id)
        worse = {cost.counter for cost in (other.costs if other else ()) if cost.is_worse}
        broken = {_subject(own.message) for own in (other.regressions if other else ())}
        dropped = {cost.counter for cost in gate.costs if cost.is_worse} - worse
        gate.costs = [
            replace(cost, is_worse=False, hint="") if cost.counter in dropped else cost for cost in gate.costs
        ]
        dropped |= {_subject(own.message) for own in gate.regressions} - broken
        gate.regressions = [own for own in gate.regressions if _subject(own.message) in broken]
        for what in sorted(dropped):
            gate.leave_out(
                what, "worse in the first of two comparisons only: the command does not repeat itself"
            )


def _subject(message: str) -> str:
    return message.partition(": ")[0]
