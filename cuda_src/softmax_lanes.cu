// Row softmax, a few lanes of a warp per row, one or two rows of each in flight.
//
// /// variant
// summary    = "4 to 32 lanes per row of up to 8 packs each, in registers; 1 or 2 rows each."
// source     = "this project"
// block      = [[4, 32], [8, 16], [16, 8], [32, 4]]
// requires   = [
//   "n_cols * itemsize // 16 <= block_x * 8",
//   "n_cols * itemsize % 16 == 0",
//   "inp_stride * itemsize % 16 == 0 and out_stride * itemsize % 16 == 0",
//   "inp_offset * itemsize % 16 == 0 and out_offset * itemsize % 16 == 0",
// ]
// dtypes     = ["float32", "float16", "bfloat16"]
// arithmetic = "fast_exp+reciprocal"
// parallel   = "block_x"
// defines    = { TEAM = "block_x", TEAMS = "block_y" }
//
// [[launch]]
// entry = "packs_1"
// when  = "n_cols * itemsize // 16 <= block_x"
// args  = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// grid  = "ceil_div(n_rows, block_y * (1 + (1 * 16 <= 16 * itemsize)))"
//
// [[launch]]
// entry = "packs_2"
// when  = "block_x < n_cols * itemsize // 16 <= block_x * 2"
// args  = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// grid  = "ceil_div(n_rows, block_y * (1 + (2 * 16 <= 16 * itemsize)))"
//
// [[launch]]
// entry = "packs_4"
// when  = "block_x * 2 < n_cols * itemsize // 16 <= block_x * 4"
// args  = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// grid  = "ceil_div(n_rows, block_y * (1 + (4 * 16 <= 16 * itemsize)))"
//
// [[launch]]
// entry = "packs_8"
// when  = "block_x * 4 < n_cols * itemsize // 16 <= block_x * 8"
// args  = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// grid  = "ceil_div(n_rows, block_y * (1 + (8 * 16 <= 16 * itemsize)))"
// ///
//
// Mapping: blockDim.x lanes are a team, blockDim.y teams a block. Of a row, lane l takes the packs l, l +
//          blockDim.x, ...
//          The teams of a block have neighbouring rows, so that a warp reads one piece of memory.
// Memory:  1 read and 1 write per element, 16 bytes at a time.
// Shared:  none.
// Needs:   rows that start on 16-byte boundaries and consist of whole packs; softmax_lanes_shifted takes the
//          others.
// Change:  after softmax_warp_packs. A row of 32 floats is 8 packs: a whole warp for it would leave 24 lanes
//          without
//          work. How many packs a lane holds is fixed in each kernel and the declaration picks the kernel, so
//          that
//          short rows pay for no loop and no registers they do not need.

#include "lanes_softmax.cuh"

// Two rows in flight where a lane holds no more than 16 columns of each.
#define ENTRY(packs)                                                                                         \
    extern "C" __global__ void __launch_bounds__(TEAM* TEAMS)                                                \
        packs_##packs(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out, unsigned n_rows,         \
                        unsigned n_cols, long long inp_stride, long long out_stride)                         \
    {                                                                                                        \
        lanes_softmax<TEAM, TEAMS, packs, 1 + (packs * pack_cols <= 16), false>(inp, out, n_rows, n_cols,    \
                                                                                inp_stride, out_stride);     \
    }

ENTRY(1)
ENTRY(2)
ENTRY(4)
ENTRY(8)
