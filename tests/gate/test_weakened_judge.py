"""Ways in which a change weakens its own judge, all in one gate: none is clean, and what only looks like one is."""

import json
import sys
from dataclasses import replace

import pytest

from harness.gate.gate import discovered
from harness.gate.judge import changed_operations, judging_settings, unjudged_files
from harness.gate.model import Allowance
from harness.gate.revision import open_revisions
from tests.gate.repository import OPERATION, SMALL, Repository, gate, reports
from tests.sampled import one_in


@pytest.fixture(autouse=True)
def _in_this_process(monkeypatch):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")


SETTINGS = """\
[tool.kernel-harness]
sources = ["kernels"]
operations = ["operations"]
found_cases = ["found"]
"""

# (further lines of the declaration in the base, in the head, kind of the regression)
DECLARATIONS = {
    "fewer_sizes": ('requires = ["n_rows <= 8"]', 'requires = ["n_rows <= 8", "n_cols <= 64"]', "narrowed"),
    "fast_exp": ("", 'arithmetic = "fast_exp"', "loosened"),
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
    "wider_bound": lambda text: text.replace("inp: inp", "inp: inp + 1e9 - 1e9"),
    "reference_of_the_kernel": lambda text: text.replace("inp: inp", "inp: 0.0 * inp"),
    "fewer_kinds": lambda text: text.replace("    name=", '    kinds=("spread", "normal", "sweep"),\n    name='),
    "dependent_rows": lambda text: text.replace("    name=", "    rows_independent=False,\n    name="),
    "wider_factor": lambda text: text,  # the factor is in the file below
}  # fmt: skip
FACTOR = {"base": "factor = 0.0\n", "head": "factor = 1e9\n"}


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
    return reading + text.replace("inp: inp", "inp: inp + FACTOR - FACTOR")


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
    repository.write("operations/silu.py", operation("silu").replace("inp: inp", "inp: 0.0 * inp"))
    repository.edit("kernels/by_shipped.cu", "= x[col] / (1.0f", "= 0.0f * x[col] / (1.0f")
    repository.write("found/cases.toml", "")
    repository.edit("kernels/broken.cu", "// grid ", "// gird ")
    repository.edit("kernels/kept.cu", '"n_cols < 8"', '"n_cols <= 7"')
    for old, new in (("moved", ".aside/moved"), ("renamed", "other_name")):
        (repository.root / "kernels/.aside").mkdir(exist_ok=True)
        (repository.root / f"kernels/{old}.cu").rename(repository.root / f"kernels/{new}.cu")


@pytest.mark.slow
def test_no_way_of_weakening_a_declaration_or_an_operation_is_clean(tmp_path, monkeypatch, few_cases):
    repository = Repository(tmp_path / "project", base_files())
    weaken(repository)
    monkeypatch.chdir(repository.root)
    result, texts = reports(tmp_path, "--base", "main")
    assert result.exit_code == 1, result.output
    document = json.loads(texts["json"])
    by_id = {each["id"]: each for each in document["variants"]}
    kinds = {name: {each["kind"] for each in found["regressions"]} for name, found in by_id.items()}
    expected = {name: {kind} for name, (_, _, kind) in DECLARATIONS.items()}
    expected |= {f"operations/{name}.py": {"loosened"} for name in OPERATIONS if name != "wider_factor"}
    expected |= {
        "operations/_factor.py": {"loosened"},
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
    assert "operations/copy_row.py" not in by_id, "an operation that did not change"
    assert kinds["kept"] == set(), "the same claim in other words"


SCALED = OPERATION.replace("the input", "SCALE").replace('"SCALE"', "str(SCALE)")
BESIDE = "import sys\nfrom pathlib import Path\nsys.path.insert(0, str(Path(__file__).parent))\n"
READ = "from pathlib import Path\nSCALE = Path(__file__)"


def scaled(tmp_path, opening, path, content, where="operations"):
    """A repository with an operation whose opening reads a file."""
    repository = Repository(
        tmp_path / "project",
        {
            "found/cases.toml": "",
            "pyproject.toml": SETTINGS.replace('operations = ["operations"]', f'operations = ["{where}"]'),
            "kernels/cp.cu": copying("cp", "copy_row"),
            "operations/copy_row.py": opening + SCALED,
        },
    )
    rewrite(repository, path, content)
    repository.commit("the file")
    return repository


def rewrite(repository, path, content):
    target = repository.root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)


