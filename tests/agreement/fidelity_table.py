"""Compares the executor with a GPU's recorded answers: ``python -m tests.agreement.fidelity_table``.

Prints every comparison, and writes the summaries in ``docs/cpu-device.md``. With ``--check`` the summaries are compared
instead of written, and only what is wrong is printed.

Everything is compared anew, which takes half a minute. Nothing in the text depends on the day or on the host.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import click

from harness.ptx.isa import table as isa
from harness.ptx.isa.error_bounds import error_bounds
from harness.ptx.isa.row import Row
from tests.agreement import family_outputs, form_modules
from tests.agreement.departures import open_results
from tests.agreement.family_outputs import N_SHAPES, ROOT, family_cases, most_ulp, variants
from tests.agreement.fidelity import (
    NEWER_TARGET,
    Compared,
    accepted_though_refused,
    compiler,
    family,
    vectors,
)
from tests.agreement.instruction_forms import (
    NOT_RECORDED,
    Form,
    elsewhere,
    forms,
)
from tests.agreement.operand_tables import operands
from tests.agreement.recording_files import replace_file
from tests.agreement.summary_page import code, table, with_summary
from tests.agreement.texture_fidelity import texture_comparison

PATH = ROOT / "docs" / "cpu-device.md"
COMMAND = "python -m tests.agreement.fidelity_table"
START = "<!-- {} compared by " + COMMAND + " -->\n"

Cells = tuple[object, ...]


@dataclass(frozen=True)
class Comparison:
    """What one set of recordings shows.

    `summary`: the table in the page. `details`: texts for the terminal.
    """

    summary: str
    details: tuple[str, ...]


def instructions() -> Comparison:
    """Compare all instructions, textures and surfaces."""
    recording = form_modules.read()
    rows = [row for row in isa.ROWS if not elsewhere(row)]
    exact, approximate = list(_exact_rows(rows, recording.refused)), list(_approximate_rows(rows))
    textures = texture_comparison()
    made = recording.made_with
    gpu = f"{made['device']}, CUDA {made['cuda']}"
    n_forms, n_refused, n_lanes = (sum(int(str(cells[i])) for cells in exact) for i in (1, 2, 3))
    n_wrong = sum("differ" in str(cells[4]) for cells in exact)
    accepted = accepted_though_refused()
    later = sum(NEWER_TARGET in why for why in accepted.values())
    assert later == len(accepted), accepted
    summary = [
        ("exact instructions", f"{gpu}: {n_forms} forms, {n_lanes} lanes", f"{n_wrong} rows differ"),
        (
            "forms that the assembler refuses",
            f"{gpu}: {n_refused}",
            f"{later} run here, for later architectures",
        ),
        ("textures and surfaces", textures.recorded, textures.agreement),
    ]
    details = (
        "Exact instructions",
        table(("row", "forms", "refused", "lanes", "agreement"), exact),
        *textures.details,
    )
    parts = (
        table(("compared", "recorded", "agreement"), summary),
        "Approximate instructions: largest error on the GPU and here, as a share of the bound with the final\n"
        "rounding; distance between the two in ulp, unless the bound is absolute; lanes with the same bits.",
        table(("opcode", "bound", "GPU", "here", "apart", "same bits"), approximate),
    )
    return Comparison("\n\n".join(parts), details)


def _exact_rows(rows: Iterable[Row], refused: Mapping[str, str]) -> Iterator[Cells]:
    for row in rows:
        if not row.exact:
            continue
        found = [form for form in forms() if form.row == row.syntax]
        compared = {
            form: vectors().compare(form) for form in found if form.name in form_modules.read().results
        }
        n_lanes = sum(len(operands(form.kinds, form.n)[0]) for form in compared)
        n_refused = sum(form.name in refused for form in found)
        agreement = "not recorded yet" if row.syntax in NOT_RECORDED else _agreement(compared)
        yield code(row.syntax), len(compared), n_refused, n_lanes, agreement


def _agreement(compared: Mapping[Form, Compared | str]) -> str:
    if not compared:
        return "not recorded: for later architectures"
    wrong = [form for form, each in compared.items() if isinstance(each, str) or each.wrong.any()]
    if wrong:
        return f"**{len(wrong)} forms differ**"
    whats = sorted({each.what for form in compared for each in open_results(form.opcode)})
    return f"bit for bit; open: {', '.join(whats)}" if whats else "bit for bit"


def _approximate_rows(rows: Iterable[Row]) -> Iterator[Cells]:
    for row in rows:
        groups: dict[str, list[Form]] = {}
        for form in forms():
            if form.row == row.syntax and not row.exact and form.name in form_modules.read().results:
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


def outputs() -> Comparison:
    recording = family_outputs.read()
    made = recording.made_with
    lines, by_type = [], dict[str, list[tuple[int, int, int]]]()
    for variant in variants():
        for dtype in variant.dtypes:
            found = family(variant.id, dtype)
            farthest = max(found.farthest.values())
            if farthest > most_ulp(variant):
                raise SystemExit(
                    f"{variant.id}, {dtype}: at most {most_ulp(variant)} ulp apart (got {farthest})"
                )
            equal = f"{found.n_equal / found.n_elements:.1%}"
            lines.append((code(variant.id), dtype, farthest, found.n_elements, equal))
            by_type.setdefault(dtype, []).append((farthest, found.n_elements, found.n_equal))
    summary = []
    for dtype, found_ones in by_type.items():
        n_elements, n_equal = (sum(each[i] for each in found_ones) for i in (1, 2))
        farthest = max(each[0] for each in found_ones)
        summary.append((dtype, len(found_ones), n_elements, f"{farthest} ulp", f"{n_equal / n_elements:.1%}"))
    recorded = f"{made['device']}, driver {made['driver']}, {made['compiler']}: {len(family_cases())} cases"
    header = ("type", "kernels", "elements", "farthest", "equal")
    return Comparison(
        f"{recorded}.\n\n{table(header, summary)}",
        (
            f"Outputs of the variants at {N_SHAPES} shapes; {recorded}",
            table(("variant", "type", "farthest, ulp", "elements", "equal"), lines),
        ),
    )


def main(arguments: Sequence[str] = ()) -> int:
    """Print the comparisons and write their summaries, or compare the summaries: 1 if one is out of date.

    Outputs are compared only with the compiler that the recorded ones were compiled with.
    """
    is_check = "--check" in arguments
    page = PATH.read_text(encoding="utf-8")
    outdated = []
    for name, compare in (("instructions", instructions), ("outputs", outputs)):
        if name == "outputs" and not _is_compiler_the_recorded():
            continue
        found = compare()
        if not is_check:
            click.echo("\n\n".join(found.details) + "\n")
        written = with_summary(page, START.format(name), found.summary)
        if written != page:
            outdated.append(name)
        page = written
    if is_check and outdated:
        click.echo(f"{PATH.name}: {' and '.join(outdated)} out of date, run {COMMAND}")
    elif is_check:
        click.echo(f"{PATH.name} is right")
    else:
        replace_file(PATH, page.encode("utf-8"))
        click.echo(f"{PATH.name} written")
    return int(is_check and bool(outdated))


def _is_compiler_the_recorded() -> bool:
    recorded = family_outputs.read().made_with["compiler"]
    if compiler() == recorded:
        return True
    click.echo(f"outputs are not compared: recorded with {recorded} (got {compiler()})")
    return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
