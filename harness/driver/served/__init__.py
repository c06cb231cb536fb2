"""The functions of the driver API, by subject: methods with their names in ``cuda.h``."""

from ..call import serve_methods
from .device import ContextCalls, DeviceCalls, StreamCalls
from .graph import NodeCalls
from .memory import CopyCalls, MemoryCalls, VirtualMemoryCalls
from .module import LaunchCalls, ModuleCalls
from .pool import PoolCalls
from .tensor_map import TensorMapCalls
from .texture import TextureCalls


class ServedGpu(
    ModuleCalls,
    LaunchCalls,
    DeviceCalls,
    ContextCalls,
    StreamCalls,
    MemoryCalls,
    CopyCalls,
    VirtualMemoryCalls,
    PoolCalls,
    NodeCalls,
    TensorMapCalls,
    TextureCalls,
):
    """The virtual GPU with every function of the driver API that it serves."""


for _calls in ServedGpu.__mro__:
    serve_methods(_calls)