def judged(repository):
    """Return the changed files of operations, and the summaries of the operation in base and head."""
    with open_revisions("main", None, repository.root, {}) as sides:
        after, before = discovered(*sides)
        records = changed_operations(before.variants, after.variants, sides)
        told = [each.operation.summary for found in (before, after) for each in found.variants]
        return [each.id for each in records], told


@pytest.mark.parametrize("where", one_in(2, ["operations", "operations/copy_row.py"], pytest.mark.slow))
@pytest.mark.parametrize(
    ("opening", "path", "old", "new"),
    [
        (BESIDE + "from lib import SCALE\n", "operations/lib/__init__.py", b"SCALE = 1.0", b"SCALE = 1.5"),
        (BESIDE + "from n.lib import SCALE\n", "operations/n/lib.py", b"SCALE = 1.0", b"SCALE = 1.5"),
        (READ + '.with_name("x" + "y").read_text()\n', "operations/xy", b"1.0", b"1.5"),
        (READ + '.with_name("t.f64").read_bytes()\n', "operations/t.f64", b"\xff\xfe", b"\xfe\xff"),
        (READ + '.parent.joinpath("x/y/f.txt").read_text()\n', "operations/x/y/f.txt", b"1.0", b"1.5"),
        (READ + '.parent.joinpath(".x/f.txt").read_text()\n', "operations/.x/f.txt", b"1.0", b"1.5"),
        ('SCALE = ""\n', "operations/_deep.py", b"x=" + b"-" * 100_000 + b"1", b"x=1"),
    ],
)
def test_every_byte_in_the_folder_of_an_operation_counts(tmp_path, opening, path, old, new, where):
    repository = scaled(tmp_path, opening, path, old, where)
    assert judged(repository)[0] == []
    rewrite(repository, "operations/another.py", SCALED.replace("copy_row", "another").encode())
    rewrite(repository, "kernels/notes.txt", b"no judge")
    assert judged(repository)[0] == []
    rewrite(repository, path, new)
    assert judged(repository)[0] == [path]


@pytest.mark.parametrize("package", ["kept_aside/__init__.py", "put_aside/part.py"])
def test_an_operation_of_the_base_imports_no_module_of_the_head(tmp_path, monkeypatch, package):
    monkeypatch.setattr(sys, "path", sys.path[:])
    name = package.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    repository = scaled(
        tmp_path, f"{BESIDE}from {name} import SCALE\n", f"operations/{package}", b"SCALE = 1.0"
    )
    rewrite(repository, f"operations/{package}", b"SCALE = 1.5")
    assert judged(repository) == ([f"operations/{package}"], ["1.0", "1.5"])


def test_a_docstring_and_a_comment_of_an_operation_count(tmp_path):
    repository = scaled(tmp_path, '"""1.0"""\n# 2\nSCALE = float(__doc__)\n', "notes.txt", b"")
    for old, new in (("1.0", "1.5"), ("# 2", "# 3")):
        repository.edit("operations/copy_row.py", old, new)
        assert judged(repository)[0] == ["operations/copy_row.py"]
        repository.git("checkout", "-q", ".")


def test_a_file_of_an_operation_among_kernels_counts_if_it_is_named(tmp_path):
    opening = READ + '.with_name("factor").read_text()\n'
    repository = scaled(tmp_path, opening, "operations/factor", b"1.0")
    settings = SETTINGS.replace('"kernels"', '"operations/kernels"')
    (repository.root / "kernels").rename(repository.root / "operations/kernels")
    repository.write("pyproject.toml", settings)
    repository.commit("below")
    repository.edit("operations/kernels/cp.cu", "= x[col]", "= 2.0f * x[col]")
    assert judged(repository)[0] == []
    rewrite(repository, "operations/factor", b"1.5")
    assert judged(repository)[0] == ["operations/factor"]


WRONG = ("= x[col]", "= 2.0f * x[col]")
OLD, CHECKED, BUILT = "csrc/cp.cu", "csrc/checked/cp.cu", "csrc/built/other.cu"


def moved(tmp_path):
    """Return a repository in which a declaration moved to a copy of its file, and the text of the kernel."""
    lines = copying("cp", "copy_row").split("// ///\n")
    table = "\n".join(each.removeprefix("// ") for each in lines[0].splitlines()[1:])
    declared = f'[kernel.cp]\nfile = "../{OLD}"\n{table}\n'
    files = {
        "pyproject.toml": SETTINGS,
        "found/cases.toml": "",
        "operations/copy_row.py": OPERATION,
        "kernels/kernels.toml": declared,
        OLD: lines[1],
    }
    repository = Repository(tmp_path / "project", files)
    repository.write(CHECKED, lines[1])
    repository.write("kernels/kernels.toml", declared.replace(OLD, CHECKED))
    return repository, lines[1]


