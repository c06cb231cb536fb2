"""A row of the instruction table, and the notation of its syntax.

Modifiers follow the opcode's first word: ``.full`` is a fixed word, ``(half:lo hi)`` a choice of words, ``<int>`` a
choice that `SETS` names. Braces make a modifier optional: ``{.rn}``, ``{(mode:a b)}``, ``{<ftz>}``. The lowering finds
the word under the name in front of the colon.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum, Flag, auto
from functools import cached_property

from ...errors import PtxError
from ...lazy import dataclass, field, pattern
from ..ir.flat_kernel import CARRY, registers_of
from ..ir.traced import Exchange
from ..lower.emitter import Lowering, Modifiers
from ..text.syntax import Instruction, Pair, Part, Register, Sink, VectorOperand
from .shadow import Given, ShadowEmitter

SETS = {
    "int": "type:u16 s16 u32 s32 u64 s64", "int32up": "type:u32 s32 u64 s64", "bits": "type:b16 b32 b64",
    "pbits": "type:pred b16 b32 b64", "any": "type:b16 b32 b64 u16 s16 u32 s32 u64 s64 f32 f64",
    "memory": "type:b8 u8 s8 b16 u16 s16 b32 u32 s32 b64 u64 s64 b128 f32 f64", "float": "type:f32 f64",
    "half": "type:f16 bf16 f16x2 bf16x2", "number": "type:u8 s8 u16 s16 u32 s32 u64 s64 f16 bf16 f32 f64",
    "number2": "type2:u8 s8 u16 s16 u32 s32 u64 s64 f16 bf16 f32 f64", "rnd": "rnd:rn rz rm rp",
    "crnd": "rnd:rn rz rm rp rni rzi rmi rpi", "ftz": "ftz:ftz", "sat": "sat:sat", "relu": "relu:relu",
    "satfinite": "satfinite:satfinite", "cc": "cc:cc", "nan": "nan:NaN", "bcond": "condition:eq ne",
    "ucond": "condition:eq ne lt le gt ge lo ls hi hs", "scond": "condition:eq ne lt le gt ge",
    "fcond": "condition:eq ne lt le gt ge equ neu ltu leu gtu geu num nan", "truth": "type:u32 s32 f32 f16 bf16",
    "combine": "combine:and or xor", "weak": "order:weak relaxed acquire volatile mmio.relaxed",
    "sorder": "order:weak relaxed release volatile mmio.relaxed",
    "aorder": "order:relaxed acquire release acq_rel mmio.relaxed", "rorder": "order:relaxed release mmio.relaxed",
    "scope": "scope:cta cluster gpu sys",
    "space": "space:global shared local param const shared::cta shared::cluster param::entry param::func",
    "window": "space:global shared local param const shared::cta shared::cluster param::entry",
    "aspace": "space:global shared shared::cta shared::cluster", "mspace": "space:global shared shared::cta",
    "sspace": "space:shared shared::cta", "layout": "layout:row col", "own": "space:shared shared::cta",
    "anyshared": "space:shared shared::cta shared::cluster", "near": "scope:cta cluster",
    "aligned": "aligned:aligned", "tx": "completion:mbarrier::complete_tx::bytes", "hint": "hint:L2::cache_hint",
    "nc": "nc:nc", "cache": "cache:ca cg cs lu cv", "ncache": "cache:ca cg cs", "scache": "cache:wb cg cs wt",
    "l1": "l1:L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last L1::no_allocate",
    "l2": "l2:L2::64B L2::128B L2::256B", "vec": "vec:v2 v4 v8", "uni": "uni:uni", "word": "type:u32 s32",
    "word2": "type2:u32 s32", "word3": "type3:u32 s32", "second": "second:add min max",
}  # fmt: skip

_MODIFIER = pattern(
    r"(?P<brace>\{)?(?:<(?P<set>\w+)>|\((?P<choice>\w+:[^)]*)\)|\.(?P<fixed>\w+(?:::\w+)*))(?(brace)\})"
)


_TYPE = pattern(r"(?:[bfsu]|bf|tf)\d+(?:x\d)?|e\dm\d(?:x\d)?|pred")
_SPACE = pattern(r"(?:global|shared|local|param|const)(?:::\w+)?")
_OF_NAME = frozenset(["half", "direction", "to", "full", "pack"])
"""Groups and fixed words that belong to an instruction's name, directly behind its first word."""


@dataclass(frozen=True)
class Modifier:
    """One modifier of an opcode: one of `words`, under the name `group` (empty for a fixed word)."""

    group: str
    words: tuple[str, ...]
    is_optional: bool

    @property
    def regex(self) -> str:
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


