"""Every form of every instruction that is recorded on a GPU, made from the instruction table.

`forms` expands each row of `harness.ptx.isa.table.ROWS` to all combinations of its modifiers. Which of them PTX
allows is the assembler's to say: a form that it refuses is recorded as refused. Rows of memory, atomics and lanes
have forms of their own, where the modifiers that change no result (scopes, orders, cache hints) appear one at a time.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from harness.ptx.isa import table as isa
from harness.ptx.isa.family_rows import VIDEO_ROWS
from harness.ptx.isa.row import Row
from harness.ptx.text.syntax import Instruction
from tests.agreement.operand_tables import SWEEPS

Choice = Mapping[str, str]

OBJECTS = "textures and surfaces"
"""What `tests.agreement.texture_cases` records."""
ELSEWHERE = {
    "barriers": ("bar", "barrier"),
    "memory order": ("membar", "fence", "st.async", "red.async"),
    "copies": ("cp", "tensormap"),
    "control flow": ("bra", "brx", "ret", "exit", "trap", "call", "brkpt"),
    "hints without a result": (
        "prefetch", "prefetchu", "nanosleep", "pmevent", "discard", "applypriority", "createpolicy", "setmaxnreg",
    ),
    "matrix instructions": ("mma", "ldmatrix", "stmatrix", "movmatrix", "wmma", "wgmma"),
    "clusters and mbarrier": ("mbarrier", "mapa", "getctarank", "griddepcontrol", "clusterlaunchcontrol"),
    OBJECTS: ("tex", "tld4", "txq", "suq", "suld", "sust", "sured"),
    "stack": ("alloca", "stacksave", "stackrestore"),
}  # fmt: skip
"""Instructions that are not recorded, by what they do: each has tests of its own under ``tests/ptx``.

A name with a dot stands for the rows whose syntax begins with it.
"""

NOT_RECORDED: dict[str, str] = {}
"""Rows whose forms were not there when the vectors were recorded, by syntax, and why that may stay so for now.

The next recording takes them in; then their entries go. A row that belongs to an instruction in `ELSEWHERE` needs none.
"""


@dataclass(frozen=True)
class Form:
    """One form of an instruction and how it is run.

    `name`: opcode, with a tag behind a slash where one opcode is run in several ways. Unique. `row`: syntax of the
    table's row. `kinds`: kinds of operands (`tests.agreement.operand_tables`). `results`: widths in bits of the
    results, 128 at most in all. `text`: PTX with ``$d $e $g $h``, the results; ``$a $b $c $x``, the operands, of
    which predicates are registers of that type; scratch registers ``$t`` (b16) ``$u`` (b32) ``$v`` (b64) ``$p`` and
    ``$q`` (predicates); ``$slot``, the address of 16 bytes of the lane's own in global memory; ``$shared`` and
    ``$local``, the same in those spaces; ``$lane`` and ``$index``, the lane in its warp and in the block; and
    ``$n``, unique to the form. `n`: lanes; 0 for as many as such operands have. `is_alone`: whether it needs a
    kernel to itself.
    """

    name: str
    kinds: tuple[str, ...]
    results: tuple[int, ...]
    text: str
    n: int = 0
    is_alone: bool = False
    row: str = ""

    @property
    def opcode(self) -> str:
        return self.name.partition("/")[0]


def elsewhere(row: Row) -> str:
    """Return what a row does whose results are not recorded; empty for one that is recorded."""
    if row.name in ("atom", "red") and any(m.group == "vec" or m.words == ("b128",) for m in row.modifiers):
        return "atomics of vectors and of 128 bits"
    if row.name == "cvt" and any(m.words in (("tf32",), ("bf16x2",)) for m in row.modifiers):
        return "conversions to tf32, and of 8-bit floats to bf16"
    if row.name == "vote" and ".sync" not in row.syntax:
        return "votes without .sync, which targets before sm_70 have"
    if is_internal(row):
        return "barriers"
    return next((what for what, names in ELSEWHERE.items() if any(is_about(row, name) for name in names)), "")


def is_about(row: Row, name: str) -> bool:
    rest = row.syntax.removeprefix(name)
    return rest != row.syntax and rest[:1] in ("", ".", "{", "<", "(")


def is_internal(row: Row) -> bool:
    """Whether a row is no instruction of PTX."""
    return row.name.startswith("kh_")


@cache
def forms() -> tuple[Form, ...]:
    """Return all forms in the order of the table.

    Raises LookupError: a row has neither a way to run it nor a place in `ELSEWHERE` or `NOT_RECORDED`.
    """
    found: dict[str, Form] = {}
    for row in isa.ROWS:
        if elsewhere(row):
            continue
        for form in _forms_of(row):
            found.setdefault(form.name, form)
    return tuple(found.values())


def _forms_of(row: Row) -> list[Form]:
    try:
        return [replace(form, row=row.syntax) for form in SPECIAL.get(row.name, _plain)(row)]
    except (LookupError, ValueError) as error:
        if row.syntax in NOT_RECORDED:
            return []
        raise LookupError(
            f"nothing says how to run the row {row.syntax!r} ({type(error).__name__}: {error}): give its name "
            f"a function in SPECIAL, or a place in ELSEWHERE, or its syntax one in NOT_RECORDED, all in {__name__}"
        ) from error


def opcodes(row: Row) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield all opcodes of a row that no earlier row has, with their modifiers by name."""
    choices = [
        (*modifier.words, None) if modifier.is_optional else modifier.words for modifier in row.modifiers
    ]
    for words in itertools.product(*choices):
        opcode = ".".join((row.name, *(word for word in words if word)))
        named = {
            modifier.group: word
            for modifier, word in zip(row.modifiers, words, strict=True)
            if word and modifier.group
        }
        if isa.find(Instruction(opcode, ()))[0] is row:
            yield opcode, named


