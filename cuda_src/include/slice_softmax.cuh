// Row softmax with a row spread over the blocks of a cluster, each block holding its slice in registers and,
// where
// those do not suffice, in shared memory. A cluster of one block is a block by itself.
#pragma once

#include "cluster_barrier.cuh"
#include "counted_stores.cuh"
#include "merge_pairs.cuh"
#include "parked_packs.cuh"
#include "split_softmax.cuh"

// Packs of a thread in shared memory, where `packs` are what it has of a row. None as a rule: what fits in
// registers is fastest there. But 64 columns of 16 bits are 64 registers, of which three blocks of 256
// threads fit on a multiprocessor; with 16 columns in registers and the others in shared memory it is six
// (128 x 262144 bfloat16 on an H200: 43.4 us and 38.6).
template <unsigned team, unsigned packs>
constexpr unsigned parked_packs = sizeof(scalar_t) == 2 && team == 256 && packs > 4 ? packs - 2 : 0;

// Threads that should fit on a multiprocessor, by the columns that each has in registers.
__host__ __device__ constexpr unsigned resident_threads(unsigned cols, bool edges)
{
    if (cols <= 16)
        return 1536;
    if (cols <= 32)
        return 1024;
    if (cols <= 48)
        return 896;
    // Rows at any address: 24 bytes of each thread do not fit then, which costs less than a third block
    // gains.
    return cols <= 56 || sizeof(scalar_t) == 2 || edges ? 768 : 512;
}

// For __launch_bounds__.
template <unsigned team, unsigned packs, bool edges>
constexpr unsigned resident_blocks =
    (parked_packs<team, packs> > 8
         ? 768u
         : resident_threads((packs - parked_packs<team, packs>) * pack_cols, edges)) /
    team;

// One row by `blocks` blocks of `team` threads, each of which holds `packs` packs in registers and `parked`
// in shared memory.
//
// Every warp sends its pair to all blocks, and waits for the pairs of all: by counted stores, or, before
// CUDA 12.1, at a barrier of the cluster.
template <unsigned blocks, unsigned team, unsigned packs, unsigned parked, bool edges>
__device__ __forceinline__ void slice_softmax(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out,
                                          unsigned n_cols, long long inp_stride, long long out_stride)
{
    constexpr unsigned n_warps = team / warp_lanes;
    extern __shared__ RawPack parking[];
    constexpr bool counts = blocks > 1 && has_counted_stores;
    __shared__ OnlineSum partials[blocks * n_warps];
    const long long row = blockIdx.x / blocks;
    const unsigned rank = blockIdx.x % blocks;
    const unsigned thread = threadIdx.x;
    const unsigned lane = thread % warp_lanes;
    const unsigned warp = thread / warp_lanes;
    // Stripes of one pack a thread go to the blocks in turn, so that rows of any length are shared evenly.
    constexpr unsigned step = blocks * team;
    const unsigned first_held = rank * team;
    const unsigned first_parked = packs * step + rank * team;
    const scalar_t* x = inp + row * inp_stride;
    scalar_t* y = out + row * out_stride;
    if constexpr (blocks > most_cluster_blocks) {
        if (rank == 0)
            plain_row<team>(x, y, n_cols);
        return;
    }

    [[maybe_unused]] __shared__ ByteCounter arrived;
    if constexpr (counts) {
        if (thread == 0)
            expect_bytes(&arrived, sizeof(partials));
        announce_to_cluster(); // waited for below: all counters are set up
    }
    HeldRow<team, packs, edges, step, (blocks > 1 && parked == 0)> held;
    held.load(x, n_cols, thread, true, first_held, rank == 0);
    ParkedPacks<team, parked, step> more{parking + thread};
    if constexpr (parked > 0)
        more.load(x + held.split.head, held.split.vectors, thread, first_parked);
    if constexpr (blocks > 1 && !counts)
        announce_to_cluster(); // waited for below: the other blocks have started

    float own_max = held.max_of();
    if constexpr (parked > 0) {
        wait_for_copies<0>();
        own_max = fmaxf(own_max, more.max_of());
    }
    own_max = warp_max(own_max);
    const float shift = shift_of(own_max);
    float own_sum = held.exponentiate(shift);
    if constexpr (parked > 0)
        own_sum += more.exponentiate(shift);
    own_sum = warp_sum(own_sum);

    if constexpr (counts) {
        wait_for_cluster(); // orders the start of all blocks before stores to their shared memory
        const unsigned long long pair = static_cast<unsigned long long>(__float_as_uint(own_sum)) << 32 |
                                        __float_as_uint(own_max);
        if (lane < blocks)
            store_counted(&partials[rank * n_warps + warp], &arrived, lane, pair);
        wait_for_bytes(&arrived); // orders all warps' pairs, from all blocks, before every warp merges them
    } else if constexpr (blocks > 1) {
        wait_for_cluster(); // orders the start of all blocks before stores to their shared memory
        if (lane < blocks)
            *in_block(&partials[rank * n_warps + warp], lane) = {own_max, own_sum};
        arrive_at_cluster();
        wait_for_cluster(); // orders all warps' pairs, from all blocks, before every warp merges them
    } else {
        if (lane == 0)
            partials[warp] = {own_max, own_sum};
        __syncthreads(); // orders each warp's pair before all warps merge them
    }
    const OnlineSum total = merge_pairs<blocks * n_warps>(partials);
    const float factor = expf(own_max - shift_of(total.max)) * (1.0f / total.sum);
    held.store(y, n_cols, thread, factor, first_held, rank == 0);
    if constexpr (parked > 0)
        more.store(y + held.split.head, held.split.vectors, thread, first_parked, shift, factor);
}
