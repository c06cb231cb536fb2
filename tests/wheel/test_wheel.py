"""What is installed: one package, called kernel_harness, that works without the checkout."""

import ast
import configparser
import importlib
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.tar_archive import unpack
from tests.wheel.conftest import ROOT, build

HARNESS = ROOT / "harness"


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.slow
def test_the_wheel_is_one_package_of_any_python_and_machine_with_its_entry_points(wheel):
    assert wheel.name == "kernel_harness-0.1.0-py3-none-any.whl"
    top = {name.partition("/")[0] for name in contents(wheel)}
    assert top == {"kernel_harness", "kernel_harness-0.1.0.dist-info"}
    parser = configparser.ConfigParser()
    parser.read_string(contents(wheel)["kernel_harness-0.1.0.dist-info/entry_points.txt"].decode())
    assert {name: dict(parser[name]) for name in parser.sections()} == {
        "console_scripts": {"kernel-harness": "kernel_harness.cli.program:main"},
        "pytest11": {"kernel-harness": "kernel_harness.plugin"},
    }


@pytest.mark.slow
def test_every_file_of_the_package_is_there(wheel):
    installed = {name.removeprefix("kernel_harness/") for name in contents(wheel) if "dist-info" not in name}
    listed = subprocess.run(
        ["git", "ls-files", "harness"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("which files belong to the package is git's to say (this is no checkout)")
    files = {name.removeprefix("harness/") for name in listed.stdout.split()}
    expected = {name for name in files if not name.startswith("checkout/") and (HARNESS / name).exists()}
    expected -= {name for name in expected if Path(name).name.startswith(".")}
    assert expected <= installed
    further = {name for name in installed - expected if not name.startswith("cuda_src/")}
    assert further <= _untracked()
    assert {f"cuda_src/{path.name}" for path in (ROOT / "cuda_src").glob("*.cu")} <= installed


def _untracked() -> set[str]:
    command = ["git", "ls-files", "--others", "--exclude-standard", "harness"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return {name.removeprefix("harness/") for name in listed.stdout.split()}


@pytest.mark.slow
def test_a_wheel_from_the_sdist_is_the_same(wheel, tmp_path):
    archive = build(ROOT, tmp_path, "sdist")
    unpack(archive, tmp_path / "source")
    (source,) = (tmp_path / "source").iterdir()
    assert contents(build(source, tmp_path, "wheel")) == contents(wheel)


IMPORTS = """
import importlib, json, pkgutil, sys
import kernel_harness
from kernel_harness import softmax
from kernel_harness.operation import Operation
import kernel_harness.plugin, kernel_harness.cli.program
for module in pkgutil.walk_packages(kernel_harness.__path__, "kernel_harness."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
ours = {name: module for name, module in sys.modules.items() if name.partition(".")[0] in ("kernel_harness", "harness")}
print(json.dumps(sorted(name for name in ours if not name.startswith("kernel_harness"))))
print(json.dumps(sorted({module.__file__.partition("kernel_harness")[0] for module in ours.values()})))
"""


@pytest.mark.slow
def test_every_module_imports_and_none_is_the_checkouts(python, site):
    ran = python("-c", IMPORTS)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines() == ["[]", f'["{site}/"]']


PRELOADED = """
import importlib
from kernel_harness.worker import head_start
for name in (head_start._TASKS, head_start._WAKING, *head_start.PRELOADED["cpu"]):
    importlib.import_module(name)
"""


@pytest.mark.slow
def test_what_the_fork_server_imports_is_there(python):
    """The server leaves out a module that it does not find, and each worker then imports the module itself."""
    ran = python("-c", PRELOADED)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.slow
def test_the_kernels_of_softmax_are_inside_the_package(python, site):
    text = "from kernel_harness.dispatch.regimes import sources_folder; print(sources_folder())"
    assert python("-c", text).stdout.strip() == str(site / "kernel_harness" / "cuda_src")


@pytest.mark.slow
def test_the_command_checks_a_file(python, tmp_path, wheel):
    # its worker processes import the package, too
    name = "kernel_harness/cuda_src/softmax_naive.cu"
    (tmp_path / "mine.cu").write_bytes(contents(wheel)[name])
    include = tmp_path / "include"
    include.mkdir()
    for path, data in contents(wheel).items():
        if path.startswith("kernel_harness/cuda_src/include/"):
            (include / Path(path).name).write_bytes(data)
    arguments = ("check", "mine.cu", "-k", "3x33-spread", "--device", "cpu", "--json", "check.json")
    ran = python("-m", "kernel_harness", *arguments)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "0 failed" in ran.stdout
    # The templates of the report are in the package as well.
    ran = python("-m", "kernel_harness", "report", "report.html", "check.json")
    assert ran.returncode == 0, ran.stdout + ran.stderr


MODULES = sorted(path for path in HARNESS.rglob("*.py") if "checkout" not in path.parts)


def absolute_imports(text: str) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            found.append(node.module)
    return [name for name in found if name.partition(".")[0] in ("harness", "kernel_harness")]


def named_modules(text: str) -> list[str]:
    strings = [node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
    return [
        each
        for each in strings
        if isinstance(each, str) and re.fullmatch(r"harness(\.\w+)+", each) and _module_file(each).exists()
    ]


def _module_file(name: str) -> Path:
    return ROOT.joinpath(*name.split(".")).with_suffix(".py")


def test_no_string_names_a_module_of_a_checkout():
    found = {str(path.relative_to(ROOT)): named_modules(path.read_text()) for path in MODULES}
    assert {path: names for path, names in found.items() if names} == {}
    assert named_modules('_PRELOADED = ("harness.run.session", "harness.cache")') == ["harness.run.session"]


def test_modules_import_each_other_relatively():
    assert len(MODULES) > 200
    imported = {
        path.relative_to(ROOT): absolute_imports(path.read_text(encoding="utf-8")) for path in MODULES
    }
    assert {path: names for path, names in imported.items() if names} == {}
    for line in ("import harness", "import os, harness.cli.program as c", "from harness.variant import case"):
        assert absolute_imports(f"def f():\n    {line}\n"), "it would be found"
    assert not absolute_imports("from ..harness import x\nimport harnessing\nfrom . import harness\n")


BOTH_NAMES = """
import importlib, sys
{first}
{second}
import harness, kernel_harness
assert kernel_harness.softmax is harness.softmax
for name in ("plugin", "cli", "operation", "run.session", "operation.catalogue"):
    same = [importlib.import_module(f"{{package}}.{{name}}") for package in ("kernel_harness", "harness")]
    assert same[0] is same[1], name
    assert same[0].__name__ == f"harness.{{name}}" and same[0].__spec__.name == f"harness.{{name}}"
print("same")
"""


@pytest.mark.parametrize(
    "names",
    [
        ("import harness.run.session", "import kernel_harness.run.session"),
        ("import kernel_harness.cli.program", ""),
    ],
)
def test_in_a_checkout_both_names_are_one_package(names, tmp_path):
    for first, second in (names, names[::-1]):
        ran = _in_checkout("-c", BOTH_NAMES.format(first=first, second=second), cwd=tmp_path)
        assert (ran.stdout.strip(), ran.stderr) == ("same", "")


@pytest.mark.parametrize("name", ["harness", "kernel_harness"])
def test_in_a_checkout_both_names_are_the_command(name, tmp_path):
    ran = _in_checkout("-m", name, "--version", cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert "kernel-harness" in ran.stdout


@pytest.mark.slow
def test_the_folder_of_a_checkout_is_enough(environ):
    """Without an installation: -S leaves all of them out."""
    text = "import harness; print(harness.__version__, harness.__file__)"
    plain = {name: value for name, value in environ.items() if name != "PYTHONPATH"}
    ran = subprocess.run(
        [sys.executable, "-S", "-c", text], cwd=ROOT, env=plain, capture_output=True, text=True, check=False
    )
    assert ran.stdout.split()[1:] == [str(HARNESS / "__init__.py")], ran.stderr


def _in_checkout(*arguments, cwd):
    path = f"{ROOT}:{ROOT / 'harness' / 'checkout'}"
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env={"PATH": "/usr/bin:/bin", "HOME": str(cwd), "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_this_process_has_one_package():
    assert importlib.import_module("kernel_harness.errors") is importlib.import_module("harness.errors")