class Goes(Enum):
    """Where lanes continue after an instruction; all but `ON` end a basic block."""

    ON = auto()
    """At the next instruction."""
    WAITS = auto()
    """At the next block, once all lanes have arrived or other lanes have run."""
    LABEL = auto()
    """At a label; a guarded branch also falls through."""
    TABLE = auto()
    """At the labels of a branch table."""
    ENDS = auto()
    """Nowhere: the lanes end."""
    TRAPS = auto()
    """Nowhere: the launch ends."""
    CALLS = auto()
    """In a function with a frame on the stack, which returns to the next label."""
    CALLS_POINTER = auto()
    """The same, in the function at a pointer."""
    RETURNS = auto()
    """At the caller of such a function."""


class Order(Enum):
    """Memory order of an instruction, for racecheck."""

    BY_WORDS = auto()
    """Given by its modifiers: ``.relaxed``, ``.acquire``, ``.release``, ``.volatile``; weak without any."""
    ATOMIC = auto()
    """Strong, whatever the modifiers."""
    FENCE = auto()
    """Orders the accesses around it."""
    INCOHERENT = auto()
    """A read that may miss stores of the same launch; ``.nc`` makes any load one."""


class Effect(Flag):
    NONE = 0
    COPY = auto()
    """It starts, groups or awaits copies, which take memory until they are awaited."""
    MBARRIER = auto()
    """It uses an ``mbarrier``."""
    BULK = auto()
    """It completes on an ``mbarrier`` or in a bulk group."""


@dataclass(frozen=True)
class InitcheckRule:
    """Initcheck of an instruction: which bits of its results are undefined, and which operands must be defined."""

    results: ShadowRule | None = None
    """Returns the shadow of each result. None makes a result undefined in each lane where any source is."""
    before: ShadowCheck | None = None
    after: ShadowCheck | None = None
    """`before`, `after`: write the IR of checks before the instruction, and IR after it."""
    accesses: bool = True
    """Whether the instruction accesses memory at its addresses; they must then be defined. Hints do not."""


