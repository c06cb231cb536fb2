"""The gradient's table of regimes: every choice is one that its variant claims, and is launched as declared."""

import itertools
import struct
from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from harness.dispatch import gradient, prepared
from harness.dispatch.gradient import queue_gradient
from harness.dispatch.prepared import Gpu
from harness.dispatch.problem import DispatchProblem
from harness.dispatch.regimes import choose
from harness.variant.shape import Shape


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
def test_every_problem_has_a_choice_that_claims_it(dtype):
    for n_rows, n_cols in itertools.product((1, 7, 2**20), (1, 32, 1024, 1025, 8192, 8193, 2**20)):
        problem = DispatchProblem(Shape(n_rows, n_cols, n_cols, n_cols), dtype, 0, 0, 90, 132)
        regime = choose(problem, gradient._regimes())
        assert regime.unmet(problem) is None
        assert regime.variant.plan(problem.shape, regime.block, dtype)


def test_the_gradient_is_launched_with_its_arrays(monkeypatch):
    launched = []

    def prepare(code, entry, config):
        return lambda stream, arguments: launched.append((entry, config.grid, stream, arguments))

    monkeypatch.setattr(prepared, "_launcher", lambda ordinal: SimpleNamespace(prepare=prepare))
    monkeypatch.setattr(gradient, "gpu_of", lambda ordinal: Gpu(0, 90, 132, None))
    monkeypatch.setattr(gradient, "current_context", lambda gpu: nullcontext())

    queue_gradient({"grad": 0x1000, "y": 0x2000, "out": 0x3000}, 9, 33, "float32", 0, 5)
    arguments = struct.pack("<QQQIIqq", 0x1000, 0x2000, 0x3000, 9, 33, 33, 33)
    assert launched == [("softmax_backward", (3, 1, 1), 5, arguments)]
