"""LLVM IR of one instruction, one module a family of instructions."""
