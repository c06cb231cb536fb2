"""Splits CUDA C++ text into its declarations at namespace scope."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

from ...lazy import dataclass, pattern, replace
from .preprocessing import Macro, Node, Preprocessor, Unit, blank, parse

_FOR_DEVICE = frozenset(
    ("__global__", "__device__", "__constant__", "__shared__", "__managed__", "__grid_constant__")
)
_ATTRIBUTE = pattern(
    r"\b(?:__align__|__attribute__|__declspec|__launch_bounds__|__maxnreg__|alignas|__cluster_dims__)\s*\("
)
_STANDARD_ATTRIBUTE = pattern(r"\[\[[^\[\]]*\]\]")
_MACRO_LINE = pattern(r"^[ \t]*(?P<name>[A-Za-z_]\w*)[ \t]*(?=\()", re.MULTILINE)
_AFTER_MACRO_LINE = pattern(r"[ \t]*(?:\r?\n\s*(?:[A-Za-z_#/}]|\Z)|\Z)")
_BLANKS = pattern(r"\s*")
_IN_FRONT = pattern(r"[ \t]+(?:__|static|inline|extern|template|void|const)")
_SPECIFIERS = _FOR_DEVICE | {
    *("__host__", "__forceinline__", "__noinline__", "__inline__", "__inline", "__restrict__", "__restrict"),
    *("__extension__", "static", "inline", "extern", "constexpr", "const", "volatile", "noexcept"),
}
# A macro from a header that is not read; its name suggests that it expands to one of the qualifiers above.
_LIKELY_FOR_DEVICE = pattern(r"DEVICE|GLOBAL|KERNEL")
_WORD = pattern(r"[A-Za-z_]\w*")
_INSTANTIATION = pattern(r"template\b(?!\s*<)")
_OPENED = pattern(r"\busing\s+namespace\s+(?:::\s*)?([\w:\s]+?)\s*;")
_SPECIALISED = pattern(r"\s*template\s*<.*?\b(?:struct|class|union)\s+[\w:\s]*<", re.DOTALL)
_BRACKET = pattern(r"[()]")
_TYPES = ("class_specifier", "struct_specifier", "union_specifier", "enum_specifier")
_CLASSES = _TYPES[:3]
_AROUND_DECLARATORS = frozenset(
    f"{word}_declarator" for word in ("pointer", "reference", "init", "parenthesized", "attributed")
)
_CALLS = ("expression_statement", "call_expression")
_USING = {"using_declaration": slice(-1, None), "namespace_alias_definition": slice(1, 2)}
_KINDS = {
    **dict.fromkeys(("alias_declaration", "type_definition", "concept_definition"), "alias"),
    "static_assert_declaration": "assertion",
    **dict.fromkeys(_TYPES, "type"),
}


@dataclass(frozen=True, eq=False)
class CudaDeclaration:
    unit: Unit
    start: int
    stop: int
    """`start`, `stop`: range of characters in the text, [start, stop)."""
    scope: tuple[str, ...]
    """Enclosing namespaces, outermost first; the empty string for an unnamed one."""
    kind: str
    """One of ``function``, ``variable``, ``type``, ``alias``, ``using``, ``instantiation``, ``assertion``,
    ``macro`` (the call of a macro) and ``other``."""
    names: tuple[str, ...]
    is_for_device: bool
    """Whether its head, or a member of the class, has a device qualifier or a macro that may expand to one."""
    is_host_function: bool = False
    """Whether it is a function for the host alone. A ``constexpr`` function is not: nvcc can compile it for the
    device too."""
    is_kernel: bool = False
    is_constant: bool = False
    host_members: tuple[tuple[int, int], ...] = ()
    """Ranges of the member functions of a class that are for the host alone and can be left out without changing
    the layout of its objects."""

    @property
    def name(self) -> str:
        """Name of the function or type; for any other declaration, the first name that it declares."""
        return self.names[0] if self.names else ""

    @property
    def text(self) -> str:
        """Its text, with blanks in place of comments and directives."""
        return self.unit.active[self.start : self.stop]

    @property
    def opened(self) -> list[str]:
        """The namespaces that ``using namespace`` opens."""
        opened = _OPENED.finditer(self.text) if self.kind == "using" else ()
        return ["".join(match[1].split()) for match in opened]

    @property
    def may_be_kept(self) -> bool:
        """Whether device code can use it though it has no device qualifier."""
        if self.kind == "function":
            return not self.is_host_function
        if self.scope[-1:] == ("std",) and _SPECIALISED.match(self.text):
            return False  # of a type of the host: the C++ library for the device cannot be specialised there
        return self.kind in ("type", "alias", "using") or self.is_constant

    @property
    def stays(self) -> bool:
        """Whether it is kept even if device code does not name it."""
        return bool(self.opened) or self.kind in ("assertion", "other")

    @property
    def is_missed(self) -> bool:
        """Whether the compiler refuses everything that uses it once it is gone."""
        kinds = ("type", "alias", "using", "instantiation", "assertion")
        return self.kind in kinds and _SPECIALISED.match(self.text) is None

    @property
    def has_unknown_macro(self) -> bool:
        words = re.findall(r"\w+", self.text.partition("(")[0])
        return any(word.isupper() and len(word) > 2 for word in words)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of its text, without the words of host members."""
        edges = (self.start, *(edge for member in self.host_members for edge in member), self.stop)
        ranges = zip(edges[::2], edges[1::2], strict=True)
        return frozenset(
            word for start, stop in ranges for word in _WORD.findall(self.unit.active, start, stop)
        )


