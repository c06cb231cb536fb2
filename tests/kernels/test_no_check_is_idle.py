"""Every check is needed: with it switched off a fault gets through that is rejected with it on.

Nothing in the harness can be switched off. Here each check is blinded where its evidence passes by: at the
device, at what is read back from memory, at the comparison, or at the property's own judgement.
"""

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from harness.check import comparison
from harness.check.judgement import ImageReport, StrayWrite
from harness.check.properties import properties_of
from harness.check.property import Outputs, Property
from harness.check.vacuity import Proof
from harness.device.base import FIRST, Device, DeviceInfo, Kernel, LaunchConfig, LaunchResult, Variation
from harness.device.cpu.ptx_cpu import PtxCpu
from harness.launch.buffers import GuardedImage, output_image
from harness.launch.inputs import KeptProblems
from harness.operation.derived import expected_of
from harness.operation.model import Operation
from harness.operation.problem import Expected, Problem
from harness.run.case_run import run_case
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import load_variant
from harness.variant.selection import Selection, select
from harness.verdict import CaseResult, Finding, Reason, Verdict
from tests.kernels.expectations import BAD_KERNELS, ROOT
from tests.kernels.mutants import kernel
from tests.sampled import one_in

STEP_BUDGET = 1_000_000
NO_BUDGET = 10**12

OUT_OF_BOUNDS = frozenset((Reason.OOB_READ, Reason.OOB_WRITE))
RACES = frozenset(reason for reason in Reason if reason.value.startswith("racecheck"))

# A case that ends with one of these was not judged, so no check of the judgement can have been idle.
NOT_CHECKS = {
    Reason.TRAP, Reason.DEVICE_ASSERT, Reason.STACK_OVERFLOW, Reason.CRASH, Reason.OUT_OF_MEMORY,
    Reason.COMPILE_ERROR, Reason.LAUNCH_ERROR, Reason.UNSUPPORTED_INSTRUCTION, Reason.DECLARATION_ERROR,
    Reason.DEVICE_UNAVAILABLE, Reason.INTERNAL_ERROR, Reason.MISSING_HEADER, Reason.UNSTABLE_ROUNDING,
}  # fmt: skip


def nothing(patch: pytest.MonkeyPatch) -> None:
    del patch


class BlindDevice:
    """The cpu device without some of its findings; everything else is its own.

    `missing`: what it cannot see, and says so: the harness then looks for it in another way. `unseen`: what it says
    it can see, and does not report.
    """

    def __init__(self, device: Device, *, missing: frozenset[Reason], unseen: frozenset[Reason]) -> None:
        self._device = device
        self._missing = missing
        self._unseen = missing | unseen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._device, name)

    @property
    def info(self) -> DeviceInfo:
        seen = [code for code in self._device.info.observes if Reason(code) not in self._missing]
        return dataclasses.replace(self._device.info, observes=tuple(seen))

    def launch(
        self, kernel: Kernel, config: LaunchConfig, args: Sequence[np.generic], variation: Variation = FIRST
    ) -> LaunchResult:
        result = self._device.launch(kernel, config, args, variation)
        findings = tuple(finding for finding in result.findings if finding.reason not in self._unseen)
        return dataclasses.replace(result, findings=findings)


@dataclass(frozen=True)
class Check:
    """One check, a fault that it alone sees in a case, and how it is blinded.

    `case`: id of the case; begins with the bad kernel's name. `blind`: takes the test's MonkeyPatch; nothing to do
    where the device or the budget is blinded. `unseen`: what the device overlooks with the check off. `missing`:
    what the device cannot see, with the check on or off, as a GPU cannot: it would see the fault as well.
    `step_budget`: with the check off. `set_up`: as `blind`, applied with the check on too.
    """

    name: str
    case: str
    reason: Reason
    blind: Callable[[pytest.MonkeyPatch], None] = nothing
    unseen: frozenset[Reason] = frozenset()
    missing: frozenset[Reason] = frozenset()
    step_budget: int = STEP_BUDGET
    set_up: Callable[[pytest.MonkeyPatch], None] = nothing

    def run(self, *, on: bool, patch: pytest.MonkeyPatch) -> CaseResult:
        settings = Settings.load(ROOT, step_budget=STEP_BUDGET if on else self.step_budget, thorough=True)
        variant = load_variant(kernel(BAD_KERNELS, self.case.partition("-")[0]))
        (case,) = select((variant,), Selection.parse(self.case))
        # Kept problems have images, bounds and proofs from before the patches.
        patch.setattr("harness.launch.inputs._PROBLEMS", KeptProblems())
        self.set_up(patch)
        if not on:
            self.blind(patch)
        # A device of its own: some of the faults remember earlier launches.
        device = PtxCpu(settings)
        try:
            blind = BlindDevice(device, missing=self.missing, unseen=frozenset() if on else self.unseen)
            return run_case(case, blind, settings)
        finally:
            device.close()


