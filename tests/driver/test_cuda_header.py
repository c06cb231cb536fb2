import ctypes
import sys

import pytest
from cuda.bindings import driver

from harness.driver import cuda_header as cuda_header_module
from harness.driver import served  # noqa: F401 - registers the functions
from harness.driver.call import SERVED
from harness.driver.cuda_header import TYPES, CudaHeader, cuda_header, error_texts
from harness.driver.device import state

HEADER = """
#define cuMemAlloc                          cuMemAlloc_v2
#define cuCtxCreate                         cuCtxCreate_v4
    #define cuLaunchKernel                      __CUDA_API_PTSZ(cuLaunchKernel)
CUresult CUDAAPI cuInit(unsigned int Flags);
CUresult CUDAAPI cuMemAlloc(CUdeviceptr *dptr, size_t bytesize);
CUresult CUDAAPI cuLaunchKernel(CUfunction f);
CUresult CUDAAPI cuCtxCreate(CUcontext *pctx);
"""


@pytest.mark.parametrize(("name", "version", "symbol"), [
    ("cuInit", 2000, "cuInit"), ("cuMemAlloc", 3020, "cuMemAlloc_v2"),
    ("cuLaunchKernel", 4000, "cuLaunchKernel"), ("cuCtxCreate", 3020, "cuCtxCreate_v2"),
    ("cuCtxCreate", 12040, "cuCtxCreate_v3"), ("cuCtxCreate", 13000, "cuCtxCreate_v4"),
    ("cuNothing", 13000, None),
])  # fmt: skip
def test_a_name_and_a_version_mean_a_symbol(name, version, symbol):
    assert CudaHeader(HEADER).resolve(name, version) == symbol


def test_the_header_of_the_newest_release_counts(tmp_path, monkeypatch):
    for folder, release in (("cu13", 13000), ("cuda_runtime", 12040), ("other", 0)):
        path = tmp_path / folder / "include" / "cuda.h"
        path.parent.mkdir(parents=True)
        path.write_text(f"#define CUDA_VERSION {release}\n" if release else "")
    monkeypatch.setattr(cuda_header_module, "nvidia_folders", lambda: (tmp_path,))
    assert cuda_header_module._newest.__wrapped__() == tmp_path / "cu13" / "include" / "cuda.h"


def test_forms_by_thread_are_symbols():
    assert {"cuLaunchKernel", "cuLaunchKernel_ptsz", "cuMemAlloc_v2"} <= set(CudaHeader(HEADER).symbols)


def test_every_served_function_is_one_of_the_api():
    names = set(cuda_header().symbols)
    # forms by thread are registered for all; the headers have them for some
    plain = {each for each in SERVED if not each.endswith(("_ptds", "_ptsz"))}
    assert plain - names == set()


def test_every_parameter_is_of_a_known_type():
    objects = {name for called in SERVED.values() for name in called.parameters if name not in TYPES}
    assert {name for name in objects if not isinstance(getattr(state, name, None), type)} == set()


def test_constants_and_errors_are_those_of_the_binding():
    enumerations = [kind for kind in vars(driver).values() if hasattr(kind, "__members__")]
    numbers = {name: int(member) for kind in enumerations for name, member in kind.__members__.items()}
    # The last member of some enumerations is their number of members, and another release has more.
    constants = {
        name: value
        for name, value in cuda_header().constants.items()
        if not name.endswith(("_MAX", "_NUM_OPTIONS"))
    }
    assert {name: constants[name] for name in numbers.keys() & constants.keys()} == {
        name: numbers[name] for name in numbers.keys() & constants.keys()
    }
    assert len(numbers.keys() & constants.keys()) > 900
    # The binding may be of a later release than the header, and have more.
    assert {(code, name) for code, (name, _) in error_texts().items()} <= {
        (int(error), error.name) for error in driver.CUresult
    }
    assert error_texts()[1] == ("CUDA_ERROR_INVALID_VALUE", "invalid argument")
    assert error_texts()[202] == ("CUDA_ERROR_CONTEXT_ALREADY_CURRENT", "context already current")


@pytest.fixture
def cudart(tmp_path, monkeypatch):
    """Where the only CUDA runtime would be, next to the header."""
    cuda_header()  # before another path stands for it
    header, library = tmp_path / "include" / "cuda.h", tmp_path / "lib" / "libcudart.so.13"
    header.parent.mkdir()
    library.parent.mkdir()
    header.touch()
    monkeypatch.setattr(cuda_header_module, "_newest", lambda: header)
    monkeypatch.setattr(cuda_header_module, "_DESCRIBE_S", 2.0)
    error_texts.cache_clear()
    yield library
    error_texts.cache_clear()


@pytest.mark.parametrize(("has_file", "replaced"), [
    (False, {}),
    (True, {}),
    (True, {"_DESCRIBE": ""}),
    (True, {"_DESCRIBE": "import os\nprint('one', flush=True)\nos.abort()"}),
    (True, {"_DESCRIBE": "import time\ntime.sleep(60)"}),
], ids=["none", "no library", "too few lines", "crash", "no end"])  # fmt: skip
def test_a_runtime_without_descriptions_leaves_the_names(has_file, replaced, cudart, monkeypatch):
    if has_file:
        cudart.write_bytes(b"no library")
    for name, value in replaced.items():
        monkeypatch.setattr(cuda_header_module, name, value)
    assert error_texts()[1] == ("CUDA_ERROR_INVALID_VALUE", "invalid value")
    assert error_texts().keys() == cuda_header().errors.keys()


def test_a_process_without_an_interpreter_has_no_descriptions(monkeypatch):
    monkeypatch.setattr(sys, "executable", "")
    assert cuda_header_module._descriptions([1]) == {}


def test_structures_have_the_layout_of_c():
    header = CudaHeader("""
typedef enum CUkind_enum { CU_KIND_ONE = 1 /* one */, CU_KIND_TWO } CUkind;
typedef struct CUinner_st
{
    CUkind kind;     /**< at 0 */
    const void *at;  /**< at 8 */
} CUinner_v1;
typedef CUinner_v1 CUinner;
typedef struct CUouter_st {
    unsigned short one[CU_KIND_TWO];
    CUfn fn;
    CUinner inner;
    union {
        struct {
            float x;
            float y;
        } pair;
        char bytes[32 - sizeof(CUinner)];
    } of;
} CUouter;
typedef void (CUDA_CB *CUfn)(void *data);
""")
    outer = header.structure("CUouter")
    assert (outer.fn.offset, outer.inner.offset, outer.of.offset, ctypes.sizeof(outer)) == (8, 16, 32, 48)
    assert [name for name, _ in header.structure("CUinner")._fields_] == ["kind", "at"]
    assert outer().of.pair.y == 0.0
