"""The pytest plugin's hooks. `harness.plugin` registers them only in runs with kernels.

The files of declarations under the ``sources`` of ``[tool.kernel-harness]`` are collected like test files, unless a
test uses the fixture ``kernel_case`` (every case of every kernel) or ``kernel_bench_case`` (every timed case).
``docs/pytest.md`` shows how to use them.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from ..errors import HarnessError
from ..settings.project_table import COMMENT_MARKS, is_declared

if TYPE_CHECKING:
    from ..settings.settings import Settings
    from ..variant.declaration.discovery import Discovery
    from .bench import DeviceClock, KernelBenchCase
    from .session import Entry, KernelSession

TOML_SUFFIX, PYTHON_SUFFIX = ".toml", ".py"
GPU_MARKER = "kernel_gpu"
SWEEP_MARKER = "kernel_sweep"

# Options of pytest-benchmark that request timing.
_BENCHMARK_REQUESTS = (
    "benchmark_only", "benchmark_enable", "benchmark_json", "benchmark_save", "benchmark_autosave",
    "benchmark_compare", "benchmark_histogram",
)  # fmt: skip

_FIXTURES_MODULE = __name__.rpartition(".")[0].rpartition(".")[0] + ".plugin"

_MATRIX_SKIPPED = pytest.mark.skip(reason="the matrix is not run with --benchmark-only")

# The plugin's fixtures that the user's tests take. Then the sources get no items.
_has_tests_key = pytest.StashKey[set[str]]()
_session_key = pytest.StashKey["KernelSession"]()
_settings_key = pytest.StashKey["Settings"]()
_clock_key = pytest.StashKey["DeviceClock"]()


def pytest_configure(config: pytest.Config) -> None:
    for marker in (
        "kernel_gpu: needs a real GPU; without one it is skipped, or fails as NOT-RUN with --kernel-device gpu.",
        "kernel_sweep: one width of a kernel's width sweep; collected on a GPU, and on any device if -m names it.",
    ):
        config.addinivalue_line("markers", marker)
    config.stash[_has_tests_key] = set()
    # pytest looks below its arguments only, and the sources may be elsewhere.
    if _is_whole_run(config):
        config.args += _sources_elsewhere(config)


# xdist takes the first answer; without xdist the hook does not exist.
@pytest.hookimpl(tryfirst=True, optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Return one worker for each GPU if kernels run on several; otherwise None, and xdist counts cores."""
    if not _has_kernels(config):
        return None
    return kernel_session(config).n_wanted_workers


def pytest_unconfigure(config: pytest.Config) -> None:
    session = config.stash.get(_session_key, None)
    if session is not None:
        session.close()


def pytest_report_header(config: pytest.Config) -> list[str]:
    if not _has_kernels(config):
        return []
    lines = kernel_session(config).header(sum(map(bool, config.getoption("tx", None) or ())))
    if not benchmarks_wanted(config):
        lines.append("kernel-harness: not run: benchmarks; --benchmark-only runs them")
    if _only_benchmarks(config):
        lines.append(
            "kernel-harness: not run: the matrix, but for what is timed; --benchmark-enable runs both"
        )
    return lines


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    for fixture in ("kernel_case", "kernel_bench_case"):
        wants_benchmark = fixture == "kernel_bench_case"
        if not _takes(metafunc.definition, fixture):
            continue
        session = kernel_session(metafunc.config)
        file = metafunc.definition.getparent(KernelFile)
        if file is None:
            metafunc.config.stash[_has_tests_key].add(fixture)
        # One skipped item in place of thousands that would be made only to be skipped.
        if _only_benchmarks(metafunc.config) and "benchmark" not in metafunc.fixturenames:
            not_run = pytest.param(None, id="not-run", marks=_MATRIX_SKIPPED)
            metafunc.parametrize(fixture, [not_run], indirect=True)
            continue
        discovery = file.discovery() if file is not None else None
        ids = session.bench_ids(discovery) if wants_benchmark else session.case_ids()
        marks = [pytest.mark.benchmark(timer=device_clock(metafunc.config).read)] if wants_benchmark else []
        params = [
            pytest.param(case_id, id=case_id, marks=[*marks, *_marks(session.entry(case_id))])
            for case_id in ids
        ]
        metafunc.parametrize(fixture, params, indirect=True)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a file of declarations that is named or under the sources; any source with ``--kernel-files``."""
    # Triton kernels are modules for pytest, which asks the hook below.
    if file_path.suffix == PYTHON_SUFFIX and _is_python_test(file_path, parent):
        return None
    return _kernel_file(file_path, parent)


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a Triton kernel that pytest takes for a module of tests, so that it is not imported here."""
    return _kernel_file(module_path, parent)