def declarations(text: str) -> Iterator[CudaDeclaration]:
    """Yield the declarations at namespace scope, in order, without preprocessor directives."""
    reader = Preprocessor()
    yield from outline(reader.read(Path(), text), reader.macros)


def outline(unit: Unit, macros: Mapping[str, Macro]) -> Iterator[CudaDeclaration]:
    plain = _parsable(unit.active, macros)
    reader = _Outline(unit, macros, _device_macros(macros), plain)
    listed = [*reader.walk(parse(plain.text).root_node, ()), *(reader.call(*call) for call in plain.calls)]
    end = 0
    for declaration in sorted(listed, key=lambda item: (item.start, -item.stop)):
        if declaration.start >= end:  # a declaration in another's body is part of it
            yield declaration
            end = declaration.stop


def _is_instantiations(body: str) -> bool:
    """Whether a macro's replacement is nothing but explicit instantiations of templates."""
    parts = [part.strip() for part in body.split(";") if part.strip()]
    return bool(parts) and all(_INSTANTIATION.match(part) for part in parts)


def _device_macros(macros: Mapping[str, Macro]) -> frozenset[str]:
    marked = set(_FOR_DEVICE)
    words = {name: set(_WORD.findall(macro.body)) for name, macro in macros.items()}
    while more := {name for name, used in words.items() if name not in marked and used & marked}:
        marked |= more
    return frozenset(marked)


