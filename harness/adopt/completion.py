"""Completes the declaration of a launch with right results: constants, words of `arithmetic`, and what was guessed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from ..errors import HarnessError
from ..operation.catalogue import DEFAULT
from ..operation.model import Operation
from ..operation.norms import ACCUMULATIONS
from ..variant.variant import block_text
from .drafts.draft import Draft
from .fitting.instances import Instance
from .fitting.names import is_number
from .reading.compiled_kernel import Compiled
from .reading.signature import KernelSignature
from .styles.rows import read_arithmetic
from .trial import ALIGNED, Trial

_POINTER_BYTES = 8
_COOPERATIVE = re.compile(r"\bthis_grid\s*\(|\bgrid_group\b")
_SMALL_LITERAL = re.compile(r"(?<![\w.])(\d+(?:\.\d*)?[eE]-\d+|0?\.0\d+)[fF]?\b")
_MOST_CONSTANTS = 4


def is_cooperative(kernel: KernelSignature) -> bool:
    """Whether a kernel's text synchronises the grid."""
    return _COOPERATIVE.search(kernel.code) is not None


def likely_arithmetic(kernel: KernelSignature, operation: Operation) -> str:
    """Return the arithmetic that a kernel's text suggests; empty for the operation's default."""

    def knows(name: str) -> bool:
        try:
            operation.parse_arithmetic(name)
        except ValueError:
            return False
        return True

    if not knows("ieee"):
        return ""
    told = read_arithmetic(kernel.code, knows)
    return told if operation.name == DEFAULT or told != operation.default_arithmetic else ""


def with_constants(draft: Draft, kernel: KernelSignature, operation: Operation, trial: Trial) -> Draft:
    """Set each scalar that the kernel does not take to the small number in its text with which most cases pass."""
    for scalar in operation.scalars:
        if scalar.name in draft.args:
            continue
        literals = dict.fromkeys(float(text) for text in _SMALL_LITERAL.findall(kernel.code))
        told = [value for value in literals if value > 0 and value != scalar.values[0]]
        tried = [draft]
        tried += [
            replace(draft, constants={**draft.constants, scalar.name: value})
            for value in told[:_MOST_CONSTANTS]
        ]
        draft = max(tried, key=trial.n_exact) if len(tried) > 1 else draft
    return draft


def with_exactness(draft: Draft, operation: Operation, trial: Trial) -> tuple[Draft, bool, bool]:
    """Choose `arithmetic` and `parallel` so that the results are within the bound, in every type if possible."""
    is_exact, is_serial = trial.is_exact(draft), False
    if not is_exact and draft.parallel and trial.is_exact(replace(draft, parallel="")):
        draft, is_exact, is_serial = replace(draft, parallel=""), True, True
    if not is_exact:
        draft, is_exact = _with_words(draft, operation, trial, draft.dtypes[:1])
    further = draft.dtypes[1:]
    if is_exact and further and not trial.is_exact(draft, further):
        # A kernel may round to the element type in between, which makes no difference in float32.
        draft, _ = _with_words(draft, operation, trial, (*further, *draft.dtypes[:1]))
    return draft, is_exact, is_serial


def _with_words(
    draft: Draft, operation: Operation, trial: Trial, dtypes: tuple[str, ...]
) -> tuple[Draft, bool]:
    """Return a draft with one more word of `arithmetic` with which the results are within the bound, if one is."""
    start = draft.arithmetic or operation.default_arithmetic
    for word in operation.words:
        for name in (f"{start}+{word}", word):
            try:
                how = operation.parse_arithmetic(name)
            except ValueError:
                continue
            if how.ftz or any(how.unusable_with(dtype) for dtype in draft.dtypes):
                continue
            # The bound of such sums is so wide that it would cover other causes in a wider type.
            of_type = [dtype for word, dtype in ACCUMULATIONS.items() if word in how.name.split("+")]
            if any(draft.dtypes != (dtype,) for dtype in of_type):
                continue
            tried = replace(draft, arithmetic=how.name)
            if trial.is_exact(tried, dtypes):
                return tried, True
            if draft.parallel and trial.is_exact(replace(tried, parallel=""), dtypes):
                return replace(tried, parallel=""), True
    return draft, False


