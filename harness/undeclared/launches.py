"""Launches of a kernel as its host code makes them, at sizes of our choice.

The host code says how grid, block, shared memory and integers follow from a few sizes. Each set of sizes that meets the
conditions of the host code gives a launch.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ..adopt.host_calls import HostCall
from ..adopt.launches.launch import HostLaunch
from ..adopt.launches.value import OF_FILE, Code, SsaValue, Value, extents, followed, numbers_in, variables
from ..adopt.reading.compiled_kernel import Compiled
from ..adopt.reading.signature import KernelSignature, Parameter
from ..compiler.artifact import Param
from ..device.base import WARP, LaunchConfig
from ..errors import LaunchError
from ..launch.input_kinds import RawStream
from ..lazy import dataclass, field, pattern, replace
from ..ptx.text.syntax import TYPE_BYTES
from .contents import bytes_of, template_arguments
from .host_numbers import Numeric, UnknownNumberError, holds, number, open_names
from .recording import Recorded

SIZES = (
    (64, 32, 128, 16, 8, 4, 2),
    (33, 17, 5, 7, 3, 9, 11),
    (256, 512, 64, 128, 32, 16, 8),
    (1, 1, 1, 1, 1, 1, 1),
    (32, 64, 256, 128, 512, 16, 8),
    (100, 36, 12, 20, 8, 4, 28),
    (2, 1024, 128, 64, 4, 8, 256),
    (1000, 77, 6, 10, 4, 2, 2),
    (128, 128, 128, 128, 128, 128, 128),
)
"""Numbers for the open sizes of a launch, in the order in which they occur. Multiples of a warp, of vectors and of
neither, 1, equal sizes, and rows that are longer than a block."""
MOST_THREADS = 1 << 15
"""Most threads of a launch: a larger one shows hardly more, and takes seconds."""
_OVERRIDDEN = (256, 64)
"""Constants of host code from the first number on, else from the second, are sizes, and may have other numbers, unless
the block depends on them, or they are of the file and the kernel's code names them."""
_LEAST_USUAL = 4
_LONG = 1100
"""A size that is longer than any block, and a multiple of few others."""
_TOTAL = pattern(r"size\(\)|numel|elements|count|total|numItems|\bn\b")
_WORD = pattern(r"[A-Za-z_]\w*")
_POOL = (1, 2, 3, 4, 7, 8, 16, 17, 31, 32, 33, 64, 100, 128, 200, 256, 300, 512, 1024)
_MOST_LONG = 6
_MOST_DRAWN, _ENOUGH = 200, 4
"""Sets of sizes by chance, and launches after which none is drawn."""
_REALS = (0.125, 0.5, 1.0, 0.01, 2.0, -1.5, 1e-5)
"""Real numbers that the host code leaves open, in turn."""
_REAL_TYPES = {"f32": "float32", "f64": "float64"}
_WIDEST = 16
_SIZEOF = pattern(r"sizeof\((\w+)\)")
_SHARED_WITHOUT_HOST = 16 << 10
TIME_IS_UP = "the time for the launches was up"


@dataclass(frozen=True)
class MadeLaunch:
    """One launch, but for its buffers."""

    config: LaunchConfig
    scalars: Mapping[int, Numeric | bytes]
    """Arguments that are not pointers, by position; a structure as its bytes."""
    allocated: Mapping[int, int]
    """Bytes that the host code allocates for a pointer, by position, where it says so."""
    sizes: Mapping[str, int]
    """The numbers that were chosen, by name."""
    invented: Mapping[str, int] = field(default_factory=dict)
    """Arguments of which the host code says nothing, by parameter."""
    recorded: Recorded | None = None
    """The launch of a program that this one repeats, with its arguments and contents."""

    @property
    def is_usual(self) -> bool:
        """Whether a program made it, or sizes are powers of two and blocks whole warps, as kernels for tiles demand."""
        if self.recorded is not None:
            return True
        sizes = (*self.sizes.values(), *self.invented.values())
        are_powers = all(size >= _LEAST_USUAL and size & (size - 1) == 0 for size in sizes)
        return are_powers and math.prod(self.config.block) % WARP == 0

    @property
    def n_threads(self) -> int:
        """Threads of the grid."""
        return math.prod(self.config.grid) * math.prod(self.config.block)

    @property
    def described(self) -> str:
        """The sizes as text: ``n = 33, m = 17``; the grid if the launch has none."""
        if self.recorded is not None:
            return self.recorded.described
        listed = ", ".join(f"{name} = {size}" for name, size in {**self.invented, **self.sizes}.items())
        return listed or f"grid {'x'.join(map(str, self.config.grid))}"


