// Row softmax in three kernels, several blocks per row.
//
// /// variant
// summary    = "Three kernels: a pair for each slice of a row, a pair for each row, then the result."
// source     = "'How to write an efficient softmax CUDA kernel' (in Chinese), three-phase pipeline"
// block      = [[64], [256]]
// requires   = ["block_x % warp == 0", "n_rows * ceil_div(n_cols, block_x * 4) <= 2147483647"]
// defines    = { SLICE_COLS = "block_x * 4" }
// dtypes     = ["float32"]
// arithmetic = "ieee+online"
// parallel   = "block_x * ceil_div(n_cols, block_x * 4)"
//
// [[launch]]
// entry = "reduce_slices"
// args  = ["inp", "slice_pairs", "n_cols", "inp_stride"]
// grid  = "n_rows * ceil_div(n_cols, block_x * 4)"
//
// [[launch]]
// entry = "merge_slices"
// args  = ["slice_pairs", "row_pairs", "n_rows", "n_cols"]
// block = [32, 4]
// grid  = "ceil_div(n_rows, block_y)"
//
// [[launch]]
// entry = "write_slices"
// args  = ["inp", "row_pairs", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows * ceil_div(n_cols, block_x * 4)"
//
// [[scratch]]
// name  = "slice_pairs"
// bytes = "n_rows * ceil_div(n_cols, block_x * 4) * 8"
//
// [[scratch]]
// name  = "row_pairs"
// bytes = "n_rows * 8"
// ///
//
// Mapping: a row is cut into slices of 4 columns per thread. First and third kernel: one block per slice;
//          thread t takes the columns t, t + blockDim.x, ... of it. Second kernel: one warp per row; lane l
//          takes the slices l, l + 32, ...
// Memory:  2 reads and 1 write per element, coalesced; 8 bytes per slice and per row in between, written once
//          and read once or, by every block of the row, from a cache.
// Shared:  256 bytes in the first kernel: one pair for each of at most 32 warps.
// Needs:   a one-dimensional block whose size is a multiple of 32 (block_merge). Slices of all rows are
//          numbered along the grid's x, which has room for 2147483647.
// Change:  after softmax_block_three_phase. Its phases wait for each other at barriers, and a barrier ends at
//          the block, so a row has one block and a few long rows leave most of a GPU idle. Between kernels
//          everything waits, so phases that are kernels of their own can spread a row over any number of
//          blocks. What one phase hands to the next has to go through memory, and three launches cost a few
//          microseconds.

#include "online.cuh"

__device__ __forceinline__ unsigned count_slices(unsigned n_cols)
{
    return (n_cols + SLICE_COLS - 1) / SLICE_COLS;
}

extern "C" __global__ void reduce_slices(const float* __restrict__ inp, OnlineSum* __restrict__ slice_pairs,
                                         unsigned n_cols, long long inp_stride)
{
    __shared__ OnlineSum partials[warp_lanes];
    const unsigned n_slices = count_slices(n_cols);
    const float* x = inp + blockIdx.x / n_slices * inp_stride;
    const unsigned start = blockIdx.x % n_slices * SLICE_COLS;
    const unsigned end = min(start + SLICE_COLS, n_cols);

    OnlineSum mine = empty_sum();
    for (unsigned col = start + threadIdx.x; col < end; col += blockDim.x)
        add_element(mine, x[col]);
    const OnlineSum slice = block_merge(mine, partials);
    if (threadIdx.x == 0)
        slice_pairs[blockIdx.x] = slice;
}

extern "C" __global__ void merge_slices(const OnlineSum* __restrict__ slice_pairs,
                                        OnlineSum* __restrict__ row_pairs, unsigned n_rows, unsigned n_cols)
{
    const long long row = static_cast<long long>(blockIdx.x) * blockDim.y + threadIdx.y;
    if (row >= n_rows) // the last block may reach past the last row; the same answer in all lanes of a warp
        return;
    const unsigned n_slices = count_slices(n_cols);

    // A slice of nothing but -inf is the empty pair; merging two of them must not give NaN.
    OnlineSum mine = empty_sum();
    for (unsigned slice = threadIdx.x; slice < n_slices; slice += warp_lanes)
        mine = merge(mine, slice_pairs[row * n_slices + slice]);
    mine = warp_merge(mine);
    if (threadIdx.x == 0)
        row_pairs[row] = mine;
}

extern "C" __global__ void write_slices(const float* __restrict__ inp,
                                        const OnlineSum* __restrict__ row_pairs, float* __restrict__ out,
                                        unsigned n_cols, long long inp_stride, long long out_stride)
{
    const unsigned n_slices = count_slices(n_cols);
    const unsigned row = blockIdx.x / n_slices;
    const float* x = inp + row * inp_stride;
    float* y = out + row * out_stride;
    const unsigned start = blockIdx.x % n_slices * SLICE_COLS;
    const unsigned end = min(start + SLICE_COLS, n_cols);

    // No shift_of here: a row of -inf only is to be NaN, and exp(-inf - -inf) / 0 is.
    const OnlineSum total = row_pairs[row];
    for (unsigned col = start + threadIdx.x; col < end; col += blockDim.x)
        y[col] = expf(x[col] - total.max) / total.sum;
}
