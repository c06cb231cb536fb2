"""What a worker does in test_together.py: cases whose launches are queued on a device that has room for several."""

import copy
import os

from harness.device.base import LaunchResult
from harness.launch.pause import Pause, finish
from harness.verdict import CaseResult, Finding, Reason, Verdict
from harness.worker.channel import Task
from tests.run.session_tasks import FakeDevice, FakeKernel, behave, time_case

LARGE_COLS = 100
"""Cases with more columns need more memory than one of several may have."""
BEHAVIOURS = {
    2: "illegal",
    5: "abort",
    8: "hang",
    16: "wrong",
    32: "bug",
    33: "writes elsewhere",
    40: "never clears its sum",
    64: "ended by the driver",
    65: "no room",
}
"""By columns."""


class LaneDevice(FakeDevice):
    """A device of which several cases may each have a part.

    `written` is memory that all of them see, and `sums` that of their modules, new for each that is loaded.
    """

    lane_bytes = 4 * LARGE_COLS

    def __init__(self):
        self.written = set()
        self.sums = []

    def forget_modules(self):
        self.sums.clear()

    def lanes(self, n):
        return [copy.copy(self) for _ in range(n)]

    def queue(self, launches):
        def wait():
            for kernel, config, args in launches:
                self.launch(kernel, config, args)
            return LaunchResult(kernel_us=12.5)

        return wait

    def launch(self, kernel, config, args):
        if kernel.behaviour == "writes elsewhere":
            self.written.add("elsewhere")
        if kernel.behaviour == "never clears its sum":
            self.sums.append(1)
        return super().launch(kernel, config, args)


def note(settings, line):
    settings.cache_dir.mkdir(parents=True, exist_ok=True)
    with (settings.cache_dir / "steps").open("a") as notes:
        notes.write(line + "\n")


def case_steps(case, device, settings):
    """Pause where a case of the harness does, and note it."""
    n_cols = case.shape.n_cols
    is_beside = hasattr(device, "begin_launches")
    note(settings, f"begin {n_cols}" + " alone" * (not is_beside))
    if 4 * n_cols > getattr(device, "beside_bytes", 4 * n_cols):
        device = yield Pause.ALONE
        note(settings, f"go on {n_cols}")
    behaviour = BEHAVIOURS.get(n_cols, "")
    kernel = FakeKernel("k", behaviour)
    is_late = bool(device.sums)
    if hasattr(device, "begin_launches"):
        ended = device.begin_launches([(kernel, None, ())])
        yield Pause.LAUNCHED
        ended()
    else:
        device.launch(kernel, None, ())
    note(settings, f"end {n_cols}")
    # what a launch writes elsewhere is in the outputs of whoever is under way beside it
    is_wrong = behaviour in ("wrong", "writes elsewhere") or (is_beside and bool(device.written))
    reason = Reason.WRONG_VALUE
    if behaviour == "never clears its sum":
        # right in the first launch of its module, and not in the second
        is_wrong, reason = True, Reason.WRONG_VALUE if is_late else Reason.NONDETERMINISTIC
    if not is_beside:
        device.written.clear()
    return CaseResult(
        case.id,
        case.variant.id,
        "gpu",
        Verdict.FAIL if is_wrong else Verdict.PASS,
        findings=(Finding(reason, behaviour),) if is_wrong else (),
        detail=str(os.getpid()),
    )


def run_case(case, device, settings):
    return finish(case_steps(case, device, settings), device)


def open_lanes(_settings):
    return LaneDevice()


def leave(device, _settings, behaviour):
    behave(behaviour)
    return "left"


TOGETHER = Task(open_lanes, run_case, time_case, case_steps)
