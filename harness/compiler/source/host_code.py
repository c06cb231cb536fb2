"""Removes host code from a source that NVRTC rejects because of it.

A user's ``.cu`` file often has launchers, a CPU reference and a ``main`` beside its kernels. nvcc compiles host and
device code. NVRTC compiles device code only: it refuses functions without ``__device__`` or ``__global__``, and CUDA's
host API. A declaration without a device qualifier in which NVRTC reports an error is replaced by blanks, so that lines
keep their numbers. Device code is never changed. A kernel that needs a removed declaration is refused, and the log
lists the removed declarations.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .cuda_text import TOKEN, CudaDeclaration, declarations
from .includes import named_files, unfound_names
from .translation import Job, RefusedError, Translation

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
    "strings.h", "sys/mman.h", "sys/stat.h", "sys/time.h", "time.h", "unistd.h", "mpi.h", "cuda.h", "cudaTypedefs.h",
    "cublas_v2.h", "cublas.h", "cublasLt.h", "cublasXt.h", "cudnn.h", "cufft.h", "curand.h", "cusolverDn.h",
    "cusparse.h", "nccl.h", "npp.h", "nvml.h", "cuda_profiler_api.h", "cudaProfiler.h", "nvToolsExt.h",
    "nvtx3/nvToolsExt.h", "nvrtc.h", "helper_cuda.h", "helper_functions.h", "helper_timer.h",
    "torch/extension.h", "torch/torch.h", "torch/types.h", "pybind11/pybind11.h", "pybind11/numpy.h",
    "Python.h", "ATen/ATen.h", "ATen/cuda/CUDAContext.h", "c10/cuda/CUDAStream.h", "c10/cuda/CUDAGuard.h",
    "c10/cuda/CUDAException.h", "gtest/gtest.h", "benchmark/benchmark.h",
))
# fmt: on
"""Headers of the C++ library, the system and host libraries that NVRTC lacks or cannot compile. Code that needs them is
host code."""

_LIBRARY_HEADERS = frozenset(name for name in HOST_ONLY_HEADERS if "." not in name or name.startswith("sys/"))
"""Headers of the C++ library and the system; CUDA's folders have no header of these names."""

_CONSTANTS = (
    "PI",
    "PI_2",
    "PI_4",
    "1_PI",
    "2_PI",
    "2_SQRTPI",
    "SQRT2",
    "SQRT1_2",
    "E",
    "LOG2E",
    "LOG10E",
    "LN2",
    "LN10",
)
# nvcc includes <cuda_runtime.h> first, and with it C library headers, so files use these names without an include.
_IMPLICIT: Mapping[str, tuple[str, ...]] = {
    "math.h": ("INFINITY", "NAN", "HUGE_VAL", "HUGE_VALF", *(f"M_{name}" for name in _CONSTANTS)),
    "stdint.h": tuple(f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)),
    "sys/types.h": ("ushort", "uint", "ulong"),
    "limits.h": ("INT_MAX", "INT_MIN", "UINT_MAX", "LONG_MAX", "LLONG_MAX"),
}
# Headers of cuBLAS and PyTorch include these, so files that include one use the names.
_BEHIND_HOST_HEADERS: Mapping[str, tuple[str, ...]] = {
    "cuda_fp16.h": ("half", "half2", "__half", "__half2"),
    "cuda_bf16.h": ("nv_bfloat16", "nv_bfloat162", "__nv_bfloat16", "__nv_bfloat162"),
}
_UNDEFINED = re.compile(r'identifier "(\w+)" is undefined')
_MAX_ROUNDS = 40
_MAX_ROUNDS_BEFORE = 8
"""Rounds before unmarked functions of headers are compiled for the device."""
_ERROR = re.compile(
    r"^(?P<file>[^\s(:][^(:\n]*)\((?P<line>\d+)\): (?:catastrophic )?error: (?P<text>.*)", re.MULTILINE
)
_UNMARKED = "without execution space annotations"
_UNMARKED_TOO = "--device-as-default-execution-space"
_QUOTED = re.compile(r'^(?P<before>[ \t]*#[ \t]*include[ \t]*)"(?P<name>[^"\n]+)"', re.MULTILINE)
_UNOPENED = re.compile(r'cannot open source file "(?P<name>[^"]+)"')


