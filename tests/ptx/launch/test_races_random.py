"""Random programs: races exactly where a plain model of happens-before says so, and never one that only one look sees.

The model is the definition, written down without any cleverness: every pair of accesses of two threads to one byte, one
of them a write, must be connected by a chain of program order and barriers, unless their order changes no value because
each of the two reads or writes what is there already.
"""

import random
from dataclasses import dataclass, field

import numpy as np
import pytest

from harness.ptx.launch.watch import Watch
from harness.ptx.layout import WATCH_RACES_FAST
from tests.ptx.ptx_text import kernel, run
from tests.sampled import one_in

N_THREADS = 96
N_WORDS = 64
N_PROGRAMS = 100


@dataclass(frozen=True)
class Step:
    """One instruction: an access of some threads, or a meeting of some."""

    kind: str
    threads: frozenset[int]
    words: dict[int, int]
    text: str
    group: tuple[frozenset[int], ...] = ()
    values: dict[int, int] = field(default_factory=dict)


class AlwaysExact(Watch):
    """Runs the exact pass, whatever the screening pass says."""

    def exact(self, suspects):
        return super().exact(suspects | WATCH_RACES_FAST)


def make_program(seed, *, of_bits=False):
    """Make a program whose stores all have different values, or all of a step the value 1, or 0 at times."""
    rng = random.Random(seed)
    everyone = frozenset(range(N_THREADS))
    steps = []
    for number in range(rng.randint(3, 9)):
        choice = rng.choice(["ld", "ld", "st", "st", "st", "bar", "warp", "tile", "some", "named"])
        if choice in ("ld", "st"):
            steps.append(_access(rng, choice, number, of_bits=of_bits))
        elif choice == "bar":
            steps.append(Step("meet", everyone, {}, "bar.sync 0;", (everyone,)))
        elif choice == "named":
            pair = sorted(rng.sample(range(3), 2))
            members = frozenset(t for t in everyone if t // 32 in pair)
            text = f"and.b32 %r20, {sum(1 << w for w in pair)}, %r21;\nsetp.eq.u32 %p2, %r20, 0;\n"
            text += f"@%p2 bra S{number};\nbar.sync {1 + number % 15}, 64;\nS{number}:"
            steps.append(Step("meet", members, {}, text, (members,)))
        elif choice == "some":
            # lanes 4 to 7 of every warp meet, the others go past
            members = frozenset(t for t in everyone if t % 32 in range(4, 8))
            text = "and.b32 %r20, %r0, 28;\nsetp.ne.u32 %p2, %r20, 4;\n"
            text += f"@%p2 bra S{number};\nbar.warp.sync 240;\nS{number}:"
            steps.append(Step("meet", members, {}, text, _groups(members, 32)))
        else:
            width = 32 if choice == "warp" else 16
            text = "bar.warp.sync -1;" if width == 32 else "bar.warp.sync %r11;"
            steps.append(Step("meet", everyone, {}, text, _groups(everyone, width)))
    return steps


def _groups(threads, width):
    return tuple(frozenset(t for t in threads if t // width == g) for g in range(N_THREADS // width))


def _access(rng, kind, number, *, of_bits):
    # (down, mask, scale, offset): one word for a thread, a pair, half a warp or all, in a row, apart or over again
    down, mask, scale, offset = rng.choice(
        [(0, 127, 1, 0)] * 3
        + [(0, 127, 1, 16), (0, 127, 1, 32), (0, 0, 0, 3), (0, 127, 2, 0), (0, 127, 3, 0)]
        + [(1, 127, 1, 0), (1, 127, 5, 1), (4, 127, 1, 0), (4, 127, 9, 0), (0, 15, 1, 0), (0, 3, 7, 0)]
    )
    offset += rng.randint(0, 3)
    low = rng.choice([0, 0, 0, 32, 5])
    high = rng.choice([N_THREADS, N_THREADS, 64, low + 1])
    threads = frozenset(range(low, max(high, low + 1)))
    words = {t: ((t >> down & mask) * scale + offset) % N_WORDS for t in threads}
    text = f"setp.ge.u32 %p3, %r0, {low};\nsetp.lt.and.u32 %p3, %r0, {max(high, low + 1)}, %p3;\n"
    text += f"shr.u32 %r15, %r0, {down};\nand.b32 %r15, %r15, {mask};\n"
    text += f"mad.lo.u32 %r15, %r15, {scale}, {offset};\nand.b32 %r15, %r15, {N_WORDS - 1};\n"
    text += "mad.lo.u32 %r16, %r15, 4, %r3;\nmad.wide.u32 %rd6, %r15, 4, %rd0;\n"
    bit = int(rng.random() < 0.8) if of_bits else 0
    text += f"mov.b32 %r17, {bit};\n" if of_bits else f"mad.lo.u32 %r17, %r0, 100, {number + 2};\n"
    text += "@%p3 ld.SPACE.b32 %r18, [AT];" if kind == "ld" else "@%p3 st.SPACE.b32 [AT], %r17;"
    values = {t: bit if of_bits else 100 * t + number + 2 for t in threads}
    return Step(kind, threads, words, text, values=values)


def model(steps):
    """Whether the order of two accesses that are not connected matters; all words are 1 before.

    ``knows[t]`` holds the (thread, step) pairs before t's next step. Two stores must store the same value. A store
    whose value is that of the last store before it in any order may also be in any order with a load that finds this
    value without it.
    """
    knows = [set() for _ in range(N_THREADS)]
    stores = [[] for _ in range(N_WORDS)]
    loads = [[] for _ in range(N_WORDS)]
    matters = False
    for number, step in enumerate(steps):
        for group in step.group:
            together = set().union(*(knows[t] for t in group)) if group else set()
            for t in group:
                knows[t] = set(together)
        # within one instruction no thread comes before another
        for t, word in sorted(step.words.items()):
            apart = [other for other in stores[word] if other[0][0] != t and other[0] not in knows[t]]
            before = ([1] + [value for access, value, _ in stores[word] if access in knows[t]])[-1]
            if step.kind == "ld":
                matters |= any(changes or value != before for _, value, changes in apart)
                loads[word].append(((t, number), before))
                continue
            stored = step.values[t]
            changes = stored != before
            matters |= any(value != stored for _, value, _ in apart)
            matters |= any(
                changes or value != stored
                for access, value in loads[word]
                if access[0] != t and access not in knows[t]
            )
            stores[word].append(((t, number), stored, changes))
        for t in step.words:
            knows[t].add((t, number))
    return matters


def program_text(steps, space, first=""):
    start = "mov.b32 %r3, s;\nshr.u32 %r12, %r0, 5;\nmov.b32 %r13, 1;\nshl.b32 %r21, %r13, %r12;\n"
    start += "and.b32 %r10, %r0, 16;\nmov.b32 %r11, 65535;\nshl.b32 %r11, %r11, %r10;\n"
    at = "%r16" if space == "shared" else "%rd6"
    body = "\n".join(step.text.replace("SPACE", space).replace("AT", at) for step in steps)
    return kernel(start + first + body, ".shared .align 16 .b8 s[1024];\n")


def faults_of(executor, ptx, watch):
    ran = run(executor, ptx, block=(N_THREADS, 1, 1), out=np.ones(N_WORDS, np.uint32), watch=watch)
    assert ran.report.completed
    assert watch.undefined or not ran.notes
    return tuple((fault.ptx_line, fault.reason, fault.count) for fault in ran.wrong)


@pytest.mark.parametrize("of_bits", [False, True], ids=["all values differ", "values of 0 and 1"])
@pytest.mark.parametrize("seed", one_in(6, range(N_PROGRAMS), pytest.mark.slow))
def test_races_are_those_of_the_model(executor, seed, of_bits):
    steps = make_program(seed, of_bits=of_bits)
    space = ("shared", "global")[seed % 2]
    fill = "mad.lo.u32 %r9, %r0, 4, %r3;\nst.shared.b32 [%r9], 1;\nbar.sync 0;\n"
    ptx = program_text(steps, space, fill if of_bits and space == "shared" else "")
    exact = faults_of(executor, ptx, AlwaysExact(races=True, undefined=of_bits))
    # In one order of the warps a store may find its own value, and in another one that it changes.
    orders = [AlwaysExact(races=True, undefined=True, schedule=order) for order in range(6 * of_bits)]
    found = bool(exact) or any(faults_of(executor, ptx, order) for order in orders)
    assert found == model(steps), "\n".join(step.text for step in steps)
    assert faults_of(executor, ptx, Watch(races=True, undefined=of_bits)) == exact


def test_programs_are_of_both_kinds():
    racy, changed = (
        sum(model(make_program(seed, of_bits=of_bits)) for seed in range(N_PROGRAMS))
        for of_bits in (False, True)
    )
    assert N_PROGRAMS // 6 < changed < racy - N_PROGRAMS // 6 < N_PROGRAMS - N_PROGRAMS // 3
