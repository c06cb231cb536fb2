"""The PTX executor: PTX text in, findings and memory contents out, on any CPU.

Data flow, one module a step::

    text/lexer, text/declarations, reading/parser    text -> syntax.PtxModule
    reading/inline, ir/calls               syntax.PtxFunction -> one flat body without calls
    reading/flow                           body -> basic blocks, live registers
    ir/frame                               variables -> offsets in shared, local, parameter and global memory
    isa/table, isa/row                     opcode text -> its row: the facts about the instruction, and its lowering
    lower/, codegen/kernel                 blocks -> LLVM IR text, one function a kernel
    isa/shadow, isa/initcheck              the same for initcheck, with shadows of the values
    codegen/native                         LLVM IR -> machine code, cached
    codegen/program                        a loaded module: its kernels and its variables, and their cache
    memory                                 allocations that kernels can reach
    ir/counting, launch/counts             blocks, instructions -> counters
    launch/watch                           checks of a launch, and its schedule
    limits                                 limits of one launch that hold on every GPU
    launch/executor, preparation           grid, block -> launches on all cores, with an exact pass where needed
    launch/launch_report, fault            findings, in words

``runtime`` holds the C functions that generated code calls, and their compiled form. Of the rest of the harness, the
package imports only `harness.errors` and `harness.store`.
"""