@dataclass
class _Outline:
    unit: Unit
    macros: Mapping[str, Macro]
    device_macros: frozenset[str]
    plain: _ParsableText

    def walk(self, node: Node, scope: tuple[str, ...]) -> Iterator[CudaDeclaration]:
        children = node.children
        for place, child in enumerate(children):
            body = child.child_by_field_name("body")
            if child.type == "namespace_definition" and body is not None:
                named = child.child_by_field_name("name")
                names = _WORD.findall(_text(named)) if named is not None else [""]
                yield from self.walk(body, (*scope, *names))
            elif child.type == "linkage_specification" and body is not None:
                if body.type == "declaration_list":
                    yield from self.walk(body, scope)
                else:
                    yield self._declaration(body, child.start_byte, child.end_byte, scope)
            elif child.type in ("ERROR", "declaration_list") or (
                child.type == "compound_statement" and child.start_byte in self.plain.opened
            ):
                yield from self.walk(child, scope)
            elif child.is_named and child.type not in ("comment", "string_literal"):
                following = children[place + 1] if place + 1 < len(children) else None
                has_end = following is not None and following.type == ";" and child.type in _TYPES
                stop = following.end_byte if following is not None and has_end else child.end_byte
                if _text(child).strip(" ;"):
                    yield self._declaration(child, child.start_byte, stop, scope)

    def call(self, start: int, stop: int, name: str) -> CudaDeclaration:
        return self._expanded(start, stop, (), self.macros.get(name), (name,))

    def _expanded(
        self, start: int, stop: int, scope: tuple[str, ...], macro: Macro | None, names: tuple[str, ...]
    ) -> CudaDeclaration:
        is_for_device = not self.device_macros.isdisjoint(names)
        if macro is not None and _is_instantiations(macro.body):
            names = (*names, *_WORD.findall(macro.body.partition("(")[0]))
            return CudaDeclaration(self.unit, start, stop, scope, "instantiation", names, is_for_device)
        return CudaDeclaration(self.unit, start, stop, scope, "macro", names, is_for_device)

    def _declaration(self, node: Node, start: int, stop: int, scope: tuple[str, ...]) -> CudaDeclaration:
        removed = self.plain.removed
        while start in removed and removed[start] < start:
            start = removed[start]
        declares = functools.partial(CudaDeclaration, self.unit, start, stop, scope)
        if start in self.plain.opened:
            return declares("other", (), self._is_for_device(start, stop))
        inner = node
        while inner.type == "template_declaration" and inner.named_children:
            inner = inner.named_children[-1]
        if inner.type == "template_instantiation":
            return declares("instantiation", _declared(inner), self._is_for_device(start, stop))
        called = _WORD.findall(_text(inner))[:1] if inner.type in _CALLS else []
        first = _WORD.match(self.unit.active, node.start_byte)
        macro = self.macros.get(first[0]) if first is not None and inner is node else None
        if macro is not None and macro.is_function:
            called = [macro.name]
        if called or inner.type in _CALLS:
            return self._expanded(start, stop, scope, macro, tuple(called))
        declarator = _function_declarator(inner)
        of_type = inner if inner.type in _TYPES else inner.child_by_field_name("type")
        if (
            of_type is not None
            and of_type.type in _TYPES
            and of_type.child_by_field_name("body") is not None
            and (declarator is None or of_type is inner)
        ):
            names = tuple(name for part in dict.fromkeys((of_type, inner)) for name in _declared(part))
            kind = "alias" if inner.type == "type_definition" else "type"
            members = tuple(self._host_members(of_type))
            return declares(kind, names, self._is_for_device(start, stop), host_members=members)
        if inner.type in _USING:
            # A using declaration ends in its name, an alias of a namespace begins with it.
            words = _WORD.findall(_text(inner))
            return declares("using", tuple(words[_USING[inner.type]]), False)
        if inner.type in _KINDS:
            names = () if inner.type == "static_assert_declaration" else _declared(inner)
            return declares(_KINDS[inner.type], names, False)
        if declarator is not None:
            return self._function(declares, inner, declarator, start)
        if inner.type == "declaration":
            assigned = self.unit.active.find("=", start, stop)
            head = self._words(start, stop if assigned < 0 else assigned)
            is_constant = not head.isdisjoint(("const", "constexpr"))
            is_device = self._is_for_device_words(head)
            return declares("variable", _declared(inner), is_device, is_constant=is_constant)
        return declares("other", _declared(inner), self._is_for_device(start, stop))

    def _function(
        self, declares: Callable[..., CudaDeclaration], node: Node, declarator: Node, start: int
    ) -> CudaDeclaration:
        head = self._words(start, declarator.start_byte)
        first = _WORD.search(self.unit.active, declarator.start_byte, declarator.end_byte)
        is_device = self._is_for_device_words(head) or (first is not None and first[0] in self.device_macros)
        is_global = "__global__" in head or any(
            "GLOBAL" in word or "KERNEL" in word for word in head & self.device_macros
        )
        return declares(
            "function",
            _declared(node),
            is_device,
            is_host_function=not is_device and "constexpr" not in head,
            is_kernel=is_global and node.type == "function_definition",
        )

    def _host_members(self, node: Node) -> Iterator[tuple[int, int]]:
        body = node.child_by_field_name("body")
        for child in body.named_children if body is not None else ():
            inner = child
            while inner.type in ("template_declaration", "friend_declaration") and inner.named_children:
                inner = inner.named_children[-1]
            nested = inner if inner.type in _CLASSES else inner.child_by_field_name("type")
            if nested is not None and nested.type in _CLASSES:
                yield from self._host_members(nested)
            elif self._is_host_member(inner, child.start_byte):
                yield child.start_byte, child.end_byte

    def _is_host_member(self, node: Node, start: int) -> bool:
        if node.type not in ("function_definition", "declaration", "field_declaration"):
            return False
        declarator = _function_declarator(node) or next(
            (child for child in node.named_children if child.type == "operator_cast"), None
        )
        ends = ("default_method_clause", "delete_method_clause")
        if declarator is None or any(child.type in ends for child in node.named_children):
            return False
        words = self._words(start, declarator.start_byte)
        # Objects of a class with virtual functions are laid out differently.
        is_virtual = "virtual" in words or "override" in _text(node).partition("{")[0]
        return not (is_virtual or "constexpr" in words or self._is_for_device_words(words))

    def _words(self, start: int, stop: int) -> set[str]:
        return set(_WORD.findall(self.unit.active[start:stop]))

    def _is_for_device(self, start: int, stop: int) -> bool:
        return self._is_for_device_words(self._words(start, stop))

    def _is_for_device_words(self, words: set[str]) -> bool:
        return bool(words & self.device_macros) or any(
            word.isupper() and word not in self.macros and _LIKELY_FOR_DEVICE.search(word) for word in words
        )


