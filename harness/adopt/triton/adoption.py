"""Finds the declaration of a Triton kernel: tries those that its names and text suggest on the ``cpu`` device."""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from ...errors import SpecError, UsageError
from ...lazy import pattern
from ...operation.array import Array
from ...operation.model import Operation
from ...variant.declaration.triton import AUTOTUNE
from ..adoption import Adoption, AdoptionOptions, wanted_operations
from ..draft import Draft
from ..fitting import names
from ..search import Attempt, RightLaunch, Search, arithmetic_named
from ..trial import SHAPES, WIDE, WIDE_OF_HEADS, OutOfTimeError, Trial
from .signature import TritonSignature

SECONDS = 120.0
"""Time for finding the launch of one kernel."""
_WIDTHS = (1, 3, 31, 33, 64, 100, 127, 129, 257, 1000, 1025, 4099)
"""Fewer widths than of a CUDA kernel: Triton compiles the kernel for each."""
Constant: TypeAlias = "str | int | bool | float"
MOST_OF_OPERATION = 48
"""Maximum number of candidates of one operation."""
_MOST_MAPS = 4
_AFFIX = pattern(r"^(?:ptr_|p_)|_?(?:ptrs?|pointer|p)$")
_STRIDE = pattern(r"stride|(?:^|_)ld[a-z]?(?:_|$)")
_INNER = pattern(r"col|inner|elem")
_BLOCK = pattern(r"block|tile|size|^b[a-z]{0,2}$|^x?block$")
_BLOCK_OF_ROWS = pattern(r"(?:^|_)[mk]$|^b[mk]$|row|batch")
_FLAG = pattern(
    r"^(?:is|has|use|store|do|with|apply|need|save|out|return|add|even|zero)_|^(?:causal|causal_mask)$"
)
_CONDITION = r"\b(?:if|and|or|not) {name}(?::| and | or |\)| else )"
_ACTIVATIONS: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(("silu", "swiglu"), ("silu", "swish")),
    "gelu": ("gelu",),
    "gelu_tanh": ("gelu_tanh", "geluapprox"),
}
_MORE_ONES = frozenset(("multiplier", "gate_multiplier", "down_multiplier"))
_MORE_ZEROS = frozenset(("offset", "weight_offset", "label_smoothing", "lse_square_scale"))
_UNKNOWN = ("n_cols", "n_rows * n_cols", "n_rows", "1", "0")
_WORDS = (
    (r"\bexp2\(|exp2", "exp2"),
    (r"\bexp\(|sigmoid|softmax", "fast_exp"),
    (r"\blog2?\(", "fast_log"),
    (r"rsqrt", "rsqrt"),
    (r"/|sigmoid|softmax|fdiv", "fast_div"),
    (r"\*=? *(?:tl\.)?(?:math\.)?exp2?\(", "online"),
)


def adopt_triton(kernel: TritonSignature, options: AdoptionOptions, trial: Trial) -> Adoption:
    """Try declarations of one kernel until one gives right results."""
    operations: Sequence[Operation] = wanted_operations(options, trial.settings)
    if not options.operation:
        operations = ranked(kernel, operations, trial.path.stem)
    if not operations:
        raise UsageError(
            f"the name of a Triton kernel or of its file must contain its operation (got '{kernel.name}' in "
            f"{trial.path.name}); name it: --operation NAME"
        )
    search = Search(trial, trial.seconds)
    launch: RightLaunch | None = None
    with contextlib.suppress(OutOfTimeError):  # one that was right on its first case is better than none
        tried = (search.first_right(_trials(kernel, operation, options, trial)) for operation in operations)
        launch = next(filter(None, tried), None)
    draft = launch.draft if launch is not None else search.first_near
    if draft is None:
        return Adoption(
            kernel.name,
            unknown=(names.Unknown("grid", "no known launch gave right results"),),
            verified=trial.tried,
            nearest=search.nearest,
        )
    trial.finish()
    draft, survey = trial.with_own_roundings(draft, _WIDTHS)
    return Adoption(
        kernel.name,
        trial.with_grid_limit(draft),
        is_whole=True,
        verified=trial.tried,
        guessed=("arithmetic, from the text of the kernel",),
        survey=survey,
    )


