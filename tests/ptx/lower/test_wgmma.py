"""``wgmma``: products of a warpgroup, with matrices laid out in shared memory in every way that a descriptor has.

The products are exact: the numbers are small integers. Each case is a whole module, which runs on a GPU, too.
"""

from dataclasses import dataclass

import ml_dtypes
import numpy as np
import pytest

from harness.ptx.launch.watch import Watch
from tests.ptx.ptx_text import check_refused, kernel, launch_on

DTYPES = {
    "f16": np.float16, "bf16": ml_dtypes.bfloat16, "tf32": np.float32, "e4m3": ml_dtypes.float8_e4m3fn,
    "e5m2": ml_dtypes.float8_e5m2, "u8": np.uint8, "s8": np.int8, "f32": np.float32, "s32": np.int32,
}  # fmt: skip
MODES = {1: 0, 8: 1, 4: 2, 2: 3}
"""The field of a descriptor, by the bytes of a swizzled row in units of 16."""
IMAGE_BYTES = 32768
"""Shared memory for each matrix."""
THREADS = 128


@dataclass(frozen=True)
class Layout:
    """A matrix in shared memory: `width` of its swizzled rows, whether rows run along K, and the first byte."""

    width: int = 1
    along_k: bool = True
    start: int = 0

    def strides(self, extent, size):
        """Return the leading and the stride byte offset of a matrix of `extent` rows."""
        per = 16 // size
        if self.along_k:
            # eight rows are an atom; without a swizzle the next columns are as far as all atoms take
            return 128 * extent // 8, 128 * self.width
        if self.width == 1:
            return 128 * extent // per, 128
        # columns of the next eight K, and rows beyond the swizzled ones
        blocks = -(-extent // (per * self.width))
        return 128 * self.width, 128 * self.width * blocks

    def place(self, extent, size, r, c):
        """Return the byte of the element of row `r` along M or N, and column `c` along K."""
        per, width = 16 // size, self.width
        leading, stride = self.strides(extent, size)
        if self.along_k:
            byte = c * size
            at = r // 8 * stride + r % 8 * 16 * width + byte % 16
            at += byte // 16 * (leading if width == 1 else 16)
        elif width == 1:
            at = r // per * stride + r % per * size + c % 8 * 16 + c // 8 * leading
        else:
            row = r % (per * width)
            at = r // (per * width) * leading + row * size + c % 8 * 16 * width + c // 8 * stride
        at += self.start
        # bits 4 to 6 are changed by bits 7 to 9, as many as the row has
        return at ^ (at >> 7) % width * 16

    def image(self, matrix):
        size = matrix.dtype.itemsize
        image = np.zeros(IMAGE_BYTES, np.uint8)
        for (r, c), value in np.ndenumerate(matrix):
            at = self.place(len(matrix), size, r, c)
            image[at : at + size] = np.frombuffer(value.tobytes(), np.uint8)
        return image

    def descriptor(self, extent, size):
        leading, stride = self.strides(extent, size)
        return self.start >> 4 | leading >> 4 << 16 | stride >> 4 << 32 | MODES[self.width] << 62


@dataclass(frozen=True)
class Case:
    atype: str
    dtype: str = "f32"
    n: int = 16
    btype: str = ""
    a: Layout | None = Layout()
    """None: A lies in registers."""
    b: Layout = Layout()
    numbers: str = ""
    """Factors of A and B."""
    adds: bool = True
    satfinite: bool = False
    most: int = 2
    """Largest number in A and B."""

    @property
    def k(self):
        return 32 // np.dtype(DTYPES[self.atype]).itemsize

    @property
    def count(self):
        """Registers of a lane for D."""
        return self.n // (4 if self.dtype == "f16" else 2)

    def matrices(self):
        rng = np.random.default_rng(self.n)
        low = 0 if "u8" in (self.atype, self.btype) else -self.most
        a = rng.integers(low, self.most, (64, self.k), endpoint=True)
        b = rng.integers(low, self.most, (self.n, self.k), endpoint=True)
        c = rng.integers(-9, 9, (64, self.n), endpoint=True)
        return (
            a.astype(DTYPES[self.atype]),
            b.astype(DTYPES[self.btype or self.atype]),
            c.astype(DTYPES[self.dtype]),
        )

    def expected(self):
        a, b, c = (matrix.astype(np.float64) for matrix in self.matrices())
        sign = -1 if self.numbers.split().count("-1") == 1 else 1
        d = sign * (a @ b.T) + (c if self.adds else 0)
        if self.satfinite:
            d = d.clip(-(2**31), 2**31 - 1)
        return d.astype(DTYPES[self.dtype])

    def module(
        self, before="wgmma.fence.sync.aligned;", after="wgmma.wait_group.sync.aligned 0;", extra=""
    ) -> str:
        """Return a module: ``inp`` has the images of A and B, the fragments of A, and C in fragments."""
        d = ", ".join(f"%d{i}" for i in range(self.count))
        a = "%da" if self.a else "{%a0, %a1, %a2, %a3}"
        types = f"{self.dtype}.{self.atype}.{self.btype or self.atype}"
        rest = "" if self.dtype == "s32" else f", {', '.join((self.numbers or '1 1').split())}"
        if self.atype in ("f16", "bf16"):
            rest += "".join(f", {int(not each.along_k)}" for each in (self.a, self.b) if each)
        words = IMAGE_BYTES // 2
        body = f"""
        .reg .b32 %d<{self.count}>; .reg .b32 %a<4>; .reg .b64 %da, %db;
        .shared .align 1024 .b8 image[{2 * IMAGE_BYTES}];
        mul.wide.u32 %rd3, %r0, 4; add.u64 %rd4, %rd1, %rd3;
        mov.u32 %r2, image; mad.lo.u32 %r3, %r0, 4, %r2; mov.u32 %r4, 0;
        copy: ld.global.u32 %r5, [%rd4]; st.shared.u32 [%r3], %r5;
        add.u64 %rd4, %rd4, {4 * THREADS}; add.u32 %r3, %r3, {4 * THREADS}; add.u32 %r4, %r4, 1;
        setp.lt.u32 %p1, %r4, {words // THREADS}; @%p1 bra copy;
        """
        body += "".join(f"ld.global.u32 %a{i}, [%rd4+{4 * THREADS * i}];\n" for i in range(4))
        body += "".join(f"ld.global.u32 %d{i}, [%rd4+{4 * THREADS * (4 + i)}];\n" for i in range(self.count))
        size = np.dtype(DTYPES[self.atype]).itemsize
        da = self.a.descriptor(64, size) if self.a else 0
        body += f"""
        shr.u32 %r2, %r2, 4; cvt.u64.u32 %rd5, %r2;
        add.u64 %da, %rd5, {da}; add.u64 %db, %rd5, {self.b.descriptor(self.n, size) + (IMAGE_BYTES >> 4)};
        setp.ne.u32 %p2, 0, {int(self.adds)};
        fence.proxy.async.shared::cta; bar.sync 0;
        {extra}
        {before}
        wgmma.mma_async.sync.aligned.m64n{self.n}k{self.k}{".satfinite" * self.satfinite}.{types}
            {{{d}}}, {a}, %db, %p2{rest};
        wgmma.commit_group.sync.aligned;
        {after}
        mad.wide.u32 %rd6, %r0, {4 * self.count}, %rd0;
        """
        body += "".join(f"st.global.u32 [%rd6+{4 * i}], %d{i};\n" for i in range(self.count))
        return kernel(body).replace(".target sm_90", ".target sm_90a")

    def inputs(self):
        a, b, c = self.matrices()
        images = [(self.a or Layout()).image(a), self.b.image(b)]
        per = 4 // a.dtype.itemsize
        fragments = np.zeros((4, THREADS, per), a.dtype)
        for t in range(THREADS):
            for i in range(4):
                row, column = 16 * (t // 32) + t % 32 // 4 + 8 * (i % 2), (4 * (i // 2) + t % 4) * per
                fragments[i, t] = a[row, column : column + per]
        addends = self.fragments_of(c)
        return np.concatenate([*images, fragments.view(np.uint8).ravel(), addends.view(np.uint8).ravel()])

    def fragments_of(self, matrix):
        """Return the registers of D or C as [register, thread]."""
        per = 4 // matrix.dtype.itemsize
        found = np.zeros((self.count, THREADS, per), matrix.dtype)
        for t in range(THREADS):
            for e in range(self.count * per):
                row = 16 * (t // 32) + t % 32 // 4 + 8 * (e // 2 % 2)
                found[e // per, t, e % per] = matrix[row, e // 4 * 8 + 2 * (t % 4) + e % 2]
        return found

    def registers(self):
        """Return what the threads store: [thread, register]."""
        return np.ascontiguousarray(self.fragments_of(self.expected()).view(np.uint32)[..., 0].T)


def layouts():
    """Return every way in which both matrices may lie."""
    widths = [Layout(width) for width in (1, 2, 4, 8)]
    across = [Layout(width, along_k=False) for width in (1, 2, 4, 8)]
    found = {f"K, K, {8 * w.width}": Case("f16", n=24, a=w, b=w) for w in widths}
    found |= {f"M, N, {8 * w.width}": Case("bf16", n=64, a=w, b=w) for w in across}
    found |= {f"K, N, {8 * w.width}": Case("f16", n=72, b=w) for w in across}
    found["second block of K"] = Case("f16", n=8, a=Layout(8, start=32), b=Layout(8, start=32))
    return found


CASES = layouts() | {
    "A in registers": Case("f16", n=40, a=None),
    "A in registers, B along N": Case("bf16", n=128, a=None, b=Layout(8, along_k=False)),
    "f16 result": Case("f16", "f16", n=32),
    "largest": Case("bf16", n=256, a=Layout(8), b=Layout(8)),
    "tf32": Case("tf32", n=16, a=Layout(2), b=Layout(8)),
    "tf32 in registers": Case("tf32", n=8, a=None),
    "e4m3": Case("e4m3", n=24, btype="e5m2"),
    "e5m2, f16 result": Case("e5m2", "f16", n=16, btype="e4m3", a=None),
    "s8": Case("s8", "s32", n=32, btype="u8", most=100),
    "u8 in registers": Case("u8", "s32", n=24, a=None, most=100),
    "without D": Case("f16", adds=False),
    "negative": Case("f16", numbers="-1 1"),
    "twice negative": Case("f16", numbers="-1 -1", a=None),
}


def launch(executor, case, text="", block=(THREADS, 1, 1), **options):
    out = np.zeros((THREADS, case.count), np.uint32)
    options = {"watch": Watch(races=True, undefined=True), **options}
    (found, _), report = launch_on(
        executor, text or case.module(), "k", [out, case.inputs()], np.uint32(0), block=block, **options
    )
    return found, report


@pytest.mark.parametrize("name", CASES)
def test_product(name, executor):
    found, report = launch(executor, CASES[name])
    assert report.faults == ()
    np.testing.assert_array_equal(found, CASES[name].registers())


FENCE, COMMIT = "wgmma.fence.sync.aligned;", "wgmma.commit_group.sync.aligned;"
WAIT = "wgmma.wait_group.sync.aligned 0;"
PLAIN, HELD = Case("f16", n=8), Case("f16", n=8, a=None)
AGAIN = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%d0, %d1, %d2, %d3}, %da, %db, %p2, 1, 1, 0, 0;"
OTHER = AGAIN.replace("%d0, %d1, %d2, %d3", "%e0, %e1, %e2, %e3")

CLEAN = {
    "products into one accumulator": PLAIN.module(after=f"{AGAIN} {COMMIT} {WAIT}"),
    "older group is waited for": PLAIN.module(
        ".reg .b32 %e<4>; mov.u32 %e0, 0; mov.u32 %e1, 0; mov.u32 %e2, 0; mov.u32 %e3, 0; " + FENCE,
        f"{OTHER} {COMMIT} wgmma.wait_group.sync.aligned 1; mov.b32 %r7, %d0; {WAIT}",
    ),
    "a way on which nothing runs": PLAIN.module(
        after=f"mov.u32 %r9, 0; again: {WAIT} add.u32 %d0, %d0, 1; {FENCE} add.u32 %r9, %r9, 1; "
        "setp.lt.u32 %p5, %r9, 3; @%p5 bra again;"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CLEAN)
def test_clean(name, executor):
    assert launch(executor, PLAIN, CLEAN[name])[1].faults == ()


IN_FLIGHT, UNFENCED = "register of a wgmma that may still run", "written after the last wgmma.fence"
WRONG = {
    "result before its wait": (PLAIN, {"after": ""}, "register-in-flight", IN_FLIGHT),
    "wait for an older group": (
        PLAIN, {"after": "wgmma.wait_group.sync.aligned 1;"}, "register-in-flight", IN_FLIGHT
    ),
    "A changed before the wait": (HELD, {"after": f"mov.u32 %a1, 0; {WAIT}"}, "register-in-flight", IN_FLIGHT),
    "A read before the wait": (
        HELD, {"after": f"add.u32 %r7, %a1, 1; {WAIT}"}, "register-in-flight", IN_FLIGHT
    ),
    "A is the result of another": (
        PLAIN,
        {"after": AGAIN.replace("{%d0, %d1, %d2, %d3}, %da", "{%f0, %f1, %f2, %f3}, {%d0, %d1, %d2, %d3}")
            .replace(", 0, 0;", ", 0;") + COMMIT + WAIT},
        "register-in-flight", IN_FLIGHT,
    ),
    "no fence": (PLAIN, {"before": ""}, "register-in-flight", UNFENCED),
    "accumulator written after the fence": (
        PLAIN, {"before": f"{FENCE} mov.u32 %d0, 0;"}, "register-in-flight", UNFENCED
    ),
    "A written after the fence": (HELD, {"before": f"{FENCE} mov.u32 %a0, 0;"}, "register-in-flight", UNFENCED),
    "outside of shared memory": (PLAIN, {"extra": "add.u64 %db, %db, 0x3000;"}, "oob-read", "invalid shared read"),
    "different matrices": (
        PLAIN, {"extra": "cvt.u64.u32 %rd9, %laneid; add.u64 %db, %db, %rd9;"}, "barrier-divergence", "must name one"
    ),
    "base offset": (
        PLAIN, {"extra": "or.b64 %db, %db, 0x2000000000000;"}, "misaligned-access", "base offset 1"
    ),
    "part of a warp": (
        PLAIN, {"extra": "setp.eq.u32 %p3, %r0, 40; @%p3 exit;"}, "barrier-divergence", "executed by 31 of 32 lanes"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_misuse(name, executor):
    case, parts, reason, message = WRONG[name]
    _, report = launch(executor, case, case.module(**parts))
    wrong = [fault for fault in report.faults if not fault.is_info]
    assert {fault.reason for fault in wrong} == {reason}
    assert message in wrong[0].message


def test_warpgroup_that_is_not_whole(executor):
    _, report = launch(executor, PLAIN, block=(96, 1, 1))
    assert "wgmma in a block of 3 warps" in report.faults[0].message


def test_matrix_that_no_barrier_orders(executor):
    _, report = launch(executor, PLAIN, PLAIN.module().replace("bar.sync 0;", ""))
    (race,) = (fault for fault in report.faults if fault.reason == "racecheck-raw")
    assert "shared read of size 16" in race.message


@pytest.mark.parametrize("first", [0, 1], ids=["A", "B"])
def test_matrix_that_nothing_wrote(first, executor):
    """The rows of D that come of it are undefined, and they alone."""
    # bytes beyond the two images; four rows of A, or one column of B, are read there
    text = PLAIN.module().replace(f"image[{2 * IMAGE_BYTES}]", f"image[{4 * IMAGE_BYTES}]")
    name = "%da" if first == 0 else "%db"
    text = text.replace(
        "setp.ne.u32 %p2,", f"add.u64 {name}, {name}, {(2 - first) * IMAGE_BYTES >> 4};\nsetp.ne.u32 %p2,"
    )
    _, report = launch(executor, PLAIN, text)
    assert {fault.reason for fault in report.faults} == {"uninitialised-read"}
    unused = text.replace("st.global.u32 [%rd6+", "// [%rd6+")
    assert launch(executor, PLAIN, unused)[1].faults == ()


@pytest.mark.parametrize(("old", "new", "rule"), [
    (", %p2, 1, 1, 0, 0;", ", %p2, 1, 1;", "behind the matrices come a predicate and 4 numbers (got 3 operands)"),
    (", %p2, 1, 1, 0, 0;", ", %p2, 2, 1, 0, 0;", "factors are 1 or -1"),
    ("{%d0, %d1, %d2, %d3}, %da", "{%d0, %d1, %d2}, %da", "the result takes 4 registers a lane (got 3)"),
    (".m64n8k16", ".m64n12k16", "instruction not known"),
])  # fmt: skip
def test_refused(old, new, rule, executor):
    text = PLAIN.module()
    assert old in text
    check_refused(executor, text.replace(old, new), rule)
