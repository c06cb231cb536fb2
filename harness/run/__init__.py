"""Runs cases: `run_case`, the worker process and suites of many cases."""
