"""The commands: each with its options, its help and what it does."""
