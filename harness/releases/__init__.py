"""Results of every variant with each CUDA release, one file per release, and comparisons between releases."""
