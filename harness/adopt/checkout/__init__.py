"""Declares the kernels of a whole checkout, for `kernel-harness adopt`.

`sources` finds the files that define kernels, the host code that launches them and the folders of their headers.
`workers` runs one adoption after the other in several processes, each within a time (`kernel_job`), on a device that
compiles the kernels of a source together. `outcome` has the outcome of each, and writes the files about all of them.
"""
