"""Finds the declaration of a kernel that has none, or lists what could not be found out."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..compiler.source.includes import named_files
from ..errors import HarnessError, UsageError
from ..operation.catalogue import DEFAULT, catalogue_of
from ..operation.model import Operation
from ..run.session import Runner
from ..settings.settings import Settings
from ..variant.declaration.inline_block import read_source
from ..variant.variant import block_text
from .draft import Draft
from .host_drafts import HostDraft, dispatched, flat_readings, host_launches, read_drafts, siblings
from .instances import Instance, read_instances
from .launch_styles import ONE_DIMENSION, LaunchStyle, read_arithmetic
from .roles import Reading, Unknown, element_types, known_args, read_roles
from .signature import KernelSignature, find_kernels
from .trial import ALIGNED, Compiled, Survey, Trial

_POINTER_BYTES = 8
_COOPERATIVE = re.compile(r"\bthis_grid\s*\(|\bgrid_group\b")
_SMALL_LITERAL = re.compile(r"(?<![\w.])(\d+(?:\.\d*)?[eE]-\d+|0?\.0\d+)[fF]?\b")
_MOST_CONSTANTS = 4


@dataclass(frozen=True)
class Adoption:
    """The declaration found for one kernel.

    Parameters
    ----------
    kernel : str
        Name of the kernel.
    draft : Draft or None
        Declaration, with ``?`` for unknown parts; None if nothing is known.
    is_whole : bool
        Whether the draft is a complete declaration.
    unknown : tuple of Unknown
        Parameters and keys that could not be determined.
    style : str
        Description of how threads share the rows.
    read, guessed : tuple of str
        Lines on facts from the compiled code, and on guesses from names or text.
    verified : str
        Description of the launches that were run.
    launch : str
        Host function whose launch is declared; empty if a known launch was found by trials.
    host_code : tuple of str
        Launches of the host code that gave no declaration or are wrong, each with the reason.
    survey : Survey or None
        Results of further cases; None if they were not run.
    refused : str
        Larger blocks with which the kernel is wrong; empty if there are none.
    """

    kernel: str
    draft: Draft | None = None
    is_whole: bool = False
    unknown: tuple[Unknown, ...] = ()
    style: str = ""
    read: tuple[str, ...] = ()
    guessed: tuple[str, ...] = ()
    verified: str = ""
    launch: str = ""
    host_code: tuple[str, ...] = ()
    survey: Survey | None = None
    refused: str = ""


@dataclass(frozen=True)
class Wishes:
    """The user's options for an adoption.

    Parameters
    ----------
    entry : str
        Name of the kernel, optionally with template arguments; empty for the only kernel.
    given : mapping of str to str
        Arguments by name of the parameter.
    source : str
        Value of the key ``source``.
    operation : str
        Operation that the kernel computes. If empty, it is guessed from the kernel's name.
    hosts : tuple of Path
        Further files with host code that launches the kernel.
    """

    entry: str = ""
    given: Mapping[str, str] = field(default_factory=dict)
    source: str = "this repository"
    operation: str = ""
    hosts: tuple[Path, ...] = ()


def kernels_of(path: Path, settings: Settings) -> tuple[KernelSignature, ...]:
    """Return the kernels of a file, or, if it has none, of the headers that it includes.

    Raises
    ------
    SpecError
        The file cannot be read.
    """
    own = find_kernels(read_source(path))
    if own:
        return own
    folders = [path.absolute().parent, *settings.include_dirs, path.absolute().parent / "include"]
    headers = dict.fromkeys(found for _, found in named_files(path.absolute(), path.read_bytes(), folders))
    return tuple(kernel for header in headers for kernel in find_kernels(read_source(header)))


def choose(kernels: Sequence[KernelSignature], wanted: str, path: Path) -> KernelSignature:
    """Return the kernel with the wanted name, or the only one.

    Raises
    ------
    UsageError
        There is no kernel, none with that name, or more than one and no name.
    """
    if not kernels:
        raise UsageError(f"{path} must define a __global__ function outside of macros (got none)")
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
) -> Adoption:
    """Find the declaration of one kernel.

    Parameters
    ----------
    path : Path
        Source file to compile.
    kernel : KernelSignature
        Kernel from `kernels_of`.
    wishes : Wishes
        Options of the user, which override all guesses.
    runner : Runner
        The cpu device, opened with `settings`.
    settings : Settings
        Settings from `harness.adopt.trial.trial_settings`.
    on_step : callable
        Called with one line of text for each step.

    Returns
    -------
    Adoption
        Complete draft, or a draft with unknown parts.

    Raises
    ------
    HarnessError
        The source does not compile; the message contains the compiler's log.
    """
    names = [each.name for each in kernel.parameters] + [each.name for each in kernel.template]
    unused = sorted(set(wishes.given) - set(names))
    if unused:
        raise UsageError(
            f"--arg must name a parameter of {kernel.qualified} (got {unused[0]}); it has {', '.join(names)}"
        )
    operation = _operation_of(kernel, wishes, settings)
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
        cooperative=_COOPERATIVE.search(kernel.code) is not None,
        requires=readings[0].requires if readings else (),
        operation=operation.name,
        arithmetic=_arithmetic(kernel, operation),
        defines=instances[0].defines if instances else {},
        scratch=readings[0].scratch if readings else (),
    )
    trial = Trial(path, runner, settings)
    host_drafts, notes = read_drafts(
        kernel, host_launches(path, wishes.hosts, settings), wishes.given, operation, start, wishes.entry
    )
    by_host = _find_read(kernel, host_drafts, trial, on_step)
    place = by_host[0].place if by_host else ""
    if by_host is None and (missing or unknown):
        return Adoption(kernel.qualified, start, unknown=(*missing, *unknown), host_code=notes)
    types = element_types(kernel, by_host[0].reading if by_host else readings[0])
    start = replace(start, grid=("n_rows",))
    found: tuple[Draft, str] | None
    if by_host is not None:
        host, compiled, draft, wrong = by_host
        notes = (*wrong, *notes)
        instance, found = host.instance, (draft, host.style)
    else:
        instance, compiled, found = _find(kernel, start, instances, readings, types, trial, on_step)
    if found is None:
        return Adoption(
            kernel.qualified,
            replace(start, grid=("?",), dtypes=types[:1]),
            unknown=(_no_launch(readings),),
            host_code=notes or tuple(dict.fromkeys(f"{each.place}: wrong results" for each in host_drafts)),
            read=_read_lines(kernel, compiled),
            verified=_tried(trial),
        )
    draft, style = found
    draft = trial.with_alignment(draft)
    if "KH_SCALAR" in draft.entry:
        more = trial.right_types(draft, [dtype for dtype in types if dtype not in draft.dtypes])
        draft = replace(draft, dtypes=(*draft.dtypes, *more))
    draft = replace(draft, summary=f"{kernel.name}: {style}.")
    draft = _with_constants(draft, kernel, operation, trial)
    is_exact = trial.is_exact(draft)
    is_serial = False
    if not is_exact and draft.parallel and trial.is_exact(replace(draft, parallel="")):
        draft, is_exact, is_serial = replace(draft, parallel=""), True, True
    survey = trial.survey(draft)
    return Adoption(
        kernel.qualified,
        draft,
        is_whole=True,
        style=style,
        read=_read_lines(kernel, compiled),
        guessed=_guessed(draft, instance, wishes, is_exact, is_serial),
        verified=_tried(trial),
        launch=place,
        host_code=notes,
        survey=survey,
        refused=_refused(trial),
    )


def _refused(trial: Trial) -> str:
    if not trial.refused:
        return ""
    (why, *_), blocks = (*trial.refused.values(), ""), " ".join(map(block_text, trial.refused))
    return (
        f"wrong with larger blocks: {blocks} ({why}); if your code launches it with them, add them to `block`"
    )


def _operation_of(kernel: KernelSignature, wishes: Wishes, settings: Settings) -> Operation:
    """Return the operation named by the user, else the one in the kernel's name, else the default."""
    known = catalogue_of(settings.operations).operations
    if wishes.operation and wishes.operation not in known:
        closest = difflib.get_close_matches(wishes.operation, known, n=1)
        hint = f"closest is {closest[0]}; " if closest else ""
        raise UsageError(
            f"--operation must be one of {', '.join(known)} (got {wishes.operation!r}); {hint}"
            "docs/operations.md shows how to add one"
        )
    fitting = {name: each for name, each in known.items() if each.has_one_matrix}
    if wishes.operation and wishes.operation not in fitting:
        arrays = ", ".join(each.name for each in known[wishes.operation].arrays)
        raise UsageError(
            f"init must be given an operation with one matrix in and one out (got {wishes.operation}, "
            f"which has the arrays {arrays}); write its declaration by hand, as docs/declaration.md says"
        )
    if wishes.operation:
        return known[wishes.operation]
    told = kernel.name.replace("_", "").lower()
    named = [name for name in fitting if name.replace("_", "") in told]
    return known[max(named, key=len, default=DEFAULT)]


