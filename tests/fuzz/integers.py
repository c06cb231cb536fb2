"""Integer, bit and logic instructions on Python's integers. PTX ISA 9.0, 9.7.1, 9.7.2, 9.7.8 and 9.7.18."""

from collections.abc import Callable

from tests.fuzz.meaning import (
    PACKED,
    Function,
    Meaning,
    clamp,
    cut,
    in_halves,
    number_of,
    ones,
    signed,
    width,
)

Words = list[str]


def _binary(kind: str, function: Callable[[int, int], int], *, saturates: bool = False) -> Meaning:
    bits = PACKED.get(kind, 0) or width(kind)
    scalar = kind.removesuffix("x2")

    def of_bits(a: int, b: int) -> int:
        result = function(number_of(a, scalar), number_of(b, scalar))
        return clamp(result, scalar) if saturates else cut(result, bits)

    return Meaning((kind,), (kind, kind), in_halves(bits, of_bits) if kind in PACKED else of_bits)


def _add_or_subtract(name: str, words: Words) -> Meaning:
    kind, is_sub = words[-1], name.startswith("sub")
    takes, gives = name.endswith("c"), "cc" in words
    if not takes and not gives:
        return _binary(kind, lambda a, b: a - b if is_sub else a + b, saturates="sat" in words)
    # the flag is the hardware's: a subtraction adds the complement, and 1 where it takes no flag
    top = (1 << width(kind)) - 1
    function = (lambda a, b, carry: a + (b ^ top) + carry) if is_sub else (lambda a, b, carry: a + b + carry)
    return _chained(kind, (kind, kind), function, takes, gives, first=int(is_sub))


def _chained(
    kind: str,
    sources: tuple[str, ...],
    function: Callable[..., int],
    takes: bool,
    gives: bool,
    first: int = 0,
) -> Meaning:
    """Return a link of a carry chain: the flag is set where the unsigned sum does not fit; `first` goes in without."""
    bits = width(kind)

    def of_bits(*values: int) -> int | tuple[int, int]:
        exact = function(*values) if takes else function(*values, first)
        return (cut(exact, bits), exact >> bits) if gives else cut(exact, bits)

    return Meaning((kind, "cc") if gives else (kind,), (*sources, "cc") if takes else sources, of_bits)


def _product(a: int, b: int, kind: str, half: str) -> int:
    exact = number_of(a, kind) * number_of(b, kind)
    return exact >> width(kind) if half == "hi" else exact


def _multiply(name: str, words: Words) -> Meaning:
    kind, half = words[-1], words[0]
    bits = width(kind)
    result = f"{kind[0]}{2 * bits}" if half == "wide" else kind
    if name == "mul":
        return Meaning((result,), (kind, kind), lambda a, b: cut(_product(a, b, kind, half), width(result)))
    sources = (kind, kind, result)
    if name == "madc" or "cc" in words:
        return _chained(
            kind,
            sources,
            lambda a, b, c, carry: cut(_product(a, b, kind, half), bits) + c + carry,
            name == "madc",
            "cc" in words,
        )

    def multiply_add(a: int, b: int, c: int) -> int:
        total = _product(a, b, kind, half) + number_of(c, result)
        return clamp(total, kind) if "sat" in words else cut(total, width(result))

    return Meaning((result,), sources, multiply_add)


def _multiply24(name: str, words: Words) -> Meaning:
    kind, half = words[-1], words[0]

    def low24(bits: int) -> int:
        return signed(cut(bits, 24), 24) if kind == "s32" else cut(bits, 24)

    def product(a: int, b: int) -> int:
        exact = low24(a) * low24(b)
        return (
            exact >> 16 if half == "hi" else signed(cut(exact, 32), 32) if kind == "s32" else cut(exact, 32)
        )

    if name == "mul24":
        return Meaning((kind,), (kind, kind), lambda a, b: cut(product(a, b), 32))

    def multiply_add(a: int, b: int, c: int) -> int:
        total = product(a, b) + number_of(c, kind)
        return clamp(total, kind) if "sat" in words else cut(total, 32)

    return Meaning((kind,), (kind, kind, kind), multiply_add)


def _sum_of_difference(_name: str, words: Words) -> Meaning:
    kind = words[-1]
    return Meaning(
        (kind,),
        (kind, kind, kind),
        lambda a, b, c: cut(c + abs(number_of(a, kind) - number_of(b, kind)), width(kind)),
    )


def _divide(name: str, words: Words) -> Meaning:
    def quotient(a: int, b: int) -> int:
        whole = abs(a) // abs(b)
        return whole if (a < 0) == (b < 0) else -whole

    return _binary(words[-1], quotient if name == "div" else lambda a, b: a - b * quotient(a, b))


def _extreme(name: str, words: Words) -> Meaning:
    kind = next(word for word in words if word != "relu")
    choose = min if name == "min" else max
    if "relu" in words:
        return _binary(kind, lambda a, b: max(choose(a, b), 0))
    return _binary(kind, choose)


