// Row softmax, the whole grid per row, for few long rows.
//
// /// variant
// summary    = "All blocks share each row; batches of rows on the chip; one grid barrier a batch."
// source     = "this project"
// block      = [[512], [1024]]
// requires   = ["n_cols * itemsize // 16 <= 132 * (512 * itemsize // block_x) * block_x"]
// dtypes     = ["float32", "float16", "bfloat16"]
// arithmetic = "fast_exp+reciprocal+online"
// parallel   = "block_x * min(132, ceil_div(n_cols * itemsize, 16 * block_x))"
//
// [defines]
// TEAM   = "block_x"
// PACKS  = "512 * itemsize // block_x"
// PARKED = "min(4096 * itemsize, 13312) // block_x"
//
// [[launch]]
// entry       = "softmax"
// args        = ["inp", "out", "pairs", "n_rows", "n_cols", "inp_stride", "out_stride"]
// grid        = "min(132, ceil_div(n_cols * itemsize, 16 * block_x))"
// smem_bytes  = "min(4096 * itemsize, 13312) // block_x * block_x * 16"
// cooperative = true
//
// [[scratch]]
// name  = "pairs"
// bytes = "n_rows * min(132, ceil_div(n_cols * itemsize, 16 * block_x)) * 8"
// ///
//
// Mapping: stripes of one pack a thread go to all blocks in turn. A batch is 8 rows: of a million floats each
//          that is as much as 132 multiprocessors hold.
// Memory:  1 read and 1 write per element, 16 bytes at a time; 8 bytes per row and block in between.
// Shared:  128 or 208 KB for the rows, 256 bytes a row for the warps' pairs.
// Needs:   132 multiprocessors with 227 KB of shared memory for a block, as an H100 SXM or H200 has: all
//          blocks are
//          there at the same time. At most 1081344 columns. Any address and stride.
// Change:  after softmax_split_packs. There the second kernel reads everything again; here it still is where
//          it was
//          when the maxima and sums were taken.

#include "grid_softmax.cuh"

extern "C" __global__ void __launch_bounds__(TEAM, 1)
    softmax(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out, OnlineSum* pairs, unsigned n_rows,
            unsigned n_cols, long long inp_stride, long long out_stride)
{
    grid_softmax<TEAM, PACKS, 8, PARKED>(inp, out, pairs, n_rows, n_cols, inp_stride, out_stride);
}
