"""Runs recorded forms on the executor, in the same modules as on the GPU."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from harness.errors import PtxError
from harness.ptx.launch.executor import Executor
from tests.agreement.form_modules import ENTRY, WORDS, Batch, results, text

Results = dict[str, tuple[NDArray[Any], ...]]


def replay(executor: Executor, batch: Batch) -> tuple[Results, dict[str, str]]:
    """Return what each form of a batch gives on the executor, and why it refuses those that it does not run."""
    refused: dict[str, str] = {}
    while batch.forms:
        module, owners = text(batch)
        try:
            return _run(executor, batch, module), refused
        except PtxError as error:
            owner = owners.get(error.line or 0)
            if owner is None and len(batch.forms) == 1:
                owner = batch.forms[0].name
            if owner is None:
                raise
            refused[owner] = str(error)
            batch = batch.without([owner])
    return {}, refused


def _run(executor: Executor, batch: Batch, module: str) -> Results:
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
    report = executor.launch(program, ENTRY, (1, 1, 1), (batch.n, 1, 1), arguments)
    assert report.completed, f"{batch.forms[0].name} and others did not end"
    assert report.faults == (), f"{batch.forms[0].name} and others: {report.faults[:3]}"
    return results(batch, out.data)
