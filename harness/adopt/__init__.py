"""Writes declarations for kernels that have none, for `kernel-harness init`.

In the order of the data flow: `signature` reads kernels and parameters from the source text, `code_facts` from the
compiled code what a kernel reads and writes. `array_fit` and `number_fit` give the arguments that a kernel may take as
an operation, `instances` the template arguments, `shape_styles` the launches. `operation_search` runs the likeliest of
all operations on the cpu device with `trial`. For operations with one matrix in and one out, `roles` and
`launch_styles` know more names and usual launches, and `launches` reads those of host code, which `host_drafts` makes
drafts of and `host_trial` tries first. `row_adoption` and `search_adoption` assemble the declaration with `completion`,
`adoption` chooses between them, `declared_file` writes it.
"""
