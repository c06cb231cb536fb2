// Row division by the Euclidean norm, one block per row, 16 bytes per access.
//
// /// variant
// summary    = "One block per row: 16-byte vectors, scalar head and tail; one reduction by warp shuffles."
// source     = "this project"
// operation  = "l2_norm"
// args       = ["inp", "out", "n_cols", "inp_stride", "out_stride", "eps"]
// block      = [[32], [96], [256]]
// grid       = "n_rows"
// requires   = ["block_x % warp == 0"]
// dtypes     = ["float32", "float16", "bfloat16"]
// arithmetic = "ieee+rsqrt"
// parallel   = "block_x"
// ///
//
// Mapping: block b has row b. From the first 16-byte boundary on, thread t takes the vectors t, t +
//          blockDim.x, ...; the columns before it go to the first threads, those after the last vector to the
//          last ones.
// Memory:  2 reads and 1 write per element, 16 bytes at a time where the address allows.
// Shared:  128 bytes: one float for each of at most 32 warps.
// Needs:   a one-dimensional block whose size is a multiple of 32 (block_sum). Nothing of inp, out, the
//          strides or n_cols: each row is split at its own boundaries, as in softmax_float4.
// Change:  after l2_norm_naive and softmax_float4. A vector holds 4 floats or 8 numbers of 16 bits, so one
//          source serves all three types. The root and a division for each element become one reciprocal
//          root and a product for each element; in return eps is squared.

#include "pack.cuh"
#include "reduce.cuh"
#include "vec.cuh"

extern "C" __global__ void l2_norm(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out,
                                   unsigned n_cols, long long inp_stride, long long out_stride, float eps)
{
    __shared__ float partials[warp_lanes];
    const scalar_t* x = inp + blockIdx.x * inp_stride;
    scalar_t* y = out + blockIdx.x * out_stride;

    const unsigned thread = threadIdx.x;
    const RowSplit split = split_row<StoredPack>(x, n_cols);
    const StoredPack* x_packs = reinterpret_cast<const StoredPack*>(x + split.head);
    const bool in_head = thread < split.head;
    // Counted from the last thread: with at least 32 threads nobody has both a head and a tail column.
    const bool in_tail = blockDim.x - 1 - thread < split.tail;
    // The column of a thread that is in one of them.
    const unsigned edge = in_head ? thread : n_cols - split.tail + (blockDim.x - 1 - thread);

    float square = 0.0f;
    for (unsigned i = thread; i < split.vectors; i += blockDim.x) {
        const StoredPack pack = x_packs[i];
#pragma unroll
        for (unsigned c = 0; c < pack_cols; ++c)
            square += to_float(pack.value[c]) * to_float(pack.value[c]);
    }
    if (in_head || in_tail)
        square += to_float(x[edge]) * to_float(x[edge]);
    // The branches above have joined again: block_sum needs every lane.
    const float squares = block_sum(square, partials);
    const float scale = rsqrtf(squares < eps * eps ? eps * eps : squares); // fmaxf would drop a NaN

    if (same_alignment<StoredPack>(x, y)) { // the same for all threads: it depends on the row alone
        StoredPack* y_packs = reinterpret_cast<StoredPack*>(y + split.head);
        for (unsigned i = thread; i < split.vectors; i += blockDim.x) {
            StoredPack pack = x_packs[i];
#pragma unroll
            for (unsigned c = 0; c < pack_cols; ++c)
                pack.value[c] = from_float(to_float(pack.value[c]) * scale);
            y_packs[i] = pack;
        }
        if (in_head || in_tail)
            y[edge] = from_float(to_float(x[edge]) * scale);
    } else {
        for (unsigned col = thread; col < n_cols; col += blockDim.x)
            y[col] = from_float(to_float(x[col]) * scale);
    }
}
