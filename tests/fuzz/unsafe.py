"""Memory-unsafe PTX on the sanitized runtime: whatever a kernel does, the host's memory is safe from it.

    python -m tests.fuzz.unsafe --count 2000               # programs 0 to 1999
    python -m tests.fuzz.unsafe --seed 1000000 --seconds 60
    python -m tests.fuzz.unsafe --seed 407 --show          # the text of a program

A program is a kernel of random accesses at junk addresses. The executor may refuse it, or report any faults. A report
of AddressSanitizer or UBSan, another signal, a traceback and two minutes without an end are failures.
"""

import argparse
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from harness.errors import HarnessError
from harness.ptx.codegen import native
from harness.ptx.launch.executor import Executor
from harness.ptx.launch.watch import Watch
from harness.ptx.layout import (
    CONST_BASE,
    FUNCTION_BASE,
    GLOBAL_BASE,
    HEAP_BASE,
    LOCAL_WINDOW,
    MODULE_BASE,
    PARAM_WINDOW,
    SHARED_WINDOW,
    SLICE_BYTES,
    TEXTURE_BASE,
    WORKSPACE_BASE,
)
from harness.ptx.textures import Texels
from tests.progress import say
from tests.ptx.sanitized import built, environment, find_sanitizers, use_library

STEP_BUDGET = 20_000
DEADLINE_S = 120
BUFFER_BYTES = 1024
SHARED_BYTES = 512

BASES = (
    0, SHARED_WINDOW, SHARED_WINDOW + SLICE_BYTES, LOCAL_WINDOW, PARAM_WINDOW, CONST_BASE, MODULE_BASE, WORKSPACE_BASE,
    GLOBAL_BASE, HEAP_BASE, FUNCTION_BASE, TEXTURE_BASE, 1 << 32, 1 << 63,
)  # fmt: skip
STEPS = (0, 0, 0, 1, 2, 4, 8, 15, 16, 48, 64, 80, 256, 508, 512, 1020, 1024, 4096, 1 << 16, 1 << 24, 1 << 32)
FORMATS = b"%d %s %n %5.3f %*.*d %c %x %p %lld %%\0%.2000000000f\0%s\0\xff%".ljust(96, b"%")

HEAD = """\
.version 8.8
.target sm_90
.address_size 64
.extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);
.extern .func __assertfail (.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);
.extern .func (.param .b64 r) malloc (.param .b64 n);
.extern .func free (.param .b64 p);
.extern .shared .align 16 .b8 dynamic[];
.global .align 16 .b8 variable[48];
.const .align 16 .b8 constant[48];
.global .b8 formats[96] = {FORMATS};
.func (.param .b32 r) deeper (.param .b32 a)
{
.reg .b32 %x<4>; .reg .pred %q; .local .align 8 .b8 own[24]; .param .b32 p1; .param .b32 p2;
ld.param.b32 %x0, [a]; st.local.b32 [own+4], %x0;
setp.eq.u32 %q, %x0, 0; @%q bra OUT;
sub.u32 %x1, %x0, 1; st.param.b32 [p1], %x1; call (p2), deeper, (p1); ld.param.b32 %x0, [p2];
OUT: st.param.b32 [r], %x0; ret;
}
.visible .entry k(.param .u64 out, .param .u64 table, .param .u64 handles, .param .u32 n)
{
.reg .pred %p<8>; .reg .b16 %h<8>; .reg .b32 %r<24>; .reg .b64 %rd<24>; .reg .b128 %q<2>; .reg .f32 %f<16>;
.shared .align 16 .b8 area[AREA]; .local .align 16 .b8 own[64];
mov.u32 %r0, %tid.x; mov.u32 %r1, %laneid; mov.u32 %r2, %ctaid.x; mov.u32 %r3, area;
ld.param.u64 %rd0, [out]; ld.param.u64 %rd1, [table]; ld.param.u64 %rd2, [handles]; ld.param.u32 %r4, [n];
""".replace("FORMATS", ", ".join(map(str, FORMATS))).replace("AREA", str(SHARED_BYTES))

