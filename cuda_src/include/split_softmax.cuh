// Row softmax in two kernels, each row cut into slices that blocks of their own work on: for rows of any
// length, on
// any GPU. The second kernel reads the input again, from L2 where it still is there.
#pragma once

#include "held_row.cuh"
#include "merge_pairs.cuh"

// A slice of a row that is cut into `n_slices`, in packs of its body.
struct RowSlice {
    RowSplit split;
    unsigned first_pack;
    unsigned end_pack;
    unsigned edge; // column of head or tail that this thread has, n_cols where it has none
};

__device__ __forceinline__ RowSlice slice_of(const scalar_t* x, unsigned n_cols, unsigned slice,
                                             unsigned n_slices)
{
    RowSlice result;
    result.split = split_row<RawPack>(x, n_cols);
    const unsigned packs = (result.split.vectors + n_slices - 1) / n_slices;
    result.first_pack = min(slice * packs, result.split.vectors);
    result.end_pack = min(result.first_pack + packs, result.split.vectors);
    const unsigned thread = threadIdx.x;
    result.edge = n_cols;
    if (slice == 0 && thread < result.split.head)
        result.edge = thread;
    else if (slice == 0 && thread - result.split.head < result.split.tail)
        result.edge = n_cols - result.split.tail + (thread - result.split.head);
    return result;
}

// The pair of a slice, in every thread. partials: shared memory, 32 pairs.
template <unsigned team>
__device__ __forceinline__ OnlineSum pair_of_slice(const scalar_t* x, const RowSlice& slice, unsigned n_cols,
                                                   OnlineSum* partials)
{
    OnlineSum mine = empty_sum();
    if (slice.edge < n_cols)
        add_element(mine, to_float(x[slice.edge]));
    for (unsigned pack = slice.first_pack + threadIdx.x; pack < slice.end_pack; pack += team) {
        const RawPack raw = *reinterpret_cast<const RawPack*>(x + slice.split.head + pack * pack_cols);
        RunningMax running;
        running.add(raw);
        raise_max(mine, running.value());
        float value[pack_cols];
        widen(raw, value);
#pragma unroll
        for (unsigned i = 0; i < pack_cols; ++i)
            mine.sum += exponential(value[i], shift_of(mine.max));
    }
    return block_merge(mine, partials);
}

// Writes a slice of a row whose pair is `total`.
template <unsigned team>
__device__ __forceinline__ void write_out(const scalar_t* x, scalar_t* y, const RowSlice& slice,
                                          unsigned n_cols, OnlineSum total)
{
    // No shift_of here: a row of -inf only is to be NaN, and exp(-inf - -inf) * (1 / 0) is.
    const float inverse = 1.0f / total.sum;
    if (slice.edge < n_cols)
        y[slice.edge] = from_float(exponential(to_float(x[slice.edge]), total.max) * inverse);
    const bool whole = same_alignment<RawPack>(x, y);
    for (unsigned pack = slice.first_pack + threadIdx.x; pack < slice.end_pack; pack += team) {
        const unsigned first = slice.split.head + pack * pack_cols;
        float value[pack_cols];
        widen(load_raw(x + first), value);
#pragma unroll
        for (unsigned i = 0; i < pack_cols; ++i)
            value[i] = exponential(value[i], total.max) * inverse;
        if (whole) {
            store_pack(y + first, narrowed(value));
        } else {
#pragma unroll
            for (unsigned i = 0; i < pack_cols; ++i)
                y[first + i] = from_float(value[i]);
        }
    }
}

// One row by one block that holds nothing of it: two reads.
template <unsigned team>
__device__ __forceinline__ void plain_row(const scalar_t* x, scalar_t* y, unsigned n_cols)
{
    __shared__ OnlineSum partials[warp_lanes];
    const RowSlice slice = slice_of(x, n_cols, 0, 1);
    write_out<team>(x, y, slice, n_cols, pair_of_slice<team>(x, slice, n_cols, partials));
}

// The first kernel: the pair of one slice.
template <unsigned team>
__device__ __forceinline__ void reduce_slice(const scalar_t* __restrict__ inp, OnlineSum* __restrict__ pairs,
                                             unsigned n_cols, unsigned n_slices, long long inp_stride)
{
    __shared__ OnlineSum partials[warp_lanes];
    const scalar_t* x = inp + static_cast<long long>(blockIdx.x / n_slices) * inp_stride;
    const RowSlice slice = slice_of(x, n_cols, blockIdx.x % n_slices, n_slices);
    const OnlineSum pair = pair_of_slice<team>(x, slice, n_cols, partials);
    if (threadIdx.x == 0)
        pairs[blockIdx.x] = pair;
}

// The second kernel: the results of one slice.
template <unsigned team>
__device__ __forceinline__ void write_slice(const scalar_t* __restrict__ inp,
                                            const OnlineSum* __restrict__ pairs,
                                            scalar_t* __restrict__ out, unsigned n_cols, unsigned n_slices,
                                            long long inp_stride, long long out_stride)
{
    __shared__ OnlineSum partials[warp_lanes];
    const long long row = blockIdx.x / n_slices;
    const scalar_t* x = inp + row * inp_stride;
    OnlineSum mine = empty_sum();
    for (unsigned slice = threadIdx.x; slice < n_slices; slice += team)
        mine = merge(mine, pairs[row * n_slices + slice]);
    const OnlineSum total = block_merge(mine, partials);
    const RowSlice slice = slice_of(x, n_cols, blockIdx.x % n_slices, n_slices);
    write_out<team>(x, out + row * out_stride, slice, n_cols, total);
}
