// Row softmax, one thread per row, which is its whole block.
//
// /// variant
// summary    = "One block of one thread per row, three passes; rows found by their strides."
// source     = "'Fused Softmax::P3::Cuda Kernel', naive kernel"
// args       = ["inp", "inp_stride", "out", "out_stride", "n_cols"]
// block      = [[1]]
// grid       = "n_rows"
// requires   = ["block_x == 1"]
// dtypes     = ["float32"]
// arithmetic = "ieee"
// ///
//
// Mapping: block b, a single thread, has row b to itself.
// Memory:  3 reads and 1 write per element, each a sector of 32 bytes for 4 bytes of use, unless a cache
//          still has the rest next time.
// Shared:  none.
// Needs:   a block of one thread. Rows may lie any distance apart; within a row, columns are neighbours.
// Change:  after softmax_naive. The row is the block's number, so no row guard is needed and strides are all
//          that the kernel knows about rows. But a warp is the least that a multiprocessor runs: 31 of 32
//          lanes have nothing to do, and no two rows share an instruction. It is the lower end of the ladder,
//          and the right place to begin when a block is to work on a row together.

extern "C" __global__ void softmax(const float* __restrict__ inp, long long inp_stride,
                                   float* __restrict__ out, long long out_stride, unsigned n_cols)
{
    const float* x = inp + blockIdx.x * inp_stride;
    float* y = out + blockIdx.x * out_stride;

    float row_max = x[0];
    for (unsigned col = 1; col < n_cols; ++col)
        row_max = fmaxf(row_max, x[col]);

    // A NaN element, a +inf element (inf - inf) and a row of -inf only (-inf - -inf) each put NaN into the
    // sum, and with it into every element of the row.
    float sum = 0.0f;
    for (unsigned col = 0; col < n_cols; ++col)
        sum += expf(x[col] - row_max);

    for (unsigned col = 0; col < n_cols; ++col)
        y[col] = expf(x[col] - row_max) / sum;
}