def _negate(_name: str, words: Words) -> Meaning:
    kind = words[-1]
    return Meaning((kind,), (kind,), lambda a: cut(-a, width(kind)))


def _absolute(_name: str, words: Words) -> Meaning:
    kind = words[-1]
    return Meaning((kind,), (kind,), lambda a: cut(abs(number_of(a, kind)), width(kind)))


def _part(word: int, index: int, bits: int, kind: str) -> int:
    part = cut(word >> index * bits, bits)
    return signed(part, bits) if kind[0] == "s" else part


def _dot4(_name: str, words: Words) -> Meaning:
    def dot(a: int, b: int, c: int) -> int:
        return cut(c + sum(_part(a, k, 8, words[0]) * _part(b, k, 8, words[1]) for k in range(4)), 32)

    return Meaning((words[0],), ("b32", "b32", "b32"), dot)


def _dot2(_name: str, words: Words) -> Meaning:
    start = 2 if words[0] == "hi" else 0

    def dot(a: int, b: int, c: int) -> int:
        pairs = ((_part(a, k, 16, words[1]), _part(b, start + k, 8, words[2])) for k in range(2))
        return cut(c + sum(x * y for x, y in pairs), 32)

    return Meaning((words[1],), ("b32", "b32", "b32"), dot)


def _packed_difference(name: str, words: Words) -> Meaning:
    n = int(name[-1])
    bits = 32 // n

    def difference(a: int, b: int, c: int) -> int:
        parts = [abs(_part(a, k, bits, words[1]) - _part(b, k, bits, words[2])) for k in range(n)]
        if "add" in words:
            return cut(c + sum(parts), 32)
        return sum(cut(part, bits) << k * bits for k, part in enumerate(parts))

    return Meaning(("b32",), ("b32", "b32", "b32"), difference)


def _count(name: str, words: Words) -> Meaning:
    kind = words[-1]
    bits = width(kind)
    functions: dict[str, tuple[str, Function]] = {
        "popc": ("u32", lambda a: bin(a).count("1")),
        "clz": ("u32", lambda a: bits - a.bit_length()),
        "brev": (kind, lambda a: int(format(a, f"0{bits}b")[::-1], 2)),
    }
    result, function = functions[name]
    return Meaning((result,), (kind,), function)


def _find_leading(_name: str, words: Words) -> Meaning:
    kind = words[-1]
    bits = width(kind)

    def find(a: int) -> int:
        if kind[0] == "s" and a >> (bits - 1):
            a ^= ones(bits)
        if not a:
            return ones(32)
        return bits - a.bit_length() if "shiftamt" in words else a.bit_length() - 1

    return Meaning(("u32",), (kind,), find)


def _find_nth(_name: str, _words: Words) -> Meaning:
    def find(mask: int, base: int, n: int) -> int:
        offset = signed(n, 32)
        if n == 1 << 31:
            return 0  # the manual leaves it open; recorded on an H200
        if not offset:
            return base if mask >> base & 1 else ones(32)
        places = range(base, 32) if offset > 0 else range(base, -1, -1)
        ones_found = [place for place in places if mask >> place & 1]
        return ones_found[abs(offset) - 1] if abs(offset) <= len(ones_found) else ones(32)

    return Meaning(("b32",), ("b32", "b32", "s32"), find)


def _place(bits: int, value: int) -> int:
    """Return a field's position or length: the manual takes all modulo 256, an H200 those of 32 bits only."""
    return value & 255 if bits == 32 else value


def _extract(_name: str, words: Words) -> Meaning:
    kind = words[-1]
    bits = width(kind)

    def extract(a: int, b: int, c: int) -> int:
        position, length = _place(bits, b), _place(bits, c)
        is_negative = kind[0] == "s" and length and a >> min(position + length - 1, bits - 1) & 1
        digits = [
            a >> (position + k) & 1 if k < length and position + k < bits else int(bool(is_negative))
            for k in range(bits)
        ]
        return sum(digit << k for k, digit in enumerate(digits))

    return Meaning((kind,), (kind, "u32", "u32"), extract)


def _insert(_name: str, words: Words) -> Meaning:
    kind = words[-1]
    bits = width(kind)

    def insert(a: int, b: int, c: int, d: int) -> int:
        position, length = _place(bits, c), _place(bits, d)
        result = b
        for k in range(min(length, bits)):
            if position + k < bits:
                place = 1 << (position + k)
                result = result | place if a >> k & 1 else result & ~place
        return result

    return Meaning((kind,), (kind, kind, "u32", "u32"), insert)


def _sign_extend(_name: str, words: Words) -> Meaning:
    mode, kind = words

    def extend(a: int, b: int) -> int:
        n = b & 31 if mode == "wrap" else min(b, 32)
        if not n:
            return 0
        return cut(signed(cut(a, n), n), 32) if kind == "s32" else cut(a, n)

    return Meaning((kind,), (kind, "u32"), extend)


