// Row softmax, one block per row, reduced in shared memory.
//
// /// variant
// summary    = "One block per row: shared-memory trees for the maximum and for the sum; any block size."
// source     = "'Fused Softmax::P3::Cuda Kernel', step 2; G. Luo, 'Optimizing softmax on GPU', kernel 1"
// args       = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// block      = [[64], [96], [100], [256]]
// grid       = "n_rows"
// smem_bytes = "block_x * 4"
// dtypes     = ["float32"]
// arithmetic = "ieee"
// parallel   = "block_x"
// ///
//
// Mapping: block b has row b; thread t takes the columns t, t + blockDim.x, t + 2 * blockDim.x, ...
// Memory:  3 reads and 1 write per element, coalesced: the threads of a warp touch neighbouring floats. The
//          second and third read of a row that fits in a cache come from there.
// Shared:  one float per thread, given at launch and used by both trees.
// Needs:   a one-dimensional block, of any size. A tree that halves by plain division is right for powers of
//          two only; this one keeps the odd element (block_tree in reduce.cuh), and 96 and 100 are declared
//          to prove it.
// Change:  after softmax_naive. The row is shared by a whole block: reads are coalesced, and a few long rows
//          still fill the GPU. The price is log2(block) barriers per tree, most threads idle at most levels.

#include "reduce.cuh"

#include <math_constants.h>

extern "C" __global__ void softmax(const float* __restrict__ inp, float* __restrict__ out, unsigned n_cols,
                                   long long inp_stride, long long out_stride)
{
    extern __shared__ float buffer[];
    const float* x = inp + blockIdx.x * inp_stride;
    float* y = out + blockIdx.x * out_stride;

    // A thread without a column brings the neutral element of each tree: -inf to the maximum, 0 to the sum.
    float row_max = -CUDART_INF_F;
    for (unsigned col = threadIdx.x; col < n_cols; col += blockDim.x)
        row_max = fmaxf(row_max, x[col]);
    row_max = block_tree(buffer, row_max, Maximum());

    // If the maximum is -inf here, the row has no number above -inf: each of its elements, -inf or NaN, gives
    // NaN. A NaN beside a finite maximum gives NaN too, and +inf does by inf - inf; the tree of sums hands it
    // to every thread.
    float sum = 0.0f;
    for (unsigned col = threadIdx.x; col < n_cols; col += blockDim.x)
        sum += expf(x[col] - row_max);
    sum = block_tree(buffer, sum, Sum());

    for (unsigned col = threadIdx.x; col < n_cols; col += blockDim.x)
        y[col] = expf(x[col] - row_max) / sum;
}