def recorded_launch(recorded: Recorded, pointers: Iterable[int], params: Sequence[Param]) -> MadeLaunch:
    """Return a launch as a program made it; LaunchError if the kernel's parameters are others now."""
    arguments = recorded.arguments
    sizes = [len(argument) for argument in arguments]
    if sizes != (wanted := [param.size_bytes for param in params]):
        raise LaunchError(
            f"the arguments of {recorded.described} have {sizes} bytes, the parameters {wanted}"
        )
    reached = {at: recorded.reached(arguments[at]) for at in pointers}
    extents = {at: own.size_bytes for at, own in reached.items() if own is not None}
    return MadeLaunch(recorded.launch.config, {}, extents, {}, recorded=recorded)


class _Constant(NamedTuple):
    value: Numeric
    of_file: bool


def made_launches(
    kernel: KernelSignature,
    call: HostCall | None,
    compiled: Compiled,
    entry: str,
    *,
    is_thorough: bool = False,
    further: Sequence[str] = (),
    beside: HostCall | None = None,
) -> Iterator[MadeLaunch | str]:
    """Yield a launch for each set of sizes, or why there is none; `call` is None for a kernel without host code."""
    # If `is_thorough`, other sizes than the program's own are not only for want of these. `further` are the names of
    # sizes of the other revision's launch, `beside`, whose conditions the sizes should meet, too.
    names: tuple[str, ...] = ()
    constants: dict[str, _Constant] = {}
    of_launch: set[str] = set()
    if call is not None:
        names, constants, of_launch = _sizes_of(call.launch, kernel, compiled)
    seen: set[tuple[object, ...]] = set()
    whys: dict[str, None] = {}
    # The program's own constants first; then others in their place, where the launch is too large.
    groups: dict[tuple[str, ...], bool] = {(): False}
    for is_of_file, least in itertools.product((False, True), _OVERRIDDEN):
        own = (name for name, constant in constants.items() if is_of_file or not constant.of_file)
        groups.setdefault(tuple(name for name in own if constants[name].value >= least), is_of_file)
    names = tuple(sorted({*names, *further})) if further else names
    fixed = _of_instance(names, kernel, call, entry) if call is not None else {}
    names = tuple(name for name in names if name not in fixed)
    for overridden, is_of_file in groups.items():
        if is_of_file and seen:
            break  # device code may rely on the number
        n_made = 0
        open_names = (*names, *overridden)
        for turn, (chosen, is_drawn) in enumerate(_sets(open_names, (call, beside), is_thorough=is_thorough)):
            if is_drawn and n_made >= (_ENOUGH if is_thorough else 1):
                break
            try:
                launch = _launch(kernel, call, compiled, {**chosen, **fixed}, turn)
                # The host code may keep relations that independent numbers break: an allocation for n = rows * cols.
                allocated = {
                    at: n_bytes
                    for at, n_bytes in launch.allocated.items()
                    if chosen.keys() & _names_in(call, at) <= of_launch
                }
                launch = replace(launch, allocated=allocated, sizes=chosen)
            except UnknownNumberError as error:
                whys[str(error)] = None
                continue
            key = (launch.config, tuple(launch.scalars.items()))
            if key not in seen:
                seen.add(key)
                n_made += 1
                yield launch
        if n_made and not is_thorough:
            return
    if not seen or not is_thorough:
        yield from whys


def size_names(kernel: KernelSignature, call: HostCall | None, compiled: Compiled) -> tuple[str, ...]:
    """Return the names of the sizes that the host code of a launch leaves open."""
    return _sizes_of(call.launch, kernel, compiled)[0] if call else ()


