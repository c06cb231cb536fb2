// Row division by the Euclidean norm, one thread per row, two passes over memory.
//
// /// variant
// summary    = "One thread per row: a pass for the sum of squares, one to write."
// source     = "this project"
// operation  = "l2_norm"
// args       = ["out", "inp", "eps", "n_rows", "n_cols", "inp_stride", "out_stride"]
// block      = [[33], [128]]
// grid       = "ceil_div(n_rows, block_x)"
// dtypes     = ["float32"]
// arithmetic = "ieee"
// ///
//
// Mapping: thread blockIdx.x * blockDim.x + threadIdx.x has the row of that number to itself.
// Memory:  2 reads and 1 write per element, uncoalesced.
// Shared:  none.
// Needs:   nothing beyond n_cols >= 1.
// Change:  after rms_norm_naive: the sum of squares is not divided, and eps is the least divisor, not a term
//          of the sum. A row of zeros stays one.

extern "C" __global__ void l2_norm(float* __restrict__ out, const float* __restrict__ inp, float eps,
                                   int n_rows, int n_cols, int inp_stride, int out_stride)
{
    const long long row = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (row >= n_rows) // the last block may reach past the last row
        return;
    const float* x = inp + row * inp_stride;
    float* y = out + row * out_stride;

    float squares = 0.0f;
    for (int col = 0; col < n_cols; ++col)
        squares += x[col] * x[col];
    const float norm = sqrtf(squares);
    const float divisor = norm < eps ? eps : norm; // fmaxf would return eps for a row with NaN

    for (int col = 0; col < n_cols; ++col)
        y[col] = x[col] / divisor;
}