def unpoisoned(patch: pytest.MonkeyPatch) -> None:
    """Hand the kernel an output of zeros, which look written."""

    def zeros(label: str, n_rows: int, n_cols: int, *more: Any) -> GuardedImage:
        image = output_image(label, n_rows, n_cols, *more)
        return dataclasses.replace(image.with_values(np.zeros((n_rows, n_cols), image.dtype)), poison=None)

    patch.setattr("harness.launch.memory.output_image", zeros)


def everything_defined(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(GuardedImage, "defined", None)


def report_without(change: Callable[[ImageReport], ImageReport]) -> Callable[[pytest.MonkeyPatch], None]:
    """Change what is said of every buffer after a launch."""

    def blind(patch: pytest.MonkeyPatch) -> None:
        inspect = GuardedImage.inspect
        patch.setattr(GuardedImage, "inspect", lambda image, after: change(inspect(image, after)))

    return blind


def strays_without(is_unseen: Callable[[StrayWrite], bool]) -> Callable[[pytest.MonkeyPatch], None]:
    return report_without(
        lambda report: dataclasses.replace(
            report, strays=tuple(stray for stray in report.strays if not is_unseen(stray))
        )
    )


def compare_with(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Callable[[pytest.MonkeyPatch], None]:
    def blind(patch: pytest.MonkeyPatch) -> None:
        def changed(out: Any, expected: Expected, **asked: Any) -> comparison.OutputComparison:
            asked = {"out": out, "expected": expected, **asked}
            return comparison.compare(**(asked | change(asked)))

        patch.setattr("harness.check.judgement.compare", changed)
        # Further launches compare with the right result, too.
        patch.setattr("harness.check.properties._within_bound", lambda *_, **__: [])

    return blind


def any_number(asked: dict[str, Any]) -> dict[str, Any]:
    expected = asked["expected"]
    return {"expected": Expected(expected.reference, np.full_like(expected.allowed, np.inf), expected.dims)}


def numbers_only(asked: dict[str, Any]) -> dict[str, Any]:
    unordered = np.isnan(asked["expected"].reference) | ~np.isfinite(asked["out"])
    return {"ignore": asked["ignore"] | unordered}


def replace_by(target: str, stand_in: Any) -> Callable[[pytest.MonkeyPatch], None]:
    return lambda patch: patch.setattr(target, stand_in)


def each(*patches: Callable[[pytest.MonkeyPatch], None]) -> Callable[[pytest.MonkeyPatch], None]:
    def apply(patch: pytest.MonkeyPatch) -> None:
        for one in patches:
            one(patch)

    return apply


def property_without(reason: Reason) -> Callable[[pytest.MonkeyPatch], None]:
    def overlooked(tried: Property) -> Property:
        def findings(again: Outputs) -> list[Finding]:
            return [finding for finding in tried.findings(again) if finding.reason is not reason]

        return dataclasses.replace(tried, findings=findings)

    def blind(patch: pytest.MonkeyPatch) -> None:
        def properties(**keywords: Any) -> Iterator[Property]:
            return map(overlooked, properties_of(**keywords))

        patch.setattr("harness.run.replays.properties_of", properties)

    return blind


def in_the_first_order_only(patch: pytest.MonkeyPatch) -> None:
    """Repeat a launch as it was, and in no other order."""
    patch.setattr("harness.run.case_run.schedules_of", lambda *_: ())


EXPECTED = expected_of


def boundless(operation: Operation, problem: Problem) -> dict[str, Expected]:
    """Stand in for a bound that has become useless: everything is near enough."""
    return {
        name: dataclasses.replace(each, allowed=np.where(np.isnan(each.reference), 0.0, np.inf))
        for name, each in EXPECTED(operation, problem).items()
    }


def unseen_by_the_device(name: str, case: str, reason: Reason, **more: Any) -> Check:
    return Check(name, case, reason, unseen=frozenset((reason,)), **more)


def property_of(name: str, case: str, reason: Reason) -> Check:
    return Check(name, case, reason, property_without(reason))


CHECKS = (
    Check("poisoned output", "masked_left_unwritten-float32-3x1031-neg_inf_some-block128", Reason.UNWRITTEN_OUTPUT,
        unpoisoned),
    Check("poison is no number", "adds_to_output-float32-2x33-spread-block128", Reason.WRONG_VALUE, unpoisoned,
        missing=frozenset((Reason.UNINITIALISED_READ,))),
    Check("guard before", "write_before_row-float32-1x127-spread-block128", Reason.OOB_WRITE,
        strays_without(lambda stray: stray.first_byte < 0), missing=OUT_OF_BOUNDS),
    Check("guard behind", "write_past_row-float32-1x127-spread-block128", Reason.OOB_WRITE,
        strays_without(lambda stray: stray.first_byte >= 0), missing=OUT_OF_BOUNDS),
    Check("guard in padding", "padding_cleared-float32-7x33-spread-strided-block128", Reason.OOB_WRITE,
        strays_without(lambda stray: "past the end of" in stray.where)),
    Check("guard of scratch memory", "scratch_overrun-float32-3x1000-spread-strided8-block64", Reason.OOB_WRITE,
        report_without(
        lambda report: dataclasses.replace(report, strays=()) if report.label == "slice_pairs" else report
        ), missing=OUT_OF_BOUNDS),
    Check("input compare", "input_modified-float32-3x1000-spread-strided8-block128", Reason.INPUT_MODIFIED,
        report_without(lambda report: dataclasses.replace(report, changed=np.zeros_like(report.changed)))),
    Check("value tolerance", "base_two-float32-1x2-spread-block128", Reason.WRONG_VALUE, compare_with(any_number)),
    Check("nan where nan belongs", "nan_dropped-float32-1x2-nan-block128", Reason.WRONG_VALUE,
        compare_with(numbers_only)),
    Check("number where a number belongs", "merge_of_empty_lanes-float32-1x7-spread-block128", Reason.WRONG_VALUE,
        compare_with(numbers_only)),
    unseen_by_the_device("bounds of reads", "read_past_buffer-float32-2x33-spread-block128", Reason.OOB_READ),
    unseen_by_the_device("bounds of writes", "write_past_row-float32-1x127-spread-block128", Reason.OOB_WRITE),
    unseen_by_the_device("alignment", "misaligned_max_only-float32-3x1031-normal-block128",
        Reason.MISALIGNED_ACCESS),
    unseen_by_the_device("free", "freed_twice-float32-7x33-spread-block128", Reason.INVALID_FREE),
    unseen_by_the_device("uninitialised global memory", "max_kept_in_output-float32-2x33-spread-block128",
        Reason.UNINITIALISED_READ),
    Check("uninitialised padding", "padding_in_max-float32-7x33-spread-strided-block128", Reason.UNINITIALISED_READ,
        everything_defined),
    unseen_by_the_device("uninitialised shared memory",
        "unwritten_partials_in_max-float32-3x1000-spread-strided8-block256", Reason.UNINITIALISED_READ),
    unseen_by_the_device("shuffle", "partial_warp_max-float32-2x33-spread-block48", Reason.INVALID_SHUFFLE),
    unseen_by_the_device("barrier", "barrier_in_both_branches-float32-2x33-spread-block64",
        Reason.BARRIER_DIVERGENCE),
    unseen_by_the_device("barrier count", "barrier_for_part_of_a_warp-float32-2x33-spread-block48",
        Reason.BARRIER_COUNT),
    unseen_by_the_device("races: reads after writes", "missing_barrier_before_total-float32-1x1000-spread-block48",
        Reason.RACECHECK_RAW, set_up=in_the_first_order_only),
    unseen_by_the_device("races: writes after reads", "running_pair_raced-float32-2x33-spread-block32x8",
        Reason.RACECHECK_WAR, set_up=in_the_first_order_only),
    unseen_by_the_device("races: writes after writes", "cleared_by_one_lane-float32-2x33-spread-block32x4",
        Reason.RACECHECK_WAW, set_up=in_the_first_order_only),
    unseen_by_the_device("reads that are not coherent", "exponentials_by_ldg-float32-2x33-spread-block32x4",
        Reason.NONCOHERENT_READ),
    Check(
        "mbarrier",
        "mbarrier_not_initialised-float32-2x33-spread-block32",
        Reason.INVALID_BARRIER,
        # what the barrier would have ordered races
        unseen=frozenset((Reason.INVALID_BARRIER, Reason.RACECHECK_RAW, Reason.RACECHECK_WAR)),
        set_up=in_the_first_order_only,
    ),
    unseen_by_the_device("registers of a wgmma", "wgmma_read_before_wait-float32-2x33-spread-block128",
        Reason.REGISTER_IN_FLIGHT),
    unseen_by_the_device("fences between proxies", "bulk_copy_unfenced-float32-2x33-spread-block128",
        Reason.MISSING_PROXY_FENCE),
    unseen_by_the_device("tensor maps", "tensor_map_not_encoded-float32-2x33-spread-block128",
        Reason.INVALID_TENSOR_MAP),
    Check("step budget", "spins_before_work-float32-1x2-spread-block128", Reason.HANG, step_budget=NO_BUDGET),
    property_of("determinism", "every_second_launch-float32-1x1000-spread-block32x4", Reason.NONDETERMINISTIC),
    Check("order of warps", "atomics_in_random_order-float32-16x4099-normal-block1024", Reason.NONDETERMINISTIC,
        in_the_first_order_only, missing=RACES),
    Check("addresses of buffers", "order_by_address-float32-3x1000-spread-block32x4", Reason.NONDETERMINISTIC,
        in_the_first_order_only),
    Check("order of lanes", "tree_in_step-float32-7x1000-spread-block64", Reason.NONDETERMINISTIC,
        in_the_first_order_only, missing=RACES),
    Check("row sums", "epsilon_in_denominator-float32-5x37-neg_inf_some-block32x4", Reason.ROW_SUM,
        replace_by("harness.check.comparison._findings", lambda *_: [])),
    Check("relations within a row", "sum_by_each_column-float32-5x37-spike-block128", Reason.ROW_PROPERTY,
        replace_by("harness.check.comparison._findings", lambda *_: [])),
    property_of("rows on their own", "nan_spreads_to_block-float32-4x1031-normal-block32x4", Reason.ROW_DEPENDENCE),
    property_of("rows a grid apart", "nan_stays_in_block-float32-133x5-spread-block64", Reason.ROW_DEPENDENCE),
    property_of("errors of approximations", "fast_division_in_tail-float32-7x65-spread-block128",
        Reason.WRONG_VALUE),
    property_of("columns permuted", "first_taken_for_max-float32-3x1031-descending-block128",
        Reason.PERMUTATION_VARIANCE),
    property_of("rows shifted", "max_capped-float32-3x1031-normal-block128", Reason.SHIFT_VARIANCE),
    Check(
        "vacuity",
        "writes_uniform-float32-3x1000-spread-strided8-block128",
        Reason.VACUOUS_CHECK,
        replace_by("harness.check.judgement.proof_of", lambda *_, **__: Proof()),
        set_up=replace_by("harness.operation.derived.expected_of", boundless),
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    "check", one_in(4, CHECKS, pytest.mark.slow), ids=lambda check: check.name.replace(" ", "_")
)
def test_without_the_check_a_fault_gets_through(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        result = check.run(on=True, patch=patch)
        assert result.verdict is Verdict.UNPROVEN or result.verdict.is_failure, result
        assert check.reason in result.reasons, result
    with monkeypatch.context() as patch:
        result = check.run(on=False, patch=patch)
        assert result.verdict is Verdict.PASS, result


def test_every_reason_to_reject_a_kernel_has_its_check() -> None:
    assert {check.reason for check in CHECKS} == set(Reason) - NOT_CHECKS
