"""Texts in place of the headers that NVRTC cannot read or that are missing, and the packages that provide them.

nvcc compiles a file for the host too, so ``#include <math.h>`` finds the system's header. NVRTC compiles device code
only and has no such headers; it declares device math, ``printf``, ``assert`` and ``memcpy`` itself. A text of
`HOST_HEADERS` includes CUDA's libcu++ if libcu++ has the names, defines macros that libcu++ lacks, and is empty if the
compiler has the names. Code that needs the containers, streams or classes of other headers is host code, which
`host_code` removes. The names that device code takes from one (``half`` behind cuBLAS, ``std::enable_if`` behind
``<vector>``) come from CUDA's own headers.
"""

from __future__ import annotations

import functools
import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ...lazy import pattern
from ..wheels import Release, release_text
from .file_names import display_path

_KNOWN_TO_NVRTC = "#pragma once\n"

# libcu++ declares the C names in the global namespace as well.
_C = "#pragma once\n#include <cuda/std/{0}>\n"
_CXX = _C + "namespace std {{ using namespace cuda::std; }}\n"

# libcu++'s <cmath> takes half a second to compile, so <math.h> has the macros alone.
# The bit patterns are IEEE 754 binary32 and binary64; the NaN is CUDA's canonical one.
_MATH = """#pragma once
#ifndef INFINITY
#define INFINITY __int_as_float(0x7f800000)
#define NAN __int_as_float(0x7fffffff)
#endif
#ifndef HUGE_VAL
#define HUGE_VALF __int_as_float(0x7f800000)
#define HUGE_VAL __longlong_as_double(0x7ff0000000000000ll)
#endif
#ifndef M_PI
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define M_PI 3.14159265358979323846
#endif
"""
# libcu++ defines these two even if they are defined already.
_FORGET_MATH = "#undef INFINITY\n#undef NAN\n"

# libcu++'s <cfloat> has no macros under NVRTC. IEEE 754 binary32 and binary64, as ISO C's <float.h> names
# them.
_FLOAT_MACROS = {
    "FLT_RADIX": "2", "FLT_MANT_DIG": "24", "FLT_DIG": "6", "FLT_MIN_EXP": "(-125)", "FLT_MAX_EXP": "128",
    "FLT_EPSILON": "0x1p-23f", "FLT_MIN": "0x1p-126f", "FLT_TRUE_MIN": "0x1p-149f", "FLT_MAX": "0x1.fffffep+127f",
    "DBL_MANT_DIG": "53", "DBL_DIG": "15", "DBL_MIN_EXP": "(-1021)", "DBL_MAX_EXP": "1024",
    "DBL_EPSILON": "0x1p-52", "DBL_MIN": "0x1p-1022", "DBL_TRUE_MIN": "0x1p-1074",
    "DBL_MAX": "0x1.fffffffffffffp+1023",
}  # fmt: skip
_FLOAT = "#pragma once\n" + "".join(
    f"#ifndef {name}\n#define {name} {value}\n#endif\n" for name, value in _FLOAT_MACROS.items()
)

# Names of glibc's <sys/types.h>, which <cuda_runtime.h> includes on Linux.
_TYPES = "#pragma once\n" + "".join(
    f"typedef unsigned {name[1:]} {name};\n" for name in ("ushort", "uint", "ulong")
)

# NVRTC compiles the parts of CUB for blocks, warps and threads; the host launches the device-wide parts. Not every
# release has all of these.
_CUB_PARTS = (
    *(f"block/block_{part}.cuh" for part in ("discontinuity", "exchange", "histogram", "load", "merge_sort")),
    *(f"block/block_{part}.cuh" for part in ("radix_sort", "reduce", "scan", "shuffle", "store")),
    *(f"warp/warp_{part}.cuh" for part in ("exchange", "load", "merge_sort", "reduce", "scan", "store")),
    *("thread/thread_load.cuh", "thread/thread_operators.cuh", "thread/thread_reduce.cuh"),
    "thread/thread_store.cuh",
)
_CUB = "#pragma once\n" + "".join(
    f"#if __has_include(<cub/{part}>)\n#include <cub/{part}>\n#endif\n" for part in _CUB_PARTS
)

