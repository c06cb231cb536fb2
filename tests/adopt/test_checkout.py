"""`kernel-harness adopt` on small checkouts."""

import json
import math
import re
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from harness.adopt.checkout import kernel_job, workers
from harness.adopt.checkout.kernel_job import KernelJob, in_order
from harness.adopt.checkout.outcome import KernelOutcome, State
from harness.adopt.checkout.sources import KernelSource, find_sources
from harness.adopt.reading.signature import find_kernels
from harness.adopt.search import MOST_SECONDS, Attempt, Search
from harness.adopt.trial import trial_settings
from harness.cli.bodies import adopt as action
from harness.errors import HarnessError
from harness.operation.catalogue import catalogue_of
from harness.report.text.console import make_console
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import discover
from harness.verdict import Verdict
from harness.worker.channel import ProgressPage
from harness.worker.termination import Terminated
from harness.worker.worker import NotedDevice
from tests.adopt.commands import check, invoke

ROWS = """\
#include "sizes.h"
__global__ void simple(const float* in, float* out, int rows, int cols) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float top = -INFINITY, sum = 0.0f;
    for (int i = FIRST; i < cols; i++) top = fmaxf(top, in[row * cols + i]);
    for (int i = 0; i < cols; i++) sum += expf(in[row * cols + i] - top);
    for (int i = 0; i < cols; i++) out[row * cols + i] = expf(in[row * cols + i] - top) / sum;
}
__global__ void strange(float* out, Thing thing, int first, int second) { out[first] = second; }
"""
FILES = {
    "theirs/csrc/rows.cu": ROWS,
    "theirs/include/sizes.h": "#define FIRST 0\nstruct Thing { int n; };\n",
}
EMPTY = "__global__ void {}(float* out) {{}}\n"


def write(root, files):
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def test_headers_are_found_in_the_nearest_folder_of_the_checkout(tmp_path):
    root = write(
        tmp_path,
        {
            "a/src/k.cu": '#include "deep/one.h"\n#include <vector>\n#include <cuda_fp16.h>\n'
            + EMPTY.format("k"),
            "a/common/deep/one.h": '#include "two.h"\n',
            "a/more/two.h": "",
            "b/two.h": "",
            "b/deep/one.h": "",
            "b/vector": "",
        },
    )
    (source,) = find_sources(root)
    assert source.include_dirs == (root / "a/common", root / "a/more")


def test_kernels_of_one_name_have_the_folders_in_their_ids(tmp_path):
    root = write(
        tmp_path,
        {
            "a/norm.cu": EMPTY.format("rows"),
            "b/norm.cu": EMPTY.format("rows") + EMPTY.format("other"),
            ".git/norm.cu": EMPTY.format("hidden"),
        },
    )
    found = find_sources(root)
    assert [each.name for each in found] == ["a/norm.cu", "b/norm.cu"]
    assert [each.ids for each in found] == [("a.norm.rows",), ("b.norm.rows", "other")]


def test_host_code_and_sources_around_a_header_are_found(tmp_path):
    root = write(
        tmp_path,
        {
            "lib/k.cuh": "template <int N> " + EMPTY.format("k"),
            "lib/user.cu": '#include "k.cuh"\nvoid f(float* x) { k<4><<<1, 32>>>(x); }\n',
            "far/host.cpp": "void g() { cudaLaunchKernel((void*)k<8>, 1, 32, args); }\n",
            "far/none.cpp": "void h() { other<<<1, 1>>>(); }\n",
        },
    )
    (header,) = find_sources(root)
    assert header.hosts == (root / "lib/user.cu", root / "far/host.cpp")
    assert header.through == (root / "lib/user.cu",)


@pytest.mark.slow
def test_a_checkout_is_declared_without_a_change_of_its_sources(project):
    write(project, FILES)
    result = invoke("adopt", "theirs", "--json", "told.json", "--workers", "1")
    assert result.exit_code == 2, result.output
    assert re.search(r"adopted +simple:2  softmax, as simple", result.output)
    assert "2 kernels: 1 adopted" in result.output
    assert all((project / name).read_text(encoding="utf-8") == text for name, text in FILES.items())
    (variant,) = discover([project / "kernels"]).variants
    assert (variant.id, variant.source) == ("simple", "theirs")
    assert variant.code_path == project / "theirs/csrc/rows.cu"
    assert variant.compile_options == ("-I../include",)
    told = json.loads((project / "told.json").read_text(encoding="utf-8"))
    first, second = told["kernels"]
    assert (first["kernel"], first["state"]) == ("simple", "adopted")
    assert second["why"]
    check("./kernels", "3x33 and spread")
    again = invoke("adopt", "theirs")
    assert again.exit_code == 2
    assert "must not exist (got one); --force replaces it" in again.output


