"""Texture and surface instructions: which are refused, and what the checks see of the others.

What they give is compared with an H200: `tests.agreement.test_gpu_textures`.
"""

import numpy as np
import pytest

from harness.errors import DeviceError, PtxError
from harness.ptx.launch.watch import UNWATCHED, Watch
from harness.ptx.textures import Sampling, Texels
from tests.ptx.code_cache import code_cache
from tests.ptx.ptx_text import launch_on

ENTRY = """\
.version 8.5
.target sm_90
.address_size 64
.visible .entry k(.param .u64 to, .param .u64 words, .param .u64 object)
{
.reg .b64 %t, %to, %from, %d<2>;
.reg .b32 %c<8>, %o<4>, %i;
.reg .b16 %h<4>;
.reg .pred %p;
mov.u32 %i, %tid.x;
ld.param.u64 %t, [object];
ld.param.u64 %from, [words];
mad.wide.u32 %from, %i, 32, %from;
ld.param.u64 %to, [to];
mad.wide.u32 %to, %i, 16, %to;
ld.global.v4.b32 {%c0, %c1, %c2, %c3}, [%from];
ld.global.v4.b32 {%c4, %c5, %c6, %c7}, [%from+16];
mov.b32 %o0, 0; mov.b32 %o1, 0; mov.b32 %o2, 0; mov.b32 %o3, 0;
"""
"""The handle is ``%t``, a lane's operands ``%c0`` to ``%c7``, its results ``%o0`` to ``%o3``."""


def module(text):
    return f"{ENTRY}{text}\nst.global.v4.b32 [%to], {{%o0, %o1, %o2, %o3}};\nret;\n}}\n"


def texels_of(executor, data, channel_type, geometry, channels=1):
    """Return texels in device memory; `data` has the shape (slices, rows, texels, channels), leading ones left out."""
    memory = executor.memory.allocate(data.nbytes, "texels")
    memory.data[:] = np.ascontiguousarray(data).reshape(-1).view(np.uint8)
    memory.define()
    extents = data.shape if channels == 1 else data.shape[:-1]
    depth, height, width = (1,) * (3 - len(extents)) + tuple(extents)
    if geometry == "a1d":
        depth, height = height, 1
    return Texels(memory.address, channel_type, channels, geometry, width, height, depth), memory


def run(executor, text, handle, words, watch=UNWATCHED):
    """Run an instruction, one lane for each row of operands; returns four words a lane, and the report."""
    given = np.zeros((len(words), 8), np.uint32)
    rows = np.asarray(words)
    given[:, : rows.shape[1]] = rows.astype(np.float32).view(np.uint32) if rows.dtype.kind == "f" else rows
    arrays, handle = [np.zeros((len(given), 4), np.uint32), given], np.uint64(handle)
    options = {"block": (len(given), 1, 1), "watch": watch, "clear": False}
    (out, _), report = launch_on(executor, module(text), "k", arrays, handle, **options)
    return out, report


RESULTS = "{%o0, %o1, %o2, %o3}"
TEX = f"tex.2d.v4.f32.f32 {RESULTS}, [%t, {{%c0, %c1}}];"
LOAD = "suld.b.2d.b32.trap {%o0}, [%t, {%c0, %c1}];"
STORE = "sust.b.2d.b32.trap [%t, {%c0, %c1}], {%c2};"


@pytest.fixture
def texels(executor):
    return texels_of(executor, np.arange(32, dtype=np.float32).reshape(4, 8), "f32", "2d")


def _texture_of_shape(executor, geometry):
    data = np.zeros((2, 4, 8), np.float32)
    return executor.textures.texture(texels_of(executor, data, "f32", geometry)[0])


HANDLES = {
    "0": lambda executor, texels: 0,
    "an address": lambda executor, texels: texels.address,
    "a surface": lambda executor, texels: executor.textures.surface(texels),
    "the next": lambda executor, texels: executor.textures.texture(texels) + 1,
    "destroyed": lambda executor, texels: _destroyed(executor, texels),
}


def _destroyed(executor, texels):
    handle = executor.textures.texture(texels)
    executor.textures.destroy(handle)
    return handle


@pytest.mark.parametrize("name", HANDLES)
def test_a_handle_of_no_texture_is_a_fault(executor, texels, name):
    handle = HANDLES[name](executor, texels[0])
    out, report = run(executor, TEX, handle, np.zeros((3, 2)))
    (fault,) = report.faults
    assert (fault.reason, fault.count) == ("oob-read", 3)
    assert f"{handle:#x} is not the handle of a texture object" in fault.message
    assert (out == 0xFFFFFFFF).all()


