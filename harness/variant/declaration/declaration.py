"""Turns a declaration's TOML table into a `Variant`, or into all errors in the table.

`harness.variant.declaration.declared_keys` has one row per key, and `harness.variant.declaration.declared_values`
checks single values. This module has the checks that need more than one key.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...errors import SpecError
from ...operation.array import INDICES, INNER_STRIDES
from ...operation.catalogue import DEFAULT, Catalogue, apart, catalogue_of, in_place
from ...operation.model import Operation
from ...store.input_file import Reach
from ..launch_rule import BLOCK_NAMES
from ..toml_document import KeyPath
from ..variant import TRITON, KernelLaunch, Scratch, Variant, language_of, leaves
from . import declared_values as values
from .compile_option import INCLUDE_PATH
from .declared_keys import (
    LAUNCH_KEYS,
    REQUIRED,
    SCRATCH_KEYS,
    VARIANT_KEYS,
    Key,
    implied_rules,
    language_faults,
    missing_key,
    unknown_key,
)
from .inline_block import TOML_SUFFIX, InlineBlock, read_source
from .triton import faults_of, read_kernels, with_constants

_OWN_OPERATION = "to add your own, name its file in `operations` of [tool.kernel-harness] in pyproject.toml"
_USUAL_WARPS = 4
"""Warps of a Triton kernel whose declaration names none: the compiler's own default."""
_UNCHANGED = (
    *("summary", "dtypes", "constants", "types", "arithmetic", "parallel", "serial", "deterministic"),
    *("defines", "baseline", "known_issue"),
)
"""Keys whose values are fields of a variant as they are."""
_SINGLE_LAUNCH_KEYS = ("entry", "args", "grid", "smem_bytes", "cluster", "cooperative")
MOST_ERRORS = 50


Declared = tuple[Variant | None, tuple[SpecError, ...]]
"""A variant and no errors, or None and the errors in its declaration, sorted by line."""


def read_declaration(block: InlineBlock, catalogue: Catalogue | None = None) -> Declared:
    reader = _DeclarationReader(block, catalogue or catalogue_of())
    variant = reader.variant()
    errors = sorted(reader.errors, key=lambda error: error.line)
    if reader.n_more:
        said = f"and {reader.n_more} more errors that are not shown; fix these first"
        errors.append(SpecError(said, path=block.path, line=errors[-1].line, variant=block.name))
    return variant, tuple(errors)


