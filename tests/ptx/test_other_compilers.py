"""PTX of other compilers and flags, and matrix kernels in CUDA C++ through NVRTC, against NumPy."""

import functools
import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import llvmlite.binding as llvm
import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray

from harness.compiler import CompileRequest
from harness.ptx.launch.watch import Watch
from tests.ptx.code_cache import ptx_of
from tests.ptx.ptx_text import launch_on
from tests.sampled import one_in

HEAD = """target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
"""
BODY = """
define ptx_kernel void @k(ptr addrspace(1) align 16 %x, ptr addrspace(1) align 16 %y) {{
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = sext i32 %t to i64
  %p = getelementptr {type}, ptr addrspace(1) %x, i64 %i
  %q = getelementptr {type}, ptr addrspace(1) %y, i64 %i
  %a = load {type}, ptr addrspace(1) %p
  %b = load {type}, ptr addrspace(1) %q
{body}
  store {type} %r, ptr addrspace(1) %q
  ret void
}}
"""
LANES = np.arange(32, dtype=np.uint32)
Words = NDArray[np.uint32]


class Program(NamedTuple):
    """LLVM IR that makes ``%r`` of ``%a``, ``%b`` and the thread ``%t``, what it must be, and definitions before it."""

    type: str
    body: str
    expected: Callable[[Words, Words], Words]
    before: str = ""


PROGRAMS = {
    "vector": Program(
        "<4 x float>", "  %r = fadd <4 x float> %a, %b", lambda a, b: (a.view("f4") + b.view("f4")).view("u4")
    ),
    "several-results": Program(
        "i32",
        "  %s = call {i32, i16} @f(i32 %a)\n  %u = extractvalue {i32, i16} %s, 0\n"
        "  %h = extractvalue {i32, i16} %s, 1\n  %w = zext i16 %h to i32\n  %r = add i32 %u, %w",
        lambda a, b: ~a + (a & 0xFFFF),
        """define internal {i32, i16} @f(i32 %v) noinline {
  %n = xor i32 %v, -1
  %s = trunc i32 %v to i16
  %1 = insertvalue {i32, i16} poison, i32 %n, 0
  %2 = insertvalue {i32, i16} %1, i16 %s, 1
  ret {i32, i16} %2
}
""",
    ),
    "pointers": Program(
        "i32",
        "  %odd = trunc i32 %t to i1\n  %f = select i1 %odd, ptr @f, ptr @g\n  %r = call i32 %f(i32 %b)",
        lambda a, b: np.where(LANES % 2, b + 1, b * 3),
        "define internal i32 @f(i32 %v) noinline {\n  %r = add i32 %v, 1\n  ret i32 %r\n}\n"
        "define internal i32 @g(i32 %v) noinline {\n  %r = mul i32 %v, 3\n  ret i32 %r\n}\n",
    ),
    "shared": Program(
        "i32",
        "  %to = getelementptr [32 x i32], ptr addrspace(3) @s, i64 0, i64 %i\n  store i32 %a, ptr addrspace(3) %to\n"
        "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n  %j = xor i64 %i, 5\n"
        "  %from = getelementptr [32 x i32], ptr addrspace(3) @s, i64 0, i64 %j\n"
        "  %r = load i32, ptr addrspace(3) %from",
        lambda a, b: a[LANES ^ 5],
        "@s = internal addrspace(3) global [32 x i32] undef\n",
    ),
}


@pytest.fixture(scope="module")
def target():
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple("nvptx64-nvidia-cuda")


@pytest.mark.parametrize(("cpu", "level"), [("sm_75", 0), ("sm_90", 2)])
@pytest.mark.parametrize("name", PROGRAMS)
def test_ptx_of_llvm(executor, target, name, cpu, level):
    program = PROGRAMS[name]
    module = llvm.parse_assembly(HEAD + program.before + BODY.format(type=program.type, body=program.body))
    ptx = target.create_target_machine(cpu=cpu, opt=level).emit_assembly(module)
    n_words = 32 * (4 if "4" in program.type else 1)
    generator = np.random.default_rng(5)
    # small enough exponents for sums without NaNs
    a, b = (generator.integers(0, 1 << 30, n_words, np.uint32) for _ in range(2))
    (_, found), report = launch_on(executor, ptx, "k", [a, b])
    assert report.completed
    assert report.faults == ()
    np.testing.assert_array_equal(found, program.expected(a, b))


SOURCE = Path(__file__).parent / "sources" / "matrices.cu"
BFLOAT = np.dtype(ml_dtypes.bfloat16)

# entry, type of a and b, type of the result, and the extents m, n, k
OLD = [
    ("half_product", np.float16, np.float32, (32, 16, 48)),
    ("tall_product", np.float16, np.float32, (32, 16, 16)),
    ("half_sums", np.float16, np.float16, (16, 32, 16)),
    ("byte_product", np.int8, np.int32, (16, 32, 32)),
]
NEW = [
    ("bfloat_product", BFLOAT, np.float32, (16, 32, 16)),
    ("double_product", np.float64, np.float64, (16, 8, 12)),
    ("tf32_product", np.float32, np.float32, (16, 16, 24)),
    ("inline_product", np.float16, np.float32, (16, 8, 16)),
]
CASES = [
    (arch, *case)
    for arch in ("sm_75", "sm_80", "sm_89", "sm_90")
    for case in (OLD + NEW if arch != "sm_75" else OLD)
]


def header_folders():
    """Return where <mma.h> finds its <crt/mma.h>, which is a wheel of its own."""
    spec = importlib.util.find_spec("nvidia")
    for place in (spec.submodule_search_locations if spec else None) or ():
        folder = Path(place) / "cu13/include"
        if (folder / "crt/mma.h").is_file():
            return (folder,)
    pytest.skip("<mma.h> needs <crt/mma.h>: pip install nvidia-cuda-crt")


@functools.cache
def ptx(arch):
    request = CompileRequest(path=SOURCE, arch=arch, include_dirs=header_folders())
    return ptx_of(request)


@pytest.mark.parametrize(
    ("arch", "entry", "kind", "result", "extents"), one_in(6, CASES, pytest.mark.slow), ids=str
)
def test_product(executor, arch, entry, kind, result, extents):
    m, n, k = extents
    generator = np.random.default_rng(8)
    a, b = (generator.integers(-4, 5, shape).astype(kind) for shape in ((m, k), (n, k)))
    start = (
        generator.integers(-4, 5, (m, n)).astype(result)
        if entry == "tf32_product"
        else np.zeros((m, n), result)
    )
    sizes = (np.int32(extent) for extent in extents)
    (found, *_), report = launch_on(executor, ptx(arch), entry, [start, a, b], *sizes)
    assert report.faults == ()
    product = a.astype(np.float64) @ b.astype(np.float64).T
    expected = start + product if entry == "tf32_product" else 2 * product
    np.testing.assert_array_equal(found, expected.astype(result))


def test_products_under_every_observer(executor):
    arrays = [np.ones((16, 8), np.float32), np.zeros((16, 16), np.float16), np.zeros((8, 16), np.float16)]
    sizes, watch = map(np.int32, (16, 8, 16)), Watch(races=True, undefined=True, counts=True)
    (found, *_), report = launch_on(executor, ptx("sm_90"), "inline_product", arrays, *sizes, watch=watch)
    assert report.faults == ()
    assert (found == 0).all()
