"""Holds the CUDA sources to their style, and compiles all of them without a warning.

Each rule of style is a function from a text to what is wrong with it, and comes with texts that it must
reject.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from harness.compiler import Artifact, Compiler, CompileRequest, open_cache, open_compiler
from harness.compiler import compile as compile_source
from harness.compiler.request import code_request
from harness.errors import CompileError, SpecError
from harness.operation.catalogue import shipped_operations
from harness.settings.settings import Settings
from harness.store.disk_cache import DiskCache
from harness.variant.declaration.discovery import discover, load_variant
from harness.variant.matrix import cases
from harness.variant.selection import Selection, select
from harness.variant.variant import Block, Variant
from tests.kernels.expectations import (
    BAD_KERNELS,
    CUDA_SOURCES,
    ROOT,
    Expectation,
    broken,
    declared_variant,
    programs,
    read_expectation,
    runnable,
)
from tests.kernels.mutants import TABLE, kernels, mutants, read_table
from tests.sampled import one_in

OLDEST, USUAL, *OTHERS = ("sm_75", "sm_90", "sm_80", "sm_100")
VARIANTS = sorted(CUDA_SOURCES.glob("*.cu"))
HEADERS = sorted((CUDA_SOURCES / "include").glob("*.cuh"))
ASKING = [path for path in HEADERS if "__CUDA_ARCH__" in path.read_text(encoding="ascii")]
assert ASKING
BAD = [*sorted(BAD_KERNELS.rglob("*.cu")), *mutants(BAD_KERNELS)]
OF_FIXTURES = [
    *(ROOT / "fixtures" / "declared_kernels" / "include").glob("*.cuh"),
    *(
        path
        for name in ("boundary_kernels", "declared_kernels", "operations")
        for part in ("right", "wrong")
        for path in kernels(ROOT / "fixtures" / name / part)
    ),
]
HEADINGS = ("Mapping", "Memory", "Shared", "Needs", "Change")
MAX_COLUMNS = 110

# Notes to self, places on somebody's disk, and output that a kernel under test has no business making.
BANNED = ("todo", "fixme", "xxx", "hack", "/home/", "/tmp/", "printf")
# The kernels of the source articles, which the variants build anew. A variant's `source` may name others.
ARTICLES = {
    "M. Pandya, 'Learning CUDA by optimizing softmax: a worklog'": (
        "kernel 1", "kernel 2", "kernel 3", "kernel 4",  # naive, online, shared-memory reduction, warp shuffles
    ),
    "'How to write an efficient softmax CUDA kernel' (in Chinese)": (
        "warp and block reduction", "shared-memory staging", "float4 loads", "register cache", "three-phase pipeline",
        "mixed precision", "CUB BlockReduce",
    ),
    "G. Luo, 'Optimizing softmax on GPU'": (
        # baseline, shared memory, warp primitives, two-dimensional block, several rows per warp
        "kernel 0", "kernel 1", "kernel 2", "kernel 3", "kernel 4",
    ),
    "'SoftMax cuda operator explained' (in Chinese, after OneFlow)": (
        "warp kernel", "block kernel", "shared-memory kernel", "tile kernel",
    ),
    "'Fused Softmax::P3::Cuda Kernel'": (
        # fixed shared arrays, dynamic shared memory, float4, warp reduction
        "naive kernel", "step 1", "step 2", "step 3", "step 4",
    ),
}  # fmt: skip
FAMILY = {f"{article}, {kernel}" for article, kernels in ARTICLES.items() for kernel in kernels}

# Ways to be inexact: intrinsics, and approximations written in PTX. And the word of `arithmetic` that owns up
# to each; without a word for it, none may be used.
INEXACT = re.compile(r"\b(__expf|__exp10f|exp2f|ex2|__fdividef|__frcp_r[nzud]|rcp|\w+\.approx)\b")
INEXACT_OF = {"fast_exp": "__expf", "exp2": "exp2f", "fast_div": "__fdividef"}
# Words that show in the code by something else than an intrinsic.
SHOWN_BY = {
    "online": re.compile(r'#include "online\.cuh"'),
    "reciprocal": re.compile(r"\b1\.0f / "),
    "rsqrt": re.compile(r"\brsqrtf\("),
}
BARRIER = re.compile(r"\b__sync(?:threads(?:_\w+)?|warp)\s*\(")


def by_name(path: Path) -> str:
    return path.relative_to(CUDA_SOURCES.parent).as_posix()


def layout_faults(text: str) -> list[str]:
    faults = [] if text.endswith("\n") and not text.endswith("\n\n") else ["does not end with one newline"]
    for number, line in enumerate(text.splitlines(), 1):
        if not line.isascii():
            faults.append(f"{number}: not ASCII, which not every compiler's host locale reads")
        if "\t" in line or line != line.rstrip():
            faults.append(f"{number}: a tab or trailing blank")
        if len(line) > MAX_COLUMNS:
            faults.append(f"{number}: {len(line)} columns, at most {MAX_COLUMNS}")
    return faults


def barrier_faults(text: str) -> list[str]:
    return [
        f"{number}: a barrier must say what it orders"
        for number, line in enumerate(text.splitlines(), 1)
        if BARRIER.search(line.split("//")[0]) and not re.search(r"; // orders \w+", line)
    ]


def wording_faults(text: str) -> list[str]:
    lowered = text.lower()
    return [f"the word {word!r}" for word in BANNED if word in lowered]


def heading_faults(text: str) -> list[str]:
    head = text[: text.index("\n\n")]
    found = re.findall(r"^// (\w+): +\w", head, re.MULTILINE)
    return [] if tuple(found) == HEADINGS else [f"the head comment has {found}, not {list(HEADINGS)}"]


def source_faults(source: str) -> list[str]:
    return [
        f"{idea!r} is no kernel of {article}"
        for idea in source.split("; ")
        for article in ARTICLES
        if idea.startswith(article) and idea not in FAMILY
    ]


def predecessor_faults(text: str) -> list[str]:
    head = " ".join(line.removeprefix("//").strip() for line in text[: text.index("\n\n")].splitlines())
    named = set(re.findall(r"\bsoftmax_\w+", head)) - set(shipped_operations())
    return [f"{name}, which is no variant" for name in sorted(named - {path.stem for path in VARIANTS})]


def inexact(text: str) -> set[str]:
    return set(INEXACT.findall(re.sub(r"//.*", "", text)))


def arithmetic_faults(arithmetic: str, text: str) -> list[str]:
    code = re.sub(r"//.*", "", text)
    words = arithmetic.split("+")
    declared = {INEXACT_OF[word] for word in words if word in INEXACT_OF}
    used = inexact(text)
    return [
        *(f"{name}, which the declared arithmetic excludes" for name in sorted(used - declared)),
        *(f"no {name}, which the declared arithmetic allows" for name in sorted(declared - used)),
        *(
            f"{word!r} is {'declared' if word in words else 'not declared'}, and the code says otherwise"
            for word, pattern in SHOWN_BY.items()
            if (word in words) != bool(pattern.search(code))
        ),
    ]


def text_with_headers(path: Path) -> str:
    """The code of a source and of the headers of the family that it includes, each once."""
    texts, waiting = {}, [path]
    while waiting:
        at = waiting.pop()
        if at in texts:
            continue
        texts[at] = at.read_text(encoding="ascii")
        named = re.findall(r'#include "([^"]+)"', texts[at])
        waiting += [CUDA_SOURCES / "include" / name for name in named]
    return "\n".join(texts.values())


@cache
def compilation() -> tuple[Settings, Compiler, DiskCache]:
    settings = Settings.load(ROOT)
    return settings, open_compiler(settings, device="cpu"), open_cache(settings)


def compile_clean(variant: Variant, block: Block, dtype: str, arch: str, *, is_run: bool = True) -> Artifact:
    """Compile as the matrix does and with its cache, which keeps the log, so that each program is compiled once.

    Code that no test runs is not optimised: that takes up to 30 times as long.
    """
    settings, compiler, kept = compilation()
    request = code_request(variant, block, dtype, arch=arch, target="ptx", settings=settings)
    if not is_run:
        request = replace(request, options=(*request.options, "--Ofast-compile=max"))
    artifact = compile_source(request, compiler=compiler, cache=kept)
    assert artifact.log == "", f"{by_name(variant.path)} for {arch}: {artifact.log}"
    return artifact


def check_entries(variant: Variant, *artifacts: Artifact) -> None:
    entries = {name: params for artifact in artifacts for name, params in artifact.entries.items()}
    for launch in variant.launches:
        params = entries[launch.entry]
        assert len(params) == len(launch.args)
        for name, param in zip(launch.args, params, strict=True):
            is_number = name in {scalar.name for scalar in variant.operation.scalars}
            assert param.kind == ("float" if is_number else "int")
            pointers = {"inp", "out", *(vector.name for vector in variant.operation.vectors)}
            assert param.size_bytes == 8 or name not in pointers


def faulty(paths: Iterable[Path], faults: Callable[[Path], Any]) -> dict[str, Any]:
    """Return what is wrong with each file; those without a fault are left out."""
    return {by_name(path): found for path in paths if (found := faults(path))}


@pytest.mark.parametrize(
    ("faults", "paths"),
    [
        *(
            (rule, [*VARIANTS, *HEADERS, *BAD, *OF_FIXTURES])
            for rule in (layout_faults, barrier_faults, wording_faults)
        ),
        *((rule, VARIANTS) for rule in (heading_faults, predecessor_faults)),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_sources_keep_to_the_style(faults: Callable[[str], list[str]], paths: list[Path]) -> None:
    assert faulty(paths, lambda path: faults(path.read_bytes().decode("utf-8"))) == {}


MISDECLARED = [
    ("ieee", "    y = __expf(x);\n"),
    ("ieee", '    asm("ex2.approx.f32 %0, %1;" : "=f"(y) : "f"(x));\n'),
    ("ieee", "    y = expf(x) * (1.0f / sum);\n"),
    ("ieee", '#include "online.cuh"\n'),
    ("ieee+online", "    y = expf(x);\n"),
    ("ieee+reciprocal", "    y = expf(x) / sum;\n"),
    ("fast_exp", "    y = expf(x);\n"),
    ("fast_exp", "    y = __fdividef(__expf(x), sum);\n"),
    ("exp2", "    y = __expf(x);\n"),
    ("ieee", "    y = x * rsqrtf(q);\n"),
]


@pytest.mark.parametrize(
    ("faults", "text"),
    [
        (layout_faults, "int a;"),
        (layout_faults, "int a;\n\n"),
        (layout_faults, "int a; \n"),
        (layout_faults, "\tint a;\n"),
        (layout_faults, "// caf\u00e9\n"),
        (layout_faults, "//" + "x" * MAX_COLUMNS + "\n"),
        (barrier_faults, "    __syncthreads();\n"),
        (barrier_faults, "    __syncthreads(); // wait for the others\n"),
        (barrier_faults, "    __syncwarp(mask);\n"),
        (barrier_faults, "    if (__syncthreads_or(found))\n"),
        (wording_faults, "// TODO: the tail\n"),
        (wording_faults, '    printf("%f", x);\n'),
        (heading_faults, "// Mapping: one\n// Memory: two\n// Needs: three\n\nint a;\n"),
        (heading_faults, "// No headings.\n\nint a;\n"),
        (predecessor_faults, "// Change:  after softmax_of_yesterday.\n\nint a;\n"),
        (source_faults, "G. Luo, 'Optimizing softmax on GPU'"),
        (source_faults, "this project; G. Luo, 'Optimizing softmax on GPU', kernel 9"),
        *((partial(arithmetic_faults, arithmetic), text) for arithmetic, text in MISDECLARED),
    ],
)
def test_each_rule_of_style_rejects_what_breaks_it(faults: Callable[[str], list[str]], text: str) -> None:
    assert faults(text) != []


@pytest.mark.parametrize("source", ["this project", "A. Author, 'A softmax of 2027', algorithm 2"])
def test_a_variant_may_be_of_any_source(source: str) -> None:
    assert source_faults(source) == []


def test_rules_of_style_look_at_code_not_at_prose() -> None:
    text = "// A __syncthreads() costs less than __expf would save.\n"
    assert barrier_faults(text) == []
    assert arithmetic_faults("ieee", text) == []


def test_variants_name_their_sources() -> None:
    assert faulty(VARIANTS, lambda path: source_faults(declared_variant(path).source)) == {}


def test_every_kernel_of_the_articles_has_a_variant() -> None:
    named = {idea for path in VARIANTS for idea in declared_variant(path).source.split("; ")}
    assert sorted(FAMILY - named) == []


def test_every_source_but_the_broken_one_declares_a_variant() -> None:
    found = discover([CUDA_SOURCES])
    assert found.errors == ()
    assert [variant.path for variant in found.variants] == VARIANTS
    bad = discover([BAD_KERNELS, *mutants(BAD_KERNELS)])
    assert {error.path.name for error in bad.errors} == {"unknown_key.cu"}
    assert len(bad.variants) == len(BAD) - 1


def test_no_bad_kernel_takes_the_name_of_a_variant() -> None:
    assert {path.stem for path in VARIANTS}.isdisjoint(path.stem for path in BAD)


def test_sources_compute_as_they_declare_and_headers_exactly_unless_named_fast() -> None:
    def faults(path: Path) -> list[str]:
        return arithmetic_faults(declared_variant(path).arithmetic, text_with_headers(path))

    assert faulty(VARIANTS, faults) == {}
    exact = [path for path in HEADERS if not path.name.startswith("fast_")]
    assert faulty(exact, lambda path: inexact(path.read_text(encoding="ascii"))) == {}


# The type that the matrix runs; `tests.kernels.every_program` takes all, in CI. What an architecture lacks shows on the
# oldest, with the type that needs most of it.
@pytest.mark.parametrize("is_oldest", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_variant_compiles_without_a_warning(path: Path, is_oldest: bool) -> None:
    variant = declared_variant(path)
    declared = {launch.entry for launch in variant.launches}
    run_too = programs(variant)
    arch, dtype = (OLDEST, variant.dtypes[-1]) if is_oldest else (USUAL, run_too[0][1])
    artifacts: list[Artifact] = []
    for block in (*(block for block, _ in run_too), *variant.blocks):  # some have further entries
        is_run = not is_oldest and (block, dtype) in run_too
        artifacts.append(compile_clean(variant, block, dtype, arch, is_run=is_run))
        if declared <= {name for artifact in artifacts for name in artifact.entries}:
            break
    check_entries(variant, *artifacts)


@pytest.mark.slow
@pytest.mark.parametrize("arch", OTHERS)
@pytest.mark.parametrize("header", ASKING, ids=by_name)
def test_header_that_asks_for_the_architecture_compiles_for_others(header: Path, arch: str) -> None:
    code = header.read_text(encoding="ascii")
    user = next(path for path in VARIANTS if code in text_with_headers(path))
    variant = declared_variant(user)
    compile_clean(variant, variant.blocks[0], variant.dtypes[0], arch)


def test_a_warning_is_seen(tmp_path: Path) -> None:
    source = tmp_path / "unused.cu"
    source.write_text('extern "C" __global__ void softmax() { int unused; }\n', encoding="ascii")
    assert "unused" in compile_source(CompileRequest(path=source, arch="sm_90")).log


@pytest.mark.parametrize("expected", one_in(8, runnable(), pytest.mark.slow), ids=lambda each: each.path.stem)
def test_bad_kernel_compiles_without_a_warning(expected: Expectation) -> None:
    variant = load_variant(expected.path)
    run_too = select((variant,), Selection.parse(expected.cases))[0]
    check_entries(variant, compile_clean(variant, run_too.block, run_too.dtype, USUAL))


@pytest.mark.parametrize("path", HEADERS, ids=by_name)
def test_header_stands_alone(path: Path, tmp_path: Path) -> None:
    source = tmp_path / "only_the_header.cu"
    source.write_text(f'#include "{path.name}"\n#include "{path.name}"\n', encoding="ascii")
    request = CompileRequest(path=source, arch="sm_90", include_dirs=(path.parent,))
    assert compile_source(request).log == ""


def test_bad_kernels_name_cases_of_their_matrix() -> None:
    for expected in runnable():
        variant = load_variant(expected.path)
        assert expected.cases
        selected = select([variant], Selection.parse(expected.cases))
        assert 1 <= len(selected) < len(cases(variant)), expected.path


def test_bad_kernels_mark_the_line_of_their_fault() -> None:
    declared = {mutant.name for mutant in read_table(BAD_KERNELS / TABLE).values() if not mutant.edits}
    for expected in runnable():
        text = expected.path.read_text(encoding="ascii")
        marks = text.replace("Planted fault: ", "").count("fault: ")
        assert marks == (expected.name not in declared), expected.path
        assert "Planted fault: " in declared_variant(expected.path).summary


def test_broken_kernels_are_refused_at_the_line_of_the_fault() -> None:
    by_stem = {each.path.stem: each.path for each in broken()}
    uncompilable, misspelt = by_stem.pop("does_not_compile"), by_stem.pop("unknown_key")
    assert by_stem == {}

    line = _line_of(uncompilable, "// fault: ")
    with pytest.raises(CompileError, match=rf'does_not_compile.cu\({line}\): error: .*"row_maximum"'):
        compile_source(CompileRequest(path=uncompilable, arch="sm_90"))

    with pytest.raises(SpecError, match="got 'dtype'") as caught:
        load_variant(misspelt)
    assert caught.value.line == _line_of(misspelt, "// dtype ")


@pytest.mark.parametrize(
    "block",
    [
        "",
        '// /// expect\n// reasons = []\n// fault = "No reason."\n// ///\n',
        '// /// expect\n// reasons = ["wrong-value"]\n// ///\n',
        '// /// expect\n// reasons = ["bad-luck"]\n// fault = "No such reason."\n// ///\n',
        '// /// expect\n// reasons = ["hang"]\n// fault = "Ends."\n// where = "all"\n// ///\n',
        '// /// expect\n// reasons = ["hang"]\n// fault = "Twice."\n// ///\n' * 2,
    ],
)
def test_an_expectation_that_says_nothing_is_refused(block: str, tmp_path: Path) -> None:
    path = tmp_path / "kernel.cu"
    path.write_text(f"// A kernel.\n//\n{block}\nint a;\n", encoding="ascii")
    with pytest.raises(ValueError, match=r"expect|Reason"):
        read_expectation(path)


def _line_of(path: Path, text: str) -> int:
    lines = path.read_text(encoding="ascii").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)
