"""Measures the cost of kernels: times and their statistics, counters, resources."""
