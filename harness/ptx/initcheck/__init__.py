"""LLVM IR that tracks undefined bits through one instruction."""
