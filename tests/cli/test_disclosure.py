"""No command shows or keeps a word of a file outside the project, or of the environment, whatever a kernel asks for."""

import dataclasses
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.compiler import CompileRequest, compile  # noqa: A004 - its name
from harness.errors import CompileError
from harness.search.engine import Space
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import beyond
from tests import forked
from tests.run.kept_runtime import give_runtime

FIXTURES = Path(__file__).parents[2] / "fixtures" / "disclosure"
SECRET = "planted_7f3a"
"""A word that is in the environment and in a file outside the project, and must be in no output."""


class Place:
    """A project with hostile kernels, beside a folder with a secret."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.project = root / "project"
        self.project.mkdir()
        (self.project / "pyproject.toml").touch()
        self.secret = root / "outside" / "secret.h"
        self.secret.parent.mkdir()
        self.secret.write_text(f"{SECRET}\n" * 60)
        self.printed = ""
        self.cache = give_runtime(root / "cache")

    def git(self, *arguments: str) -> None:
        who = ("-c", "user.name=a", "-c", "user.email=a@b")
        subprocess.run(["git", *who, *arguments], cwd=self.project, check=True)

    def pytest(self, *arguments: str) -> None:
        self._run([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments])

    def run(self, *arguments: object, status: int | None = None) -> str:
        return self._run([sys.executable, "-m", "harness", *map(str, arguments)], status)

    def _run(self, command: list[str], status: int | None = None) -> str:
        environment = {**os.environ, "KERNEL_HARNESS_CACHE_DIR": str(self.cache)}
        environment |= {"PYTHONPATH": str(Path(__file__).parents[2]), "COLUMNS": "200"}
        done = forked.run(
            command,
            cwd=self.project,
            env=environment,
            capture_output=True,
            text=True,
            errors="replace",
        )
        told = done.stdout + done.stderr
        self.printed += f"$ {' '.join(command[2:])}\n{told}"
        assert "Traceback" not in told, told
        assert status is None or done.returncode == status, told
        return told

    def shown(self) -> list[str]:
        """Return every place with the secret: output of commands, and files that they wrote."""
        found = [f"output: {line}" for line in self.printed.splitlines() if SECRET in line]
        written = (each for each in self.root.rglob("*") if each.is_file() and not each.is_symlink())
        return found + [
            str(each) for each in written if each != self.secret and SECRET.encode() in each.read_bytes()
        ]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    # In /proc forks have the environment of the process that imported.
    monkeypatch.setenv("A_TOKEN", SECRET)
    monkeypatch.setattr(forked, "_importers", {})
    yield Place(tmp_path)
    for importer in forked._importers.values():
        importer.end()


@pytest.mark.slow
def test_the_recorded_ways_show_nothing(place: Place) -> None:
    for each in FIXTURES.glob("*.[cp]*"):
        text = each.read_text().replace("/etc/hostname", str(place.secret))
        (place.project / each.name).write_text(text)
    refused, counted = place.run("check", "macro.cu", "-k", "7x3-spread", status=1), []
    for name in ("leak3.cu", "leak4.ptx"):
        counted.append(place.run("count", name, "--lines", "--shape", "8x16", "--json", f"{name}.json"))
        place.run("trace", name, "-k", "7x3-spread", "--row", "0", "--col", "0", status=0)
    place.run("report", "page.html", "leak3.cu.json", "leak4.ptx.json", status=0)
    assert place.shown() == []
    assert "must be a regular file outside /proc, /sys and /dev" in refused
    assert all("all lines" in each for each in counted)


REQUIRES = '// requires = ["n_rows == 7", "n_cols == 3"]'
"""One shape: what is asked for does not depend on it."""
ONE_EACH = "7x3-spread and not strided and not offset"
DECLARATION = """\
// /// variant
// summary = "A softmax that asks for a file."
// source  = "written for this test"
// args    = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
// block   = [32]
// grid    = "n_rows"
// parallel = "1"
REQUIRES
// ///
""".replace("REQUIRES", REQUIRES)
KERNEL = """\
extern "C" __global__ void softmax(const float* inp, float* out, int n_rows, int n_cols, int is, int os) {
  ASSEMBLY
  if (threadIdx.x) return; float m = -INFINITY; const float* x = inp + (size_t)blockIdx.x * is;
  for (int i = 0; i < n_cols; ++i) m = isnan(x[i]) || isnan(m) ? NAN : fmaxf(m, x[i]);
  float s = 0; for (int i = 0; i < n_cols; ++i) s += expf(x[i] - m);
  for (int i = 0; i < n_cols; ++i) out[(size_t)blockIdx.x * os + i] = expf(x[i] - m) / s;
}
"""
OUTSIDE, UP = "{outside}", "../../outside/secret.h"
INCLUDED = {
    "absolute": f'#include "{OUTSIDE}"',
    "angled": f"#include <{OUTSIDE}>",
    "upwards": f'#include "{UP}"',
    "upwards_angled": f"#include <{UP}>",
    "link": '#include "link.h"',
    "linked_folder": '#include "folder/secret.h"',
    "linked_include": "#include <secret.h>",
    "macro": f'#define X "{OUTSIDE}"\n#include X',
    "macro_angled": f"#define X <{OUTSIDE}>\n#include X",
    "macro_of_macro": f'#define Y "{UP}"\n#define X Y\n#include X',
    "macro_stringized": f"#define S(x) #x\n#define T(x) S(x)\n#include T({OUTSIDE})",
    "macro_hidden": f'const char* a = "#/*";\n#define X "{OUTSIDE}"\n// */ define Y\n#include X',
    "macro_of_option": "#include FROM_OPTION",
    "own_name": f'#line 1 "{OUTSIDE}"\n#include __FILE__',
    "own_name_defined": f'#if 0\n#define __FILE__ "nested.cuh"\n#endif\n#line 1 "{OUTSIDE}"\n#include __FILE__',
    "angled_number": "#define X <{outside_folder}/__CUDACC_RTC__/secret.h>\n#include X",
    "angled_line": "#define X <{outside_folder}/__LINE__/secret.h>\n#line 1\n#include X",
    "trigraph_end": f'// a ??/\n#include "{OUTSIDE}"',
    "blank_end": f'// a \\ \n#include "{OUTSIDE}"',
    "form_feed_end": f'// a \\\f\n#include "{OUTSIDE}"',
    "digraph": f'%:include "{OUTSIDE}"',
    "trigraph": f'??=include "{OUTSIDE}"',
    "spliced": f'#inc\\\nlu\\\nde "{OUTSIDE}"',
    "commented": f'#/* a\n*/include/**/"{OUTSIDE}"',
    "next": f'#include_next "{OUTSIDE}"',
    "import": f'#import "{OUTSIDE}"',
    "embedded": f'const char a[] = {{\n#embed "{OUTSIDE}"\n}};',
    "asked": f'#if __has_include("{OUTSIDE}")\n#include "{OUTSIDE}"\n#endif',
    "nested": '#include "nested.cuh"',
    "environment": '#include "/proc/self/environ"',
    "environment_macro": '#define X "/proc/self/environ"\n#include X',
    "standard_input": '#include "/dev/stdin"',
    "other_line": f'#line 1 "{OUTSIDE}"\nint a = b;',
}
ASSEMBLED = {
    "table": f'/**/ .file 99 \\"{OUTSIDE}\\"\\n .loc 99 1 0\\n',
    "table_upwards": f'.file /**/ 99 \\"{UP}\\"\\n .loc 99 1 0\\n',
    "table_environment": '/**/ .file 99 \\"/proc/self/environ\\"\\n .loc 99 1 0\\n',
    "table_link": '/**/ .file 99 \\"link.h\\"\\n .loc 99 1 0\\n',
    "bytes": f'.incbin \\"{OUTSIDE}\\"\\n',
}
OPTIONS = {
    "option_folder": ('// compile_options = ["-I../../outside"]\n', "#include <secret.h>"),
    "option_header": (f'// compile_options = ["-include=a/../{UP}"]\n', ""),
    "option_macro": (f"""// defines = {{ FROM = '"{OUTSIDE}"' }}\n""", "#include FROM"),
    "key_file": (f'// file = "{UP}"\n', ""),
    "key_folders": ('// include_dirs = ["../../outside"]\n', "#include <secret.h>"),
}
PTX = {name: f'{before} "{{asked}}"\n' for name, before in {
    "ptx_comment": "/**/ .file 1",
    "ptx_inside": ".file /* why */ 1",
    "ptx_plain": ".file 1",
    "ptx_number": ".file 0x1",
}.items()}  # fmt: skip
PYTHON = {
    "py_raises": "raise ValueError(open({outside!r}).read())",
    "py_environment": "import os\nraise ValueError(dict(os.environ), open('/proc/self/environ').read())",
    "py_prints": "import os\nprint(os.environ, os.read(os.open({outside!r}, 0), 999), flush=True)\nos._exit(3)",
    "py_line": "raise SyntaxError('x', ({outside!r}, 1, 1, open({outside!r}).read()))",
}
PYTHON_DECLARATION = "".join(
    f"# {line}\n"
    for line in (
        "/// variant",  # at the margin it would declare this file
        'summary = "A copy that asks for a file."',
        'source = "written for this test"',
        'operation = "silu"',
        'entry = "k"',
        'args = ["inp", "out", "n_cols", "inp_stride", "out_stride"]',
        'constexprs = { BLOCK = "next_power_of_2(n_cols)" }',
        'grid = "n_rows"',
        REQUIRES.removeprefix("// "),
        "///",
    )
)
PYTHON_KERNEL = """\
import triton
import triton.language as tl
ASKS

@triton.jit
def k(inp, out, n_cols, inp_stride, out_stride, BLOCK: tl.constexpr):
    tl.store(out, tl.load(inp))
"""


