// Row softmax by teams of whole warps, which hold their rows in registers.
//
// NaN, +inf and rows of -inf: see reduce.cuh and online.cuh. 1 / 0 = inf makes 0 * inf = NaN of a row of
// -inf.
#pragma once

#include "held_row.cuh"
#include "merge_pairs.cuh"

// One row by a team of whole warps, `teams` of them in a block.
//
// Each warp works relative to its own maximum and rescales in the end, so the block waits once and not twice.
template <unsigned team, unsigned teams, unsigned packs, bool edges>
__device__ __forceinline__ void warps_softmax(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out,
                                          unsigned n_rows, unsigned n_cols, long long inp_stride,
                                          long long out_stride)
{
    constexpr unsigned n_warps = team / warp_lanes;
    __shared__ OnlineSum partials[teams][n_warps];
    const long long row = static_cast<long long>(blockIdx.x) * teams + (teams > 1 ? threadIdx.y : 0);
    OnlineSum* mine = partials[teams > 1 ? threadIdx.y : 0];

    HeldRow<team, packs, edges> held;
    held.load(inp + row * inp_stride, n_cols, threadIdx.x, row < n_rows);
    const float own_max = warp_max(held.max_of());
    const float own_sum = warp_sum(held.exponentiate(shift_of(own_max)));
    if (threadIdx.x % warp_lanes == 0)
        mine[threadIdx.x / warp_lanes] = {own_max, own_sum};
    __syncthreads(); // orders each warp's pair before all warps of the team merge them
    const OnlineSum total = merge_pairs<n_warps>(mine);
    if (row < n_rows)
        held.store(out + row * out_stride, n_cols, threadIdx.x,
                   expf(own_max - shift_of(total.max)) * (1.0f / total.sum));
}
