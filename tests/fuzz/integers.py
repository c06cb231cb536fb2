"""Integer, bit and logic instructions on Python's integers. PTX ISA 9.0, 9.7.1, 9.7.2 and 9.7.8."""

from collections.abc import Callable

from tests.fuzz.meaning import Function, Meaning, cut, number_of, ones, width

Words = list[str]


def _binary(kind: str, function: Callable[[int, int], int]) -> Meaning:
    def of_bits(a: int, b: int) -> int:
        return cut(function(number_of(a, kind), number_of(b, kind)), width(kind))

    return Meaning((kind,), (kind, kind), of_bits)


def _unary(kind: str, function: Callable[[int], int], result: str = "") -> Meaning:
    return Meaning((result or kind,), (kind,), lambda a: cut(function(a), width(kind)))


def _add_or_subtract(name: str, words: Words) -> Meaning:
    kind, is_sub = words[-1], name.startswith("sub")
    takes, gives = name.endswith("c"), "cc" in words
    if not takes and not gives:
        return _binary(kind, lambda a, b: a - b if is_sub else a + b)
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


def _multiply(name: str, words: Words) -> Meaning:
    kind, half = words[-1], words[0]
    bits = width(kind)
    result = f"{kind[0]}{2 * bits}" if half == "wide" else kind

    def product(a: int, b: int) -> int:
        exact = number_of(a, kind) * number_of(b, kind)
        return exact >> bits if half == "hi" else exact

    if name == "mul":
        return Meaning((result,), (kind, kind), lambda a, b: cut(product(a, b), width(result)))
    sources = (kind, kind, result)
    if name == "madc" or "cc" in words:
        return _chained(
            kind,
            sources,
            lambda a, b, c, carry: cut(product(a, b), bits) + c + carry,
            name == "madc",
            "cc" in words,
        )
    return Meaning(
        (result,), sources, lambda a, b, c: cut(product(a, b) + number_of(c, result), width(result))
    )


def _divide(name: str, words: Words) -> Meaning:
    def quotient(a: int, b: int) -> int:
        whole = abs(a) // abs(b)
        return whole if (a < 0) == (b < 0) else -whole

    return _binary(words[-1], quotient if name == "div" else lambda a, b: a - b * quotient(a, b))


def _count(name: str, words: Words) -> Meaning:
    kind = words[-1]
    bits = width(kind)
    functions: dict[str, tuple[str, Function]] = {
        "popc": ("u32", lambda a: bin(a).count("1")),
        "clz": ("u32", lambda a: bits - a.bit_length()),
        "brev": (kind, lambda a: int(format(a, f"0{bits}b")[::-1], 2)),
    }
    result, function = functions[name]
    return _unary(kind, function, result)


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


def _permute(_name: str, _words: Words) -> Meaning:
    def permute(a: int, b: int, c: int) -> int:
        source = (b << 32 | a).to_bytes(8, "little")
        chosen = []
        for k in range(4):
            nibble = c >> 4 * k & 15
            byte = source[nibble & 7]
            chosen.append((255 if byte >= 128 else 0) if nibble & 8 else byte)
        return int.from_bytes(bytes(chosen), "little")

    return Meaning(("b32",), ("b32", "b32", "b32"), permute)


_BINARY: dict[str, Callable[[int, int], int]] = {
    "min": min,
    "max": max,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
}

MEANINGS: dict[str, Callable[[str, Words], Meaning]] = {
    **dict.fromkeys(("add", "sub", "addc", "subc"), _add_or_subtract),
    **dict.fromkeys(("mul", "mad", "madc"), _multiply),
    **dict.fromkeys(("div", "rem"), _divide),
    **dict.fromkeys(_BINARY, lambda name, words: _binary(words[-1], _BINARY[name])),
    **dict.fromkeys(("popc", "clz", "brev"), _count),
    **dict.fromkeys(("shl", "shr"), _shift),
    "neg": lambda _name, words: _unary(words[-1], lambda a: -a),
    "abs": lambda _name, words: _unary(words[-1], lambda a: abs(number_of(a, words[-1]))),
    "not": lambda _name, words: _unary(words[-1], lambda a: a ^ ones(width(words[-1]))),
    "bfe": _extract,
    "bfi": _insert,
    "lop3": _logic3,
    "prmt": _permute,
}
