"""Readers of single values in a declaration: one function per type of value.

Each reader takes a TOML value and its key path. It returns the checked value, or raises `WrongValueError` with the
key path of the wrong element.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ...errors import closest_of
from ...lazy import pattern
from ...operation.array import COMMON_ARRAYS, INDICES
from ...operation.size import COMMON_SIZES
from ...ptx.limits import MAX_BLOCK, MAX_BLOCK_THREADS
from ...verdict import Reason
from ..launch_rule import BLOCK_NAMES, RULE_NAMES, SHAPE_NAMES, LaunchRule, RuleError
from ..shape import WARP
from ..toml_document import KeyPath
from ..variant import SCALAR_TYPES, SOURCE_SUFFIXES, Block, Constexpr, StructArgument, block_text, divisor_of
from .compile_option import fault_of

ARG_NAMES = (*COMMON_ARRAYS, *COMMON_SIZES)
"""Arguments that a kernel may take, in addition to scratch buffers and an operation's own roles."""

REQUIRES_NAMES = (*RULE_NAMES, "inp_offset", "out_offset")
"""Names in ``requires``: the names of every rule, and the alignment of the first row."""

KNOWN_ISSUE_REASONS = tuple(
    reason.value
    for reason in Reason
    if reason
    not in (Reason.DECLARATION_ERROR, Reason.DEVICE_UNAVAILABLE, Reason.INTERNAL_ERROR, Reason.VACUOUS_CHECK)
)
"""Reason codes of a faulty kernel. The other codes mean a fault of the harness or the machine."""

FINITE = "finite"

Names = tuple[str, ...]
"""Further names that the rules of one operation may use: its sizes and strides."""

