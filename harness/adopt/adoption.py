"""Finds the declaration of a kernel that has none, or lists the parts that are unknown."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from ..compiler.ptx_file import PTX_SUFFIX
from ..compiler.source.includes import named_files
from ..errors import HarnessError, UsageError
from ..lazy import dataclass, field, pattern, replace
from ..operation.catalogue import DEFAULT, EXAMPLE, catalogue_of
from ..operation.model import Operation
from ..operation.size import N_COLS, STRIDES
from ..ptx.limits import MAX_BLOCK_THREADS
from ..settings.settings import Settings
from ..variant.declaration.inline_block import read_source
from ..variant.variant import block_text
from . import search
from .draft import Draft
from .fitting import names
from .fitting.fit import Fit, Misfit, fits_of, likely_args, no_operation_fits, parameters_to_ask
from .host_calls import host_calls, host_launches, host_styles, takes_size
from .launch_styles import in_whole_tiles, likely_styles, needs_whole_tiles
from .limits import GENEROUS_SHARED, NO_RULE, with_int_limits, with_shared_limit
from .reading.compiled_kernel import Compiled
from .reading.ptx_signature import ptx_kernels, with_names
from .reading.signature import KernelSignature, find_kernels
from .trial import ALIGNED, OutOfTimeError, Survey, Trial, styled

MOST_PROBES = 300
"""Launches of one kernel that are tried before its operation counts as unknown."""
_LATER_SHARE = 4
"""A further instance or element type gets the first one's launches divided by this; all together get as many."""
_MOST_INSTANCES = 12
_MOST_FITS = 120
_OF_TILES = 0.8
"""Cost of needing whole tiles, which few kernels do."""
_OF_BLOCK, _OF_COMPILED_BLOCK = 1.2, 4.0
"""Cost of each further block. A block that is a macro has to be compiled, so it costs more."""
_OF_BLOCK_OF_ROWS = 0.4
_AS_LIKELY = 0.6
"""Difference in cost up to which names do not tell one reading from another."""
_MOST_OF_HOST = 60
"""Host launches to try, each with one reading of the parameters."""
_ELEMENT = "KH_SCALAR"
_ELEMENT_TYPES = ("float32", "float16", "bfloat16")
"""Element types to try for a template parameter."""
_POINTER_BYTES = 8
_VECTOR = pattern(r"\b(?:__)?(?:half2|nv_bfloat162|(?:u?(?:char|short|int|long)|float|double)[248])\b")
_COOPERATIVE = pattern(r"\bthis_grid\s*\(|\bgrid_group\b")


@dataclass(frozen=True)
class Adoption:
    kernel: str
    draft: Draft | None = None
    """Declaration, with ``?`` for unknown parts; None if nothing is known."""
    is_whole: bool = False
    unknown: tuple[names.Unknown, ...] = ()
    style: str = ""
    read: tuple[str, ...] = ()
    guessed: tuple[str, ...] = ()
    """`read`, `guessed`: lines on facts from the compiled code, and on guesses from names or text."""
    verified: str = ""
    launch: str = ""
    host_code: tuple[str, ...] = ()
    """Launches of the host code that gave no declaration or are wrong, each with the reason."""
    survey: Survey | None = None
    refused: str = ""
    also: tuple[str, ...] = ()
    nearest: tuple[search.Nearest, ...] = ()
    misfits: tuple[Misfit, ...] = ()
    """If no operation was found, why others were not tried, the likeliest first."""


@dataclass(frozen=True)
class AdoptionOptions:
    entry: str = ""
    """Name of the kernel, optionally with template arguments; empty for the only kernel."""
    given: Mapping[str, str] = field(default_factory=dict)
    source: str = "this repository"
    operation: str = ""
    """Operation that the kernel computes. If empty, it is guessed from the kernel's name."""
    hosts: tuple[Path, ...] = ()
    most_probes: int = MOST_PROBES
    on_step: Callable[[str], None] = lambda _: None


