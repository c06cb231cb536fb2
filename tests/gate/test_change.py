from types import SimpleNamespace

import pytest

from harness.compiler import compile, open_cache, open_compiler  # noqa: A004 - its name
from harness.compiler.request import matrix_requests
from harness.gate.change import changes
from harness.gate.model import Change
from harness.gate.revision import Tree, open_revisions
from harness.ptx.text.normalized import normalized
from harness.run import precompilation
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import discover, load_variant
from tests.gate.repository import KERNEL, OPERATION, Repository


def found(repository):
    with open_revisions("main", None, repository.root, {}) as sides:
        variants = [discover(side.settings.sources, side.settings.operations).variants for side in sides]
        compiler = open_compiler(sides[1].settings, device="cpu")
        return {each.id: each for each in changes(*variants, sides, compiler)}


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        # what compiles to the same code
        ("  float sum", "  // the sum of all\n\n  float sum", ""),
        ("largest", "most", ""),
        ('"textbook"', '"a better textbook"', ""),
        ("if (row >= n_rows) return;", "if (row >= n_rows) { return; }", ""),
        ("sum += expf", "sum += __expf", "compiled code of 2 of 2"),
        ("ceil_div(n_rows, block_x)", "ceil_div(n_rows, block_x) + 1", "launch rules"),
        ("[32], [64]]", "[32], [64], [128]]", "1 further combinations"),
        ("// grid ", '// compile_options = ["-use_fast_math"]\n// grid ', "compiled code"),
        ("float largest", "float largest = oops, most", "does not compile in the head"),
    ],
)
def test_what_differs_is_changed_and_told(repository, old, new, why):
    repository.edit("kernels/rows.cu", old, new)
    change = found(repository)["rows"]
    assert change.change is (Change.CHANGED if why else Change.UNCHANGED)
    assert why in change.why


INCLUDING = '#include "exp.cuh"\n\nextern "C"'


def test_a_changed_header_changes_its_users_only(tmp_path):
    files = {
        "kernels/rows.cu": KERNEL,
        "kernels/other.cu": KERNEL.replace("expf(", "my_exp(").replace('extern "C"', INCLUDING),
        "kernels/include/exp.cuh": "__device__ inline float my_exp(float x) { return expf(x); }\n",
    }
    repository = Repository(tmp_path / "project", files)
    repository.edit("kernels/include/exp.cuh", "return expf(x)", "return exp2f(1.44269504f * x)")
    by_id = found(repository)
    assert by_id["rows"].change is Change.UNCHANGED
    assert by_id["other"].change is Change.CHANGED


def test_added_removed_and_renamed(repository):
    (repository.root / "kernels" / "rows.cu").rename(repository.root / "kernels" / "lines.cu")
    by_id = found(repository)
    assert by_id["rows"].change is Change.REMOVED
    assert by_id["rows"].renamed_to == "lines"
    assert by_id["lines"].change is Change.ADDED
    repository.edit("kernels/lines.cu", "expf", "__expf")
    assert found(repository)["rows"].renamed_to == ""


def test_lines_of_source_are_no_code():
    ptx = """\
// a comment
.version 9.0
.file 1 "a.cu"
.loc 1 3 4
\tadd.s32 \t%r1, %r2, 1; // inlined
\t.section\t.debug_str
\t{
$L__info_string0:
.b8 1
\t}
\tret;
"""
    assert normalized(ptx) == normalized(".version 9.0 add.s32 %r1, %r2, 1; ret;")


@pytest.mark.parametrize(
    "before",
    [
        "/* see https://x.org */ ",
        "/* a // b\n*/",
        ".loc 1 12 0 ",
        ".loc 1 12 0, function_name $L__info_string0+12, inlined_at 1 3 0 ",
        '.file 1 "a.cu" ',
        "/*\n.section .debug_x\n*/ ",
        '.pragma "/*"; ',
        '.pragma "//"; ',
        "//\\\n",
        "# /* ",
    ],
)
@pytest.mark.parametrize("after", ["", "\n{\n}\n", '\n.pragma "*/";'])
def test_code_beside_what_is_no_code_is_compared(before, after):
    old, new = (normalized(f"{before}shl.b32 %r1, %r1, {n};{after}") for n in (2, 3))
    assert old != new


def test_a_debug_section_ends_at_its_brace():
    section = ".section .debug_str\n{\n$L__info_string0:\n.b8 1\n}\n"
    assert normalized(section + "ret;") == normalized("ret;")
    assert normalized(section + "ret;") != normalized(section + "exit;")


def test_a_changed_operation_changes_its_variants_only(tmp_path):
    own = '// operation = "copy_row"\n// entry = "softmax"\n// grid '
    files = {
        "kernels/rows.cu": KERNEL,
        "kernels/other.cu": KERNEL.replace("// grid ", own),
        "operations/copy_row.py": OPERATION,
    }
    repository = Repository(tmp_path / "project", files)
    table = "[tool.kernel-harness]\n"
    repository.edit("pyproject.toml", table, table + 'operations = ["operations"]\n')
    repository.commit("operations")
    assert {each.change for each in found(repository).values()} == {Change.UNCHANGED}
    repository.edit("operations/copy_row.py", "lambda inp: inp", "lambda inp: 1.0 * inp")
    changed = found(repository)
    assert changed["rows"].change is Change.UNCHANGED
    assert changed["other"].change is Change.CHANGED
    assert changed["other"].why == "the operation or its constants"


