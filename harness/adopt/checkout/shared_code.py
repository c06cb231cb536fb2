"""The cpu device of an adoption, which compiles the likely instances of a source's kernels together.

A compiler spends most of its time on headers and on what all kernels of a source have in common. An adoption asks for
one instance after the other; this device compiles those that it will probably ask for with the first.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ...compiler import Artifact, CompileRequest
from ...compiler.compilation import with_kernels
from ...device.cpu.ptx_cpu import PtxCpu
from ...errors import CompileError
from ...settings.settings import Settings
from ...variant.declaration.inline_block import read_source
from ..fitting.names import BLOCK_MACRO, Instance, read_instances
from ..launch_styles import ONE_DIMENSION
from ..reading.signature import KernelSignature

_ELEMENT = "KH_SCALAR"
_OTHER_ELEMENTS = ("__half", "__nv_bfloat16")
_FIRST_BLOCK = str(ONE_DIMENSION[0][0])
_BLOCKS = tuple(str(block[0]) for block in ONE_DIMENSION if block[0] >= 32)


class SharedCodeCpu(PtxCpu):
    """The cpu device; a request for an instance that was compiled with others gets their code."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self._path: Path | None = None
        self._families: tuple[tuple[str, ...], ...] = ()
        self._words: frozenset[str] = frozenset()
        self._made: dict[CompileRequest, Artifact | None] = {}
        self._refused: dict[tuple[str, ...], CompileError] = {}

    def expect(self, path: Path, kernels: Sequence[KernelSignature]) -> bool:
        """Say which kernels of a source will be asked for."""
        if path == self._path:
            return False
        self._programs.clear()
        self._made.clear()
        self._refused.clear()
        self._path, self._families, self._words = path, (), frozenset()
        if kernels:
            self._families = instance_families(kernels)
            self._words = frozenset(re.findall(r"\w+", read_source(path)))
        return True

    def compile(self, request: CompileRequest) -> Artifact:
        left_out: list[tuple[str, ...]] = []
        for members in self._members_of(request):
            made = self._group(request, members)
            if made is None:
                continue
            artifact = _of(made, request)
            if artifact is not None:
                return artifact
            if members in self._refused:
                raise self._refused[members]
            left_out.append(members)
        try:
            return super().compile(request)
        except CompileError as error:
            # The compiler says of one instance why it and others of its group are not in the code.
            self._refused |= dict.fromkeys(left_out, error)
            raise

    def _members_of(self, request: CompileRequest) -> list[tuple[str, ...]]:
        """Return the groups of instances with one of which a request can be compiled, the largest first."""
        families = self._families if request.path == self._path else ()
        # The value of a macro that the source has matters beyond the instance's name.
        is_used = any(name in self._words for name, _ in request.defines)
        if not families or len(request.instances) > 1 or is_used:
            return []
        if not request.instances:
            return [families[0]] if families[0] else []
        wanted = spelled(request.instances[0], dict(request.defines))
        found = [family for family in families if wanted in family]
        return found or [_requested_next(request)]

    def _group(self, request: CompileRequest, members: tuple[str, ...]) -> Artifact | None:
        """Return the code of a group, without the members that do not compile; None if it has none."""
        group = replace(request, defines=(), instances=members, kernels=(), is_partial=True)
        if group not in self._made:
            try:
                self._made[group] = super().compile(group)
            except CompileError:
                self._made[group] = None
        return self._made[group]


def _of(made: Artifact, request: CompileRequest) -> Artifact | None:
    """Return the code of a group as that of a request for one of its members; None if that one is not in the code."""
    symbols = {}
    for instance in request.instances:
        symbol = made.symbols.get(spelled(instance, dict(request.defines)))
        if symbol is None:
            return None
        symbols[instance] = symbol
    return with_kernels(replace(made, request=request, symbols=symbols))


def instance_families(kernels: Sequence[KernelSignature]) -> tuple[tuple[str, ...], ...]:
    """Return instances to compile together: the first of each template, then all of each template.

    Element types are ``float``, blocks have 256 threads.
    """
    firsts: list[str] = []
    families: list[tuple[str, ...]] = []
    for kernel in kernels:
        if not kernel.template and not kernel.scope and not kernel.arguments:
            continue
        instances, _ = read_instances(kernel, {})
        written = tuple(dict.fromkeys(_written(instance) for instance in instances))
        firsts += written[:1]
        if len(written) > 1:
            families.append(written)
    return (tuple(dict.fromkeys(firsts)), *families)


def spelled(instance: str, values: Mapping[str, str]) -> str:
    """Return an instance with the values of macros in place of their names."""
    return re.sub(r"\w+", lambda word: values.get(word[0], word[0]), instance)


def _written(instance: Instance) -> str:
    blocks = {macro: _FIRST_BLOCK if rule == "block_x" else "1" for macro, rule in instance.defines.items()}
    return spelled(instance.entry, {_ELEMENT: "float", **blocks})


def _requested_next(request: CompileRequest) -> tuple[str, ...]:
    """Return an instance for the other blocks and element types, which will be requested next."""
    (instance,) = request.instances
    values = dict(request.defines)
    elements = _OTHER_ELEMENTS if values.get(_ELEMENT) in _OTHER_ELEMENTS else (values.get(_ELEMENT, ""),)
    macros = [name for name in values if name.endswith(BLOCK_MACRO) and re.search(rf"\b{name}\b", instance)]
    found = {spelled(instance, values)}
    for element, block in itertools.product(elements, _BLOCKS if macros else ("",)):
        found.add(spelled(instance, {**values, _ELEMENT: element, **dict.fromkeys(macros, block)}))
    return tuple(sorted(found))
