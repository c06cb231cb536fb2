"""What the project's own conftest.py collects, and that files are whole before they run as programs."""

import re
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[1]
SLOW = "pytestmark = pytest.mark.slow"


@pytest.mark.parametrize(
    ("name", "text", "only", "marks", "kept"),
    [
        ("test_speed.py", "def test_speed(benchmark): ...", True, "", True),
        ("test_other.py", "def test_other(): ...", True, "", False),
        ("test_other.py", "def test_other(): ...", False, "", True),
        ("test_other.py", "def test_other(): ...", False, "slow", False),
        ("test_other.py", "def test_other(): ...", False, "not slow", True),
        ("test_other.py", SLOW, False, "slow", True),
        ("conftest.py", "", True, "", True),
        ("conftest.py", "", False, "slow", True),
    ],
)
def test_files_without_such_a_test_are_not_imported(request, tmp_path, name, text, only, marks, kept):
    own = request.config.pluginmanager.get_plugin(str(ROOT / "conftest.py"))
    path = tmp_path / name
    path.write_text(text)
    config = SimpleNamespace(option=SimpleNamespace(benchmark_only=only, markexpr=marks))
    assert own.pytest_ignore_collect(path, config) is (None if kept else True)


@pytest.mark.parametrize(
    ("text", "marked", "is_refused"), [("", True, True), ("", False, False), (SLOW, True, False)]
)
def test_a_slow_test_is_marked_in_its_file(request, tmp_path, text, marked, is_refused):
    own = request.config.pluginmanager.get_plugin(str(ROOT / "conftest.py"))
    (tmp_path / "test_other.py").write_text(text)
    item = SimpleNamespace(path=tmp_path / "test_other.py", get_closest_marker=lambda name: marked)
    with pytest.raises(pytest.UsageError, match=r"test_other\.py must") if is_refused else nullcontext():
        own.pytest_collection_modifyitems([item])


def test_ci_runs_the_tests_that_the_readme_leaves_out():
    (command,) = re.findall(r"^python3 -m venv .*pytest (.*)$", (ROOT / "README.md").read_text("utf-8"), re.M)
    assert command == '-n auto -m "not slow"'
    ci = (ROOT / ".ci" / "run").read_text("utf-8")
    assert re.findall(r"^(\w+)=.*/pytest .*-m slow\b", ci, re.M) == ["slow_tests"]
    assert re.findall(r"^\$slow_tests$", ci, re.M) == ["$slow_tests"]
    assert re.findall(r'^.* bash -c "\$test_command"$', ci, re.M) == [
        'PYTEST_ADDOPTS="--durations=25" bash -c "$test_command"'
    ]


def test_a_program_starts_after_its_last_definition():
    for path in (
        each for folder in ("tests", "harness", "benchmarks") for each in (ROOT / folder).rglob("*.py")
    ):
        _, found, started = path.read_text(encoding="utf-8").rpartition('\nif __name__ == "__main__":\n')
        assert not (found and re.search(r"^\w", started, re.M)), path
