"""Runs two revisions of a kernel that nobody declared by the same launches: the old one is the reference."""

from __future__ import annotations

import itertools
import math
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from numpy.typing import NDArray

from ..adopt.fitting.names import Instance
from ..adopt.host_calls import HostCall
from ..adopt.launches.value import key_of
from ..adopt.reading.signature import KernelSignature
from ..device.cpu.ptx_cpu import PtxCpu
from ..device.observation import watch_of
from ..errors import CompileError, HarnessError, LaunchError
from ..lazy import dataclass, field, pattern
from ..measure.case_counts import CountedLaunches, LaunchCounts
from ..ptx.launch.watch import Watch, drawn
from ..ptx.text.normalized import normalized
from ..ptx.text.symbols import kernel_name
from ..settings.settings import Settings
from ..verdict import Finding, Reason
from .bound import Compared, Outcome, compare_case, outcome_of
from .buffers import REPEATED, WATCHED_STEPS, WATCHED_STEPS_AT_ALL, Bench
from .building import NO_INSTANCE, Built, build, calls_of, first_lines, instances_of, open_bench
from .contents import CONTENTS, RECORDED, Contents
from .job import UndeclaredKernel
from .launches import TIME_IS_UP, MadeLaunch, made_launches, recorded_launch, size_names, too_long
from .replayed import Counted, Pair, Replay, Replayed, Shown
from .trial import run_kernel

SECONDS = 12.0
"""Processor time for the launches of one kernel, of both revisions; what is left then is not run."""
_MOST_INSTANCES = 6
_MOST_CALLS = 3
_SMALL = 1 << 12
"""Threads of launches that are made before larger ones."""


def replay_pair(device: PtxCpu, settings: Settings, pair: Pair) -> Replayed:
    """Compare a kernel's two revisions. Called in the process that holds the device."""
    return _Comparison(device, settings, pair).result()


class _TooLongError(Exception):
    def __init__(self, steps: int) -> None:
        self.steps = steps


class _Side(NamedTuple):
    job: UndeclaredKernel
    calls: tuple[HostCall, ...]
    instances: dict[str, tuple[Instance, list[HostCall | None]]]


@dataclass
class _Seen:
    """Faults of one kind, by reason and place."""

    first: dict[tuple[Reason, str], tuple[Finding, str]] = field(default_factory=dict)

    def note(self, findings: Iterable[Finding], described: str) -> None:
        for finding in findings:
            self.first.setdefault((finding.reason, finding.source), (finding, described))

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(finding for finding, _ in self.first.values())

    @property
    def places(self) -> tuple[str, ...]:
        return tuple(place for _, place in self.first.values())


