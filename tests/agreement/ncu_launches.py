"""The process that Nsight Compute watches: launches everything once, in order, and notes what it launches.

``python -m tests.agreement.ncu_launches NOTES [--device gpu|cpu] [--skip N] [--limit N]``. Each line of NOTES is a JSON
object: ``{"id": ..., "entry": ...}`` of a launch before it is made, or ``{"id": ..., "failed": why}``. A launch that
ends the context ends the process; everything noted stays.
"""

import argparse
import itertools
import json
import os
import sys
from pathlib import Path
from typing import TextIO

from harness.device.selection import open_device
from harness.errors import DeviceError, HarnessError
from harness.settings.settings import Settings
from tests.agreement.counter_cases import ROOT, everything


def main(arguments: list[str] | None = None) -> int:
    """Launch; 0 where everything that was asked for has been tried."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("notes", type=Path)
    parser.add_argument("--device", choices=("gpu", "cpu"), default="gpu")
    parser.add_argument("--skip", type=int, default=0, help="how many of all to pass over")
    parser.add_argument("--limit", type=int, default=None, help="how many to launch at most")
    options = parser.parse_args(arguments)
    settings = Settings.load(ROOT, compiler="nvrtc", arch="sm_90")
    device = open_device(options.device, settings)
    stop = None if options.limit is None else options.skip + options.limit
    with options.notes.open("a", encoding="ascii") as notes:
        info = device.info
        facts = {"device": info.name, "arch": info.arch, "driver": info.driver, "compiler": info.compiler}
        _note(notes, {"made_with": facts})
        for name, prepare in itertools.islice(everything(), options.skip, stop):
            try:
                for launch in prepare(device, settings).launches:
                    _note(notes, {"id": name, "entry": launch.kernel.name})
                    device.launch(launch.kernel, launch.config, launch.args)
            except DeviceError as error:
                _note(notes, {"id": name, "failed": str(error), "ended": True})
                # Not an ordinary exit: cleaning up in a dead context prints warnings, or aborts.
                notes.flush()
                os._exit(3)
            except HarnessError as error:
                _note(notes, {"id": name, "failed": str(error)})
            finally:
                device.free_all()
        _note(notes, {"done": True})
    device.close()
    return 0


def _note(notes: TextIO, what: dict[str, object]) -> None:
    notes.write(json.dumps(what) + "\n")
    notes.flush()


if __name__ == "__main__":
    sys.exit(main())
