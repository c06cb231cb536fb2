// Row softmax by teams of lanes within a warp, which hold their rows in registers.
//
// NaN, +inf and rows of -inf: see reduce.cuh and online.cuh. 1 / 0 = inf makes 0 * inf = NaN of a row of
// -inf.
#pragma once

#include "held_row.cuh"
#include "reduce.cuh"

// Several rows by one team within a warp: rows `first_row`, `first_row + row_step`, ...
//
// The team's maximum comes first, so each exponential is relative to the row's maximum. The rows are in the
// inner
// loop of the shuffles: neighbouring shuffles do not depend on each other.
template <unsigned team, unsigned packs, unsigned rows, bool edges>
__device__ __forceinline__ void lanes_rows(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out,
                                           long long first_row, unsigned row_step, unsigned n_rows,
                                           unsigned n_cols, long long inp_stride, long long out_stride,
                                           unsigned thread)
{
    static_assert(team <= warp_lanes, "a team within a warp has at most 32 threads");
    HeldRow<team, packs, edges> held[rows];
#pragma unroll
    for (unsigned r = 0; r < rows; ++r) {
        const long long row = first_row + static_cast<long long>(r) * row_step;
        held[r].load(inp + row * inp_stride, n_cols, thread, row < n_rows);
    }
    float row_max[rows];
#pragma unroll
    for (unsigned r = 0; r < rows; ++r)
        row_max[r] = held[r].max_of();
#pragma unroll
    for (unsigned offset = team / 2; offset > 0; offset /= 2) {
#pragma unroll
        for (unsigned r = 0; r < rows; ++r)
            row_max[r] = fmaxf(row_max[r], __shfl_xor_sync(all_lanes, row_max[r], offset));
    }
    float sum[rows];
#pragma unroll
    for (unsigned r = 0; r < rows; ++r)
        sum[r] = held[r].exponentiate(row_max[r]);
#pragma unroll
    for (unsigned offset = team / 2; offset > 0; offset /= 2) {
#pragma unroll
        for (unsigned r = 0; r < rows; ++r)
            sum[r] += __shfl_xor_sync(all_lanes, sum[r], offset);
    }
#pragma unroll
    for (unsigned r = 0; r < rows; ++r) {
        const long long row = first_row + static_cast<long long>(r) * row_step;
        if (row < n_rows)
            held[r].store(out + row * out_stride, n_cols, thread, 1.0f / sum[r]);
    }
}

// A block of `teams` teams within warps, each with `rows` rows. Row r of all teams lies together, so that a
// warp's
// accesses do.
template <unsigned team, unsigned teams, unsigned packs, unsigned rows, bool edges>
__device__ __forceinline__ void lanes_softmax(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out,
                                              unsigned n_rows, unsigned n_cols, long long inp_stride,
                                              long long out_stride)
{
    const long long first_row = static_cast<long long>(blockIdx.x) * (teams * rows) + threadIdx.y;
    lanes_rows<team, packs, rows, edges>(inp, out, first_row, teams, n_rows, n_cols, inp_stride, out_stride,
                                         threadIdx.x);
}
