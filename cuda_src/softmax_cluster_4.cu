// Row softmax, a cluster of 4 blocks per row, the row in registers.
//
// /// variant
// summary    = "A cluster of 4 blocks per row, which is held in registers."
// source     = "this project"
// block      = [[128], [256]]
// requires   = [
//   "n_rows * 4 <= 2147483647",
//   "n_cols * itemsize // 16 <= 4 * block_x * (8 + 8 * (block_x == 256))",
//   "n_cols * itemsize % 16 == 0",
//   "inp_stride * itemsize % 16 == 0 and out_stride * itemsize % 16 == 0",
//   "inp_offset * itemsize % 16 == 0 and out_offset * itemsize % 16 == 0",
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
//
// [[launch]]
// entry = "packs_6"
// when  = "block_x * 4 * 4 < n_cols * itemsize // 16 <= block_x * 4 * 6"
// args  = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows * 4"
// smem_bytes = "(itemsize == 2) * (block_x == 256) * 4 * block_x * 16"
//
// [[launch]]
// entry = "packs_7"
// when  = "block_x * 4 * 6 < n_cols * itemsize // 16 <= block_x * 4 * 7"
// args  = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows * 4"
// smem_bytes = "(itemsize == 2) * (block_x == 256) * 5 * block_x * 16"
//
// [[launch]]
// entry = "packs_8"
// when  = "block_x * 4 * 7 < n_cols * itemsize // 16 <= block_x * 4 * 8"
// args  = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows * 4"
// smem_bytes = "(itemsize == 2) * (block_x == 256) * 6 * block_x * 16"
//
// [[launch]]
// entry = "packs_12"
// when  = "block_x * 4 * 8 < n_cols * itemsize // 16 <= block_x * 4 * 12"
// args  = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows * 4"
// smem_bytes = "(itemsize == 2) * (block_x == 256) * 10 * block_x * 16"
//
// [[launch]]
// entry = "packs_16"
// when  = "block_x * 4 * 12 < n_cols * itemsize // 16 <= block_x * 4 * 16"
// args  = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows * 4"
// smem_bytes = "(itemsize == 2) * (block_x == 256) * 14 * block_x * 16"
// ///
//
// Mapping: a cluster of 4 blocks has a row. Stripes of one pack a thread go to the cluster's blocks in turn.
// Memory:  1 read and 1 write per element, 16 bytes at a time.
// Shared:  8 bytes for each warp of the cluster; of 16-bit rows by blocks of 256 threads, from packs_6 on,
//          all packs of a thread but two, given at launch (slice_softmax.cuh says why).
// Needs:   rows that start on 16-byte boundaries and consist of whole packs; softmax_cluster_4_shifted takes
//          the others. A GPU before sm_90 has no clusters: there the first block of each works alone.
// Change:  after softmax_parked. A row of several blocks is held by as many multiprocessors; each warp stores
//          its maximum and sum into the shared memory of all blocks, and each block waits for what it is to
//          get.

#include "cluster_entries.cuh"

CLUSTER_ENTRIES(4, false)
