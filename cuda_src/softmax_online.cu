// Row softmax, one thread per row, online: maximum and sum in one pass.
//
// /// variant
// summary    = "One thread per row: running maximum and sum in one pass, a second pass to write."
// source     = "M. Pandya, 'Learning CUDA by optimizing softmax: a worklog', kernel 2"
// args       = ["out", "inp", "n_rows", "n_cols", "out_stride", "inp_stride"]
// block      = [[32], [100], [256]]
// grid       = "ceil_div(n_rows, block_x)"
// dtypes     = ["float32"]
// arithmetic = "ieee+online"
// ///
//
// Mapping: thread blockIdx.x * blockDim.x + threadIdx.x has the row of that number to itself.
// Memory:  2 reads and 1 write per element, uncoalesced as in softmax_naive.
// Shared:  none.
// Needs:   nothing. Any block size works: threads share nothing.
// Change:  after softmax_naive. The maximum is not known while the sum is built, so each new maximum rescales
//          the sum so far (online.cuh). That saves one of three reads and costs one more exp per new maximum:
//          about ln(n_cols) times in a row in random order, n_cols times in an ascending one. Every rescaling
//          rounds, hence "online" above.

#include "online.cuh"

extern "C" __global__ void softmax(float* __restrict__ out, const float* __restrict__ inp, long long n_rows,
                                   long long n_cols, long long out_stride, long long inp_stride)
{
    const long long row = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (row >= n_rows) // the last block may reach past the last row
        return;
    const float* x = inp + row * inp_stride;
    float* y = out + row * out_stride;

    // Starting from the empty pair, not from x[0], makes a leading -inf an element like any other.
    OnlineSum total = empty_sum();
    for (long long col = 0; col < n_cols; ++col)
        add_element(total, x[col]);

    // No shift_of here: a row of -inf only is to be NaN, and exp(-inf - -inf) / 0 is. Where the row has NaN
    // or +inf, the sum is NaN and makes every element NaN.
    for (long long col = 0; col < n_cols; ++col)
        y[col] = expf(x[col] - total.max) / total.sum;
}
