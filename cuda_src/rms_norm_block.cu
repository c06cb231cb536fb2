// Row root mean square normalisation, one block per row, one reduction by warp shuffles.
//
// /// variant
// summary    = "One block per row: the mean square by warp shuffles and one barrier."
// source     = "this project"
// operation  = "rms_norm"
// args       = ["inp", "weight", "out", "n_cols", "inp_stride", "out_stride", "eps"]
// block      = [[64], [256]]
// grid       = "n_rows"
// requires   = ["block_x % warp == 0"]
// dtypes     = ["float32", "float16", "bfloat16"]
// arithmetic = "ieee+rsqrt"
// parallel   = "block_x"
// ///
//
// Mapping: block b has row b; thread t takes the columns t, t + blockDim.x, t + 2 * blockDim.x, ...
// Memory:  2 reads and 1 write per element, coalesced; weight once a row, from a cache.
// Shared:  128 bytes: one float for each of at most 32 warps.
// Needs:   a one-dimensional block whose size is a multiple of 32 (block_sum).
// Change:  after rms_norm_naive. The reduction is the second one of softmax_block_two_pass, and a product
//          takes the place of a division for each element.

#include "reduce.cuh"
#include "scalar.cuh"

extern "C" __global__ void rms_norm(const scalar_t* __restrict__ inp, const scalar_t* __restrict__ weight,
                                    scalar_t* __restrict__ out, unsigned n_cols, long long inp_stride,
                                    long long out_stride, float eps)
{
    __shared__ float squares[warp_lanes];
    const scalar_t* x = inp + blockIdx.x * inp_stride;
    scalar_t* y = out + blockIdx.x * out_stride;

    float square = 0.0f;
    for (unsigned col = threadIdx.x; col < n_cols; col += blockDim.x)
        square += to_float(x[col]) * to_float(x[col]);
    const float scale = rsqrtf(block_sum(square, squares) / n_cols + eps);

    for (unsigned col = threadIdx.x; col < n_cols; col += blockDim.x)
        y[col] = from_float(to_float(x[col]) * scale * to_float(weight[col]));
}