def hostile_files(place: Place) -> dict[str, str]:
    outside = str(place.secret)
    texts = {}
    for name, lines in INCLUDED.items():
        texts[f"{name}.cu"] = DECLARATION + lines + "\n" + KERNEL.replace("ASSEMBLY", "")
    for name, text in ASSEMBLED.items():
        asked = f'asm volatile("{text}{{ .reg .b32 t; mov.u32 t, %tid.x; }}\\n" ::: "memory");'
        texts[f"{name}.cu"] = DECLARATION + KERNEL.replace("ASSEMBLY", asked)
    for name, (key, lines) in OPTIONS.items():
        declared = DECLARATION.replace("// ///\n", f"{key}// ///\n")
        texts[f"{name}.cu"] = declared + lines + "\n" + KERNEL.replace("ASSEMBLY", "")
    written = (FIXTURES / "leak4.ptx").read_text().rpartition("/**/ .file")[0]
    written = written.replace("// ///\n", f"{REQUIRES}\n// ///\n")
    for number, (name, text) in enumerate(PTX.items()):
        texts[f"{name}.ptx"] = written + text.replace("{asked}", outside if number else "/proc/self/environ")
    for name, text in PYTHON.items():
        asks = text.replace("{outside!r}", repr(outside))
        texts[f"{name}.py"] = PYTHON_DECLARATION + PYTHON_KERNEL.replace("ASKS", asks)
    texts = {name: text.replace("{outside_folder}", str(place.secret.parent)) for name, text in texts.items()}
    return {name: text.replace(OUTSIDE, outside) for name, text in texts.items()}


