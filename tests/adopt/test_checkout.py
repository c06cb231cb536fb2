"""`kernel-harness adopt` on small checkouts."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from harness.adopt.checkout import workers
from harness.adopt.checkout.kernel_job import KernelJob
from harness.adopt.checkout.outcome import KernelOutcome, State
from harness.adopt.checkout.promise import in_order
from harness.adopt.checkout.sources import find_sources
from harness.adopt.signature import find_kernels
from harness.cli.action import adopt as action
from harness.cli.program import main
from harness.operation.catalogue import catalogue_of
from harness.report.text.console import make_console
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import discover
from harness.worker.termination import Terminated

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

    def stopped(groups: list[list[KernelJob]], *_: object) -> Any:
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
        KernelJob(each, each.name, Path("k.cu"), "k.cu", (), (), (), Path(), "a test", seconds=1.0)
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

    def listed(groups: list[list[KernelJob]], *_: object) -> Any:
        tried.extend(job.name for group in groups for job in group)
        yield from (job.outcome(State.CANNOT, "a test") for group in groups for job in group)

    monkeypatch.setattr(action, "adopt_all", listed)
    invoke("adopt", "theirs")
    assert tried == ["b.cu"]
    invoke("adopt", "theirs", "--only", "3rdparty")
    assert tried == ["b.cu", "3rdparty/a.cu"]


def test_a_kernel_that_ends_its_worker_is_one_outcome(tmp_path: Path) -> None:
    class Ends:
        def call(self, *_: object) -> KernelOutcome:
            raise workers.HarnessError("the process was\nkilled")

    root = write(tmp_path, {"a.cu": EMPTY.format("one")})
    (source,) = find_sources(root)
    job = KernelJob(
        source.kernels[0], "one", source.path, source.name, (), (), (), tmp_path, "a test", seconds=1.0
    )
    told = workers._outcome(Ends(), job)  # type: ignore[arg-type]
    assert (told.state, told.why) == (State.CANNOT, "the process was killed")
