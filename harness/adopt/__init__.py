"""Writes declarations for kernels that have none, for `kernel-harness init` and `kernel-harness adopt`.

`reading` has what a kernel's text and its compiled code show, `fitting` the arguments that the kernel may take as an
operation. `launches` reads host code, `host_calls` gives its launches as rules, and `launch_styles` the usual ones.
`draft` holds fits and launches as declarations. `trial` runs a draft on the cpu device. `search` does so until one is
right, and completes that one. `adoption` calls all of them, the likeliest launch first. `triton` gives the same search
the declarations of a Triton kernel, and `checkout` goes through each file of a repository.
"""
