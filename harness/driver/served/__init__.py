"""The functions of the driver API, by subject: methods with their names in ``cuda.h``."""

from ..call import serve_methods
from .device import ContextCalls, DeviceCalls, StreamCalls
from .graph import GraphCalls, NodeCalls
from .memory import CopyCalls, MemoryCalls, VirtualMemoryCalls
from .module import LaunchCalls, ModuleCalls
from .pool import PoolCalls
from .texture import TextureCalls


class ServedGpu(
    DeviceCalls,
    ContextCalls,
    StreamCalls,
    MemoryCalls,
    CopyCalls,
    VirtualMemoryCalls,
    PoolCalls,
    GraphCalls,
    NodeCalls,
    ModuleCalls,
    LaunchCalls,
    TextureCalls,
):
    """The virtual GPU with every function of the driver API that it serves."""


for _calls in ServedGpu.__bases__:
    serve_methods(_calls)
