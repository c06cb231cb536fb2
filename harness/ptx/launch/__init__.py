"""Launches: memory, workers, checks, counters, findings."""
