import pytest

from harness.driver.call import SERVED, Code
from harness.driver.error_texts import ERROR_TEXTS
from harness.driver.served import load_all
from harness.driver.symbols import find_symbols, read_symbols

HEADER = """
#define cuMemAlloc                          cuMemAlloc_v2
#define cuCtxCreate                         cuCtxCreate_v4
    #define cuLaunchKernel                      __CUDA_API_PTSZ(cuLaunchKernel)
CUresult CUDAAPI cuInit(unsigned int Flags);
CUresult CUDAAPI cuMemAlloc(CUdeviceptr *dptr, size_t bytesize);
CUresult CUDAAPI cuLaunchKernel(CUfunction f);
CUresult CUDAAPI cuCtxCreate(CUcontext *pctx);
"""


@pytest.mark.parametrize(
    ("name", "version", "symbol"),
    [
        ("cuInit", 2000, "cuInit"),
        ("cuMemAlloc", 3020, "cuMemAlloc_v2"),
        ("cuLaunchKernel", 4000, "cuLaunchKernel"),
        ("cuCtxCreate", 3020, "cuCtxCreate_v2"),
        ("cuCtxCreate", 12040, "cuCtxCreate_v3"),
        ("cuCtxCreate", 13000, "cuCtxCreate_v4"),
        ("cuNothing", 13000, None),
    ],
)
def test_a_name_and_a_version_mean_a_symbol(name, version, symbol):
    assert read_symbols(HEADER).resolve(name, version) == symbol


def test_forms_by_thread_are_symbols():
    assert {"cuLaunchKernel", "cuLaunchKernel_ptsz", "cuMemAlloc_v2"} <= set(read_symbols(HEADER).names)


def test_every_served_function_is_one_of_the_api():
    load_all()
    names = set(find_symbols().names)
    # forms by thread are registered for all; the headers have them for some
    plain = {each for each in SERVED if not each.endswith(("_ptds", "_ptsz"))}
    assert plain - names == set()


def test_every_error_has_a_name_and_a_text():
    assert set(Code) <= set(ERROR_TEXTS)
    assert [name for name, text in ERROR_TEXTS.values() if not text] == []
