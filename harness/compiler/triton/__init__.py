"""Triton's own compiler, run in a process of its own; from a kernel's ``.py`` file to PTX."""
