"""Judges the bound without a reference on pairs of kernels whose results must, or must not, count as equal.

    python benchmarks/bound.py harmless [-n 16] [--part fresh] [--out FILE]
    python benchmarks/bound.py wrong [-n 16] [--out FILE]

`harmless`: shipped kernels and right fixtures of one operation against each other, against themselves without
contraction and in other blocks, and slow mutants. `fresh` is a third of them, left for a look at the final rule. None
may be CHANGED. `wrong`: the wrong kernels of the fixtures against their right ones, by outputs and by sanitizers.
Nothing here uses a reference. Results are appended to FILE, and pairs that are in it are not run again.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import re
import sys
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from harness.check.judgement import Evidence  # noqa: E402
from harness.device.base import FIRST, Variation  # noqa: E402
from harness.device.cpu.ptx_cpu import PtxCpu  # noqa: E402
from harness.errors import HarnessError  # noqa: E402
from harness.launch.inputs import problem_of, with_arithmetic_of  # noqa: E402
from harness.launch.memory import fill  # noqa: E402
from harness.launch.plan import forget_code, launch, load_case  # noqa: E402
from harness.operation.derived import expected_of  # noqa: E402
from harness.operation.kinds import INFINITE_KINDS  # noqa: E402
from harness.ptx.launch.watch import UNWATCHED  # noqa: E402
from harness.settings.settings import Settings  # noqa: E402
from harness.undeclared.bound import N_DRAWS, Compared, Outcome, compare_case, outcome_of  # noqa: E402
from harness.undeclared.replay import new_approximations  # noqa: E402
from harness.variant.case import Case, make_case  # noqa: E402
from harness.variant.declaration.discovery import read_sources  # noqa: E402
from harness.variant.selection import Selection, select  # noqa: E402
from harness.variant.shape import CONTIGUOUS  # noqa: E402
from harness.variant.variant import Block, Variant  # noqa: E402
from tests.kernels.expectations import expect_table  # noqa: E402
from tests.kernels.mutants import kernels  # noqa: E402

RIGHT = (
    ROOT / "cuda_src",
    ROOT / "fixtures/operations/right",
    ROOT / "fixtures/declared_kernels/right",
    ROOT / "fixtures/bad_kernels/right",
)
WRONG = tuple(
    ROOT / "fixtures" / name for name in ("bad_kernels", "operations/wrong", "declared_kernels/wrong")
)
SHAPES = ((3, 1000), (5, 257), (4, 1024), (3, 128), (7, 64), (6, 33), (2, 2051), (1, 5))
MANY_ROWS = ((133, 5), (257, 33))
KINDS = (
    "spread", "normal", "huge3e38", "ascending", "pos_inf", "neg_inf_leading", "constant", "subnormal", "spike",
)  # fmt: skip
WRONG_KINDS = ("spread", "normal", "nan", "neg_inf_some")
MOST_CASES = 6
MOST_OF_ONE = 60
"""Most pairs of different kernels of one operation and type."""
CODE = re.compile(r"//.*|\s|#include.*")
"""What two texts of the same code may differ in."""
FRESH = 3
"""One pair of so many is left for a last look."""


@dataclass(frozen=True)
class Pair:
    """Two kernels, each with its block."""

    group: str
    base: str
    head: str
    dtype: str
    base_block: Block
    head_block: Block
    head_options: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        blocks = "/".join("x".join(map(str, block)) for block in (self.base_block, self.head_block))
        return f"{self.group}:{Path(self.base).stem}:{Path(self.head).stem}:{self.dtype}:{blocks}"

    @property
    def is_fresh(self) -> bool:
        return zlib.crc32(self.id.encode()) % FRESH == 0


@dataclass
class Result:
    """Outcome of a pair."""

    id: str
    group: str
    is_fresh: bool
    outcome: str = ""
    seen_by: tuple[str, ...] = ()
    """What a base/head comparison shows: ``CHANGED``, a new finding, or that the launch does not end as before."""
    n_cases: int = 0
    by_outcome: dict[str, int] = field(default_factory=dict)
    digits: tuple[float, ...] = ()
    texts: tuple[str, ...] = ()
    """Cases beyond the bound."""
    why_not: str = ""
    n_even: int = 0
    """Cases that even draws alone accept."""
    ratio: float = 0.0
    """Largest median of head's spread over base's."""
    seconds: float = 0.0


def settings_of(sanitizers: tuple[str, ...] = ()) -> Settings:
    folders = (
        ROOT / "cuda_src/include",
        ROOT / "fixtures/operations/include",
        ROOT / "fixtures/declared_kernels/include",
    )
    return Settings.load(
        ROOT,
        include_dirs=[str(folder) for folder in folders],
        operations=[str(ROOT / "fixtures/declared_kernels/operations")],
        cpu_threads=1,
        step_budget=1 << 20,
        sanitizers=list(sanitizers),
    )


@cache
def variant_of(path: str) -> Variant:
    """Return the variant of one file."""
    found = read_sources([Path(path)])
    if found.errors:
        raise found.errors[0]
    return found.variants[0]


@cache
def device_of(watched: bool) -> PtxCpu:
    settings = settings_of(("memcheck", "initcheck", "racecheck", "synccheck") if watched else ())
    return PtxCpu(settings) if watched else PtxCpu(settings, UNWATCHED)


class Side:
    """One kernel on the input of a case."""

    def __init__(self, case: Case, device: PtxCpu) -> None:
        self._case, self._device = case, device
        self._loaded = load_case(case, device, device._settings)

    def run(self, variation: Variation = FIRST) -> Evidence:
        try:
            memory = fill(self._case, self._device)
            launched = launch(self._loaded.pack(memory), self._device, variation)
            return memory.read_back(self._device, launched)
        finally:
            self._device.free_all()

    def outputs(self, variation: Variation = FIRST) -> dict[str, np.ndarray]:
        return outputs_of(self.run(variation))

    def draw(self, number: int) -> dict[str, np.ndarray]:
        return self.outputs(Variation(drawing=number))


def outputs_of(evidence: Evidence) -> dict[str, np.ndarray]:
    # By number: a kernel that works in place has its output in its input.
    reports = enumerate(evidence.outputs.values())
    return {f"output{number}": np.ascontiguousarray(report.values).reshape(-1) for number, report in reports}


def compared(base: Case, head: Case) -> tuple[Compared, ...]:
    """Compare one case without sanitizers."""
    ours, theirs = Side(base, device_of(False)), Side(head, device_of(False))
    return compare_case(ours.outputs(), theirs.outputs(), ours.draw, theirs.draw)


def cases_of(
    pair: Pair,
    some: tuple[str, ...] = KINDS,
    layout: str = CONTIGUOUS,
    shapes: tuple[tuple[int, int], ...] = SHAPES,
) -> Iterator[tuple[Case, Case]]:
    """Yield the same case of both sides, as far as both claim it."""
    base = variant_of(pair.base)
    head = variant_of(pair.head)
    if pair.head_options:
        head = replace(head, compile_options=(*head.compile_options, *pair.head_options))
    kinds = [kind for kind in some if kind in base.operation.input_kinds]
    kinds += [kind.name for kind in base.operation.own_kinds][: MOST_CASES - 2]
    turn = 0
    for number, kind in enumerate(kinds):
        for step in range(len(shapes)):
            n_rows, n_cols = shapes[(turn + step) % len(shapes)]
            both = [
                make_case(
                    variant,
                    dtype=pair.dtype,
                    n_rows=n_rows,
                    n_cols=n_cols,
                    kind=kind,
                    layout=layout,
                    block=block,
                )
                for variant, block in ((base, pair.base_block), (head, pair.head_block))
            ]
            if (
                all(case.unmet() is None for case in both)
                and both[0].shape == both[1].shape
                and not is_open(both[0])
            ):
                yield both[0], both[1]
                turn += step + 1
                break
        if number + 1 >= MOST_CASES:
            break


def is_open(case: Case) -> bool:
    """Whether the operation leaves results of a case open, such as the mean of infinities: right kernels may differ."""
    if case.kind not in INFINITE_KINDS:
        return False
    expected = expected_of(case.variant.operation, with_arithmetic_of(case, problem_of(case)))
    return any(np.isnan(each.allowed).any() for each in expected.values())


def run_harmless(pair: Pair) -> Result:
    began, result = time.process_time(), Result(pair.id, pair.group, pair.is_fresh)
    by_name: dict[str, list[Compared]] = {}
    texts: list[str] = []
    try:
        for base, head in cases_of(pair):
            for each in compared(base, head):
                by_name.setdefault(each.name, []).append(each)
                if each.outcome in (Outcome.CHANGED, Outcome.NOT_COMPARED):
                    texts.append(f"{head.id} ({base.variant.id}): {each.text}, {each.n_draws} draws")
            result.n_cases += 1
    except (HarnessError, ValueError) as error:
        result.why_not = f"{type(error).__name__}: {str(error).splitlines()[0]}"
    _finish(result, by_name, texts, began)
    return result


def _finish(result: Result, by_name: dict[str, list[Compared]], texts: list[str], began: float) -> None:
    everything = [each for own in by_name.values() for each in own]
    result.n_even = sum(each.n_draws > N_DRAWS and not each.n_changed for each in everything)
    result.by_outcome = dict(Counter(each.outcome.value for each in everything))
    outcomes = [outcome_of(own) for own in by_name.values()]
    if outcomes:
        result.outcome = max(outcomes, key=list(Outcome).index).value
    result.digits = tuple(round(each.digits, 2) for each in everything if each.digits is not None)
    result.texts = tuple(texts)
    result.seconds = round(time.process_time() - began, 2)


def run_wrong(pair: Pair) -> Result:
    """Compare a wrong kernel with its right one: by findings, by what the launch leaves, and by outputs."""
    began, result = time.process_time(), Result(pair.id, pair.group, pair.is_fresh)
    by_name: dict[str, list[Compared]] = {}
    texts: list[str] = []
    approximate: list[str] = []
    seen: Counter[str] = Counter()
    try:
        every = itertools.chain(
            named_cases(pair),
            cases_of(pair),
            cases_of(pair, WRONG_KINDS, "strided"),
            cases_of(pair, WRONG_KINDS, shapes=MANY_ROWS),
        )
        for base, head in every:
            if not result.n_cases:
                codes = (
                    load_case(case, device_of(False), device_of(False)._settings).artifact.code.decode(
                        "ascii"
                    )
                    for case in (base, head)
                )
                approximate = new_approximations(*codes)
            result.n_cases += 1
            new = found_by_sanitizers(base, head)
            seen.update(new)
            if not new:
                for each in compared(base, head):
                    by_name.setdefault(each.name, []).append(each)
                    if each.outcome is Outcome.CHANGED:
                        texts.append(f"{head.id}: {each.text}")
                        seen["CHANGED"] += 1
            if seen:
                break
    except (HarnessError, ValueError) as error:
        result.why_not = f"{type(error).__name__}: {str(error).splitlines()[0]}"
    _finish(result, by_name, texts, began)
    if result.outcome == Outcome.LESS_ACCURATE.value:
        seen["LESS ACCURATE"] += 1
    if not seen and approximate:
        seen["new approximate instructions"] += 1
    result.seen_by = tuple(sorted(seen))
    result.ratio = max((each.spread_ratio or 0 for own in by_name.values() for each in own), default=0.0)
    return result


def named_cases(pair: Pair) -> Iterator[tuple[Case, Case]]:
    """Yield up to four cases of the matrix at which the check with a reference rejects the kernel."""
    head, base = variant_of(pair.head), variant_of(pair.base)
    named = select((head,), Selection.parse(expect_table(Path(pair.head)).get("cases", "")))
    for case in [case for case in named if case.dtype == pair.dtype and case.block == pair.head_block][:4]:
        yield replace(case, variant=base, block=pair.base_block), case


def found_by_sanitizers(base: Case, head: Case) -> set[str]:
    """Return reason codes that head has and base has not, under every sanitizer and in two further schedules."""
    ours, theirs = Side(base, device_of(True)), Side(head, device_of(True))
    first = reasons_of(ours.run()), reasons_of(theirs.run())
    new = first[1] - first[0]
    if new:
        return new
    plain = None
    for variation in (*(Variation(schedule=seed, is_again=True) for seed in (1, 2)), Variation(moved=True)):
        both = ours.run(variation), theirs.run(variation)
        new = reasons_of(both[1]) - reasons_of(both[0])
        if new:
            return new
        plain = plain or (ours.outputs(), theirs.outputs())
        same = [
            all(found[name].tobytes() == before[name].tobytes() for name in before)
            for found, before in zip(map(outputs_of, both), plain, strict=True)
        ]
        if same == [True, False]:
            return {"nondeterministic"}
    return set()


def reasons_of(evidence: Evidence) -> set[str]:
    found = {finding.reason.value for finding in evidence.findings}
    found |= {"hung"} if evidence.hung else set()
    found |= {"trapped"} if evidence.trapped else set()
    if any(report.unwritten.any() for report in evidence.outputs.values()):
        found.add("unwritten-output")
    if any(report.changed.any() for report in evidence.inputs):
        found.add("input-modified")
    if any(report.strays for report in (*evidence.outputs.values(), *evidence.inputs, *evidence.scratch)):
        found.add("oob-write")
    return found


def harmless_pairs(seed: int) -> list[Pair]:
    """Return pairs in an order that a seed draws, so that the first ones are of all kinds."""
    variants = [variant for folder in RIGHT for variant in read_sources([folder]).variants]
    pairs: list[Pair] = []
    by_operation: dict[tuple[str, str], list[Variant]] = {}
    for variant in variants:
        if variant.path.suffix != ".cu":
            continue
        path = str(variant.path)
        for dtype in variant.dtypes:
            by_operation.setdefault((variant.operation.name, dtype), []).append(variant)
            first, last = variant.blocks[0], variant.blocks[-1]
            pairs.append(Pair("contraction", path, path, dtype, first, first, ("-fmad=false",)))
            if first != last:
                pairs.append(Pair("block", path, path, dtype, first, last))
    for (_, dtype), several in by_operation.items():
        every = list(itertools.combinations(several, 2))
        # Kernels of small numbers get smaller inputs.
        every = [(one, other) for one, other in every if one.max_magnitude == other.max_magnitude]
        for one, other in random.Random(seed).sample(every, min(len(every), MOST_OF_ONE)):
            pairs.append(
                Pair("variants", str(one.path), str(other.path), dtype, one.blocks[0], other.blocks[0])
            )
    for path in kernels(ROOT / "fixtures/slow_kernels"):
        variant = variant_of(str(path))
        base = right_of(path)
        if base is not None:
            own = base.blocks[0] if variant.blocks[0] not in base.blocks else variant.blocks[0]
            pairs += [
                Pair("slow", str(base.path), str(path), dtype, own, variant.blocks[0])
                for dtype in variant.dtypes
            ]
    random.Random(seed).shuffle(pairs)
    return pairs


@cache
def _right() -> dict[str, Variant]:
    return {variant.path.stem: variant for folder in RIGHT for variant in read_sources([folder]).variants}


def right_of(path: Path) -> Variant | None:
    """Return the right kernel of which a wrong one is made, which its first line names."""
    return _right().get(path.read_text(encoding="ascii").split(maxsplit=2)[1].rstrip(","))


def wrong_pairs() -> list[Pair]:
    pairs = []
    for path in (path for folder in WRONG for path in kernels(folder) if path.suffix == ".cu"):
        base, expected = right_of(path), expect_table(path)
        if base is None or not expected.get("reasons"):
            continue
        head = variant_of(str(path))
        named = select((head,), Selection.parse(expected.get("cases", "")))
        dtype, block = (named[0].dtype, named[0].block) if named else (head.dtypes[0], head.blocks[0])
        if CODE.sub("", base.path.read_text()) == CODE.sub("", path.read_text()):
            # Only its declaration is wrong: it claims sizes that both versions get wrong alike.
            continue
        if dtype in base.dtypes and base.operation.name == head.operation.name:
            own = block if len(block) == len(base.blocks[0]) else base.blocks[0]
            pairs.append(Pair("wrong", str(base.path), str(path), dtype, own, block))
    return pairs


def _run(mode: str, pair: Pair) -> Result:
    try:
        return (run_harmless if mode == "harmless" else run_wrong)(pair)
    finally:
        # The code of all kernels would fill the memory.
        for watched in (False, True):
            forget_code(device_of(watched))


def main() -> int:
    """Run the pairs and print the table; exit status 1 if a harmless pair is CHANGED."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("mode", choices=("harmless", "wrong"))
    parser.add_argument("-n", type=int, default=1, help="worker processes")
    parser.add_argument("--most", type=int, default=600, help="most pairs (default: 600)")
    parser.add_argument("--part", choices=("all", "first", "fresh"), default="all")
    parser.add_argument("--seed", type=int, default=0, help="order of the pairs")
    parser.add_argument("--only", default="", help="only pairs whose id contains this text")
    parser.add_argument("--out", type=Path, default=None)
    options = parser.parse_args()
    settings_of()
    pairs = harmless_pairs(options.seed) if options.mode == "harmless" else wrong_pairs()
    pairs = [pair for pair in pairs if options.only in pair.id]
    pairs = [
        pair for pair in pairs[: options.most] if options.part in ("all", ("first", "fresh")[pair.is_fresh])
    ]
    results: dict[str, Result] = {}
    if options.out and options.out.is_file():
        for line in options.out.read_text().splitlines():
            result = Result(**json.loads(line))
            results[result.id] = result
    todo = [pair for pair in pairs if pair.id not in results]
    with ProcessPoolExecutor(options.n) as pool:
        for done in as_completed([pool.submit(_run, options.mode, pair) for pair in todo]):
            result = done.result()
            results[result.id] = result
            said = " ".join((result.outcome or result.why_not, *result.seen_by))
            print(f"{len(results)}/{len(pairs)} {result.id}: {said}", flush=True)
            for text in result.texts if options.mode == "harmless" else ():
                print(f"    {text}")
            if options.out:
                options.out.parent.mkdir(parents=True, exist_ok=True)
                with options.out.open("a") as file:
                    file.write(f"{json.dumps(asdict(result))}\n")
    return table(options.mode, [results[pair.id] for pair in pairs])


