"""A loaded module: its machine code and the caches of it."""
