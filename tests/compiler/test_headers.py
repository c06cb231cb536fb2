# ruff: noqa: E501 - the table reads best with one row a line
import pytest

from harness.compiler.wheels import find_headers
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


@pytest.mark.parametrize(
    ("release", "version", "cccl", "more"),
    [((12, 9), 12090, ".", ()), ((11, 8), 11080, None, ()), ((12, 4), 12040, None, ("cuda_nvcc/include",))],
)
def test_wheels_up_to_cuda_12_have_a_folder_each(site, release, version, cccl, more):
    folders = [add(site / "cuda_runtime/include", version)]
    folders.append(add(site / "cuda_cccl/include", target=True, cccl=cccl))
    folders += (add(site / name) for name in more)
    assert find_headers(release, None).folders == tuple(folders)


def test_the_version_of_an_older_library_of_headers_is_told(site):
    add(site / "cuda_runtime/include", 12040)
    cccl = add(site / "cuda_cccl/include", target=True)
    file = cccl / "cuda/std/detail/libcxx/include/__cccl/version.h"
    file.parent.mkdir(parents=True)
    file.write_text("#define CCCL_VERSION 2003002\n")
    headers = find_headers((12, 4), None)
    assert headers.identity.endswith("cudart 12040 cccl 2003002")
    assert headers.folders[1:] == (cccl,)


WHOLE = {"target": True, "cccl": "cccl"}


@pytest.mark.parametrize(
    ("there", "release", "folders"),
    [
        # the right major version
        ({"site/nvidia/cu13": (13000, {"target": True}), "site/nvidia/cu14": (14000, {"target": True})}, (13, 0), [("site/nvidia/cu13", "")]),
        # the same minor version before the order of the search
        ({"site/nvidia/cu13": (13020, {"target": True}), "toolkit": (13000, {"target": True})}, (13, 0), [("toolkit", "")]),
        ({"site/nvidia/cu13": (13020, {"target": True}), "toolkit": (13000, {"target": True})}, (13, 2), [("site/nvidia/cu13", "")]),
        # a toolkit where there are no wheels, and the headers of a missing wheel
        ({"toolkit": (13000, WHOLE)}, (13, 0), [("toolkit", ""), ("toolkit", "cccl")]),
        ({"site/nvidia/cu13": (13000, {}), "toolkit": (13000, WHOLE)}, (13, 0), [("site/nvidia/cu13", ""), ("toolkit", ""), ("toolkit", "cccl")]),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("site")
def test_the_folders_of_one_release_are_found(tmp_path, there, release, folders):
    for name, (version, parts) in there.items():
        add(tmp_path / name / "include", version, **parts)
    found = find_headers(release, tmp_path / "toolkit")
    assert found.folders == tuple(tmp_path / name / "include" / below for name, below in folders)


def test_headers_of_another_major_version_are_not_taken(site):
    add(site / "cuda_runtime/include", 12090)
    add(site / "cuda_cccl/include", target=True)
    with pytest.raises(
        DeviceError,
        match=r"no CUDA 13 headers .*got only 12\.9 .*pip install 'cuda-toolkit\[nvrtc,cudart,cccl,nvcc\]==13\.0\.\*'",
    ):
        find_headers((13, 0), None)


def test_nothing_at_all_names_the_wheels(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(DeviceError, match=r"cuda-toolkit\[.*==13\.0\.\*.*CUDA_HOME"):
        find_headers((13, 0), None)


@pytest.mark.parametrize(
    ("folder", "version", "command"),
    [
        ("cu13/include", 13000, r"pip install 'cuda-toolkit\[.*==13\.0\.\*'"),
        # packed without a file that the next release's wheel has
        ("cuda_runtime/include", 12010, r"nvidia-cuda-cccl-cu12==12\.3\.101\.post1"),
    ],
)
def test_a_missing_second_wheel_is_named(site, folder, version, command):
    add(site / folder, version)
    with pytest.raises(DeviceError, match=rf"nv/target.*{command}"):
        find_headers((version // 1000, version // 10 % 100), None)
