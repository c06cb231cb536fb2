import random
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from harness.device.gpu.cuda_timing import MOST_IN_GRAPH, SAMPLE_US
from harness.errors import LaunchError
from harness.launch.memory import images_of
from harness.measure import rotation
from harness.measure.clocks import Clocks
from harness.measure.pairs import MOST_US, get_ready_for_pairs, measure_pairs
from harness.measure.rotation import L2_ROTATION, MOST_SETS, sets_for
from harness.measure.timed_outputs import measure_alone
from harness.settings.settings import Settings
from tests.measure.fake_gpu import SCRATCH, SCRATCHED, FakeGpu, fake_case


@pytest.fixture
def settings(tmp_path):
    return Settings.load(tmp_path)


@pytest.fixture
def make(tmp_path):
    return partial(fake_case, tmp_path)


def times(make, settings, gpu, **options):
    return measure_pairs(make("base"), make("head"), gpu, settings, **{"n_pairs": 20, "seed": 3, **options})


def test_each_side_gets_its_own_times(make, settings):
    gpu = FakeGpu(kernel_us=lambda name: {"base": 500.0, "head": 600.0}[name])
    found = times(make, settings, gpu)
    assert found.base_us == (500.0,) * 20
    assert found.head_us == (600.0,) * 20
    assert set(found.copy_us) == {100.0}
    assert found.launches_per_sample == 1
    assert gpu.timers[0].closed
    assert not gpu.memory


def test_slow_buffers_slow_both_sides_alike(make, settings):
    gpu = FakeGpu()
    n_sets = sets_for((make("base"), make("head")), gpu)
    times(make, settings, gpu)
    first_sets = {address for _, address in [each for each in gpu.log if each[0] != "copy"][: 2 * n_sets]}
    slow = set(sorted(first_sets)[::5])
    again = FakeGpu(
        kernel_us=lambda name: {"base": 500.0, "head": 550.0}[name],
        slowness=lambda address: 1.05 if address in slow else 1.0,
    )
    found = times(make, settings, again)
    ratios = np.array(found.head_us) / np.array(found.base_us)
    assert len(set(found.base_us)) > 1
    assert ratios == pytest.approx(1.1)


@pytest.mark.parametrize(("scatter", "n_pairs"), [(0.001, {8}), (0.02, set(range(12, 32))), (0.1, {32})])
def test_pairs_that_scatter_are_followed_by_more(make, settings, scatter, n_pairs):
    source = random.Random(5)
    gpu = FakeGpu(kernel_us=lambda _: 500.0 * (1 + source.uniform(-scatter, scatter)))
    found = times(make, settings, gpu, n_pairs=8, most_pairs=32)
    assert len(found.base_us) == len(found.head_us)
    assert len(found.base_us) in n_pairs
    assert found.is_exchanged


def test_pairs_that_scatter_have_an_end(make, settings):
    source = random.Random(5)
    us = MOST_US / 50
    gpu = FakeGpu(kernel_us=lambda _: us * (1 + source.uniform(-0.1, 0.1)))
    assert 11 <= len(times(make, settings, gpu, n_pairs=8, most_pairs=32).base_us) <= 13


def test_all_pairs_of_kernels_that_scatter_run_in_both_sides_buffers(make, settings):
    source = random.Random(5)
    gpu = FakeGpu(kernel_us=lambda _: 500.0 * (1 + source.uniform(-0.1, 0.1)))
    n_sets = sets_for((make("base"), make("head")), gpu)
    times(make, settings, gpu, n_pairs=8, most_pairs=32)
    used = {side: [address for name, address in gpu.log if name == side] for side in ("base", "head")}
    for n_last, n_timed in ((24, 24), (24 + n_sets + 24, 24)):
        own, exchanged = (addresses[-n_last:][:n_timed] for addresses in used.values())
        assert not set(own) & set(exchanged)
    assert used["base"][-24:] == used["head"][-48 - n_sets :][:24]


def test_getting_ready_leaves_nothing_on_the_gpu(settings):
    gpu = FakeGpu()
    get_ready_for_pairs(gpu, settings)
    assert gpu.log
    assert not gpu.memory
    assert gpu.timers[0].closed


def test_arrays_are_made_once_for_kernels_that_are_timed_one_after_another(make, settings, monkeypatch):
    made = []

    def noted(case, *rest):
        made.append(case.variant.id)
        return images_of(case, *rest)

    monkeypatch.setattr(rotation, "images_of", noted)
    monkeypatch.setattr(rotation, "_last", [])
    scratched = make("scratched", *SCRATCH, **SCRATCHED)
    gpu = FakeGpu()
    for case in (make("one"), make("two"), scratched, make("three"), make("other", n_cols=65), make("one")):
        measure_pairs(case, case, gpu, settings, n_pairs=4, seed=0)
    # a kernel with scratch memory has buffers that no other has
    assert made == ["one", "scratched", "other", "one"]


def test_times_name_their_gpu_and_its_slowest_clocks(make, settings, monkeypatch):
    readings = iter([Clocks(1980, 2619, limits=("sw-power-cap",)), Clocks(1755, None, limits=("gpu-idle",))])
    monkeypatch.setattr("harness.measure.pairs.read_clocks", lambda bus_id: next(readings))
    gpu = FakeGpu()
    found = times(make, settings, gpu).timed_on
    assert (found.gpu, found.bus_id, found.driver) == (gpu.info.name, gpu.bus_id, gpu.info.driver)
    assert (found.sm_mhz, found.memory_mhz, found.limits) == (1755, 2619, ("gpu-idle", "sw-power-cap"))


