// Row softmax, one block for several rows, tile by tile with a running maximum and sum.
//
// /// variant
// summary    = "One block per tile of rows: walks along the columns in tiles, keeping a running max and sum."
// source     = "'SoftMax cuda operator explained' (in Chinese, after OneFlow), tile kernel"
// args       = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// block      = [[16, 16], [32, 8], [12, 5]]
// grid       = "ceil_div(n_rows, block_y)"
// smem_bytes = "block_x * block_y * 8"
// dtypes     = ["float32"]
// arithmetic = "fast_exp+online"
// parallel   = "block_x"
// ///
//
// Mapping: a block has blockDim.y rows and takes them in tiles of blockDim.x columns, one element a thread.
// Memory:  2 reads and 1 write per element; a row of a tile is blockDim.x neighbouring floats.
// Shared:  one pair (max, sum) per thread, given at launch.
// Needs:   a two-dimensional block, of any shape: a tile may reach past the last row and the last column,
//          and a thread there brings the empty pair. It keeps working, because its block waits for it at
//          every barrier.
// Change:  after softmax_block_pair_tree. A tile is all that is in fast memory at a time, as in fused
//          attention: each tile is reduced by itself, and its pair is merged into the pair of all tiles
//          before. Every thread of a row merges the same pair into a copy of its own, so nobody updates a
//          shared one. The exponential is __expf: it multiplies by a rounded log2(e), so its error grows with
//          the distance from the maximum, hence "fast_exp" above.

#include "online.cuh"

// add_element for a pair that holds nothing yet, and merge, with the fast exponential.
__device__ __forceinline__ OnlineSum pair_of(float x)
{
    // fmaxf leaves -inf for NaN, whose term is NaN (rule 2 in online.cuh). A finite x gives 1, -inf gives 0.
    return {fmaxf(x, -CUDART_INF_F), __expf(x - shift_of(x))};
}

__device__ __forceinline__ OnlineSum fast_merge(OnlineSum a, OnlineSum b)
{
    const bool a_leads = a.max >= b.max;
    const OnlineSum lead = a_leads ? a : b;
    const OnlineSum rest = a_leads ? b : a;
    return {lead.max, lead.sum + rest.sum * __expf(rest.max - shift_of(lead.max))};
}

extern "C" __global__ void softmax(const float* __restrict__ inp, float* __restrict__ out, unsigned n_rows,
                                   unsigned n_cols, long long inp_stride, long long out_stride)
{
    extern __shared__ OnlineSum tile[];
    OnlineSum* tile_row = tile + threadIdx.y * blockDim.x;
    const long long row = static_cast<long long>(blockIdx.x) * blockDim.y + threadIdx.y;
    const float* x = inp + row * inp_stride;
    float* y = out + row * out_stride;
    const unsigned cols_here = row < n_rows ? n_cols : 0; // no column of a row that is not there

    OnlineSum total = empty_sum();
    for (unsigned start = 0; start < n_cols; start += blockDim.x) {
        const unsigned col = start + threadIdx.x;
        tile_row[threadIdx.x] = col < cols_here ? pair_of(x[col]) : empty_sum();
        __syncthreads(); // orders the tile's pairs before the first level reads its partners
        // As block_tree: with an odd count the middle pair waits for the next level.
        for (unsigned active = blockDim.x; active > 1;) {
            const unsigned half = (active + 1) / 2;
            if (threadIdx.x < active / 2)
                tile_row[threadIdx.x] = fast_merge(tile_row[threadIdx.x], tile_row[threadIdx.x + half]);
            active = half;
            __syncthreads(); // orders this level's pairs before the next level's loads, or the final one
        }
        total = fast_merge(total, tile_row[0]);
        __syncthreads(); // orders every thread's load of the tile's pair before the next tile overwrites it
    }

    // No shift_of here: a row of -inf only is to be NaN, and exp(-inf - -inf) / 0 is.
    for (unsigned col = threadIdx.x; col < cols_here; col += blockDim.x)
        y[col] = __expf(x[col] - total.max) / total.sum;
}
