// Cooperative groups within a block. Kernels have the parameters (out, inp, n); 128 threads.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

extern "C" __global__ void reductions(int* out, const int* inp, int n) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    int i = block.thread_rank(), value = inp[i];
    out[i] = cg::reduce(tile, value, cg::plus<int>());
    out[n + i] = cg::reduce(tile, value, cg::less<int>()) + 1000 * cg::reduce(tile, value, cg::bit_xor<int>());
    out[2 * n + i] = (int)cg::reduce(tile, value * 0.5, cg::greater<double>());
    out[3 * n + i] = cg::inclusive_scan(tile, value);
    out[4 * n + i] = cg::exclusive_scan(tile, value, cg::plus<int>());
    out[5 * n + i] = (int)cg::inclusive_scan(tile, (float)value, cg::greater<float>());
}

extern "C" __global__ void partitions(int* out, const int* inp, int n) {
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    int i = block.thread_rank(), value = inp[i];
    auto halves = cg::binary_partition(warp, value % 2 == 1);
    out[i] = cg::reduce(halves, value, cg::plus<int>());
    auto same = cg::labeled_partition(warp, value % 3);
    out[n + i] = same.thread_rank() + 100 * same.num_threads();
    out[2 * n + i] = -1;
    if (value % 4 == 0) {
        auto active = cg::coalesced_threads();
        out[2 * n + i] = cg::exclusive_scan(active, 1) + 100 * active.size();
    }
    out[3 * n + i] = warp.match_any(value % 5) == warp.ballot(value % 5 == 2);
    out[4 * n + i] = warp.any(value == 0) + 2 * warp.all(value >= 0) + 4 * block.group_dim().x + warp.meta_group_rank();
}

extern "C" __global__ void copies(int* out, const int* inp, int n) {
    __shared__ __align__(16) int stage[256];
    auto block = cg::this_thread_block();
    int i = block.thread_rank();
    cg::memcpy_async(block, stage, inp, sizeof(int) * n);
    cg::memcpy_async(block, stage + 128, inp, sizeof(int) * n);
    cg::wait(block);
    out[i] = stage[n - 1 - i] + stage[128 + i];
}
