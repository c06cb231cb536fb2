"""Reads one expression of host code as a value, and the definitions of a file that expressions name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from tree_sitter import Node

from ...compiler.source.preprocessing import integer_of
from ...lazy import dataclass, field, pattern
from ..reading.macros import HostMacro, split_arguments
from ..reading.syntax import (
    children_of,
    is_for_device,
    is_real,
    name_of,
    parse,
    template_parameters_of,
    text_of,
    unqualified,
    unwrapped,
    walk,
)
from .value import (
    OF_FILE,
    ONE,
    ZERO,
    Code,
    KernelName,
    Number,
    Operator,
    SsaValue,
    Struct,
    Value,
    dim3,
    followed,
    is_dim3,
    key_of,
)

_BINARY = frozenset(
    ("+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "==", "!=", "<", "<=", ">", ">=", "&&", "||")
)
_WRAPPERS = {"condition_clause": "value", "pointer_expression": "argument"}
"""Nodes with the value of one of their fields, which is named here."""
_LITERALS = {"true": ONE, "false": ZERO, "null": ZERO}
_WORDS = {"and": "&&", "or": "||", "not": "!", "not_eq": "!="}
_CEIL_DIV = pattern(
    r"(?:ceil_?div|div_?ceil|div_?up|i_?div_?up|up_?div|div_?round_?up|round_?up_?div|cdiv|ceil_?divide"
    r"|div_?rounding_?up|divide_?round_?up|ceiling_?div)",
    re.IGNORECASE,
)
_CASTS = frozenset(("static_cast", "reinterpret_cast", "const_cast", "dynamic_cast"))
_DEVICE_PROPERTY = pattern(r"prop|maxThreads|multiProcessor|sharedMem|warpSize|attr", re.IGNORECASE)
_PROPERTY_CALL = pattern(r"[.>](?:size|numel|dim|shape|num_elements|sizes|stride|element_count)\b")
_INTEGER_TYPES = pattern(
    r"^(?:const )?(?:std::)?(?:unsigned|signed|int|long|short|char|bool|size_t|ssize_t|uint|ulong|ptrdiff_t|u?int\d+_t)"
    r"(?: (?:int|long|short|char))*$"
)
_SIZES = {
    "char": 1, "bool": 1, "int8_t": 1, "uint8_t": 1, "unsigned char": 1,
    "short": 2, "half": 2, "__half": 2, "nv_bfloat16": 2, "__nv_bfloat16": 2, "at::Half": 2, "int16_t": 2,
    "uint16_t": 2, "__nv_bfloat162": 4, "half2": 4, "__half2": 4,
    "int": 4, "unsigned": 4, "unsigned int": 4, "uint": 4, "float": 4, "int32_t": 4, "uint32_t": 4,
    "double": 8, "long": 8, "long long": 8, "size_t": 8, "int64_t": 8, "uint64_t": 8, "float2": 8, "int2": 8,
    "uint2": 8, "float3": 12, "float4": 16, "int4": 16, "uint4": 16, "double2": 16,
}  # fmt: skip
_READERS = frozenset(
    ("atoi", "atol", "atoll", "stoi", "stol", "stoll", "stoul", "strtol", "strtoul", "strtoll")
)
"""Functions that turn text into integers: of the command line or of the environment."""
FROM_COMMAND_LINE = "read from the command line"


@dataclass
class Names:
    macros: dict[str, HostMacro] = field(default_factory=dict)
    functions: dict[str, list[Node]] = field(default_factory=dict)
    """Host functions by name: nodes of the type ``function_definition``."""
    constants: dict[str, Value] = field(default_factory=dict)
    """Constants at namespace scope, and the values of enumerations."""
    types: dict[str, str] = field(default_factory=dict)
    """Types that names stand for; empty for a name that `#if` gives several types."""
    members: dict[str, tuple[tuple[str, ...], Node]] = field(default_factory=dict)
    """Constants of classes, such as ``Packed::size``: the template parameters of the class, and the value."""


class Expressions:
    def __init__(
        self, names: Names, call: Callable[[str, Sequence[Value], Sequence[Value]], Value | None]
    ) -> None:
        self._names = names
        self._call = call
        self._depth = 0
        self._parsed: dict[str, Node | None] = {}

    def value(self, node: Node | None, scope: Mapping[str, Value]) -> Value:
        if node is None:
            return Code("", "is missing")
        if node.type in _WRAPPERS:
            return self.value(node.child_by_field_name(_WRAPPERS[node.type]), scope)
        if node.type in _LITERALS:
            return _LITERALS[node.type]
        reads = getattr(self, f"_{node.type}", None)
        if reads is None:
            return Code(text_of(node), "is not followed")
        self._depth += 1
        try:
            if self._depth > 200:
                return Code(text_of(node), "is nested too deeply")
            value: Value = reads(node, scope)
            return value
        finally:
            self._depth -= 1

    def name(self, name: str, scope: Mapping[str, Value]) -> Value:
        """Return the value of a name: a local variable, a constant, a macro or something unknown."""
        if name in scope:
            return scope[name]
        short = name.rpartition("::")[2]
        macro = self._names.macros.get(short)
        if macro is not None and macro.parameters is None and macro.body:
            return SsaValue(name, self._macro(macro.body, scope, name), OF_FILE)
        constants = self._names.constants
        known = constants.get(name) or constants.get(short) or self._member(name)
        return known or SsaValue(name, None, "not defined in the files that were read")

    def _member(self, name: str) -> Value | None:
        """Return a constant of a class; None if it is not known."""
        holder, _, member = name.rpartition("::")
        holder = self._names.types.get(holder, holder)
        class_name, _, arguments = holder.partition("<")
        known = self._names.members.get(f"{class_name.rpartition('::')[2].strip()}::{member}")
        if known is None or self._depth > 40:
            return None
        parameters, value = known
        written = split_arguments(arguments.rpartition(">")[0])
        scope: dict[str, Value] = {
            each: SsaValue(each, Code(text.strip())) for each, text in zip(parameters, written, strict=False)
        }
        return SsaValue(name, self.value(value, scope))

    def _macro(self, body: str, scope: Mapping[str, Value], name: str) -> Value:
        value = self.parsed(f"({body})", {other: known for other, known in scope.items() if other != name})
        return Code(name, f"is a macro that is not an expression ({body[:40]})") if value is None else value

    def parsed(self, text: str, scope: Mapping[str, Value]) -> Value | None:
        """Return the value of an expression given as text; None if it cannot be parsed."""
        if text not in self._parsed:
            root = parse(f"auto x = {text};")
            declarator = next((child for child in walk(root) if child.type == "init_declarator"), None)
            is_whole = not root.has_error
            self._parsed[text] = declarator.child_by_field_name("value") if declarator and is_whole else None
        value = self._parsed[text]
        if value is None or self._depth > 40:
            return None
        self._depth += 8
        try:
            return self.value(value, scope)
        finally:
            self._depth -= 8

    def arguments(self, node: Node | None, scope: Mapping[str, Value]) -> tuple[Value, ...]:
        return tuple(self.value(child, scope) for child in children_of(node))

    def template_arguments(self, node: Node | None, scope: Mapping[str, Value]) -> tuple[Value, ...]:
        """Return template arguments: numbers as values, types as text."""
        values: list[Value] = []
        for argument in node.named_children if node is not None else ():
            text = text_of(argument)
            if argument.type != "type_descriptor":
                values.append(self.value(argument, scope))
            elif text in scope:
                values.append(scope[text])
            elif text in self._names.constants or text in self._names.macros:
                values.append(self.name(text, scope))
            else:
                values.append(Code(self._names.types.get(text, text)))
        return tuple(values)

    def kernel(self, node: Node, scope: Mapping[str, Value]) -> KernelName:
        """Return the function that an expression names, with its template arguments."""
        node = unwrapped(node)
        if node.type == "call_expression" and _is_cast(node):
            return self.kernel(children_of(node, "arguments")[0], scope)
        template: tuple[Value, ...] = ()
        if node.type in ("template_function", "qualified_identifier"):
            template = self.template_arguments(unqualified(node).child_by_field_name("arguments"), scope)
        text = text_of(node).partition("<")[0].strip().removeprefix("::")
        if text in scope:
            known = followed(scope[text])
            return (
                known if isinstance(known, KernelName) else KernelName("", (Code(text, _why(scope[text])),))
            )
        macro = self._names.macros.get(text)
        if macro is not None and macro.parameters is None:
            return KernelName(macro.body.partition("<")[0].strip(), template)
        return KernelName(text, template)

    def kernels(
        self, node: Node, scope: Mapping[str, Value]
    ) -> Iterator[tuple[KernelName, tuple[tuple[Value, bool], ...]]]:
        """Yield the functions that an expression may name, each with the conditions that choose it."""
        kernel = self.kernel(node, scope)
        known = scope.get(text_of(unwrapped(node))) if not kernel.name else None
        named = list(_named_in(known, ())) if known is not None else []
        yield from named or [(kernel, ())]

    # One method for each type of node, named like the type.

    def _number_literal(self, node: Node, _scope: Mapping[str, Value]) -> Value:
        text = text_of(node).replace("'", "")
        if (integer := integer_of(text)) is not None:
            return Number(integer)
        try:
            return Number(float(text.rstrip("fFlL")))
        except ValueError:
            return Code(text, "is not a number that can be read")

    def _identifier(self, node: Node, scope: Mapping[str, Value]) -> Value:
        return self.name(text_of(node), scope)

    _qualified_identifier = _type_identifier = _identifier

    def _template_function(self, node: Node, scope: Mapping[str, Value]) -> Value:
        return self.kernel(node, scope)

    def _parenthesized_expression(self, node: Node, scope: Mapping[str, Value]) -> Value:
        return self.value(node.named_children[-1], scope) if node.named_children else Code(text_of(node))

    def _cast_expression(self, node: Node, scope: Mapping[str, Value]) -> Value:
        return _cast(text_of(node, "type"), self.value(node.child_by_field_name("value"), scope))

    def _unary_expression(self, node: Node, scope: Mapping[str, Value]) -> Value:
        operator = text_of(node, "operator")
        operator = _WORDS.get(operator, operator)
        value = self.value(node.child_by_field_name("argument"), scope)
        if operator == "+":
            return value
        known = followed(value)
        if isinstance(known, Number):
            if operator == "-":
                return Number(-known.value)
            if operator == "~" and isinstance(known.value, int):
                return Number(~known.value)
        if operator == "~":  # ~(b - 1) is -b
            return Operator("-", (Operator("+", (value, ONE)),))
        return Operator(operator, (value,))

    def _binary_expression(self, node: Node, scope: Mapping[str, Value]) -> Value:
        operator = text_of(node, "operator")
        operator = _WORDS.get(operator, operator)
        if operator not in _BINARY:
            return Code(text_of(node), "is not followed")
        left, right = (self.value(node.child_by_field_name(side), scope) for side in ("left", "right"))
        return Operator(operator, (left, right))

    def _conditional_expression(self, node: Node, scope: Mapping[str, Value]) -> Value:
        parts = (node.child_by_field_name(field) for field in ("condition", "consequence", "alternative"))
        return choice(*(self.value(part, scope) for part in parts))

    def _sizeof_expression(self, node: Node, scope: Mapping[str, Value]) -> Value:
        text = (text_of(node, "type") or text_of(node, "value")).strip("() ")
        known = scope.get(text)
        if isinstance(known, SsaValue) and isinstance(known.value, Code):
            text = known.value.text
        if self._names.types.get(text) == "":
            return SsaValue(f"sizeof({text})", None, "the size of one of several types", is_input=True)
        text = self._names.types.get(text, text)
        if text in _SIZES:
            return Number(_SIZES[text])
        if text.endswith("*"):
            return Number(8)
        if isinstance(known, SsaValue) and known.why.startswith("a template"):
            return SsaValue(f"sizeof({text})", None, "the size of a template argument", is_input=True)
        return SsaValue(f"sizeof({text})", None, "the size of a type that is not known")

    def _field_expression(self, node: Node, scope: Mapping[str, Value]) -> Value:
        holder = followed(self.value(node.child_by_field_name("argument"), scope))
        member = text_of(node, "field")
        if isinstance(holder, Struct) and (known := holder.members.get(member)) is not None:
            return known
        return self._part(node, f"a member of {text_of(node, 'argument')}", scope)

    def _subscript_expression(self, node: Node, scope: Mapping[str, Value]) -> Value:
        return self._part(node, "an element of an array", scope)

    def _part(self, node: Node, why: str, scope: Mapping[str, Value]) -> Value:
        text = text_of(node)
        is_of_device = _DEVICE_PROPERTY.search(text) is not None
        return scope.get(text) or SsaValue(text, None, why, is_input=not is_of_device)

    def _initializer_list(self, node: Node, scope: Mapping[str, Value]) -> Value:
        members: dict[str, Value] = {}
        for position, element in enumerate(children_of(node)):
            if element.type == "initializer_pair":
                name = text_of(element, "designator").lstrip(".")
                members[name] = self.value(element.child_by_field_name("value"), scope)
            else:
                members[str(position)] = self.value(element, scope)
        return Struct("", members)

    def _argument_list(self, node: Node, scope: Mapping[str, Value]) -> Value:
        values = self.arguments(node, scope)
        return values[0] if len(values) == 1 else listed(values)

    def _compound_literal_expression(self, node: Node, scope: Mapping[str, Value]) -> Value:
        return converted(text_of(node, "type"), self.value(node.child_by_field_name("value"), scope))

    def _call_expression(self, node: Node, scope: Mapping[str, Value]) -> Value:
        function, argument_list = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if function is None or argument_list is None:
            return Code(text_of(node), "is not followed")
        if _is_cast(node):
            type_text = text_of(function, "arguments")[1:-1].strip()
            return _cast(type_text, next(iter(self.arguments(argument_list, scope)), Code("")))
        written = text_of(function)
        name = written.partition("<")[0].rpartition("::")[2].strip()
        macro = self._names.macros.get(name)
        if macro is not None and macro.parameters is not None:
            pieces = (f"({piece.strip()})" for piece in split_arguments(text_of(argument_list)[1:-1]))
            values = dict(zip(macro.parameters, pieces, strict=False))
            body = re.sub(r"\w+", lambda word: values.get(word[0], word[0]), macro.body)
            return self._macro(body, scope, name)
        arguments = self.arguments(argument_list, scope)
        if written == "dim3":
            return converted("dim3", listed(arguments))
        if name in ("min", "max") and len(arguments) >= 2:
            return Operator(name, arguments)
        if name in ("ceil", "ceilf", "floor", "floorf") and len(arguments) == 1:
            return Operator(name.removesuffix("f"), arguments)
        if (_INTEGER_TYPES.match(written) or is_real(written)) and len(arguments) == 1:
            return _cast(written, arguments[0])
        template = self.template_arguments(unqualified(function).child_by_field_name("arguments"), scope)
        known = self._call(name, template, arguments)
        if known is not None:
            return known
        if _CEIL_DIV.fullmatch(name) and len(arguments) == 2 and not self._names.functions.get(name):
            return Operator("ceil_div", arguments)
        text = text_of(node)
        if _PROPERTY_CALL.search(text) or name == "size":
            return SsaValue(text, None, "a property of a tensor", is_input=True)
        if name in _READERS:
            return SsaValue(text, None, FROM_COMMAND_LINE, is_input=True)
        return SsaValue(text, None, f"a call of {name}, which is not followed")


def _is_cast(node: Node) -> bool:
    called = node.child_by_field_name("function")
    return called is not None and called.type == "template_function" and text_of(called, "name") in _CASTS


def _cast(type_text: str, value: Value) -> Value:
    return Operator("real", (value,)) if is_real(type_text) else value


def listed(values: Sequence[Value]) -> Struct:
    return Struct("", {str(at): value for at, value in enumerate(values)})


def _why(value: Value) -> str:
    return f"is {(value.why if isinstance(value, SsaValue) else '') or 'not the name of a function'}"


def _named_in(
    value: Value, conditions: tuple[tuple[Value, bool], ...]
) -> Iterator[tuple[KernelName, tuple[tuple[Value, bool], ...]]]:
    known = followed(value)
    if isinstance(known, KernelName):
        yield known, conditions
    elif isinstance(known, Operator) and known.name == "if":
        condition, *branches = known.operands
        key = key_of(condition)
        decided = next((holds for other, holds in conditions if key_of(other) == key), None)
        for branch, holds in zip(branches, (True, False), strict=True):
            if decided is None:
                yield from _named_in(branch, (*conditions, (condition, holds)))
            elif decided == holds:
                yield from _named_in(branch, conditions)


def choice(condition: Value, then: Value, otherwise: Value) -> Value:
    known = followed(condition)
    if isinstance(known, Number):
        return then if known.value else otherwise
    if then is otherwise or (isinstance(then, Number) and then == otherwise):
        return then
    first, second = followed(then), followed(otherwise)
    if isinstance(first, Struct) and isinstance(second, Struct) and is_dim3(first) and is_dim3(second):
        one, other = first.members, second.members
        return Struct("dim3", {axis: choice(condition, one[axis], other[axis]) for axis in "xyz"})
    return Operator("if", (condition, then, otherwise))


def converted(type_text: str, value: Value) -> Value:
    """Return a value as a variable of a type holds it: extents for a `dim3`, named members for a configuration."""
    kind = re.sub(r"\b(?:const|constexpr|static|struct)\b|[&]", "", type_text).strip()
    if kind == "dim3":
        if isinstance(value, Struct) and len(value.members) == 1:
            (only,) = value.members.values()
            value = only if is_dim3(followed(only)) else value
        known = followed(value)
        return value if is_dim3(known) or isinstance(known, Code) else dim3(value)
    if kind in ("cudaLaunchConfig_t", "hipLaunchConfig_t"):
        order = ("gridDim", "blockDim", "dynamicSmemBytes", "stream", "attrs", "numAttrs")
        members = value.members if isinstance(value, Struct) else {}
        named = {
            order[int(at)] if at.isdigit() and int(at) < len(order) else at: member
            for at, member in members.items()
        }
        # cudaLaunchConfig_t config = {0} clears the structure.
        is_cleared = len(named) == 1 and isinstance(next(iter(named.values())), Number)
        return Struct(kind, {} if is_cleared else named)
    if kind == "bool" and isinstance(number := followed(value), Number):
        return Number(int(number.value != 0))
    if isinstance(value, Struct) and set(value.members) == {"0"} and kind not in ("", "array"):
        value = value.members["0"]  # int threads{256}
    if _INTEGER_TYPES.match(kind):
        known = followed(value)
        if isinstance(known, Operator) and known.name == "real":
            return known.operands[0]
    return value


def read_definitions(root: Node, file: str, names: Names, files: dict[int, str]) -> list[Node]:
    """Collect the definitions of a file, and return its host functions."""
    functions: list[Node] = []
    expressions = Expressions(names, lambda *_: None)
    todo = [root]
    while todo:
        node = todo.pop()
        if node.type == "function_definition":
            if not is_for_device(node):
                functions.append(node)
                files[node.id] = file
                names.functions.setdefault(name_of(node), []).append(node)
            continue
        if node.type == "declaration":
            _constants(node, names, expressions)
        elif node.type == "enumerator_list":
            _enumerators(node, names, expressions)
        elif node.type in ("alias_declaration", "type_definition"):
            name, type_text = text_of(node, "name") or text_of(node, "declarator"), text_of(node, "type")
            # A type that `#if` chooses has no single size.
            names.types[name] = type_text if names.types.get(name, type_text) == type_text else ""
        elif node.type in ("struct_specifier", "class_specifier"):
            _members(node, names)
        todo.extend(reversed(node.named_children))
    return functions


def _constants(node: Node, names: Names, expressions: Expressions) -> None:
    words = text_of(node)
    is_constant = any(word in words.split("=")[0].split() for word in ("const", "constexpr"))
    for declarator in node.children_by_field_name("declarator"):
        name, value_node = text_of(declarator, "declarator"), declarator.child_by_field_name("value")
        if declarator.type != "init_declarator" or value_node is None or not name.isidentifier():
            continue
        value = converted(text_of(node, "type"), expressions.value(value_node, {})) if is_constant else None
        why = OF_FILE if is_constant else "a global variable"
        names.constants.setdefault(name, SsaValue(name, value, why, is_input=not is_constant))


def _members(node: Node, names: Names) -> None:
    """Collect the constants of a class, which may depend on its template parameters."""
    name = text_of(node, "name")
    for child in children_of(node, "body"):
        value = child.child_by_field_name("default_value")
        if child.type == "field_declaration" and value is not None and "static" in text_of(child).split():
            member = f"{name}::{text_of(child, 'declarator')}"
            names.members[member] = tuple(template_parameters_of(node)), value


def _enumerators(node: Node, names: Names, expressions: Expressions) -> None:
    value: Value = Number(-1)
    for child in node.named_children:
        if child.type != "enumerator":
            continue
        if initial := child.child_by_field_name("value"):
            value = expressions.value(initial, {})
        elif isinstance(value, Number):
            value = Number(int(value.value) + 1)
        else:
            value = Operator("+", (value, ONE))
        names.constants.setdefault(text_of(child, "name"), value)
