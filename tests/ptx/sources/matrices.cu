// Tensor-core matrices: nvcuda::wmma, and mma.sync with ldmatrix in inline PTX. One warp a block.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

// out (m x n) = a (m x k) times b (k x n), tile by tile; b column by column
template <int M, int N, int K, typename T, typename A>
__device__ void product(A* out, const T* a, const T* b, int m, int n, int k) {
    wmma::fragment<wmma::matrix_a, M, N, K, T, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, M, N, K, T, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, M, N, K, A> sum;
    for (int row = 0; row < m; row += M)
        for (int column = 0; column < n; column += N) {
            wmma::fill_fragment(sum, (A)0);
            for (int step = 0; step < k; step += K) {
                wmma::load_matrix_sync(left, a + row * k + step, k);
                wmma::load_matrix_sync(right, b + column * k + step, k);
                wmma::mma_sync(sum, left, right, sum);
            }
            for (int i = 0; i < sum.num_elements; i++) sum.x[i] = sum.x[i] * (A)2;
            wmma::store_matrix_sync(out + row * n + column, sum, n, wmma::mem_row_major);
        }
}

extern "C" __global__ void half_product(float* out, const __half* a, const __half* b, int m, int n, int k) {
    product<16, 16, 16>(out, a, b, m, n, k);
}

extern "C" __global__ void tall_product(float* out, const __half* a, const __half* b, int m, int n, int k) {
    product<32, 8, 16>(out, a, b, m, n, k);
}

extern "C" __global__ void half_sums(__half* out, const __half* a, const __half* b, int m, int n, int k) {
    product<8, 32, 16>(out, a, b, m, n, k);
}

extern "C" __global__ void byte_product(int* out, const signed char* a, const signed char* b, int m, int n, int k) {
    product<16, 16, 16>(out, a, b, m, n, k);
}

#if __CUDA_ARCH__ >= 800  // has bfloat16 and double matrices
extern "C" __global__ void bfloat_product(float* out, const __nv_bfloat16* a, const __nv_bfloat16* b, int m, int n,
                                          int k) {
    product<16, 16, 16>(out, a, b, m, n, k);
}

extern "C" __global__ void double_product(double* out, const double* a, const double* b, int m, int n, int k) {
    product<8, 8, 4>(out, a, b, m, n, k);
}

// The precision is chosen with a conversion of each element.
extern "C" __global__ void tf32_product(float* out, const float* a, const float* b, int m, int n, int k) {
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> sum;
    wmma::load_matrix_sync(sum, out, n, wmma::mem_row_major);
    for (int step = 0; step < k; step += 8) {
        wmma::load_matrix_sync(left, a + step, k);
        wmma::load_matrix_sync(right, b + step, k);
        for (int i = 0; i < left.num_elements; i++) left.x[i] = wmma::__float_to_tf32(left.x[i]);
        for (int i = 0; i < right.num_elements; i++) right.x[i] = wmma::__float_to_tf32(right.x[i]);
        wmma::mma_sync(sum, left, right, sum);
    }
    wmma::store_matrix_sync(out, sum, n, wmma::mem_row_major);
}

// 16 x 8 = 16 x 16 times 16 x 8, as a tensor-core kernel is written by hand: tiles in shared memory, ldmatrix, mma.sync.
extern "C" __global__ void inline_product(float* out, const __half* a, const __half* b, int m, int n, int k) {
    __shared__ __align__(16) __half left[16][16];
    __shared__ __align__(16) __half right[16][8];
    int lane = threadIdx.x;
    for (int i = lane; i < 256; i += 32) left[i / 16][i % 16] = a[i];
    for (int i = lane; i < 128; i += 32) right[i / 8][i % 8] = b[i % 8 * 16 + i / 8];
    __syncwarp();  // both tiles are there before other lanes' elements are loaded
    unsigned x[4], y[2];
    float sum[4] = {0, 0, 0, 0};
    unsigned at = (unsigned)__cvta_generic_to_shared(&left[lane % 16][lane / 16 * 8]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
                 : "r"(at));
    at = (unsigned)__cvta_generic_to_shared(&right[lane % 16][0]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(y[0]), "=r"(y[1]) : "r"(at));
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    for (int i = 0; i < 4; i++) out[(lane / 4 + i / 2 * 8) * n + lane % 4 * 2 + i % 2] = 2 * sum[i];
}
#endif
