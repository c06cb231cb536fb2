"""Compares the kernels of two revisions, base and head, and reports regressions.

In the order of the data flow: `revision` (trees of files), `change` (changed variants), `correctness` (lost claims and
wrong results), `costs` and `speed` of the changed variants, and `model` (the result for reports).
"""
