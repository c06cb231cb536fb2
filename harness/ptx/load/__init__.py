"""A loaded module, its machine code and its caches."""
