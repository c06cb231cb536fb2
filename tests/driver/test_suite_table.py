"""Tables of a suite's outcomes: files that cannot be collected say why, also where their tests have no path."""

import pytest

from tests.driver.suite_table import Suite, table_lines

_FILES = {
    "test_broken.py": "import no_such_module\n",
    "test_left_out.py": "import pytest\npytest.importorskip('no_such_module')\n",
    "test_killed.py": "import os\nos._exit(3)\n",
    "test_right.py": "def test_one(): pass\ndef test_two(): assert 1 == 2\n",
    "test_ended.py": "import os, time\ndef test_a(): time.sleep(60)\ndef test_b(): os.abort()\ndef test_c(): pass\n",
}


@pytest.mark.slow
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
    options = ("-p", "xdist", "--import-mode=importlib", f"--rootdir={folder}")
    suite = Suite(out, True, 5, options, folder, "suite_of_tests")
    found = {name: suite.run_file(package / name) for name in _FILES}
    assert {name: sorted(outcome for outcome, _ in tests) for name, tests in found.items()} == {
        "test_broken.py": ["not collected"],
        "test_left_out.py": ["skipped"],
        "test_killed.py": ["crashed"],
        "test_right.py": ["failed", "passed"],
        "test_ended.py": ["crashed", "crashed", "passed"],
    }
    assert "No module named 'no_such_module'" in found["test_broken.py"][0][1]
    assert "could not import 'no_such_module'" in found["test_left_out.py"][0][1]
    assert table_lines(found)[-1] == "| all | 2 | 1 | 0 | 1 | 0 | 3 | 1 |"