def check_signature(kernel: KernelSignature, compiled: Compiled) -> None:
    """Compare the parameters in the source text with those of the compiled code."""
    if len(compiled.kinds) != len(kernel.parameters):
        raise HarnessError(
            f"{kernel.qualified} must have as many parameters in the compiled code as in the text, "
            f"{len(kernel.parameters)} (got {len(compiled.kinds)})"
        )
    for parameter, width, kind in zip(kernel.parameters, compiled.widths, compiled.kinds, strict=True):
        if parameter.is_pointer and (kind != "int" or width != _POINTER_BYTES):
            raise HarnessError(
                f"{parameter.name} of {kernel.qualified} must be a pointer in the compiled code as in the text "
                f"(got a {kind} of {width} bytes)"
            )


def read_lines(kernel: KernelSignature, compiled: Compiled) -> tuple[str, ...]:
    """Return the lines on facts from the compiled code."""
    listed = ", ".join(
        f"{each.name} ({'pointer' if each.is_pointer else f'{kind} of {width} bytes'})"
        for each, width, kind in zip(kernel.parameters, compiled.widths, compiled.kinds, strict=True)
    )
    lines = [f"parameters {listed}"]
    if compiled.only_block:
        lines.append(f"blocks of {block_text(compiled.only_block)} only")
    elif compiled.max_threads < 1024:
        lines.append(f"at most {compiled.max_threads} threads a block")
    return tuple(lines)


def guessed_lines(
    draft: Draft,
    kernel: KernelSignature,
    instance: Instance,
    given: Mapping[str, str],
    wanted: str,
    is_exact: bool,
    is_serial: bool,
) -> tuple[str, ...]:
    """Return the lines on what was guessed from names, text or results, except what the user gave."""
    lines = []
    if draft.operation != (wanted or DEFAULT):
        lines.append(f'operation = "{draft.operation}", from the name of the kernel')
    lines += [f"{name} = {value}, which the results agree with" for name, value in instance.tried.items()]
    lines += [
        f"{parameter.name} = {argument}, with which the results are right"
        for n, (parameter, argument) in enumerate(zip(kernel.parameters, draft.args, strict=True))
        if is_number(argument) and parameter.name not in given and n not in kernel.members
    ]
    lines += [
        f"{name} = {value!r}, a number in the text of the kernel that the results agree with"
        for name, value in draft.constants.items()
    ]
    if set(ALIGNED) & set(draft.requires):
        lines.append(
            "rows must begin at multiples of 16 bytes, because unaligned rows gave misaligned-access"
        )
    if draft.arithmetic:
        lines.append(f'arithmetic = "{draft.arithmetic}", from the text of the kernel')
    else:
        lines.append("no `arithmetic`: the operation's default")
    if is_serial:
        lines.append("no `parallel`: the errors of the results are those of sums by a single thread")
    if not is_exact:
        lines.append(
            "`arithmetic` may be wrong: errors exceed its rounding, but are smaller than those of a wrong launch; "
            "docs/tolerance.md lists the names"
        )
    return tuple(lines)


def refused_line(trial: Trial) -> str:
    """Return the line on larger blocks with which the kernel is wrong; empty if there are none."""
    if not trial.refused:
        return ""
    (why, *_), blocks = (*trial.refused.values(), ""), " ".join(map(block_text, trial.refused))
    return (
        f"wrong with larger blocks: {blocks} ({why}); if your code launches it with them, add them to `block`"
    )


def tried_line(trial: Trial) -> str:
    """Return how often the kernel was launched."""
    return f"{trial.n_launches} launches on the cpu device"
