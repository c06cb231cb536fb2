"""The PTX executor: PTX text in, findings and memory contents out, on any CPU.

Data flow, one module a step::

    lexer, declarations, parser    text -> syntax.Module
    inline, call_stack             syntax.Function -> one flat body without calls
    flow, blocks                   body -> basic blocks, live registers
    frame                          variables -> places in shared, local, parameter and global memory
    isa, row                       opcode text -> its row: every fact about the instruction, and its lowering
    emitter, lower_*, codegen      blocks -> LLVM IR text, one function a kernel
    shadow, lower_shadow*          the same blocks for initcheck, with the undefined bits of every value
    native                         LLVM IR -> machine code, cached
    kept_code                      what is kept between processes: machine code, generated code, outlines of modules
    program                        a loaded module: its kernels and its variables
    memory                         allocations that kernels can reach
    counting, counts               blocks, instructions -> what was executed and moved
    watch                          what a launch is watched for, and in which order it runs
    limits                         what no launch may exceed on any GPU
    executor, arena, backup        grid, block -> launches on all cores, some of them twice
    launch_report, fault           what went wrong, in words

``runtime`` holds what generated code calls, in C, and its compiled form. The package stands alone: it imports nothing
of the harness but `harness.errors` and `harness.store`.
"""
