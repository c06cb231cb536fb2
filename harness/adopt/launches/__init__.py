"""Reads how host code launches kernels.

In the order of the data flow: `expansion` writes out macros that launch, `expression` reads definitions and expressions
of the syntax tree as the values of `value`, `host_function` follows the statements of the functions of files to their
launches, `formula` turns values into rules, and `launch` says how much of a launch was read.
"""