@pytest.mark.slow
def test_no_command_shows_what_forty_hostile_files_ask_for(place: Place) -> None:
    kernels = place.project / "kernels"
    (kernels / "sub").mkdir(parents=True)
    (place.project / "pyproject.toml").write_text('[tool.kernel-harness]\nsources = ["kernels"]\n')
    (kernels / "link.h").symlink_to(place.secret)
    (place.secret.parent / "1").symlink_to(".")  # what __LINE__ and __CUDACC_RTC__ stand for
    (kernels / "folder").symlink_to(place.secret.parent)
    (kernels / "include").symlink_to(place.secret.parent)
    (kernels / "nested.cuh").write_text(f'#include "{UP}"\n')
    place.git("init", "-q")
    place.git("add", ".")
    place.git("commit", "-q", "-m", "without kernels")
    files = hostile_files(place)
    assert len(files) >= 40
    for name, text in files.items():
        (kernels / name).write_text(text)
        bare = text.partition("/// variant")[2].partition("///\n")[2]
        if not name.endswith(".ptx"):
            (kernels / "sub" / f"bare_{name}").write_text(bare)
    checked = place.run("check", "-k", ONE_EACH, "--json", "check.json", "--verbose")
    for name in files:
        assert Path(name).stem in checked, f"{name} was not checked"
    compiled = [f"kernels/{each}.cu" for each in ASSEMBLED] + [f"kernels/{each}.ptx" for each in PTX]
    place.run(
        "count", *compiled, "kernels/other_line.cu", "--lines", "--shape", "7x3", "--json", "count.json"
    )
    for name in ("table", "table_environment", "table_link"):
        traced = ("trace", f"kernels/{name}.cu", "-k", "7x3-normal", "--row", "0", "--col", "0")
        place.run(*traced, "--json", "trace.json", status=0)
    place.run("report", "page.html", "check.json", "count.json", status=0)
    place.run("list")
    place.run("search", "table", "macro", "ptx_comment", "--examples", "5")
    written = ("--json", "gate.json", "--markdown", "gate.md", "--junit", "gate.xml")
    place.run("gate", "--base", "HEAD", *written)
    place.run("report", "gate.html", "gate.json", status=0)
    for name in ("macro", "table", "absolute", "linked_include", "own_name"):
        place.run("init", f"kernels/sub/bare_{name}.cu", "--dry-run")
    limits = ("--minutes", "0.1", "--seconds", "1")
    place.run("adopt", "kernels/sub", "--into", "adopted", *limits, "--json", "adopt.json")
    place.pytest("--junitxml=pytest.xml", "-k", ONE_EACH)
    assert {"check.json", "count.json", "page.html", "gate.md", "gate.xml", "gate.json", "pytest.xml"} <= {
        each.name for each in place.project.iterdir()
    }
    assert place.shown() == []


