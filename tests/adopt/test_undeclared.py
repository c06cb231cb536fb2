"""Kernels without a declaration: run by the launches of their host code, under every check that needs no reference."""

import json

import pytest
from click.testing import CliRunner

from harness.adopt.checkout.sources import find_sources
from harness.adopt.launches.value import Number, Operator, SsaValue
from harness.cli.program import main
from harness.undeclared import buffers, running, trial
from harness.undeclared.host_numbers import UnknownNumberError, holds, number

HOST = """
int main()
{
    int n = 1 << 24;
    float *x, *y;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    KERNEL<<<(n + 255) / 256, 256>>>(x, y, n);
}
"""
TWICE = """
__global__ void twice(const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 2.0f * x[i];
}
"""
SHIFTED = TWICE.replace("twice", "shifted").replace("i < n", "i <= n")
SUMMED = """
__global__ void summed(const float* x, float* y, int n)
{
    __shared__ float part[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i < n ? x[i] : 0.0f;
    if (i < n)
        y[i] = part[threadIdx.x ^ 32];
}
"""
ENDLESS = """
__global__ void endless(const float* x, float* y, int n)
{
    while (*(volatile const float*)x != 7.0f) {
    }
    y[0] = 1.0f;
}
"""
LOCKED = """
__global__ void locked(const float* x, float* y, int n)
{
    __shared__ volatile int last;
    last = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == last)
        y[blockIdx.x] = x[last];
}
"""
ADDED = """
__global__ void added(const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(y, x[i]);
}
"""
LONG = """
__global__ void lengthy(const float* x, float* y, int n)
{
    float total = 0.0f;
    for (int i = 0; i < 10000; ++i)
        total += x[i % n];
    y[blockIdx.x * blockDim.x + threadIdx.x] = total;
}
"""

WAITING = """
__global__ void waiting(const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0)
        *(volatile float*)y = 7.0f;
    if (blockIdx.x == 0 && threadIdx.x == 0)
        while (*(volatile float*)y != 7.0f) {
        }
    if (i > 0 && i < n)
        y[i] = x[i];
}
"""


@pytest.fixture
def invoke(project):
    return lambda *arguments: CliRunner().invoke(main, list(arguments), catch_exceptions=False)


@pytest.fixture
def checked(project, invoke):
    """Return the exit status, the output and the kernels of the JSON of a check of one file."""

    def check(source, name, *options):
        (project / f"{name}.cu").write_text(source + HOST.replace("KERNEL", name))
        result = invoke("check", f"{name}.cu", "--device", "cpu", "--json", "check.json", *options)
        return result.exit_code, result.stdout, json.loads((project / "check.json").read_text())["undeclared"]

    return check


def test_a_right_kernel_is_unproven_since_its_values_are_not_judged(checked):
    status, output, (run,) = checked(TWICE, "twice")
    assert (status, run["verdict"], run["findings"]) == (0, "UNPROVEN", [])
    assert run["host"] == "main (twice.cu:15)"
    assert "n = 33" in run["sizes"], "a constant of host code is a size, and too large"
    assert "no reference: values not judged" in output
    assert "1 kernel without a declaration" in output
    assert checked(TWICE, "twice", "--strict")[0] == 1