TX = "mbarrier::complete_tx::bytes"
INSTRUCTIONS = {
    "access": """
        ld$ORDER$SPACE.b8 %h2, [$PLACE]; | ld$ORDER$SPACE.b32 %r12, [$PLACE];
        ld$ORDER$SPACE.b64 %rd12, [$PLACE];
        ld$SPACE.v4.b32 {%r12, %r13, %r14, %r15}, [$PLACE]; | ld$SPACE.v2.b64 {%rd12, %rd13}, [$PLACE];
        ld.local.b32 %r5, [$PLACE]; | ld.const.b32 %r5, [$PLACE]; | ld.param.b64 %rd12, [$A];
        ld.v4.b8 {%h0, %h1, %h2, %h3}, [$A];
        st$ORDER$SPACE.b16 [$PLACE], %h3; | st$ORDER$SPACE.b32 [$PLACE], %r5;
        st$ORDER$SPACE.b64 [$PLACE], %rd4;
        st$SPACE.v2.b32 [$PLACE], {%r5, %r6}; | st$SPACE.v2.b64 [$PLACE], {%rd4, %rd5};
        st.local.v4.b32 [$PLACE], {%r5, %r6, %r7, %r4};
    """,
    "atomic": """
        atom$SPACE.add.u32 %r6, [$PLACE], $W; | atom$SPACE.cas.b32 %r6, [$PLACE], $W, 7;
        atom$SPACE.exch.b64 %rd12, [$PLACE], %rd4;
        atom$SPACE.cas.b16 %h2, [$PLACE], %h3, %h4; | red$SPACE.max.s64 [$PLACE], %rd5;
        red$SPACE.add.f32 [$PLACE], %f1;
        atom$SPACE.add.noftz.f16x2 %r6, [$PLACE], %r5; | atom$SPACE.exch.b128 %q0, [$PLACE], %q1;
        red$SPACE.inc.u32 [$PLACE], $W;
        atom.global.add.v4.f32 {%f1, %f2, %f3, %f4}, [$A], {%f1, %f2, %f3, %f4};
    """,
    "copy": """
        cp.async.ca.shared.global [$S], [$A], 4; | cp.async.ca.shared.global [$S], [$A], 8, $W;
        cp.async.cg.shared.global [$S], [$A], 16, $W;
        cp.async.commit_group; | cp.async.wait_all; | cp.async.wait_group 1;
    """,
    "bulk": f"""
        cp.async.bulk.shared::cluster.global.{TX} [$S], [$A], $BYTES, [$B]; | cp.async.bulk.commit_group;
        cp.async.bulk.tensor.1d.shared::cluster.global.{TX} [$S], [$A, {{%r5}}], [$B];
        cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$A, {{%r5, %r6}}], [$S];
        cp.async.bulk.wait_group 1;
        cp.async.bulk.global.shared::cta.bulk_group [$A], [$S], $BYTES; | cp.async.bulk.wait_group 0;
        cp.async.bulk.shared::cluster.shared::cta.{TX} [$S], [$S], $BYTES, [$B];
        cp.async.bulk.shared::cluster.global.{TX}.multicast::cluster [$S], [$A], $BYTES, [$B], %h5;
        cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [$A], [$S], $BYTES;
        cp.reduce.async.bulk.global.shared::cta.bulk_group.and.b64 [$A], [$S], $BYTES;
        cp.reduce.async.bulk.shared::cluster.shared::cta.{TX}.add.u32 [$S], [$S], $BYTES, [$B];
    """,
    "mbarrier": f"""
        mbarrier.init.shared.b64 [$B], $W; | mbarrier.init.shared.b64 [%r3], 1;
        mbarrier.init.shared.b64 [%r3], 32;
        mbarrier.inval.shared.b64 [$B]; | mbarrier.arrive.shared.b64 %rd13, [$B];
        mbarrier.arrive.shared.b64 %rd13, [$B], $W;
        mbarrier.arrive.expect_tx.shared.b64 %rd13, [$B], $W; | mbarrier.arrive_drop.shared.b64 %rd13, [$B];
        mbarrier.expect_tx.relaxed.cta.shared.b64 [$B], $W;
        mbarrier.complete_tx.relaxed.cta.shared.b64 [$B], $W;
        mbarrier.test_wait.shared.b64 %p2, [$B], %rd13; | mbarrier.try_wait.parity.shared.b64 %p2, [$B], $W;
        mbarrier.arrive.release.cluster.shared::cluster.b64 _, [$B];
        cp.async.mbarrier.arrive.shared.b64 [$B];
        cp.async.mbarrier.arrive.noinc.shared.b64 [$B]; | mbarrier.pending_count.b64 %r6, %rd13;
        st.async.shared::cluster.{TX}.v2.b32 [$S], {{%r5, %r6}}, [$B];
        red.async.relaxed.cluster.shared::cluster.{TX}.add.u32 [$S], %r5, [$B];
    """,
    "barrier": """
        bar.sync 0; | bar.sync %r5; | bar.sync 1, 64; | bar.sync 1, %r5; | bar.arrive 2, %r14;
        bar.arrive 2, 32; | nanosleep.u32 20;
        bar.red.popc.u32 %r6, 0, %p1; | bar.warp.sync %r6; | bar.warp.sync -1; | barrier.sync %r6, 32;
        membar.gl; | fence.acq_rel.cluster;
    """,
    "exchange": """
        shfl.sync.idx.b32 %r6, %r5, $W, $W, $W; | vote.sync.ballot.b32 %r6, %p1, $W;
        match.any.sync.b32 %r6, %r5, $W;
        redux.sync.add.u32 %r6, %r5, $W; | activemask.b32 %r6; | elect.sync %r6|%p2, $W;
    """,
    "matrix": """
        ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r5, %r6, %r7, %r12}, [$B];
        ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r5}, [$S];
        stmatrix.sync.aligned.m8n8.x2.shared.b16 [$B], {%r5, %r6};
        movmatrix.sync.aligned.m8n8.trans.b16 %r5, %r6;
        wmma.load.a.sync.aligned.row.m16n16k16.f16 {%r5, %r6, %r7, %r12, %r13, %r14, %r15, %r16}, [$A], $W;
        wmma.store.d.sync.aligned.row.m16n16k16.global.f16 [$A], {%r5, %r6, %r7, %r12}, $W;
        wmma.load.c.sync.aligned.col.m16n16k16.f32 {%f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8}, [$A], $W;
        mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r5, %r6}, {%r7}, {%f1, %f2, %f3, %f4};
    """,
    "texture": """
        tex.1d.v4.u32.s32 {%r16, %r17, %r18, %r19}, [$H, {$W}];
        tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [$H, {%f5, %f6}];
        tex.3d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [$H, {%f5, %f6, %f7, %f7}];
        tex.a2d.v4.s32.s32 {%r16, %r17, %r18, %r19}, [$H, {$W, $W, $W, %r4}];
        tex.cube.v4.f32.f32 {%f1, %f2, %f3, %f4}, [$H, {%f5, %f6, %f7, %f7}];
        tld4.r.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [$H, {%f5, %f6}];
        txq.width.b32 %r6, [$H]; | suq.height.b32 %r6, [$H]; | suld.b.1d.b8.$CLAMP %h2, [$H, {$W}];
        suld.b.2d.v2.b32.$CLAMP {%r16, %r17}, [$H, {$W, $W}];
        suld.b.3d.v4.b32.$CLAMP {%r16, %r17, %r18, %r19}, [$H, {$W, $W, $W, %r4}];
        sust.b.a1d.b16.$CLAMP [$H, {$W, $W}], %h2;
        sust.b.2d.v4.b32.$CLAMP [$H, {$W, $W}], {%r16, %r17, %r18, %r19};
        sust.p.2d.v4.b32.$CLAMP [$H, {$W, $W}], {%r16, %r17, %r18, %r19};
        sured.b.add.1d.u32.$CLAMP [$H, {$W}], %r6; | sured.p.min.2d.b32.$CLAMP [$H, {$W, $W}], %r7;
    """,
    "library": """
        call (%r6), vprintf, ($TEXT, $A); | call (%r6), vprintf, ($A, $A); | call ($X), malloc, ($SIZE);
        call ($X), malloc, ($SIZE);
        call free, ($A); | call free, ($X); | call free, ($X); | mov.u32 %r5, 3;
    """,
    "cluster": """
        mapa.shared::cluster.u32 %r8, $S, $W; | mapa.u64 $X, $A, $W; | getctarank.u64 %r6, $A;
        mov.u32 %r6, %cluster_ctarank;
        barrier.cluster.arrive; | barrier.cluster.wait; | barrier.cluster.arrive.relaxed;
        isspacep.shared::cluster %p2, $A;
    """,
    "hint": """
        prefetch.global.L2 [$A]; | discard.global.L2 [$A], 128;
        applypriority.global.L2::evict_normal [$A], 128;
        cp.async.bulk.prefetch.L2.global [$A], 32; | cvta.to.shared.u64 $X, $A;
    """,
    "value": """
        mov.u32 %r5, $N; | mov.u32 %r6, $N; | mov.u32 %r7, $N; | mov.u32 %r5, %r1;
        mul.lo.u32 %r6, %r0, $N; | cvt.u16.u32 %h5, $W;
        cvt.rn.f32.s32 %f5, $W; | mov.b32 %f6, $W; | cvt.rn.f32.u32 %f7, $W; | mov.b64 %rd13, {$W, $W};
    """,
    "rare": f"""
        cp.async.bulk.tensor.3d.shared::cluster.global.im2col.{TX} [%r3], [%rd4, {{%r5, %r5, %r5}}], [%r3], {{%h5}};
        exit; | trap;
        exit; | trap; | exit;
        call __assertfail, ($A, $A, 3, $A, 1);
    """,
}  # fmt: skip
"""Instructions by kind; `_Writer.part` says what the words with a dollar become. Tensors are refused by name."""
CONTROL = (
    "T#: .branchtargets A#, B#; and.b32 %r6, %r5, $FEW; brx.idx %r6, T#; A#: ~ B#:",
    "mov.u64 %rd17, $CALLEE; P#: .callprototype (.param .b32 _) _ (.param .b32 _); call (%r6), %rd17, (%r1), P#;",
    "call (%r6), deeper, ($FEW);",
    "mov.u32 %r20, 0; L#: add.u32 %r20, %r20, 1; ~ ~ setp.lt.u32 %p3, %r20, $FEW; @%p3 bra L#;",
    "setp.lt.u32 %p4, %r0, $W; @%p4 bra S#; ~ S#:",
)
"""Around other instructions (``~``) with labels of their own (``#``)."""
KINDS = {name: [each.strip() for line in text.split("\n") for each in line.split(" | ") if each.strip()]
         for name, text in INSTRUCTIONS.items()}  # fmt: skip


