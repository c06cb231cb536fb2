"""Writes declarations for kernels that have none, for `kernel-harness init` and `kernel-harness adopt`.

The folders follow the data. `reading` has what a kernel's text and its compiled code show, `launches` what host code
says about its launches. `fitting` gives the arguments that a kernel may take as an operation, `styles` the likely
launches, `drafts` holds both as a declaration, and `trials` runs it on the cpu device. `search` does so until a launch
is right, `completion` adds what follows from results, and `adoption` assembles the declaration. `triton` gives the
same search the declarations of a Triton kernel, and `checkout` goes through each file of a repository.
"""
