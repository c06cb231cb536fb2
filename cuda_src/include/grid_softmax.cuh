// Row softmax with each row spread over a gang of blocks, one on every multiprocessor, for few long rows. All
// blocks are there at the same time (a cooperative launch), so they can wait for each other.
//
// A block that has the pair of its slice publishes it and goes on to the gang's next row; it writes the row
// before when all pairs of that have come. So nobody stands at a barrier while memory is idle, and a row is
// read once and written once: between the two it stays in registers, the next one is on its way into shared
// memory. Two gangs, two blocks a multiprocessor, take turns at whatever one of them waits for.
#pragma once

#include "async_copy.cuh"
#include "held_row.cuh"
#include "published_pair.cuh"

// Without the standard library of CUDA, which a barrier does not need, the header is read ten times as fast.
#define _CG_LIMIT_INCLUDED_DEPENDENCIES
#include <cooperative_groups.h>

// What a thread keeps of a row until it is written.
template <unsigned packs>
struct KeptSlice {
    float value[packs][pack_cols]; // exponentials relative to own_max
    float edge;                    // of the column of head or tail that the thread has
    float own_max;                 // of the thread's warp
};

// team:  threads of a block, a multiple of 32.
// packs: packs of a thread in one row, at most; the shared memory has packs * team * 16 bytes.
// most:  blocks of a gang, at most.
// gangs: blocks b, b + 1, ... of one gang follow each other; gridDim.x is a multiple of it.
// pairs: scratch, a pair for each row and block of a gang.
template <unsigned team, unsigned packs, unsigned most>
__device__ __forceinline__ void grid_softmax(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out,
                                             OnlineSum* pairs, unsigned gangs, unsigned n_rows,
                                             unsigned n_cols, long long inp_stride, long long out_stride)
{
    constexpr unsigned n_warps = team / warp_lanes;
    extern __shared__ RawPack arriving[];
    __shared__ OnlineSum partials[n_warps];
    __shared__ OnlineSum total;
    auto grid = cooperative_groups::this_grid();
    const unsigned lane = threadIdx.x % warp_lanes;
    const unsigned warp = threadIdx.x / warp_lanes;
    const unsigned gang_blocks = gridDim.x / gangs;
    const unsigned rank = blockIdx.x % gang_blocks;
    const unsigned first_row = blockIdx.x / gang_blocks;
    // Stripes of one pack a thread go to the gang's blocks in turn; a row has no more than `packs` stripes
    // for each.
    const unsigned first_pack = rank * team + threadIdx.x;
    const unsigned step = gang_blocks * team;
    RawPack* const place = arriving + threadIdx.x;

    // Starts the copies of a row; each thread copies what it will work on, so no barrier is needed.
    const auto start_row = [&](unsigned row) {
        if (row < n_rows) {
            const scalar_t* x = inp + row * inp_stride;
            const RowSplit split = split_row<RawPack>(x, n_cols);
#pragma unroll
            for (unsigned p = 0; p < packs; ++p) {
                const unsigned pack = first_pack + p * step;
                if (pack < split.vectors)
                    copy_async(place + p * team, x + split.head + pack * pack_cols);
            }
        }
        commit_copies();
    };
    // The column of head or tail that this thread has, n_cols where it has none: they are the first block's.
    const auto edge_of = [&](RowSplit split) {
        if (rank != 0 || threadIdx.x >= split.head + split.tail)
            return n_cols;
        return threadIdx.x < split.head ? threadIdx.x : n_cols - split.tail + (threadIdx.x - split.head);
    };
    // By one warp: the pair of a row, from those of the gang's blocks, for all threads.
    const auto agree_on = [&](unsigned row) {
        if (warp == 0) {
            const OnlineSum all =
                merge_published<most>(pairs + static_cast<size_t>(row) * gang_blocks, gang_blocks);
            if (lane == 0)
                total = all;
        }
    };
    const auto write_row = [&](unsigned row, KeptSlice<packs>& kept) {
        scalar_t* y = out + row * out_stride;
        const RowSplit split = split_row<RawPack>(inp + row * inp_stride, n_cols);
        const bool whole = same_alignment<RawPack>(inp + row * inp_stride, y);
        const float factor = exponential(kept.own_max, shift_of(total.max)) * (1.0f / total.sum);
#pragma unroll
        for (unsigned p = 0; p < packs; ++p) {
            const unsigned pack = first_pack + p * step;
            if (pack >= split.vectors)
                continue;
            scalar_t* at = y + split.head + pack * pack_cols;
#pragma unroll
            for (unsigned i = 0; i < pack_cols; ++i)
                kept.value[p][i] *= factor;
            if (whole) {
                store_pack(at, narrowed(kept.value[p]));
            } else {
#pragma unroll
                for (unsigned i = 0; i < pack_cols; ++i)
                    at[i] = from_float(kept.value[p][i]);
            }
        }
        const unsigned edge = edge_of(split);
        if (edge < n_cols)
            y[edge] = from_float(kept.edge * factor);
    };

    start_row(first_row);
    for (unsigned row = first_row + threadIdx.x * gangs; row < n_rows; row += team * gangs)
        publish_missing(pairs + static_cast<size_t>(row) * gang_blocks + rank);
    grid.sync(); // orders all blocks' missing pairs before the first look at one

    KeptSlice<packs> before;
    unsigned row = first_row;
#pragma unroll 1
    for (; row < n_rows; row += gangs) {
        const scalar_t* x = inp + row * inp_stride;
        const RowSplit split = split_row<RawPack>(x, n_cols);
        wait_for_copies<0>();
        RawPack raw[packs];
        RunningMax running;
#pragma unroll
        for (unsigned p = 0; p < packs; ++p) {
            raw[p] = empty_pack();
            if (first_pack + p * step < split.vectors)
                raw[p] = place[p * team];
            running.add(raw[p]);
        }
        const unsigned edge = edge_of(split);
        const float edge_value = edge < n_cols ? to_float(x[edge]) : -CUDART_INF_F;
        KeptSlice<packs> kept;
        kept.own_max = warp_max(fmaxf(running.value(), edge_value));
        start_row(row + gangs); // the maximum has needed all of this row, so its place is free
        const float shift = shift_of(kept.own_max);
        kept.edge = exponential(edge_value, shift);
        float own_sum = kept.edge;
#pragma unroll
        for (unsigned p = 0; p < packs; ++p) {
            widen(raw[p], kept.value[p]);
#pragma unroll
            for (unsigned i = 0; i < pack_cols; ++i) {
                kept.value[p][i] = exponential(kept.value[p][i], shift);
                own_sum += kept.value[p][i];
            }
        }
        own_sum = warp_sum(own_sum);
        if (lane == 0)
            partials[warp] = {kept.own_max, own_sum};
        __syncthreads(); // orders warps' pairs before they are merged, reads of `total` before it changes
        if (warp == n_warps - 1) {
            const OnlineSum block = warp_merge(lane < n_warps ? partials[lane] : empty_sum());
            if (lane == 0)
                publish(pairs + static_cast<size_t>(row) * gang_blocks + rank, block);
        }
        if (row != first_row)
            agree_on(row - gangs);
        __syncthreads(); // orders the total before it is read, and the merge before the next row's pairs
        if (row != first_row)
            write_row(row - gangs, before);
        before = kept;
    }
    __syncthreads(); // orders all reads of the total of the row before last before it changes
    agree_on(row - gangs);
    __syncthreads(); // orders the total of the last row before all threads read it
    write_row(row - gangs, before);
}
