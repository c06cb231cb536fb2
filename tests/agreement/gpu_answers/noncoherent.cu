// Reads by the non-coherent path of words that the same launch has written, and the same reads by ordinary loads.
// Each word of `memory` is 1 before the launch; the launch stores 2. `seen` gets what the reads gave.
#ifdef ORDINARY
#define READ "ld.global.u32"
#else
#define READ "ld.global.nc.u32"
#endif

__device__ __forceinline__ unsigned load(const unsigned* at)
{
    unsigned value;
    asm volatile(READ " %0, [%1];" : "=r"(value) : "l"(__cvta_generic_to_global(at)) : "memory");
    return value;
}

__device__ __forceinline__ void store(unsigned* at)
{
    asm volatile("st.global.u32 [%0], 2;" ::"l"(__cvta_generic_to_global(at)) : "memory");
}

#define HERE (blockIdx.x * blockDim.x + threadIdx.x)
// reads the word first, so that it is in the cache; `seen` depends on the value, so that no compiler drops the read
#define WARM(i) seen[HERE] = load(memory + (i)) + 8

extern "C" __global__ void same_thread(unsigned* memory, unsigned* seen, unsigned* flag)
{
    store(memory + HERE);
    seen[HERE] = load(memory + HERE);
}

extern "C" __global__ void same_thread_cached(unsigned* memory, unsigned* seen, unsigned* flag)
{
    WARM(HERE);
    store(memory + HERE);
    seen[HERE] = load(memory + HERE);
}

extern "C" __global__ void same_thread_fence(unsigned* memory, unsigned* seen, unsigned* flag)
{
    WARM(HERE);
    store(memory + HERE);
    __threadfence();
    seen[HERE] = load(memory + HERE);
}

extern "C" __global__ void same_thread_atomic(unsigned* memory, unsigned* seen, unsigned* flag)
{
    WARM(HERE);
    atomicExch(memory + HERE, 2u);
    __threadfence();
    seen[HERE] = load(memory + HERE);
}

extern "C" __global__ void other_thread(unsigned* memory, unsigned* seen, unsigned* flag)
{
    store(memory + HERE);
    __syncthreads();
    seen[HERE] = load(memory + (HERE ^ 33));
}

extern "C" __global__ void other_thread_cached(unsigned* memory, unsigned* seen, unsigned* flag)
{
    WARM(HERE ^ 33);
    __syncthreads();
    store(memory + HERE);
    __syncthreads();
    seen[HERE] = load(memory + (HERE ^ 33));
}

// Block 0 stores for block 1. All its threads have done their part before it sets the flag.
__device__ void hand_on(unsigned* flag, unsigned value)
{
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) atomicExch(flag, value);
}

__device__ void await(unsigned* flag, unsigned value)
{
    if (threadIdx.x == 0)
        while (atomicAdd(flag, 0u) != value) {}
    __threadfence();
    __syncthreads();
    __threadfence();
}

extern "C" __global__ void other_block(unsigned* memory, unsigned* seen, unsigned* flag)
{
    if (blockIdx.x == 0) {
        store(memory + HERE + blockDim.x);
        hand_on(flag, 1);
    } else {
        await(flag, 1);
        seen[HERE] = load(memory + HERE);
    }
}

extern "C" __global__ void other_block_cached(unsigned* memory, unsigned* seen, unsigned* flag)
{
    if (blockIdx.x == 0) {
        await(flag, 1);
        store(memory + HERE + blockDim.x);
        hand_on(flag, 2);
    } else {
        WARM(HERE);
        hand_on(flag, 1);
        await(flag, 2);
        seen[HERE] = load(memory + HERE);
    }
}

// The right way: the launch before has written.
extern "C" __global__ void store_all(unsigned* memory, unsigned* seen, unsigned* flag) { store(memory + HERE); }

extern "C" __global__ void later_launch(unsigned* memory, unsigned* seen, unsigned* flag)
{
    seen[HERE] = load(memory + HERE);
}
