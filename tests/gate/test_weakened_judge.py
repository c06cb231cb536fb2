"""Ways in which a change weakens its own judge, all in one gate: none is clean, and what only looks like one is."""

import json

import pytest

from harness.gate.judge import judging_settings
from harness.gate.model import Allowance
from harness.gate.revisions.revision import open_revisions
from tests.gate.repository import OPERATION, SMALL, Repository, gate

SETTINGS = """\
[tool.kernel-harness]
sources = ["kernels"]
operations = ["operations"]
found_cases = ["found"]
"""

# (further lines of the declaration in the base, in the head, kind of the regression)
DECLARATIONS = {
    "fewer_sizes": ('requires = ["n_rows <= 8"]', 'requires = ["n_rows <= 8", "n_cols <= 64"]', "narrowed"),
    "one_size_less": ('requires = ["n_rows <= 8"]', 'requires = ["n_rows <= 8", "n_cols != 5000"]', "narrowed"),
    "fewer_types": ('dtypes = ["float32", "float16"]', 'dtypes = ["float32"]', "narrowed"),
    "fewer_blocks": ("block = [32, 64]", "block = [32]", "narrowed"),
    "finite_inputs": ("", 'inputs = "finite"', "narrowed"),
    "small_inputs": ("", "max_magnitude = 8", "narrowed"),
    "other_bits": ("", "deterministic = false", "loosened"),
    "fast_exp": ("", 'arithmetic = "fast_exp"', "loosened"),
    "long_sums": ('requires = ["n_rows <= 8"]\n// parallel = "block_x"', 'requires = ["n_rows <= 8"]', "loosened"),
    "known_issue": ("", 'known_issue = "wrong-value: the last column"', "excused"),
    "another_operation": ("", 'operation = "copy_row"', "narrowed"),
    "other_constant": (
        'operation = "rms_norm"\n// constants = { eps = 1e-5 }',
        'operation = "rms_norm"\n// constants = { eps = 1e5 }',
        "narrowed",
    ),
    "contiguous_only": ("", 'args = ["inp", "out", "n_rows", "n_cols", "n_cols", "n_cols"]', "narrowed"),
}  # fmt: skip

OPERATIONS = {
    "wider_bound": lambda text: text.replace("0.0 * reference", "0.0 * reference + 1.0"),
    "reference_of_the_kernel": lambda text: text.replace(": problem.exact", ": 0.0 * problem.exact"),
    "fewer_kinds": lambda text: text.replace("    name=", '    kinds=("spread", "normal", "sweep"),\n    name='),
    "dependent_rows": lambda text: text.replace("    name=", "    rows_independent=False,\n    name="),
    "wider_factor": lambda text: text,  # the factor is in the file below
}  # fmt: skip
FACTOR = {"base": "factor = 0.0\n", "head": "factor = 1.0\n"}


def kernel(name: str, *lines: str) -> str:
    """Return a kernel at one block and a few sizes, with further lines in its declaration."""
    text = SMALL.replace("softmax(", f"{name}(").replace(
        '// requires = ["n_rows == 3", "n_cols == 4", "inp_stride == n_cols", "out_stride == n_cols"]\n', ""
    )
    given = "\n".join(f"// {line}" for line in (f'entry = "{name}"', *lines) if line)
    for line in given.split("\n"):
        key = line.removeprefix("// ").partition(" ")[0]
        text = "\n".join(each for each in text.split("\n") if not each.startswith(f"// {key} "))
    if "requires" not in given:
        given += '\n// requires = ["n_rows == 3", "n_cols <= 7"]'
    return text.replace("// grid ", f"{given}\n// grid ")


def copying(name: str, operation: str) -> str:
    return kernel(name, f'operation = "{operation}"').replace("expf(x[col] - largest) / sum", "x[col]")


def operation(name: str) -> str:
    text = OPERATION.replace("copy_row", name)
    if name != "wider_factor":
        return text
    reading = """
import runpy
from pathlib import Path

FACTOR = runpy.run_path(str(Path(__file__).with_name("_factor.py")))["factor"]
"""
    return reading + text.replace("0.0 * reference", "FACTOR + 0.0 * reference")


