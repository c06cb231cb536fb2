// Row softmax with each row spread over the whole grid, for few long rows. The blocks are all there at the
// same time
// (a cooperative launch), so they can wait for each other.
//
// Rows are taken in batches of what the grid can hold, in shared memory and registers together: each batch is
// read
// once, the grid agrees on the maxima and sums of all its rows at one barrier, and it is written once.
//
// Loops over the rows of a batch are unrolled, so that one row's shuffles and exponentials fill the gaps of
// another's.
#pragma once

#include "async_copy.cuh"
#include "held_row.cuh"
#include "online.cuh"

#include <cooperative_groups.h>

// Waits until at most `pending` groups of copies are under way, for a number that is known once loops are
// unrolled.
template <unsigned most>
__device__ __forceinline__ void wait_for_all_but(unsigned pending)
{
    if constexpr (most > 0) {
        if (pending < most) {
            wait_for_all_but<most - 1>(pending);
            return;
        }
    }
    wait_for_copies<most>();
}

// The column of head or tail that a thread of the first block has, one for each of its first threads; n_cols
// where it
// has none.
__device__ __forceinline__ unsigned edge_of_grid(RowSplit split, unsigned n_cols)
{
    if (blockIdx.x != 0 || threadIdx.x >= split.head + split.tail)
        return n_cols;
    return threadIdx.x < split.head ? threadIdx.x : n_cols - split.tail + (threadIdx.x - split.head);
}

// The pair of a row, from those that all blocks have published, in every thread of a full warp.
__device__ __forceinline__ OnlineSum merge_blocks(const OnlineSum* pairs)
{
    OnlineSum mine = empty_sum();
#pragma unroll 4
    for (unsigned block = threadIdx.x % warp_lanes; block < gridDim.x; block += warp_lanes) {
        // Other blocks wrote it: it must not come from this multiprocessor's L1.
        const float2 pair = __ldcg(reinterpret_cast<const float2*>(pairs + block));
        mine = merge(mine, {pair.x, pair.y});
    }
    return warp_merge(mine);
}

