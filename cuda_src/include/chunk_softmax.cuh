// Row softmax of many rows that follow each other without a gap, moved as one piece.
//
// Rows of 257 floats start anywhere, their whole does not: a block copies all its rows to shared memory in
// aligned
// 16-byte accesses, its warps work there column by column, and the block copies the result back. Nothing is
// aligned
// row by row.
#pragma once

#include "async_copy.cuh"
#include "held_row.cuh"
#include "reduce.cuh"

// team:          threads of a block.
// rows:          rows of a block.
// cols_per_lane: columns of a lane in a row, at most.
// The shared memory has rows * n_cols elements and 16 bytes more.
template <unsigned team, unsigned rows, unsigned cols_per_lane>
__device__ __forceinline__ void chunk_softmax(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out,
                                              unsigned n_rows, unsigned n_cols)
{
    extern __shared__ RawPack room[];
    const unsigned thread = threadIdx.x;
    const long long first_row = static_cast<long long>(blockIdx.x) * rows;
    const unsigned rows_here = static_cast<unsigned>(min(static_cast<long long>(rows), n_rows - first_row));
    const unsigned size = rows_here * n_cols;
    const scalar_t* x = inp + first_row * n_cols;
    scalar_t* y = out + first_row * n_cols;
    // As far off a 16-byte boundary as x, so that a pack is one there and here.
    scalar_t* chunk =
        reinterpret_cast<scalar_t*>(room) + reinterpret_cast<size_t>(x) % sizeof(RawPack) / sizeof(scalar_t);
    const RowSplit split = split_row<RawPack>(x, size);

    for (unsigned v = thread; v < split.vectors; v += team)
        copy_async(chunk + split.head + v * pack_cols, x + split.head + v * pack_cols);
    commit_copies();
    if (thread < split.head)
        chunk[thread] = x[thread];
    if (thread < split.tail)
        chunk[size - split.tail + thread] = x[size - split.tail + thread];
    wait_for_copies<0>();
    __syncthreads(); // orders all threads' copies before any warp reads its rows

    for (unsigned r = thread / warp_lanes; r < rows_here; r += team / warp_lanes) {
        scalar_t* row = chunk + r * n_cols;
        float value[cols_per_lane];
        float row_max = -CUDART_INF_F;
#pragma unroll
        for (unsigned i = 0; i < cols_per_lane; ++i) {
            const unsigned col = thread % warp_lanes + i * warp_lanes;
            value[i] = col < n_cols ? to_float(row[col]) : -CUDART_INF_F;
            row_max = fmaxf(row_max, value[i]);
        }
        row_max = warp_max(row_max);
        float sum = 0.0f;
#pragma unroll
        for (unsigned i = 0; i < cols_per_lane; ++i) {
            value[i] = exponential(value[i], row_max);
            sum += value[i];
        }
        const float inverse = 1.0f / warp_sum(sum);
#pragma unroll
        for (unsigned i = 0; i < cols_per_lane; ++i) {
            const unsigned col = thread % warp_lanes + i * warp_lanes;
            if (col < n_cols)
                row[col] = from_float(value[i] * inverse);
        }
    }
    __syncthreads(); // orders all warps' results before they are copied out

    if (same_alignment<RawPack>(x, y)) {
        for (unsigned v = thread; v < split.vectors; v += team)
            store_pack(y + split.head + v * pack_cols,
                       *reinterpret_cast<const RawPack*>(chunk + split.head + v * pack_cols));
        if (thread < split.head)
            y[thread] = chunk[thread];
        if (thread < split.tail)
            y[size - split.tail + thread] = chunk[size - split.tail + thread];
    } else {
        for (unsigned i = thread; i < size; i += team)
            y[i] = chunk[i];
    }
}
