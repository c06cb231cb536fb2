// Row softmax, one block per row, reduced by CUB.
//
// /// variant
// summary    = "One block per row: maximum and sum by cub::BlockReduce, handed round through shared memory."
// source     = "'How to write an efficient softmax CUDA kernel' (in Chinese), CUB BlockReduce"
// args       = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// block      = [[64], [100], [256]]
// grid       = "n_rows"
// defines    = { THREADS_PER_ROW = "block_x" }
// dtypes     = ["float32", "float16"]
// arithmetic = "ieee"
// parallel   = "block_x"
// ///
//
// Mapping: block b has row b; thread t takes the columns t, t + THREADS_PER_ROW, t + 2 * THREADS_PER_ROW, ...
// Memory:  3 reads and 1 write per element, coalesced.
// Shared:  what CUB asks for, one float per warp and some padding, used twice; and 4 bytes for the result.
// Needs:   a one-dimensional block of just the size that the kernel was compiled for, which is a template
//          parameter of BlockReduce; any size. (The macro for it may not be called BLOCK_THREADS: CUB has
//          things of its own by that name, which a macro would replace.)
// Change:  after softmax_block_two_pass. The reductions are a library's. Three things remain the caller's:
//          the result is defined in thread 0 only, so it goes through shared memory; the temporary storage
//          may be used again only behind a barrier; and the numbers that are added have to be float, because
//          the reduction takes the type that it is given and a float16 sum of ones stops at 2048.

// CUB sees floats alone, and its headers are read faster without what they have for narrower types.
#define CCCL_DISABLE_FP16_SUPPORT
#include <cub/block/block_reduce.cuh>

#include "reduce.cuh"
#include "scalar.cuh"

extern "C" __global__ void softmax(const scalar_t* __restrict__ inp, scalar_t* __restrict__ out,
                                   unsigned n_cols, long long inp_stride, long long out_stride)
{
    using BlockReduce = cub::BlockReduce<float, THREADS_PER_ROW>;
    __shared__ typename BlockReduce::TempStorage storage;
    __shared__ float result;
    const scalar_t* x = inp + blockIdx.x * inp_stride;
    scalar_t* y = out + blockIdx.x * out_stride;

    // Maximum of reduce.cuh, not cuda::maximum: what NaN does is settled there.
    float row_max = -CUDART_INF_F; // what a thread without a column brings
    for (unsigned col = threadIdx.x; col < n_cols; col += THREADS_PER_ROW)
        row_max = fmaxf(row_max, to_float(x[col]));
    row_max = BlockReduce(storage).Reduce(row_max, Maximum());
    if (threadIdx.x == 0)
        result = row_max;
    __syncthreads(); // orders the maximum before its readers, and CUB's loads before CUB's next stores
    row_max = result;

    // A maximum of -inf makes every term NaN, and so the row. So does a NaN, and +inf by inf - inf.
    float sum = 0.0f;
    for (unsigned col = threadIdx.x; col < n_cols; col += THREADS_PER_ROW)
        sum += expf(to_float(x[col]) - row_max);
    sum = BlockReduce(storage).Sum(sum);
    __syncthreads(); // orders every thread's load of the maximum before the sum takes its place
    if (threadIdx.x == 0)
        result = sum;
    __syncthreads(); // orders the sum before every thread reads it
    sum = result;

    for (unsigned col = threadIdx.x; col < n_cols; col += THREADS_PER_ROW)
        y[col] = from_float(expf(to_float(x[col]) - row_max) / sum);
}
