// Row softmax, one block per row, online, 16 bytes per access.
//
// /// variant
// summary    = "One block per row: float4 with scalar head and tail, right for every alignment and stride."
// source     = "'How to write an efficient softmax CUDA kernel' (in Chinese), float4 loads"
// args       = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// block      = [[32], [96], [256]]
// grid       = "n_rows"
// requires   = ["block_x % warp == 0"]
// dtypes     = ["float32"]
// arithmetic = "ieee+online"
// parallel   = "block_x"
// ///
//
// Mapping: block b has row b. From the first 16-byte boundary on, thread t takes the vectors t, t +
//          blockDim.x, ...; the up to 3 floats before it go to the first threads and the up to 3 after the
//          last vector to the last ones.
// Memory:  2 reads and 1 write per element, 16 bytes at a time where the address allows.
// Shared:  256 bytes: one pair for each of at most 32 warps.
// Needs:   a one-dimensional block whose size is a multiple of 32 (block_merge). Nothing of inp, out, the
//          strides or n_cols: each row is split at its own boundaries. A vector access to an address that is
//          no multiple of 16 is a fault, and with an odd stride three rows of four start at one.
// Change:  after softmax_block_warp_online. A quarter of the load instructions for the same bytes, so more
//          bytes are under way at once. The four elements of a vector share one comparison and one rescaling.
//          Stores are vectors when out is as far from a boundary as inp, since only then the loaded vectors
//          fit; otherwise the row is written by single floats, still coalesced.

#include "online.cuh"
#include "vec.cuh"

extern "C" __global__ void softmax(const float* __restrict__ inp, float* __restrict__ out, unsigned n_cols,
                                   long long inp_stride, long long out_stride)
{
    __shared__ OnlineSum partials[warp_lanes];
    const float* x = inp + blockIdx.x * inp_stride;
    float* y = out + blockIdx.x * out_stride;

    const unsigned thread = threadIdx.x;
    const RowSplit split = split_row<float4>(x, n_cols);
    const float4* x_vectors = reinterpret_cast<const float4*>(x + split.head);
    const unsigned tail_start = n_cols - split.tail;
    const bool in_head = thread < split.head;
    // Counted from the last thread: with at least 32 threads nobody has both a head and a tail element.
    const bool in_tail = blockDim.x - 1 - thread < split.tail;
    const unsigned tail_col = tail_start + (blockDim.x - 1 - thread); // used only where in_tail

    OnlineSum mine = empty_sum();
    for (unsigned i = thread; i < split.vectors; i += blockDim.x) {
        const float4 v = x_vectors[i];
        // fmaxf passes NaN over; its own exp below does not. All four -inf: the shift is 0, so are the terms.
        raise_max(mine, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
        const float shift = shift_of(mine.max);
        mine.sum += (expf(v.x - shift) + expf(v.y - shift)) + (expf(v.z - shift) + expf(v.w - shift));
    }
    if (in_head)
        add_element(mine, x[thread]);
    if (in_tail)
        add_element(mine, x[tail_col]);
    // The branches above have joined again: block_merge needs every lane.
    const OnlineSum total = block_merge(mine, partials);

    // No shift_of here: a row of -inf only is to be NaN, and exp(-inf - -inf) / 0 is.
    if (same_alignment<float4>(x, y)) { // the same for all threads: it depends on the row alone
        float4* y_vectors = reinterpret_cast<float4*>(y + split.head);
        for (unsigned i = thread; i < split.vectors; i += blockDim.x) {
            const float4 v = x_vectors[i];
            y_vectors[i] = make_float4(expf(v.x - total.max) / total.sum, expf(v.y - total.max) / total.sum,
                                       expf(v.z - total.max) / total.sum, expf(v.w - total.max) / total.sum);
        }
        if (in_head)
            y[thread] = expf(x[thread] - total.max) / total.sum;
        if (in_tail)
            y[tail_col] = expf(x[tail_col] - total.max) / total.sum;
    } else {
        for (unsigned col = thread; col < n_cols; col += blockDim.x)
            y[col] = expf(x[col] - total.max) / total.sum;
    }
}
