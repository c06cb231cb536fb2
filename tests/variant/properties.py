"""Settings of property tests: the same examples in every run, and no verdict by the clock."""

from hypothesis import settings

repeatable = settings(deadline=None, derandomize=True, database=None, max_examples=200)
