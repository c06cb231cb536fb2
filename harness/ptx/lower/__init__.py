"""LLVM IR of one instruction, one module a family of instructions, and the emitter that they build on."""
