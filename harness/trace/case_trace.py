"""Traces one element of a case: run, choose, record, slice, fold. Read `trace_case` first."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, cast

import numpy as np

from ..check.comparison import OutputComparison, compare
from ..check.comparison import shown as number_text
from ..check.judgement import Evidence
from ..compiler.source.file_names import display_path
from ..device.base import Device, Variation
from ..errors import DeviceError, HarnessError, UsageError
from ..launch.memory import CaseMemory, fill
from ..launch.plan import LoadedCase, launch, load_case
from ..lazy import dataclass, replace
from ..operation.derived import expectation
from ..operation.problem import Expected
from ..ptx.fault import Site
from ..ptx.ir.traced import Role, TracedInstruction
from ..ptx.launch.recorder import WatchedWrite
from ..ptx.layout import TRACE_COPY
from ..ptx.text.symbols import kernel_name
from ..run.case_run import schedules_of
from ..run.source_files import NamedSource, SourceLines, find_source
from ..run.unjudged import rerun_command
from ..settings.settings import Settings
from ..store.input_file import read_file
from ..variant.case import Case
from ..variant.variant import PTX, language_of
from ..verdict import Finding
from .elements import ArrayElements, Element, compare_inputs, words_of
from .log import Log, as_numbers, in_grid, lanes_of, shown_type
from .model import PTX_PLACE, CaseTrace, Decision, SourcePlace, Store
from .recording import CaseRecording, SlicedLaunch, files_of
from .slicing import Purpose, has_tiles
from .statements import Folding, ValuePath

if TYPE_CHECKING:
    from ..device.cpu.ptx_cpu import PtxCpu

TOO_LARGE = "compared with those of the right result as far as the size of the case allows"
WHOLE_TILES = "matrix instructions are followed as whole tiles, so the value may depend on fewer"
MIN_ORDERS = 16
"""Orders of blocks, warps and lanes that are tried, if the sanitizers have a finding, until an element is off."""
MAX_NEAR = 64
"""Most elements on each side that are searched for a store if the element has none."""


@dataclass(frozen=True)
class TraceRequest:
    array: str = ""
    """The output; empty for the only one, or for the one with the element farthest off."""
    index: tuple[int, ...] = ()
    """Indices in the declared shape of the output; empty for the element farthest off."""


def trace_or_why(device: Device, settings: Settings, case: Case, request: TraceRequest) -> CaseTrace | str:
    """Return the trace of `trace_case`, or the reason why it cannot be made."""
    try:
        return trace_case(device, settings, case, request)
    except DeviceError:  # not this case's error: the device or the compiler is missing
        raise
    except HarnessError as error:
        return str(error)
    except MemoryError:
        return f"the records of {case.id} must fit into the memory limit; trace a smaller case, which -k can name"


def trace_case(device: Device, settings: Settings, case: Case, request: TraceRequest) -> CaseTrace:
    executor = cast("PtxCpu", device)
    unmet = case.unmet()
    if unmet is not None:
        raise UsageError(f"the case must be inside of `requires` (got {case.id}, outside of {unmet})")
    loaded = load_case(case, device, settings)
    try:
        memory = fill(case, device)
        launches = loaded.pack(memory)
        schedules: tuple[int | None, ...] = (settings.schedule_seed,)
        # A named element is traced in the usual order; other orders are searched for one that is off.
        if settings.schedule_seed is None and not request.index:
            further = replace(settings, schedules=max(settings.schedules, MIN_ORDERS))
            schedules = (None, *schedules_of(case, device, further))
        seen: tuple[Finding, ...] = ()
        n_orders = len(schedules)
        for at, schedule in enumerate(schedules):
            if at >= n_orders:
                break
            watched = launch(launches, device, Variation(schedule))
            recording = CaseRecording(launches, memory, executor, schedule)
            results = recording.run()
            if not all(result.completed for result in results):
                raise UsageError(
                    f"the launch must end (got {case.id}, which does not); `kernel-harness check` says where it stops"
                )
            chosen = _choose(case, memory, memory.read_back(device), request)
            if chosen is not None:
                tracing = _Tracing(case, settings, loaded, memory, recording, tuple(watched.findings))
                return tracing.trace(chosen, schedule)
            seen += watched.findings
            # The recording has run the launches, and the next order begins with the same content.
            memory.refill({}, device)
            if schedule is None and not seen:
                # without a finding, values in other orders are the same as in `check`
                n_orders = 1 + settings.schedules
        raise UsageError(_nothing_off(case, seen))
    finally:
        device.free_all()


def _nothing_off(case: Case, findings: Sequence[Finding]) -> str:
    listed = "".join(
        f"\n  {reason} at {place}"
        for reason, place in dict.fromkeys((finding.reason.value, finding.source) for finding in findings)
    )
    seen = f"; the sanitizers found{listed}" if listed else ""
    return (
        f"no element is off (got {case.id}); name one with --row and --col, or "
        f"--index, or another order with --schedule-seed{seen}"
    )


@dataclass(frozen=True)
class _Chosen:
    element: Element
    expected: Expected
    got: float | int
    is_wrong: bool
    is_worst: bool
    n_wrong: int
    n_elements: int


def _choose(case: Case, memory: CaseMemory, evidence: Evidence, request: TraceRequest) -> _Chosen | None:
    operation, problem = case.variant.operation, memory.problem
    names = [output.name for output in operation.outputs if output.name in evidence.outputs]
    if request.array and request.array not in names:
        raise UsageError(f"--array must name an output (got {request.array!r}; outputs: {', '.join(names)})")
    if request.index and not request.array and len(names) > 1:
        raise UsageError(f"--array must name one of several outputs (got none; outputs: {', '.join(names)})")
    outputs = expectation(operation, problem)
    accepted = operation.accepted(problem, {name: output.values for name, output in evidence.outputs.items()})
    candidates: list[tuple[float, _Chosen]] = []
    for output in operation.outputs:
        name = output.name
        if name not in names or (request.array and name != request.array):
            continue
        report, expected = evidence.outputs[name], outputs[name]

        # The defaults bind the values of this turn of the loop.
        def compared(part: tuple[slice, slice], report=report, expected=expected, name=name):  # type: ignore[no-untyped-def]
            chosen = accepted.get(name)
            return compare(
                report.values[part],
                Expected(expected.reference[part], expected.allowed[part]),
                accepted=None if chosen is None else chosen[part],
                operation=operation,
            )

        everything: OutputComparison = compared((slice(None), slice(None)))
        unwritten = report.unwritten
        if request.index:
            row, column = _place(request.index, output.sizes(problem.known), report.values.shape)
        elif unwritten.any() and not math.isinf(everything.max_ratio):
            row, column = (int(at) for at in np.unravel_index(int(np.argmax(unwritten)), unwritten.shape))
        elif everything.worst is not None:
            row, column = everything.worst.row, everything.worst.column
        else:
            continue
        one: OutputComparison = compared((slice(row, row + 1), slice(column, column + 1)))
        is_unwritten = bool(unwritten[row, column])
        value = report.values[row, column]
        chosen = _Chosen(
            Element(name, row, column),
            expected,
            got=value.item() if report.values.dtype.kind in "iu" else float(value),
            is_wrong=one.n_wrong > 0 or is_unwritten,
            is_worst=not request.index,
            n_wrong=everything.n_wrong,
            n_elements=unwritten.size,
        )
        candidates.append((math.inf if is_unwritten else everything.max_ratio, chosen))
    if not candidates:
        return None
    best = max(candidates, key=lambda item: item[0])[1]
    return best if request.index or best.is_wrong else None


def _place(index: Sequence[int], shape: tuple[int, ...], rows: tuple[int, ...]) -> tuple[int, int]:
    if len(index) != len(shape) and len(index) == 2 and len(shape) == 1:
        # --row and --col of a vector: it is one row, or one column if it has an element for each row
        index = (index[0],) if rows[1] == 1 and index[1] == 0 else (index[1],) if index[0] == 0 else index
    if len(index) != len(shape) or not all(
        0 <= number < size for number, size in zip(index, shape, strict=True)
    ):
        shown = " x ".join(map(str, shape))
        raise UsageError(
            f"the element must be one of the {shown} of the output (got {', '.join(map(str, index))}); "
            "indices count from 0"
        )
    flat = int(np.ravel_multi_index(tuple(index), shape))
    return flat // rows[1], flat % rows[1]


@dataclass
class _Tracing:
    """One trace, with the parts of its case that it needs."""

    case: Case
    settings: Settings
    loaded: LoadedCase
    memory: CaseMemory
    recording: CaseRecording
    findings: tuple[Finding, ...]

    def __post_init__(self) -> None:
        self.elements = ArrayElements(self.memory)
        self._lines = SourceLines(self.settings.include_dirs)
        self._ptx = self.loaded.artifact.code.decode("ascii", "replace").split("\n")
        self._named: dict[str, NamedSource] = {}

    def trace(self, chosen: _Chosen, schedule: int | None) -> CaseTrace:
        element, place = chosen.element, (chosen.element.row, chosen.element.column)
        wanted = [self._bytes(element)]
        # The writes to the element, each with the number of its launch.
        launches = range(len(self.recording.launches))
        stores = [(number, write) for number in launches for write in self.recording.writes(number, wanted)]
        # an element that no thread stored to has no path: a neighbour's shows where the store was meant to be
        nearest = None if stores else self._nearest(chosen)
        slices: list[SlicedLaunch] = []
        unwritten: list[tuple[int, int]] = []
        if traced := element if stores else nearest:
            slices, unwritten = self.recording.slices([self._bytes(traced)], self._is_read_only)
        never_written = [(low, high) for low, high in unwritten if not self._has_content(low)]
        folding = Folding(
            slices,
            self.elements,
            lambda launched, instruction: self._place(launched.files, instruction),
            never_written,
        )
        places = [(finding.source, finding.reason.value) for finding in self.findings]
        statements = folding.statements(places) if stores else folding.statements(places)[:1]
        leaves = [leaf for sliced in slices for leaf in sliced.slice.leaves]
        named = {statement.place.shown for statement in statements}
        decisions = _decisions(folding.paths, of_store=not stores)
        named |= {decision.place.shown for decision in decisions}
        trace = CaseTrace(
            case=self.case.id,
            variant=self.case.variant.id,
            array=element.array,
            element=self.elements.name(element),
            got=chosen.got,
            expected=chosen.expected.reference[place].item(),
            allowed=float(chosen.expected.allowed[place]),
            is_wrong=chosen.is_wrong,
            is_worst=chosen.is_worst,
            schedule=schedule,
            n_wrong=chosen.n_wrong,
            n_elements=chosen.n_elements,
            stores=self._named_stores(stores),
            nearest="" if nearest is None else self.elements.name(nearest),
            statements=statements,
            decisions=decisions,
            indices=folding.indices(named),
            findings=self.findings,
            rerun=self._rerun(chosen, schedule),
            sources=tuple(self._named[name] for name in sorted(self._named)),
        )
        if not stores:
            return trace
        paths = () if math.isfinite(chosen.got) else folding.paths
        born_at, born = next(filter(None, (path.born(chosen.got) for path in paths)), (None, ""))
        values = [leaf for leaf in leaves if leaf.purpose is Purpose.VALUE]
        words = self.elements.words_of_read(values)
        used, followed = self.elements.read(values), self.elements.read(leaves)
        compared = compare_inputs(
            self.case.variant.operation, self.memory.problem, element.array, place, used, followed
        )
        describe = self.elements.describe
        is_tiled = any(has_tiles(sliced.log, sliced.slice) for sliced in slices)
        return replace(
            trace,
            born=born,
            born_at=born_at,
            depends_on=tuple(words.values()),
            selected_by=words_of(
                {array: flats - used.get(array, set()) for array, flats in followed.items()}, describe
            ),
            missing=words_of(compared.missing, describe),
            unexpected=() if is_tiled else words_of(compared.unexpected, describe),
            unknown=compared.unknown
            or ("" if compared.is_complete else TOO_LARGE)
            or (WHOLE_TILES if is_tiled else ""),
        )

    def _bytes(self, element: Element) -> tuple[int, int]:
        address = self.elements.address(element.array, element.row, element.column)
        return address, address + self.elements.dtype(element.array).itemsize

    def _nearest(self, chosen: _Chosen) -> Element | None:
        """Return the element nearest in its row, else in its column, that was written."""
        n_rows, n_cols = chosen.expected.reference.shape
        own = chosen.element
        columns = sorted(range(n_cols), key=lambda column: abs(column - own.column))[:MAX_NEAR]
        rows = sorted(range(n_rows), key=lambda row: abs(row - own.row))[:MAX_NEAR]
        near = [replace(own, column=column) for column in columns]
        near += [replace(own, row=row) for row in rows]
        wanted = [(element, *self._bytes(element)) for element in near]
        # The last launch first: its stores replace those of earlier ones.
        for number in reversed(range(len(self.recording.launches))):
            writes = self.recording.writes(number, [(low, high) for _, low, high in wanted])
            for element, low, high in wanted:
                if any(write.address < high and low < write.address + write.size_bytes for write in writes):
                    return element
        return None

    def _named_stores(self, stores: Sequence[tuple[int, WatchedWrite]]) -> tuple[Store, ...]:
        """Return the stores, joined by thread and line, in the order of their last occurrence."""
        joined: dict[tuple[int, int, int, int], Store] = {}
        for number, write in stores:
            key = number, write.site.ptx_line, write.block, write.thread
            before = joined.pop(key, None)
            launched = self.recording.launches[number]
            config = launched.config
            who = f"thread {in_grid(write.thread, config.block)} of block {in_grid(write.block, config.grid)}"
            joined[key] = Store(
                self._place(files_of(launched), write.site),
                who,
                kernel_name(launched.entry) if len(self.recording.launches) > 1 else "",
                1 if before is None else before.count + 1,
            )
        return tuple(joined.values())

    def _place(self, files: dict[int, str], instruction: TracedInstruction | Site) -> SourcePlace:
        """Return the innermost line of the user's files; without one, the instruction in the PTX."""
        callers, ptx_line = instruction.callers, instruction.ptx_line
        frames = [(instruction.file, instruction.source_line)] + [(number, at) for _, number, at in callers]
        for depth, (number, at) in enumerate(frames):
            name = files.get(number, "")
            text = self._lines.text(name, at, self.case.variant.code_path) if at else ""
            if text:
                short = PurePath(name).name
                path = find_source(name, self.case.variant.code_path, self.settings.include_dirs)
                if path is not None and short not in self._named:
                    digest = hashlib.sha256(read_file(path)).hexdigest()
                    self._named[short] = NamedSource(short, display_path(path), digest)
                inside = tuple(
                    f"called at {PurePath(files.get(caller, '')).name}:{called}"
                    for _, caller, called in callers[depth:]
                )
                return SourcePlace(short, at, text.strip(), inside)
        own = self.case.variant.code_path
        text = self._ptx[ptx_line - 1].strip() if 1 <= ptx_line <= len(self._ptx) else ""
        return SourcePlace(own.name if language_of(own) == PTX else PTX_PLACE, ptx_line, text)

    def _is_read_only(self, address: int) -> bool:
        element = self.elements.at(address)
        return element is not None and self.elements.is_input_only(element.array)

    def _has_content(self, address: int) -> bool:
        """Whether memory has content before the first launch, or belongs to no array."""
        element = self.elements.at(address)
        return element is None or self.elements.is_input(element.array)

    def _rerun(self, chosen: _Chosen, schedule: int | None) -> str:
        command = rerun_command(self.case, device_kind="cpu", settings=self.settings, command="trace")
        name = self.elements.name(chosen.element)
        indices = name.partition("[")[2].rstrip("]").replace(" ", "")
        if len(self.case.variant.operation.outputs) > 1:
            command += f" --array {chosen.element.array}"
        row, comma, column = indices.partition(",")
        is_matrix = comma and "," not in column
        command += f" --row {row} --col {column}" if is_matrix else f" --index {indices}"
        if schedule is not None and self.settings.schedule_seed is None:
            command += f" --schedule-seed {schedule}"
        return command


