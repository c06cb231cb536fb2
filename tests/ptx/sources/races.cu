// Ways to put accesses of several threads in order, each with a switch that leaves the ordering out. Every kernel has the
// parameters (out, inp, n); ORDERED is 1 or 0.
#include <cooperative_groups.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

// The tiles of 16 lanes exchange through shared memory; nothing is shared between tiles.
extern "C" __global__ void tile_of_16(float* out, const float* inp, int n) {
    __shared__ float values[256];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int i = threadIdx.x;
    values[i] = inp[i];
    if (ORDERED)
        tile.sync();  // orders the tile's stores before its loads
    out[i] = values[i ^ 15];
}

// Half of the warps produce, the others consume, through named barriers.
extern "C" __global__ void producer_consumer(float* out, const float* inp, int n) {
    __shared__ float ring[2][64];
    int warp = threadIdx.x / 32, i = threadIdx.x % 64;
    for (int part = 0; part < n / 64; part++) {
        float* slot = ring[part % 2];
        int full = 1 + part % 2, empty = 3 + part % 2;
        if (warp < 2) {
            if (part >= 2)
                asm volatile("bar.sync %0, 128;" ::"r"(empty) : "memory");  // the slot has been read
            slot[i] = inp[64 * part + i];
            if (ORDERED)
                asm volatile("bar.arrive %0, 128;" ::"r"(full) : "memory");
        } else {
            if (ORDERED)
                asm volatile("bar.sync %0, 128;" ::"r"(full) : "memory");  // the slot has been filled
            out[64 * part + i] = slot[i ^ 33];
            if (part + 2 < n / 64)
                asm volatile("bar.arrive %0, 128;" ::"r"(empty) : "memory");
        }
    }
}

__device__ unsigned int n_done;

// The block that comes last adds up what the others left.
extern "C" __global__ void last_block(float* out, const float* inp, int n) {
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        float sum = 0.0f;
        for (int i = blockIdx.x; i < n; i += gridDim.x)
            sum += inp[i];
        out[1 + blockIdx.x] = sum;
        if (ORDERED)
            __threadfence();  // the sum is there before the ticket is taken
        is_last = atomicInc(&n_done, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();  // everyone knows whether the block is the last
    if (is_last && threadIdx.x == 0) {
        float total = 0.0f;
        for (int block = 0; block < gridDim.x; block++)
            total += out[1 + block];
        out[0] = total;
    }
}

// A histogram in shared memory, cleared, filled by atomics and read.
extern "C" __global__ void histogram(float* out, const float* inp, int n) {
    __shared__ unsigned int bins[32];
    if (threadIdx.x < 32)
        bins[threadIdx.x] = 0;
    __syncthreads();  // the bins are clear before anything is counted
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&bins[i % 31], 1u);
    if (ORDERED)
        __syncthreads();  // everything is counted before it is read
    if (threadIdx.x < 32)
        out[threadIdx.x] = bins[threadIdx.x];
}

// Every thread has two bytes of its own, next to those of its neighbours.
extern "C" __global__ void neighbours(float* out, const float* inp, int n) {
    __shared__ short halves[128];
    __shared__ char bytes[128];
    int i = threadIdx.x;
    halves[i] = i;
    bytes[i] = i;
    if (ORDERED)
        __syncthreads();
    out[i] = halves[ORDERED ? 127 - i : i] + bytes[ORDERED ? 127 - i : i];
}

// A flag that several threads raise alike.
extern "C" __global__ void raised_flag(float* out, const float* inp, int n) {
    __shared__ int flag;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();  // the flag is down before it is raised
    if (inp[threadIdx.x] > 0.0f)
        flag = 1;
    if (ORDERED)
        __syncthreads();  // whoever raises it has done so before it is looked at
    out[threadIdx.x] = flag;
}

// Sums of a warp in the old style: lanes count on running in step.
extern "C" __global__ void warp_in_step(float* out, const float* inp, int n) {
    __shared__ volatile float values[32];
    int i = threadIdx.x;
    values[i] = inp[i];
    for (int offset = 16; offset > 0; offset /= 2) {
        float other = 0.0f;
        if (ORDERED)
            __syncwarp();  // the level's values are there
        if (i < offset)
            other = values[i + offset];
        if (ORDERED)
            __syncwarp();  // all have been read
        if (i < offset)
            values[i] = values[i] + other;
    }
    if (i == 0)
        out[0] = values[0];
}

// Parts of the input are copied in the background, one part ahead.
extern "C" __global__ void pipeline(float* out, const float* inp, int n) {
    __shared__ __align__(16) float stage[2][64];
    int i = threadIdx.x, parts = n / 64;
    __pipeline_memcpy_async(&stage[0][i], &inp[i], 4);
    __pipeline_commit();
    for (int part = 0; part < parts; part++) {
        if (part + 1 < parts)
            __pipeline_memcpy_async(&stage[(part + 1) % 2][i], &inp[(part + 1) * 64 + i], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        if (ORDERED)
            __syncthreads();  // the other threads' copies are there, too
        out[part * 64 + i] = stage[part % 2][63 - i];
        __syncthreads();  // everyone is done with this part before it is overwritten
    }
}
