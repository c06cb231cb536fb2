// Row softmax in two kernels, several blocks per row.
//
// /// variant
// summary    = "Two kernels: a pair for each slice of a row, then the result; 16-byte packs."
// source     = "this project"
// block      = [[256], [512]]
// requires   = ["n_rows * min(132, ceil_div(n_cols * itemsize, 16 * block_x)) <= 2147483647"]
// dtypes     = ["float32", "float16", "bfloat16"]
// arithmetic = "fast_exp+reciprocal+online"
// parallel   = "block_x * min(132, ceil_div(n_cols * itemsize, 16 * block_x))"
// defines    = { TEAM = "block_x", PACK_BYTES_OF_BLOCK = "block_x * 16" }
//
// [[launch]]
// entry = "reduce"
// args  = ["inp", "pairs", "n_cols", "inp_stride"]
// grid  = "n_rows * min(132, ceil_div(n_cols * itemsize, 16 * block_x))"
//
// [[launch]]
// entry = "write"
// args  = ["inp", "pairs", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows * min(132, ceil_div(n_cols * itemsize, 16 * block_x))"
//
// [[scratch]]
// name  = "pairs"
// bytes = "n_rows * min(132, ceil_div(n_cols * itemsize, 16 * block_x)) * 8"
// ///
//
// Mapping: a row is cut into as many slices as a block can fill with packs, at most 132: one block each, in
//          both
//          kernels.
// Memory:  2 reads and 1 write per element, 16 bytes at a time; 8 bytes per slice in between.
// Shared:  256 bytes: one pair for each of at most 32 warps.
// Needs:   nothing of addresses, strides and sizes.
// Change:  after softmax_split_three_phase. Each block of the second kernel merges the slices' pairs for
//          itself, which
//          saves a launch.

#include "split_softmax.cuh"

__device__ __forceinline__ unsigned count_slices(unsigned n_cols)
{
    const unsigned long long row_bytes = static_cast<unsigned long long>(n_cols) * sizeof(scalar_t);
    return static_cast<unsigned>(min(132ull, (row_bytes + PACK_BYTES_OF_BLOCK - 1) / PACK_BYTES_OF_BLOCK));
}

extern "C" __global__ void __launch_bounds__(TEAM)
    reduce(const scalar_t* __restrict__ inp, OnlineSum* __restrict__ pairs, unsigned n_cols,
           long long inp_stride)
{
    reduce_slice<TEAM>(inp, pairs, n_cols, count_slices(n_cols), inp_stride);
}

extern "C" __global__ void __launch_bounds__(TEAM)
    write(const scalar_t* __restrict__ inp, const OnlineSum* __restrict__ pairs, scalar_t* __restrict__ out,
          unsigned n_cols, long long inp_stride, long long out_stride)
{
    write_slice<TEAM>(inp, pairs, out, n_cols, count_slices(n_cols), inp_stride, out_stride);
}
