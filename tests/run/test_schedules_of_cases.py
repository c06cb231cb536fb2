"""Cases that are launched again in other orders: in which, how often, and what is said when they differ."""

from dataclasses import dataclass, field, replace

import pytest

from harness.device.base import FIRST
from harness.run.case_run import run_case, schedules_of
from harness.run.unjudged import watch_options
from harness.settings.settings import MOST_SEED, Settings
from harness.variant.case import make_case
from harness.variant.declaration.discovery import load_variant
from harness.verdict import Finding, Reason, Verdict
from tests.run.fake_device import FakeDevice, write_kernel


@dataclass(eq=False)
class OrderedDevice(FakeDevice):
    """A device on which what comes out, or goes wrong, is decided by the order and the number of the launch.

    `changed`: ``(schedule, n)``: whether the n-th launch, counted from 1, leaves other bits behind. `outcome`: what
    `LaunchResult` says of a launch in a chosen order.
    """

    is_schedulable: bool = True
    changed: object = None
    outcome: dict[str, object] = field(default_factory=dict)

    def launch(self, kernel, config, args, variation=FIRST):
        result = super().launch(kernel, config, args, variation)
        if self.changed is not None and self.changed(variation.schedule, self.n_launches):
            out = int(args[kernel.args.index("out")])
            self._bytes(out, 4)[0] ^= 1
        return replace(result, **self.outcome) if variation.schedule is not None else result


@pytest.fixture
def case(tmp_path):
    return make_case(
        load_variant(write_kernel(tmp_path)), dtype="float32", n_rows=1, n_cols=33, block=(32, 1, 1)
    )


@pytest.fixture
def load(tmp_path):
    def loaded(**options):
        return Settings.load(tmp_path, environ={"HOME": str(tmp_path)}, **{"thorough": True, **options})

    return loaded


def test_case_is_repeated_in_one_other_order_of_its_own(case, load):
    device = OrderedDevice()
    assert run_case(case, device, load()).verdict is Verdict.PASS
    # the first launch, the repetition, the permuted columns, the largest errors of approximations
    assert device.schedules == [None, case.seed % (MOST_SEED + 1), None, None]
    assert device.moves == [False, True, False, False]


def test_errors_of_approximations_are_those_of_the_case(case, load):
    device = OrderedDevice()
    assert run_case(case, device, load()).verdict is Verdict.PASS
    assert device.perturbations == [None, None, case.seed % 3, case.seed % 2]
    device = FakeDevice()
    assert run_case(case, device, load()).verdict is Verdict.PASS
    assert device.perturbations == [None, None, None, None]


def test_seed_and_number_of_orders_can_be_set(case, load):
    device = OrderedDevice()
    assert run_case(case, device, load(schedules=3, schedule_seed=7)).verdict is Verdict.PASS
    assert device.schedules == [None, 7, 8, 9, None, None]


@pytest.mark.parametrize(
    ("device", "options"), [(OrderedDevice(), {"schedules": 0}), (FakeDevice(), {"schedules": 5})]
)
def test_without_other_orders_it_is_repeated_as_it_is(case, load, device, options):
    assert run_case(case, device, load(**options)).verdict is Verdict.PASS
    assert device.schedules == [None, None, None, None]


def test_seeds_are_in_range_and_differ_between_cases(case, load):
    device = OrderedDevice()
    last = schedules_of(case, device, load(schedules=3, schedule_seed=MOST_SEED))
    assert last == (MOST_SEED, 0, 1)
    other = make_case(case.variant, dtype="float32", n_rows=2, n_cols=33, block=(32, 1, 1))
    assert schedules_of(case, device, load()) != schedules_of(other, device, load())
    assert schedules_of(case, FakeDevice(), load()) == ()


def test_output_that_depends_on_the_order_names_it(case, load):
    device = OrderedDevice(changed=lambda schedule, _: schedule == 8)
    result = run_case(case, device, load(schedules=3, schedule_seed=7))
    assert (result.verdict, result.reasons) == (Verdict.FAIL, (Reason.NONDETERMINISTIC,))
    (finding,) = result.findings
    assert finding.message.startswith("with blocks, warps and lanes in another order, schedule 8, ")
    assert "--schedule-seed 8 runs in this order again" in finding.message
    assert finding.count == 1
    # once more in that order, and in the first, to tell the order from chance; then the order from the addresses
    assert device.schedules == [None, 7, 8, 8, None, None]
    assert device.moves == [False, True, True, True, False, True]


def test_output_that_depends_on_the_addresses_says_so(case, load):
    device = OrderedDevice(changed=lambda *_: device.moves[-1])
    (finding,) = run_case(case, device, load()).findings
    assert finding.reason is Reason.NONDETERMINISTIC
    assert finding.message.startswith("with the buffers at other addresses the launch gave other bits")


@pytest.mark.parametrize(
    "changed",
    [lambda _, n: n % 2 == 0, lambda _, n: n > 1, lambda _, n: n == 2, lambda _, n: n in (2, 3)],
    ids=["every second", "all but the first", "the second", "the second and the third"],
)
def test_output_that_changes_whatever_the_order_is_told_from_it(case, load, changed):
    result = run_case(case, OrderedDevice(changed=changed), load())
    (finding,) = result.findings
    assert finding.reason is Reason.NONDETERMINISTIC
    if changed(None, 3) and not changed(None, 4):
        # nothing can tell this from an order
        assert "schedule" in finding.message
    else:
        assert finding.message.startswith("the same launch again gave other bits")


@pytest.mark.parametrize(
    ("outcome", "verdict", "reason"),
    [
        ({"hung": True}, Verdict.HANG, Reason.HANG),
        ({"trapped": True, "findings": (Finding(Reason.TRAP, "trap"),)}, Verdict.FAIL, Reason.TRAP),
        ({"findings": (Finding(Reason.OOB_READ, "read"),)}, Verdict.FAIL, Reason.OOB_READ),
    ],
)
def test_what_goes_wrong_in_another_order_is_told_with_it(case, load, outcome, verdict, reason):
    result = run_case(case, OrderedDevice(outcome=outcome), load(schedule_seed=5))
    assert (result.verdict, result.reasons) == (verdict, (reason,))
    assert result.findings[0].message.startswith(
        "in a further launch, the same launch in another order, schedule 5: "
    )


def test_notes_are_those_of_the_first_launch(case, load):
    note = Finding(Reason.BARRIER_DIVERGENCE, "left")
    assert run_case(case, OrderedDevice(outcome={"notes": (note,)}), load()).notes == ()


def test_rerun_command_has_what_is_not_usual(case, load):
    assert watch_options(load(thorough=False)) == ()
    assert watch_options(
        load(sanitizers="synccheck", schedules=0, schedule_seed=4, stress_approximations=0)
    ) == (
        "--thorough",
        "--sanitizers memcheck,synccheck",
        "--schedules 0",
        "--schedule-seed 4",
        "--stress-approximations 0",
    )
    rerun = run_case(case, OrderedDevice(), load(schedules=2)).rerun
    assert rerun.endswith("--device cpu --thorough --schedules 2")
    assert run_case(case, FakeDevice(kind="gpu"), load(schedules=2)).rerun.endswith("--device gpu")
