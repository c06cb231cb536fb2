"""How large the project is, at one revision or at several side by side.

    python benchmarks/size.py [REV ...]

Prints a row for each figure and a column for each revision, `HEAD` by default. Lines are counted as `wc -l` does, of
files in git; what `make_runtime` generates, `runtime.ll` and `layout.py`, is left out. A circle is a group of modules
and folders of one folder that import each other, for their types alone, too.
"""

from __future__ import annotations

import argparse
import ast
import io
import subprocess
import tarfile
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import PurePosixPath

PACKAGE = "harness"
GENERATED = "harness/ptx/layout.py"
ROWS = (
    "package, lines of Python and C",
    "tests, lines of Python",
    "fixtures, lines of .cu",
    "files in git",
    "docs, pages",
    "docs, KB",
    "modules of the package",
    "modules with one importer, in its folder",
    "comments, % of lines of code",
    "docstring lines of the package",
    "circles inside folders",
)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("revisions", nargs="*", default=["HEAD"], metavar="REV")
    revisions = parser.parse_args().revisions
    columns = [figures(files(revision)) for revision in revisions]
    print(f"{'':42}" + "".join(f"{revision:>14}" for revision in revisions))
    for row in ROWS:
        print(f"{row:42}" + "".join(f"{column[row]:>14}" for column in columns))


def files(revision: str) -> dict[str, bytes]:
    """Return the content of each file in git, by its path."""
    archive = subprocess.run(["git", "archive", revision], stdout=subprocess.PIPE, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        return {member.name: tar.extractfile(member).read() for member in tar if member.isfile()}  # type: ignore[union-attr]


def figures(contents: dict[str, bytes]) -> dict[str, str]:
    """Return the text of each row's figure."""
    modules = {path: text.decode() for path, text in _under(contents, PACKAGE, ".py")}
    importers = _importers(modules)
    comments, code, docstrings = _line_kinds(modules)
    values: tuple[int | str, ...] = (
        _lines(contents, PACKAGE, ".py", ".c", ".h") - contents.get(GENERATED, b"").count(b"\n"),
        _lines(contents, "tests", ".py"),
        _lines(contents, "fixtures", ".cu"),
        len(contents),
        sum(1 for _ in _under(contents, "docs", ".md")),
        sum(len(text) for _, text in _under(contents, "docs", "")) // 1024,
        len(modules),
        sum(1 for module, by in importers.items() if len(by) == 1 and _folder(module) == _folder(*by)),
        f"{100 * comments / code:.1f}",
        docstrings,
        len(_circles(importers)),
    )
    return {
        row: f"{value:,}" if isinstance(value, int) else value
        for row, value in zip(ROWS, values, strict=True)
    }


def _under(contents: dict[str, bytes], folder: str, *endings: str) -> Iterator[tuple[str, bytes]]:
    return (
        (path, text)
        for path, text in contents.items()
        if path.startswith(folder + "/") and path.endswith(endings)
    )


def _lines(contents: dict[str, bytes], folder: str, *endings: str) -> int:
    return sum(text.count(b"\n") for _, text in _under(contents, folder, *endings))


def _line_kinds(modules: dict[str, str]) -> tuple[int, int, int]:
    """Return how many lines have a comment, are code, and are of a docstring."""
    comments = code = docstrings = 0
    for text in modules.values():
        of_docstring = {
            line for first, last in _docstrings(ast.parse(text)) for line in range(first, last + 1)
        }
        of_code: set[int] = set()
        of_comment: set[int] = set()
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                if not token.string.startswith(("# noqa", "# type:")):
                    of_comment.add(token.start[0])
            elif token.string.strip():
                of_code.update(range(token.start[0], token.end[0] + 1))
        comments += len(of_comment)
        code += len(of_code - of_docstring)
        docstrings += len(of_docstring)
    return comments, code, docstrings


def _docstrings(tree: ast.Module) -> Iterator[tuple[int, int]]:
    """Yield the first and last line of each string that is a statement: docstrings, and the texts below fields."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            yield node.lineno, node.end_lineno or node.lineno


def _importers(modules: dict[str, str]) -> dict[str, set[str]]:
    """Return the modules that import each module, by dotted names."""
    names = {_dotted(path): path for path in modules}
    importers: dict[str, set[str]] = defaultdict(set)
    for name, path in names.items():
        is_package = path.endswith("/__init__.py")
        for node in ast.walk(ast.parse(modules[path])):
            for imported in _imported(node, name if is_package else _folder(name)):
                if imported in names and imported != name:
                    importers[imported].add(name)
    return importers


def _imported(node: ast.AST, package: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        parents = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        base = ".".join([*parents, *([node.module] if node.module else [])])
        yield base
        yield from (f"{base}.{alias.name}" for alias in node.names)


def _circles(importers: dict[str, set[str]]) -> list[str]:
    """Return the folders in which modules and folders import each other in a circle."""
    inside: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for imported, by in importers.items():
        for importer in by:
            one, other = imported.split("."), importer.split(".")
            shared = 0
            while shared < min(len(one), len(other)) and one[shared] == other[shared]:
                shared += 1
            if shared and shared < min(
                len(one), len(other)
            ):  # what a folder itself imports is no circle with its modules
                inside[".".join(one[:shared])][other[shared]].add(one[shared])
    found = []
    for folder, graph in inside.items():
        try:
            TopologicalSorter(graph).prepare()
        except CycleError:
            found.append(folder)
    return found


def _dotted(path: str) -> str:
    return ".".join(PurePosixPath(path.removesuffix("/__init__.py").removesuffix(".py")).parts)


def _folder(*modules: str) -> str:
    return modules[0].rpartition(".")[0]


if __name__ == "__main__":
    main()