def kind_of(ptx_type: str) -> str:
    if ptx_type in ("u16x2", "s16x2"):
        return "i16x2"
    return f"i{ptx_type[1:]}" if ptx_type[0] in "bus" and ptx_type[1:].isdigit() else ptx_type


def width(ptx_type: str) -> int:
    """Return the bits of the register of a PTX type."""
    if ptx_type.endswith("x2"):
        return {"e4m3": 16, "e5m2": 16, "f32": 64}.get(ptx_type[:-2], 32)
    return 32 if ptx_type == "pred" else max(16, int(ptx_type.lstrip("bfsu")))


UNARY = frozenset(
    ["abs", "neg", "popc", "clz", "brev", "bfind", "not", "cnot", "ex2", "lg2", "sin", "cos", "tanh", "rcp", "sqrt",
     "rsqrt", "testp"]
)  # fmt: skip
TERNARY = frozenset(["mad", "mad24", "fma", "sad", "dp4a", "dp2a", "vabsdiff2", "vabsdiff4"])
APPROXIMATE = frozenset(["ex2", "lg2", "sin", "cos", "tanh", "rcp", "sqrt", "rsqrt"])


def each_opcode(make: Callable[[Row, str, Choice], Iterator[Form]]) -> Callable[[Row], Iterator[Form]]:
    """Make a function of a row's opcode and its modifiers one of the row."""
    return lambda row: (form for opcode, m in opcodes(row) for form in make(row, opcode, m))


@each_opcode
def _plain(row: Row, opcode: str, m: Choice) -> Iterator[Form]:
    kind, name = m["type"], row.name
    own = kind_of(kind)
    n_sources = 1 if name in UNARY else 3 if name in TERNARY else 2
    kinds, result = [own] * n_sources, width(kind)
    if name in ("dp4a", "dp2a", "vabsdiff2", "vabsdiff4"):
        kinds = ["i32"] * 3
    elif m.get("half") == "wide":
        result *= 2
        kinds[2:] = [f"i{result}"] * len(kinds[2:])
    elif m.get("type2") in ("f16", "bf16"):
        kinds[:-1] = [m["type2"]] * (n_sources - 1)
    elif name in APPROXIMATE and "approx" in opcode and kind == "f32":
        kinds = ["turn"]
    if name in ("popc", "clz", "bfind"):
        result = 32
    if name == "testp":
        yield Form(opcode, (own,), (32,), f"{opcode} $p, $a; selp.b32 $d, 1, 0, $p;")
        return
    if name in ("min", "max") and kind == "f32":
        if m.get("sign") != "abs":
            yield _form(opcode, kinds, (result,))
        if m.get("sign") != "xorsign.abs":
            yield _form(opcode, [own] * 3, (result,), tag="three")
        return
    if kind == "pred":
        sources = ", ".join("$" + letter for letter in "abc"[:n_sources])
        text = f"{opcode} $p, {sources}; selp.b32 $d, 1, 0, $p;"
        yield Form(opcode, ("pred",) * n_sources, (32,), text, n=32)
        return
    if m.get("cc") or name in ("addc", "subc", "madc"):
        yield _carrying(row, opcode, m, kinds)
        if name in ("addc", "subc", "madc"):
            yield from _mixed_carries(row, opcode, m)
        return
    yield _form(opcode, kinds, (result,))
    if kind == "f32" and not row.exact:
        for sweep in SWEEPS[1:] if n_sources == 1 else SWEEPS[1:3]:
            yield _form(opcode, (sweep, "spin3")[:n_sources], (result,), tag=sweep)


