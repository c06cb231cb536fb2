"""Objects that the driver gives handles of: contexts, streams, events, modules, functions, host memory."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ...ptx.ir.kernel_code import KernelCode
from ...ptx.load.program import Program
from ...ptx.memory import Allocation
from ...ptx.text.linker import Linker
from ...ptx.textures import Texels
from ..call import Code
from ..findings import PythonLine
from .jit_options import JitOptions
from .pools import Pool

KERNEL_NODE, MEMCPY_NODE, MEMSET_NODE, HOST_NODE, CHILD_NODE, EMPTY_NODE, WAIT_NODE = range(7)
ALLOC_NODE, FREE_NODE, CONDITIONAL_NODE = 10, 11, 13
"""Values of CUgraphNodeType."""


@dataclass(eq=False)
class Context:
    """A CUDA context.

    Parameters
    ----------
    flags : int
        As given when it was made.
    error : Code or None
        Error that every further call gives, after a fault on the device.
    n_uses : int
        For the primary context, how often it was retained.
    handle : int
        Its handle.
    limits : dict of int to int
        Values of ``cuCtxSetLimit``.
    """

    flags: int = 0
    error: Code | None = None
    n_uses: int = 0
    handle: int = 0
    limits: dict[int, int] = field(default_factory=dict)
    cache_config: int = 0
    shared_config: int = 0


@dataclass(eq=False)
class PendingCopy:
    """A copy into host memory that has been ordered and not waited for: the host must not read yet.

    Parameters
    ----------
    target : int
        Host address.
    data : bytes
        The bytes that arrive when the stream is waited for.
    python : PythonLine
        The line that ordered the copy.
    """

    target: int
    data: bytes
    python: PythonLine


@dataclass(frozen=True)
class AwaitedSource:
    """Page-locked memory that an asynchronous copy may still read: the host must not change it yet.

    Parameters
    ----------
    address : int
        Host address.
    data : ndarray of uint8
        Its content when the copy was ordered.
    stream : Stream
        Stream of the copy.
    number : int
        Number of the copy in the stream.
    python : PythonLine
        The line that ordered the copy.
    """

    address: int
    data: NDArray[np.uint8]
    stream: Stream
    number: int
    python: PythonLine


@dataclass(frozen=True)
class Elements:
    """The array of the host that has filled a buffer.

    Parameters
    ----------
    dtype : dtype
        Its element type.
    python : PythonLine
        The line that copied it.
    """

    dtype: np.dtype[np.generic]
    python: PythonLine


@dataclass(frozen=True)
class Write:
    """A write of a buffer by a stream.

    Parameters
    ----------
    stream : Stream
        The stream.
    number : int
        Number of the operation in it.
    python : PythonLine
        The line that ordered the operation.
    is_repeated : bool
        Whether the bytes were there before.
    """

    stream: Stream
    number: int
    python: PythonLine
    is_repeated: bool = False


@dataclass(eq=False)
class Graph:
    """Captured operations and nodes, or an executable graph of them.

    Parameters
    ----------
    context : Context
        Its context.
    nodes : dict of Node to callable
        What each node does in a stream, the nodes in the order in which they were added; those of an executable graph
        in an order that their dependencies allow.
    conditions : list of Condition
        Values that its kernels set and its conditional nodes read.
    handle : int
        Its handle; 0 while it has none.
    flags : int
        Of an executable graph, as given when it was made.
    """

    context: Context
    nodes: dict[Node, Callable[[Stream], None]] = field(default_factory=dict)
    conditions: list[Condition] = field(default_factory=list)
    handle: int = 0
    flags: int = 0

    def run(self, stream: Stream) -> None:
        """Run an executable graph, or the body of a conditional node."""
        for each in self.conditions:
            each.reset()
        for work in list(self.nodes.values()):
            work(stream)


@dataclass(eq=False)
class Condition:
    """A value in device memory that kernels set; its handle is its address.

    Parameters
    ----------
    buffer : Buffer
        Its memory.
    default : int or None
        Its value when a launch begins; None keeps that of the launch before.
    """

    buffer: Buffer
    default: int | None

    @property
    def value(self) -> int:
        """The value."""
        return int(self.buffer.allocation.data.view(np.uint32)[0])

    def reset(self) -> None:
        """Set the default."""
        if self.default is not None:
            self.buffer.allocation.data.view(np.uint32)[0] = self.default


@dataclass(eq=False)
class Node:
    """A node of a graph.

    Parameters
    ----------
    graph : Graph
        Its graph.
    kind : int
        Value of CUgraphNodeType.
    after : list of Node
        Nodes that must have ended before it begins.
    handle : int
        Its handle; 0 while nobody has asked for it.
    params : bytes
        The structure that it was made with, or got later; empty for a captured operation.
    kept : object
        Memory that `params` points to.
    address : int
        Of a node that allocates, the address.
    """

    graph: Graph
    kind: int
    after: list[Node] = field(default_factory=list)
    handle: int = 0
    params: bytes = b""
    kept: object = None
    address: int = 0

    @property
    def context(self) -> Context:
        """Context of its graph."""
        return self.graph.context


def captured(stream: Stream, call: Callable[[Stream], None], kind: int) -> bool:
    """Add an operation to the graph that captures a stream, as a node of a kind; return False if none does."""
    if stream.capture is None:
        return False
    node = Node(stream.capture, kind, list(stream.capture_after))
    stream.capture.nodes[node] = call
    stream.capture_after = [node]
    return True


@dataclass(eq=False)
class Stream:
    """A stream.

    Parameters
    ----------
    context : Context
        Its context.
    is_blocking : bool
        Whether it and the default stream wait for each other.
    flags, priority : int
        As given when it was made.
    handle : int
        Its handle; 0 for the default stream.
    pending : list of PendingCopy
        Copies into host memory that nothing has waited for.
    clock : dict of int to int
        For each stream the number of its operations that come before the next operation of this one (`Order`).
    capture : Graph or None
        The graph that receives the stream's operations instead of running them.
    capture_after : list of Node
        Nodes of that graph that the next operation waits for.
    told : object
        Memory of the last answer about a capture.
    """

    context: Context
    is_blocking: bool = True
    flags: int = 0
    priority: int = 0
    handle: int = 0
    pending: list[PendingCopy] = field(default_factory=list)
    clock: dict[int, int] = field(default_factory=dict)
    capture: Graph | None = None
    capture_after: list[Node] = field(default_factory=list)
    told: object = None


@dataclass(eq=False)
class Event:
    """An event.

    Parameters
    ----------
    context : Context
        Its context.
    flags : int
        As given when it was made.
    seconds : float or None
        When it was recorded, on the executor's clock; None if it never was.
    stream : Stream or None
        The stream that it was recorded in.
    clock : dict of int to int
        The stream's clock then.
    capture : Graph or None
        The graph in which it was recorded last.
    capture_after : list of Node
        Nodes of that graph that it stands for.
    """

    context: Context
    flags: int = 0
    seconds: float | None = None
    stream: Stream | None = None
    clock: dict[int, int] = field(default_factory=dict)
    capture: Graph | None = None
    capture_after: list[Node] = field(default_factory=list)


@dataclass(eq=False)
class Module:
    """A loaded module.

    Parameters
    ----------
    context : Context or None
        Its context; None for a library that was loaded without a current one.
    text : str
        The PTX.
    program : Program
        The executor's form of it.
    globals : dict of str to Buffer
        Variables whose addresses the program has asked for.
    functions : dict of str to int
        Handles of the kernels that the program has asked for.
    max_registers : int
        Most registers of a thread that the program has asked for; 0 if there is no limit.
    registers : dict of str to int or None
        Registers of a thread of each kernel, once ptxas has been asked; empty without an answer.
    """

    context: Context | None
    text: str
    program: Program
    globals: dict[str, Buffer] = field(default_factory=dict)
    functions: dict[str, int] = field(default_factory=dict)
    max_registers: int = 0
    registers: dict[str, int] | None = None


@dataclass(eq=False)
class Function:
    """A kernel of a module.

    Parameters
    ----------
    module : Module
        Its module.
    name : str
        Entry symbol.
    attributes : dict of int to int
        Attributes that the program has set.
    code : KernelCode or None
        The executor's form of it, once that is known.
    """

    module: Module
    name: str
    attributes: dict[int, int] = field(default_factory=dict)
    code: KernelCode | None = None
    # of the interface before cuLaunchKernel
    block: tuple[int, int, int] = (1, 1, 1)
    shared_bytes: int = 0
    arguments: bytearray = field(default_factory=bytearray)


@dataclass(eq=False)
class Linking:
    """A link in progress.

    Parameters
    ----------
    options : JitOptions
        As given when it began; its logs live as long as the link.
    linker : Linker
        Has the modules so far.
    n_texts : int
        Their number.
    image : ctypes array of char or None
        The finished image: text with its zero byte.
    """

    options: JitOptions
    linker: Linker = field(default_factory=Linker)
    n_texts: int = 0
    image: ctypes.Array[ctypes.c_char] | None = None


@dataclass(eq=False)
class Buffer:
    """A range of device addresses.

    Parameters
    ----------
    allocation : Allocation
        The executor's memory of it.
    context : Context
        Its context.
    python : PythonLine
        The line that made it.
    kind : {"device", "host", "registered", "managed", "module", "array", "mapped"}
        How it was made.
    flags : int
        Flags of host memory.
    writes : tuple of Write
        The last write that changed it, and a later one that repeated what was there.
    elements : Elements or None
        What the host has filled all of it with, if that is known and nothing else was written since.
    pool : Pool or None
        The pool that it came from.
    advice : dict of int to set of int
        Attributes of managed memory that the program has set: devices, -1 for the host.
    is_synchronous : bool
        Whether the program has asked for synchronous operations; all are, but for copies into page-locked memory.
    file : (int, int) or None
        File in memory that has its content, and the offset there, if other processes may share it.
    """

    allocation: Allocation
    context: Context
    python: PythonLine
    kind: str = "device"
    flags: int = 0
    writes: tuple[Write, ...] = ()
    elements: Elements | None = None
    pool: Pool | None = None
    advice: dict[int, set[int]] = field(default_factory=dict)
    is_synchronous: bool = False
    file: tuple[int, int] | None = None

    @property
    def address(self) -> int:
        """First device address."""
        return self.allocation.address

    @property
    def size_bytes(self) -> int:
        """Size."""
        return len(self.allocation.data)


@dataclass(eq=False)
class Physical:
    """Physical memory of the device, as ``cuMemCreate`` makes it.

    Parameters
    ----------
    size_bytes : int
        Its size.
    file : int
        The file in memory that has its content.
    properties : bytes
        The CUmemAllocationProp that it was made with.
    python : PythonLine
        The line that made it.
    defined : ndarray of bool, shape (size_bytes,)
        Bytes that had been written when it was last mapped.
    is_own : bool
        Whether this process made it, and did not import it.
    n_handles : int
        Handles of it that have not been released.
    is_shared : bool
        Whether writes to it may come from several addresses or processes.
    """

    size_bytes: int
    file: int
    properties: bytes
    python: PythonLine
    defined: NDArray[np.bool_]
    is_own: bool = True
    n_handles: int = 1
    is_shared: bool = False

    def share(self) -> None:
        """Note that what has been written is not known from now on; all of it counts as written."""
        self.is_shared = True
        self.defined[:] = True

    def duplicate(self) -> int:
        """Return a file that another process may import."""
        return os.dup(self.file)


@dataclass(eq=False)
class Array:
    """A CUDA array.

    Parameters
    ----------
    context : Context
        Its context.
    buffer : Buffer
        Its memory.
    texels : Texels
        Format and extents.
    descriptor : bytes
        The CUDA_ARRAY3D_DESCRIPTOR that it was made with.
    is_surface : bool
        Whether surface objects may be made of it.
    """

    context: Context
    buffer: Buffer
    texels: Texels
    descriptor: bytes
    is_surface: bool


@dataclass(eq=False)
class TextureObject:
    """A texture or surface object.

    Parameters
    ----------
    context : Context
        Its context.
    handle : int
        The executor's handle, which is also the program's.
    resource, description : bytes
        CUDA_RESOURCE_DESC and CUDA_TEXTURE_DESC that it was made with; a surface has no description.
    """

    context: Context
    handle: int
    resource: bytes
    description: bytes = b""