BY_BLOCK = KERNEL.replace("// ///\n\n", '// defines = { WIDTH = "block_x" }\n// ///\n\n').replace(
    "// grid", '// dtypes = ["float32"]\n// grid'
)
"""`KERNEL` with different code for each of its two blocks."""


@pytest.mark.parametrize("n_cached", [0, 1])
def test_code_that_is_not_in_the_cache_is_compiled_side_by_side(monkeypatch, tmp_path, n_cached):
    """Each distinct code goes to a child process once, though both sides have it; nothing does when all is cached."""
    begun = []

    def run_here(function, jobs, n_processes):
        begun.append((len(jobs), n_processes))
        for job in jobs:
            function(job)
            yield job, None

    monkeypatch.setattr(precompilation, "usable_cores", lambda: 4)
    monkeypatch.setattr(precompilation, "run_jobs", run_here)
    settings = Settings.load(tmp_path, environ={"HOME": str(tmp_path)}, compiler="nvrtc")
    compiler = open_compiler(settings, device="cpu")
    sides = []
    for name in ("base", "head"):
        (tmp_path / name).mkdir()
        for number in range(3):
            (tmp_path / name / f"k{number}.cu").write_text(
                BY_BLOCK.replace("softmax(", f"softmax(/* {number} of the {name} */ ")
            )
        sides.append([load_variant(path) for path in sorted((tmp_path / name).iterdir())])
    for variant in sides[0]:
        for block in variant.blocks[:n_cached]:  # as a benchmark that counted them leaves the cache
            (request,) = matrix_requests(
                variant, block, "float32", arch=settings.arch, target="ptx", settings=settings
            )
            compile(request, compiler=compiler, cache=open_cache(settings))
    side = SimpleNamespace(settings=settings, tree=Tree(tmp_path))
    for _ in range(2):
        compared = changes(*sides, (side, side), compiler)
        assert {each.change for each in compared} == {Change.UNCHANGED}
    assert begun == [(3 * (4 - n_cached), 4)]


# The first line apart: pytest would read this file as a declaration.
TRITON = """\
# /// {variant}
# summary = "Copies."
# source  = "an example"
# entry   = "softmax"
# args    = ["inp", "out", "n_cols", "inp_stride", "out_stride"]
# grid    = "n_rows"
# ///
import triton
import triton.language as tl

from parts import WIDTH


@triton.jit
def softmax(inp, out, n_cols, inp_stride, out_stride):
    cols = tl.arange(0, 4)
    tl.store(out + cols, tl.load(inp + cols))
""".replace("{variant}", "variant")
HEADERS = '#include "near.cuh"\n#include <vector>\n#include <cuda_fp16.h>\n\nextern "C"'
ALIKE = {
    "kernels/plain.cu": KERNEL,
    "kernels/including.cu": KERNEL.replace('extern "C"', HEADERS),
    "kernels/near.cuh": "#pragma once\n",
    "kernels/by_triton.py": TRITON,
    "kernels/parts.py": "WIDTH = 4\n",
    "data.json": "4\n",
}


@pytest.fixture
def compiled(monkeypatch):
    """The variants whose code is compiled."""
    names = set()

    def noting(request, **options):
        names.add(request.path.stem)
        return compile(request, **options)

    monkeypatch.setattr("harness.gate.change.compile", noting)
    return names


@pytest.mark.parametrize(
    ("path", "old", "new", "changed"),
    [
        ("kernels/plain.cu", '"textbook"', '"a textbook"', {"plain"}),
        ("kernels/near.cuh", "#pragma once", "#pragma once\n// the end", {"including"}),
        ("kernels/by_triton.py", '"Copies."', '"Copies"', {"by_triton"}),
        ("kernels/parts.py", "4", "8", {"by_triton"}),
        ("data.json", "4", "8", set()),
        ("pyproject.toml", "sources", 'arch = "sm_80"\nsources', {"plain", "including", "by_triton"}),
    ],
)
def test_only_what_reads_other_texts_is_compiled(compiled, monkeypatch, tmp_path, path, old, new, changed):
    monkeypatch.setattr("harness.gate.change.precompile", lambda *_, **_options: None)
    repository = Repository(tmp_path / "project", ALIKE)
    repository.edit(path, old, new)
    by_id = found(repository)
    assert compiled == changed
    alike = [each.change for name, each in by_id.items() if name not in changed]
    assert set(alike) <= {Change.UNCHANGED}


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        # what the import opens, a header that is nowhere
        ("kernels/by_triton.py", "from parts import WIDTH", "WIDTH = int(open('data.json').read())"),
        ("kernels/including.cu", "near.cuh", "nowhere.cuh"),
    ],
)
def test_what_reads_unknown_texts_is_compiled_on_both_sides(compiled, tmp_path, path, old, new):
    found(Repository(tmp_path / "project", {**ALIKE, path: ALIKE[path].replace(old, new)}))
    assert {f"kernels/{name}" for name in compiled} == {path.partition(".")[0]}
