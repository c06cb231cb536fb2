"""The PTX executor: PTX text in, findings and memory contents out, on any CPU.

Data flow, one module a step::

    text/lexer, text/declarations, reading/parser    text -> syntax.Module
    reading/inline, ir/call_stack          syntax.Function -> one flat body without calls
    reading/flow, ir/blocks                body -> basic blocks, live registers
    ir/frame                               variables -> places in shared, local, parameter and global memory
    isa/table, emit/row                    opcode text -> its row: every fact about the instruction, and its lowering
    emit/emitter, lower/, codegen/kernel   blocks -> LLVM IR text, one function a kernel
    emit/shadow, initcheck/                the same blocks for initcheck, with the undefined bits of every value
    load/native                            LLVM IR -> machine code, cached
    load/kept_code                         cache of machine code, generated code and outlines of modules
    load/program                           a loaded module: its kernels and its variables
    memory                                 allocations that kernels can reach
    ir/counting, launch/counts             blocks, instructions -> counters
    launch/watch                           checks of a launch, and the order in which it runs
    limits                                 limits of one launch that hold on every GPU
    launch/executor, arena, backup         grid, block -> launches on all cores, some of them twice
    launch/launch_report, fault            findings, in words

``runtime`` holds what generated code calls, in C, and its compiled form. The package stands alone: it imports nothing
of the harness but `harness.errors` and `harness.store`.
"""
