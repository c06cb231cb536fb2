"""Catch CUDA kernel regressions before they merge, with or without a GPU.

pytest: PYTEST_DONT_REWRITE. The package has no assertions to rewrite, and ``kernel-harness run -m pytest`` imports it
before pytest, which would warn; suites that turn warnings into errors would not start.
"""

from __future__ import annotations

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .dispatch.softmax import softmax

__all__ = ["__version__", "softmax"]


def __getattr__(name: str) -> object:
    # Only its callers need the compiler and the driver.
    if name == "softmax":
        from .dispatch.softmax import softmax

        # The next look-up finds the attribute itself and saves a microsecond.
        globals()[name] = softmax
        return softmax
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
