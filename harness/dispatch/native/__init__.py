"""The extension in C that repeats launches for tensors of known layouts, where it was compiled.

Without it, `harness.dispatch.quick` does the same in Python, in about twice the time. ``python -m
kernel_harness.dispatch.native`` tells which of the two is used.
"""
