// Row softmax of float16, one block per row, online, two elements per access.
//
// /// variant
// summary    = "One block per row: float16 in and out as half2 where aligned, float in between."
// source     = "'How to write an efficient softmax CUDA kernel' (in Chinese), mixed precision"
// args       = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// block      = [[64], [128], [256]]
// grid       = "n_rows"
// requires   = ["block_x % warp == 0"]
// dtypes     = ["float16"]
// arithmetic = "ieee+online"
// parallel   = "block_x"
// ///
//
// Mapping: block b has row b. From the first 4-byte boundary on, thread t takes the pairs t, t + blockDim.x,
//          ...; a single element before it goes to the first thread and one after the last pair to the last
//          thread.
// Memory:  2 reads and 1 write per element, at 2 bytes each, 4 bytes at a time where the address allows.
// Shared:  256 bytes: one pair (max, sum) for each of at most 32 warps.
// Needs:   a one-dimensional block whose size is a multiple of 32 (block_merge). Nothing of inp, out, the
//          strides or n_cols.
// Change:  after softmax_float4. Half the bytes for the same row. Only the storage is float16: a float16 sum
//          of ones stops growing at 2048, and its largest number is 65504. Converting to float is exact, so
//          the one rounding that float16 adds is the output's own.

#include <cuda_fp16.h>

#include "online.cuh"
#include "vec.cuh"

extern "C" __global__ void softmax(const __half* __restrict__ inp, __half* __restrict__ out, unsigned n_cols,
                                   long long inp_stride, long long out_stride)
{
    __shared__ OnlineSum partials[warp_lanes];
    const __half* x = inp + blockIdx.x * inp_stride;
    __half* y = out + blockIdx.x * out_stride;

    const unsigned thread = threadIdx.x;
    const RowSplit split = split_row<__half2>(x, n_cols);
    const __half2* x_pairs = reinterpret_cast<const __half2*>(x + split.head);
    const bool in_head = thread < split.head;                  // the first thread, or nobody
    const bool in_tail = blockDim.x - 1 - thread < split.tail; // the last thread, or nobody

    OnlineSum mine = empty_sum();
    for (unsigned i = thread; i < split.vectors; i += blockDim.x) {
        const float2 v = __half22float2(x_pairs[i]);
        // fmaxf passes NaN over; its own exp below does not. Both -inf: the shift is 0 and the terms are 0.
        raise_max(mine, fmaxf(v.x, v.y));
        const float shift = shift_of(mine.max);
        mine.sum += expf(v.x - shift) + expf(v.y - shift);
    }
    if (in_head)
        add_element(mine, __half2float(x[0]));
    if (in_tail)
        add_element(mine, __half2float(x[n_cols - 1]));
    // The branches above have joined again: block_merge needs every lane.
    const OnlineSum total = block_merge(mine, partials);

    // No shift_of here: a row of -inf only is to be NaN, and exp(-inf - -inf) / 0 is.
    if (same_alignment<__half2>(x, y)) { // the same for all threads: it depends on the row alone
        __half2* y_pairs = reinterpret_cast<__half2*>(y + split.head);
        for (unsigned i = thread; i < split.vectors; i += blockDim.x) {
            const float2 v = __half22float2(x_pairs[i]);
            y_pairs[i] = __floats2half2_rn(expf(v.x - total.max) / total.sum,
                                           expf(v.y - total.max) / total.sum);
        }
        if (in_head)
            y[0] = __float2half_rn(expf(__half2float(x[0]) - total.max) / total.sum);
        if (in_tail)
            y[n_cols - 1] = __float2half_rn(expf(__half2float(x[n_cols - 1]) - total.max) / total.sum);
    } else {
        for (unsigned col = thread; col < n_cols; col += blockDim.x)
            y[col] = __float2half_rn(expf(__half2float(x[col]) - total.max) / total.sum);
    }
}
