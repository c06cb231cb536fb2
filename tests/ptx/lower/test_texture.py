"""``tex``, ``tld4``, ``txq``, ``suld``, ``sust``, ``sured`` and ``suq`` against models by NumPy, and their refusals."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from harness.errors import DeviceError, PtxError
from harness.ptx.textures import ADDRESS_MODES, CHANNEL_TYPES, Sampling, Texels
from tests.ptx.lower.object_kernels import module, run, sample, texels_of

RESULTS = "{%o0, %o1, %o2, %o3}"
PLACES = {"1d": "{%c0}", "2d": "{%c0, %c1}", "3d": "{%c0, %c1, %c2, %c2}"}
N_LANES = 256


def places(shape: tuple[int, ...], seed: int) -> np.ndarray:
    """Return coordinates in and around a texture, x first, in steps for which weights are multiples of 1/256."""
    generator = np.random.default_rng(seed)
    sizes = np.array(shape[::-1])
    steps = {1: 256, 2: 16, 3: 4}[len(shape)]
    return generator.integers(-2 * steps * sizes, 3 * steps * sizes, (N_LANES, len(shape))) / steps


@pytest.mark.parametrize(
    ("geometry", "is_linear", "is_normalized"),
    [*itertools.product(PLACES, (False, True), (False, True))],
    ids=lambda value: str(value),
)
def test_samples_are_those_of_the_model(executor, geometry, is_linear, is_normalized):
    # extents are powers of two, so that parts of them are exact
    shape = (4, 8, 16)[-len(PLACES[geometry].split(", ")) :] if geometry != "3d" else (4, 8, 16)
    data = np.random.default_rng(3).integers(-99, 99, shape).astype(np.float32)
    texels, _ = texels_of(executor, data, "f32", geometry)
    where = places(shape, 7)
    for mode in ADDRESS_MODES:
        modes = (mode,) * len(shape) + ("clamp",) * (3 - len(shape))
        how = Sampling(modes, is_linear, is_normalized, border=(5.0, 0, 0, 0))
        handle = executor.textures.texture(texels, how)
        given = where / np.array(shape[::-1]) if is_normalized else where
        out, report = run(
            executor, f"tex.{geometry}.v4.f32.f32 {RESULTS}, [%t, {PLACES[geometry]}];", handle, given
        )
        assert report.faults == ()
        expected = [
            sample(
                data.astype(float), place, mode, is_linear=is_linear, is_normalized=is_normalized, border=5.0
            )
            for place in given
        ]
        np.testing.assert_array_equal(
            out[:, 0].view(np.float32), np.array(expected, np.float32), err_msg=mode
        )


@pytest.mark.parametrize("channels", [1, 2, 4])
@pytest.mark.parametrize("channel_type", CHANNEL_TYPES)
def test_every_format_is_read(executor, channel_type, channels):
    kind = np.dtype(CHANNEL_TYPES[channel_type])
    data = np.random.default_rng(5).integers(0, 256, (8, 4 * channels * kind.itemsize), np.uint8).view(kind)
    if kind.kind == "f":
        data = np.nan_to_num(data.astype(np.float64), nan=1, posinf=2, neginf=3).astype(kind)
    data = data.reshape(8, 4, channels) if channels > 1 else data
    texels, _ = texels_of(executor, data, channel_type, "2d", channels)
    handle = executor.textures.texture(texels)
    result = "f32" if kind.kind == "f" else "u32"
    where = np.array([(x + 0.25, y + 0.75) for y in range(8) for x in range(4)])
    out, report = run(executor, f"tex.2d.v4.{result}.f32 {RESULTS}, [%t, {{%c0, %c1}}];", handle, where)
    assert report.faults == ()
    wide = data.reshape(32, channels)
    if kind.kind == "f":
        wide = wide.astype(np.float32).view(np.uint32)
    np.testing.assert_array_equal(out[:, :channels], wide.astype(np.int64) & 0xFFFFFFFF)


@pytest.mark.parametrize(("channel_type", "most"), [("u8", 255), ("s8", 127), ("u16", 65535), ("s16", 32767)])
def test_integers_are_read_as_parts_of_their_greatest(executor, channel_type, most):
    info = np.iinfo(CHANNEL_TYPES[channel_type])
    data = np.linspace(info.min, info.max, 64).astype(CHANNEL_TYPES[channel_type])
    texels, _ = texels_of(executor, data, channel_type, "1d")
    handle = executor.textures.texture(texels, Sampling(as_floats=True))
    out, _ = run(
        executor, f"tex.1d.v4.f32.f32 {RESULTS}, [%t, {{%c0}}];", handle, np.arange(64)[:, None] + 0.5
    )
    expected = np.maximum(data.astype(np.float64) / most, -1).astype(np.float32)
    np.testing.assert_array_equal(out[:, 0].view(np.float32), expected)


def test_layers_are_chosen_by_their_number_and_clamped(executor):
    data = np.arange(3 * 4 * 8, dtype=np.float32).reshape(3, 4, 8)
    texels, _ = texels_of(executor, data, "f32", "a2d")
    handle = executor.textures.texture(texels)
    text = "cvt.rn.f32.s32 %o0, %c1; cvt.rn.f32.s32 %o1, %c2; "
    text += f"tex.a2d.v4.f32.f32 {RESULTS}, [%t, {{%c0, %o0, %o1, %o1}}];"
    layers = {-1: 2, 0: 0, 1: 1, 2: 2, 3: 2}  # numbers have no sign
    words = [(layer & 0xFFFFFFFF, x, y) for layer in layers for x in (0, 7) for y in (0, 3)]
    out, report = run(executor, text, handle, words)
    assert report.faults == ()
    expected = [data[layer, y, x] for layer in layers.values() for x in (0, 7) for y in (0, 3)]
    np.testing.assert_array_equal(out[:, 0].view(np.float32), expected)


@pytest.mark.parametrize(
    ("direction", "face"),
    [((1, 0, 0), 0), ((-1, 0, 0), 1), ((0, 1, 0), 2), ((0, -1, 0), 3), ((0, 0, 1), 4), ((0, 0, -1), 5)],
)
def test_a_direction_meets_its_face(executor, direction, face):
    data = np.repeat(np.arange(6, dtype=np.float32), 16).reshape(6, 4, 4)
    texels, _ = texels_of(executor, data, "f32", "cube")
    handle = executor.textures.texture(texels, Sampling(is_normalized=True))
    text = f"tex.cube.v4.f32.f32 {RESULTS}, [%t, {{%c0, %c1, %c2, %c2}}];"
    out, _ = run(executor, text, handle, np.array([direction], float))
    assert out[0, 0].view(np.float32) == face


def test_a_gather_gives_the_four_neighbours_from_the_lower_left_counter_clockwise(executor):
    data = np.arange(64, dtype=np.uint32).reshape(4, 8, 2)
    texels, _ = texels_of(executor, data, "u32", "2d", 2)
    handle = executor.textures.texture(texels)
    text = f"tld4.g.2d.v4.u32.f32 {RESULTS}, [%t, {{%c0, %c1}}];"
    out, _ = run(executor, text, handle, np.array([[3.0, 2.0]]))
    np.testing.assert_array_equal(out[0], [data[2, 2, 1], data[2, 3, 1], data[1, 3, 1], data[1, 2, 1]])


def test_linear_memory_is_read_by_number_and_gives_zeros_outside(executor):
    data = np.arange(1, 11, dtype=np.uint16)
    texels, _ = texels_of(executor, data, "u16", "1d")
    handle = executor.textures.texture(texels, Sampling(is_fetched=True))
    words = [[at & 0xFFFFFFFF] for at in (-1, 0, 9, 10, 1 << 30)]
    out, report = run(executor, f"tex.1d.v4.u32.s32 {RESULTS}, [%t, {{%c0}}];", handle, words)
    assert report.faults == ()
    np.testing.assert_array_equal(out[:, 0], [0, 1, 10, 0, 0])


def test_offsets_are_added_in_texels(executor):
    data = np.arange(32, dtype=np.float32).reshape(4, 8)
    texels, _ = texels_of(executor, data, "f32", "2d")
    handle = executor.textures.texture(texels)
    text = f"tex.2d.v4.f32.f32 {RESULTS}, [%t, {{%c0, %c1}}], {{2, -1}};"
    out, _ = run(executor, text, handle, np.array([[1.5, 2.5], [6.5, 0.5]]))
    np.testing.assert_array_equal(out[:, 0].view(np.float32), [data[1, 3], data[0, 7]])


def test_sizes_can_be_asked_for(executor):
    texels, _ = texels_of(executor, np.zeros((3, 4, 8), np.uint8), "u8", "3d")
    handle = executor.textures.texture(texels)
    names = ("width", "height", "depth")
    text = " ".join(f"txq.{name}.b32 %o{number}, [%t];" for number, name in enumerate(names))
    out, report = run(executor, text, handle, [[0]])
    assert report.faults == ()
    np.testing.assert_array_equal(out[0, :3], [8, 4, 3])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("tex.2d.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%t, {%c0}];", "2 coordinates"),
        ("tex.3d.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%t, {%c0, %c1, %c2}];", "4 coordinates"),
        ("tex.2d.v4.f32.f32 {%o0, %o1}, [%t, {%c0, %c1}];", "4 elements"),
        ("tex.2d.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%t, %t, {%c0, %c1}];", "a sampler of its own"),
        ("tex.2d.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%t, {%c0, %c1}], %c2;", "depth comparison"),
        ("tex.2d.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%c0, {%c0, %c1}];", "64-bit register"),
        ("tex.2d.v4.f32.f32 {%o0, %o1, %o2, %o3}, [to, {%c0, %c1}];", "references are not supported"),
        ("tex.level.2d.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%t, {%c0, %c1}];", "a level is missing"),
        ("tex.grad.2d.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%t, {%c0, %c1}], {%c0}, {%c1};", "two gradients"),
        ("tex.cube.v4.f32.s32 {%o0, %o1, %o2, %o3}, [%t, {%c0, %c1, %c2, %c2}];", "type .f32"),
        ("tex.2dms.v4.f32.s32 {%o0, %o1, %o2, %o3}, [%t, {%c0, %c1, %c2, %c2}];", "not known"),
        ("txq.filter_mode.b32 %o0, [%t];", "not known"),
        ("txq.array_size.b32 %o0, [%t];", "not known"),
        ("txq.level.width.b32 %o0, [%t], 0;", "not known"),
        ("suld.b.1d.b32 %o0, [%t, {%c0}];", "not known"),
        ("suld.b.1d.v4.b64.trap {%d0, %d1, %d0, %d1}, [%t, {%c0}];", "16 bytes"),
    ],
)
def test_what_is_not_there_is_refused_by_name(executor, text, why):
    with pytest.raises(PtxError, match=why) as refused:
        executor.load(module(text)).kernel("k")
    assert "19" in str(refused.value)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"channels": 3}, "1, 2 or 4 channels"),
        ({"channel_type": "b8"}, "1, 2 or 4 channels"),
        ({"geometry": "4d"}, "a geometry is one of"),
        ({"width": 0}, "at least 1"),
        ({"geometry": "cube", "width": 4, "height": 3, "depth": 6}, "six square faces"),
        ({"address": 2}, "multiple of their 4 bytes"),
        ({"pitch_bytes": 8}, "a pitch of at least as many"),
    ],
)
def test_texels_that_cannot_be_are_refused(arguments, why):
    usual = {
        "address": 1 << 20, "channel_type": "f32", "channels": 1, "geometry": "2d", "width": 4, "height": 4,
    }  # fmt: skip
    with pytest.raises(DeviceError, match=why):
        Texels(**(usual | arguments))


@pytest.mark.parametrize(
    ("kind", "how", "why"),
    [
        ("u32", Sampling(as_floats=True), "8 and 16 bits"),
        ("u8", Sampling(is_linear=True), "a linear filter"),
        ("f32", Sampling(("wrap",) * 2), "three modes"),
    ],
)
def test_modes_that_do_not_fit_are_refused(executor, kind, how, why):
    with pytest.raises(DeviceError, match=why):
        executor.textures.texture(Texels(1 << 20, kind, 1, "1d", 4), how)


def test_a_destroyed_object_cannot_be_destroyed(executor):
    handle = executor.textures.texture(Texels(1 << 20, "f32", 1, "1d", 4))
    executor.textures.destroy(handle)
    with pytest.raises(DeviceError, match="no texture or surface object"):
        executor.textures.destroy(handle)


SURFACE_RESULTS = "{%o0, %o1, %o2, %o3}"
SURFACE_PLACES = {
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


@pytest.mark.parametrize("geometry", SURFACE_PLACES)
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
        text = f"suld.b.{geometry}.b32.{clamp} {{%o0}}, [%t, {SURFACE_PLACES[geometry]}];"
        out, report = run(executor, text, handle, words)
        assert report.faults == ()
        wanted = expected if clamp == "clamp" else np.where(is_inside, expected, 0)
        np.testing.assert_array_equal(out[:, 0], wanted, err_msg=clamp)


@pytest.mark.parametrize(
    ("access", "registers", "size"),
    [
        ("b8", "{%h0}", 1), ("v2.b8", "{%h0, %h1}", 2), ("v4.b8", "{%h0, %h1, %h2, %h3}", 4), ("b16", "{%h0}", 2),
        ("v4.b16", "{%h0, %h1, %h2, %h3}", 8), ("b32", "{%o0}", 4), ("v2.b32", "{%o0, %o1}", 8),
        ("v4.b32", SURFACE_RESULTS, 16), ("b64", "{%d0}", 8), ("v2.b64", "{%d0, %d1}", 16),
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


def test_sizes_of_a_surface_can_be_asked_for(executor):
    texels, _ = texels_of(executor, np.zeros((4, 8), np.uint16), "u16", "2d")
    text = "suq.width.b32 %o0, [%t]; suq.height.b32 %o1, [%t];"
    out, report = run(executor, text, executor.textures.surface(texels), [[0]])
    assert report.faults == ()
    np.testing.assert_array_equal(out[0, :2], [8, 4])
