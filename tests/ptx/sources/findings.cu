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
