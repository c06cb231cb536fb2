"""Keeps bytes between processes; knows nothing of what they mean."""
