"""Random programs: races exactly where a plain model of happens-before says so, and never one that only one look sees.

The model is the definition, written down without any cleverness: every pair of accesses of two threads to one byte, one
of them a write, must be connected by a chain of program order and barriers. A second model leaves out the pairs whose
order changes no value, because each of the two reads or writes what is there already.
"""

import random
from dataclasses import dataclass

import numpy as np
import pytest

from harness.ptx.launch.watch import Watch
from harness.ptx.layout import WATCH_RACES_FAST
from tests.ptx.ptx_text import kernel

N_THREADS = 96
N_WORDS = 64
N_PROGRAMS = 100
MASKS = {-1: "-1", 0x0000FFFF: "65535", 0xF0: "240"}


@dataclass(frozen=True)
class Step:
    """One instruction: an access of some threads, or a meeting of some."""

    kind: str
    threads: frozenset[int]
    words: dict[int, int]
    text: str
    group: tuple[frozenset[int], ...] = ()
    value: int = 0


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
    value = int(rng.random() < 0.8) if of_bits else 0
    text += f"mov.b32 %r17, {value};\n" if of_bits else f"mad.lo.u32 %r17, %r0, 100, {number};\n"
    text += "@%p3 ld.SPACE.b32 %r18, [AT];" if kind == "ld" else "@%p3 st.SPACE.b32 [AT], %r17;"
    return Step(kind, threads, words, text, value=value)


def model_races(steps):
    """Whether two accesses are not connected: ``knows[t]`` holds the (thread, step) pairs before t's next step."""
    knows: list[set[tuple[int, int]]] = [set() for _ in range(N_THREADS)]
    history: dict[int, list[tuple[int, int, str]]] = {}
    found = False
    for number, step in enumerate(steps):
        for group in step.group:
            together = set().union(*(knows[t] for t in group)) if group else set()
            for t in group:
                knows[t] = set(together)
        # within one instruction no thread comes before another
        for t in sorted(step.threads) if step.words else ():
            for other, when, kind in history.get(step.words[t], []):
                conflict = "st" in (kind, step.kind)
                found |= conflict and other != t and (other, when) not in knows[t]
            history.setdefault(step.words[t], []).append((t, number, step.kind))
        for t in step.threads if step.words else ():
            knows[t].add((t, number))
    return found


def model_changes(steps):
    """Whether the order of two accesses that are not connected matters; all words are 1 before.

    Two stores must store the same value. A store whose value is that of the last store before it in any order may also
    be in any order with a load that finds this value without it.
    """
    knows: list[set[tuple[int, int]]] = [set() for _ in range(N_THREADS)]
    stores: list[list[tuple[tuple[int, int], int, bool]]] = [[] for _ in range(N_WORDS)]
    loads: list[list[tuple[tuple[int, int], int]]] = [[] for _ in range(N_WORDS)]
    matters = False
    for number, step in enumerate(steps):
        for group in step.group:
            together = set().union(*(knows[t] for t in group)) if group else set()
            for t in group:
                knows[t] = set(together)
        for t, word in sorted(step.words.items()):
            apart = [other for other in stores[word] if other[0][0] != t and other[0] not in knows[t]]
            before = ([1] + [value for access, value, _ in stores[word] if access in knows[t]])[-1]
            if step.kind == "ld":
                matters |= any(changes or value != before for _, value, changes in apart)
                loads[word].append(((t, number), before))
                continue
            changes = step.value != before
            matters |= any(value != step.value for _, value, _ in apart)
            matters |= any(
                changes or value != step.value
                for access, value in loads[word]
                if access[0] != t and access not in knows[t]
            )
            stores[word].append(((t, number), step.value, changes))
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
    executor.memory.clear()
    out = executor.memory.allocate(4 * N_WORDS, "out")
    args = [np.uint64(out.address), np.uint64(0), np.uint32(0)]
    out.data.view(np.uint32)[:] = 1
    if watch.undefined:
        out.define()
    report = executor.launch(executor.load(ptx), "k", (1, 1, 1), (N_THREADS, 1, 1), args, 0, watch)
    assert report.completed
    assert watch.undefined or not any(fault.is_info for fault in report.faults)
    return tuple((fault.ptx_line, fault.reason, fault.count) for fault in report.faults if not fault.is_info)


@pytest.mark.parametrize("seed", range(N_PROGRAMS))
def test_races_are_those_of_the_model(executor, seed):
    steps = make_program(seed)
    ptx = program_text(steps, ("shared", "global")[seed % 2])
    exact = faults_of(executor, ptx, AlwaysExact(races=True))
    assert bool(exact) == model_races(steps), "\n".join(step.text for step in steps)
    assert faults_of(executor, ptx, Watch(races=True)) == exact


@pytest.mark.parametrize("seed", range(N_PROGRAMS))
def test_stores_of_what_was_there_race_with_those_of_other_values_only(executor, seed):
    steps = make_program(seed, of_bits=True)
    space = ("shared", "global")[seed % 2]
    first = (
        "mad.lo.u32 %r9, %r0, 4, %r3;\nst.shared.b32 [%r9], 1;\nbar.sync 0;\n" if space == "shared" else ""
    )
    ptx = program_text(steps, space, first)
    exact = faults_of(executor, ptx, AlwaysExact(races=True, undefined=True))
    # In one order of the warps a store may find its own value, and in another one that it changes.
    orders = [AlwaysExact(races=True, undefined=True, schedule=order) for order in range(6)]
    found = bool(exact) or any(faults_of(executor, ptx, order) for order in orders)
    assert found == model_changes(steps), "\n".join(step.text for step in steps)
    assert faults_of(executor, ptx, Watch(races=True, undefined=True)) == exact


def test_programs_are_of_both_kinds():
    racy = sum(model_races(make_program(seed)) for seed in range(N_PROGRAMS))
    assert N_PROGRAMS // 6 < racy < N_PROGRAMS - N_PROGRAMS // 6
    programs = [make_program(seed, of_bits=True) for seed in range(N_PROGRAMS)]
    changed = sum(map(model_changes, programs))
    assert N_PROGRAMS // 6 < changed < sum(map(model_races, programs)) - N_PROGRAMS // 6
