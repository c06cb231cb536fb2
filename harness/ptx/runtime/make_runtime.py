"""Compile the executor's runtime from C to the LLVM IR text that is shipped, and mirror its headers in Python.

Users need no C compiler: ``runtime.ll`` is checked in and turned into machine code by llvmlite for the host at hand.
Run this after changing a ``.c`` or ``.h`` file here or a name in ``fault.py``, with the pinned compiler installed::

    pip install -c requirements.lock -e '.[runtime]'
    python -m harness.ptx.runtime.make_runtime

``--check`` writes nothing: it makes both files again and compares them byte for byte with the ones checked in. The
first line of ``runtime.ll`` holds the digests of its inputs and of its body, which tests compare without a compiler.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import itertools
import re
import sys

from ..fault import fault_enum
from . import pinned_compiler
from .make_layout import LAYOUT, layout_table, layout_text
from .pinned_compiler import HERE, NoCompilerError, compile_c

SHIPPED = HERE / "runtime.ll"
ORDER = (
    "operations.h", "runtime.h", "worker.c", "access.h", "counts.h", "counts.c", "origins.h", "origins.c",
    "defined.h", "defined.c", "races.h", "races_screen.c", "races_exact.h", "races_clock.c", "races_exact.c",
    "races_order.c", "trace.h", "trace.c", "watch.h", "watch.c", "schedule.h", "schedule.c", "perturb.h",
    "perturb.c", "arithmetic.h", "arithmetic.c", "memory.h", "memory.c", "textures.h", "texels.h", "texels.c",
    "texture.c", "surface.c", "waiting.h", "mbarrier.c", "barrier.c",
    "cluster.c", "calls.c", "warp.c", "library.c", "matrix.c", "scheduler.c",
)  # fmt: skip
"""All files, the lowest first: each includes and calls only files before it."""
SOURCES = tuple(name for name in ORDER if name.endswith(".c"))
HEADERS = tuple(name for name in ORDER if name.endswith(".h"))
REWRITES = (
    # The host's own target, features and data layout are applied when the text is loaded.
    (r"^(; ModuleID|source_filename|target ).*\n", ""),
    (r"^attributes (#\d+) = \{.*\}$", r"attributes \1 = { nounwind }"),
    (r"^(!llvm\.(module\.flags|ident|commandline)|!\d+ = !\{(i32 \d, !\"|!\"(clang|zig|Linker))).*\n", ""),
    (r"\bdso_local |\blocal_unnamed_addr |, !(tbaa|prof|llvm\.loop|range|srcloc|nonnull|noundef) !\d+", ""),
    (r"~\{memory\},~\{dirflag\},~\{fpsr\},~\{flags\}", "~{memory}"),
    (r"^!\d+ = .*\n", ""),
)
"""Patterns and replacements that remove machine-dependent parts of the IR."""


def input_digest() -> str:
    """Return the SHA-256 of all inputs of the text: C, mirror, kinds of fault, compiler, flags, rewrites."""
    digest = hashlib.sha256(
        repr((SOURCES, fault_enum(), pinned_compiler.ZIG_VERSION, pinned_compiler.FLAGS, REWRITES)).encode()
    )
    for path in (*(HERE / name for name in (*HEADERS, *SOURCES)), LAYOUT):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def sources_unit(layout: str) -> str:
    """Return the runtime as one C unit, from the kinds of fault to the table of `layout`, the text of the mirror."""
    files = "".join(f'#include "{HERE / name}"\n' for name in SOURCES)
    return fault_enum() + files + layout_table(layout)


def generate(layout: str) -> str:
    """Return the IR of the sources as one unit, without machine-dependent parts."""
    body, _ = compile_c(sources_unit(layout))
    for pattern, replacement in REWRITES:
        body = re.sub(pattern, replacement, body, flags=re.MULTILINE)
    return f"{first_line(body)}\n{body}"


def first_line(body: str) -> str:
    """Return the first line of a file whose body was made of the present inputs."""
    body_digest = hashlib.sha256(body.encode()).hexdigest()
    return (
        f"; inputs sha256 {input_digest()}, body sha256 {body_digest}, ziglang {pinned_compiler.ZIG_VERSION}"
    )


def is_in_step(text: str) -> bool:
    """Return whether a ``runtime.ll`` has the digests of the present inputs and of its own body; compiles nothing."""
    first, _, body = text.partition("\n")
    return first == first_line(body)


def differences() -> list[str]:
    """Make both files again; return the first differing lines of the files checked in, at most 20 per file."""
    layout = layout_text()
    made = {LAYOUT: layout, SHIPPED: generate(layout)}
    found: list[str] = []
    for path, text in made.items():
        shipped = path.read_text().splitlines()
        if shipped != text.splitlines():
            names = f"{path.name} (checked in)", f"{path.name} (made anew)"
            lines = difflib.unified_diff(shipped, text.splitlines(), *names, n=0, lineterm="")
            found += itertools.islice(lines, 20)
    return found


def main(arguments: list[str] | None = None) -> int:
    """Write both files, or compare them; returns the exit status."""
    parser = argparse.ArgumentParser(prog="make_runtime", description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if anything differs")
    try:
        if not parser.parse_args(arguments).check:
            layout = layout_text()
            LAYOUT.write_text(layout)
            SHIPPED.write_text(generate(layout))
            return 0
        found = differences()
    except NoCompilerError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    verdict = "the runtime is not what its sources give: run make_runtime"
    if not found:
        verdict = f"{LAYOUT.name} and {SHIPPED.name}: made anew, the same byte for byte"
    sys.stdout.write("\n".join([*found, verdict, ""]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
