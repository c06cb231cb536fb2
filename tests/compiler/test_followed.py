"""What `followed` notes of user code, in a process of its own and without Triton."""

import json
import subprocess
import sys
import textwrap
import types
from pathlib import Path

import pytest

from harness.compiler.triton import followed, translator

START = """\
import importlib.util, json, os, sys
spec = importlib.util.spec_from_file_location("followed", sys.argv[1])
followed = importlib.util.module_from_spec(spec)
spec.loader.exec_module(followed)
found = followed.Followed([os.path.dirname(sys.argv[2])], os.getcwd())
found.begin()
told = ""
try:
    exec(compile(open(sys.argv[2]).read(), sys.argv[2], "exec"), {"__file__": sys.argv[2]})
except Exception as error:
    told = f"{type(error).__name__}: {error}"
print(json.dumps([sorted(os.path.basename(each) for each in found.files), found.variables, found.lost, told]))
"""


@pytest.fixture
def follow(tmp_path):
    """Run code as the file ``own/k.py``; gives names of opened files, variables, the first loss, and the error."""
    (tmp_path / "own").mkdir()
    (tmp_path / "work").mkdir()
    (tmp_path / "own" / "data.json").write_text("{}")
    (tmp_path / "outside.json").write_text("a secret")

    def follow(code):
        path = tmp_path / "own" / "k.py"
        path.write_text(textwrap.dedent(code))
        done = subprocess.run(
            [sys.executable, "-I", "-c", START, followed.__file__, str(path)],
            cwd=tmp_path / "work",
            env={"PATH": "/bin", "A": "1"},
            capture_output=True,
            text=True,
            check=True,
        )
        return json.loads(done.stdout.splitlines()[-1])

    return follow


def test_files_variables_and_files_that_are_missing_are_noted(follow):
    files, variables, lost, told = follow(
        """
        import os, pathlib
        here = os.path.dirname(__file__)
        open(os.path.join(here, "data.json")).read()
        try:
            pathlib.Path(here, "missing.json").read_text()
        except FileNotFoundError:
            pass
        os.environ.get("A"), os.getenv("B"), "C" in os.environ
        """
    )
    assert (files, lost, told) == (["data.json", "k.py", "missing.json"], "", "")
    assert variables == {"A": "1", "B": None, "C": None}


@pytest.mark.parametrize(
    ("code", "lost"),
    [
        ("import subprocess; subprocess.run(['true'])", "starts a program"),
        ("import os; os.system('true')", "starts a program"),
        ("import os; os.listdir('.')", "lists a folder"),
        ("import pathlib; list(pathlib.Path('.').glob('*'))", "lists a folder"),
        ("import os; dict(os.environ)", "reads the whole environment"),
        ("import socket; socket.socket().connect_ex(('127.0.0.1', 9))", "opens a connection"),
        ("import ctypes; ctypes.CDLL(None)", "loads a library"),
        ("open('/proc/cpuinfo').read()", "reads /proc/cpuinfo"),
    ],
)
def test_what_is_not_followed_is_noted(follow, code, lost):
    assert follow(code)[2] == lost


def test_what_python_does_for_itself_is_none_of_the_files(follow):
    code = "import fractions, json, tempfile, decimal\ntempfile.TemporaryFile(dir='.').write(b'x')"
    assert follow(code) == [["k.py"], {}, "", ""]


@pytest.mark.parametrize(
    "name", ["../outside.json", "/proc/self/environ", "/etc/hostname", ".git/config", "link"]
)
def test_a_file_out_of_reach_is_not_opened(follow, tmp_path, name):
    (tmp_path / "own" / ".git").mkdir()
    (tmp_path / "own" / ".git" / "config").touch()
    (tmp_path / "own" / "link").symlink_to(tmp_path / "outside.json")
    told = follow(f"import os\nprint(open(os.path.join(os.path.dirname(__file__), {name!r})).read())")[3]
    assert told.startswith("PermissionError: a file must be in the source's folder, in its repository")
    assert "a secret" not in told


def test_a_module_that_pythons_folder_links_to_is_pythons(tmp_path, monkeypatch):
    linked, own = tmp_path / "python" / "sitecustomize.py", tmp_path / "k.py"
    for path in (linked, own):
        path.parent.mkdir(exist_ok=True)
    own.write_text("")
    linked.symlink_to(tmp_path / "etc.py")
    for name in ("triton", "linked", "beside"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    sys.modules["triton"].__file__ = str(tmp_path / "triton" / "__init__.py")
    sys.modules["linked"].__file__ = str(linked)
    sys.modules["beside"].__file__ = str(tmp_path / "beside.py")
    monkeypatch.setattr(translator.sysconfig, "get_path", lambda _: str(linked.parent))
    files = translator.read_files(str(own))
    assert {str(own), str(tmp_path / "beside.py")} <= files.keys()
    assert str(linked) not in files


def test_this_file_imports_nothing_of_the_package():
    assert "from ." not in Path(followed.__file__).read_text()
