// Cooperative groups and asynchronous copies. Every kernel has the parameters (out, inp, n).
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

template <typename Tile>
__device__ float tile_sum(Tile tile, float value) {
    for (int offset = tile.size() / 2; offset > 0; offset /= 2) value += tile.shfl_down(value, offset);
    return tile.shfl(value, 0);
}

extern "C" __global__ void tiles(float* out, const float* inp, int n) {
    cg::thread_block block = cg::this_thread_block();
    int i = block.thread_rank();
    float value = i < n ? inp[i] : 0.0f;
    float four = tile_sum(cg::tiled_partition<4>(block), value);
    float warp = tile_sum(cg::tiled_partition<32>(block), value);
    block.sync();
    if (i < n) out[i] = four + 1000.0f * warp;
}

extern "C" __global__ void reduced(float* out, const float* inp, int n) {
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    int i = block.thread_rank();
    int sum = cg::reduce(warp, i, cg::plus<int>());
    float largest = cg::reduce(warp, i < n ? inp[i] : -1e30f, cg::greater<float>());
    if (i < n) out[i] = sum + largest;
}

extern "C" __global__ void coalesced(float* out, const float* inp, int n) {
    int i = threadIdx.x;
    if (i < n) {
        out[i] = -1.0f;
        if (inp[i] > 0.0f) {
            cg::coalesced_group group = cg::coalesced_threads();
            float value = group.shfl(inp[i], 0);
            out[i] = group.thread_rank() + 100.0f * group.size() + value;
        }
    }
}

extern "C" __global__ void labelled(float* out, const float* inp, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    cg::coalesced_group active = cg::coalesced_threads();
    auto same = cg::labeled_partition(active, i % 3);
    out[i] = same.thread_rank() + 100.0f * same.size();
}

extern "C" __global__ void copies(float* out, const float* inp, int n) {
    __shared__ __align__(16) float stage[2][256];
    int i = threadIdx.x;
    int parts = n / 256;
    if (parts > 0) __pipeline_memcpy_async(&stage[0][i * 4], &inp[i * 4], 16);
    __pipeline_commit();
    for (int part = 0; part < parts; part++) {
        if (part + 1 < parts) {
            for (int k = 0; k < 4; k++)
                __pipeline_memcpy_async(&stage[(part + 1) % 2][i + 64 * k], &inp[(part + 1) * 256 + i + 64 * k], 4);
        }
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();  // every thread's copy of this part is there before any of it is read
        for (int k = 0; k < 4; k++) {
            int at = i + 64 * k;
            out[part * 256 + at] = 2.0f * stage[part % 2][255 - at];
        }
        __syncthreads();  // everyone is done with this part before it is overwritten
    }
}
