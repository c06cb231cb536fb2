"""Texture and surface instructions and objects that are refused.

What the others give is compared with an H200: `tests.agreement.test_gpu_textures`.
"""

import pytest

from harness.errors import DeviceError, PtxError
from harness.ptx.textures import Sampling, Texels
from tests.ptx.lower.object_kernels import module


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
