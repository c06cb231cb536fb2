"""``--kernel-select-changed``: only the tests whose code or Triton kernels have changed since they last passed.

A test depends on the Python files of the project that its file imports, directly or not, and on what holds for all
tests. The body of a Triton kernel counts for the tests that launch it, and for no other: it is in the kernel's key,
with all that the kernel calls, and not in the digest of its file.
"""

from __future__ import annotations

import ast
import functools
import importlib.machinery
import importlib.metadata
import importlib.util
import os
import subprocess
import sys
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from ..driver.attachment import Attachment
from ..driver.findings import OWN_FOLDER, is_installed
from ..driver.torch_cuda.triton_calls import name_of_kernel
from ..store.disk_cache import content_key, sources_digest
from ..store.whole_file import write_file

_PROPERTY, _INPUT = "kernel_code", "kernel_harness_arguments"
# With one of these names, a file may import what its text does not say.
_DYNAMIC = frozenset(
    {"import_module", "__import__", "exec", "eval", "spec_from_file_location", "run_path", "run_module"}
)
# PyTorch's compiler launches a copy of a kernel.
_COMPILERS = frozenset({"torch.compile", "torch._dynamo", "torch._inductor"})
_VARIABLES = ("TRITON_", "TORCH")


class Row(msgspec.Struct):
    """What a test depended on when it passed."""

    code: str
    """Digest of its files, and of what holds for all tests."""
    kernels: dict[str, str]
    """Keys of the Triton kernels that it has launched, by file and name."""


