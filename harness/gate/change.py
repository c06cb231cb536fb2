"""Finds the variants that a change affects, by comparing compiled code instead of text."""

from __future__ import annotations

import contextlib
import difflib
import hashlib
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from pathlib import Path

from ..compiler import (
    Artifact,
    Compiler,
    CompileRequest,
    compile,  # noqa: A004 - its name
    open_cache,
)
from ..compiler.artifact import missing_header_names
from ..compiler.compilation import input_keys
from ..compiler.request import matrix_requests
from ..errors import CompileError, SpecError
from ..lazy import dataclass, pattern, replace
from ..ptx.text.normalized import normalized
from ..run.precompilation import precompile
from ..run.source_files import SourceLines, files_of, find_source, kernel_line
from ..variant.variant import Block, Variant
from ..verdict import Reason
from .model import Change, Kind, Refusal, VariantGate
from .revision import STAGED, WORKING_TREE, Revision, try_git

_UNOPENED = pattern(
    r'cannot open (?:source|include) file "(?P<nvrtc>[^"]+)"|fatal error: (?P<gcc>\S+): No such file'
)
_SOURCES = (".cu", ".cuh", ".h", ".hh", ".hpp", ".inc", ".inl")


@dataclass(frozen=True)
class Fingerprint:
    """The properties that decide whether a variant changed."""

    code: dict[tuple[Block, str], str]
    """Digest of the compiled code by block and dtype, for those that compile."""
    launch: str
    """Launch of the variant: rules, arguments, scratch memory."""
    operation: str = ""
    """Operation of the variant: name, content of its file, declared constants and types."""
    claims: str = ""
    """Claims of the variant other than blocks and dtypes, and the cases that were pinned for it."""
    refusal: Refusal | None = None


_LAUNCH = attrgetter(
    *("entry", "args", "grid", "smem_bytes", "block", "cluster", "cooperative", "when", "constexprs")
)


def fingerprint(
    variant: Variant, side: Revision, compiler: Compiler, same: Mapping[CompileRequest, str]
) -> Fingerprint | None:
    """Compile every declared block and dtype of a variant, and describe its launches; `same` has known digests."""
    # None if a rule of the declaration has no value.
    digests: dict[CompileRequest, str] = {}
    logs: dict[CompileRequest, str] = {}
    code = {}
    refused = []
    combinations = list(itertools.product(variant.blocks, variant.dtypes))
    try:
        wanted = {key: _requests_for(variant, *key, side) for key in combinations}
    except SpecError:
        return None
    for (block, dtype), requests in wanted.items():
        for request in requests:
            if request not in digests and request not in logs:
                try:
                    # Equal sources, headers and options give equal code: nothing to compile.
                    digests[request] = same.get(request) or _digest_of_code(request, side, compiler)
                except CompileError as error:
                    logs[request] = error.log
        if any(request in logs for request in requests):
            refused.append(dtype)
        else:
            code[block, dtype] = "\n".join(digests[request] for request in requests)
    refusal = None
    if refused:
        log = next(iter(logs.values())).replace(f"{side.tree.folder}/", "")
        refusal = Refusal(len(refused), len(combinations), refused[0], log, tuple(_hints(log, side)))
    launches = list(map(_LAUNCH, variant.launches))
    scratch = [(buffer.name, buffer.bytes) for buffer in variant.scratch]
    launch = repr(_texts((launches, scratch, variant.n_stages, variant.n_ctas)))
    return Fingerprint(code, launch, _operation(variant), _claims(variant), refusal)


