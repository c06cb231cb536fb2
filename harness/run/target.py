"""The device of a run, and the checks that the run therefore does not cover: the head of every report."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..compiler import open_compiler
from ..compiler.triton.service import triton_version
from ..device.base import CheckedDevice, DeviceInfo
from ..device.selection import first_missing, missing_for, probe, resolve_kind
from ..errors import CompileError, DeviceError
from ..lazy import dataclass, pattern
from ..settings.settings import ISOLATION_NONE, ISOLATION_PROCESS, Settings
from ..settings.watch_options import SANITIZERS
from ..variant.case import is_case_id
from ..variant.variant import TRITON, Variant
from .session import Runner

_NOT_SEEN_ON_GPU = (
    "bad reads, misaligned accesses, divergent barriers, invalid shuffles: a gpu does not report them,"
    " --device cpu does"
)
_ONE_KIND_OF_FURTHER_LAUNCHES = (
    "most further launches: each case makes those of one kind, in turn; --thorough makes all in every case"
)
_NOT_ISOLATED = (
    "none: kernels run in this process; a kernel that crashes or hangs takes the whole run down with it"
)


@dataclass(frozen=True)
class CheckTarget:
    """The requested device, and the device used."""

    requested: str
    """Requested device: `auto`, `cpu`, `gpu`."""
    kind: str
    """Device used: `cpu` (the PTX executor), `gpu`."""
    info: CheckedDevice | None
    """The device; None when it is not there, and then every case is `NOT-RUN`."""
    unavailable: str
    """Why `info` is None."""
    not_covered: tuple[str, ...]
    """Checks that this run does not cover, one line each."""
    isolation: str
    """`process`, or `none` if cases ran in the program itself."""


@dataclass(frozen=True)
class Target(CheckTarget):
    """The target of a run, as its terminal shows it."""

    info: DeviceInfo | None
    # A file must have them.
    unavailable: str = ""
    not_covered: tuple[str, ...] = ()
    isolation: str = ISOLATION_PROCESS
    compilers: tuple[str, ...] = ()
    """Compilers of the kernels that run; empty if only the device's own is known."""


def target_of(requested: str, runner: Runner, settings: Settings) -> Target:
    """Describe the device that a runner opened or failed to open."""
    # First what takes as long as the start of a worker, which `runner.info` waits for.
    uncovered, info = not_covered(runner.kind, settings), runner.info
    return Target(
        requested,
        runner.kind,
        info,
        runner.unavailable,
        uncovered if info else (),
        isolation=settings.isolation,
    )


def expected_target(requested: str, settings: Settings) -> Target:
    """Describe the device that `requested` selects, without opening it."""
    kind = resolve_kind(requested, settings)
    # looked for, not opened: a context on a GPU takes long, and the workers make their own
    missing = missing_for(kind, settings)
    if missing:
        why = "; ".join(f"{part.name} (got: {part.found}), {part.remedy}" for part in missing)
        return Target(requested, kind, None, f"missing: {why}")
    names = {part.name: part.found for part in probe(settings)}
    try:
        compiler = open_compiler(settings, device=kind)
    except DeviceError as error:
        return Target(requested, kind, None, str(error))
    info = DeviceInfo(
        kind=kind,
        name=names[kind] if kind == "gpu" else f"PTX executor on {names[kind]}",
        arch=settings.arch if kind == "cpu" else "its own architecture",
        compiler=compiler.identity,
        cuda=compiler.cuda,
        driver=names["driver"] if kind == "gpu" else "",
    )
    return Target(
        requested, kind, info, not_covered=not_covered(kind, settings), isolation=settings.isolation
    )


def not_covered(kind: str, settings: Settings) -> tuple[str, ...]:
    """Return one line for each check that a run on this kind of device does not cover."""
    if kind == "gpu":
        return (_NOT_SEEN_ON_GPU,)
    missing = first_missing("gpu", settings)
    if missing is None:
        gpu = "gpu: not requested; --device gpu runs the cases there"
    else:
        gpu = f"gpu: no {missing.name} ({missing.found}); `kernel-harness doctor` says what to install"
    off = [f"{name}: switched off" for name in SANITIZERS if name not in settings.sanitizers]
    if settings.schedules == 0:
        off.append(
            "other orders of blocks, warps and lanes: switched off; --schedules N runs each case in N of them"
        )
    if settings.stress_approximations is not None:
        off.append(
            f"correctly rounded approximations: replaced by errors of seed {settings.stress_approximations}"
        )
    further = () if settings.thorough else (_ONE_KIND_OF_FURTHER_LAUNCHES,)
    return (gpu, *further, *off)


def compilers_of(device_compiler: str, variants: Iterable[Variant]) -> tuple[str, ...]:
    """Return the compilers of variants: the device's for CUDA and PTX, and Triton with its version."""
    languages = {variant.language for variant in variants}
    compilers = [device_compiler] if languages - {TRITON} or not languages else []
    if TRITON in languages:
        try:
            compilers.append(f"triton {triton_version()}")
        except CompileError:
            compilers.append("triton: not installed")
    return tuple(compilers)


_OPTION = pattern(r"--\w[\w-]*(?: (?:cpu|gpu|N)\b)?")


def not_run_line(not_covered: Sequence[str]) -> str:
    """Return lines of `Target.not_covered` as one: each check, and the option that runs it or why it did not run."""
    parts, n_large = [], 0
    for text in not_covered:
        name, _, why = text.partition(": ")
        if is_case_id(name):
            n_large += 1
            continue
        option = _OPTION.search(why)
        parts.append(f"{name} ({f'only with {option[0]}' if option else re.split(r' [(]|; ', why)[0]})")
    parts += [f"{n_large} case{'s'[: n_large - 1]} of too many elements"] if n_large else []
    return ", ".join(parts)


def head_lines(version: str, target: Target) -> list[str]:
    """Return the first lines of a command: version, device and compilers; then what is unusual."""
    (_, device), *others = target_lines(target, with_not_covered=False)
    compilers = "".join(f"; {text}" for label, text in others if label == "compiler")
    rest = [f"{label:<9} {text}" for label, text in others if label != "compiler"]
    return [f"kernel-harness {version} on {device}{compilers}", *rest]


def target_lines(target: Target, *, with_not_covered: bool = True) -> list[tuple[str, str]]:
    """Return label and text of the lines that name the device and the checks not run."""
    lines = []
    if target.info is None:
        lines.append(("device", f"{target.kind}: not available"))
        lines.append(("not run", f"everything: {target.unavailable}"))
    else:
        info = target.info
        driver = f", driver {info.driver}" if info.driver else ""
        lines.append(("device", f"{info.kind}: {info.name}, {info.arch}{driver}"))
        for name in target.compilers or (info.compiler,):
            lines.append(("compiler", f"{name}, CUDA {info.cuda}" if name == info.compiler else name))
        if target.isolation == ISOLATION_NONE:
            lines.append(("isolation", _NOT_ISOLATED))
    lines.extend(("not run", line) for line in target.not_covered if with_not_covered)
    return lines
