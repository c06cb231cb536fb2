// Row softmax, one block per row, packs taken apart in shared memory.
//
// /// variant
// summary    = "One block per row: 16-byte packs, de-interleaved in shared memory; one exp per element."
// source     = "'SoftMax cuda operator explained' (in Chinese, after OneFlow), shared-memory kernel"
// args       = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// block      = [[64], [256], [1024]]
// grid       = "n_rows"
// smem_bytes = "ceil_div(n_cols, 16 // itemsize) * (16 // itemsize) * 4"
// requires   = [
//   "block_x % warp == 0",
//   "ceil_div(n_cols, 16 // itemsize) * (16 // itemsize) * 4 + 256 <= 48 * 1024",
// ]
// dtypes     = ["float32", "float16"]
// arithmetic = "ieee"
// parallel   = "block_x"
// ///
//
// Mapping: block b has row b. Packs go by thread: t, t + blockDim.x, ... Between load and store the threads
//          go over the places of the buffer instead, whichever columns lie there.
// Memory:  1 read and 1 write per element, 16 bytes at a time where the row starts at a multiple of 16.
// Shared:  one float for each column of each pack, given at launch; and 256 bytes for the two reductions.
// Needs:   a one-dimensional block whose size is a multiple of 32 (block_max, block_sum). At most 12224
//          columns of float, in whole packs: what fits in the 48 KB that every GPU gives a block without
//          being asked for more. Any address and stride (pack.cuh).
// Change:  after softmax_block_three_phase. Loads and stores are packs. If a pack's columns stayed neighbours
//          in shared memory, the threads of a warp would store 4 words apart and meet in the same 8 of the 32
//          banks, four at a time. So column i of pack p goes to place i * n_packs + p: for each i the threads
//          of a warp store 32 words in a row. The index has to be the pack's, p, and not the thread's. A sum
//          does not care about the order, so the middle phase walks the buffer as it lies.

#include "pack.cuh"
#include "reduce.cuh"

extern "C" __global__ void softmax(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out,
                                   unsigned n_cols, long long inp_stride, long long out_stride)
{
    extern __shared__ float buffer[];
    __shared__ float maxima[warp_lanes];
    __shared__ float sums[warp_lanes];
    const scalar_t* x = inp + blockIdx.x * inp_stride;
    scalar_t* y = out + blockIdx.x * out_stride;
    const unsigned n_packs = (n_cols + pack_cols - 1) / pack_cols;

    // The last pack may reach past the row; load_pack makes its further places -inf, which add nothing.
    float row_max = -CUDART_INF_F; // what a thread without a pack brings
    const bool x_aligned = starts_aligned(x);
    for (unsigned p = threadIdx.x; p < n_packs; p += blockDim.x) {
        const Pack pack = load_pack(x, p * pack_cols, n_cols, x_aligned);
#pragma unroll
        for (unsigned i = 0; i < pack_cols; ++i) {
            buffer[i * n_packs + p] = pack.value[i];
            row_max = fmaxf(row_max, pack.value[i]);
        }
    }
    // The barrier in block_max also orders the stores to buffer before the loads below.
    row_max = block_max(row_max, maxima);

    // A maximum of -inf makes every term NaN, and so the row. So does a NaN, and +inf by inf - inf.
    float sum = 0.0f;
    for (unsigned place = threadIdx.x; place < n_packs * pack_cols; place += blockDim.x) {
        buffer[place] = expf(buffer[place] - row_max);
        sum += buffer[place];
    }
    // The barrier in block_sum also orders the exponentials before the loads below.
    sum = block_sum(sum, sums);

    const bool y_aligned = starts_aligned(y);
    for (unsigned p = threadIdx.x; p < n_packs; p += blockDim.x) {
        Pack pack;
#pragma unroll
        for (unsigned i = 0; i < pack_cols; ++i)
            pack.value[i] = buffer[i * n_packs + p] / sum;
        store_pack(y, p * pack_cols, n_cols, y_aligned, pack);
    }
}
