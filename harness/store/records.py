"""Typed records as JSON and back: the fields of a dataclass are the fields of the document, in their order.

A field that a dataclass does not have is ignored. A field with a default may be missing, as in files of earlier
versions.
"""

from __future__ import annotations

import io
import json
import math
import re
import zlib
from collections import Counter
from dataclasses import MISSING, is_dataclass
from enum import Enum
from gzip import BadGzipFile, GzipFile
from numbers import Real
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Meta

from ..errors import UsageError
from ..lazy import pattern
from .input_file import MEBIBYTE, RESULT_BYTES, read_file

_Record = TypeVar("_Record")

NON_FINITE = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
"""Spellings of numbers that JSON does not have."""

# JSON has no NaN and no infinities (RFC 8259); Python would write words that other readers refuse.
_ENCODE = json.JSONEncoder(allow_nan=False).encode
_MOST_WHOLE = 2**63 - 1
_MOST_SIZE = 1e30
COUNT = Annotated[int, Meta(ge=0, le=_MOST_WHOLE)]
WHOLE = Annotated[int, Meta(ge=-_MOST_WHOLE, le=_MOST_WHOLE)]
"""Any whole number. Python reads longer ones, which no float holds."""
EXTENT = Annotated[int, Meta(ge=1, le=_MOST_WHOLE)]
"""A number of rows, columns or threads, at least one."""
EXTENTS = Annotated[tuple[EXTENT, ...], Meta(min_length=1)]
"""Threads in x, y, z."""
SIZE = Annotated[float, Meta(ge=0, le=_MOST_SIZE)]
"""A time, a share or a rate. A larger number means a damaged file, and its square would overflow."""
CHANGE = Annotated[float, Meta(ge=-1e9, le=1e9)]
"""A change as a share. A larger number means a damaged file and could not be plotted."""
POSITIVE = Annotated[float, Meta(ge=1e-30, le=_MOST_SIZE)]
"""A time or a size that is used as a divisor."""


def pick(kind: type[_Record], source: object, /, **others: Any) -> _Record:
    """Return a record with the attributes of `source` that have the names of its fields, and with `others`."""
    # A field with a default may be in neither.
    for name, own in kind.__dataclass_fields__.items():  # type: ignore[attr-defined]
        if name not in others and (own.default is MISSING or hasattr(source, name)):
            others[name] = getattr(source, name)
    return kind(**others)


def plain(record: object) -> Any:
    """Return a record in the types of JSON; NaN and infinities stay floats, which `to_json` spells."""
    return msgspec.to_builtins(record, enc_hook=_float_of)


def to_json(document: Any, indent: int | None = None) -> str:
    """Return JSON in ASCII; NaN and infinities are spelled as in `NON_FINITE`."""
    # msgspec's own encoder refuses lone surrogates, which file names have, and writes some numbers in other digits.
    # json.dumps would make an encoder for each of a hundred thousand cases.
    encode = _ENCODE if indent is None else json.JSONEncoder(indent=indent, allow_nan=False).encode
    try:
        return encode(document)
    except ValueError:  # rare: a walk over every document would cost more than its encoding
        return encode(_spelled(document))


def record_text(record: object) -> str:
    """Return a record as the text of a file: two spaces of indent, one final newline."""
    return to_json(plain(record), indent=2) + "\n"


def read_text(text: bytes, kind: type[_Record], where: str) -> _Record:
    """Return the record of a JSON text, such as an answer of another process; UsageError as `read`."""
    try:
        document = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise UsageError(f"{where} must be JSON (got: {error})") from None
    return read(document, kind, where)


def read(content: object, kind: type[_Record], where: str) -> _Record:
    """Return the record of a document that `json.loads` gave; UsageError names the first wrong value."""
    try:
        return msgspec.convert(content, kind, dec_hook=_number_of)
    except msgspec.ValidationError as error:
        raise _refusal(str(error), content, where, kind) from None
    except UnicodeEncodeError as error:  # a lone surrogate where one of several words must be
        raise UsageError(f"{where} must have one of the known words (got {error.object!r})") from None


def _float_of(value: object) -> float:
    if isinstance(value, float):  # NumPy's
        return float(value)
    raise NotImplementedError(type(value))


def _number_of(kind: type, value: object) -> object:
    """Read a `Number`, the only type of a field that msgspec does not know."""
    assert kind is Real
    if isinstance(value, str) and value in NON_FINITE:
        return NON_FINITE[value]
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _MOST_WHOLE:
        return value
    raise ValueError("Expected `float`")


