"""The settings of trials, under which a wrong guess costs little."""

from __future__ import annotations

from dataclasses import replace

from ...settings.settings import Settings

_STEP_BUDGET = 1_000_000
_DEADLINE_S = 20.0


def trial_settings(settings: Settings) -> Settings:
    """Return settings for trials: the cpu device, one launch per case, and short limits for launches that hang."""
    return replace(
        settings,
        device="cpu",
        sanitizers=("memcheck", "racecheck"),
        schedules=0,
        stress_approximations=None,
        step_budget=_STEP_BUDGET,
        cpu_launch_deadline_s=_DEADLINE_S,
    )
