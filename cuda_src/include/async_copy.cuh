// 16 bytes from global to shared memory without a detour through registers (sm_80 and later).
//
// A thread that waits sees its own copies only; others need a barrier after the wait.
#pragma once

// Starts copying 16 bytes; both addresses are multiples of 16.
__device__ __forceinline__ void copy_async(void* shared, const void* global)
{
#if __CUDA_ARCH__ >= 800
    const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(shared));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(global) : "memory");
#else
    *static_cast<uint4*>(shared) = *static_cast<const uint4*>(global);
#endif
}

// Closes a group of copies: all that this thread has started since the last one.
__device__ __forceinline__ void commit_copies()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

// Waits until at most `pending` of this thread's latest groups are under way.
template <unsigned pending>
__device__ __forceinline__ void wait_for_copies()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory");
#endif
}
