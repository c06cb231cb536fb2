"""Candidate launches, run on the cpu device; those with right results are kept."""
