"""Compares the executor's counters with recorded hardware ones.

``python -m tests.agreement.counter_fidelity [--check] [FOLDER]``; FOLDER holds the file of `record_ncu`,
``fixtures/ncu_runs`` by default. Prints the comparison, writes every difference into ``counter_differences.tsv``, and a
summary into ``docs/counters.md``. Each difference needs an explanation in ``counter_notes.toml``, by variant or by
kernel of a probe. With ``--check`` both files are compared instead of written, and only what is wrong is printed.
"""

import gzip
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import click

from harness.device.cpu.ptx_cpu import PtxCpu
from harness.device.selection import open_device
from harness.ptx.launch.counts import Counters
from harness.settings.settings import Settings
from tests.agreement.counter_cases import ROOT, everything
from tests.agreement.record_ncu import FILE_NAME, SCHEMA, VERSION
from tests.agreement.summary_page import code, table, with_summary

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDER = ROOT / "fixtures" / "ncu_runs"
DIFFERENCES = Path(__file__).with_name("counter_differences.tsv")
PAGE = ROOT / "docs" / "counters.md"
START = "<!-- compared by python -m tests.agreement.counter_fidelity -->\n"
NOTES = Path(__file__).with_name("counter_notes.toml")

COMPARED: Mapping[str, tuple[str, str]] = {
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": ("global_load_requests", "load requests"),
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": ("global_load_sectors", "load sectors"),
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum": ("global_store_requests", "store requests"),
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": ("global_store_sectors", "store sectors"),
    "memory_l1_wavefronts_shared": ("shared_wavefronts", "shared wavefronts"),
    "memory_l1_wavefronts_shared_ideal": ("shared_ideal", "ideal wavefronts"),
    "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum": ("local_load_sectors", "local load sectors"),
    "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum": ("local_store_sectors", "local store sectors"),
}
"""Hardware metric: counter of the executor, and its name in the tables."""
INSTRUCTIONS = "smsp__inst_executed.sum"


@dataclass(frozen=True)
class Difference:
    """One metric of one launch that is not the same on both sides."""

    id: str
    entry: str
    name: str
    hardware: int
    executor: int


@dataclass(frozen=True)
class Group:
    """What belongs together in the tables: a variant, or the probes of one kernel.

    `key`: variant, or ``probe-KERNEL``. `n_launches`: launches that were recorded. `equal`, `compared`: by name of
    a column: launches for which both sides agree, and those that have the metric. `differences`: all that is not
    the same. `ratios`: machine instructions over PTX instructions, a launch each.
    """

    key: str
    n_launches: int
    equal: Mapping[str, int]
    compared: Mapping[str, int]
    differences: tuple[Difference, ...]
    ratios: tuple[float, ...]


def read(folder: Path = FOLDER) -> dict[str, Any]:
    path = folder / FILE_NAME
    document = json.loads(gzip.decompress(path.read_bytes()))
    if (document.get("schema"), document.get("version")) != (SCHEMA, VERSION):
        raise ValueError(f"{path} must be of schema {SCHEMA} {VERSION}")
    return cast("dict[str, Any]", document)


def read_notes(path: Path = NOTES) -> dict[str, str]:
    table = tomllib.loads(path.read_text(encoding="ascii"))
    return {key: " ".join(str(note).split()) for key, note in table.items()}


def count_everything(wanted: Sequence[str]) -> dict[str, list[tuple[str, Counters]]]:
    """Count on the executor: entry and counters of each launch, by id, of those ids that are wanted."""
    settings = Settings.load(ROOT, compiler="nvrtc", arch="sm_90", device="cpu")
    device = cast(PtxCpu, open_device("cpu", settings))
    found: dict[str, list[tuple[str, Counters]]] = {}
    try:
        for name, prepare in everything():
            if name not in wanted:
                continue
            try:
                for launch in prepare(device, settings).launches:
                    watch = replace(device.watch, counts=True)
                    given = launch.kernel, launch.config, launch.args, watch
                    counts = device.launch_watched(*given)[1].counts
                    assert counts is not None, name
                    found.setdefault(name, []).append((launch.kernel.name, counts.total))
            finally:
                device.free_all()
    finally:
        device.close()
    return found


def group_of(name: str) -> str:
    """Return the key that an id belongs to: a variant, or ``probe-KERNEL``."""
    if name.startswith("probe-"):
        return "-".join(name.split("-")[:2])
    return name.partition("-")[0]


