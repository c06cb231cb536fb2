"""Recordings: the launches of a program in a folder, with the memory that their arguments reach.

``launches.jsonl`` begins with a header and has one launch on each line. PTX texts and the contents of memory are files
next to it that their SHA-256 names; contents are compressed. A launch is made again at the addresses that it had, so
that aliases, structures and tables of pointers keep their meaning.

Limitations: launches with textures or surfaces, and memory of device-side malloc, are not recorded.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import shutil
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from ..compiler.source.file_names import shown_path
from ..device.base import LaunchConfig
from ..errors import UsageError
from ..lazy import dataclass
from ..ptx.memory import UNDEFINED_BYTE, Allocation
from ..ptx.text.symbols import function_name
from ..store.input_file import read_file
from ..store.records import COUNT

LAUNCHES = "launches.jsonl"
_SCHEMA = "kernel-harness/recording 1"
_CONTENTS, _MODULES, _PART = "contents", "modules", ".part"
MOST_LAUNCHES = 16
"""Launches of one kernel that are recorded, of those that differ in more than contents."""
MOST_BYTES = 1 << 28
"""Most bytes of memory, before compression, that the launches of a recording reach."""
_MOST_LINES_BYTES = 1 << 28
_WORD = 8
_Name = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""SHA-256 of a text or of bytes."""


@dataclass(frozen=True)
class RecordedMemory:
    """An allocation as a launch found it."""

    address: COUNT
    size_bytes: COUNT
    label: str
    content: _Name
    """Name of its bytes."""
    undefined: Annotated[str, Meta(pattern="^([0-9a-f]{64}|all|)$")] = ""
    """Name of the bits that nothing had written; empty if all were, ``all`` if none was."""


@dataclass(frozen=True)
class RecordedLaunch:
    """One launch of a program."""

    kernel: str
    """Entry name."""
    module: _Name
    """Name of the PTX text."""
    config: LaunchConfig
    arguments: tuple[str, ...]
    """Bytes of each argument, in hexadecimal digits."""
    buffers: tuple[RecordedMemory, ...]
    """Memory that the arguments reach, also by pointers in other memory, by address."""
    variables: tuple[RecordedMemory, ...]
    """The module's variables."""
    line: str
    """File and line of the program."""


class _Header(msgspec.Struct):
    schema: str
    n_launches: COUNT
    left_out: dict[str, COUNT]


class Recorded(NamedTuple):
    """A recorded launch, and where it is."""

    folder: Path
    number: int
    """Its place in the recording, from 1."""
    launch: RecordedLaunch

    @property
    def described(self) -> str:
        """The launch in words."""
        return (
            f"launch {self.number} of {shown_path(self.folder)}, by {self.launch.line or 'an unknown line'}"
        )

    def is_of(self, kernel: str) -> bool:
        """Whether it launches a kernel of a name, in any namespace and of any template arguments."""
        return function_name(self.launch.kernel).rpartition("::")[2] == kernel

    @property
    def module(self) -> Path:
        """File of the PTX text."""
        return self.folder / _MODULES / f"{self.launch.module}.ptx"

    @property
    def arguments(self) -> list[bytes]:
        """Bytes of each argument."""
        return [bytes.fromhex(text) for text in self.launch.arguments]

    def reached(self, argument: bytes) -> RecordedMemory | None:
        """Return the memory that an argument points to."""
        word = int.from_bytes(argument, "little") if len(argument) == _WORD else 0
        own = (one for one in self.launch.buffers if one.address <= word <= one.address + one.size_bytes)
        return next(own, None)

    def content(self, memory: RecordedMemory) -> NDArray[np.uint8]:
        """Return the bytes that memory held."""
        return _content(self.folder, memory.content, memory.size_bytes)

    def undefined(self, memory: RecordedMemory) -> NDArray[np.uint8] | None:
        """Return the bits that nothing had written; None if all were."""
        if memory.undefined == "all":
            return np.full(memory.size_bytes, UNDEFINED_BYTE, np.uint8)
        return _content(self.folder, memory.undefined, memory.size_bytes) if memory.undefined else None