def _of_instance(names: Sequence[str], kernel: KernelSignature, call: HostCall, entry: str) -> dict[str, int]:
    """Return the numbers of those names of host code that the instance decides: template arguments, sizes of types."""
    arguments = template_arguments(entry)
    types = dict(zip((own.name for own in kernel.template), arguments, strict=False))
    for value, argument in zip(call.launch.template, arguments, strict=False):
        known = followed(value)
        if isinstance(known, SsaValue):
            types[known.name] = argument
        elif isinstance(known, Code):
            types[known.text] = argument
    elements = [n_bytes for argument in arguments if (n_bytes := bytes_of(argument))]
    fixed: dict[str, int] = {}
    for name in names:
        if size := _SIZEOF.fullmatch(name):
            n_bytes = bytes_of(types.get(size[1], size[1])) or next(iter(elements), None)
            if n_bytes is not None:
                fixed[name] = n_bytes
        elif types.get(name, "").isdecimal():
            fixed[name] = int(types[name])
    return fixed


def _sets(
    names: Sequence[str], calls: Sequence[HostCall | None], *, is_thorough: bool
) -> Iterator[tuple[dict[str, int], bool]]:
    """Yield sets of sizes: `SIZES`, then each size longer than a block, then sizes by chance, with True."""
    for numbers in SIZES:
        yield dict(zip(names, itertools.cycle(numbers))), False
    if not any(calls) or not names:
        return
    for name in names[:_MOST_LONG] if is_thorough else ():
        others = {each: size for each, size in zip(names, itertools.cycle((4, 8, 2))) if each != name}
        yield {each: _LONG if each == name else others[each] for each in names}, False
        # A number of elements is a product of the others.
        if _TOTAL.search(name):
            rest = [each for each in names if each != name]
            for size in (32, _LONG):
                yield {each: 3 * size ** len(rest) if each == name else size for each in names}, False
    # Conditions of the host code may ask for sizes that are alike in ways of its own.
    known = {
        int(item.value) + by
        for call in calls
        if call is not None
        for condition, _ in call.launch.conditions
        for item in numbers_in(condition)
        for by in (-1, 0, 1)
        if 1 <= item.value <= _LONG * 8
    }
    pool = sorted({*_POOL, *known} - {0})
    draw = RawStream(0)
    for _ in range(_MOST_DRAWN):
        places = (draw.uniform(len(names)) * len(pool)).astype(int)
        yield dict(zip(names, (pool[place] for place in places), strict=True)), True


def _names_in(call: HostCall | None, position: int) -> set[str]:
    """Return the names in the number of bytes that host code allocates for an argument."""
    own = None if call is None else followed(call.launch.args[position])
    n_bytes = own.allocated if isinstance(own, SsaValue) else None
    return {variable.name for variable in variables(n_bytes)} if n_bytes is not None else set()


def _sizes_of(
    launch: HostLaunch, kernel: KernelSignature, compiled: Compiled
) -> tuple[tuple[str, ...], dict[str, _Constant], set[str]]:
    """Return a launch's open names, constants that may be others, and all names but allocations'."""
    triples = zip(launch.args, kernel.parameters, compiled.params, strict=False)
    integers = (
        arg
        for arg, own, param in triples
        if not (own.is_pointer or (param.kind == "float" and isinstance(followed(arg), SsaValue)))
    )
    values = [launch.grid, launch.block, launch.shared, *integers]
    of_launch = {variable.name for value in values for variable in variables(value)}
    values += filter(
        None, (own.allocated for arg in launch.args if isinstance(own := followed(arg), SsaValue))
    )
    of_block = {variable.name for variable in variables(launch.block)}
    of_code = set(_WORD.findall(kernel.code)) - {own.name for own in kernel.parameters}
    constants = {
        variable.name: _Constant(constant, variable.why == OF_FILE)
        for value in values
        for variable in variables(value)
        if variable.name not in of_block
        and not (variable.why == OF_FILE and variable.name in of_code)
        and (constant := _constant(variable)) is not None
    }
    return tuple(open_names(*values)), constants, of_launch


def _constant(variable: SsaValue) -> Numeric | None:
    """Return the number of a variable that host code computes from no other one; None if it has none."""
    if variable.value is None or any(variables(variable.value)):
        return None
    try:
        return number(variable.value, {})
    except UnknownNumberError:
        return None


