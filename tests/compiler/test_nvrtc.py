import pytest
from cuda.bindings import nvrtc

from harness.compiler import CompileRequest, compile, open_compiler  # noqa: A004 - its name
from harness.compiler.backend import nvrtc as nvrtc_module
from harness.compiler.backend.nvrtc import Nvrtc, nvrtc_version
from harness.compiler.backend.nvrtc_library import NvrtcLibrary
from harness.compiler.compilation import resources_of
from harness.compiler.source.translation import RefusedError
from harness.errors import CompileError, DeviceError
from harness.settings.settings import Settings
from harness.store.disk_cache import DiskCache


def test_the_version_is_the_librarys_own_with_patch_level():
    _, major, minor = nvrtc.nvrtcVersion()
    assert nvrtc_version().startswith(f"{major}.{minor}.")
    assert Nvrtc().identity == f"nvrtc {nvrtc_version()}"
    assert Nvrtc().cuda == f"{major}.{minor}"


def test_the_version_is_kept_between_processes_while_the_file_is_the_same(tmp_path, monkeypatch):
    cache = DiskCache(tmp_path)
    compiled = []
    real = NvrtcLibrary.compile
    monkeypatch.setattr(
        NvrtcLibrary, "compile", lambda *given, **how: (compiled.append(1), real(*given, **how))[1]
    )

    def as_a_new_process():
        nvrtc_module._read_version.cache_clear()
        return nvrtc_version(cache=cache)

    assert as_a_new_process() == as_a_new_process() == Nvrtc(cache=cache).identity.removeprefix("nvrtc ")
    assert len(compiled) == 1
    of_file = nvrtc_module._version_key
    monkeypatch.setattr(nvrtc_module, "_version_key", lambda library: of_file(library)[::-1])  # another file
    as_a_new_process()
    assert len(compiled) == 2


def test_cached_code_needs_no_library(tmp_path, monkeypatch):
    path = tmp_path / "k.cu"
    path.write_text('extern "C" __global__ void k() {}\n')
    request, cache = CompileRequest(path, "sm_90"), DiskCache(tmp_path / "cache")
    code = compile(request, compiler=Nvrtc(cache=cache), cache=cache).code

    def refuse(*_file):
        raise DeviceError("loaded")

    monkeypatch.setattr(nvrtc_module, "load", refuse)
    assert compile(request, compiler=Nvrtc(cache=cache), cache=cache).code == code
    with pytest.raises(DeviceError, match="loaded"):
        Nvrtc()


def test_one_byte_strings_are_left_alone(tmp_path):
    # NVRTC writes into the buffer it is given; an empty log is one byte long, and Python shares such strings.
    path = tmp_path / "k.cu"
    path.write_text('extern "C" __global__ void k() {}\n')
    compile(CompileRequest(path, "sm_90"), compiler=Nvrtc())
    assert bytes([32]) == b" "
    assert bytes([0]) == b"\0"


@pytest.mark.parametrize(("defines", "limit"), [((), 10), ((("_CCCL_META_UNROLL_LIMIT", "3"),), 3)])
def test_type_lists_of_cccl_are_as_long_as_with_nvcc_unless_the_user_says_so(tmp_path, defines, limit):
    path = tmp_path / "k.cu"
    path.write_text(f"__global__ void k() {{ static_assert(_CCCL_META_UNROLL_LIMIT == {limit}); }}\n")
    compile(CompileRequest(path, "sm_90", defines=defines), compiler=Nvrtc())


def test_a_library_that_refuses_everything_is_no_compiler(monkeypatch):
    def refuse(*_args, **_named):
        raise RefusedError("no builtins")

    monkeypatch.setattr(NvrtcLibrary, "compile", refuse)
    nvrtc_module._read_version.cache_clear()
    with pytest.raises(DeviceError, match=r"empty kernel; pip install 'cuda-toolkit.*got: no builtins"):
        Nvrtc()


def test_a_release_that_is_not_installed_names_what_is_and_the_command():
    have = Nvrtc().cuda
    with pytest.raises(
        DeviceError,
        match=rf"CUDA 10\.9 is not installed \(got: .*{have}.*\); pip install 'cuda-toolkit.*==10\.9",
    ):
        Nvrtc(cuda="10.9")


@pytest.mark.parametrize(("cuda", "is_off"), [((12, 8), False), ((12, 9), True), ((13, 0), True)], ids=str)
def test_the_librarys_own_cache_is_off_where_it_has_one(tmp_path, monkeypatch, cuda, is_off):
    compiler = Nvrtc()
    asked = []

    def write_down(self, source, name, options, headers, **how):
        asked.append(options)
        raise RefusedError("enough")

    monkeypatch.setattr(NvrtcLibrary, "compile", write_down)
    monkeypatch.setattr(compiler._library, "cuda", cuda)
    path = tmp_path / "k.cu"
    path.write_text('extern "C" __global__ void k() {}\n')
    with pytest.raises(CompileError):
        compile(CompileRequest(path, "sm_90"), compiler=compiler)
    assert asked
    assert all(("--no-cache" in options) == is_off for options in asked)


@pytest.mark.kernel_gpu
def test_a_second_compilation_has_the_log_of_the_first(tmp_path):
    """Where there is a driver, NVRTC's own cache returns code without its log."""
    compiler = open_compiler(Settings.load(tmp_path, compiler="nvrtc"), device="gpu")
    path = tmp_path / "k.cu"
    path.write_text('extern "C" __global__ void k() {}\n')
    first, second = (resources_of(CompileRequest(path, "sm_90"), compiler=compiler) for _ in range(2))
    assert first
    assert first == second
