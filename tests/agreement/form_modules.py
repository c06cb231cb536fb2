"""PTX modules that run the recorded forms, their results on the executor, and the recording of a GPU's.

Forms with the same operands share a kernel, which loads the operands once. ``fixtures/gpu_vectors`` has the digest of
each set of operands, and the forms that were recorded, in order, refused by the assembler, or failed, with messages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

import numpy as np
from numpy.typing import NDArray

from harness.errors import PtxError
from harness.ptx.launch.executor import Executor
from harness.ptx.launch.watch import UNWATCHED, Watch
from tests.agreement.instruction_forms import Form, forms
from tests.agreement.operand_tables import REGISTER_BITS, Bits, digest, operands
from tests.agreement.recording_files import from_planes, load, planes_of, save

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "fixtures" / "gpu_vectors"
SCHEMA = "kernel-harness/gpu-vectors"
HEADER = ".version 9.0\n.target sm_90\n.address_size 64\n"
ENTRY = "k"
SLOT_BYTES = 16
MOST_FORMS = 64
"""Forms in one kernel."""
WORDS = bytes(range(0x70, 0x90))[:16]
"""What the parameter ``words`` holds, for loads from the parameter space."""
CONSTANTS = tuple((37 * k + 129) % 256 for k in range(256))
LETTERS = "abcx"
RESULTS = "degh"
SHARED = f".shared .align 16 .b8 shared_words[{SLOT_BYTES * 1024}];\n"
LOCAL = f".local .align 16 .b8 local_words[{SLOT_BYTES}];\n"


@dataclass(frozen=True)
class Batch:
    forms: tuple[Form, ...]

    @property
    def lanes(self) -> tuple[Bits, ...]:
        return operands(self.forms[0].kinds, self.forms[0].n)

    @property
    def n(self) -> int:
        """Threads of the only block."""
        return len(self.lanes[0])

    @property
    def out_bytes(self) -> int:
        return len(self.forms) * self.n * SLOT_BYTES

    def without(self, refused: Iterable[str]) -> Batch:
        gone = set(refused)
        return Batch(tuple(form for form in self.forms if form.name not in gone))


def batches(wanted: Iterable[Form]) -> list[Batch]:
    groups: dict[object, list[Form]] = {}
    for form in wanted:
        key = form.name if form.is_alone else (form.kinds, form.n)
        groups.setdefault(key, []).append(form)
    found = []
    for group in groups.values():
        found += [Batch(tuple(group[k : k + MOST_FORMS])) for k in range(0, len(group), MOST_FORMS)]
    return found


def text(batch: Batch) -> tuple[str, dict[int, str]]:
    """Return a batch's module, and the name of the form on each of its 1-based lines that belongs to one."""
    texts = [form.text for form in batch.forms]
    lines = HEADER.splitlines()
    if any("constants" in form for form in texts):
        lines.append(f".const .align 16 .b8 constants[256] = {{{', '.join(map(str, CONSTANTS))}}};")
    params = [".param .u64 out", f".param .align 16 .b8 words[{SLOT_BYTES}]"]
    params += [f".param .u64 p{k}" for k in range(len(batch.lanes))]
    lines += [
        f".visible .entry {ENTRY}({', '.join(params)})",
        "{",
        ".reg .b16 %t; .reg .b32 %u, %index, %lane; .reg .b64 %v, %base, %to, %slot, %sh, %lo; .reg .pred %p, %q;",
        "mov.u32 %index, %tid.x; mov.u32 %lane, %laneid; ld.param.u64 %base, [out]; cvta.to.global.u64 %base, %base;",
        f"mad.wide.u32 %to, %index, {SLOT_BYTES}, %base;",
    ]
    if any("$shared" in form or "shared_words" in form for form in texts):
        lines += [SHARED.strip(), f"mov.b64 %sh, shared_words; mad.wide.u32 %sh, %index, {SLOT_BYTES}, %sh;"]
    if any("$local" in form for form in texts):
        lines += [LOCAL.strip(), "mov.b64 %lo, local_words;"]
    names = [_loaded(lines, position, kind) for position, kind in enumerate(batch.forms[0].kinds)]
    owners: dict[int, str] = {}
    for index, form in enumerate(batch.forms):
        first = len(lines)
        lines += _stored(form, index, batch.n, names)
        owners.update(dict.fromkeys(range(first + 1, len(lines) + 1), form.name))
    return "\n".join([*lines, "ret;", "}"]) + "\n", owners


def _loaded(lines: list[str], position: int, kind: str) -> str:
    """Add what loads an operand; return its register."""
    bits, name = REGISTER_BITS[kind], f"%in{position}"
    lines.append(
        f".reg .b{bits} {name}; ld.param.u64 %base, [p{position}]; cvta.to.global.u64 %base, %base; "
        f"mad.wide.u32 %base, %index, {bits // 8}, %base; ld.global.b{bits} {name}, [%base];"
    )
    if kind != "pred":
        return name
    lines.append(f".reg .pred %is{position}; setp.ne.b32 %is{position}, {name}, 0;")
    return f"%is{position}"