@pytest.mark.parametrize("ending", [KeyboardInterrupt(), Terminated(15)])
def test_an_interrupt_writes_what_was_found(project, monkeypatch, ending):
    write(project, {"theirs/a.cu": EMPTY.format("one"), "theirs/b.cu": EMPTY.format("two")})

    def stopped(_, __, ___, on_outcome, *____):
        declaration = ("[kernel.two]", 'file = "../theirs/b.cu"')
        on_outcome(KernelOutcome("b.cu", 1, "two", "two", State.ADOPTED, declaration=declaration))
        raise ending

    monkeypatch.setattr(action, "adopt_all", stopped)
    if isinstance(ending, KeyboardInterrupt):
        result = invoke("adopt", "theirs", "--json", "told.json")
        assert result.exit_code == 130
        assert "interrupted: 1 of 2 kernels tried" in result.output
    else:
        request = action.AdoptRequest(Path("theirs"), json_path=Path("told.json"))
        with pytest.raises(Terminated):
            action.run_adopt(request, Settings.load(project), make_console(), make_console())
    assert "[kernel.two]" in (project / "kernels/kernels.toml").read_text(encoding="utf-8")
    told = json.loads((project / "told.json").read_text(encoding="utf-8"))["kernels"]
    assert [(each["kernel"], each["state"]) for each in told] == [("one", "not tried"), ("two", "adopted")]
    assert "a.cu\tone\n" in (project / "kernels/not-tried.txt").read_text(encoding="utf-8")


@pytest.mark.slow
def test_what_there_is_no_time_for_is_named_and_tried_later(project, monkeypatch):
    monkeypatch.setattr("harness.report.text.console.SILENCE_S", 0.0)
    write(project, FILES)
    result = invoke("adopt", "theirs", "--json", "told.json", "--workers", "1", "--minutes", "0")
    assert result.exit_code == 2, result.output
    assert re.search(r"not tried +simple:2\n", result.output)
    assert "running   1 of 2 kernels done, 1 not adopted, about " in result.stderr
    assert "2 kernels: 0 adopted, 0 need one line, 0 cannot be adopted, 2 not tried" in result.output
    assert "go on with those not tried: kernel-harness adopt theirs --resume --into kernels" in result.output
    assert not (project / "kernels/kernels.toml").exists()
    listed = project / "kernels/not-tried.txt"
    _, *names = listed.read_text(encoding="utf-8").splitlines()
    assert names == ["csrc/rows.cu\tsimple", "csrc/rows.cu\tstrange"]
    listed.write_text("csrc/rows.cu\tsimple\n", encoding="utf-8")
    (project / "kernels/kernels.toml").write_text("# [kernel.old]\n", encoding="utf-8")
    result = invoke("adopt", "theirs", "--resume", "--workers", "1")
    assert result.exit_code == 0, result.output
    declared = (project / "kernels/kernels.toml").read_text(encoding="utf-8")
    assert declared.startswith("# [kernel.old]\n\n[kernel.simple]\n")
    assert not listed.exists()
    result = invoke("adopt", "theirs", "--resume")
    assert result.exit_code == 2
    assert "--resume needs the list of an adoption that ran out of time" in result.output


def test_kernels_that_a_name_and_a_text_tell_are_tried_first():
    bodies = (("other", "*x"), ("softmax", "*x"), ("softmax_rows", "expf(*x)"))
    text = "".join(
        f"__global__ void {name}(float* x, float* y) {{ *y = {value}; }}\n" for name, value in bodies
    )
    jobs = [
        KernelJob(each, each.name, KernelSource(Path("k.cu"), "k.cu"), Path(), "a test", seconds=1.0)
        for each in find_kernels(text)
    ]
    operations = tuple(catalogue_of(()).operations.values())
    told = [job.id for group in in_order([jobs], operations) for job in group]
    assert told == ["softmax_rows", "softmax", "other"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("none",), "REPOSITORY must be a folder that exists (got none)"),
        (("theirs", "--into", "theirs/a.cu"), "the folder of --into must be one that can be made and written"),
        (("empty",), "REPOSITORY must hold sources that define __global__ functions (got none in "),
        (("theirs", "--only", "csrc"),
         "--only must name a file or folder of the repository with kernels (got csrc)"),
    ],
)  # fmt: skip
def test_wrong_usage_is_said(project, arguments, said):
    (project / "empty").mkdir()
    write(project, {"theirs/a.cu": EMPTY.format("one")})
    result = invoke("adopt", *arguments)
    assert result.exit_code == 2
    assert said in result.output


