"""One prepared launch of a variant's kernels, for checking, timing, counting and dispatch alike.

`plan.load_case` compiles and loads, `memory.fill` makes the buffers, `LoadedCase.pack` joins both, `plan.launch` runs.
"""
