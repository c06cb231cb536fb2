// Kernels of one access each, whose addresses are data: what hardware counts for a pattern, and what the executor does.
//
// Lane l accesses element index[l] (index[threadIdx.x]); a negative one leaves the lane out. The loads of `index` and
// the stores of `out` are the same for every pattern: coalesced, 32 bits.

#define LOAD_GLOBAL(NAME, TYPE, USE)                                                                         \
    extern "C" __global__ void NAME(const int* __restrict__ index, const TYPE* __restrict__ data, float* out) \
    {                                                                                                         \
        const int i = index[threadIdx.x];                                                                     \
        float result = 0.0f;                                                                                  \
        if (i >= 0) {                                                                                         \
            const TYPE v = data[i];                                                                           \
            result = USE;                                                                                     \
        }                                                                                                     \
        out[threadIdx.x] = result;                                                                            \
    }

LOAD_GLOBAL(global_load_32, float, v)
LOAD_GLOBAL(global_load_64, float2, v.x + v.y)
LOAD_GLOBAL(global_load_128, float4, (v.x + v.y) + (v.z + v.w))

#define STORE_GLOBAL(NAME, TYPE, VALUE)                                                                       \
    extern "C" __global__ void NAME(const int* __restrict__ index, TYPE* __restrict__ data, float* out)       \
    {                                                                                                         \
        const int i = index[threadIdx.x];                                                                     \
        if (i >= 0)                                                                                           \
            data[i] = VALUE;                                                                                  \
        out[threadIdx.x] = 0.0f;                                                                              \
    }

STORE_GLOBAL(global_store_32, float, 1.0f)
STORE_GLOBAL(global_store_64, float2, make_float2(1.0f, 2.0f))
STORE_GLOBAL(global_store_128, float4, make_float4(1.0f, 2.0f, 3.0f, 4.0f))

// 16 KiB of shared memory that nothing is known of: what is loaded does not matter, only where it lies.
constexpr int shared_bytes = 16384;

#define LOAD_SHARED(NAME, TYPE, USE)                                                                          \
    extern "C" __global__ void NAME(const int* __restrict__ index, const float* __restrict__ data, float* out) \
    {                                                                                                         \
        __shared__ __align__(16) unsigned char memory[shared_bytes];                                          \
        const TYPE* s = reinterpret_cast<const TYPE*>(memory);                                                \
        const int i = index[threadIdx.x];                                                                     \
        reinterpret_cast<float*>(memory)[threadIdx.x] = data[threadIdx.x];                                    \
        __syncthreads(); /* orders the stores, which keep the loads from being dropped, before the loads */   \
        float result = 0.0f;                                                                                  \
        if (i >= 0) {                                                                                         \
            const TYPE v = s[i];                                                                              \
            result = USE;                                                                                     \
        }                                                                                                     \
        out[threadIdx.x] = result;                                                                            \
    }

LOAD_SHARED(shared_load_32, float, v)
LOAD_SHARED(shared_load_64, float2, v.x + v.y)
LOAD_SHARED(shared_load_128, float4, (v.x + v.y) + (v.z + v.w))

#define STORE_SHARED(NAME, TYPE, VALUE)                                                                       \
    extern "C" __global__ void NAME(const int* __restrict__ index, const float* __restrict__ data, float* out) \
    {                                                                                                         \
        __shared__ __align__(16) unsigned char memory[shared_bytes];                                          \
        TYPE* s = reinterpret_cast<TYPE*>(memory);                                                            \
        const int i = index[threadIdx.x];                                                                     \
        const float x = data[threadIdx.x];                                                                    \
        if (i >= 0)                                                                                           \
            s[i] = VALUE;                                                                                     \
        __syncthreads(); /* orders the stores before the load that keeps them from being dropped */           \
        out[threadIdx.x] = reinterpret_cast<const float*>(memory)[threadIdx.x ^ 1];                           \
    }

STORE_SHARED(shared_store_32, float, x)
STORE_SHARED(shared_store_64, float2, make_float2(x, x))
STORE_SHARED(shared_store_128, float4, make_float4(x, x, x, x))

extern "C" __global__ void shared_atomic_32(const int* __restrict__ index, const float* __restrict__ data, float* out)
{
    __shared__ unsigned memory[shared_bytes / 4];
    const int i = index[threadIdx.x];
    memory[threadIdx.x] = static_cast<unsigned>(data[threadIdx.x]);
    __syncthreads(); // orders the first values before the additions
    if (i >= 0)
        atomicAdd(&memory[i], threadIdx.x);
    __syncthreads(); // orders the additions before the load
    out[threadIdx.x] = static_cast<float>(memory[threadIdx.x]);
}

extern "C" __global__ void local_array(const int* __restrict__ index, const float* __restrict__ data, float* out)
{
    float values[64];
    for (int k = 0; k < 64; ++k)
        values[k] = data[(threadIdx.x + k) % 1024];
    const int i = index[threadIdx.x];
    out[threadIdx.x] = i >= 0 ? values[i % 64] : 0.0f;
}