@pytest.fixture
def few_steps(monkeypatch):
    """Let a launch be long, and endless, after a sixteenth of the usual steps."""
    for module in (buffers, running):
        monkeypatch.setattr(module, "MOST_STEPS", buffers.MOST_STEPS // 16)
    monkeypatch.setattr(buffers, "ENDLESS_STEPS", buffers.ENDLESS_STEPS // 16)


@pytest.mark.usefixtures("few_steps")
@pytest.mark.parametrize(
    ("source", "reason", "line"),
    [
        (SHIFTED, "oob-read", 6),
        (SUMMED, "racecheck-raw", 8),
        (ENDLESS, "hang", 4),
        (LOCKED, "racecheck-waw", 5),
    ],
    ids=["shifted", "summed", "endless", "locked"],
)
def test_a_fault_is_found_without_a_reference(checked, source, reason, line, request):
    name = request.node.callspec.id
    status, output, (run,) = checked(source, name)
    found = {finding["reason"]: finding["source"] for finding in run["findings"]}
    assert (status, run["verdict"]) == (1, "FAIL")
    assert reason in found
    assert found[reason] == f"{name}.cu:{line}"
    assert f"  > {line:>5} | " in output
    assert f"rerun: kernel-harness check {name}.cu" in output


@pytest.mark.usefixtures("few_steps")
@pytest.mark.parametrize("source", [ADDED, LONG, WAITING], ids=["added", "lengthy", "waiting"])
def test_atomic_sums_long_loops_and_blocks_that_wait_for_others_do_not_hang(checked, source, request):
    _, output, (run,) = checked(source, request.node.callspec.id)
    found = {finding["reason"] for finding in (*run["findings"], *run["notes"])}
    assert "hang" not in found, output
    assert not found or request.node.callspec.id == "waiting", output


def test_a_launch_of_another_kernel_of_the_same_name_is_left_out(checked):
    other = "\nvoid other(float* x, float* y, int n) { twice<<<1, 32>>>(x, y, n, n); }\n"
    status, output, (run,) = checked(TWICE + other, "twice")
    assert (status, run["host"].partition(" ")[0]) == (0, "main"), output


def test_a_file_that_defines_a_kernel_of_the_same_name_launches_its_own(project, invoke):
    own = TWICE.replace("y[i] =", "y[2 * i] =")
    host = HOST.replace("KERNEL", "twice")
    (project / "wide.cu").write_text(own + host.replace("cudaMalloc(&y, n", "cudaMalloc(&y, 2 * n"))
    (project / "narrow.cu").write_text(TWICE + host)
    for name in ("wide", "narrow"):
        result = invoke("check", f"{name}.cu", "--device", "cpu", "--json", "check.json")
        (run,) = json.loads((project / "check.json").read_text())["undeclared"]
        assert result.exit_code == 0, result.stdout
        assert f"{name}.cu" in run["host"]
    found = {source.name: source.hosts for source in find_sources(project)}
    assert found == {"narrow.cu": (), "wide.cu": ()}


def test_a_fault_at_unusual_sizes_alone_is_a_note(checked):
    pairs = TWICE.replace("y[i] = 2.0f * x[i]", "((float2*)y)[i / 2] = ((const float2*)x)[i / 2]")
    status, output, (run,) = checked(pairs.replace("i < n", "i % 2 == 0 && i < n"), "twice")
    assert (status, run["findings"]) == (0, [])
    assert {note["reason"] for note in run["notes"]} == {"oob-read", "oob-write"}
    assert "NOTE twice: only at sizes or with integers that its host code may exclude" in output


@pytest.mark.parametrize(
    "host",
    ["", "template <int KIND> void run(float* x, float* y, int n) { twice<KIND><<<1, 64>>>(x, y, n); }\n"],
)
def test_a_source_that_instantiates_its_template_says_which_arguments_there_are(project, invoke, host):
    code = TWICE.replace("__global__", "enum Kind { HALVED = 11, DOUBLED };\ntemplate <int KIND>\n__global__")
    code = code.replace("2.0f * x[i]", "KIND >= HALVED ? x[i] : x[i + (1 << 28)]")
    macro = (
        "#define MAKE(kind) template __global__ void twice<kind>(const float*, float*, int);\nMAKE(DOUBLED)\n"
    )
    (project / "twice.cu").write_text(code + macro + host)
    result = invoke("check", "twice.cu", "--device", "cpu", "--json", "check.json")
    (run,) = json.loads((project / "check.json").read_text())["undeclared"]
    assert (result.exit_code, run["entry"]) == (0, "twice<DOUBLED>"), result.stdout


def test_the_instance_decides_what_sizes_of_its_types_and_its_arguments_are(project, invoke):
    code = TWICE.replace("__global__", "template <class T, int WIDTH>\n__global__").replace("float*", "T*")
    code = code.replace(
        "y[i] = 2.0f * x[i]", "for (int k = 0; k < WIDTH; ++k) y[i * WIDTH + k] = x[i * sizeof(T)]"
    )
    host = (
        "template <class U, int ROW> void run(int n) {\n    U *x, *y;\n    cudaMalloc(&x, n * sizeof(U) * sizeof(U));\n"
        "    cudaMalloc(&y, n * ROW * sizeof(U));\n    twice<U, ROW><<<(n + 63) / 64, 64>>>(x, y, n);\n}\n"
        "void main_() { run<float, 8>(1); }\n"
    )
    (project / "twice.cu").write_text(code + host)
    result = invoke("check", "twice.cu", "--device", "cpu", "--json", "check.json")
    (run,) = json.loads((project / "check.json").read_text())["undeclared"]
    assert (result.exit_code, run["findings"], run["notes"]) == (0, [], []), result.stdout
    assert not any("sizeof" in sizes or "ROW" in sizes for sizes in run["sizes"])


SCATTERED = TWICE.replace("float* y", "const int* at, float* y").replace("y[i] = 2", "y[at[i]] = 2")


@pytest.mark.parametrize(
    ("edit", "status"),
    [(("", ""), 0), (("] = 2", "] += 2"), 1), (("at[i]", "at[i] % 2"), 1)],
    ids=["write", "sum", "same"],
)
def test_writes_that_meet_where_integers_repeat_are_a_note_and_sums_are_a_fault(
    project, invoke, edit, status
):
    host = "void run(float* x, int* at, float* y, int n) { twice<<<(n + 63) / 64, 64>>>(x, at, y, n); }\n"
    (project / "twice.cu").write_text(SCATTERED.replace(*edit) + host)
    result = invoke("check", "twice.cu", "--device", "cpu", "--json", "check.json")
    (run,) = json.loads((project / "check.json").read_text())["undeclared"]
    assert (result.exit_code, bool(run["findings"])) == (status, bool(status)), result.stdout
    if not status:
        assert {note["reason"] for note in run["notes"]} == {"racecheck-waw"}
        assert "integers that repeat" in run["noted_at"][0]


@pytest.mark.parametrize(
    ("given", "of"),
    [
        ("struct Own { int n; float by; };\n", "i < own.n ? own.by * x[i] : 0.0f"),
        ("struct Own { static const int by = 2; };\n", "Own::by * x[i]"),
        ("#include <cuda_fp16.h>\nusing Own = half2;\n", "x[i] * __half2float(own.x)"),
        ("using Own = float4;\n", "own.x + own.w"),
        ("using Own = dim3;\n", "x[i] + own.y"),
    ],
    ids=["structure", "empty", "half2", "float4", "dim3"],
)
def test_structures_of_numbers_are_made_up(checked, given, of):
    code = TWICE.replace("int n)", "int n, Own own)").replace("2.0f * x[i]", of)
    host = "void run(const float* x, float* y, int n, Own own) { twice<<<(n + 255) / 256, 256>>>(x, y, n, own); }\n"
    status, output, (run,) = checked(given + code + host, "other")
    assert (status, run["verdict"], len(run["sizes"]) > 4) == (0, "UNPROVEN", True), output


def test_a_folder_s_headers_are_run_through_a_file_that_includes_them(project, invoke):
    (project / "kernels").mkdir()
    (project / "kernels" / "shifted.cuh").write_text(f"#pragma once\n{SHIFTED}")
    (project / "kernels" / "host.cu").write_text(
        '#include "shifted.cuh"\n' + TWICE + HOST.replace("KERNEL", "shifted")
    )
    result = invoke("check", "kernels", "--device", "cpu", "--json", "check.json")
    runs = {run["kernel"]: run for run in json.loads((project / "check.json").read_text())["undeclared"]}
    assert result.exit_code == 1, result.stdout
    assert (runs["shifted"]["path"], runs["shifted"]["verdict"]) == ("kernels/shifted.cuh", "FAIL")
    assert runs["twice"]["verdict"] == "UNPROVEN"


@pytest.mark.parametrize("place", ["main", "file"])
def test_upper_case_names_of_a_program_are_sizes_like_others(checked, place):
    # The kernel's parameter hides a constant of the file.
    code = TWICE.replace("int n)", "int N)").replace("i < n", "i < N")
    host = HOST.replace("KERNEL", "twice").replace("n *", "N *").replace("(n +", "(N +").replace(" n)", " N)")
    constant = "const int N = 1 << 24;\n"
    host = host.replace("int n = 1 << 24;", constant if place == "main" else "")
    status, output, (run,) = checked((constant if place == "file" else "") + code + host, "other")
    assert (status, run["verdict"]) == (0, "UNPROVEN"), output
    assert "N = 33" in run["sizes"]


def test_numbers_without_host_code_are_as_unusual_as_those_with_it(project, invoke):
    pairs = TWICE.replace("y[i] = 2.0f * x[i]", "*(float2*)(y + i * n) = *(const float2*)(x + i * n)")
    (project / "twice.cu").write_text(pairs.replace("i < n", "i < 2"))
    result = invoke("check", "twice.cu", "--device", "cpu", "--json", "check.json")
    (run,) = json.loads((project / "check.json").read_text())["undeclared"]
    assert (result.exit_code, run["findings"]) == (0, []), result.stdout
    assert {note["reason"] for note in run["notes"]} == {"misaligned-access"}
    assert run["noted_at"][0] == "n = 33"


def test_a_launch_that_is_too_long_to_watch_has_other_sizes_in_its_place(checked, monkeypatch):
    rows = TWICE.replace("int n", "int n, int m").replace(
        "y[i] =", "for (int k = 0; k < m && x[i] < k; ++k) y[i] ="
    )
    host = HOST.replace("KERNEL", "twice").replace("x, y, n)", "x, y, n, m)")
    source = rows + host.replace("int n = 1 << 24", "int n = 32, m = 1024")
    monkeypatch.setattr(trial, "WATCHED_STEPS", 1 << 11)
    monkeypatch.setattr(trial, "WATCHED_STEPS_AT_ALL", 1 << 12)
    _, output, (run,) = checked(source, "other")
    assert run["verdict"] == "UNPROVEN", output
    assert any("m = 64" in sizes for sizes in run["sizes"])
    assert any("instructions of all warps" in why for why in run["why_not"])


def test_an_allocation_by_a_number_that_the_launch_does_not_know_is_no_bound(project, invoke):
    host = HOST.replace("KERNEL", "twice").replace("int n = 1 << 24;", "int n = 1 << 24, m = 1 << 24;")
    (project / "twice.cu").write_text(TWICE + host.replace("n * sizeof", "m * sizeof"))
    result = invoke("check", "twice.cu", "--device", "cpu")
    assert result.exit_code == 0, result.stdout


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (TWICE.replace("int n)", "struct { int n; } own)").replace("i < n", "i < own.n"), "does not compile"),
        (
            "struct Sized { int n; float* z; };\n"
            + TWICE.replace("int n)", "Sized own)").replace("i < n", "i < own.n").replace("y[i]", "own.z[i]"),
            "own is a structure with pointers that is passed by value",
        ),
        (TWICE.replace("2.0f * x[i]", "unknown(x[i])"), 'identifier "unknown" is undefined'),
    ],
    ids=["unnamed", "structure", "compile-error"],
)
def test_a_kernel_that_cannot_be_run_says_why(checked, source, why):
    status, _, (run,) = checked(source, "twice")
    assert (status, run["verdict"], run["sizes"]) == (2, "NOT-RUN", [])
    assert any(why in reason for reason in run["why_not"]), run["why_not"]


