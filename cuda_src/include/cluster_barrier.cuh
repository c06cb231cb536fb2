// The blocks of a cluster (sm_90 and later): a barrier, and stores to each other's shared memory.
//
// Elsewhere there are none, and a kernel that has some must do without.
#pragma once

// Every GPU with clusters has those of 8 blocks. Those of 16 are documented for sm_90 and sm_10x
// (tuning guides of Hopper and Blackwell).
#if __CUDA_ARCH__ >= 1100
constexpr unsigned most_cluster_blocks = 8;
#elif __CUDA_ARCH__ >= 900
constexpr unsigned most_cluster_blocks = 16;
#else
constexpr unsigned most_cluster_blocks = 1;
#endif

#if __CUDA_ARCH__ >= 900
#define CLUSTER_OF(blocks) __cluster_dims__(blocks <= most_cluster_blocks ? blocks : 1, 1, 1)
#else
#define CLUSTER_OF(blocks)
#endif

// What it orders can be said since PTX ISA 8.0; before, the barrier always orders everything.
#if __CUDACC_VER_MAJOR__ >= 12
#define CLUSTER_ORDER(order) "." order
#else
#define CLUSTER_ORDER(order)
#endif

// Says that this thread has come; what it has stored is not ordered. All threads of the warp call it
// together.
__device__ __forceinline__ void announce_to_cluster()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("barrier.cluster.arrive" CLUSTER_ORDER("relaxed") ".aligned;" ::: "memory");
#endif
}

// Says that this thread has come, with all it has stored.
__device__ __forceinline__ void arrive_at_cluster()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("barrier.cluster.arrive" CLUSTER_ORDER("release") ".aligned;" ::: "memory");
#endif
}

// Waits for all threads of the cluster, and for what they stored before they arrived.
__device__ __forceinline__ void wait_for_cluster()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("barrier.cluster.wait" CLUSTER_ORDER("acquire") ".aligned;" ::: "memory");
#endif
}

// The same variable of another block: cooperative_groups::map_shared_rank without its header, which takes two
// thirds of the time to compile.
template <typename Value>
__device__ __forceinline__ Value* in_block(Value* shared, unsigned rank)
{
#if __CUDA_ARCH__ >= 900
    return static_cast<Value*>(__cluster_map_shared_rank(shared, rank));
#else
    return shared;
#endif
}
