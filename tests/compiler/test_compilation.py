"""Compiling with the real NVRTC, which every installation has; what the cache may and may not do."""

import contextlib
import dataclasses
import os
import re
import shutil
from pathlib import Path

import pytest

from harness.compiler import CompileRequest, Param, compilation, compile, open_cache, open_compiler  # noqa: A004 - its name
from harness.compiler.backend.nvrtc import Nvrtc
from harness.compiler.compilation import uses_nvcc
from harness.compiler.source.host_headers import HOST_HEADERS
from harness.errors import CompileError
from harness.settings.settings import Settings
from harness.store.disk_cache import DiskCache
from tests.sampled import one_in

SOURCE = """\
#include "add.cuh"
#include <cuda_fp16.h>

extern "C" __global__ void k(const KH_SCALAR* inp, KH_SCALAR* out, int n_rows, long long stride, float scale) {
    out[threadIdx.x * stride] = add(inp[threadIdx.x], KH_SCALAR(scale * n_rows));
}
"""
HEADER = """\
#pragma once
template <class T> __device__ T add(T a, T b) {
    return a + b;
}
"""
FLOAT = (("KH_SCALAR", "float"),)


class CountingNvrtc(Nvrtc):
    """NVRTC that counts its runs, and can pass for another version."""

    def __init__(self, version=None, fingerprint=()):
        super().__init__()
        self.runs = 0
        self.identity = version or self.identity
        self.fingerprint = (*self.fingerprint, *fingerprint)

    def translate(self, job):
        self.runs += 1
        return super().translate(job)


@pytest.fixture
def project(tmp_path):
    folder = tmp_path / "project"
    (folder / "include").mkdir(parents=True)
    (folder / "k.cu").write_text(SOURCE)
    (folder / "include" / "add.cuh").write_text(HEADER)
    return folder


@pytest.fixture
def request_k(project):
    return CompileRequest(project / "k.cu", "sm_90", defines=FLOAT)


@pytest.fixture
def cache(tmp_path):
    return DiskCache(tmp_path / "cache")


@pytest.fixture
def nvrtc():
    return CountingNvrtc()


def test_ptx_with_its_entries(request_k, nvrtc):
    artifact = compile(request_k, compiler=nvrtc)
    text = artifact.code.decode("ascii")
    assert ".target sm_90" in text
    assert text.endswith("\n")
    assert "\0" not in text
    pointer, integer, real = Param(8, "int", 8), Param(4, "int", 4), Param(4, "float", 4)
    assert artifact.entries == {"k": (pointer, pointer, integer, pointer, real)}
    assert artifact.request is request_k
    assert artifact.log == ""
    # Name and three-part version, as reports show it.
    name, version = artifact.compiler.split()
    assert name == "nvrtc"
    assert len(version.split(".")) == 3