def translate_for_device(
    compile_once: Callable[[bytes, Mapping[str, str], Sequence[str]], Translation], job: Job
) -> Translation:
    """Compile a source. If NVRTC refuses its host code, compile the source without that code.

    Library headers have functions without ``__host__`` or ``__device__``. nvcc can compile the ``constexpr`` ones for
    the device too (``--expt-relaxed-constexpr``). If no further host code can be removed, unmarked functions of headers
    are compiled for the device. Unmarked functions of the source itself never are, because nvcc would refuse a kernel
    that calls them.

    Parameters
    ----------
    compile_once : callable
        Called with the source, a mapping from header names to texts that replace these headers, and further options.
        Raises RefusedError if the compiler refuses the source.
    job : Job
        The job to compile.

    Returns
    -------
    Translation
        The compiler's output. Its log ends with a note that lists the removed code.

    Raises
    ------
    RefusedError
        The source has other errors too; carries the log of the last attempt.
    """
    source = job.named_source.decode("utf-8", "surrogateescape")
    logs: list[str] = []
    key = (job.name, job.source, tuple(job.include_dirs))
    if key in _LEFT_OUT:
        try:
            return _again(compile_once, job, _LEFT_OUT[key])
        except RefusedError:
            pass  # other macros or another type: start with the whole source

    def marked_only(source: bytes, headers: Mapping[str, str]) -> Translation:
        try:
            return compile_once(source, headers, ())
        except RefusedError as error:
            logs.append(str(error))
            raise

    try:
        return _compile_without_host_code(marked_only, job, source, [], max_rounds=_MAX_ROUNDS_BEFORE)
    except RefusedError as error:
        refused = error
    elsewhere = {file for log in logs for file in _error_lines(log, _UNMARKED)} - {job.name}
    if elsewhere:
        bare, gone = _without_host_functions(source)
        try:
            return _compile_without_host_code(
                lambda source, headers: compile_once(source, headers, (_UNMARKED_TOO,)),
                job,
                bare,
                gone,
                options=(_UNMARKED_TOO,),
            )
        except RefusedError:
            pass
    if len(logs) < _MAX_ROUNDS_BEFORE:
        raise refused
    return _compile_without_host_code(marked_only, job, source, [])


def _compile_without_host_code(
    compile_once: Callable[[bytes, Mapping[str, str]], Translation],
    job: Job,
    source: str,
    left_out: list[str],
    *,
    max_rounds: int = _MAX_ROUNDS,
    options: tuple[str, ...] = (),
) -> Translation:
    """Remove host declarations that have errors, until the source compiles or nothing more can be removed."""
    texts = {job.name: source}
    implied: list[str] = []
    headers: dict[str, str] = {}
    names: dict[str, list[str]] | None = None
    for _ in range(max_rounds):
        text = "".join(f"#include <{name}>\n" for name in implied) + texts[job.name]
        bare = _Bare(text.encode("utf-8", "surrogateescape"), headers, options, tuple(left_out))
        try:
            made = compile_once(bare.source, headers)
        except RefusedError as refused:
            log, is_lasting = str(refused), refused.is_lasting
        else:
            if bare.left_out:
                while len(_LEFT_OUT) >= _MOST_REMEMBERED:
                    del _LEFT_OUT[next(iter(_LEFT_OUT))]
                _LEFT_OUT[job.name, job.source, tuple(job.include_dirs)] = bare
            return _noted(made, job, bare)
        missing = [name for name in _implied_by(log, has_emptied=bool(headers)) if name not in implied]
        if missing:
            implied += missing
            continue
        if names is None:
            names = _names_of_headers(job)
        wanted = [*_UNOPENED.findall(log), *(Path(file).name for file in _error_lines(log))]
        emptied = [name for name in dict.fromkeys(wanted) if name in HOST_ONLY_HEADERS - set(headers)]
        if set(emptied) & _LIBRARY_HEADERS:
            # The compiler stops at the first missing header: each of the others would cost a round.
            unfound = unfound_names(job.include_dirs[0] / job.name, job.source, job.include_dirs)
            emptied += sorted(set(unfound) & _LIBRARY_HEADERS - {*headers, *emptied})
        headers |= dict.fromkeys(emptied, "#pragma once\n")
        left_out += [f"<{name}>" for name in emptied]
        has_changed = bool(emptied)
        for reported, lines in _error_lines(log).items():
            file = reported if reported == job.name else os.path.normpath(reported)
            if file != job.name and file not in texts:
                if file not in names:
                    continue
                texts[file] = f'#line 1 "{file}"\n' + _with_own_headers(Path(file), names)
            text, gone = without_host_code(texts[file], lines)
            if gone:
                texts[file] = text
                left_out += gone
                has_changed = True
        # Reading a header can add a name, its full path, to one that was read before.
        named = {name: _once(file, text) for file, text in texts.items() for name in names.get(file, ())}
        has_changed = has_changed or not named.keys() <= headers.keys()
        headers |= named
        if not has_changed:
            note = _note(job.name, left_out) if left_out else ""
            raise RefusedError(log + note, is_lasting=is_lasting)
    raise RefusedError(log + _note(job.name, left_out), is_lasting=is_lasting)


