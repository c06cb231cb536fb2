// Row root mean square normalisation, one thread per row, two passes over memory.
//
// /// variant
// summary    = "One thread per row: a pass for the mean square, one to write."
// source     = "this project"
// operation  = "rms_norm"
// args       = ["out", "inp", "weight", "eps", "n_rows", "n_cols", "inp_stride", "out_stride"]
// block      = [[33], [128]]
// grid       = "ceil_div(n_rows, block_x)"
// dtypes     = ["float32"]
// arithmetic = "ieee"
// ///
//
// Mapping: thread blockIdx.x * blockDim.x + threadIdx.x has the row of that number to itself.
// Memory:  2 reads and 1 write per element, uncoalesced; weight is read by all threads at once.
// Shared:  none.
// Needs:   nothing beyond n_cols >= 1.
// Change:  after layer_norm_naive: no mean is subtracted, so one pass for the sum will do. eps belongs
//          under the root, where it keeps a row of zeros from a division by 0 and is next to nothing in
//          any other.

extern "C" __global__ void rms_norm(float* __restrict__ out, const float* __restrict__ inp,
                                    const float* __restrict__ weight, float eps, int n_rows, int n_cols,
                                    int inp_stride, int out_stride)
{
    const long long row = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (row >= n_rows) // the last block may reach past the last row
        return;
    const float* x = inp + row * inp_stride;
    float* y = out + row * out_stride;

    float squares = 0.0f;
    for (int col = 0; col < n_cols; ++col)
        squares += x[col] * x[col];
    const float root = sqrtf(squares / n_cols + eps);

    for (int col = 0; col < n_cols; ++col)
        y[col] = x[col] / root * weight[col];
}