def base_files() -> dict[str, str]:
    return {
        "pyproject.toml": SETTINGS,
        **{f"kernels/{name}.cu": kernel(name, before) for name, (before, _, _) in DECLARATIONS.items()},
        **{f"operations/{name}.py": operation(name) for name in ("copy_row", *OPERATIONS)},
        **{f"kernels/by_{name}.cu": copying(f"by_{name}", name) for name in OPERATIONS},
        "operations/_factor.py": FACTOR["base"],
        "kernels/by_shipped.cu": copying("by_shipped", "silu").replace(
            "= x[col]", "= x[col] / (1.0f + expf(-x[col]))"
        ),
        "kernels/moved.cu": kernel("moved"),
        "kernels/renamed.cu": kernel("renamed"),
        "kernels/unpinned.cu": kernel("unpinned"),
        "kernels/broken.cu": kernel("broken"),
        "kernels/kept.cu": kernel("kept", 'requires = ["n_rows == 3", "n_cols < 8"]'),
        "found/cases.toml": '[[case]]\nid = "unpinned-float32-3x5-spread-block32"\nwhy = "wrong-value"\n',
    }


def weaken(repository: Repository) -> None:
    """Weaken the judge of every kernel but `kept`."""
    for name, (before, after, _) in DECLARATIONS.items():
        repository.write(f"kernels/{name}.cu", kernel(name, after or before))
    for name, edit in OPERATIONS.items():
        repository.write(f"operations/{name}.py", edit(operation(name)))
    repository.write("operations/_factor.py", FACTOR["head"])
    repository.edit("kernels/by_reference_of_the_kernel.cu", "y[col] = x[col]", "y[col] = 0.0f * x[col]")
    repository.edit("operations/copy_row.py", "summary=", "# what it is\n    summary=")
    repository.write(
        "operations/silu.py", operation("silu").replace(": problem.exact", ": 0.0 * problem.exact")
    )
    repository.edit("kernels/by_shipped.cu", "= x[col] / (1.0f", "= 0.0f * x[col] / (1.0f")
    repository.write("found/cases.toml", "")
    repository.edit("kernels/broken.cu", "// grid ", "// gird ")
    repository.edit("kernels/kept.cu", '"n_cols < 8"', '"n_cols <= 7"')
    for old, new in (("moved", ".aside/moved"), ("renamed", "other_name")):
        (repository.root / "kernels/.aside").mkdir(exist_ok=True)
        (repository.root / f"kernels/{old}.cu").rename(repository.root / f"kernels/{new}.cu")


@pytest.fixture
def gated(tmp_path, monkeypatch, few_cases):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    repository = Repository(tmp_path / "project", base_files())
    weaken(repository)
    monkeypatch.chdir(repository.root)
    result = gate("--base", "main", "--json", tmp_path / "gate.json")
    assert result.exit_code == 1, result.output
    document = json.loads((tmp_path / "gate.json").read_text())
    return document, {each["id"]: each for each in document["variants"]}


def test_no_way_of_weakening_a_declaration_or_an_operation_is_clean(gated):
    document, by_id = gated
    kinds = {name: {each["kind"] for each in found["regressions"]} for name, found in by_id.items()}
    expected = {name: {kind} for name, (_, _, kind) in DECLARATIONS.items()}
    expected |= {f"operations/{name}.py": {"loosened"} for name in OPERATIONS}
    expected |= {
        "operations/silu.py": {"loosened"},
        "moved": {"removed"},
        "renamed": {"removed"},
        "unpinned": {"loosened"},
    }
    missing = {
        name: (want, kinds.get(name)) for name, want in expected.items() if not want <= kinds.get(name, set())
    }
    assert missing == {}
    assert any("gird" in error for error in document["declaration_errors"])
    assert by_id["broken"]["errors"]
    assert "operations/copy_row.py" not in by_id, "a comment changes no operation"
    assert kinds["kept"] == set(), "the same claim in other words"


