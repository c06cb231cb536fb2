// Row layer normalisation, one block per row, two reductions by warp shuffles.
//
// /// variant
// summary    = "One block per row: mean, then variance, each by warp shuffles and one barrier."
// source     = "this project"
// operation  = "layer_norm"
// args       = ["inp", "weight", "bias", "out", "n_cols", "inp_stride", "out_stride", "eps"]
// block      = [[64], [256]]
// grid       = "n_rows"
// requires   = ["block_x % warp == 0"]
// dtypes     = ["float32", "float16", "bfloat16"]
// arithmetic = "ieee+rsqrt"
// parallel   = "block_x"
// ///
//
// Mapping: block b has row b; thread t takes the columns t, t + blockDim.x, t + 2 * blockDim.x, ...
// Memory:  3 reads and 1 write per element, coalesced; weight and bias once a row, from a cache.
// Shared:  256 bytes: for each of the two reductions one float for each of at most 32 warps.
// Needs:   a one-dimensional block whose size is a multiple of 32 (block_sum).
// Change:  after layer_norm_naive. The reductions are those of softmax_block_two_pass, with a sum in the
//          place of the maximum, so the second pass still works on differences; and a product takes the
//          place of a division for each element.

#include "reduce.cuh"
#include "scalar.cuh"

extern "C" __global__ void layer_norm(const scalar_t* __restrict__ inp, const scalar_t* __restrict__ weight,
                                      const scalar_t* __restrict__ bias, scalar_t* __restrict__ out,
                                      unsigned n_cols, long long inp_stride, long long out_stride, float eps)
{
    // Two arrays: with one, a fast warp would store its squares while a slow one still folds the sums.
    __shared__ float sums[warp_lanes];
    __shared__ float squares[warp_lanes];
    const scalar_t* x = inp + blockIdx.x * inp_stride;
    scalar_t* y = out + blockIdx.x * out_stride;

    float sum = 0.0f;
    for (unsigned col = threadIdx.x; col < n_cols; col += blockDim.x)
        sum += to_float(x[col]);
    const float mean = block_sum(sum, sums) / n_cols;

    float square = 0.0f;
    for (unsigned col = threadIdx.x; col < n_cols; col += blockDim.x) {
        const float centred = to_float(x[col]) - mean;
        square += centred * centred;
    }
    const float scale = rsqrtf(block_sum(square, squares) / n_cols + eps);

    for (unsigned col = threadIdx.x; col < n_cols; col += blockDim.x)
        y[col] = from_float((to_float(x[col]) - mean) * scale * to_float(weight[col]) + to_float(bias[col]));
}
