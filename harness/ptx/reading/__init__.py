"""Reads PTX text: parses it, inlines calls, splits it into basic blocks."""