def _is_python_test(path: Path, parent: pytest.Collector) -> bool:
    """Whether pytest itself collects a Python file as a module."""
    patterns = (*parent.config.getini("python_files"), "__init__.py")
    return parent.session.isinitpath(path) or any(
        path.match(pattern) if "/" in pattern else fnmatch.fnmatch(path.name, pattern) for pattern in patterns
    )


def _kernel_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix not in (*COMMENT_MARKS, TOML_SUFFIX):
        return None
    is_wanted = parent.session.isinitpath(file_path)
    if file_path.suffix in (PYTHON_SUFFIX, TOML_SUFFIX):
        is_wanted = is_wanted and is_declared(file_path)
    elif parent.config.getoption("kernel_files"):
        is_wanted = is_wanted or _is_declared(file_path)
    if is_wanted:
        return KernelFile.from_parent(parent, path=file_path)
    if _collects_sources(parent.config) and kernel_session(parent.config).discovery_of(file_path) is not None:
        return SourceFile.from_parent(parent, path=file_path)
    return None


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let ``-k`` match a case's keywords, such as fp16."""
    entry = _entry_of(item)
    if entry is not None and entry.case is not None:
        item.extra_keyword_matches.update(entry.case.keywords)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Remove repeated cases, add requested searches, and deselect benchmarks that are not requested."""
    # The user's tests with the plugin's fixtures already cover all cases.
    tests = config.stash[_has_tests_key]
    if tests:
        items[:] = [item for item in items if not _is_repeated(item, tests)]
    elif _is_whole_run(config):
        from .session import wrong_declarations

        errors = [error for error in kernel_session(config).discovery.errors if not error.path.is_file()]
        for entry in wrong_declarations(errors):
            items.append(KernelItem.from_parent(session, name=entry.id, entry=entry))
    # The items of a collected file already include its search.
    if config.getoption("kernel_search") and not any(isinstance(item, KernelItem) for item in items):
        from .case import SearchItem
        from .session import wrong_declarations

        kernels = kernel_session(config)
        # Before pytest deselects by -k and -m, which then see these items, too.
        items += [
            SearchItem.from_parent(session, variant=variant, kernels=kernels)
            for variant in kernels.discovery.variants
        ]
        if not any(_takes(item, "kernel_case") for item in items):
            # No other item reports these errors.
            for entry in wrong_declarations(kernels.discovery.errors):
                items.append(KernelItem.from_parent(session, name=entry.id, entry=entry))
    if benchmarks_wanted(config):
        return
    benchmarks = [item for item in items if _takes(item, "kernel_bench_case")]
    if benchmarks:
        config.hook.pytest_deselected(items=benchmarks)
        items[:] = [item for item in items if not _takes(item, "kernel_bench_case")]


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker(GPU_MARKER) is None:
        return
    session = kernel_session(item.config)
    # With --kernel-device cpu the test is skipped even where there is a GPU.
    if session.settings.device == "cpu":
        pytest.skip(f"{GPU_MARKER}: not run (--kernel-device cpu)")
    if session.gpu_missing and session.settings.device == "gpu":
        item.user_properties.append(("verdict", "NOT-RUN"))
        pytest.fail(f"NOT-RUN: --kernel-device gpu asks for a GPU; {session.gpu_missing}", pytrace=False)
    if session.gpu_missing:
        pytest.skip(f"{GPU_MARKER}: not run ({session.gpu_missing})")


# After pytest-benchmark, whose table these lines explain.
@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the number of cases that did not run or prove nothing, and the meaning of benchmark times."""

    def say(*lines: str, **colour: bool) -> None:
        terminalreporter.write_sep("-", "kernel-harness", **colour)
        for line in lines:
            terminalreporter.write_line(line)

    def number_of(verdict: str, *outcomes: str) -> int:
        reports = chain.from_iterable(map(terminalreporter.getreports, outcomes))
        # The report of a module that cannot be collected has no properties.
        return sum(("verdict", verdict) in getattr(report, "user_properties", ()) for report in reports)

    if n_unproven := number_of("UNPROVEN", "skipped"):
        say(
            f"{n_unproven} UNPROVEN: the error bounds of these cases also accept a known wrong output; -rs lists "
            "them, --kernel-strict fails them",
            yellow=True,
        )
    if n_not_run := number_of("NOT-RUN", "failed", "error"):
        text = "requested cases did not run; `kernel-harness doctor` says what is missing"
        say(f"{n_not_run} NOT-RUN: {text}", red=True)
    session = config.stash.get(_session_key, None)
    if session is not None and session.timed:
        from .bench import bench_table

        say(*bench_table(session.timed))
    if session is not None and benchmarks_wanted(config) and session.kind == "cpu" and _timed(config):
        text = "The times of kernels above are the PTX executor's on this CPU. They say nothing about a GPU."
        say(text, yellow=True)


