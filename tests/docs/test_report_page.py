"""The commands under "The HTML report" in docs/reading-a-failure.md do what they say in a repository with kernels."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.docs.links import ROOT


def test_its_commands_make_a_report(tmp_path):
    page = (ROOT / "docs" / "reading-a-failure.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"<!-- run in a repository with kernels -->\n```sh\n(.*?)```", page, re.DOTALL)
    kernels = tmp_path / "kernels"
    kernels.mkdir()
    text = (ROOT / "cuda_src" / "softmax_naive.cu").read_text(encoding="utf-8")
    assert text.count("\n// ///\n") == 1
    # Few cases of the matrix, and one shape of those that are counted, 256x128.
    narrow = '\n// requires = ["n_cols <= 128"]\n// ///\n'
    (kernels / "softmax_naive.cu").write_text(text.replace("\n// ///\n", narrow), encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text('[tool.kernel-harness]\nsources = ["kernels"]\n')
    environ = {name: value for name, value in os.environ.items() if not name.startswith("KERNEL_HARNESS_")}
    environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), environ["PATH"]])
    done = subprocess.run(
        ["sh", "-e"],
        input=block,
        cwd=tmp_path,
        env={**environ, "KERNEL_HARNESS_DEVICE": "cpu", "KERNEL_HARNESS_ISOLATION": "none"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^report.html: 1 check, 1 count, \d+ kB$", done.stdout, re.MULTILINE)
    assert "softmax_naive" in (tmp_path / "report.html").read_text(encoding="utf-8")