def _stored(form: Form, index: int, n: int, names: Sequence[str]) -> list[str]:
    own = dict(zip(LETTERS, names, strict=False))
    own.update({letter: f"%{letter}{index}" for letter in RESULTS})
    own.update({letter: f"%{letter}" for letter in "tuvpq"}, lane="%lane", index="%index", n=str(index))
    own.update(slot="%slot", shared="%sh", local="%lo")
    declared = "".join(f".reg .b{bits} %{RESULTS[k]}{index}; " for k, bits in enumerate(form.results))
    lines = [declared.strip()]
    start = index * n * SLOT_BYTES
    if "$slot" in form.text:
        lines.append(f"add.u64 %slot, %to, {start};")
    lines.append(Template(form.text).substitute(own))
    for k, (bits, offset) in enumerate(zip(form.results, offsets(form), strict=True)):
        lines.append(f"st.global.b{bits} [%to+{start + offset}], %{RESULTS[k]}{index};")
    return lines


def offsets(form: Form) -> list[int]:
    """Return where in its slot each result of a form lies, each aligned to its size."""
    found, position = [], 0
    for bits in form.results:
        size = bits // 8
        position = -(-position // size) * size
        found.append(position)
        position += size
    assert position <= SLOT_BYTES, f"{form.name}: {position} bytes of results"
    return found


def results(batch: Batch, out: NDArray[np.uint8]) -> dict[str, tuple[NDArray[Any], ...]]:
    """Return what each form gave, one array per result, from the bytes that the kernel wrote."""
    slots = out.reshape(len(batch.forms), batch.n, SLOT_BYTES)
    return {
        form.name: tuple(
            np.ascontiguousarray(slots[index, :, offset : offset + bits // 8]).view(f"<u{bits // 8}").ravel()
            for bits, offset in zip(form.results, offsets(form), strict=True)
        )
        for index, form in enumerate(batch.forms)
    }


Results = dict[str, tuple[NDArray[Any], ...]]


def replay(executor: Executor, batch: Batch, watch: Watch = UNWATCHED) -> tuple[Results, dict[str, str]]:
    """Return what each form of a batch gives on the executor, and why it refuses those that it does not run."""
    refused: dict[str, str] = {}
    while batch.forms:
        module, owners = text(batch)
        try:
            return _run(executor, batch, module, watch), refused
        except PtxError as error:
            owner = owners.get(error.line or 0)
            if owner is None and len(batch.forms) == 1:
                owner = batch.forms[0].name
            if owner is None:
                raise
            refused[owner] = str(error)
            batch = batch.without([owner])
    return {}, refused


def _run(executor: Executor, batch: Batch, module: str, watch: Watch) -> Results:
    executor.memory.clear()
    addresses = []
    for position, array in enumerate(batch.lanes):
        allocation = executor.memory.allocate(array.nbytes, f"operand {position}")
        allocation.data[:] = array.view(np.uint8)
        addresses.append(np.uint64(allocation.address))
    out = executor.memory.allocate(batch.out_bytes, "results")
    out.data[:] = 0
    program = executor.load(module)
    arguments = [np.uint64(out.address), WORDS, *addresses]
    report = executor.launch(program, ENTRY, (1, 1, 1), (batch.n, 1, 1), arguments, watch=watch)
    assert report.completed, f"{batch.forms[0].name} and others did not end"
    assert report.faults == (), f"{batch.forms[0].name} and others: {report.faults[:3]}"
    return results(batch, out.data)


@dataclass(frozen=True)
class Recording:
    """What a GPU gave.

    `made_with`: device, driver, CUDA, assembler. `digests`: digest of the operands by the names of their kinds and
    the number of lanes (`operands_key`). `results`: by form, one array a result. `refused`: message of the
    assembler by form. `failed`: what happened to forms that were assembled and gave no result.
    """

    made_with: Mapping[str, str]
    digests: Mapping[str, str] = field(repr=False)
    results: Results = field(repr=False)
    refused: Mapping[str, str] = field(repr=False)
    failed: Mapping[str, str]


def operands_key(form: Form) -> str:
    return f"{' '.join(form.kinds)} {form.n or len(operands(form.kinds)[0])}"


def write(folder: Path, recording: Recording) -> None:
    """Write a recording with the digests of today's operands; those of the recording are not looked at."""
    known = {form.name: form for form in forms()}
    document = {
        "made_with": dict(recording.made_with),
        "operands": {
            operands_key(known[name]): digest(known[name].kinds, known[name].n) for name in recording.results
        },
        "recorded": [
            [name, *(8 * array.itemsize for array in arrays)] for name, arrays in recording.results.items()
        ],
        "refused": dict(recording.refused),
        "failed": dict(recording.failed),
    }
    data = b"".join(planes_of(array) for arrays in recording.results.values() for array in arrays)
    save(folder, SCHEMA, document, data)


@cache
def read() -> Recording:
    """Return the recording; ValueError: its files do not fit each other, or the forms."""
    document, packed = load(FOLDER, SCHEMA)
    known = {form.name: form for form in forms()}
    found = {}
    for name, *widths in document["recorded"]:
        if name not in known:
            raise ValueError(f"{name} is recorded and is no form any more: record again")
        n = len(operands(known[name].kinds, known[name].n)[0])
        found[name] = tuple(from_planes(packed.take(n * bits // 8), bits) for bits in widths)
    packed.end()
    return Recording(
        document["made_with"], document["operands"], found, document["refused"], document["failed"]
    )
