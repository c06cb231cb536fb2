"""One executor for all tests of the PTX executor: starting the runtime and compiling kernels is what takes time."""

import contextlib

import pytest

from harness.ptx.launch.executor import Executor
from tests.ptx.code_cache import code_cache


@pytest.fixture(scope="session")
def shared_executor():
    executor = Executor(code_cache(), n_workers=2)
    yield executor
    executor.close()


@pytest.fixture
def executor(shared_executor):
    shared_executor.memory.clear()
    yield shared_executor
    shared_executor.memory.clear()


@pytest.fixture
def opened():
    """Return a function that makes an executor; it is closed with the test."""
    with contextlib.ExitStack() as stack:
        yield lambda *args, **options: stack.enter_context(contextlib.closing(Executor(*args, **options)))


@pytest.fixture(params=[1, 3], ids=["1 worker", "3 workers"])
def workers(request):
    executor = Executor(code_cache(), n_workers=request.param)
    yield executor
    executor.close()
