// Row softmax, a block of every multiprocessor per row, for few long rows.
//
// /// variant
// summary    = "Gangs of 132 blocks share a row each; pairs are published, no barrier a row."
// source     = "this project"
// block      = [[256]]
// requires   = ["n_cols <= 132 * 32 * block_x"]
// dtypes     = ["float32", "float16", "bfloat16"]
// arithmetic = "fast_exp+reciprocal+online"
// parallel   = "block_x * min(132, ceil_div(n_cols * itemsize, 16 * block_x))"
// defines    = { TEAM = "block_x", PACKS = "2 * itemsize" }
//
// [[launch]]
// entry       = "softmax"
// args        = ["inp", "out", "pairs", "n_rows", "n_cols", "inp_stride", "out_stride"]
// grid        = "min(2, n_rows) * min(132, ceil_div(n_cols * itemsize, 16 * block_x))"
// smem_bytes  = "2 * itemsize * block_x * 16"
// cooperative = true
//
// [[scratch]]
// name  = "pairs"
// bytes = "n_rows * min(132, ceil_div(n_cols * itemsize, 16 * block_x)) * 8"
// ///
//
// Mapping: two gangs of at most 132 blocks take the rows in turn. Stripes of one pack a thread go to a gang's blocks in
//          turn; a thread has 32 columns at most.
// Memory:  1 read and 1 write per element, 16 bytes at a time; per row and block 8 bytes written twice, and read by
//          every block.
// Shared:  a slice of the next row, given at launch; 8 bytes for each warp.
// Needs:   132 multiprocessors that hold two blocks of 256 threads and 128 registers each: all blocks are there at the
//          same time. At most 1081344 columns. Any address and stride.
// Change:  after softmax_split_packs. There the second kernel reads everything again; here it still is where it was
//          when the maxima and sums were taken. A barrier of the grid for each row, or for a batch of them, took as
//          long as a third of the copies.

#include "grid_softmax.cuh"

extern "C" __global__ void __launch_bounds__(TEAM, 2)
    softmax(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out, OnlineSum* pairs, unsigned n_rows,
            unsigned n_cols, long long inp_stride, long long out_stride)
{
    grid_softmax<TEAM, PACKS, 132>(inp, out, pairs, min(2u, n_rows), n_rows, n_cols, inp_stride, out_stride);
}
