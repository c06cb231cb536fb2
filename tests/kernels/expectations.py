"""Kernels and compiled programs that tests run, and what those of ``fixtures/bad_kernels`` are rejected for.

Tests run some programs of a kernel, since most of the time of a first run goes into compiling. `kernel-harness check
FILE` runs all programs of a kernel, and CI does so for the shipped variants.
"""

import gzip
import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from harness.device.base import Device
from harness.run.case_run import run_case
from harness.settings.settings import Settings
from harness.variant.case import Case
from harness.variant.declaration.discovery import read_sources
from harness.variant.matrix import cases
from harness.variant.selection import Selection, select
from harness.variant.variant import Block, Variant
from harness.verdict import CaseResult, Reason, Verdict
from tests.kernels.mutants import kernels


@cache
def shipped_variants() -> tuple[Variant, ...]:
    found = read_sources([CUDA_SOURCES])
    assert not found.errors, found.errors
    return found.variants


def declared_variant(path: Path) -> Variant:
    """Return the variant of one file, whose rules `discover` evaluates in another test."""
    found = read_sources([path])
    assert not found.errors, found.errors
    (variant,) = found.variants
    return variant


Program = tuple[Block, str]


def programs(variant: Variant) -> list[Program]:
    """Return pairs of a block and a type in which each block and each type of a variant occurs.

    Of a shipped variant, which CI checks whole: pairs of one type that are a single program, with one or more blocks.
    Types and blocks take turns from variant to variant.
    """
    shipped = _shipped().get(variant.id)
    if shipped is not None and shipped.path == variant.path:
        return _single(variant, [*_shipped()].index(variant.id))
    blocks, dtypes = variant.blocks, variant.dtypes
    n = max(len(blocks), len(dtypes))
    return [(blocks[at % len(blocks)], dtypes[at % len(dtypes)]) for at in range(n)]


def of_programs(some: Iterable[Case]) -> list[Case]:
    return [case for case in some if (case.block, case.dtype) in programs(case.variant)]


def failures(some: Iterable[Case], device: Device, settings: Settings) -> list[CaseResult]:
    results = [run_case(case, device, settings) for case in some]
    return [result for result in results if result.verdict is not Verdict.PASS]


def check_rejected(
    expectation: "Expectation", variant: Variant, device: Device, settings: Settings, verdicts: set[Verdict]
) -> tuple[CaseResult, ...]:
    """Check that all the cases that a wrong kernel names are rejected for its reasons; return the results."""
    chosen = select((variant,), Selection.parse(expectation.cases))
    assert chosen
    results = run_named(chosen, device, settings)
    for result in results:
        assert result.verdict in verdicts, result
        assert set(expectation.reasons) <= set(result.reasons), result
    return tuple(results)


def run_named(chosen: Sequence[Case], device: Device, settings: Settings) -> list[CaseResult]:
    """Run the cases that a wrong kernel names, with all further launches where its turn shows nothing.

    By default a case makes further launches of one kind. Then another case of the matrix must be rejected.
    """
    results = [run_case(case, device, settings) for case in chosen]
    passed = [at for at, result in enumerate(results) if result.verdict is Verdict.PASS]
    for at in passed:
        results[at] = run_case(chosen[at], device, replace(settings, thorough=True))
    if len(passed) == len(chosen) and any(results[at].verdict.is_failure for at in passed):
        others = (run_case(case, device, settings) for case in cases(chosen[0].variant))
        assert any(result.verdict.is_failure for result in others), "only --thorough rejects it"
    return results


def _single(variant: Variant, number: int) -> list[Program]:
    dtype = variant.dtypes[number % len(variant.dtypes)]
    macros = {block: variant.macros(block, dtype) for block in variant.blocks}
    chosen = macros[variant.blocks[number % len(variant.blocks)]]
    return [(block, dtype) for block in variant.blocks if macros[block] == chosen]


@cache
def _shipped() -> dict[str, Variant]:
    return {variant.id: variant for variant in shipped_variants()}


if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[2]
CUDA_SOURCES = ROOT / "cuda_src"
BAD_KERNELS = ROOT / "fixtures" / "bad_kernels"
DOMAIN_KERNELS = ROOT / "fixtures" / "domain_kernels"

_KEYS = {"reasons", "gpu", "cases", "fault", "notes"}


@dataclass(frozen=True)
class Expectation:
    """What one bad kernel must be rejected for.

    `reasons`: on ``cpu`` all of them must be reported, in each of the cases; others may be. `gpu`: the same on ``gpu``.
    Empty where nothing is promised there: a GPU may show the fault or not. `cases`: expression as for ``-k``; empty
    for a file that no case is made of. `notes`: what must be noted on ``cpu`` of a kernel that passes, which has no
    `reasons`.
    """

    path: Path
    reasons: tuple[Reason, ...]
    gpu: tuple[Reason, ...]
    cases: str
    base: str
    fault: str
    notes: tuple[Reason, ...] = ()

    @property
    def name(self) -> str:
        return self.path.stem


def expect_table(path: Path) -> dict[str, Any]:
    """Read the ``expect`` block of a kernel; ValueError unless there is exactly one."""
    marker = "#" if path.suffix == ".py" else "//"
    block = rf"^{marker} /// expect\n((?:{marker}(?: .*)?\n)*?){marker} ///$"
    blocks = re.findall(block, path.read_text(encoding="ascii"), re.MULTILINE)
    if len(blocks) != 1:
        raise ValueError(f"{path}: expected one expect block (got {len(blocks)})")
    return tomllib.loads("\n".join(line[len(marker) + 1 :] for line in blocks[0].splitlines()))


def read_expectation(path: Path) -> Expectation:
    table = expect_table(path)
    if unknown := table.keys() - _KEYS:
        raise ValueError(f"{path}: expected the keys {sorted(_KEYS)} (got {sorted(unknown)})")
    reasons = _reasons(table, "reasons")
    fault = table.get("fault", "")
    notes = _reasons(table, "notes")
    if bool(reasons) == bool(notes) or not fault.endswith("."):
        raise ValueError(f"{path}: expected reasons or notes, and a fault that is a sentence (got {table})")
    gpu = _reasons(table, "gpu") if "gpu" in table else reasons
    base = path.read_text(encoding="ascii").split(maxsplit=2)[1].rstrip(",")
    return Expectation(path, reasons, gpu, table.get("cases", ""), base, fault, notes)


def _reasons(table: Mapping[str, Any], key: str) -> tuple[Reason, ...]:
    return tuple(Reason(reason) for reason in table.get(key, ()))


def recorded_verdicts(path: Path) -> dict[str, dict[str, str]]:
    """Read a recorded check on a GPU: verdicts by case, without skipped ones, by variant."""
    run = json.loads(gzip.decompress(path.read_bytes()))
    assert run["device"]["info"]["kind"] == "gpu"
    return {
        variant["id"]: {case["id"]: case["verdict"] for case in variant["cases"] if case["verdict"] != "SKIP"}
        for variant in run["variants"]
    }


def runnable() -> tuple[Expectation, ...]:
    return _read_folder(BAD_KERNELS)


def broken() -> tuple[Expectation, ...]:
    return _read_folder(BAD_KERNELS / "broken")


def _read_folder(folder: Path) -> tuple[Expectation, ...]:
    return tuple(map(read_expectation, kernels(folder)))