def _trials(
    kernel: TritonSignature, operation: Operation, options: AdoptionOptions, trial: Trial
) -> Iterator[Attempt]:
    # Each width compiles the kernel again, so one usual and one wide size decide.
    shapes = (SHAPES[0], WIDE_OF_HEADS if operation.further_sizes else WIDE)

    def settled(draft: Draft) -> RightLaunch | None:
        return RightLaunch(draft, operation) if trial.is_right(draft, shapes) else None

    for draft in candidates(kernel, operation, options.given, options.source):
        try:
            draft.variant(trial.path, trial.settings.operations)
        except SpecError:
            continue  # not every combination of guesses can be declared
        # Each launch is compiled for seconds, so the first right one is taken.
        yield Attempt(draft, partial(settled, draft), is_taken_at_once=True)


def ranked(kernel: TritonSignature, operations: Sequence[Operation], file: str = "") -> list[Operation]:
    """Return the operations that the kernel's name, or else the file's, identifies, the longest name first."""
    named = [operation for operation in operations if names.is_named_in(operation, kernel.name)]
    named = named or [operation for operation in operations if names.is_named_in(operation, file)]
    return sorted(named, key=lambda each: -len(each.name))


def candidates(
    kernel: TritonSignature, operation: Operation, given: Mapping[str, str], source: str = ""
) -> Iterator[Draft]:
    """Yield declarations for one operation, the likeliest first, at most `MOST_OF_OPERATION`."""
    start = Draft(
        summary=f"{kernel.name}: {operation.name}.",
        source=source,
        args=(),
        block=((1, 1, 1),),
        grid=(),
        entry=kernel.name,
        operation=operation.name,
        arithmetic=_arithmetic(kernel, operation),
        deterministic=not kernel.added,
        configs=AUTOTUNE if kernel.is_tuned else "",
    )
    streams = [_of_map(kernel, operation, arrays, given, start) for arrays in _maps(kernel, operation, given)]
    rounds = itertools.zip_longest(*streams)
    drafts = (draft for several in rounds for draft in several if draft is not None)
    yield from itertools.islice(drafts, MOST_OF_OPERATION)


def bare(name: str) -> str:
    """Return a pointer's name in lower case without the words for pointer."""
    return _AFFIX.sub("", name.lower()) or name.lower()


def _maps(kernel: TritonSignature, operation: Operation, given: Mapping[str, str]) -> list[dict[str, Array]]:
    """Return the likeliest maps from pointers to arrays whose access fits."""
    needed = [array for array in operation.arrays if array.absent is None]
    optional = [array for array in operation.arrays if array.absent is not None]
    maps: list[dict[str, Array]] = []

    def is_named(pointer: str, array: Array) -> bool:
        return bare(pointer) in _names(operation, array)

    def fits(pointer: str, array: Array) -> bool:
        if pointer in given:
            return given[pointer] == array.name
        if array.name in given.values():
            return False
        changed = pointer in kernel.written or pointer in kernel.added
        return changed if array.is_output else pointer in kernel.read and not changed

    choices = [[pointer for pointer in kernel.pointers if fits(pointer, array)] for array in needed]
    for chosen in itertools.islice(itertools.product(*choices), 5000):
        if len(set(chosen)) < len(chosen):
            continue
        mapped = dict(zip(chosen, needed, strict=True))
        for array in optional:
            free = (pointer for pointer in kernel.pointers if pointer not in mapped and fits(pointer, array))
            named = next((pointer for pointer in free if is_named(pointer, array)), None)
            if named is not None:
                mapped[named] = array
        maps.append(mapped)
    maps.sort(key=lambda mapped: sum(not is_named(*pair) for pair in mapped.items()))
    return maps[:_MOST_MAPS]


def _names(operation: Operation, array: Array) -> frozenset[str]:
    own = names.array_names(operation, array.name)
    if array.is_output:
        return own | names.OUTPUTS
    return own | (names.INPUTS if array.rows == "inp" or array.name == "inp" else frozenset())


