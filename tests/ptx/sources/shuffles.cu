// Reductions that drop what shuffles read from lanes which do not take part: right ones, and the same ones with a
// guard that is missing (FAULT 1) or lets one lane too many in (FAULT 2).
//
// Every kernel takes (float* out, const float* inp, int n) like those of the other files. All n threads are in one warp,
// except in `partials`.

#include <cooperative_groups.h>

#ifndef FAULT
#define FAULT 0
#endif

namespace cg = cooperative_groups;

constexpr unsigned all_lanes = 0xffffffffu;

__device__ bool holds(bool guard, bool one_off) { return FAULT == 0 ? guard : FAULT == 1 || one_off; }

// A tree over the lanes that exist.
extern "C" __global__ void down(float* out, const float* inp, int n)
{
    const int lane = threadIdx.x;
    float value = inp[lane];
    for (int step = 16; step > 0; step /= 2) {
        const float other = __shfl_down_sync(all_lanes, value, step); // shuffle of down
        if (holds(lane + step < n, lane + step <= n))
            value += other;
    }
    if (lane == 0)
        out[0] = value;
}

// A scan over the lanes from 8 on; those below have left.
extern "C" __global__ void up(float* out, const float* inp, int n)
{
    const int lane = threadIdx.x;
    if (lane < 8) {
        out[lane] = 0.0f;
        return;
    }
    float value = inp[lane];
    for (int step = 1; step < 32; step *= 2) {
        const float other = __shfl_up_sync(0xffffff00u, value, step); // shuffle of up
        if (holds(lane - step >= 8, lane - step >= 7))
            value += other;
    }
    out[lane] = value;
}

// Tiles of eight lanes, the last of which is not full.
extern "C" __global__ void tiles(float* out, const float* inp, int n)
{
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const int rank = tile.thread_rank(), live = min(8, n - (int)threadIdx.x + rank);
    float value = inp[threadIdx.x];
    for (int step = 4; step > 0; step /= 2) {
        const float other = tile.shfl_down(value, step);
        if (holds(rank + step < live, rank + step <= live))
            value += other;
    }
    if (rank == 0)
        out[threadIdx.x / 8] = value;
}

// Sums of the segments of equal keys, here three lanes each; the key of a missing lane is undefined as well.
extern "C" __global__ void segments(float* out, const float* inp, int n)
{
    const int lane = threadIdx.x, key = lane / 3;
    float value = inp[lane];
    for (int step = 1; step < 32; step *= 2) {
        const float other = __shfl_down_sync(all_lanes, value, step);
        const int its_key = __shfl_down_sync(all_lanes, key, step); // shuffle of segments
        if (holds(lane + step < n, lane + step <= n) && its_key == key)
            value += other;
    }
    out[lane] = value;
}

// Through shared memory: every lane parks what it got, those whose neighbour exists use it.
extern "C" __global__ void parked(float* out, const float* inp, int n)
{
    __shared__ float others[32];
    const int lane = threadIdx.x;
    others[lane] = __shfl_down_sync(all_lanes, inp[lane], 1); // shuffle of parked
    __syncwarp(); // the parked values are there
    const int last = n - (FAULT ? 0 : 1);
    float sum = 0.0f;
    for (int i = 0; i < last; ++i)
        sum += others[i];
    out[lane] = sum;
}

// As an index: a lane follows the lane whose number it was given, if it was given one.
extern "C" __global__ void followed(float* out, const float* inp, int n)
{
    const int lane = threadIdx.x;
    const int next = __shfl_down_sync(all_lanes, lane, 4); // shuffle of followed
    out[lane] = holds(lane + 4 < n, lane + 4 <= n) ? inp[next & 31] : 0.0f;
}

// A sum of n threads in two warps, of which the second is not full.
extern "C" __global__ void partials(float* out, const float* inp, int n)
{
    __shared__ float partials[2];
    const int thread = threadIdx.x;
    float value = inp[thread];
    for (int step = 16; step > 0; step /= 2) {
        const float other = __shfl_down_sync(all_lanes, value, step); // shuffle of partials
        if (holds(thread + step < n, thread + step <= n))
            value += other;
    }
    if (thread % 32 == 0)
        partials[thread / 32] = value; // store of partials
    __syncthreads();
    if (thread == 0)
        out[0] = partials[0] + partials[1];
}
