"""The cpu device; and whether each case of the matrix is a test of its own or those that share code are one."""

from collections.abc import Iterator

import pytest

from harness.device.base import Device
from harness.device.cpu.ptx_cpu import PtxCpu
from harness.plugin import OPTION_DEFAULTS
from harness.pytest_plugin.hooks import benchmarks_wanted
from harness.settings.settings import Settings
from tests.kernels.expectations import ROOT

OWN_TEST, TOGETHER, TIMED = "test_kernel", "test_cases_that_share_code", "test_benchmark"


def asks_for_cases(config: pytest.Config) -> bool:
    option = config.option
    return (
        bool(option.keyword or option.markexpr.removeprefix("not ") not in ("", "slow"))
        or any("::" in argument for argument in config.args)
        or any(getattr(option, name) != default for name, default in OPTION_DEFAULTS.items())
    )


def pytest_pycollect_makeitem(
    collector: pytest.Module | pytest.Class, name: str
) -> list[pytest.Item | pytest.Collector] | None:
    """Leave out one of the two tests that run the matrix; and the times, unless cases or times are asked for.

    The ids of what could be timed take every process of pytest-xdist three seconds: all rules are evaluated for them.
    """
    if collector.path.name != "test_matrix.py":
        return None
    asks = asks_for_cases(collector.config)
    left_out = {TOGETHER if asks else OWN_TEST}
    if not asks and not benchmarks_wanted(collector.config):
        left_out.add(TIMED)
    return [] if name in left_out else None


@pytest.fixture(scope="module")
def settings() -> Settings:
    return Settings.load(ROOT)


@pytest.fixture(scope="module")
def device(settings: Settings) -> Iterator[Device]:
    device = PtxCpu(settings)
    yield device
    device.close()
