"""Programs leave out what CUDA 13.0 assembles wrongly; the executor follows the manual there, as the reference does."""

import itertools
import re
from collections.abc import Iterator

import pytest

from tests.fuzz import assembler
from tests.fuzz.comparison import ExecutorDevice, run_reference
from tests.fuzz.constructs import CONSTRUCTS
from tests.fuzz.generate import FIRST_EXTENDED, generate
from tests.ptx.code_cache import compiling_executor

N_GENERATED = 150


@pytest.fixture(scope="module")
def device() -> Iterator[ExecutorDevice]:
    executor = compiling_executor()
    yield ExecutorDevice(executor)
    executor.close()


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_the_executor_follows_the_manual(name, device):
    construct = CONSTRUCTS[name]
    assert construct.result(device) == construct.wanted
    assert int.from_bytes(run_reference(construct.program)["out"][:4], "little") == construct.wanted


def generated() -> Iterator[str]:
    for seed in range(FIRST_EXTENDED, FIRST_EXTENDED + N_GENERATED):
        yield from generate(seed).text.splitlines()


def test_programs_leave_them_out():
    lines = list(generated())
    assert not [
        each for each in lines if re.match(r"@\S+ (set\.|testp|v(add|sub)4\.u32\.u32\.u32\.add)", each)
    ]
    assert not [each for each in lines if re.match(r"(@\S+ )?set\.\S*bf16\.f32 \S+ \S+ -?\d+\.\d", each)]
    assert not [each for each in lines if re.search(r"bfe\.s32 %\w+, [^,]+, (3[2-9]|[4-9]\d|\d{3})", each)]
    written = [
        each for each in lines if re.search(r"[ .](cnot|(add|sub)\.sat\.s32|cvt\.sat\.[us])", f" {each}")
    ]
    following = dict(itertools.pairwise(lines))
    assert written
    assert all(following[each].startswith("xor.b") for each in written)


@pytest.mark.parametrize(
    ("opcode", "sources", "wanted"),
    [
        ("bfe.s32", ["%r1", "40", "23"], ["%r1", "8", "23"]),
        ("bfe.s32", ["%r1", "67", "23"], ["%r1", "3", "23"]),
        ("set.le.bf16.f32", ["%f1", "0.1"], ["%f1", "0f3DCCCCCD"]),
        ("set.le.bf16.f32", ["%f1", "0f40000000"], ["%f1", "0f40000000"]),
        ("min.f32", ["%f1", "%f1"], ["%f1", "1.5"]),
        ("min.f32", ["%f1", "%f2"], ["%f1", "%f2"]),
    ],
)
def test_constants(opcode, sources, wanted):
    assert assembler.with_harmless_constants(opcode, sources) == wanted
