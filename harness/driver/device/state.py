"""Objects that the driver gives handles of: contexts, streams, events, modules, functions, host memory."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from ...lazy import dataclass, field
from ...ptx.codegen.program import Program
from ...ptx.ir.kernel_code import KernelCode
from ...ptx.memory import Allocation
from ...ptx.text.linker import Linker
from ...ptx.textures import Texels
from ..call import load
from ..cuda_header import CU, Pointer
from ..findings import PythonLine


class Object:
    """What programs have handles of."""

    handle = 0
    """0 until somebody has asked for it (`VirtualGpu.handle`)."""


@dataclass(eq=False)
class Context(Object):
    """A CUDA context."""

    flags: int = 0
    error: int | None = None
    """Error that every further call gives, after a fault on the device."""
    n_uses: int = 0
    """For the primary context, how often it was retained."""
    limits: dict[int, int] = field(default_factory=dict)
    cache_config: int = 0
    shared_config: int = 0


@dataclass(eq=False)
class PendingCopy:
    """A copy into host memory that has been ordered and not waited for: the host must not read yet."""

    target: int
    data: bytes
    """The bytes that arrive when the stream is waited for."""
    python: PythonLine


@dataclass(frozen=True)
class AwaitedSource:
    """Page-locked memory that an asynchronous copy may still read: the host must not change it yet."""

    address: int
    data: NDArray[np.uint8]
    stream: CudaStream
    number: int
    python: PythonLine


@dataclass(frozen=True)
class Elements:
    """The array of the host that has filled a buffer."""

    dtype: np.dtype[np.generic]
    python: PythonLine


@dataclass(frozen=True)
class Write:
    """A write of a buffer by a stream."""

    stream: CudaStream
    number: int
    python: PythonLine
    is_repeated: bool = False
    """Whether the bytes were there before."""


@dataclass(eq=False)
class Graph(Object):
    """Captured operations and nodes, or an executable graph of them."""

    context: Context
    nodes: dict[Node, Callable[[CudaStream], None]] = field(default_factory=dict)
    """What each node does in a stream, the nodes in the order in which they were added; those of an executable
    graph in an order that their dependencies allow."""
    conditions: list[Condition] = field(default_factory=list)
    """Values that its kernels set and its conditional nodes read."""
    flags: int = 0

    def run(self, stream: CudaStream) -> None:
        """Run an executable graph, or the body of a conditional node."""
        for condition in self.conditions:
            condition.reset()
        for work in list(self.nodes.values()):
            work(stream)


@dataclass(eq=False)
class Condition:
    """A value in device memory that kernels set; its handle is its address."""

    buffer: Buffer
    default: int | None
    """Its value when a launch begins; None keeps that of the launch before."""

    @property
    def value(self) -> int:
        return int(self.buffer.allocation.data.view(np.uint32)[0])

    def reset(self) -> None:
        if self.default is not None:
            self.buffer.allocation.data.view(np.uint32)[0] = self.default


@dataclass(eq=False)
class Node(Object):
    """A node of a graph."""

    graph: Graph
    kind: int
    """Value of CUgraphNodeType."""
    after: list[Node] = field(default_factory=list)
    """Nodes that must have ended before it begins."""
    params: bytes = b""
    """The structure that it was made with, or got later; empty for a captured operation."""
    kept: object = None
    """Memory that `params` points to."""
    address: int = 0
    """What a node that allocates has allocated."""

    @property
    def context(self) -> Context:
        return self.graph.context


def run_in(stream: CudaStream, kind: int, work: Callable[[CudaStream], None]) -> None:
    """Run an operation in a stream; a graph that captures the stream gets it instead, as a node of a kind."""
    if stream.capture is None:
        work(stream)
        return
    node = Node(stream.capture, kind, list(stream.capture_after))
    stream.capture.nodes[node] = work
    stream.capture_after = [node]


@dataclass(eq=False)
class CudaStream(Object):
    """A stream; the default stream has no handle."""

    context: Context
    is_blocking: bool = True
    """Whether it and the default stream wait for each other."""
    flags: int = 0
    priority: int = 0
    """`flags`, `priority`: as given when it was made."""
    pending: list[PendingCopy] = field(default_factory=list)
    """Copies into host memory that nothing has waited for."""
    clock: dict[int, int] = field(default_factory=dict)
    """For each stream the number of its operations that come before the next operation of this one (`StreamOrder`)."""
    capture: Graph | None = None
    """The graph that receives the stream's operations instead of running them."""
    capture_after: list[Node] = field(default_factory=list)
    """Nodes of that graph that the next operation waits for."""
    answer: object = None
    """Memory of the last answer about a capture."""


