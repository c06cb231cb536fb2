"""Writes the pages that are made from the code: ``python -m tests.docs docs``."""

import sys
from pathlib import Path

from tests.docs.tables import PAGES


def main(arguments: list[str]) -> int:
    """Write every page into a folder; exit status 0, or 2 where no folder is named."""
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        print("usage: python -m tests.docs FOLDER", file=sys.stderr)  # noqa: T201
        return 2
    # All pages are made before one is written: an error leaves the folder as it was.
    texts = {name: page() for name, page in PAGES.items()}
    for name, text in texts.items():
        (Path(arguments[0]) / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
