"""``--kernel-virtual-gpu``: tests on a virtual GPU, findings by test."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest

from ..driver.attachment import Attachment, attach, attachment
from ..driver.interrupts import defer_interrupts
from ..driver.program import report_of
from ..errors import HarnessError
from ..report.text.program_text import finding_lines, report_lines
from ..settings.settings import Settings

# Marker of tests whose kernels have faults on purpose.
FINDINGS_MARKER = "virtual_gpu_findings"
_SECTION = "virtual GPU"


def attach_for_tests(arch: str, folder: Path, sanitizers: str | None) -> VirtualGpuHooks:
    """Give this process a virtual GPU, unless it has one; return the hooks that report its findings."""
    found = attachment()
    if found is None:
        try:
            settings = Settings.load(folder, device="cpu", sanitizers=sanitizers)
            found = attach(settings, arch=arch)
            found.driver.keep()  # before the tests' modules register exit handlers, which may call the driver
        except HarnessError as error:
            raise pytest.UsageError(f"--kernel-virtual-gpu: {error}") from error
    defer_interrupts(found.gpu.executor.stop)
    found.reach_children()  # pytest-xdist gives its workers the path of before
    return VirtualGpuHooks(found)


class VirtualGpuHooks:
    def __init__(self, found: Attachment) -> None:
        self._attached = found

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line(
            "markers",
            f"{FINDINGS_MARKER}(*reasons): on a virtual GPU, findings with these reason codes are expected; without "
            "reasons, any are.",
        )

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Fail a phase of a test in which something was found, unless a marker expects it."""
        report = yield
        self._attached.collect()
        found = self._attached.log.take_recent()
        mark = item.get_closest_marker(FINDINGS_MARKER)
        if mark is not None:
            found = tuple(finding for finding in found if mark.args and finding.reason not in mark.args)
        if not found:
            return report
        text = "\n".join(line for finding in found for line in finding_lines(finding))
        report.user_properties.append(("virtual_gpu", [finding.reason for finding in found]))
        # A test that has failed by itself keeps its own reason.
        if report.passed:
            report.outcome = "failed"
            report.longrepr = text
        else:
            report.sections.append((_SECTION, text))
        return report

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the number of launches and everything that was found."""
        report = report_of(self._attached, ("pytest",), 0)
        terminalreporter.write_sep("-", _SECTION)
        for line in report_lines(report):
            terminalreporter.write_line(line)

    def pytest_unconfigure(self) -> None:
        if self._attached.children is not None:
            self._attached.children.close()