@dataclass(eq=False)
class Event(Object):
    """An event."""

    context: Context
    flags: int = 0
    seconds: float | None = None
    """When it was recorded, on the executor's clock; None if it never was."""
    stream: CudaStream | None = None
    clock: dict[int, int] = field(default_factory=dict)
    capture: Graph | None = None
    """The graph in which it was recorded last."""
    capture_after: list[Node] = field(default_factory=list)
    """Nodes of that graph that it stands for."""


@dataclass(eq=False)
class Module(Object):
    """A loaded module."""

    context: Context | None
    """Its context; None for a library that was loaded without a current one."""
    text: str
    program: Program
    globals: dict[str, Buffer] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    max_registers: int = 0
    """Most registers of a thread that the program has asked for; 0 if there is no limit."""
    registers: dict[str, int] | None = None
    """Registers of a thread of each kernel, once ptxas has been asked; empty without an answer."""


@dataclass(eq=False)
class Function(Object):
    """A kernel of a module."""

    module: Module
    name: str
    attributes: dict[int, int] = field(default_factory=dict)
    code: KernelCode | None = None
    """The executor's form of it, once that is known."""
    # of the interface before cuLaunchKernel
    block: tuple[int, int, int] = (1, 1, 1)
    shared_bytes: int = 0
    arguments: bytearray = field(default_factory=bytearray)


_INFO = CU.JIT_INFO_LOG_BUFFER, CU.JIT_INFO_LOG_BUFFER_SIZE_BYTES
_ERROR = CU.JIT_ERROR_LOG_BUFFER, CU.JIT_ERROR_LOG_BUFFER_SIZE_BYTES


class JitOptions:
    """Options of loading or linking code: the buffers for logs, and the most registers of a thread."""

    def __init__(self, n: int = 0, options: Pointer = 0, values: Pointer = 0) -> None:
        # C: an array of enumerations (4 bytes each), and one of pointers or numbers (8 bytes each).
        self._slots = {load(options + 4 * at, ctypes.c_int): values + 8 * at for at in range(n)}
        # a log's length is written to the slot that had its capacity
        sizes = [size for _, size in (_INFO, _ERROR) if size in self._slots]
        self._capacity_bytes = {size: load(self._slots[size], ctypes.c_uint32) for size in sizes}

    @property
    def max_registers(self) -> int:
        at = self._slots.get(CU.JIT_MAX_REGISTERS)
        return 0 if at is None else load(at, ctypes.c_uint32)

    def write_error(self, text: str) -> None:
        """Write to the buffer for errors, and its length to the option with its size."""
        self._write(*_ERROR, text)

    def finish(self) -> None:
        self._write(*_INFO, "")
        self._write(*_ERROR, "")

    def _write(self, log: int, size: int, text: str) -> None:
        address = load(self._slots[log]) if {log, size} <= self._slots.keys() else 0
        if not address or not self._capacity_bytes[size]:
            return
        data = text.encode()[: self._capacity_bytes[size] - 1]
        ctypes.memmove(address, data + b"\0", len(data) + 1)
        # The length of a log counts its terminating zero.
        ctypes.c_uint64.from_address(self._slots[size]).value = len(data) + bool(data)


@dataclass(eq=False)
class Linking(Object):
    """A link in progress."""

    options: JitOptions
    """As given when it began; its logs live as long as the link."""
    linker: Linker = field(default_factory=Linker)
    n_texts: int = 0
    image: ctypes.Array[ctypes.c_char] | None = None
    """The finished image: text with its zero byte."""


GRANULE_BYTES = 32 << 20
"""Memory that a pool reserves at a time."""


@dataclass(eq=False)
class Pool(Object):
    """A memory pool."""

    kind: str
    max_bytes: int = 0
    """Largest size; 0 for that of the memory."""
    flags: dict[int, int] = field(default_factory=dict)
    """Attributes about reuse that the program has set."""
    threshold_bytes: int = 0
    used_bytes: int = 0
    used_high_bytes: int = 0
    reserved_bytes: int = 0
    reserved_high_bytes: int = 0
    file: int | None = None
    """File in memory that has its buffers, for a pool that other processes may import."""
    is_imported: bool = False

    def take(self, size_bytes: int) -> None:
        self.used_bytes += size_bytes
        self.used_high_bytes = max(self.used_high_bytes, self.used_bytes)
        self.reserved_bytes = max(self.reserved_bytes, _in_granules(self.used_bytes))
        self.reserved_high_bytes = max(self.reserved_high_bytes, self.reserved_bytes)

    def trim(self, keep_bytes: int) -> None:
        """Release reserved memory that is not used, down to a number of bytes."""
        self.reserved_bytes = min(self.reserved_bytes, _in_granules(max(self.used_bytes, keep_bytes)))


