"""Times the PTX executor next to other ways to run a kernel without a GPU: row softmax and matrix product.

    python benchmarks/simulators.py [--python PYTHON] [--seconds S]

The peers are Triton's interpreter (with the CPU build of PyTorch), Numba's simulator, Oclgrind and pocl (Debian's
packages, through `pyopencl`), and a C compiler's code for plain loops. PYTHON is the interpreter that has those
libraries, this one by default; a peer that it lacks gets a row that says so. Each peer runs in a process of its own,
on one thread: rows are reduced by one block each through shared memory, products computed through tiles of 16 by 16,
both in float32, except where the language has neither (Triton, C). Shapes are smaller for slow peers. A figure is the
fastest of the launches that fit into S seconds, without compilation, per element of the rows or per multiply-add; each
peer's result is compared with NumPy's, and a wrong one ends that peer; the tests hold the executor's. `checked` finds
races and reads of memory that nobody has written.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
THREADS, TILE = 256, 16
Problems = Iterator[tuple[Callable[[], Any], int]]
"""A call that runs a kernel, and the elements or multiply-adds of its result: of the softmax, then of the product."""


class Peer(NamedTuple):
    """How one peer runs: its problems, what stands before its command, and the variables of its process."""

    problems: Callable[[], Problems]
    prefix: tuple[str, ...] = ()
    variables: dict[str, str] = {}  # noqa: RUF012 - never written


OPENCL = """
kernel void softmax(global const float* x, global float* y, uint n) {
    local float buffer[256];
    uint t = get_local_id(0), row = get_group_id(0) * n;
    float most = -INFINITY, sum = 0;
    for (uint i = t; i < n; i += 256) most = fmax(most, x[row + i]);
    buffer[t] = most;
    for (uint half_of = 128; half_of; half_of /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < half_of) buffer[t] = fmax(buffer[t], buffer[t + half_of]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    most = buffer[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = t; i < n; i += 256) sum += exp(x[row + i] - most);
    buffer[t] = sum;
    for (uint half_of = 128; half_of; half_of /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < half_of) buffer[t] += buffer[t + half_of];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = buffer[0];
    for (uint i = t; i < n; i += 256) y[row + i] = exp(x[row + i] - most) / sum;
}

kernel void product(global const float* a, global const float* b, global float* c, uint n) {
    local float left[16][16], right[16][16];
    uint x = get_local_id(0), y = get_local_id(1), row = get_global_id(1), col = get_global_id(0);
    float total = 0;
    for (uint first = 0; first < n; first += 16) {
        left[y][x] = a[row * n + first + x];
        right[y][x] = b[(first + y) * n + col];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = 0; i < 16; i++) total += left[y][i] * right[i][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + col] = total;
}
"""

PLAIN_C = """
#include <math.h>
void softmax(const float* x, float* y, int rows, int n) {
    for (int row = 0; row < rows; row++, x += n, y += n) {
        float most = -INFINITY, sum = 0;
        for (int i = 0; i < n; i++) most = fmaxf(most, x[i]);
        for (int i = 0; i < n; i++) sum += y[i] = expf(x[i] - most);
        for (int i = 0; i < n; i++) y[i] /= sum;
    }
}
void product(const float* a, const float* b, float* c, int n) {
    for (int row = 0; row < n; row++) {
        for (int col = 0; col < n; col++) c[row * n + col] = 0;
        for (int i = 0; i < n; i++)
            for (int col = 0; col < n; col++) c[row * n + col] += a[row * n + i] * b[i * n + col];
    }
}
"""


def main() -> None:
    """Run each peer in a process of its own and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has the peers")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each figure is measured")
    parser.add_argument("--peer", choices=PEERS, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.peer:
        print(json.dumps([_fastest(run, work, given.seconds) for run, work in PEERS[given.peer].problems()]))
        return
    rows = {name: _measured(name, given.python, given.seconds) for name in PEERS}
    ours = rows["executor, checked"]
    print(f"{'':28}{'softmax':>26}{'product':>26}")
    print(f"{'':28}{'ns an element':>16}{'ratio':>10}{'ns a mul-add':>16}{'ratio':>10}")
    for name, row in rows.items():
        if isinstance(row, str) or isinstance(ours, str):
            print(f"{name:28}  {row}")
        else:
            figures = (f"{each:16.3g}{each / own:10.3g}" for each, own in zip(row, ours, strict=True))
            print(f"{name:28}" + "".join(figures))


def _measured(name: str, python: str, seconds: float) -> list[float] | str:
    interpreter = sys.executable if name.startswith("executor") else python
    command = [*PEERS[name].prefix, interpreter, __file__, "--peer", name, "--seconds", str(seconds)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT), **PEERS[name].variables}
    try:
        ended = subprocess.run(command, env=environment, capture_output=True, text=True)
    except FileNotFoundError as error:
        return f"not installed ({error.filename})"
    if ended.returncode:
        return (ended.stderr.strip().splitlines() or [f"exit status {ended.returncode}"])[-1]
    figures: list[float] = json.loads(ended.stdout.splitlines()[-1])
    return figures