HOST_HEADERS: dict[str, str] = {
    "assert.h": _KNOWN_TO_NVRTC,
    "cassert": _KNOWN_TO_NVRTC,
    "cfloat": _FLOAT,
    "climits": _C.format("climits"),
    "cmath": _MATH + _FORGET_MATH + _CXX.format("cmath"),
    "cstddef": _CXX.format("cstddef"),
    "cstdint": _CXX.format("cstdint"),
    "cstdio": _KNOWN_TO_NVRTC,
    "cstdlib": _KNOWN_TO_NVRTC,
    "cstring": _KNOWN_TO_NVRTC,
    "cub/cub.cuh": _CUB,
    "float.h": _FLOAT,
    "limits": _CXX.format("limits"),
    "limits.h": _C.format("climits"),
    "math.h": _MATH,
    "stdbool.h": _KNOWN_TO_NVRTC,
    "stddef.h": _C.format("cstddef"),
    "stdint.h": _C.format("cstdint"),
    "stdio.h": _KNOWN_TO_NVRTC,
    "stdlib.h": _KNOWN_TO_NVRTC,
    "string.h": _KNOWN_TO_NVRTC,
    "sys/types.h": _TYPES,
    "type_traits": _CXX.format("type_traits"),
    "utility": _CXX.format("utility"),
}

# fmt: off
HOST_ONLY_HEADERS = frozenset((
    "algorithm", "any", "array", "atomic", "barrier", "bit", "bitset", "cctype", "cerrno", "charconv",
    "chrono", "cinttypes", "codecvt", "compare", "complex", "concepts", "condition_variable", "csignal",
    "cstdarg", "ctime", "deque", "exception", "execution", "filesystem", "format", "forward_list", "fstream",
    "functional", "future", "initializer_list", "iomanip", "ios", "iosfwd", "iostream", "istream", "iterator",
    "list", "locale", "map", "memory", "mutex", "new", "numbers", "numeric", "optional", "ostream", "queue",
    "random", "ranges", "ratio", "regex", "semaphore", "set", "shared_mutex", "span", "sstream", "stack",
    "stdexcept", "streambuf", "string", "string_view", "system_error", "thread", "tuple", "typeindex",
    "typeinfo", "unordered_map", "unordered_set", "valarray", "variant", "vector", "version", "ctype.h",
    "dirent.h", "dlfcn.h", "errno.h", "fcntl.h", "getopt.h", "inttypes.h", "libgen.h", "malloc.h", "memory.h",
    "omp.h", "pthread.h", "sched.h", "signal.h", "stdarg.h", "strings.h", "time.h", "unistd.h", "mpi.h",
    "cuda.h", "cudaTypedefs.h", "cublas_v2.h", "cublas.h", "cublasLt.h", "cublasXt.h", "cudnn.h", "cufft.h",
    "cufftXt.h", "curand.h", "cusolverDn.h", "cusparse.h", "cusparseLt.h", "cutensor.h", "nccl.h", "npp.h",
    "nvml.h", "cuda_profiler_api.h", "cudaProfiler.h", "nvToolsExt.h", "nvrtc.h", "helper_cuda.h",
    "helper_functions.h", "helper_timer.h", "helper_string.h", "Python.h",
))
# Headers of the C++ library, the system and host libraries that NVRTC lacks or cannot compile. Code that
# needs them is host code.
_HOST_ONLY_FOLDERS = (
    "sys/", "nvtx3/", "torch/", "ATen/", "c10/", "caffe2/", "pybind11/", "gtest/", "gmock/", "benchmark/", "boost/",
    "opencv2/", "linux/", "netinet/", "arpa/", "absl/", "Eigen/", "mkl", "spdlog/", "fmt/", "nlohmann/", "google/",
)
# fmt: on

OF_RELEASES = ("cuda/", "nv/", "cooperative_groups/", "cub/", "thrust/")
"""Beginnings of the names of CUDA's own headers. A header that a release lacks is refused, never empty."""

