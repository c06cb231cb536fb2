"""Compile requests of variants; no other module makes one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from ..settings.settings import Settings
from ..variant import matrix
from ..variant.case import Case
from ..variant.shape import WARP
from ..variant.variant import TRITON, Block, StructArgument, Variant
from .artifact import Argument, CompileRequest, StructParameter, TritonCall

# Bytes or units: Triton compiles other code for pointers and integers that are divisible by this number.
_ALIGNMENT = 16
# The smallest integer of a class represents it: 0 and 32 give the code of 16, 7 gives the code of 17.
_ONE, _DIVISIBLE, _OTHER = 1, _ALIGNMENT, _ALIGNMENT + 1
_INT32 = range(-(2**31), 2**31)
_WIDE = 2**32
# Element type of scratch buffers in a Triton kernel.
_SCRATCH_TYPE = "float32"


def file_request(path: Path, arch: str, options: tuple[str, ...]) -> CompileRequest:
    return CompileRequest(path, arch, options=options)


def instance_request(
    path: Path, arch: str, entry: str, defines: Mapping[str, str], include_dirs: tuple[Path, ...]
) -> CompileRequest:
    """Return the request for one kernel of a source without a declaration."""
    instances = () if entry.isidentifier() else (entry,)
    macros = tuple(defines.items())
    return CompileRequest(
        path, arch, defines=macros, include_dirs=include_dirs, instances=instances, kernels=(entry,)
    )


def code_request(
    variant: Variant, block: Block, dtype: str, *, arch: str, target: str, settings: Settings
) -> CompileRequest:
    if variant.language == TRITON:
        raise variant.error_at((), "a Triton kernel has no code without a case (got none)")
    layouts = dict.fromkeys(
        StructParameter(launch.entry, position, tuple(name for name, _ in argument.fields))
        for launch in variant.launches
        for position, argument in enumerate(launch.args)
        if isinstance(argument, StructArgument)
    )
    return replace(
        _request(variant, arch, target, settings),
        defines=variant.macros(block, dtype),
        instances=variant.instances,
        layouts=tuple(layouts),
        kernels=tuple(dict.fromkeys(launch.entry for launch in variant.launches)),
    )


def case_request(case: Case, *, arch: str, target: str, settings: Settings) -> CompileRequest:
    """Return the request for the code of a case: of its block and type, and for Triton also of its sizes."""
    variant = case.variant
    if variant.language != TRITON:
        return code_request(variant, case.block, case.dtype, arch=arch, target=target, settings=settings)
    if target == "ptx" and variant.arch:
        arch = variant.arch
    return replace(_request(variant, arch, target, settings), triton=_triton_call(case))


def matrix_requests(
    variant: Variant, block: Block, dtype: str, *, arch: str, target: str, settings: Settings
) -> tuple[CompileRequest, ...]:
    """Return the distinct requests of the matrix's cases of one block and type; a single one unless Triton compiles."""
    if variant.language != TRITON:
        return (code_request(variant, block, dtype, arch=arch, target=target, settings=settings),)
    cases = (case for case in matrix.cases(variant) if case.block == block and case.dtype == dtype)
    requests = (case_request(case, arch=arch, target=target, settings=settings) for case in cases)
    return tuple(dict.fromkeys(requests))


def _triton_call(case: Case) -> TritonCall:
    (planned,) = case.plan()
    offsets = {"inp": case.placement.inp_offset, "out": case.placement.out_offset}
    pointers = {scratch.name: (_SCRATCH_TYPE, 0) for scratch in case.variant.scratch}
    for array in case.variant.operation.arrays:
        element = case.variant.types.get(array.name) or array.dtype or case.dtype
        rows = array.rows or (("out" if array.role == "out" else "inp") if array.strides else "")
        pointers[array.name] = element, offsets.get(rows, 0) * array.element(case.dtype).itemsize
    # For heuristics, which do not see pointers and unknown floats.
    known: dict[str, int | float] = {**case.shape.integers, **case.variant.constants, **planned.numbers}
    actual = tuple(None if text in pointers else known.get(text) for text in planned.args)
    return TritonCall(
        planned.entry,
        tuple(argument_of(text, pointers, case.shape.integers, planned.numbers) for text in planned.args),
        planned.constants,
        planned.block[0] // WARP,
        case.variant.n_stages,
        case.variant.n_ctas,
        actual if case.variant.launches[0].has_heuristics else (),
    )


def _request(variant: Variant, arch: str, target: str, settings: Settings) -> CompileRequest:
    options, include_dirs = variant.compile_options, settings.include_dirs
    return CompileRequest(variant.code_path, arch, target, options=options, include_dirs=include_dirs)


def argument_of(
    text: str,
    pointers: Mapping[str, tuple[str, int]],
    integers: Mapping[str, int],
    numbers: Mapping[str, int | float],
) -> Argument:
    """Return the argument for a name, rule or number of ``args``; a pointer has a type and an offset in bytes."""
    if text in pointers:
        dtype, offset_bytes = pointers[text]
        return "pointer", dtype, offset_bytes % _ALIGNMENT and 1
    value = numbers[text] if text in numbers else integers.get(text)
    if not isinstance(value, int):
        return "float", "", 0  # Triton does not specialise on floats
    if value == _ONE:
        return "integer", "", _ONE
    representative = _OTHER if value % _ALIGNMENT else _DIVISIBLE
    return "integer", "", representative if value in _INT32 else _WIDE + representative
