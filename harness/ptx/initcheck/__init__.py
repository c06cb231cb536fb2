"""LLVM IR that follows undefined bits through one instruction."""