_SIGNS = {
    "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!=", "lo": "<", "ls": "<=", "hi": ">",
    "hs": ">=", "ltu": "<", "leu": "<=", "gtu": ">", "geu": ">=", "equ": "==", "neu": "!=",
}  # fmt: skip


def _decisions(paths: Sequence[ValuePath], *, of_store: bool) -> tuple[Decision, ...]:
    """Return the conditions that decided whether the path ran, or with `of_store` only the store, by line."""
    decisions: dict[tuple[str, int], Decision] = {}
    for path in paths:
        log = path.log
        of_roots = {
            block
            for root in path.slice.roots
            if log.kind[root.moment] != TRACE_COPY
            for block in path.slice.deciding[log.instruction(root.moment).block]
        }
        for number, executions in path.slice.decisions.items():
            if not executions or (of_store and log.traced[number].block not in of_roots):
                continue
            decision = _decision(path, number, executions)
            key = decision.place.file, decision.place.line
            # a compiler tests one condition at several places: the one that was tested most often tells most
            if key not in decisions or decision.executions > decisions[key].executions:
                decisions[key] = decision
    return tuple(sorted(decisions.values(), key=lambda item: (item.place.file, item.place.line)))


def _decision(path: ValuePath, number: int, executions: dict[int, int]) -> Decision:
    log = path.log
    conditions = (operand for operand in log.traced[number].operands if operand.role is Role.CONDITION)
    guard = next((operand for operand in conditions if operand.register), None)
    last = max(executions)
    lane = executions[last].bit_length() - 1
    place = path.place(number)
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
            own = path.place(int(log.index[earlier]))
            place = own if own.text else place
    return Decision(place, comparison, outcome, log.thread(last, lane), n, n_true)


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
