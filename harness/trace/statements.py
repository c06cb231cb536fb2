"""Folds the executions of slices into lines of source: one statement a line, with the values it gave."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from ..ptx.ir.traced import TracedInstruction
from ..ptx.layout import LANES, TRACE_COPY
from .elements import Element, Elements, in_grid, runs
from .log import as_numbers, folded, lanes_of, of_result, type_of
from .model import PTX_PLACE, SourcePlace, Statement, Values
from .recording import SlicedLaunch
from .slicing import Leaf, Purpose, slice_back

MAX_SERIES = 3
"""Most series of values of a statement."""
MAX_VALUES = 1 << 16
"""Most executions of an instruction whose values are read; the first and last of more are used."""

PlaceOf = Callable[[SlicedLaunch, TracedInstruction], SourcePlace]
# Index of a launch among the slices, and number of an instruction.
_Node = tuple[int, int]
# A moment and the mask of its lanes.
_Execution = tuple[int, int]


@dataclass
class _Line:
    """A statement while it is made."""

    place: SourcePlace
    launch: int
    nodes: list[int] = field(default_factory=list)
    """Numbers of its instructions on the value path."""
    leaves: list[Leaf] = field(default_factory=list)
    uses: set[int] = field(default_factory=set)
    """Indices of the lines that it uses."""
    depth: int = -1
    latest: int = 0


class Folding:
    """The statements, decisions and indices of the slices of a case."""

    def __init__(
        self,
        slices: Sequence[SlicedLaunch],
        elements: Elements,
        place_of: PlaceOf,
        unwritten: Sequence[tuple[int, int]] = (),
    ) -> None:
        self._slices = slices
        self._unwritten = tuple(unwritten)
        self._elements = elements
        self._place_of = place_of
        self._has_kernels = len({sliced.number for sliced in slices}) > 1
        self._places: dict[_Node, SourcePlace] = {}
        self._moments = self._value_path()
        self._cyclic = [self._accumulating(launch) for launch in range(len(slices))]
        self._users: list[dict[int, list[int]]] = []
        self._makers: list[dict[int, list[int]]] = []
        for sliced in slices:
            users, makers = defaultdict(list), defaultdict(list)
            for consumer, producer, purpose in sliced.slice.edges:
                if purpose is Purpose.VALUE:
                    users[producer].append(consumer)
                    makers[consumer].append(producer)
            self._users.append(users)
            self._makers.append(makers)

    # -- the value path ----------------------------------------------------------------------------------

    def statements(self, findings: Sequence[tuple[str, str]] = ()) -> tuple[Statement, ...]:
        """Return the lines that the value flowed through, from the store back."""
        lines, line_of = self._lines()
        _set_depths(lines, self._root_lines(line_of))
        # constants that a compiler loads into registers have no line of their own
        shown = [line for line in lines if not self._is_constant(line)]
        # From the store back; within a depth and a launch, the latest execution first.
        shown.sort(key=lambda line: (line.depth, line.launch, -line.latest))
        numbers = {id(line): number for number, line in enumerate(shown, 1)}
        made = []
        for line in shown:
            moments = [self._moments[line.launch, number] for number in line.nodes]
            terms = self._terms(line)
            over, left_out = self._over(line) if terms else ((), ())
            used = (numbers.get(id(lines[index]), 0) for index in line.uses)
            made.append(
                Statement(
                    number=numbers[id(line)],
                    depth=line.depth,
                    place=line.place,
                    kernel=self._slices[line.launch].entry if self._has_kernels else "",
                    executions=max(self._n_executions(line.launch, when) for when in moments),
                    threads=self._threads(line.launch, [moment for when in moments for moment in when]),
                    results=self._results(line),
                    terms=terms,
                    reads=tuple(self.read_elements(line.leaves).values()),
                    over=over,
                    left_out=left_out,
                    notes=self._notes(line),
                    uses=tuple(sorted(number for number in used if number)),
                    findings=tuple(dict.fromkeys(code for at, code in findings if at == line.place.shown)),
                )
            )
        return tuple(made)

    def _value_path(self) -> dict[_Node, list[int]]:
        """Return when each instruction of the value path was executed."""
        moments: dict[_Node, list[int]] = defaultdict(list)
        for launch, sliced in enumerate(self._slices):
            for moment in sorted(sliced.slice.needed):
                if sliced.log.kind[moment] != TRACE_COPY and sliced.slice.lanes(moment, Purpose.VALUE):
                    moments[launch, int(sliced.log.index[moment])].append(moment)
        return dict(moments)

    def _lines(self) -> tuple[list[_Line], dict[_Node, int]]:
        """Return the lines of the value path, and the index of each instruction's line."""
        indices: dict[tuple[int, str, int], int] = {}
        lines: list[_Line] = []
        line_of: dict[_Node, int] = {}
        for node, when in self._moments.items():
            place = self.place(node)
            line_of[node] = indices.setdefault((node[0], place.file, place.line), len(lines))
            if line_of[node] == len(lines):
                lines.append(_Line(place, node[0]))
            line = lines[line_of[node]]
            line.nodes.append(node[1])
            line.latest = max(line.latest, when[-1])
        for launch, sliced in enumerate(self._slices):
            for consumer, producer, purpose in sliced.slice.edges:
                user, used = line_of.get((launch, consumer)), line_of.get((launch, producer))
                if purpose is not Purpose.VALUE or user is None or used is None or user == used:
                    continue
                lines[user].uses.add(used)
            for leaf in sliced.slice.leaves:
                if leaf.purpose is not Purpose.VALUE or sliced.log.kind[leaf.moment] == TRACE_COPY:
                    continue
                reader = line_of.get((launch, int(sliced.log.index[leaf.moment])))
                if reader is not None:
                    lines[reader].leaves.append(leaf)
            for root in sliced.slice.roots if launch else ():
                # Lines of later launches, which come first, read what these wrote.
                writer = line_of.get((launch, int(sliced.log.index[root.moment])))
                if writer is None:
                    continue
                for line in lines:
                    if line.launch < launch and any(map(self._is_changing, line.leaves)):
                        line.uses.add(writer)
        return lines, line_of

    def _is_constant(self, line: _Line) -> bool:
        traced = self._slices[line.launch].log.traced
        return (
            line.place.file == PTX_PLACE
            and not line.uses
            and all(traced[n].family == "move" for n in line.nodes)
        )

    def place(self, node: _Node) -> SourcePlace:
        """Return the line of an instruction, given with the index of its launch among the slices."""
        if node not in self._places:
            launched = self._slices[node[0]]
            self._places[node] = self._place_of(launched, launched.log.traced[node[1]])
        return self._places[node]

    def _root_lines(self, line_of: dict[_Node, int]) -> list[int]:
        first = self._slices[:1]
        nodes = [(0, int(each.log.index[root.moment])) for each in first for root in each.slice.roots]
        return [line_of[node] for node in nodes if node in line_of]

    def _is_changing(self, leaf: Leaf) -> bool:
        """Whether a leaf is memory that a launch may have written."""
        if leaf.address is None:
            return False
        element = self._elements.at(leaf.address)
        return element is None or not self._elements.is_input_only(element.array)

    def _accumulating(self, launch: int) -> set[int]:
        """Return the instructions whose values flow back into themselves: those of an accumulation."""
        edges = [(c, p) for c, p, purpose in self._slices[launch].slice.edges if purpose is Purpose.VALUE]
        if not edges:
            return set()
        n = len(self._slices[launch].log.traced)
        ends = np.array(edges)
        graph = coo_matrix((np.ones(len(edges)), (ends[:, 0], ends[:, 1])), shape=(n, n))
        # Instructions whose values reach each other are one strongly connected component.
        _, labels = connected_components(graph, directed=True, connection="strong")
        sizes = np.bincount(labels)
        return {int(number) for number in np.flatnonzero(sizes[labels] > 1)} | {c for c, p in edges if c == p}

    # -- values ------------------------------------------------------------------------------------------

    def _results(self, line: _Line) -> tuple[Values, ...]:
        """Fold the values of the line that other lines use, or that it stored."""
        users, traced = self._users[line.launch], self._slices[line.launch].log.traced
        found = []
        for number in line.nodes:
            outside = not set(users[number]) <= set(line.nodes)
            is_stored = any(traced[user].family in ("store", "atomic") for user in users[number])
            if (outside or is_stored) and traced[number].results and of_result(traced[number]) != "pred":
                when = self._executions(line.launch, self._moments[line.launch, number])
                if number in self._cyclic[line.launch]:
                    when = self._last_of_each_lane(line.launch, when)
                found.append((when[-1][0], number, when))
        found.sort(reverse=True)
        series = [self._values(line.launch, number, when) for _, number, when in found]
        return tuple(values for values in series if values is not None)[:MAX_SERIES]

    def _executions(self, launch: int, moments: Iterable[int]) -> list[_Execution]:
        launched = self._slices[launch].slice
        return [(moment, launched.lanes(moment, Purpose.VALUE)) for moment in moments]

    def _last_of_each_lane(self, launch: int, executions: Sequence[_Execution]) -> list[_Execution]:
        """Return the executions that were the last of a thread, ascending, each with those threads' lanes."""
        log = self._slices[launch].log
        seen: dict[int, int] = {}
        found = []
        for moment, lanes in reversed(executions):
            warp = log.warp_of(moment)
            new = lanes & ~seen.get(warp, 0)
            seen[warp] = seen.get(warp, 0) | lanes
            if new:
                found.append((moment, new))
        return found[::-1]

    def _terms(self, line: _Line) -> tuple[Values, ...]:
        """Fold the values that enter an accumulation of the line: those of one line and opcode together."""
        makers, traced = self._makers[line.launch], self._slices[line.launch].log.traced
        cyclic = self._cyclic[line.launch]
        entering: dict[tuple[SourcePlace, str], set[int]] = defaultdict(set)
        for number in line.nodes:
            if number not in cyclic or traced[number].family in ("load", "store", "move"):
                continue
            for maker in makers[number]:
                if maker not in cyclic:
                    entering[self.place((line.launch, maker)), traced[maker].opcode].add(maker)
        found = []
        for numbers in entering.values():
            when = sorted(
                moment for number in numbers for moment in self._moments.get((line.launch, number), ())
            )
            if len(when) > 1 or self._n_executions(line.launch, when) > 1:
                series = self._values(line.launch, min(numbers), self._executions(line.launch, when))
                # where a loop starts from is no term
                if series is not None and (series.n_nan or series.largest != series.least):
                    found.append(series)
        return tuple(sorted(found, key=lambda item: -item.count)[:MAX_SERIES])

    def _over(self, line: _Line) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the input elements that an accumulation was computed from, and the others of their rows."""
        launched = self._slices[line.launch]
        results = []
        for number in line.nodes:
            is_access = launched.log.traced[number].family in ("load", "store")
            if is_access or number not in self._cyclic[line.launch]:
                continue
            executions = self._executions(line.launch, self._moments[line.launch, number])
            for moment, lanes in self._last_of_each_lane(line.launch, executions):
                for slot, masks in launched.slice.needed[moment].items():
                    if slot >= 0 and masks[Purpose.VALUE] & lanes:
                        results.append((moment, slot, masks[Purpose.VALUE] & lanes))
        # The slice of the store has more inputs than this accumulation, so it is sliced anew from its results.
        sliced = slice_back(launched.log, (), results)
        leaves = [leaf for leaf in sliced.leaves if leaf.purpose is Purpose.VALUE]
        over, left_out = [], []
        for array, flats in self.read_flats(leaves).items():
            row = self._elements.n_columns(array)
            rows = {flat // row for flat in flats}
            rest = {at * row + column for at in rows for column in range(row)} - flats
            # a few elements of a row are no accumulation of the row
            if len(rest) >= len(flats):
                continue
            over.append(self._elements.describe(array, flats))
            if rest:
                left_out.append(self._elements.describe(array, rest))
        return tuple(over), tuple(left_out)

    def _type(self, launch: int, number: int) -> str:
        users, makers = self._users[launch], self._makers[launch]
        traced = self._slices[launch].log.traced
        found = type_of(number, traced, lambda item: users[item], lambda item: makers[item])
        # Values that are only loaded and stored are bits in PTX: their array has the type.
        if not found or found[0] not in "fb":
            found = self._array_type(launch, number) or found
        return found

    def _array_type(self, launch: int, number: int) -> str:
        """Return the type of the array that an instruction reads; empty if it reads none."""
        launched = self._slices[launch]
        for leaf in launched.slice.leaves:
            if (
                leaf.place is None
                or launched.log.index[leaf.moment] != number
                or leaf.place.space != "global"
            ):
                continue
            return self._float_at(leaf.place.address)
        for user in self._users[launch][number]:
            if launched.log.traced[user].family != "store":
                continue
            for root in launched.slice.roots:
                if launched.log.index[root.moment] == user and (access := launched.log.accesses(root.moment)):
                    place = launched.log.place(int(access[0].hosts[root.lane]), root.moment)
                    return self._float_at(place.address) if place.space == "global" else ""
        return ""

    def _float_at(self, address: int) -> str:
        element = self._elements.at(address)
        return "" if element is None else _FLOATS.get(self._elements.dtype(element.array).name, "")

    def _values(self, launch: int, number: int, executions: Sequence[_Execution]) -> Values | None:
        launched = self._slices[launch]
        kind = self._type(launch, number)
        if len(executions) > MAX_VALUES:
            executions = [*executions[: MAX_VALUES // 2], *executions[-MAX_VALUES // 2 :]]
        numbers: list[NDArray[Any]] = []
        threads: list[tuple[int, int]] = []
        for moment, mask in executions:
            for slot, masks in launched.slice.needed[moment].items():
                if slot < 0:
                    continue
                bits = launched.log.values(moment, slot)
                lanes = lanes_of(masks[Purpose.VALUE] & mask)
                if bits is None or not lanes:
                    continue
                part = as_numbers(bits[lanes], kind)
                numbers.append(part.reshape(-1))
                threads += [(moment, lane) for lane in lanes for _ in range(part.size // len(lanes))]
        if not numbers:
            return None
        return folded(np.concatenate(numbers), lambda at: self.thread(launch, *threads[at]))

    # -- words -------------------------------------------------------------------------------------------

    def thread(self, launch: int, moment: int, lane: int) -> str:
        """Return words for the thread of an execution."""
        log = self._slices[launch].log
        thread = in_grid(int(log.warp[moment]) * LANES + lane, log.recorder.block)
        block = in_grid(int(log.block[moment]), log.recorder.grid)
        return f"thread {thread} of block {block}"

    def _n_executions(self, launch: int, moments: Iterable[int]) -> int:
        launched = self._slices[launch].slice
        return sum(launched.lanes(moment, Purpose.VALUE).bit_count() for moment in moments)

    def _threads(self, launch: int, moments: Sequence[int]) -> str:
        launched = self._slices[launch]
        lanes: dict[tuple[int, int], int] = defaultdict(int)
        for moment in moments:
            key = int(launched.log.block[moment]), int(launched.log.warp[moment])
            lanes[key] |= launched.slice.lanes(moment, Purpose.VALUE)
        n_threads = sum(mask.bit_count() for mask in lanes.values())
        blocks = sorted({block for block, _ in lanes})
        if n_threads == 1:
            ((_, mask),) = lanes.items()
            return self.thread(launch, moments[0], mask.bit_length() - 1)
        grid = launched.log.recorder.grid
        if len(blocks) > 1:
            return f"{n_threads} threads of {len(blocks)} blocks"
        linear = sorted(warp * LANES + lane for (_, warp), mask in lanes.items() for lane in lanes_of(mask))
        return f"{n_threads} threads of block {in_grid(blocks[0], grid)}: {runs(linear)}"

    def _elements_of(self, leaves: Iterable[Leaf]) -> Iterator[Element]:
        for leaf in leaves:
            element = None if leaf.address is None else self._elements.at(leaf.address)
            if element is not None:
                yield element

    def read_flats(self, leaves: Iterable[Leaf]) -> dict[str, set[int]]:
        """Return the elements that leaves read, as flat indices by array."""
        found: dict[str, set[int]] = defaultdict(set)
        for element in self._elements_of(leaves):
            if not element.is_padding:
                row = self._elements.n_columns(element.array)
                found[element.array].add(element.row * row + element.column)
        return dict(found)

    def read_elements(self, leaves: Sequence[Leaf]) -> dict[str, str]:
        """Return words for the elements that leaves read, by array."""
        padding: dict[str, set[str]] = defaultdict(set)
        for element in self._elements_of(leaves):
            if element.is_padding:
                padding[element.array].add(self._elements.name(element))
        found = self.read_flats(leaves)
        words = {array: self._elements.describe(array, flats) for array, flats in found.items()}
        for array, names in padding.items():
            extra = ", ".join(sorted(names)[:2]) + (f" and {len(names) - 2} more" if len(names) > 2 else "")
            words[array] = f"{words[array]}, {extra}" if array in words else extra
        return words

    def _notes(self, line: _Line) -> tuple[str, ...]:
        found: dict[str, str] = {}
        for leaf in line.leaves:
            who = self.thread(line.launch, leaf.moment, leaf.lane)
            if leaf.kind == "unwritten" and leaf.place is not None and leaf.place.space not in found:
                found[leaf.place.space] = (
                    f"reads {leaf.place.space} memory that nobody had written: offset {leaf.place.address}, "
                    f"first by {who}{self._written_later(line.launch, leaf)}"
                )
            elif leaf.kind == "outside":
                found.setdefault("outside", f"reads outside of its array, all ones here: first by {who}")
            elif leaf.kind == "register":
                found.setdefault("register", f"uses a variable that was never given a value: first in {who}")
            elif leaf.kind == "copy":
                found.setdefault("copy", f"uses what an asynchronous copy filled up: first in {who}")
            elif self._is_unwritten(leaf):
                found.setdefault("never", f"reads memory that no thread had written: first by {who}")
        return tuple(found.values())

    def _is_unwritten(self, leaf: Leaf) -> bool:
        address = leaf.address
        return address is not None and any(low <= address < high for low, high in self._unwritten)

    def _written_later(self, launch: int, leaf: Leaf) -> str:
        log = self._slices[launch].log
        later = log.next_writer(leaf.host, leaf.moment)
        if later is None or log.kind[later] == TRACE_COPY:
            return "; nobody writes it later"
        place = self.place((launch, int(log.index[later])))
        between = "" if log.has_barrier(leaf.moment, later) else ", with no barrier between"
        lane = int(log.mask[later]).bit_length() - 1
        return f"; {self.thread(launch, later, lane)} writes it later, at {place.shown}{between}"

    def indices(self, named: Collection[str]) -> tuple[SourcePlace, ...]:
        """Return the lines that computed addresses and lanes, and are not in `named`."""
        found: dict[str, SourcePlace] = {}
        for launch, sliced in enumerate(self._slices):
            for moment in sliced.slice.needed:
                if sliced.log.kind[moment] == TRACE_COPY or not sliced.slice.lanes(moment, Purpose.INDEX):
                    continue
                place = self.place((launch, int(sliced.log.index[moment])))
                if place.file != PTX_PLACE and place.shown not in named:
                    found[place.shown] = place
        return tuple(sorted(found.values(), key=lambda place: (place.file, place.line)))


_FLOATS = {"float32": "f32", "float64": "f64", "float16": "f16", "bfloat16": "bf16"}


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
