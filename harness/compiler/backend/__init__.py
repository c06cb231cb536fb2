"""The compilers: NVRTC and nvcc."""
