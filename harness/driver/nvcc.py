"""The compilers that a program finds on the virtual GPU, an ``nvcc`` and NVRTC: they give PTX for machine code.

The ``nvcc`` compiles device code by NVRTC. It understands the command lines of PyCUDA: ``--version``, ``--preprocess``,
and compiling one file to a cubin, to PTX or to a fat binary. All three outputs are PTX text, because the virtual GPU
loads nothing else. It links nothing and compiles no host code.

In the program's process a library has NVRTC's name. Compiling for a real architecture (``sm_90``) compiles for the
virtual one (``compute_90``) there, with line numbers, and the cubin of such a program is its PTX.
"""

from __future__ import annotations

import ctypes
import os
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ..compiler.backend.nvrtc_library import NvrtcFile, NvrtcLibrary, installed_libraries
from ..device.observation import OF_TRITON
from ..errors import HarnessError, UsageError
from ..lazy import dataclass, field, pattern
from ..store.disk_cache import content_key
from .elf import TABLE, keep_file, write_shared_library
from .interrupts import boundary

_kept: list[object] = []

_OUTPUTS = ("cubin", "ptx", "fatbin")
# Options of the host compiler, of files and of later stages, which change nothing in PTX, without their dashes.
_IGNORED = frozenset({
    "keep", "m64", "w", "v", "verbose", "Wno-deprecated-gpu-targets", "lineinfo", "generate-line-info", "res-usage",
    "resource-usage", "src-in-ptx", "source-in-ptx", "allow-unsupported-compiler", "shared", "no-compress",
    "forward-unknown-to-host-compiler",
})  # fmt: skip
_IGNORED_WITH_VALUE = frozenset({
    "Xptxas", "ptxas-options", "Xcompiler", "compiler-options", "ccbin", "compiler-bindir", "Xlinker",
    "linker-options", "Xarchive", "archive-options", "Xnvlink", "nvlink-options", "Xfatbin", "fatbin-options", "code",
    "gpu-code", "e", "entries", "keep-dir", "t", "threads", "Werror", "cudart", "x", "odir", "output-directory", "time",
    "default-stream", "split-compile", "compress-mode", "machine",
})  # fmt: skip
_DEFAULT_ARCH = "sm_90"
_CACHE = "virtual-gpu"
_MIXED_MATHS = Path(__file__).with_name("mixed_maths.cuh")


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
        elif name in ("-gencode", "--generate-code"):
            found = re.search(r"arch=([\w]+)", value if separator else value_of(name))
            if found is None:
                raise UsageError(f"{name} names an architecture, as arch=compute_90 (got {argument})")
            line.arch = found[1].replace("compute_", "sm_")
        elif name in ("-o", "--output-file"):
            line.output = Path(value if separator else value_of(name))
        elif name != plain and plain in _IGNORED_WITH_VALUE:
            if not separator:
                value_of(name)
        elif argument in ("-G", "--device-debug"):
            line.options.append("-G")
        # of optimisation, the host's debugger and linking there is nothing in PTX that the executor reads
        elif (argument != plain and plain in _IGNORED) or argument.startswith(("-O", "-g", "-l", "-L")):
            continue
        elif argument in ("-isystem", "--system-include"):
            line.options += ["-I", value_of(argument)]
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
    options = (*line.options, f"--pre-include={_MIXED_MATHS}")
    request = file_request(line.source.absolute(), line.arch, options)
    made = compile(request, compiler=open_compiler(settings, device="cpu"), cache=open_cache(settings))
    if made.log:
        sys.stderr.write(made.log)
    return limit_registers(made.code, line.options)


def limit_registers(ptx: bytes, options: Sequence[str]) -> bytes:
    """Give the kernels of a module without launch bounds the limit of registers that a compilation's options have."""
    # A compiler hands the option to ptxas, and PTX does not have it.
    limits = re.findall(r"-maxrregcount[ =](\d+)", " ".join(options))
    # The last option counts, and 0 sets no limit.
    if not limits or int(limits[-1]) == 0:
        return ptx
    limit = b" .maxnreg " + limits[-1].encode()

    def limited(match: re.Match[bytes]) -> bytes:
        bounds = (b".maxntid", b".reqntid", b".minnctapersm", b".maxnreg")
        return match[0] if any(bound in match[2] for bound in bounds) else match[1] + limit + match[2]

    return re.sub(rb"(\.entry\s+[\w$]+\s*\([^)]*\))([^{;]*\{)", limited, ptx)


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


