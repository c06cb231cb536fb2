"""`kernel-harness adopt` on small checkouts."""

import json
import math
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from click.testing import CliRunner

from harness.adopt.checkout import kernel_job, workers
from harness.adopt.checkout.kernel_job import KernelJob, in_order
from harness.adopt.checkout.outcome import KernelOutcome, State
from harness.adopt.checkout.sources import find_sources
from harness.adopt.reading.signature import find_kernels
from harness.cli.bodies import adopt as action
from harness.cli.program import main
from harness.errors import HarnessError
from harness.operation.catalogue import catalogue_of
from harness.report.text.console import make_console
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import discover
from harness.worker.progress import ProgressPage
from harness.worker.termination import Terminated
from harness.worker.worker import NotedDevice

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
EMPTY = "__global__ void {}(float* out) {{}}\n"


def write(root: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def test_headers_are_found_in_the_nearest_folder_of_the_checkout(tmp_path: Path) -> None:
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


def test_kernels_of_one_name_have_the_folders_in_their_ids(tmp_path: Path) -> None:
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


def test_host_code_and_sources_around_a_header_are_found(tmp_path: Path) -> None:
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


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a checkout of others in it."""
    (tmp_path / "pyproject.toml").write_text("", encoding="ascii")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    return tmp_path


def invoke(*arguments: object) -> Any:
    return CliRunner().invoke(main, [str(each) for each in arguments])


def test_a_checkout_is_declared_without_a_change_of_its_sources(project: Path) -> None:
    files = {
        "theirs/csrc/rows.cu": ROWS,
        "theirs/include/sizes.h": "#define FIRST 0\nstruct Thing { int n; };\n",
    }
    write(project, files)
    result = invoke("adopt", "theirs", "--json", "told.json", "--workers", "1")
    assert result.exit_code == 2, result.output
    assert re.search(r"adopted +simple:2  softmax, as simple", result.output)
    assert "2 kernels: 1 adopted" in result.output
    assert all((project / name).read_text(encoding="utf-8") == text for name, text in files.items())
    (variant,) = discover([project / "kernels"]).variants
    assert (variant.id, variant.source) == ("simple", "theirs")
    assert variant.code_path == project / "theirs/csrc/rows.cu"
    assert variant.compile_options == ("-I../include",)
    told = json.loads((project / "told.json").read_text(encoding="utf-8"))
    first, second = told["kernels"]
    assert (first["kernel"], first["state"]) == ("simple", "adopted")
    assert second["why"]
    check = invoke("check", "./kernels", "-k", "3x33 and spread", "--device", "cpu")
    assert check.exit_code == 0, check.output
    again = invoke("adopt", "theirs")
    assert again.exit_code == 2
    assert "must not exist (got one); --force replaces it" in again.output


@pytest.mark.parametrize("ending", [KeyboardInterrupt(), Terminated(15)])
def test_an_interrupt_writes_what_was_found(
    project: Path, monkeypatch: pytest.MonkeyPatch, ending: BaseException
) -> None:
    write(project, {"theirs/a.cu": EMPTY.format("one"), "theirs/b.cu": EMPTY.format("two")})

    def stopped(groups: list[list[KernelJob]], *_: object, **__: object) -> Any:
        (job,) = next(group for group in groups if group[0].name == "b.cu")
        yield KernelOutcome(
            job.name, 1, "two", "two", State.ADOPTED, declaration=("[kernel.two]", 'file = "../theirs/b.cu"')
        )
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


def test_what_there_is_no_time_for_is_named_and_tried_later(project: Path) -> None:
    files = {
        "theirs/csrc/rows.cu": ROWS,
        "theirs/include/sizes.h": "#define FIRST 0\nstruct Thing { int n; };\n",
    }
    write(project, files)
    result = invoke("adopt", "theirs", "--json", "told.json", "--workers", "1", "--minutes", "0")
    assert result.exit_code == 2, result.output
    assert re.search(r"not tried +simple:2\n", result.output)
    assert "2 kernels: 0 adopted, 0 need one line, 0 cannot be adopted, 2 not tried" in result.output
    assert "go on with those not tried: kernel-harness adopt theirs --resume --into kernels" in result.output
    assert not (project / "kernels/kernels.toml").exists()
    listed = project / "kernels/not-tried.txt"
    assert listed.read_text(encoding="utf-8").splitlines()[1:] == [
        "csrc/rows.cu\tsimple",
        "csrc/rows.cu\tstrange",
    ]
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


def test_kernels_that_a_name_and_a_text_tell_are_tried_first() -> None:
    text = (
        "__global__ void other(float* x, float* y) { *y = *x; }\n"
        "__global__ void softmax(float* x, float* y) { *y = *x; }\n"
        "__global__ void softmax_rows(float* x, float* y) { *y = expf(*x); }\n"
    )
    jobs = [
        KernelJob(each, each.name, Path("k.cu"), "k.cu", Path(), "a test", seconds=1.0)
        for each in find_kernels(text)
    ]
    operations = tuple(catalogue_of(()).operations.values())
    told = [job.id for group in in_order([jobs], operations) for job in group]
    assert told == ["softmax_rows", "softmax", "other"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("none",), "REPOSITORY must be a folder that exists (got none)"),
        (("empty",), "REPOSITORY must hold sources that define __global__ functions (got none in "),
        (
            ("theirs", "--only", "csrc"),
            "--only must name a file or folder of the repository with kernels (got csrc)",
        ),
    ],
)
def test_wrong_usage_is_said(project: Path, arguments: tuple[str, ...], said: str) -> None:
    (project / "empty").mkdir()
    write(project, {"theirs/a.cu": EMPTY.format("one")})
    result = invoke("adopt", *arguments)
    assert result.exit_code == 2
    assert said in result.output


def test_libraries_in_a_checkout_are_left_out_unless_named(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(project, {"theirs/3rdparty/a.cu": EMPTY.format("one"), "theirs/b.cu": EMPTY.format("two")})
    tried: list[str] = []

    def listed(groups: list[list[KernelJob]], *_: object, **__: object) -> Any:
        tried.extend(job.name for group in groups for job in group)
        yield from (job.outcome(State.CANNOT, "a test") for group in groups for job in group)

    monkeypatch.setattr(action, "adopt_all", listed)
    invoke("adopt", "theirs")
    assert tried == ["b.cu"]
    invoke("adopt", "theirs", "--only", "3rdparty")
    assert tried == ["b.cu", "3rdparty/a.cu"]


def jobs_of(root: Path, into: Path) -> list[KernelJob]:
    """Return the kernels of a checkout as `adopt` tries them."""
    return [
        KernelJob(kernel, kernel.name, source.path, source.name, into, "a test", 1.0, beside=source.kernels)
        for source in find_sources(root)
        for kernel in source.kernels
    ]


class OneProcess:
    """A runner whose process does what a test says, until it is ended."""

    unavailable = ""

    def __init__(self, does: Callable[[KernelJob, threading.Event], KernelOutcome]) -> None:
        self._does = does
        self._is_ended = threading.Event()
        self.calls: list[KernelJob] = []

    def call(self, _: object, job: KernelJob) -> KernelOutcome:
        self.calls.append(job)
        self._is_ended.clear()  # each call has a process that runs
        return self._does(job, self._is_ended)

    def break_off(self) -> None:
        self._is_ended.set()


def test_a_kernel_that_ends_its_worker_is_one_outcome(tmp_path: Path) -> None:
    def ends(*_: object) -> KernelOutcome:
        raise HarnessError("the process was\nkilled")

    (job,) = jobs_of(write(tmp_path, {"a.cu": EMPTY.format("one")}), tmp_path)
    told, is_ended = workers._Worker(OneProcess(ends), tmp_path / "found", math.inf).outcome(job)
    assert (told.state, told.why, is_ended) == (State.CANNOT, "the process was killed", False)


def test_a_process_without_a_launch_is_ended_in_time_and_one_with_a_launch_is_not(tmp_path: Path) -> None:
    def compiles(job: KernelJob, is_ended: threading.Event) -> KernelOutcome:
        if job.kernel.name == "found":
            job.note_found()
            assert not is_ended.wait(0.5)
            return job.outcome(State.ADOPTED)
        assert is_ended.wait(10)
        raise HarnessError("killed")

    root = write(tmp_path / "theirs", {"a.cu": EMPTY.format("found") + EMPTY.format("endless")})
    found, endless = jobs_of(root, tmp_path)
    worker = workers._Worker(OneProcess(compiles), tmp_path / "found", 0.1)
    assert worker.outcome(found)[0].state is State.ADOPTED
    told, is_ended = worker.outcome(endless)
    assert is_ended
    assert told.why == "no launch was found within 0.3 s; --seconds gives more time"
    assert worker.outcome(found)[0].state is State.ADOPTED, "the next kernel has another process"


def test_kernels_that_do_not_compile_together_in_time_are_tried_alone(tmp_path: Path) -> None:
    def compiles(job: KernelJob, is_ended: threading.Event) -> KernelOutcome:
        if job.beside:
            assert is_ended.wait(10)
            raise HarnessError("killed")
        return job.outcome(State.ADOPTED)

    root = write(tmp_path / "theirs", {"a.cu": EMPTY.format("one") + EMPTY.format("two")})
    jobs = jobs_of(root, tmp_path)
    runner = OneProcess(compiles)
    answers: workers._Answers = SimpleQueue()
    worker = workers._Worker(runner, tmp_path / "found", 0.1)
    workers._work(worker, workers.Waiting([jobs]), answers, lambda: False)
    told = [answers.get() for _ in range(3)]
    assert [(job, outcome.state) for job, outcome in told[:2]] == [(job, State.ADOPTED) for job in jobs]  # type: ignore[misc, union-attr]
    assert told[2] is None
    assert [(job.kernel.name, len(job.beside)) for job in runner.calls] == [
        ("one", 2),
        ("one", 0),
        ("two", 0),
    ]


def test_a_source_that_one_worker_compiles_is_not_compiled_by_another(tmp_path: Path) -> None:
    files = {"a.cu": EMPTY.format("one") + EMPTY.format("two"), "b.cu": EMPTY.format("three")}
    one, two, three = jobs_of(write(tmp_path, files), tmp_path)
    waiting = workers.Waiting([[one], [two], [three]])
    assert waiting.take() == [one]
    assert waiting.take() == [three]
    taken: SimpleQueue[Sequence[KernelJob]] = SimpleQueue()
    other = threading.Thread(target=lambda: taken.put(waiting.take()))
    other.start()
    other.join(0.1)
    assert taken.empty()
    waiting.compiled(one.path)
    assert taken.get(timeout=10) == [two]
    other.join()
    assert waiting.take() == ()


LONG = """\
template <int DEPTH, long N> struct Sum {
    static constexpr long value = Sum<DEPTH - 1, 2 * N>::value ^ Sum<DEPTH - 1, 2 * N + 1>::value;
};
template <long N> struct Sum<0, N> { static constexpr long value = N; };
__global__ void softmax(const float* inp, float* out, int n_rows, int n_cols) {
    out[0] = inp[0] + Sum<20, 0>::value;
}
"""


def test_a_compilation_is_ended_at_the_deadline(tmp_path: Path) -> None:
    files = {"long.cu": LONG, "other.cu": EMPTY.format("softmax")}
    long, other = jobs_of(write(tmp_path / "theirs", files), tmp_path)
    settings = workers.worker_settings(Settings.load(tmp_path), 6.0)
    told, following = workers.adopt_all([[long, other]], settings, 1, refusal_s=1.0)
    assert following.why, "it has another process, which answers"
    assert re.fullmatch(r"no launch was found within (1 s of processor time|3 s); --seconds .*", told.why)
    assert told.elapsed_s < 5, "it would take minutes"


def test_a_device_of_a_worker_process_compiles_the_kernels_of_a_source_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected: list[tuple[Path, int]] = []

    class Expecting:
        def expect(self, path: Path, kernels: Sequence[object]) -> bool:
            expected.append((path, len(kernels)))
            return False

    def refused(*_: object, **__: object) -> None:
        raise HarnessError("not tried")

    monkeypatch.setattr(kernel_job, "adopt", refused)
    text = "__global__ void softmax(const float* inp, float* out, int n_rows, int n_cols) {}\n"
    (job,) = jobs_of(write(tmp_path, {"a.cu": text}), tmp_path)
    page = ProgressPage.create()
    noted: Any = NotedDevice(Expecting(), page)  # type: ignore[arg-type]
    kernel_job.adopt_kernel(noted, Settings.load(tmp_path), job)
    page.close()
    assert expected == [(job.path, 1)]
