// CUDA's C++ standard library. Kernels have the parameters (out, inp, n); 64 threads, inp holds 0 to 63.
#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/atomic>
#include <cuda/std/bit>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/utility>
#include <cuda/std/variant>

__device__ cuda::std::optional<int> half_of(int n) {
    if (n % 2) return cuda::std::nullopt;
    return n / 2;
}

extern "C" __global__ void values(float* out, const int* inp, int n) {
    int i = threadIdx.x, k = inp[i];
    cuda::std::array<int, 5> powers{1, 2, 4, 8, 16};
    cuda::std::span<const int> all(inp, n);
    cuda::std::complex<float> z(k, 1.0f);
    z = z * z / cuda::std::complex<float>(0.0f, 2.0f);
    cuda::std::tuple<int, float> pair(k, 0.25f);
    cuda::std::variant<int, float> either = k;
    if (k % 3 == 0) either = 0.5f;
    out[i] = powers[k % 5] + half_of(k).value_or(-100) + all[n - 1 - i];
    out[n + i] = z.real() + z.imag();
    out[2 * n + i] = cuda::std::get<0>(pair) * cuda::std::get<1>(pair);
    out[3 * n + i] = either.index() == 0 ? cuda::std::get<0>(either) : cuda::std::get<1>(either);
    out[4 * n + i] = cuda::std::popcount((unsigned)k) + 10 * cuda::std::countl_zero((unsigned)k | 1u) +
                     cuda::std::bit_cast<unsigned>(1.0f) % 7;
    out[5 * n + i] = cuda::std::isnan(cuda::std::numeric_limits<float>::quiet_NaN()) + cuda::std::abs(-k);
    cuda::std::array<cuda::std::byte, 4> bytes = cuda::std::bit_cast<cuda::std::array<cuda::std::byte, 4>>(k * 77);
    out[6 * n + i] = cuda::std::to_integer<int>(bytes[0]) + cuda::std::plus<int>()(k, 3);
}

extern "C" __global__ void atomics(float* out, const int* inp, int n) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> sum;
    __shared__ cuda::atomic<unsigned long long, cuda::thread_scope_block> largest;
    __shared__ cuda::atomic<float, cuda::thread_scope_block> total;
    int i = threadIdx.x;
    if (i == 0) sum = 0, largest = 0, total = 0.0f;
    __syncthreads();  // all three are set before they are used
    sum.fetch_add(inp[i], cuda::std::memory_order_relaxed);
    largest.fetch_max(1000ull * inp[i]);
    total.fetch_add(0.5f);
    cuda::atomic_ref<int, cuda::thread_scope_device> shared_int(reinterpret_cast<int*>(out)[3 * n]);
    shared_int.fetch_or(1 << (i % 8));
    int expected = 2016;
    __syncthreads();  // all have added
    if (i == 5) sum.compare_exchange_strong(expected, -7);
    __syncthreads();  // and one has exchanged
    out[i] = sum.load(cuda::std::memory_order_acquire);
    out[n + i] = (float)largest.load();
    out[2 * n + i] = total.load();
    cuda::atomic_thread_fence(cuda::std::memory_order_seq_cst, cuda::thread_scope_block);
}