class _Comparison:
    def __init__(self, device: PtxCpu, settings: Settings, pair: Pair) -> None:
        self._device, self._settings, self._pair = device, settings, pair
        self._until = 0.0
        self._whys: dict[str, None] = {}
        self._new, self._doubts, self._gone = _Seen(), _Seen(), _Seen()
        self._compared: dict[str, list[tuple[Compared, Replay]]] = {}
        self._reach: dict[str, str] = {}
        self._n_outcomes: Counter[str] = Counter()
        self._n_launches = self._n_both = 0
        self._counted: list[Counted] = []
        self._counted_entries: set[str] = set()
        self._countable: dict[str, tuple[tuple[Bench, Bench], tuple[Replay, Replay]]] = {}
        self._approximations: dict[str, None] = {}
        self._entries: list[str] = []
        self._refused = {"base": "", "head": ""}

    def is_late(self) -> bool:
        return time.process_time() > self._until

    def result(self) -> Replayed:
        if self._pair.head is None:
            return Replayed(id=self._pair.id)
        if self._pair.base is None:
            return self._added(self._pair.head)
        before, after = self._side(self._pair.base), self._side(self._pair.head)
        if self._pair.is_same_text and _launches_of(before) == _launches_of(after):
            return Replayed(id=self._pair.id)
        is_changed = is_same = False
        turns: list[Iterator[_Step]] = []
        for own in itertools.islice(_instances(before, after), _MOST_INSTANCES):
            built = self._built(before, after, own)
            if built is None:
                is_changed = is_changed or any(self._refused.values())
                continue
            old, new = built
            if _code(old) == _code(new) and _described(own[1]) == _described(own[3]):
                is_same = True
                continue
            is_changed = True
            self._approximations |= dict.fromkeys(
                new_approximations(*(each.artifact.code.decode("ascii") for each in built))
            )
            turns.append(self._launches(before, after, own, old, new))
        if not turns and self._refused["base"] and not self._refused["head"]:
            return self._added(after.job)
        self._until = time.process_time() + SECONDS
        self._run_all(turns)
        return self._summary(is_changed or not is_same)

    def _added(self, job: UndeclaredKernel) -> Replayed:
        """Run a kernel that the base has not, or that does not compile there, as a check does."""
        run = run_kernel(self._device, self._settings, job)
        return Replayed(
            id=self._pair.id,
            is_changed=True,
            entries=(run.entry,) if run.entry else (),
            n_launches=len(run.sizes),
            findings=run.findings,
            found_at=tuple(f"with {sizes}, as {run.host or 'guessed'} launches it" for sizes in run.found_at),
            why_not=run.why_not,
            base_refusal=self._refused["base"],
        )

    def _side(self, job: UndeclaredKernel) -> _Side:
        calls = calls_of(job, self._settings)
        instances = instances_of(job, calls)
        for one in self._pair.recorded if job.kernel.template else ():
            entry = kernel_name(one.launch.kernel)
            if entry.partition("<")[0] == job.kernel.qualified:
                instances.setdefault(entry, (Instance(entry, {}), []))
        return _Side(job, calls, instances)

    def _built(self, before: _Side, after: _Side, own: _Instances) -> tuple[Built, Built] | None:
        """Compile an instance of both sides; None if one does not compile."""
        built = []
        for name, side, instance in (("base", before, own[0]), ("head", after, own[2])):
            try:
                built.append(build(self._device, self._settings, side.job, instance))
            except CompileError as error:
                self._refused[name] = self._refused[name] or str(error)
                self._whys[f"of the {name}: {first_lines(error)}"] = None
            except HarnessError as error:
                self._whys[f"of the {name}: {first_lines(error)}"] = None
        return (built[0], built[1]) if len(built) == 2 else None

    def _launches(
        self, before: _Side, after: _Side, own: _Instances, old: Built, new: Built
    ) -> Iterator[_Step]:
        """Yield the launches of an instance, those of both sides' host code."""
        try:
            benches = open_bench(self._device, before.job, old), open_bench(self._device, after.job, new)
        except HarnessError as error:
            self._whys[first_lines(error)] = None
            return
        matched = _matched(before.job.kernel, after.job.kernel, benches)
        if matched:
            self._whys[matched] = None
            return
        self._entries.append(new.entry)
        symbols = {built.artifact.symbol(built.entry) for built in (old, new)}
        recorded = [one for one in self._pair.recorded if one.launch.kernel in symbols]
        for one in recorded:
            try:
                launches = [
                    recorded_launch(one, bench.pointers, built.compiled.params)
                    for bench, built in zip(benches, (old, new), strict=True)
                ]
            except LaunchError as error:
                self._whys[str(error)] = None
                continue
            yield benches, None, launches[0], launches[1]
        for was, now in itertools.islice(_calls(own[1], own[3]), _MOST_CALLS):
            if recorded and was is None and now is None:
                continue  # no need to guess
            sides = (before.job.kernel, was, old), (after.job.kernel, now, new)
            present = [(kernel, call, built) for kernel, call, built in sides if call is not _ABSENT]
            names = [size_names(kernel, call, built.compiled) for kernel, call, built in present]
            # Alike on both sides, so that each set of sizes gives a launch of each.
            further = sorted(set().union(*names)) if len({*names}) > 1 else ()
            made = [
                {} if call is _ABSENT else self._made(kernel, call, built, further, other)
                for (kernel, call, built), other in zip(sides, (now, was), strict=True)
            ]
            # Only a launch that the other side's host code does not make at all is one for both.
            is_alike = len(present) == 1 and _shape(before.job.kernel, old) == _shape(after.job.kernel, new)
            pairs = []
            for sizes in dict.fromkeys((*made[0], *made[1])):
                first, second = (launches.get(sizes) for launches in made)
                if is_alike or (first and second):
                    first, second = first or second, second or first
                    assert first is not None
                    assert second is not None
                    pairs.append((first, second))
            if not pairs and len(present) > 1:
                self._whys["the host code of both sides makes no launch at the same sizes"] = None
            for first, second in sorted(pairs, key=lambda pair: pair[1].n_threads > _SMALL):
                yield benches, (was if now is _ABSENT else now), first, second

    def _made(
        self,
        kernel: KernelSignature,
        call: HostCall | None,
        built: Built,
        further: Sequence[str],
        other: Any,
    ) -> dict[tuple[tuple[str, int], ...], MadeLaunch]:
        made: dict[tuple[tuple[str, int], ...], MadeLaunch] = {}
        beside = None if other is _ABSENT else other
        for launch in made_launches(
            kernel, call, built.compiled, built.entry, is_thorough=True, further=further, beside=beside
        ):
            if isinstance(launch, str):
                self._whys[launch] = None
            else:
                made[tuple(launch.sizes.items()) or (("", len(made)),)] = launch
        return made

    def _run_all(self, turns: Sequence[Iterator[_Step]]) -> None:
        """Run one launch of each instance after the other, with each kind of contents at the first sizes."""
        waiting = dict.fromkeys(range(len(turns)), 0)
        long: list[tuple[int, _Step]] = []
        while waiting:
            for number, n_run in list(waiting.items()):
                step = next(turns[number], None)
                if step is None or self.is_late():
                    del waiting[number]
                    continue
                kinds = CONTENTS if not n_run else (CONTENTS[0], CONTENTS[1 + n_run % (len(CONTENTS) - 1)])
                try:
                    self._run(*step, kinds, most_steps=WATCHED_STEPS)
                    waiting[number] = n_run + 1
                except _TooLongError as error:
                    long.append((error.steps, step))
                except HarnessError as error:
                    self._whys[str(error).splitlines()[0]] = None
        if self.is_late():
            self._whys[TIME_IS_UP] = None
        for steps, step in sorted(long, key=lambda each: each[0]):
            if self._n_launches or steps > WATCHED_STEPS_AT_ALL:
                self._whys[too_long(step[3], steps)] = None
                continue
            self._run(*step, CONTENTS[:3], most_steps=math.inf)
        for entry, (benches, replays) in self._countable.items():
            if entry not in self._counted_entries and not self._new.first:
                self._count(benches, replays)

    def _run(
        self,
        benches: tuple[Bench, Bench],
        call: HostCall | None,
        first: MadeLaunch,
        second: MadeLaunch,
        kinds: Sequence[Contents],
        *,
        most_steps: float,
    ) -> None:
        """Run one launch of both sides, with several kinds of contents."""
        base, head = benches
        launches = first, second
        if first.recorded is not None:
            kinds = (RECORDED,)
        place = call.launch.place if call else ""
        own = base.contents(launches[0], kinds[0])
        (old, is_least), (new, are_least) = (
            bench.least_extents(launch, self.is_late, own)
            for bench, launch in zip(benches, launches, strict=True)
        )
        extents, further = _common(base, head, old, new, launches)
        if is_least and are_least:
            for name, text in further.items():
                self._reach.setdefault(name, f"{text}, with {second.described}")
        if (steps := max(base.steps, head.steps)) > most_steps:
            raise _TooLongError(steps)
        for kind in kinds:
            if self.is_late():
                return
            contents = base.contents(launches[0], kind)
            sides = tuple(
                Replay(head.entry, place, launch, contents, sizes)
                for launch, sizes in zip(launches, extents, strict=True)
            )
            if self._compare(benches, (sides[0], sides[1])):
                self._note_countable(benches, (sides[0], sides[1]))

    def _note_countable(self, benches: tuple[Bench, Bench], replays: tuple[Replay, Replay]) -> None:
        """Count the first usual launch of an instance; an unusual one only at the end, for want of others."""
        entry = replays[1].entry
        if entry in self._counted_entries or self._new.first or self.is_late():
            return
        if all(replay.launch.is_usual for replay in replays):
            self._counted_entries.add(entry)
            self._count(benches, replays)
        else:
            self._countable.setdefault(entry, (benches, replays))

    def _compare(self, benches: tuple[Bench, Bench], replays: tuple[Replay, Replay]) -> bool:
        """Launch both sides and compare them; return whether neither has a fault."""
        base, head = benches
        described = replays[1].described
        watch = watch_of(self._settings)
        self._n_launches += 1
        results: list[tuple[tuple[Finding, ...], bool, dict[str, NDArray[Any]]]] = []
        for bench, replay in zip(benches, replays, strict=True):
            found, report = bench.launch(replay.launch, replay.extents, watch, replay.contents)
            results.append((found, report.completed, bench.outputs()))
        (was, was_completed, old), (now, now_completed, new) = results
        is_usual = all(replay.launch.is_usual for replay in replays)
        new_faults, gone_faults = _beyond(now, was), _beyond(was, now)
        for name, finding in head.behind_guessed(new_faults, replays[1].launch):
            # Other contents lead to other places, and the buffer is as large as the first ones need.
            new_faults.remove(finding)
            self._reach.setdefault(name, f"{finding.message}, {described}")
        # Where the base adds by atomic operations, a race of the head is a fault also of sums.
        if base.is_ordered:
            own = replays[1]
            excused = head.of_repeated(own.launch, own.extents, watch, own.contents, new_faults)
            new_faults = [each for each in new_faults if each not in excused]
            self._doubts.note(excused, f"{described}, {REPEATED}")
        (self._new if is_usual else self._doubts).note(new_faults, described)
        self._gone.note(gone_faults, described)
        if len(new_faults) < len(now) and len(gone_faults) < len(was):
            self._n_both += 1
        if was or now or not (was_completed and now_completed):
            return False
        common = old.keys() & new.keys()
        # Where the host code allocates other buffers, the common part is compared.
        both = {name: min(old[name].size, new[name].size) for name in old if name in common}

        def cut(outputs: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
            return {name: outputs[name][:n] for name, n in both.items()}

        def drawing(bench: Bench, replay: Replay) -> Any:
            def draw(number: int) -> dict[str, NDArray[Any]]:
                bench.launch(replay.launch, replay.extents, drawn(number), replay.contents)
                return cut(bench.outputs())

            return draw

        cases = compare_case(cut(old), cut(new), drawing(base, replays[0]), drawing(head, replays[1]))
        for case in cases:
            self._compared.setdefault(f"{replays[1].entry} {case.name}", []).append((case, replays[1]))
        worst = max((case.outcome for case in cases), key=list(Outcome).index, default=Outcome.SAME)
        self._n_outcomes[worst.value] += 1
        return True

    def _count(self, benches: tuple[Bench, Bench], replays: tuple[Replay, Replay]) -> None:
        counted = []
        for bench, replay in zip(benches, replays, strict=True):
            _, report = bench.launch(replay.launch, replay.extents, Watch(counts=True), replay.contents)
            config = replay.launch.config
            if report.counts is None:
                return
            counted.append(
                CountedLaunches(
                    (LaunchCounts(replay.entry, config.grid, config.block, config.smem_bytes, report.counts),)
                )
            )
        where = f"{replays[1].entry}, {replays[1].launch.described}"
        self._counted.append(
            Counted(
                where=where,
                base=counted[0],
                head=counted[1],
                requests=(benches[0].request, benches[1].request),
            )
        )

    def _summary(self, is_changed: bool) -> Replayed:
        outcomes = [outcome_of(case for case, _ in cases) for cases in self._compared.values()]
        worst = max(outcomes, key=list(Outcome).index, default=None)
        shown: list[Shown] = []
        for cases, outcome in zip(self._compared.values(), outcomes, strict=True):
            if outcome in (Outcome.SAME, Outcome.WITHIN):
                continue
            alike = [each for each in cases if each[0].outcome is outcome] or cases
            case, replay = max(
                alike,
                key=lambda each: (each[1].launch.is_usual, each[0].n_changed / max(1, each[0].n_elements)),
            )
            shown.append(Shown(compared=case, outcome=outcome, described=replay.described))
        changed = [
            replay
            for cases in self._compared.values()
            for case, replay in cases
            if case.outcome is Outcome.CHANGED
        ]
        digits = [
            case.digits for cases in self._compared.values() for case, _ in cases if case.digits is not None
        ]
        if not self._n_launches and not self._whys:
            self._whys[NO_INSTANCE] = None
        return Replayed(
            id=self._pair.id,
            is_changed=is_changed,
            entries=tuple(self._entries),
            n_launches=self._n_launches,
            outcome=worst,
            n_outcomes=dict(self._n_outcomes),
            shown=tuple(shown),
            changed_at=tuple(dict.fromkeys(replay.contents.floats for replay in changed)),
            approximations=tuple(self._approximations),
            digits=min(digits, default=None),
            findings=self._new.findings,
            found_at=self._new.places,
            doubts=tuple(own for key, (own, _) in self._doubts.first.items() if key not in self._new.first),
            doubted_at=tuple(at for key, (_, at) in self._doubts.first.items() if key not in self._new.first),
            gone=self._gone.findings,
            gone_at=self._gone.places,
            reach=tuple(self._reach.values()),
            n_both=self._n_both,
            why_not=tuple(self._whys),
            base_refusal=self._refused["base"],
            head_refusal=self._refused["head"],
            counted=tuple(self._counted),
        )


_Step = tuple[tuple[Bench, Bench], "HostCall | None", MadeLaunch, MadeLaunch]
_Instances = tuple[Instance, "list[HostCall | None]", Instance, "list[HostCall | None]"]
_ABSENT: Any = object()
"""Marks a launch that only the other revision's host code makes."""


def _beyond(found: Sequence[Finding], others: Sequence[Finding]) -> list[Finding]:
    """Return the findings of a side at more places than the other side has for the same reason."""
    known = Counter(finding.reason for finding in others)
    beyond = []
    for finding in found:
        known[finding.reason] -= 1
        if known[finding.reason] < 0:
            beyond.append(finding)
    return beyond


def _instances(before: _Side, after: _Side) -> Iterator[_Instances]:
    """Yield the instances of both sides, with their launches; one that a side's host code lacks has the other's."""
    old, new = before.instances, after.instances
    gone = [entry for entry in old if entry not in new]
    added = [entry for entry in new if entry not in old]
    if len(before.job.kernel.template) != len(after.job.kernel.template):
        for entry, other in _renamed(gone, added):
            yield (*old[entry], *new[other])
        return
    for entry, (instance, calls) in new.items():
        if entry in old:
            yield (*old[entry], instance, calls)
        else:
            yield instance, calls, instance, calls
    for entry in gone:
        instance, calls = old[entry]
        yield instance, calls, instance, calls


def _renamed(gone: Sequence[str], added: Sequence[str]) -> list[tuple[str, str]]:
    """Pair instances whose template has other parameters: by their first arguments, else in order."""

    def arguments(entry: str) -> str:
        return entry.partition("<")[2].removesuffix(">")

    pairs = [
        (entry, other)
        for other in added
        for entry in gone
        if f"{arguments(entry)}, ".startswith(f"{arguments(other)}, ".removeprefix(", "))
        or f"{arguments(other)}, ".startswith(f"{arguments(entry)}, ".removeprefix(", "))
    ]
    return pairs or list(zip(gone, added, strict=False))


def _calls(
    was: Sequence[HostCall | None], now: Sequence[HostCall | None]
) -> Iterator[tuple[HostCall | None, HostCall | None]]:
    """Pair the launches of both sides by their host function; a launch of one side alone has no other."""
    left = list(was)
    for call in now:
        function = call.launch.function if call else None
        same = next((own for own in left if (own.launch.function if own else None) == function), _ABSENT)
        if same is not _ABSENT:
            left.remove(same)
        yield same, call
    yield from ((own, _ABSENT) for own in left)


def _launches_of(side: _Side) -> list[object]:
    return [(call.launch.kernel, call.instances, *_described([call])) for call in side.calls]


def _described(calls: Sequence[HostCall | None]) -> list[object]:
    """Return launches as values that are equal if they launch alike, wherever they stand."""
    return [
        call
        and (
            call.launch.kernel,
            call.launch.function,
            call.launch.is_cooperative,
            *(
                key_of(value)
                for value in (
                    call.launch.grid,
                    call.launch.block,
                    call.launch.shared,
                    *call.launch.args,
                    *call.launch.template,
                )
            ),
            *((key_of(condition), wanted) for condition, wanted in call.launch.conditions),
        )
        for call in calls
    ]


_APPROXIMATE = pattern(r"\b(?:div|rcp|sqrt|rsqrt|sin|cos|lg2|ex2|tanh)\.(?:approx|full)(?:\.ftz)?\.[\w.]+")


def new_approximations(base: str, head: str) -> list[str]:
    """Return the approximate instructions of one PTX text that another has not; their errors may stay below 2 ulp."""
    old, new = (
        dict.fromkeys(found.replace(".ftz", "") for found in _APPROXIMATE.findall(text))
        for text in (base, head)
    )
    return [name for name in new if name not in old]


def _code(built: Built) -> str:
    return normalized(built.artifact.code.decode("ascii")).replace(built.artifact.symbol(built.entry), "")


def _shape(kernel: KernelSignature, built: Built) -> list[tuple[bool, object, int]]:
    return [
        (own.is_pointer, param.kind, param.size_bytes)
        for own, param in zip(kernel.parameters, built.compiled.params, strict=True)
    ]


def _matched(old: KernelSignature, new: KernelSignature, benches: tuple[Bench, Bench]) -> str:
    """Give common pointers the same contents; return why none is common, or nothing."""
    base, head = benches
    if {*base.names.values()} != {*head.names.values()} and len(base.names) == len(head.names):
        head.names = dict(zip(head.names, base.names.values(), strict=True))
    of_base = {name: at for at, name in base.names.items()}
    is_common = False
    for at, name in head.names.items():
        other = of_base.get(name)
        if other is None:
            continue
        is_common = True
        head.types[at] = base.types[other]
        if at in head.filled or other in base.filled:
            head.filled.add(at)
            base.filled.add(other)
    return "" if is_common else f"{old.name} and {new.name} have no pointer in common"


def _common(
    base: Bench,
    head: Bench,
    old: Mapping[int, int],
    new: Mapping[int, int],
    launches: tuple[MadeLaunch, MadeLaunch],
) -> tuple[tuple[dict[int, int], dict[int, int]], dict[str, str]]:
    """Return the extents of both sides, the larger of a common pointer, and what the head alone reaches."""
    sizes = dict(old), dict(new)
    further: dict[str, str] = {}
    of_base = {name: at for at, name in base.names.items()}
    for at, name in head.names.items():
        other = of_base.get(name)
        if other is None:
            continue
        said = [
            one.allocated[place]
            for one, place in zip(launches, (other, at), strict=True)
            if place in one.allocated
        ]
        if len(said) == 2:
            continue
        sizes[0][other] = sizes[1][at] = said[0] if said else max(old[other], new[at])
        if not said and new[at] > old[other]:
            further[name] = f"{new[at]} bytes of {name}, the base {old[other]}"
    return sizes, further