def _fastest(run: Callable[[], Any], work: int, seconds: float) -> float:
    """Return the nanoseconds a unit of work of the fastest call; one call is made before those that count."""
    run()
    times, end = [], time.perf_counter() + seconds
    while not times or time.perf_counter() < end:
        begin = time.perf_counter()
        run()
        times.append(time.perf_counter() - begin)
    return 1e9 * min(times) / work


def _problem(rows: int, cols: int, n: int) -> tuple[Any, ...]:
    rng = np.random.default_rng(1)
    x, a, b = (rng.standard_normal(shape, np.float32) for shape in ((rows, cols), (n, n), (n, n)))
    return x, a, b, np.empty_like(x), np.empty_like(a)


def _must_be_right(x: Any, y: Any, a: Any, b: Any, c: Any) -> None:
    weights = np.exp(x.astype(np.float64) - x.max(1, keepdims=True))
    np.testing.assert_allclose(y, weights / weights.sum(1, keepdims=True), rtol=1e-4)
    np.testing.assert_allclose(c, a.astype(np.float64) @ b, atol=1e-3)


def _executor(watch: dict[str, bool]) -> Problems:
    from harness.device.cpu.ptx_cpu import PtxCpu
    from harness.launch.memory import fill
    from harness.launch.plan import load_case
    from harness.ptx.codegen.native import QUICK_SECONDS
    from harness.ptx.launch.watch import Watch
    from harness.settings.settings import Settings
    from harness.variant.case import make_case
    from harness.variant.declaration.discovery import load_variant

    settings = replace(Settings.load(ROOT), cpu_threads=1)
    device = PtxCpu(settings)
    executor = device._executor
    executor.runtime.spent(QUICK_SECONDS)  # its optimized form
    executor.runtime.improve()
    for path, block, shape, sizes, work in (
        ("cuda_src/softmax_block_tree.cu", (THREADS, 1, 1), (64, 1024), None, 64 * 1024),
        ("fixtures/operations/right/matmul_tile.cu", (TILE, TILE, 1), (128, 128), {"k": 128}, 128**3),
    ):
        case = make_case(
            load_variant(ROOT / path),
            dtype="float32",
            n_rows=shape[0],
            n_cols=shape[1],
            block=block,
            sizes=sizes,
        )
        (made,) = load_case(case, device, settings).pack(fill(case, device))
        program, name, config = made.kernel.program, made.kernel.name, made.config
        given = (program, name, config.grid, config.block, made.args, config.smem_bytes, Watch(**watch))

        def run(given: tuple[Any, ...] = given) -> None:
            report = executor.launch(*given)
            assert report.completed
            assert not report.faults

        yield run, work


def _plain_c() -> Problems:
    x, a, b, y, c = _problem(64, 1024, 128)
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder, "plain.c"), Path(folder, "plain.so")
        source.write_text(PLAIN_C)
        options = ("-O3", "-march=native", "-ffast-math", "-shared", "-fPIC", "-lm")
        subprocess.run(["cc", str(source), "-o", str(library), *options], check=True)
        code = ctypes.CDLL(str(library))
    softmax = [ctypes.c_void_p(x.ctypes.data), ctypes.c_void_p(y.ctypes.data), *x.shape]
    product = [*(ctypes.c_void_p(array.ctypes.data) for array in (a, b, c)), len(a)]
    code.softmax(*softmax)
    code.product(*product)
    _must_be_right(x, y, a, b, c)
    yield lambda: code.softmax(*softmax), x.size
    yield lambda: code.product(*product), len(a) ** 3


def _opencl(vendor: str, rows: int, n: int) -> Problems:
    import pyopencl

    (platform,) = (each for each in pyopencl.get_platforms() if vendor in each.name)
    context = pyopencl.Context(platform.get_devices())
    queue, program = pyopencl.CommandQueue(context), pyopencl.Program(context, OPENCL).build()
    x, a, b, y, c = host = _problem(rows, 1024, n)
    flags = pyopencl.mem_flags
    buffers = [
        pyopencl.Buffer(context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=each) for each in host
    ]
    softmax, product = program.softmax, program.product
    softmax.set_args(buffers[0], buffers[3], np.uint32(1024))
    product.set_args(buffers[1], buffers[2], buffers[4], np.uint32(n))

    def run_softmax() -> None:
        pyopencl.enqueue_nd_range_kernel(queue, softmax, (rows * THREADS,), (THREADS,)).wait()

    def run_product() -> None:
        pyopencl.enqueue_nd_range_kernel(queue, product, (n, n), (TILE, TILE)).wait()

    run_softmax()
    run_product()
    pyopencl.enqueue_copy(queue, y, buffers[3])
    pyopencl.enqueue_copy(queue, c, buffers[4])
    _must_be_right(x, y, a, b, c)
    yield run_softmax, x.size
    yield run_product, n**3


