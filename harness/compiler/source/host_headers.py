"""Replacements for the C and C++ library headers that kernel files include and NVRTC does not have.

nvcc compiles a file for the host too, so ``#include <math.h>`` finds the system's header. NVRTC compiles device code
only and has no such headers; it declares device math, ``printf``, ``assert`` and ``memcpy`` itself. A replacement
includes CUDA's libcu++ if libcu++ has the names, defines macros that libcu++ lacks, and is empty if the compiler has
the names. Other headers (containers, streams, threads) have no meaning on a device: `host_code` replaces them by empty
ones, and code that uses them is removed or refused.
"""

from __future__ import annotations

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
    "FLT_RADIX": "2",
    "FLT_MANT_DIG": "24",
    "FLT_DIG": "6",
    "FLT_MIN_EXP": "(-125)",
    "FLT_MAX_EXP": "128",
    "FLT_EPSILON": "0x1p-23f",
    "FLT_MIN": "0x1p-126f",
    "FLT_TRUE_MIN": "0x1p-149f",
    "FLT_MAX": "0x1.fffffep+127f",
    "DBL_MANT_DIG": "53",
    "DBL_DIG": "15",
    "DBL_MIN_EXP": "(-1021)",
    "DBL_MAX_EXP": "1024",
    "DBL_EPSILON": "0x1p-52",
    "DBL_MIN": "0x1p-1022",
    "DBL_TRUE_MIN": "0x1p-1074",
    "DBL_MAX": "0x1.fffffffffffffp+1023",
}
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
