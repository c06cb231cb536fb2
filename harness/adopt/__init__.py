"""Writes declarations for kernels that have none, for `kernel-harness init` and `kernel-harness adopt`.

The folders follow the data. `reading` has what a kernel's text and its compiled code show, `launches` what host code
says about its launches. `fitting` gives the arguments that a kernel may take as an operation, `styles` the likely
launches; `candidates` has both in the order of their cost, and `drafts` holds them as declarations. `trial` runs a
draft on the cpu device, `search` does so until one is right, and `settling` makes that launch as small as possible.
`completion` adds what follows from results, and `adoption` calls all of them. `triton` gives the same search the
declarations of a Triton kernel, and `checkout` goes through each file of a repository.
"""