def _numba() -> Problems:
    global cuda  # the simulator replaces the module in the globals of a kernel
    from numba import cuda, float32

    @cuda.jit
    def softmax(x: Any, y: Any) -> None:
        buffer = cuda.shared.array(64, float32)
        row, thread, n = cuda.blockIdx.x, cuda.threadIdx.x, x.shape[1]
        most = np.float32(-np.inf)
        for i in range(thread, n, 64):
            most = max(most, x[row, i])
        buffer[thread] = most
        half = 32
        while half:
            cuda.syncthreads()
            if thread < half:
                buffer[thread] = max(buffer[thread], buffer[thread + half])
            half //= 2
        cuda.syncthreads()
        most = buffer[0]
        cuda.syncthreads()
        total = np.float32(0)
        for i in range(thread, n, 64):
            total += np.exp(x[row, i] - most)
        buffer[thread] = total
        half = 32
        while half:
            cuda.syncthreads()
            if thread < half:
                buffer[thread] += buffer[thread + half]
            half //= 2
        cuda.syncthreads()
        for i in range(thread, n, 64):
            y[row, i] = np.exp(x[row, i] - most) / buffer[0]

    @cuda.jit
    def product(a: Any, b: Any, c: Any) -> None:
        left = cuda.shared.array((8, 8), float32)  # the simulator tells arrays apart by their lines
        right = cuda.shared.array((8, 8), float32)
        col, row = cuda.grid(2)
        tx, ty, total = cuda.threadIdx.x, cuda.threadIdx.y, np.float32(0)
        for first in range(0, a.shape[0], 8):
            left[ty, tx] = a[row, first + tx]
            right[ty, tx] = b[first + ty, col]
            cuda.syncthreads()
            for i in range(8):
                total += left[ty, i] * right[i, tx]
            cuda.syncthreads()
        c[row, col] = total

    x, a, b, y, c = _problem(2, 256, 16)
    softmax[2, 64](x, y)
    product[(2, 2), (8, 8)](a, b, c)
    _must_be_right(x, y, a, b, c)
    yield lambda: softmax[2, 64](x, y), x.size
    yield lambda: product[(2, 2), (8, 8)](a, b, c), 16**3


def _triton() -> Problems:
    global tl  # as the interpreter does with this one
    import torch
    import triton
    import triton.language as tl
    from triton_softmax import launch

    @triton.jit
    def tiles(a, b, c, n, TILE: tl.constexpr):  # type: ignore[no-untyped-def]  # noqa: N803 - as Triton's are
        rows = tl.program_id(0) * TILE + tl.arange(0, TILE)[:, None]
        cols = tl.program_id(1) * TILE + tl.arange(0, TILE)[None, :]
        total = tl.zeros((TILE, TILE), tl.float32)
        for first in range(0, n, TILE):
            inner = first + tl.arange(0, TILE)
            left = tl.load(a + rows * n + inner[None, :])
            total += tl.dot(left, tl.load(b + inner[:, None] * n + cols), input_precision="ieee")
        tl.store(c + rows * n + cols, total)

    def product(a: Any, b: Any, c: Any) -> None:
        tiles[(len(a) // 32, len(a) // 32)](a, b, c, len(a), TILE=32)

    torch.set_num_threads(1)
    host = _problem(64, 1024, 128)
    x, a, b, y, c = map(torch.from_numpy, host)
    softmax = launch(x, y)
    softmax()
    product(a, b, c)
    _must_be_right(host[0], host[3], host[1], host[2], host[4])
    yield softmax, x.numel()
    yield lambda: product(a, b, c), len(a) ** 3


OCLGRIND = ("oclgrind", "--num-threads", "1")
PEERS = {
    "executor, checked": Peer(lambda: _executor({"races": True, "undefined": True})),
    "executor, plain": Peer(lambda: _executor({})),
    "Triton's interpreter": Peer(_triton, variables={"TRITON_INTERPRET": "1"}),
    "Numba's simulator": Peer(_numba, variables={"NUMBA_ENABLE_CUDASIM": "1"}),
    "Oclgrind": Peer(lambda: _opencl("Oclgrind", 2, 32), OCLGRIND),
    "Oclgrind, checked": Peer(
        lambda: _opencl("Oclgrind", 2, 32), (*OCLGRIND, "--data-races", "--uninitialized")
    ),
    "pocl": Peer(lambda: _opencl("Portable", 64, 128), variables={"POCL_MAX_PTHREAD_COUNT": "1"}),
    "plain C": Peer(_plain_c),
}

if __name__ == "__main__":
    main()