def compare(
    recorded: Mapping[str, Sequence[Mapping[str, float]]],
    counted: Mapping[str, Sequence[tuple[str, Counters]]],
) -> tuple[Group, ...]:
    """Hold both sides against each other.

    `recorded`: hardware metrics of each launch, by id. `counted`: entry and counters of each launch, by id. Returns
    groups by key, variants before probes. Ids that only one side has are left out.
    """
    by_group: dict[str, list[str]] = {}
    for name in recorded:
        if name in counted:
            by_group.setdefault(group_of(name), []).append(name)
    groups = []
    for key in sorted(by_group, key=lambda key: (key.startswith("probe-"), key)):
        columns = [column for _, column in COMPARED.values()]
        equal, compared = dict.fromkeys(columns, 0), dict.fromkeys(columns, 0)
        differences, ratios, n_launches = [], [], 0
        for name in by_group[key]:
            for metrics, (entry, counters) in zip(recorded[name], counted[name], strict=False):
                n_launches += 1
                for metric, (counter, column) in COMPARED.items():
                    if metric not in metrics:
                        continue
                    hardware, executor = round(metrics[metric]), int(getattr(counters, counter))
                    compared[column] += 1
                    equal[column] += hardware == executor
                    if hardware != executor:
                        differences.append(Difference(name, entry, column, hardware, executor))
                if INSTRUCTIONS in metrics and counters.instructions:
                    ratios.append(metrics[INSTRUCTIONS] / counters.instructions)
        groups.append(Group(key, n_launches, equal, compared, tuple(differences), tuple(ratios)))
    return tuple(groups)


def details(made_with: Mapping[str, str], groups: Sequence[Group], notes: Mapping[str, str]) -> str:
    """Return the whole comparison, for the terminal.

    A cell is the number of launches in which both sides have the same count; the last one is machine instructions
    over PTX instructions.
    """
    lines = [*(f"{name}: {value}" for name, value in sorted(made_with.items()) if value), "", _table(groups)]
    for group in groups:
        if group.differences:
            lines += ["", f"{group.key}: {notes.get(group.key, 'Not explained yet.')}"]
            lines += [f"  {line}" for line in differences([group])]
    return "\n".join(lines)


def differences(groups: Sequence[Group]) -> list[str]:
    """Return a line a difference: launch, entry, counter, GPU, executor."""
    return [
        "\t".join(map(str, (each.id, each.entry, each.name, each.hardware, each.executor)))
        for group in groups
        for each in group.differences
    ]


def summary(made_with: Mapping[str, str], groups: Sequence[Group]) -> str:
    own, probes = (
        [g for g in groups if g.key.startswith("probe-") == is_probe] for is_probe in (False, True)
    )
    differing = [group for group in groups if group.differences]
    ratios = [ratio for group in own for ratio in group.ratios]
    n_own, n_probes = (sum(group.n_launches for group in part) for part in (own, probes))
    made = (
        str(made_with.get("device")),
        f"driver {made_with.get('driver')}",
        made_with.get("profiler", "").partition(" (")[0],
    )
    return "\n".join(
        (
            f"{', '.join(made)}: {n_own} launches of {len(own)}",
            f"kernels, {n_probes} of {len(probes)} probes with one access pattern each. "
            f"{len(differences(groups))} counts of {len(differing)} kernels differ.",
            "Machine instructions over PTX instructions: "
            f"{min(ratios, default=0):.2f} to {max(ratios, default=0):.2f}.",
        )
    )


def _table(groups: Sequence[Group]) -> str:
    columns = [column for _, column in COMPARED.values() if any(group.compared[column] for group in groups)]
    lines = []
    for group in groups:
        cells = [code(group.key), str(group.n_launches)]
        for column in columns:
            n, of = group.equal[column], group.compared[column]
            cells.append("-" if not of else "equal" if n == of else f"{n} of {of}")
        ratios = group.ratios
        cells.append(f"{min(ratios):.2f} to {max(ratios):.2f}" if ratios else "-")
        lines.append(cells)
    return table(("", "launches", *columns, "SASS / PTX"), lines)


def main(arguments: list[str] | None = None) -> int:
    """Write both files, or compare them; 0 where they are right and exactly the differences are explained."""
    given = list(arguments or ())
    is_check = "--check" in given
    folders = [each for each in given if each != "--check"]
    folder = Path(folders[0]) if folders else FOLDER
    recording = read(folder)
    counted = count_everything(list(recording["launches"]))
    groups = compare(recording["launches"], counted)
    notes = read_notes()
    written = {
        DIFFERENCES: "".join(f"{line}\n" for line in differences(groups)),
        PAGE: with_summary(PAGE.read_text(encoding="utf-8"), START, summary(recording["made_with"], groups)),
    }
    outdated = [path for path, text in written.items() if path.read_text(encoding="utf-8") != text]
    if not is_check:
        click.echo(details(recording["made_with"], groups, notes))
        for path in outdated:
            path.write_text(written[path], encoding="utf-8")
    differing = {group.key for group in groups if group.differences}
    n_differences = sum(len(group.differences) for group in groups)
    for path in outdated if is_check else ():
        click.echo(f"{path.name} is out of date, run this without --check")
    click.echo(f"{len(groups)} groups, {n_differences} differences")
    for key in sorted(differing - set(notes)):
        click.echo(f"not explained in {NOTES.name}: {key}")
    for key in sorted(set(notes) - differing):
        click.echo(f"explained in {NOTES.name}, and there is no difference: {key}")
    return int((is_check and bool(outdated)) or differing != set(notes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
