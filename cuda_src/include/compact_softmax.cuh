// Row softmax with as little code as possible, for problems so small that fetching the code is what takes the
// time.
#pragma once

#include "held_row.cuh"
#include "merge_pairs.cuh"

// One row by a block of `team` threads, `cols` columns each, one access a column.
template <unsigned team, unsigned cols>
__device__ __forceinline__ void compact_softmax(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out,
                                                unsigned n_cols, long long inp_stride, long long out_stride)
{
    __shared__ OnlineSum partials[team / warp_lanes];
    const scalar_t* x = inp + blockIdx.x * inp_stride;
    scalar_t* y = out + blockIdx.x * out_stride;
    float value[cols];
    float own_max = -CUDART_INF_F;
#pragma unroll
    for (unsigned i = 0; i < cols; ++i) {
        const unsigned col = i * team + threadIdx.x;
        value[i] = col < n_cols ? to_float(x[col]) : -CUDART_INF_F;
    }
#pragma unroll
    for (unsigned i = 0; i < cols; ++i)
        own_max = fmaxf(own_max, value[i]);
    own_max = warp_max(own_max);
    float own_sum = 0.0f;
#pragma unroll
    for (unsigned i = 0; i < cols; ++i) {
        value[i] = exponential(value[i], shift_of(own_max));
        own_sum += value[i];
    }
    own_sum = warp_sum(own_sum);
    if (threadIdx.x % warp_lanes == 0)
        partials[threadIdx.x / warp_lanes] = {own_max, own_sum};
    __syncthreads(); // orders each warp's pair before all warps merge them
    const OnlineSum total = merge_pairs<team / warp_lanes>(partials);
    const float factor = exponential(own_max, shift_of(total.max)) * (1.0f / total.sum);
#pragma unroll
    for (unsigned i = 0; i < cols; ++i) {
        const unsigned col = i * team + threadIdx.x;
        if (col < n_cols)
            y[col] = from_float(value[i] * factor);
    }
}