def test_the_faults_are_in_the_page_and_at_the_lines_of_the_change(project, invoke):
    (project / "shifted.cu").write_text(SHIFTED + HOST.replace("KERNEL", "shifted"))
    options = ("--device", "cpu", "--json", "check.json", "--annotate", "github")
    output = invoke("check", "shifted.cu", *options).stdout
    assert "::error file=shifted.cu,line=6,title=FAIL shifted  oob-read::" in output
    assert invoke("report", "page.html", "check.json").exit_code == 0
    page = (project / "page.html").read_text()
    assert "Kernels without a declaration: values not judged" in page
    assert "0 bytes past the end of x" in page


def test_a_file_without_kernels_is_still_a_wrong_declaration(project, invoke):
    (project / "host.cu").write_text("int main() { return 0; }\n")
    result = invoke("check", "host.cu", "--device", "cpu")
    assert result.exit_code == 2
    assert "a variant must be declared in its head comment" in result.stdout


def test_an_expression_selects_cases_which_such_a_file_has_not(project, invoke):
    (project / "twice.cu").write_text(TWICE + HOST.replace("KERNEL", "twice"))
    result = invoke("check", "twice.cu", "--device", "cpu", "-k", "twice")
    assert result.exit_code == 2
    assert "a variant must be declared in its head comment" in result.stdout