_IDENTIFIER = pattern(r"[A-Za-z_][A-Za-z0-9_]*")
_ENTRY = pattern(r"(?:::)?[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*(?: ?<[\w:<>,()*&|^~!?=.+\-/% '\"]+>)?", re.ASCII)
_PTX_SYMBOL = pattern(r"[A-Za-z][\w$]*|[_$%][\w$]+", re.ASCII)
_VARIANT_ID = pattern(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_EXPRESSION_WORDS = ("and", "or", "not")
_RULE_WORDS = pattern(rf"\b(?:{'|'.join(RULE_NAMES)})\b")
_RESERVED_MACRO_PREFIX = "KH_"
CONTROL = pattern(r"[\x00-\x08\x0a-\x1f\x7f\x85\u2028\u2029]")
"""Control characters; except for the tab, each ends a line or a text in some program."""
_SHOWN_CHARS = 60
_SORTS: dict[type, str] = {
    bool: "a boolean", int: "an integer", float: "a float", str: "a string", list: "an array",
    dict: "a table",
}  # fmt: skip
_CLAIM_ALL = "leave it out to claim every input"

TRITON_TYPES = (
    *("float16", "bfloat16", "float32", "float64", "float8e4nv", "float8e5"),
    *("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "int1"),
)
"""Element types of Triton that may be a constant of a kernel."""

_ARCH = pattern(r"sm_\d{2,3}[af]?", re.ASCII)
_QUOTED = pattern(r"'([^'\\]*)'")
_MOST_WARPS = 32
_MOST_CTAS = 16


class WrongValueError(ValueError):
    """A value of a declaration is not allowed for its key."""

    def __init__(self, message: str, key_path: KeyPath) -> None:
        super().__init__(message)
        self.key_path = key_path


def wrong(rule: str, got: object, at: KeyPath, hint: str = "") -> WrongValueError:
    """Return the error for a value that breaks a rule; a rule that begins with "must" is one of the key."""
    subject = f"'{_name(at)}' " if rule.startswith("must ") else ""
    return WrongValueError(f"{subject}{rule} (got {_shown(got)}){hint and f'; {hint}'}", at)


def not_allowed(what: str, got: str, allowed: Iterable[str]) -> str:
    """Return the message for a value outside a closed set, with the closest member if there is one."""
    return f"{what} must be one of a known set (got '{got}'); {closest_of(got, allowed)}"


def read_line(value: object, at: KeyPath) -> str:
    text = read_string(value, at)
    if not text.strip():
        raise WrongValueError(f"'{_name(at)}' must not be blank (got an empty string)", at)
    if "\n" in text:
        raise wrong("must be a single line", text, at)
    return text.strip()


def read_identifier(value: object, at: KeyPath) -> str:
    text = read_string(value, at)
    if not _IDENTIFIER.fullmatch(text):
        raise wrong("must be a C identifier: letters, digits and _, not starting with a digit", text, at)
    return text


def read_entry(value: object, at: KeyPath) -> str:
    """Read a kernel's name: an identifier of C or PTX, or a C++ name with namespaces and template arguments."""
    text = " ".join(read_string(value, at).split())
    if not _ENTRY.fullmatch(text) and not _PTX_SYMBOL.fullmatch(text):
        examples = "'softmax', 'rows::softmax' or 'softmax<KH_SCALAR, 256>'"
        raise wrong(f"an entry must be the name of a kernel, such as {examples}", text, at)
    return text


def is_variant_id(text: str) -> bool:
    return _VARIANT_ID.fullmatch(text) is not None and text.lower() not in _EXPRESSION_WORDS


def read_variant_id(value: object, at: KeyPath) -> str:
    """Read a variant's id: the stem of its file's name. It is used in ``-k`` and in other file names."""
    text = read_string(value, at)
    if not is_variant_id(text):
        words = ", ".join(_EXPRESSION_WORDS)
        raise wrong(f"an id must be made of letters, digits, _ . - and must not be {words}", text, at)
    return text


def read_args(value: object, at: KeyPath, own: Names = ()) -> tuple[str, ...]:
    """Read a kernel's arguments: names, rules and numbers, all as text, and structures by their fields."""
    # Names are not checked here, because scratch buffers are names too.
    return tuple(
        # A structure without fields is all zeros.
        StructArgument(tuple(_fields(item, here, own, "")))
        if isinstance(item, dict)
        else _argument(item, here, own)
        for here, item in _items(value, at)
    )


def _fields(fields: dict[str, object], at: KeyPath, own: Names, prefix: str) -> Iterator[tuple[str, str]]:
    for name, value in fields.items():
        if not _IDENTIFIER.fullmatch(name):
            raise wrong("a field's name must be a C identifier", name, at)
        if isinstance(value, dict):
            # TOML makes tables of dotted names.
            yield from _fields(value, at, own, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", _argument(value, at, own)


def read_blocks(value: object, at: KeyPath) -> tuple[Block, ...]:
    """Read block shapes: an array of ``[x]``, ``[x, y]``, ``[x, y, z]`` or plain numbers for ``[x]``."""
    blocks: list[Block] = []
    for here, item in _items(value, at):
        sizes = item if isinstance(item, list) else [item]
        if not 1 <= len(sizes) <= 3:
            raise wrong("a block must have one to three sizes", item, here, "write [x], [x, y] or [x, y, z]")
        for axis, size in enumerate(sizes):
            # `true` is an int of Python, too.
            if type(size) is not int:
                raise WrongValueError(f"a size of a block must be an integer (got {_sort(size)})", here)
            if not 1 <= size <= MAX_BLOCK[axis]:
                raise wrong(f"block {'xyz'[axis]} must be 1 to {MAX_BLOCK[axis]}", size, here)
        x, y, z = [*sizes, 1, 1][:3]
        if x * y * z > MAX_BLOCK_THREADS:
            got = f"{x * y * z} in {_shown(item)}"
            raise WrongValueError(f"a block must have at most {MAX_BLOCK_THREADS} threads (got {got})", here)
        blocks.append((x, y, z))
    _refuse_repeats([block_text(block) for block in blocks], at, "a block")
    return tuple(blocks)


def read_sizes(value: object, at: KeyPath, own: Names = ()) -> tuple[LaunchRule, ...]:
    """Read a grid, a block or a cluster: one rule, or an array of one to three, for x, y and z."""
    if not isinstance(value, list):
        return (read_number_rule(value, at, own),)
    if not 1 <= len(value) <= 3:
        raise wrong("must be one rule or an array of one to three", len(value), at)
    return tuple(read_number_rule(item, (*at, axis), own) for axis, item in enumerate(value))


def read_truth(value: object, at: KeyPath) -> bool:
    if not isinstance(value, bool):
        raise _wrong_sort(value, at, "true or false")
    return value


def read_number_rule(value: object, at: KeyPath, own: Names = ()) -> LaunchRule:
    """Read a rule whose value is a number. A TOML integer is a rule too."""
    if type(value) is int:
        value = str(value)
    rule = _rule(read_string(value, at, "a rule (a string) or an integer"), at, (*RULE_NAMES, *own))
    if rule.is_condition:
        raise wrong("must be a number, not a condition", rule.text, at, "move conditions to 'requires'")
    return rule


def read_condition(value: object, at: KeyPath, own: Names = ()) -> LaunchRule:
    return _comparison(value, at, (*RULE_NAMES, *own), f"'{_name(at)}'")


def read_conditions(value: object, at: KeyPath, own: Names = ()) -> tuple[LaunchRule, ...]:
    names = (*REQUIRES_NAMES, *own)
    items = _items(value, at, allow_empty=True)
    return tuple(_comparison(item, here, names, "a rule of 'requires'") for here, item in items)


def _comparison(value: object, at: KeyPath, names: Names, what: str) -> LaunchRule:
    rule = _rule(read_string(value, at), at, names)
    if not rule.is_condition:
        raise wrong(f"{what} must be a comparison, such as 'n_cols <= 1024'", rule.text, at)
    return rule


def read_dtypes(value: object, at: KeyPath) -> tuple[str, ...]:
    names = [read_string(item, here) for here, item in _items(value, at)]
    for index, name in enumerate(names):
        if name not in SCALAR_TYPES:
            raise WrongValueError(not_allowed("a type", name, SCALAR_TYPES), (*at, index))
    _refuse_repeats(names, at, "a type")
    return tuple(names)


def read_constants(value: object, at: KeyPath) -> dict[str, float]:
    # Names are not checked here, because they depend on the operation.
    for name, item in _table(value, at).items():
        if not math.isfinite(_number(item, (*at, name))):
            raise WrongValueError(f"a constant must be finite (got {item} for '{name}')", (*at, name))
    return {name: float(item) for name, item in _table(value, at).items()}


def read_types(value: object, at: KeyPath) -> dict[str, str]:
    # Names are not checked here, because they depend on the operation.
    types = {name: read_string(item, (*at, name)) for name, item in _table(value, at).items()}
    for name, item in types.items():
        if item not in INDICES:
            raise WrongValueError(not_allowed("the type of an integer input", item, INDICES), (*at, name))
    return types


def read_magnitude(value: object, at: KeyPath) -> float:
    number = _number(value, at)
    if not 0.0 < number < math.inf:
        raise wrong("must be positive and finite", value, at, _CLAIM_ALL)
    return number


def read_inputs(value: object, at: KeyPath) -> str | float:
    if value == FINITE:
        return FINITE
    if isinstance(value, str):
        raise wrong(f'must be "{FINITE}" or the largest claimed magnitude', value, at, _CLAIM_ALL)
    return read_magnitude(value, at)


def read_defines(value: object, at: KeyPath, own: Names = ()) -> dict[str, LaunchRule | str | int]:
    """Read a table of macros: integers, rules over the block, or text."""
    defines: dict[str, LaunchRule | str | int] = {}
    for name, item in _table(value, at).items():
        here = (*at, name)
        if not _IDENTIFIER.fullmatch(name):
            raise wrong("a macro's name must be a C identifier", name, here)
        if name.startswith(_RESERVED_MACRO_PREFIX):
            rule = f"macros that begin with {_RESERVED_MACRO_PREFIX} are reserved for the harness"
            raise wrong(rule, name, here, "rename it")
        if type(item) is int:
            defines[name] = item
            continue
        text = read_string(item, here, "an integer or a string").strip()
        if CONTROL.search(text):
            raise wrong("a macro must be a single line", text, here)
        if text.endswith("\\"):
            raise wrong("a macro must not end with \\", text, here)
        if not {*SHAPE_NAMES, *own}.isdisjoint(re.findall(r"[A-Za-z_]\w*", text)):
            rule = "a macro is fixed when the kernel is compiled and cannot depend on the shape"
            raise wrong(rule, text, here, f"allowed: {', '.join(BLOCK_NAMES)}")
        # A string that contains a rule's name is a rule. Any other string is the macro's text, unchanged.
        defines[name] = _rule(text, here, BLOCK_NAMES) if _RULE_WORDS.search(text) else text
    return defines


def read_compile_options(value: object, at: KeyPath) -> tuple[str, ...]:
    items = _items(value, at, allow_empty=True)
    options = [read_string(item, here) for here, item in items]
    for (here, _), option in zip(items, options, strict=True):
        if not option.startswith("-") or option != option.strip() or CONTROL.search(option):
            rule = "a compiler option must begin with - and contain its value, such as '--maxrregcount=32'"
            raise wrong(rule, option, here)
        if (fault := fault_of(option)) is not None:
            raise WrongValueError(fault, here)
    return tuple(options)


def read_source_file(value: object, at: KeyPath) -> str:
    """Read the path of a kernel's source, relative to the declaration's folder. Whether it exists is not checked."""
    text = _relative(value, at)
    if not text.endswith(SOURCE_SUFFIXES):
        raise wrong(f"must name a kernel's source, {', '.join(SOURCE_SUFFIXES)}", text, at)
    return text


def read_include_dirs(value: object, at: KeyPath) -> tuple[str, ...]:
    """Read the folders of headers, relative to the declaration's folder. Whether they exist is not checked."""
    if not isinstance(value, list):
        raise wrong("must be an array of folders", value, at)
    return tuple(_relative(item, (*at, index)) for index, item in enumerate(value))


def include_option(folder: Path, source: Path, at: KeyPath) -> str:
    if not folder.is_dir():
        rule = "must hold folders, relative to the declaration's folder"
        raise WrongValueError(f"'include_dirs' {rule} (got {folder}, which is none)", at)
    # Relative, so that a checkout can be in any folder.
    option = f"-I{Path(os.path.relpath(folder.absolute(), source.absolute().parent)).as_posix()}"
    if (fault := fault_of(option)) is not None:
        raise WrongValueError(f"'include_dirs' must be folders that a compiler can be given: {fault}", at)
    return option


def _relative(value: object, at: KeyPath) -> str:
    text = read_line(value, at)
    if CONTROL.search(text) or "\\" in text or text.startswith(("/", "~")):
        raise wrong("must be a path relative to the declaration's folder, with / between folders", text, at)
    return text


def read_known_issue(value: object, at: KeyPath) -> str:
    text = read_line(value, at)
    code, colon, explanation = text.partition(":")
    if not colon or not explanation.strip():
        example = "'wrong-value: the last column is lost when n_cols is odd'"
        raise wrong(f"a known issue must be a reason code, a colon and a text, such as {example}", text, at)
    if code.strip() not in KNOWN_ISSUE_REASONS:
        what = "the reason code of a known issue"
        raise WrongValueError(not_allowed(what, code.strip(), KNOWN_ISSUE_REASONS), at)
    return text


def read_tables(value: object, at: KeyPath) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        hint = f"write [[{_name(at)}]] headers"
        raise WrongValueError(f"'{_name(at)}' must be an array of tables (got {_sort(value)}); {hint}", at)
    return value


def read_arch(value: object, at: KeyPath) -> str:
    if not isinstance(value, str) or not _ARCH.fullmatch(value):
        raise wrong('must be a target such as "sm_80"', value, at)
    return value


def read_warps(value: object, at: KeyPath) -> tuple[Block, ...]:
    counts: list[Any] = value if isinstance(value, list) else [value]
    rule = f"must be a power of two from 1 to {_MOST_WARPS}, or an array of such"
    if not counts:
        raise wrong(rule, value, at)
    for index, item in enumerate(counts):
        here = (*at, index) if isinstance(value, list) else at
        # `true` is an instance of int, too.
        if type(item) is not int or not 1 <= item <= _MOST_WARPS or item & (item - 1):
            raise wrong(rule, item, here)
        if item in counts[:index]:
            raise WrongValueError(f"a number of warps must be listed only once (got {item} again)", here)
    return tuple((WARP * count, 1, 1) for count in counts)


def read_stages(value: object, at: KeyPath) -> int:
    if type(value) is not int or not 1 <= value <= _MOST_WARPS:
        raise wrong(f"must be an integer from 1 to {_MOST_WARPS}", value, at)
    return value


def read_ctas(value: object, at: KeyPath) -> int:
    if type(value) is not int or not 1 <= value <= _MOST_CTAS or value & (value - 1):
        raise wrong(f"must be a power of two from 1 to {_MOST_CTAS}", value, at)
    return value


def read_constexprs(value: object, at: KeyPath, own: Names = ()) -> dict[str, Constexpr]:
    # A string is a rule; in single quotes it is a string, ``None`` is Python's, and ``tl.float32`` is an element type.
    return {name: _constexpr(item, (*at, name), own) for name, item in _table(value, at).items()}


def _constexpr(item: object, at: KeyPath, own: Names) -> Constexpr:
    if isinstance(item, (bool, int, float)):
        return "value", item
    if not isinstance(item, str):
        raise wrong("a constant must be a number, a boolean or a string", item, at)
    text = item.strip()
    if quoted := _QUOTED.fullmatch(text):
        return "value", quoted[1]
    if text == "None":
        return "value", None
    if text.startswith("tl."):
        name = text.removeprefix("tl.")
        if name not in TRITON_TYPES:
            known = [f"tl.{name}" for name in TRITON_TYPES]
            raise WrongValueError(not_allowed("an element type", text, known), at)
        return "dtype", name
    try:
        return "rule", LaunchRule.parse(text, (*RULE_NAMES, *own))
    except RuleError as error:
        raise WrongValueError(f"{error}; write a string as \"'{text[:20]}'\"", at) from None


def _argument(value: object, at: KeyPath, own: Names) -> str:
    if type(value) in (int, float):
        return repr(value)
    text = " ".join(read_string(value, at, "a name, a rule or a number").split())
    if divisor := divisor_of(text):
        _rule(divisor, at, (*RULE_NAMES, *own))
        return text
    return text if _IDENTIFIER.fullmatch(text) else _rule(text, at, (*RULE_NAMES, *own)).text


def _rule(text: str, at: KeyPath, names: tuple[str, ...]) -> LaunchRule:
    try:
        return LaunchRule.parse(text, names=names)
    except RuleError as error:
        raise WrongValueError(str(error), at) from None


def _number(value: object, at: KeyPath) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise _wrong_sort(value, at, "a number")
    return float(value)


def read_string(value: object, at: KeyPath, expected: str = "a string") -> str:
    if not isinstance(value, str):
        raise _wrong_sort(value, at, expected)
    return value


def _items(value: object, at: KeyPath, *, allow_empty: bool = False) -> list[tuple[KeyPath, Any]]:
    if not isinstance(value, list):
        raise _wrong_sort(value, at, "an array")
    if not value and not allow_empty:
        raise wrong("must have at least one element", value, at)
    return [((*at, index), item) for index, item in enumerate(value)]


def _table(value: object, at: KeyPath) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _wrong_sort(value, at, "a table")
    return value


def _refuse_repeats(names: list[str], at: KeyPath, what: str) -> None:
    for index, name in enumerate(names):
        if name in names[:index]:
            raise WrongValueError(f"{what} must be listed only once (got '{name}' again)", (*at, index))


def _wrong_sort(value: object, at: KeyPath, expected: str) -> WrongValueError:
    what = f"'{_name(at)}'" if not (at and isinstance(at[-1], int)) else f"an element of '{_name(at)}'"
    element = str(value) if str(value).isdecimal() else _shown(value)
    hint = f"; write [{element}]" if expected == "an array" and isinstance(value, (int, str)) else ""
    return WrongValueError(f"{what} must be {expected} (got {_sort(value)}){hint}", at)


def _name(at: KeyPath) -> str:
    """Return the name of the key at a path: ``requires`` (also for its elements), or like ``launch[0].grid``."""
    text = ""
    for index, part in enumerate(at):
        if isinstance(part, str):
            text += f".{part}" if text else part
        elif index < len(at) - 1:
            text += f"[{part}]"
    return text


def _shown(value: object) -> str:
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= _SHOWN_CHARS else f"{text[:_SHOWN_CHARS]}..."


def _sort(value: object) -> str:
    return f"{_shown(value)}, {_SORTS.get(type(value), 'a date or time')}"
