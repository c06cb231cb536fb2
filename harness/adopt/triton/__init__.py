"""Declares Triton kernels that have no declaration: reads their text, and tries launches."""
