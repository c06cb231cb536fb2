"""Kernels that nobody declared: base and head run the same launches, and the base is the reference."""

import json
import os
import sys

import pytest

from tests import forked
from tests.driver.program_text import PATHS, PRELUDE
from tests.gate.repository import KERNEL, PROJECT, Repository, gate, reports
from tests.sampled import one_in

HOST = """
int main()
{
    int n = 1 << 24;
    float *x, *y;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    summed<<<(n + 255) / 256, 256>>>(x, y, n);
}
"""
SUMMED = """\
__global__ void summed(const float* x, float* y, int n)
{
    __shared__ float part[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i < n ? x[i] : 0.0f;
    __syncthreads();
    float total = 0.0f;
    for (int k = 0; k < 8; ++k)
        total += part[(threadIdx.x / 8) * 8 + k];
    if (i < n)
        y[i] = total;
}
"""
FILES = {"src/summed.cu": SUMMED + HOST, "pyproject.toml": ""}


def judged(repository, tmp_path, *options):
    """Gate the working tree; return the exit status, the output and the kernel's record in the JSON."""
    result, texts = reports(tmp_path, "--base", "HEAD", *options)
    listed = json.loads(texts["json"])["variants"]
    return result.exit_code, result.stdout, *listed


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (("    __syncthreads();\n", ""), "racecheck-raw"),
        (("if (i < n)\n", "if (i <= n)\n"), "oob-write"),
        (("i < n ? x[i] : 0.0f", "x[i]"), "oob-read"),
    ],
    ids=["barrier", "bound", "guard"],
)
def test_a_fault_that_the_base_has_not_is_a_regression(repository, tmp_path, edit, reason):
    repository.edit("src/summed.cu", *edit)
    status, output, kernel = judged(repository, tmp_path)
    assert (status, kernel["id"]) == (1, "src/summed.cu/summed")
    (fault, *_) = kernel["regressions"]
    assert fault["kind"] == "fault"
    assert fault["message"].startswith(reason)
    assert "the base has no such fault there" in output
    assert "as main (summed.cu:" in output
    allowed = gate("--base", "HEAD", "--allow", "src/summed.cu/summed:a test")
    assert allowed.exit_code in (0, 3), allowed.stdout


def test_a_fault_of_the_base_that_is_gone_is_said_and_is_no_regression(tmp_path, monkeypatch):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    base = {**FILES, "src/summed.cu": (SUMMED + HOST).replace("    __syncthreads();\n", "")}
    repository = Repository(tmp_path / "project", base)
    monkeypatch.chdir(repository.root)
    repository.write("src/summed.cu", SUMMED + HOST)
    status, output, _ = judged(repository, tmp_path)
    assert status == 0, output
    assert "gone from the base: racecheck-raw" in output


@pytest.mark.parametrize(
    ("edit", "status"),
    one_in(2, [
        (("k < 8", "k < 7"), 3),
        (("+= part", "+= 1.0001f * part"), 3),
        (("int k = 0; k < 8; ++k", "int k = 7; k >= 0; --k"), 0),
        (("float total", "// the sum of eight\n    float total"), 0),
    ], pytest.mark.slow),
    ids=["shorter", "scaled", "backwards", "comment"],
)  # fmt: skip
def test_results_change_beyond_what_rounding_explains_or_do_not(repository, tmp_path, edit, status):
    repository.edit("src/summed.cu", *edit)
    result, texts = reports(tmp_path, "--base", "HEAD")
    assert result.exit_code == status, result.stdout
    if status:
        assert "results changed: right if you meant it" in result.stdout
        assert "elements changed, worst y[" in result.stdout
        assert "To be judged by a person" not in texts["markdown"]
        accepted = gate("--base", "HEAD", "--allow", "src/summed.cu/summed/results:eight were too many")
        assert accepted.exit_code == 0, accepted.stdout
        assert "ALLOWED results src/summed.cu/summed: eight were too many" in accepted.stdout


