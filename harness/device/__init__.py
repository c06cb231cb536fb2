"""Where kernels run: a GPU through PyCUDA, or the CPU through the PTX executor."""