def test_a_handle_of_no_surface_is_a_fault(executor, texels):
    handle = executor.textures.texture(texels[0])
    _, report = run(executor, STORE, handle, [[0, 0, 5]])
    (fault,) = report.faults
    assert "is not the handle of a surface object" in fault.message
    assert texels[1].data.view(np.float32)[0] == 0


@pytest.mark.parametrize("geometry", ["3d", "a2d"])
def test_an_object_of_another_geometry_is_a_fault(executor, geometry):
    _, report = run(executor, TEX, _texture_of_shape(executor, geometry), np.zeros((1, 2)))
    (fault,) = report.faults
    assert "another geometry" in fault.message


@pytest.mark.parametrize(("is_fetched", "coordinate"), [(True, "f32"), (False, "s32")])
def test_coordinates_of_the_wrong_type_are_a_fault(executor, is_fetched, coordinate):
    texels, _ = texels_of(executor, np.arange(8, dtype=np.float32), "f32", "1d")
    handle = executor.textures.texture(texels, Sampling(is_fetched=is_fetched))
    text = f"tex.1d.v4.f32.{coordinate} {RESULTS}, [%t, {{%c0}}];"
    _, report = run(executor, text, handle, np.zeros((1, 1)))
    assert "is read by coordinates of the wrong type" in report.faults[0].message


def test_lanes_may_have_objects_of_their_own(executor, texels):
    other, _ = texels_of(executor, np.full((4, 8), 77, np.uint8), "u8", "2d")
    handles = [executor.textures.texture(each) for each in (texels[0], other)]
    text = f"add.u64 %t, %t, %d0; {TEX}"
    text = "cvt.u64.u32 %d0, %c2; " + text
    words = [[0, 0, 0], [0, 0, 1], [0x40400000, 0, 0], [0, 0, 2]]
    out, report = run(executor, text, handles[0], words)
    np.testing.assert_array_equal(out[:, 0], [0, 77, np.float32(3).view(np.uint32), 0xFFFFFFFF])
    assert [fault.thread for fault in report.faults] == [(3, 0, 0)]


@pytest.mark.parametrize(("text", "words", "reason", "message"), [
    (LOAD, [32, 0], "oob-read", "read outside of a surface, at byte 32 of row 0"),
    (LOAD, [0, 4], "oob-read", "read outside of a surface, at byte 0 of row 4"),
    (LOAD, [-4 & 0xFFFFFFFF, 1], "oob-read", "at byte -4 of row 1"),
    (LOAD, [30, 0], "oob-read", "at byte 30 of row 0"),
    (STORE, [32, 3], "oob-write", "write outside of a surface, at byte 32 of row 3"),
    (LOAD, [2, 0], "misaligned-access", "misaligned surface access of size 4"),
    (STORE, [1, 0], "misaligned-access", "misaligned surface access of size 4"),
    ("sured.b.add.2d.u32.trap [%t, {%c0, %c1}], %c2;", [64, 0], "oob-write", "write outside of a surface"),
])  # fmt: skip
def test_a_bad_place_in_a_surface_is_a_fault(executor, texels, text, words, reason, message):
    before = texels[1].data.copy()
    _, report = run(executor, text, executor.textures.surface(texels[0]), [words])
    (fault,) = report.faults
    assert fault.reason == reason
    assert message in fault.message
    np.testing.assert_array_equal(texels[1].data, before)


def test_texels_that_were_freed_are_a_fault(executor, texels):
    handle = executor.textures.texture(texels[0])
    executor.memory.free(texels[1])
    _, report = run(executor, TEX, handle, np.zeros((1, 2)))
    (fault,) = report.faults
    assert "invalid texture read of a texel at" in fault.message
    assert "texels" in fault.message
    assert "has been freed" in fault.message


def test_an_input_that_is_written_through_a_surface_is_a_note(executor, texels):
    texels[1].is_input = True
    _, report = run(executor, STORE, executor.textures.surface(texels[0]), [[0, 0, 5]])
    (fault,) = report.faults
    assert fault.reason == "input-modified"


