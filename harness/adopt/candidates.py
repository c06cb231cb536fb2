"""Launches of a kernel that are worth a trial, in the order of likelihood: of the fit, the style and the block."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..operation.size import N_COLS, STRIDES
from ..variant.variant import Block
from .fitting.fit import Fit, fits_of
from .fitting.instances import Instance
from .host_calls import HostCall, host_styles, takes_size
from .launch_styles import LaunchStyle, in_whole_tiles, likely_styles, needs_whole_tiles
from .reading.compiled_kernel import Compiled
from .reading.signature import KernelSignature

_MOST_FITS = 120
_OF_TILES = 0.8
"""How much less likely it is that a kernel needs whole tiles."""
_OF_BLOCK, _OF_COMPILED_BLOCK = 1.2, 4.0
"""How much less likely each further block is. One that is a macro has to be compiled, so it comes later."""
_OF_BLOCK_OF_ROWS = 0.4
_MOST_OF_HOST = 60
"""Launches of host code, each by one reading of the parameters, that are tried."""

Launch = tuple[Fit, LaunchStyle, Block]


def launches_of_host(
    kernel: KernelSignature,
    calls: Sequence[HostCall],
    given: Mapping[str, str],
    instance: Instance,
    fits: Sequence[Fit],
    compiled: Compiled,
) -> Iterator[Launch]:
    """Yield the launches that host code makes of an instance, those without conditions first."""
    weighed: list[tuple[float, int, Launch]] = []
    rows = list(dict.fromkeys(each.operation for each in fits if each.operation.has_one_matrix))
    for call in calls:
        if instance.entry not in [each.entry for each in call.instances]:
            continue
        told: tuple[Fit, ...] = ()
        if call.given:
            # Other operations have names of their own, which no name of a host variable tells.
            told, _ = fits_of(kernel, compiled.facts, {**call.given, **given}, rows)
        for fit in dict.fromkeys((*told, *fits)):
            # A kernel without a size cannot check bounds, so its author launches it for whole tiles.
            of_parts = 0.0 if takes_size(fit) else 0.4
            for style in host_styles(kernel, call.launch, fit):
                for block in filter(compiled.takes, style.blocks):
                    whole = in_whole_tiles(style, block, fit.operation)
                    if whole is None or not needs_whole_tiles(style):
                        weighed.append((fit.cost + of_parts, len(style.requires), (fit, style, block)))
                    if whole is not None:
                        weighed.append((fit.cost + 0.2, len(whole.requires), (fit, whole, block)))
    # A launch without conditions says most of the kernel.
    weighed.sort(key=lambda each: each[:2])
    yield from (launch for *_, launch in weighed[:_MOST_OF_HOST])


def usual_launches(fits: Sequence[Fit], compiled: Compiled, *, is_block_compiled: bool) -> Iterator[Launch]:
    weighed: list[tuple[float, Launch]] = []
    may_be_tiles = compiled.facts.is_shared or "tid.y" in compiled.facts.indices
    for fit in fits[:_MOST_FITS]:
        of_block = _OF_COMPILED_BLOCK if is_block_compiled else _OF_BLOCK
        if fit.operation.has_one_matrix:
            of_block = _OF_BLOCK_OF_ROWS
        costs, styles = zip(*likely_styles(fit.operation, compiled.facts), strict=True)
        if not _takes_columns(fit):
            # The number of columns is then that of the threads, or a multiple.
            styles = tuple(sorted(styles, key=lambda style: not style.requires))
        for place, (of_style, style) in enumerate(zip(costs, styles, strict=True)):
            for turn, block in enumerate(filter(compiled.takes, style.blocks)):
                weighed.append((fit.cost + of_style + of_block * turn, (fit, style, block)))
                if not may_be_tiles and takes_size(fit):
                    continue
                whole = in_whole_tiles(style, block, fit.operation)
                if whole is not None:
                    # No block is usual for tiles.
                    weighed.append((fit.cost + _OF_TILES + 0.3 * place + 0.5 * turn, (fit, whole, block)))
    weighed.sort(key=lambda each: each[0])
    yield from (launch for _, launch in weighed)


def _takes_columns(fit: Fit) -> bool:
    """Whether a kernel takes its number of columns, by itself or as a stride."""
    names = {N_COLS, *(size.name for size in fit.operation.sizes if size.of == N_COLS)}
    strides = {*STRIDES, *(stride.name for stride in fit.operation.strides)}
    return bool((names | strides) & set(fit.args))
