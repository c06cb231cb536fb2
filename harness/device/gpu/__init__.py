"""A GPU, through PyCUDA."""