class _DeclarationReader:
    def __init__(self, block: InlineBlock, catalogue: Catalogue) -> None:
        if "launch" not in block.table:
            # The only launch is declared at the top level, so its errors are at the lines there.
            own = {
                ("launch", 0, *at): line for at, line in block.lines.items() if at[0] in _SINGLE_LAUNCH_KEYS
            }
            block = replace(block, lines={**block.lines, **own})
        self.block = block
        self.catalogue = catalogue
        self.errors: list[SpecError] = []
        self.n_more = 0
        # Rules may use the names of the operation, so it is looked up first; `operation` reports a wrong name.
        name = block.table.get("operation", DEFAULT)
        operation = catalogue.operations.get(name) if isinstance(name, str) else None
        words = re.findall(r"\w+", repr([block.table.get("args"), block.table.get("launch")]))
        self.sides_apart = tuple(side for side, name in INNER_STRIDES.items() if name in words)
        self.own_names = apart(operation, self.sides_apart).size_names if operation is not None else ()

    def fail(self, key_path: KeyPath, message: str) -> None:
        if len(self.errors) == MOST_ERRORS:
            self.n_more += 1
            return
        line = self.block.line_of(key_path)
        self.errors.append(SpecError(message, path=self.block.path, line=line, variant=self.block.name))

    def variant(self) -> Variant | None:
        path = self.block.path
        variant_id = self.block.name or path.stem
        try:
            values.read_variant_id(variant_id, ())
        except values.WrongValueError as error:
            whose, what = ("table's name", "table") if self.block.name else ("file's stem", "file")
            self.fail((), f"the {whose} is the variant's id: {error}; rename the {what}")
        table = self.block.table
        has_launches = "launch" in table
        optional = _SINGLE_LAUNCH_KEYS if has_launches else ()
        named = table.get("file")
        language = language_of(Path(named) if isinstance(named, str) else path)
        for at, message in language_faults(table, language):
            self.fail(at, message)
        if language == TRITON:
            # Its block follows from the number of warps.
            optional = (*optional, "block")
            table = with_constants(table)
        top = self.read_table(table, VARIANT_KEYS, (), optional=optional)
        file = self.source_file(top["file"])
        include_options = self.include_options(top["include_dirs"] or (), file or path)
        for index, option in enumerate(top["compile_options"] or ()):
            if (folder := INCLUDE_PATH.value_in(option)) is not None:
                place = (file or path).parent / folder
                self.check_reach(("compile_options", index), place, Reach(file or path))
        if language == TRITON:
            top["block"] = top["num_warps"] or values.read_warps(_USUAL_WARPS, ())
        operation = self.operation(top["operation"])
        if operation is not None and top["in_place"]:
            try:
                operation = in_place(operation)
            except ValueError as error:
                self.fail(("in_place",), str(error))
                operation = None
        if operation is not None:
            operation = apart(operation, self.sides_apart)
        single = {**{name: top[name] for name in _SINGLE_LAUNCH_KEYS}, "block": None, "when": None}
        launches = self.launch_tables(top["launch"], table) if has_launches else [single]
        scratch = self.scratch_tables(top["scratch"], operation)
        if operation is not None:
            # A kernel without a declared name is called as its operation.
            for launch in launches:
                launch["entry"] = launch["entry"] or operation.name
            if language == TRITON:
                launches[0]["constexprs"] = tuple((top["constexprs"] or {}).items())
                self.check_signature(launches[0], file or path)
            self.check_args(launches, scratch, operation)
            scalars = [scalar.name for scalar in operation.scalars]
            self.check_names("constants", top["constants"] or (), f"a constant of {operation.name}", scalars)
            inputs = [array for array in operation.arrays if array.dtype in INDICES and array.role == "in"]
            integers = [array.name for array in inputs]
            self.check_names("types", top["types"] or (), f"an integer input of {operation.name}", integers)
            top["arithmetic"] = self.arithmetic(top, operation)
        if "inputs" in table and "max_magnitude" in table:
            rule = "a declaration must have 'inputs' or 'max_magnitude', not both (got both)"
            self.fail(("inputs",), f"{rule}; 'inputs' also excludes NaN")
        if top["baseline"] == variant_id:
            self.fail(("baseline",), f"a variant cannot be its own baseline (got '{variant_id}')")
        if self.errors or operation is None:
            return None
        # From here on every value is right: a None among the values comes with an error.
        kernel_launches = tuple(KernelLaunch(**launch) for launch in launches)
        buffers = tuple(Scratch(**buffer) for buffer in scratch)
        others = [*(buffer.bytes for buffer in buffers), *filter(None, (top["parallel"], top["serial"]))]
        names = (*values.REQUIRES_NAMES, *operation.size_names)
        implied = implied_rules(operation, kernel_launches, top["requires"], others, names)
        return Variant(
            id=variant_id,
            path=path,
            line=self.block.line,
            **{name: top[name] for name in _UNCHANGED},
            source=top["source"] or "",
            file=file,
            blocks=top["block"],
            operation=operation,
            finite=top["inputs"] is not None,
            max_magnitude=top["inputs"] if isinstance(top["inputs"], float) else top["max_magnitude"],
            requires=(*top["requires"], *implied),
            implied=tuple(rule.text for rule in implied),
            launches=kernel_launches,
            scratch=buffers,
            compile_options=(*top["compile_options"], *include_options),
            n_stages=top["num_stages"],
            n_ctas=top["num_ctas"],
            arch=top["arch"] or "",
            lines=self.block.lines,
        )

    def read_table(
        self, table: Mapping[str, object], keys: Sequence[Key], at: KeyPath, optional: Sequence[str] = ()
    ) -> dict[str, Any]:
        """Read the keys of one table. The value of a wrong key is None."""
        names = [key.name for key in keys]
        unknown = [name for name in table if name not in names]
        for name in unknown[:MOST_ERRORS]:
            self.fail((*at, name), unknown_key(name, names, at))
        self.n_more += len(unknown[MOST_ERRORS:])
        result: dict[str, Any] = {}
        for key in keys:
            result[key.name] = None
            is_missing = key.default is REQUIRED and key.name not in optional and key.name not in table
            # A misspelt key is one mistake.
            if is_missing and not difflib.get_close_matches(key.name, unknown, n=1):
                self.fail(at, missing_key(key.name, table, at))
            toml_value = table.get(key.name, None if key.default is REQUIRED else key.default)
            if toml_value is None:
                continue
            try:
                own = (self.own_names,) if key.has_rules else ()
                result[key.name] = key.read(toml_value, (*at, key.name), *own)
            except values.WrongValueError as error:
                self.fail(error.key_path, str(error))
        return result

    def check_signature(self, launch: dict[str, Any], path: Path) -> None:
        """Check a Triton kernel's arguments and constants against the parameters of its function."""
        try:
            kernels = read_kernels(read_source(path))
        except SyntaxError as error:
            message = f"a Triton kernel's file must be Python (got: {error.msg})"
            self.errors.append(SpecError(message, path=path, line=error.lineno or 1, variant=self.block.name))
            return
        for at, message in faults_of(launch, kernels):
            self.fail(at, message)
        kernel = kernels.get(launch["entry"])
        # A value that the declaration gives takes the place of a computed one.
        constants = {name for name, _ in launch["constexprs"]}
        launch["has_heuristics"] = kernel is not None and not kernel.computed <= constants

    def source_file(self, relative: str | None) -> Path | None:
        declared = self.block.path
        if relative is None:
            if self.block.name and declared.suffix == TOML_SUFFIX and "file" not in self.block.table:
                self.fail((), f"a declaration in {declared.name} must name its source (got no key 'file')")
            return None
        path = declared.parent / relative
        if not path.is_file():
            got = f"{path}, which {'is not a regular file' if path.exists() else 'does not exist'}"
            self.fail(("file",), f"'file' must be a source, relative to the declaration's folder (got {got})")
            return None
        plain = Path(os.path.normpath(path))
        self.check_reach(("file",), path, None)
        # Without `..`, unless a link makes that another file.
        return plain if plain.exists() and plain.samefile(path) else path

    def check_reach(self, at: KeyPath, path: Path, reach: Reach | None) -> None:
        """Refuse a file or folder out of reach; the default reach is a head comment's."""
        if reach is None:
            # A kernels.toml may name sources elsewhere; a source may not, because it may come from a stranger.
            reach = None if self.block.path.suffix == TOML_SUFFIX else Reach(self.block.path)
        if reach is not None and path not in reach:
            rule = f"'{at[0]}' must stay in the declaration's folder or its repository (got {path})"
            hint = "put other folders into the setting `include_dirs`, and other sources into a kernels.toml"
            self.fail(at, f"{rule}; {hint}")

    def include_options(self, folders: Sequence[str], source: Path) -> list[str]:
        options = []
        for index, each in enumerate(folders):
            folder, at = self.block.path.parent / each, ("include_dirs", index)
            self.check_reach(at, folder, None)
            try:
                options.append(values.include_option(folder, source, at))
            except values.WrongValueError as error:
                self.fail(error.key_path, str(error))
        return options

    def launch_tables(
        self, tables: Sequence[Mapping[str, object]] | None, top: Mapping[str, object]
    ) -> list[dict[str, Any]]:
        for name in _SINGLE_LAUNCH_KEYS:
            if name in top:
                rule = f"with [[launch]] tables, each of them must have its own '{name}'"
                self.fail((name,), f"{rule} (got it at the top level); move it")
        if tables is None:
            return []
        if not tables:
            rule = "a variant must have at least one launch (got launch = [])"
            self.fail(("launch",), f"{rule}; leave the key out for one kernel")
        return [self.read_table(table, LAUNCH_KEYS, ("launch", index)) for index, table in enumerate(tables)]

    def scratch_tables(
        self, tables: Sequence[Mapping[str, object]] | None, operation: Operation | None
    ) -> list[dict[str, Any]]:
        taken = (*values.ARG_NAMES, *((*operation.size_names, *operation.roles) if operation else ()))
        buffers, seen = [], dict[str, KeyPath]()
        for index, table in enumerate(tables or ()):
            buffers.append(self.read_table(table, SCRATCH_KEYS, ("scratch", index)))
        for index, name in enumerate(buffer["name"] for buffer in buffers):
            if name is None:
                continue
            at: KeyPath = ("scratch", index, "name")
            rule = f"a scratch buffer needs a name of its own (got '{name}'"
            if name in taken:
                self.fail(at, f"{rule}); taken: {', '.join(taken)}")
            elif name in seen:
                self.fail(at, f"{rule}, declared at line {self.block.line_of(seen[name])} too)")
            else:
                seen[name] = at
        return buffers

    def operation(self, name: str | None) -> Operation | None:
        if name is None or name in self.catalogue.operations:
            return self.catalogue.operations.get(name or "")
        message = values.not_allowed("an operation", name, self.catalogue.operations)
        broken = [str(error.path) for error in self.catalogue.errors]
        hint = f"not loaded: {', '.join(broken)}" if broken else _OWN_OPERATION
        self.fail(("operation",), f"{message}; {hint}")
        return None

    def arithmetic(self, top: Mapping[str, Any], operation: Operation) -> str | None:
        """Check that the operation knows the arithmetic, and that every declared element type can use it."""
        if top["arithmetic"] is None and "arithmetic" in self.block.table:
            return None
        try:
            how = operation.parse_arithmetic(top["arithmetic"] or operation.default_arithmetic)
        except ValueError as error:
            self.fail(("arithmetic",), str(error))
            return None
        for index, dtype in enumerate(top["dtypes"] or ()):
            reason = how.unusable_with(dtype)
            if reason:
                self.fail(("dtypes", index), reason)
        return how.name

    def check_names(self, key: str, names: Iterable[str], what: str, allowed: Sequence[str]) -> None:
        for name in names:
            if name not in allowed:
                self.fail((key, name), values.not_allowed(what, name, allowed))

    def check_args(
        self,
        launches: Sequence[Mapping[str, Any]],
        scratch: Sequence[Mapping[str, Any]],
        operation: Operation,
    ) -> None:
        """Check that every argument has a known name and that every buffer is passed to a kernel."""
        scratch_names = [buffer["name"] for buffer in scratch]
        if None in scratch_names or any(launch["args"] is None for launch in launches):
            return  # reported already, and any other name would look unknown without it
        allowed = [*operation.arguments, *scratch_names]
        passed: set[str] = set()
        for index, launch in enumerate(launches):
            at: KeyPath = ("launch", index, "args")
            pointers = [*(array.name for array in operation.arrays if array.role != "in-out"), *scratch_names]
            seen: set[str] = set()
            for position, argument in enumerate(launch["args"]):
                for name in leaves([argument]):
                    if name.isidentifier() and name not in (*allowed, *BLOCK_NAMES):
                        self.fail((*at, position), values.not_allowed("an argument", name, allowed))
                    if name in seen and name in pointers:
                        rule = "only an array that a kernel changes in place can be listed twice"
                        self.fail((*at, position), f"{rule} (got '{name}' again)")
                    seen.add(name)
            passed |= seen
        where: KeyPath = ("launch",) if "launch" in self.block.table else ("args",)
        for array in operation.arrays if launches else ():
            if array.absent is None and array.name not in passed:
                self.fail(where, f"a kernel must receive '{array.name}' (got args without it)")
        for index, name in enumerate(scratch_names):
            if name not in passed:
                rule = "a scratch buffer must be an argument of a kernel"
                self.fail(("scratch", index, "name"), f"{rule} (got '{name}', which is in no 'args')")
