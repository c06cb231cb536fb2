"""The CPU, through the PTX executor."""