def _form(opcode: str, kinds: Iterable[str], results: tuple[int, ...], tag: str = "", n: int = 0) -> Form:
    kinds = tuple(kinds)
    sources = ", ".join("$" + letter for letter in "abcx"[: len(kinds)])
    name = f"{opcode}/{tag}" if tag else opcode
    return Form(name, kinds, results, f"{opcode} $d, {sources};", n)


def _carrying(row: Row, opcode: str, m: Choice, kinds: list[str]) -> Form:
    """Return a form that takes or gives the condition code: it is set before, and read after as a second result."""
    kind = m["type"]
    bits = width(kind)
    scratch = "$u" if bits == 32 else "$v"
    borrow = "sub" if row.name.startswith("sub") else "add"
    before = after = ""
    results = [bits]
    if row.name.endswith("c"):
        # the last operand and the first, added or subtracted, set the code that comes in
        kinds = kinds if len(kinds) == 3 else [*kinds, kinds[0]]
        before = f"{borrow}.cc.{kind} {scratch}, $a, $c; "
    if m.get("cc"):
        after = f" {borrow}c.{kind} $e, 0, 0;"
        results.append(bits)
    sources = "$a, $b, $c" if row.name.startswith("mad") else "$a, $b"
    text = f"{before}{opcode} $d, {sources};{after}"
    return Form(opcode, tuple(kinds), tuple(results), text)


CARRY_PRODUCERS = (
    "add.cc", "addc.cc", "sub.cc", "subc.cc", "mad.lo.cc", "mad.hi.cc", "madc.lo.cc", "madc.hi.cc",
)  # fmt: skip


def _mixed_carries(row: Row, opcode: str, m: Choice) -> Iterator[Form]:
    """Yield a form that takes the condition code after each instruction that gives it; ``addc`` reads its own."""
    kind = m["type"]
    own, bits = kind_of(kind), width(kind)
    scratch = "$u" if bits == 32 else "$v"
    after, results = (f" addc.{kind} $e, 0, 0;", (bits, bits)) if m.get("cc") else ("", (bits,))
    for producer in CARRY_PRODUCERS:
        addend, other = (", $c" * producer.startswith("mad"), ", $b" * row.name.startswith("mad"))
        text = (
            f"add.cc.{kind} {scratch}, $b, $c; {producer}.{kind} {scratch}, $a, $b{addend}; "
            f"{opcode} $d, $c, $a{other};{after}"
        )
        yield Form(f"{opcode}/after-{producer}", (own,) * 3, results, text, n=512)


