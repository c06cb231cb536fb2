"""How long the JSON of a large check takes to build and to write, and how large it is.

    python benchmarks/json_report.py [--cases N]

Checks two variants on the ``cpu`` device, repeats their results until there are about N cases, 114,000 by default, and
prints the least of three times in seconds. A check of all variants on a GPU has as many.
"""

from __future__ import annotations

import argparse
import gc
import io
import platform
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from rich.console import Console

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from harness.cli.commands.check import run_check  # noqa: E402
from harness.report.json import check as render_json  # noqa: E402
from harness.settings.settings import Settings  # noqa: E402
from harness.store.whole_file import write_text  # noqa: E402

VARIANTS = ("softmax_warp_row", "softmax_lanes")
RUNS = 3


def main() -> None:
    """Make the report, and time it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--cases", type=int, default=114_000, metavar="N")
    n_wanted = parser.parse_args().cases
    small = run_check(Settings.load(ROOT, device="cpu"), Console(file=io.StringIO()), names=VARIANTS)
    n_small = sum(len(outcome.results) for outcome in small.outcomes)
    report = replace(small, outcomes=small.outcomes * max(1, n_wanted // n_small))
    n_cases = sum(len(outcome.results) for outcome in report.outcomes)
    building, writing = [], []
    gc.disable()  # a check looks for garbage seldom, too
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "report.json")
        for _ in range(RUNS):
            began = time.monotonic()
            render_json.document(report)
            building.append(time.monotonic() - began)
            began = time.monotonic()
            write_text(render_json.text(report), path)
            writing.append(time.monotonic() - began)
        size_mb = path.stat().st_size / 1e6
    print(f"Python {platform.python_version()}; {n_cases:,} cases, {size_mb:.0f} MB")
    print(f"build the document             {min(building):6.2f} s")
    print(f"build it, encode it, write it  {min(writing):6.2f} s")


if __name__ == "__main__":
    main()
