"""Runs kernels that nobody declared, by the launches of their host code: all checks but those of values."""
