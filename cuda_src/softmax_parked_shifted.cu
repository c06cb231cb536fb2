// Row softmax, a block per row, the row in registers and opt-in shared memory.
//
// /// variant
// summary    = "A block per row: 16 columns a thread in registers, others in shared memory; any address."
// source     = "this project"
// block      = [[256], [512]]
// requires   = [
//   "n_cols * itemsize // 16 <= min(block_x * 32, 8192)",
// ]
// dtypes     = ["float32", "float16", "bfloat16"]
// arithmetic = "fast_exp+reciprocal+online"
// parallel   = "block_x"
// defines    = { TEAM = "block_x" }
//
// [[launch]]
// entry = "packs_4"
// when  = "n_cols * itemsize // 16 <= block_x * 4"
// args  = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows"
// smem_bytes = "(4 - itemsize) * block_x * 16"
//
// [[launch]]
// entry = "packs_8"
// when  = "block_x * 4 < n_cols * itemsize // 16 <= block_x * 8"
// args  = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows"
// smem_bytes = "(8 - itemsize) * block_x * 16"
//
// [[launch]]
// entry = "packs_10"
// when  = "block_x * 8 < n_cols * itemsize // 16 <= block_x * 10"
// args  = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows"
// smem_bytes = "(10 - itemsize) * block_x * 16"
//
// [[launch]]
// entry = "packs_13"
// when  = "block_x * 10 < n_cols * itemsize // 16 <= block_x * 13"
// args  = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows"
// smem_bytes = "(15 - itemsize * 3 // 2) * block_x * 16"
//
// [[launch]]
// entry = "packs_16"
// when  = "block_x * 13 < n_cols * itemsize // 16 <= block_x * 16"
// args  = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows"
// smem_bytes = "(16 - itemsize) * block_x * 16"
//
// [[launch]]
// entry = "packs_32"
// when  = "block_x * 16 < n_cols * itemsize // 16 <= block_x * 32"
// args  = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// grid  = "n_rows"
// smem_bytes = "(32 - itemsize) * block_x * 16"
// ///
//
// Mapping: a block has a row. Stripes of one pack a thread go to the threads in turn.
// Memory:  1 read and 1 write per element, 16 bytes at a time; most of it by asynchronous copies.
// Shared:  16 bytes for each pack that is not in registers, given at launch; 8 bytes for each warp.
// Needs:   nothing of addresses and strides: a row is cut at the 16-byte boundaries of its own address
//          (vec.cuh). Where
//          out is off them by another amount than inp, it is written column by column.
// Change:  after softmax_warps. What registers cannot hold waits in shared memory, where each thread finds
//          its own packs
//          again, without a barrier; two or more blocks fit on a multiprocessor, so one reads while another
//          computes.

#include "slice_softmax.cuh"

// 16 columns of a thread in registers, the other packs in shared memory; of 13 packs of a 16-bit type one, since the
// edges need registers too.
template <unsigned packs>
constexpr unsigned held_packs = sizeof(scalar_t) == 2 && packs == 13 ? 1 : 16 / pack_cols;

#define ENTRY(packs)                                                                                         \
    extern "C" __global__ void __launch_bounds__(TEAM, 1024 / TEAM)                                          \
        packs_##packs(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out, unsigned n_cols,         \
                        long long inp_stride, long long out_stride)                                          \
    {                                                                                                        \
        slice_softmax<1, TEAM, held_packs<packs>, packs - held_packs<packs>, true>(inp, out, n_cols,         \
                                                                                   inp_stride, out_stride);  \
    }

ENTRY(4)
ENTRY(8)
ENTRY(10)
ENTRY(13)
ENTRY(16)
#if TEAM <= 256
ENTRY(32)
#endif
