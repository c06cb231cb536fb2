"""What lanes of a warp compute together: from the operands of all that meet, the results of each.

`asks` has one entry a lane: its operands as integers. PTX ISA 9.0, 9.7.9 "shfl.sync" and 9.7.13.
"""

from collections.abc import Mapping

from tests.fuzz.meaning import cut, number_of

Asks = Mapping[int, tuple[int, ...]]
Answers = dict[int, tuple[int, ...]]


class UndefinedError(Exception):
    """The program does what PTX leaves undefined."""


def shuffle(words: tuple[str, ...], asks: Asks) -> Answers:
    """Results: the value and whether its lane is in range."""
    mode = words[1]
    answers: Answers = {}
    for lane, (_, b, c, *_rest) in asks.items():
        b, clamp, segment = b & 31, c & 31, c >> 8 & 31
        highest = (lane & segment) | (clamp & ~segment)
        source = {
            "up": lane - b,
            "down": lane + b,
            "bfly": lane ^ b,
            "idx": (lane & segment) | (b & ~segment),
        }[mode]
        in_range = source >= highest if mode == "up" else source <= highest
        source = source if in_range else lane
        if source not in asks:
            raise UndefinedError(f"lane {lane} reads lane {source}, which is not there")
        answers[lane] = (asks[source][0], int(in_range))
    return answers


def vote(words: tuple[str, ...], asks: Asks) -> Answers:
    ballot = sum(predicate << lane for lane, (predicate, _) in asks.items())
    n_true = bin(ballot).count("1")
    result = {
        "ballot": ballot,
        "all": int(n_true == len(asks)),
        "any": int(n_true > 0),
        "uni": int(n_true in (0, len(asks))),
    }[words[1]]
    return dict.fromkeys(asks, (result,))


def match(words: tuple[str, ...], asks: Asks) -> Answers:
    holders: dict[int, int] = {}
    for lane, (value, _) in asks.items():
        holders[value] = holders.get(value, 0) | 1 << lane
    if words[0] == "any":
        return {lane: (holders[value],) for lane, (value, _) in asks.items()}
    everyone = sum(1 << lane for lane in asks)
    return dict.fromkeys(asks, (everyone, 1) if len(holders) == 1 else (0, 0))


def reduce(words: tuple[str, ...], asks: Asks) -> Answers:
    operation, kind = words[1:]
    numbers = [number_of(value, kind) for value, _ in asks.values()]
    if operation in ("add", "min", "max"):
        result = sum(numbers) if operation == "add" else min(numbers) if operation == "min" else max(numbers)
    else:
        result = numbers[0]
        for number in numbers[1:]:
            result = {"and": result & number, "or": result | number, "xor": result ^ number}[operation]
    return dict.fromkeys(asks, (cut(result, 32),))


def elect(_words: tuple[str, ...], asks: Asks) -> Answers:
    """Results: the leader and whether a lane is it."""
    leader = min(asks)
    return {lane: (leader, int(lane == leader)) for lane in asks}
