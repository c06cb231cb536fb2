"""Checks of one case: comparison with the reference, error bound, properties, verdict."""
