"""Records what reads by the non-coherent path give of words that the same launch has written.

``python -m tests.agreement.gpu_answers.noncoherent OUT.json`` runs each kernel of ``noncoherent.cu`` twenty times with
``ld.global.nc`` and with ordinary loads, each in a process of its own, and all of them under compute-sanitizer.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from tests.agreement.gpu_answers.probing import SANITIZER, Driver, ask, write
from tests.progress import say

SOURCE = Path(__file__).with_suffix(".cu")
PROBES = (
    "same_thread", "same_thread_cached", "same_thread_fence", "same_thread_atomic", "other_thread",
    "other_thread_cached", "other_block", "other_block_cached", "later_launch",
)  # fmt: skip
RIGHT = ("later_launch",)
"""Probes whose reads are of an earlier launch's stores."""
PATHS = {"noncoherent": (), "ordinary": ("-DORDINARY",)}
BLOCKS, THREADS = 2, 64
OLD, NEW, UNTOUCHED = 1, 2, 99
"""A word before the launch, after its store, and a result that no thread has written."""
TOOLS = ("memcheck", "initcheck", "racecheck")
_TIMES = 20


def tell(seen: np.ndarray[Any, np.dtype[np.uint32]]) -> dict[str, int]:
    names = {OLD: "old", NEW: "new"}
    return dict(Counter(names.get(int(value), "other") for value in seen if value != UNTOUCHED))


def main() -> int:
    if sys.argv[1] == "--child":
        say(json.dumps(_run_here(sys.argv[2], sys.argv[3].split(","))))
        return 0
    document: dict[str, Any] = {"recorded_by": f"python -m {__spec__.name}", "machine": Driver().info}
    document |= {"probes": {}, "sanitizer": {}}
    for path in PATHS:
        for probe in PROBES:
            answer = ask(__spec__.name, "--child", path, probe)
            document["probes"].setdefault(probe, {})[path] = answer.get(probe, answer)
            say(f"{probe}, {path}: {document['probes'][probe][path]}")
    for tool in TOOLS if SANITIZER else ():
        answer = ask(__spec__.name, "--child", "noncoherent", ",".join(PROBES), tool=tool)
        document["sanitizer"][tool] = answer["said"]
        say(f"{tool}: {answer['said']}")
    write(Path(sys.argv[1]), document)
    return 0


def _run_here(path: str, probes: list[str]) -> dict[str, Any]:
    import pycuda.autoinit  # noqa: F401 - only where there is a GPU
    import pycuda.driver as cuda
    from pycuda.compiler import SourceModule

    module = SourceModule(SOURCE.read_text(), no_extern_c=True, options=list(PATHS[path]))
    answer = {}
    for probe in probes:
        total: Counter[str] = Counter()
        for _ in range(_TIMES):
            arrays = [np.full(BLOCKS * THREADS, each, np.uint32) for each in (OLD, UNTOUCHED, 0)]
            buffers = [cuda.to_device(array) for array in arrays]
            for entry in ("store_all", probe) if probe in RIGHT else (probe,):
                kernel = module.get_function(entry)
                kernel(*buffers, block=(THREADS, 1, 1), grid=(BLOCKS, 1))
            total += Counter(tell(cuda.from_device_like(buffers[1], arrays[1])))
            for buffer in buffers:
                buffer.free()
        answer[probe] = dict(total)
    return answer


if __name__ == "__main__":
    sys.exit(main())