class _Writer:
    def __init__(self, draws: random.Random) -> None:
        self.draws = draws
        self.lines: list[str] = []
        self.n_labels = 0

    def part(self, match: re.Match[str]) -> str:
        """Return what stands for a word of a template; instructions that it needs are written before."""
        d, name = self.draws, match[1]
        if name == "A":
            return self.address()
        if name in ("S", "B"):
            return "%r3" if name == "B" and d.random() < 0.6 else self.shared()
        if name == "PLACE":
            return self.shared() if ".shared" in self.template and d.random() < 0.7 else self.address()
        if name == "BYTES":
            self.lines.append(f"mov.u32 %r13, {d.choice((0, 16, 32, 128, 512, 1024, 4096, self.number()))};")
            return "%r13"
        if name == "SIZE":
            self.lines.append(f"mov.u64 %rd16, {d.choice((0, 1, 16, 100, 5000, 3 << 20, 9 << 20, 1 << 63))};")
            return "%rd16"
        if name == "TEXT":
            at = d.choice((0, 0, FORMATS.index(b"%.2"), FORMATS.index(b"%s\0"), 95))
            self.lines.append(
                f"mov.u64 %rd15, formats; cvta.global.u64 %rd15, %rd15; add.u64 %rd15, %rd15, {at};"
            )
            return "%rd15"
        if name == "H":
            self.lines.append(f"add.u64 %rd14, %rd2, {d.randrange(-1, 11)};")
            return "%rd14" if d.random() < 0.9 else self.address()
        if name == "CALLEE":
            return d.choice(("deeper", "%rd4", str(FUNCTION_BASE + 16 * d.randrange(3))))
        words = {
            "X": [f"%rd{k}" for k in range(4, 12)],
            "N": [str(self.number())],
            "W": ["%r0", "%r1", "%r2", "%r4", "%r5", "%r6", "%r7", str(self.number())],
            "FEW": ["1", "1", "3", "40", "%r0"],
            "CLAMP": ["trap", "clamp", "zero"],
        }
        return d.choice(words[name])

    def number(self) -> int:
        near = self.draws.choice(
            (0, 1, 7, 16, 31, 64, 255, 1 << 15, 1 << 20, 1 << 31)
        ) + self.draws.randrange(-2, 3)
        return near % (1 << 32)

    def address(self) -> str:
        d, to = self.draws, f"%rd{self.draws.randrange(4, 12)}"
        step = d.choice(STEPS) * d.choice((1, 1, 1, -1)) + d.choice((0, 0, 0, 1, -1, 4, -16))
        name = d.choice(("variable", "constant", "formats", "own", "area", "dynamic"))
        space = {"constant": "const", "own": "local", "area": "shared", "dynamic": "shared"}.get(
            name, "global"
        )
        made = (
            f"add.s64 {to}, %rd0, {step};",
            f"add.s64 {to}, %rd1, {step};",
            f"mov.u64 {to}, {(d.choice(BASES) + step) % (1 << 64)};",
            f"mov.u64 {to}, {name}; cvta.{space}.u64 {to}, {to}; add.s64 {to}, {to}, {step};",
            f"ld.global.u64 {to}, [%rd1+{8 * d.randrange(16)}];",
            f"mov.u64 {to}, {d.getrandbits(64)};",
            "",  # what is there
        )
        self.lines.append(made[d.choice((0, 0, 1, 2, 2, 3, 4, 5, 6))])
        if d.random() < 0.4:
            stride = d.choice((1, 2, 4, 8, 16, 20, 128, 4096, -4, 1 << 24))
            self.lines.append(f"mad.wide.s32 {to}, %r0, {stride}, {to};")
        return to

    def shared(self) -> str:
        d, to = self.draws, f"%r{self.draws.randrange(8, 12)}"
        start = d.choice(("%r3", "%r3", "%r3", "0", str(1 << 24), str(SHARED_BYTES), str(d.getrandbits(32))))
        self.lines.append(f"add.u32 {to}, {start}, {d.choice(STEPS) % (1 << 32)};")
        if d.random() < 0.3:
            self.lines.append(f"mad.lo.u32 {to}, %r0, {d.choice((2, 4, 8, 16, 24))}, {to};")
        return to

    def write(self, template: str) -> None:
        d = self.draws
        space = d.choice((".global", ".shared", "", ".shared::cluster"))
        order = d.choice(("", "", "", ".volatile", ".relaxed.gpu"))
        self.template = template.replace("$SPACE", space).replace("$ORDER", order)
        text = re.sub(r"\$([A-Z]+)", self.part, self.template)
        if d.random() < 0.25 and not text.startswith("P"):
            self.lines.append(
                f"setp.{d.choice(('lt', 'eq', 'ge'))}.u32 %p1, %r{d.choice((0, 1, 6))}, {self.number()};"
            )
            text = d.choice(("@%p1 ", "@!%p1 ")) + text
        self.lines.append(text)

    def step(self) -> None:
        d = self.draws
        if d.random() < 0.1:
            self.n_labels += 1
            around = d.choice(CONTROL).replace("#", str(self.n_labels))
            for part in re.split(r"(~)", re.sub(r"\$([A-Z]+)", self.part, around)):
                if part == "~":
                    self.write(d.choice(KINDS[d.choice(list(KINDS))]))
                else:
                    self.lines.append(part)
            return
        kind = "access" if d.random() < 0.15 else d.choice(list(KINDS))
        self.write(d.choice(KINDS[kind] if kind != "rare" or d.random() < 0.1 else KINDS["access"]))


