"""A kernel's registers, active mask, variables, sites and counters, as LLVM IR; the lowerings build on it.

Values are vectors of 32 lanes. A register that one basic block alone uses is an SSA value. A register that lives
across blocks has a slot in the warp's register memory, written at the end of the block: directly if all lanes have run
it, else aside, from where the runtime moves the values of the active lanes.
Predicates are ``<32 x i1>`` values, and 32-bit masks in memory. The text is deterministic: it keys the cache.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...errors import PtxError
from ..fault import Site
from ..ir.counting import UNSEEN_HIGH, UNSEEN_LOW, CountPlan
from ..ir.flat_kernel import CARRY, Block, FlatKernel, Flow
from ..ir.kernel_code import Frame
from ..layout import CONST_BASE, MODULE_BASE, Launch, Warp, Worker
from ..text import syntax as ptx
from .llvm_text import I1, LANE_IDS, LlvmText, bits_of, ivec, splat

_VECTORS = frozenset(
    ["tid", "ntid", "ctaid", "nctaid", "clusterid", "nclusterid", "cluster_ctaid", "cluster_nctaid"]
)
"""Special registers of three elements."""
_FIELDS: Mapping[str, tuple[str, int]] = {
    "ntid": ("%launch", Launch.block.offset),
    "nctaid": ("%launch", Launch.grid.offset),
    "cluster_nctaid": ("%launch", Launch.cluster.offset),
    "ctaid": ("%worker", Worker.ctaid.offset),
    "cluster_ctarank": ("%worker", Worker.rank.offset),
    "cluster_nctarank": ("%launch", Launch.cluster_blocks.offset),
    # address of a cooperative launch's grid workspace: upper and lower half
    "envreg1": ("%launch", Launch.workspace.offset + 4),
    "envreg2": ("%launch", Launch.workspace.offset),
    "warpid": ("%warp", Warp.index.offset),
    "nwarpid": ("%launch", Launch.n_warps.offset),
    "dynamic_smem_size": ("%launch", Launch.dynamic_shared_bytes.offset),
    "total_smem_size": ("%launch", Launch.shared_bytes.offset),
}
"""Field offsets of 32-bit registers that are uniform in a warp; of a vector, the first element's."""
_OF_CLUSTERS: Mapping[str, tuple[str, str]] = {
    "nclusterid": ("nctaid", "udiv"),
    "clusterid": ("ctaid", "udiv"),
    "cluster_ctaid": ("ctaid", "urem"),
}
"""Registers that are the quotient or remainder of a field and the cluster's size."""
_CONSTANTS: Mapping[str, tuple[int, int]] = {
    # as of a GPU with one multiprocessor: the number of the host's cores must not show in results
    "smid": (0, 32),
    "nsmid": (1, 32),
    "gridid": (0, 64),
    "reserved_smem_offset_begin": (0, 32),
}
"""Constant registers: value and width in bits."""
VARYING = frozenset({"smid", "nsmid", "gridid", "warpid", "nwarpid"})
"""Registers whose value the hardware chooses, in addition to `CLOCKS`."""
CLOCKS = frozenset({"clock", "clock_hi", "clock64", "globaltimer", "globaltimer_lo", "globaltimer_hi"})


def _lane_masks(relation: str) -> str:
    """Return ``%lanemask_RELATION`` of all lanes; PtxError for an unknown relation."""
    masks = {
        "eq": lambda lane: 1 << lane,
        "lt": lambda lane: (1 << lane) - 1,
        "le": lambda lane: (2 << lane) - 1,
        "gt": lambda lane: 0xFFFFFFFF & ~((2 << lane) - 1),
        "ge": lambda lane: 0xFFFFFFFF & ~((1 << lane) - 1),
    }
    if relation not in masks:
        raise PtxError(f"special register %lanemask_{relation} is not supported")
    return "<" + ", ".join(f"i32 {masks[relation](lane)}" for lane in range(32)) + ">"


