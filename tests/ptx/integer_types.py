"""What the bits of a register mean under an integer type, and the operands that integer tests use."""

from collections.abc import Callable

from tests.ptx.one_instruction import crossed

UNSIGNED = ("u16", "u32", "u64")
SIGNED = ("s16", "s32", "s64")
TYPES = (*UNSIGNED, *SIGNED)
BITS = ("b16", "b32", "b64")


def width(ptx_type: str) -> int:
    return int(ptx_type[1:])


def mask(bits: int) -> int:
    return (1 << bits) - 1


def signed(word: int, bits: int) -> int:
    word &= mask(bits)
    return word - (1 << bits) if word >> (bits - 1) else word


def value(word: int, ptx_type: str) -> int:
    """Return what a register's bits mean under a type."""
    bits = width(ptx_type)
    return signed(word, bits) if ptx_type[0] == "s" else word & mask(bits)


def limits(ptx_type: str) -> tuple[int, int]:
    bits = width(ptx_type)
    return (-(1 << bits - 1), mask(bits - 1)) if ptx_type[0] == "s" else (0, mask(bits))


def clamp(x: int, ptx_type: str) -> int:
    low, high = limits(ptx_type)
    return min(max(x, low), high)


def of_type(ptx_type: str, function: Callable[..., int], bits: int = 0) -> Callable[..., int]:
    """Return an oracle on bits for a function of numbers of one type; results wrap to the type or to `bits`."""
    kept = mask(bits or width(ptx_type))
    return lambda *words: function(*(value(word, ptx_type) for word in words)) & kept


def by_parts(function: Callable[..., int], ptx_type: str, n_parts: int) -> Callable[..., int]:
    """Return an oracle that works on each part of a 32-bit word; `ptx_type` is that of a part."""
    bits = 32 // n_parts

    def oracle(*words: int) -> int:
        parts = ([value(word >> bits * k, ptx_type) for word in words] for k in range(n_parts))
        return sum((function(*part) & mask(bits)) << bits * k for k, part in enumerate(parts))

    return oracle


def edges(bits: int) -> list[int]:
    top = 1 << (bits - 1)
    return [0, 1, 2, 7, 31, 32, 0x55 * mask(bits) // 255, top - 1, top, top + 1, -2, -1]


def few(bits: int) -> list[int]:
    top = 1 << (bits - 1)
    return [0, 1, 5, top - 1, top, -1]


UNARY = {bits: crossed((bits, edges(bits)), n_random=100) for bits in (16, 32, 64)}
BINARY = {bits: crossed((bits, edges(bits)), (bits, edges(bits))) for bits in (16, 32, 64)}
TERNARY = {bits: crossed(*[(bits, few(bits))] * 3) for bits in (16, 32, 64)}
WIDENED = {
    bits: crossed((bits, few(bits)), (bits, few(bits)), (2 * bits, few(2 * bits))) for bits in (16, 32)
}