def table(mode: str, results: list[Result]) -> int:
    """Print how many pairs of each group had each outcome."""
    ran = [result for result in results if result.n_cases]
    print(
        f"\n{len(ran)} pairs ran with {sum(result.n_cases for result in ran)} cases, {len(results) - len(ran)} did not"
    )
    if mode == "wrong":
        seen = [result for result in ran if result.seen_by]
        print(f"seen: {len(seen)} of {len(ran)} ({100 * len(seen) / max(len(ran), 1):.1f} %)")
        for what, n in Counter(name for result in seen for name in result.seen_by).most_common():
            print(f"    {what:24} {n}")
        for result in ran:
            if not result.seen_by:
                print(
                    f"    missed: {result.id} {result.outcome} {result.by_outcome}, "
                    f"{result.n_even} by even draws alone, ratio {result.ratio:.2f}"
                )
        return 0
    for part in (False, True):
        own = [result for result in ran if result.is_fresh == part]
        print(f"{'fresh' if part else 'first'}: {dict(Counter(result.outcome for result in own))}")
    for group in sorted({result.group for result in ran}):
        print(f"{group:12} {dict(Counter(result.outcome for result in ran if result.group == group))}")
    print(f"cases that even draws alone accept: {sum(result.n_even for result in ran)}")
    print(f"cases: {dict(sum((Counter(result.by_outcome) for result in ran), Counter()))}")
    for dtype in ("float64", "float32", "float16", "bfloat16"):
        digits = [digit for result in ran if f":{dtype}:" in result.id for digit in result.digits]
        if digits:
            print(f"{dtype}: {np.median(digits):.1f} digits compared (median)")
    return int(any(result.outcome == Outcome.CHANGED.value for result in ran))


if __name__ == "__main__":
    sys.exit(main())
