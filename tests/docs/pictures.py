"""Takes README's pictures of the report, light and dark: ``python -m tests.docs.pictures fixtures/pictures``.

It checks README's kernel beside two that are right, and adds the times recorded on a GPU. Chromium renders the page.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from click.testing import CliRunner

from harness.cli.program import main as kernel_harness
from tests.docs.links import ROOT, steps
from tests.report.test_browser import BROWSER

# Chromium's numbers of the two colour schemes.
SCHEMES = {"dark": 0, "light": 1}
# The head of the page, its table of verdicts and the failure with its source line.
SIZE = "1280,1190"


def write_report(path: Path) -> None:
    """Write the report of README's kernel, two right ones, and recorded times."""
    name, source = next(
        (rest, block)
        for kind, rest, block in steps((ROOT / "README.md").read_text("utf-8"))
        if kind == "file"
    )
    (path.parent / name).write_text(source, encoding="utf-8")
    results = path.parent / "check.json"
    right = [str(ROOT / "cuda_src" / f"{each}.cu") for each in ("softmax_naive", "softmax_warp_row")]
    for command in (
        ["check", str(path.parent / name), *right, "--device", "cpu", "--json", str(results)],
        ["report", str(path), str(results), *map(str, ROOT.glob("fixtures/gpu_runs/benchmark-*.gz"))],
    ):
        result = CliRunner().invoke(kernel_harness, command)
        assert result.exit_code in (0, 1), result.output


def take(page: Path, scheme: str, picture: Path, size: str = SIZE) -> None:
    """Take a picture of a page as Chromium shows it in a colour scheme."""
    assert BROWSER, "no browser"
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={size}")
    scheme_option = f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}"
    command = [BROWSER, *options, scheme_option, f"--screenshot={picture}", page.as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=120)


def main(arguments: list[str]) -> int:
    """Write a picture for each colour scheme into a folder; exit status 2 where none is named."""
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        print("usage: python -m tests.docs.pictures FOLDER", file=sys.stderr)  # noqa: T201
        return 2
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        write_report(page)
        text = page.read_text(encoding="utf-8")
        # The picture is of a checkout anywhere.
        page.write_text(re.sub(rf"{re.escape(folder)}/|{re.escape(str(ROOT))}/", "", text), encoding="utf-8")
        for scheme in SCHEMES:
            take(page, scheme, (Path(arguments[0]) / f"report-{scheme}.png").absolute())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
