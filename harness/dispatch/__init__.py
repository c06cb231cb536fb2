"""The table of the fastest softmax for each problem and GPU, and the call that uses it.

- `problem`: the numbers that the choice may depend on.
- `regimes`: the table ``softmax_auto.toml``, and the choice.
- `prepared`: a choice, compiled and ready to launch.
- `softmax`: the call, on arrays of any library with ``__cuda_array_interface__``.
- `tuning`: fills in the table.

The table is data; the code has no branch on a size.
"""