def _in_granules(size_bytes: int) -> int:
    return -(-size_bytes // GRANULE_BYTES) * GRANULE_BYTES


@dataclass(eq=False)
class Buffer:
    """A range of device addresses."""

    allocation: Allocation
    context: Context
    python: PythonLine
    kind: str = "device"
    flags: int = 0
    writes: tuple[Write, ...] = ()
    """The last write that changed it, and a later one that repeated what was there."""
    elements: Elements | None = None
    """What the host has filled all of it with, if that is known and nothing else was written since."""
    pool: Pool | None = None
    advice: dict[int, set[int]] = field(default_factory=dict)
    """Attributes of managed memory that the program has set: devices, -1 for the host."""
    is_synchronous: bool = False
    """Whether the program has asked for synchronous operations; all are, but for copies into page-locked memory."""
    file: tuple[int, int] | None = None
    """File in memory that has its content, and the offset there, if other processes may share it."""
    n_opened: int = 0
    """How often this process has opened it, for memory of another process."""

    @property
    def address(self) -> int:
        return self.allocation.address

    @property
    def size_bytes(self) -> int:
        return len(self.allocation.data)


@dataclass(eq=False)
class Physical(Object):
    """Physical memory of the device, as ``cuMemCreate`` makes it."""

    size_bytes: int
    file: int
    properties: bytes
    """The CUmemAllocationProp that it was made with."""
    python: PythonLine
    defined: NDArray[np.bool_]
    """Bytes that had been written when it was last mapped."""
    is_own: bool = True
    n_handles: int = 1
    """Handles of it that have not been released."""
    is_shared: bool = False
    """Whether writes to it may come from several addresses or processes."""


@dataclass(eq=False)
class CudaArray(Object):
    """A CUDA array."""

    context: Context
    buffer: Buffer
    texels: Texels
    descriptor: bytes
    """The CUDA_ARRAY3D_DESCRIPTOR that it was made with."""
    is_surface: bool


@dataclass(eq=False)
class TextureObject(Object):
    """A texture or surface object, whose handle is the executor's."""

    context: Context
    resource: bytes
    description: bytes = b""
    """`resource`, `description`: cUDA_RESOURCE_DESC and CUDA_TEXTURE_DESC that it was made with; a surface has no
    description."""


# The order of operations in streams: which must have ended before another begins. Every operation has a number in its
# stream. A stream's clock holds, for each stream, the number of its last operation that comes before the next operation
# of this stream; so does an event's, and the host's for the next order it gives. For a stream `s` a clock has two
# numbers: at ~id(s) without, and at id(s) with the waits of the host for copies into pageable memory, which end before
# their calls return.


class StreamOrder:
    """Happens-before relation of operations in streams, seen from one host."""

    def __init__(self) -> None:
        self.host: dict[int, int] = {}

    def begin(self, stream: CudaStream, streams: Sequence[CudaStream]) -> int:
        _merge(stream.clock, self.host)
        default = streams[0]
        # CUDA: the legacy default stream waits for all blocking streams, and each of them for it.
        if stream is default:
            for other in streams[1:]:
                if other.is_blocking:
                    _merge(stream.clock, other.clock)
        elif stream.is_blocking:
            _merge(stream.clock, default.clock)
        number = self.number(stream) + 1
        stream.clock[id(stream)] = stream.clock[~id(stream)] = number
        return number

    @staticmethod
    def number(stream: CudaStream) -> int:
        return stream.clock.get(id(stream), 0)

    def wait(self, stream: CudaStream) -> None:
        _merge(self.host, stream.clock)

    def wait_for_pageable(self, stream: CudaStream) -> None:
        _merge(self.host, {key: number for key, number in stream.clock.items() if key >= 0})

    def record(self, event: Event, stream: CudaStream) -> None:
        # A copy: later operations of the stream do not come before the event.
        event.clock = dict(stream.clock)

    def wait_for_event(self, event: Event, stream: CudaStream | None) -> None:
        _merge(self.host if stream is None else stream.clock, event.clock)

    @staticmethod
    def is_before(writer: CudaStream, number: int, stream: CudaStream, *, by_pageable: bool = False) -> bool:
        """Whether an operation of a stream comes before the last begun one of another."""
        # `by_pageable` also counts the waits for copies into pageable memory.
        return stream.clock.get(id(writer) if by_pageable else ~id(writer), 0) >= number


def _merge(clock: dict[int, int], other: dict[int, int]) -> None:
    for key, number in other.items():
        if clock.get(key, 0) < number:
            clock[key] = number
