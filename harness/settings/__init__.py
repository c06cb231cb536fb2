"""Checked settings: one row each, from the environment, pyproject.toml and options."""
