// Row softmax as a stream: blocks that stay, and take row after row through a ring in shared memory.
//
// While a row is worked on, in registers, the next ones are on their way into the ring. So memory is asked
// for the
// whole time, and not only while no block computes or waits. A row may be spread over the blocks of a
// cluster; then
// each block streams its slice of every row.
//
// A thread works on the packs that it has asked for itself, so the ring needs no barrier.
#pragma once

#include "async_copy.cuh"
#include "cluster_barrier.cuh"
#include "held_row.cuh"
#include "merge_pairs.cuh"

// blocks: of a cluster, which share a row.
// team:   threads of a block, a multiple of 32.
// packs:  packs of a thread in a row, at most.
// places: packs of a thread in the ring, at least `packs`; the ring has places * team * 16 bytes.
template <unsigned blocks, unsigned team, unsigned packs, unsigned places, bool edges>
__device__ __forceinline__ void stream_softmax(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out,
                                            unsigned n_rows, unsigned n_cols, long long inp_stride,
                                            long long out_stride)
{
    constexpr unsigned n_warps = team / warp_lanes;
    constexpr unsigned step = blocks * team;
    constexpr unsigned rows_ahead = places / packs; // whole rows in the ring
    extern __shared__ RawPack ring[];
    __shared__ OnlineSum partials[2][blocks * n_warps];
    const unsigned thread = threadIdx.x;
    const unsigned lane = thread % warp_lanes;
    const unsigned warp = thread / warp_lanes;
    const unsigned rank = blockIdx.x % blocks;
    const unsigned first_row = blockIdx.x / blocks;
    const unsigned row_step = gridDim.x / blocks;
    const unsigned first_pack = rank * team; // stripes of a pack a thread go to the blocks in turn
    if constexpr (blocks > 1)
        announce_to_cluster(); // waited for before the first store to another block

    HeldRow<team, packs, edges, step> held;

    // Where the copies have got to: the next pack of a row far ahead.
    unsigned ahead_row = first_row;
    unsigned ahead_pack = 0;
    unsigned ahead_place = 0;
    const scalar_t* ahead_body = inp;
    unsigned ahead_vectors = 0;
    const auto look_at_row = [&] {
        const scalar_t* x = inp + ahead_row * inp_stride;
        RowSplit split = {0, n_cols / pack_cols, 0};
        if constexpr (edges)
            split = split_row<RawPack>(x, n_cols);
        ahead_body = x + split.head;
        ahead_vectors = ahead_row < n_rows ? split.vectors : 0;
    };
    const auto start_copy = [&] {
        const unsigned pack = first_pack + thread + ahead_pack * step;
        if (pack < ahead_vectors)
            copy_async(ring + ahead_place * team + thread, ahead_body + pack * pack_cols);
        if (++ahead_place == places)
            ahead_place = 0;
        if (++ahead_pack == packs) {
            ahead_pack = 0;
            ahead_row = ahead_row + row_step < n_rows ? ahead_row + row_step : n_rows;
            look_at_row();
        }
    };
    look_at_row();
#pragma unroll 1
    for (unsigned row = 0; row < rows_ahead; ++row) {
#pragma unroll
        for (unsigned p = 0; p < packs; ++p)
            start_copy();
        commit_copies();
    }
    // What is left of the ring belongs to the group of the next row.
#pragma unroll
    for (unsigned p = rows_ahead * packs; p < places; ++p)
        start_copy();
    held.load_edges(inp + first_row * inp_stride, n_cols, thread, rank == 0 && first_row < n_rows);
    if constexpr (blocks > 1)
        wait_for_cluster(); // orders the start of all blocks before stores to their shared memory

    unsigned place = 0;
    unsigned parity = 0;
    for (unsigned row = first_row; row < n_rows; row += row_step) {
        const scalar_t* x = inp + row * inp_stride;
        wait_for_copies<rows_ahead - 1>(); // this row has come
        if constexpr (edges)
            held.split = split_row<RawPack>(x, n_cols);
        else
            held.split = {0, n_cols / pack_cols, 0};
#pragma unroll
        for (unsigned p = 0; p < packs; ++p) {
            const unsigned pack = first_pack + thread + p * step;
            held.raw[p] = empty_pack();
            if (pack < held.split.vectors)
                held.raw[p] = ring[place * team + thread];
            if (++place == places)
                place = 0;
        }
        const float own_max = warp_max(held.max_of());
        // The maximum has needed all of the row, so its places are free.
#pragma unroll
        for (unsigned p = 0; p < packs; ++p)
            start_copy();
        commit_copies();
        const float own_sum = warp_sum(held.exponentiate(shift_of(own_max)));
        if constexpr (edges) {
            if (row + row_step < n_rows)
                held.load_edges(x + row_step * inp_stride, n_cols, thread, rank == 0);
        }

        OnlineSum* const pairs = partials[parity];
        // who is a row ahead writes to the other array; a second row ahead is behind the next barrier
        parity ^= 1;
        if constexpr (blocks > 1) {
            if (lane < blocks)
                *in_block(&pairs[rank * n_warps + warp], lane) = {own_max, own_sum};
            arrive_at_cluster();
            wait_for_cluster(); // orders all warps' pairs, from all blocks, before every warp merges them
        } else {
            if (lane == 0)
                pairs[warp] = {own_max, own_sum};
            __syncthreads(); // orders each warp's pair before all warps merge them
        }
        const OnlineSum total = merge_pairs<blocks * n_warps>(pairs);
        const float factor = expf(own_max - shift_of(total.max)) * (1.0f / total.sum);
        held.store(out + row * out_stride, n_cols, thread, factor, first_pack, rank == 0);
    }
}
