"""``softmax_auto``: chooses the variant and block for a problem, and runs them.

- `problem`: the numbers that the choice may depend on.
- `regimes`: the table ``softmax_auto.toml``, and the choice.
- `arrays`: arrays of any library with ``__cuda_array_interface__``, as matrices.
- `prepared`: a choice, compiled and ready to launch.
- `known`, `quick`: launches for layouts seen before, and the way to them from a library's own attributes.
- `native`: the same in C.
- `softmax`: the function.

The table is data, which ``kernel-harness tune`` fills in. The code has no branch on a size.
"""
