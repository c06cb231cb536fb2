"""Tensor maps that a program encodes by the driver: the copies by them, and what the driver refuses."""

from tests.driver.program_text import PRELUDE, run_text

_MAPS = """
U32, U64 = driver.cuuint32_t, driver.cuuint64_t
Kind, Swizzle = driver.CUtensorMapDataType, driver.CUtensorMapSwizzle
NONE = driver.CUtensorMapInterleave.CU_TENSOR_MAP_INTERLEAVE_NONE
L2 = driver.CUtensorMapL2promotion.CU_TENSOR_MAP_L2_PROMOTION_NONE
ZERO = driver.CUtensorMapFloatOOBfill.CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE
def encoded(address, sizes, strides, box, steps=None, kind=Kind.CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
            swizzle=Swizzle.CU_TENSOR_MAP_SWIZZLE_NONE, interleave=NONE):
    return driver.cuTensorMapEncodeTiled(
        kind, len(sizes), address, [U64(n) for n in sizes], [U64(n) for n in strides], [U32(n) for n in box],
        [U32(n) for n in steps or [1] * len(sizes)], interleave, swizzle, L2, ZERO)
"""
_COPY = '''
SOURCE = r"""
struct alignas(64) Map { unsigned char bytes[128]; };
extern "C" __global__ void k(const __grid_constant__ Map from, const __grid_constant__ Map to) {
  __shared__ alignas(1024) float tile[32 * 32];
  __shared__ alignas(8) unsigned long long barrier;
  unsigned bar = __cvta_generic_to_shared(&barrier), at = __cvta_generic_to_shared(tile);
  int x = 32 * blockIdx.x, y = 32 * blockIdx.y;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;\\nfence.proxy.async.shared::cta;" :: "r"(bar) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 4096;" :: "r"(bar) : "memory");
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
                 " [%0], [%1, {%2, %3}], [%4];" :: "r"(at), "l"(&from), "r"(x), "r"(y), "r"(bar) : "memory");
  }
  __syncthreads();
  asm volatile("{\\n.reg .pred p;\\nW: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\\n@!p bra W;\\n}"
               :: "r"(bar) : "memory");
  for (int i = threadIdx.x; i < 1024; i += 64)
    tile[i] += (i / 32 + y) * 100 + x + i % 32;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];\\n"
                 "cp.async.bulk.commit_group;\\ncp.async.bulk.wait_group 0;"
                 :: "l"(&to), "r"(x), "r"(y), "r"(at) : "memory");
}
"""
x = np.arange(50 * 68, dtype=np.float32).reshape(50, 68)
a, b = check(driver.cuMemAlloc(x.nbytes)), check(driver.cuMemAlloc(x.nbytes))
check(driver.cuMemcpyHtoD(a, x.ctypes.data, x.nbytes))
check(driver.cuMemsetD8(b, 0, x.nbytes))
maps = check(encoded(a, (60, 50), (272,), (32, 32))), check(encoded(a, (60, 50), (272,), (32, 32)))
check(driver.cuTensorMapReplaceAddress(maps[1], b))
function = function_of(compiled(SOURCE))
check((driver.cuLaunchKernel(function, 2, 2, 1, 64, 1, 1, 0, 0, (maps, (None, None)), 0)[0],))
y = np.zeros_like(x)
check(driver.cuMemcpyDtoH(y.ctypes.data, b, y.nbytes))
rows, columns = np.mgrid[:50, :68]
expected = np.where(columns < 60, x + rows * 100 + columns, 0)
print("right" if np.array_equal(y, expected) else y)
for each in (a, b): check(driver.cuMemFree(each))
'''
_REFUSED = """
a = check(driver.cuMemAlloc(1 << 16))
for given in (
    dict(strides=(100,)), dict(sizes=(0, 64)), dict(box=(257, 8)), dict(box=(6, 8)), dict(steps=(1, 9)),
    dict(swizzle=Swizzle.CU_TENSOR_MAP_SWIZZLE_32B), dict(address=int(a) + 8),
    dict(interleave=driver.CUtensorMapInterleave.CU_TENSOR_MAP_INTERLEAVE_16B), {},
):
    print(int(encoded(**(dict(address=a, sizes=(64, 64), strides=(256,), box=(16, 8)) | given))[0]))
check(driver.cuMemFree(a))
"""


def test_tiles_are_copied_by_encoded_maps(tmp_path):
    found = run_text(tmp_path, PRELUDE + _MAPS + _COPY)
    assert (found.stdout, found.returncode) == ("right\n", 0), found.stderr


def test_maps_beyond_the_limits_are_refused(tmp_path):
    found = run_text(tmp_path, PRELUDE + _MAPS + _REFUSED)
    assert found.stdout.split() == ["1"] * 7 + ["801", "0"], found.stderr
    for message in (
        "strides must be multiples of 16 bytes below 2^40 (got 100)",
        "a box has 1 to 256 elements along a dimension (got 257)",
        "a row of the box must fit in the 32 bytes of the swizzle (got 64 bytes)",
    ):
        assert message in found.stderr
