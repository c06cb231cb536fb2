"""Right or wrong: reference, allowed error, comparison, and the verdict on one case."""
