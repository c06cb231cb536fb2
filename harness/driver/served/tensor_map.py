"""Tensor maps, which the driver encodes in the host's memory for kernels that copy boxes of tensors."""

from __future__ import annotations

import ctypes
from typing import Any

from ...ptx.tensor_map import MAX_RANK, PIECE_BYTES, SWIZZLES, MapType, TensorMap
from ..call import CudaError, fail_if, serve
from ..cuda_header import CU, Code, Device, Int, Pointer, Uint
from ..device.launches import LaunchingGpu

_NULL = "a pointer must not be null"


def _numbers(address: Pointer, count: int, kind: type[ctypes.c_uint64 | ctypes.c_uint32]) -> tuple[int, ...]:
    fail_if(not address and count, Code.INVALID_VALUE, _NULL)
    return tuple((kind * count).from_address(address)) if count else ()


class TensorMapCalls(LaunchingGpu):
    """Encodes tensor maps, with the driver's checks."""

    # bindings of Python keep maps at any address, so that its alignment is not checked

    def _encode_tiled(self, at: Pointer, kind: Int, rank: Uint, address: Device, *rest: Any) -> None:
        sizes, strides, box, steps, interleave, swizzle, promotion, fill = rest
        fail_if(not at, Code.INVALID_VALUE, _NULL)
        if not 1 <= rank <= MAX_RANK:
            raise self._invalid_map(f"a tensor has 1 to {MAX_RANK} dimensions (got {rank})")
        fail_if(promotion > CU.TENSOR_MAP_L2_PROMOTION_L2_256B or fill > 1, Code.INVALID_VALUE)
        if interleave:
            raise self.refused("a tensor map with an interleaved layout")
        known = next((each for each in MapType if each == kind), None)
        if known is None:
            raise self.refused(f"a tensor map of the data type {kind}")
        if swizzle >= len(SWIZZLES):
            raise self.refused(f"a tensor map of the swizzle {swizzle}")
        tensor_map = TensorMap(
            known,
            address,
            _numbers(sizes, rank, ctypes.c_uint64),
            _numbers(strides, rank - 1, ctypes.c_uint64),
            _numbers(box, rank, ctypes.c_uint32),
            _numbers(steps, rank, ctypes.c_uint32),
            SWIZZLES[swizzle],
            bool(fill),
        )
        for problem in tensor_map.problems():
            raise self._invalid_map(problem)
        data = tensor_map.encode()
        ctypes.memmove(at, data, len(data))

    def _invalid_map(self, problem: str) -> CudaError:
        """Report a map that the driver refuses; return its error."""
        self.report("invalid-tensor-map", problem)
        return CudaError(Code.INVALID_VALUE, problem)

    def cuTensorMapReplaceAddress(self, at: Pointer, address: Device) -> None:
        fail_if(not at, Code.INVALID_VALUE, _NULL)
        if address % PIECE_BYTES:
            raise self._invalid_map(
                f"the tensor's address must be a multiple of {PIECE_BYTES} (got {address:#x})"
            )
        ctypes.c_uint64.from_address(at).value = address


serve(
    "cuTensorMapEncodeTiled(Pointer, Int, Uint, Device, Pointer, Pointer, Pointer, Pointer, Int, Int, Int, Int)",
    lambda gpu, *given: gpu._encode_tiled(*given),
)