def put_on_path(folder: Path) -> None:
    # An installed nvcc would write machine code, which the virtual GPU cannot run.
    script = f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m {__name__} "$@"\n'
    # processes of several environments use the folder at the same time
    path = folder / f"nvcc-{content_key(script)[:16]}" / "bin" / "nvcc"
    keep_file(path, script.encode(), 0o700)
    os.environ["PATH"] = f"{path.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    # Triton has a ptxas of its own. It keeps machine code by what that says of itself, so this one says another thing.
    ptxas = folder / f"ptxas-{content_key(_PTXAS)[:16]}"
    keep_file(ptxas, _PTXAS.encode(), 0o700)
    os.environ |= {"TRITON_LIBCUDA_PATH": str(folder), "TRITON_PTXAS_PATH": str(ptxas)}
    os.environ["TRITON_PTXAS_BLACKWELL_PATH"] = str(ptxas)
    # Times and code of a real GPU are others. The launcher in C++ is only in PyTorch's own builds for CUDA.
    for name in ("TRITON_CACHE_DIR", "TORCHINDUCTOR_CACHE_DIR"):
        kept = Path(os.environ.get(name) or folder / name.partition("_")[0].lower())
        os.environ[name] = str(kept if kept.name == _CACHE else kept / _CACHE)
    os.environ["TORCHINDUCTOR_USE_STATIC_CUDA_LAUNCHER"] = "0"


_PTXAS = f"""\
#!/bin/sh
# Hands PTX on, which the virtual GPU loads in place of machine code.
while [ $# -gt 0 ]; do
    case "$1" in
        --version) echo "Cuda compilation tools, release 13.0, V13.0.88, of kernel-harness: PTX"; exit ;;
        -o) output=$2; shift ;;
        *.ptx) input=$1 ;;
    esac
    shift
done
{{ cat "$input"; echo; printf '{OF_TRITON}'; }} > "$output"
"""


# Functions of nvrtc.h of CUDA 13.0. A library that lacks one has a null entry, which returns an error.
_NVRTC = """
    nvrtcVersion nvrtcGetNumSupportedArchs nvrtcGetSupportedArchs nvrtcGetErrorString nvrtcCreateProgram
    nvrtcDestroyProgram nvrtcCompileProgram nvrtcGetPTXSize nvrtcGetPTX nvrtcGetCUBINSize nvrtcGetCUBIN
    nvrtcGetLTOIRSize nvrtcGetLTOIR nvrtcGetOptiXIRSize nvrtcGetOptiXIR nvrtcGetProgramLogSize nvrtcGetProgramLog
    nvrtcAddNameExpression nvrtcGetLoweredName nvrtcGetPCHHeapSize nvrtcSetPCHHeapSize nvrtcGetPCHCreateStatus
    nvrtcGetPCHHeapSizeRequired nvrtcSetFlowCallback
"""
_ARCH = pattern(r"(--?gpu-architecture|--?arch)(?:=(.*))?")
_REAL = pattern(r"sm_(\d+[af]?)")
# NVRTC_ERROR_INTERNAL_ERROR.
_INTERNAL_ERROR = 11


def for_ptx(options: Sequence[bytes]) -> list[bytes] | None:
    """Return a compilation's options with a virtual architecture in place of a real one; None if they have none."""
    # Options for LTO IR stay as they are: nothing of this driver links it.
    found, is_real, follows = [], False, False
    for option in options:
        text = option.decode("utf-8", errors="replace")
        match = _ARCH.fullmatch(text)
        value = text if follows else match[2] if match is not None else None
        real = _REAL.fullmatch(value) if value else None
        if real is not None and value is not None:
            is_real = True
            option = (text.removesuffix(value) + f"compute_{real[1]}").encode()
        follows = match is not None and match[2] is None
        found.append(option)
    if not is_real or any(option in (b"-dlto", b"--dlink-time-opt") for option in options):
        return None
    has_lines = any(option in (b"-lineinfo", b"--generate-line-info") for option in options)
    return found if has_lines else [*found, b"-lineinfo"]


