"""Reads a Triton kernel's parameters, and which of them are pointers that it reads or writes, from its text."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from ...errors import UsageError
from ...lazy import dataclass
from ...variant.declaration.triton import (
    UnreadableError,
    name_of,
    parse,
    read_configurations,
    read_kernels,
)

_POINTERS_THROUGH = {
    *("make_block_ptr", "advance", "multiple_of", "max_contiguous", "to", "cast", "make_tensor_descriptor"),
}
_PASSES = 3
_DEPTH = 3


@dataclass(frozen=True)
class TritonSignature:
    name: str
    parameters: tuple[str, ...]
    constants: tuple[str, ...]
    """Compile-time constants that need a value: neither defaulted, nor tuned, nor computed."""
    left_out: frozenset[str]
    computed: frozenset[str]
    """Constants in `left_out` that ``triton.heuristics`` computes, which no rule knows."""
    read: frozenset[str]
    written: frozenset[str]
    added: frozenset[str]
    """`read`, `written`, `added`: pointers that are loaded from, stored to, and changed by atomics."""
    axes: frozenset[int]
    is_tuned: bool
    """Whether the text has configurations of ``triton.autotune`` that can be read."""
    code: str
    """Text of the function and of the functions of the file that it calls."""
    line: int

    @property
    def qualified(self) -> str:
        """The name, as of a CUDA kernel in no namespace."""
        return self.name

    stem = qualified

    @property
    def pointers(self) -> tuple[str, ...]:
        known = self.read | self.written | self.added
        return tuple(name for name in self.parameters if name in known)

    @property
    def numbers(self) -> tuple[str, ...]:
        others = {*self.constants, *self.left_out, *self.pointers}
        return tuple(name for name in self.parameters if name not in others)


def triton_signatures(text: str) -> tuple[TritonSignature, ...]:
    """Return the kernels of a file that no other function of it calls, in its order."""
    try:
        return _signatures(text)
    except SyntaxError as error:
        why = error.msg if error.lineno is None else f"{error.msg}, line {error.lineno}"
    except RecursionError:
        why = "nested too deeply"
    raise UsageError(f"a Triton kernel's file must be Python (got: {why})")


def _signatures(text: str) -> tuple[TritonSignature, ...]:
    kernels, tree = read_kernels(text), parse(text)
    functions = {
        instruction.name: instruction
        for instruction in tree.body
        if isinstance(instruction, ast.FunctionDef) and instruction.name in kernels
    }
    called = {
        name_of(node)
        for function in functions.values()
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    signatures = []
    for name, kernel in kernels.items():
        uses = _Uses(functions)
        uses.follow(functions[name], {parameter: {parameter} for parameter in kernel.parameters}, 0)
        if name in called or not uses.written | uses.added:
            continue
        try:
            tuned = read_configurations(text, name)
        except UnreadableError:
            tuned = ()
        chosen = {key for configuration in tuned for key in configuration.constants} | kernel.computed
        left_out = (kernel.defaulted & kernel.constant) | chosen
        needed = kernel.constant - left_out
        signatures.append(
            TritonSignature(
                name,
                kernel.parameters,
                tuple(parameter for parameter in kernel.parameters if parameter in needed),
                frozenset(left_out),
                kernel.computed,
                frozenset(uses.read),
                frozenset(uses.written),
                frozenset(uses.added),
                frozenset(uses.axes),
                is_tuned=bool(tuned),
                code="\n".join(ast.unparse(function) for function in uses.seen),
                line=functions[name].lineno,
            )
        )
    return tuple(signatures)


class _Uses:
    """Follows pointers through sums and assignments to loads and stores."""

    def __init__(self, functions: Mapping[str, ast.FunctionDef]) -> None:
        self._functions = functions
        self.read: set[str] = set()
        self.written: set[str] = set()
        self.added: set[str] = set()
        self.axes: set[int] = set()
        self.seen: list[ast.FunctionDef] = []

    def follow(self, function: ast.FunctionDef, known: dict[str, set[str]], depth: int) -> None:
        if function not in self.seen:
            self.seen.append(function)
        # A pointer of a loop's later round is assigned further down.
        for _ in range(_PASSES):
            for node in ast.walk(function):
                if isinstance(node, ast.Assign):
                    roots = self._roots(node.value, known)
                    for target in node.targets:
                        if isinstance(target, ast.Name):
                            known[target.id] = known.get(target.id, set()) | roots
                elif (
                    isinstance(node, ast.AugAssign)
                    and isinstance(node.target, ast.Name)
                    and isinstance(node.op, (ast.Add, ast.Sub))
                ):
                    # Something added to a pointer is a number: `X += stride`.
                    roots = known.get(node.target.id) or self._roots(node.value, known)
                    known[node.target.id] = roots
        for node in ast.walk(function):
            if isinstance(node, ast.Call):
                self._call(node, known, depth)

    def _call(self, node: ast.Call, known: dict[str, set[str]], depth: int) -> None:
        name = name_of(node)
        if name == "program_id":
            axis = _argument(node, "axis")
            self.axes.add(axis.value if isinstance(axis, ast.Constant) and isinstance(axis.value, int) else 0)
        elif isinstance(node.func, ast.Name) and name in self._functions and depth < _DEPTH:
            function = self._functions[name]
            names = [arg.arg for arg in function.args.args]
            inner = dict(zip(names, (self._roots(arg, known) for arg in node.args), strict=False))
            inner |= {str(k.arg): self._roots(k.value, known) for k in node.keywords}
            self.follow(function, inner, depth + 1)
        elif isinstance(node.func, ast.Attribute) and (
            name in ("load", "store") or name.startswith("atomic_")
        ):
            own = isinstance(node.func.value, ast.Name) and node.func.value.id in known
            where = node.func.value if own else _argument(node, "pointer")
            kind = {"load": self.read, "store": self.written}.get(name, self.added)
            kind |= self._roots(where, known)

    def _roots(self, node: ast.expr | None, known: Mapping[str, set[str]]) -> set[str]:
        """Return the parameters that may be the pointer in an address: a multiplied one cannot be."""
        if isinstance(node, ast.Name):
            return known.get(node.id, set())
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
            left = self._roots(node.left, known)
            # The pointer is the first operand of a sum nearly always.
            return left or self._roots(node.right, known)
        if isinstance(node, ast.IfExp):
            return self._roots(node.body, known) | self._roots(node.orelse, known)
        if isinstance(node, ast.Subscript):
            return self._roots(node.value, known)
        if isinstance(node, ast.Call) and name_of(node) in _POINTERS_THROUGH:
            if isinstance(node.func, ast.Attribute) and name_of(node) in ("to", "cast"):
                return self._roots(node.func.value, known)
            return self._roots(_argument(node, "base"), known)
        return set()


def _argument(call: ast.Call, name: str) -> ast.expr | None:
    """Return the first argument of a call, by its place or its name."""
    return call.args[0] if call.args else next((k.value for k in call.keywords if k.arg == name), None)
