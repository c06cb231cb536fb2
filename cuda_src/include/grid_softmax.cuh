// Row softmax with each row spread over the whole grid, for few long rows. The blocks are all there at the same time
// (a cooperative launch), so they can wait for each other.
//
// Rows are taken in batches of what the grid can hold: each is read once, the grid agrees on the maxima and sums of
// all its rows at one barrier, and it is written once. The copies of the next batch start row by row, as rows are
// written out. The barrier costs some 3 us, so batches are as large as shared memory and registers together allow.
//
// Loops over rows are not unrolled: each would run once, and fetching that much code takes longer than it runs.
#pragma once

#include "async_copy.cuh"
#include "held_row.cuh"
#include "online.cuh"

#include <cooperative_groups.h>

// Waits until at most `pending` groups of copies are under way, for a number known only at run time, at most `most`.
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

// team:   threads of a block.
// packs:  packs of a thread in one row, at most.
// parked: rows of a batch in shared memory, parked * packs * team * 16 bytes.
// held:   further rows of a batch, in registers.
template <unsigned team, unsigned packs, unsigned parked, unsigned held>
struct GridSoftmax {
    static constexpr unsigned n_warps = team / warp_lanes;
    static constexpr unsigned rows = parked + held;

    const scalar_t* inp;
    scalar_t* out;
    OnlineSum* pairs; // scratch, a pair for each row and block
    unsigned n_rows;
    unsigned n_cols;
    long long inp_stride;
    long long out_stride;
    RawPack* place;                  // of this thread's first pack in shared memory
    OnlineSum (*partials)[n_warps]; // of each row of the batch
    OnlineSum* totals;               // of each row of the batch

    // Stripes of one pack a thread go to the blocks in turn.
    __device__ __forceinline__ unsigned pack_of(unsigned p) const
    {
        return (p * gridDim.x + blockIdx.x) * team + threadIdx.x;
    }

    __device__ __forceinline__ RawPack* place_of(unsigned r, unsigned p) const
    {
        return place + (r * packs + p) * team;
    }

    __device__ __forceinline__ const scalar_t* inp_row(unsigned row) const { return inp + row * inp_stride; }

    // The first block has the columns of head and tail, one for each of its first threads; others have n_cols.
    __device__ __forceinline__ unsigned edge_of(RowSplit split) const
    {
        if (blockIdx.x != 0 || threadIdx.x >= split.head + split.tail)
            return n_cols;
        return threadIdx.x < split.head ? threadIdx.x : n_cols - split.tail + (threadIdx.x - split.head);
    }

    // Starts the copies of a row; closes a group also for a row that is not there, because groups are counted.
    __device__ __forceinline__ void start_copies(unsigned r, unsigned row) const
    {
        if (row < n_rows) {
            const RowSplit split = split_row<RawPack>(inp_row(row), n_cols);
#pragma unroll
            for (unsigned p = 0; p < packs; ++p) {
                if (pack_of(p) < split.vectors)
                    copy_async(place_of(r, p), inp_row(row) + split.head + pack_of(p) * pack_cols);
            }
        }
        commit_copies();
    }

    __device__ __forceinline__ void load_held(unsigned row, RawPack (&raw)[packs]) const
    {
        const RowSplit split = split_row<RawPack>(inp_row(row < n_rows ? row : 0), n_cols);
#pragma unroll
        for (unsigned p = 0; p < packs; ++p) {
            raw[p] = empty_pack();
            if (row < n_rows && pack_of(p) < split.vectors)
                raw[p] = load_streaming(inp_row(row) + split.head + pack_of(p) * pack_cols);
        }
    }

    __device__ __forceinline__ void load_parked(unsigned r, unsigned row, RawPack (&raw)[packs]) const
    {
        const RowSplit split = split_row<RawPack>(inp_row(row), n_cols);
#pragma unroll
        for (unsigned p = 0; p < packs; ++p)
            raw[p] = pack_of(p) < split.vectors ? *place_of(r, p) : empty_pack();
    }

    // This warp's pair of a row. A float's exponential takes its place; one of 16 bits would be rounded there, and is
    // worked out again in `write`.
    __device__ __forceinline__ void reduce(unsigned r, unsigned row, RawPack (&raw)[packs]) const
    {
        const RowSplit split = split_row<RawPack>(inp_row(row), n_cols);
        const unsigned edge = edge_of(split);
        const float edge_value = edge < n_cols ? to_float(inp_row(row)[edge]) : -CUDART_INF_F;
        RunningMax running;
#pragma unroll
        for (unsigned p = 0; p < packs; ++p)
            running.add(raw[p]);
        const float own_max = warp_max(fmaxf(running.value(), edge_value));
        const float shift = shift_of(own_max);
        float own_sum = exponential(edge_value, shift);
#pragma unroll
        for (unsigned p = 0; p < packs; ++p) {
            float value[pack_cols];
            widen(raw[p], value);
#pragma unroll
            for (unsigned i = 0; i < pack_cols; ++i) {
                value[i] = exponential(value[i], shift);
                own_sum += value[i];
            }
            if constexpr (sizeof(scalar_t) == sizeof(float))
                raw[p] = narrowed(value);
        }
        own_sum = warp_sum(own_sum);
        if (threadIdx.x % warp_lanes == 0)
            partials[r][threadIdx.x / warp_lanes] = {own_max, own_sum};
    }

