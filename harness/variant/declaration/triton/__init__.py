"""Declarations of Triton kernels: parameters, constants and configurations, read from text that is not executed."""