@dataclass(frozen=True)
class Row:
    """One form of an instruction, with the facts that other modules need."""

    syntax: str
    """Opcode with its modifiers, in this module's notation."""
    lower: Lowering
    """Writes its LLVM IR."""
    family: str
    """Class of the instruction, for counters and the coverage table. Classes ``load``, ``atomic`` and ``texture``
    read memory."""
    initcheck: InitcheckRule = InitcheckRule()
    """How undefined bits pass through the instruction."""
    exact: bool = True
    """Whether PTX specifies the result bit for bit; false for approximations."""
    writes: bool = True
    """Whether the first operand is the destination. All other operands are read."""
    accumulates: bool = False
    """Whether it reads its destination, too. Its lowering gets the destination a second time, behind itself."""
    reads_carry: bool = False
    """Whether it reads the condition code. Forms with ``.cc`` write the condition code."""
    goes: Goes = Goes.ON
    """Where lanes continue."""
    meets: bool = False
    """Whether the lanes of a member mask, or all of a warp, execute the instruction together."""
    rests: bool = False
    """Whether other lanes and warps may run next: the instruction sleeps or polls."""
    order: Order = Order.BY_WORDS
    """Memory order."""
    asynchronous: Effect = Effect.NONE
    """Asynchronous effects."""
    is_ordered: bool = False
    """Whether its effect on memory outside the block depends on the order of blocks."""
    has_slices: bool = False
    """Whether it forms addresses in the shared memory of other blocks of the cluster."""
    is_counted: bool = True
    """Whether it is an instruction of the PTX text; the second step of an instruction is not."""
    selects: tuple[int, ...] = ()
    """Positions of operands that select lanes or give the distance of a matrix's rows, and are not values."""
    decides: tuple[int, ...] = ()
    """Positions of the operands that choose between other operands."""
    exchange: Exchange | None = None
    """Lanes whose values a lane's result depends on. None means all lanes if the instruction votes or `meets`, else
    only the lane itself."""
    name: str = field(init=False, compare=False)
    modifiers: tuple[Modifier, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        name = re.match(r"\w+", self.syntax)
        if name is None:
            raise ValueError(f"a row starts with an opcode (got {self.syntax!r})")
        if self.writes and self.family in ("store", "fence"):
            raise ValueError(f"a row of class {self.family} needs writes=False (got {self.syntax!r})")
        modifiers = _read(self.syntax, name.end())
        object.__setattr__(self, "name", name.group())
        object.__setattr__(self, "modifiers", modifiers)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        # compiled on first use: a kernel has a tenth of the rows, and all of them would take 0.2 s
        return re.compile(self.name + "".join(modifier.regex for modifier in self.modifiers))

    @property
    def shown(self) -> str:
        """The syntax for messages, sets written out."""
        return self.name + "".join(modifier.shown for modifier in self.modifiers)

    def match(self, opcode: str) -> Modifiers | None:
        match = self.pattern.fullmatch(opcode)
        return Modifiers(match.groupdict("")) if match else None

    @cached_property
    def word(self) -> re.Pattern[str]:
        words = {word for modifier in self.modifiers for word in modifier.words}
        return re.compile(rf"\.({'|'.join(map(re.escape, sorted(words, key=len, reverse=True)))})(?=\.|$)")

    def arranged(self, opcode: str) -> str:
        """Return an opcode with its words in the order of the row, or itself if no order of them is the row's.

        Types keep their order among themselves, and so do state spaces. This is what ptxas 13.0 takes.
        """
        words = self.word.findall(opcode)
        if ".".join([self.name, *words]) != opcode:
            return opcode
        free = list(enumerate(self.modifiers))
        places: list[int] = []
        for word in words:
            slot = next(((at, each) for at, each in free if word in each.words), None)
            if slot is None or (places and (slot[1].group or word) in _OF_NAME):
                return opcode
            free.remove(slot)
            places.append(slot[0])
        ordered = [word for _, word in sorted(zip(places, words, strict=True))]
        for kind in (_TYPE, _SPACE):
            if [word for word in words if kind.fullmatch(word)] != [
                word for word in ordered if kind.fullmatch(word)
            ]:
                return opcode
        return ".".join([self.name, *ordered])

    @property
    def guard_is_branch(self) -> bool:
        return self.meets or self.rests or self.goes in (Goes.WAITS, Goes.TABLE, Goes.TRAPS)

    @property
    def has_elements(self) -> bool:
        """Whether each lane accesses its own elements of the instruction's type."""
        has_type = any(modifier.group == "type" for modifier in self.modifiers)
        # the elements of a matrix are spread over the lanes
        return self.family in ("load", "store", "atomic") and has_type and not self.meets

    def may_part(self, instruction: Instruction) -> bool:
        """Whether lanes of a warp may continue at different labels."""
        return self.goes is Goes.TABLE or (self.goes is Goes.LABEL and instruction.predicate is not None)

    def reads_memory(self, instruction: Instruction) -> bool:
        """Whether the result comes from memory that a kernel can write or must initialise."""
        words = {word.partition("::")[0] for word in instruction.opcode.split(".")}
        return self.family in ("load", "atomic", "texture") and not words & {"param", "const"}

    def may_give_undefined(self, instruction: Instruction) -> bool:
        """Whether a result may be undefined though all operands are defined: a shuffle's lane may be missing."""
        return self.name == "shfl" or self.accumulates or self.reads_memory(instruction)

    def definitions(self, instruction: Instruction) -> list[Register]:
        """Return the registers that an instruction writes, the condition code included."""
        if not self.writes or not instruction.operands:
            return []
        first = instruction.operands[0]
        if not isinstance(first, Register | VectorOperand | Pair | Part | Sink):
            raise PtxError(f"{instruction.opcode} needs a register as its destination", line=instruction.line)
        carry = [CARRY] if "cc" in instruction.opcode.split(".") else []
        return [*registers_of(first), *carry]

    def uses(self, instruction: Instruction) -> list[Register]:
        """Return the registers that an instruction reads, its guard and the condition code included."""
        read = [r for operand in instruction.operands[self.writes :] for r in registers_of(operand)]
        if self.reads_carry:
            read.append(CARRY)
        if instruction.predicate is not None:
            read.append(instruction.predicate)
            # A guarded write keeps the old value where the guard is false.
            read.extend(self.definitions(instruction))
        return read


ShadowRule = Callable[[ShadowEmitter, Row, Instruction, Modifiers], Given]
ShadowCheck = Callable[[ShadowEmitter, Row, Instruction, Modifiers], None]


def _read(syntax: str, position: int) -> tuple[Modifier, ...]:
    modifiers = []
    while position < len(syntax):
        match = _MODIFIER.match(syntax, position)
        if match is None:
            raise ValueError(f"not a modifier (got {syntax[position:]!r} in {syntax!r})")
        position = match.end()
        is_optional = match["brace"] is not None
        if match["fixed"]:
            modifiers.append(Modifier("", (match["fixed"],), is_optional))
            continue
        group, _, words = (SETS[match["set"]] if match["set"] else match["choice"]).partition(":")
        modifiers.append(Modifier(group, tuple(words.split()), is_optional))
    return tuple(modifiers)
