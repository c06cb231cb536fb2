"""Logs are those of the releases named, for small kernels that use what these do not have."""

from pathlib import Path

import pytest

from harness.releases.model import Cannot
from harness.releases.refusal import limit_of, warnings_of

CUDA = Path("/site/nvidia/cuda_cccl/include")

LIMITS = {
    # 11.8 and 13.5, griddepcontrol for sm_80
    "a later architecture": (
        "ptxas application ptx input, line 28; error   : Modifier '.wait' requires .target sm_90 or higher\n"
        "ptxas application ptx input, line 28; error   : "
        "Instruction 'griddepcontrol' requires .target sm_90 or higher\n"
        "ptxas fatal   : Ptx assembly aborted due to errors\n",
        Cannot.ARCH,
        "Modifier '.wait' requires .target sm_90 or higher",
    ),
    # 13.5, redux.sync.max.f32 for sm_90
    "another family": (
        "ptxas application ptx input, line 29; error   : Instruction 'redux.f32' not supported on .target 'sm_90'\n"
        "ptxas fatal   : Ptx assembly aborted due to errors\n",
        Cannot.ARCH,
        "Instruction 'redux.f32' not supported on .target 'sm_90'",
    ),
    # 12.4, tcgen05.wait
    "a later instruction": (
        "ptxas application ptx input, line 25; error   : Not a name of any known instruction: 'tcgen05.wait'\n"
        "ptxas fatal   : Ptx assembly aborted due to errors\n",
        Cannot.ISA,
        "Not a name of any known instruction: 'tcgen05.wait'",
    ),
    # 12.4, redux.sync.max.f32
    "a later type of an instruction": (
        "ptxas application ptx input, line 29; error   : Unexpected instruction types specified for 'redux'\n"
        "ptxas fatal   : Ptx assembly aborted due to errors\n",
        Cannot.ISA,
        "Unexpected instruction types specified for 'redux'",
    ),
    # 11.8, barrier.cluster.arrive.relaxed, which came with PTX ISA 8.0
    "a later modifier of an instruction": (
        "ptxas application ptx input, line 232; error   : "
        "Illegal modifier '.relaxed' for instruction 'barrier.cluster.arrive'\n"
        "ptxas fatal   : Ptx assembly aborted due to errors\n",
        Cannot.ISA,
        "Illegal modifier '.relaxed' for instruction 'barrier.cluster.arrive'",
    ),
    # 12.4, CUB
    "a header of the host in CUDA's own": (
        f"{CUDA}/cub/block/specializations/../../block/../util_type.cuh(47): catastrophic error: "
        'cannot open source file "iostream"\n  #include <iostream>\n                     ^\n\n'
        '1 catastrophic error detected in the compilation of "k.cu".\nCompilation terminated.\n',
        Cannot.HEADER,
        "<iostream>, which CUDA's cub/util_type.cuh includes",
    ),
    # 12.4, CUB with a stand-in for <iterator>; what follows is in the user's file too
    "a name of the host's in CUDA's own": (
        f'{CUDA}/cub/util_type.cuh(116): error: namespace "std" has no member "iterator_traits"\n'
        "  using value_t = typename std::iterator_traits<Iterator>::value_type;\n"
        f'{CUDA}/cub/util_type.cuh(116): error: expected a ";"\n'
        'k.cu(30): error: namespace "cub" has no member "BlockReduce"\nk.cu(31): error: expected a ";"\n',
        Cannot.HEADER,
        "std::iterator_traits of the host's headers, which CUDA's cub/util_type.cuh uses",
    ),
    # 11.8, CUB with a stand-in for <iostream>
    "a function of the host in CUDA's own": (
        f"{CUDA}/cub/block/specializations/../../block/../util_type.cuh(979): error: A function without execution "
        "space annotations (__host__/__device__/__global__) is considered a host function, and host functions are "
        "not allowed in JIT mode. Consider using -default-device flag to process unannotated functions as "
        "__device__ functions in JIT mode\n",
        Cannot.HEADER,
        "host functions, which CUDA's cub/util_type.cuh declares without NVRTC in mind",
    ),
    "a header of CUDA's that is not there": (
        'k.cu(3): catastrophic error: cannot open source file "cuda/barrier"\n',
        Cannot.HEADER,
        "<cuda/barrier>",
    ),
    # 13.5, sm_75
    "an intrinsic": (
        'k.cu(1): error: identifier "__reduce_add_sync" is undefined\n'
        '  extern "C" __global__ void k(float* error) { }\n  ^\n\n'
        '1 error detected in the compilation of "k.cu".\n',
        Cannot.INTRINSIC,
        'identifier "__reduce_add_sync" is undefined',
    ),
    # 12.4; the second error follows from the first
    "a member that is called as a template": (
        'k.cu(94): error: namespace "cuda::ptx" has no member "n32_t"\n'
        "    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());\n"
        "k.cu(94): error: expected an expression\n"
        "    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());\n"
        '2 errors detected in the compilation of "k.cu".\n',
        Cannot.INTRINSIC,
        'namespace "cuda::ptx" has no member "n32_t"',
    ),
    # 12.4
    "a function of half precision": (
        'k.cu(124): error: identifier "htanh" is undefined\n',
        Cannot.INTRINSIC,
        'identifier "htanh" is undefined',
    ),
    # 11.8, sm_80
    "a member of a namespace of CUDA's": (
        'k.cu(2): error: namespace "cooperative_groups" has no member "this_cluster"\n\n'
        '1 error detected in the compilation of "k.cu".\n',
        Cannot.INTRINSIC,
        'namespace "cooperative_groups" has no member "this_cluster"',
    ),
    # 12.4
    "a later standard": (
        "nvrtc: error: invalid value for --std (-std)\n",
        Cannot.OPTION,
        "invalid value for --std (-std)",
    ),
    "an option": (
        "nvrtc: error: unrecognized option --nope found\n",
        Cannot.OPTION,
        "unrecognized option --nope found",
    ),
    "the source's own words": (
        "k.cu(4): error: #error directive: needs sm_80\n",
        Cannot.SOURCE,
        "#error directive: needs sm_80",
    ),
}

