// Row softmax, one block per row, the threads' partials folded by one of them.
//
// /// variant
// summary    = "One block of up to 256 threads per row: partials in fixed arrays, folded by thread 0."
// source     = "'Fused Softmax::P3::Cuda Kernel', step 1"
// args       = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// block      = [[32], [100], [256]]
// grid       = "n_rows"
// requires   = ["block_x <= 256"]
// defines    = { MAX_THREADS = 256 }
// dtypes     = ["float32"]
// arithmetic = "ieee"
// parallel   = "max(1, n_cols // (block_x + ceil_div(n_cols, block_x)))"
// ///
//
// Mapping: block b has row b; thread t takes the columns t, t + blockDim.x, t + 2 * blockDim.x, ...
// Memory:  3 reads and 1 write per element, coalesced.
// Shared:  2048 bytes: two arrays of 256 floats, one for each reduction.
// Needs:   a one-dimensional block, of any size up to 256: that is how long the arrays are, and a fixed
//          length has to be compiled in. Nothing else of shape or strides.
// Change:  after softmax_thread_per_block. A whole block shares the row and its loads are coalesced. The
//          simplest way to join the partials: everybody stores one, a barrier, one thread adds them up while
//          all others wait. Longest run of additions: a thread's share of the row, then one per thread of the
//          block. `parallel` above names as many threads as have a share of that length.

extern "C" __global__ void softmax(const float* __restrict__ inp, float* __restrict__ out, unsigned n_cols,
                                   long long inp_stride, long long out_stride)
{
    __shared__ float maxima[MAX_THREADS];
    __shared__ float sums[MAX_THREADS];
    const float* x = inp + blockIdx.x * inp_stride;
    float* y = out + blockIdx.x * out_stride;

    // Threads beyond the last column bring nothing and are not counted, so there is no neutral element.
    const unsigned n_partials = min(blockDim.x, n_cols);
    if (threadIdx.x < n_partials) {
        float partial = x[threadIdx.x];
        for (unsigned col = threadIdx.x + blockDim.x; col < n_cols; col += blockDim.x)
            partial = fmaxf(partial, x[col]);
        maxima[threadIdx.x] = partial;
    }
    __syncthreads(); // orders the partial maxima before thread 0 folds them
    if (threadIdx.x == 0) {
        for (unsigned i = 1; i < n_partials; ++i)
            maxima[0] = fmaxf(maxima[0], maxima[i]);
    }
    __syncthreads(); // orders the maximum in maxima[0] before every thread reads it
    const float row_max = maxima[0];

    // A maximum of -inf makes every term NaN, and so the row. So does a NaN, and +inf by inf - inf.
    if (threadIdx.x < n_partials) {
        float partial = 0.0f;
        for (unsigned col = threadIdx.x; col < n_cols; col += blockDim.x)
            partial += expf(x[col] - row_max);
        sums[threadIdx.x] = partial;
    }
    __syncthreads(); // orders the partial sums before thread 0 folds them
    if (threadIdx.x == 0) {
        for (unsigned i = 1; i < n_partials; ++i)
            sums[0] += sums[i];
    }
    __syncthreads(); // orders the sum in sums[0] before every thread reads it
    const float sum = sums[0];

    for (unsigned col = threadIdx.x; col < n_cols; col += blockDim.x)
        y[col] = expf(x[col] - row_max) / sum;
}
