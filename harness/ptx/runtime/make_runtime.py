"""Compile the executor's runtime from C to the LLVM IR text that is shipped.

Users need no C compiler: ``runtime.ll`` is checked in and turned into machine code by llvmlite for the host at hand.
Run this after changing a ``.c`` or ``.h`` file here, with the pinned compiler installed::

    pip install ziglang==0.13.0
    python -m harness.ptx.runtime.make_runtime

The first line of ``runtime.ll`` holds the sources' digest; a test compares it with the sources.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
SOURCES = (
    "scheduler.c", "schedule.c", "barrier.c", "cluster.c", "memory.c", "mbarrier.c", "warp.c", "arithmetic.c",
    "perturb.c", "matrix.c", "calls.c", "library.c", "watch.c", "races.c", "races_quick.c", "races_clock.c",
    "races_closer.c", "races_order.c",
    "defined.c", "counts.c",
)  # fmt: skip
HEADERS = (
    "runtime.h",
    "watch.h",
    "races.h",
    "races_closer.h",
    "defined.h",
    "counts.h",
    "schedule.h",
    "perturb.h",
)
ZIG_VERSION = "0.13.0"
FLAGS = (
    "-std=c11", "-O1", "-g0", "-S", "-emit-llvm", "-target", "x86_64-linux-gnu", "-fno-sanitize=all",
    "-fno-unroll-loops", "-fno-vectorize", "-fno-slp-vectorize", "-fno-strict-aliasing",
    "-ffp-contract=off", "-fno-math-errno",
    "-fno-stack-protector", "-Wall", "-Wextra", "-Werror",
)  # fmt: skip


def digest() -> str:
    """SHA-256 over the headers and the C sources, in a fixed order."""
    content = b"".join((HERE / name).read_bytes() for name in (*HEADERS, *SOURCES))
    return hashlib.sha256(content).hexdigest()


def generate() -> str:
    """Compile the sources as one unit and strip what ties the text to this machine."""
    with tempfile.TemporaryDirectory() as folder:
        unit = Path(folder) / "runtime.c"
        unit.write_text("".join(f'#include "{HERE / name}"\n' for name in SOURCES))
        output = Path(folder) / "runtime.ll"
        command = [sys.executable, "-m", "ziglang", "cc", *FLAGS, str(unit), "-o", str(output)]
        subprocess.run(command, check=True)
        text = output.read_text()
    # The host's own target, features and data layout are applied when the text is loaded.
    text = re.sub(r"^(; ModuleID|source_filename|target ).*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"^attributes (#\d+) = \{.*\}$", r"attributes \1 = { nounwind }", text, flags=re.MULTILINE)
    text = re.sub(r"^(!llvm\.(module\.flags|ident|commandline)|!\d+ = !\{(i32 \d, !\"|!\"(clang|zig|Linker))).*\n", "",
                  text, flags=re.MULTILINE)  # fmt: skip
    text = re.sub(
        r"\bdso_local |\blocal_unnamed_addr |, !(tbaa|prof|llvm\.loop|range|srcloc|nonnull|noundef) !\d+",
        "",
        text,
    )
    text = text.replace("~{memory},~{dirflag},~{fpsr},~{flags}", "~{memory}")
    text = re.sub(r"^!\d+ = .*\n", "", text, flags=re.MULTILINE)
    return f"; sources sha256 {digest()}, ziglang {ZIG_VERSION}\n" + text


if __name__ == "__main__":
    (HERE / "runtime.ll").write_text(generate())