_HALVES = "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n"
_COMPLEX = "#include <cuComplex.h>\n"
_TORCH = _HALVES + "".join(
    f"#ifndef {name}\n#define {macro}\n#endif\n"
    for name, macro in (
        ("C10_DEVICE", "C10_DEVICE __device__"),
        ("C10_HOST_DEVICE", "C10_HOST_DEVICE __host__ __device__"),
        ("C10_HOST", "C10_HOST __host__"),
        ("C10_LAUNCH_BOUNDS_1", "C10_LAUNCH_BOUNDS_1(threads) __launch_bounds__(threads)"),
        ("C10_LAUNCH_BOUNDS_2", "C10_LAUNCH_BOUNDS_2(threads, blocks) __launch_bounds__(threads, blocks)"),
        ("C10_WARP_SIZE", "C10_WARP_SIZE 32"),
    )
)
# Types of their own there: an overload for one is no overload for CUDA's.
_TORCH += "#ifndef C10_TYPES\n#define C10_TYPES\nnamespace c10 {\n"
for _name, _of_cuda in (("Half", "__half"), ("BFloat16", "__nv_bfloat16")):
    _TORCH += (
        f"struct {_name} : {_of_cuda} {{ using {_of_cuda}::{_of_cuda}; {_name}() = default; "
        f"__host__ __device__ {_name}(const {_of_cuda}& own) : {_of_cuda}(own) {{}} }};\n"
    )
_TORCH += "}\nnamespace at {\nusing c10::Half;\nusing c10::BFloat16;\n}\n#endif\n"
# Includes of the headers of these libraries that device code uses.
_BROUGHT: Mapping[str, str] = {
    **dict.fromkeys(("cublas_v2.h", "cublas.h", "cublasXt.h", "cusparse.h"), _HALVES + _COMPLEX),
    **dict.fromkeys(("cublasLt.h", "nccl.h"), _HALVES),
    "cusolverDn.h": _COMPLEX,
    "cufft.h": f"{_COMPLEX}typedef cuComplex cufftComplex;\ntypedef cuDoubleComplex cufftDoubleComplex;\n"
    "typedef float cufftReal;\ntypedef double cufftDoubleReal;\n",
}
_FOLDERS_OF_TORCH = ("torch/", "ATen/", "c10/")

# Libraries of CUDA that take long to read: device code that does not name their namespace does not need them. The
# folder of each has the name of its namespace.
_LARGE_LIBRARIES = ("thrust", "cub", "cutlass", "cute")

_MOST_FILES = 20_000
# Parts of ``cuda-toolkit``, which headers' names begin with.
_WHEELS = ("curand", "cufft", "cusparse", "nvjpeg")

