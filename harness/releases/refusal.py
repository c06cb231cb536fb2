"""Tells whether a compiler's refusal is a limit of the release or a fault of the variant.

A refusal is a limit only if every error in the log is a known limit or follows from one on the same source line. All
others are faults of the variant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from .model import Cannot, Skip

# Namespaces and folders of CUDA's libraries.
_NAMESPACES = "cooperative_groups|cuda|nvcuda|cub|thrust"
_HEADERS = re.compile(
    rf"(?:{_NAMESPACES}|cg|nv|crt)/|(?:cuda|cooperative_groups|device_|math_constants|mma|sm_\d|vector_)[\w./]*"
)

_MESSAGE = re.compile(r"^(?P<file>[^\n]*?)\((?P<line>\d+)\): (?:catastrophic )?error: (?P<text>.*)$")
_ASSEMBLER = re.compile(r"^ptxas .*?\berror\s*: (?P<text>.*)$")
_OPTION = re.compile(r"^nvrtc: error: (?P<text>.*(?:option|invalid value for).*)$")
_ANY = re.compile(r"\berror\b|\bfatal\b")
# Lines that only summarise the errors.
_SUMMARY = re.compile(
    r"\d+ (?:catastrophic )?errors? (?:was |were )?detected|^ptxas fatal\s*: Ptx assembly aborted"
)

_NO_HOST_NAME = re.compile(r'namespace "std" has no member "(?P<name>\w+)"')
_HOST_FUNCTION = "A function without execution space annotations"
_NO_FILE = re.compile(r'cannot open source file "(?P<name>[^"]+)"')
# Functions of cuda_fp16.h and cuda_bf16.h, to which releases add.
_HALF = r"h2?(?:exp|exp2|exp10|log|log2|log10|sin|cos|tanh|tanh_approx|sqrt|rsqrt|rcp|ceil|floor|trunc|rint)"
_IN_SOURCE: tuple[tuple[re.Pattern[str], Cannot], ...] = (
    (re.compile(rf'identifier "(?:__\w+|(?:nv|cu)\w+|{_HALF})" is undefined'), Cannot.INTRINSIC),
    (re.compile(rf'namespace "(?:{_NAMESPACES})\b[^"]*" has no member "\w+"'), Cannot.INTRINSIC),
    (re.compile(r"#error directive: "), Cannot.SOURCE),
)
_IN_ASSEMBLER: tuple[tuple[re.Pattern[str], Cannot], ...] = (
    (re.compile(r"requires \.target sm_\w+ or higher|not supported on \.target"), Cannot.ARCH),
    (
        re.compile(
            r"requires PTX ISA \.version|(?:Unknown|Illegal) modifier|Not a name of any known instruction"
            "|Unexpected instruction types specified"
        ),
        Cannot.ISA,
    ),
)


def limit_of(log: str, cuda_dirs: Sequence[Path]) -> Skip | None:
    """Return the limit of the release behind a refusal; None if it is a fault of the variant.

    Parameters
    ----------
    log : str
        The compiler's log.
    cuda_dirs : sequence of Path
        Folders of CUDA's headers.
    """
    skips = list(_limits(log, cuda_dirs))
    if not skips or None in skips:
        return None
    return skips[0]


def warnings_of(log: str) -> tuple[str, ...]:
    """Return a compiler's distinct warnings, without their locations."""
    found = (re.search(r"\bwarning\b\s*(?:#[\w-]+\s*)?: (.*)", line) for line in log.splitlines())
    return tuple(dict.fromkeys(each[1].strip() for each in found if each))


def _limits(log: str, cuda_dirs: Sequence[Path]) -> Iterator[Skip | None]:
    limited: set[tuple[str, str]] = set()
    for line in log.splitlines():
        if not _ANY.search(line) or _SUMMARY.search(line):
            continue
        if message := _MESSAGE.match(line):
            if skip := _in_cuda(message["file"], message["text"], cuda_dirs):
                # Errors after a header that does not compile mean nothing.
                yield skip
                return
            place = message["file"], message["line"]
            skip = _in_source(message["text"])
            if skip is not None:
                limited.add(place)
            elif place in limited:
                continue
            yield skip
        elif assembler := _ASSEMBLER.match(line):
            yield _first(_IN_ASSEMBLER, assembler["text"])
        elif option := _OPTION.match(line):
            yield Skip(Cannot.OPTION, option["text"].strip())


def _in_cuda(file: str, text: str, cuda_dirs: Sequence[Path]) -> Skip | None:
    """Return the limit if CUDA's headers need parts of the host's headers, which NVRTC does not have."""
    place = Path(file).absolute()
    inside = next((folder for folder in cuda_dirs if folder in place.parents), None)
    if inside is None:
        return None
    header = _tidy(place, inside)
    if missing := _NO_FILE.search(text):
        return Skip(Cannot.HEADER, f"<{missing['name']}>, which CUDA's {header} includes")
    if missing := _NO_HOST_NAME.search(text):
        return Skip(
            Cannot.HEADER, f"std::{missing['name']} of the host's headers, which CUDA's {header} uses"
        )
    if _HOST_FUNCTION in text:
        return Skip(Cannot.HEADER, f"host functions, which CUDA's {header} declares without NVRTC in mind")
    return None


def _in_source(text: str) -> Skip | None:
    missing = _NO_FILE.search(text)
    if missing is None:
        return _first(_IN_SOURCE, text)
    if _HEADERS.match(missing["name"]):
        return Skip(Cannot.HEADER, f"<{missing['name']}>")
    return None


def _tidy(place: Path, folder: Path) -> str:
    """Return a header's path below its folder; old releases reach it by ``..``."""
    parts: list[str] = []
    for part in place.relative_to(folder).parts:
        if part == ".." and parts:
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)


def _first(rules: Sequence[tuple[re.Pattern[str], Cannot]], text: str) -> Skip | None:
    for pattern, reason in rules:
        if pattern.search(text):
            return Skip(reason, text.strip())
    return None