def _of_map(
    kernel: TritonSignature,
    operation: Operation,
    arrays: Mapping[str, Array],
    given: Mapping[str, str],
    start: Draft,
) -> Iterator[Draft]:
    values: dict[str, Sequence[Constant]] = {}
    scratch: dict[str, str] = {}
    for pointer in kernel.pointers:
        if pointer in arrays or pointer in given:
            continue
        if pointer in kernel.read:
            values[pointer] = ["None"]
        else:
            # Mostly one number a row; else something that the kernel leaves out for None, or another whole array.
            of_row, whole = (re.sub(r"\W", "_", bare(pointer)) + suffix for suffix in ("_of_row", "_whole"))
            scratch |= {of_row: "4 * n_rows", whole: "4 * n_rows * n_cols"}
            values[pointer] = [of_row, "None", whole]
    numbers = {number.lower() for number in kernel.numbers}
    values |= {name: _number(name, operation) for name in kernel.numbers}
    for name in kernel.constants:
        is_tile = name.lower() in numbers
        values[name] = (32, 16) if is_tile else _constant(name, arrays, operation, kernel.code)
    values |= {name: [stride] for name, stride in _strides(kernel, arrays).items()}
    values |= {name: [_typed(text)] for name, text in given.items() if name not in arrays}
    for settled in itertools.islice(_settled(values), MOST_OF_OPERATION):
        constants = {
            name: value for name, value in settled.items() if name in kernel.constants or value == "None"
        }
        args = tuple(
            arrays[name].name if name in arrays else str(settled[name])
            for name in kernel.parameters
            if name not in constants and name not in kernel.left_out
        )
        needed = tuple((name, size) for name, size in scratch.items() if name in args)
        for grid in _grids(kernel):
            yield replace(start, args=args, grid=grid, scratch=needed, constexprs=constants)


def _settled(values: Mapping[str, Sequence[Constant]]) -> Iterator[dict[str, Constant]]:
    """Yield a value for each name, beginning with the first values and changing as few as possible."""
    first = {name: options[0] for name, options in values.items()}
    several = [name for name, options in values.items() if len(options) > 1]
    several.sort(key=lambda name: not isinstance(first[name], int))  # conditions and choices go before sizes
    for n_changed in range(len(several) + 1):
        for changed in itertools.combinations(several, n_changed):
            for others in itertools.product(*(values[name][1:] for name in changed)):
                yield first | dict(zip(changed, others, strict=True))


def _typed(text: str) -> Constant:
    if text in ("true", "false"):
        return text == "true"
    try:
        return int(text)
    except ValueError:
        return text


def _strides(kernel: TritonSignature, arrays: Mapping[str, Array]) -> dict[str, Constant]:
    """Return the value of each parameter that is a stride: by the array in its name, or by their order."""
    numbers = {*kernel.numbers, *kernel.constants}
    wanted = [name for name in kernel.parameters if name in numbers and _STRIDE.search(name.lower())]
    of_array: dict[str, list[str]] = {}
    values: dict[str, Constant] = {}
    order = list(arrays)
    for at, name in enumerate(wanted):
        words = re.split(r"_+", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower())
        text = f"_{'_'.join(words)}_"
        # Of `output_pointer` and `output_grad_pointer`, `output_grad_stride` is the second's.
        own = [p for p in kernel.pointers if f"_{bare(p)}_" in text]
        own.sort(key=lambda p: -len(bare(p)))
        if own and own[0] not in arrays:
            values[name] = "1"
            continue
        if not own:
            rest = [word for word in words if "stride" not in word]
            own = [p for p in order if any(r and (r[:-1] == bare(p) or bare(p).startswith(r)) for r in rest)]
        if not own:
            own = [order[min(at, len(order) - 1)]] if order else []
        if own:
            of_array.setdefault(own[0], []).append(name)
    for pointer, strides in of_array.items():
        array = arrays[pointer]
        known = list(array.strides) or ([f"{array.rows}_stride"] if array.rows else [])
        steps = [*known, "1"]
        for at, name in enumerate(strides):
            is_inner = _INNER.search(name.lower()) or (len(strides) > 1 and at == len(strides) - 1)
            values[name] = "1" if is_inner or not known else steps[min(at, len(steps) - 1)]
    return values