def kernels_of(path: Path, settings: Settings) -> tuple[KernelSignature, ...]:
    """Return the kernels of a file, or, if it has none, of the headers that it includes."""
    if path.suffix == PTX_SUFFIX:
        return ptx_kernels(read_source(path))
    if own := find_kernels(read_source(path)):
        return own
    named = named_files(path.absolute(), path.read_bytes(), settings.include_dirs)
    headers = dict.fromkeys(header for _, header in named)
    return tuple(kernel for header in headers for kernel in find_kernels(read_source(header)))


def closest(name: str, known: Iterable[str]) -> str:
    closest = difflib.get_close_matches(name, tuple(known), n=1)
    return f"closest is {closest[0]}; " if closest else ""


def adopt(kernel: KernelSignature, options: AdoptionOptions, trial: Trial) -> Adoption:
    options = replace(options, given=with_names(kernel, options.given))
    own = [each.name for each in kernel.parameters] + [each.name for each in kernel.template]
    unused = sorted(set(options.given) - set(own))
    if unused:
        raise UsageError(
            f"--arg must name a parameter of {kernel.qualified} (got {unused[0]}); it has {', '.join(own)}"
        )
    return _Adopter(kernel, options, trial).adopted()


def wanted_operations(options: AdoptionOptions, settings: Settings) -> tuple[Operation, ...]:
    catalogue = catalogue_of(settings.operations)
    known = catalogue.operations
    if catalogue.errors:
        raise UsageError(str(catalogue.errors[0]))
    if not options.operation:
        return tuple(known.values())
    if options.operation not in known:
        raise UsageError(
            f"--operation must be one of {', '.join(known)} (got {options.operation!r}); "
            f"{closest(options.operation, known)}write your own: {EXAMPLE}"
        )
    return (known[options.operation],)


