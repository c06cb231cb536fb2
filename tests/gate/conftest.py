import pytest

from tests.gate.repository import Repository


@pytest.fixture
def repository(tmp_path):
    return Repository(tmp_path / "project")