// team:   threads of a block.
// packs:  packs of a thread in one row, at most.
// rows:   rows of a batch.
// parked: how many of its packs * rows packs a thread has in shared memory, at parked * team * 16 bytes; the
//         rest is
//         in registers.
// pairs:  scratch, a pair for each row and block.
template <unsigned team, unsigned packs, unsigned rows, unsigned parked>
__device__ __forceinline__ void grid_softmax(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out,
                                             OnlineSum* pairs, unsigned n_rows, unsigned n_cols,
                                             long long inp_stride, long long out_stride)
{
    constexpr bool keeps_exponentials = sizeof(scalar_t) == sizeof(float);
    constexpr unsigned n_warps = team / warp_lanes;
    constexpr unsigned held = packs * rows > parked ? packs * rows - parked : 0;
    extern __shared__ RawPack parking[];
    __shared__ OnlineSum partials[rows][n_warps];
    __shared__ OnlineSum totals[rows];
    auto grid = cooperative_groups::this_grid();
    const unsigned lane = threadIdx.x % warp_lanes;
    const unsigned warp = threadIdx.x / warp_lanes;
    // Stripes of one pack a thread go to the blocks in turn; a row has no more than `packs` stripes for each.
    const unsigned first_pack = blockIdx.x * team + threadIdx.x;
    const unsigned step = gridDim.x * team;
    RawPack* const place = parking + threadIdx.x;

    for (unsigned first_row = 0; first_row < n_rows; first_row += rows) {
        RawPack raw[held > 0 ? held : 1];
#pragma unroll
        for (unsigned r = 0; r < rows; ++r) {
            const unsigned row = first_row + r;
            const scalar_t* x = inp + row * inp_stride;
            const RowSplit split = split_row<RawPack>(x, n_cols);
#pragma unroll
            for (unsigned p = 0; p < packs; ++p) {
                const unsigned pack = first_pack + p * step;
                const bool is_here = row < n_rows && pack < split.vectors;
                const scalar_t* at = x + split.head + pack * pack_cols;
                if (r * packs + p < parked) {
                    if (is_here)
                        copy_async(place + (r * packs + p) * team, at);
                    else
                        place[(r * packs + p) * team] = empty_pack();
                } else {
                    raw[r * packs + p - parked] = empty_pack();
                    if (is_here)
                        raw[r * packs + p - parked] = load_streaming(at);
                }
            }
            commit_copies();
        }
        const auto pack_at = [&](unsigned at) { return at < parked ? place[at * team] : raw[at - parked]; };
        float own_max[rows];
#pragma unroll
        for (unsigned r = 0; r < rows; ++r) {
            wait_for_all_but<rows - 1>(rows - 1 - r); // this row has come, the next ones may be under way
            const unsigned row = first_row + r;
            const scalar_t* x = inp + row * inp_stride;
            RunningMax running;
#pragma unroll
            for (unsigned p = 0; p < packs; ++p)
                running.add(pack_at(r * packs + p));
            const unsigned edge = row < n_rows ? edge_of_grid(split_row<RawPack>(x, n_cols), n_cols) : n_cols;
            const float edge_value = edge < n_cols ? to_float(x[edge]) : -CUDART_INF_F;
            own_max[r] = warp_max(fmaxf(running.value(), edge_value));
            const float shift = shift_of(own_max[r]);
            float own_sum = exponential(edge_value, shift);
#pragma unroll
            for (unsigned p = 0; p < packs; ++p) {
                float value[pack_cols];
                widen(pack_at(r * packs + p), value);
#pragma unroll
                for (unsigned i = 0; i < pack_cols; ++i) {
                    value[i] = exponential(value[i], shift);
                    own_sum += value[i];
                }
                // A float's exponential takes its place; one of 16 bits would be rounded there.
                if constexpr (keeps_exponentials) {
                    if (r * packs + p < parked)
                        place[(r * packs + p) * team] = narrowed(value);
                    else
                        raw[r * packs + p - parked] = narrowed(value);
                }
            }
            own_sum = warp_sum(own_sum);
            if (lane == 0)
                partials[r][warp] = {own_max[r], own_sum};
        }
        __syncthreads(); // orders all warps' pairs before they are merged
        for (unsigned r = warp; r < rows && first_row + r < n_rows; r += n_warps) {
            const OnlineSum block = warp_merge(lane < n_warps ? partials[r][lane] : empty_sum());
            if (lane == 0)
                pairs[static_cast<size_t>(first_row + r) * gridDim.x + blockIdx.x] = block;
        }
        grid.sync(); // orders the pairs of all blocks before every block merges them
        for (unsigned r = warp; r < rows && first_row + r < n_rows; r += n_warps) {
            const OnlineSum total = merge_blocks(pairs + static_cast<size_t>(first_row + r) * gridDim.x);
            if (lane == 0)
                totals[r] = total;
        }
        __syncthreads(); // orders the rows' totals before all threads read them
#pragma unroll
        for (unsigned r = 0; r < rows; ++r) {
            const unsigned row = first_row + r;
            if (row >= n_rows)
                break;
            const scalar_t* x = inp + row * inp_stride;
            scalar_t* y = out + row * out_stride;
            const RowSplit split = split_row<RawPack>(x, n_cols);
            const float shift = shift_of(own_max[r]);
            const float factor = exponential(own_max[r], shift_of(totals[r].max)) * (1.0f / totals[r].sum);
            const bool whole = same_alignment<RawPack>(x, y);
#pragma unroll
            for (unsigned p = 0; p < packs; ++p) {
                const unsigned pack = first_pack + p * step;
                if (pack >= split.vectors)
                    continue;
                scalar_t* at = y + split.head + pack * pack_cols;
                float value[pack_cols];
                widen(pack_at(r * packs + p), value);
#pragma unroll
                for (unsigned i = 0; i < pack_cols; ++i)
                    value[i] = factor * (keeps_exponentials ? value[i] : exponential(value[i], shift));
                if (whole) {
                    store_pack(at, narrowed(value));
                } else {
#pragma unroll
                    for (unsigned i = 0; i < pack_cols; ++i)
                        at[i] = from_float(value[i]);
                }
            }
            const unsigned edge = edge_of_grid(split, n_cols);
            if (edge < n_cols)
                y[edge] = from_float(exponential(to_float(x[edge]), shift) * factor);
        }
        __syncthreads(); // orders all reads of pairs and totals before the next batch's
    }
}
