"""Folds the executions of slices into lines of source: one statement a line, with the values it gave."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from ..lazy import dataclass, field, replace
from ..ptx.ir.traced import Role, TracedInstruction
from ..ptx.layout import LANES, TRACE_COPY
from ..ptx.text.symbols import kernel_name
from .elements import ArrayElements, runs
from .log import as_numbers, folded, in_grid, lanes_of, of_result, type_of
from .model import PTX_PLACE, SourcePlace, Statement, Values
from .recording import SlicedLaunch
from .slicing import Leaf, Purpose, slice_back

MAX_SERIES = 3
MAX_VALUES = 1 << 16
"""Most executions of an instruction whose values are read; the first and last of more are used."""

PlaceOf = Callable[[SlicedLaunch, TracedInstruction], SourcePlace]
# A moment and the mask of its lanes.
_Execution = tuple[int, int]
_FLOATS = {"float32": "f32", "float64": "f64", "float16": "f16", "bfloat16": "bf16"}


class ValuePath:
    """The executions of one launch that the value flowed through."""

    def __init__(self, launched: SlicedLaunch, elements: ArrayElements, place_of: PlaceOf) -> None:
        self.launched = launched
        self.log, self.slice = launched.log, launched.slice
        self._elements = elements
        self._place_of = place_of
        self._places: dict[int, SourcePlace] = {}
        self.moments: dict[int, list[int]] = defaultdict(list)
        for moment in sorted(self.slice.needed):
            if self.log.kind[moment] != TRACE_COPY and self.slice.lanes(moment, Purpose.VALUE):
                self.moments[int(self.log.index[moment])].append(moment)
        self.edges = [edge[:2] for edge in self.slice.edges if edge[2] is Purpose.VALUE]
        """Consumer and producer of each value, as numbers of instructions."""
        self.users: dict[int, list[int]] = defaultdict(list)
        self.makers: dict[int, list[int]] = defaultdict(list)
        for consumer, producer in self.edges:
            self.users[producer].append(consumer)
            self.makers[consumer].append(producer)
        self.cyclic = self._accumulating()

    def _accumulating(self) -> set[int]:
        """Return the instructions of accumulations: their values flow back into themselves."""
        if not self.edges:
            return set()
        n = len(self.log.traced)
        ends = np.array(self.edges)
        graph = coo_matrix((np.ones(len(ends)), (ends[:, 0], ends[:, 1])), shape=(n, n))
        # Instructions whose values reach each other are one strongly connected component.
        _, labels = connected_components(graph, directed=True, connection="strong")
        sizes = np.bincount(labels)
        looped = {consumer for consumer, producer in self.edges if consumer == producer}
        return {int(number) for number in np.flatnonzero(sizes[labels] > 1)} | looped

    def place(self, number: int) -> SourcePlace:
        if number not in self._places:
            self._places[number] = self._place_of(self.launched, self.log.traced[number])
        return self._places[number]

    def executions(self, moments: Iterable[int]) -> list[_Execution]:
        return [(moment, self.slice.lanes(moment, Purpose.VALUE)) for moment in moments]

    def n_executions(self, moments: Iterable[int]) -> int:
        return sum(lanes.bit_count() for _, lanes in self.executions(moments))

    def _last_of_each_lane(self, executions: Sequence[_Execution]) -> list[_Execution]:
        """Return the executions that were the last of a thread, ascending, each with those threads' lanes."""
        seen: dict[int, int] = defaultdict(int)
        last = []
        for moment, lanes in reversed(executions):
            warp = self.log.warp_of(moment)
            if new := lanes & ~seen[warp]:
                last.append((moment, new))
            seen[warp] |= lanes
        return last[::-1]

    def results(self, nodes: Sequence[int]) -> tuple[Values, ...]:
        """Fold the values of a line's instructions that other lines use, or that it stored."""
        traced = self.log.traced
        used = []
        for number in nodes:
            users = set(self.users[number])
            is_stored = any(traced[user].family in ("store", "atomic") for user in users)
            if (
                (users - set(nodes) or is_stored)
                and traced[number].results
                and of_result(traced[number]) != "pred"
            ):
                when = self.executions(self.moments[number])
                if number in self.cyclic:
                    when = self._last_of_each_lane(when)
                used.append((when[-1][0], number, when))
        used.sort(reverse=True)
        series = [(self._values(number, when), traced[number].opcode) for _, number, when in used]
        results = [replace(values, of=opcode) for values, opcode in series if values is not None]
        return tuple(results[:MAX_SERIES])

    def terms(self, nodes: Sequence[int]) -> tuple[Values, ...]:
        """Fold the values that enter an accumulation of a line, one series for each line and opcode."""
        traced = self.log.traced
        entering: dict[tuple[SourcePlace, str], set[int]] = defaultdict(set)
        for number in nodes:
            if number not in self.cyclic or traced[number].family in ("load", "store", "move"):
                continue
            for maker in self.makers[number]:
                if maker not in self.cyclic:
                    entering[self.place(maker), traced[maker].opcode].add(maker)
        terms = []
        for numbers in entering.values():
            when = sorted(moment for number in numbers for moment in self.moments.get(number, ()))
            if len(when) > 1 or self.n_executions(when) > 1:
                series = self._values(min(numbers), self.executions(when))
                # the start value of a loop is not a term
                if series is not None and (series.n_nan or series.largest != series.least):
                    terms.append(series)
        return tuple(sorted(terms, key=lambda item: -item.count)[:MAX_SERIES])

    def over(self, nodes: Sequence[int]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the input elements that an accumulation was computed from, and the others of their rows."""
        results = []
        for number in nodes:
            if self.log.traced[number].family in ("load", "store") or number not in self.cyclic:
                continue
            for moment, lanes in self._last_of_each_lane(self.executions(self.moments[number])):
                for slot, masks in self.slice.needed[moment].items():
                    if slot >= 0 and masks[Purpose.VALUE] & lanes:
                        results.append((moment, slot, masks[Purpose.VALUE] & lanes))
        # The slice of the store has more inputs than this accumulation, so it is sliced anew from its results.
        sliced = slice_back(self.log, (), results)
        over, left_out = [], []
        read = self._elements.read(leaf for leaf in sliced.leaves if leaf.purpose is Purpose.VALUE)
        for array, flats in read.items():
            row = self._elements.n_columns(array)
            rows = {flat // row for flat in flats}
            rest = {at * row + column for at in rows for column in range(row)} - flats
            # a few elements of a row are not an accumulation of the row
            if len(rest) >= len(flats):
                continue
            over.append(self._elements.describe(array, flats))
            if rest:
                left_out.append(self._elements.describe(array, rest))
        return tuple(over), tuple(left_out)

    def _type(self, number: int) -> str:
        inferred = type_of(number, self.log.traced, self.users.__getitem__, self.makers.__getitem__)
        # Values that are only loaded and stored are bits in PTX: their array has the type.
        return inferred if inferred and inferred[0] in "fb" else self._array_type(number) or inferred

    def _array_type(self, number: int) -> str:
        """Return the type of the array that an instruction reads; empty if it reads none."""
        for leaf in self.slice.leaves:
            if self.log.index[leaf.moment] == number and leaf.place and leaf.place.space == "global":
                return self._float_at(leaf.place.address)
        for user in self.users[number]:
            if self.log.traced[user].family != "store":
                continue
            for root in self.slice.roots:
                if self.log.index[root.moment] == user and (access := self.log.accesses(root.moment)):
                    place = self.log.place(int(access[0].hosts[root.lane]), root.moment)
                    return self._float_at(place.address) if place.space == "global" else ""
        return ""

    def _float_at(self, address: int) -> str:
        element = self._elements.at(address)
        return "" if element is None else _FLOATS.get(self._elements.dtype(element.array).name, "")

    def _values(self, number: int, executions: Sequence[_Execution]) -> Values | None:
        kind = self._type(number)
        if len(executions) > MAX_VALUES:
            executions = [*executions[: MAX_VALUES // 2], *executions[-MAX_VALUES // 2 :]]
        numbers: list[NDArray[Any]] = []
        threads: list[tuple[int, int]] = []
        for moment, mask in executions:
            for slot, masks in self.slice.needed[moment].items():
                if slot < 0:
                    continue
                bits = self.log.values(moment, slot)
                lanes = lanes_of(masks[Purpose.VALUE] & mask)
                if bits is None or not lanes:
                    continue
                part = as_numbers(bits[lanes], kind)
                numbers.append(part.reshape(-1))
                threads += [(moment, lane) for lane in lanes for _ in range(part.size // len(lanes))]
        if not numbers:
            return None
        return folded(np.concatenate(numbers), lambda at: self.log.thread(*threads[at]))

    def born(self, got: float) -> tuple[SourcePlace, str] | None:
        """Return line and computation of the first value like `got`, a NaN or an infinity; None if it was read."""

        def text(bits: int | None) -> str:
            return "?" if bits is None else f"{as_numbers(np.array([bits], np.uint64), kind)[0]:.6g}"

        moments = ((moment, number) for number, when in self.moments.items() for moment in when)
        for moment, number in sorted(moments)[:MAX_VALUES]:
            traced, kind = self.log.traced[number], self._type(number)
            for slot, masks in self.slice.needed[moment].items() if kind in _FLOATS.values() else ():
                bits = self.log.values(moment, slot) if slot >= 0 else None
                for lane in lanes_of(masks[Purpose.VALUE]) if bits is not None else ():
                    if bits is None or text(int(bits[lane])) != str(got):
                        continue
                    if traced.family in ("load", "move"):
                        return None
                    sides = [
                        text(self.log.operand_bits(moment, operand, lane))
                        for operand in traced.operands
                        if operand.register and operand.role is Role.VALUE
                    ]
                    shown = f"{traced.opcode}({', '.join(sides)}) in {self.log.thread(moment, lane)}"
                    return self.place(number), shown
        return None

    def threads(self, moments: Sequence[int]) -> str:
        lanes: dict[tuple[int, int], int] = defaultdict(int)
        for moment, mask in self.executions(moments):
            lanes[int(self.log.block[moment]), int(self.log.warp[moment])] |= mask
        n_threads = sum(mask.bit_count() for mask in lanes.values())
        blocks = sorted({block for block, _ in lanes})
        if n_threads == 1:
            ((_, mask),) = lanes.items()
            return self.log.thread(moments[0], mask.bit_length() - 1)
        if len(blocks) > 1:
            return f"{n_threads} threads of {len(blocks)} blocks"
        linear = sorted(warp * LANES + lane for (_, warp), mask in lanes.items() for lane in lanes_of(mask))
        return f"{n_threads} threads of block {in_grid(blocks[0], self.log.recorder.grid)}: {runs(linear)}"

    def written_later(self, leaf: Leaf) -> str:
        """Describe the write of a byte that came after it was read."""
        later = self.log.next_writer(leaf.host, leaf.moment)
        if later is None or self.log.kind[later] == TRACE_COPY:
            return "; nobody writes it later"
        place = self.place(int(self.log.index[later]))
        between = "" if self.log.has_barrier(leaf.moment, later) else ", with no barrier between"
        lane = int(self.log.mask[later]).bit_length() - 1
        return f"; {self.log.thread(later, lane)} writes it later, at {place.shown}{between}"


@dataclass
class _Line:
    place: SourcePlace
    path: ValuePath
    launch: int
    """Index of its launch among the slices."""
    nodes: list[int] = field(default_factory=list)
    """Numbers of its instructions on the value path."""
    leaves: list[Leaf] = field(default_factory=list)
    uses: set[int] = field(default_factory=set)
    depth: int = -1
    latest: int = 0

    @property
    def is_constant(self) -> bool:
        traced = self.path.log.traced
        is_moved = all(traced[number].family == "move" for number in self.nodes)
        return self.place.file == PTX_PLACE and not self.uses and is_moved


class Folding:
    def __init__(
        self,
        slices: Sequence[SlicedLaunch],
        elements: ArrayElements,
        place_of: PlaceOf,
        unwritten: Sequence[tuple[int, int]] = (),
    ) -> None:
        self._unwritten = tuple(unwritten)
        self._elements = elements
        self._has_kernels = len({sliced.number for sliced in slices}) > 1
        self.paths = [ValuePath(sliced, elements, place_of) for sliced in slices]

    def statements(self, findings: Sequence[tuple[str, str]] = ()) -> tuple[Statement, ...]:
        """Return the lines that the value flowed through, from the store back."""
        lines = self._lines()
        # constants that a compiler loads into registers have no line of their own
        shown = [line for line in lines if not line.is_constant]
        # From the store back; within a depth and a launch, the latest execution first.
        shown.sort(key=lambda line: (line.depth, line.launch, -line.latest))
        numbers = {id(line): number for number, line in enumerate(shown, 1)}
        statements = []
        for line in shown:
            path = line.path
            moments = [path.moments[number] for number in line.nodes]
            terms = path.terms(line.nodes)
            over, left_out = path.over(line.nodes) if terms else ((), ())
            used = (numbers.get(id(lines[index]), 0) for index in line.uses)
            statements.append(
                Statement(
                    number=numbers[id(line)],
                    depth=line.depth,
                    place=line.place,
                    kernel=kernel_name(path.launched.entry) if self._has_kernels else "",
                    executions=max(map(path.n_executions, moments)),
                    threads=path.threads([moment for when in moments for moment in when]),
                    results=path.results(line.nodes),
                    terms=terms,
                    reads=tuple(self._elements.words_of_read(line.leaves).values()),
                    over=over,
                    left_out=left_out,
                    notes=self._notes(line),
                    uses=tuple(sorted(number for number in used if number)),
                    findings=tuple(dict.fromkeys(code for at, code in findings if at == line.place.shown)),
                )
            )
        return tuple(statements)

    def _lines(self) -> list[_Line]:
        indices: dict[tuple[int, str, int], int] = {}
        lines: list[_Line] = []
        roots: list[int] = []
        for launch, path in enumerate(self.paths):
            line_of: dict[int, int] = {}
            for number, when in path.moments.items():
                place = path.place(number)
                index = indices.setdefault((launch, place.file, place.line), len(lines))
                if index == len(lines):
                    lines.append(_Line(place, path, launch))
                lines[index].nodes.append(number)
                lines[index].latest = max(lines[index].latest, when[-1])
                line_of[number] = index
            for consumer, producer in path.edges:
                user, used = line_of.get(consumer), line_of.get(producer)
                if user is not None and used is not None and user != used:
                    lines[user].uses.add(used)
            for leaf in path.slice.leaves:
                reader = line_of.get(int(path.log.index[leaf.moment]))
                is_copied = path.log.kind[leaf.moment] == TRACE_COPY
                if leaf.purpose is Purpose.VALUE and not is_copied and reader is not None:
                    lines[reader].leaves.append(leaf)
            written = [int(path.log.index[root.moment]) for root in path.slice.roots]
            writers = [line_of[number] for number in written if number in line_of]
            roots = roots if launch else writers
            # Lines of later launches, which come first, read what these wrote.
            for line in lines:
                if line.launch < launch and any(map(self._is_changing, line.leaves)):
                    line.uses.update(writers)
        _set_depths(lines, roots)
        return lines

    def _is_changing(self, leaf: Leaf) -> bool:
        """Whether a leaf is memory that a launch may have written."""
        if leaf.address is None:
            return False
        element = self._elements.at(leaf.address)
        return element is None or not self._elements.is_input_only(element.array)

    def _notes(self, line: _Line) -> tuple[str, ...]:
        notes: dict[str, str] = {}
        for leaf in line.leaves:
            who = line.path.log.thread(leaf.moment, leaf.lane)
            if leaf.kind == "unwritten" and leaf.place is not None and leaf.place.space not in notes:
                notes[leaf.place.space] = (
                    f"reads {leaf.place.space} memory that nobody had written: offset {leaf.place.address}, "
                    f"first by {who}{line.path.written_later(leaf)}"
                )
            elif leaf.kind == "outside":
                notes.setdefault("outside", f"reads outside of its array, all ones here: first by {who}")
            elif leaf.kind == "register":
                notes.setdefault("register", f"uses a variable that was never given a value: first in {who}")
            elif leaf.kind == "copy":
                notes.setdefault("copy", f"uses zeros that an asynchronous copy filled in: first in {who}")
            elif leaf.address is not None and any(
                low <= leaf.address < high for low, high in self._unwritten
            ):
                notes.setdefault("never", f"reads memory that no thread had written: first by {who}")
        return tuple(notes.values())

    def indices(self, named: Collection[str]) -> tuple[SourcePlace, ...]:
        places: dict[str, SourcePlace] = {}
        for path in self.paths:
            for moment in path.slice.needed:
                if path.log.kind[moment] == TRACE_COPY or not path.slice.lanes(moment, Purpose.INDEX):
                    continue
                place = path.place(int(path.log.index[moment]))
                if place.file != PTX_PLACE and place.shown not in named:
                    places[place.shown] = place
        return tuple(sorted(places.values(), key=lambda place: (place.file, place.line)))


def _set_depths(lines: list[_Line], roots: list[int]) -> None:
    edge = list(roots)
    depth = 0
    while edge:
        for index in edge:
            if lines[index].depth < 0:
                lines[index].depth = depth
        following = {other for index in edge for other in lines[index].uses}
        edge = sorted(other for other in following if lines[other].depth < 0)
        depth += 1
    for line in lines:
        # only conditions or indices lead there from the store
        line.depth = depth if line.depth < 0 else line.depth
