"""Compile requests of variants; no other module makes one."""

from __future__ import annotations

from dataclasses import replace

from ..settings.settings import Settings
from ..variant.struct_argument import StructArgument
from ..variant.variant import Block, Variant
from .artifact import CompileRequest
from .layouts import StructParameter


def code_request(
    variant: Variant, block: Block, dtype: str, *, arch: str, target: str, settings: Settings
) -> CompileRequest:
    """Return the request for a variant's code.

    Parameters
    ----------
    variant : Variant
        Gives source, macros, options and instances.
    block : Block
        Threads of a block, for the macros.
    dtype : str
        Element type, for the macros.
    arch : str
        Target such as ``sm_90``.
    target : {"ptx", "cubin"}
        Kind of code.
    settings : Settings
        Include folders.

    Raises
    ------
    SpecError
        A rule among the variant's ``defines`` has no value for this block.
    """
    request = source_request(variant, arch, settings)
    layouts = dict.fromkeys(
        StructParameter(launch.entry, position, tuple(name for name, _ in argument.fields))
        for launch in variant.launches
        for position, argument in enumerate(launch.args)
        if isinstance(argument, StructArgument)
    )
    return replace(
        request,
        target=target,
        defines=variant.macros(block, dtype),
        instances=variant.instances,
        layouts=tuple(layouts),
        kernels=tuple(dict.fromkeys(each.entry for each in variant.launches)),
    )


def source_request(variant: Variant, arch: str, settings: Settings) -> CompileRequest:
    """Return the request for a variant's source without macros: enough to find the headers it includes."""
    return CompileRequest(
        variant.code_path, arch, options=variant.compile_options, include_dirs=settings.include_dirs
    )
