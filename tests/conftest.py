"""What tests of several folders need of the process they run in."""

import importlib.machinery
import importlib.util
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "hardware(reason): needs a real GPU; not run on a virtual one.")
    config.addinivalue_line("markers", "slow: takes long; .ci/run runs it, README's test command does not.")
    config.addinivalue_line("markers", "torch: needs PyTorch's CPU wheel and Triton.")
    config.addinivalue_line(
        "markers", "virtual_gpu_findings(*reasons): findings that a virtual GPU may have."
    )


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("torch") is not None:
        for name in ("torch", "triton"):
            if importlib.util.find_spec(name) is None:
                pytest.skip(f"{name} is not installed: pip install -e '.[torch]', with PyTorch's CPU wheel")
    mark = item.get_closest_marker("hardware")
    if mark is not None and item.config.getoption("kernel_virtual_gpu", None):
        pytest.skip(f"not on a virtual GPU: {mark.args[0]}")


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let SIGINT end this process and programs it starts; a job in the background, or of pytest-xdist, ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def hears_hangups() -> Iterator[None]:
    """Let SIGHUP end programs that this process starts; under nohup they would ignore it."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment whose only ``nvidia`` package is what a test puts there."""
    base = tmp_path / "site" / "nvidia"
    base.mkdir(parents=True)
    spec = importlib.machinery.ModuleSpec("nvidia", None, is_package=True)
    spec.submodule_search_locations = [str(base), str(base)]
    monkeypatch.setattr("importlib.util.find_spec", lambda name: spec if name == "nvidia" else None)
    return base