@pytest.mark.parametrize(
    ("text", "is_surface"),
    [(f"{TEX} st.global.v4.b32 [%to], {RESULTS};", False), (f"{LOAD} st.global.b32 [%to], %o0;", True)],
    ids=["tex", "suld"],
)
def test_texels_that_were_never_written_are_found(executor, text, is_surface):
    memory = executor.memory.allocate(128, "never written")
    texels = Texels(memory.address, "f32", 1, "2d", 8, 4)
    handle = executor.textures.surface(texels) if is_surface else executor.textures.texture(texels)
    _, report = run(executor, text, handle, [[0, 0]], watch=Watch(undefined=True))
    assert {fault.reason for fault in report.faults} == {"uninitialised-read"}
    kind = "surface read of size 4" if is_surface else "texture read of a texel"
    assert f"memory that was never written: {kind} at" in report.faults[0].message


def test_one_unwritten_texel_of_a_filter_is_enough(executor, texels):
    memory = executor.memory.allocate(128, "partly written")
    memory.data[:] = 0
    memory.define(0, 124)
    handle = executor.textures.texture(Texels(memory.address, "f32", 1, "2d", 8, 4), Sampling(is_linear=True))
    places = np.array([[2.5, 1.5], [7.0, 3.0], [7.0, 2.0], [6.5, 3.5]])  # the last has no weight for it
    _, report = run(executor, TEX, handle, places, watch=Watch(undefined=True))
    assert {fault.thread for fault in report.faults} == {(1, 0, 0)}


def test_texels_written_by_the_kernel_are_initialised(executor):
    memory = executor.memory.allocate(128, "fresh")
    handle = executor.textures.surface(Texels(memory.address, "f32", 1, "2d", 8, 4))
    text = f"{STORE} {LOAD} st.global.b32 [%to], %o0;"
    out, report = run(executor, text, handle, [[4 * x, 0, x] for x in range(8)], watch=Watch(undefined=True))
    assert report.faults == ()
    np.testing.assert_array_equal(out[:, 0], range(8))


@pytest.mark.parametrize(
    "text", [STORE, "sust.p.2d.v4.b32.trap [%t, {0, %c1}], {%c2, %c2, %c2, %c2};"], ids=["sust.b", "sust.p"]
)
def test_storing_what_is_undefined_is_found(executor, text):
    fresh = executor.memory.allocate(64, "fresh")
    texels, _ = texels_of(executor, np.zeros((4, 8, 4), np.uint8), "u8", "2d", 4)
    text = f"mov.u64 %d0, {fresh.address}; ld.global.b32 %c2, [%d0]; {text}"
    handle = executor.textures.surface(texels)
    _, report = run(executor, text, handle, [[0, 0]], watch=Watch(undefined=True))
    assert {fault.reason for fault in report.faults} == {"uninitialised-read"}