def read_special(text: LlvmText, name: str) -> tuple[str, int]:
    """Append a read of a special register."""
    stem, _, axis = name.lstrip("%").partition(".")
    if (axis != "") != (stem in _VECTORS):
        raise text.error(
            f"special register {name} is not supported: its name and its .x, .y or .z do not fit"
        )
    # .r, .g, .b and .a are other names of the elements; the fourth is always zero
    index = "xyzwrgba".find(axis) % 4 if axis else 0
    if index == 3:
        return splat(32, 0), 32
    if stem == "tid":
        # 128 bytes: the words of 32 lanes, for one axis
        pointer = text.tmp(f"getelementptr i8, ptr %warp, i64 {Warp.tid.offset + 128 * index}")
        return text.tmp(f"load <32 x i32>, ptr {pointer}, align 4"), 32
    if stem in _FIELDS:
        base, start = _FIELDS[stem]
        return text.broadcast(text.field(base, start + 4 * index), "i32"), 32
    if stem in _OF_CLUSTERS:
        of, operation = _OF_CLUSTERS[stem]
        base, start = _FIELDS[of]
        blocks = text.field(base, start + 4 * index)
        size = text.field("%launch", Launch.cluster.offset + 4 * index)
        return text.broadcast(text.tmp(f"{operation} i32 {blocks}, {size}"), "i32"), 32
    if stem == "laneid":
        return LANE_IDS, 32
    if stem.startswith("lanemask_"):
        return _lane_masks(stem.removeprefix("lanemask_")), 32
    if stem in CLOCKS:
        return _read_clock(text, stem)
    if stem in _CONSTANTS:
        value, width = _CONSTANTS[stem]
        return splat(width, value), width
    raise text.error(f"special register {name} is not supported")


def _read_clock(text: LlvmText, stem: str) -> tuple[str, int]:
    """Append a read of a clock, which counts executed instructions so that runs repeat exactly."""
    refilled = text.field("%warp", Warp.steps_refilled.offset, "i64")
    left = text.field("%warp", Warp.steps.offset, "i64")
    # steps are granted in slices: executed are all granted steps less the rest of the last slice
    steps = text.tmp(f"sub i64 {refilled}, {left}")
    if stem.endswith("_hi"):
        steps = text.tmp(f"lshr i64 {steps}, 32")
    lanes = text.broadcast(steps, "i64")
    return (lanes, 64) if stem in ("clock64", "globaltimer") else (text.resize(lanes, 64, 32), 32)