def _video(row: Row) -> Iterator[Form]:
    """Yield each form with whole words, and with parts of the sources and of the destination where it may have them."""
    if row not in VIDEO_ROWS:
        yield from _plain(row)
        return
    for opcode, m in opcodes(row):
        n = int(row.name[-1]) if row.name[-1].isdigit() else 1
        takes_three = n > 1 or row.name == "vmad" or "second" in m
        yield Form(opcode, ("i32",) * 3, (32,), f"{opcode} $d, $a, $b{', $c' * takes_three};", n=256)
        whole = "" if takes_three else ".b2"
        parts = {1: (whole, ".h1", ".b3"), 2: (".h1", ".h03", ".h21"), 4: (".b310", ".b0527", ".b7613")}
        target, a, b = parts[n]
        text = f"{opcode} $d{target}, $a{a}, $b{b}, $c;"
        yield Form(f"{opcode}/parts", ("i32",) * 3, (32,), text, n=256)
        if not takes_three:  # the assembler has a way of its own for the upper half
            text = f"{opcode} $d.h1, $a.b1, $b, $c;"
            yield Form(f"{opcode}/upper-half", ("i32",) * 3, (32,), text, n=256)
        if row.name == "vmad" and "po" not in m:
            for tag, sources in (("product", "-$a, $b, $c"), ("addend", "$a, $b, -$c")):
                text = f"{opcode} $d, {sources};"
                yield Form(f"{opcode}/minus-{tag}", ("i32",) * 3, (32,), text, n=256)


def _fixed(*kinds: str, result: int = 0, n: int = 0) -> Callable[[Row], Iterator[Form]]:
    """Return forms whose operands are of these kinds; ``=`` stands for the instruction's own type."""

    def make(row: Row) -> Iterator[Form]:
        for opcode, m in opcodes(row):
            own = [kind_of(m["type"]) if kind == "=" else kind for kind in kinds]
            yield _form(opcode, own, (result or width(m["type"]),), n=n)

    return make


@each_opcode
def _logic3(row: Row, opcode: str, m: Choice) -> Iterator[Form]:
    for table in range(256):
        name = f"{opcode}/{table:02x}"
        if "combine" not in m:
            text = f"{opcode} $d, $a, $b, $c, {table};"
            yield Form(name, ("i32",) * 3, (32,), text, n=64)
        elif table % 16 == 10:
            text = f"{opcode} $d|$p, $a, $b, $c, {table}, $x; selp.b32 $e, 1, 0, $p;"
            yield Form(name, ("few", "few", "few", "pred"), (32, 32), text, n=64)


@each_opcode
def _permute(row: Row, opcode: str, m: Choice) -> Iterator[Form]:
    yield _form(opcode, ("i32", "i32", "selector"), (32,))


@each_opcode
def _set_predicate(row: Row, opcode: str, m: Choice) -> Iterator[Form]:
    own = kind_of(m["type"])
    # the second predicate is the negated comparison, or that of the upper halves
    combined = ", $c" if "combine" in m else ""
    kinds = (own, own, "pred") if combined else (own, own)
    text = (
        f"{opcode} $p|$q, $a, $b{combined}; selp.b32 $d, 1, 0, $p; selp.b32 $u, 2, 0, $q; or.b32 $d, $d, $u;"
    )
    if own in ("f16", "bf16"):  # these have no second predicate
        text = f"{opcode} $p, $a, $b{combined}; selp.b32 $d, 1, 0, $p;"
    yield Form(opcode, kinds, (32,), text)


@each_opcode
def _set_value(row: Row, opcode: str, m: Choice) -> Iterator[Form]:
    own = kind_of(m["type2"])
    kinds = (own, own, "pred") if "combine" in m else (own, own)
    yield _form(opcode, kinds, (width(m["type"]),))


@each_opcode
def _select(row: Row, opcode: str, m: Choice) -> Iterator[Form]:
    own, chooser = kind_of(m["type"]), {"selp": "pred", "slct": kind_of(m.get("type2", "s32"))}[row.name]
    yield _form(opcode, (own, own, chooser), (width(m["type"]),), n=256)


@each_opcode
def _convert(row: Row, opcode: str, m: Choice) -> Iterator[Form]:
    to, source = m["type"], m.get("type2", "")
    if row.syntax.startswith("cvt.pack"):
        yield _form(opcode, ("i32",) * (3 if m.get("rest") else 2), (32,))
    elif source.startswith(("e4m3", "e5m2")):
        yield _form(opcode, ("fp8x2",), (width(to),))
    elif to.endswith("x2") and source == "f32":
        yield _form(opcode, ("f32c", "f32c"), (width(to),))
    elif to.endswith("x2"):
        yield _form(opcode, (kind_of(source),), (width(to),))
    elif source == "bf16" and to in ("u8", "s8"):
        # the assembler wants a register of 8 bits
        text = f"{{ .reg .b8 narrow; {opcode} narrow, $a; cvt.{to[0]}16.{to} $d, narrow; }}"
        yield Form(opcode, ("bf16c",), (16,), text)
    elif to == "bf16" and source in ("u8", "s8"):
        text = f"{{ .reg .b8 narrow; cvt.u8.u16 narrow, $a; {opcode} $d, narrow; }}"
        yield Form(opcode, (kind_of(source),), (16,), text)
    else:
        kind = source + "c" if source.lstrip("b").startswith("f") else kind_of(source)
        yield _form(opcode, (kind,), (width(to),))
        if to in ("u8", "s8", "u16", "s16") and source in ("s32", "f32", "f16"):
            # a destination wider than its type is filled with its sign or with zeros
            yield _form(opcode, (kind,), (32,), tag="wide")