@pytest.mark.parametrize(("text", "reason", "is_info"), [
    ("sust.b.2d.b32.trap [%t, {0, 0}], {%i};", "racecheck-waw", False),
    ("sust.b.2d.b32.trap [%t, {0, 0}], {%c2};", "racecheck-waw", True),
    ("sured.b.add.2d.u32.trap [%t, {0, 0}], %c2;", "", False),
    ("suld.b.2d.b32.trap {%o0}, [%t, {0, 0}];", "", False),
    (f"{STORE} suld.b.2d.b32.trap {{%o0}}, [%t, {{0, 0}}];", "noncoherent-read racecheck-raw", False),
    (f"{STORE} bar.sync 0; {STORE}", "", False),
    ("sust.p.2d.b32.trap [%t, {0, 0}], {%i};", "racecheck-waw", False),
])  # fmt: skip
def test_races_on_texels_are_found(executor, texels, text, reason, is_info):
    handle = executor.textures.surface(texels[0])
    words = [[4 * (lane % 8), lane // 8 % 4, 9] for lane in range(32)]
    _, report = run(executor, text, handle, words, watch=Watch(races=True))
    assert {fault.reason for fault in report.faults if fault.is_info == is_info} == set(reason.split())


def test_a_texture_read_races_with_a_store(executor, texels):
    handle = executor.textures.texture(texels[0])
    text = f"mov.u64 %d0, {texels[0].address}; setp.eq.u32 %p, %i, 0; @%p st.global.b32 [%d0], 5; {TEX}"
    _, report = run(executor, text, handle, np.zeros((32, 2)), watch=Watch(races=True))
    (race,) = (fault for fault in report.faults if "race: texture read of a texel at" in fault.message)
    assert race.reason == "racecheck-raw"


@pytest.mark.parametrize(
    "text",
    [f"{STORE} bar.sync 0; suld.b.2d.b32.trap {{%o0}}, [%t, {{0, 0}}];", f"{STORE} {LOAD}"],
    ids=["behind a barrier", "by the same thread"],
)
def test_a_read_of_what_the_launch_wrote_is_found(executor, texels, text):
    """Such a read need not see the write, race or no race (CUDA C++ Programming Guide, "Read/Write Coherency")."""
    handle = executor.textures.surface(texels[0])
    words = [[4 * (lane % 8), lane // 8, 9] for lane in range(32)]
    _, report = run(executor, text, handle, words, watch=Watch(races=True))
    (fault,) = report.faults
    assert fault.reason == "noncoherent-read"
    assert "surface read of size 4 at" in fault.message
    assert "not coherent within a launch" in fault.message
    _, later = run(executor, LOAD, handle, words, watch=Watch(races=True))
    assert later.faults == ()


def test_a_texture_read_of_a_thread_s_own_store_is_found(executor, texels):
    handle = executor.textures.texture(texels[0])
    text = f"mov.u64 %d0, {texels[0].address}; st.global.b32 [%d0], 5; {TEX}"
    _, report = run(executor, text, handle, np.zeros((1, 2)), watch=Watch(races=True))
    assert ["not coherent within a launch" in fault.message for fault in report.faults] == [True]


def test_texels_are_no_global_traffic(executor, texels):
    handle = executor.textures.texture(texels[0])
    watch = Watch(counts=True)
    _, with_texture = run(executor, TEX, handle, np.zeros((32, 2)), watch=watch)
    _, without = run(executor, "mov.b32 %o0, 1;", handle, np.zeros((32, 2)), watch=watch)
    assert with_texture.counts.by_class["texture"] == 1
    assert with_texture.counts.total.global_load_bytes == without.counts.total.global_load_bytes


def test_memory_of_an_object_is_near(opened):
    """With much memory only what arguments name is copied for a second pass: texels of a handle are named."""
    executor = opened(code_cache(), n_workers=1)
    executor.memory.allocate(1 << 25, "much")
    texels, memory = texels_of(executor, np.zeros((4, 8), np.uint32), "u32", "2d")
    handle = executor.textures.surface(texels)
    _, report = run(executor, STORE, handle, [[0, 0, 9]], watch=Watch(races=True, undefined=True))
    assert report.faults == ()
    assert memory.data.view(np.uint32)[0] == 9
    assert executor._far == {}


def test_results_do_not_depend_on_workers(workers):
    texels, memory = texels_of(workers, np.zeros((1, 1), np.uint32), "u32", "2d")
    handle = workers.textures.surface(texels)
    _, report = run(workers, "sured.b.add.2d.u32.trap [%t, {0, 0}], %c0;", handle, [[3]] * 64)
    assert report.faults == ()
    assert memory.data.view(np.uint32)[0] == 192


@pytest.mark.parametrize(("text", "why"), [
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
])  # fmt: skip
def test_what_is_not_there_is_refused_by_name(executor, text, why):
    with pytest.raises(PtxError, match=why) as refused:
        executor.load(module(text)).kernel("k")
    assert "19" in str(refused.value)


@pytest.mark.parametrize(("arguments", "why"), [
    ({"channels": 3}, "1, 2 or 4 channels"),
    ({"channel_type": "b8"}, "1, 2 or 4 channels"),
    ({"geometry": "4d"}, "a geometry is one of"),
    ({"width": 0}, "at least 1"),
    ({"geometry": "cube", "width": 4, "height": 3, "depth": 6}, "six square faces"),
    ({"address": 2}, "multiple of their 4 bytes"),
    ({"pitch_bytes": 8}, "a pitch of at least as many"),
])  # fmt: skip
def test_texels_that_cannot_be_are_refused(arguments, why):
    usual = {
        "address": 1 << 20, "channel_type": "f32", "channels": 1, "geometry": "2d", "width": 4, "height": 4,
    }  # fmt: skip
    with pytest.raises(DeviceError, match=why):
        Texels(**(usual | arguments))


@pytest.mark.parametrize(("kind", "how", "why"), [
    ("u32", Sampling(as_floats=True), "8 and 16 bits"),
    ("u8", Sampling(is_linear=True), "a linear filter"),
    ("f32", Sampling(("wrap",) * 2), "three modes"),
])  # fmt: skip
def test_modes_that_do_not_fit_are_refused(executor, kind, how, why):
    with pytest.raises(DeviceError, match=why):
        executor.textures.texture(Texels(1 << 20, kind, 1, "1d", 4), how)


def test_a_destroyed_object_cannot_be_destroyed(executor):
    handle = executor.textures.texture(Texels(1 << 20, "f32", 1, "1d", 4))
    executor.textures.destroy(handle)
    with pytest.raises(DeviceError, match="no texture or surface object"):
        executor.textures.destroy(handle)
