"""Imports between the rooms of ``harness/``: the contracts of pyproject.toml, and that a planted import breaks them."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
_LINT = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    folder = tmp_path_factory.mktemp("checkout")
    shutil.copyfile(ROOT / "pyproject.toml", folder / "pyproject.toml")
    ignored = shutil.ignore_patterns("__pycache__", "runtime.ll")
    shutil.copytree(ROOT / "harness", folder / "harness", ignore=ignored)
    shutil.rmtree(folder / "harness/checkout", ignore_errors=True)  # data of an installed wheel
    return folder


def lint(folder):
    ran = subprocess.run(
        [sys.executable, "-c", _LINT], cwd=folder, capture_output=True, text=True, check=False
    )
    return ran.returncode, ran.stdout + ran.stderr


def test_imports_point_one_way(checkout):
    status, printed = lint(checkout)
    assert status == 0, printed
    assert " 0 broken." in printed


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("store/json_file.py", "from ..compiler import compile", "Imports point one way"),
        ("variant/case.py", "from ..run.suite import narrowed", "Imports point one way"),
        ("ptx/text/lexer.py", "from ..launch.executor import Executor", "The executor's parts follow the data"),
        ("adopt/fitting/roles.py", "from ..trials.trial import Trial", "An adoption's parts follow the data"),
        ("ptx/fault.py", "from ..settings.settings import Settings", "The executor stands alone"),
        ("report/json/check.py", "from ..html.document import html", "Terminal text and JSON know nothing of HTML"),
        ("room/thing.py", "", "Imports point one way"),
    ],
)  # fmt: skip
def test_a_planted_import_is_found(checkout, module, line, contract):
    path = checkout / "harness" / module
    before = path.read_text() if path.exists() else None
    path.parent.mkdir(exist_ok=True)
    (path.parent / "__init__.py").touch()
    path.write_text((before or "") + f"\n{line}\n")
    try:
        status, printed = lint(checkout)
    finally:
        if before is None:
            shutil.rmtree(path.parent)
        else:
            path.write_text(before)
    assert status == 1
    assert f"{contract} BROKEN" in " ".join(printed.split())