def program(seed: int) -> str:
    draws = random.Random(f"unsafe {seed}")
    writer = _Writer(draws)
    for _ in range(draws.randrange(3, 24)):
        writer.step()
    return "\n".join([HEAD, *writer.lines, "ret;", "}", ""])


def launch(executor: Executor, seed: int) -> str:
    """Run a program in a random configuration under random observers; returns why it was refused, or nothing."""
    draws = random.Random(f"launch {seed}")
    executor.memory.clear()
    executor.textures.clear()
    out = executor.memory.allocate(BUFFER_BYTES, "out")
    table = executor.memory.allocate(128, "table")
    junk = [(draws.choice((*BASES, out.address)) + draws.choice(STEPS)) % (1 << 64) for _ in range(16)]
    table.data[:] = np.array(junk, np.uint64).view(np.uint8)
    table.define()
    if draws.random() < 0.5:
        out.define()
    handles = 0
    for geometry, extents in (
        ("1d", (40,)),
        ("2d", (8, 4)),
        ("3d", (4, 4, 2)),
        ("a2d", (4, 4, 3)),
        ("cube", (4, 4, 6)),
    ):
        texels = Texels(
            out.address, draws.choice(("u8", "f16", "f32", "s32")), draws.choice((1, 2)), geometry, *extents
        )
        for make in (executor.textures.texture, executor.textures.surface):
            handle = make(texels)
            handles = handles or handle
    cluster, cooperative = draws.choice(((None, False), (None, False), ((2, 1, 1), False), (None, True)))
    watch = Watch(
        races=draws.random() < 0.6,
        undefined=draws.random() < 0.5,
        counts=draws.random() < 0.15,
        schedule=draws.choice((None, None, draws.randrange(1000))),
    )
    arguments = [
        np.uint64(out.address),
        np.uint64(table.address),
        np.uint64(handles),
        np.uint32(draws.getrandbits(8)),
    ]
    block = draws.choice((1, 16, 32, 32, 48, 64, 96))
    try:
        module = executor.load(program(seed))
        executor.launch(
            module, "k", (draws.choice((2, 4)), 1, 1), (block, 1, 1), arguments, draws.choice((0, 4, 100, 1024)), watch,
            cluster=cluster, cooperative=cooperative,
        )  # fmt: skip
    except HarnessError as error:
        return str(error)
    return ""


