"""Compiles a Triton kernel to an artifact, from the cache or by the process that runs Triton.

Its line tables are rewritten, so that a finding names the line of the kernel that it is about. ``tl.max(x, axis=0)``
becomes code of ``standard.py``. A finding there does not help; one at the calling line does. And a load is inline
assembly of several lines, which LLVM counts as further lines of the source: the load itself would be attributed to the
line behind its own.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path, PurePosixPath
from typing import Any

from ...errors import CompileError
from ...lazy import dataclass, pattern
from ...settings.settings import passed_environment
from ...store.disk_cache import DiskCache, content_key
from ...store.input_file import Reach
from ..artifact import NOT_OURS, Artifact, CompileRequest, Convention, read_entries
from ..ptx_file import assemble, triton_folder
from ..source.file_names import FileNames, shown_path
from ..source.includes import read_plain_file, read_within, refuse_beyond
from .service import SERVICES, ServiceError, are_unchanged, triton_version

_REQNTID = pattern(r"^\s*\.reqntid\s+(\d+)", re.MULTILINE)
_ARCH = pattern(r"sm_(\d+)[af]?")


@dataclass(frozen=True)
class _TritonCode:
    """Triton's PTX, how it is launched, and the files and variables that it depends on."""

    ptx: str
    convention: Convention
    files: Sequence[tuple[str, str]]
    variables: Sequence[tuple[str, str | None]]

    def is_current(self) -> bool:
        now = passed_environment()
        return are_unchanged(self.files) and all(now.get(name) == value for name, value in self.variables)

    def packed(self) -> bytes:
        head = json.dumps([asdict(self.convention), self.files, self.variables])
        return head.encode("ascii") + b"\n" + self.ptx.encode("ascii", "replace")


def _unpacked(stored: bytes | None) -> _TritonCode | None:
    head, _, ptx = (stored or b"").partition(b"\n")
    try:
        convention, files, variables = json.loads(head)
        convention["kept"] = tuple(convention["kept"])
        return _TritonCode(ptx.decode("ascii"), Convention(**convention), files, variables)
    except NOT_OURS:
        return None


def compile_triton(request: CompileRequest, *, maker: str, cache: DiskCache | None = None) -> Artifact:
    """Compile one Triton kernel, or read the result of the same compilation from the cache."""
    path, shown = request.path.absolute(), shown_path(request.path)
    identity = f"triton {triton_version()}"
    reach = Reach(path, request.include_dirs)
    source = read_within(request.path, request.include_dirs)
    key = content_key("triton", maker, identity, request.arch, repr(request.triton), path.as_posix(), source)
    compiled = _unpacked(cache.get(key) if cache else None)
    if compiled is None or not compiled.is_current():
        answer = _answer(request, reach, hashlib.sha256(source).hexdigest(), shown, identity)
        compiled = _checked(answer, request, shown)
        if cache and not answer.get("lost"):  # all its dependencies are known
            cache.put(key, compiled.packed())
    names = FileNames(request.path, request.include_dirs)
    code, log = names.in_ptx(compiled.ptx).encode("ascii", "replace"), ""
    if request.target == "cubin":
        code, log = assemble(code, request.arch, shown, cache)
    return Artifact(request, code, identity, log, read_entries(compiled.ptx), convention=compiled.convention)


def _answer(request: CompileRequest, reach: Reach, digest: str, shown: str, identity: str) -> dict[str, Any]:
    path, call, arch = request.path.absolute(), request.triton, _ARCH.fullmatch(request.arch)
    assert call is not None
    if arch is None:
        raise CompileError(f"{shown} does not compile", log=f"Triton knows no target {request.arch}")
    asked = {"reach": reach.folders, "capability": int(arch[1]), **asdict(call)}
    refusal = f"{shown} does not compile for {request.arch} with {identity}"
    try:
        answer = SERVICES.ask(path, digest, asked)
    except ServiceError as error:
        raise CompileError(refusal, log=str(error)) from None
    if "error" in answer:
        raise CompileError(refusal, log=str(answer["error"]).replace(str(path), shown))
    return answer


def _checked(answer: Mapping[str, Any], request: CompileRequest, shown: str) -> _TritonCode:
    """Check an answer and return its code; a malformed answer is the fault of the file, which runs in that process."""
    assert request.triton is not None
    try:
        ptx, smem_bytes = answer["ptx"], int(answer["smem_bytes"])
        kept = tuple(int(position) for position in answer["kept"])
        files = tuple((str(name), str(digest)) for name, digest in answer["files"])
        variables = tuple(
            (str(name), None if value is None else str(value)) for name, value in answer["variables"]
        )
        if int(answer["global_scratch_bytes"]):
            log = "a Triton kernel that needs scratch memory of its own is not supported"
            raise CompileError(f"{shown} cannot be launched", log=log)
        n_ctas = int(answer["cluster"])
        entries = read_entries(ptx)
        (params,) = entries.values()
        n_hidden = len(params) - len(kept)
        are_there = all(0 <= position < len(request.triton.args) for position in kept)
        if n_hidden < 0 or smem_bytes < 0 or n_ctas != request.triton.n_ctas or not are_there:
            raise ValueError
    except NOT_OURS:
        raise CompileError(f"{shown} does not compile", log="the answer is not one of Triton's") from None
    threads = _REQNTID.search(ptx)
    n_threads = int(threads[1]) if threads else 32 * request.triton.n_warps
    library = triton_folder()
    if library is not None:
        ptx = in_user_frames(with_own_lines(ptx), PurePosixPath(library))
    convention = Convention(next(iter(entries)), kept, n_hidden, smem_bytes, n_threads, n_ctas)
    return _TritonCode(ptx, convention, files, variables)


