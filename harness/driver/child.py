"""The virtual GPU of a Python process that a program on a virtual GPU started."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from ..errors import HarnessError
from ..settings.settings import Settings
from .attachment import attach, count_in
from .children import ChildLog
from .interrupts import defer_interrupts


def begin(described: str) -> None:
    """Give this process a virtual GPU like that of the process that started it."""
    given = json.loads(described)
    folder = Path(given["folder"])
    if not folder.is_dir():
        return  # the program has ended
    try:
        log = ChildLog(folder)
        settings = Settings.load(folder, **given["settings"])
        found = attach(
            settings,
            arch=given["arch"],
            checks_leaks=given["checks_leaks"],
            has_counters=given["has_counters"],
            log=log,
            has_children=False,
        )
    except (HarnessError, OSError) as error:
        sys.stderr.write(f"no virtual GPU in this process: {error}\n")
        return
    count_in(found.gpu, log)
    found.driver.keep()
    defer_interrupts(found.gpu.executor.stop)