def test_libraries_in_a_checkout_are_left_out_unless_named(project, monkeypatch):
    write(project, {"theirs/3rdparty/a.cu": EMPTY.format("one"), "theirs/b.cu": EMPTY.format("two")})
    tried = []

    def listed(groups, *_):
        tried.extend(job.file.name for group in groups for job in group)

    monkeypatch.setattr(action, "adopt_all", listed)
    invoke("adopt", "theirs")
    assert tried == ["b.cu"]
    invoke("adopt", "theirs", "--only", "3rdparty")
    assert tried == ["b.cu", "3rdparty/a.cu"]


def jobs_of(root, into):
    """Return the kernels of a checkout as `adopt` tries them."""
    return [
        KernelJob(kernel, kernel.name, source, into, "a test", 1.0)
        for source in find_sources(root)
        for kernel in source.kernels
    ]


def tried(does, jobs):
    """Return what a worker tells of kernels, and the jobs of its process, which does what a test says."""
    calls = []

    def call(_, job, *__):
        calls.append(job)
        return does(job)

    process = SimpleNamespace(call=call)
    return list(workers.Limits(math.inf, 0.1).outcomes(process, jobs)), calls


def test_a_kernel_that_ends_its_worker_is_one_outcome(tmp_path):
    def ends(_):
        raise HarnessError("the process was\nkilled")

    jobs = jobs_of(write(tmp_path, {"a.cu": EMPTY.format("one")}), tmp_path)
    (told,), _ = tried(ends, jobs)
    assert (told.state, told.why) == (State.CANNOT, "the process was killed")


def test_kernels_that_do_not_compile_together_in_time_are_tried_alone(tmp_path):
    def compiles(job):
        if job.companions:
            raise HarnessError("the worker was ended by signal SIGPROF")
        return job.outcome(State.ADOPTED)

    jobs = jobs_of(write(tmp_path, {"a.cu": EMPTY.format("one") + EMPTY.format("two")}), tmp_path)
    told, calls = tried(compiles, jobs)
    assert [outcome.state for outcome in told] == [State.ADOPTED] * 2
    assert [(job.kernel.name, len(job.companions)) for job in calls] == [("one", 2), ("one", 0), ("two", 0)]


def test_a_process_with_a_launch_is_not_ended(tmp_path, monkeypatch):
    def adopted(_, __, job, on_found):
        on_found()
        began = time.process_time()
        while time.process_time() < began + 0.3:
            pass
        return job.outcome(State.ADOPTED)

    monkeypatch.setattr(workers, "adopt_kernel", adopted)
    (job,) = jobs_of(write(tmp_path, {"a.cu": EMPTY.format("one")}), tmp_path)
    told = workers.adopt_in_time(None, Settings.load(tmp_path), job, 0.1, math.inf)
    assert told.state is State.ADOPTED


LONG = """\
template <int DEPTH, long N> struct Sum {
    static constexpr long value = Sum<DEPTH - 1, 2 * N>::value ^ Sum<DEPTH - 1, 2 * N + 1>::value;
};
template <long N> struct Sum<0, N> { static constexpr long value = N; };
__global__ void softmax(const float* inp, float* out, int n_rows, int n_cols) {
    out[0] = inp[0] + Sum<20, 0>::value;
}
"""


def test_no_search_and_no_checkout_takes_longer_than_stated(monkeypatch):
    now, ends = [0.0], []

    def spend(seconds, answer):
        now[0] += seconds
        return answer

    wrong = SimpleNamespace(verdict=Verdict.FAIL, reasons=(), findings=(), detail="wrong")
    trial = SimpleNamespace(clock=lambda: now[0], probe=lambda _: spend(3.0, wrong), is_near=lambda _: False)
    draft = SimpleNamespace(operation="softmax", args=())
    Search(trial).first_right(Attempt(draft, None) for _ in range(99))
    assert now[0] <= 3 + MOST_SECONDS + 3  # after the first launch; the last one ends
    monkeypatch.setattr(workers.time, "monotonic", lambda: now[0])
    runner = SimpleNamespace(call=lambda _, job, limit_s, until, clock_s: spend(30.0, ends.append(until)))
    job = SimpleNamespace(companions=(), patience=1.0, outcome=lambda state, _: state)
    monkeypatch.setattr(workers, "replace", lambda job, **_: job)
    outcomes = [*workers.Limits(now[0] + 100.0, 10.0).outcomes(runner, [job] * 9)]
    assert outcomes == [None] * 4 + [State.NOT_TRIED] * 5
    assert {end - ends[0] for end in ends} == {0.0}, "a kernel that runs then is ended by the same moment"


