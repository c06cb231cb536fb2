"""The table of the fastest softmax for each problem and GPU, and the call that uses it.

- `regimes`: the table ``softmax_auto.toml``, and the choice. `harness.measure.tuning` fills it in.
- `prepared`: a choice, compiled and ready to launch.
- `softmax`: the call, on arrays of any library with ``__cuda_array_interface__``.

The table is data; the code has no branch on a size.
"""
