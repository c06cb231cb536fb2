"""CUDA releases: what each makes of every variant, kept in a file a release, and what one makes worse than another."""
