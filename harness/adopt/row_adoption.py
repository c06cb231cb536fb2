"""Adopts a kernel of an operation with one matrix in and one out: the usual ways to launch kernels on rows."""

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
from .drafts.from_host import flat_readings, read_drafts
from .fitting.instances import Instance, read_instances
from .fitting.roles import Reading, Unknown, element_types, known_args, read_roles
from .launches.launch import HostLaunch
from .reading.compiled_kernel import Compiled
from .reading.signature import KernelSignature
from .trials.host import find_read
from .trials.trial import Trial


def adopt_rows(
    kernel: KernelSignature,
    wishes: Wishes,
    operation: Operation,
    trial: Trial,
    on_step: Callable[[str], None],
    launches: Sequence[HostLaunch] = (),
) -> Adoption:
    """Find the declaration of a kernel with one matrix in and one out; `launches` of host code are tried first."""
    missing: tuple[Unknown, ...] = ()
    instances: tuple[Instance, ...] = (Instance(wishes.entry, {}),)
    if "<" not in wishes.entry:
        instances, missing = read_instances(kernel, wishes.given, operation)
    readings, unknown = read_roles(kernel, wishes.given, operation)
    if readings:
        readings = tuple(dict.fromkeys((*readings, *flat_readings(kernel, wishes.given, operation))))
    start = Draft(
        summary=kernel.name,
        source=wishes.source,
        args=readings[0].args if readings else known_args(kernel, wishes.given, operation),
        block=((256, 1, 1),),
        grid=("?",),
        entry=instances[0].entry if instances else f"{kernel.qualified}<?>",
        cooperative=is_cooperative(kernel),
        requires=readings[0].requires if readings else (),
        operation=operation.name,
        arithmetic=likely_arithmetic(kernel, operation),
        defines=instances[0].defines if instances else {},
        scratch=readings[0].scratch if readings else (),
    )
    host_drafts, notes = read_drafts(kernel, launches, wishes.given, operation, start, wishes.entry)
    by_host = find_read(kernel, host_drafts, trial, on_step)
    if by_host is None and (missing or unknown):
        return Adoption(kernel.qualified, start, unknown=(*missing, *unknown), host_code=notes)
    types = element_types(kernel, by_host[0].reading if by_host else readings[0])
    start = replace(start, grid=("n_rows",))
    place = ""
    found: tuple[Draft, str] | None
    if by_host is not None:
        host, compiled, draft, wrong = by_host
        place, notes = host.place, (*wrong, *notes)
        instance, found = host.instance, (draft, host.style)
    else:
        instance, compiled, found = _find(kernel, start, instances, readings, types, trial, on_step)
    if found is None:
        return Adoption(
            kernel.qualified,
            replace(start, grid=("?",), dtypes=types[:1]),
            unknown=(_no_launch(readings, trial),),
            host_code=notes or tuple(dict.fromkeys(f"{each.place}: wrong results" for each in host_drafts)),
            read=read_lines(kernel, compiled),
            verified=tried_line(trial),
        )
    trial.finish()
    draft, style = found
    draft = trial.with_alignment(draft)
    if "KH_SCALAR" in draft.entry:
        more = trial.right_types(draft, [dtype for dtype in types if dtype not in draft.dtypes])
        draft = replace(draft, dtypes=(*draft.dtypes, *more))
    draft = replace(draft, summary=f"{kernel.name}: {style}.")
    draft = with_constants(draft, kernel, operation, trial)
    draft, is_exact, is_serial = with_exactness(draft, operation, trial)
    draft = trial.with_launch_limits(draft, operation, compiled)
    survey = trial.survey(draft)
    return Adoption(
        kernel.qualified,
        draft,
        is_whole=True,
        style=style,
        read=read_lines(kernel, compiled),
        guessed=guessed_lines(draft, kernel, instance, wishes, is_exact, is_serial),
        verified=tried_line(trial),
        launch=place,
        host_code=notes,
        survey=survey,
        refused=refused_line(trial),
    )


def _find(
    kernel: KernelSignature,
    start: Draft,
    instances: Sequence[Instance],
    readings: Sequence[Reading],
    types: Sequence[str],
    trial: Trial,
    on_step: Callable[[str], None],
) -> tuple[Instance, Compiled, tuple[Draft, str] | None]:
    """Find the first instance, type and launch with right results. Without one, return the first instance's code."""
    first: tuple[Instance, Compiled] | None = None
    refused: HarnessError | None = None
    for instance in instances:
        draft = replace(start, entry=instance.entry, defines=instance.defines, dtypes=tuple(types[:1]))
        on_step(f"{instance.entry}: compiling")
        try:
            compiled = trial.compiled(draft)
        except HarnessError as error:
            # A guessed template argument may not compile.
            refused = refused or error
            continue
        check_signature(kernel, compiled)
        first = first or (instance, compiled)
        on_step(f"{instance.entry}: running candidates of the launch on the cpu device")
        for dtype in types:
            found = trial.find(replace(draft, dtypes=(dtype,)), readings, compiled, kernel.code)
            if found:
                return instance, compiled, found
    if first is None:
        assert refused is not None  # there is one instance at least
        raise refused
    return *first, None


def _no_launch(readings: Sequence[Reading], trial: Trial) -> Unknown:
    if trial.shared_unknown:
        return Unknown("smem_bytes", trial.shared_unknown)
    tried = "; ".join(f"[{', '.join(reading.args)}]" for reading in readings[:4])
    return Unknown("grid", f"no known launch gave right results with args {tried}")
