"""What each release of Triton makes of the kernels in fixtures/triton: records of releases, side by side.

python -m tests.kernels.triton_table record build/triton    # with the installed Triton
python -m tests.kernels.triton_table table build/triton     # of all records, as Markdown
"""

import json
import re
import sys
from pathlib import Path

from harness.compiler.triton.service import SERVICES, triton_version
from harness.device.cpu.ptx_cpu import PtxCpu
from harness.errors import HarnessError
from harness.launch.plan import load_case
from harness.measure.case_counts import CaseCounts, count_case
from harness.measure.launch_resources import Meter
from harness.run.case_run import run_case
from harness.settings.settings import Settings
from harness.variant.case import Case
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from tests.kernels.expectations import ROOT

FOLDER = ROOT / "fixtures" / "triton" / "right"
FIGURES = ("result", "instructions", "registers")


def usual_case(path: Path) -> Case:
    return next(
        each for each in cases(load_variant(path)) if each.kind == "spread" and each.shape.n_cols > 30
    )


def _figures(case: Case, device: PtxCpu, settings: Settings, meter: Meter) -> dict[str, str]:
    result = run_case(case, device, settings)
    figures = {"result": result.verdict.value}
    counts = count_case(case, device, settings)
    if isinstance(counts, CaseCounts):
        figures["instructions"] = str(sum(each.counts.total.instructions for each in counts.launches))
        measured, _ = meter.measure(counts)
        figures["registers"] = ", ".join(str(each.registers) for each in measured)
    return figures


def record(folder: Path) -> None:
    settings = Settings.load(ROOT)
    device = PtxCpu(settings)
    meter = Meter(settings, (device.info.arch,))
    found: dict[str, dict[str, str]] = {}
    isa = ""
    for path in sorted(FOLDER.glob("*.py")):
        case = usual_case(path)
        try:
            found[path.stem] = _figures(case, device, settings, meter)
            code = load_case(case, device, settings).artifact.code.decode()
            isa = isa or re.findall(r"^\.version (\S+)", code, re.MULTILINE)[0]
        except HarnessError as error:
            found[path.stem] = {"result": type(error).__name__}
    device.close()
    SERVICES.end()
    folder.mkdir(parents=True, exist_ok=True)
    version = triton_version()
    text = json.dumps({"triton": version, "isa": isa, "kernels": found}, indent=1)
    (folder / f"{version}.json").write_text(text + "\n")
    bad = {name: each["result"] for name, each in found.items() if each["result"] != "PASS"}
    print(f"triton {version}, PTX {isa}: {len(found) - len(bad)} of {len(found)} kernels pass")
    if bad:
        sys.exit(f"not passed: {bad}")


def table(records: list[dict[str, object]]) -> str:
    """Return the records as a Markdown table; a figure that differs from the release before is bold.

    Only figures that differ between some releases have a row, and results that are not PASS.
    """
    records = sorted(records, key=lambda each: [int(part) for part in str(each["triton"]).split(".")[:3]])
    head = [str(each["triton"]) for each in records]
    lines = [
        f"| kernel | figure | {' | '.join(head)} |",
        f"| --- | --- |{' ---: |' * len(head)}",
        f"| | PTX ISA | {' | '.join(str(each['isa']) for each in records)} |",
    ]
    kernels: list[dict[str, dict[str, str]]] = [each["kernels"] for each in records]  # type: ignore[misc]
    for name in sorted({name for each in kernels for name in each}):
        shown = f"`{name}`"
        for figure in FIGURES:
            values = [each.get(name, {}).get(figure, "-") for each in kernels]
            if len(set(values)) == 1 and (figure != "result" or values[0] == "PASS"):
                continue
            cells = [
                value if at == 0 or value == values[at - 1] else f"**{value}**"
                for at, value in enumerate(values)
            ]
            lines.append(f"| {shown} | {figure} | {' | '.join(cells)} |")
            shown = ""
    return "\n".join(lines)


def main() -> None:
    what, folder = sys.argv[1], Path(sys.argv[2])
    if what == "record":
        record(folder)
    else:
        print(table([json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]))


if __name__ == "__main__":
    main()
