"""The declaration at the head of a kernel's source, and the rules in it."""