PACKINGS = (("b32", 2, 16), ("b64", 2, 32), ("b64", 4, 16))
LANE_REGISTERS = (
    "laneid", "lanemask_eq", "lanemask_le", "lanemask_lt", "lanemask_ge", "lanemask_gt", "tid.x", "ntid.x",
)  # fmt: skip


def _move(row: Row) -> Iterator[Form]:
    for opcode, m in opcodes(row):
        kind = m["type"]
        if "vec" in m:
            # backwards; as many results as there is room for
            count, bits = int(m["vec"][1:]), width(kind)
            n_kept = min(count, 4, 128 // bits)
            kept = ["$" + letter for letter in "degh"[:n_kept]] + ["_"] * (count - n_kept)
            sources = (["$a", "$b", "$c", "$x"] * 2)[:count][::-1]
            text = f"{opcode} {{{', '.join(kept)}}}, {{{', '.join(sources)}}};"
            yield Form(opcode, (kind_of(kind),) * min(count, 4), (bits,) * n_kept, text, n=64)
        elif kind == "pred":
            text = f"{opcode} $p, $a; selp.b32 $d, 1, 0, $p;"
            yield Form(opcode, ("pred",), (32,), text, n=32)
        elif kind == "b128":
            text = f"{{ .reg .b128 wide; {opcode} wide, {{$a, $b}}; {opcode} {{$e, $d}}, wide; }}"
            yield Form(opcode, ("i64", "i64"), (64, 64), text, n=64)
        else:
            yield _form(opcode, (kind_of(kind),), (width(kind),), n=64)
    if "vec" in row.syntax:
        return
    for kind, count, bits in PACKINGS:
        letters = ["$" + letter for letter in "abcx"[:count]]
        text = f"mov.{kind} $d, {{{', '.join(letters)}}};"
        yield Form(f"mov.{kind}/pack{count}", (f"i{bits}",) * count, (count * bits,), text, n=64)
        results = ["$" + letter for letter in "degh"[:count]]
        text = f"mov.{kind} {{{', '.join(results)}}}, $a;"
        yield Form(f"mov.{kind}/unpack{count}", (f"i{count * bits}",), (bits,) * count, text, n=64)
    for register in LANE_REGISTERS:
        yield Form(f"mov.u32/{register}", ("pred",), (32,), f"mov.u32 $d, %{register};", n=96)


SPACES = ("global", "shared", "local", "const", "param")


def _address(space: str) -> str:
    """Return text that leaves a generic address of a space in ``$v``."""
    if space == "global":
        return "mov.b64 $v, $slot; "
    if space in ("shared", "local"):
        return f"cvta.{space}.u64 $v, ${space}; "
    source = "mov.b64 $v, constants;" if space == "const" else "mov.b64 $v, out;"
    return f"{source} cvta.{space}.u64 $v, $v; "


@each_opcode
def _address_forms(row: Row, opcode: str, m: Choice) -> Iterator[Form]:
    space = m["space"]
    if row.name == "isspacep":
        for lies_in in SPACES:
            text = f"{_address(lies_in)}{opcode} $p, $v; selp.b32 $d, 1, 0, $p;"
            yield Form(f"{opcode}/{lies_in}", ("pred",), (32,), text, n=32)
        return
    # addresses differ from device to device: there and back again gives what it was
    plain = space.partition("::")[0]
    start = {"global": "$slot", "const": "constants", "param": "out"}.get(plain, f"${plain}")
    out, back = (f"cvta.{space}.u64", opcode) if "to" in m else (opcode, f"cvta.to.{space}.u64")
    text = (
        f"mov.b64 $v, {start}; mov.b64 $d, $v; {out} $v, $v; {back} $v, $v; setp.eq.u64 $p, $d, $v; "
        "selp.b64 $d, 1, 0, $p;"
    )
    yield Form(opcode, ("pred",), (64,), text, n=32)


VECTORS = ("", ".v2", ".v4", ".v8")
MEMORY_TYPES = [
    "b8", "u8", "s8", "b16", "u16", "s16", "b32", "u32", "s32", "b64", "u64", "s64", "f16", "f32", "f64",
]  # fmt: skip


def _loads(row: Row) -> Iterator[Form]:
    """Yield loads of every space, type and vector length, and each other modifier once."""
    is_cached = row.syntax.startswith(("ld{<weak>}{<scope>}{<space>}<nc>", "ldu"))
    if not is_cached:
        for space, vector, kind in itertools.product(("", *SPACES), VECTORS, MEMORY_TYPES):
            yield from _load(row, f"ld{'.' * bool(space)}{space}{vector}.{kind}", space, vector, kind)
    for hints in _hints(row):
        suffix = ".b32"
        space = "shared" if "shared" in hints else "global"
        if space not in hints and row.name != "ldu":
            continue
        yield from _load(row, f"{row.name}{hints}{suffix}", space, "", "b32")


def _hints(row: Row) -> Iterator[str]:
    """Yield the modifiers of an access without type and vector: each word once, with what it needs beside it."""
    required = [
        modifier for modifier in row.modifiers if modifier.group not in ("type", "vec", "operation", "hint")
    ]
    for modifier in required:
        for word in modifier.words:
            parts = []
            for other in required:
                if other is modifier:
                    parts.append(word)
                elif other.group in ("space", "") or not other.is_optional:
                    parts.append(other.words[0])
                elif other.group == "scope" and word in ("relaxed", "acquire", "release", "acq_rel"):
                    parts.append("gpu")
                elif other.group == "scope" and word == "mmio":
                    parts.append("sys")
                elif other.group == "order" and modifier.group == "scope":
                    parts.append("relaxed")
            yield "." + ".".join(parts)


def _load(row: Row, opcode: str, space: str, vector: str, kind: str) -> Iterator[Form]:
    """Yield a load of what was stored before: 16 bytes a lane, of which a sub-word element fills a wider register."""
    count = int(vector[2:] or 1)
    bits = int(kind.lstrip("busf"))
    register = max(bits, 32) if kind[0] != "f" else bits
    if count > 4 or count * register > 128:
        return  # no such vector on this architecture, and no room for the result
    address = {"": "$slot", "global": "$slot", "const": "$v", "param": "$v"}.get(space, f"${space}")
    store = ".shared" if space == "shared" else ".local" if space == "local" else ".global"
    before = f"st{store}.b64 [{address}], $a; st{store}.b64 [{address}+8], $b; "
    if space == "const":
        before = "{ .reg .b64 base; mov.b64 base, constants; and.b32 $u, $lane, 15; mad.wide.u32 $v, $u, 16, base; } "
    if space == "param":
        before, address = "", "words"
    results = ["$" + letter for letter in "degh"[:count]]
    destination = f"{{{', '.join(results)}}}" if vector else results[0]
    offset = "" if vector or bits == 64 else f"+{bits // 8}"
    kinds = ("i64", "i64")
    yield Form(
        opcode, kinds, (register,) * count, f"{before}{opcode} {destination}, [{address}{offset}];", n=64
    )


def _stores(row: Row) -> Iterator[Form]:
    for space, vector, kind in itertools.product(("", "global", "shared", "local"), VECTORS, MEMORY_TYPES):
        yield from _store(row, f"st{'.' * bool(space)}{space}{vector}.{kind}", space, vector, kind)
    for hints in _hints(row):
        space = "shared" if "shared" in hints else "global"
        if space in hints:
            yield from _store(row, f"st{hints}.b32", space, "", "b32")


def _store(row: Row, opcode: str, space: str, vector: str, kind: str) -> Iterator[Form]:
    count, bits = int(vector[2:] or 1), int(kind.lstrip("busf"))
    if count * bits > 128 or count > 4:
        return
    address = f"${space}" if space in ("shared", "local") else "$slot"
    store = f".{space}" if space in ("shared", "local") else ".global"
    sources = ["$" + letter for letter in "abcx"[:count]]
    source = f"{{{', '.join(sources)}}}" if vector else sources[0]
    offset = "" if vector or bits == 64 else f"+{bits // 8}"
    text = (
        f"st{store}.b64 [{address}], 0x1122334455667788; st{store}.b64 [{address}+8], -1; "
        f"{opcode} [{address}{offset}], {source}; ld{store}.v2.b64 {{$d, $e}}, [{address}];"
    )
    kinds = (f"i{max(bits, 16)}",) * count
    yield Form(opcode, kinds, (64, 64), text, n=64)


def _atomics(row: Row) -> Iterator[Form]:
    """Yield every operation and type in every space, each lane on a word of its own, and each hint once."""
    is_float = {"f16", "bf16", "f32", "f64", "f16x2", "bf16x2"}
    operations, types = (
        next(mod for mod in row.modifiers if mod.group == group).words for group in ("operation", "type")
    )
    for space, operation, kind in itertools.product(("", ".global", ".shared"), operations, types):
        noftz = ".noftz" if kind in is_float and kind not in ("f32", "f64") else ""
        yield _atomic(row, f"{row.name}{space}.{operation}{noftz}.{kind}", space, operation, kind)
    for hints in _hints(row):
        # the operation stands between the hints and .noftz, which needs a type of its own
        plain = hints.replace(".noftz", "")
        yield _atomic(row, f"{row.name}{plain}.add.u32", plain, "add", "u32")
    for operation, kind in (("add", "u32"), ("min", "s32"), ("xor", "b32"), ("max", "u64")):
        if row.name == "red":
            yield _shared_by_all(row, operation, kind)


def _atomic(row: Row, opcode: str, space: str, operation: str, kind: str) -> Form:
    bits = width(kind)
    is_shared = "shared" in space
    address, where = ("$shared", ".shared") if is_shared else ("$slot", ".global")
    own = kind_of(kind)
    old, source = ("$d, ", "$b, $c" if operation == "cas" else "$b") if row.name == "atom" else ("", "$b")
    before = f"st{where}.b{bits} [{address}], $a; "
    if operation == "cas":  # every second lane finds what it compares with
        letter = {16: "$t", 32: "$u", 64: "$v"}[bits]
        before = f"and.b32 $u, $lane, 1; setp.eq.u32 $p, $u, 0; selp.b{bits} {letter}, $a, $b, $p; {before}"
        source = f"{letter}, $c"
    text = (
        f"{before}{opcode} {old}[{address}], {source}; ld{where}.b{bits} ${'e' if old else 'd'}, [{address}];"
    )
    kinds = (own,) * (3 if operation == "cas" else 2)
    return Form(opcode, kinds, (bits, bits) if old else (bits,), text, n=320)


def _shared_by_all(row: Row, operation: str, kind: str) -> Form:
    bits = width(kind)
    opcode = f"red.shared.{operation}.{kind}"
    text = (
        f"bar.sync 0; st.shared.b{bits} [shared_words], 77; bar.sync 0; {opcode} [shared_words], $a; bar.sync 0; "
        f"ld.shared.b{bits} $d, [shared_words];"
    )
    return Form(f"{opcode}/all", (kind_of(kind),), (bits,), text, n=64, is_alone=True)


GROUPS = {"all": 0xFFFFFFFF, "even": 0x55555555, "low": 0x000000FF, "one": 0x00000400, "odd-high": 0xAAAA0000}
"""Member masks: the lanes of a mask execute the instruction, the others do not."""


def _grouped(
    opcode: str, kinds: tuple[str, ...], results: tuple[int, ...], text: str, n: int = 320
) -> Iterator[Form]:
    """Yield a form for each member mask; lanes outside it keep zeros. ``$members`` is the mask."""
    for group, mask in GROUPS.items():
        zeros = " ".join(f"mov.b{bits} ${letter}, 0;" for letter, bits in zip("degh", results, strict=False))
        body = text.replace("$members", f"0x{mask:08X}")
        if mask != 0xFFFFFFFF:
            body = (
                f"{zeros} mov.u32 $u, 1; shl.b32 $u, $u, $lane; and.b32 $u, $u, 0x{mask:08X}; setp.eq.u32 $p, $u, 0; "
                f"@$p bra SKIP$n; {body} SKIP$n: bar.warp.sync -1;"
            )
        yield Form(f"{opcode}/{group}", kinds, results, body, n=n)


@each_opcode
def _shuffle(row: Row, opcode: str, m: Choice) -> Iterator[Form]:
    text = f"{opcode} $d|$q, $a, $b, $c, -1; selp.b32 $e, 1, 0, $q;"
    yield Form(opcode, ("i32", "lane", "clamp"), (32, 32), text, n=1024)
    for b, c in ((1, 31), (3, 0x1C03), (16, 0), (33, 31)):
        text = f"{opcode} $d|$q, $a, {b}, {c}, -1; selp.b32 $e, 1, 0, $q;"
        yield Form(f"{opcode}/{b}-{c:x}", ("i32",), (32, 32), text, n=64)


@each_opcode
def _vote(row: Row, opcode: str, m: Choice) -> Iterator[Form]:
    text = (
        f"{opcode} $d, $a, $members;"
        if m["mode"] == "ballot"
        else f"{opcode} $q, $a, $members; selp.b32 $d, 1, 0, $q;"
    )
    yield from _grouped(opcode, ("pred",), (32,), text, n=64)
    # predicates that agree: all true in the first warp, all false in the second
    agreed = f"setp.lt.u32 $q, $index, 32; {text.replace('$a', '$q', 1)}"
    yield from _grouped(f"{opcode}/agreed", ("pred",), (32,), agreed, n=64)


@each_opcode
def _match(row: Row, opcode: str, m: Choice) -> Iterator[Form]:
    wide = "64" * (m["type"] == "b64")
    text = f"{opcode} $d, $a, $members; mov.b32 $e, 0;"
    if m["mode"] == "all":
        text = f"{opcode} $d|$q, $a, $members; selp.b32 $e, 1, 0, $q;"
    yield from _grouped(opcode, (f"few{wide}",), (32, 32), text, n=128)
    same = f"mov.b{wide or 32} {'$v' if wide else '$u'}, 9; {text.replace('$a', '$v' if wide else '$u', 1)}"
    yield Form(f"{opcode}/same", (f"few{wide}",), (32, 32), same.replace("$members", "-1"), n=32)


@each_opcode
def _reduce(row: Row, opcode: str, m: Choice) -> Iterator[Form]:
    yield from _grouped(opcode, ("i32",), (32,), f"{opcode} $d, $a, $members;")


def _elect(row: Row) -> Iterator[Form]:
    text = "elect.sync $d|$q, $members; selp.b32 $e, 1, 0, $q;"
    yield from _grouped("elect.sync", ("pred",), (32, 32), text, n=64)


def _active(row: Row) -> Iterator[Form]:
    yield Form("activemask.b32", ("pred",), (32,), "activemask.b32 $d;", n=64, is_alone=True)


SPECIAL: dict[str, Callable[[Row], Iterator[Form]]] = {
    "fns": _fixed("i32", "nth", "offset"),
    "bfe": _fixed("=", "field", "field"),
    "bfi": _fixed("=", "=", "field", "field"),
    "szext": _fixed("i32", "field"),
    "bmsk": _fixed("field", "field"),
    "lop3": _logic3,
    "shl": _fixed("=", "shift"),
    "shr": _fixed("=", "shift"),
    "shf": _fixed("i32", "i32", "shift"),
    "prmt": _permute,
    "setp": _set_predicate,
    "set": _set_value,
    "selp": _select,
    "slct": _select,
    "mov": _move,
    "cvt": _convert,
    "cvta": _address_forms,
    "isspacep": _address_forms,
    "ld": _loads,
    "ldu": _loads,
    "st": _stores,
    "atom": _atomics,
    "red": _atomics,
    "shfl": _shuffle,
    "vote": _vote,
    "match": _match,
    "redux": _reduce,
    "elect": _elect,
    "activemask": _active,
    **dict.fromkeys([row.name for row in VIDEO_ROWS], _video),
}
