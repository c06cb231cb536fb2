"""The devices that run kernels: a GPU through PyCUDA, and the CPU through the PTX executor."""
