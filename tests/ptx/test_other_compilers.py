"""PTX of other compilers and flags, and matrix kernels in CUDA C++ through NVRTC, against NumPy."""

import functools
import importlib.util
from dataclasses import dataclass
from pathlib import Path

import llvmlite.binding as llvm
import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray

from harness.compiler import CompileRequest
from harness.ptx.launch.watch import Watch
from tests.ptx.code_cache import ptx_of

HEAD = """target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.sadd.sat.i32(i32, i32)
declare {i32, i1} @llvm.uadd.with.overflow.i32(i32, i32)
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


@dataclass(frozen=True)
class Program:
    """LLVM IR that makes ``%r`` of ``%a``, ``%b`` and the thread ``%t``, and definitions in front of it."""

    type: str
    body: str
    before: str = ""

    @property
    def text(self):
        return HEAD + self.before + BODY.format(type=self.type, body=self.body)


PROGRAMS = {
    "vector": Program("<4 x float>", "  %r = fadd <4 x float> %a, %b"),
    "wide-product": Program(
        "i64",
        "  %wa = zext i64 %a to i128\n  %wb = zext i64 %b to i128\n  %m = mul i128 %wa, %wb\n  %o = sub i128 %m, %wa\n"
        "  %h = lshr i128 %o, 64\n  %r = trunc i128 %h to i64",
    ),
    "several-results": Program(
        "i32",
        "  %s = call {i32, i16} @f(i32 %a)\n  %u = extractvalue {i32, i16} %s, 0\n"
        "  %h = extractvalue {i32, i16} %s, 1\n  %w = zext i16 %h to i32\n  %r = add i32 %u, %w",
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
        "define internal i32 @f(i32 %v) noinline {\n  %r = add i32 %v, 1\n  ret i32 %r\n}\n"
        "define internal i32 @g(i32 %v) noinline {\n  %r = mul i32 %v, 3\n  ret i32 %r\n}\n",
    ),
    "shared": Program(
        "i32",
        "  %to = getelementptr [32 x i32], ptr addrspace(3) @s, i64 0, i64 %i\n  store i32 %a, ptr addrspace(3) %to\n"
        "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n  %j = xor i64 %i, 5\n"
        "  %from = getelementptr [32 x i32], ptr addrspace(3) @s, i64 0, i64 %j\n"
        "  %r = load i32, ptr addrspace(3) %from",
        "@s = internal addrspace(3) global [32 x i32] undef\n",
    ),
    "bits": Program(
        "i32",
        "  %f = call i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 %t)\n  %s = call i32 @llvm.sadd.sat.i32(i32 %f, i32 %b)\n"
        "  %o = call {i32, i1} @llvm.uadd.with.overflow.i32(i32 %s, i32 %a)\n"
        "  %v = extractvalue {i32, i1} %o, 0\n  %c = extractvalue {i32, i1} %o, 1\n  %e = zext i1 %c to i32\n"
        "  %r = xor i32 %v, %e",
    ),
}


def expected(name, a, b):
    if name == "vector":
        return (a.view("f4") + b.view("f4")).view("u4")
    if name == "wide-product":
        pairs = zip(a.view("u8").tolist(), b.view("u8").tolist(), strict=True)
        return np.array([(x * y - x >> 64) & (1 << 64) - 1 for x, y in pairs], "u8").view("u4")
    if name == "several-results":
        return ~a + (a & 0xFFFF)
    if name == "pointers":
        return np.where(LANES % 2, b + 1, b * 3)
    if name == "shared":
        return a[LANES ^ 5]
    results = []
    for t, (x, y) in enumerate(zip(a.tolist(), b.tolist(), strict=True)):
        turned = ((x << 32 | y) << t >> 32) & 0xFFFFFFFF
        signed = [word - (word >> 31 << 32) for word in (turned, y)]
        total = (min(max(sum(signed), -(1 << 31)), (1 << 31) - 1) & 0xFFFFFFFF) + x
        results.append(total & 0xFFFFFFFF ^ total >> 32)
    return np.array(results, np.uint32)


@pytest.fixture(scope="module")
def target():
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple("nvptx64-nvidia-cuda")


@pytest.mark.parametrize(("cpu", "level"), [("sm_75", 0), ("sm_90", 2)])
@pytest.mark.parametrize("name", PROGRAMS)
def test_ptx_of_llvm(executor, target, name, cpu, level):
    program = PROGRAMS[name]
    module = llvm.parse_assembly(program.text)
    ptx = target.create_target_machine(cpu=cpu, opt=level).emit_assembly(module)
    n_words = 32 * {"<4 x float>": 4, "i64": 2, "i32": 1}[program.type]
    generator = np.random.default_rng(5)
    # small enough exponents for sums without NaNs
    a, b = (generator.integers(0, 1 << 30, n_words, np.uint32) for _ in range(2))
    executor.memory.clear()
    buffers = []
    for values in (a, b):
        allocation = executor.memory.allocate(values.nbytes, "operand")
        allocation.data[:] = values.view(np.uint8)
        buffers.append(allocation)
    arguments = [np.uint64(allocation.address) for allocation in buffers]
    report = executor.launch(executor.load(ptx), "k", (1, 1, 1), (32, 1, 1), arguments)
    assert report.completed
    assert report.faults == ()
    np.testing.assert_array_equal(buffers[1].data.view(np.uint32), expected(name, a, b))


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


@pytest.mark.parametrize(("arch", "entry", "kind", "result", "extents"), CASES, ids=lambda value: str(value))
def test_product(executor, arch, entry, kind, result, extents):
    m, n, k = extents
    generator = np.random.default_rng(8)
    a, b = (generator.integers(-4, 5, shape).astype(kind) for shape in ((m, k), (n, k)))
    start = (
        generator.integers(-4, 5, (m, n)).astype(result)
        if entry == "tf32_product"
        else np.zeros((m, n), result)
    )
    buffers = []
    for data in (start, a, b):
        buffer = executor.memory.allocate(data.nbytes, "matrix")
        buffer.data[:] = data.reshape(-1).view(np.uint8)
        buffers.append(buffer)
    args = [*(np.uint64(buffer.address) for buffer in buffers), *(np.int32(extent) for extent in extents)]
    report = executor.launch(executor.load(ptx(arch)), entry, (1, 1, 1), (32, 1, 1), args)
    assert report.faults == ()
    product = a.astype(np.float64) @ b.astype(np.float64).T
    expected = start + product if entry == "tf32_product" else 2 * product
    found = buffers[0].data.view(result).reshape(m, n)
    np.testing.assert_array_equal(found, expected.astype(result))


def test_products_under_every_observer(executor):
    program = executor.load(ptx("sm_90"))
    buffers = [executor.memory.allocate(size, "matrix") for size in (16 * 8 * 4, 16 * 16 * 2, 8 * 16 * 2)]
    for buffer in buffers[1:]:
        buffer.data[:] = 0
        buffer.define()
    args = [*(np.uint64(buffer.address) for buffer in buffers), np.int32(16), np.int32(8), np.int32(16)]
    watch = Watch(races=True, undefined=True, counts=True)
    report = executor.launch(program, "inline_product", (1, 1, 1), (32, 1, 1), args, 0, watch)
    assert report.faults == ()
    assert (buffers[0].data.view(np.float32) == 0).all()
