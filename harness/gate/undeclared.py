"""Judges changed kernels that nobody declared: base and head run the same launches, and the base is the reference."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from ..adopt.checkout.sources import find_sources
from ..adopt.reading.signature import KernelSignature
from ..compiler import Compiler, open_cache
from ..compiler.backend.nvrtc import Nvrtc
from ..compiler.compilation import asked_for, resources_of
from ..compiler.source.cuda_text import declarations
from ..errors import CompileError, SpecError, UndeclaredError, UsageError
from ..lazy import dataclass, field, replace
from ..run.precompilation import precompile
from ..settings.project_table import is_declared
from ..store.input_file import read_file
from ..undeclared.bound import Outcome
from ..undeclared.job import UndeclaredKernel, kernels_of
from ..undeclared.recording import Recorded
from ..undeclared.replayed import Counted, Pair, Replayed
from ..undeclared.running import replay_all
from ..variant.declaration.inline_block import read_source
from ..variant.variant import CUDA_SUFFIXES, Variant
from ..verdict import Finding
from .change import changed_place, shown_place
from .costs import changed_resources, compare_counts, note_costlier, resource_figures
from .model import CHANGED_RESULTS, LESS_ACCURATE, NOT_JUDGED, REACH, UNUSUAL, Change, Kind, VariantGate
from .revision import Revision

_CODE = (*CUDA_SUFFIXES, ".h", ".hh", ".hpp", ".hxx", ".inc", ".inl", ".cc", ".cpp", ".cxx")
_SHOWN = 3
_CHANGED = "right if you meant it"


@dataclass(frozen=True)
class Undeclared:
    """The kernels of base and head that nobody declared."""

    files: frozenset[str] = frozenset()
    """Files that define some, from the top of the repository."""
    pairs: tuple[Pair, ...] = ()
    """Those whose text, headers or host code changed."""
    places: Mapping[str, tuple[str, KernelSignature]] = field(default_factory=dict)
    """By id, the file and the kernel, of the head if it has it."""


@dataclass(frozen=True)
class _Kernel:
    name: str
    """File, from the top of the repository."""
    kernel: KernelSignature
    job: UndeclaredKernel
    read: frozenset[str]
    """Files that its code comes from, its own among them."""
    hosts: frozenset[str]

    @property
    def id(self) -> str:
        return f"{self.name}/{self.kernel.stem}"


def undeclared_kernels(
    base: Revision, head: Revision, variants: Sequence[Variant], recorded: Sequence[Recorded] = ()
) -> Undeclared:
    """Return the kernels that nobody declared, and of both sides those that may have changed."""
    by_variants = {(variant.code_path, launch.entry) for variant in variants for launch in variant.launches}
    sides = (base, head)
    files = [_undeclared_files(side) for side in sides]
    everything = frozenset().union(*files)
    if not everything:
        return Undeclared()
    changed = _changed_files(base, head)
    if not changed:
        return Undeclared(everything)
    before, after = (_kernels(side, by_variants) for side in sides)
    pairs, places = [], {}
    for name, old, new in _paired(before, after):
        own = new or old
        assert own is not None  # one side has it
        touched = any(side is None or changed & (side.read | side.hosts) for side in (old, new))
        if not touched:
            continue
        is_same = old is not None and new is not None and _is_same_text(old, new, changed, sides)
        jobs = old.job if old else None, new.job if new else None
        launches = tuple(one for one in recorded if one.is_of(own.kernel.name))
        pairs.append(Pair(name, *jobs, is_same_text=is_same, recorded=launches))
        places[name] = own.name, own.kernel
    return Undeclared(everything, tuple(pairs), places)


def without_undeclared(
    errors: Sequence[SpecError], side: Revision, undeclared: Undeclared
) -> tuple[SpecError, ...]:
    """Return the errors of declarations but those of files whose kernels are run without one."""
    top = side.tree.folder
    known = {(top / name).resolve() for name in undeclared.files}
    return tuple(
        error
        for error in errors
        if not (isinstance(error, UndeclaredError) and error.path.resolve() in known)
    )


def _undeclared_files(side: Revision) -> set[str]:
    """Return the files of a revision that define kernels and declare none, without an exact look at them."""
    top, found = side.tree.folder, set()
    for name in side.files():
        path = top / name
        if name.endswith(CUDA_SUFFIXES) and path.is_relative_to(side.root) and not _is_hidden(name):
            try:
                is_source = b"__global__" in read_file(path)
            except OSError:
                continue
            if is_source and not is_declared(path):
                found.add(name)
    return found


def _is_hidden(name: str) -> bool:
    return any(part.startswith(".") for part in Path(name).parts)


def _changed_files(base: Revision, head: Revision) -> set[str]:
    """Return the files of code that differ."""
    names = [{name for name in side.files() if name.endswith(_CODE)} for side in (base, head)]
    changed = names[0] ^ names[1]
    for name in names[0] & names[1]:
        try:
            if (base.tree.folder / name).read_bytes() != (head.tree.folder / name).read_bytes():
                changed.add(name)
        except OSError:
            changed.add(name)
    return changed


def _kernels(side: Revision, by_variants: set[tuple[Path, str]]) -> dict[str, _Kernel]:
    top = side.tree.folder.absolute()

    def names(paths: Sequence[Path] | frozenset[Path]) -> frozenset[str]:
        return frozenset(path.relative_to(top).as_posix() for path in paths if path.is_relative_to(top))

    settings = side.settings
    cuda_dirs = Nvrtc(settings.cuda_home, settings.cuda).cuda_dirs
    found: dict[str, _Kernel] = {}
    for source in find_sources(side.root.absolute(), cuda_dirs, settings.include_dirs):
        if source.is_declared or source.why_not:
            continue
        for job in kernels_of(source):
            if (source.path, job.kernel.name) in by_variants:
                continue
            job = replace(job, include_dirs=(*job.include_dirs, *settings.include_dirs))
            read = names(frozenset((source.path, *source.reached)))
            own = _Kernel(source.path.relative_to(top).as_posix(), job.kernel, job, read, names(job.hosts))
            found.setdefault(own.id, own)
    return found


def _paired(
    before: Mapping[str, _Kernel], after: Mapping[str, _Kernel]
) -> Iterator[tuple[str, _Kernel | None, _Kernel | None]]:
    """Pair the kernels of both sides: by file and name, by name if the file is another one."""
    gone = {name: own for name, own in before.items() if name not in after}
    for name, new in after.items():
        old = before.get(name)
        if old is None:
            alike = [own for own in gone.values() if own.kernel.qualified == new.kernel.qualified]
            old = alike[0] if len(alike) == 1 else None
            if old is not None:
                del gone[old.id]
        yield name, old, new
    yield from ((name, old, None) for name, old in gone.items())


def _is_same_text(old: _Kernel, new: _Kernel, changed: set[str], sides: Sequence[Revision]) -> bool:
    """Whether the code of a kernel is the same, so that only host code in its files has changed."""
    if changed & ((old.read | new.read) - {old.name, new.name}) or old.kernel.code != new.kernel.code:
        return False
    texts = [read_source(side.tree.folder / own.name) for side, own in zip(sides, (old, new), strict=True)]
    return texts[0] == texts[1] or _beside_functions(texts[0]) == _beside_functions(texts[1])


def _beside_functions(text: str) -> list[str]:
    """Return the directives of a text, and its declarations that are no functions for host or device."""
    directives, is_continued = [], False
    for line in text.splitlines():
        if is_continued or line.lstrip().startswith("#"):
            directives.append(line)
            is_continued = line.endswith("\\")
    others = [
        item.text
        for item in declarations(text)
        if not (item.is_host_function or item.is_kernel or (item.kind == "function" and item.is_for_device))
    ]
    return directives + others


def judge_undeclared(
    found: Undeclared,
    wanted: frozenset[str],
    sides: tuple[Revision, Revision],
    compiler: Compiler,
    on_item: Callable[[int, str, bool], None],
) -> list[VariantGate]:
    """Run the kernels on both sides, and return a row for each one that changed."""
    base, head = sides
    pairs = [pair for pair in found.pairs if not wanted or pair.id in wanted]
    if not pairs:
        return []
    settings = replace(head.settings, include_dirs=())

    def note(replayed: Replayed) -> None:
        on_item(len(pairs), replayed.id, bool(replayed.findings))

    results = replay_all(pairs, settings, note)
    gates = []
    for pair, replayed in zip(pairs, results, strict=True):
        if pair.head is not None and not replayed.is_changed:
            if not pair.is_same_text:
                gates.append(VariantGate(pair.id, Change.UNCHANGED))
            continue
        change = (
            Change.ADDED if pair.base is None else Change.REMOVED if pair.head is None else Change.CHANGED
        )
        gate = VariantGate(pair.id, change, "without a declaration", replayed=replayed)
        file, kernel = found.places[pair.id]
        side = base if pair.head is None else head
        gate.place = changed_place(base, head, side.tree.folder / file, kernel.line)
        if pair.head is not None:
            _judge(gate, replayed, pair, sides)
        gate.shown[gate.place] = shown_place(gate.place, gate.id, base, head)
        gates.append(gate)
    _compare_costs(gates, sides, compiler)
    return gates


def _judge(gate: VariantGate, replayed: Replayed, pair: Pair, sides: tuple[Revision, Revision]) -> None:
    _, head = sides
    assert pair.head is not None
    has_not = "; the base has no such fault there" if pair.base is not None else ""
    for message, finding in _faults(replayed.findings, replayed.found_at):
        gate.regress(Kind.FAULT, f"{message}{has_not}", _place_of(finding, pair, head, gate.place))
    for message, _ in _faults(replayed.doubts, replayed.doubted_at):
        gate.doubt(
            UNUSUAL, f"only at sizes or with integers that its host code may exclude: {message}{has_not}"
        )
    if replayed.reach:
        said = "it reaches further than the base, and the host code does not say how large these buffers are"
        gate.doubt(REACH, "\n".join((said, *(f"  {each}" for each in replayed.reach))))
    for outcome, kind, what in (
        (Outcome.CHANGED, CHANGED_RESULTS, f"results changed: {_CHANGED}"),
        (Outcome.LESS_ACCURATE, LESS_ACCURATE, f"results are less accurate: {_CHANGED}"),
    ):
        shown = [own for own in replayed.shown if own.outcome is outcome]
        if shown:
            lines = [f"{own.compared.text}\n  {own.described}" for own in shown[:_SHOWN]]
            n_changed = replayed.n_outcomes.get(Outcome.CHANGED.value, 0)
            if outcome is Outcome.CHANGED:
                kinds = ", ".join(replayed.changed_at)
                what += f"; in {n_changed} of {replayed.n_compared} compared launches (inputs {kinds})"
            gate.doubt(kind, "\n".join((what, *lines)))
    for own in replayed.shown:
        if own.outcome is Outcome.NOT_COMPARED:
            gate.leave_out(f"results of {own.compared.name}", f"the bound is too wide; {own.described}")
    if replayed.gone:
        reasons = ", ".join(dict.fromkeys(finding.reason.value for finding in replayed.gone))
        gate.why += f"; gone from the base: {reasons}, {replayed.gone_at[0]}"
    if replayed.approximations:
        gate.why += f"; approximate instructions that the base has not: {', '.join(replayed.approximations)}"
    if replayed.n_both:
        gate.leave_out(f"results of {replayed.n_both} launches", "both sides have the same fault there")
    if replayed.head_refusal and not replayed.base_refusal:
        gate.errors.append(f"the head does not compile, and the base does\n{replayed.head_refusal}")
    elif replayed.base_refusal and not replayed.head_refusal and replayed.outcome is None:
        gate.doubt(
            NOT_JUDGED, f"results were not compared: the base does not compile\n{replayed.base_refusal}"
        )
    elif not replayed.n_launches or (replayed.n_both == replayed.n_launches and pair.base is not None):
        gate.doubt(NOT_JUDGED, _why_not_judged(replayed))
    else:
        for why in replayed.why_not:
            gate.leave_out("further launches", why)


def _why_not_judged(replayed: Replayed) -> str:
    if replayed.n_launches:
        return f"not judged: both sides have faults in all of {replayed.n_launches} launches"
    return "\n".join(("not judged", *replayed.why_not[:_SHOWN]))


def _faults(findings: Sequence[Finding], places: Sequence[str]) -> Iterator[tuple[str, Finding]]:
    """Yield a text for each kind of fault, with its first finding in full."""
    kinds: dict[str, list[tuple[Finding, str]]] = {}
    for finding, place in zip(findings, places, strict=True):
        kinds.setdefault(finding.reason.partition("-")[0], []).append((finding, place))
    for (first, place), *others in kinds.values():
        where = f" at {first.source}" if first.source else ""
        text = f"{first.reason}{where}: {first.message}\n{place}"
        listed = dict.fromkeys(f"{one.reason} at {one.source}" for one, _ in others)
        yield f"{text}\nalso: {', '.join(listed)}" if listed else text, first


def _place_of(finding: Finding, pair: Pair, head: Revision, fallback: str) -> str:
    """Return the line of a finding, if it is in the kernel's file."""
    file, _, line = finding.source.rpartition(":")
    assert pair.head is not None
    for path in (pair.head.path, *pair.head.hosts):
        if file and path.name == file and path.is_relative_to(head.tree.folder):
            return f"{path.relative_to(head.tree.folder).as_posix()}:{line}"
    return fallback


