"""Writes ``docs/fidelity.md``: how the executor compares with a GPU. ``python -m tests.agreement.fidelity_table``.

With ``--check`` the page is compared instead of written.

Everything is compared anew, which takes half a minute. Nothing in the text depends on the day or on the host.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import click

from harness.ptx.emit.row import Row
from harness.ptx.isa import table as isa
from harness.ptx.isa.error_bounds import error_bounds
from tests.agreement.departures import DEPARTURES
from tests.agreement.family_outputs import MOST_ULP, MOST_ULP_RESCALED, N_SHAPES, ROOT, family_cases, variants
from tests.agreement.fidelity import (
    NEWER_TARGET,
    accepted_though_refused,
    compiler,
    family,
    family_recording,
    vector_recording,
    vectors,
)
from tests.agreement.instruction_forms import (
    ELSEWHERE,
    NOT_RECORDED,
    OBJECTS,
    Form,
    elsewhere,
    forms,
    is_about,
    is_internal,
)
from tests.agreement.markdown_table import code, table
from tests.agreement.open_results import OPEN, open_results
from tests.agreement.operand_tables import operands
from tests.agreement.texture_fidelity import texture_section
from tests.agreement.vector_comparison import Compared
from tests.agreement.vector_files import replace_file

PATH = ROOT / "docs" / "fidelity.md"
COMMAND = "python -m tests.agreement.fidelity_table"
FAMILY_HEADING = "## Outputs of the variants"


def document() -> str:
    """Return the whole text; both recordings must be there."""
    return "\n\n".join((*instructions(), *family_section())) + "\n"


def instructions() -> Iterator[str]:
    recording = vector_recording()
    assert recording is not None
    recorded = [form for form in forms() if form.name in recording.results]
    n_lanes = sum(len(operands(form.kinds, form.n)[0]) for form in recorded)
    made = recording.made_with
    yield ("# Fidelity\n\n<!-- Written by `" + COMMAND + "`; CI runs that with --check. -->")
    yield (
        "The results of the cpu device, compared with those of a GPU. Integer and IEEE instructions agree in every "
        "bit, including results that PTX leaves open, except the few listed as open below. Approximate instructions "
        "are on both devices within the error that the PTX ISA allows, except subnormal results of "
        "`ex2.approx.f16`, which the GPU truncates. The cpu device's `ex2.approx` is fitted to the GPU's; the others "
        f"are nearer to the true value. The outputs of all variants are within {MOST_ULP} ulp of the GPU's, those of "
        f"variants that multiply two approximate exponentials within {MOST_ULP_RESCALED}. The recordings are in "
        "`fixtures/gpu_vectors` and `fixtures/gpu_outputs`; `tests/agreement` compares the executor with them: the "
        "instructions, and the outputs of one type of each variant, in every run of the tests, and all outputs in CI."
    )
    yield "## Instructions"
    yield table(
        ("", ""),
        [
            ("device", f"{made['device']} ({made['arch']})"),
            ("driver, CUDA", f"{made['driver']}, {made['cuda']}"),
            ("assembler", f"ptxas {made['ptxas']}"),
            ("recorded by", "`python -m tests.agreement.record_gpu_vectors fixtures/gpu_vectors`"),
            ("forms", f"{len(recorded)} on {n_lanes} lanes of operands"),
            ("refused by the assembler", sum(form.name in recording.refused for form in forms())),
        ],
    )
    yield (
        "A form is an opcode with its modifiers, or one of several ways to run it. Every row of the instruction table "
        "is expanded to all combinations of its modifiers; the assembler decides which of them exist. Lanes are "
        "operands of all forms of a row together: zeros, subnormals, ends of the ranges, infinities, NaNs with "
        "payloads, ties, shifts and lanes out of range, and random words."
    )
    rows = [row for row in isa.ROWS if not elsewhere(row)]
    yield "### Exact instructions"
    yield table(("row", "forms", "refused", "lanes", "agreement"), list(_exact_rows(rows, recording.refused)))
    yield "### Approximate instructions"
    yield (
        "Largest error on the GPU and here, relative to the bound with the final rounding; the largest distance "
        "between the two, in numbers of the result's type, if the bound is not absolute; and the share of lanes "
        "with the same bits."
    )
    header = ("opcode", "bound", "GPU", "here", "apart", "same bits")
    yield table(header, list(_approximate_rows(rows)))
    yield "### Open results"
    yield table(
        ("opcodes", "may differ in", "why"), [(code(each.opcodes), each.what, each.reason) for each in OPEN]
    )
    yield "### Departures from the manual"
    yield (
        "The assembler replaces each scalar video instruction by a sequence of others, which departs from the "
        "manual's pseudo code. The cpu device does what the GPU did:"
    )
    yield table(
        ("opcodes", "manual", "GPU and cpu device"),
        [(code(each.opcodes), each.manual, each.gpu) for each in DEPARTURES],
    )
    yield from _refusals()
    yield "### Recorded in no form"
    yield ("These have no result of their own that a lane could store; `tests/ptx` tests their effects.")
    groups: dict[str, list[str]] = {}
    for row in isa.ROWS:
        if elsewhere(row) not in ("", OBJECTS) and not is_internal(row):
            names = [name for listed in ELSEWHERE.values() for name in listed if is_about(row, name)]
            groups.setdefault(elsewhere(row), []).extend(names or [row.syntax])
    lines = [(what, ", ".join(map(code, dict.fromkeys(names)))) for what, names in groups.items()]
    yield table(("what", "instructions"), lines)
    if NOT_RECORDED:
        yield "Not recorded yet:"
        yield table(("row", "why"), [(code(syntax), why) for syntax, why in NOT_RECORDED.items()])
    yield from texture_section()


def _exact_rows(rows: Iterable[Row], refused: Mapping[str, str]) -> Iterator[tuple[object, ...]]:
    for row in rows:
        if not row.exact:
            continue
        found = [form for form in forms() if form.row == row.syntax]
        compared = {form: vectors().compare(form) for form in found if _is_recorded(form)}
        n_lanes = sum(len(operands(form.kinds, form.n)[0]) for form in compared)
        n_refused = sum(form.name in refused for form in found)
        agreement = "not recorded yet" if row.syntax in NOT_RECORDED else _agreement(compared)
        yield code(row.syntax), len(compared), n_refused, n_lanes, agreement


def _is_recorded(form: Form) -> bool:
    recording = vector_recording()
    return recording is not None and form.name in recording.results


def _agreement(compared: Mapping[Form, Compared | str]) -> str:
    if not compared:
        return "not recorded: for later architectures"
    wrong = [form for form, each in compared.items() if isinstance(each, str) or each.wrong.any()]
    if wrong:
        return f"**{len(wrong)} forms differ**"
    whats = sorted({each.what for form in compared for each in open_results(form.opcode)})
    return f"bit for bit; open: {', '.join(whats)}" if whats else "bit for bit"


def _approximate_rows(rows: Iterable[Row]) -> Iterator[tuple[object, ...]]:
    for row in rows:
        groups: dict[str, list[Form]] = {}
        for form in forms():
            if form.row == row.syntax and not row.exact and _is_recorded(form):
                groups.setdefault(form.opcode, []).append(form)
        for opcode, found in groups.items():
            compared = [each for form in found if not isinstance(each := vectors().compare(form), str)]
            assert len(compared) == len(found), opcode
            errors = [max(each.errors[device] for each in compared) for device in ("gpu", "cpu")]
            n_lanes = sum(len(each.wrong) for each in compared)
            n_same = n_lanes - sum(each.n_different for each in compared)
            bounds = "; ".join(dict.fromkeys(bound.shown for bound in error_bounds(opcode)))
            far = str(max(each.ulp for each in compared))
            if any(bound.absolute and bound.is_documented for bound in error_bounds(opcode)):
                far = ""  # near zero that says nothing
            yield code(opcode), bounds, *(f"{error:.2f}" for error in errors), far, f"{n_same / n_lanes:.1%}"


def _refusals() -> Iterator[str]:
    yield "### Refused by the assembler"
    accepted = accepted_though_refused()
    newer = {name: why for name, why in accepted.items() if NEWER_TARGET in why}
    yield (
        "The executor refuses the same forms as the assembler, with one exception: it does not check which "
        f"architecture a form needs. It runs {len(newer)} forms that the assembler accepts for later architectures "
        "only:"
    )
    feature = re.compile(r"^Feature '(.*)' requires \.target (\S+).*")
    counts = Counter(feature.sub(r"`\1`: \2 or later", why) for why in newer.values())
    yield "\n".join(f"- {what} ({n} forms)" for what, n in sorted(counts.items()))
    rest = sorted(accepted.keys() - newer.keys())
    if rest:
        yield "It also runs these, which the assembler refuses:"
        yield "\n".join(f"- {code(name)}: {accepted[name]}" for name in rest)


def family_section() -> Iterator[str]:
    """Yield the parts about outputs of kernels."""
    recording = family_recording()
    assert recording is not None
    made = recording.made_with
    yield FAMILY_HEADING
    yield table(
        ("", ""),
        [
            ("device", f"{made['device']} ({made['arch']})"),
            ("driver", made["driver"]),
            ("compiler", made["compiler"]),
            ("recorded by", "`python -m tests.agreement.record_gpu_outputs fixtures/gpu_outputs`"),
            (
                "cases",
                f"{len(family_cases())}: variants and types at {N_SHAPES} shapes, blocks and inputs by turns",
            ),
        ],
    )
    yield (
        "Both devices run the same source, compiled by the same compiler. The distance is counted in numbers of the "
        "output's type, over all elements of all cases. It comes from approximate instructions, and from products and "
        "sums that the assembler fuses if PTX allows either."
    )
    pairs = [(variant.id, dtype) for variant in variants() for dtype in variant.dtypes]
    lines = []
    for variant, dtype in pairs:
        outputs = family(variant, dtype)
        equal = f"{outputs.n_equal / outputs.n_elements:.1%}"
        lines.append((code(variant), dtype, max(outputs.farthest.values()), outputs.n_elements, equal))
    yield table(("variant", "type", "farthest, ulp", "elements", "equal"), lines)


def main(arguments: Sequence[str] = ()) -> int:
    """Write the page, or compare it: 1 where it is out of date.

    Outputs are compared only with the compiler that the recorded ones were compiled with.
    """
    if "--check" not in arguments:
        replace_file(PATH, document().encode("utf-8"))
        click.echo(f"{PATH.name} written")
        return 0
    there, heading, family_there = PATH.read_text(encoding="utf-8").partition(FAMILY_HEADING)
    outdated = [] if there == "\n\n".join(instructions()) + "\n\n" else ["instructions"]
    recording = family_recording()
    assert recording is not None
    if compiler() != recording.made_with["compiler"]:
        click.echo(
            f"outputs are not compared: recorded with {recording.made_with['compiler']} (got {compiler()})"
        )
    elif heading + family_there != "\n\n".join(family_section()) + "\n":
        outdated.append("outputs")
    click.echo(
        f"{PATH.name}: {' and '.join(outdated)} out of date, run {COMMAND}"
        if outdated
        else f"{PATH.name} is right"
    )
    return int(bool(outdated))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