def test_new_approximate_instructions_are_named_though_results_agree(repository, tmp_path):
    repository.edit("src/summed.cu", "y[i] = total", "y[i] = __fdividef(total, 1.0f)")
    _, output, kernel = judged(repository, tmp_path)
    assert {each["kind"] for each in kernel["regressions"]} == {"costlier"}
    assert "approximate instructions that the base has not: div.approx.f32" in output


def test_a_kernel_whose_text_and_launches_are_the_same_is_not_run(repository, tmp_path):
    repository.edit("src/summed.cu", "int main()", "int unused() { return 1; }\n\nint main()")
    result, texts = reports(tmp_path, "--base", "HEAD")
    assert (result.exit_code, json.loads(texts["json"])["variants"]) == (0, [])


def test_another_text_that_gives_the_same_code_is_named_as_unchanged(repository, tmp_path):
    repository.edit("src/summed.cu", "(threadIdx.x / 8) * 8", "8 * (threadIdx.x / 8)")
    status, output, kernel = judged(repository, tmp_path)
    assert (status, kernel["change"]) == (0, "unchanged")
    assert "the same compiled code, not run" in output


GATHERED = """\
template <typename T> __global__ void gathered(const int* at, const T* x, T* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[at[i]] + T(1);
}
"""
PROGRAM = (
    PRELUDE
    + """
made = "template __global__ void gathered<float>(const int*, const float*, float*, int);"
source = open("src/gathered.cu").read() + made
code = compiled(source, b"-lineinfo", wanted="PTX", arch="compute_90")
function = function_of(code, "_Z8gatheredIfEvPKiPKT_PS2_i")
at, x, y = (check(driver.cuMemAlloc(400)) for _ in range(3))
for to, array in ((at, np.arange(99, -1, -1, dtype=np.int32)), (x, np.ones(100, np.float32))):
    check(driver.cuMemcpyHtoD(to, array.ctypes.data, 400))
check((launch(function, 64, at, x, y, 100, blocks=2),))
"""
)


