"""Names of C++ functions as their authors wrote them."""

from __future__ import annotations

import ctypes
import functools

from ...lazy import pattern

_LAMBDA = pattern(r"\{lambda\([^{}]*\)(#\d+)\}(?:::operator\(\))?")
_QUALIFIERS = pattern(r"(?: const| volatile| ?&+)*(?: \[clone [^\]]*\])*$")


@functools.cache
def function_name(symbol: str, *, with_arguments: bool = False) -> str:
    """Return a function's qualified name from its symbol, without parameters; other text as it is."""
    text = _demangled(symbol).replace("(anonymous namespace)", "{anonymous}")
    text = _QUALIFIERS.sub("", _LAMBDA.sub(r"{lambda\1}", text))
    name, angles, parentheses = "", 0, 0
    if not text or "operator" in text:
        return text or symbol
    for char in text:
        parentheses += char == "(" and not angles
        angles += char == "<" and not parentheses
        if char == " " and not angles and not parentheses:
            name = ""  # it was the type of the result
        elif not parentheses and (with_arguments or not angles):
            name += char
        angles -= char == ">" and not parentheses
        parentheses -= char == ")" and not angles
    return name if name and not angles and not parentheses else text


def kernel_name(symbol: str) -> str:
    """Return a kernel's name with its template arguments, as a declaration's `entry` has it."""
    return function_name(symbol, with_arguments=True)


def _demangled(symbol: str) -> str:
    # The grammar is that of the Itanium C++ ABI, 5.1 "External Names (a.k.a. Mangling)".
    if not symbol.startswith("_Z"):
        return ""
    try:
        demangle = ctypes.CDLL("libstdc++.so.6").__cxa_demangle  # LLVM's library needs it, too
    except (OSError, AttributeError):
        return ""
    demangle.restype = ctypes.c_void_p
    if (made := demangle(symbol.encode(), None, None, None)) is None:
        return ""
    try:
        return ctypes.string_at(made).decode("utf-8", "replace")
    finally:
        ctypes.CDLL(None).free(ctypes.c_void_p(made))
