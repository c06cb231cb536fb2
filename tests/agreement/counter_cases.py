"""What is counted on both sides: every variant at six shapes, and probes of one access pattern each."""

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from harness.compiler import CompileRequest
from harness.device.base import Device, LaunchConfig
from harness.launch.memory import fill
from harness.launch.plan import LoadedLaunch, load_case, loader_of
from harness.settings.settings import Settings
from harness.variant.case import Case, make_case
from tests.agreement.family_outputs import variants

ROOT = Path(__file__).resolve().parents[2]
PROBES_PATH = Path(__file__).with_name("counter_probes.cu")

N_SHAPES = 6
SHAPES = ((256, 128), (64, 1024), (16, 4099), (33, 1000), (7, 257), (2, 20_000),
          (100, 31), (64, 200), (40, 64), (9, 150), (12, 256))  # fmt: skip
"""A variant is counted at the first six of these that it claims."""
OTHER_TYPES_SHAPE = (64, 200)
"""Where variants with several types are counted in the others."""
STRIDED_SHAPE = (33, 1000)
"""Counted with padded rows, whose starts are not multiples of a sector."""

Pattern = Callable[[int], int]


def _only(last: int, pattern: Pattern) -> Pattern:
    return lambda lane: pattern(lane) if lane <= last else -1


PATTERNS: Mapping[str, Pattern] = {
    "consecutive": lambda lane: lane, "shifted": lambda lane: lane + 1, "reversed": lambda lane: 31 - lane,
    "stride2": lambda lane: 2 * lane, "stride3": lambda lane: 3 * lane, "stride4": lambda lane: 4 * lane,
    "stride8": lambda lane: 8 * lane, "stride16": lambda lane: 16 * lane,
    "stride31": lambda lane: 31 * lane, "same": lambda lane: 5, "pairs": lambda lane: lane // 2,
    "fours": lambda lane: lane // 4, "halves_alike": lambda lane: lane % 16,
    "quarters_alike": lambda lane: lane % 8, "two_far_words": lambda lane: 32 * (lane % 2),
    "first_lane": _only(0, lambda lane: lane), "nine_lanes": _only(8, lambda lane: lane),
    "half_of_the_lanes": _only(15, lambda lane: 2 * lane),
    "even_lanes": lambda lane: lane if lane % 2 == 0 else -1,
}  # fmt: skip
"""Element that each lane accesses, -1 for none."""

_PROBE_KERNELS = (
    *(f"global_{kind}_{bits}" for kind in ("load", "store") for bits in (32, 64, 128)),
    *(f"shared_{kind}_{bits}" for kind in ("load", "store") for bits in (32, 64, 128)),
    "shared_atomic_32", "local_array",
)  # fmt: skip
_PROBE_BYTES = 16 * 1024


@dataclass(frozen=True)
class Probe:
    kernel: str
    pattern: str

    @property
    def id(self) -> str:
        return f"probe-{self.kernel}-{self.pattern}"

    @property
    def index(self) -> np.ndarray:
        """Element of each lane, int32."""
        return np.array([PATTERNS[self.pattern](lane) for lane in range(32)], np.int32)


def probes() -> tuple[Probe, ...]:
    found = []
    for kernel in _PROBE_KERNELS:
        bits = int(kernel.rpartition("_")[2]) if kernel[-1].isdigit() else 32
        for pattern in PATTERNS:
            probe = Probe(kernel, pattern)
            if (int(probe.index.max()) + 1) * bits // 8 <= _PROBE_BYTES:
                found.append(probe)
    return tuple(found)


def cases() -> tuple[Case, ...]:
    found: list[Case] = []
    for variant in variants():
        block = variant.usual_block
        own = []
        for n_rows, n_cols in SHAPES:
            layout = "strided" if (n_rows, n_cols) == STRIDED_SHAPE else "contiguous"
            case = make_case(
                variant,
                dtype=variant.dtypes[0],
                n_rows=n_rows,
                n_cols=n_cols,
                kind="normal",
                layout=layout,
                block=block,
            )
            if case.unmet() is None:
                own.append(case)
        found += own[:N_SHAPES]
        n_rows, n_cols = OTHER_TYPES_SHAPE
        others = [
            make_case(variant, dtype=dtype, n_rows=n_rows, n_cols=n_cols, kind="normal", block=block)
            for dtype in variant.dtypes[1:]
        ]
        found += [case for case in others if case.unmet() is None]
    return tuple(found)


@dataclass(frozen=True)
class Prepared:
    """Launches that are ready: of a case, or of one probe."""

    id: str
    launches: tuple[LoadedLaunch, ...]


def prepare_case(case: Case, device: Device, settings: Settings) -> Prepared:
    """Compile, load and fill; the caller frees the device's memory."""
    return Prepared(case.id, load_case(case, device, settings).pack(fill(case, device)))


def prepare_probe(probe: Probe, device: Device, settings: Settings) -> Prepared:
    """Compile, load and fill; the caller frees the device's memory."""
    loader = loader_of(device)
    request = CompileRequest(
        path=PROBES_PATH, arch=settings.arch, target="ptx" if device.info.kind == "cpu" else "cubin"
    )
    kernel = loader.load(loader.compile(request, device), probe.kernel, device)
    args = []
    for name, data in (
        ("index", probe.index),
        ("data", np.zeros(_PROBE_BYTES // 4, np.float32)),
        ("out", np.zeros(32, np.float32)),
    ):
        buffer = device.allocate(data.nbytes, name)
        device.copy_in(buffer, data.view(np.uint8))
        args.append(np.uint64(buffer.address))
    config = LaunchConfig((1, 1, 1), (32, 1, 1))
    return Prepared(probe.id, (LoadedLaunch(probe.kernel, kernel, config, tuple(args)),))


def everything() -> Iterator[tuple[str, Callable[[Device, Settings], Prepared]]]:
    """Give each id with what prepares it: cases first, then probes."""
    for case in cases():
        yield case.id, functools.partial(prepare_case, case)
    for probe in probes():
        yield probe.id, functools.partial(prepare_probe, probe)
