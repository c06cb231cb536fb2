"""Likely ways to launch a kernel, as rules of a declaration."""
