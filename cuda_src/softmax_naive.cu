// Row softmax, one thread per row, three passes over memory.
//
// /// variant
// summary    = "One thread per row: a pass for the maximum, one for the sum, one to write."
// source     = """M. Pandya, 'Learning CUDA by optimizing softmax: a worklog', kernel 1; \
//                G. Luo, 'Optimizing softmax on GPU', kernel 0"""
// args       = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// block      = [[33], [128], [256]]
// grid       = "ceil_div(n_rows, block_x)"
// dtypes     = ["float32"]
// arithmetic = "ieee"
// ///
//
// Mapping: thread blockIdx.x * blockDim.x + threadIdx.x has the row of that number to itself.
// Memory:  3 reads and 1 write per element. The 32 threads of a warp read 32 addresses that are a stride
//          apart, so each read moves a sector of 32 bytes for 4 bytes of use, unless a cache still has the
//          rest next time.
// Shared:  none.
// Needs:   nothing beyond n_cols >= 1, since the maximum starts from the first element. Any block size works:
//          threads share nothing. Offsets are computed in 64 bits, because n_rows * stride passes 2^31 long
//          before either does. As in every variant, inp and out do not overlap (__restrict__).
// Change:  the first rung. Subtracting the row's maximum before exp keeps every exponent at or below 0 and
//          the largest term at 1, so neither overflow nor an all-zero sum is possible for a row of finite
//          numbers.

extern "C" __global__ void softmax(const float* __restrict__ inp, float* __restrict__ out, int n_rows,
                                   int n_cols, int inp_stride, int out_stride)
{
    const long long row = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (row >= n_rows) // the last block may reach past the last row
        return;
    const float* x = inp + row * inp_stride;
    float* y = out + row * out_stride;

    // fmaxf passes NaN over, also when x[0] is NaN. The sum below does not.
    float row_max = x[0];
    for (int col = 1; col < n_cols; ++col)
        row_max = fmaxf(row_max, x[col]);

    // A NaN element, a +inf element (inf - inf) and a row of -inf only (-inf - -inf) each put NaN into the
    // sum, and with it into every element of the row. A -inf beside a finite maximum adds exp(-inf) = 0.
    float sum = 0.0f;
    for (int col = 0; col < n_cols; ++col)
        sum += expf(x[col] - row_max);

    for (int col = 0; col < n_cols; ++col)
        y[col] = expf(x[col] - row_max) / sum;
}
