"""Stores bytes between processes; does not interpret them."""
