"""Records which launches a GPU refuses, and how: ``python -m tests.agreement.gpu_answers.launch_limits OUTFILE.json``.

Needs a driver and nvcc, and nothing of this project's device code: calls of the driver API go through ctypes. Each
probe runs in a process of its own.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.agreement.gpu_answers.probing import DEADLINE_S, FOLDER, Driver, ask, write
from tests.progress import say

KIB = 1024
MOST_SHARED = 227 * KIB
"""Most shared memory of a block on the recorded GPU, an H200; the probes are made for its limits."""

_PLAIN = 'extern "C" __global__ void probe(int* out) { if (out && threadIdx.x == 0) *out = 1; }'
_BOUNDED = _PLAIN.replace("void probe", "void __launch_bounds__(128) probe")
_DYNAMIC = """
extern __shared__ int shared[];
extern "C" __global__ void probe(int* out)
{
    shared[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (out && threadIdx.x == 0) *out = shared[blockDim.x - 1];
}"""


def _static(n_bytes: int, is_dynamic: bool = False) -> str:
    return f"""
extern __shared__ int more[];
extern "C" __global__ void probe(int* out)
{{
    __shared__ int shared[{n_bytes // 4}];
    for (int at = threadIdx.x; at < {n_bytes // 4}; at += blockDim.x) shared[at] = at;
    {"more[threadIdx.x] = threadIdx.x;" if is_dynamic else ""}
    __syncthreads();
    if (out && threadIdx.x == 0) *out = shared[{n_bytes // 4 - 1}]{" + more[0]" if is_dynamic else ""};
}}"""


def _registers(count: int) -> str:
    bound = f"__maxnreg__({count})"
    return f"""
extern "C" __global__ void {bound} probe(int* out)
{{
    if (!out) return;
    float value[300];
#pragma unroll
    for (int at = 0; at < 300; at++) value[at] = __int_as_float(out[at + threadIdx.x]);
    __syncthreads();
#pragma unroll
    for (int at = 0; at < 300; at++) out[at * 1024 + threadIdx.x] = __float_as_int(value[299 - at] * value[at]);
}}"""


@dataclass(frozen=True)
class Probe:
    """One launch.

    `most_dynamic`: value of the attribute MAX_DYNAMIC_SHARED_SIZE_BYTES; None if it is not set. `is_portable`: whether
    the attribute NON_PORTABLE_CLUSTER_SIZE_ALLOWED stays 0.
    """

    source: str
    grid: tuple[int, int, int] = (1, 1, 1)
    block: tuple[int, int, int] = (32, 1, 1)
    dynamic: int = 0
    most_dynamic: int | None = None
    cluster: tuple[int, int, int] | None = None
    is_portable: bool = True
    is_cooperative: bool = False


PROBES = {
    "grid y 65535": Probe(_PLAIN, (1, 65535, 1)),
    "grid y 65536": Probe(_PLAIN, (1, 65536, 1)),
    "grid z 65535": Probe(_PLAIN, (1, 1, 65535)),
    "grid z 65536": Probe(_PLAIN, (1, 1, 65536)),
    "grid x 2147483647": Probe(_PLAIN, (2**31 - 1, 1, 1), (1, 1, 1)),
    "grid x 2147483648": Probe(_PLAIN, (2**31, 1, 1), (1, 1, 1)),
    "grid x 0": Probe(_PLAIN, (0, 1, 1)),
    "block 1024": Probe(_PLAIN, block=(1024, 1, 1)),
    "block 1025": Probe(_PLAIN, block=(1025, 1, 1)),
    "block 32x33": Probe(_PLAIN, block=(32, 33, 1)),
    "block y 1024": Probe(_PLAIN, block=(1, 1024, 1)),
    "block z 64": Probe(_PLAIN, block=(1, 1, 64)),
    "block z 65": Probe(_PLAIN, block=(1, 1, 65)),
    "block 256 of bounds 128": Probe(_BOUNDED, block=(256, 1, 1)),
    "static 48 KiB": Probe(_static(48 * KIB)),
    "static 48 KiB + 4": Probe(_static(48 * KIB + 4)),
    "dynamic 48 KiB": Probe(_DYNAMIC, dynamic=48 * KIB),
    "dynamic 48 KiB + 4": Probe(_DYNAMIC, dynamic=48 * KIB + 4),
    "dynamic 48 KiB + 4, attribute": Probe(_DYNAMIC, dynamic=48 * KIB + 4, most_dynamic=48 * KIB + 4),
    "dynamic 227 KiB, attribute": Probe(_DYNAMIC, dynamic=MOST_SHARED, most_dynamic=MOST_SHARED),
    "dynamic 227 KiB + 4, attribute": Probe(_DYNAMIC, dynamic=MOST_SHARED + 4, most_dynamic=MOST_SHARED + 4),
    "dynamic 60000, attribute 56000": Probe(_DYNAMIC, dynamic=60000, most_dynamic=56000),
    "dynamic 40000, attribute 16": Probe(_DYNAMIC, dynamic=40000, most_dynamic=16),
    "static 1 KiB, dynamic 47 KiB": Probe(_static(KIB, True), dynamic=47 * KIB),
    "static 1 KiB, dynamic 47 KiB + 4": Probe(_static(KIB, True), dynamic=47 * KIB + 4),
    "static 1 KiB, dynamic 226 KiB, attribute": Probe(_static(KIB, True), dynamic=226 * KIB, most_dynamic=226 * KIB),
    "static 1 KiB, dynamic 227 KiB, attribute": Probe(_static(KIB, True), dynamic=227 * KIB, most_dynamic=227 * KIB),
    "registers 64 x 1024": Probe(_registers(64), block=(1024, 1, 1)),
    "registers 72 x 1024": Probe(_registers(72), block=(1024, 1, 1)),
    "registers 128 x 512": Probe(_registers(128), block=(512, 1, 1)),
    "registers 136 x 512": Probe(_registers(136), block=(512, 1, 1)),
    "registers 168 x 288": Probe(_registers(168), block=(288, 1, 1)),
    "registers 176 x 288": Probe(_registers(176), block=(288, 1, 1)),
    "cluster 8": Probe(_PLAIN, (16, 1, 1), cluster=(8, 1, 1)),
    "cluster 16": Probe(_PLAIN, (16, 1, 1), cluster=(16, 1, 1)),
    "cluster 16, not portable": Probe(_PLAIN, (16, 1, 1), cluster=(16, 1, 1), is_portable=False),
    "cluster 17, not portable": Probe(_PLAIN, (17, 1, 1), cluster=(17, 1, 1), is_portable=False),
    "cluster 3 of a grid of 4": Probe(_PLAIN, (4, 1, 1), cluster=(3, 1, 1)),
    "cooperative 65536": Probe(_PLAIN, (65536, 1, 1), is_cooperative=True),
}  # fmt: skip


LONG = ("grid x 2147483647",)
"""Probes that the executor would run for minutes."""


class _Attribute(ctypes.Structure):
    _fields_ = (("id", ctypes.c_int), ("pad", ctypes.c_char * 4), ("value", ctypes.c_uint * 16))


class _Config(ctypes.Structure):
    _fields_ = (
        ("grid", ctypes.c_uint * 3),
        ("block", ctypes.c_uint * 3),
        ("shared", ctypes.c_uint),
        ("stream", ctypes.c_void_p),
        ("attributes", ctypes.POINTER(_Attribute)),
        ("n_attributes", ctypes.c_uint),
    )


_CLUSTER_DIMENSION = 4
_MOST_DYNAMIC, _NOT_PORTABLE = 8, 14
_FACTS = {"registers": 4, "static_bytes": 1, "most_threads": 0}
"""Attributes of a function."""


def answer(driver: Driver, probe: Probe, image: bytes) -> dict[str, Any]:
    """Launch a probe; return the result of each call, up to the first that fails, and the kernel's attributes."""
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    given: dict[str, Any] = {"load": driver.call("cuModuleLoadData", ctypes.byref(module), image)}
    if given["load"] != "CUDA_SUCCESS":
        return given
    driver.call("cuModuleGetFunction", ctypes.byref(function), module, b"probe")
    for name, number in _FACTS.items():
        value = ctypes.c_int()
        driver.call("cuFuncGetAttribute", ctypes.byref(value), number, function)
        given[name] = value.value
    settings = {} if probe.most_dynamic is None else {_MOST_DYNAMIC: probe.most_dynamic}
    settings |= {} if probe.is_portable else {_NOT_PORTABLE: 1}
    for number, wanted in settings.items():
        given["set_attribute"] = driver.call("cuFuncSetAttribute", function, number, wanted)
    given["launch"] = _launch(driver, probe, function)
    given["synchronize"] = driver.call("cuCtxSynchronize")
    return given


def _launch(driver: Driver, probe: Probe, function: ctypes.c_void_p) -> str:
    null = ctypes.c_void_p(0)
    arguments = (ctypes.c_void_p * 1)(ctypes.addressof(null))
    sizes = (*map(ctypes.c_uint, (*probe.grid, *probe.block, probe.dynamic)), ctypes.c_void_p(0))
    if probe.cluster is not None:
        attribute = _Attribute(_CLUSTER_DIMENSION, b"", (*probe.cluster,))
        config = _Config(probe.grid, probe.block, probe.dynamic, None, ctypes.pointer(attribute), 1)
        return driver.call("cuLaunchKernelEx", ctypes.byref(config), function, arguments, ctypes.c_void_p(0))
    if probe.is_cooperative:
        return driver.call("cuLaunchCooperativeKernel", function, *sizes, arguments)
    return driver.call("cuLaunchKernel", function, *sizes, arguments, ctypes.c_void_p(0))


def compiled(source: str, arch: str) -> tuple[bytes, str]:
    """Return machine code with its PTX, as one image, and the compiler's errors."""
    with tempfile.TemporaryDirectory() as folder:
        path, image = Path(folder, "probe.cu"), Path(folder, "probe.fatbin")
        path.write_text(source, encoding="ascii")
        number = arch.removeprefix("sm_")
        ran = subprocess.run(
            ["nvcc", "-fatbin", f"-gencode=arch=compute_{number},code=[{arch},compute_{number}]", "-o", image, path],
            capture_output=True, text=True, check=False, timeout=DEADLINE_S,
        )  # fmt: skip
        errors = re.sub(r"/\S*/", "", ran.stdout + ran.stderr)
        return (image.read_bytes() if ran.returncode == 0 else b""), errors.strip()


def record(out: Path, is_here: bool = False) -> None:
    """Run every probe in its own process, and write the answers.

    `is_here`: all in this process, without the `LONG` ones.
    """
    driver = Driver()
    info = driver.info
    probes = {name: probe for name, probe in PROBES.items() if not (is_here and name in LONG)}
    sources = list(dict.fromkeys(probe.source for probe in probes.values()))
    with ThreadPoolExecutor() as pool:
        made = dict(
            zip(sources, pool.map(lambda source: compiled(source, info["arch"]), sources), strict=True)
        )
    answers: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, probe in probes.items():
            image, errors = made[probe.source]
            if not image:
                answers[name] = {"compile": errors}
            elif is_here:
                answers[name] = answer(driver, probe, image)
            else:
                path = Path(folder, "image")
                path.write_bytes(image)
                answers[name] = ask(__spec__.name, "--probe", name, path)
            say(f"{name}: {answers[name]}")
    write(out, {"schema": "gpu-answers/launch-limits", "made_with": info, "answers": answers})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, nargs="?", default=FOLDER / "launch_limits.json")
    parser.add_argument("--here", action="store_true", help="all probes in this process: on a virtual GPU")
    parser.add_argument("--probe", nargs=2, metavar=("NAME", "IMAGE"))
    options = parser.parse_args()
    if options.probe:
        name, image = options.probe
        say(json.dumps(answer(Driver(), PROBES[name], Path(image).read_bytes())))
    else:
        record(options.out, options.here)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