class SelectChanged:
    """Deselects tests, and keeps what the others depend on."""

    def __init__(self, attached: Attachment, record: Path, root: Path) -> None:
        self._attached, self._record = attached, record
        self._relative = functools.partial(os.path.relpath, start=root)
        try:
            self._before = msgspec.json.decode(record.read_bytes(), type=dict[str, Row])
        except FileNotFoundError:
            self._before = {}
        except (OSError, msgspec.DecodeError) as error:
            text = f"--kernel-select-changed: {record} must be a record of an earlier run (got: {error}); delete it"
            raise pytest.UsageError(text) from error
        self._after: dict[str, Row] = {}
        self._unclean: set[str] = set()
        self._deselected: list[str] = []
        self._kernels: dict[str, str] = {}
        self._codes: dict[Path, str] = {}
        self._shared: set[str] = set()
        self._n_processes = 0

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Give a worker of pytest-xdist the command's arguments: it has others."""
        node.workerinput[_INPUT] = [*node.config.invocation_params.args]

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Keep the tests that may have another result."""
        project = _Project(config, self._attached, self._record)
        self._kernels = {self._relative(name): key for name, key in project.kernels.items()}
        self._codes = {path: project.code(path) for path in {item.path for item in items}}
        same = {item.nodeid: item for item in items if self._is_unchanged(item)}
        items[:] = [item for item in items if item.nodeid not in same]
        self._deselected += same
        self._keep(same)
        config.hook.pytest_deselected(items=[*same.values()])

    def _is_unchanged(self, item: pytest.Item) -> bool:
        row = self._before.get(item.nodeid)
        return (
            row is not None
            and row.code == self._codes[item.path]
            and row.kernels.items() <= self._kernels.items()
        )

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Generator[None, object, object]:
        """Begin to note what a test launches."""
        self._attached.log.take_used()
        self._n_processes = self._attached.n_processes()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Generator[None, object, object]:
        """Let every later test depend on what a fixture of several tests launches."""
        try:
            return (yield)
        finally:
            if fixturedef.scope != "function":
                self._shared |= self._attached.log.triton_used

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Put what a test depends on into its last report."""
        report = yield
        # what another process launches is not known
        if report.when == "teardown" and self._attached.n_processes() == self._n_processes:
            used = map(self._relative, sorted(self._attached.log.take_used() | self._shared))
            keys = {name: self._kernels[name] for name in used if name in self._kernels}
            setattr(report, _PROPERTY, [self._codes[item.path], keys])
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take what a test depends on from its report, or from that of a worker."""
        if not report.passed:
            self._unclean.add(report.nodeid)
        if report.when == "teardown":
            given = getattr(report, _PROPERTY, None)
            if given is not None:
                self._after[report.nodeid] = Row(*given)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Keep what is known of tests that a worker has deselected."""
        self._keep(getattr(node, "workeroutput", {}).get(_INPUT, ()))

    def _keep(self, tests: Iterable[str]) -> None:
        self._after |= {name: self._before[name] for name in tests}

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the record: a test that has failed, or that has not run and was not deselected, is not in it."""
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput[_INPUT] = [*self._deselected]
        else:
            rows = {name: row for name, row in sorted(self._after.items()) if name not in self._unclean}
            write_file(msgspec.json.encode(rows), self._record)


class _File(NamedTuple):
    """What a file says."""

    whole: str
    """Digest of its code."""
    others: str
    """Digest without the bodies of kernels that have a key."""
    imported: tuple[Path, ...]
    names: frozenset[str]
    """Names in it that decide what it imports and compiles."""


class _Project:
    """The files of a project when its tests have been collected, and none has run."""

    def __init__(self, config: pytest.Config, attached: Attachment, record: Path) -> None:
        self._root = config.rootpath
        tracked = self._listed()
        self._python = [
            path for path in (*tracked, *self._listed("--others", "--exclude-standard")) if _is_python(path)
        ]
        others = (path for path in tracked if path.suffix not in {".py", ".md", ".rst"} and path != record)
        self.kernels = _keys_of(attached.log.jit_functions())
        """Keys of the Triton kernels of modules, by file and name."""
        plugins = (getattr(plugin, "__file__", None) for plugin in config.pluginmanager.get_plugins())
        self._of_all = [Path(file) for file in plugins if file and _is_of_project(file)]
        arguments = getattr(config, "workerinput", {}).get(_INPUT, config.invocation_params.args)
        settings = attached.gpu.settings
        self._environment = content_key(
            *(sys.version, attached.gpu.profile.arch, repr((settings.sanitizers, settings.triton_configs))),
            *(str(settings.step_budget), sources_digest(__package__.partition(".")[0])),
            *sorted(f"{found.name}=={found.version}" for found in importlib.metadata.distributions()),
            *sorted(f"{name}={value}" for name, value in os.environ.items() if name.startswith(_VARIABLES)),
            *(argument for argument in map(str, arguments) if not argument.startswith("--basetemp")),
            *sorted(self._name(path) for path in self._python if not path.name.startswith("test_")),
            *(f"{self._name(path)}={content_key(path.read_bytes())}" for path in others if path.is_file()),
        )

    def code(self, test: Path) -> str:
        """Return the digest of all that the tests of a file depend on, but bodies of kernels."""
        files, left = dict[str, _File](), [test, *self._of_all]
        while left:
            path = left.pop()
            if self._name(path) not in files:
                files[self._name(path)] = file = self._read(path)
                left += file.imported
                left += self._python if file.names & _DYNAMIC else ()
        is_whole = any(file.names & _COMPILERS for file in files.values())
        digests = (file.whole if is_whole else file.others for _, file in sorted(files.items()))
        return content_key(self._environment, *sorted(files), *digests)

    def _listed(self, *options: str) -> list[Path]:
        command = ["git", "-C", os.fspath(self._root), "ls-files", "-z", *options]
        try:
            found = subprocess.run(command, capture_output=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError) as error:
            raise pytest.UsageError(
                f"--kernel-select-changed needs a git repository (got {self._root})"
            ) from error
        return [
            self._root / name for name in sorted({os.fsdecode(name) for name in found.split(b"\0") if name})
        ]

    def _name(self, path: Path) -> str:
        return os.path.relpath(path, self._root)

    @functools.cache  # noqa: B019 - one project a run
    def _read(self, path: Path) -> _File:
        data = path.read_bytes()
        try:
            tree = ast.parse(data)
        except (SyntaxError, ValueError):  # an extension module, or a file of another kind of test
            return _File(content_key(data), content_key(data), (), frozenset())
        names, imported = set[str](), set[Path]()
        for node in ast.walk(tree):
            if isinstance(node, ast.Name):
                names.add(node.id)
            elif isinstance(node, ast.Attribute):
                names |= {node.attr, ast.unparse(node)}
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                start = f"{node.module}." if isinstance(node, ast.ImportFrom) and node.module else ""
                names |= {alias.name for alias in node.names} | {start + alias.name for alias in node.names}
                names |= {".".join((start + alias.name).split(".")[:2]) for alias in node.names}
                imported |= set(_imported(path, node))
        whole = ast.dump(tree)
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and f"{path}::{node.name}" in self.kernels:
                node.body = []
        return _File(content_key(whole), content_key(ast.dump(tree)), tuple(imported), frozenset(names))


def _is_of_project(file: str) -> bool:
    return not is_installed(file) and not file.startswith(OWN_FOLDER)


def _is_python(path: Path) -> bool:
    return path.suffix == ".py" and path.is_file()


def _imported(path: Path, node: ast.Import | ast.ImportFrom) -> Iterator[Path]:
    """Yield the files of the project that a statement imports, or may import: `a` of ``from b import a``, too."""
    if isinstance(node, ast.ImportFrom) and node.level:
        base = path.parents[node.level - 1]
        parts = node.module.split(".") if node.module else []
        steps = [base.joinpath(*parts[:at]) for at in range(len(parts) + 1)]
        steps += [steps[-1] / alias.name for alias in node.names]
        found: Iterable[Path] = (
            file for step in steps for file in (step.with_suffix(".py"), step / "__init__.py")
        )
        yield from filter(Path.is_file, found)
        return
    for alias in node.names:
        name = f"{node.module}.{alias.name}" if isinstance(node, ast.ImportFrom) else alias.name
        while name:
            spec = _spec(name)
            if spec is not None and spec.has_location and spec.origin and _is_of_project(spec.origin):
                yield Path(spec.origin)
            name = name.rpartition(".")[0]


@functools.cache
def _spec(name: str) -> importlib.machinery.ModuleSpec | None:
    """Find a module without importing anything."""
    parent = name.rpartition(".")[0]
    if not parent:
        try:
            return importlib.util.find_spec(name)
        except (ImportError, ValueError):
            return None
    above = _spec(parent)
    if (
        above is None
        or not above.submodule_search_locations
        or (above.origin and not _is_of_project(above.origin))
    ):
        return None
    return importlib.machinery.PathFinder.find_spec(name, list(above.submodule_search_locations))


def _keys_of(kernels: list[Any]) -> dict[str, str]:
    """Return Triton's keys of the kernels of modules: their text, and that of what they call, wherever they stand."""
    by_name: dict[str, list[Any]] = {}
    for kernel in kernels:
        by_name.setdefault(name_of_kernel(kernel), []).append(kernel)
    kept = [(kernel, kernel.hash, kernel.starting_line_number) for kernel in kernels]
    found = {}
    try:
        for kernel in kernels:
            kernel.hash, kernel.starting_line_number = None, 0
        for name, same in by_name.items():
            try:
                if len(same) == 1 and "." not in same[0].fn.__qualname__:
                    found[name] = str(same[0].cache_key)
            except Exception:  # Triton refuses it: its body stays in the file's digest
                continue
    finally:
        for kernel, digest, line in kept:
            kernel.hash, kernel.starting_line_number = digest, line
    return found
