"""A small git repository with kernels, for tests of what compares revisions."""

import os
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

from harness.cli.program import main

ROWS = "kernels/rows.cu"
KERNEL = """\
// /// variant
// summary = "One thread per row."
// source  = "textbook"
// args    = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// block   = [[32], [64]]
// grid    = "ceil_div(n_rows, block_x)"
// ///

extern "C" __global__ void softmax(const KH_SCALAR* inp, KH_SCALAR* out, int n_rows, int n_cols, int inp_stride,
                                   int out_stride) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n_rows) return;
  const KH_SCALAR* x = inp + (long long)row * inp_stride;
  KH_SCALAR* y = out + (long long)row * out_stride;
  float largest = __int_as_float(0xff800000);
  for (int col = 0; col < n_cols; ++col) largest = fmaxf(largest, x[col]);
  float sum = 0.0f;
  for (int col = 0; col < n_cols; ++col) sum += expf(x[col] - largest);
  for (int col = 0; col < n_cols; ++col) y[col] = expf(x[col] - largest) / sum;
}
"""

SMALL = KERNEL.replace("[[32], [64]]", "[[32]]").replace(
    "// ///\n\nextern",
    '// requires = ["n_rows == 3", "n_cols == 4", "inp_stride == n_cols", "out_stride == n_cols"]\n'
    '// dtypes   = ["float32"]\n// ///\n\nextern',
)
"""`KERNEL` at one block and one shape: what a command is about that runs in processes of its own."""

COSTLIER = (
    "  float sum",
    "  for (int col = 0; col < n_cols; ++col) largest = fmaxf(x[col], largest);\n  float sum",
)
"""An edit of `KERNEL` that reads each row once more."""

PROJECT = """\
[tool.kernel-harness]
sources = ["kernels"]
"""

OPERATION = """
from kernel_harness.operation import Operation, Vocabulary

OPERATION = Operation(
    name="copy_row",
    summary="the input",
    reference=lambda inp: inp,
    parse_arithmetic=Vocabulary(bases={"ieee": "exact"}).parse,
)
"""


class Repository:
    """A repository in a folder; every change is a commit."""

    def __init__(self, root: Path, files: dict[str, str] | None = None) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", "--initial-branch=main")
        self.git("config", "user.name", "Kernel Author")
        self.git("config", "user.email", "author@example.com")
        self.write("pyproject.toml", PROJECT)
        for name, text in (files or {ROWS: KERNEL}).items():
            self.write(name, text)
        self.commit("first")

    def git(self, *arguments: str) -> str:
        done = subprocess.run(["git", *arguments], cwd=self.root, capture_output=True, text=True, check=True)
        return done.stdout

    def add_submodule(self, library: "Repository", path: str) -> None:
        options = ("-c", "protocol.file.allow=always", "submodule", "add", "--quiet")
        self.git(*options, str(library.root), path)
        self.commit("library")

    def clone(self, root: Path, *options: str) -> "Repository":
        subprocess.run(["git", "clone", "--quiet", *options, self.root.as_uri(), root], check=True)
        clone = Repository.__new__(Repository)
        clone.root = root
        return clone

    def commit_of(self, revision: str) -> str:
        return self.git("rev-parse", revision).strip()

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.root / name).read_text()
        assert old in text
        self.write(name, text.replace(old, new))

    def commit(self, message: str) -> str:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)
        return self.git("rev-parse", "HEAD").strip()


def tool_environment(**extra: str) -> dict[str, str]:
    """An environment in which the installed command line is found, and git asks nobody who commits, or when."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    who = {
        f"GIT_{role}_{what}": value
        for role in ("AUTHOR", "COMMITTER")
        for what, value in (
            ("NAME", "Kernel Author"),
            ("EMAIL", "author@example.com"),
            ("DATE", "1700000000 +0000"),
        )
    }
    path = f"{Path(sys.executable).parent}{os.pathsep}{inherited['PATH']}"
    settings = {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "KERNEL_HARNESS_ISOLATION": "none",
    }
    return {**inherited, **who, **settings, "PATH": path, **extra}


def invoke(*arguments: object) -> Result:
    """Run a command in this process; an exception that is no exit fails the test."""
    result = CliRunner().invoke(main, [*map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def gate(*arguments: object) -> Result:
    return invoke("gate", "--device", "cpu", *arguments)


def reports(folder: Path, *arguments: object) -> tuple[Result, dict[str, str]]:
    """Run a gate; return its result and the text of every report, by kind."""
    files = {kind: folder / f"gate.{kind}" for kind in ("json", "markdown", "junit")}
    result = gate(*arguments, *(part for kind, path in files.items() for part in (f"--{kind}", path)))
    return result, {"text": result.stdout, **{kind: path.read_text() for kind, path in files.items()}}


def branched(root: Path, files: dict[str, str] | None = None) -> Repository:
    """A repository with a branch `feature` that has a comment, whose main has gained a kernel since."""
    repository = Repository(root, files)
    repository.git("checkout", "--quiet", "-b", "feature")
    repository.edit(ROWS, "  float sum", "  // the sum of all\n  float sum")
    repository.commit("note")
    repository.git("checkout", "--quiet", "main")
    repository.write("kernels/more.cu", (repository.root / ROWS).read_text())
    repository.commit("more")
    return repository
