"""Holds matrix instructions on the executor against a GPU: ``python -m tests.agreement.compare_matrices OUT``.

Every form of ``mma`` with operands whose sums are exact, and with numbers of all sizes; ``wmma`` in every shape and
type; ``ldmatrix``, ``stmatrix``. ``OUT/matrices.json`` says for each how many elements differ and by how much at most,
in units in the last place of the largest term that was added. Exact ones must not differ at all.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from harness.compiler.artifact import Artifact, CompileRequest, Param
from harness.device.base import Device, LaunchConfig
from harness.device.selection import open_device
from harness.ptx.launch.executor import Executor
from harness.settings.settings import Settings
from tests.agreement.form_modules import ROOT
from tests.agreement.record_gpu_vectors import ARCHITECTURE, DEADLINE_S, find_ptxas
from tests.ptx.lower import test_matrix
from tests.ptx.matrix_forms import (
    BITS,
    DTYPES,
    PLACES_A,
    PLACES_B,
    Form,
    forms,
    kernel,
    operands,
    pack,
    place_c,
)

Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class Case:
    """A kernel of one warp, its inputs, and the type of what it leaves; `largest` is the largest term of its sums."""

    name: str
    ptx: str
    inputs: tuple[Bytes, ...]
    out_bytes: int
    kind: str
    is_exact: bool
    largest: float = 0.0


def cases() -> Iterator[Case]:
    for form in forms():
        for seed, small in ((1, True), (2, False)):
            yield _mma(form, seed, small)
    seen = set()
    for case in test_matrix.wmma_cases():
        if case[:4] not in seen:
            seen.add(case[:4])
            yield _wmma(case)
    for count in (1, 2, 4):
        for trans in (False, True):
            for is_store in (False, True):
                name = f"{'stmatrix' if is_store else 'ldmatrix'}.x{count}{'.trans' * trans}"
                data = np.arange(64 * count, dtype=np.uint16).view(np.uint8)
                text = test_matrix.rows_kernel(count, trans, is_store)
                yield Case(name, text, (data,), 128 * count, "s32", is_exact=True)


def _mma(form: Form, seed: int, small: bool) -> Case:
    m, n, k = form.extents
    a, b, c = operands(form, seed, small=small)
    registers = [
        pack(a, form.a, PLACES_A[form.shape, BITS[form.a]], m * k // 32),
        pack(b, form.b, PLACES_B[form.shape, BITS[form.b]], n * k // 32),
        pack(c, form.c, place_c, m * n // 32),
    ]
    width = max(BITS[form.d], 32)
    count = m * n // 32 * BITS[form.d] // width
    text = kernel(form.opcode, ((count, width), *((len(r), 8 * r.itemsize) for r in registers)))
    data = np.concatenate([r.reshape(-1).view(np.uint8) for r in registers])
    terms = [
        np.abs(a.astype(np.float64)).max() * np.abs(b.astype(np.float64)).max(),
        np.abs(c.astype(np.float64)).max(),
    ]
    is_exact = small or form.d == "s32"
    return Case(
        f"{form}/{'exact' if small else 'sizes'}",
        text,
        (data,),
        count * width * 4,
        form.d,
        is_exact,
        max(terms),
    )


def _wmma(case: tuple[str, ...]) -> Case:
    shape, kind, c_type, d_type, a_layout, b_layout, c_layout = case
    form = Form("", shape, kind, kind, c_type, d_type)
    m, n, k = form.extents
    leading = (k if a_layout == "row" else m, n if b_layout == "row" else k, n if c_layout == "row" else m)
    matrices = zip(operands(form, 6, small=True), (kind, kind, c_type), case[4:], leading, strict=True)
    inputs = tuple(test_matrix.in_memory(*matrix) for matrix in matrices)
    text = test_matrix.wmma_kernel(case, leading)
    return Case(f"wmma.{'.'.join(case)}", text, inputs, m * n * BITS[d_type] // 8, d_type, is_exact=True)


def on_gpu(device: Device, ptxas: str, case: Case) -> Bytes:
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "k.ptx", Path(folder) / "k.cubin"
        source.write_text(case.ptx, encoding="ascii")
        command = [ptxas, f"-arch={ARCHITECTURE}", "-o", str(target), str(source)]
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=DEADLINE_S)
        code = target.read_bytes()
    request = CompileRequest(Path("matrices.ptx"), device.info.arch, target="cubin")
    params = (Param(8, "int"),) * (1 + len(case.inputs))
    loaded = device.load(Artifact(request, code, "ptxas", entries={"k": params}), "k")
    try:
        out = device.allocate(case.out_bytes, "out")
        arguments = [np.uint64(out.address)]
        for position, data in enumerate(case.inputs):
            buffer = device.allocate(data.nbytes, f"input {position}")
            device.copy_in(buffer, np.ascontiguousarray(data).view(np.uint8).reshape(-1))
            arguments.append(np.uint64(buffer.address))
        device.launch(loaded, LaunchConfig((1, 1, 1), (32, 1, 1)), arguments)
        return device.copy_out(out)
    finally:
        device.free_all()


def on_cpu(executor: Executor, case: Case) -> Bytes:
    found, report = test_matrix.launch(executor, case.ptx, list(case.inputs), case.out_bytes)
    assert report.faults == ()
    return found


def difference(case: Case, ours: Bytes, theirs: Bytes) -> dict[str, Any]:
    """Return how many elements differ, and the largest difference over the last place of the largest term."""
    left, right = (data.view(DTYPES[case.kind]).astype(np.float64) for data in (ours, theirs))
    differ = ours.view(DTYPES[case.kind]) != theirs.view(DTYPES[case.kind])
    size = max(case.largest, float(np.abs(left).max()), 1e-300)
    bits = {"f16": 10, "f32": 23, "f64": 52}.get(case.kind, 0)
    ulp = 2.0 ** (np.floor(np.log2(size)) - bits)
    return {
        "elements": int(left.size),
        "differ": int(differ.sum()),
        "largest_ulp": float(np.abs(left - right).max() / ulp),
        "is_exact": case.is_exact,
    }


def main(arguments: list[str] | None = None) -> int:
    """Compare; 0 where every exact case is equal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="folder for the file")
    parser.add_argument("--ptxas", help="the assembler; found by itself otherwise")
    options = parser.parse_args(arguments)
    ptxas = options.ptxas or find_ptxas()
    if ptxas is None:
        parser.error("ptxas was not found: put it on PATH, set CUDA_HOME, or name it with --ptxas")
    device = open_device("gpu", Settings.load(ROOT, compiler="nvrtc"))
    executor = Executor(n_workers=1)
    found: dict[str, dict[str, Any]] = {}
    for case in cases():
        found[case.name] = difference(case, on_cpu(executor, case), on_gpu(device, ptxas, case))
    executor.close()
    document = {"device": device.info.name, "driver": device.info.driver, "cases": found}
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "matrices.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    wrong = {name: each for name, each in found.items() if each["is_exact"] and each["differ"]}
    for name, each in wrong.items():
        click.echo(f"differs: {name}: {each['differ']} of {each['elements']} elements")
    largest = max((each["largest_ulp"] for each in found.values() if not each["is_exact"]), default=0.0)
    click.echo(f"{len(found)} cases, {len(wrong)} exact ones differ, others by {largest:.3g} units at most")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