def test_the_order_within_pairs_is_random_and_repeatable(make, settings):
    orders = []
    for seed in (1, 1, 2):
        gpu = FakeGpu()
        times(make, settings, gpu, seed=seed)
        launched = [name for name, _ in gpu.log if name != "copy"][-40:]
        pairs = list(zip(launched[0::2], launched[1::2], strict=True))
        assert all(set(pair) == {"base", "head"} for pair in pairs)
        assert 3 < sum(pair[0] == "base" for pair in pairs) < 17
        orders.append(pairs)
    assert orders[0] == orders[1] != orders[2]


def test_launches_go_round_all_buffers_and_sides_exchange_them_half_way(make, settings):
    gpu = FakeGpu()
    times(make, settings, gpu)
    n_sets = sets_for((make("base"), make("head")), gpu)
    used = {side: [address for name, address in gpu.log if name == side] for side in ("base", "head")}
    # the untimed turn and the pairs of the second half
    late = {side: set(addresses[-n_sets - 20 :]) for side, addresses in used.items()}
    early = {side: set(addresses[: -n_sets - 20]) for side, addresses in used.items()}
    assert late == {"base": early["head"], "head": early["base"]}
    assert len(early["base"]) == len(early["head"]) == n_sets > 2
    assert not early["base"] & early["head"]
    timed = {side: addresses[-20:] for side, addresses in used.items()}
    assert all(len(set(addresses)) == 20 for addresses in timed.values())


def test_sides_with_other_arrays_keep_their_buffers(make, settings):
    gpu = FakeGpu()
    found = measure_pairs(make("base"), make("head", n_cols=65), gpu, settings, n_pairs=4, seed=3)
    assert not found.is_exchanged
    used = {side: {address for name, address in gpu.log if name == side} for side in ("base", "head")}
    assert not used["base"] & used["head"]


def test_an_operation_that_was_loaded_twice_has_the_same_arrays(make, settings):
    head = make("head")
    operation = replace(head.variant.operation, summary="loaded from another commit")
    other = replace(head, variant=replace(head.variant, operation=operation))
    assert measure_pairs(make("base"), other, FakeGpu(), settings, n_pairs=4, seed=3).is_exchanged
    other_input = other.with_seed(1)
    assert not measure_pairs(make("base"), other_input, FakeGpu(), settings, n_pairs=4, seed=3).is_exchanged


def test_scratch_memory_is_not_exchanged(make, settings):
    scratched = make("scratched", *SCRATCH, **SCRATCHED)
    gpu = FakeGpu()
    order = random.Random(0)
    plain = rotation.TimedSide(make("base"), gpu, settings, 3, order)
    other = rotation.TimedSide(scratched, gpu, settings, 3, order, like=plain)
    before = [[each.pointers for each in side.sets] for side in (plain, other)]
    assert plain.exchange(other)
    after = [[each.pointers for each in side.sets] for side in (plain, other)]
    assert after[0] == [{name: each[name] for name in ("inp", "out")} for each in before[1]]
    assert after[1] == [{**mine, "partial": theirs["partial"]} for mine, theirs in zip(*before, strict=True)]


@pytest.mark.parametrize(("kernel_us", "expected"), [(500.0, 1), (100.0, 4), (1.0, MOST_IN_GRAPH)])
def test_short_launches_share_a_graph(make, settings, kernel_us, expected):
    gpu = FakeGpu(kernel_us=lambda _: kernel_us)
    found = times(make, settings, gpu, n_pairs=4)
    assert found.launches_per_sample == expected
    assert set(gpu.graphs) == ({expected} if expected > 1 else set())
    assert found.base_us[0] == pytest.approx(kernel_us)
    assert expected == 1 or expected == MOST_IN_GRAPH or expected * kernel_us >= SAMPLE_US


def test_warm_up_goes_on_until_times_are_steady(make, settings):
    launches = []

    def warming(name):
        launches.append(name)
        return 500.0 + max(0, 400 - len(launches))

    assert max(times(make, settings, FakeGpu(kernel_us=warming)).base_us) < 515.0


def test_an_output_that_changes_while_it_is_timed_is_an_error(make, settings):
    gpu = FakeGpu()
    with pytest.raises(LaunchError, match="a different output while timed"):
        measure_pairs(make("base"), make("head", fault="wrong-after-9"), gpu, settings, n_pairs=5, seed=0)
    assert not gpu.memory
    assert gpu.timers[0].closed


def test_sets_are_as_many_as_the_cache_asks_for(make):
    case = make("base", n_rows=16, n_cols=1024)
    payload = 2 * 16 * 1024 * 4
    assert sets_for((case,), FakeGpu(l2_bytes=10 * payload)) == 10 * L2_ROTATION
    assert sets_for((case,), FakeGpu(l2_bytes=1)) == 2
    assert sets_for((case,), FakeGpu(l2_bytes=1 << 30, memory_bytes=1 << 40)) == MOST_SETS
    with pytest.raises(LaunchError, match="too much memory"):
        sets_for((case,), FakeGpu(memory_bytes=payload))


def test_a_kernel_alone_is_timed_in_turn_with_a_copy(make, settings):
    gpu = FakeGpu(kernel_us=lambda _: 500.0, copy_us=450.0)
    found = measure_alone(gpu, settings, make("base"), 30)
    assert found.kernel_us == (500.0,) * 30
    assert found.copy_us == (450.0,) * 30
    assert found.copy_fraction == pytest.approx(0.9)
    names = [name for name, _ in gpu.log][-60:]
    assert names == ["base", "copy"] * 30
    with pytest.raises(ValueError, match="rounds must be at least 1"):
        measure_alone(gpu, settings, make("base"), 0)
