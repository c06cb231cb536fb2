// Row softmax, one warp for several rows at a time, the rows kept in registers.
//
// /// variant
// summary    = "One warp per 2 rows of up to 256 columns, in registers; both rows' shuffles overlap."
// source     = "G. Luo, 'Optimizing softmax on GPU', kernel 4"
// args       = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// block      = [[32, 1], [32, 4], [32, 8]]
// grid       = "ceil_div(n_rows, block_y * 2)"
// requires   = ["block_x == warp", "n_cols <= warp * 8"]
// defines    = { ROWS_PER_WARP = 2, COLS_PER_THREAD = 8 }
// dtypes     = ["float32"]
// arithmetic = "ieee"
// parallel   = "warp"
// ///
//
// Mapping: warp w, counted over all blocks, has the rows 2 w and 2 w + 1; of each, lane l takes the columns
//          l, l + 32, ..., up to 8 of them.
// Memory:  1 read and 1 write per element, coalesced.
// Shared:  none.
// Needs:   blockDim.x = 32. At most 256 columns: a lane keeps 8 of each row in registers, and those are used
//          up by rows times columns. Any number of rows: the last warp may have rows that do not exist,
//          computes them like the others, on -inf, and does not write them.
// Change:  after softmax_warp_row. The row is read once, since a short row fits in the warp's registers. A
//          butterfly is five shuffles that each wait for the one before; with two rows per warp there are two
//          independent chains, and one runs while the other waits. Both counts are template parameters,
//          because only loops of known length unroll, and only unrolled loops keep an array in registers.

#include "reduce.cuh"

// Softmax of `rows` rows from `first_row` on by one full warp.
template <unsigned rows, unsigned cols_per_thread>
__device__ __forceinline__ void softmax_rows(const float* __restrict__ inp, float* __restrict__ out,
                                             long long first_row, unsigned n_rows, unsigned n_cols,
                                             long long inp_stride, long long out_stride)
{
    // A place without a row or a column holds -inf, which changes neither a maximum nor, as exp(-inf) = 0, a
    // sum. A row that is not there is -inf throughout and turns into NaN, which nobody reads.
    float value[rows][cols_per_thread];
    float row_max[rows];
#pragma unroll
    for (unsigned r = 0; r < rows; ++r) {
        const float* x = inp + (first_row + r) * inp_stride;
        row_max[r] = -CUDART_INF_F;
#pragma unroll
        for (unsigned i = 0; i < cols_per_thread; ++i) {
            const unsigned col = threadIdx.x + i * warp_lanes;
            value[r][i] = first_row + r < n_rows && col < n_cols ? x[col] : -CUDART_INF_F;
            row_max[r] = fmaxf(row_max[r], value[r][i]);
        }
    }
    // The rows in the inner loop: neighbouring shuffles do not depend on each other.
#pragma unroll
    for (unsigned offset = warp_lanes / 2; offset > 0; offset /= 2) {
#pragma unroll
        for (unsigned r = 0; r < rows; ++r)
            row_max[r] = fmaxf(row_max[r], __shfl_xor_sync(all_lanes, row_max[r], offset));
    }

    // A maximum of -inf makes every term NaN, and so the row. So does a NaN, and +inf by inf - inf.
    float sum[rows];
#pragma unroll
    for (unsigned r = 0; r < rows; ++r) {
        sum[r] = 0.0f;
#pragma unroll
        for (unsigned i = 0; i < cols_per_thread; ++i) {
            value[r][i] = expf(value[r][i] - row_max[r]);
            sum[r] += value[r][i];
        }
    }
#pragma unroll
    for (unsigned offset = warp_lanes / 2; offset > 0; offset /= 2) {
#pragma unroll
        for (unsigned r = 0; r < rows; ++r)
            sum[r] += __shfl_xor_sync(all_lanes, sum[r], offset);
    }

#pragma unroll
    for (unsigned r = 0; r < rows; ++r) {
        float* y = out + (first_row + r) * out_stride;
#pragma unroll
        for (unsigned i = 0; i < cols_per_thread; ++i) {
            const unsigned col = threadIdx.x + i * warp_lanes;
            if (first_row + r < n_rows && col < n_cols)
                y[col] = value[r][i] / sum[r];
        }
    }
}

extern "C" __global__ void softmax(const float* __restrict__ inp, float* __restrict__ out, unsigned n_rows,
                                   unsigned n_cols, long long inp_stride, long long out_stride)
{
    const long long warp = static_cast<long long>(blockIdx.x) * blockDim.y + threadIdx.y;
    const long long first_row = warp * ROWS_PER_WARP;
    if (first_row >= n_rows) // no row at all; the same answer in all lanes of the warp
        return;
    softmax_rows<ROWS_PER_WARP, COLS_PER_THREAD>(inp, out, first_row, n_rows, n_cols, inp_stride, out_stride);
}