def test_ptx_names_source_files_and_lines_without_this_machines_folders(
    request_k, nvrtc, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    text = compile(request_k, compiler=nvrtc).code.decode("ascii")
    files = {line.split('"')[1] for line in text.splitlines() if ".file" in line}
    assert files >= {"k.cu", "include/add.cuh"}
    assert not any(place in text for place in (str(tmp_path), "site-packages", "/dev/null"))
    assert re.search(r"^\s*\.loc\s+1 5 ", text, re.MULTILINE)


def test_ptx_is_the_same_bytes_from_every_folder(request_k, nvrtc, project, tmp_path, monkeypatch):
    first = compile(request_k, compiler=nvrtc).code
    copy = tmp_path / "elsewhere" / "deeper"
    shutil.copytree(project, copy)
    monkeypatch.chdir(copy / "include")
    assert compile(dataclasses.replace(request_k, path=copy / "k.cu"), compiler=nvrtc).code == first
    monkeypatch.chdir(copy)
    assert compile(dataclasses.replace(request_k, path=Path("k.cu")), compiler=nvrtc).code == first


def test_a_cubin_is_machine_code_with_the_same_entries(request_k, nvrtc):
    cubin = compile(dataclasses.replace(request_k, target="cubin"), compiler=nvrtc)
    assert cubin.code.startswith(b"\x7fELF")
    assert cubin.entries == compile(request_k, compiler=nvrtc).entries
    assert nvrtc.runs == 2


def test_the_own_folder_comes_before_the_current_one(request_k, nvrtc, project, tmp_path, monkeypatch):
    trap = tmp_path / "trap"
    trap.mkdir()
    (trap / "add.cuh").write_text("#error the current folder has nothing to do with it\n")
    monkeypatch.chdir(trap)
    (project / "add.cuh").write_text(HEADER)
    compile(request_k, compiler=nvrtc)


def test_an_error_shows_the_compilers_log_with_file_and_line(
    request_k, nvrtc, project, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (project / "k.cu").write_text(SOURCE.replace("scale * n_rows", "scale * rows"))
    with pytest.raises(CompileError) as refused:
        compile(request_k, compiler=nvrtc)
    first, second, *_ = str(refused.value).splitlines()
    assert first == f"project/k.cu does not compile for sm_90 with {nvrtc.identity}"
    assert second == 'project/k.cu(5): error: identifier "rows" is undefined'
    assert str(tmp_path) not in refused.value.log


def test_an_error_in_a_header_names_the_header(request_k, nvrtc, project, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (project / "include" / "add.cuh").write_text(HEADER.replace("a + b", "a + c"))
    with pytest.raises(CompileError, match=r'(?m)^project/include/add\.cuh\(3\): error: identifier "c"'):
        compile(request_k, compiler=nvrtc)


def test_a_refusal_is_kept_and_told_again_in_the_same_words(request_k, nvrtc, project, cache):
    (project / "k.cu").write_text('extern "C" __global__ void k() { nothing(); }\n')
    told = []
    for _ in range(2):
        with pytest.raises(CompileError) as refused:
            compile(request_k, compiler=nvrtc, cache=cache)
        told.append((str(refused.value), refused.value.log))
    assert nvrtc.runs == 1
    assert told[0] == told[1]
    assert 'identifier "nothing" is undefined' in told[0][1]
    (project / "k.cu").write_text(SOURCE)
    assert compile(request_k, compiler=nvrtc, cache=cache).code


def test_a_file_that_was_missing_is_looked_for_again(request_k, nvrtc, project, cache):
    (project / "k.cu").write_text('#include <nowhere.h>\nextern "C" __global__ void k() { nowhere(); }\n')
    for runs in (1, 2):
        with pytest.raises(CompileError, match=r"nowhere\.h"):
            compile(request_k, compiler=nvrtc, cache=cache)
        assert nvrtc.runs == runs


def test_a_refused_option_and_a_refused_architecture_are_compile_errors(request_k, nvrtc):
    with pytest.raises(CompileError, match="unrecognized option --nonsense"):
        compile(dataclasses.replace(request_k, options=("--nonsense",)), compiler=nvrtc)
    with pytest.raises(CompileError, match=r"for sm_20 with[\s\S]*gpu-architecture"):
        compile(dataclasses.replace(request_k, arch="sm_20"), compiler=nvrtc)


def test_a_source_that_cannot_be_read_is_a_compile_error(request_k, nvrtc, project):
    (project / "k.cu").write_bytes(b"int x;\0int y;")
    with pytest.raises(CompileError, match=r"is not a text file[\s\S]*NUL byte at offset 6"):
        compile(request_k, compiler=nvrtc)
    (project / "k.cu").unlink()
    with pytest.raises(CompileError, match=r"cannot be read[\s\S]*No such file"):
        compile(request_k, compiler=nvrtc)


def test_warnings_are_kept_and_name_the_checkout_that_asks(
    request_k, nvrtc, cache, project, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (project / "include" / "add.cuh").write_text(HEADER.replace("return", "int unused; return"))
    first, second = (compile(request_k, compiler=nvrtc, cache=cache) for _ in range(2))
    assert first == second
    assert 'project/include/add.cuh(3): warning #177-D: variable "unused"' in first.log
    shutil.copytree(project, tmp_path / "second")
    moved = dataclasses.replace(request_k, path=tmp_path / "second" / "k.cu")
    log = compile(moved, compiler=nvrtc, cache=cache).log
    assert nvrtc.runs == 1, "a copy of the project shares the entries of the original"
    assert "second/include/add.cuh(3): warning" in log
    assert "project" not in log


def edit(name, text):
    def change(project, request):
        (project / name).write_text(text)
        return request

    return change


@pytest.mark.parametrize(
    "change",
    [
        edit("k.cu", SOURCE + "\n// one line more\n"),
        edit("include/add.cuh", HEADER + "\n"),
        edit("add.cuh", HEADER),
        lambda _project, request: dataclasses.replace(request, arch="sm_80"),
        lambda _project, request: dataclasses.replace(request, target="cubin"),
        lambda _project, request: dataclasses.replace(request, defines=(("KH_SCALAR", "double"),)),
        lambda _project, request: dataclasses.replace(request, defines=(*FLOAT, ("TILE", "1"))),
        lambda _project, request: dataclasses.replace(request, options=("--use_fast_math",)),
    ],
)
def test_whatever_can_change_the_code_changes_the_key(request_k, nvrtc, cache, project, change):
    compile(request_k, compiler=nvrtc, cache=cache)
    changed = change(project, request_k)
    compile(changed, compiler=nvrtc, cache=cache)
    assert nvrtc.runs == 2
    compile(changed, compiler=nvrtc, cache=cache)
    assert nvrtc.runs == 2


def test_another_compiler_or_other_headers_change_the_key(request_k, nvrtc, cache):
    compile(request_k, compiler=nvrtc, cache=cache)
    for other in (CountingNvrtc("nvrtc 99.0.1"), CountingNvrtc(fingerprint=["headers 99"])):
        compile(request_k, compiler=other, cache=cache)
        assert other.runs == 1


@pytest.mark.parametrize("text", ["nothing();", ""], ids=["refused", "made"])
def test_another_version_of_the_harness_changes_the_key(request_k, nvrtc, cache, project, monkeypatch, text):
    """What is left out of a source as host code, and how entries are read, is the harness's doing."""
    (project / "k.cu").write_text(f'extern "C" __global__ void k() {{ {text} }}\n')

    def runs():
        with contextlib.suppress(CompileError):
            compile(request_k, compiler=nvrtc, cache=cache)
        return nvrtc.runs

    assert (runs(), runs()) == (1, 1)
    monkeypatch.setattr(compilation, "maker_digest", lambda: "another")
    assert runs() == 2


def test_a_refusal_for_want_of_a_header_of_cudas_ends_when_the_header_is_there(
    request_k, nvrtc, cache, project, tmp_path
):
    nvrtc.cuda_dirs = (*nvrtc.cuda_dirs, tmp_path)
    (project / "k.cu").write_text(
        "#if !__has_include(<wanted.h>)\n#error wanted.h is not installed\n#endif\n"
    )
    for _ in range(2):
        with pytest.raises(CompileError, match=r"wanted\.h is not installed"):
            compile(request_k, compiler=nvrtc, cache=cache)
    assert nvrtc.runs == 1
    (tmp_path / "wanted.h").write_text("")
    compile(request_k, compiler=nvrtc, cache=cache)
    assert nvrtc.runs == 2


def test_a_header_elsewhere_that_options_name_is_part_of_the_key(request_k, nvrtc, cache, project, tmp_path):
    common = tmp_path / "common"
    common.mkdir()
    (common / "more.cuh").write_text("#define MORE 1\n")
    (project / "k.cu").write_text('#include "more.cuh"\n' + SOURCE)
    for request in (
        dataclasses.replace(request_k, include_dirs=(common,)),
        dataclasses.replace(request_k, options=("-I", "../common")),
    ):
        compile(request, compiler=nvrtc, cache=cache)
        runs = nvrtc.runs
        (common / "more.cuh").write_text(f"#define MORE {runs + 1}\n")
        compile(request, compiler=nvrtc, cache=cache)
        assert nvrtc.runs == runs + 1


def test_folders_that_give_headers_other_names_are_part_of_the_key(request_k, nvrtc, cache, tmp_path):
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "add.cuh").write_text(HEADER)
        named = dataclasses.replace(request_k, include_dirs=(tmp_path / name,))
        text = compile(named, compiler=nvrtc, cache=cache).code.decode()
        assert f'"{name}/add.cuh"' in text


def test_an_entry_that_is_intact_but_no_artifact_is_compiled_again(request_k, nvrtc, cache):
    first = compile(request_k, compiler=nvrtc, cache=cache)
    (entry,) = cache.folder.glob("??/*.bin")
    others = (b"", b"\n", b"{", b"null\n", b"[]\n", b"{}\ncode", b"[" * 100_000, b'{"refused": 3}\n')
    for other in (*others, b'{"log": 1, "entries": {"k": [[1]]}}\n'):
        cache.put(entry.stem, other)
        assert compile(request_k, compiler=nvrtc, cache=cache) == first
    assert nvrtc.runs == 10


@pytest.mark.parametrize("header", one_in(8, sorted(HOST_HEADERS), pytest.mark.slow))
def test_host_headers_that_kernels_include_are_there(nvrtc, tmp_path, header):
    path = tmp_path / "k.cu"
    path.write_text(f'#include <{header}>\nextern "C" __global__ void k(float* p) {{ p[0] = expf(p[1]); }}\n')
    assert compile(CompileRequest(path, "sm_90"), compiler=nvrtc).log == ""


@pytest.mark.slow
def test_host_headers_have_what_device_code_uses(nvrtc, tmp_path):
    path = tmp_path / "k.cu"
    path.write_text(
        "".join(f"#include <{header}>\n" for header in HOST_HEADERS)
        + """
static_assert(sizeof(int64_t) == 8 && sizeof(uint16_t) == 2 && sizeof(std::uint8_t) == 1, "");
static_assert(INT_MAX == 2147483647 && CHAR_BIT == 8 && UINT64_MAX == ~0ull, "");
static_assert(FLT_MAX == std::numeric_limits<float>::max() && DBL_MAX == std::numeric_limits<double>::max(), "");
static_assert(FLT_EPSILON == std::numeric_limits<float>::epsilon(), "");
static_assert(FLT_MIN == std::numeric_limits<float>::min() && DBL_MIN == std::numeric_limits<double>::min(), "");
static_assert(std::is_same<std::size_t, size_t>::value, "");
extern "C" __global__ void k(float* p, double* q) {
    p[0] = -INFINITY; p[1] = NAN; p[2] = std::exp(p[3]); p[4] = fmaxf(p[5], -FLT_MAX);
    q[0] = HUGE_VAL; q[1] = M_PI; q[2] = std::exp(q[3]);
    memcpy(p, q, 4);
    assert(p[0] < 0);
    printf("%f", p[0]);
}
"""
    )
    assert set(compile(CompileRequest(path, "sm_90"), compiler=nvrtc).entries) == {"k"}


def test_a_file_of_ones_own_wins_over_a_stand_in(nvrtc, tmp_path):
    (tmp_path / "float.h").write_text("#define MINE 7\n")
    path = tmp_path / "k.cu"
    path.write_text('#include "float.h"\nextern "C" __global__ void k(int* p) { p[0] = MINE; }\n')
    compile(CompileRequest(path, "sm_90"), compiler=nvrtc)


@pytest.mark.parametrize(
    ("header", "of_header", "said"),
    [
        ("vectors", "vectors", "k.cu: note: headers that were not found are empty: vectors; add"),
        ("vector", "std::vector<int>", "removed, because NVRTC compiles device code only: <vector>;"),
    ],
)
def test_a_header_that_is_nowhere_or_of_the_host_is_empty_and_named(nvrtc, tmp_path, header, of_header, said):
    path = tmp_path / "k.cu"
    path.write_text(f"#include <{header}>\n")
    empty = compile(CompileRequest(path, "sm_90"), compiler=nvrtc)
    assert said in empty.log
    assert empty.entries == {}
    path.write_text(f"#include <{header}>\n__global__ void k({of_header} v) {{}}\n")
    with pytest.raises(CompileError, match=r"k\.cu\(2\): error: ") as refused:
        compile(CompileRequest(path, "sm_90"), compiler=nvrtc)
    assert said in refused.value.log


@pytest.mark.parametrize("name", ['quo"te.cu', "back\\slash.cu", "spa ce.cu", "ünï.cu"])
def test_any_file_name_will_do(nvrtc, tmp_path, name):
    path = tmp_path / name
    path.write_text('extern "C" __global__ void k() { wrong; }\n')
    with pytest.raises(CompileError, match=r'\(1\): error: identifier "wrong" is undefined'):
        compile(CompileRequest(path, "sm_90"), compiler=nvrtc)


@pytest.mark.parametrize(
    ("compiler", "device", "installed", "expected"),
    [
        ("auto", "gpu", True, True),
        ("auto", "gpu", False, False),
        ("auto", "cpu", True, False),
        ("nvrtc", "gpu", True, False),
        ("nvcc", "cpu", False, True),
    ],
)
def test_who_compiles(tmp_path, compiler, device, installed, expected):
    program = "/bin/true" if installed else str(tmp_path / "nowhere")
    settings = Settings.load(tmp_path, environ={"HOME": str(tmp_path)}, compiler=compiler, nvcc=program)
    settings = dataclasses.replace(settings, cuda_home=None)
    assert uses_nvcc(settings, device=device) is expected


def test_settings_open_compiler_and_cache(tmp_path):
    environ = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    settings = Settings.load(tmp_path, environ=environ, cache_dir=tmp_path / "c")
    assert open_compiler(settings, device="cpu").identity.startswith("nvrtc ")
    folder = open_cache(settings).folder
    assert folder is not None
    assert folder.parent == tmp_path / "c"
    assert open_cache(dataclasses.replace(settings, cache_limit_bytes=0)).folder is None


TEMPLATES = """\
namespace a {
template <typename T, int N> __global__ void k(const T* x, T* y, size_t n) { y[n] = x[n * N]; }
__global__ void plain(float* x) { *x = 1; }
}
__global__ void bare(float* x, int n) { *x = n; }
static __global__ void twice(float* x) { *x = 1; }
static __global__ void twice(int* x) { *x = 1; }
extern "C" __global__ void c(float* x) { *x = 2; }
"""


def test_templates_are_instantiated_as_they_are_named(nvrtc, tmp_path):
    path = tmp_path / "k.cu"
    path.write_text(TEMPLATES)
    cache = DiskCache(tmp_path / "cache")
    names = ("a::k<KH_SCALAR, THREADS>", "a::k<float, 2 * THREADS>", "a::plain")
    for _ in range(2):  # compiled, and from the cache
        request = CompileRequest(path, "sm_90", defines=(*FLOAT, ("THREADS", "64")), instances=names)
        artifact = compile(request, compiler=nvrtc, cache=cache)
        symbols = ["_ZN1a1kIfLi64EEEvPKT_PS1_m", "_ZN1a1kIfLi128EEEvPKT_PS1_m", "_ZN1a5plainEPf"]
        assert [artifact.symbol(name) for name in names] == symbols
        assert artifact.entries[artifact.symbol(names[0])] == (Param(8, "int", 8),) * 3
        assert artifact.symbol("c") == "c"
        assert artifact.symbol("bare") == "_Z4barePfi"
        assert artifact.symbol("twice") == "twice", "there are two, and neither is meant"
        assert artifact.symbol("plain") == "plain", "it is in a namespace"


@pytest.mark.parametrize("suffix", [".cu", ".ptx"])
def test_a_byte_order_mark_is_passed_over(tmp_path, suffix):
    mark = b"\xef\xbb\xbf"
    (tmp_path / "own.cuh").write_bytes(mark + b"#define OWN 1\n")
    source = (
        b'#include "own.cuh"\n#if !OWN\n#error\n#endif\nextern "C" __global__ void k(int *p) { *p = OWN; }\n'
    )
    (tmp_path / "k.cu").write_bytes(source)
    plain = compile(CompileRequest(tmp_path / "k.cu", "sm_90"))
    path = tmp_path / f"marked{suffix}"
    path.write_bytes(mark + (source if suffix == ".cu" else plain.code))
    assert list(compile(CompileRequest(path, "sm_90")).entries) == ["k"]