def _number(name: str, operation: Operation) -> Sequence[str]:
    plain = name.lower().removesuffix("_dim")
    options: list[str] = []
    if plain in names.TOTALS:
        options.append(" * ".join(_sizes(operation)))
    for scalar in operation.scalars:
        is_eps = plain.endswith("eps") and scalar.name == "eps"
        if is_eps or plain in names.scalar_names(operation, scalar.name):
            options.append(scalar.name)
    options += [size for size in _sizes(operation) if plain in names.size_names(operation, size)]
    for known, value in (
        (names.COLS, "n_cols"),
        (names.ROWS, "n_rows"),
        (names.ONES | _MORE_ONES, "1.0"),
        (names.ZEROS | _MORE_ZEROS, "0.0"),
    ):
        if plain in known and value not in options:
            options.append(value)
    return options[:3] or _UNKNOWN


def _sizes(operation: Operation) -> tuple[str, ...]:
    return ("n_rows", "n_cols", *(size.name for size in operation.further_sizes))


def _constant(name: str, arrays: Mapping[str, Array], operation: Operation, code: str) -> Sequence[Constant]:
    lower = name.lower()
    if "dtype" in lower:
        return ("tl.float32",)
    if _FLAG.search(lower) or re.search(_CONDITION.format(name=re.escape(name)), code):
        words = {word for array in arrays.values() for word in _names(operation, array)}
        is_given = any(word in words for word in lower.split("_")[1:])
        return (is_given, not is_given)
    if lower.endswith("eps"):
        return (1e-5,)
    if lower in ("num_warps", "num_stages"):
        return (4,)
    if lower in ("n", "d", "v", "hidden_size", "n_cols", "ncols", "cols", "dim", "feat_dim", "vocab_size"):
        return ("n_cols",)
    if lower in ("m", "n_rows"):
        return ("n_rows",)
    if lower == "rows":
        return (4, 1)
    if lower in ("activation", "act_fn", "act_func"):
        return (*(f"'{word}'" for word in _ACTIVATIONS.get(operation.name, ())), "''", "None")
    if _BLOCK.search(lower):
        if _BLOCK_OF_ROWS.search(lower):
            return (16, 1)
        return ("next_power_of_2(n_cols)", 64)
    if re.search(rf"\b{re.escape(name)} [=!]= ", code):
        return (0, 1, 2)  # a choice, which has a number
    return ("next_power_of_2(n_cols)", True, False, 1)


def _grids(kernel: TritonSignature) -> Iterator[tuple[str, ...]]:
    known = (*kernel.constants, *sorted(kernel.left_out - kernel.computed))
    blocks = [name for name in known if _BLOCK.search(name.lower())]
    rows = [block for block in blocks if _BLOCK_OF_ROWS.search(block.lower())]
    cols = [block for block in blocks if block not in rows] or blocks
    if len(kernel.axes) >= 2:
        if rows and cols:
            yield f"ceil_div(n_rows, {rows[0]})", f"ceil_div(n_cols, {cols[0]})"
            yield f"ceil_div(n_cols, {cols[0]})", f"ceil_div(n_rows, {rows[0]})"
        for block in cols[:1]:
            yield "n_rows", f"ceil_div(n_cols, {block})"
            yield f"ceil_div(n_cols, {block})", "n_rows"
        yield "n_rows", "1"
        return
    if rows:
        yield (f"ceil_div(n_rows, {rows[0]})",)
    yield ("n_rows",)
    for block in cols[:1]:
        yield (f"ceil_div(n_rows * n_cols, {block})",)


def _arithmetic(kernel: TritonSignature, operation: Operation) -> str:
    """Return the words that a kernel's text suggests, as far as the operation knows them together."""
    words: list[str] = []
    for hint, word in _WORDS:
        if not re.search(hint, kernel.code) or (word == "fast_exp" and "exp2" in words):
            continue
        tried = ("+".join([*words, word]), word)
        known = next((name for name in tried if arithmetic_named(operation, name) is not None), None)
        words = words if known is None else known.split("+")
    return "+".join(words)