def run(options: argparse.Namespace) -> int:
    """Run programs in this process, which has the sanitizers; what is running is in the file `options.current`."""
    use_library()
    # the kernels run once, and the runtime is what is tested
    compile_ = native._compile
    native._compile = lambda text, _opt, _optimize: compile_(text, 0, False)
    executor = Executor(n_workers=1, step_budget=STEP_BUDGET)
    refused: Counter[str] = Counter()
    start, n = time.monotonic(), 0
    while n < options.count and time.monotonic() - start < options.seconds:
        seed = options.seed + n
        options.current.write_text(str(seed))
        signal.alarm(DEADLINE_S)
        reason = launch(executor, seed)
        signal.alarm(0)
        refused[reason.partition(":")[2][:60]] += bool(reason)
        n += 1
        if n % 1000 == 0:
            say(f"{n} programs, {time.monotonic() - start:.0f} s")
    shown = "".join(f"\n  {count:5} {reason}" for reason, count in refused.most_common(8) if count)
    say(f"{n} memory-unsafe programs from seed {options.seed}, no report; {refused.total()} refused{shown}")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run programs in a process with the sanitizers; returns 1 for a report, 2 where a sanitizer is missing."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz.unsafe", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the first program (default: 0)")
    parser.add_argument(
        "--count", type=int, default=1 << 60, help="programs (default: as many as the time allows)"
    )
    parser.add_argument("--seconds", type=float, default=float("inf"), help="time for them")
    parser.add_argument("--show", action="store_true", help="print the program and run nothing")
    parser.add_argument("--current", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.show:
        say(program(options.seed))
        return 0
    if options.current:
        return run(options)
    if options.count == 1 << 60 and options.seconds == float("inf"):
        options.count = 1
    if not find_sanitizers():
        sys.stderr.write("no gcc with libasan and libubsan (install gcc): nothing was run\n")
        return 2
    with tempfile.TemporaryDirectory() as folder:
        current = Path(folder) / "current"
        limits = {
            "seed": options.seed,
            "count": options.count,
            "seconds": options.seconds,
            "current": current,
        }
        command = [
            sys.executable,
            "-m",
            "tests.fuzz.unsafe",
            *(f"--{name}={n}" for name, n in limits.items()),
        ]
        status = subprocess.run(command, env=environment(built(Path(folder))), check=False).returncode
        if status:
            seed = current.read_text() if current.exists() else options.seed
            say(
                f"seed {seed}: status {status}, its report is above; rerun: python -m tests.fuzz.unsafe --seed {seed}"
            )
        return int(status != 0)


if __name__ == "__main__":
    sys.exit(main())
