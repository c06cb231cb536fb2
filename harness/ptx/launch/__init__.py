"""Launches: memory, workers, what is watched for, counters, findings."""
