"""The ``nvcc`` that a program finds on the virtual GPU: it compiles device code by NVRTC and writes PTX.

It understands the command lines of PyCUDA: ``--version``, ``--preprocess``, and compiling one file to a cubin, to PTX
or to a fat binary. All three outputs are PTX text, because the virtual GPU loads nothing else. It links nothing and
compiles no host code.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import HarnessError, UsageError
from ..store.disk_cache import content_key

_OUTPUTS = ("cubin", "ptx", "fatbin")
_IGNORED = (
    "--keep", "-keep", "-m64", "--machine=64", "-w", "-v", "--verbose", "-Wno-deprecated-gpu-targets",
    "-lineinfo",
)  # fmt: skip
# Options of the host compiler and of later stages, which take a value.
_IGNORED_WITH_VALUE = (
    "-Xptxas", "--ptxas-options", "-Xcompiler", "--compiler-options", "-ccbin", "-Xlinker", "-code",
)  # fmt: skip
_DEFAULT_ARCH = "sm_90"


_MATHS = """\
// Mixed arguments of the functions of <cmath>, which nvcc has from the host's library and NVRTC lacks.
#ifndef KERNEL_HARNESS_MIXED_MATHS
#define KERNEL_HARNESS_MIXED_MATHS
namespace kernel_harness_maths {
template <class A, class B> struct both { typedef double type; };
template <> struct both<float, float> { typedef float type; };
template <class T> struct number { };
template <> struct number<float> { typedef int type; };
template <> struct number<double> { typedef int type; };
template <> struct number<int> { typedef int type; };
template <> struct number<unsigned> { typedef int type; };
template <> struct number<long> { typedef int type; };
template <> struct number<unsigned long> { typedef int type; };
template <> struct number<long long> { typedef int type; };
template <> struct number<unsigned long long> { typedef int type; };
template <> struct number<short> { typedef int type; };
template <> struct number<unsigned short> { typedef int type; };
template <> struct number<signed char> { typedef int type; };
template <> struct number<unsigned char> { typedef int type; };
}
#define KERNEL_HARNESS_MIXED(name)                                                                         \\
  template <class A, class B, class = typename kernel_harness_maths::number<A>::type,                      \\
            class = typename kernel_harness_maths::number<B>::type>                                        \\
  __device__ inline typename kernel_harness_maths::both<A, B>::type name(A a, B b) {                       \\
    typedef typename kernel_harness_maths::both<A, B>::type C;                                             \\
    return name((C)a, (C)b);                                                                               \\
  }
