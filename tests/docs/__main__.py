"""Writes the pages that are made from the code: ``python -m tests.docs docs``."""

import sys
import tempfile
from pathlib import Path

from tests.docs.generated import PAGES


def main(arguments: list[str]) -> int:
    """Write every page into a folder; exit status 0, or 2 where no folder is named."""
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        print("usage: python -m tests.docs FOLDER", file=sys.stderr)  # noqa: T201
        return 2
    texts = {}
    for name, page in PAGES.items():
        with tempfile.TemporaryDirectory() as folder:
            texts[name] = page(Path(folder))
    for name, text in texts.items():
        (Path(arguments[0]) / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
