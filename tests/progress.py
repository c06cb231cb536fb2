import sys


def say(text: str) -> None:
    """Write a line that is seen at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
