"""The compiler options that a declaration may give, one row each, and why others are refused.

A declaration may come from a stranger and is passed to a compiler. So no option may write a file, run a program or
read options from elsewhere. nvcc passes its options to a shell, so no value may contain a character special to a
shell. docs/declaration.md shows `OPTIONS`; a test compares the two.

Sources: "Supported Compile Options" of the NVRTC documentation, "NVCC Command Options" of nvcc's manual, CUDA 13.0.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from functools import cached_property

from ...lazy import dataclass, replace

BOTH = ("nvrtc", "nvcc")
NVRTC_ALONE = ("nvrtc",)
NVCC_ALONE = ("nvcc",)


@dataclass(frozen=True)
class CompileOption:
    spellings: str
    """Names of the option, separated by spaces; a single name is also accepted with another dash in front."""
    does: str
    """Effect of the option, for the documentation."""
    value: str = ""
    """Regular expression that the whole value must match; empty if the option takes no value."""
    shown: str = ""
    compilers: tuple[str, ...] = BOTH
    """Compilers that accept the option. Any other compiler rejects it when it compiles."""
    is_joined: bool = False
    """Whether the value may follow the first name without ``=``."""
    stays_on: bool = False
    """Whether NVRTC keeps the option on for every later compilation of its process (seen with 13.0.88)."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        first, *others = self.spellings.split()
        return (first, *(others or [f"-{first}"]))

    def value_in(self, option: str) -> str | None:
        """Return the value in `option`, empty if it has none; None if `option` is another option."""
        name, equals, value = option.partition("=")
        if name in self.names:
            # No option takes an empty value, so "-name=" must not pass as "-name".
            return value or equals
        if self.is_joined and option.startswith(self.names[0]):
            return option[len(self.names[0]) :]
        return None


_TRUTH = ("true|false", "`true` or `false`")
_COUNT = ("[1-9][0-9]{0,3}", "1 to 9999")
_NUMBERS = ("[1-9][0-9]{0,4}(,[1-9][0-9]{0,4})*", "numbers of messages, with commas between")
# No absolute path, no option, no character special to a shell.
_RELATIVE = r"[A-Za-z0-9_.][A-Za-z0-9_.+/-]*"
_PTXAS = (
    "-O[0-3]|--opt-level=[0-3]|-v|--verbose"
    "|(-dlcm|--def-load-cache)=(ca|cg|cs|lu|cv)|(-dscm|--def-store-cache)=(wb|cg|cs|wt)"
    "|--?allow-expensive-optimizations=(true|false)|--?maxrregcount=[1-9][0-9]{0,3}"
    "|-warn-spills|--warn-on-spills|-warn-lmem-usage|--warn-on-local-memory-usage"
    "|-warn-double-usage|--warn-on-double-precision-use|--disable-optimizer-constants"
)

_IDENTIFIER = ("[A-Za-z_][A-Za-z0-9_]*", "a C identifier")
_DENSITY = "density of cases from which a switch becomes a jump table"
_SPEED = ("0|min|mid|max", "`0`, `min`, `mid` or `max`")


def _only(compilers: tuple[str, ...], *options: CompileOption) -> Iterator[CompileOption]:
    return (replace(option, compilers=compilers) for option in options)


INCLUDE_PATH = CompileOption(
    "-I --include-path",
    "search a folder for headers",
    _RELATIVE,
    "a folder of the repository, relative to the file's; put other folders into the setting `include_dirs`",
    is_joined=True,
)
PRE_INCLUDE = CompileOption(
    "-include --pre-include", "include a header before the first line", _RELATIVE, "a relative name"
)

OPTIONS: tuple[CompileOption, ...] = (
    CompileOption("-use_fast_math", "fast approximations of division, roots and functions"),
    CompileOption("-ftz", "flush subnormal float32 numbers to zero", *_TRUTH),
    CompileOption("-fmad", "contract products and sums to fused ones", *_TRUTH),
    CompileOption("-prec-div", "round float32 division correctly", *_TRUTH),
    CompileOption("-prec-sqrt", "round float32 square roots correctly", *_TRUTH),
    CompileOption("-maxrregcount", "most registers of a thread", *_COUNT),
    CompileOption("-std", "language level, in place of `c++17`", r"c\+\+(11|14|17|20)", "`c++11` to `c++20`"),
    CompileOption(
        "-Xptxas --ptxas-options",
        "one option of the assembler",
        _PTXAS,
        "`-O0` to `-O3`, `-v`, `-dlcm=ca`, `-dscm=wb`, `-warn-spills`, `-warn-lmem-usage`, `-warn-double-usage`, "
        "`-allow-expensive-optimizations=true`, `-maxrregcount=32`, `--disable-optimizer-constants`",
    ),
    INCLUDE_PATH,
    PRE_INCLUDE,
    CompileOption("-U --undefine-macro", "undefine a macro", *_IDENTIFIER, is_joined=True),
    CompileOption("-restrict", "treat all pointer parameters as `__restrict__`", stays_on=True),
    CompileOption("-extra-device-vectorization", "vectorise more"),
    CompileOption("-jtd --jump-table-density", _DENSITY, "[0-9]{1,3}", "0 to 101"),
    CompileOption("-lineinfo --generate-line-info", "line numbers; always given"),
    CompileOption("-G --device-debug", "code for a debugger"),
    CompileOption("-dopt", "optimise code for a debugger", "on", "`on`"),
    CompileOption("-Ofc --Ofast-compile", "compile faster, to slower code", *_SPEED),
    CompileOption("-device-stack-protector", "guard stack frames", *_TRUTH),
    CompileOption("-w --disable-warnings", "no warnings"),
    CompileOption("-diag-suppress", "suppress these messages", *_NUMBERS),
    CompileOption("-diag-warn", "report these messages as warnings", *_NUMBERS),
    CompileOption("-diag-error", "report these messages as errors", *_NUMBERS),
    CompileOption("-err-no --display-error-number", "numbers in messages"),
    CompileOption("-no-err-no --no-display-error-number", "no numbers in messages"),
    CompileOption("-brief-diag --brief-diagnostics", "messages without the source line", *_TRUTH),
    CompileOption(
        "-opt-info --optimization-info", "report inlined functions", "inline", "`inline`", stays_on=True
    ),
    *_only(
        NVRTC_ALONE,
        CompileOption(
            "-default-device --device-as-default-execution-space", "compile unmarked functions for the device"
        ),
        CompileOption("-device-int128", "128-bit integers"),
        CompileOption("-minimal", "leave out built-in features"),
        CompileOption("-builtin-move-forward", "`std::move` and `std::forward` built in", *_TRUTH),
        CompileOption("-builtin-initializer-list", "`std::initializer_list` built in", *_TRUTH),
    ),
    *_only(
        NVCC_ALONE,
        CompileOption("-expt-relaxed-constexpr", "allow `constexpr` functions on both host and device"),
        CompileOption(
            "-expt-extended-lambda --expt-extended-lambda -extended-lambda --extended-lambda",
            "lambdas marked `__device__`",
        ),
        CompileOption("-O0 -O1 -O2 -O3", "optimise host code"),
        CompileOption("-res-usage --resource-usage", "report the resources of kernels"),
        CompileOption("-Wno-deprecated-gpu-targets", "no warning about old architectures"),
    ),
)
"""Options that a declaration may give, in the order of the documentation."""


