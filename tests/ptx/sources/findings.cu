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