def _function_declarator(node: Node) -> Node | None:
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type in _AROUND_DECLARATORS:
        declarator = declarator.child_by_field_name("declarator") or next(
            (child for child in declarator.named_children if "declarator" in child.type), None
        )
    if declarator is None or declarator.type not in ("function_declarator", "operator_cast"):
        return None
    named = declarator.child_by_field_name("declarator")
    # A pointer to a function is a variable.
    return None if named is not None and named.type == "parenthesized_declarator" else declarator


_LEAVES = ("identifier", "type_identifier", "field_identifier", "namespace_identifier")


def _declared(node: Node) -> tuple[str, ...]:
    if node.type in _TYPES:
        named = node.child_by_field_name("name")
        names = _WORD.findall(_text(named).partition("<")[0])[-1:] if named is not None else []
        body = node.child_by_field_name("body")
        if node.type == "enum_specifier" and body is not None:
            values = (child for child in body.named_children if child.type == "enumerator")
            names += (_text(child.child_by_field_name("name")) for child in values)
        return tuple(names)
    named = node.child_by_field_name("name")
    if named is not None:
        return (_text(named),)
    declarators = node.children_by_field_name("declarator")
    if node.type == "template_instantiation" and not declarators:
        classes = (child for child in node.named_children if child.type in _TYPES)
        return tuple(name for child in classes for name in _declared(child))
    return tuple(name for declarator in declarators for name in _named(declarator))


def _named(declarator: Node) -> list[str]:
    if declarator.type in _LEAVES:
        return [_text(declarator)]
    if declarator.type in ("operator_name", "operator_cast", "destructor_name"):
        return ["operator" if declarator.type != "destructor_name" else _text(declarator)]
    for key in ("declarator", "name"):
        inner = declarator.child_by_field_name(key)
        if inner is not None:
            return _named(inner)
    for inner in declarator.named_children:
        if "declarator" in inner.type or inner.type in _LEAVES:
            return _named(inner)
    return []


def _text(node: Node | None) -> str:
    return (node.text or b"").decode("ascii", "replace") if node is not None else ""


@dataclass
class _ParsableText:
    """CUDA C++ without constructs unknown to a C++ parser: attributes, and macros for specifiers or braces."""

    # Every position stays the same as in the text

    text: str
    """The text, with blanks in place of attributes and of macros that stand for specifiers."""
    removed: dict[int, int]
    """Start of each attribute and macro before a declaration, by the position of the text that follows it."""
    calls: list[tuple[int, int, str]]
    """Range and name of each call of a macro on lines of its own."""
    opened: frozenset[int]