_FILE = pattern(r'^\s*\.file\s+(\d+)\s+"([^"\n]*)"(?:\s+"([^"\n]*)")?', re.MULTILINE)
_LOC = pattern(
    r"^(?P<head>\s*\.loc\s+)(?P<place>\d+ \d+ \d+)"
    r"(?:, function_name [^,\n]+, inlined_at (?P<caller>\d+ \d+ \d+))?[^\n]*",
    re.MULTILINE,
)
_ASSEMBLY = pattern(r"// begin inline asm\n.*?// end inline asm", re.DOTALL)


def with_own_lines(ptx: str) -> str:
    """Return PTX in which each line of a piece of inline assembly has the line number of its first."""

    def own(piece: re.Match[str]) -> str:
        first = _LOC.search(piece[0])
        return piece[0] if first is None else _LOC.sub(first[0].replace("\\", r"\\"), piece[0])

    return _ASSEMBLY.sub(own, ptx)


def in_user_frames(ptx: str, library: PurePosixPath) -> str:
    """Return PTX whose ``.loc`` lines in a library name the place outside of it that the code was inlined at."""
    inside = set()
    for number, folder, name in _FILE.findall(ptx):
        path = PurePosixPath(folder, name) if name else PurePosixPath(folder)
        if path.is_relative_to(library):
            inside.add(number)
    if not inside:
        return ptx
    # A caller may itself be inlined; its own line comes before the lines of its callees.
    callers: dict[str, str] = {}

    def outside(loc: re.Match[str]) -> str:
        place, caller = loc["place"], loc["caller"]
        if caller is not None:
            callers[place] = caller
        seen = {place}
        if place.partition(" ")[0] not in inside:
            return loc[0]
        while place.partition(" ")[0] in inside and place in callers and callers[place] not in seen:
            place = callers[place]
            seen.add(place)
        return loc["head"] + place

    return _LOC.sub(outside, ptx)


# An import runs code, which may read anything. So the import of a file is unknown if the file has a name that can open
# files or find modules at run time. These are the functions and modules that do so by a computed name.
_OPENING = {
    *("open", "exec", "eval", "compile", "__import__", "importlib", "runpy", "pkgutil"),
    *("pathlib", "os", "io", "glob", "shutil", "subprocess", "ctypes", "socket", "builtins"),
    *("__builtins__", "globals", "vars", "__loader__", "__spec__", "linecache", "zipimport"),
    *("fromfile", "loadtxt", "genfromtxt", "memmap", "read_text", "read_bytes"),
}
# Modules whose ``load`` reads a file; ``tl.load`` does not.
_LOADERS = {
    *("np", "numpy", "torch", "json", "pickle", "yaml", "toml", "tomllib"),
    *("tomli", "joblib", "marshal"),
}
# Attributes of ``sys`` that change what an import finds.
_SEARCH = {"path", "meta_path", "path_hooks", "modules"}


def read_digest(path: Path, top: Path) -> str | None:
    """Return a digest of the files of a repository that importing a file reads; None if its text does not show them."""
    if not path.is_relative_to(top):
        return None
    contents: dict[Path, bytes] = {}
    waiting, reach = [path], Reach(path, ())
    while waiting:
        file = waiting.pop()
        if file in contents:
            continue
        try:
            refuse_beyond(file, reach)
            contents[file] = read_plain_file(file)
            tree = ast.parse(contents[file])
        except (OSError, SyntaxError, ValueError, RecursionError):
            return None
        if any(map(_may_open, ast.walk(tree))):
            return None
        waiting += _modules(tree, file, top)
    digest = hashlib.sha256()
    for name in sorted(contents):
        place = f"{name.relative_to(top).as_posix()}\n{len(contents[name])}\n"
        digest.update(place.encode("utf-8", "surrogateescape") + contents[name])
    return digest.hexdigest()


def _may_open(node: ast.AST) -> bool:
    if isinstance(node, ast.Name):
        return node.id in _OPENING
    if isinstance(node, ast.Attribute):
        owner = node.value.id if isinstance(node.value, ast.Name) else ""
        loads = node.attr == "load" and owner in _LOADERS
        return loads or node.attr in _OPENING or (owner == "sys" and node.attr in _SEARCH)
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        names = [*(name.name for name in node.names), getattr(node, "module", None) or ""]
        return not _OPENING.isdisjoint(part for name in names for part in name.split("."))
    return False


def _modules(tree: ast.AST, path: Path, top: Path) -> Iterator[Path]:
    """Yield the files of a repository that the imports of a file may mean."""
    roots = [folder for folder in path.parents if folder.is_relative_to(top)]
    roots += (inner for inner in sorted(top.iterdir()) if inner.is_dir() and not inner.name.startswith("."))
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            continue
        module, level = getattr(node, "module", None) or "", getattr(node, "level", 0)
        folders = [path.parents[level - 1]] if 0 < level <= len(path.parents) else roots
        for name in node.names:
            for folder in folders:
                place = folder
                for part in f"{module}.{name.name}".strip(".").split("."):
                    place = place / part
                    for file in (place.with_name(f"{part}.py"), place / "__init__.py"):
                        if part.isidentifier() and file.is_file():
                            yield file
    if (path.parent / "__init__.py").is_file():
        yield path.parent / "__init__.py"
