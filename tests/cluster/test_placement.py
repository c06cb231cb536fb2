"""Which hosts have room for a worker, and how many workers."""

import pytest

from harness.cluster.engine import Need, absence_of
from harness.cluster.ray_engine import UNLIMITED, actor_options, room_on

CPU_HOST = {"CPU": 16.0}
GPU_HOST = {"CPU": 8.0, "GPU": 4.0, "accelerator_type:H100": 1.0}
OLD_HOST = {"CPU": 8.0, "GPU": 2.0, "accelerator_type:A100": 1.0, "cuda-12.9": 1.0}


@pytest.mark.parametrize(("need", "rooms"), [
    (Need(), (16, 8, 8)),
    (Need(n_gpus=1.0), (0, 4, 2)),
    (Need(n_cpus=4.0, n_gpus=1.0), (0, 2, 2)),
    (Need(n_gpus=1.0, accelerator="H100"), (0, 4, 0)),
    (Need(cuda_release="12.9"), (0, 0, 8)),
    (Need(n_gpus=0.5), (0, 8, 4)),
    (Need(n_cpus=0.0, n_gpus=0.4), (0, 8, 4)),  # two shares of 0.4 fit in one GPU, not five in two
    (Need(n_cpus=0.0), (UNLIMITED,) * 3),
])  # fmt: skip
def test_room_for_a_need_on_each_kind_of_host(need, rooms):
    assert tuple(room_on(need, host) for host in (CPU_HOST, GPU_HOST, OLD_HOST)) == rooms


def test_a_worker_occupies_a_gpu_and_marks_a_release():
    options = actor_options(Need(n_gpus=1.0, accelerator="H100", cuda_release="12.9"))
    assert options["num_gpus"] == 1.0
    assert set(options["resources"]) == {"accelerator_type:H100", "cuda-12.9"}


def test_a_need_in_words():
    said = absence_of(Need(n_gpus=1.0, accelerator="H100"))
    assert said == "no host of the cluster has 1 GPU of type H100 and 1 CPU"
