"""Tensor copies: tiles of every rank, swizzle and fill, both ways, held against a walk over the box in Python."""

import itertools
from dataclasses import dataclass, replace

import ml_dtypes
import numpy as np
import pytest

from harness.ptx.launch.watch import Watch
from harness.ptx.tensor_map import MapType, TensorMap

DTYPES = {
    MapType.UINT8: np.uint8, MapType.UINT16: np.uint16, MapType.INT32: np.int32, MapType.FLOAT32: np.float32,
    MapType.BFLOAT16: ml_dtypes.bfloat16, MapType.FLOAT16: np.float16, MapType.INT64: np.int64,
    MapType.UINT32: np.uint32, MapType.FLOAT64: np.float64, MapType.UINT64: np.uint64,
}  # fmt: skip
IMAGE_BYTES = 32768
HEADER = ".version 8.6\n.target sm_90a\n.address_size 64\n"
WATCHED = Watch(races=True, undefined=True)


@dataclass(frozen=True)
class Case:
    kind: MapType
    shape: tuple[int, ...]
    """Elements along each dimension, the contiguous one first."""
    box: tuple[int, ...]
    at: tuple[int, ...]
    swizzle: int = 0
    nan: bool = False
    steps: tuple[int, ...] = ()
    padding: int = 0
    """Bytes behind each row of dimension 0."""
    operation: str = ""

    @property
    def size(self):
        return self.kind.n_bytes

    def strides(self):
        stride = -(-(self.shape[0] * self.size + self.padding) // 16) * 16
        strides = []
        for extent in (*self.shape[1:], 1):
            strides.append(stride)
            stride *= extent
        return strides[: len(self.shape) - 1], strides[-1] if len(self.shape) > 1 else stride

    def n_bytes(self):
        strides, _ = self.strides()
        return strides[-1] * self.shape[-1] if strides else -(-self.shape[0] * self.size // 16) * 16

    def tensor_map(self, address):
        return TensorMap(
            self.kind, address, self.shape, self.strides()[0], self.box, self.steps, self.swizzle, self.nan
        )

    def counts(self):
        steps = (1, *self.steps[1:]) if self.steps else (1,) * len(self.box)
        return [-(-extent // step) for extent, step in zip(self.box, steps, strict=True)], steps

    def walk(self):
        """Yield the byte in the box and the byte in the tensor, or None, of each element."""
        counts, steps = self.counts()
        strides = [self.size, *self.strides()[0]]
        for number, index in enumerate(itertools.product(*(range(n) for n in reversed(counts)))):
            place = [a + j * s for a, j, s in zip(self.at, reversed(index), steps, strict=True)]
            inside = number * self.size
            inside ^= (inside >> 7) % max(self.swizzle // 16, 1) << 4
            is_there = all(0 <= c < extent for c, extent in zip(place, self.shape, strict=True))
            yield inside, sum(c * s for c, s in zip(place, strides, strict=True)) if is_there else None

    def box_bytes(self):
        return int(np.prod(self.counts()[0])) * self.size

    def loaded(self, data):
        image = np.full(IMAGE_BYTES, 0xEE, np.uint8)
        fill = np.zeros(self.size, np.uint8)
        if self.nan:
            fill[:] = 0xFF
            fill[-1] = 0x7F
        for inside, outside in self.walk():
            image[inside : inside + self.size] = (
                fill if outside is None else data[outside : outside + self.size]
            )
        return image


def load_ptx(case, parameter=True):
    coordinates = ", ".join(map(str, case.at))
    dim = f"{len(case.at)}d"
    mapped = ".param .align 64 .b8 map[128]" if parameter else ".param .u64 map"
    fetch = "mov.b64 %rd2, map;\ncvta.param.u64 %rd2, %rd2;" if parameter else "ld.param.u64 %rd2, [map];"
    return f"""{HEADER}
.shared .align 1024 .b8 image[{IMAGE_BYTES}];
.shared .align 8 .b64 bar;
.visible .entry k(.param .u64 out, {mapped})
{{
.reg .pred %p<4>; .reg .b32 %r<20>; .reg .b64 %rd<10>;
mov.u32 %r0, %tid.x;
ld.param.u64 %rd0, [out];
{fetch}
mov.u32 %r1, image;
mov.u32 %r2, bar;
setp.eq.u32 %p0, %r0, 0;
@%p0 mbarrier.init.shared::cta.b64 [%r2], 1;
mov.u32 %r3, %r0;
FILL: shl.b32 %r4, %r3, 2;
add.u32 %r4, %r4, %r1;
st.shared.b32 [%r4], 0xEEEEEEEE;
add.u32 %r3, %r3, 32;
setp.lt.u32 %p1, %r3, {IMAGE_BYTES // 4};
@%p1 bra FILL;
fence.proxy.async.shared::cta;
bar.sync 0;
@!%p0 bra WAIT;
mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], {case.box_bytes()};
cp.async.bulk.tensor.{dim}.shared::cta.global.tile.mbarrier::complete_tx::bytes [%r1], [%rd2, {{{coordinates}}}], [%r2];
WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r2], 0;
@!%p1 bra WAIT;
mov.u32 %r3, %r0;
COPY: shl.b32 %r4, %r3, 2;
add.u32 %r5, %r4, %r1;
ld.shared.b32 %r6, [%r5];
cvt.u64.u32 %rd3, %r4;
add.u64 %rd3, %rd3, %rd0;
st.global.b32 [%rd3], %r6;
add.u32 %r3, %r3, 32;
setp.lt.u32 %p1, %r3, {IMAGE_BYTES // 4};
@%p1 bra COPY;
ret;
}}
"""


def store_ptx(case):
    coordinates = ", ".join(map(str, case.at))
    dim = f"{len(case.at)}d"
    name = (
        f"cp.reduce.async.bulk.tensor.{dim}.global.shared::cta.{case.operation}"
        if case.operation
        else (f"cp.async.bulk.tensor.{dim}.global.shared::cta")
    )
    return f"""{HEADER}
.shared .align 1024 .b8 image[{IMAGE_BYTES}];
.visible .entry k(.param .u64 inp, .param .align 64 .b8 map[128])
{{
.reg .pred %p<4>; .reg .b32 %r<20>; .reg .b64 %rd<10>;
mov.u32 %r0, %tid.x;
ld.param.u64 %rd0, [inp];
mov.b64 %rd2, map;
cvta.param.u64 %rd2, %rd2;
prefetch.param.tensormap [%rd2];
mov.u32 %r1, image;
setp.eq.u32 %p0, %r0, 0;
mov.u32 %r3, %r0;
FILL: shl.b32 %r4, %r3, 2;
cvt.u64.u32 %rd3, %r4;
add.u64 %rd3, %rd3, %rd0;
ld.global.b32 %r6, [%rd3];
add.u32 %r5, %r4, %r1;
st.shared.b32 [%r5], %r6;
add.u32 %r3, %r3, 32;
setp.lt.u32 %p1, %r3, {IMAGE_BYTES // 4};
@%p1 bra FILL;
fence.proxy.async.shared::cta;
bar.sync 0;
@!%p0 bra END;
{name}.tile.bulk_group [%rd2, {{{coordinates}}}], [%r1];
cp.async.bulk.commit_group;
cp.async.bulk.wait_group 0;
END: ret;
}}
"""


def tensor_data(case):
    rng = np.random.default_rng(1)
    dtype = DTYPES[case.kind]
    return np.frombuffer(
        rng.integers(0, 100, case.n_bytes() // case.size).astype(dtype).tobytes(), np.uint8
    ).copy()


def clear(executor):
    executor.memory.clear()


def place(executor, data, label, defined=True):
    buffer = executor.memory.allocate(data.nbytes, label)
    buffer.data[:] = data
    if defined:
        buffer.define()
    return buffer


def load(executor, case, **options):
    clear(executor)
    data = tensor_data(case)
    tensor = place(executor, data, "tensor")
    out = place(executor, np.zeros(IMAGE_BYTES, np.uint8), "out")
    tensor_map = case.tensor_map(tensor.address)
    assert list(tensor_map.problems()) == []
    report = executor.launch(
        executor.load(load_ptx(case)),
        "k",
        (1, 1, 1),
        (32, 1, 1),
        [np.uint64(out.address), tensor_map.encode()],
        **options,
    )
    return out.data.copy(), case.loaded(data), report


U8, U16, F32, F16 = MapType.UINT8, MapType.UINT16, MapType.FLOAT32, MapType.FLOAT16
BF16, I64 = MapType.BFLOAT16, MapType.INT64
CASES = {
    "1d": Case(F32, (100,), (64,), (8,)),
    "1d beyond the end": Case(F32, (100,), (64,), (72,)),
    "1d before the start": Case(F32, (100,), (64,), (-8,)),
    "1d outside": Case(F32, (100,), (64,), (-64,)),
    "2d": Case(F32, (40, 20), (16, 8), (4, 3)),
    "2d of bytes": Case(U8, (100, 20), (32, 8), (48, 3)),
    "2d of halves, beyond both ends": Case(F16, (35, 20), (16, 8), (24, 15)),
    "2d before both starts": Case(BF16, (35, 20), (16, 8), (-8, -5)),
    "2d of NaNs outside": Case(F16, (35, 20), (16, 8), (24, 15), nan=True),
    "2d of NaNs of 32 bits": Case(F32, (35, 20), (16, 8), (-4, -2), nan=True),
    "2d, swizzle of 32": Case(F32, (40, 20), (8, 16), (4, 3), 32),
    "2d, swizzle of 64": Case(F16, (64, 20), (32, 16), (8, 3), 64),
    "2d, swizzle of 128": Case(BF16, (128, 70), (64, 64), (16, 20), 128),
    "2d, swizzle of 128 with padding": Case(U8, (200, 40), (128, 24), (112, 20), 128, padding=64),
    "3d": Case(I64, (10, 6, 5), (4, 3, 2), (8, 4, 4)),
    "3d in steps": Case(F32, (30, 12, 9), (8, 6, 5), (4, 1, 2), steps=(1, 2, 3)),
    "3d in steps, beyond the end": Case(F32, (30, 12, 9), (8, 8, 8), (4, 5, -2), steps=(1, 4, 5)),
    "4d": Case(U16, (20, 4, 3, 5), (8, 2, 2, 3), (8, 1, 2, 3)),
    "5d": Case(F32, (12, 4, 3, 2, 3), (4, 3, 2, 2, 2), (8, 2, 1, 1, 2)),
    "5d, swizzle of 64": Case(F32, (40, 4, 3, 2, 3), (16, 3, 2, 2, 2), (28, 2, 1, -1, 2), 64),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_boxes_are_loaded(executor, name):
    found, expected, report = load(executor, CASES[name])
    assert report.faults == ()
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("name", ["2d", "2d of halves, beyond both ends", "2d, swizzle of 128", "5d"])
def test_loads_have_no_findings(executor, name):
    found, expected, report = load(executor, CASES[name], watch=WATCHED)
    assert report.faults == ()
    np.testing.assert_array_equal(found, expected)


def store(executor, case, **options):
    """Store a box; return what is there afterwards, what should be, and the report."""
    clear(executor)
    data = tensor_data(case)
    image = np.frombuffer(
        np.random.default_rng(2)
        .integers(0, 100, IMAGE_BYTES // case.size)
        .astype(DTYPES[case.kind])
        .tobytes(),
        np.uint8,
    )
    tensor, inp = place(executor, data, "tensor"), place(executor, image, "inp")
    expected = data.copy()
    combine = OPERATIONS[case.operation]
    for inside, outside in case.walk():
        if outside is not None:
            old, new = (
                part.view(DTYPES[case.kind])
                for part in (expected[outside : outside + case.size], image[inside : inside + case.size])
            )
            old[:] = combine(old, new)
    args = [np.uint64(inp.address), case.tensor_map(tensor.address).encode()]
    report = executor.launch(executor.load(store_ptx(case)), "k", (1, 1, 1), (32, 1, 1), args, **options)
    return tensor.data.copy(), expected, report


OPERATIONS = {
    "": lambda old, new: new, "add": np.add, "min": np.minimum, "max": np.maximum, "and": np.bitwise_and,
    "or": np.bitwise_or, "xor": np.bitwise_xor, "inc": lambda old, new: np.where(old >= new, 0, old + 1),
    "dec": lambda old, new: np.where((old == 0) | (old > new), new, old - 1),
}  # fmt: skip
REDUCED = [
    *((kind, "add") for kind in (MapType.UINT32, MapType.INT32, MapType.UINT64, F16, BF16, F32, MapType.FLOAT64)),
    *((kind, name) for kind in (MapType.INT32, I64) for name in ("min", "max", "and", "or", "xor")),
    (MapType.UINT32, "inc"), (MapType.UINT32, "dec"),
]  # fmt: skip


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if min(case.at) >= 0])
def test_boxes_are_stored(executor, name):
    found, expected, report = store(executor, CASES[name])
    assert report.faults == ()
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(("kind", "operation"), REDUCED)
def test_boxes_are_combined(executor, kind, operation):
    case = Case(kind, (40, 20), (64 // kind.n_bytes, 8), (32, 15), 64, operation=operation)
    found, expected, report = store(executor, case, watch=WATCHED)
    assert report.faults == ()
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("name", ["2d", "2d of halves, beyond both ends", "2d, swizzle of 128", "5d"])
def test_stores_have_no_findings(executor, name):
    found, expected, report = store(executor, CASES[name], watch=WATCHED)
    assert report.faults == ()
    np.testing.assert_array_equal(found, expected)


def launched(executor, ptx, encoded, data=None, **options):
    clear(executor)
    tensor = place(executor, np.zeros(4096, np.uint8) if data is None else data, "tensor")
    out = place(executor, np.zeros(IMAGE_BYTES, np.uint8), "out")
    args = [np.uint64(out.address), encoded(tensor.address)]
    return executor.launch(executor.load(ptx), "k", (1, 1, 1), (32, 1, 1), args, **options), tensor


SMALL = Case(F32, (32, 32), (16, 8), (4, 3))
WRONG_MAPS = {
    "not encoded": (bytes(128), "of another number of dimensions"),
    "another rank": (replace(SMALL, shape=(32,), box=(16,), at=(0,)), "of another number of dimensions"),
    "narrow": (replace(SMALL, swizzle=128), "shorter than the swizzle"),
    "wide": (replace(SMALL, swizzle=32), "longer than the swizzle"),
    "uneven": (replace(SMALL, box=(15, 8)), "not a multiple of 16 bytes"),
}


@pytest.mark.parametrize("name", WRONG_MAPS)
def test_maps_that_cannot_be_read_are_reported(opened, name):
    executor = opened(n_workers=1, step_budget=1 << 17)
    wrong, message = WRONG_MAPS[name]
    encoded = (lambda _: wrong) if isinstance(wrong, bytes) else (lambda a: wrong.tensor_map(a).encode())
    report, _ = launched(executor, load_ptx(SMALL), encoded)
    (fault,) = [fault for fault in report.faults if fault.reason == "invalid-tensor-map"]
    assert message in fault.message


@pytest.mark.parametrize(("shape", "at"), [((32, 33), (4, 30)), ((64, 32), (0, 20))])
def test_maps_larger_than_their_allocation_are_found_by_the_copy(opened, shape, at):
    executor = opened(n_workers=1, step_budget=1 << 17)
    case = replace(SMALL, shape=shape, at=at)
    report, _ = launched(executor, load_ptx(case), lambda a: case.tensor_map(a).encode())
    (fault,) = [fault for fault in report.faults if fault.reason == "oob-read"]
    assert "the map's address, sizes or strides are wrong" in fault.message
    report, _ = launched(executor, store_ptx(case), lambda a: case.tensor_map(a).encode())
    (fault,) = [fault for fault in report.faults if fault.reason == "oob-write"]


def test_box_at_an_uneven_place_in_shared_memory_is_reported(opened):
    executor = opened(n_workers=1, step_budget=1 << 17)
    ptx = load_ptx(SMALL).replace("mov.u32 %r1, image;", "mov.u32 %r1, image; add.u32 %r1, %r1, 64;")
    report, _ = launched(
        executor, ptx.replace(f"image[{IMAGE_BYTES}", f"image[{IMAGE_BYTES + 128}"),
        lambda a: SMALL.tensor_map(a).encode(),
    )  # fmt: skip
    assert (
        "multiple of 128 bytes" in next(f for f in report.faults if f.reason == "misaligned-access").message
    )


REPLACEMENTS = """
mov.b32 %r7, 1;
tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%rd4], %rd3;
tensormap.replace.tile.rank.shared::cta.b1024.b32 [%rd4], 1;
tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%rd4], 0, 40;
tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%rd4], 1, 20;
tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%rd4], 0, 0x1230000000a0;
tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%rd4], 0, 160;
tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%rd4], 0, 16;
tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%rd4], 1, 8;
tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%rd4], 0, %r7;
tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%rd4], 1, 2;
tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%rd4], 1, %r7;
tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%rd4], 7;
tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [%rd4], 0;
tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%rd4], 2;
tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [%rd4], 1;
"""
MADE = """
mov.u64 %rd5, made;
cvta.global.u64 %rd5, %rd5;
mov.u32 %r8, map_image;
cvt.u64.u32 %rd4, %r8;
ld.global.u64 %rd3, [%rd2];
shl.b32 %r4, %r0, 2;
add.u32 %r5, %r8, %r4;
st.shared.b32 [%r5], 0;
bar.warp.sync -1;
@!%p0 bra MADE;
"""


def made_ptx(case):
    """Load by a map that the kernel makes in shared memory and copies to global memory."""
    variables = ".global .align 128 .b8 made[128];\n.shared .align 128 .b8 map_image[128];\n"
    body = (
        MADE
        + REPLACEMENTS
        + """
MADE: bar.warp.sync -1;
tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%rd5], [%rd4], 128;
fence.proxy.tensormap::generic.acquire.gpu [%rd5], 128;
mov.u64 %rd2, %rd5;
"""
    )
    ptx = load_ptx(case, parameter=False).replace(".shared .align 8", f"{variables}.shared .align 8")
    return ptx.replace("@!%p0 bra WAIT;", f"{body}@!%p0 bra WAIT;")


def multicast_ptx(case):
    ptx = load_ptx(case, parameter=False).replace("shared::cta.global.tile", "shared::cluster.global.tile")
    ptx = ptx.replace("complete_tx::bytes [", "complete_tx::bytes.multicast::cluster [")
    ptx = ptx.replace("}], [%r2];", "}], [%r2], %h0;").replace(".reg .pred", ".reg .b16 %h<2>; .reg .pred")
    coordinates = ", ".join(map(str, case.at))
    prefetch = f"cp.async.bulk.prefetch.tensor.{len(case.at)}d.L2.global.tile [%rd2, {{{coordinates}}}];"
    return ptx.replace("mov.u32 %r2, bar;", f"mov.u32 %r2, bar;\nmov.b16 %h0, 1;\n{prefetch}")


def texts():
    """Return the modules that the tests run."""
    stores = [store_ptx(replace(SMALL, operation=name)) for name in OPERATIONS]
    return [*map(load_ptx, CASES.values()), *stores, made_ptx(SMALL), multicast_ptx(SMALL)]


def load_by_pointer(executor, case, ptx, pointed):
    clear(executor)
    data = tensor_data(case)
    tensor = place(executor, data, "tensor")
    pointer = place(executor, np.frombuffer(pointed(tensor.address), np.uint8), "pointer")
    out = place(executor, np.zeros(IMAGE_BYTES, np.uint8), "out")
    args = [np.uint64(out.address), np.uint64(pointer.address)]
    report = executor.launch(executor.load(ptx), "k", (1, 1, 1), (32, 1, 1), args, watch=WATCHED)
    assert report.faults == ()
    np.testing.assert_array_equal(out.data, case.loaded(data))


def test_maps_made_in_the_kernel(executor):
    case = Case(F32, (40, 20), (16, 8), (28, 17), 64, nan=True)
    load_by_pointer(executor, case, made_ptx(case), lambda address: np.uint64(address).tobytes())


def test_maps_in_global_memory_and_multicast(executor):
    load_by_pointer(executor, SMALL, multicast_ptx(SMALL), lambda a: SMALL.tensor_map(a).encode())


@pytest.mark.parametrize(("case", "message"), [
    (Case(F32, (), (), ()), "1 to 5 dimensions (got 0)"),
    (replace(SMALL, box=(16,)), "2 numbers are needed (got 1)"),
    (replace(SMALL, box=(16, 257)), "1 to 256 elements along a dimension (got 257)"),
    (replace(SMALL, box=(6, 8)), "multiple of 16 bytes (got 24)"),
    (replace(SMALL, swizzle=32), "fit in the 32 bytes of the swizzle (got 64 bytes)"),
    (replace(SMALL, swizzle=48), "0, 32, 64 or 128 bytes (got 48)"),
    (replace(SMALL, steps=(1, 9)), "1 to 8 (got 9)"),
    (replace(SMALL, shape=(32, 0)), "1 to 2^32 (got 0)"),
    (replace(SMALL, kind=MapType.INT32, nan=True), "only numbers in floating point"),
])  # fmt: skip
def test_maps_that_the_driver_refuses(case, message):
    strides = [128] * (len(case.shape) - 1)
    tensor_map = TensorMap(
        case.kind, 1 << 20, case.shape, strides, case.box, case.steps, case.swizzle, case.nan
    )
    assert any(message in problem for problem in tensor_map.problems())


@pytest.mark.parametrize(("address", "stride", "message"), [
    (8, 128, "address must be a multiple of 16 (got 0x8)"),
    (16, 120, "multiples of 16 bytes below 2^40 (got 120)"),
    (16, 1 << 40, "below 2^40 (got 1099511627776)"),
])  # fmt: skip
def test_places_that_the_driver_refuses(address, stride, message):
    (problem,) = TensorMap(F32, address, (32, 32), (stride,), (16, 8)).problems()
    assert message in problem


@pytest.mark.parametrize(("run", "case", "message"), [
    (load, Case(F32, (100,), (64,), (70,)), "innermost coordinate is not a multiple of 16 bytes"),
    (load, Case(F16, (64, 20), (32, 16), (-4, 3), 64), "innermost coordinate is not a multiple of 16 bytes"),
    (store, Case(I64, (10, 6, 5), (4, 3, 2), (7, 4, 4)), "innermost coordinate is not a multiple of 16 bytes"),
    (store, Case(F32, (100,), (64,), (-64,)), "stored at a negative coordinate"),
    (store, Case(F32, (40, 20), (16, 8), (4, -1)), "stored at a negative coordinate"),
    (store, Case(I64, (40, 20), (8, 8), (32, 15), 64, operation="add"), "that the reduction is not defined for"),
])  # fmt: skip
def test_copies_that_an_h200_calls_illegal_instructions(executor, run, case, message):
    fault = run(executor, case)[2].faults[0]
    assert (fault.reason, message in fault.message) == ("invalid-tensor-map", True)


WAIT = "WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r2], 0;\n@!%p1 bra WAIT;\n"
AGAIN = """
bar.sync 0;
@!%p0 bra COPIED;
mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], 512;
cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes [%r1], [%rd2, {4, 3}], [%r2];
COPIED: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r2], 1;
@!%p1 bra COPIED;
ret;
"""
SPOILT = "cp.async.bulk.commit_group;\nst.shared.b32 [%r1+64], 7;\ncp.async.bulk.wait_group.read 0;"
FAULTY_LOADS = {
    "read without a wait": ((WAIT, "WAIT:\n"), "racecheck-raw", "has not waited for its asynchronous copy"),
    # the first test ends the first phase, and the second phase never ends
    "wait for the wrong phase": (("[%r2], 0;", "[%r2], 1;"), "hang", "0 of the 0 bytes that it expects"),
    "wait of one thread alone": (("bra WAIT;", "bra OVER;"), "racecheck-raw", "nothing waits for the asynchronous"),
    "overwritten before all have read": (("ret;", AGAIN.replace("bar.sync 0;", "")), "racecheck-war", "read by"),
    "more bytes than expected": (("[%r2], 512;", "[%r2], 496;"), "invalid-barrier",
        "whose phase expects 496: it cannot end"),
    "a box is not expected at all": (
        ("arrive.expect_tx.shared::cta.b64 _, [%r2], 512", "arrive.shared::cta.b64 _, [%r2], 1"),
        "racecheck-raw", "has not waited for its asynchronous copy"),
    "fewer bytes than expected": (("[%r2], 512;", "[%r2], 1024;"), "hang",
        "0 of its 1 arrivals are pending, and 512 of the 1024 bytes that it expects have arrived"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTY_LOADS)
def test_faulty_loads(opened, name):
    (old, new), reason, message = FAULTY_LOADS[name]
    ptx = load_ptx(SMALL)
    assert old in ptx
    ptx = ptx.replace(old, new, 1).replace("mov.u32 %r3, %r0;\nCOPY", "OVER: mov.u32 %r3, %r0;\nCOPY")
    executor = opened(n_workers=1, step_budget=1 << 16)
    report, _ = launched(executor, ptx, lambda a: SMALL.tensor_map(a).encode(), watch=WATCHED)
    assert reason in {fault.reason for fault in report.faults if message in fault.message}, report.faults


def test_box_loaded_again_after_all_have_read(executor):
    ptx = load_ptx(SMALL).replace("ret;", AGAIN)
    report, _ = launched(executor, ptx, lambda a: SMALL.tensor_map(a).encode(), watch=WATCHED)
    assert report.faults == ()


@pytest.mark.parametrize("new", [
    SPOILT,
    "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 1;\nst.shared.b32 [%r1+64], 7;",
])  # fmt: skip
def test_box_that_changes_while_it_is_stored(executor, new):
    old = "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;"
    ptx = store_ptx(SMALL)
    assert old in ptx
    for text, reasons in ((new, {"racecheck-war"}), (f"{old}\nst.shared.b32 [%r1+64], 7;", set())):
        report, _ = launched(
            executor, ptx.replace(old, text), lambda a: SMALL.tensor_map(a).encode(), watch=WATCHED
        )
        assert {fault.reason for fault in report.faults} == reasons


def test_two_boxes_stored_at_one_place(executor):
    ptx = store_ptx(SMALL).replace("@!%p0 bra END;", "setp.gt.u32 %p0, %r0, 1;\n@%p0 bra END;")
    report, _ = launched(executor, ptx, lambda a: SMALL.tensor_map(a).encode(), watch=WATCHED)
    assert {fault.reason for fault in report.faults} == {"racecheck-waw"}


FENCE = "fence.proxy.async.shared::cta;\n"
UNFENCED = {
    "no fence": (FENCE, ""),
    "a fence before the stores": (
        FENCE,
        FENCE + "shl.b32 %r4, %r0, 2; add.u32 %r5, %r4, %r1; st.shared.b32 [%r5], %r0;\n",
    ),
    "a fence of one thread, before the barrier": (FENCE, "@%p0 " + FENCE),
    "a fence of another proxy": (FENCE, "fence.proxy.async.global;\n"),
}
FENCED = {
    "a fence of each writer": (FENCE, FENCE),
    "a fence behind the barrier": (FENCE + "bar.sync 0;", "bar.sync 0;\n" + FENCE),
    "a fence of the thread that copies": (FENCE + "bar.sync 0;", "bar.sync 0;\n@%p0 " + FENCE),
    "the fence of both proxies": (FENCE, "fence.proxy.async;\n"),
}


def stored_with(executor, old, new):
    ptx = store_ptx(SMALL)
    assert old in ptx
    report, _ = launched(
        executor, ptx.replace(old, new), lambda a: SMALL.tensor_map(a).encode(), watch=WATCHED
    )
    return {fault.reason for fault in report.faults}


@pytest.mark.parametrize("name", UNFENCED)
def test_stores_that_no_fence_shows_to_the_copy(executor, name):
    assert stored_with(executor, *UNFENCED[name]) == {"missing-proxy-fence"}


@pytest.mark.parametrize("name", FENCED)
def test_stores_that_a_fence_shows_to_the_copy(executor, name):
    assert stored_with(executor, *FENCED[name]) == set()
