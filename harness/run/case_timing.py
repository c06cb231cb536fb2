"""Times one case on one device: the same code, memory and launches as `run_case`, without the judgement."""

from __future__ import annotations

from ..device.base import Device
from ..errors import LaunchError
from ..launch.memory import fill
from ..launch.plan import launch, load_case
from ..settings.settings import Settings
from ..variant.case import Case

# The first launch of a kernel loads its code and faults its pages in.
_WARM_UP_ROUNDS = 1


def time_case(case: Case, device: Device, settings: Settings, rounds: int) -> list[float]:
    """Time repeated launches of a case's kernels on the same memory."""
    if rounds < 1:
        raise ValueError(f"rounds must be at least 1 (got {rounds})")
    unmet = case.unmet()
    if unmet is not None:
        raise LaunchError(f"{case.id} is outside what the variant declares: {unmet}")
    loaded = load_case(case, device, settings)
    try:
        memory = fill(case, device)
        launches = loaded.pack(memory)
        seconds = []
        for _ in range(_WARM_UP_ROUNDS + rounds):
            # a kernel that changes its input must not run on its own output
            memory.restore_in_place(device)
            result = launch(launches, device)
            if not result.completed:
                raise LaunchError(f"{case.id} did not end within its step budget; check it before timing it")
            seconds.append(result.kernel_us * 1e-6)
    finally:
        device.free_all()
    return seconds[_WARM_UP_ROUNDS:]