class Emitter(LlvmText):
    """The text of one kernel, with the state of its registers, active mask and sites while it is written."""

    def __init__(
        self, kernel: FlatKernel, flow: Flow, frame: Frame, plan: CountPlan | None = None, draws: bool = False
    ) -> None:
        super().__init__()
        self.plan = plan
        self.draws = draws
        self.kernel = kernel
        self.flow = flow
        self.frame = frame
        self.sites: dict[Site, int] = {}
        self.slot_offsets: dict[str, int] = {}
        offset = 0
        for name, register in flow.slots.items():
            self.slot_offsets[name] = offset
            # 64-byte steps keep every slot aligned for full-width vector moves
            offset += 64 if register.type == "pred" else max(64, 32 * ptx.TYPE_BYTES[register.type])
        self.register_bytes = offset
        self._values: dict[str, str] = {}
        self._written: set[str] = set()
        self._floats: set[str] = set()
        self.aside: list[str] = []
        self.is_whole = ""
        self.has_fragment = False
        self.guard: str | None = None
        self.guard_bits: str | None = None
        self.mask = ""
        self.block: Block = flow.blocks[0]

    # -- blocks ------------------------------------------------------------------------------------------

    def begin_block(self, block: Block) -> None:
        """Forget the SSA values of the previous block and load the active mask."""
        self.block = block
        # other blocks may lead here, too: an SSA value of the block before would not dominate its uses
        self._values = {}
        self._written = set()
        self._floats = set()
        self.mask = self.tmp("load i32, ptr %maskp, align 4")

    def begin_instruction(self, instruction: ptx.Instruction, may_part: bool = False) -> None:
        """Make an instruction current and evaluate its guard; count divergence if lanes `may_part`."""
        self.instruction = instruction
        self.guard = self.guard_bits = None
        if instruction.predicate is not None:
            value = self.read_predicate(instruction.predicate)
            if instruction.negated:
                value = self.tmp(f"xor {I1} {value}, splat (i1 true)")
            self.guard = value
            self.guard_bits = self.tmp(f"bitcast {I1} {value} to i32")
        if self.plan is not None:
            self.plan.begin_instruction(instruction, may_part)
            if self.guard_bits is not None:
                self.count_lanes(self.plan.current.guard_word, self.exec_mask)

    def end_block(self) -> None:
        """Write the registers that live on: to their slots, or aside if only a part of the lanes is here."""
        self.is_whole = self.all_together()
        # sorted: the text keys the cache, and a set has no fixed order
        self.aside = sorted(self._written & self.block.live_out)
        self._written = set()
        if not self.aside:
            return
        # a scheduled launch never counts as whole, and most of its blocks are run by all lanes
        live = self.field("%warp", Warp.live.offset)
        are_all = self.tmp(f"icmp eq i32 {self.mask}, {live}")
        base = self.tmp(f"select i1 {are_all}, ptr %registers, ptr %aside")
        for name in self.aside:
            register, kind = self.flow.slots[name], "i32"
            value = self.value(register)
            if register.type == "pred":
                value = self.bits(value)
            else:
                kind = ivec(bits_of(register.type))
            pointer = self.tmp(f"getelementptr i8, ptr {base}, i64 {self.slot_offsets[name]}")
            self.stmt(f"store {kind} {value}, ptr {pointer}, align {4 if kind == 'i32' else 64}")

    def all_together(self) -> str:
        split = self.tmp("load i32, ptr %splitp, align 4")
        return self.tmp(f"icmp eq i32 {split}, 0")

    def merge(self) -> None:
        """Move what a part of the warp has written aside to the slots, where other lanes have values of their own."""
        if self.aside:
            # an offset is a multiple of 64, a predicate has no bytes of its own in a lane
            slots = [self.slot_offsets[n] | ptx.TYPE_BYTES[self.flow.slots[n].type] for n in self.aside]
            self.runtime("kh_merge", "%warp", "%aside", self.mask, self.table(slots), len(slots))

    def merge_parts(self) -> None:
        if self.aside:
            part, on = self.fresh("part"), self.fresh("on")
            self.stmt(f"br i1 {self.is_whole}, label %{on}, label %{part}")
            self.label(part)
            self.merge()
            self.stmt(f"br label %{on}")
            self.label(on)
        self.aside = []

    def slot(self, register: ptx.Register) -> str:
        return self.tmp(f"getelementptr i8, ptr %registers, i64 {self.slot_offsets[register.name]}")

    # -- registers ---------------------------------------------------------------------------------------

    def value(self, register: ptx.Register) -> str:
        """Return a register's current lanes, as integers or ``<32 x i1>``."""
        name = register.name
        if name in self._floats:
            self._floats.remove(name)
            self._values[name] = self.canonical(self._values[name])
        elif name not in self._values:
            if name not in self.slot_offsets:
                # Read but never written on any path: undefined in PTX, all ones here.
                self._values[name] = (
                    "splat (i1 true)" if register.type == "pred" else splat(bits_of(register.type), -1)
                )
            elif register.type == "pred":
                bits = self.tmp(f"load i32, ptr {self.slot(register)}, align 4")
                self._values[name] = self.tmp(f"bitcast i32 {bits} to {I1}")
            else:
                kind = ivec(bits_of(register.type))
                self._values[name] = self.tmp(f"load {kind}, ptr {self.slot(register)}, align 64")
        return self._values[name]

    def assign(self, register: ptx.Register, value: str) -> None:
        """Assign new lanes to a register, of the register's width; lanes outside the guard keep their value."""
        kind = I1 if register.type == "pred" else ivec(bits_of(register.type))
        # the guard alone: the active mask is applied once, where the block ends
        if self.guard is not None:
            old = self.value(register)
            value = self.tmp(f"select {I1} {self.guard}, {kind} {value}, {kind} {old}")
        self._values[register.name] = value
        self._written.add(register.name)
        self._floats.discard(register.name)

    def has_carry(self) -> bool:
        """Whether the condition code has a value that a guarded write keeps."""
        return CARRY.name in self._values or CARRY.name in self.slot_offsets

    def set_carry(self, value: str) -> None:
        self._values[CARRY.name] = value
        self._written.add(CARRY.name)

    def carry(self) -> str:
        return self.value(CARRY)

    # -- operands ----------------------------------------------------------------------------------------

    def read(self, operand: ptx.Operand, ptx_type: str) -> str:
        """Return an operand's lanes as integers of a type's width."""
        bits = bits_of(ptx_type)
        if isinstance(operand, ptx.Immediate):
            return self.constant(bits, operand.value)
        if isinstance(operand, ptx.FloatImmediate):
            if bits not in (32, 64):
                raise PtxError(f"a floating-point constant cannot be used as {ptx_type}")
            return splat(bits, operand.as_bits(bits))
        if isinstance(operand, ptx.Register):
            if operand.type == "pred":
                raise self.error(f"a predicate cannot be used as a value (got {operand.name})")
            return self.resize(self.value(operand), bits_of(operand.type), bits)
        if isinstance(operand, ptx.Special):
            value, width = read_special(self, operand.name)
            # the value repeats here, and differs between GPUs: only a note of the launch shows this
            if operand.name.lstrip("%") in CLOCKS | VARYING:
                self.runtime("kh_environment", "%worker", self.exec_mask, self.site(space=operand.name))
            return self.resize(value, width, bits)
        if isinstance(operand, ptx.Symbol):
            space, address = self.symbol_address(operand.name)
            value = self.constant(bits, address + operand.offset)
            # mapa or another block may get this address, so it must say whose shared memory it means
            return self.in_own_slice(value, bits) if space == "shared" else value
        raise self.error(
            f"this kind of operand cannot be read as {ptx_type} (got {type(operand).__name__.lower()})"
        )

    def read_float(self, operand: ptx.Operand, ptx_type: str, *, any_nan: bool = False) -> str:
        """Return an operand's lanes as ``f32`` or ``f64`` values; a NaN may have `any_nan` bits if they cannot show."""
        if (
            any_nan
            and ptx_type == "f32"
            and isinstance(operand, ptx.Register)
            and operand.name in self._floats
        ):
            return self._values[operand.name]
        return self.as_float(self.read(operand, ptx_type), ptx_type)

    def write(self, operand: ptx.Operand, value: str, ptx_type: str) -> None:
        """Write integer lanes of a type to a register, extended when the register is wider."""
        if isinstance(operand, ptx.Sink):
            return
        if not isinstance(operand, ptx.Register) or operand.type == "pred":
            raise self.error("the destination must be a register")
        # a wider destination gets the sign of a signed type, else zeros (PTX ISA 9.0, 9.4.1)
        signed = ptx_type.startswith("s")
        self.assign(operand, self.resize(value, bits_of(ptx_type), bits_of(operand.type), signed))

    def write_float(self, operand: ptx.Operand, value: str) -> None:
        """Write f32 lanes to a register; NaNs become the canonical one, not before something reads their bits."""
        is_whole = isinstance(operand, ptx.Register) and bits_of(operand.type) == 32 and self.guard is None
        if not is_whole:
            self.write(operand, self.canonical(value), "f32")
            return
        assert isinstance(operand, ptx.Register)
        self.assign(operand, value)
        self._floats.add(operand.name)

    def read_predicate(self, operand: ptx.Operand) -> str:
        if isinstance(operand, ptx.Negated):
            return self.tmp(f"xor {I1} {self.read_predicate(operand.operand)}, splat (i1 true)")
        if isinstance(operand, ptx.Immediate):
            return f"splat (i1 {'true' if operand.value else 'false'})"
        if isinstance(operand, ptx.Register) and operand.type == "pred":
            return self.value(operand)
        if isinstance(operand, ptx.Special) and operand.name == "%is_explicit_cluster":
            flag = self.tmp(f"icmp ne i32 {self.field('%launch', Launch.is_cluster.offset)}, 0")
            return self.broadcast(flag, "i1")
        raise self.error("expected a predicate register")

    def write_predicate(self, operand: ptx.Operand, value: str) -> None:
        """Write a predicate register; the sink is allowed."""
        if isinstance(operand, ptx.Sink):
            return
        if not isinstance(operand, ptx.Register) or operand.type != "pred":
            raise self.error("the destination must be a predicate register")
        self.assign(operand, value)

    @property
    def exec_mask(self) -> str:
        return self.mask if self.guard_bits is None else self.tmp(f"and i32 {self.mask}, {self.guard_bits}")

    # -- memory ------------------------------------------------------------------------------------------

    def symbol_address(self, name: str) -> tuple[str, int]:
        """Return a variable's space and its address within that space."""
        for space, table in (
            ("local", self.frame.locals),
            ("shared", self.frame.shared),
            ("param", self.frame.params),
            ("global", self.frame.module),
        ):
            if name in table:
                address = table[name]
                return ("const" if CONST_BASE <= address < MODULE_BASE else space), address
        if name in self.kernel.functions:
            return "function", self.kernel.functions[name]
        raise self.error(f"no variable of this name is defined in the module (got {name!r})")

    def address(self, operand: ptx.Operand) -> str:
        """Return the 64-bit lanes of ``[base + offset]``; 32-bit bases are zero-extended."""
        if not isinstance(operand, ptx.Address):
            raise self.error("expected a memory operand")
        base = operand.base
        if isinstance(base, ptx.Symbol):
            return self.constant(64, self.symbol_address(base.name)[1] + base.offset + operand.offset)
        if isinstance(base, ptx.Immediate):
            return self.constant(64, base.value + operand.offset)
        value = self.resize(self.value(base), bits_of(base.type), 64)
        if operand.offset:
            value = self.tmp(f"add {ivec(64)} {value}, {self.constant(64, operand.offset)}")
        return value

    def in_own_slice(self, value: str, bits: int) -> str:
        if not self.flow.has_slices:
            return value
        start = self.resize(self.broadcast(self.field("%worker", Worker.slice.offset), "i32"), 32, bits)
        # an "or" will do: the offset is below 1 << SLICE_BITS, the start a multiple of it
        return self.tmp(f"or {ivec(bits)} {value}, {start}")

    def site(self, size_bytes: int = 0, space: str = "") -> int:
        """Return the index of the current instruction's site; copies of an instruction share one."""
        i, source = self.instruction, self.instruction.source
        site = Site(i.opcode, i.line, source.file, source.line, size_bytes, space, source.callers)
        return self.sites.setdefault(site, len(self.sites))

    # -- counters ----------------------------------------------------------------------------------------

    def count_block(self) -> None:
        if self.plan is not None:
            self.add_to_word(self.plan.block_word, "1")
            self.count_lanes(self.plan.block_word + 1, self.mask)

    def count_divergence(self, taken: str) -> None:
        """Count the current branch if some active lanes take it and some do not."""
        if self.plan is not None and self.plan.current.divergence_word:
            some, rest = (self.tmp(f"icmp ne i32 {taken}, {other}") for other in (0, self.mask))
            parts = self.tmp(f"and i1 {some}, {rest}")
            self.add_to_word(self.plan.current.divergence_word, self.tmp(f"zext i1 {parts} to i64"))

    def count_choice(self, name: str, choice: str) -> None:
        """Count the lanes for which the current instruction takes its first operand, if the kernel counts."""
        if self.plan is not None:
            bits = self.tmp(f"bitcast {I1} {choice} to i32")
            self.count_lanes(self.plan.note_choice(name), self.tmp(f"and i32 {bits}, {self.exec_mask}"))

    def count_extreme(self, a: str, b: str, kind: str, condition: str) -> None:
        """Count a ``min`` or ``max`` as a choice by its own comparison, if the kernel counts."""
        if self.plan is not None:
            self.count_difference(a, b, kind, condition)
            sign = "s" if kind.startswith("s") else "u"
            self.count_choice("", self.tmp(f"icmp {sign}{condition} {ivec(bits_of(kind))} {a}, {b}"))

    def count_difference(self, a: str, b: str, kind: str, condition: str) -> None:
        """Note how far apart the integers are that the current instruction compares, if the kernel counts."""
        if self.plan is None:
            return
        word = self.plan.note_comparison(self.instruction, condition)
        vec, signed = ivec(64), kind.startswith("s")
        wide = [self.resize(operand, bits_of(kind), 64, signed) for operand in (a, b)]
        apart = self.tmp(f"sub {vec} {wide[0]}, {wide[1]}")
        size = self.call(vec, "llvm.abs.v32i64", (vec, apart), ("i1", "false"))
        lanes = self.lanes(self.exec_mask)
        for offset, (kept, value) in enumerate((("smin", apart), ("smax", apart), ("umin", size))):
            # inactive lanes take part in the reduction with a number that never decides it
            none = UNSEEN_HIGH if kept == "smax" else UNSEEN_LOW
            seen = self.tmp(f"select {I1} {lanes}, {vec} {value}, {vec} splat (i64 {none})")
            one = self.call("i64", f"llvm.vector.reduce.{kept}.v32i64", (vec, seen))
            pointer = self.tmp(f"getelementptr i64, ptr %counts, i64 {word + offset}")
            before = self.tmp(f"load i64, ptr {pointer}, align 8")
            after = self.call("i64", f"llvm.{kept}.i64", ("i64", before), ("i64", one))
            self.stmt(f"store i64 {after}, ptr {pointer}, align 8")


class Modifiers(dict[str, str]):
    """Words of an opcode by the group name in its row; empty for a group without a word or of another row."""

    def __missing__(self, group: str) -> str:
        return ""


Lowering = Callable[[Emitter, ptx.Instruction, Modifiers], None]
"""Writes the LLVM IR of an instruction."""


def pair_of(operand: ptx.Operand) -> tuple[ptx.Operand, ptx.Operand]:
    """Split a destination ``d|p``; the second half of a single destination is the sink."""
    return (operand.first, operand.second) if isinstance(operand, ptx.Pair) else (operand, ptx.Sink())


def vector_length(m: Modifiers) -> int:
    """Return the number of elements of a vector access; 1 for a scalar one."""
    return int(m["vec"][1:] or "1")
