// Row softmax of rows without gaps, moved as one piece.
//
// /// variant
// summary    = "A warp per row; 8 rows are one aligned piece of memory, worked on in shared memory."
// source     = "this project"
// block      = [[64], [128]]
// requires   = ["n_cols <= 32 * 32", "inp_stride == n_cols and out_stride == n_cols"]
// dtypes     = ["float32", "float16", "bfloat16"]
// arithmetic = "fast_exp+reciprocal"
// parallel   = "warp"
// defines    = { TEAM = "block_x" }
//
// [[launch]]
// entry = "cols_5"
// when  = "n_cols <= 32 * 5"
// args  = ["inp", "out", "n_rows", "n_cols"]
// grid  = "ceil_div(n_rows, 8)"
// smem_bytes = "8 * n_cols * itemsize + 16"
//
// [[launch]]
// entry = "cols_9"
// when  = "32 * 5 < n_cols <= 32 * 9"
// args  = ["inp", "out", "n_rows", "n_cols"]
// grid  = "ceil_div(n_rows, 8)"
// smem_bytes = "8 * n_cols * itemsize + 16"
//
// [[launch]]
// entry = "cols_17"
// when  = "32 * 9 < n_cols <= 32 * 17"
// args  = ["inp", "out", "n_rows", "n_cols"]
// grid  = "ceil_div(n_rows, 8)"
// smem_bytes = "8 * n_cols * itemsize + 16"
//
// [[launch]]
// entry = "cols_32"
// when  = "32 * 17 < n_cols <= 32 * 32"
// args  = ["inp", "out", "n_rows", "n_cols"]
// grid  = "ceil_div(n_rows, 8)"
// smem_bytes = "8 * n_cols * itemsize + 16"
// ///
//
// Mapping: block b has the rows 8 b to 8 b + 7, warp w of it the rows w, w + blockDim.x / 32, ...; of a row,
//          lane l takes
//          the columns l, l + 32, ...
// Memory:  1 read and 1 write per element, 16 bytes at a time, at the boundaries of the piece and not of its
//          rows.
// Shared:  the rows and 16 bytes, given at launch.
// Needs:   rows that follow each other without a gap. Any address and number of columns up to 1024.
// Change:  after softmax_lanes_shifted. Of a row of 257 floats both ends are accesses of their own, and every
//          store of a
//          warp straddles one line of the cache more than it fills; of eight rows in one piece, nothing is.

#include "chunk_softmax.cuh"

#define ENTRY(cols)                                                                                          \
    extern "C" __global__ void __launch_bounds__(TEAM)                                                       \
        cols_##cols(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out, unsigned n_rows,           \
                       unsigned n_cols)                                                                      \
    {                                                                                                        \
        chunk_softmax<TEAM, 8, cols>(inp, out, n_rows, n_cols);                                              \
    }

ENTRY(5)
ENTRY(9)
ENTRY(17)
ENTRY(32)
