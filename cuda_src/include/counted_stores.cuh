// Stores to the shared memory of a cluster's blocks that the receiving block counts (sm_90 and CUDA 12.1 or
// later): who waits, waits for so many bytes, and not for every block to come to a barrier.
//
// One phase: a counter is set up, waited for once, and not used again.
#pragma once

#include "cluster_barrier.cuh"

#if __CUDA_ARCH__ >= 900 && __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1201
#define HAS_COUNTED_STORES 1
constexpr bool has_counted_stores = true;
#else
constexpr bool has_counted_stores = false;
#endif

using ByteCounter = unsigned long long; // an mbarrier, in shared memory

// By one thread. A barrier of the cluster goes between this and the first store. Its arrival need not release
// anything: the fence here does, for the counter alone. A release of everything would wait for memory, which
// took a tenth of the time of 512 x 131072 bfloat16 on an H200 (79.1 us, 71.0 without).
__device__ __forceinline__ void expect_bytes(ByteCounter* counter, unsigned bytes)
{
#if HAS_COUNTED_STORES
    const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(counter));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("{\n"
                 ".reg .b64 state;\n"
                 "mbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1;\n"
                 "}" ::"r"(at),
                 "r"(bytes)
                 : "memory");
#endif
}

// Stores 8 bytes to the same variable of another block, counted by that block's counter.
__device__ __forceinline__ void store_counted(void* shared, ByteCounter* counter, unsigned rank,
                                              unsigned long long word)
{
#if HAS_COUNTED_STORES
    unsigned to, bar;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                 : "=r"(to)
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(shared))), "r"(rank));
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                 : "=r"(bar)
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(counter))), "r"(rank));
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b64 [%0], %1, [%2];" ::"r"(to),
                 "l"(word), "r"(bar)
                 : "memory");
#endif
}

// Waits until all expected bytes have come, and sees what they are.
__device__ __forceinline__ void wait_for_bytes(ByteCounter* counter)
{
#if HAS_COUNTED_STORES
    const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(counter));
    unsigned done;
    do {
        asm volatile("{\n"
                     ".reg .pred done;\n"
                     "mbarrier.try_wait.parity.shared::cta.b64 done, [%1], 0;\n"
                     "selp.u32 %0, 1, 0, done;\n"
                     "}"
                     : "=r"(done)
                     : "r"(at)
                     : "memory");
    } while (!done);
#endif
}