def _for_each(reasons: Mapping[str, str]) -> dict[str, str]:
    return {option: reason for reason, options in reasons.items() for option in options.split()}


SET_BY_HARNESS: Mapping[str, str] = _for_each(
    {
        "the device determines the architecture": """
            -arch --gpu-architecture -gencode --generate-code -code --gpu-code
        """,
        "the device determines the output format": """
            -ptx --ptx -cubin --cubin -fatbin --fatbin -optix-ir --optix-ir
            -c --compile -dc --device-c -dw --device-w -rdc --relocatable-device-code
            -dlto --dlink-time-opt -gen-opt-lto --gen-opt-lto -ewp --extensible-whole-program
            -E --preprocess -cuda --cuda -lto --lto -ltoir --ltoir -fdevice-syntax-only --fdevice-syntax-only
        """,
        "the harness keeps compiled code in its own cache": "-o --output-file",
        "use the key 'defines'": "-D --define-macro",
    }
)
"""Options that the harness sets itself, and what to do instead."""

REFUSED: Mapping[str, str] = _for_each(
    {
        "it writes files": """
            -time --time -fdevice-time-trace --fdevice-time-trace -keep --keep -keep-dir --keep-dir
            -save-temps --save-temps -odir --output-directory -objtemp --objdir-as-tempdir
            -M -MM -MD -MMD -MF -MP --dependency-output --generate-dependencies
            --generate-dependencies-with-compile -pch --pch -create-pch --create-pch -pch-dir --pch-dir
            -gen-c-file-name -stub-file-name -ptx-file -dump --dump -clean --clean-targets
        """,
        "it names a program to run, or changes how one is run": """
            -ccbin --compiler-bindir -arbin --archiver-binary -run --run -run-args --run-args -dryrun --dryrun
            -prec -ldir --libdevice-directory -target-dir --target-directory -idp --input-drive-prefix
            -ddp --dependency-drive-prefix -use-local-env --use-local-env -dpx --drive-prefix -nvvmpath
        """,
        "it passes options to another program": """
            -Xcompiler --compiler-options -Xlinker --linker-options -Xarchive --archive-options
            -Xnvlink --nvlink-options -Xopencc -Xcicc -Xfatbin -forward-unknown-opts --forward-unknown-opts
            -forward-unknown-to-host-compiler --forward-unknown-to-host-compiler
        """,
        "it reads options from a file": "-optf --options-file",
        "it reads files that are not part of the cache key": "-use-pch --use-pch -isystem --system-include",
        "nothing is linked": "-l --library -L --library-path -link --link -lib --lib",
    }
)
"""Options that a declaration may not give, and why. An option in no table is unknown."""


def fault_of(option: str) -> str | None:
    """Return why a declaration may not give a compiler option; None if it may."""
    # -D takes its macro without a separator.
    name = "-D" if option.startswith("-D") else re.split(r"[=\s]", option, maxsplit=1)[0]
    if name in SET_BY_HARNESS:
        return f"this compiler option is set by the harness (got '{option}'); {SET_BY_HARNESS[name]}"
    if name in REFUSED:
        return f"this compiler option is refused: {REFUSED[name]} (got '{option}'); allowed: {allowed_text()}"
    for row in OPTIONS:
        value = row.value_in(option)
        if value is None:
            continue
        if re.fullmatch(row.value, value, re.ASCII):
            return None
        takes = row.shown.replace("`", "") or "no value"
        return (
            f"a compiler option must have an allowed value after '=' (got '{option}'); "
            f"{row.names[0]} takes {takes}"
        )
    closest = difflib.get_close_matches(name, [name for row in OPTIONS for name in row.names], n=1)
    hint = f"closest is '{closest[0]}'; " if closest else ""
    return f"this compiler option is not known (got '{option}'); {hint}allowed: {allowed_text()}"


def allowed_text() -> str:
    return ", ".join(f"{row.names[0]}{'=' if row.value else ''}" for row in OPTIONS)