def test_a_source_that_is_a_link_to_a_file_elsewhere_is_refused(place: Place) -> None:
    (place.project / "link.cu").symlink_to(place.secret)
    with pytest.raises(CompileError, match="must be in the source's folder") as refused:
        compile(CompileRequest(place.project / "link.cu", "sm_90"))
    assert SECRET not in str(refused.value)


def test_no_constant_of_a_link_to_a_file_elsewhere_is_in_a_case(place: Place) -> None:
    own, link = place.project / "own.cu", place.project / "link.cu"
    declared = DECLARATION.replace(f"{REQUIRES}\n", "")
    own.write_text(declared + "#define PIN 1237\n" + KERNEL.replace("ASSEMBLY", ""))
    place.secret.write_text(own.read_text().replace("PIN 1237", "PIN 1511"))
    link.symlink_to(place.secret)
    for file, pin, is_shown in ((own, 1237, True), (link, 1511, False)):
        variant = dataclasses.replace(load_variant(own), file=file)
        assert (f"1x{pin * 32 + 1}-" in " ".join(case.id for case in beyond(variant))) == is_shown
        assert (pin in Space(variant, "cpu").constants) == is_shown


@pytest.mark.slow
def test_an_error_in_a_header_of_the_project_still_shows_its_line(place: Place) -> None:
    (place.project / "include").mkdir()
    (place.project / "include" / "own.cuh").write_text("int own = undefined_name;\n")
    shutil.copy(FIXTURES / "macro.cu", place.project / "own.cu")
    text = (place.project / "own.cu").read_text().replace("/proc/self/environ", "own.cuh")
    (place.project / "own.cu").write_text(text)
    told = place.run("check", "own.cu", "-k", "7x3-spread", status=1)
    assert "include/own.cuh(1): error" in told
    assert "int own = undefined_name;" in told