@pytest.hookimpl(optionalhook=True)
def pytest_benchmark_update_machine_info(config: pytest.Config, machine_info: dict[str, Any]) -> None:
    """Add the device to the data saved by pytest-benchmark, so that runs on different devices can be distinguished."""
    session = config.stash.get(_session_key, None)
    if session is not None and session.runner.info is not None:
        from .bench import device_facts

        info = session.runner.info
        machine_info["kernel_harness"] = {"device_kind": info.kind, **device_facts(info)}


def test_benchmark(kernel_bench_case: KernelBenchCase) -> None:
    kernel_bench_case.measure()


# Collect it regardless of the project's python_functions.
test_benchmark.__test__ = True  # type: ignore[attr-defined]


class KernelFile(pytest.Module):
    """A source as a test module, whose tests are the cases of its kernels."""

    def _getobj(self) -> ModuleType:
        # In place of the source, which pytest would import as a Python module.
        module = ModuleType(self.path.stem)
        module.test_benchmark = test_benchmark  # type: ignore[attr-defined]
        return module

    def discovery(self) -> Discovery:
        return kernel_session(self.config).read([self.path])

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        """Yield an item for every case of the file's variant, and for every error in its declaration."""
        session, discovery = kernel_session(self.config), self.discovery()
        is_only_timed = _only_benchmarks(self.config)
        for entry in () if is_only_timed else session.entries(discovery):
            item = KernelItem.from_parent(self, name=entry.id, entry=entry)
            for mark in _marks(entry):
                item.add_marker(mark)
            yield item
        # Errors in the declaration would be items of the matrix and of the benchmark; yield them once.
        if is_only_timed or (discovery.variants and benchmarks_wanted(self.config)):
            # The module of the file has the benchmark.
            yield from super().collect()
        if self.config.getoption("kernel_search"):
            from .case import SearchItem

            for variant in discovery.variants:
                yield SearchItem.from_parent(self, variant=variant, kernels=session)


class SourceFile(KernelFile):
    """A source that is collected because it is under the sources."""

    def discovery(self) -> Discovery:
        discovery = kernel_session(self.config).discovery_of(self.path)
        assert discovery is not None  # otherwise the file would not have been collected
        return discovery

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        """Yield the items, unless a test of the user covers all cases."""
        return () if "kernel_case" in self.config.stash[_has_tests_key] else super().collect()