    // This block's pair of each row, for the other blocks.
    __device__ __forceinline__ void publish(unsigned first_row) const
    {
        const unsigned lane = threadIdx.x % warp_lanes;
        for (unsigned r = threadIdx.x / warp_lanes; r < rows && first_row + r < n_rows; r += n_warps) {
            const OnlineSum block = warp_merge(lane < n_warps ? partials[r][lane] : empty_sum());
            if (lane == 0)
                pairs[static_cast<size_t>(first_row + r) * gridDim.x + blockIdx.x] = block;
        }
    }

    // Each row's pair, from those of all blocks.
    __device__ __forceinline__ void merge_blocks(unsigned first_row) const
    {
        const unsigned lane = threadIdx.x % warp_lanes;
        for (unsigned r = threadIdx.x / warp_lanes; r < rows && first_row + r < n_rows; r += n_warps) {
            const OnlineSum* of_row = pairs + static_cast<size_t>(first_row + r) * gridDim.x;
            OnlineSum mine = empty_sum();
#pragma unroll 4
            for (unsigned block = lane; block < gridDim.x; block += warp_lanes) {
                // Other blocks wrote it: it must not come from this multiprocessor's L1.
                const float2 pair = __ldcg(reinterpret_cast<const float2*>(of_row + block));
                mine = merge(mine, {pair.x, pair.y});
            }
            mine = warp_merge(mine);
            if (lane == 0)
                totals[r] = mine;
        }
    }

    __device__ __forceinline__ void write(unsigned r, unsigned row, const RawPack (&raw)[packs]) const
    {
        const scalar_t* x = inp_row(row);
        scalar_t* y = out + row * out_stride;
        const RowSplit split = split_row<RawPack>(x, n_cols);
        const float own_max = partials[r][threadIdx.x / warp_lanes].max;
        const float shift = shift_of(own_max);
        const float factor = exponential(own_max, shift_of(totals[r].max)) * (1.0f / totals[r].sum);
        const bool whole = same_alignment<RawPack>(x, y);
#pragma unroll
        for (unsigned p = 0; p < packs; ++p) {
            if (pack_of(p) >= split.vectors)
                continue;
            scalar_t* at = y + split.head + pack_of(p) * pack_cols;
            float value[pack_cols];
            widen(raw[p], value);
#pragma unroll
            for (unsigned i = 0; i < pack_cols; ++i)
                value[i] = (sizeof(scalar_t) == sizeof(float) ? value[i] : exponential(value[i], shift)) * factor;
            if (whole) {
                store_pack(at, narrowed(value));
            } else {
#pragma unroll
                for (unsigned i = 0; i < pack_cols; ++i)
                    at[i] = from_float(value[i]);
            }
        }
        const unsigned edge = edge_of(split);
        if (edge < n_cols)
            y[edge] = from_float(exponential(to_float(x[edge]), shift) * factor);
    }
};

template <unsigned team, unsigned packs, unsigned parked, unsigned held>
__device__ __forceinline__ void grid_softmax(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out,
                                             OnlineSum* pairs, unsigned n_rows, unsigned n_cols,
                                             long long inp_stride, long long out_stride)
{
    using Work = GridSoftmax<team, packs, parked, held>;
    extern __shared__ RawPack room[];
    __shared__ OnlineSum partials[Work::rows][Work::n_warps];
    __shared__ OnlineSum totals[Work::rows];
    const Work work = {inp,        out,        pairs,              n_rows,   n_cols,
                       inp_stride, out_stride, room + threadIdx.x, partials, totals};
    auto grid = cooperative_groups::this_grid();
    RawPack in_registers[held > 0 ? held : 1][packs];

#pragma unroll 1
    for (unsigned r = 0; r < parked; ++r)
        work.start_copies(r, r);
    for (unsigned first_row = 0; first_row < n_rows; first_row += Work::rows) {
#pragma unroll
        for (unsigned h = 0; h < held; ++h)
            work.load_held(first_row + parked + h, in_registers[h]);
#pragma unroll 1
        for (unsigned r = 0; r < parked; ++r) {
            wait_for_all_but<parked - 1>(parked - 1 - r); // this row has come, the next ones may be under way
            if (first_row + r >= n_rows)
                continue;
            RawPack raw[packs];
            work.load_parked(r, first_row + r, raw);
            work.reduce(r, first_row + r, raw);
            if constexpr (sizeof(scalar_t) == sizeof(float)) {
#pragma unroll
                for (unsigned p = 0; p < packs; ++p)
                    *work.place_of(r, p) = raw[p];
            }
        }
#pragma unroll
        for (unsigned h = 0; h < held; ++h) {
            if (first_row + parked + h < n_rows)
                work.reduce(parked + h, first_row + parked + h, in_registers[h]);
        }
        __syncthreads(); // orders all warps' pairs before they are merged
        work.publish(first_row);
        grid.sync(); // orders the pairs of all blocks before every block merges them
        work.merge_blocks(first_row);
        __syncthreads(); // orders the rows' totals before all threads read them
#pragma unroll 1
        for (unsigned r = 0; r < parked; ++r) {
            if (first_row + r < n_rows) {
                RawPack raw[packs];
                work.load_parked(r, first_row + r, raw);
                work.write(r, first_row + r, raw);
            }
            work.start_copies(r, first_row + Work::rows + r); // into the place of what was just written out
        }
#pragma unroll
        for (unsigned h = 0; h < held; ++h) {
            if (first_row + parked + h < n_rows)
                work.write(parked + h, first_row + parked + h, in_registers[h]);
        }
        __syncthreads(); // orders all reads of pairs and totals before the next batch's
    }
}
