"""The commands: one module for each, with its options, its help and its body."""
