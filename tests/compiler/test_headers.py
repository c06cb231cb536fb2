import pytest

from harness.compiler.source.headers import find_headers
from harness.errors import DeviceError


def add(folder, version=None, *, target=False, cccl=None):
    folder.mkdir(parents=True, exist_ok=True)
    if version is not None:
        (folder / "cuda_runtime_api.h").write_text(f"/** */\n#define CUDART_VERSION  {version}\n")
    if target:
        (folder / "nv").mkdir()
        (folder / "nv" / "target").touch()
    if cccl:
        file = folder / cccl / "cuda/std/__cccl/version.h"
        file.parent.mkdir(parents=True)
        file.write_text("#define CCCL_VERSION 3000001\n")
    return folder


def test_cuda_13_wheels_share_a_folder(site):
    folder = add(site / "cu13/include", 13000, target=True, cccl="cccl")
    headers = find_headers((13, 0), None)
    assert headers.folders == (folder, folder / "cccl")
    assert "cudart 13000 cccl 3000001" in headers.identity


def test_cuda_12_wheels_have_a_folder_each(site):
    runtime = add(site / "cuda_runtime/include", 12090)
    cccl = add(site / "cuda_cccl/include", target=True, cccl=".")
    assert find_headers((12, 9), None).folders == (runtime, cccl)


def test_cuda_11_wheels_lie_where_those_of_cuda_12_do(site):
    runtime = add(site / "cuda_runtime/include", 11080)
    cccl = add(site / "cuda_cccl/include", target=True)
    assert find_headers((11, 8), None).folders == (runtime, cccl)


def test_the_compilers_own_headers_are_found_beside_the_others(site):
    runtime = add(site / "cuda_runtime/include", 12040)
    cccl = add(site / "cuda_cccl/include", target=True)
    compilers = add(site / "cuda_nvcc/include")
    assert find_headers((12, 4), None).folders == (runtime, cccl, compilers)


def test_the_version_of_an_older_library_of_headers_is_told(site):
    add(site / "cuda_runtime/include", 12040)
    cccl = add(site / "cuda_cccl/include", target=True)
    file = cccl / "cuda/std/detail/libcxx/include/__cccl/version.h"
    file.parent.mkdir(parents=True)
    file.write_text("#define CCCL_VERSION 2003002\n")
    headers = find_headers((12, 4), None)
    assert headers.identity.endswith("cudart 12040 cccl 2003002")
    assert headers.folders[1:] == (cccl,)


def test_a_wheel_that_was_packed_without_a_file_is_mended_by_the_next_ones(site):
    add(site / "cuda_runtime/include", 12010)
    add(site / "cuda_cccl/include")
    with pytest.raises(DeviceError, match=r"nv/target.*nvidia-cuda-cccl-cu12==12\.3\.101\.post1"):
        find_headers((12, 1), None)


def test_headers_of_another_major_version_are_not_taken(site):
    add(site / "cuda_runtime/include", 12090)
    add(site / "cuda_cccl/include", target=True)
    with pytest.raises(
        DeviceError,
        match=r"no CUDA 13 headers .*got only 12\.9 .*pip install 'cuda-toolkit\[nvrtc,cudart,cccl,nvcc\]==13\.0\.\*'",
    ):
        find_headers((13, 0), None)


def test_the_right_major_version_is_picked_among_several(site):
    add(site / "cuda_runtime/include", 12090, target=True)
    right = add(site / "cu13/include", 13000, target=True)
    add(site / "cu14/include", 14000, target=True)
    assert find_headers((13, 0), None).folders[0] == right


def test_the_same_minor_version_wins_over_the_order_of_search(site, tmp_path):
    add(site / "cu13/include", 13020, target=True)
    exact = add(tmp_path / "toolkit/include", 13000, target=True)
    assert find_headers((13, 0), tmp_path / "toolkit").folders[0] == exact
    assert find_headers((13, 2), tmp_path / "toolkit").folders[0] == site / "cu13/include"


def test_a_toolkit_serves_where_there_are_no_wheels(site, tmp_path):
    folder = add(tmp_path / "toolkit/include", 13000, target=True, cccl="cccl")
    assert find_headers((13, 0), tmp_path / "toolkit").folders == (folder, folder / "cccl")
    assert list(site.iterdir()) == []


def test_a_toolkit_lends_the_headers_of_a_missing_wheel(site, tmp_path):
    runtime = add(site / "cu13/include", 13000)
    lent = add(tmp_path / "toolkit/include", 13000, target=True, cccl="cccl")
    assert find_headers((13, 0), tmp_path / "toolkit").folders == (runtime, lent, lent / "cccl")


def test_nothing_at_all_names_the_wheels(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(DeviceError, match=r"cuda-toolkit\[.*==13\.0\.\*.*CUDA_HOME"):
        find_headers((13, 0), None)


def test_a_missing_second_wheel_is_named(site):
    add(site / "cu13/include", 13000)
    with pytest.raises(DeviceError, match=r"nv/target.*pip install 'cuda-toolkit\[.*==13\.0\.\*'"):
        find_headers((13, 0), None)