def _digest_of_code(request: CompileRequest, side: Revision, compiler: Compiler) -> str:
    try:
        artifact: Artifact = compile(request, compiler=compiler, cache=open_cache(side.settings))
    except CompileError as error:
        missing = unopened(request, missing_header_names(error.log))
        raise CompileError(error.message, log="\n".join(filter(None, (missing, error.log)))) from None
    if names := missing_header_names(artifact.log):
        # Missing headers count as empty: both sides would look the same, whatever the headers contain.
        raise CompileError("a header is missing", log=unopened(request, names))
    text = "\n".join((*request.options, normalized(artifact.code.decode("ascii"))))
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def _texts(value: object) -> object:
    """Return nested lists of texts, with each rule as its text."""
    return [*map(_texts, value)] if isinstance(value, list | tuple) else str(value)


def _claims(variant: Variant) -> str:
    rules = [str(rule) for rule in (variant.parallel, variant.serial)]
    limits = variant.deterministic, variant.finite, variant.max_magnitude, variant.arch
    requires = sorted(rule.text for rule in variant.requires)
    return repr((variant.arithmetic, rules, limits, requires, sorted(variant.found)))


def _operation(variant: Variant) -> str:
    source = variant.operation.source
    content = "" if source is None else hashlib.sha256(source.read_bytes()).hexdigest()
    constants, types = sorted(variant.constants.items()), sorted(variant.types.items())
    return repr((variant.operation.name, content, constants, types))


def changes(
    base: Sequence[Variant], head: Sequence[Variant], sides: tuple[Revision, Revision], compiler: Compiler
) -> tuple[VariantGate, ...]:
    before = {variant.id: variant for variant in base}
    after = {variant.id: variant for variant in head}
    same = _same_inputs(before, after, sides, compiler)
    # In parallel here; fingerprints would compile one by one.
    wanted = (
        (side.settings, (request for request in _requests_of(variants, side) if request not in known))
        for variants, side, known in zip((base, head), sides, same, strict=True)
    )
    precompile(wanted, compiler, device="cpu")
    prints = [
        {variant.id: fingerprint(variant, side, compiler, known) for variant in variants}
        for variants, side, known in zip((base, head), sides, same, strict=True)
    ]
    gates = []
    for name in sorted(before.keys() | after.keys()):
        old, new = before.get(name), after.get(name)
        was, now = (of_side.get(name) for of_side in prints)
        why, renamed_to = "", ""
        if old is None:
            change = Change.ADDED
        elif new is None:
            change = Change.REMOVED
            codes = _whole_code(was)
            added = (one for one in after if one not in before)
            renamed_to = next((one for one in added if codes and codes == _whole_code(prints[1][one])), "")
        else:
            change, why = _compared(was, now, new)
            if old.known_issue and new.known_issue != old.known_issue:
                change, why = Change.CHANGED, ", ".join(filter(None, (why, "the known issue")))
        refused, refuses = (None if of_side is None else of_side.refusal for of_side in (was, now))
        gates.append(VariantGate(name, change, why, old, new, renamed_to, refused, refuses))
    return tuple(gates)


def _same_inputs(
    before: Mapping[str, Variant], after: Mapping[str, Variant], sides: Sequence[Revision], compiler: Compiler
) -> tuple[dict[CompileRequest, str], dict[CompileRequest, str]]:
    """Return each side's requests with the same inputs as a request of the variant on the other side, with digests."""
    same: tuple[dict[CompileRequest, str], dict[CompileRequest, str]] = {}, {}
    if any(side.tree.pointers for side in sides):
        return same  # the content of a file in Git LFS is unknown
    for name in before.keys() & after.keys():
        by_key: list[dict[str, list[CompileRequest]]] = [{}, {}]
        for of_side, variant, side in zip(by_key, (before[name], after[name]), sides, strict=True):
            requests = tuple(dict.fromkeys(_requests_of((variant,), side)))
            keys = input_keys(requests, compiler=compiler, top=side.tree.folder.absolute())
            for request, key in zip(requests, keys, strict=True):
                if key is not None:
                    of_side.setdefault(key, []).append(request)
        for key in by_key[0].keys() & by_key[1].keys():
            for of_side, known in zip(by_key, same, strict=True):
                known.update(dict.fromkeys(of_side[key], key))
    return same