def test_a_compilation_is_ended_at_the_deadline(tmp_path):
    files = {"long.cu": LONG, "other.cu": EMPTY.format("softmax")}
    long, other = jobs_of(write(tmp_path / "theirs", files), tmp_path)
    settings = workers.worker_settings(Settings.load(tmp_path), 6.0)
    outcomes = []
    began = time.monotonic()
    workers.adopt_all([[long, other]], settings, 1, outcomes.append, refusal_s=1.0)
    told, following = outcomes
    assert following.why, "it has another process, which answers"
    assert re.fullmatch(
        r"no launch was found within (1 s of processor time|\d+ s on the clock); .*", told.why
    )
    assert time.monotonic() - began < 30, "it would take minutes"


SILU = "__global__ void silu(const float* x, float* y, int n) {{ int i = blockIdx.x * blockDim.x + threadIdx.x; {} }}\n"


def test_a_refused_kernel_has_a_reason_and_the_next_one_of_its_worker_is_tried(tmp_path):
    bodies = (
        "typo;",
        "if (i < n) __trap();",
        "if (i < n) y[i] = 1;",
        "if (i < n) y[i] = x[i] / (1 + expf(-x[i]));",
    )
    files = {f"{n}.cu": SILU.format(body) for n, body in enumerate(bodies)}
    jobs = jobs_of(write(tmp_path / "theirs", files), tmp_path)
    outcomes = []
    settings = workers.worker_settings(trial_settings(Settings.load(tmp_path)), 6.0)
    workers.adopt_all([[replace(job, seconds=6.0)] for job in jobs], settings, 1, outcomes.append)
    assert [outcome.state for outcome in outcomes] == [State.CANNOT] * 3 + [State.ADOPTED]
    assert all(outcome.why for outcome in outcomes[:3])


def test_the_reason_of_a_header_is_of_the_source_that_includes_it(project):
    header = "__global__ void of_header(number* x, const number* y, int n) { x[n] = y[n] + KNOWN; }\n"
    files = {"h.cuh": header, "a.cu": '#define KNOWN unknown\n#define number float\n#include "h.cuh"\n'}
    result = invoke("adopt", write(project / "theirs", files), "--workers", "1")
    assert re.search(r"cannot +of_header:1 .*unknown", result.output), result.output


def test_a_launch_that_was_found_is_not_lost_when_the_time_is_up(tmp_path, monkeypatch):
    body = "if (i < n) y[i] = x[i] / (1 + expf(-x[i]));"
    (job,) = jobs_of(write(tmp_path / "theirs", {"a.cu": SILU.format(body)}), tmp_path)
    found = []
    # From the moment that the launch is found, the time runs out after a few launches.
    clock = iter(range(10**6))
    monkeypatch.setattr(kernel_job.time, "process_time", lambda: next(clock) if found else 0.0)
    settings = trial_settings(Settings.load(tmp_path))
    outcome = kernel_job.adopt_kernel(
        workers.SharedCodeCpu(settings), settings, replace(job, seconds=6.0), lambda: found.append(True)
    )
    assert outcome.state is State.ADOPTED, outcome.why
    assert any("no time" in note for note in outcome.notes)


def test_a_device_of_a_worker_process_compiles_the_kernels_of_a_source_together(tmp_path, monkeypatch):
    expected = []
    device = SimpleNamespace(expect=lambda path, kernels: expected.append((path, len(kernels))))

    def refused(_, __, trial, *___):
        assert trial.clock is time.process_time, "a busy machine does not shorten a kernel's time"
        raise HarnessError("not tried")

    monkeypatch.setattr(kernel_job, "adopt", refused)
    text = "__global__ void softmax(const float* inp, float* out, int n_rows, int n_cols) {}\n"
    (job,) = jobs_of(write(tmp_path, {"a.cu": text}), tmp_path)
    page = ProgressPage.create()
    kernel_job.adopt_kernel(NotedDevice(device, page), Settings.load(tmp_path), job)
    page.close()
    assert expected == [(job.file.path, 1)]
