"""Names of the functions that ``.loc`` directives say were inlined. PTX ISA 9.0, 11.5.3 ".loc"."""

from __future__ import annotations

import re

_LABELLED = re.compile(r"([\w$]+):((?:\s*\.b8\s[\d,\s]+)+)")
_SOURCE_NAME = re.compile(r"\d+")
_SUBSTITUTION = re.compile(r"S[tabsiod]|[ST][0-9A-Z]*_")
_LITERAL = re.compile(r"L[a-z]n?\d+E")
_VALUE = re.compile(r"n?\d+(?=E)")


def debug_strings(text: str) -> dict[str, bytes]:
    """Return the strings of a module's ``.debug_str`` sections by label, from each label to the section's end."""
    return {
        match[1]: bytes(int(digits) & 255 for digits in re.findall(r"\b\d+", match[2]))
        for section in text.split(".debug_str")[1:]
        for match in _LABELLED.finditer(section.partition("}")[0])
    }


def function_name(symbol: str) -> str:
    """Return a function's qualified name from its symbol, without template arguments and parameters.

    The grammar is that of the Itanium C++ ABI, 5.1 "External Names (a.k.a. Mangling)". A symbol that is not in it, or
    names an operator or a lambda, is returned as it is.
    """
    if not symbol.startswith("_Z"):
        return symbol
    is_nested = symbol.startswith("_ZN")
    names: list[str] = []
    at, depth = 3 if is_nested else 2, 0
    while at < len(symbol):
        if match := _SOURCE_NAME.match(symbol, at):
            at = match.end() + int(match[0])
            if not depth:
                names.append(symbol[match.end() : at])
                if not is_nested:
                    break
        elif match := _LITERAL.match(symbol, at) or _SUBSTITUTION.match(symbol, at):
            at = match.end()
        elif not depth and symbol[at] not in "EIKLV":
            return symbol
        else:
            depth += (symbol[at] in "INXLJFZ" and (depth > 0 or symbol[at] == "I")) - (symbol[at] == "E")
            at += 1
            if depth < 0:
                break
            if depth and symbol[at - 1] == "E" and (match := _VALUE.match(symbol, at)):
                at = match.end()  # of a literal whose type was a nested name
    return "::".join(names) or symbol
