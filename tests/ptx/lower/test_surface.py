"""``suld``, ``sust``, ``sured`` and ``suq`` against NumPy."""

import numpy as np
import pytest

from tests.ptx.lower.object_kernels import run, texels_of

RESULTS = "{%o0, %o1, %o2, %o3}"
PLACES = {
    "1d": "{%c0}", "2d": "{%c0, %c1}", "3d": "{%c0, %c1, %c2, %c2}", "a1d": "{%c1, %c0}",
    "a2d": "{%c2, %c0, %c1, %c1}",
}  # fmt: skip
SHAPES = {"1d": (8,), "2d": (4, 8), "3d": (3, 4, 8), "a1d": (5, 8), "a2d": (3, 4, 8)}


def words_around(shape: tuple[int, ...]) -> np.ndarray:
    """Return x in bytes of 4, y, z of places in and one texel around a surface."""
    grids = np.meshgrid(*(np.arange(-1, size + 1) for size in shape[::-1]), indexing="ij")
    found = np.stack([grid.ravel() for grid in grids], 1)
    found[:, 0] *= 4
    return found[:1024].astype(np.int64) & 0xFFFFFFFF


@pytest.mark.parametrize("geometry", PLACES)
def test_loads_outside_give_zeros_or_the_nearest_element(executor, geometry):
    shape = SHAPES[geometry]
    data = np.arange(1, 1 + int(np.prod(shape)), dtype=np.uint32).reshape(shape)
    texels, _ = texels_of(executor, data, "u32", geometry)
    handle = executor.textures.surface(texels)
    words = words_around(shape)
    at = words.astype(np.uint32).view(np.int32).astype(np.int64)
    at[:, 0] //= 4
    sizes = np.array(shape[::-1])
    if geometry.startswith("a"):
        at[:, -1] &= 0xFFFFFFFF  # layers have no sign
    nearest = np.clip(at, 0, sizes - 1)
    expected = data[tuple(nearest.T[::-1])]
    is_inside = (nearest == at).all(1)
    for clamp in ("clamp", "zero"):
        text = f"suld.b.{geometry}.b32.{clamp} {{%o0}}, [%t, {PLACES[geometry]}];"
        out, report = run(executor, text, handle, words)
        assert report.faults == ()
        wanted = expected if clamp == "clamp" else np.where(is_inside, expected, 0)
        np.testing.assert_array_equal(out[:, 0], wanted, err_msg=clamp)


@pytest.mark.parametrize(
    ("access", "registers", "size"),
    [
        ("b8", "{%h0}", 1), ("v2.b8", "{%h0, %h1}", 2), ("v4.b8", "{%h0, %h1, %h2, %h3}", 4), ("b16", "{%h0}", 2),
        ("v4.b16", "{%h0, %h1, %h2, %h3}", 8), ("b32", "{%o0}", 4), ("v2.b32", "{%o0, %o1}", 8),
        ("v4.b32", RESULTS, 16), ("b64", "{%d0}", 8), ("v2.b64", "{%d0, %d1}", 16),
    ],
)  # fmt: skip
def test_bytes_go_through_registers_as_they_are(executor, access, registers, size):
    """A row is loaded and stored in the next one."""
    row = np.random.default_rng(1).integers(0, 256, 64, np.uint8)
    texels, memory = texels_of(executor, np.stack([row, np.zeros_like(row)]), "u8", "2d")
    handle = executor.textures.surface(texels)
    text = f"suld.b.2d.{access}.trap {registers}, [%t, {{%c0, 0}}];"
    text += f" sust.b.2d.{access}.trap [%t, {{%c0, 1}}], {registers};"
    _, report = run(executor, text, handle, [[at] for at in range(0, 64, size)])
    assert report.faults == ()
    np.testing.assert_array_equal(memory.data[64:], row)


@pytest.mark.parametrize(
    ("clamp", "expected"), [("zero", [0, 0, 0, 0]), ("clamp", [7, 0, 0, 9])], ids=["zero", "clamp"]
)
def test_stores_outside_are_dropped_or_moved(executor, clamp, expected):
    texels, memory = texels_of(executor, np.zeros(4, np.uint32), "u32", "1d")
    text = f"sust.b.1d.b32.{clamp} [%t, {{%c0}}], {{%c1}};"
    _, report = run(executor, text, executor.textures.surface(texels), [[-4 & 0xFFFFFFFF, 7], [16, 9]])
    assert report.faults == ()
    np.testing.assert_array_equal(memory.data.view(np.uint32), expected)


def test_a_formatted_store_rounds_toward_zero(executor):
    texels, memory = texels_of(executor, np.zeros((4, 2), np.float16), "f16", "1d", 2)
    values = np.array([[1.5, -2.0], [0.3, 65536.0], [1e-8, 3.0], [-0.0, 7.0]], np.float32)
    words = np.concatenate([np.arange(4, dtype=np.uint32)[:, None], values.view(np.uint32)], 1)
    text = "sust.p.1d.v4.b32.trap [%t, {%c0}], {%c1, %c2, %c3, %c4};"
    _, report = run(executor, text, executor.textures.surface(texels), words)
    assert report.faults == ()
    toward_zero = np.array([[1.5, -2.0], [0.29980469, 65504.0], [0.0, 3.0], [-0.0, 7.0]], np.float16)
    np.testing.assert_array_equal(memory.data.view(np.float16).reshape(4, 2), toward_zero)


@pytest.mark.parametrize(
    ("text", "reduce"),
    [
        ("sured.b.add.1d.u32.trap [%t, {0}], %c0;", lambda a: np.append(a, a[0]).sum(dtype=np.uint32)),
        ("sured.b.min.1d.s32.trap [%t, {0}], %c0;", lambda a: a.view(np.int32).min().view(np.uint32)),
        ("sured.b.max.1d.u32.trap [%t, {0}], %c0;", np.max),
        ("sured.b.or.1d.b32.trap [%t, {0}], %c0;", np.bitwise_or.reduce),
        ("sured.p.and.1d.b32.trap [%t, {0}], %c0;", np.bitwise_and.reduce),
    ],
)
def test_reductions_take_every_lane(executor, text, reduce):
    """The surface holds the first value already."""
    values = np.random.default_rng(2).integers(0, 1 << 32, 32, np.uint32)
    texels, memory = texels_of(executor, values[:1], "u32", "1d")
    _, report = run(executor, text, executor.textures.surface(texels), values[:, None])
    assert report.faults == ()
    assert memory.data.view(np.uint32)[0] == reduce(values)


def test_sizes_can_be_asked_for(executor):
    texels, _ = texels_of(executor, np.zeros((4, 8), np.uint16), "u16", "2d")
    text = "suq.width.b32 %o0, [%t]; suq.height.b32 %o1, [%t];"
    out, report = run(executor, text, executor.textures.surface(texels), [[0]])
    assert report.faults == ()
    np.testing.assert_array_equal(out[0, :2], [8, 4])