def _arithmetic(kernel: KernelSignature, operation: Operation) -> str:
    """Return the arithmetic that a kernel's text suggests; empty for the operation's default."""

    def knows(name: str) -> bool:
        try:
            operation.parse_arithmetic(name)
        except ValueError:
            return False
        return True

    if not knows("ieee"):
        return ""
    told = read_arithmetic(kernel.code, knows)
    return told if operation.name == DEFAULT or told != operation.default_arithmetic else ""


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
        _check_signature(kernel, compiled)
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


def _find_read(
    kernel: KernelSignature, drafts: Sequence[HostDraft], trial: Trial, on_step: Callable[[str], None]
) -> tuple[HostDraft, Compiled, Draft, tuple[str, ...]] | None:
    """Find the first launch of host code with right results, and lines on launches that belong to it and are wrong."""
    for host in drafts:
        on_step(f"{host.instance.entry}: trying the launch of {host.place}")
        for dtype in element_types(kernel, host.reading):
            draft = replace(host.draft, dtypes=(dtype,))
            try:
                compiled = trial.compiled(draft)
            except HarnessError:
                break
            if len(compiled.kinds) != len(kernel.parameters):
                break
            style = (
                LaunchStyle(host.style, draft.grid, draft.parallel, ONE_DIMENSION)
                if host.is_block_open
                else None
            )
            found = trial.accept(draft, compiled, style)
            if found is not None:
                return host, compiled, *_with_siblings(host, found, drafts, trial)
    return None


