"""What the project's own conftest.py collects, and that files are whole before they run as programs."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize(
    ("name", "text", "only", "kept"),
    [
        ("test_speed.py", "def test_speed(benchmark): ...", True, True),
        ("test_other.py", "def test_other(): ...", True, False),
        ("test_other.py", "def test_other(): ...", False, True),
        ("conftest.py", "", True, True),
    ],
)
def test_files_without_a_benchmark_are_not_imported_to_time(request, tmp_path, name, text, only, kept):
    own = request.config.pluginmanager.get_plugin(str(ROOT / "conftest.py"))
    path = tmp_path / name
    path.write_text(text)
    config = SimpleNamespace(option=SimpleNamespace(benchmark_only=only))
    assert own.pytest_ignore_collect(path, config) is (None if kept else True)


def test_a_program_starts_after_its_last_definition():
    for path in (
        each for folder in ("tests", "harness", "benchmarks") for each in (ROOT / folder).rglob("*.py")
    ):
        _, found, started = path.read_text(encoding="utf-8").rpartition('\nif __name__ == "__main__":\n')
        assert not (found and re.search(r"^\w", started, re.M)), path
