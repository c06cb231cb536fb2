"""Adopts a kernel of any operation: finds the operation with the launch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ..errors import HarnessError
from ..operation.model import Operation
from .adopted import Adoption, Wishes
from .completion import (
    check_signature,
    guessed_lines,
    is_cooperative,
    likely_arithmetic,
    read_lines,
    refused_line,
    tried_line,
    with_constants,
    with_exactness,
)
from .drafts.draft import Draft
from .fitting.array_fit import Fit, Misfit
from .fitting.instances import Instance, read_instances
from .fitting.parameter_names import DTYPES
from .fitting.roles import Unknown
from .launches.launch import HostLaunch
from .launches.rules import launches_of, told_arguments
from .operation_search import MOST_PROBES, Found, Nearest, OperationSearch, fits_of
from .reading.compiled_kernel import Compiled
from .reading.signature import KernelSignature
from .trials.trial import Trial

_MOST_INSTANCES = 12
_MOST_OF_LAUNCH = 3
"""Instances that one launch may mean, as its template arguments are told in part."""


def adopt_any(
    kernel: KernelSignature,
    wishes: Wishes,
    operations: Sequence[Operation],
    trial: Trial,
    on_step: Callable[[str], None],
    most_probes: int = MOST_PROBES,
    launches: Sequence[HostLaunch] = (),
) -> Adoption:
    """Find operation, arguments and launch among all operations whose arrays fit."""
    instances: tuple[Instance, ...] = (Instance(wishes.entry, {}),)
    if "<" not in wishes.entry:
        instances, missing = _instances(kernel, wishes, operations[0], launches)
        if missing:
            return Adoption(kernel.qualified, unknown=missing)
    search = OperationSearch(
        kernel, trial, trial.search_clock, lambda each: likely_arithmetic(kernel, each), most_probes, launches
    )
    refused: HarnessError | None = None
    compiled: Compiled | None = None
    misfits: tuple[Misfit, ...] = ()
    for instance in instances:
        draft = Draft(
            summary=kernel.name,
            source=wishes.source,
            args=("inp", "out"),
            block=((256, 1, 1),),
            grid=("1",),
            entry=instance.entry,
            cooperative=is_cooperative(kernel),
            defines=instance.defines,
        )
        on_step(f"{instance.entry}: compiling")
        try:
            compiled = trial.compiled(draft)
        except HarnessError as error:
            refused = refused or error  # a guessed template argument may not compile
            continue
        check_signature(kernel, compiled)
        fits, misfits = fits_of(kernel, compiled, wishes.given, operations)
        if not fits and not _differs_in_use(kernel):
            break
        on_step(
            f"{instance.entry}: running launches of {len({each.operation.name for each in fits})} operations"
        )
        for dtype in _types_of(kernel, compiled, fits):
            found = search.find(replace(draft, dtypes=(dtype,)), fits, compiled)
            if found is not None:
                told = _finished(kernel, wishes, found, instance, compiled, trial)
                return replace(told, nearest=_beside(search, found))
    if compiled is None:
        assert refused is not None  # there is one instance at least
        raise refused
    unknown = Unknown("operation", _no_operation(search, misfits))
    if trial.shared_unknown:
        unknown = Unknown("smem_bytes", trial.shared_unknown)
    nearest = search.nearest[0] if search.nearest else None
    return Adoption(
        kernel.qualified,
        replace(draft, operation=nearest.operation, args=nearest.args, grid=("?",)) if nearest else None,
        unknown=(unknown,),
        read=read_lines(kernel, compiled),
        verified=tried_line(trial),
        nearest=search.nearest,
        misfits=misfits,
    )


def _instances(
    kernel: KernelSignature, wishes: Wishes, operation: Operation, launches: Sequence[HostLaunch]
) -> tuple[tuple[Instance, ...], tuple[Unknown, ...]]:
    """Return the instances that host code launches, then the usual ones; unknown parameters if there are none."""
    own = {each.name for each in kernel.template}
    found: dict[str, Instance] = {}
    for launch in launches_of(launches, kernel):
        told = {name: text for name, text in told_arguments(launch, kernel).items() if name in own}
        read, _ = read_instances(kernel, {**told, **wishes.given}, operation)
        for each in read[:_MOST_OF_LAUNCH] if told else ():
            found.setdefault(each.entry, each)
    usual, missing = read_instances(kernel, wishes.given, operation)
    for each in usual:
        found.setdefault(each.entry, each)
    return tuple(found.values())[:_MOST_INSTANCES], () if found else missing


def _differs_in_use(kernel: KernelSignature) -> bool:
    """Whether instances of a kernel may read and write other arrays than the first: those of a boolean may."""
    return any(each.type == "bool" for each in kernel.template)


def _no_operation(search: OperationSearch, misfits: Sequence[Misfit]) -> str:
    if search.nearest:
        first = search.nearest[0]
        return f"no known launch gave right results; nearest {first.operation} ({first.why})"
    return no_operation_fits(misfits)


def no_operation_fits(misfits: Sequence[Misfit]) -> str:
    """Say that a kernel's parameters are those of no operation, with the likeliest one."""
    said = "no operation has arrays for its parameters"
    return f"{said}; nearest {misfits[0].operation.name}: {misfits[0].why}" if misfits else said


