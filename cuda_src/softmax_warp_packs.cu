// Row softmax, one warp per row in register packs, rows in a grid stride.
//
// /// variant
// summary    = "One warp per row of up to 1024 columns: 16-byte packs in registers; loops over rows."
// source     = "'SoftMax cuda operator explained' (in Chinese, after OneFlow), warp kernel"
// args       = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// block      = [[32, 2], [32, 4]]
// grid       = "min(ceil_div(n_rows, block_y), 132 * 4)"
// requires   = ["block_x == warp", "n_cols <= warp * 32"]
// defines    = { COLS_PER_LANE = 32 }
// dtypes     = ["float32", "float16", "bfloat16"]
// arithmetic = "ieee"
// parallel   = "warp"
// ///
//
// Mapping: threadIdx.y picks the warp within the block. A warp takes a row and then the one as many rows on
//          as the grid has warps, until there are no more. Of a row, lane l takes the packs l, l + 32, ...
// Memory:  1 read and 1 write per element, 16 bytes at a time where the row starts at a multiple of 16.
// Shared:  none.
// Needs:   blockDim.x = 32. At most 1024 columns: 32 registers of each lane hold its columns, and with twice
//          as many fewer warps would fit on a multiprocessor than it takes to hide the wait for memory; block
//          kernels take over there. Any address, stride and number of columns: pack.cuh loads column by
//          column where a pack is not aligned or not whole, and never touches the next row.
// Change:  after softmax_warp_multi_row. A pack is one load instruction for four floats, or eight numbers of
//          16 bits. The grid is no larger than what runs at once, 4 blocks for each of an H200's 132
//          multiprocessors, and its warps go on to further rows: blocks are started once, not once per row.
//          Without that loop, a grid smaller than the rows leaves the rest unwritten.

#include "pack.cuh"
#include "reduce.cuh"

constexpr unsigned packs_per_lane = COLS_PER_LANE / pack_cols;

extern "C" __global__ void softmax(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out,
                                   unsigned n_rows, unsigned n_cols, long long inp_stride,
                                   long long out_stride)
{
    const long long n_warps = static_cast<long long>(gridDim.x) * blockDim.y;
    // Whole warps enter and leave the loop, so the shuffles in it are full.
    for (long long row = static_cast<long long>(blockIdx.x) * blockDim.y + threadIdx.y; row < n_rows;
         row += n_warps) {
        const scalar_t* x = inp + row * inp_stride;
        scalar_t* y = out + row * out_stride;

        Pack pack[packs_per_lane];
        float row_max = -CUDART_INF_F;
        const bool x_aligned = starts_aligned(x);
#pragma unroll
        for (unsigned p = 0; p < packs_per_lane; ++p) {
            pack[p] = load_pack(x, (threadIdx.x + p * warp_lanes) * pack_cols, n_cols, x_aligned);
#pragma unroll
            for (unsigned i = 0; i < pack_cols; ++i)
                row_max = fmaxf(row_max, pack[p].value[i]);
        }
        row_max = warp_max(row_max);

        // A maximum of -inf makes every term NaN, and so the row. So does a NaN, and +inf by inf - inf.
        float sum = 0.0f;
#pragma unroll
        for (unsigned p = 0; p < packs_per_lane; ++p) {
#pragma unroll
            for (unsigned i = 0; i < pack_cols; ++i) {
                pack[p].value[i] = expf(pack[p].value[i] - row_max);
                sum += pack[p].value[i];
            }
        }
        sum = warp_sum(sum);

        const bool y_aligned = starts_aligned(y);
#pragma unroll
        for (unsigned p = 0; p < packs_per_lane; ++p) {
#pragma unroll
            for (unsigned i = 0; i < pack_cols; ++i)
                pack[p].value[i] /= sum;
            store_pack(y, (threadIdx.x + p * warp_lanes) * pack_cols, n_cols, y_aligned, pack[p]);
        }
    }
}