def _requests_of(variants: Sequence[Variant], side: Revision) -> Iterator[CompileRequest]:
    for variant in variants:
        with contextlib.suppress(SpecError):
            for block, dtype in itertools.product(variant.blocks, variant.dtypes):
                yield from _requests_for(variant, block, dtype, side)


def _requests_for(variant: Variant, block: Block, dtype: str, side: Revision) -> tuple[CompileRequest, ...]:
    settings = side.settings
    return matrix_requests(variant, block, dtype, arch=settings.arch, target="ptx", settings=settings)


def _compared(old: Fingerprint | None, new: Fingerprint | None, head: Variant) -> tuple[Change, str]:
    """Return the change of a variant that both sides have. Code that does not compile is never the same code."""
    if old is not None and new is not None:
        was, now = old.refusal, new.refusal
        if was and now and is_declared(head):
            return Change.UNCHANGED, f"{now.extent} in base and head, which its known issue declares"
        if now:
            where = "in base and head" if was else "in the head, and does in the base"
            return Change.CHANGED, f"{now.extent} {where}"
        if was:
            lost = f"so cost and speed are not compared ({was.first_line})"
            return Change.CHANGED, f"{was.extent} in the base, {lost}"
    why = _difference(old, new)
    return (Change.CHANGED if why else Change.UNCHANGED), why


def _whole_code(side: Fingerprint | None) -> set[str]:
    """Return the digests of a variant's code; none if a part of it does not compile."""
    return set() if side is None or side.refusal else set(side.code.values())


def _difference(old: Fingerprint | None, new: Fingerprint | None) -> str:
    if old is None or new is None:
        return "a rule of its declaration has no value"
    parts = []
    common = old.code.keys() & new.code.keys()
    differ = sorted(key for key in common if old.code[key] != new.code[key])
    if differ:
        parts.append(f"compiled code of {len(differ)} of {len(common)} combinations of block and dtype")
    if old.launch != new.launch:
        parts.append("launch rules")
    if old.operation != new.operation:
        parts.append("the operation or its constants")
    if old.claims != new.claims:
        parts.append("claims")
    gained = new.code.keys() - old.code.keys()
    if gained:
        parts.append(f"{len(gained)} further combinations of block and dtype")
    return ", ".join(parts)


def is_declared(variant: Variant) -> bool:
    """Whether a variant's known issue is a compile error."""
    issue = variant.known_issue
    return issue is not None and issue.partition(":")[0].strip() == Reason.COMPILE_ERROR.value


def unopened(request: CompileRequest, headers: Sequence[str]) -> str:
    """Return the compiler's message for headers that are in none of the folders, a line each."""
    lines = request.path.read_text(encoding="utf-8", errors="replace").splitlines()
    messages = []
    for name in headers:
        including = re.compile(rf'\s*#\s*include\s*["<]{re.escape(name)}[">]')
        number = next((n for n, line in enumerate(lines, 1) if including.match(line)), None)
        place = f"{request.path}({number})" if number else str(request.path)
        messages.append(f'{place}: catastrophic error: cannot open source file "{name}"')
    return "\n".join(messages)


def _hints(log: str, side: Revision) -> Iterator[str]:
    for path in side.tree.pointers:
        # A compiler does not name the path of an included pointer in its errors.
        if path in log or path.endswith(_SOURCES):
            yield f"{path} is a Git LFS pointer: its content is not in git, and the gate does not fetch it"
    names = dict.fromkeys(match["nvrtc"] or match["gcc"] for match in _UNOPENED.finditer(log))
    if not names:
        return
    for module in side.tree.missing:
        update = f"git submodule update --init {module.path}"
        if module.is_there:
            yield (
                f"commit {module.commit} of the submodule {module.path} is not in its clone: "
                f"{update} && git -C {module.path} fetch origin {module.commit}"
            )
        else:
            yield f"the submodule {module.path} is not checked out: {update}"
    if side.name == WORKING_TREE:
        return
    lacking = "it is not in the index" if side.name == STAGED else f"it is in no commit such as {side.label}"
    others = (try_git(["ls-files", "--others", "-z"], side.repository) or "").split("\0")
    for name in names:
        tail = name.lstrip("./")
        for path in (path for path in others if path and f"/{path}".endswith(f"/{tail}")):
            is_ignored = try_git(["check-ignore", "--quiet", "--", path], side.repository) is not None
            kind = "ignored" if is_ignored else "untracked"
            yield f"{path} is in the working tree only ({kind} by git): {lacking}"