def _bit_mask(_name: str, words: Words) -> Meaning:
    def bit_mask(a: int, b: int) -> int:
        start, n = (a & 31, b & 31) if words[0] == "wrap" else (min(a, 32), min(b, 32))
        return cut(ones(n) << start, 32)

    return Meaning(("b32",), ("u32", "u32"), bit_mask)


def _logic(name: str, words: Words) -> Meaning:
    kind = words[-1]
    functions: dict[str, Function] = {
        "and": lambda a, b: a & b,
        "or": lambda a, b: a | b,
        "xor": lambda a, b: a ^ b,
    }
    return Meaning((kind,), (kind, kind), functions[name])


def _invert(name: str, words: Words) -> Meaning:
    kind = words[-1]
    if name == "cnot":
        return Meaning((kind,), (kind,), lambda a: int(a == 0))
    return Meaning((kind,), (kind,), lambda a: a ^ ones(width(kind)))


def _logic3(_name: str, words: Words) -> Meaning:
    def of_bits(a: int, b: int, c: int, table: int) -> int:
        places = range(32)
        picks = ((a >> k & 1) << 2 | (b >> k & 1) << 1 | c >> k & 1 for k in places)
        return sum((table >> pick & 1) << k for k, pick in zip(places, picks, strict=True))

    if len(words) == 1:
        return Meaning(("b32",), ("b32", "b32", "b32", "imm"), of_bits)

    def combined(a: int, b: int, c: int, table: int, q: int) -> tuple[int, int]:
        result = of_bits(a, b, c, table)
        is_set = int(result != 0)
        return result, (is_set | q if words[0] == "or" else is_set & q)

    return Meaning(("b32", "pred"), ("b32", "b32", "b32", "imm", "pred"), combined)


def _shift(name: str, words: Words) -> Meaning:
    kind = words[-1]
    bits = width(kind)

    def shift(a: int, b: int) -> int:
        n = min(b, bits)
        return cut(a << n if name == "shl" else number_of(a, kind) >> n, bits)

    return Meaning((kind,), (kind, "u32"), shift)


def _funnel(_name: str, words: Words) -> Meaning:
    direction, mode, _ = words

    def funnel(a: int, b: int, c: int) -> int:
        n = min(c, 32) if mode == "clamp" else c & 31
        both = b << 32 | a
        return cut(both >> (32 - n) if direction == "l" else both >> n, 32)

    return Meaning(("b32",), ("b32", "b32", "u32"), funnel)


def _permute(_name: str, words: Words) -> Meaning:
    mode = words[1] if len(words) > 1 else ""

    def permute(a: int, b: int, c: int) -> int:
        source = (b << 32 | a).to_bytes(8, "little")
        s = c & 3
        selections = {
            "f4e": [s, s + 1, s + 2, s + 3],
            "b4e": [s, (s - 1) % 8, (s - 2) % 8, (s - 3) % 8],
            "rc8": [s, s, s, s],
            "ecl": [max(k, s) for k in range(4)],
            "ecr": [min(k, s) for k in range(4)],
            "rc16": [0, 1, 0, 1] if s % 2 == 0 else [2, 3, 2, 3],
        }
        if mode:
            return int.from_bytes(bytes(source[k] for k in selections[mode]), "little")
        chosen = []
        for k in range(4):
            nibble = c >> 4 * k & 15
            byte = source[nibble & 7]
            chosen.append((255 if byte >= 128 else 0) if nibble & 8 else byte)
        return int.from_bytes(bytes(chosen), "little")

    return Meaning(("b32",), ("b32", "b32", "b32"), permute)


MEANINGS: dict[str, Callable[[str, Words], Meaning]] = {
    **dict.fromkeys(("add", "sub", "addc", "subc"), _add_or_subtract),
    **dict.fromkeys(("mul", "mad", "madc"), _multiply),
    **dict.fromkeys(("mul24", "mad24"), _multiply24),
    **dict.fromkeys(("div", "rem"), _divide),
    **dict.fromkeys(("min", "max"), _extreme),
    **dict.fromkeys(("popc", "clz", "brev"), _count),
    **dict.fromkeys(("and", "or", "xor"), _logic),
    **dict.fromkeys(("not", "cnot"), _invert),
    **dict.fromkeys(("shl", "shr"), _shift),
    **dict.fromkeys(("vabsdiff2", "vabsdiff4"), _packed_difference),
    "sad": _sum_of_difference,
    "neg": _negate,
    "abs": _absolute,
    "dp4a": _dot4,
    "dp2a": _dot2,
    "bfind": _find_leading,
    "fns": _find_nth,
    "bfe": _extract,
    "bfi": _insert,
    "szext": _sign_extend,
    "bmsk": _bit_mask,
    "lop3": _logic3,
    "shf": _funnel,
    "prmt": _permute,
}
