// Row softmax, one block per row in register packs, rows in a grid stride.
//
// /// variant
// summary    = "One block per row, up to 16 columns a thread: 16-byte packs in registers; loops over rows."
// source     = "'SoftMax cuda operator explained' (in Chinese, after OneFlow), block kernel"
// args       = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// block      = [[32], [128], [512]]
// grid       = "min(n_rows, 132 * 4)"
// requires   = ["block_x % warp == 0", "n_cols <= block_x * 16"]
// defines    = { COLS_PER_THREAD = 16 }
// dtypes     = ["float32", "float16", "bfloat16"]
// arithmetic = "ieee"
// parallel   = "block_x"
// ///
//
// Mapping: block b has the rows b, b + gridDim.x, b + 2 * gridDim.x, ... Of a row, thread t takes the packs
//          t, t + blockDim.x, ..., 16 columns in all.
// Memory:  1 read and 1 write per element, 16 bytes at a time where the row starts at a multiple of 16.
// Shared:  256 bytes: for each of the two reductions one float for each of at most 32 warps.
// Needs:   a one-dimensional block whose size is a multiple of 32 (block_max, block_sum). At most 16 columns
//          per thread: the packs live in registers, so their number is fixed. Any address, stride and number
//          of columns up to that (pack.cuh).
// Change:  after softmax_warp_packs. The registers of a whole block hold longer rows. What the lanes of a
//          warp settled by shuffles alone takes a barrier per reduction now; the loop over rows costs no
//          further one, because each reduction's barrier also keeps the other's partials of the last row from
//          being overwritten too early.

#include "pack.cuh"
#include "reduce.cuh"

constexpr unsigned packs_per_thread = COLS_PER_THREAD / pack_cols;

extern "C" __global__ void softmax(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out,
                                   unsigned n_rows, unsigned n_cols, long long inp_stride,
                                   long long out_stride)
{
    __shared__ float maxima[warp_lanes];
    __shared__ float sums[warp_lanes];
    for (long long row = blockIdx.x; row < n_rows; row += gridDim.x) {
        const scalar_t* x = inp + row * inp_stride;
        scalar_t* y = out + row * out_stride;

        Pack pack[packs_per_thread];
        float row_max = -CUDART_INF_F;
        const bool x_aligned = starts_aligned(x);
#pragma unroll
        for (unsigned p = 0; p < packs_per_thread; ++p) {
            pack[p] = load_pack(x, (threadIdx.x + p * blockDim.x) * pack_cols, n_cols, x_aligned);
#pragma unroll
            for (unsigned i = 0; i < pack_cols; ++i)
                row_max = fmaxf(row_max, pack[p].value[i]);
        }
        // The maxima of the last row were read by every thread before it came to that row's block_sum.
        row_max = block_max(row_max, maxima);

        // A maximum of -inf makes every term NaN, and so the row. So does a NaN, and +inf by inf - inf.
        float sum = 0.0f;
#pragma unroll
        for (unsigned p = 0; p < packs_per_thread; ++p) {
#pragma unroll
            for (unsigned i = 0; i < pack_cols; ++i) {
                pack[p].value[i] = expf(pack[p].value[i] - row_max);
                sum += pack[p].value[i];
            }
        }
        sum = block_sum(sum, sums);

        const bool y_aligned = starts_aligned(y);
#pragma unroll
        for (unsigned p = 0; p < packs_per_thread; ++p) {
#pragma unroll
            for (unsigned i = 0; i < pack_cols; ++i)
                pack[p].value[i] /= sum;
            store_pack(y, (threadIdx.x + p * blockDim.x) * pack_cols, n_cols, y_aligned, pack[p]);
        }
    }
}
