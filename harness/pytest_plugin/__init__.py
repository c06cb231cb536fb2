"""The pytest plugin in projects that have kernels."""
