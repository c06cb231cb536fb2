import pytest

from harness.worker import child_process


@pytest.fixture
def no_servers():
    """Without the fork servers of other tests, and without a server that a test has changed."""
    child_process._SERVERS.close()
    yield
    child_process._SERVERS.close()