class _Adopter:
    def __init__(self, kernel: KernelSignature, options: AdoptionOptions, trial: Trial) -> None:
        self.kernel, self.options, self.trial = kernel, options, trial
        self.operations = wanted_operations(options, trial.settings)
        launches = host_launches(trial.path, options.hosts, trial.settings)
        self.calls = host_calls(kernel, launches, options.given, options.entry)
        self._likely = min(
            self.operations, key=lambda each: (names.rank(kernel, each), not each.has_one_matrix)
        )
        self._is_named = names.rank(kernel, self._likely) < names.UNNAMED
        # A checkout has many kernels of no known operation, so only a kernel named after one gets all launches.
        self._allowed = _allowances(MOST_PROBES if self._is_named else options.most_probes)
        # There are so few ways to launch a kernel on rows that all of them are tried, however long each takes.
        is_on_rows = self._likely.has_one_matrix and self._is_named
        self._search = search.Search(trial, math.inf if is_on_rows else search.MOST_SECONDS)
        self._settler = search.Settler(kernel, trial, self.calls)
        self._refused: HarnessError | None = None
        self._compiled: Compiled | None = None
        self._misfits: tuple[Misfit, ...] = ()
        self._has_fits = False
        self._unread: dict[str, list[str]] = {}

    def adopted(self) -> Adoption:
        """Try the launches of host code, then usual ones, for each instance of the kernel."""
        of_host = {instance.entry: instance for call in self.calls for instance in call.instances}
        usual, missing = names.read_instances(self.kernel, self.options.given, self._likely)
        if "<" in self.options.entry:
            usual = (names.Instance(self.options.entry, {}),)
        if not of_host and not usual:
            return self._incomplete((*missing, *self._parameters_to_ask()))
        # All launches of host code go first: usual ones of the first instance would use up the time.
        first = [(instance, True) for instance in tuple(of_host.values())[:_MOST_INSTANCES]]
        known = {instance.entry: instance for instance in usual}
        # A usual instance of a kernel on rows can have any block and element type, the host code's only its program's.
        instances = known | of_host if self._likely.has_one_matrix else of_host | known
        then = [(instance, False) for instance in tuple(instances.values())[:_MOST_INSTANCES]]
        # Instances of a boolean may read and write other arrays than the first.
        differ_in_use = any(parameter.type == "bool" for parameter in self.kernel.template)
        for instance, is_of_host in (*first, *then):
            try:
                adoption = self._tried(instance, is_of_host=is_of_host)
            except OutOfTimeError as error:
                if self.trial.is_found:
                    raise
                return self._incomplete((names.Unknown("operation", str(error)),))
            if adoption is not None:
                return adoption
            if not (is_of_host or self._compiled is None or self._has_fits or differ_in_use):
                break
        if self._compiled is None:
            assert self._refused is not None  # there is one instance at least
            raise self._refused
        return self._incomplete(self._unknown())

    def _tried(self, instance: names.Instance, *, is_of_host: bool) -> Adoption | None:
        """Return the adoption of the first launch of an instance with right results; None if there is none."""
        draft = replace(
            self._draft(instance.entry), args=("inp", "out"), grid=("1",), defines=instance.defines
        )
        self.options.on_step(f"{instance.entry}: compiling")
        try:
            compiled = self.trial.compiled(draft)
        except HarnessError as error:
            self._refused = self._refused or error  # a guessed template argument may not compile
            for call in self.calls if is_of_host else ():
                if instance in call.instances:
                    self._unread[call.launch.place] = [f"{instance.entry} does not compile"]
            return None
        self._check_signature(compiled)
        self.kernel = names.typed_as_compiled(self.kernel, compiled.params)
        self._compiled = self._compiled or compiled
        fits, self._misfits = fits_of(self.kernel, compiled.facts, self.options.given, self.operations)
        self._has_fits = bool(fits)
        launches = "launches of host code" if is_of_host else "launches"
        n_operations = len({fit.operation for fit in fits})
        self.options.on_step(f"{instance.entry}: running {launches} of {n_operations} operations")
        for dtype in _types_of(self.kernel, compiled, fits):
            typed = replace(draft, dtypes=(dtype,))
            if is_of_host:
                candidates = self._launches_of_host(instance, fits, compiled)
                allowed = math.inf
            else:
                of_block = _OF_COMPILED_BLOCK if draft.defines else _OF_BLOCK
                candidates = _usual_launches(fits, compiled, of_block)
                allowed = next(self._allowed)
            launch = self._search.first_right(self._candidates(typed, candidates, compiled), allowed)
            if launch is not None:
                others = () if is_of_host else dict.fromkeys(fit.operation.name for fit in fits)
                self.trial.finish()
                right = self._told_apart(launch, fits, compiled)
                if isinstance(right, names.Unknown):
                    return replace(self._incomplete((right,)), nearest=(), misfits=())
                return self._whole(right, instance, compiled, others)
        return None

    def _launches_of_host(
        self, instance: names.Instance, fits: Sequence[Fit], compiled: Compiled
    ) -> Iterator[search.Launch]:
        """Yield the launches that host code makes of an instance, those without conditions first."""
        weighed: list[tuple[float, int, search.Launch]] = []
        rows = list(dict.fromkeys(fit.operation for fit in fits if fit.operation.has_one_matrix))
        for call in self.calls:
            if instance.entry not in [other.entry for other in call.instances]:
                continue
            # Names of host variables identify rows and columns only, not the sizes of other operations.
            given = {**call.given, **self.options.given}
            host_fits, _ = fits_of(self.kernel, compiled.facts, given, rows if call.given else ())
            unread = self._unread.setdefault(call.launch.place, [])
            for fit in dict.fromkeys((*host_fits, *fits)):
                # A kernel without a size cannot check bounds, so its author launches it for whole tiles.
                of_parts = 0.0 if takes_size(fit) else 0.4
                for style in host_styles(self.kernel, call.launch, fit, unread):
                    for block in filter(compiled.takes, style.blocks):
                        whole = in_whole_tiles(style, block, fit.operation)
                        if whole is None or not needs_whole_tiles(style):
                            weighed.append((fit.cost + of_parts, len(style.requires), (fit, style, block)))
                        if whole is not None:
                            weighed.append((fit.cost + 0.2, len(whole.requires), (fit, whole, block)))
        # A launch without conditions says most about the kernel.
        weighed.sort(key=lambda each: each[:2])
        yield from (launch for *_, launch in weighed[:_MOST_OF_HOST])

    def _candidates(
        self, draft: Draft, launches: Iterable[search.Launch], compiled: Compiled
    ) -> Iterator[search.Attempt]:
        for fit, style, block in launches:
            self.trial.is_misaligned = False
            yield self._candidate(draft, (fit, style, block), compiled)
            if self.trial.is_misaligned and fit.operation.has_one_matrix and not style.place:
                # The kernel accesses vectors: try rows aligned to them.
                aligned = replace(fit, requires=(*fit.requires, *ALIGNED))
                yield self._candidate(draft, (aligned, style, block), compiled)

    def _candidate(self, draft: Draft, launch: search.Launch, compiled: Compiled) -> search.Attempt:
        fit, style, block = launch
        uses = {role: compiled.facts.use(n) for n, role in enumerate(fit.args)}
        adds_floats = any(
            use.is_atomic and array.is_output and not array.is_integer
            for array in fit.operation.arrays
            if (use := uses.get(array.name)) is not None
        )
        tried = replace(
            styled(draft, fit, style, block),
            operation=fit.operation.name,
            arithmetic=search.likely_arithmetic(self.kernel, fit.operation),
            deterministic=not adds_floats,
            in_place=fit.operation.is_in_place,
        )
        # Generous at first: the rule for the memory is searched only once the rest is right.
        if compiled.has_dynamic_shared and tried.smem_bytes == "0":
            tried = replace(tried, smem_bytes=GENEROUS_SHARED)
        settled = partial(self._settler.settled, launch, tried, compiled)
        return search.Attempt(tried, settled, style.place, is_taken_at_once=bool(style.place))

    def _told_apart(
        self, launch: search.RightLaunch, fits: Sequence[Fit], compiled: Compiled
    ) -> search.RightLaunch | names.Unknown:
        """Return a launch with the only right arguments among those that names make as likely, or a question."""
        like = next(
            (fit for fit in fits if (fit.operation, fit.args) == (launch.operation, launch.draft.args)), None
        )
        if like is None:
            return launch
        told = {name for call in self.calls if call.launch.place == launch.place for name in call.given}
        places = enumerate(self.kernel.parameters)
        free = {
            n
            for n, each in places
            if compiled.facts.takes(n) and not each.is_pointer and each.name not in told
        }
        same = dict(rule.split(" == ")[::-1] for rule in like.requires if rule.count(" == ") == 1)

        def compared(fit: Fit, left_out: Container[int] = ()) -> tuple[object, ...]:
            args = [same.get(arg, arg) for arg in fit.args]
            args = ["" if n in left_out and not names.is_number(arg) else arg for n, arg in enumerate(args)]
            return fit.operation, fit.requires, fit.scratch, args

        near = [
            fit for fit in fits if abs(fit.cost - like.cost) <= _AS_LIKELY and compared(fit) != compared(like)
        ]
        # A rival would be the first launch with other arguments.
        first = launch.draft.cases[0][1] if launch.draft.cases else launch.draft
        rivals = [
            replace(first, args=fit.args) for fit in near if compared(fit, free) == compared(like, free)
        ]
        right = [launch.draft, *filter(self.trial.is_right, rivals)]
        if len(right) > 1:
            # Here rows and columns change places, which the usual cases may not tell apart.
            right = [draft for draft in right if self.trial.is_right_wide(draft)] or right
        if len(right) == 1:
            return replace(launch, draft=right[0])
        pairs = zip(self.kernel.parameters, right[0].args, right[1].args, strict=True)
        name, one, other = next((each.name, one, other) for each, one, other in pairs if one != other)
        return names.Unknown(
            name, f"{one} and {other} give the same right results at all sizes that were tried"
        )

    def _whole(
        self, launch: search.RightLaunch, instance: names.Instance, compiled: Compiled, fitting: Iterable[str]
    ) -> Adoption:
        trial, operation = self.trial, launch.operation
        # Alignment before types and words: a misaligned case would say nothing about them.
        draft = trial.with_alignment(trial.without_multiples(launch.draft))
        if _ELEMENT in draft.entry:
            others = [replace(draft, dtypes=(each,)) for each in _ELEMENT_TYPES if each not in draft.dtypes]
            right = (dtype for other in others if trial.is_right(other) for dtype in other.dtypes)
            draft = replace(draft, dtypes=(*draft.dtypes, *right))
        draft = replace(draft, summary=f"{self.kernel.name}: {launch.style}.")
        draft = search.with_constants(draft, self.kernel, operation, trial)
        try:
            draft, doubts = search.with_exactness(draft, operation, trial)
        except OutOfTimeError:
            doubts = ("`arithmetic` may be wrong: there was no time to try its rounding to the end",)
        draft = with_shared_limit(draft, operation, compiled.static_shared_bytes)
        draft = trial.with_grid_limit(with_int_limits(draft, compiled.params))
        survey = trial.survey(draft)
        if rules := self._limits(survey, draft.entry):
            doubts = (*doubts, *(f"{rule}, because {why}" for rule, why in rules.items()))
            draft = replace(draft, requires=(*draft.requires, *rules))
            survey = trial.survey(draft)
        # Report other operations unless the kernel's name identifies this one.
        is_named = operation.has_one_matrix and names.rank(self.kernel, operation) < names.UNNAMED
        return Adoption(
            self.kernel.qualified,
            draft,
            is_whole=True,
            style=launch.style,
            read=self._read(compiled),
            guessed=(*self._guessed(draft, instance), *doubts),
            verified=trial.verified(draft),
            launch=launch.place,
            host_code=self._host_code(launch.place),
            survey=survey,
            refused=trial.refused,
            also=tuple(name for name in fitting if not is_named and name != operation.name),
            nearest=tuple(
                near
                for near in self._search.nearest
                if near.is_near and not is_named and near.operation != operation.name
            ),
        )

    def _limits(self, survey: Survey, entry: str) -> dict[str, str]:
        """Return the rules of a survey that the kernel's text explains, and how."""
        takes_vectors = any(_VECTOR.search(each.type) for each in self.kernel.parameters)
        takes_vectors |= survey.is_misaligned and _VECTOR.search(self.kernel.code) is not None
        has_number = re.search(r"<.*\b\d+\b", entry) is not None
        explained = {}
        for rule in survey.limit.split('", "'):
            if takes_vectors and re.fullmatch(r"n_cols % [(\w /)]+ == 0", rule):
                explained[rule] = "the kernel takes vectors, and other widths were wrong"
            elif has_number and re.fullmatch(r"n_cols <= \d+", rule):
                explained[rule] = f"{entry} was wrong on longer rows"
        return explained

    def _check_signature(self, compiled: Compiled) -> None:
        """Compare the parameters of the source text with the parameters of the compiled code."""
        kernel = self.kernel
        if len(compiled.params) != len(kernel.parameters):
            raise HarnessError(
                f"{kernel.qualified} must have as many parameters in the compiled code as in the text, "
                f"{len(kernel.parameters)} (got {len(compiled.params)})"
            )
        for parameter, param in zip(kernel.parameters, compiled.params, strict=True):
            if parameter.is_pointer and (param.kind, param.size_bytes) != ("int", _POINTER_BYTES):
                raise HarnessError(
                    f"{parameter.name} of {kernel.qualified} must be a pointer in the compiled code as in the text "
                    f"(got a {param.kind} of {param.size_bytes} bytes)"
                )

    def _read(self, compiled: Compiled) -> tuple[str, ...]:
        listed = ", ".join(
            f"{each.name} ({'pointer' if each.is_pointer else f'{param.kind} of {param.size_bytes} bytes'})"
            for each, param in zip(self.kernel.parameters, compiled.params, strict=True)
        )
        lines = [f"parameters {listed}"]
        if compiled.only_block:
            lines.append(f"blocks of {block_text(compiled.only_block)} only")
        elif compiled.max_threads < MAX_BLOCK_THREADS:
            lines.append(f"at most {compiled.max_threads} threads a block")
        return tuple(lines)

    def _guessed(self, draft: Draft, instance: names.Instance) -> Iterator[str]:
        """Yield the lines on what was guessed from names, text or results, except what the user gave."""
        if draft.operation != (self.options.operation or DEFAULT):
            yield f'operation = "{draft.operation}", from the name of the kernel'
        yield from (f"{name} = {text}, which the results agree with" for name, text in instance.tried.items())
        unnamed = {unknown.name for unknown in self._parameters_to_ask()}
        for n, (parameter, argument) in enumerate(zip(self.kernel.parameters, draft.args, strict=True)):
            is_given = parameter.name in self.options.given or n in self.kernel.members
            is_unnamed = parameter.name in unnamed and not parameter.is_pointer
            if (names.is_number(argument) or is_unnamed) and not is_given:
                yield f"{parameter.name} = {argument}, with which the results are right"
        for name, constant in draft.constants.items():
            yield f"{name} = {constant!r}, a number in the text of the kernel that the results agree with"
        if set(ALIGNED) & set(draft.requires):
            yield "rows must begin at multiples of 16 bytes, because unaligned rows gave misaligned-access"
        line = f'arithmetic = "{draft.arithmetic}", from the text of the kernel'
        yield line if draft.arithmetic else "no `arithmetic`: the operation's default"

    def _incomplete(self, unknown: Sequence[names.Unknown]) -> Adoption:
        nearest = self._nearest()
        draft = self._draft(self.kernel.qualified + ("<?>" if self.kernel.template else ""))
        if self._likely.has_one_matrix and unknown[0].name != "operation":
            draft = replace(
                draft,
                args=likely_args(self.kernel, self.options.given, self._likely, unknown),
                operation=self._likely.name if self._is_named else "?",
                arithmetic=search.likely_arithmetic(self.kernel, self._likely),
            )
        elif tried := nearest or self._search.nearest:
            operation = tried[0].operation if nearest else "?"
            draft = replace(draft, args=tried[0].args, operation=operation)
        return Adoption(
            self.kernel.qualified,
            draft if draft.args else None,
            unknown=tuple(unknown),
            host_code=self._host_code(),
            read=self._read(self._compiled) if self._compiled else (),
            verified=self.trial.tried if self._compiled else "",
            nearest=nearest,
            misfits=self._misfits,
        )

    def _draft(self, entry: str) -> Draft:
        return Draft(
            summary=self.kernel.name,
            source=self.options.source,
            args=(),
            block=((256, 1, 1),),
            grid=("?",),
            entry=entry,
            cooperative=_COOPERATIVE.search(self.kernel.code) is not None,
        )

    def _unknown(self) -> tuple[names.Unknown, ...]:
        """Return the unknown parts after all launches were wrong."""
        asked = self._parameters_to_ask()
        pointers = {parameter.name for parameter in self.kernel.parameters if parameter.is_pointer}
        # A pointer of an unnamed kernel may be an array of any operation, so asking for its role would mislead.
        if asked and (self._is_named or not pointers & {parameter.name for parameter in asked}):
            return asked
        if self._settler.lacks_shared_rule:
            return (names.Unknown("smem_bytes", NO_RULE),)
        if self._is_named and self._likely.has_one_matrix:
            return (names.Unknown("grid", "no known launch gave right results"),)
        if self._search.nearest:
            return (names.Unknown("operation", f"no operation is near; write one: {EXAMPLE}"),)
        return (names.Unknown("operation", no_operation_fits(self._misfits)),)

    def _nearest(self) -> tuple[search.Nearest, ...]:
        """Return the operations that most elements agree with, and the one that the kernel is named after."""
        named = self._likely.name if self._is_named else ""
        return tuple(each for each in self._search.nearest if each.is_near or each.operation == named)

    def _parameters_to_ask(self) -> tuple[names.Unknown, ...]:
        """Return the parameters whose roles the user can give, if the kernel probably works on rows."""
        operation = self._likely
        if not self._is_named:
            operation = next((other for other in self.operations if other.name == DEFAULT), operation)
        if not operation.has_one_matrix or not self._likely.has_one_matrix:
            return ()
        n_pointers = sum(parameter.is_pointer for parameter in self.kernel.parameters)
        if n_pointers > 1 and names.lacks_needed(operation, self.kernel.code):
            return ()  # it is another operation
        return parameters_to_ask(self.kernel, self.options.given, operation)

    def _host_code(self, used: str = "") -> tuple[str, ...]:
        """Return why each launch of host code was not used, or not as it is written."""
        places: dict[str, dict[str, None]] = {}
        for call in self.calls:
            place = call.launch.place
            if not call.unread and not (used and place in self._settler.declared):
                wrong = self._search.of_places.get(place)
                why = (
                    wrong[1].why if wrong else next(iter(self._unread.get(place, ())), "it fits no operation")
                )
                places.setdefault(f"not tried: the launch in {used} is right" if used else why, {})[place] = (
                    None
                )
        unread = [call.unread for call in self.calls if call.unread]
        unread += [f"{', '.join(several)}: not used: {why}" for why, several in places.items()]
        return tuple(dict.fromkeys((*self._settler.wrong_calls, *unread)))


