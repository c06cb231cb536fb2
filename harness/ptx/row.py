"""A row of the instruction table, and the notation that its syntax is written in.

After the opcode's first word come modifiers: ``.full`` is a fixed word, ``(half:lo hi)`` a choice of words, ``<int>``
a choice that `SETS` names. Braces make a modifier optional: ``{.rn}``, ``{(mode:a b)}``, ``{<ftz>}``. The name in
front of the colon is what the lowering finds the word under.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from .emitter import Emitter
from .syntax import Instruction

Lowering = Callable[[Emitter, Instruction, dict[str, "str | None"]], None]

SETS = {
    "int": "type:u16 s16 u32 s32 u64 s64",
    "int32up": "type:u32 s32 u64 s64",
    "bits": "type:b16 b32 b64",
    "pbits": "type:pred b16 b32 b64",
    "any": "type:b16 b32 b64 u16 s16 u32 s32 u64 s64 f32 f64",
    "memory": "type:b8 u8 s8 b16 u16 s16 b32 u32 s32 b64 u64 s64 b128 f32 f64",
    "float": "type:f32 f64",
    "half": "type:f16 bf16 f16x2 bf16x2",
    "number": "type:u8 s8 u16 s16 u32 s32 u64 s64 f16 bf16 f32 f64",
    "number2": "type2:u8 s8 u16 s16 u32 s32 u64 s64 f16 bf16 f32 f64",
    "rnd": "rnd:rn rz rm rp",
    "crnd": "rnd:rn rz rm rp rni rzi rmi rpi",
    "ftz": "ftz:ftz",
    "sat": "sat:sat",
    "relu": "relu:relu",
    "satfinite": "satfinite:satfinite",
    "cc": "cc:cc",
    "nan": "nan:NaN",
    "bcond": "condition:eq ne",
    "ucond": "condition:eq ne lt le gt ge lo ls hi hs",
    "scond": "condition:eq ne lt le gt ge",
    "fcond": "condition:eq ne lt le gt ge equ neu ltu leu gtu geu num nan",
    "truth": "type:u32 s32 f32 f16 bf16",
    "combine": "combine:and or xor",
    "weak": "order:weak relaxed acquire volatile mmio.relaxed",
    "sorder": "order:weak relaxed release volatile mmio.relaxed",
    "aorder": "order:relaxed acquire release acq_rel mmio.relaxed",
    "rorder": "order:relaxed release mmio.relaxed",
    "scope": "scope:cta cluster gpu sys",
    "space": "space:global shared local param const shared::cta shared::cluster param::entry param::func",
    "window": "space:global shared local param const shared::cta shared::cluster param::entry",
    "aspace": "space:global shared shared::cta shared::cluster",
    "mspace": "space:global shared shared::cta",
    "sspace": "space:shared shared::cta",
    "layout": "layout:row col",
    "own": "space:shared shared::cta",
    "anyshared": "space:shared shared::cta shared::cluster",
    "near": "scope:cta cluster",
    "aligned": "aligned:aligned",
    "tx": "completion:mbarrier::complete_tx::bytes",
    "hint": "hint:L2::cache_hint",
    "nc": "nc:nc",
    "cache": "cache:ca cg cs lu cv",
    "ncache": "cache:ca cg cs",
    "scache": "cache:wb cg cs wt",
    "l1": "l1:L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last L1::no_allocate",
    "l2": "l2:L2::64B L2::128B L2::256B",
    "vec": "vec:v2 v4 v8",
    "uni": "uni:uni",
}

_MODIFIER = re.compile(
    r"(?P<brace>\{)?(?:<(?P<set>\w+)>|\((?P<choice>\w+:[^)]*)\)|\.(?P<fixed>\w+(?:::\w+)*))(?(brace)\})"
)


@dataclass(frozen=True)
class Modifier:
    """One place in an opcode: `words` may stand there, under the name `group` (empty for a fixed word)."""

    group: str
    words: tuple[str, ...]
    is_optional: bool

    @property
    def regex(self) -> str:
        """The expression that matches it, dot included."""
        longest_first = sorted(self.words, key=len, reverse=True)
        words = "|".join(re.escape(word) for word in longest_first)
        choice = rf"\.(?P<{self.group}>{words})" if self.group else rf"\.{words}"
        return f"(?:{choice})?" if self.is_optional else choice

    @property
    def shown(self) -> str:
        """The text for messages: ``.f32``, ``{.ftz}``, ``.(lo|hi)``."""
        words = "|".join(self.words)
        text = f".({words})" if len(self.words) > 1 else f".{words}"
        return f"{{{text}}}" if self.is_optional else text


@dataclass(frozen=True)
class Row:
    """One form of an instruction.

    Parameters
    ----------
    syntax : str
        Opcode with its modifiers, in this module's notation.
    lower : callable
        Writes its LLVM IR.
    family : str
        Class of the instruction, for counters and the coverage table.
    exact : bool
        Whether the result is defined bit for bit; approximations are not.

    Raises
    ------
    ValueError
        The syntax is not in the notation.
    """

    syntax: str
    lower: Lowering
    family: str
    exact: bool = True
    name: str = field(init=False, compare=False)
    modifiers: tuple[Modifier, ...] = field(init=False, repr=False, compare=False)
    pattern: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Read the notation and compile it to a regular expression."""
        name = re.match(r"\w+", self.syntax)
        if name is None:
            raise ValueError(f"a row starts with an opcode (got {self.syntax!r})")
        modifiers = _read(self.syntax, name.end())
        object.__setattr__(self, "name", name.group())
        object.__setattr__(self, "modifiers", modifiers)
        text = name.group() + "".join(modifier.regex for modifier in modifiers)
        object.__setattr__(self, "pattern", re.compile(text))

    @property
    def shown(self) -> str:
        """The syntax for messages, sets written out."""
        return self.name + "".join(modifier.shown for modifier in self.modifiers)

    def match(self, opcode: str) -> dict[str, str | None] | None:
        """Return the modifiers of an opcode by group, None where the row is not about it."""
        found = self.pattern.fullmatch(opcode)
        return found.groupdict() if found else None


def _read(syntax: str, position: int) -> tuple[Modifier, ...]:
    modifiers = []
    while position < len(syntax):
        found = _MODIFIER.match(syntax, position)
        if found is None:
            raise ValueError(f"not a modifier (got {syntax[position:]!r} in {syntax!r})")
        position = found.end()
        is_optional = found["brace"] is not None
        if found["fixed"]:
            modifiers.append(Modifier("", (found["fixed"],), is_optional))
            continue
        group, _, words = (SETS[found["set"]] if found["set"] else found["choice"]).partition(":")
        modifiers.append(Modifier(group, tuple(words.split()), is_optional))
    return tuple(modifiers)
