"""Tables of a suite's outcomes: files that cannot be collected say why, also where their tests have no path."""

import sys

from tests.driver.suite_table import Suite, read_outcomes, table_lines

_FILES = {
    "test_broken.py": "import no_such_module\n",
    "test_left_out.py": "import pytest\npytest.importorskip('no_such_module')\n",
    "test_killed.py": "import os\nos._exit(3)\n",
    "test_right.py": "def test_one(): pass\ndef test_two(): assert 1 == 2\n",
}


def test_every_file_has_outcomes_with_their_reasons(tmp_path, monkeypatch):
    package = tmp_path / "installed" / "suite_of_tests"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    for name, text in _FILES.items():
        (package / name).write_text(text)
    monkeypatch.setenv("PYTHONPATH", str(package.parent))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # they take longer than the tests
    folder, out = tmp_path / "elsewhere", tmp_path / "out"
    folder.mkdir()
    out.mkdir()
    options = ("--import-mode=importlib", f"--rootdir={folder}")
    suite = Suite(out, True, 60, sys.maxsize, options, folder, "suite_of_tests")
    found = {}
    for name in _FILES:
        suite.run_file(package / name)
        (record,) = out.glob(f"*{name.removesuffix('.py')}.lines")
        found[name] = read_outcomes(record)
        found[name].pop("", None)
    outcomes = {name: [each["outcome"] for each in tests.values()] for name, tests in found.items()}
    assert outcomes == {
        "test_broken.py": ["not collected"],
        "test_left_out.py": ["skipped"],
        "test_killed.py": ["crashed"],
        "test_right.py": ["passed", "failed"],
    }
    texts = [next(iter(tests.values()))["text"] for tests in found.values()]
    assert "No module named 'no_such_module'" in texts[0]
    assert "could not import 'no_such_module'" in texts[1]
    assert table_lines(found)[-1] == "| all | 1 | 1 | 0 | 1 | 0 | 0 | 1 | 1 |"
