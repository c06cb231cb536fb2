"""Reads the kernels of a PTX module as signatures: the code, not names, shows what each parameter is.

PTX has neither the names of parameters nor their element types. Pointers are the parameters that addresses are computed
from. Element types follow from the instructions that load, store and compute with the elements.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Mapping, Sequence

from ...compiler.artifact import Param, parameter_names, read_entries
from ...errors import PtxError, UsageError
from ...lazy import dataclass, pattern
from ...ptx.text.syntax import FloatImmediate, Instruction, Register
from .compiled_kernel import CodeFacts, PointerUse, flat_kernel, parts_of, read_facts
from .signature import ArrayMember, KernelSignature, Parameter

_PARAMETER = pattern(r"_param_(\d+)$")
_LENGTH = pattern(r"\d+")
_FLOATS = {"float": {"f32"}, "double": {"f64"}, "half": {"f16", "f16x2"}, "__nv_bfloat16": {"bf16", "bf16x2"}}
_INTEGERS: Mapping[tuple[str, ...], str] = {
    ("u32",): "int", ("s32",): "int", ("u64",): "long long", ("s64",): "long long",
    ("u8",): "unsigned char", ("s8",): "signed char",
}  # fmt: skip
_WORDS = (
    (r"\bbar\.|\bbarrier\.", "__syncthreads"),
    (r"\bshfl\.", "__shfl"),
    (r"\.shared\b", "__shared__"),
    (r"%tid\.y", "threadIdx.y"),
    (r"%ctaid\.y", "blockIdx.y"),
    (r"\b(?:atom|red)\.(?!async)", "atomicAdd"),
    (r"\blg2\.approx", "__logf log("),
    (r"\bdiv\.(?:full|approx)", "__fdividef"),
    (r"\brcp\.approx", "rcp.approx"),
    (r"\brcp\.rn", "__frcp_rn"),
    (r"\bdiv\.r", "a / b"),
    (r"\brsqrt\.approx", "rsqrt.approx"),
    (r"\bsqrt\.", "sqrt("),
    (r"\btanh\.approx", "tanhf("),
    (r"\bcvt\.rni", "rint"),
)
"""Instructions, and the words of a CUDA source that they come from."""
_LOG2_E = (0x3FB8AA3B, 0x3FB8AA3C)
_EXPF = 0x3BBB989D
"""A constant of ``expf`` that the approximation by ``ex2`` alone does not need."""
_POLYNOMIALS = {0x38EB4C3A: "erff(", 0xBD563CAE: "tanhf("}
"""Functions that the compiler expands, by a coefficient."""
_DIGITS = 3


@dataclass(frozen=True)
class PtxSignature(KernelSignature):
    symbol: str = ""
    """Name in the module, mangled if it is C++."""

    @property
    def qualified(self) -> str:
        return self.symbol


def ptx_kernels(ptx: str) -> tuple[PtxSignature, ...]:
    try:
        return tuple(_read(ptx, symbol, params) for symbol, params in read_entries(ptx).items())
    except PtxError as error:
        raise UsageError(f"a .ptx file must be PTX that the executor reads (got: {error})") from None


def with_names(kernel: KernelSignature, given: Mapping[str, str]) -> Mapping[str, str]:
    """Return arguments by parameter name; parameters of PTX may be given by number."""
    if not isinstance(kernel, PtxSignature):
        return given
    names = [parameter.name for parameter in kernel.parameters]
    aliases = {str(n): name for n, name in enumerate(names)}
    aliases |= {f"{kernel.symbol}_{name}": name for name in names}
    return {aliases.get(key, key): value for key, value in given.items()}


def plain_symbol(symbol: str) -> str:
    """Return the name of a kernel without namespaces, parameters and template arguments, from its symbol."""
    # Itanium C++ ABI, "Mangling": N, lengths and names, then I for template arguments, B for tags, E for the end.
    if not symbol.startswith("_Z"):
        return symbol
    at = len("_ZN") if symbol.startswith("_ZN") else len("_Z")
    at += symbol.startswith("L", at)
    name = symbol
    while length := _LENGTH.match(symbol, at):
        stop = length.end() + int(length[0])
        name, at = symbol[length.end() : stop], stop
        if not symbol.startswith("_ZN"):
            break
    return name


def _read(ptx: str, symbol: str, params: Sequence[Param]) -> PtxSignature:
    names = parameter_names(ptx, symbol)
    kernel, _ = flat_kernel(ptx, symbol)
    facts = read_facts(kernel, names)
    body = [instruction for instruction in kernel.body if isinstance(instruction, Instruction)]
    kinds = _kinds_of_registers(body)
    parameters = tuple(
        _parameter(_short(name, symbol), param, facts, n, kinds)
        for n, (name, param) in enumerate(zip(names, params, strict=True))
    )
    line = ptx.count("\n", 0, ptx.find(f" {symbol}")) + 1
    code, members = _source_words(body), members_of(symbol, len(params))
    return PtxSignature(plain_symbol(symbol), (), (), parameters, line, code, members=members, symbol=symbol)


def _short(name: str, symbol: str) -> str:
    return name.removeprefix(f"{symbol}_") if _PARAMETER.search(name) else name


def _parameter(name: str, param: Param, facts: CodeFacts, n: int, kinds: Mapping[str, set[str]]) -> Parameter:
    use = facts.use(n)
    if param.kind == "int" and param.size_bytes == 8 and use is not None:
        return Parameter(name, _element_type(use, kinds), True, use.is_read and not use.is_written)
    if param.kind == "float":
        return Parameter(name, {4: "float", 8: "double"}.get(param.size_bytes, "half"), False, False)
    if param.kind == "bytes":
        return Parameter(name, "structure", False, False)
    return Parameter(name, {8: "long long", 4: "int", 2: "short"}.get(param.size_bytes, "bool"), False, False)


def _element_type(use: PointerUse, kinds: Mapping[str, set[str]]) -> str:
    """Return the C++ type of the elements behind a pointer; empty if the code does not show it."""
    for name, words in _FLOATS.items():
        if words & use.types:
            return name
    integer = _INTEGERS.get(tuple(use.types))
    if integer:
        return integer
    computed = set[str]().union(*(kinds.get(kind, ()) for kind in use.types))
    candidates = [name for name, words in _FLOATS.items() if words & computed]
    return candidates[0] if len(candidates) == 1 else ""


def _kinds_of_registers(body: Iterable[Instruction]) -> dict[str, set[str]]:
    """Return, by the untyped kind of a load or store, the types in which the code computes with the value."""
    every = set().union(*_FLOATS.values())
    uses: dict[str, set[str]] = {}
    moved: dict[str, set[str]] = {}
    for instruction in body:
        words = instruction.opcode.split(".")
        names = {part.name for part in parts_of(instruction.operands) if isinstance(part, Register)}
        written = {part.name for part in parts_of(instruction.operands[:1]) if isinstance(part, Register)}
        if instruction.name in ("ld", "st", "ldu"):
            if any(space in words for space in ("param", "local", "const")):
                continue
            for name in names:
                moved.setdefault(name, set()).add(words[-1])
        elif instruction.name == "mov":
            # The halves of a word, or a word of halves.
            for name in names:
                uses.setdefault(name, set()).update(other for other in names if other != name)
        else:
            kinds = every.intersection(words)
            for name in names:
                of_source = name not in written and instruction.name == "cvt"
                uses.setdefault(name, set()).update(every.intersection(words[-1:]) if of_source else kinds)
    types: dict[str, set[str]] = {}
    for name, kinds in moved.items():
        used = uses.get(name, set())
        near = used | {kind for other in used - every for kind in uses.get(other, ())}
        # The result of a conversion has the narrow one of its types, if it is stored.
        computed = near & every
        for kind in kinds:
            narrow = {dtype for dtype in computed if dtype.startswith(("f16", "bf16"))}
            types.setdefault(kind, set()).update(narrow or computed)
    return types


def _source_words(body: Sequence[Instruction]) -> str:
    """Return the words of a CUDA source that a kernel's instructions come from, and its numbers."""
    text = "\n".join(f"{each.opcode} {' '.join(map(str, each.operands))}" for each in body)
    words = [word for pattern, word in _WORDS if re.search(pattern, text)]
    bits = {
        part.bits
        for instruction in body
        for part in parts_of(instruction.operands)
        if isinstance(part, FloatImmediate) and part.width == 32
    }
    if "ex2.approx" in text:
        is_exact = _EXPF in bits
        words.append("expf(" if is_exact else "__expf(" if bits & set(_LOG2_E) else "exp2f( ex2.approx")
    words += [name for coefficient, name in _POLYNOMIALS.items() if coefficient in bits]
    return "\n".join([*words, *(number for value in sorted(bits) if (number := _number(value)))])


