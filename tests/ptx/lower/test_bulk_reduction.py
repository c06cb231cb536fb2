"""``cp.reduce.async.bulk``: every operation and type against numpy, when it takes effect, and what observers say."""

import numpy as np
import pytest
from numpy.typing import NDArray

from harness.ptx.launch.executor import Executor
from harness.ptx.launch.watch import Watch
from tests.ptx.ptx_text import kernel, run

OPERATIONS = {
    **{f"add.{kind}": kind for kind in ("u32", "s32", "u64", "f32", "f64")},
    "add.noftz.f16": "f16",
    "add.noftz.bf16": "bf16",
    **{f"{name}.{kind}": kind for name in ("min", "max") for kind in ("u32", "s32", "u64", "s64")},
    **{f"{name}.{kind}": kind for name in ("and", "or", "xor") for kind in ("b32", "b64")},
    **{f"{name}.u32": "u32" for name in ("inc", "dec")},
}
N_BYTES = 64
# each thread copies its words of the source to shared memory, and of the old values to `out`
START = """
.shared .align 16 .b8 source[64];
mov.u32 %r2, source;
mad.lo.u32 %r3, %r0, 4, %r2;
setp.lt.u32 %p1, %r0, 16;
setp.eq.u32 %p0, %r0, 0;
mad.wide.u32 %rd3, %r0, 4, %rd1;
@%p1 ld.global.b32 %r4, [%rd3];
@%p1 st.shared.b32 [%r3], %r4;
"""


def combined(operation: str, kind: str, old: NDArray[np.uint8], new: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the bytes of all elements combined; NaNs of halves are 0x7fff."""
    if kind == "bf16":
        # the sum in double is exact, or so near that it rounds alike
        with np.errstate(all="ignore"):
            x, y = ((each.view("u2").astype("u4") << 16).view("f4").astype("f8") for each in (old, new))
            bits = (x + y).astype("f4").view("u4")
        rounded = (bits + 0x7FFF + (bits >> 16 & 1) >> 16).astype("u2")
        return np.where(np.isnan(x + y), 0x7FFF, rounded).astype("u2").view(np.uint8)
    letter = {"b": "u", "u": "u", "s": "i", "f": "f"}[kind[0]]
    x, y = (each.view(f"{letter}{int(kind[1:]) // 8}") for each in (old, new))
    if kind == "f32":
        tiny = np.finfo("f4").tiny
        x, y = (np.where(np.abs(each) < tiny, np.copysign(np.float32(0), each), each) for each in (x, y))
    with np.errstate(all="ignore"):
        results = {
            "add": lambda: x + y,
            "min": lambda: np.minimum(x, y),
            "max": lambda: np.maximum(x, y),
            "and": lambda: x & y,
            "or": lambda: x | y,
            "xor": lambda: x ^ y,
            "inc": lambda: np.where(x >= y, 0, x + 1),
            "dec": lambda: np.where((x == 0) | (x > y), y, x - 1),
        }
        result = np.ascontiguousarray(results[operation.partition(".")[0]]().astype(x.dtype))
    if kind == "f16":
        result = np.where(np.isnan(result), 0x7FFF, result.view("u2")).astype("u2")
    return result.view(np.uint8)


def test_every_operation_and_type(executor: Executor) -> None:
    generator = np.random.default_rng(3)
    values = generator.standard_normal(8).astype("f4")
    values[:2] = (1e-39, -2.0)
    source = np.concatenate([values.view(np.uint8), generator.integers(0, 124, 32, np.uint8)])
    old = [generator.integers(0, 124, N_BYTES, np.uint8) for _ in OPERATIONS]
    body = [START]
    for k in range(len(OPERATIONS)):
        body.append(f"@%p1 ld.global.b32 %r5, [%rd3+{N_BYTES * (k + 1)}];")
        body.append(f"mad.wide.u32 %rd4, %r0, 4, %rd0;\n@%p1 st.global.b32 [%rd4+{N_BYTES * k}], %r5;")
    body.append("fence.proxy.async;\nbar.sync 0;")
    for k, operation in enumerate(OPERATIONS):
        opcode = f"cp.reduce.async.bulk.global.shared::cta.bulk_group.{operation}"
        body.append(f"@%p0 {opcode} [%rd0+{N_BYTES * k}], [%r2], {N_BYTES};")
    body.append("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;")
    inp = np.concatenate([source, *old])
    out = run(executor, kernel("\n".join(body)), inp=inp, n_out=N_BYTES // 4 * len(OPERATIONS)).clean_out
    found = out.view(np.uint8).reshape(-1, N_BYTES)
    wrong = [
        operation
        for k, (operation, kind) in enumerate(OPERATIONS.items())
        if (found[k] != combined(operation, kind, old[k], source)).any()
    ]
    assert wrong == []


ADD = "@%p0 cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd0], [%r2], 16;\n"
DONE = "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;"


@pytest.mark.parametrize(("wait", "expected"), [(DONE, 11), ("", 1)])
def test_takes_effect_when_it_is_waited_for(executor: Executor, wait: str, expected: int) -> None:
    """Without a wait it is done after the last instruction at the latest: memory read before that is old."""
    body = START + "@%p1 st.global.b32 [%rd2], 1;\nfence.proxy.async;\nbar.sync 0;\n" + ADD + wait
    body += "\n@%p0 ld.global.b32 %r6, [%rd0];\n@%p0 st.global.b32 [%rd0+64], %r6;"
    out = run(executor, kernel(body), inp=np.full(32, 10, np.uint32), n_out=32).out
    assert out[16] == expected


def test_blocks_add_to_one_place_without_a_race(executor: Executor) -> None:
    body = START + "fence.proxy.async;\nbar.sync 0;\n" + ADD + DONE
    ran = run(
        executor,
        kernel(body),
        inp=np.full(32, 3, np.uint32),
        grid=(5, 1, 1),
        n_out=4,
        watch=Watch(races=True),
    )
    assert ran.report.faults == ()
    assert set(ran.out - ran.out[0]) == {0}
