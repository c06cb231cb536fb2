"""Declares the kernels of a whole checkout, for `kernel-harness adopt`.

`sources` finds the files that define kernels, the host code that launches them and the folders of their headers.
`workers` runs one adoption after the other in several processes, each within a time (`kernel_job`), and `outcome` is
what each gives. `declarations` is the text of the file that declares what was adopted.
"""
