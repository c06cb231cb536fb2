// Row softmax, one block per row, float4, exponentials parked in the output.
//
// /// variant
// summary    = "One block per row: float4 with scalar head and tail; unnormalised values wait in out."
// source     = "'Fused Softmax::P3::Cuda Kernel', step 3"
// args       = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// block      = [[64], [100], [256]]
// grid       = "n_rows"
// smem_bytes = "block_x * 4"
// requires   = ["block_x >= 3"]
// dtypes     = ["float32"]
// arithmetic = "ieee"
// parallel   = "block_x"
// ///
//
// Mapping: block b has row b. From the first 16-byte boundary on, thread t takes the vectors t, t +
//          blockDim.x, ...; the up to 3 floats before it go to the first threads and the up to 3 after the
//          last vector to the last ones.
// Memory:  2 reads of inp, 1 read of out and 2 writes per element, 16 bytes at a time where the address
//          allows.
// Shared:  one float per thread, given at launch and used by both trees.
// Needs:   a one-dimensional block, of any size from 3 on, so that there is a thread for every head and tail
//          element. Nothing of inp, out, the strides or n_cols. Only float: the exponentials wait in the
//          output's own type, and 16 bits would round each of them once more, before it is divided.
// Change:  after softmax_block_tree. The exponential is worked out once, as in softmax_block_three_phase, but
//          out is where it waits: no shared memory that limits the row's length, for one more read and write
//          of memory that a cache mostly catches. No barrier is needed for it, because every thread reads
//          back just what it wrote.

#include "reduce.cuh"
#include "vec.cuh"

__device__ __forceinline__ float4 exp_of(float4 v, float row_max)
{
    return make_float4(expf(v.x - row_max), expf(v.y - row_max), expf(v.z - row_max), expf(v.w - row_max));
}

__device__ __forceinline__ float4 divided(float4 v, float sum)
{
    return make_float4(v.x / sum, v.y / sum, v.z / sum, v.w / sum);
}

extern "C" __global__ void softmax(const float* __restrict__ inp, float* __restrict__ out, unsigned n_cols,
                                   long long inp_stride, long long out_stride)
{
    extern __shared__ float buffer[];
    const float* x = inp + blockIdx.x * inp_stride;
    float* y = out + blockIdx.x * out_stride;

    const unsigned thread = threadIdx.x;
    const RowSplit split = split_row<float4>(x, n_cols);
    const float4* x_vectors = reinterpret_cast<const float4*>(x + split.head);
    // A head element for the first threads, a tail element for the last ones. At most 3 columns each, all
    // different: head and tail together never have a column twice.
    const bool in_head = thread < split.head;
    const bool in_tail = blockDim.x - 1 - thread < split.tail;
    const unsigned tail_col = n_cols - split.tail + (blockDim.x - 1 - thread); // used only where in_tail

    float row_max = -CUDART_INF_F; // what a thread without a column brings
    for (unsigned i = thread; i < split.vectors; i += blockDim.x) {
        const float4 v = x_vectors[i];
        row_max = fmaxf(row_max, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
    }
    if (in_head)
        row_max = fmaxf(row_max, x[thread]);
    if (in_tail)
        row_max = fmaxf(row_max, x[tail_col]);
    row_max = block_tree(buffer, row_max, Maximum());

    // A maximum of -inf makes every term NaN, and so the row. So does a NaN, and +inf by inf - inf.
    float sum = 0.0f;
    if (same_alignment<float4>(x, y)) { // the same for all threads: it depends on the row alone
        float4* y_vectors = reinterpret_cast<float4*>(y + split.head);
        for (unsigned i = thread; i < split.vectors; i += blockDim.x) {
            const float4 e = exp_of(x_vectors[i], row_max);
            y_vectors[i] = e;
            sum += (e.x + e.y) + (e.z + e.w);
        }
        if (in_head) {
            y[thread] = expf(x[thread] - row_max);
            sum += y[thread];
        }
        if (in_tail) {
            y[tail_col] = expf(x[tail_col] - row_max);
            sum += y[tail_col];
        }
        sum = block_tree(buffer, sum, Sum());

        for (unsigned i = thread; i < split.vectors; i += blockDim.x)
            y_vectors[i] = divided(y_vectors[i], sum);
        if (in_head)
            y[thread] /= sum;
        if (in_tail)
            y[tail_col] /= sum;
    } else {
        for (unsigned col = thread; col < n_cols; col += blockDim.x) {
            y[col] = expf(x[col] - row_max);
            sum += y[col];
        }
        sum = block_tree(buffer, sum, Sum());

        for (unsigned col = thread; col < n_cols; col += blockDim.x)
            y[col] /= sum;
    }
}
