"""``softmax_auto``: which variant, at which block, for which problem; and the call that runs it.

- `problem`: the numbers that a choice may depend on.
- `regimes`: the table ``softmax_auto.toml``, and the choice.
- `arrays`: arrays of any library that has ``__cuda_array_interface__``, seen as matrices.
- `prepared`: a choice, compiled and ready to be launched.
- `softmax`: the function.

The table is data that `harness.measure.tune` measures; the code has no branch on a size.
"""