def _spelled(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _spelled(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_spelled(inner) for inner in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value


_ERROR = pattern(r"(?P<rule>.*?)(?: - at `(?:key in )?\$(?P<place>.*)`)?", re.DOTALL)
_STEP = pattern(r"\.(\w+)|\[(\d+)\]|\[\.\.\.\]")
_MISSING = pattern(r"Object missing required field (`\w+`)")
_EXPECTED = pattern(r"Expected `([^`]+)`( of length)?( [<>]?=? ?[-+.\de]+)?(?:, got (.*))?")
_NAMES = {
    "array": "a list", "bool": "true or false", "float": "a number", "int": "a whole number", "null": "null",
    "object": "an object", "str": "a string",
}  # fmt: skip
_SHOWN_CHARS, _SHOWN_OF_ERROR = 60, 200


def _refusal(message: str, content: object, where: str, kind: type) -> UsageError:
    """Return msgspec's error in the words of this program, with the value that msgspec does not show."""
    parts = _ERROR.fullmatch(message)
    assert parts is not None
    rule, place = parts["rule"], parts["place"] or ""
    at = f"{where}{'.' if ': ' in where else ': '}{place.removeprefix('.')}" if place else where
    if missing := _MISSING.fullmatch(rule):
        name = missing[1].strip("`")
        return UsageError(f"{at} must have {name!r}; it is damaged, or not a document of this kind")
    expected = _EXPECTED.fullmatch(rule)
    if expected is None:
        wanted = {"Number out of range": "a number of usual size"}.get(rule, rule)
        if rule.startswith("Invalid enum value"):
            wanted = f"one of {', '.join(sorted(_enum_at(kind, place)))}"
    else:
        wanted = " or ".join(_NAMES.get(name, name) for name in expected[1].split(" | "))
        wanted += "".join(filter(None, (expected[2], expected[3])))
    return UsageError(f"{at} must be {wanted} (got {_shown(content, place)})")


def _enum_at(kind: Any, place: str) -> list[str]:
    """Return the words of the enum at a place of a record; msgspec's message does not list them."""
    for step in _STEP.finditer(place):
        if step[1] is not None:
            kind = _own_type(get_type_hints(kind)[step[1]])
    return [str(member.value) for member in kind]


def _own_type(hint: Any) -> Any:
    """Return the record or the enum in a type such as ``tuple[Verdict, ...] | None``; None without one."""
    if is_dataclass(hint) or (isinstance(hint, type) and issubclass(hint, Enum)):
        return hint
    return next(filter(None, map(_own_type, get_args(hint))), None)


def _shown(content: Any, place: str) -> str:
    for step in _STEP.finditer(place):
        if step[1] is None and step[2] is None:
            return "another value of an object"  # msgspec's message does not name the key
        content = content[step[1]] if step[1] is not None else content[int(step[2])]
    try:
        shown = repr(content)
    except ValueError:  # Python refuses to write that many digits
        return "a number of thousands of digits"
    return shown if len(shown) <= _SHOWN_CHARS else f"{shown[: _SHOWN_CHARS - 3]}..."


def load_json(path: Path) -> Any:
    """Read a document that a user names, with unique keys. A file whose name ends in ``.gz`` is decompressed."""
    try:
        data = read_file(path, RESULT_BYTES)
        if path.suffix == ".gz":
            data = _unpacked(data)
        return json.loads(data.decode("utf-8"), object_pairs_hook=_object)
    except OSError as error:
        raise UsageError(f"{path} must be a readable JSON file (got: {error.strerror or error})") from None
    except (EOFError, ValueError, zlib.error) as error:
        message = str(error)
        shown = message if len(message) <= _SHOWN_OF_ERROR else message[:_SHOWN_OF_ERROR] + "..."
        raise UsageError(f"{path} must be a readable JSON file (got: {shown})") from None
    except RecursionError:
        raise UsageError(f"{path} must be a readable JSON file (got one that is nested too deeply)") from None


def _unpacked(data: bytes) -> bytes:
    with GzipFile(fileobj=io.BytesIO(data)) as stream:
        # One byte too many is enough to refuse a file: a small one may unpack to gigabytes.
        unpacked = stream.read(RESULT_BYTES + 1)
    if len(unpacked) > RESULT_BYTES:
        raise BadGzipFile(f"more than {RESULT_BYTES // MEBIBYTE} MiB, unpacked")
    return unpacked


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    # Python's reader would keep the last of equal keys and say nothing.
    if len(members) < len(pairs):
        name, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        raise ValueError(f"duplicate key {name!r} in one object")
    return members