def _launch(
    kernel: KernelSignature,
    call: HostCall | None,
    compiled: Compiled,
    chosen: Mapping[str, int],
    turn: int,
) -> MadeLaunch:
    """Make one launch; raises UnknownNumberError with the reason if there is none at these sizes."""
    given: dict[int, Numeric | bytes] = {}
    allocated: dict[int, int] = {}
    numbers = SIZES[turn % len(SIZES)]
    if call is None:
        block = compiled.only_block or (min(256, compiled.max_threads), 1, 1)
        grid = (max(1, -(-numbers[0] // block[0])), 1, 1)
        config = LaunchConfig(grid, block, _SHARED_WITHOUT_HOST * compiled.has_dynamic_shared)
    else:
        host = call.launch
        config = LaunchConfig(
            _three("grid", host.grid, chosen),
            _three("block", host.block, chosen),
            int(number(host.shared, chosen)),
            cooperative=host.is_cooperative,
        )
        if any(holds(condition, chosen) not in (None, wanted) for condition, wanted in host.conditions):
            raise UnknownNumberError("a condition of the host code excludes the sizes that were tried")
        for position, arg in enumerate(host.args):
            own = followed(arg)
            n_bytes = own.allocated if isinstance(own, SsaValue) else None
            with contextlib.suppress(UnknownNumberError):
                if not kernel.parameters[position].is_pointer:
                    # An open variable that is a real number is no size.
                    if not (isinstance(own, SsaValue) and compiled.params[position].kind == "float"):
                        given[position] = number(arg, chosen)
                elif n_bytes is not None:
                    allocated[position] = int(number(n_bytes, chosen))
    _check(config, compiled)
    others = itertools.cycle(numbers)
    invented: dict[str, int] = {}
    for position, (parameter, param) in enumerate(zip(kernel.parameters, compiled.params, strict=True)):
        if parameter.is_pointer:
            continue
        if param.kind == "bytes":
            given[position] = _structure(parameter, param, compiled, position, others)
        elif position not in given:
            if param.kind == "float":
                given[position] = _REALS[turn % len(_REALS)]
            elif parameter.type == "bool":
                given[position] = 1
            else:
                given[position] = invented[parameter.name] = next(others)
    return MadeLaunch(config, given, allocated, chosen, invented)


def _structure(
    parameter: Parameter, param: Param, compiled: Compiled, position: int, numbers: Iterator[int]
) -> bytes:
    """Return a structure, or numbers in a vector, with made-up numbers in the parts that the code loads."""
    facts = compiled.facts
    loaded = facts.loaded[position] if facts.is_known else ()
    if not facts.is_known or (facts.takes(position) and not loaded):
        raise UnknownNumberError(f"{parameter.name} is a structure that is passed by value")
    if facts.use(position) is not None:
        raise UnknownNumberError(f"{parameter.name} is a structure with pointers that is passed by value")
    data = bytearray(param.size_bytes)
    for turn, (offset, kind) in enumerate(loaded):
        n_bytes = TYPE_BYTES[kind]
        real = _REALS[turn % len(_REALS)]
        if kind in _REAL_TYPES:
            part = np.dtype(_REAL_TYPES[kind]).type(real).tobytes()
        elif n_bytes == np.dtype(np.float16).itemsize and "half" in parameter.type.lower():
            part = np.float16(real).tobytes()
        else:
            part = next(numbers).to_bytes(_WIDEST, "little")[:n_bytes]
        data[offset : offset + n_bytes] = part
    return bytes(data)


def too_long(launch: MadeLaunch, steps: int) -> str:
    """Return why a launch is not watched."""
    return f"{launch.described}: {steps:,} instructions of all warps"


def _three(what: str, value: Value, chosen: Mapping[str, int]) -> tuple[int, int, int]:
    three = extents(value)
    if three is None:
        raise UnknownNumberError(f"the {what} of the host code could not be followed")
    x, y, z = (int(number(extent, chosen)) for extent in three)
    return x, y, z


def _check(config: LaunchConfig, compiled: Compiled) -> None:
    if min(*config.grid, *config.block) < 1:
        raise UnknownNumberError(f"no blocks or threads (grid {config.grid}, block {config.block})")
    if not compiled.takes(config.block):
        raise UnknownNumberError(f"the kernel's launch bounds exclude the block {config.block}")
    n_threads = math.prod(config.grid) * math.prod(config.block)
    if n_threads > MOST_THREADS:
        raise UnknownNumberError(f"{n_threads} threads (grid {config.grid}, block {config.block})")