# Names of the C++ library that device code uses, by the header that declares them.
_NAMES: Mapping[str, str] = {
    "type_traits": (
        r"enable_if\w*|conditional\w*|aligned_storage\w*|aligned_union\w*|decay\w*|is_\w+|remove_\w+|"
        r"add_\w+|make_(?:un)?signed\w*|common_type\w*|integral_constant|bool_constant|true_type|"
        r"false_type|void_t|underlying_type\w*|alignment_of\w*|rank|extent|conjunction\w*|disjunction\w*|"
        r"negation\w*|invoke_result\w*|result_of\w*|has_\w+|type_identity\w*"
    ),
    "utility": (
        r"move|forward|pair|make_pair|swap|exchange|declval|(?:make_)?in(?:teger|dex)_sequence\w*|"
        r"index_sequence_for"
    ),
    "limits": r"numeric_limits",
    "cstdint": r"u?int(?:_fast|_least)?(?:8|16|32|64)_t|u?intptr_t|u?intmax_t",
    "cstddef": r"size_t|ptrdiff_t|nullptr_t|byte|max_align_t",
    "tuple": r"tuple\w*|make_tuple|get|tie|apply",
    "array": r"array",
    "complex": r"complex|conj|arg|polar",
    "functional": (
        r"plus|minus|multiplies|divides|modulus|negate|equal_to|not_equal_to|greater\w*|less\w*|"
        r"logical_\w+|bit_\w+"
    ),
    "optional": r"optional|nullopt",
    "initializer_list": r"initializer_list",
    "numeric": r"accumulate|iota|reduce",
    "cmath": (
        r"f?abs[fl]?|sqrt[fl]?|exp(?:2|m1)?[fl]?|log(?:2|10|1p)?[fl]?|pow[fl]?|sin[fl]?|cos[fl]?|"
        r"tanh?[fl]?|floor[fl]?|ceil[fl]?|round[fl]?|trunc[fl]?|f?max[fl]?|f?min[fl]?|fma[fl]?|isnan|isinf|"
        r"isfinite|signbit|copysign[fl]?|erfc?[fl]?|fmod[fl]?|hypot[fl]?|atan2?[fl]?|asin[fl]?|acos[fl]?|"
        r"sinh[fl]?|cosh[fl]?|cbrt[fl]?|l?lround[fl]?|l?lrint[fl]?|nearbyint[fl]?|rint[fl]?|lgamma[fl]?|"
        r"tgamma[fl]?|ldexp[fl]?|frexp[fl]?|modf[fl]?"
    ),
}
_STD_NAMES = {header: re.compile(names) for header, names in _NAMES.items()}
_QUALIFIED = pattern(r"\bstd\s*::\s*(\w+)")
# Folders of libcu++ with one header for each name, and names that are in another name's header.
_PARTS: Mapping[str, str] = {"type_traits": "cuda/std/__type_traits", "utility": "cuda/std/__utility"}
_STEMS: Mapping[str, str] = {
    **dict.fromkeys(("true_type", "false_type", "bool_constant"), "integral_constant"),
    **dict.fromkeys(
        ("index_sequence", "make_index_sequence", "make_integer_sequence", "index_sequence_for"),
        "integer_sequence",
    ),
    "make_pair": "pair",
}
_IN_ALGORITHM = frozenset(("min", "max", "clamp"))
_STORAGE = """
namespace std {
template <size_t SIZE, size_t ALIGNMENT = alignof(double)> struct aligned_storage {
    struct type { alignas(ALIGNMENT) unsigned char bytes[SIZE]; };
};
template <size_t SIZE, size_t ALIGNMENT = alignof(double)>
using aligned_storage_t = typename aligned_storage<SIZE, ALIGNMENT>::type;
}
"""
# libcu++ has no public header of these two alone.
_ALGORITHM = """
namespace std {
template <class T> __host__ __device__ constexpr const T& min(const T& a, const T& b) { return b < a ? b : a; }
template <class T> __host__ __device__ constexpr const T& max(const T& a, const T& b) { return a < b ? b : a; }
template <class T> __host__ __device__ constexpr const T& clamp(const T& x, const T& low, const T& high) {
    return x < low ? low : high < x ? high : x;
}
}
"""
# Functions of CUDA's runtime for device code that NVRTC does not declare.
_FUNCTIONS: Mapping[str, str] = {
    name: f'static __device__ void {name}() {{ asm volatile("griddepcontrol.{action};" ::: "memory"); }}\n'
    for name, action in (
        ("cudaGridDependencySynchronize", "wait"),
        ("cudaTriggerProgrammaticLaunchCompletion", "launch_dependents"),
    )
}


def _defined(header: str) -> frozenset[str]:
    return frozenset(re.findall(r"#define (\w+)", HOST_HEADERS[header]))


# nvcc includes <cuda_runtime.h> first, and with it C library headers, so files use these names without an include.
_IMPLICIT: Mapping[str, frozenset[str]] = {
    "math.h": _defined("math.h"),
    "stdint.h": frozenset(f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)),
    "sys/types.h": frozenset(("ushort", "uint", "ulong")),
    "limits.h": frozenset(
        f"{name}_{end}"
        for name in ("CHAR", "SHRT", "INT", "UINT", "LONG", "ULONG", "LLONG", "ULLONG")
        for end in ("MIN", "MAX")
    ),
    "float.h": _defined("float.h"),
}


def is_host_only(name: str) -> bool:
    """Whether a header is of the C++ library, the system or a host library."""
    return name in HOST_ONLY_HEADERS or name.startswith(_HOST_ONLY_FOLDERS)


def empty_text(name: str) -> str:
    """Return the text in place of a header: its includes that device code uses, or nothing."""
    return "#pragma once\n" + _BROUGHT.get(name, _TORCH if name.startswith(_FOLDERS_OF_TORCH) else "")