def _number(bits: int) -> str:
    """Return a float of few digits as it may stand in a source; empty for any other."""
    text = repr(float(f"{struct.unpack('<f', struct.pack('<I', bits))[0]:.7g}"))
    digits = text.lower().partition("e")[0].replace(".", "").strip("-0")
    is_plain = len(digits) <= _DIGITS and text not in ("0.0", "-0.0", "nan", "inf", "-inf")
    return text if is_plain else ""


# Numba mangles as the Itanium C++ ABI does; a type is `5ArrayI`, the element, its dimensions, its layout.
_TYPE = pattern(r"5ArrayI(?P<element>[a-z]+)Li(?P<dims>\d)E\w*?alignedE|(?P<number>[a-z])")
_SIGNATURE = pattern(r"E((?:5ArrayI[a-z]+Li\dE\w*?alignedE|[a-z])+)$")
_BYTES = {"f": 4, "d": 8, "i": 4, "j": 4, "x": 8, "y": 8, "a": 1, "h": 1, "s": 2, "t": 2, "Dh": 2}


def members_of(symbol: str, n_parameters: int) -> Mapping[int, ArrayMember]:
    """Return the numbers that belong to an array, by position; empty for a symbol that is not Numba's."""
    signature = _SIGNATURE.search(symbol)
    if signature is None or "5ArrayI" not in signature[1]:
        return {}
    members: dict[int, ArrayMember] = {}
    at = 0
    for match in _TYPE.finditer(signature[1]):
        if match["dims"] is None:
            at += 1
            continue
        n_dims, n_bytes = int(match["dims"]), _BYTES.get(match["element"], 0)
        before = [("nothing", 0), ("nothing", 0), ("count", 0), ("bytes", 0)]
        after = [(what, axis) for what in ("size", "stride") for axis in range(n_dims)]
        data = at + len(before)
        for place, (what, axis) in enumerate((*before, ("", 0), *after), at):
            if place != data:
                members[place] = ArrayMember(data, what, axis, n_dims, n_bytes)
        at = data + 1 + len(after)
    return members if at == n_parameters else {}


def role_of(member: ArrayMember, shape: Sequence[str | int]) -> str:
    """Return the argument of a member of a contiguous array; empty if the array has another number of dimensions."""
    sizes = [str(size) for size in shape]
    if member.n_dims == 1:
        sizes = [" * ".join(sizes)]
    if member.n_dims != len(sizes):
        return ""
    return {
        "count": " * ".join(sizes),
        "bytes": str(member.n_bytes),
        "size": sizes[member.axis],
        "stride": " * ".join([*sizes[member.axis + 1 :], str(member.n_bytes)]),
    }.get(member.what, "0")
