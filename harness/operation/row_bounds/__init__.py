"""Bounds made by hand, for the operations with one matrix in and one out; each module derives those of one operation.

`harness.operation.shipped` has the operations themselves, each with a ``bounded_reference`` that a test holds against
the bound here.
"""