def _compare_costs(
    gates: Sequence[VariantGate], sides: tuple[Revision, Revision], compiler: Compiler
) -> None:
    """Compare counters, registers, spills and occupancy of the launches that were counted."""
    counted = [(gate, own) for gate in gates if gate.replayed is not None for own in gate.replayed.counted]
    wanted = (
        (side.settings, [asked_for(own.requests[at]) for _, own in counted]) for at, side in enumerate(sides)
    )
    precompile(wanted, compiler, device="cpu")
    for gate, own in counted:
        gate.counted.append(own.where)
        gate.costs += compare_counts(own.base, own.head, own.where)
        _compare_resources(gate, own, sides, compiler)
    for gate in gates:
        replayed = gate.replayed
        if replayed is not None and (replayed.gone or replayed.outcome is Outcome.CHANGED):
            # A mended kernel, or one that computes something else, may cost more.
            gate.costs = [replace(cost, is_worse=False, hint="") for cost in gate.costs]
        note_costlier(gate)


def _compare_resources(
    gate: VariantGate, own: Counted, sides: tuple[Revision, Revision], compiler: Compiler
) -> None:
    figures = []
    for side, request, counts in zip(sides, own.requests, (own.base, own.head), strict=True):
        try:
            kernels = resources_of(request, compiler=compiler, cache=open_cache(side.settings))
            launches = [(launch.entry, launch.block, launch.smem_bytes) for launch in counts.launches]
            figures.append(resource_figures(kernels, launches)[0])
        except (CompileError, UsageError) as error:
            gate.leave_out(f"resources of {own.where}", str(error))
            return
    for change in changed_resources(f"{sides[1].settings.arch}, {own.where}", *figures):
        gate.costs.append(change)