@pytest.fixture(scope="module")
def gathered(tmp_path_factory):
    """A repository of a kernel that a Python program launches, and a recording of the program."""
    folder = tmp_path_factory.mktemp("gathered")
    repository = Repository(folder / "project", {"src/gathered.cu": GATHERED, "pyproject.toml": ""})
    (folder / "program.py").write_text(PROGRAM)
    words = [
        sys.executable,
        "-m",
        "harness",
        "run",
        "--record",
        str(folder / "made"),
        str(folder / "program.py"),
    ]
    given = {"cwd": repository.root, "env": os.environ | PATHS, "capture_output": True, "text": True}
    done = forked.run(words, **given, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return repository, folder / "made"


@pytest.mark.parametrize(
    ("edit", "status", "said"),
    one_in(2, [
        (("i < n", "i <= n"), 1, "oob-"),
        (("T(1)", "T(2)"), 3, "results changed"),
        (("const int* at", "int m, const int* at"), 3, "bytes, the parameters"),
        (("x[at[i]] + T(1)", "T(1) + x[at[i]]"), 0, "clean"),
    ], pytest.mark.slow),
    ids=["bound", "value", "parameter", "same"],
)  # fmt: skip
def test_both_sides_make_the_launches_of_a_recording(gathered, tmp_path, monkeypatch, edit, status, said):
    repository, made = gathered
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    monkeypatch.chdir(repository.root)
    repository.write("src/gathered.cu", GATHERED)
    repository.edit("src/gathered.cu", *edit)
    result, _ = reports(tmp_path, "--base", "HEAD", "--launches", made)
    assert result.exit_code == status, result.stdout
    assert said in result.stdout
    if status in (1, 3):
        assert "launch 1 of " in result.stdout


def test_a_launch_of_the_host_code_that_changed_is_compared(repository, tmp_path):
    repository.edit("src/summed.cu", "(n + 255) / 256, 256>", "n / 256, 256>")
    status, output, kernel = judged(repository, tmp_path)
    assert status == 3, output
    assert kernel["doubts"][0]["kind"] == "results"


@pytest.mark.parametrize(
    ("edit", "status", "why"),
    [
        (("total += part", "total += unknown * part"), 2, "the head does not compile, and the base does"),
        (
            ("float* y, int n)\n{", "float* z, Sized own)\n{\n    int n = own.n;\n    float* y = own.z;"),
            3,
            "structure with pointers that is passed by value",
        ),
    ],
    ids=["compile-error", "structure"],
)
def test_a_kernel_that_cannot_be_judged_is_never_clean(tmp_path, monkeypatch, edit, status, why):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    text = "struct Sized { int n; float* z; };\n" + SUMMED + HOST
    repository = Repository(tmp_path / "project", {**FILES, "src/summed.cu": text})
    monkeypatch.chdir(repository.root)
    repository.edit("src/summed.cu", *edit)
    found, output, _ = judged(repository, tmp_path)
    assert found == status, output
    assert why in output


def test_a_head_whose_base_does_not_compile_is_run_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    base = (SUMMED + HOST).replace("total += part", "total += unknown * part")
    repository = Repository(tmp_path / "project", {**FILES, "src/summed.cu": base})
    monkeypatch.chdir(repository.root)
    repository.edit("src/summed.cu", "unknown * ", "")
    status, output, kernel = judged(repository, tmp_path)
    assert (status, kernel["doubts"][0]["kind"]) == (3, "unjudged"), output
    assert "the base does not compile" in output
    repository.edit("src/summed.cu", "if (i < n)", "if (i <= n)")
    assert judged(repository, tmp_path)[0] == 1


def test_a_kernel_that_is_new_is_run_and_one_that_is_gone_is_named(repository, tmp_path):
    shifted = SUMMED.replace("summed", "shifted").replace("if (i < n)", "if (i <= n)")
    repository.write("src/shifted.cu", shifted + HOST.replace("summed", "shifted"))
    (repository.root / "src/summed.cu").unlink()
    result, texts = reports(tmp_path, "--base", "HEAD")
    found = {each["id"]: each for each in json.loads(texts["json"])["variants"]}
    assert result.exit_code == 1, result.stdout
    assert found["src/summed.cu/summed"]["change"] == "removed"
    new = found["src/shifted.cu/shifted"]
    assert (new["change"], new["regressions"][0]["kind"]) == ("added", "fault")


def test_names_select_kernels_and_files(repository, tmp_path):
    repository.write("src/other.cu", (SUMMED + HOST).replace("summed", "other"))
    repository.commit("another one")
    for name in ("summed", "other"):
        repository.edit(f"src/{name}.cu", "k < 8", "k < 7")
    for name in ("src/other.cu", "src/other.cu/other"):
        _, texts = reports(tmp_path, name, "--base", "HEAD")
        assert [each["id"] for each in json.loads(texts["json"])["variants"]] == ["src/other.cu/other"]
    assert gate("nothing.cu", "--base", "HEAD").exit_code == 2


def test_kernels_with_a_declaration_are_no_kernels_without(tmp_path, monkeypatch, few_cases):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    repository = Repository(tmp_path / "project", {"kernels/rows.cu": KERNEL, "pyproject.toml": PROJECT})
    monkeypatch.chdir(repository.root)
    repository.edit("kernels/rows.cu", "float sum = 0.0f", "float sum = 1e-30f")
    _, texts = reports(tmp_path, "--base", "HEAD")
    assert [each["id"] for each in json.loads(texts["json"])["variants"]] == ["rows"]


def test_a_row_may_be_longer_than_a_block(tmp_path, monkeypatch):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    rows = """\
__global__ void rows(const float* x, float* y, int depth)
{
    __shared__ float part[64];
    float total = 0.0f;
    for (int i = threadIdx.x; i < depth; i += blockDim.x)
        total += x[blockIdx.x * depth + i];
    part[threadIdx.x] = total;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < 64; ++k)
            total += part[k];
        y[blockIdx.x] = total;
    }
}

void launch(const float* x, float* y, int size, int depth)
{
    if (depth % 11 == 0)
        rows<<<size / depth, 64>>>(x, y, depth);
}
"""
    repository = Repository(tmp_path / "project", {**FILES, "src/summed.cu": rows})
    monkeypatch.chdir(repository.root)
    repository.edit("src/summed.cu", "total += x[", "total = x[")
    status, output, kernel = judged(repository, tmp_path)
    assert (status, kernel["doubts"][0]["kind"]) == (3, "results"), output


def test_a_buffer_of_unknown_size_of_which_more_is_touched_asks_a_person(tmp_path, monkeypatch):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    host = "void launch(const float* x, float* y, int n) { summed<<<(n + 255) / 256, 256>>>(x, y, n); }\n"
    repository = Repository(tmp_path / "project", {**FILES, "src/summed.cu": SUMMED + host})
    monkeypatch.chdir(repository.root)
    repository.edit("src/summed.cu", "i < n ? x[i]", "i <= n ? x[i]")
    status, output, kernel = judged(repository, tmp_path)
    assert (status, [doubt["kind"] for doubt in kernel["doubts"]]) == (3, ["reach", "results"]), output
    assert "bytes of x, the base " in output


def test_a_place_that_integers_choose_behind_a_buffer_of_unknown_size_asks_a_person(tmp_path, monkeypatch):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    code = (
        "__global__ void summed(const float* x, const int* at, float* y, int n)\n{\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (i < n)\n        y[i] = at[i] >= 0 && at[i] < n ? x[at[i]] : 0.0f;\n}\n"
    )
    host = (
        "void launch(float* x, int* at, float* y, int n) { summed<<<(n + 255) / 256, 256>>>(x, at, y, n); }\n"
    )
    repository = Repository(tmp_path / "project", {**FILES, "src/summed.cu": code + host})
    monkeypatch.chdir(repository.root)
    repository.edit("src/summed.cu", "at[i] < n", "at[i] < 2 * n")
    status, output, kernel = judged(repository, tmp_path)
    assert (status, [doubt["kind"] for doubt in kernel["doubts"]]) == (3, ["reach"]), output
    assert "bytes past the end of x," in output


@pytest.mark.parametrize(
    ("base", "kind"), [("y[at[i]] = x[i]", "unusual"), ("atomicAdd(y + at[i], x[i])", "fault")]
)
def test_a_race_where_made_up_integers_repeat_is_a_fault_only_in_place_of_atomics(
    tmp_path, monkeypatch, base, kind
):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    code = SUMMED.replace("float* y, int n", "const int* at, float* y, int n").replace("y[i] = total", base)
    host = (
        "void launch(float* x, int* at, float* y, int n) { summed<<<(n + 255) / 256, 256>>>(x, at, y, n); }\n"
    )
    repository = Repository(tmp_path / "project", {**FILES, "src/summed.cu": code + host})
    monkeypatch.chdir(repository.root)
    repository.edit("src/summed.cu", base, "y[at[i]] += x[i]")
    _, output, kernel = judged(repository, tmp_path)
    assert kind in [each["kind"] for each in (*kernel["regressions"], *kernel["doubts"])], output
    assert ("REGRESSION fault" in output) == (kind == "fault"), output


def test_sizes_that_the_host_code_of_the_head_excludes_are_not_compared(repository, tmp_path):
    launch = "summed<<<(n + 255) / 256, 256>>>(x, y, n);"
    repository.edit("src/summed.cu", launch, f"if (n % 4 == 0) {launch}")
    repository.edit("src/summed.cu", "if (i < n)\n", "if (i < n / 4 * 4)\n")
    _, output, kernel = judged(repository, tmp_path)
    assert kernel["doubts"] == [], output
    assert "SAME" in output


def test_a_launch_with_a_fault_that_host_code_may_exclude_is_not_counted(tmp_path, monkeypatch):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    pairs = "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n / 2)\n        "
    code = f"__global__ void summed(const float* x, float* y, int n)\n{{\n{pairs}y[i] = x[i] + x[n - 1 - i];\n}}\n"
    # Only numbers of elements that are no powers of two.
    host = HOST.replace("summed<<<", "if (n % 3 == 0) summed<<<")
    host = host.replace("int main()\n{\n    int n = 1 << 24;", "void launch(int n)\n{")
    repository = Repository(tmp_path / "project", {**FILES, "src/summed.cu": code + host})
    monkeypatch.chdir(repository.root)
    repository.edit("src/summed.cu", "x[i] + x[n - 1 - i]", "x[i] + x[n - i - (n % 2 == 0)]")
    _, output, kernel = judged(repository, tmp_path)
    assert "unusual" in [doubt["kind"] for doubt in kernel["doubts"]], output
    assert not any("n = 33" in text for text in kernel["counted"]), output


def test_a_macro_keeps_its_number_where_a_launch_has_it(tmp_path, monkeypatch):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    code = SUMMED.replace("blockIdx.x * blockDim.x", "blockIdx.x * width()").replace("if (i < n)\n", "")
    macro = "#define WIDTH 256\n__device__ int width() { return WIDTH; }\n"
    host = HOST.replace("(n + 255) / 256", "n / WIDTH").replace("1 << 24", "1024")
    repository = Repository(tmp_path / "project", {**FILES, "src/summed.cu": macro + code + host})
    monkeypatch.chdir(repository.root)
    repository.edit("src/summed.cu", "k < 8", "k < 7")
    result = gate("--base", "HEAD")
    assert result.exit_code == 3, result.stdout
    assert "both sides have the same fault there" not in result.stdout


def test_an_instance_of_a_new_template_parameter_is_compared_with_the_one_before_it(repository, tmp_path):
    call = "summed<<<(n + 255) / 256, 256>>>(x, y, n);"
    both = f"if (is_long) summed<true>{call[6:]} else summed<false>{call[6:]}"
    repository.edit("src/summed.cu", "int main()", "int main(int is_long)")
    repository.edit("src/summed.cu", call, both)
    repository.edit("src/summed.cu", "__global__", "template <bool is_long>\n__global__")
    repository.edit("src/summed.cu", "k < 8", "k < (is_long ? 8 : 7)")
    status, output, kernel = judged(repository, tmp_path)
    assert status == 3, output
    assert [doubt["kind"] for doubt in kernel["doubts"]] == ["results"]
    assert "summed<false>" in output


def test_a_parameter_and_a_size_that_the_base_has_not_are_no_obstacle(repository):
    text = (
        (SUMMED + HOST)
        .replace("float* y, int n)", "float* y, int m, int n)")
        .replace("int n = 1", "int m = k, n = 1")
    )
    text = text.replace("(x, y, n)", "(x, y, m, n)").replace("int main()", "int main(int k)")
    repository.write("src/summed.cu", text.replace("k < 8", "k < 7"))
    result = gate("--base", "HEAD")
    assert result.exit_code == 3, result.stdout
    assert "results changed" in result.stdout


def test_a_second_fault_of_the_same_kind_is_new(tmp_path, monkeypatch):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    base = (SUMMED + HOST).replace("        y[i] = total;", "        y[i] = total + x[i + 1];")
    repository = Repository(tmp_path / "project", {**FILES, "src/summed.cu": base})
    monkeypatch.chdir(repository.root)
    repository.edit("src/summed.cu", "i < n ? x[i] : 0.0f", "x[i]")
    status, output, kernel = judged(repository, tmp_path)
    assert status == 1, output
    assert kernel["regressions"][0]["message"].startswith("oob-read")
