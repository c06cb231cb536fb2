"""What the checks see of texture and surface instructions: bad handles and places, races, unwritten texels, counts."""

import numpy as np
import pytest

from harness.ptx.launch.executor import Executor
from harness.ptx.launch.watch import Watch
from harness.ptx.textures import Sampling, Texels
from tests.ptx.code_cache import code_cache
from tests.ptx.lower.object_kernels import run, texels_of

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


@pytest.mark.parametrize(
    ("text", "words", "reason", "message"),
    [
        (LOAD, [32, 0], "oob-read", "read outside of a surface, at byte 32 of row 0"),
        (LOAD, [0, 4], "oob-read", "read outside of a surface, at byte 0 of row 4"),
        (LOAD, [-4 & 0xFFFFFFFF, 1], "oob-read", "at byte -4 of row 1"),
        (LOAD, [30, 0], "oob-read", "at byte 30 of row 0"),
        (STORE, [32, 3], "oob-write", "write outside of a surface, at byte 32 of row 3"),
        (LOAD, [2, 0], "misaligned-access", "misaligned surface access of size 4"),
        (STORE, [1, 0], "misaligned-access", "misaligned surface access of size 4"),
        ("sured.b.add.2d.u32.trap [%t, {%c0, %c1}], %c2;", [64, 0], "oob-write", "write outside of a surface"),
    ],
)  # fmt: skip
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


@pytest.mark.parametrize(
    ("text", "reason", "is_info"),
    [
        ("sust.b.2d.b32.trap [%t, {0, 0}], {%i};", "racecheck-waw", False),
        ("sust.b.2d.b32.trap [%t, {0, 0}], {%c2};", "racecheck-waw", True),
        ("sured.b.add.2d.u32.trap [%t, {0, 0}], %c2;", "", False),
        ("suld.b.2d.b32.trap {%o0}, [%t, {0, 0}];", "", False),
        (f"{STORE} suld.b.2d.b32.trap {{%o0}}, [%t, {{0, 0}}];", "noncoherent-read racecheck-raw", False),
        (f"{STORE} bar.sync 0; {STORE}", "", False),
        ("sust.p.2d.b32.trap [%t, {0, 0}], {%i};", "racecheck-waw", False),
    ],
)
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


def test_memory_of_an_object_is_near():
    """With much memory only what arguments name is copied for a second pass: texels of a handle are named."""
    executor = Executor(code_cache(), n_workers=1)
    executor.memory.allocate(1 << 25, "much")
    texels, memory = texels_of(executor, np.zeros((4, 8), np.uint32), "u32", "2d")
    handle = executor.textures.surface(texels)
    _, report = run(executor, STORE, handle, [[0, 0, 9]], watch=Watch(races=True, undefined=True))
    assert report.faults == ()
    assert memory.data.view(np.uint32)[0] == 9
    assert executor._far == {}
    executor.close()


def test_results_do_not_depend_on_workers(workers):
    texels, memory = texels_of(workers, np.zeros((1, 1), np.uint32), "u32", "2d")
    handle = workers.textures.surface(texels)
    _, report = run(workers, "sured.b.add.2d.u32.trap [%t, {0, 0}], %c0;", handle, [[3]] * 64)
    assert report.faults == ()
    assert memory.data.view(np.uint32)[0] == 192