def is_unused_library(name: str, words: set[str]) -> bool:
    """Whether a header is of a library whose namespace is not among the words of the device code."""
    library, slash, _ = name.partition("/")
    return bool(slash) and library in _LARGE_LIBRARIES and library not in words


def light_text(name: str, texts: Iterable[str]) -> str | None:
    """Return a text for a header of `HOST_HEADERS` that is read faster; None if some texts use other names of it."""
    if name not in ("cmath", "type_traits", "utility", "limits"):
        return None
    for word in _std_names(texts) - _IN_ALGORITHM:
        if not any(pattern.fullmatch(word) for pattern in _STD_NAMES.values()):
            return None
    return HOST_HEADERS["math.h"] if name == "cmath" else "#pragma once\n"


def implied_headers(
    texts: Iterable[str], words: set[str], declared: set[str], *, is_std_open: bool = False
) -> tuple[dict[str, str], str]:
    """Return headers and further text for names that device code uses without an include that NVRTC would find."""
    headers = {name: HOST_HEADERS[name] for name, names in _IMPLICIT.items() if (words & names) - declared}
    used = _std_names(texts) if "std" in words else set()
    if is_std_open:
        patterns = [_STD_NAMES[header] for header in ("type_traits", "limits", "complex", "tuple")]
        used |= {word for word in words - declared if any(pattern.fullmatch(word) for pattern in patterns)}
    further = "".join(text for name, text in _FUNCTIONS.items() if name in words - declared)
    further += _ALGORITHM if used & _IN_ALGORITHM else ""
    for header in _STD_NAMES:
        if names := sorted(filter(_STD_NAMES[header].fullmatch, used)):
            headers[header] = _standard_text(header, names)
    return headers, further


def _std_names(texts: Iterable[str]) -> set[str]:
    return {match[1] for text in texts for match in _QUALIFIED.finditer(text)}


def _standard_text(header: str, names: Sequence[str]) -> str:
    """Return a text with some names of a header of the C++ library, from libcu++'s headers."""
    # The whole of ``<type_traits>`` or ``<cmath>`` takes most of a second to read, the parts for a few names 30 ms.
    if header == "cmath":
        # nvcc's names in std are CUDA's functions too.
        using = "".join(f"using ::{name}; " for name in names)
        return f"{HOST_HEADERS['math.h']}namespace std {{ {using}}}\n"
    folder = _PARTS.get(header)
    if folder is None:
        whole = f"#include <cuda/std/{header}>\nnamespace std {{ using namespace cuda::std; }}\n"
        return HOST_HEADERS.get(header, whole)
    own_storage = [name for name in names if "aligned_storage" in name]
    stems = dict.fromkeys(
        _STEMS.get(name, re.sub(r"_[tv]$", "", name)) for name in names if name not in own_storage
    )
    parts = "".join(
        f"#if __has_include(<{folder}/{stem}.h>)\n#include <{folder}/{stem}.h>\n"
        f"#else\n#include <cuda/std/{header}>\n#endif\n"
        for stem in stems
    )
    opened = "namespace cuda { namespace std { } }\nnamespace std { using namespace cuda::std; }\n"
    return "#pragma once\n" + (parts + opened if parts else "") + (_STORAGE if own_storage else "")


def provider(name: str, release: Release, source: Path) -> str:
    """Return the package or setting that provides a missing header; empty if it is unknown."""
    for wheel in _WHEELS:
        if name.startswith(wheel):
            return f"pip install 'cuda-toolkit[{wheel}]=={release_text(release)}.*'"
    files = (file for file in _files_near(source.parent) if file.endswith(f"/{name}"))
    near = dict.fromkeys(display_path(Path(file[: -len(name) - 1])) for file in files)
    return f"include_dirs = {json.dumps([*near])}" if near else ""


@functools.lru_cache(maxsize=4)
def _files_near(folder: Path) -> tuple[str, ...]:
    """Return the files of a folder's repository, or else of three folders above; at most about `_MOST_FILES`."""
    roots = [folder, *folder.parents]
    root = next((root for root in roots if (root / ".git").exists()), roots[min(3, len(roots) - 1)])
    listed: list[str] = []
    for place, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        listed += (f"{place}/{name}" for name in files)
        if len(listed) > _MOST_FILES:
            break
    return tuple(listed)