def _beside(search: OperationSearch, found: Found) -> tuple[Nearest, ...]:
    """Return the operations that were tried before the found one, the nearest first."""
    return tuple(each for each in search.nearest if each.operation != found.fit.operation.name)


def _types_of(kernel: KernelSignature, compiled: Compiled, fits: Sequence[Fit]) -> tuple[str, ...]:
    """Return the possible element types of the likeliest reading, the likeliest first."""
    if not fits:
        return ()
    elements = {each.name for each in fits[0].operation.arrays if each.dtype is None}
    if not elements:
        return ("float32",)
    widths: set[int] = set()
    for n, (parameter, role) in enumerate(zip(kernel.parameters, fits[0].reading.args, strict=True)):
        if role not in elements:
            continue
        if parameter.type in DTYPES:
            return (DTYPES[parameter.type],)
        if not any(parameter.type == each.name for each in kernel.template):
            use = compiled.facts.use(n)
            widths.add(use.n_bytes if use else 0)
    # A type of the source's own is spelled out in the mangled name.
    for mangled, dtype in (("13__nv_bfloat16", "bfloat16"), ("6__half", "float16")):
        if widths and mangled in compiled.symbol:
            return (dtype,)
    known = {4: ("float32",), 2: ("bfloat16", "float16"), 8: ("float64",)}
    return known.get(next(iter(widths), 0), ("float32", "float16", "bfloat16", "float64"))


def _finished(
    kernel: KernelSignature,
    wishes: Wishes,
    found: Found,
    instance: Instance,
    compiled: Compiled,
    trial: Trial,
) -> Adoption:
    """Complete the declaration of a launch with right results."""
    trial.finish()
    operation = found.fit.operation
    draft = trial.with_alignment(found.draft)
    if "KH_SCALAR" in draft.entry:
        others = [each for each in ("float32", "float16", "bfloat16") if each not in draft.dtypes]
        draft = replace(draft, dtypes=(*draft.dtypes, *trial.right_types(draft, others)))
    draft = replace(draft, summary=f"{kernel.name}: {found.style.name}.")
    draft = with_constants(draft, kernel, operation, trial)
    draft, is_exact, is_serial = with_exactness(draft, operation, trial)
    draft = trial.with_launch_limits(draft, operation, compiled)
    return Adoption(
        kernel.qualified,
        draft,
        is_whole=True,
        style=found.style.name,
        read=read_lines(kernel, compiled),
        guessed=guessed_lines(draft, kernel, instance, wishes, is_exact, is_serial),
        verified=tried_line(trial),
        survey=trial.survey(draft),
        refused=refused_line(trial),
        also=found.also,
    )
