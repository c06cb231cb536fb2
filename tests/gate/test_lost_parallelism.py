"""Right changes of how much of a GPU works, in one gate: large losses are costlier, usual rearrangements are not."""

import json
import re

import pytest

from tests.gate.conftest import thin_out
from tests.gate.repository import Repository, reports

ROWS = """\
// /// variant
// summary   = "SUMMARY"
// source    = "textbook"
// operation = "OPERATION"
// entry     = "rows"
// args      = [ARGS]
// block     = [BLOCK]
// grid      = "GRID"
// requires  = ["n_rows <= 256", "n_cols >= 100"]
// inputs    = "finite"
// parallel  = "block_x"
// ///
"""
SILU = """
extern "C" __global__ void rows(const float* inp, float* out, int n_rows, int n_cols, long long inp_stride,
                                long long out_stride) {
  LOOP {
    const float* x = inp + row * inp_stride;
    float* y = out + row * out_stride;
    for (int col = FIRST; col < n_cols; col += STEP) y[col] = x[col] / (1.0f + expf(-x[col]));
  }
}
"""
SILU_ARGS = '"inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"'
EACH_ROW = "for (int row = blockIdx.x; row < n_rows; row += gridDim.x)"


def silu(
    grid: str = "n_rows",
    block: int = 256,
    loop: str = EACH_ROW,
    first: str = "threadIdx.x",
    step: str = "blockDim.x",
):
    words = {"SUMMARY": "SiLU.", "OPERATION": "silu", "ARGS": SILU_ARGS, "BLOCK": str(block), "GRID": grid}
    words |= {"LOOP": EACH_ROW, "FIRST": first, "STEP": step}
    return re.sub("|".join(words), lambda found: words[found[0]], ROWS + SILU)


HISTOGRAM = """
extern "C" __global__ void rows(int* counts, const int* inp, int n_rows, int n_cols, long long inp_stride) {
  __shared__ int found[COPIES][64];
  int row = blockIdx.x;
  const int* x = inp + row * inp_stride;
  for (int bin = threadIdx.x; bin < COPIES * 64; bin += blockDim.x) (&found[0][0])[bin] = 0;
  __syncthreads();
  for (int col = threadIdx.x; col < n_cols; col += blockDim.x) atomicAdd(&found[threadIdx.x / 32 % COPIES][x[col]], 1);
  __syncthreads();
  for (int bin = threadIdx.x; bin < 64; bin += blockDim.x) {
    int sum = 0;
    for (int copy = 0; copy < COPIES; ++copy) sum += found[copy][bin];
    counts[row * 64 + bin] = sum;
  }
}
"""


def histogram(copies: int):
    words = {
        "SUMMARY": "Histogram.",
        "OPERATION": "histogram",
        "GRID": "n_rows",
        "BLOCK": "128",
        "COPIES": str(copies),
    }
    words["ARGS"] = '"counts", "inp", "n_rows", "n_cols", "inp_stride"'
    text = re.sub("|".join(words), lambda found: words[found[0]], ROWS + HISTOGRAM)
    return text.replace('// inputs    = "finite"\n', "").replace('// parallel  = "block_x"\n', "")


WARP_ROWS = {"block": 32, "first": "threadIdx.x % 32", "step": "32"}
# name: base, head, what is costlier
CHANGES = {
    "one_block": (silu(), silu(grid="1"), "threads"),
    "idle_warps": (
        silu(block=128),
        silu(block=128, first="threadIdx.x < 32 ? threadIdx.x : n_cols", step="32"),
        "active_threads_share",
    ),
    "one_histogram": (histogram(4), histogram(1), "hottest_atomic"),
    "warp_for_a_row": (silu(), silu(**WARP_ROWS), None),
    "blocks_that_stay": (silu(), silu(grid="min(n_rows, 132)"), None),
    "narrower_block": (silu(), silu(block=64), None),
    "two_histograms": (histogram(4), histogram(3), None),
}  # fmt: skip


@pytest.fixture(scope="module")
def gated(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lost")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KERNEL_HARNESS_ISOLATION", "none")
        thin_out(patch)
        files = {f"kernels/{name}.cu": base for name, (base, _, _) in CHANGES.items()}
        repository = Repository(folder / "project", files)
        for name, (_, head, _) in CHANGES.items():
            repository.write(f"kernels/{name}.cu", head)
        patch.chdir(repository.root)
        archs = ("--arch", "sm_80", "--arch", "sm_90")
        result, texts = reports(folder, "--base", "main", *archs)
        assert result.exit_code == 1, result.output
    return {each["id"]: each for each in json.loads(texts["json"])["variants"]}


@pytest.mark.parametrize("name", CHANGES)
def test_a_large_loss_is_costlier_and_a_rearrangement_is_not(gated, name):
    found = gated[name]
    assert found["failures"] == []
    named = {each["message"].partition(":")[0] for each in found["regressions"] if each["kind"] == "costlier"}
    ours = named & {"blocks", "threads", "active_threads_share", "hottest_atomic"}
    assert ours == ({CHANGES[name][2]} if CHANGES[name][2] else set()), found["regressions"]


def test_shared_memory_is_compared_on_each_architecture(gated):
    costs = gated["one_histogram"]["costs"]
    shared = {each["where"].partition(",")[0]: each for each in costs if each["counter"] == "shared_bytes"}
    assert {arch: (each["base"], each["head"]) for arch, each in shared.items()} == {
        "sm_80": (1024, 256),
        "sm_90": (1024, 256),
    }
