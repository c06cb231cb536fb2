"""The fuzzer of memory-unsafe programs runs what it writes, and a check that the runtime leaves out ends it."""

import random
from collections.abc import Iterator

import pytest

from harness.errors import PtxError
from harness.ptx.launch.executor import Executor
from harness.ptx.runtime.pinned_compiler import HERE
from tests.fuzz import unsafe
from tests.ptx import sanitized
from tests.ptx.code_cache import compiling_executor


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    executor = compiling_executor(unsafe.STEP_BUDGET)
    yield executor
    executor.close()


@pytest.mark.parametrize("kind", unsafe.KINDS)
def test_every_instruction_is_one(executor: Executor, kind: str) -> None:
    """Alone, in a program: only copies of tensors are refused."""
    for template in unsafe.KINDS[kind]:
        writer = unsafe._Writer(random.Random(template))
        writer.write(template)
        program = executor.load("\n".join([unsafe.HEAD, *writer.lines, "ret;", "}", ""]))
        if "tensor" in template:
            with pytest.raises(PtxError, match="not known to the cpu device"):
                program.kernel("k")
        else:
            program.kernel("k")


def test_programs_run(executor: Executor) -> None:
    refused = [reason for seed in range(20) if (reason := unsafe.launch(executor, seed))]
    assert all("cp.async.bulk.tensor" in reason for reason in refused)


@pytest.mark.skipif(not sanitized.find_sanitizers(), reason="install gcc with libasan and libubsan")
def test_missing_check_is_found(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    unit, source = sanitized.sources_unit, HERE / "memory.c"
    text = source.read_text(encoding="ascii").replace('#include "', f'#include "{HERE}/')
    check = "at >= high || high - at < size"
    assert text.count(check) == 1
    include = f'#include "{source}"'

    def without_bounds(layout: str) -> str:
        assert include in unit(layout)
        return unit(layout).replace(include, text.replace(check, "0"))

    monkeypatch.setattr(sanitized, "sources_unit", without_bounds)
    assert unsafe.main(["--count", "40"]) == 1
    told = capfd.readouterr()
    assert "AddressSanitizer" in told.err
    assert "rerun: python -m tests.fuzz.unsafe --seed" in told.out + told.err
