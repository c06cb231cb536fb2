"""``python -m tests.mutation KIND``: damages files at random, and says which got no clear answer."""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.mutation.campaign import REFUSED, Item, Subject, data_of, run
from tests.mutation.subjects import Declarations, Ptx, Results
from tests.progress import say

KINDS: dict[str, Callable[[Path], Subject]] = {
    "results": Results,
    "declarations": lambda _: Declarations(),
    "ptx": lambda _: Ptx(),
}
_SHOWN_FAILURES = 20
_TOLD_EVERY = 500


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns 0 where every file was taken or refused in words, else 1."""
    options = _options(arguments)
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as made, tempfile.TemporaryDirectory() as scratch:
        subject = KINDS[options.kind](Path(made))
        numbers = range(options.first, options.first + options.count)
        if options.show:
            for number in numbers:
                sys.stdout.buffer.write(data_of(subject, options.seed, number))
            return 0
        refusals: Counter[str] = Counter()
        n_done = 0

        def note(item: Item) -> None:
            nonlocal n_done
            n_done += 1
            if item.outcome == REFUSED:
                refusals[item.said.partition("(got")[0][-60:]] += 1
            elif item.is_failure and n_done <= options.count:
                say(f"\nnumber {item.number}: {item.outcome}\n{item.said.rstrip()}")
                rerun = f"python -m tests.mutation {options.kind} --seed {options.seed} --first {item.number}"
                say(f"  rerun: {rerun}")
            if n_done % _TOLD_EVERY == 0:
                say(f"{n_done} of {options.count}, {time.monotonic() - started:.0f} s")

        summary = run(subject, numbers, seed=options.seed, folder=Path(scratch), on_item=note)
    say(f"{options.kind}, seed {options.seed}: {summary}; {time.monotonic() - started:.0f} s")
    return 1 if summary.failures or not summary.outcomes else 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--count", type=int, default=1, help="damaged files (default: 1)")
    parser.add_argument("--seed", type=int, default=0, help="of all of them (default: 0)")
    parser.add_argument("--first", type=int, default=0, help="number of the first one (default: 0)")
    parser.add_argument("--show", action="store_true", help="write the files instead of reading them")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