def told_of(repository, head=None):
    with open_revisions("main", head, repository.root, {}) as sides:
        after, before = discovered(*sides)
        return unjudged_files(before.variants, after.variants, sides)


# What the change does besides; names of the files that are left unjudged.
UNJUDGED = {
    "the old file changes": ({OLD: WRONG}, [OLD]),
    "the old file moves elsewhere and changes": ({OLD: None, BUILT: WRONG}, [BUILT]),
    "the kernel is in a header now": ({OLD: None, "include/cp.cuh": WRONG}, ["include/cp.cuh"]),
    "both": ({OLD: WRONG, BUILT: WRONG}, [BUILT, OLD]),
}
JUDGED = {
    "the old file stays": {},
    "the old file is gone": {OLD: None},
    "a second copy": {OLD: None, BUILT: ("", "")},
    "another kernel": {OLD: None, BUILT: ("cp(", "another(")},
    "a host file that launches it": {OLD: None, BUILT: "void run() { cp<<<1, 1>>>(); }\n"},
    "the copy includes the old file": {OLD: WRONG, CHECKED: '#include "../cp.cu"\n'},
    "git ignores it": {OLD: None, BUILT: WRONG, ".gitignore": "built/\n"},
}


@pytest.mark.parametrize("is_committed", [False, True])
@pytest.mark.parametrize(
    ("besides", "left"),
    [*UNJUDGED.values(), *((each, []) for each in JUDGED.values())],
    ids=[*UNJUDGED, *JUDGED],
)
def test_a_declaration_that_moves_leaves_no_file_unjudged(tmp_path, besides, left, is_committed):
    repository, text = moved(tmp_path)
    for name, edit in besides.items():
        if edit is None:
            (repository.root / name).unlink()
        else:
            repository.write(name, edit if isinstance(edit, str) else text.replace(*edit))
    head = None
    if is_committed:
        repository.git("checkout", "-q", "-b", "head")
        head = repository.commit("moved")
    told = told_of(repository, head)
    assert list(told) == (["cp"] if left else [])
    assert all(f"no variant judges {', '.join(left)}, which" in each for each in told.values())


def test_a_kernel_that_moves_to_another_header_leaves_no_file_unjudged(tmp_path):
    repository, text = moved(tmp_path)
    repository.write(OLD, '#include "one/cp.cuh"\n')
    repository.write("csrc/one/cp.cuh", text)
    repository.write(
        "kernels/kernels.toml", (repository.root / "kernels/kernels.toml").read_text().replace(CHECKED, OLD)
    )
    repository.commit("through a header")
    repository.write(OLD, '#include "two/cp.cuh"\n')
    repository.write("csrc/two/cp.cuh", text)
    assert told_of(repository) == {}
    repository.write("csrc/one/cp.cuh", text.replace(*WRONG))
    assert "no longer in csrc/one/cp.cuh, and no variant judges csrc/one/cp.cuh" in told_of(repository)["cp"]


def test_code_that_no_variant_judges_any_more_is_narrowed(tmp_path, monkeypatch):
    repository, text = moved(tmp_path)
    monkeypatch.chdir(repository.root)
    (repository.root / OLD).unlink()
    assert "clean" in gate("--base", "main").output
    repository.write(BUILT, text.replace(*WRONG))
    result = gate("--base", "main")
    assert result.exit_code == 1
    assert f"  its code is no longer in {OLD}, and no variant judges {BUILT}" in result.output


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
        assert settings == replace(head.settings, thorough=True)
        assert "with its own value" in record.regressions[0].message


def test_stricter_settings_and_those_of_options_are_no_loss(sides):
    stricter = (
        STRICT.replace("= 2", "= 3") + "step_budget = 1000000\ncpu_launch_deadline_s = 10\ncpu_workers = 1\n"
    )
    with sides(stricter) as (base, head):
        assert judging_settings(base, head, ()) == (replace(head.settings, thorough=True), ())
    with sides(STRICT + 'device = "gpu"\n', device="cpu") as (base, head):
        assert judging_settings(base, head, ()) == (replace(head.settings, thorough=True), ())


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
    told = f"  sanitizers: {before} in the base became memcheck"
    assert "REGRESSION loosened pyproject.toml\n" in result.output
    assert told in result.output