class LoadedNvrtc:
    """The library with NVRTC's name in this process: its functions jump to the real library's, but for three."""

    def __init__(self, folder: Path, real: NvrtcFile) -> None:
        names = _NVRTC.split()
        # the loader takes the first library of a name: this one must come before the real one
        library = ctypes.CDLL(os.fspath(write_shared_library(folder, _soname(real), names)))
        self._real = ctypes.CDLL(NvrtcLibrary(str(real.path), real.cuda).path)
        self._of_ptx: dict[int | None, list[str]] = {}
        asking: Any = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
        compiling: Any = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
        asked = ("nvrtcGetCUBINSize", "nvrtcGetCUBIN", "nvrtcGetPTXSize", "nvrtcGetPTX")
        self._functions = {name: asking((name, self._real)) for name in asked}
        self._functions["nvrtcCompileProgram"] = compiling(("nvrtcCompileProgram", self._real))
        answers = {"nvrtcGetCUBINSize": lambda code: len(code).to_bytes(8, "little"), "nvrtcGetCUBIN": bytes}
        callbacks = {name: asking(self._of_cubin(name, answer)) for name, answer in answers.items()}
        callbacks["nvrtcCompileProgram"] = compiling(self._compile)
        table = (ctypes.c_uint64 * len(names)).in_dll(library, TABLE)
        for index, name in enumerate(names):
            function = callbacks.get(name) or getattr(self._real, name, None)
            table[index] = ctypes.cast(function, ctypes.c_void_p).value or 0 if function else 0
        _kept.append((self, callbacks))  # native destructors may call until the process ends

    @boundary
    def _compile(self, program: int | None, n: int, options: int | None) -> int:
        try:
            given = list((ctypes.c_char_p * n).from_address(options)) if options else []
            changed = for_ptx([option or b"" for option in given])
        except BaseException:  # nothing may pass through the C code that called
            return _INTERNAL_ERROR
        if changed is None:
            self._of_ptx.pop(program, None)
            return int(self._functions["nvrtcCompileProgram"](program, n, options))
        self._of_ptx[program] = [option.decode("utf-8", errors="replace") for option in changed]
        array = (ctypes.c_char_p * len(changed))(*changed)
        return int(self._functions["nvrtcCompileProgram"](program, len(changed), ctypes.addressof(array)))

    def _of_cubin(self, name: str, answer: Callable[[bytes], bytes]) -> Callable[..., int]:
        """Return a function that answers from the PTX of a program that has PTX for its cubin."""

        @boundary
        def run(program: int | None, result: int | None) -> int:
            code = self._ptx(program) if result else None
            if code is None or not result:
                return int(self._functions[name](program, result))
            data = answer(code)
            ctypes.memmove(result, data, len(data))
            return 0

        return run

    def _ptx(self, program: int | None) -> bytes | None:
        """Return what a program gets for its cubin; None if that is the real one, or if the compiler has failed."""
        size = ctypes.c_size_t()
        if program not in self._of_ptx or self._functions["nvrtcGetPTXSize"](program, ctypes.addressof(size)):
            return None
        text = ctypes.create_string_buffer(size.value)
        if self._functions["nvrtcGetPTX"](program, ctypes.addressof(text)):
            return None
        return limit_registers(text.raw, self._of_ptx[program])


def load_nvrtc(folder: Path, cuda_home: Path | None) -> LoadedNvrtc | None:
    """Load the library with NVRTC's name; None if NVRTC is not installed, or this process has loaded it before."""
    installed = installed_libraries(cuda_home)
    if not installed:
        return None
    try:
        # Finds the library only if this process has loaded it.
        ctypes.CDLL(_soname(installed[0]), mode=os.RTLD_NOLOAD)
    except OSError:
        return LoadedNvrtc(folder, installed[0])
    return None


def _soname(real: NvrtcFile) -> str:
    return ".".join(real.path.name.split(".")[:3])


if __name__ == "__main__":
    sys.exit(main())
