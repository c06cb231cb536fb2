"""The section of ``docs/fidelity.md`` on textures and surfaces; `tests.agreement.fidelity_table` writes the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from harness.ptx.launch.executor import Executor
from tests.agreement.markdown_table import code, table
from tests.agreement.texture_cases import cases
from tests.agreement.texture_comparison import compare, departure
from tests.agreement.texture_departures import FAULTS, LANES_APART, NO_OBJECT, REFUSED
from tests.agreement.texture_faults import WRONG_ACCESSES
from tests.agreement.texture_files import TextureRecording, read
from tests.agreement.texture_objects import Case
from tests.agreement.texture_replay import wrong_access

GROUPS = {
    "formats, and every value of a byte": ("format", "every", "many", "result"),
    "address modes, offsets, large textures": ("mode", "axes", "offset", "large", "extent"),
    "borders": ("border",),
    "weights and sums of filters": ("weights", "sums", "ends", "wide", "special"),
    "integer coordinates": ("integer", "fetch"),
    "cubes": ("cube",),
    "levels and gradients": ("level", "grad", "base"),
    "`tld4`": ("gather",),
    "`txq`, `suq`": ("txq", "suq"),
    "`suld`": ("suld",),
    "`sust`": ("sust", "sust.p"),
    "`sured`": ("sured.b", "sured.p"),
}
"""Beginnings of names of cases, by what they are about."""
RULES = (
    "The position in a texture is rounded to 1/256 texel, a half up. Weights are whole numbers of 256ths that add up "
    "to 256. In an image the weight of the texel that is right and below is rounded, a half up; the others follow from "
    "it. In a volume the weight of a slice is divided between left and right, then between above and below.",
    "A normalised coordinate is cut to steps of 2^-21 before it is multiplied by the extent; of 2^-22 for an extent "
    "above 8192, of 2^-23 above 65536.",
    "A sum of floats or halves keeps 4 bits below the last bit of its greatest texel. It is rounded to the format of "
    "the texels, a half away from zero. Subnormal `f32` texels and results of a filter are 0.",
    "A sum of integers that are read as numbers is rounded to 16 bits: to parts of 65535, or of 32767.",
    "Channels that the format lacks are 0, the fourth too.",
    "A layer is a number without a sign: -1 is the last layer of a texture, and of a `.clamp` access.",
    "Integer coordinates outside of a texture give 0 in every mode, with a border too.",
    "If the mode along y is border, the linear filter of a texture of one dimension takes half of its result from the "
    "border.",
    "The border of integers that are read as such is the low bits of the float.",
    "`sust.p` to halves rounds toward zero, and what is too large becomes 65504.",
    "`txq` and `suq` give layers as the height of textures and surfaces of rows, and as the depth of others.",
)


def texture_section() -> Iterator[str]:
    """Yield the parts about textures and surfaces; all cases are compared."""
    recording = read()
    assert recording is not None
    made = recording.made_with
    yield "## Textures and surfaces"
    yield table(
        ("", ""),
        [
            ("device", f"{made['device']} ({made['arch']})"),
            ("driver, CUDA", f"{made['driver']}, {made['cuda']}"),
            ("recorded by", "`python -m tests.agreement.record_gpu_textures fixtures/gpu_textures`"),
            ("cases", f"{len(recording.results)}, an object and an instruction each"),
            ("refused by the driver", len(recording.failed)),
        ],
    )
    yield (
        "The CUDA guide and the PTX manual leave open how precise a filter is, and more. The cpu device does what the "
        "GPU did:"
    )
    yield "\n".join(f"- {rule}" for rule in RULES)
    executor = Executor(n_workers=1)
    yield table(("what", "cases", "lanes or bytes", "agreement"), list(_groups(executor, recording)))
    yield "These differ:"
    yield table(("cases", "GPU", "cpu device"), list(_departures()))
    yield "The driver does not load these queries, which the assembler takes. The cpu device refuses them:"
    yield ", ".join(map(code, sorted(_refused_queries(recording)))) + "."
    yield (
        "Wrong accesses, each in a context of its own. The GPU ends the context for some, and gives a word for the "
        "others. The cpu device reports each:"
    )
    yield table(("access", "GPU", "cpu device"), list(_faults(executor, recording)))
    executor.close()


def _groups(executor: Executor, recording: TextureRecording) -> Iterator[tuple[object, ...]]:
    kept = [case for case in cases() if case.name in recording.results]
    assert {_group(case) for case in kept} == set(GROUPS)
    for what in GROUPS:
        found = [case for case in kept if _group(case) == what]
        n_lanes = sum(
            len(recording.results[case.name]) // (1 if case.writes else 16)
            for case in found
            if not departure(case)
        )
        n_wrong = sum(bool(compare(executor, case, recording.results[case.name])) for case in found)
        n_listed = Counter(map(departure, found)).total() - sum(not departure(case) for case in found)
        agreement = f"bit for bit{f', but for {n_listed} below' if n_listed else ''}"
        yield what, len(found), n_lanes, f"**{n_wrong} differ**" if n_wrong else agreement


def _group(case: Case) -> str:
    start = case.name.partition("/")[0]
    return next((what for what, names in GROUPS.items() if start in names), start)


def _departures() -> Iterator[tuple[str, ...]]:
    for pattern in FAULTS:
        yield code(pattern), "zeros", "a fault: coordinates of the wrong type"
    for pattern, why in NO_OBJECT.items():
        yield code(pattern), "values", f"the driver's functions refuse the object: {why}"
    for pattern, why in REFUSED.items():
        yield code(pattern), "the size of level 0, and 0", why
    for pattern, n in LANES_APART.items():
        yield code(pattern), "values", f"{n} of 768 lanes has another last bit"


def _refused_queries(recording: TextureRecording) -> set[str]:
    return {name.rpartition("/")[0].replace("/", ".") for name in recording.failed}


def _faults(executor: Executor, recording: TextureRecording) -> Iterator[tuple[str, ...]]:
    for name, wrong in WRONG_ACCESSES.items():
        (fault,) = wrong_access(executor, wrong)
        gpu = recording.faults[name]
        yield name, "a word" if gpu.startswith("no error") else code(gpu), code(fault.reason)
