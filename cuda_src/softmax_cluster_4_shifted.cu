// Row softmax, a cluster of 4 blocks per row, the row in registers and opt-in shared memory.
//
// /// variant
// summary    = "A cluster of 4 blocks per row: 16 columns a thread in registers; any address."
// source     = "this project"
// block      = [[256], [512]]
// requires   = [
//   "n_cols * itemsize // 16 <= 4 * min(block_x * 32, 8192)",
// ]
// dtypes     = ["float32", "float16", "bfloat16"]
// arithmetic = "fast_exp+reciprocal+online"
// parallel   = "block_x * 4"
// defines    = { TEAM = "block_x" }
//
// [[launch]]
// entry = "packs_4"
// when  = "n_cols * itemsize // 16 <= block_x * 4 * 4"
// args  = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows * 4"
// smem_bytes = "(4 - itemsize) * block_x * 16"
//
// [[launch]]
// entry = "packs_8"
// when  = "block_x * 4 * 4 < n_cols * itemsize // 16 <= block_x * 4 * 8"
// args  = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows * 4"
// smem_bytes = "(8 - itemsize) * block_x * 16"
//
// [[launch]]
// entry = "packs_10"
// when  = "block_x * 4 * 8 < n_cols * itemsize // 16 <= block_x * 4 * 10"
// args  = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows * 4"
// smem_bytes = "(10 - itemsize) * block_x * 16"
//
// [[launch]]
// entry = "packs_13"
// when  = "block_x * 4 * 10 < n_cols * itemsize // 16 <= block_x * 4 * 13"
// args  = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows * 4"
// smem_bytes = "(13 - itemsize) * block_x * 16"
//
// [[launch]]
// entry = "packs_16"
// when  = "block_x * 4 * 13 < n_cols * itemsize // 16 <= block_x * 4 * 16"
// args  = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows * 4"
// smem_bytes = "(16 - itemsize) * block_x * 16"
//
// [[launch]]
// entry = "packs_32"
// when  = "block_x * 4 * 16 < n_cols * itemsize // 16 <= block_x * 4 * 32"
// args  = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows * 4"
// smem_bytes = "(32 - itemsize) * block_x * 16"
// ///
//
// Mapping: a cluster of 4 blocks has a row. Stripes of one pack a thread go to the cluster's blocks in turn.
// Memory:  1 read and 1 write per element, 16 bytes at a time; most of it by asynchronous copies.
// Shared:  16 bytes for each pack that is not in registers, given at launch; 8 bytes for each warp of the
//          cluster.
// Needs:   nothing of addresses and strides: a row is cut at the 16-byte boundaries of its own address
//          (vec.cuh). Where
//          out is off them by another amount than inp, it is written column by column.
//          A GPU before sm_90 has no clusters: there the first block of each works alone.
// Change:  after softmax_parked. A row of several blocks is held by as many multiprocessors; each warp stores
//          its maximum
//          and sum into the shared memory of all blocks, and the cluster waits once.

#include "slice_softmax.cuh"

// 16 columns of a thread in registers, the other packs in shared memory.
#define ENTRY(packs)                                                                                         \
    extern "C" __global__ void CLUSTER_OF(4) __launch_bounds__(TEAM, resident_blocks<TEAM, packs>)           \
        packs_##packs(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out, unsigned n_cols,         \
                        long long inp_stride, long long out_stride)                                          \
    {                                                                                                        \
        slice_softmax<4, TEAM, 16 / pack_cols, packs - 16 / pack_cols, true>(inp, out, n_cols, inp_stride,   \
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
