import pytest

from harness.settings.settings import Settings


@pytest.fixture
def settings(tmp_path):
    return Settings.load(tmp_path, environ={"HOME": str(tmp_path)})
