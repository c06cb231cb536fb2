"""``python -m tests.soak``: rounds of `check` and `gate` that are killed at random moments."""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.progress import say

from .place import Place, hear_interrupts
from .rounds import Outcome, round_of, run_round, undisturbed

_EVERY = 10


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the rounds; returns 0 where nothing was found, else 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--rounds", type=int, default=200, help="how many (default: 200)")
    parser.add_argument("--seed", type=int, default=0, help="of all draws (default: 0)")
    parser.add_argument("--first", type=int, default=0, help="number of the first round (default: 0)")
    options = parser.parse_args(arguments)
    hear_interrupts()
    began_s = time.monotonic()
    outcomes: list[Outcome] = []
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        place = Place(Path(folder))
        try:
            expected = undisturbed(place)
            took = ", ".join(
                f"{name} takes {each.elapsed_s:.1f} s" for name, each in sorted(expected.items())
            )
            say(f"undisturbed, {took}")
            for number in range(options.first, options.first + options.rounds):
                outcome = run_round(place, round_of(options.seed, number), expected)
                outcomes.append(outcome)
                for finding in outcome.findings:
                    say(f"round {number}: {finding}")
                if len(outcomes) % _EVERY == 0:
                    found = sum(bool(each.findings) for each in outcomes)
                    say(f"{len(outcomes)} rounds, {found} with findings, {time.monotonic() - began_s:.0f} s")
        except KeyboardInterrupt:
            say("interrupted")
        finally:
            place.end()
    _summarize(outcomes)
    return 1 if any(each.findings for each in outcomes) else 0


def _summarize(outcomes: Sequence[Outcome]) -> None:
    """Print a row for each kind of act: how many, how many were done before the command had ended, with findings."""
    drawn: Counter[tuple[str, ...]] = Counter()
    sent: Counter[tuple[str, ...]] = Counter()
    found: Counter[tuple[str, ...]] = Counter()
    for outcome in outcomes:
        for act, was_sent in zip(outcome.round.acts, outcome.was_sent, strict=True):
            drawn[act.key] += 1
            sent[act.key] += was_sent
            found[act.key] += bool(outcome.findings)
    columns = ("command", "signal", "victim", "limit")
    say("".join(f"{name:<11}" for name in columns) + "  acts   sent  in rounds with findings")
    for key in sorted(drawn):
        say("".join(f"{part:<11}" for part in key) + f"{drawn[key]:>6} {sent[key]:>6} {found[key]:>6}")
    abandoned = max((each.n_abandoned for each in outcomes), default=0)
    n_found = sum(bool(each.findings) for each in outcomes)
    say(
        f"{len(outcomes)} rounds, {sum(sent.values())} signals, {n_found} rounds with findings; "
        f"at most {abandoned} abandoned temporary files in a cache"
    )


if __name__ == "__main__":
    sys.exit(main())
