"""The PTX executor: PTX text in, findings and memory contents out, on any CPU.

Data flow, one module a step::

    parser      text            -> syntax.Module
    inline      syntax.Function -> one flat body without calls
    flow        body            -> basic blocks, live registers
    isa         opcode text     -> the row that says how it is lowered
    emit        blocks          -> LLVM IR text, one function a kernel
    native      LLVM IR         -> machine code, cached
    memory      allocations, shared and local windows
    executor    grid, block     -> launches on all cores, faults

The package stands alone: it imports nothing of the harness but `harness.errors`.
"""
