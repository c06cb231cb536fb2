"""CUDA source before compilation: includes, host code, headers."""