N = SsaValue("n")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Operator("/", (Operator("-", (N,)), Number(2))), -3),
        (Operator("%", (Operator("-", (N,)), Number(2))), -1),
        (Operator("ceil_div", (N, Number(4))), 2),
        (Operator("if", (Operator("<", (N, Number(8))), Number(1), Number(2))), 1),
        (Operator("/", (Operator("real", (N,)), Number(2))), 3.5),
        (SsaValue("m", Operator("<<", (Number(1), N))), 128),
    ],
    ids=["division", "remainder", "ceil_div", "if", "real", "shift"],
)
def test_numbers_are_those_of_cpp(value, expected):
    assert number(value, {"n": 7}) == expected


@pytest.mark.parametrize("name", ["m", "/", "<<"])
def test_what_has_no_number_says_so(name):
    value = N if name == "m" else Operator(name, (Number(1), Number(0 if name == "/" else 80)))
    with pytest.raises(UnknownNumberError):
        number(value, {"m": 1})
    assert holds(value, {"m": 1}) is None


VARIANCE = """
__global__ void variance(const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0.0f, squares = 0.0f;
    for (int k = 0; k < 32; ++k) {
        sum += x[(i + k) % n];
        squares += x[(i + k) % n] * x[(i + k) % n];
    }
    y[i] = squares / 32 - (sum / 32) * (sum / 32);
}
"""
CENTRED = VARIANCE.replace(
    "squares += x[(i + k) % n] * x[(i + k) % n];\n    }",
    """}
    for (int k = 0; k < 32; ++k) {
        float d = x[(i + k) % n] - sum / 32;
        squares += d * d;
    }""",
).replace("squares / 32 - (sum / 32) * (sum / 32)", "squares / 32")


def test_numerics_names_the_lines_of_a_variance_that_loses_its_digits(checked):
    status, output, (run,) = checked(VARIANCE, "variance", "--numerics")
    assert (status, run["findings"]) == (0, [])
    (note,) = run["notes"]
    assert (note["reason"], note["source"].partition(":")[0]) == ("unstable-rounding", "variance.cu")
    assert "on inputs normal plus 1000" in note["message"]
    assert "squares / 32 - (sum / 32) * (sum / 32);" in note["message"]
    assert "unstable-rounding: rounding alone moves y[" in output


def test_numerics_notes_nothing_of_differences_from_the_mean_and_nothing_unasked(checked):
    assert checked(CENTRED, "variance", "--numerics")[2][0]["notes"] == []
    assert checked(VARIANCE, "variance")[2][0]["notes"] == []
