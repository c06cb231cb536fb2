"""What the worker of tests/device/test_cuda_gpu.py does: launch one kernel of KERNELS on a real GPU."""

import os
from pathlib import Path

import numpy as np

from harness.compiler import CompileRequest
from harness.device.base import LaunchConfig
from harness.device.selection import open_device
from harness.verdict import CaseResult, Verdict
from harness.worker.channel import Task

KERNELS = r"""
#include <cuda_fp16.h>
#include <assert.h>

struct Pair { char tag; double value; };

// Parameters of every width and alignment, written back one by one.
extern "C" __global__ void arguments(double* out, int i, long long l, unsigned char c, __half h, float f, Pair pair,
                                     short s) {
    out[0] = i; out[1] = double(l); out[2] = c; out[3] = __half2float(h); out[4] = f;
    out[5] = pair.tag; out[6] = pair.value; out[7] = s;
}

extern "C" __global__ void coordinates(int* out) {
    int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    out[block * blockDim.x * blockDim.y * blockDim.z + thread] = block * 1000 + thread;
}

// Reads what its neighbour wrote at both ends of the dynamic shared memory.
extern "C" __global__ void shared(int* out, int n) {
    extern __shared__ int memory[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) memory[i] = i;
    __syncthreads();  // all writes above before the reads below
    int sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += memory[n - 1 - i] == n - 1 - i;
    atomicAdd(out, sum);
}

extern "C" __global__ void resources(float* out, int at) {
    __shared__ float fixed[1024];
    float local[64];
    for (int i = 0; i < 64; ++i) local[i] = out[i] * out[i + at];
    fixed[threadIdx.x] = local[at & 63];
    __syncthreads();  // every thread's element before the neighbour reads it
    out[threadIdx.x] = fixed[(threadIdx.x + at) & 1023] + local[(at * 7) & 63];
}

extern "C" __global__ void __launch_bounds__(64) bounded(int* out) { out[threadIdx.x] = 1; }

extern "C" __global__ void two_milliseconds(int* out) {
    unsigned long long start, now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(start));
    do {
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    } while (now - start < 2000000ull);
    out[0] = 1;
}

extern "C" __global__ void nothing() {}
extern "C" __global__ void good(int* out) { out[0] = 42; }
extern "C" __global__ void illegal(int* out) { *(out + (1ll << 40)) = 1; }
extern "C" __global__ void misaligned(int* out) { *(int*)((char*)out + 1) = 1; }
extern "C" __global__ void trapped(int* out) { asm volatile("trap;"); }
extern "C" __global__ void asserted(int* out) { assert(out == nullptr); }
extern "C" __global__ void endless(volatile int* out) { while (out[0] != 1) {} }
// Waits for 64 threads in a block of one.
extern "C" __global__ void waiting(int* out) { asm volatile("bar.sync 1, 64;"); }
"""


def request(folder: Path) -> CompileRequest:
    path = folder / "kernels.cu"
    if not path.exists():
        path.write_text(KERNELS)
    return CompileRequest(path, "sm_90")


def open_gpu(settings):
    return open_device("gpu", settings)


def launch_entry(case, device, settings, *, entry):
    """Launch one kernel on four zeroed ints; the detail is what it left in the first, and the process id."""
    artifact = device.compile(request(settings.root))
    kernel = device.load(artifact, entry)
    out = device.allocate(16, "out")
    device.copy_in(out, np.zeros(16, np.uint8))
    result = device.launch(kernel, LaunchConfig((1, 1, 1), (1, 1, 1)), (np.uint64(out.address),))
    value = int(device.copy_out(out).view(np.int32)[0])
    device.free_all()
    return CaseResult(
        case.id,
        case.variant.id,
        "gpu",
        Verdict.PASS,
        detail=f"{value} {os.getpid()}",
        kernel_us=result.kernel_us,
    )


TASK = Task(open_gpu, launch_entry)