def _with_siblings(
    host: HostDraft, found: Draft, drafts: Sequence[HostDraft], trial: Trial
) -> tuple[Draft, tuple[str, ...]]:
    """Add the entries that the same host function launches for other sizes, and return a line for each wrong one.

    An entry with wrong results is declared, too: the host code launches it, so the check is to show the fault.
    """
    entries = {found.entry: found.requires}
    wrong = []
    for each in siblings(host, drafts):
        draft = replace(each.draft, dtypes=found.dtypes, block=found.block[:1])
        if draft.entry in entries:
            continue
        try:
            compiled = trial.compiled(draft)
        except HarnessError:
            wrong.append(f"{each.place}: {draft.entry} does not compile")
            continue
        entries[draft.entry] = draft.requires
        if trial.accept(draft, compiled, None) is None:
            wrong.append(f"{each.place}: {draft.entry}: wrong results")
    return dispatched(found, tuple(entries.items())), tuple(wrong)


def _with_constants(draft: Draft, kernel: KernelSignature, operation: Operation, trial: Trial) -> Draft:
    """Set each scalar that the kernel does not take to the small number in its text with which most cases pass."""
    for scalar in operation.scalars:
        if scalar.name in draft.args:
            continue
        literals = dict.fromkeys(float(text) for text in _SMALL_LITERAL.findall(kernel.code))
        told = [value for value in literals if value > 0 and value != scalar.values[0]]
        tried = [draft]
        tried += [
            replace(draft, constants={**draft.constants, scalar.name: value})
            for value in told[:_MOST_CONSTANTS]
        ]
        draft = max(tried, key=trial.n_exact) if len(tried) > 1 else draft
    return draft


def _check_signature(kernel: KernelSignature, compiled: Compiled) -> None:
    """Compare the parameters in the source text with those of the compiled code."""
    if len(compiled.kinds) != len(kernel.parameters):
        raise HarnessError(
            f"{kernel.qualified} must have as many parameters in the compiled code as in the text, "
            f"{len(kernel.parameters)} (got {len(compiled.kinds)})"
        )
    for parameter, width, kind in zip(kernel.parameters, compiled.widths, compiled.kinds, strict=True):
        if parameter.is_pointer and (kind != "int" or width != _POINTER_BYTES):
            raise HarnessError(
                f"{parameter.name} of {kernel.qualified} must be a pointer in the compiled code as in the text "
                f"(got a {kind} of {width} bytes)"
            )


def _no_launch(readings: Sequence[Reading]) -> Unknown:
    tried = "; ".join(f"[{', '.join(reading.args)}]" for reading in readings[:4])
    return Unknown("grid", f"no known launch gave right results with args {tried}")


def _read_lines(kernel: KernelSignature, compiled: Compiled) -> tuple[str, ...]:
    listed = ", ".join(
        f"{each.name or '(no name)'} ({'pointer' if each.is_pointer else f'{kind} of {width} bytes'})"
        for each, width, kind in zip(kernel.parameters, compiled.widths, compiled.kinds, strict=True)
    )
    lines = [f"parameters {listed}"]
    if compiled.max_threads < 1024:
        lines.append(f"at most {compiled.max_threads} threads a block")
    return tuple(lines)


def _guessed(
    draft: Draft, instance: Instance, wishes: Wishes, is_exact: bool, is_serial: bool
) -> tuple[str, ...]:
    lines = []
    if draft.operation != (wishes.operation or DEFAULT):
        lines.append(f'operation = "{draft.operation}", from the name of the kernel')
    lines += [f"{name} = {value}, which the results agree with" for name, value in instance.tried.items()]
    lines += [
        f"{name} = {value!r}, a number in the text of the kernel that the results agree with"
        for name, value in draft.constants.items()
    ]
    if set(ALIGNED) & set(draft.requires):
        lines.append(
            "rows must begin at multiples of 16 bytes, because unaligned rows gave misaligned-access"
        )
    if draft.arithmetic:
        lines.append(f'arithmetic = "{draft.arithmetic}", from the text of the kernel')
    else:
        lines.append("no `arithmetic`: the operation's default")
    if is_serial:
        lines.append("no `parallel`: the errors of the results are those of sums by a single thread")
    if not is_exact:
        lines.append(
            "`arithmetic` may be wrong: errors exceed its rounding, but are smaller than those of a wrong launch; "
            "docs/tolerance.md lists the names"
        )
    return tuple(lines)


def _tried(trial: Trial) -> str:
    return f"{trial.n_launches} launches on the cpu device"