def _parsable(active: str, macros: Mapping[str, Macro]) -> _ParsableText:
    spans = [match.span() for match in _STANDARD_ATTRIBUTE.finditer(active)]
    spans += [(match.start(), _closing(active, match.end() - 1)) for match in _ATTRIBUTE.finditer(active)]
    opening = {name: text for name, macro in macros.items() if (text := _brace_text(macro))}
    gone = [name for name, macro in macros.items() if name not in opening and _is_specifiers(macro, macros)]
    braces: list[tuple[int, int, str]] = []
    if gone or opening:
        pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, (*opening, *gone)))})\b")
        for match in pattern.finditer(active):
            if match[0] not in opening:
                spans.append(match.span())
                continue
            start, stop = match.span()
            if macros[match[0]].is_function:
                stop = _closing(active, _end_of_blanks(active, stop))
            text = opening[match[0]]
            if len(text) > stop - start:
                text = text[text.find("{") :] if "{" in text else "}"
            braces.append((start, stop, text))
    calls: list[tuple[int, int, str]] = []
    for call in _MACRO_LINE.finditer(active):
        name, start = call["name"], call.start("name")
        macro = macros.get(name)
        is_likely = name.isupper() and len(name) > 2 if macro is None else macro.is_function
        stop = _closing(active, call.end())
        if name in opening or not is_likely or stop == call.end():
            continue
        if macro is not None and _is_specifiers(replace(macro, is_function=False), macros):
            spans.append((start, stop))  # launch bounds, for instance
        elif _AFTER_MACRO_LINE.match(active, stop):
            calls.append((start, stop, name))
        elif _IN_FRONT.match(active, stop):
            spans.append((start, stop))
    pieces, at = [], 0
    for start, stop, text in sorted(
        [*((*span, "") for span in spans), *braces, *((start, stop, "") for start, stop, _ in calls)]
    ):
        if start >= at:
            pieces += [active[at:start], text, blank(active[start + len(text) : stop])]
            at = stop
    removed = {_end_of_blanks(active, stop): start for start, stop in spans}
    opened = frozenset(start for start, _, text in braces if "{" in text)
    return _ParsableText("".join((*pieces, active[at:])), removed, calls, opened)


def _end_of_blanks(text: str, start: int) -> int:
    blanks = _BLANKS.match(text, start)
    assert blanks is not None
    return blanks.end()


def _is_specifiers(macro: Macro, macros: Mapping[str, Macro]) -> bool:
    """Whether a macro stands for specifiers and attributes alone, or for nothing."""
    if macro.is_function:
        return False
    body = _STANDARD_ATTRIBUTE.sub("", macro.body)
    while (attribute := _ATTRIBUTE.search(body)) is not None:
        stop = _closing(body, attribute.end() - 1)
        if stop < attribute.end():
            return False
        body = body[: attribute.start()] + body[stop:]
    return re.fullmatch(r"[\w\s]*", body) is not None and all(
        word in _SPECIFIERS or (word in macros and word != macro.name and _is_specifiers(macros[word], {}))
        for word in body.split()
    )


def _brace_text(macro: Macro) -> str:
    """Return the text that takes the place of a macro which opens or closes a brace; empty for other macros."""
    n_open = macro.body.count("{") - macro.body.count("}")
    if n_open < 0:
        return "}" * -n_open + (";" if macro.body.rstrip().endswith(";") else "")
    if n_open == 0:
        return ""
    if re.search(r"\bnamespace\b|^extern\b[^()=]*\{$", macro.body):
        return "namespace{"
    return "int x[]={" if "=" in macro.body else "void x(){"


def _closing(text: str, start: int) -> int:
    """Return the position after the bracket that closes the bracket at `start`; `start` if none does."""
    depth = 0
    for bracket in _BRACKET.finditer(text, start):
        depth += 1 if bracket[0] == "(" else -1
        if depth == 0:
            return bracket.end()
    return start
