"""Writes declarations for kernels that have none, for `kernel-harness init`.

The folders follow the data. `reading` has what a kernel's text and its compiled code show, `launches` what host code
says about its launches. `fitting` gives the arguments that a kernel may take as an operation, `styles` the likely
launches; a `drafts.draft` holds both as a declaration. `trials` runs drafts on the cpu device. `adoption` (one
matrix in, one out) and `search_adoption` (any operation, by `operation_search`) assemble a declaration with
`completion`; `adoption` chooses between them. `triton` does the same for Triton kernels, `checkout` for each file
of a repository.
"""
