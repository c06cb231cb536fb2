"""Reads a kernel's text and its compiled code: parameters, template arguments, the memory it touches."""
