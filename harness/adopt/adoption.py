"""Finds the declaration of a kernel that has none, or lists what could not be found out.

A kernel of an operation with one matrix in and one out is tried with the usual ways to launch kernels on rows.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from ..compiler.ptx_file import PTX_SUFFIX
from ..compiler.source.includes import named_files
from ..errors import HarnessError, UsageError
from ..operation.catalogue import DEFAULT, catalogue_of
from ..operation.model import Operation
from ..run.session import Runner
from ..settings.settings import Settings
from ..variant.declaration.inline_block import read_source
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
from .drafts.from_host import flat_readings, host_launches, read_drafts
from .fitting.instances import Instance, read_instances
from .fitting.recognition import UNNAMED, lacks_needed, name_tells, rank
from .fitting.roles import Reading, Unknown, element_types, known_args, read_roles
from .launches.launch import HostLaunch
from .operation_search import MOST_PROBES
from .reading.compiled_kernel import Compiled
from .reading.ptx_signature import ptx_kernels, with_names
from .reading.signature import KernelSignature, find_kernels
from .search_adoption import adopt_any
from .trials.host import find_read
from .trials.trial import OutOfTimeError, Trial

_MOST_WIDER = 60
"""Launches that are tried after one that is wrong on further sizes."""


def kernels_of(path: Path, settings: Settings) -> tuple[KernelSignature, ...]:
    """Return the kernels of a file, or, if it has none, of the headers that it includes."""
    if path.suffix == PTX_SUFFIX:
        return ptx_kernels(read_source(path))
    own = find_kernels(read_source(path))
    if own:
        return own
    named = named_files(path.absolute(), path.read_bytes(), settings.include_dirs)
    headers = dict.fromkeys(found for _, found in named)
    return tuple(kernel for header in headers for kernel in find_kernels(read_source(header)))


def choose(kernels: Sequence[KernelSignature], wanted: str, path: Path) -> KernelSignature:
    """Return the kernel with the wanted name, or the only one."""
    if not kernels:
        what = (
            "have an .entry"
            if path.suffix == PTX_SUFFIX
            else "define a __global__ function outside of macros"
        )
        raise UsageError(f"{path} must {what} (got none)")
    names = [kernel.qualified for kernel in kernels]
    if not wanted:
        if len(kernels) > 1:
            raise UsageError(
                f"a declaration is for one kernel, but {path} has {len(kernels)} (got {', '.join(names)}); "
                "name one with --entry, or write a file for each with --into FOLDER"
            )
        return kernels[0]
    name = wanted.partition("<")[0].strip().removeprefix("::")
    for kernel in kernels:
        if name in (kernel.qualified, kernel.name):
            return kernel
    closest = difflib.get_close_matches(name, names, n=1)
    hint = f"closest is {closest[0]}; " if closest else ""
    raise UsageError(f"--entry must be a kernel of {path} (got {wanted}); {hint}it has {', '.join(names)}")


def adopt(
    path: Path,
    kernel: KernelSignature,
    wishes: Wishes,
    runner: Runner,
    settings: Settings,
    on_step: Callable[[str], None] = lambda _: None,
    seconds: float = math.inf,
    most_probes: int = MOST_PROBES,
    on_found: Callable[[], None] = lambda: None,
) -> Adoption:
    """Find the declaration of one kernel."""
    wishes = replace(wishes, given=with_names(kernel, wishes.given))
    names = [each.name for each in kernel.parameters] + [each.name for each in kernel.template]
    unused = sorted(set(wishes.given) - set(names))
    if unused:
        raise UsageError(
            f"--arg must name a parameter of {kernel.qualified} (got {unused[0]}); it has {', '.join(names)}"
        )
    operations = _operations(wishes, settings)
    trial = Trial(path, runner, settings, seconds, on_found=on_found)
    likely = min(operations, key=lambda each: (rank(kernel, each), not each.has_one_matrix))
    searched: Adoption | None = None
    launches = host_launches(path, wishes.hosts, settings)
    if rank(kernel, likely) < UNNAMED:
        most_probes = MOST_PROBES
    if not likely.has_one_matrix:
        searched = adopt_any(kernel, wishes, operations, trial, on_step, most_probes, launches)
        if searched.is_whole or len(operations) == 1:
            return searched
    by_name = _operation_of(kernel, operations)
    if by_name is not None and _is_another(kernel, by_name):
        by_name = None
    if by_name is not None and likely.has_one_matrix:
        adopted = adopt_rows(kernel, wishes, by_name, trial, on_step, launches)
        if adopted.is_whole and (adopted.launch or not _is_too_narrow(adopted, kernel)):
            return adopted
        if adopted.is_whole:
            # Launches of other shapes may be right on every row.
            try:
                wider = adopt_any(kernel, wishes, (by_name,), trial, on_step, most_probes=_MOST_WIDER)
            except OutOfTimeError:
                return adopted
            return _wider(adopted, wider)
    if searched is None:
        searched = adopt_any(kernel, wishes, operations, trial, on_step, most_probes, launches)
    if searched.is_whole or by_name is None or not likely.has_one_matrix:
        return searched
    is_open = any(each.why.startswith("a pointer") or each.name == "grid" for each in adopted.unknown)
    if rank(kernel, by_name) >= UNNAMED and is_open:
        return searched  # nothing says that it is this operation
    return replace(adopted, nearest=searched.nearest, misfits=searched.misfits, read=searched.read)


def _operations(wishes: Wishes, settings: Settings) -> tuple[Operation, ...]:
    """Return the operation named by the user, else all."""
    known = catalogue_of(settings.operations).operations
    if not wishes.operation:
        return tuple(known.values())
    if wishes.operation not in known:
        closest = difflib.get_close_matches(wishes.operation, known, n=1)
        hint = f"closest is {closest[0]}; " if closest else ""
        raise UsageError(
            f"--operation must be one of {', '.join(known)} (got {wishes.operation!r}); {hint}"
            "docs/operations.md shows how to add one"
        )
    return (known[wishes.operation],)


def _operation_of(kernel: KernelSignature, operations: Sequence[Operation]) -> Operation | None:
    """Return the operation with one matrix in and one out that a kernel's name tells, else the default."""
    fitting = {each.name: each for each in operations if each.has_one_matrix}
    if len(fitting) < 2:
        return next(iter(fitting.values()), None)
    told = kernel.name.replace("_", "").lower()
    named = [name for name in fitting if name.replace("_", "") in told]
    # Of operations with the same name, the text tells: GELU by tanh or by erf.
    like = [
        name
        for name in fitting
        if fitting[name].recognised_by.names and name_tells(fitting[name], kernel.name)
    ]
    best = min(
        dict.fromkeys((*sorted(named, key=len, reverse=True), *like)),
        default=DEFAULT,
        key=lambda name: rank(kernel, fitting[name]),
    )
    return fitting.get(best)


def _is_another(kernel: KernelSignature, operation: Operation) -> bool:
    """Whether neither name nor text say that a kernel of several arrays computes an operation."""
    n_pointers = sum(each.is_pointer for each in kernel.parameters)
    return n_pointers > 1 and rank(kernel, operation) >= UNNAMED and lacks_needed(operation, kernel.code)


def _is_too_narrow(adopted: Adoption, kernel: KernelSignature) -> bool:
    """Whether a launch leaves elements of long rows unwritten, which another grid may write.

    A template's arguments belong to the launch, so that of a template is kept.
    """
    failed = adopted.survey.failed if adopted.survey else ()
    return not kernel.template and any("unwritten-output" in why for _, why in failed)


def _wider(first: Adoption, second: Adoption) -> Adoption:
    """Return the adoption with fewer failures on further sizes; one that claims less is no better."""
    if first.survey is None or second.survey is None or first.draft is None or second.draft is None:
        return first
    if not second.is_whole or set(second.draft.requires) - set(first.draft.requires):
        return first
    return second if len(second.survey.failed) < len(first.survey.failed) else first


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