def note_places(gate: VariantGate, base: Revision, head: Revision) -> None:
    """Note the lines of the repository that a variant's regressions are about."""
    variant, include_dirs = gate.head or gate.base, head.settings.include_dirs
    declared = code = head.root / gate.id, 1  # of a file that judges
    files: Sequence[Path] = ()
    if variant is not None:
        declared, code = (variant.path, variant.line), (variant.code_path, kernel_line(variant))
        files = files_of(variant, include_dirs)
    gate.place = changed_place(base, head, *code, files)
    faults = []
    for group in gate.groups:
        file, _, line = group.source.rpartition(":")
        path = find_source(file, gate.outcome.variant.code_path, include_dirs) if gate.outcome else None
        faults.append(
            changed_place(base, head, path, int(line), files, is_fault=True) if path else gate.place
        )
    of_code = {Kind.WRONG: tuple(faults) or (gate.place,)} | dict.fromkeys(
        (Kind.COSTLIER, Kind.SLOWER), (gate.place,)
    )
    of_claims = (changed_place(base, head, *declared, files),)
    gate.regressions = [replace(own, places=of_code.get(own.kind, of_claims)) for own in gate.regressions]
    for place in (gate.place, *of_claims):
        gate.shown[place] = shown_place(place, gate.id if variant else "", base, head)


def shown_place(place: str, name: str, base: Revision, head: Revision) -> str:
    """Return the source lines at a place, and the command that compares a variant, or everything, again."""
    options = f"--base {base.commit[:12] or 'HEAD'} --device {head.settings.device}"
    options += f" --head {head.commit[:12]}" if head.commit else " --staged" if head.label == STAGED else ""
    command = f"kernel-harness gate {f'{name} ' if name else ''}{options}"
    file, _, line = place.rpartition(":")
    found = SourceLines(()).around(head.tree.folder / file, file, int(line)) if file else ()
    return "\n".join([*map(str, found), f"rerun: {command}"])


def changed_place(
    base: Revision,
    head: Revision,
    path: Path,
    line: int,
    files: Sequence[Path] = (),
    *,
    is_fault: bool = False,
) -> str:
    """Return ``file:line`` of the changed line that explains a line best; the line itself if the diff shows none."""
    tops = [folder for side in (head, base) for folder in (side.tree.folder, side.tree.folder.resolve())]
    names = [
        next((file.relative_to(top) for top in tops if file.is_relative_to(top)), file)
        for file in (path, *files)
    ]
    for name in names:
        paths = (side.tree.folder / name for side in (base, head))
        old, new = (own.read_text(errors="replace").split("\n") if own.is_file() else [] for own in paths)
        opcodes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if old != new else ()
        hunks = [range(low + 1, max(high, low + 1) + 1) for tag, _, _, low, high in opcodes if tag != "equal"]
        if name == names[0]:
            # A diff shows three lines around a change.
            if is_fault and any(line in range(hunk.start - 3, hunk.stop + 3) for hunk in hunks):
                break
            # A change above a kernel, as in its declaration, explains its code worse.
            hunks.sort(key=lambda hunk: (not is_fault and hunk.stop <= line, abs(hunk.start - line)))
        if hunks:
            return f"{name}:{hunks[0].start}"
    return f"{names[0]}:{line}"
