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


def attach_for_tests(arch: str | None, folder: Path, sanitizers: str | None) -> VirtualGpuHooks | None:
    """Give this process a virtual GPU, unless it has one; return the hooks that report its findings.

    Without an architecture the process must have one already; None if it has not.
    """
    attached = attachment()
    is_run = attached is not None  # by `kernel-harness run`, which prints the summary
    if attached is None:
        if arch is None:
            return None
        try:
            settings = Settings.load(folder, device="cpu", sanitizers=sanitizers)
            attached = attach(settings, arch=arch)
            attached.driver.keep()  # before the tests' modules register exit handlers, which may call the driver
        except HarnessError as error:
            raise pytest.UsageError(f"--kernel-virtual-gpu: {error}") from error
    defer_interrupts(attached.gpu.executor.stop)
    attached.reach_children()  # pytest-xdist gives its workers the earlier path
    if is_run and attached.children is not None:
        attached.log.tell_less()  # a test's report has its findings
    return VirtualGpuHooks(attached, is_run)


class VirtualGpuHooks:
    def __init__(self, attached: Attachment, is_run: bool) -> None:
        self._attached, self._is_run = attached, is_run

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line(
            "markers",
            f"{FINDINGS_MARKER}(*reasons): on a virtual GPU, findings with these reason codes are expected; without "
            "reasons, any are.",
        )
        if config.option.kernel_select_changed is not None:
            from .changed import SelectChanged

            record = config.invocation_params.dir / config.option.kernel_select_changed
            config.pluginmanager.register(SelectChanged(self._attached, record, config.rootpath))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Fail a phase of a test that has findings, unless a marker expects them."""
        report = yield
        self._attached.collect()
        findings = self._attached.log.take_recent()
        if report.when == "teardown":
            self._attached.gpu.forget_errors()
        mark = item.get_closest_marker(FINDINGS_MARKER)
        if mark is not None:
            findings = tuple(finding for finding in findings if mark.args and finding.reason not in mark.args)
        if not findings:
            return report
        text = "\n".join(line for finding in findings for line in finding_lines(finding))
        report.user_properties.append(("virtual_gpu", [finding.reason for finding in findings]))
        # A test that has failed by itself keeps its own reason.
        if report.passed:
            report.outcome = "failed"
            report.longrepr = text
        else:
            report.sections.append((_SECTION, text))
        return report

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._is_run:
            return
        report = report_of(self._attached, ("pytest",), 0)
        terminalreporter.write_sep("-", _SECTION)
        for line in report_lines(report):
            terminalreporter.write_line(line)

    def pytest_unconfigure(self) -> None:
        if self._attached.children is not None and not self._is_run:
            self._attached.children.close()