@dataclass(frozen=True)
class _Bare:
    """A source without its refused declarations, and the header texts and options to compile it with."""

    source: bytes
    headers: Mapping[str, str]
    options: tuple[str, ...]
    left_out: tuple[str, ...]


# A source is compiled for each element type and block, and usually the same declarations are removed.
_LEFT_OUT: dict[tuple[str, bytes, tuple[Path, ...]], _Bare] = {}
_MOST_REMEMBERED = 16


def _again(
    compile_once: Callable[[bytes, Mapping[str, str], Sequence[str]], Translation], job: Job, bare: _Bare
) -> Translation:
    return _noted(compile_once(bare.source, bare.headers, bare.options), job, bare)


def _noted(made: Translation, job: Job, bare: _Bare) -> Translation:
    """Append a note of the removed code to the log."""
    log = made.log
    if bare.left_out:
        log += _note(job.name, bare.left_out)
    if bare.options:
        log += f"{job.name}: note: functions of headers without __host__ or __device__ were compiled for the device\n"
    return Translation(made.ptx, made.cubin, log, made.symbols)


def _with_own_headers(file: Path, names: Mapping[str, list[str]]) -> str:
    """Return a header's text with full paths in its quoted includes: the compiler does not know the header's folder."""

    def whole(match: re.Match[str]) -> str:
        beside = Path(os.path.normpath(file.parent / match["name"]))
        if not beside.is_file():
            return match.group()
        known = names.get(str(beside))
        if known is not None and str(beside) not in known:
            known.append(str(beside))
        return f'{match["before"]}"{beside}"'

    return _QUOTED.sub(whole, file.read_text(encoding="utf-8", errors="surrogateescape"))


def _once(file: str, text: str) -> str:
    """Guard a header by a macro: to the compiler its names are different files, so ``#pragma once`` does not help."""
    guard = "KH_ONCE_" + re.sub(r"[^0-9A-Za-z]", lambda char: f"_{ord(char[0]):x}", file)
    is_guarded = re.search(r"^[ \t]*#[ \t]*pragma[ \t]+once\b", text, re.MULTILINE)
    return f"#ifndef {guard}\n#define {guard}\n{text}\n#endif\n" if is_guarded else text


def without_host_code(text: str, lines: set[int]) -> tuple[str, list[str]]:
    """Replace the declarations on some lines by blanks, except those for the device.

    Parameters
    ----------
    text : str
        Text of a source. If its first line is ``#line 1``, line 1 is the next one.
    lines : set of int
        1-based numbers of the lines with compiler errors.

    Returns
    -------
    tuple of (str, list of str)
        The text, of the same length, and the names of the removed declarations.
    """
    return _without(
        text,
        [
            each
            for each in declarations(text)
            if not each.is_for_device and any(each.first_line <= line <= each.last_line for line in lines)
        ],
    )


def _without_host_functions(text: str) -> tuple[str, list[str]]:
    return _without(text, [each for each in declarations(text) if each.is_host_function])


def _without(text: str, gone: Sequence[CudaDeclaration]) -> tuple[str, list[str]]:
    for each in gone:
        text = text[: each.start] + _blanked(text[each.start : each.stop]) + text[each.stop :]
    return text, [each.name for each in gone]


def _blanked(text: str) -> str:
    """Replace everything except line ends and preprocessor directives by blanks."""
    return "".join(
        token.group() if token.lastgroup == "directive" else re.sub(r"[^\n]", " ", token.group())
        for token in TOKEN.finditer(text)
    )


def _error_lines(log: str, about: str = "") -> dict[str, set[int]]:
    lines: dict[str, set[int]] = {}
    for error in _ERROR.finditer(log):
        if not _UNOPENED.search(error["text"]) and about in error["text"]:
            lines.setdefault(error["file"], set()).add(int(error["line"]))
    return lines


def _implied_by(log: str, *, has_emptied: bool) -> list[str]:
    undefined = set(_UNDEFINED.findall(log))
    known = {**_IMPLICIT, **(_BEHIND_HOST_HEADERS if has_emptied else {})}
    return [header for header, names in known.items() if undefined & set(names)]


def _names_of_headers(job: Job) -> dict[str, list[str]]:
    """Return the names under which each of the user's headers is included, by its normalised path."""
    names: dict[str, list[str]] = {}
    # The first include folder is the source's own.
    for name, path in named_files(job.include_dirs[0] / job.name, job.source, job.include_dirs):
        if name not in (known := names.setdefault(os.path.normpath(path), [])):
            known.append(name)
    return names


def _note(name: str, left_out: Sequence[str]) -> str:
    listed = ", ".join(dict.fromkeys(left_out))
    return (
        f"{name}: note: host code was removed, because NVRTC compiles device code only: {listed}; "
        "a function that a kernel calls must be __device__\n"
    )
