"""Runs cases: inputs, guarded buffers, `run_case`, the worker process and suites of many cases."""
