"""Runs kernels under initcheck."""

import numpy as np

from harness.ptx.launch.executor import Executor
from harness.ptx.launch.watch import Watch
from harness.ptx.layout import WATCH_DEFINED
from tests.ptx.ptx_text import Ran, kernel, run

WATCH = Watch(undefined=True)


class ExactWatch(Watch):
    """A watch whose exact pass runs whatever the screening pass says."""

    def exact(self, suspects: int) -> int:
        del suspects
        return WATCH_DEFINED


EXACT = ExactWatch(undefined=True)
INP = (np.arange(4096) % 251).astype(np.uint8)


def look(
    executor: Executor,
    body: str,
    module: str = "",
    result: str = "",
    *,
    n_defined: int = len(INP),
    n: int = 5,
    grid: int = 1,
    threads: int = 32,
    watch: Watch = WATCH,
) -> Ran:
    """Launch a body of `ptx_text.kernel`; the first `n_defined` bytes of the 4 KiB of ``inp`` have a value."""
    options = {"grid": (grid, 1, 1), "block": (threads, 1, 1), "n_out": 1024, "watch": watch}
    ran = run(executor, kernel(body, module, result), inp=INP, n_defined=n_defined, n=n, **options)
    assert ran.report.completed
    return ran
