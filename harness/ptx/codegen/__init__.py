"""A kernel's LLVM IR, its machine code, and a loaded module."""
