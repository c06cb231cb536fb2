// Row softmax, blocks that stay and stream rows through shared memory.
//
// /// variant
// summary    = "Blocks stay for many rows; the next rows are copied while one is worked on."
// source     = "this project"
// block      = [[128], [256]]
// requires   = [
//   "n_cols * itemsize // 16 <= block_x * 8",
//   "n_cols * itemsize % 16 == 0",
//   "inp_stride * itemsize % 16 == 0 and out_stride * itemsize % 16 == 0",
//   "inp_offset * itemsize % 16 == 0 and out_offset * itemsize % 16 == 0",
// ]
// dtypes     = ["float32", "float16", "bfloat16"]
// arithmetic = "fast_exp+reciprocal+online"
// parallel   = "block_x"
// defines    = { TEAM = "block_x", BLOCKS = "768 // block_x" }
//
// [[launch]]
// entry = "packs_4"
// when  = "n_cols * itemsize // 16 <= block_x * 4"
// args  = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// grid  = "min(n_rows, 132 * (768 // block_x))"
// smem_bytes = "block_x * 16 * 16"
//
// [[launch]]
// entry = "packs_8"
// when  = "block_x * 4 < n_cols * itemsize // 16 <= block_x * 8"
// args  = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// grid  = "min(n_rows, 132 * (768 // block_x))"
// smem_bytes = "block_x * 16 * 16"
// ///
//
// Mapping: block b has the rows b, b + gridDim.x, ...; as many blocks as fit on 132 multiprocessors at once.
//          Of a row,
//          thread t takes the packs t, t + blockDim.x, ...
// Memory:  1 read and 1 write per element, 16 bytes at a time; reads are asynchronous copies.
// Shared:  room for 16 packs a thread, two rows or more, given at launch; 16 bytes for each warp.
// Needs:   rows that start on 16-byte boundaries and consist of whole packs.
// Change:  after softmax_warps. A block that ends leaves its place empty until the next one has started and
//          its first
//          loads are back; one that stays has asked for its next row by then.

#include "stream_softmax.cuh"

#define ENTRY(packs)                                                                                         \
    extern "C" __global__ void __launch_bounds__(TEAM, BLOCKS)                                               \
        packs_##packs(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out, unsigned n_rows,         \
                        unsigned n_cols, long long inp_stride, long long out_stride)                         \
    {                                                                                                        \
        stream_softmax<1, TEAM, packs, 16, false>(inp, out, n_rows, n_cols, inp_stride, out_stride);         \
    }

ENTRY(4)
ENTRY(8)
