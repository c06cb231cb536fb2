import pytest

from harness.device.base import DeviceLimits, LaunchConfig
from harness.errors import LaunchError

H200 = DeviceLimits.of_arch("sm_90")
ONE = (1, 1, 1)


def check(limits=H200, grid=ONE, block=ONE, smem_bytes=0, cluster=None, **resources):
    limits.check("k", LaunchConfig(grid, block, smem_bytes, cluster), **resources)


@pytest.mark.parametrize(
    "launch",
    [
        {},
        {"grid": (2**31 - 1, 65535, 65535), "block": (1024, 1, 1)},
        {"block": (16, 1, 64)},
        {"grid": (6, 1, 1), "cluster": (2, 1, 1)},
        {"block": (1, 1024, 1), "smem_bytes": 227 * 1024},
        {"smem_bytes": 227 * 1024 - 4096, "static_shared_bytes": 4096},
        {"static_shared_bytes": 48 * 1024},
        *(
            {"registers": registers, "block": (n_threads, 1, 1)}
            for registers, n_threads in ((64, 1024), (168, 288), (255, 256), (128, 512))
        ),
    ],
    ids=str,
)
def test_what_a_gpu_takes_is_taken(launch):
    check(**launch)


@pytest.mark.parametrize(
    ("launch", "message"),
    [
        ({"grid": (0, 1, 1)}, r"grid\.x must be from 1 to 2147483647 \(got grid 0x1x1\)"),
        ({"grid": (2**31, 1, 1)}, r"grid\.x must be from 1 to 2147483647"),
        ({"grid": (1, 65536, 1)}, r"grid\.y must be from 1 to 65535"),
        ({"grid": (1, 1, 65536)}, r"grid\.z must be from 1 to 65535"),
        ({"block": (0, 1, 1)}, r"block\.x must be from 1 to 1024"),
        ({"block": (1, -1, 1)}, r"block\.y must be from 1 to 1024"),
        ({"block": (1, 1, 65)}, r"block\.z must be from 1 to 64"),
        ({"block": (32, 33, 1)}, r"at most 1024 threads \(got 32x33x1 = 1056\)"),
        ({"smem_bytes": 227 * 1024 + 1}, r"at most 232448 bytes .*\(got 0 static \+ 232449 dynamic\)"),
        ({"smem_bytes": -1}, r"-1 dynamic"),
        ({"smem_bytes": 227 * 1024 - 4095, "static_shared_bytes": 4096}, "4096 static"),
        ({"static_shared_bytes": 48 * 1024 + 4}, r"at most 49152 bytes, and ptxas refuses more \(got 49156\)"),
        ({"grid": (34, 1, 1), "cluster": (17, 1, 1)}, r"a cluster has from 1 to 16 blocks \(got 17x1x1\)"),
        ({"grid": (16, 16, 1), "cluster": (4, 8, 1)}, r"a cluster has from 1 to 16 blocks \(got 4x8x1\)"),
        ({"grid": (16, 1, 1), "cluster": (0, 1, 1)}, r"a cluster has from 1 to 16 blocks \(got 0x1x1\)"),
        ({"grid": (6, 1, 1), "cluster": (4, 1, 1)}, r"the grid must consist of whole clusters of 4x1x1 \(got 6x1x1\)"),
        # 288 threads are nine warps, which take the registers of twelve: three for each of four schedulers.
        *(
            (
                {"registers": registers, "block": (n_threads, 1, 1)},
                rf"has 65536 \(got {registers} of each of {n_threads} threads, \d+ in",
            )
            for registers, n_threads in ((65, 1024), (176, 288), (129, 512), (255, 257))
        ),
    ],
)  # fmt: skip
def test_what_a_gpu_refuses_is_refused_with_the_limit(launch, message):
    with pytest.raises(LaunchError, match=message):
        check(**launch)
    if "registers" in launch:
        check(**{**launch, "registers": None})  # not known: nothing to say


@pytest.mark.parametrize(
    ("arch", "kib"),
    [("sm_75", 64), ("sm_80", 163), ("sm_86", 99), ("sm_90", 227), ("sm_90a", 227), ("sm_999", 48)],
)
def test_shared_memory_by_architecture(arch, kib):
    assert DeviceLimits.of_arch(arch).shared_bytes == kib * 1024


@pytest.mark.parametrize(
    ("archs", "most"), [("sm_90 sm_90a sm_100 sm_103f", 16), ("sm_110 sm_120 unknown", 8)]
)
def test_large_clusters_are_of_some_architectures_only(archs, most):
    for limits in map(DeviceLimits.of_arch, archs.split()):
        check(limits, (16, 1, 1), cluster=(most, 1, 1))
        with pytest.raises(LaunchError, match=rf"from 1 to {most} blocks \(got {2 * most}x1x1\)"):
            check(limits, (32, 1, 1), cluster=(2 * most, 1, 1))


def test_older_architectures_have_no_clusters():
    with pytest.raises(LaunchError, match=r"clusters need sm_90 or later \(got cluster 1x1x1\)"):
        check(DeviceLimits.of_arch("sm_89"), (2, 1, 1), cluster=ONE)
    check(DeviceLimits.of_arch("sm_100a"), (2, 1, 1), cluster=ONE)
