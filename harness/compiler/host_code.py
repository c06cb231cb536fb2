"""Leaves host code out of a source that NVRTC has refused because of it.

A ``.cu`` file of somebody's own often holds launchers, a reference on the CPU and a ``main`` beside its kernels. nvcc
compiles both halves; NVRTC compiles for the device alone and refuses functions without ``__device__`` or
``__global__``, and CUDA's host API with them. What NVRTC itself has found an error in, and what does not say that it is
for the device, is replaced by blanks, so that lines keep their numbers; no text for the device is ever touched. What is
left has to compile as it stands: a kernel that needs something that was left out is refused, and the log says what was.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from harness.compiler.includes import named_files
from harness.compiler.translation import Job, RefusedError, Translation

# fmt: off
HOST_ONLY_HEADERS = frozenset((
    "algorithm", "any", "array", "atomic", "bitset", "cctype", "cerrno", "chrono", "cinttypes", "codecvt",
    "complex", "condition_variable", "csignal", "cstdarg", "ctime", "deque", "exception", "filesystem",
    "forward_list", "fstream", "functional", "future", "initializer_list", "iomanip", "ios", "iosfwd",
    "iostream", "istream", "iterator", "list", "locale", "map", "memory", "mutex", "new", "numeric", "optional",
    "ostream", "queue", "random", "ratio", "regex", "set", "shared_mutex", "span", "sstream", "stack",
    "stdexcept", "streambuf", "string", "string_view", "system_error", "thread", "tuple", "typeindex",
    "typeinfo", "unordered_map", "unordered_set", "valarray", "variant", "vector", "ctype.h", "errno.h",
    "fcntl.h", "getopt.h", "inttypes.h", "malloc.h", "memory.h", "omp.h", "pthread.h", "signal.h", "stdarg.h",
    "sys/stat.h", "sys/time.h", "sys/types.h", "time.h", "unistd.h", "mpi.h", "cublas_v2.h", "cublas.h",
    "cublasLt.h", "cublasXt.h", "cudnn.h", "cufft.h", "curand.h", "cusolverDn.h", "cusparse.h", "nccl.h",
    "npp.h", "nvml.h", "cuda_profiler_api.h", "cudaProfiler.h", "nvToolsExt.h", "nvtx3/nvToolsExt.h", "nvrtc.h",
    "helper_cuda.h", "helper_functions.h", "helper_timer.h", "torch/extension.h", "torch/torch.h",
    "torch/types.h", "pybind11/pybind11.h", "pybind11/numpy.h", "Python.h", "ATen/ATen.h",
    "ATen/cuda/CUDAContext.h", "c10/cuda/CUDAStream.h", "c10/cuda/CUDAGuard.h", "c10/cuda/CUDAException.h",
    "gtest/gtest.h", "benchmark/benchmark.h",
))
# fmt: on
"""Headers of the C++ library, the system and host libraries that NVRTC has not: what needs them is host code."""

# nvcc includes <cuda_runtime.h> first, and the C library's headers by it; so files use these without a header.
_IMPLICIT: Mapping[str, tuple[str, ...]] = {
    "math.h": ("INFINITY", "NAN", "HUGE_VAL", "HUGE_VALF", "M_PI", "M_E", "M_LOG2E", "M_LN2"),
    "stdint.h": tuple(f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)),
    "limits.h": ("INT_MAX", "INT_MIN", "UINT_MAX", "LONG_MAX", "LLONG_MAX"),
}
_UNDEFINED = re.compile(r'identifier "(\w+)" is undefined')
_MAX_ROUNDS = 40
_ERROR = re.compile(
    r"^(?P<file>[^\s(:][^(:\n]*)\((?P<line>\d+)\): (?:catastrophic )?error: (?P<text>.*)", re.MULTILINE
)
_UNOPENED = re.compile(r'cannot open source file "(?P<name>[^"]+)"')
_TOKEN = re.compile(
    r"""(?P<blank>\s+|//[^\n]*|/\*.*?\*/)
    | (?P<directive>(?<![^\n])[ \t]*\#(?:[^\\\n]|\\.|\\\n)*)
    | (?P<text>(?:u8|[uUL])?R"(?P<mark>[^\s()\\]{0,16})\(.*?\)(?P=mark)" | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*')
    | (?P<number>\d[\w.']*)
    | (?P<word>[A-Za-z_]\w*)
    | (?P<mark_>.)""",
    re.VERBOSE | re.DOTALL,
)
_FOR_DEVICE = frozenset(
    ("__global__", "__device__", "__constant__", "__shared__", "__managed__", "__grid_constant__")
)
# A macro that we do not see may stand for one of these.
_LIKELY_FOR_DEVICE = re.compile(r"device|global|kernel", re.IGNORECASE)
_DEFINITION = re.compile(r"[ \t]*#[ \t]*define[ \t]+(\w+)(.*)", re.DOTALL)
# Words with parentheses that come before a function's name.
_BEFORE_PARENTHESIS = frozenset(
    ("decltype", "__launch_bounds__", "__attribute__", "__align__", "alignas", "noexcept", "explicit")
)
_TYPES = frozenset(("struct", "class", "union", "enum"))


@dataclass(frozen=True)
class Declaration:
    """One declaration at namespace scope.

    Parameters
    ----------
    start, stop : int
        Characters of the text, [start, stop).
    first_line, last_line : int
        1-based lines that it stands on.
    name : str
        The function's name, or the last word of anything else.
    is_for_device : bool
        Whether its head says so, or may say so by a macro.
    """

    start: int
    stop: int
    first_line: int
    last_line: int
    name: str
    is_for_device: bool


@dataclass
class _Head:
    """What has been read of a declaration."""

    start: int
    words: list[str] = field(default_factory=list)
    name: str = ""
    is_type: bool = False
    has_parameters: bool = False
    has_value: bool = False


def translate_for_device(
    compile_once: Callable[[bytes, Mapping[str, str]], Translation], job: Job
) -> Translation:
    """Compile a source; where it is refused for its host code, compile it without.

    Parameters
    ----------
    compile_once : callable
        Takes a source and the texts of headers that are in no folder, by name; raises RefusedError.
    job : Job
        What is compiled.

    Returns
    -------
    Translation
        Its log ends with a note that says what was left out.

    Raises
    ------
    RefusedError
        Something else is wrong too; the log is that of the last attempt.
    """
    texts = {job.name: job.named_source.decode("utf-8", "surrogateescape")}
    implied: list[str] = []
    headers: dict[str, str] = {}
    names: dict[str, list[str]] | None = None
    left_out: list[str] = []
    for _ in range(_MAX_ROUNDS):
        try:
            source = "".join(f"#include <{name}>\n" for name in implied) + texts[job.name]
            made = compile_once(source.encode("utf-8", "surrogateescape"), headers)
        except RefusedError as refused:
            log = str(refused)
        else:
            if not left_out:
                return made
            return Translation(made.ptx, made.cubin, made.log + _note(job.name, left_out), made.symbols)
        missing = [name for name in _implied_by(log) if name not in implied]
        if missing:
            implied += missing
            continue
        if names is None:
            names = _names_of_headers(job)
        emptied = [name for name in _UNOPENED.findall(log) if name in HOST_ONLY_HEADERS - set(headers)]
        headers |= dict.fromkeys(emptied, "#pragma once\n")
        left_out += [f"<{name}>" for name in emptied]
        has_changed = bool(emptied)
        for file, lines in _error_lines(log).items():
            if file != job.name and file not in texts:
                if file not in names:
                    continue
                texts[file] = f'#line 1 "{file}"\n' + Path(file).read_text(
                    encoding="utf-8", errors="surrogateescape"
                )
            text, gone = without_host_code(texts[file], lines)
            if gone:
                texts[file] = text
                left_out += gone
                has_changed = True
                headers |= dict.fromkeys(names.get(file, ()), text)
        if not has_changed:
            raise RefusedError(log + (_note(job.name, left_out) if left_out else ""))
    raise RefusedError(log + _note(job.name, left_out))


def without_host_code(text: str, lines: set[int]) -> tuple[str, list[str]]:
    """Blank out the declarations on some lines that are not for the device.

    Parameters
    ----------
    text : str
        A source; a ``#line 1`` directive on its first line is not counted.
    lines : set of int
        1-based lines that the compiler has found errors on.

    Returns
    -------
    tuple of (str, list of str)
        The text, as long as before, and the names of what is gone from it.
    """
    gone = [
        each
        for each in declarations(text)
        if not each.is_for_device and any(each.first_line <= line <= each.last_line for line in lines)
    ]
    for each in gone:
        text = text[: each.start] + _blanked(text[each.start : each.stop]) + text[each.stop :]
    return text, [each.name for each in gone]


def declarations(text: str) -> Iterator[Declaration]:
    """Yield the declarations at namespace scope, in order; directives of the preprocessor are none."""
    macros = set(_FOR_DEVICE)
    # Lines are counted as the compiler counts them.
    line = 0 if text.startswith("#line 1 ") else 1
    head: _Head | None = None
    first_line = depth = body_depth = angles = 0
    previous = ""
    for token in _TOKEN.finditer(text):
        kind, value, at_line = token.lastgroup, token.group(), line
        line += value.count("\n")
        if kind == "blank":
            continue
        if kind == "directive":
            defined = _DEFINITION.match(value)
            if defined and macros & set(re.findall(r"\w+", defined[2])):
                macros.add(defined[1])
            continue
        if head is None:
            if value in ("}", ";"):  # the end of a namespace, or of nothing
                continue
            head, first_line, depth = _Head(token.start()), at_line, 0
            previous = ""
        is_end = False
        if head.words == ["template"] and value in "<>":
            # Its parameters may have values, and types that are no types of ours.
            angles += 1 if value == "<" else -1
            if angles == 0:
                head.words = []
            continue
        if angles:
            continue
        if value in "([{" and kind == "mark_":
            if value == "{" and depth == 0:
                if _is_scope(head.words):
                    head = None
                    continue
                body_depth = 1
            is_bare = depth == 0 and not head.has_parameters and not head.has_value
            if value == "(" and is_bare and previous not in _BEFORE_PARENTHESIS:
                head.has_parameters, head.name = True, previous
            depth += 1
        elif value in ")]}" and kind == "mark_":
            depth -= 1
            if value == "}" and depth == 0 and body_depth:
                body_depth = 0
                is_end = not head.is_type and not head.has_value and head.has_parameters
        elif depth == 0:
            if value == ";":
                is_end = True
            elif value == "=":
                head.has_value = True
            elif kind in ("word", "text"):
                head.words.append(value)
                if previous in _TYPES and not head.has_parameters:
                    head.is_type, head.name = True, value
        # A lambda in a host function may be for the device, a member of a class makes it so.
        if depth and kind == "word" and value in macros and not (body_depth and head.has_parameters):
            head.words.append(value)
        previous = value
        if is_end:
            named = head.name or next(iter(reversed(head.words)), "")
            yield Declaration(
                head.start,
                token.end(),
                first_line,
                line,
                named,
                any(_is_for_device(word, macros) for word in head.words),
            )
            head = None


def _is_scope(words: list[str]) -> bool:
    """Whether a brace behind these words opens a namespace or ``extern "C"``, whose content is at namespace scope."""
    is_linkage = words[:1] == ["extern"] and len(words) == 2 and words[1].startswith('"')
    return is_linkage or "namespace" in words[:2]


def _is_for_device(word: str, macros: set[str]) -> bool:
    return word in macros or (word.isupper() and _LIKELY_FOR_DEVICE.search(word) is not None)


def _blanked(text: str) -> str:
    """Replace everything but line ends and the preprocessor's directives by blanks."""
    return "".join(
        token.group() if token.lastgroup == "directive" else re.sub(r"[^\n]", " ", token.group())
        for token in _TOKEN.finditer(text)
    )


def _error_lines(log: str) -> dict[str, set[int]]:
    lines: dict[str, set[int]] = {}
    for error in _ERROR.finditer(log):
        if not _UNOPENED.search(error["text"]):
            lines.setdefault(error["file"], set()).add(int(error["line"]))
    return lines


def _implied_by(log: str) -> list[str]:
    undefined = set(_UNDEFINED.findall(log))
    return [header for header, names in _IMPLICIT.items() if undefined & set(names)]


def _names_of_headers(job: Job) -> dict[str, list[str]]:
    """Names that each header of the user's own is included by, by its path."""
    names: dict[str, list[str]] = {}
    # The source's own folder is the first that is searched.
    for name, path in named_files(job.include_dirs[0] / job.name, job.source, job.include_dirs):
        if name not in (known := names.setdefault(str(path), [])):
            known.append(name)
    return names


def _note(name: str, left_out: list[str]) -> str:
    listed = ", ".join(dict.fromkeys(left_out))
    return (
        f"{name}: note: host code was left out, because NVRTC compiles for the device alone: {listed}; "
        "a function that a kernel calls has to be __device__\n"
    )
