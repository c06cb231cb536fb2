import pytest

from harness.worker import forked_process


@pytest.fixture
def no_servers():
    """Without the fork servers of other tests, and without a server that a test has changed."""
    forked_process._SERVERS.close()
    yield
    forked_process._SERVERS.close()
