// Row softmax, two to thirty-two warps per row, the row in registers.
//
// /// variant
// summary    = "64 to 1024 threads per row of up to 8 packs each, in registers; one barrier; any address."
// source     = "this project"
// block      = [[64], [128], [256]]
// requires   = [
//   "n_cols * itemsize // 16 <= min(block_x * 8, 2048)",
// ]
// dtypes     = ["float32", "float16", "bfloat16"]
// arithmetic = "fast_exp+reciprocal+online"
// parallel   = "block_x"
// defines    = { TEAM = "block_x", TEAMS = "block_y" }
//
// [[launch]]
// entry = "packs_1"
// when  = "n_cols * itemsize // 16 <= block_x"
// args  = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// grid  = "ceil_div(n_rows, block_y)"
//
// [[launch]]
// entry = "packs_2"
// when  = "block_x < n_cols * itemsize // 16 <= block_x * 2"
// args  = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// grid  = "ceil_div(n_rows, block_y)"
//
// [[launch]]
// entry = "packs_4"
// when  = "block_x * 2 < n_cols * itemsize // 16 <= block_x * 4"
// args  = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// grid  = "ceil_div(n_rows, block_y)"
//
// [[launch]]
// entry = "packs_8"
// when  = "block_x * 4 < n_cols * itemsize // 16 <= block_x * 8"
// args  = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// grid  = "ceil_div(n_rows, block_y)"
// ///
//
// Mapping: blockDim.x threads are a team with one row, blockDim.y teams a block. Of a row, thread t takes the
//          packs t,
//          t + blockDim.x, ...
// Memory:  1 read and 1 write per element, 16 bytes at a time.
// Shared:  8 bytes for each warp.
// Needs:   nothing of addresses and strides: a row is cut at the 16-byte boundaries of its own address
//          (vec.cuh). Where
//          out is off them by another amount than inp, it is written column by column.
// Change:  after softmax_block_packs. Each warp's exponentials are relative to the warp's own maximum and are
//          rescaled
//          with the reciprocal of the sum, in one multiplication; so the block waits once and not twice.

#include "warps_softmax.cuh"

#define ENTRY(packs)                                                                                         \
    extern "C" __global__ void __launch_bounds__(TEAM* TEAMS)                                                \
        packs_##packs(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out, unsigned n_rows,         \
                        unsigned n_cols, long long inp_stride, long long out_stride)                         \
    {                                                                                                        \
        warps_softmax<TEAM, TEAMS, packs, true>(inp, out, n_rows, n_cols, inp_stride, out_stride);           \
    }

ENTRY(1)
ENTRY(2)
#if TEAM <= 512
ENTRY(4)
#endif
#if TEAM <= 256
ENTRY(8)
#endif
