// Row softmax, a cluster of 8 blocks per row, the row in registers and opt-in shared memory.
//
// /// variant
// summary    = "A cluster of 8 blocks per row: 16 columns a thread in registers, others in shared memory."
// source     = "this project"
// block      = [[256], [512]]
// requires   = [
//   "n_cols * itemsize // 16 <= 8 * min(block_x * 32, 8192)",
//   "n_cols * itemsize % 16 == 0",
//   "inp_stride * itemsize % 16 == 0 and out_stride * itemsize % 16 == 0",
//   "inp_offset * itemsize % 16 == 0 and out_offset * itemsize % 16 == 0",
// ]
// dtypes     = ["float32", "float16", "bfloat16"]
// arithmetic = "fast_exp+reciprocal+online"
// parallel   = "block_x * 8"
// defines    = { TEAM = "block_x" }
//
// [[launch]]
// entry = "packs_4"
// when  = "n_cols * itemsize // 16 <= block_x * 8 * 4"
// args  = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows * 8"
// smem_bytes = "(4 - itemsize) * block_x * 16"
//
// [[launch]]
// entry = "packs_8"
// when  = "block_x * 8 * 4 < n_cols * itemsize // 16 <= block_x * 8 * 8"
// args  = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows * 8"
// smem_bytes = "(8 - itemsize) * block_x * 16"
//
// [[launch]]
// entry = "packs_10"
// when  = "block_x * 8 * 8 < n_cols * itemsize // 16 <= block_x * 8 * 10"
// args  = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows * 8"
// smem_bytes = "(10 - itemsize) * block_x * 16"
//
// [[launch]]
// entry = "packs_13"
// when  = "block_x * 8 * 10 < n_cols * itemsize // 16 <= block_x * 8 * 13"
// args  = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows * 8"
// smem_bytes = "(13 - itemsize) * block_x * 16"
//
// [[launch]]
// entry = "packs_16"
// when  = "block_x * 8 * 13 < n_cols * itemsize // 16 <= block_x * 8 * 16"
// args  = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows * 8"
// smem_bytes = "(16 - itemsize) * block_x * 16"
//
// [[launch]]
// entry = "packs_32"
// when  = "block_x * 8 * 16 < n_cols * itemsize // 16 <= block_x * 8 * 32"
// args  = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows * 8"
// smem_bytes = "(32 - itemsize) * block_x * 16"
// ///
//
// Mapping: a cluster of 8 blocks has a row. Stripes of one pack a thread go to the cluster's blocks in turn.
// Memory:  1 read and 1 write per element, 16 bytes at a time; most of it by asynchronous copies.
// Shared:  16 bytes for each pack that is not in registers, given at launch; 8 bytes for each warp of the
//          cluster.
// Needs:   rows that start on 16-byte boundaries and consist of whole packs; softmax_cluster_8_shifted takes
//          the others.
//          A GPU before sm_90 has no clusters: there the first block of each works alone.
// Change:  after softmax_parked. A row of several blocks is held by as many multiprocessors; each warp stores
//          its maximum
//          and sum into the shared memory of all blocks, and the cluster waits once.

#include "slice_softmax.cuh"

// 16 columns of a thread in registers, the other packs in shared memory.
#define ENTRY(packs)                                                                                         \
    extern "C" __global__ void CLUSTER_OF(8) __launch_bounds__(TEAM, resident_blocks<TEAM, packs>)           \
        packs_##packs(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out, unsigned n_cols,         \
                        long long inp_stride, long long out_stride)                                          \
    {                                                                                                        \
        slice_softmax<8, TEAM, 16 / pack_cols, packs - 16 / pack_cols, false>(inp, out, n_cols, inp_stride,  \
                                                                              out_stride);                   \
    }

ENTRY(4)
ENTRY(8)
ENTRY(10)
ENTRY(13)
ENTRY(16)
#if TEAM <= 256
ENTRY(32)
#endif
