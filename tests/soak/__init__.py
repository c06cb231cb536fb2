"""Kills `check` and `gate` at random moments and looks at what they leave: ``python -m tests.soak``."""
