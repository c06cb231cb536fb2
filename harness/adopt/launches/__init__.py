"""Reads how host code launches kernels.

In the order of the data flow: `expansion` writes out macros that launch, `expression` reads expressions of the syntax
tree as what `value` defines, `host_function` follows the statements of a function to its launches, `reader` reads
files, `formula` turns values into rules, and `launch` says how much of a launch was read.
"""
