// What C++ makes of PTX: functions that stay functions, tables of jumps, structs, local arrays, constants, templates.
// Every kernel has the parameters (out, inp, n) and is launched with n threads or more.

struct Pair {
    float first;
    int second;
    double third;
};

struct Config {
    int scale;
    float offset;
    short table[5];
};

__constant__ float weights[4] = {0.5f, -1.0f, 2.0f, 4.0f};
__device__ int counter = 100;
__device__ const int* start = &counter;

__device__ __noinline__ Pair combine(Pair left, float right, const Config& config) {
    Pair result;
    result.first = left.first * config.scale + right;
    result.second = left.second + config.table[(left.second & 15) % 5];
    result.third = left.third / (1.0 + config.offset);
    return result;
}

extern "C" __global__ void structs(float* out, const float* inp, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    Config config = {3, 0.25f, {1, -2, 3, -4, 5}};
    Pair pair = {inp[i], i, inp[i] * 2.0};
    pair = combine(pair, 1.5f, config);
    pair = combine(pair, -0.5f, config);
    out[i] = pair.first + pair.second + (float)pair.third;
}

extern "C" __global__ void struct_parameter(float* out, const float* inp, int n, Config config) {
    int i = threadIdx.x;
    if (i < n) out[i] = inp[i] * config.scale + config.offset + config.table[i % 5];
}

// A sum over the block that is a function of its own, with barriers inside, called in a loop and from two places.
__device__ __noinline__ float block_sum(float value, float* scratch) {
    int i = threadIdx.x;
    scratch[i] = value;
    __syncthreads();  // all of scratch is written before any of it is read
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (i < half) scratch[i] += scratch[i + half];
        __syncthreads();  // this round's sums are there before the next round reads them
    }
    float total = scratch[0];
    __syncthreads();  // everyone has read the total before the next call overwrites it
    return total;
}

extern "C" __global__ void barrier_in_function(float* out, const float* inp, int n) {
    extern __shared__ float scratch[];
    int i = threadIdx.x;
    float value = i < n ? inp[i] : 0.0f;
    float total = 0.0f;
    for (int round = 1; round <= 3; round++) total += block_sum(value * round, scratch);
    float largest = block_sum(value > 0.0f ? 1.0f : 0.0f, scratch);
    if (i < n) out[i] = total + 1000.0f * largest;
}

__device__ __noinline__ int warp_sum(int value) {
    for (int offset = 16; offset > 0; offset /= 2) value += __shfl_xor_sync(0xffffffffu, value, offset);
    return value;
}

extern "C" __global__ void shuffle_in_function(float* out, const float* inp, int n) {
    int i = threadIdx.x;
    int total = warp_sum(i) + warp_sum(i * i);
    if (i < n) out[i] = total;
}

extern "C" __global__ void jump_table(float* out, const float* inp, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    float x = inp[i];
    switch (i % 11) {
        case 0: x = x + 1; break;
        case 1: x = x * x; break;
        case 2: x = -x;  // falls through
        case 3: x = x - 3; break;
        case 4: x = sqrtf(fabsf(x)); break;
        case 5: x = x > 0 ? 5 : -5; break;
        case 6: x = x / 7; break;
        case 7: for (int k = 0; k < i; k++) x += k; break;
        case 8: return;
        case 9: x = floorf(x); break;
        default: x = 99; break;
    }
    out[i] = x;
}

extern "C" __global__ void local_arrays(float* out, const float* inp, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    float sorted[12];
    for (int k = 0; k < 12; k++) sorted[k] = inp[(i * 7 + k * 5) % n];
    for (int a = 1; a < 12; a++)
        for (int b = a; b > 0 && sorted[b] < sorted[b - 1]; b--) {
            float held = sorted[b];
            sorted[b] = sorted[b - 1];
            sorted[b - 1] = held;
        }
    out[i] = sorted[i % 12];
}

extern "C" __global__ void doubles(double* out, const double* inp, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    double x = inp[i];
    out[i] = fma(x, x, 1.0 / (x + 3.0)) - sqrt(fabs(x));
}

extern "C" __global__ void variables(float* out, const float* inp, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = inp[i] * weights[i % 4] + *start;
    __syncthreads();  // everyone has read the counter before it changes
    if (i == 0) counter += 1;
}

template <int N, typename T>
struct Polynomial {
    __device__ static T at(T x) { return x * Polynomial<N - 1, T>::at(x) + T(N); }
};
template <typename T>
struct Polynomial<0, T> {
    __device__ static T at(T) { return T(1); }
};

template <typename T, int UNROLL>
__global__ void templated(T* out, const T* inp, int n) {
#pragma unroll UNROLL
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = Polynomial<6, T>::at(inp[i]);
}
template __global__ void templated<float, 1>(float*, const float*, int);
template __global__ void templated<double, 4>(double*, const double*, int);
template __global__ void templated<int, 2>(int*, const int*, int);

extern "C" __global__ void votes(unsigned* out, const float* inp, int n) {
    int i = threadIdx.x;
    bool positive = i < n && inp[i] > 0;
    unsigned mask = __ballot_sync(0xffffffffu, positive);
    unsigned active = 0;
    if (positive) active = __activemask();
    __syncwarp();
    int count = __syncthreads_count(positive);
    bool any = __syncthreads_or(positive), all = __syncthreads_and(i >= 0);
    if (i < n) out[i] = mask ^ (positive ? active : mask) ^ (count << 8) ^ (any << 1) ^ all;
}

extern "C" __global__ void histogram(int* out, const float* inp, int n) {
    __shared__ int bins[16];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 16) bins[threadIdx.x] = 0;
    __syncthreads();  // the bins are empty before anyone counts
    if (i < n) atomicAdd(&bins[(int)(inp[i] * 16.0f) & 15], 1);
    __syncthreads();  // every thread has counted before the bins are added up
    if (threadIdx.x < 16) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

extern "C" __global__ void __launch_bounds__(64) bounded(float* out, const float* inp, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = warpSize + inp[i];
}
