"""Runs through real Ray clusters on this host; skipped where Ray is not installed."""

import contextlib
import itertools
import json
from collections import Counter

import pytest

from harness.cli.program import main
from harness.cluster.cluster_runner import ClusterRunner
from harness.cluster.engine import Need
from harness.cluster.job import ClusterJob, JobRun
from harness.run.case_run import run_case
from harness.run.session import open_cpu
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases as matrix_cases
from harness.verdict import Reason
from harness.worker.channel import Task
from tests.run.session_tasks import DECLARATION

from . import jobs

pytest.importorskip("ray", reason="Ray is not installed: pip install 'ray[default]>=2.60'")
pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own

KERNEL = """
extern "C" __global__ void softmax(const float *inp, float *out, int n_rows, int n_cols, int inp_stride, int out_stride)
{ %s }
"""


def test_a_run_on_ray_writes_the_report_of_one_machine(tmp_path, monkeypatch, capfd):
    folder = tmp_path / "kernels"
    (folder / "include").mkdir(parents=True)
    (folder / "include" / "fill.cuh").write_text("__device__ void fill() {}\n")
    (folder / "k.cu").write_text(DECLARATION + '#include "fill.cuh"' + KERNEL % "fill();")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    reports = []
    for options in ([], ["--on", "ray"]):
        line = ["check", "kernels/k.cu", "-k", "3x1", "--device", "cpu", "--json", "out.json", *options]
        with pytest.raises(SystemExit) as ended:
            main(line)
        assert ended.value.code == 1  # it writes nothing
        report = json.loads((tmp_path / "out.json").read_text())
        assert report.pop("command") == line
        del report["timing"]
        assert '"unwritten-output"' in json.dumps(report)
        reports.append(report)
    assert reports[0] == reports[1]
    assert "hosts: " in capfd.readouterr().err


NODES = {
    "cpu": {"num_cpus": 2},
    "h100": {"num_cpus": 2, "num_gpus": 2, "resources": {"accelerator_type:H100": 1}},
    "a100": {"num_cpus": 2, "num_gpus": 1, "resources": {"accelerator_type:A100": 1}},
    "old": {"num_cpus": 2, "resources": {"cuda-12.9": 1}},
}
H100 = Need(n_gpus=1.0, accelerator="H100")


@pytest.fixture(scope="module")
def four_nodes():
    """Start four nodes here, two with GPUs that are numbers, one with a CUDA release; gives names by node id."""
    from harness.cluster.ray_engine import RayEngine, import_ray

    import_ray()
    from ray.cluster_utils import Cluster

    with contextlib.ExitStack() as stack:
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
        stack.callback(cluster.shutdown)
        names = {cluster.add_node(**node).node_id: name for name, node in NODES.items()}
        engine = RayEngine(cluster.address)
        stack.callback(engine.close)
        yield engine, names


@pytest.mark.parametrize(("need", "room", "nodes"), [
    (Need(), 8, {"cpu", "h100", "a100", "old"}),
    (Need(n_gpus=1.0), 3, {"h100", "a100"}),
    (H100, 2, {"h100"}),
    (Need(n_cpus=0.5, n_gpus=0.5, accelerator="A100"), 2, {"a100"}),
    (Need(cuda_release="12.9"), 2, {"old"}),
    (Need(n_gpus=1.0, accelerator="B200"), 0, set()),
    (Need(n_gpus=1.0, cuda_release="12.9"), 0, set()),
])  # fmt: skip
def test_workers_are_on_the_nodes_that_have_what_they_need(four_nodes, settings, need, room, nodes):
    engine, names = four_nodes
    assert engine.room(need) == room
    if not room:
        return
    answers = JobRun(engine, settings, need, [ClusterJob("where", jobs.where, ())] * room).run()
    found = Counter(names[each.value["node"]] for each in answers)
    assert set(found) <= nodes
    assert found.total() == room


def test_hosts_are_said_with_what_they_have(four_nodes):
    engine, _ = four_nodes
    found = engine.hosts().split("; ")
    assert len(found) == 4  # the head has nothing
    assert "2 CPU, 2 GPU, 1 accelerator_type:H100" in found


def test_a_job_has_its_gpu_for_itself(four_nodes, settings):
    engine, _ = four_nodes
    lines = []
    run = JobRun(
        engine,
        settings,
        H100,
        [ClusterJob("hold", jobs.hold, (0.3,))] * 4,
        on_line=lambda job, _host, line: lines.append((job, line)),
    )
    held = [each.value for each in run.run()]
    assert {each["gpu"] for each in held} == {"0", "1"}
    for gpu in ("0", "1"):
        times = sorted((each["began"], each["ended"]) for each in held if each["gpu"] == gpu)
        assert all(first[1] <= second[0] for first, second in itertools.pairwise(times))
    assert sorted(lines) == [(job, "began") for job in range(4)]


def test_hosts_without_a_cache_run_cases(four_nodes, tmp_path):
    engine, _ = four_nodes
    declaration = DECLARATION.replace("[[32]]", "[[32], [64], [96]]")
    (tmp_path / "k.cu").write_text(declaration + KERNEL % "")
    # without a folder, as on hosts that share none
    settings = Settings.load(
        tmp_path, environ={"HOME": str(tmp_path), "KERNEL_HARNESS_CACHE_LIMIT_BYTES": "0"}
    )
    by_block = {case.block: case for case in matrix_cases(load_variant(tmp_path / "k.cu"))}
    task = Task(open_cpu, run_case)
    runner = ClusterRunner("cpu", settings, engine, Need(), 3, task, n_first=3)
    with contextlib.closing(runner):
        results = list(runner.run_all(by_block.values()))
    assert {result.reasons for result in results} == {(Reason.UNWRITTEN_OUTPUT,)}


def test_a_lost_worker_is_replaced_and_ray_prints_nothing(four_nodes, settings, tmp_path, capfd):
    engine, _ = four_nodes
    run = JobRun(engine, settings, Need(), [ClusterJob("die", jobs.die_once, (str(tmp_path),))])
    assert [each.value for each in run.run()] == [{}]
    assert len(run.losses) == 1
    assert capfd.readouterr() == ("", "")
