"""Records the tensor maps that the driver encodes and those that it refuses.

``python -m tests.agreement.gpu_answers.tensor_maps OUT.json`` asks a driver the questions of the recorded file again.
An answer is the name of an error, or the map's bytes behind the tensor's address.
"""

import ctypes
import json
import sys
from pathlib import Path
from typing import Any

from harness.ptx.tensor_map import MAP_ALIGNMENT, MAP_BYTES, SWIZZLES, MapType
from tests.agreement.gpu_answers.probing import FOLDER, Driver, write

RECORDED: dict[str, Any] = json.loads((FOLDER / "tensor_maps.json").read_text("ascii"))
ADDRESS_BYTES = 8


def encoded(driver: Driver, memory: int, question: dict[str, Any]) -> str:
    raw = (ctypes.c_uint8 * (MAP_BYTES + MAP_ALIGNMENT))()
    at = -(-ctypes.addressof(raw) // MAP_ALIGNMENT) * MAP_ALIGNMENT
    rank = len(question["sizes"])
    result = driver.call(
        "cuTensorMapEncodeTiled",
        ctypes.c_void_p(at),
        ctypes.c_int(MapType[question["kind"]]),
        ctypes.c_uint32(rank),
        ctypes.c_void_p(memory + question["offset"]),
        (ctypes.c_uint64 * rank)(*question["sizes"]),
        (ctypes.c_uint64 * max(rank - 1, 1))(*question["strides"]),
        (ctypes.c_uint32 * rank)(*question["box"]),
        (ctypes.c_uint32 * rank)(*question["steps"]),
        ctypes.c_int(0),
        ctypes.c_int(SWIZZLES.index(question["swizzle"])),
        ctypes.c_int(0),
        ctypes.c_int(question["nan"]),
    )
    return ctypes.string_at(at, MAP_BYTES)[ADDRESS_BYTES:].hex() if result == "CUDA_SUCCESS" else result


def main() -> int:
    driver, memory = Driver(), ctypes.c_uint64()
    driver.must("cuMemAlloc_v2", ctypes.byref(memory), ctypes.c_size_t(1 << 20))
    maps = {
        name: {**each, "answer": encoded(driver, memory.value, each["question"])}
        for name, each in RECORDED["maps"].items()
    }
    write(Path(sys.argv[1]), {"machine": driver.info, "maps": maps})
    return 0


if __name__ == "__main__":
    sys.exit(main())
