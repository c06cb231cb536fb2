// The kernels of a variant that gives each row to a cluster, one for each number of packs a thread. Blocks
// of 256 threads have two more: of 128, more packs than 8 are what a larger cluster is for.
//
// blocks: of a cluster. edges: whether rows may start and end anywhere. TEAM, the threads of a block, is
// from the declaration.
#pragma once

#include "slice_softmax.cuh"

#define CLUSTER_ENTRY(blocks, packs, edges)                                                                  \
    extern "C" __global__ void CLUSTER_OF(blocks)                                                            \
        __launch_bounds__(TEAM, resident_blocks<TEAM, packs, edges>)                                         \
            packs_##packs(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out, unsigned n_cols,     \
                          long long inp_stride, long long out_stride)                                        \
    {                                                                                                        \
        constexpr unsigned parked = parked_packs<TEAM, packs>;                                               \
        slice_softmax<blocks, TEAM, packs - parked, parked, edges>(inp, out, n_cols, inp_stride, out_stride);\
    }

#define CLUSTER_ENTRIES_TO_8(blocks, edges)                                                                  \
    CLUSTER_ENTRY(blocks, 4, edges)                                                                          \
    CLUSTER_ENTRY(blocks, 6, edges)                                                                          \
    CLUSTER_ENTRY(blocks, 7, edges)                                                                          \
    CLUSTER_ENTRY(blocks, 8, edges)

#if TEAM == 256
#define CLUSTER_ENTRIES(blocks, edges)                                                                       \
    CLUSTER_ENTRIES_TO_8(blocks, edges)                                                                      \
    CLUSTER_ENTRY(blocks, 12, edges)                                                                         \
    CLUSTER_ENTRY(blocks, 16, edges)
#else
#define CLUSTER_ENTRIES(blocks, edges) CLUSTER_ENTRIES_TO_8(blocks, edges)
#endif
