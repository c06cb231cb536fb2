// Row log softmax, one thread per row, three passes over memory.
//
// /// variant
// summary    = "One thread per row: a pass for the maximum, one for the sum, one to write."
// source     = "this project"
// operation  = "log_softmax"
// args       = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// block      = [[33], [128]]
// grid       = "ceil_div(n_rows, block_x)"
// dtypes     = ["float32"]
// arithmetic = "ieee"
// ///
//
// Mapping: thread blockIdx.x * blockDim.x + threadIdx.x has the row of that number to itself.
// Memory:  3 reads and 1 write per element, uncoalesced.
// Shared:  none.
// Needs:   nothing beyond n_cols >= 1, since the maximum starts from the first element.
// Change:  from softmax_naive: the logarithm is taken once, of the sum, and subtracted. The logarithm of each
//          quotient would be -inf for every element 104 below its row's maximum, where the quotient is 0.

extern "C" __global__ void log_softmax(const float* __restrict__ inp, float* __restrict__ out, int n_rows,
                                       int n_cols, int inp_stride, int out_stride)
{
    const long long row = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (row >= n_rows) // the last block may reach past the last row
        return;
    const float* x = inp + row * inp_stride;
    float* y = out + row * out_stride;

    float row_max = x[0];
    for (int col = 1; col < n_cols; ++col)
        row_max = fmaxf(row_max, x[col]);

    // NaN, inf - inf and -inf - -inf each put NaN into the sum, and so into every element of the row.
    float sum = 0.0f;
    for (int col = 0; col < n_cols; ++col)
        sum += expf(x[col] - row_max);
    const float log_sum = logf(sum);

    for (int col = 0; col < n_cols; ++col)
        y[col] = x[col] - row_max - log_sum;
}
