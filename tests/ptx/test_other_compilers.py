"""PTX of LLVM's NVPTX backend, which llvmlite contains: loaded and run, for several targets and levels."""

from dataclasses import dataclass

import llvmlite.binding as llvm
import numpy as np
import pytest
from numpy.typing import NDArray

from harness.ptx.launch.executor import Executor

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
    def text(self) -> str:
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


def expected(name: str, a: Words, b: Words) -> Words:
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
def target() -> llvm.Target:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple("nvptx64-nvidia-cuda")


@pytest.mark.parametrize(("cpu", "level"), [("sm_75", 0), ("sm_90", 2)])
@pytest.mark.parametrize("name", PROGRAMS)
def test_ptx_of_llvm(executor: Executor, target: llvm.Target, name: str, cpu: str, level: int) -> None:
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
