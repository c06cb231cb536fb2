// Faults whose findings tests read: tests/ptx/launch/test_findings_cuda.py.

extern "C" __global__ void unrolled(float* out, const float* inp, int n) {
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; k++)
        sum += inp[32 * k + threadIdx.x + n];  // n floats too far
    out[threadIdx.x] = sum;
}

extern "C" __global__ void two_buffers(float* out, const float* inp, int n) {
    out[threadIdx.x] = inp[threadIdx.x + n] + out[threadIdx.x + n];  // two loads, both too far
}

__device__ __forceinline__ float shared_first(float* values) {
    __syncthreads();  // orders the stores before the load
    return values[0];
}

__device__ __forceinline__ float doubled_first(float* values) {
    return 2.0f * shared_first(values);  // the outer call
}

// The halves of a block meet at one barrier of the source, called from two places.
extern "C" __global__ void halves(float* out, const float* inp, int n) {
    __shared__ float values[64];
    values[threadIdx.x] = inp[threadIdx.x];
    if (threadIdx.x < 48)
        out[threadIdx.x] = shared_first(values);  // the low half
    else
        out[threadIdx.x] = doubled_first(values);  // the high half
}

// Three warps of four come to a barrier for all four.
extern "C" __global__ void short_of_a_warp(float* out, const float* inp, int n) {
    if (threadIdx.x < 96)
        asm volatile("bar.sync 3, 128;" ::: "memory");  // waits for a warp too many
    else
        asm volatile("bar.sync 4, 64;" ::: "memory");  // waits for another warp
    out[threadIdx.x] = 1.0f;
}

extern "C" __global__ void two_counts(float* out, const float* inp, int n) {
    if (threadIdx.x < 32)
        asm volatile("bar.sync 3, 64;" ::: "memory");  // for two warps
    else
        asm volatile("bar.sync 3, 96;" ::: "memory");  // for three warps
    out[threadIdx.x] = 1.0f;
}

// An mbarrier for 64 arrivals, of which 32 come.
extern "C" __global__ void half_arrive(float* out, const float* inp, int n) {
    __shared__ alignas(8) unsigned long long barrier;
    unsigned at = (unsigned)__cvta_generic_to_shared(&barrier);
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(at) : "memory");
    __syncthreads();  // orders the initialisation before all use
    asm volatile("{ .reg .b64 state; mbarrier.arrive.shared.b64 state, [%0]; }" ::"r"(at) : "memory");
    unsigned done = 0;
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"  // here
                     : "=r"(done)
                     : "r"(at)
                     : "memory");
    out[threadIdx.x] = 1.0f;
}

extern "C" __global__ void scales_in_place(float* out, const float* inp, int n) {
    if (threadIdx.x >= 7)
        const_cast<float*>(inp)[threadIdx.x] *= 2.0f;  // into the input
    out[threadIdx.x] = inp[threadIdx.x];
}

// Megabytes behind `out`, nearer to other buffers.
extern "C" __global__ void far(float* out, const float* inp, int n) {
    float* row = out + 4 * n;
    row[threadIdx.x] = inp[threadIdx.x];  // far from out
}

extern "C" __global__ void either(float* out, const float* inp, int n) {
    const float* row = n > 7 ? out : inp;
    out[threadIdx.x] = row[threadIdx.x + n];  // of one of the two
}