FAULTS = {
    "a misspelt name": 'k.cu(5): error: identifier "expff" is undefined\n',
    "a missing header of the user's own": 'k.cu(2): catastrophic error: cannot open source file "reduc.cuh"\n',
    "a header of the host in the user's own": 'k.cu(2): catastrophic error: cannot open source file "vector"\n',
    "a limit beside a fault": LIMITS["an intrinsic"][0] + 'k.cu(5): error: expected a ";"\n',
    "a fault before a limit on one line": 'k.cu(5): error: expected a ";"\n'
    'k.cu(5): error: identifier "__reduce_add_sync" is undefined\n',
    "wrong assembly": "ptxas application ptx input, line 5; error   : Arguments mismatch for instruction 'add'\n"
    "ptxas fatal   : Ptx assembly aborted due to errors\n",
    "a fault before CUDA's headers fail": 'k.cu(5): error: expected a ";"\n'
    f'{CUDA}/cub/util_type.cuh(116): error: namespace "std" has no member "iterator_traits"\n',
    "a misuse of CUDA's own": f'{CUDA}/cub/block/x.cuh(5): error: static assertion failed with "threads"\n',
    "a host function of the user's own": "k.cu(5): error: A function without execution space annotations "
    "(__host__/__device__/__global__) is considered a host function\n",
    "a failed static_assert": 'k.cu(2): error: static assertion failed with "block too small"\n',
    "nothing at all": "",
    "something new": "nvrtc: something that nobody has seen\n",
}


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_of_a_release_is_named(name):
    log, reason, message = LIMITS[name]
    skip = limit_of(log, [CUDA])
    assert skip is not None
    assert (skip.reason, skip.message) == (reason, message)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_the_variant_is_no_limit(name):
    assert limit_of(FAULTS[name], [CUDA]) is None


def test_warnings_are_listed_once_without_their_places():
    log = (
        'k.cu(1): warning #177-D: variable "unused" was declared but never referenced\n  int unused;\n      ^\n\n'
        'k.cu(9): warning #177-D: variable "unused" was declared but never referenced\n'
        "nvrtc: warning : Architectures prior to 'compute_75' are deprecated\n"
        'Remark: The warnings can be suppressed with "-diag-suppress <warning-number>"\n'
        "ptxas info    : 0 bytes gmem\n"
    )
    assert warnings_of(log) == (
        'variable "unused" was declared but never referenced',
        "Architectures prior to 'compute_75' are deprecated",
    )
