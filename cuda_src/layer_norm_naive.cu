// Row layer normalisation, one thread per row, three passes over memory.
//
// /// variant
// summary    = "One thread per row: a pass for the mean, one for the variance, one to write."
// source     = "this project"
// operation  = "layer_norm"
// args       = ["inp", "weight", "bias", "out", "n_rows", "n_cols", "inp_stride", "out_stride", "eps"]
// block      = [[33], [128]]
// grid       = "ceil_div(n_rows, block_x)"
// dtypes     = ["float32"]
// arithmetic = "ieee"
// ///
//
// Mapping: thread blockIdx.x * blockDim.x + threadIdx.x has the row of that number to itself.
// Memory:  3 reads and 1 write per element, uncoalesced; weight and bias are read by all threads at once.
// Shared:  none.
// Needs:   nothing beyond n_cols >= 1.
// Change:  the first rung. The variance is the mean of squared differences to the mean, not the mean of
//          squares less the square of the mean: for a row near 1e4 both of those are near 1e8, where
//          float steps by 8.

extern "C" __global__ void layer_norm(const float* __restrict__ inp, const float* __restrict__ weight,
                                      const float* __restrict__ bias, float* __restrict__ out, int n_rows,
                                      int n_cols, int inp_stride, int out_stride, float eps)
{
    const long long row = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (row >= n_rows) // the last block may reach past the last row
        return;
    const float* x = inp + row * inp_stride;
    float* y = out + row * out_stride;

    // A NaN or an infinity makes the mean NaN or infinite, and the differences to it NaN.
    float sum = 0.0f;
    for (int col = 0; col < n_cols; ++col)
        sum += x[col];
    const float mean = sum / n_cols;

    float squares = 0.0f;
    for (int col = 0; col < n_cols; ++col) {
        const float centred = x[col] - mean;
        squares += centred * centred;
    }
    const float deviation = sqrtf(squares / n_cols + eps);

    for (int col = 0; col < n_cols; ++col)
        y[col] = (x[col] - mean) / deviation * weight[col] + bias[col];
}
