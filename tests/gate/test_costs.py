"""Kernels that are right and cost more: the gate names the counter that shows it, without a GPU.

Large losses of what works of a GPU are among them, usual rearrangements are not.
"""

import re
from pathlib import Path

import pytest

from tests.gate.conftest import gate_at_once
from tests.kernels.mutants import kernels

ROOT = Path(__file__).resolve().parents[2]
SLOW = ROOT / "fixtures" / "slow_kernels"

EXPECTED = {
    "bank_conflicts": "shared_excess", "divergent_halves": "instructions", "double_exp": "f64_instructions",
    "idle_warps": "active_threads_share", "local_array": "local_sectors",
    "needless_barrier": "block_barriers", "one_block": "threads", "one_more_pass": "global_load_sectors",
    "single_loads": "global_load_requests", "spilled_registers": "spill_store_bytes",
    "strided_columns": "global_store_sectors",
}  # fmt: skip


ARGUMENTS = re.compile(r"^// args +=(.*)", re.MULTILINE)
DECLARATION = re.compile(r"^// /// variant\n.*?^// ///\n", re.MULTILINE | re.DOTALL)


def at_one_block(text: str) -> str:
    """Claim the widest block alone: each further one is compiled, checked and counted like it."""
    text, n_blocks = re.subn(
        r"^// block +=.*?(\[\d+\])\]$", r"// block = [\1]", text, count=1, flags=re.MULTILINE
    )
    assert n_blocks == 1
    return text


def baseline_of(text: str) -> str:
    """Return the kernel that a slow one was made from, claiming what the slow one claims."""
    name = text.split(maxsplit=2)[1]
    declaration = DECLARATION.search(text)
    assert declaration is not None
    # too few registers are asked for there
    claimed = re.sub(r"^// compile_options.*\n", "", declaration[0], flags=re.MULTILINE)
    own = (ROOT / "cuda_src" / f"{name}.cu").read_text()
    if ARGUMENTS.findall(own) != ARGUMENTS.findall(text):
        # launched in another way, which is the mistake; its last block is one that the slow one claims
        return own.replace("[256], [1024]]", "[256]]")
    code, n_replaced = DECLARATION.subn(lambda _: claimed, own, count=1)
    assert n_replaced == 1
    return code


@pytest.fixture(scope="module")
def variants(tmp_path_factory):
    """Gate a change that makes every kernel slower at once; give what was found by variant."""
    # the headers lie in the folder `include` of the project here
    files = {
        path.stem: at_one_block(path.read_text()).replace('"../../cuda_src/include/', '"')
        for path in kernels(SLOW)
    }
    assert files.keys() == EXPECTED.keys()
    headers = (ROOT / "cuda_src" / "include").glob("*.cuh")
    base = {f"kernels/{name}.cu": at_one_block(baseline_of(text)) for name, text in files.items()}
    base |= {f"kernels/include/{path.name}": path.read_text() for path in headers}
    head = {f"kernels/{name}.cu": text for name, text in files.items()}
    return gate_at_once(tmp_path_factory.mktemp("slow"), base, head)


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPECTED)
def test_the_counter_that_shows_the_mistake_is_named(variants, name):
    found = variants[name]
    assert found["change"] == "changed"
    assert found["failures"] == []
    assert found["errors"] == []
    named = [each["message"].partition(":")[0] for each in found["regressions"]]
    assert EXPECTED[name] in named
    assert {each["kind"] for each in found["regressions"]} == {"costlier"}


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
    "one_histogram": (histogram(4), histogram(1), "hottest_atomic"),
    "warp_for_a_row": (silu(), silu(**WARP_ROWS), None),
    "blocks_that_stay": (silu(), silu(grid="min(n_rows, 132)"), None),
    "narrower_block": (silu(), silu(block=64), None),
    "two_histograms": (histogram(4), histogram(3), None),
}  # fmt: skip


@pytest.fixture(scope="module")
def gated(tmp_path_factory):
    sides = ({f"kernels/{name}.cu": texts[side] for name, texts in CHANGES.items()} for side in (0, 1))
    return gate_at_once(tmp_path_factory.mktemp("lost"), *sides, "--arch", "sm_80", "--arch", "sm_90")


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
