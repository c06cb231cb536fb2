"""LLVM IR of a kernel: one function, from basic blocks."""
