"""One prepared launch of a variant's kernels, for checking, timing, counting and dispatch alike."""