STRICT = """\
[tool.kernel-harness]
sources = ["kernels"]
schedules = 2
stress_approximations = 7
"""
WEAK = {
    "sanitizers": '["memcheck", "initcheck"]',
    "schedules": "0",
    "schedule_seed": "5",
    "stress_approximations": '"off"',
    "step_budget": "100000000",
    "launch_deadline_s": "600",
    "cpu_launch_deadline_s": "600",
    "device": '"gpu"',
    "compiler": '"nvrtc"',
    "cuda": '"12.4"',
    "arch": '"sm_75"',
    "nvcc": '"tools/nvcc"',
    "cuda_home": '"kernels"',
    "cache_dir": '"kernels/cache"',
    "gpu_in_flight": "8",
    "collect": "false",
}


@pytest.fixture
def sides(tmp_path, monkeypatch):
    """Return the settings of a strict base with those of a weak head, and of a head that is stricter yet."""
    monkeypatch.delenv("KERNEL_HARNESS_CACHE_DIR", raising=False)
    repository = Repository(tmp_path / "project")
    repository.write("pyproject.toml", STRICT)
    repository.commit("strict")

    def opened(text: str, **overrides):
        repository.write("pyproject.toml", text)
        return open_revisions("main", None, repository.root, overrides)

    return opened


def test_each_weaker_setting_is_told_and_does_not_judge(sides):
    kept = "".join(line for line in STRICT.splitlines(True) if line.partition(" ")[0] not in WEAK)
    with sides(kept + "".join(f"{name} = {value}\n" for name, value in WEAK.items())) as (base, head):
        settings, (record,) = judging_settings(base, head, ())
        told = [each.message.partition(":")[0] for each in record.regressions]
        assert sorted(told) == sorted(WEAK)
        assert all(getattr(settings, name) == getattr(base.settings, name) for name in WEAK)
        assert settings.sources == head.settings.sources
        allowed = Allowance("pyproject.toml/loosened", "reviewed", "somebody")
        settings, (record,) = judging_settings(base, head, [allowed])
        assert settings == head.settings
        assert "with its own value" in record.regressions[0].message


def test_stricter_settings_and_those_of_options_are_no_loss(sides):
    stricter = (
        STRICT.replace("= 2", "= 3") + "step_budget = 1000000\ncpu_launch_deadline_s = 10\ncpu_workers = 1\n"
    )
    with sides(stricter) as (base, head):
        assert judging_settings(base, head, ()) == (head.settings, ())
    with sides(STRICT + 'device = "gpu"\n', device="cpu") as (base, head):
        assert judging_settings(base, head, ()) == (head.settings, ())


THROUGH_SHARED = """\
// /// variant
// summary   = "A block per row; the second warp stores what the first one loads."
// source    = "textbook"
// operation = "copy_row"
// args      = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
// block     = [64]
// grid      = "n_rows"
// requires  = ["n_rows == 3", "n_cols <= 7"]
// ///

extern "C" __global__ void copy_row(const float* inp, float* out, int n_cols, int inp_stride, int out_stride) {
  __shared__ float row[32];
  int t = threadIdx.x;
  if (t < n_cols) row[t] = inp[blockIdx.x * (long long)inp_stride + t];
  __syncthreads();
  if (t >= 32 && t - 32 < n_cols) out[blockIdx.x * (long long)out_stride + t - 32] = row[t - 32];
}
"""


def test_a_barrier_and_the_check_that_needs_it_are_not_removed_together(tmp_path, monkeypatch, few_cases):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    repository = Repository(
        tmp_path / "project",
        {"kernels/through_shared.cu": THROUGH_SHARED, "operations/copy_row.py": OPERATION},
    )
    monkeypatch.chdir(repository.root)
    with_operations = 'sources = ["kernels"]\noperations = ["operations"]'
    repository.edit("pyproject.toml", 'sources = ["kernels"]', with_operations)
    repository.commit("operations")
    repository.edit("kernels/through_shared.cu", "__syncthreads();", "")
    repository.edit(
        "pyproject.toml",
        'sources = ["kernels"]',
        'sources = ["kernels"]\nsanitizers = ["memcheck"]\nschedules = 0',
    )
    result = gate("--base", "main")
    assert result.exit_code == 1
    assert "racecheck-raw" in result.output
    before = "memcheck, racecheck, initcheck, synccheck"
    told = f"REGRESSION loosened pyproject.toml\n  sanitizers: {before} in the base became memcheck"
    assert told in result.output
