"""One executor for the tests of records, because starting the runtime and compiling kernels is what takes time."""

from collections.abc import Iterator

import numpy as np
import pytest

from harness.ptx.launch.executor import Executor
from harness.ptx.launch.recorder import Recorder
from harness.trace.log import Log
from tests.ptx.code_cache import code_cache
from tests.ptx.ptx_text import HEADER


@pytest.fixture(scope="session")
def own_executor() -> Iterator[Executor]:
    executor = Executor(code_cache(), n_workers=1)
    yield executor
    executor.close()


class Recorded:
    """A launch of one kernel over arrays `a` (the numbers 0, 1, ... as f32) and `b`, with all blocks recorded."""

    def __init__(self, executor: Executor, body: str, threads: int, blocks: int, n: int) -> None:
        executor.memory.clear()
        self.a = executor.memory.allocate(4 * n, "a")
        self.b = executor.memory.allocate(4 * n, "b")
        self.a.data[:] = np.arange(n, dtype=np.float32).view(np.uint8)
        ptx = f"{HEADER}\n.visible .entry k(.param .u64 a, .param .u64 b) {{\n{body}\n}}\n"
        self.recorder = Recorder(range(blocks))
        args = [np.uint64(self.a.address), np.uint64(self.b.address)]
        self.program = executor.load(ptx)
        self.report = executor.launch(
            self.program, "k", (blocks, 1, 1), (threads, 1, 1), args, recorder=self.recorder
        )
        self.log = Log(self.recorder)

    def writers(self, element: int) -> list:
        """Return who wrote an element of `b` last."""
        host = self.recorder.host(self.b.address + 4 * element)
        return [writer for _, _, writer in self.log.writers(host, 4, len(self.log.kind))]

    def read_elements(self, sliced, *, purpose=None) -> list[int]:
        """Return the elements of `a` that a slice ends in."""
        return sorted(
            {
                (leaf.place.address - self.a.address) // 4
                for leaf in sliced.leaves
                if leaf.kind == "memory" and (purpose is None or leaf.purpose is purpose)
            }
        )

    def opcodes(self, sliced, purpose) -> list[str]:
        """Return the opcodes of the executions that are needed for a purpose, in the order of execution."""
        return [
            self.log.instruction(moment).opcode
            for moment in sorted(sliced.needed)
            if sliced.lanes(moment, purpose)
        ]


@pytest.fixture
def record(own_executor):
    """Record a kernel: ``record(body, threads=32, blocks=1, n=64)``."""

    def run(body: str, *, threads: int = 32, blocks: int = 1, n: int = 64) -> Recorded:
        return Recorded(own_executor, body, threads, blocks, n)

    yield run
    own_executor.memory.clear()
