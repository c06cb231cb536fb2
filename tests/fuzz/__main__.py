"""``python -m tests.fuzz``: compares a device with the reference interpreter on random programs."""

import argparse
import platform
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import llvmlite
from llvmlite.binding import llvm_version_info

from tests.fuzz.campaign import (
    LOST,
    NOT_GENERATED,
    Result,
    Summary,
    check,
    constants_of,
    device_of,
    judge_of,
    results_of,
    seeds_of,
    still_differs,
)
from tests.fuzz.generate import generate
from tests.fuzz.shrink import shrink
from tests.progress import say

N_SHOWN = 5
"""Differences that are made small and printed whole."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns 0 where no program differs but by optimisation of the assembler, else 1."""
    options = _options(arguments)
    if options.show:
        for seed in seeds_of(options):
            say(generate(seed).text)
        return 0
    start = time.monotonic()
    summary = Summary()
    for result in results_of(options):
        summary.add(result)
        if result.difference:
            told = (
                "\n  with level 0 of the assembler it does not differ" if result.is_of_the_assembler else ""
            )
            say(f"\nseed {result.seed}: {result.difference}{told}\n  rerun: {_command(options, result.seed)}")
        if summary.n_programs % 500 == 0:
            say(f"{summary.n_programs} of {options.count}, {time.monotonic() - start:.0f} s")
    for result in [*summary.failed, *summary.assembled][:N_SHOWN]:
        _show_small(options, result)
    if options.coverage:
        _print_coverage(summary)
    say(f"{summary}; {_versions(options)}; {time.monotonic() - start:.0f} s")
    if options.report:
        options.report.write_text(f"{summary}; {_versions(options)}\n")
    return 1 if summary.failed or not summary.n_programs else 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--count", type=int, default=1, help="programs (default: 1)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first program (default: 0)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    parser.add_argument("--device", choices=("cpu", "gpu"), default="cpu")
    parser.add_argument(
        "--level",
        type=int,
        choices=range(5),
        default=4,
        help="gpu: how much its assembler optimises (default: 4)",
    )
    parser.add_argument(
        "--watch", action="store_true", help="cpu: race and definedness observers must find nothing"
    )
    parser.add_argument("--schedule", type=int, help="cpu: seed of another order of blocks, warps and paths")
    parser.add_argument("--show", action="store_true", help="print the programs and run nothing")
    parser.add_argument(
        "--coverage", action="store_true", help="print how many programs have each instruction row"
    )
    parser.add_argument(
        "--no-shrink", dest="shrink", action="store_false", help="leave differing programs as they are"
    )
    parser.add_argument(
        "--max-tries", type=int, default=2000, help="of making a program smaller (default: 2000)"
    )
    parser.add_argument("--report", type=Path, help="write the summary line to this file")
    return parser.parse_args(arguments)


def _command(options: argparse.Namespace, seed: int) -> str:
    more = "".join(
        f" {text}"
        for text, given in (
            (f"--device {options.device}", options.device != "cpu"),
            (f"--level {options.level}", options.level != 4),
            ("--watch", options.watch),
            (f"--schedule {options.schedule}", options.schedule is not None),
        )
        if given
    )
    return f"python -m tests.fuzz --seed {seed}{more}"


def _show_small(options: argparse.Namespace, result: Result) -> None:
    program = generate(result.seed)
    if result.difference.startswith(LOST):
        say(f"\nseed {result.seed}, grid {program.grid}, block {program.block}: {result.difference}")
        say(program.text)
        return
    device = device_of(options)
    fails = still_differs(device, result.difference, judge_of(options))
    if options.shrink and fails(program):
        program = shrink(program, fails, constants_of, max_tries=options.max_tries)
    say(
        f"\nseed {result.seed}, grid {program.grid}, block {program.block}: {check(program, device).difference}"
    )
    say(program.text)


def _print_coverage(summary: Summary) -> None:
    for row, n in sorted(summary.coverage().items(), key=lambda item: (item[1], item[0])):
        say(f"{n:6}  {row}")
    for row, why in NOT_GENERATED.items():
        say(f"  left out: {row} ({why})")


def _versions(options: argparse.Namespace) -> str:
    if options.device == "gpu":
        return f"{device_of(options)}, Python {platform.python_version()}"
    llvm = ".".join(map(str, llvm_version_info))
    return f"executor with llvmlite {llvmlite.__version__} (LLVM {llvm}), Python {platform.python_version()}"


if __name__ == "__main__":
    sys.exit(main())