class KernelItem(pytest.Item):
    def __init__(self, *, entry: Entry, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.entry = entry

    def runtest(self) -> None:
        from .case import KernelCase

        KernelCase(kernel_session(self.config), self.entry, self).check()

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, self.name


def kernel_session(config: pytest.Config) -> KernelSession:
    if _session_key not in config.stash:
        from .session import KernelSession

        # Make the thousands of items of the sweep only if -m names the marker.
        asked = bool(re.search(rf"\b{SWEEP_MARKER}\b", config.getoption("markexpr", "")))
        n_seeds = config.getoption("kernel_seeds")
        if n_seeds < 1:
            raise pytest.UsageError(f"--kernel-seeds must be at least 1 (got {n_seeds})")
        config.stash[_session_key] = KernelSession(
            _settings(config), _given_sources(config), n_seeds=n_seeds, sweep=True if asked else None
        )
    return config.stash[_session_key]


def _settings(config: pytest.Config) -> Settings:
    if _settings_key not in config.stash:
        from ..settings.settings import Settings
        from ..settings.watch_options import WATCH_OPTIONS

        names = ("device", "keep_going", *(option.name for option in WATCH_OPTIONS))
        overrides = {name: config.getoption(f"kernel_{name}") for name in names}
        try:
            config.stash[_settings_key] = Settings.load(config.rootpath, **overrides)
        except HarnessError as error:
            raise pytest.UsageError(str(error)) from None
    return config.stash[_settings_key]


def _given_sources(config: pytest.Config) -> tuple[Path, ...]:
    sources = config.getoption("kernel_sources") or ()
    paths = tuple(config.invocation_params.dir / path for path in sources)
    for path in paths:
        if not path.exists():
            raise pytest.UsageError(f"--kernel-sources must name a folder or file that exists (got {path})")
    return paths


def _collects_sources(config: pytest.Config) -> bool:
    """Whether the sources are collected automatically: they are set, and the setting `collect` is on."""
    settings = _settings(config)
    return settings.collect and bool("sources" in settings.given or config.getoption("kernel_sources"))


def _is_whole_run(config: pytest.Config) -> bool:
    """Whether the sources are collected and pytest runs in the project's root folder without arguments."""
    return (
        config.args_source is not pytest.Config.ArgsSource.ARGS
        and _collects_sources(config)
        and config.invocation_params.dir.resolve() == _settings(config).root.resolve()
    )


def _sources_elsewhere(config: pytest.Config) -> list[str]:
    here = config.invocation_params.dir
    reached = [(here / argument.partition("::")[0]).resolve() for argument in config.args]
    sources = {path: path.resolve() for path in _given_sources(config) or _settings(config).sources}
    return [str(path) for path, real in sources.items() if not any(map(real.is_relative_to, reached))]


def _is_repeated(item: pytest.Item, tests: set[str]) -> bool:
    # The user's tests run every case of every kernel already.
    if item.getparent(SourceFile) is None:
        return False
    return ("kernel_bench_case" if _takes(item, "kernel_bench_case") else "kernel_case") in tests


def _takes(item: pytest.Item, fixture: str) -> bool:
    # Directly, or through a fixture that overrides the plugin's and uses it.
    known = getattr(item, "_fixtureinfo", None)  # pytest has no public way to ask who defines a fixture
    for definition in reversed(known.name2fixturedefs.get(fixture, ()) if known is not None else ()):
        if definition.func.__module__ == _FIXTURES_MODULE:
            return True
        if fixture not in definition.argnames:
            return False
    return False


def _has_kernels(config: pytest.Config) -> bool:
    asked = config.getoption("kernel_sources") or config.getoption("kernel_device")
    return bool(asked or config.getoption("kernel_files") or _settings(config).sources)


def benchmarks_wanted(config: pytest.Config) -> bool:
    return any(config.getoption(name, None) for name in _BENCHMARK_REQUESTS)


def _only_benchmarks(config: pytest.Config) -> bool:
    # If so, the thousands of items of matrix and sweep are not made.
    return bool(config.getoption("benchmark_only", False))


def _timed(config: pytest.Config) -> bool:
    session = getattr(config, "_benchmarksession", None)
    return any("device_kind" in bench.extra_info for bench in getattr(session, "benchmarks", ()))


def device_clock(config: pytest.Config) -> DeviceClock:
    if _clock_key not in config.stash:
        from .bench import DeviceClock

        config.stash[_clock_key] = DeviceClock()
    return config.stash[_clock_key]


def _is_declared(path: Path) -> bool:
    from ..settings.project_table import opening_of
    from ..variant.declaration.inline_block import read_source

    try:
        return opening_of(path) in read_source(path)
    except HarnessError:
        return True


def _marks(entry: Entry | None) -> list[pytest.MarkDecorator]:
    return [getattr(pytest.mark, name) for name in entry.marks] if entry is not None else []


def _entry_of(item: pytest.Item) -> Entry | None:
    if isinstance(item, KernelItem):
        return item.entry
    callspec = getattr(item, "callspec", None)
    params = callspec.params if callspec is not None else {}
    item_id = params.get("kernel_case", params.get("kernel_bench_case"))
    return kernel_session(item.config).entry(item_id) if isinstance(item_id, str) else None


def requested(request: pytest.FixtureRequest) -> Entry:
    entry = kernel_session(request.config).entry(request.param)
    assert entry is not None, request.param
    return entry