def _allowances(most_probes: int) -> Iterator[int]:
    """Yield how many usual launches each instance or element type gets."""
    # The first is the likeliest. Without a limit, a template of twelve instances would take twelve times as long.
    yield most_probes
    left = most_probes
    while True:
        yield (allowed := min(left, most_probes // _LATER_SHARE))
        left -= allowed


def _types_of(kernel: KernelSignature, compiled: Compiled, fits: Sequence[Fit]) -> tuple[str, ...]:
    """Return the possible element types of the likeliest reading, the likeliest first."""
    if not fits:
        return ()
    elements = {array.name for array in fits[0].operation.arrays if array.dtype is None}
    if not elements:
        return ("float32",)
    templates = {parameter.name for parameter in kernel.template}
    widths: set[int] = set()
    for n, (parameter, role) in enumerate(zip(kernel.parameters, fits[0].args, strict=True)):
        if role in elements and parameter.type in names.DTYPES:
            return (names.DTYPES[parameter.type],)
        if role in elements and parameter.type not in templates:
            use = compiled.facts.use(n)
            widths.add(use.n_bytes if use else 0)
    # A type of the source's own is spelled out in the mangled name.
    for mangled, dtype in (("13__nv_bfloat16", "bfloat16"), ("6__half", "float16")):
        if widths and mangled in compiled.symbol:
            return (dtype,)
    known = {4: ("float32",), 2: ("bfloat16", "float16"), 8: ("float64",)}
    return known.get(next(iter(widths), 0), ("float32", *_ELEMENT_TYPES[1:], "float64"))


def _usual_launches(fits: Sequence[Fit], compiled: Compiled, per_block: float) -> Iterator[search.Launch]:
    weighed: list[tuple[float, search.Launch]] = []
    may_be_tiles = compiled.facts.is_shared or "tid.y" in compiled.facts.indices
    for fit in fits[:_MOST_FITS]:
        of_block = _OF_BLOCK_OF_ROWS if fit.operation.has_one_matrix else per_block
        costs, styles = zip(*likely_styles(fit.operation, compiled.facts), strict=True)
        if not _takes_columns(fit):
            # Such a kernel has as many columns as threads, or a multiple.
            styles = tuple(sorted(styles, key=lambda style: not style.requires))
        for place, (of_style, style) in enumerate(zip(costs, styles, strict=True)):
            for turn, block in enumerate(filter(compiled.takes, style.blocks)):
                weighed.append((fit.cost + of_style + of_block * turn, (fit, style, block)))
                if not may_be_tiles and takes_size(fit):
                    continue
                whole = in_whole_tiles(style, block, fit.operation)
                if whole is not None:
                    # No block size is usual for tiles.
                    weighed.append((fit.cost + _OF_TILES + 0.3 * place + 0.5 * turn, (fit, whole, block)))
    weighed.sort(key=lambda each: each[0])
    yield from (launch for _, launch in weighed)


def _takes_columns(fit: Fit) -> bool:
    """Whether a kernel takes its number of columns, by itself or as a stride."""
    sizes = {N_COLS, *(size.name for size in fit.operation.sizes if size.of == N_COLS)}
    strides = {*STRIDES, *(stride.name for stride in fit.operation.strides)}
    return bool((sizes | strides) & set(fit.args))
