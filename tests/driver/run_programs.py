"""Runs programs one after another on the virtual GPU, and writes a JSON document of each. A process of its own: the
driver's library is global to one."""

import sys
from pathlib import Path

from harness.driver.program import run_program
from harness.report.json import program
from harness.settings.settings import Settings

if __name__ == "__main__":
    out = Path(sys.argv[1])
    settings = Settings.load(out, device="cpu")
    for name in sys.argv[2:]:
        report = run_program([name], settings, checks_leaks=True)
        folder, file = Path(name).parts[-2:]
        (out / f"{folder}_{file}.json").write_text(program.text(report))
