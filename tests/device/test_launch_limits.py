import pytest

from harness.device.base import LaunchConfig
from harness.device.launch_limits import LaunchLimits
from harness.errors import LaunchError

H200 = LaunchLimits.of_arch("sm_90")


@pytest.mark.parametrize(
    ("grid", "block", "smem"),
    [
        ((1, 1, 1), (1, 1, 1), 0),
        ((2**31 - 1, 65535, 65535), (1024, 1, 1), 0),
        ((1, 1, 1), (16, 1, 64), 0),
        ((1, 1, 1), (1, 1024, 1), 227 * 1024),
    ],
)
def test_what_a_gpu_takes_is_taken(grid, block, smem):
    H200.check("k", LaunchConfig(grid, block, smem))


@pytest.mark.parametrize(
    ("grid", "block", "smem", "message"),
    [
        ((0, 1, 1), (1, 1, 1), 0, r"grid\.x must be from 1 to 2147483647 \(got grid 0x1x1\)"),
        ((2**31, 1, 1), (1, 1, 1), 0, r"grid\.x must be from 1 to 2147483647"),
        ((1, 65536, 1), (1, 1, 1), 0, r"grid\.y must be from 1 to 65535"),
        ((1, 1, 65536), (1, 1, 1), 0, r"grid\.z must be from 1 to 65535"),
        ((1, 1, 1), (0, 1, 1), 0, r"block\.x must be from 1 to 1024"),
        ((1, 1, 1), (1, -1, 1), 0, r"block\.y must be from 1 to 1024"),
        ((1, 1, 1), (1, 1, 65), 0, r"block\.z must be from 1 to 64"),
        ((1, 1, 1), (32, 33, 1), 0, r"at most 1024 threads \(got 32x33x1 = 1056\)"),
        ((1, 1, 1), (1, 1, 1), 227 * 1024 + 1, r"at most 232448 bytes .*\(got 0 static \+ 232449 dynamic\)"),
        ((1, 1, 1), (1, 1, 1), -1, r"-1 dynamic"),
    ],
)
def test_what_a_gpu_refuses_is_refused_with_the_limit(grid, block, smem, message):
    with pytest.raises(LaunchError, match=message):
        H200.check("softmax", LaunchConfig(grid, block, smem))


def test_static_shared_memory_counts():
    H200.check("k", LaunchConfig((1, 1, 1), (1, 1, 1), 227 * 1024 - 4096), static_shared_bytes=4096)
    with pytest.raises(LaunchError, match="4096 static"):
        H200.check("k", LaunchConfig((1, 1, 1), (1, 1, 1), 227 * 1024 - 4095), static_shared_bytes=4096)


@pytest.mark.parametrize(
    ("arch", "kib"),
    [("sm_75", 64), ("sm_80", 163), ("sm_86", 99), ("sm_90", 227), ("sm_90a", 227), ("sm_999", 48)],
)
def test_shared_memory_by_architecture(arch, kib):
    assert LaunchLimits.of_arch(arch).shared_bytes == kib * 1024


@pytest.mark.parametrize(
    ("grid", "cluster", "message"),
    [
        ((34, 1, 1), (17, 1, 1), r"a cluster has from 1 to 16 blocks \(got 17x1x1\)"),
        ((16, 16, 1), (4, 8, 1), r"a cluster has from 1 to 16 blocks \(got 4x8x1\)"),
        ((16, 1, 1), (0, 1, 1), r"a cluster has from 1 to 16 blocks \(got 0x1x1\)"),
        ((6, 1, 1), (4, 1, 1), r"the grid must consist of whole clusters of 4x1x1 \(got 6x1x1\)"),
    ],
)
def test_clusters(grid, cluster, message):
    with pytest.raises(LaunchError, match=message):
        H200.check("k", LaunchConfig(grid, (1, 1, 1), cluster=cluster))
    H200.check("k", LaunchConfig(grid, (1, 1, 1), cluster=(2, 1, 1)))


@pytest.mark.parametrize(
    ("arch", "most"),
    [
        ("sm_90", 16),
        ("sm_90a", 16),
        ("sm_100", 16),
        ("sm_103f", 16),
        ("sm_110", 8),
        ("sm_120", 8),
        ("unknown", 8),
    ],
)
def test_large_clusters_are_of_some_architectures_only(arch, most):
    limits = LaunchLimits.of_arch(arch)
    limits.check("k", LaunchConfig((16, 1, 1), (1, 1, 1), cluster=(most, 1, 1)))
    with pytest.raises(LaunchError, match=rf"a cluster has from 1 to {most} blocks \(got {2 * most}x1x1\)"):
        limits.check("k", LaunchConfig((32, 1, 1), (1, 1, 1), cluster=(2 * most, 1, 1)))


def test_older_architectures_have_no_clusters():
    config = LaunchConfig((2, 1, 1), (1, 1, 1), cluster=(1, 1, 1))
    with pytest.raises(LaunchError, match=r"clusters need sm_90 or later \(got cluster 1x1x1\)"):
        LaunchLimits.of_arch("sm_89").check("k", config)
    LaunchLimits.of_arch("sm_100a").check("k", config)


@pytest.mark.parametrize(("registers", "n_threads"), [(64, 1024), (168, 288), (255, 256), (128, 512)])
def test_registers_that_fit(registers, n_threads):
    H200.check("k", LaunchConfig((1, 1, 1), (n_threads, 1, 1)), registers=registers)


@pytest.mark.parametrize(("registers", "n_threads"), [(65, 1024), (176, 288), (129, 512), (255, 257)])
def test_registers_beyond_a_multiprocessor(registers, n_threads):
    # 288 threads are nine warps, which take the registers of twelve: three for each of four schedulers.
    config = LaunchConfig((1, 1, 1), (n_threads, 1, 1))
    with pytest.raises(
        LaunchError, match=rf"has 65536 \(got {registers} of each of {n_threads} threads, \d+ in"
    ):
        H200.check("k", config, registers=registers)
    H200.check("k", config)  # not known: nothing to say


def test_static_shared_memory_is_limited_by_itself():
    H200.check("k", LaunchConfig((1, 1, 1), (1, 1, 1)), static_shared_bytes=48 * 1024)
    with pytest.raises(LaunchError, match=r"at most 49152 bytes, and ptxas refuses more \(got 49156\)"):
        H200.check("k", LaunchConfig((1, 1, 1), (1, 1, 1)), static_shared_bytes=48 * 1024 + 4)