KERNEL_HARNESS_MIXED(pow)
KERNEL_HARNESS_MIXED(fmod)
KERNEL_HARNESS_MIXED(atan2)
KERNEL_HARNESS_MIXED(fmax)
KERNEL_HARNESS_MIXED(fmin)
#undef KERNEL_HARNESS_MIXED
#endif
"""


@dataclass
class CommandLine:
    """A command line of nvcc, read."""

    action: str = ""
    """``version``, ``preprocess`` or one of the outputs."""
    source: Path | None = None
    output: Path | None = None
    """Where to write; by default in the current folder, named as the source."""
    arch: str = _DEFAULT_ARCH
    options: list[str] = field(default_factory=list)


def read_command_line(arguments: Sequence[str]) -> CommandLine:
    line = CommandLine()
    rest = iter(arguments)

    def value_of(option: str) -> str:
        try:
            return next(rest)
        except StopIteration:
            raise UsageError(f"{option} must have a value") from None

    for argument in rest:
        name, separator, value = argument.partition("=")
        plain = name.lstrip("-")
        if plain in ("version", "V") and argument.startswith("-"):
            line.action = "version"
        elif argument in ("--preprocess", "-E"):
            line.action = "preprocess"
        elif argument.startswith("-") and plain in _OUTPUTS and not separator:
            line.action = plain
        elif name in ("-arch", "--gpu-architecture"):
            line.arch = (value if separator else value_of(name)).replace("compute_", "sm_")
        elif name in ("-o", "--output-file"):
            line.output = Path(value if separator else value_of(name))
        elif name in _IGNORED_WITH_VALUE:
            if not separator:
                value_of(name)
        # of optimisation, debugging and linking there is nothing in PTX that the executor reads
        elif argument in _IGNORED or argument.startswith(("-O", "-g", "-G", "-l", "-L")):
            continue
        elif argument in ("-I", "-D", "-U", "-include", "-std", "-maxrregcount"):
            line.options += [argument, value_of(argument)]
        elif argument.startswith("-"):
            line.options.append(argument)
        elif line.source is None:
            line.source = Path(argument)
        else:
            raise UsageError(f"one source can be compiled at a time (got {line.source} and {argument})")
    return line


def main(arguments: Sequence[str] | None = None) -> int:
    try:
        return _run(read_command_line(sys.argv[1:] if arguments is None else arguments))
    except HarnessError as error:
        sys.stderr.write(f"{error}\n")
        return 1


def _run(line: CommandLine) -> int:
    if line.action == "version":
        sys.stdout.write(_version())
        return 0
    if line.source is None:
        raise UsageError("nvcc of the virtual GPU compiles one source (got none)")
    if line.action == "preprocess":
        # PyCUDA takes a digest of this text: it names what an #include brings in by its content
        sys.stdout.write(_with_includes(line))
        return 0
    if line.action not in _OUTPUTS:
        raise UsageError("nvcc of the virtual GPU writes cubin, ptx or fatbin, and links no programs")
    output = line.output or Path(f"{line.source.stem}.{line.action}")
    output.write_bytes(_ptx(line))
    return 0


def _version() -> str:
    from ..compiler.backend.nvrtc import nvrtc_version

    version = nvrtc_version()
    release = ".".join(version.split(".")[:2])
    return (
        "nvcc: NVIDIA (R) Cuda compiler driver\n"
        "kernel-harness: device code by NVRTC, PTX in place of machine code\n"
        f"Cuda compilation tools, release {release}, V{version}\n"
    )


def _ptx(line: CommandLine) -> bytes:
    from ..compiler import compile, open_cache, open_compiler  # noqa: A004 - its name
    from ..compiler.request import file_request
    from ..settings.settings import Settings

    assert line.source is not None
    settings = Settings.load(Path.cwd(), compiler="nvrtc")
    options = (*line.options, f"--pre-include={_maths_header(settings.cache_dir)}")
    request = file_request(line.source.absolute(), line.arch, options)
    made = compile(request, compiler=open_compiler(settings, device="cpu"), cache=open_cache(settings))
    if made.log:
        sys.stderr.write(made.log)
    return limit_registers(made.code, line.options)


def limit_registers(ptx: bytes, options: Sequence[str]) -> bytes:
    """Give the kernels of a module without launch bounds the limit of registers that a compilation's options have.

    A compiler hands the option to ptxas, and PTX does not have it.
    """
    limits = re.findall(r"-maxrregcount[ =](\d+)", " ".join(options))
    # The last option counts, and 0 sets no limit.
    if not limits or int(limits[-1]) == 0:
        return ptx
    limit = b" .maxnreg " + limits[-1].encode()

    def limited(match: re.Match[bytes]) -> bytes:
        bounds = (b".maxntid", b".reqntid", b".minnctapersm", b".maxnreg")
        return match[0] if any(bound in match[2] for bound in bounds) else match[1] + limit + match[2]

    return re.sub(rb"(\.entry\s+[\w$]+\s*\([^)]*\))([^{;]*\{)", limited, ptx)


def _maths_header(folder: Path) -> Path:
    """Write the header of mixed arguments, unless it is there; return its path."""
    path = folder / "driver" / "include" / "kernel_harness_maths.h"
    if not path.is_file() or path.read_text(encoding="ascii") != _MATHS:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        replace_file(path, _MATHS, 0o600)
    return path


def _with_includes(line: CommandLine) -> str:
    from ..compiler.backend.nvrtc import Nvrtc
    from ..compiler.source.includes import include_digests, read_plain_file
    from ..compiler.source.translation import read_options

    assert line.source is not None
    path = line.source.absolute()
    try:
        source = read_plain_file(path)
        options = read_options(path, line.options)
        digests = include_digests(path, source, options.include_dirs, options.pre_includes, Nvrtc().cuda_dirs)
    except OSError as error:
        raise UsageError(f"{path} cannot be read (got: {error})") from error
    return source.decode("utf-8", "replace") + "".join(f"\n// include {digest}" for digest in digests)


def replace_file(path: Path, text: str, mode: int) -> None:
    """Write a file that other processes may be reading."""
    new = path.with_name(f"{path.name}.{os.getpid()}")
    new.write_text(text, encoding="utf-8")
    new.chmod(mode)
    new.replace(path)


def put_on_path(folder: Path) -> None:
    """Put this ``nvcc`` first on PATH, for this process and those that it starts.

    An installed nvcc would write machine code, which the virtual GPU cannot run.
    """
    script = f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m {__name__} "$@"\n'
    # processes of several environments use the folder at the same time
    path = folder / f"nvcc-{content_key(script)[:16]}" / "bin" / "nvcc"
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.is_file() or path.read_text(encoding="utf-8") != script:
        replace_file(path, script, 0o700)
    os.environ["PATH"] = f"{path.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"


if __name__ == "__main__":
    sys.exit(main())