def reached_by(arguments: Sequence[bytes], allocations: Sequence[Allocation]) -> list[Allocation]:
    """Return the allocations that arguments point into, and those that the memory there points into, by address."""
    ordered = sorted(allocations, key=lambda one: one.address)
    starts = np.array([one.address for one in ordered], np.uint64)
    ends = np.array([one.address + len(one.data) for one in ordered], np.uint64)
    found: set[int] = set()
    waiting = [np.frombuffer(one, np.uint64, len(one) // _WORD) for one in arguments]
    while waiting and ordered:
        words = waiting.pop()
        words = np.unique(words[(words >= starts[0]) & (words <= ends.max())])
        places = np.searchsorted(starts, words, side="right") - 1
        for at in {int(place) for place in places[words <= ends[places]]} - found:
            found.add(at)
            data = ordered[at].data
            waiting.append(data[: len(data) // _WORD * _WORD].view(np.uint64))
    return [ordered[at] for at in sorted(found)]


class Recorder:
    """Writes the launches of one process, and of its forks, to a folder that `finish` makes a recording."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen: set[object] = set()
        self._n_launches: Counter[str] = Counter()
        self._n_bytes = 0
        for name in (_CONTENTS, _MODULES):
            (folder / name).mkdir(exist_ok=True)

    def record(
        self,
        kernel: str,
        text: str,
        config: LaunchConfig,
        arguments: Sequence[bytes],
        allocations: Sequence[Allocation],
        variables: Sequence[Allocation],
        line: str,
    ) -> None:
        """Record a launch that is about to be made, unless it differs from an earlier one in nothing but contents."""
        code = text.encode("ascii", "replace")
        module = hashlib.sha256(code).hexdigest()
        reached = reached_by(arguments, allocations)
        extents = tuple(len(one.data) for one in reached)
        places = tuple(_without_addresses(argument, reached) for argument in arguments)
        key = kernel, module, config, places, extents
        if key in self._seen:
            return
        self._seen.add(key)
        n_bytes = sum(len(one.data) for one in (*reached, *variables))
        if self._n_launches[kernel] == MOST_LAUNCHES:
            self.leave_out(f"more than {MOST_LAUNCHES} of one kernel")
        elif self._n_bytes + n_bytes > MOST_BYTES:
            self.leave_out(f"more than {MOST_BYTES >> 20} MiB of memory")
        else:
            self._n_launches[kernel] += 1
            self._n_bytes += n_bytes
            self._keep(f"{_MODULES}/{module}.ptx", code)
            texts = tuple(argument.hex() for argument in arguments)
            memory = tuple(map(self._memory, reached)), tuple(map(self._memory, variables))
            self._write(RecordedLaunch(kernel, module, config, texts, *memory, line))

    def leave_out(self, why: str) -> None:
        """Note a launch that is not recorded."""
        self._write({"left_out": why})

    def _memory(self, own: Allocation) -> RecordedMemory:
        undefined = "all" if own.is_fresh else ""
        if own.may_be_undefined and not own.is_fresh:
            shadow = own.shadow()
            undefined = "" if shadow is None or not shadow.any() else self._bytes(shadow)
        return RecordedMemory(own.address, len(own.data), own.label, self._bytes(own.data), undefined)

    def _bytes(self, data: NDArray[np.uint8]) -> str:
        name = hashlib.sha256(data.data).hexdigest()
        self._keep(f"{_CONTENTS}/{name}", data)
        return name

    def _keep(self, name: str, data: bytes | NDArray[np.uint8]) -> None:
        path = self._folder / name
        if not path.exists():
            # Renamed into place: another process may write the same file.
            new = path.with_name(f"{path.name}.{os.getpid()}")
            new.write_bytes(data if isinstance(data, bytes) else zlib.compress(data.data, 1))
            new.replace(path)

    def _write(self, record: object) -> None:
        with (self._folder / f"{os.getpid()}{_PART}").open("ab") as lines:
            lines.write(msgspec.json.encode(record) + b"\n")


def _without_addresses(argument: bytes, reached: Sequence[Allocation]) -> object:
    """Return an argument with the number of an allocation, and the place there, instead of each address."""

    def place(word: int) -> object:
        own = (
            (at, word - one.address)
            for at, one in enumerate(reached)
            if one.address <= word <= one.address + len(one.data)
        )
        return next(own, word)

    words = np.frombuffer(argument, np.uint64, len(argument) // _WORD)
    return (*map(place, map(int, words)), argument[words.nbytes :])


@contextlib.contextmanager
def recorded_to(folder: Path) -> Iterator[Path]:
    """Yield a folder for `Recorder`; at the end it becomes the recording at `folder`, whole or not at all."""
    if folder.exists() or not folder.absolute().parent.is_dir():
        why = "exists" if folder.exists() else "is in no folder"
        raise UsageError(f"a recording must be a new folder (got {folder}, which {why})")
    # Made now: the program may change the current folder.
    final = folder.absolute()
    made = Path(tempfile.mkdtemp(dir=final.parent, prefix=f".{final.name}."))
    try:
        yield made
        _finish(made)
        made.chmod(0o755)
        made.rename(final)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _finish(folder: Path) -> None:
    """Make one list of the launches of all processes."""
    launches: list[bytes] = []
    left_out: Counter[str] = Counter()
    for part in sorted(folder.glob(f"*{_PART}")):
        for line in part.read_bytes().splitlines():
            given = msgspec.json.decode(line)
            if "left_out" in given:
                left_out[given["left_out"]] += 1
            else:
                launches.append(line)
        part.unlink()
    header = msgspec.json.encode(_Header(_SCHEMA, len(launches), dict(left_out)))
    (folder / LAUNCHES).write_bytes(b"\n".join((header, *launches, b"")))


def is_recording(name: str | Path) -> bool:
    """Whether a folder is a recording."""
    return (Path(name) / LAUNCHES).is_file()


def summary(folder: Path) -> str:
    """Return a line on what a recording has and lacks."""
    header, launches = _read(folder)
    kernels = {launch.kernel for launch in launches}
    n_bytes = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    n_launches = _count(len(launches), "launch", "launches")
    what = f"recorded {n_launches} of {_count(len(kernels), 'kernel')} in {shown_path(folder)}: {n_bytes:,} bytes"
    lacking = (f"{_count(n, 'launch', 'launches')} left out: {why}" for why, n in header.left_out.items())
    return "; ".join((what, *lacking))


def _count(n: int, name: str, plural: str = "") -> str:
    return f"{n} {name if n == 1 else plural or f'{name}s'}"


@functools.cache
def read_recording(folder: Path) -> tuple[Recorded, ...]:
    """Return the launches of a recording; UsageError if it is damaged."""
    header, launches = _read(folder)
    if header.n_launches != len(launches):
        raise _damaged(folder, f"{len(launches)} launches of {header.n_launches}")
    found = tuple(Recorded(folder, number, launch) for number, launch in enumerate(launches, 1))
    for own in found:
        for memory in (*own.launch.buffers, *own.launch.variables):
            own.content(memory)
            own.undefined(memory)
    for module in {own.module for own in found}:
        _check(folder, module.stem, _file(folder, module))
    return found


def _read(folder: Path) -> tuple[_Header, list[RecordedLaunch]]:
    try:
        first, *lines = _file(folder, folder / LAUNCHES).splitlines() or [b""]
        header = msgspec.json.decode(first, type=_Header)
        launches = [msgspec.json.decode(line, type=RecordedLaunch) for line in lines]
        for launch in launches:
            for text in launch.arguments:
                bytes.fromhex(text)
    except ValueError as error:
        raise _damaged(folder, str(error)) from None
    if header.schema != _SCHEMA:
        raise _damaged(folder, f"the schema {header.schema!r}")
    return header, launches


def _file(folder: Path, path: Path) -> bytes:
    try:
        return read_file(path, _MOST_LINES_BYTES)
    except OSError as error:
        raise _damaged(folder, f"{path.relative_to(folder)}: {error.strerror}") from None


@functools.lru_cache(maxsize=16)
def _content(folder: Path, name: str, size_bytes: int) -> NDArray[np.uint8]:
    packed = _file(folder, folder / _CONTENTS / name)
    try:
        data = zlib.decompressobj().decompress(packed, size_bytes + 1)
    except zlib.error as error:
        raise _damaged(folder, f"{_CONTENTS}/{name}: {error}") from None
    _check(folder, name, data)
    if len(data) != size_bytes:
        raise _damaged(folder, f"{len(data)} bytes for a buffer of {size_bytes}")
    return np.frombuffer(data, np.uint8)


def _check(folder: Path, name: str, data: bytes) -> None:
    if hashlib.sha256(data).hexdigest() != name:
        raise _damaged(folder, f"another content of {name}")


def _damaged(folder: Path, got: str) -> UsageError:
    return UsageError(
        f"a recording must be as it was written (got {got} in {folder}); make it again: kernel-harness run --record "
        "FOLDER PROGRAM.py"
    )
