import signal
import sys
import threading
from pathlib import Path

import pytest

from harness.compiler.backend import nvrtc_library
from harness.compiler.backend.nvrtc_library import NvrtcLibrary, installed_libraries, open_library
from harness.compiler.source.translation import RefusedError
from harness.errors import DeviceError
from tests.run.process_table import Program, wait_until


@pytest.fixture
def library():
    return open_library("auto", None)


def add(folder, *names):
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).write_bytes(b"not a library")
    return folder


def test_every_release_is_found_newest_first_and_once(site, tmp_path):
    twelve = add(site / "cuda_nvrtc/lib", "libnvrtc.so.12", "libnvrtc-builtins.so.12.4")
    thirteen = add(site / "cu13/lib", "libnvrtc.so.13", "libnvrtc-builtins.so.13.0", "libcudart.so.13")
    add(tmp_path / "toolkit/lib64", "libnvrtc.so.13", "libnvrtc.so", "libnvrtc-builtins.so.13.9")
    assert [(file.cuda, file.path) for file in installed_libraries(tmp_path / "toolkit")] == [
        ((13, 0), thirteen / "libnvrtc.so.13"),
        ((12, 4), twelve / "libnvrtc.so.12"),
        ((13, 9), tmp_path / "toolkit/lib64/libnvrtc.so.13"),
    ]


@pytest.mark.parametrize(
    ("names", "found"),
    [
        # CUDA 11.8 has the name of 11.2
        (["so.11.2", "builtins.so.11.8"], [((11, 8), "so.11.2")]),
        # the slower twin of a library
        (["alt.so.12", "builtins.alt.so.12.8", "so.12", "builtins.so.12.8"], [((12, 8), "so.12")]),
        # without builtins it cannot compile
        (["so.13"], []),
    ],
)
def test_a_library_has_builtins_of_its_release(site, names, found):
    add(site / "cuda_nvrtc/lib", *(f"libnvrtc{'-' if 'builtins' in name else '.'}{name}" for name in names))
    assert [(file.cuda, file.path.name) for file in installed_libraries(None)] == [
        (cuda, f"libnvrtc.{name}") for cuda, name in found
    ]


def test_a_damaged_library_names_the_command_that_mends_it(site):
    add(site / "cu13/lib", "libnvrtc.so.13", "libnvrtc-builtins.so.13.1")
    with pytest.raises(
        DeviceError, match=r"cannot be loaded; pip install 'cuda-toolkit\[.*==13\.1\.\*' \(got: "
    ):
        open_library("auto", None)


def test_nothing_at_all_names_the_pinned_release(site, monkeypatch):
    monkeypatch.setattr(nvrtc_library, "_SYSTEM_NAMES", ("libnvrtc.so.0",))
    with pytest.raises(DeviceError, match=r"not found; pip install 'cuda-toolkit\[.*==13\.0\.\*'"):
        open_library("auto", None)


def test_a_library_must_be_of_the_release_its_folder_says(library, tmp_path):
    real = Path(library.path)
    (tmp_path / real.name).symlink_to(real)
    wrong = (library.cuda[0], library.cuda[1] + 1)
    (tmp_path / f"libnvrtc-builtins.so.{wrong[0]}.{wrong[1]}").symlink_to(
        real.with_name(f"libnvrtc-builtins.so.{library.cuda[0]}.{library.cuda[1]}")
    )
    with pytest.raises(
        DeviceError, match=rf"of the release that its builtins are of, {wrong[0]}\.{wrong[1]} \(got"
    ):
        NvrtcLibrary(str(tmp_path / real.name), wrong)


def test_a_release_before_the_first_is_refused(library, monkeypatch):
    monkeypatch.setattr(nvrtc_library, "OLDEST", (99, 0))
    with pytest.raises(DeviceError, match=r"of CUDA 99\.0 or newer \(got"):
        NvrtcLibrary(library.path, library.cuda)


@pytest.mark.parametrize(
    ("source", "options", "log"),
    [
        (b"__global__ void k() { no(); }", [], r'k\.cu\(1\): error: identifier "no" is undefined'),
        (b"", ["--nonsense"], "unrecognized option"),
    ],
)
def test_a_refusal_carries_the_log(library, source, options, log):
    with pytest.raises(RefusedError, match=log):
        library.compile(source, "k.cu", options, {}, want_cubin=False)


def test_headers_without_a_folder_are_found_by_name(library):
    source = b'#include "lent.h"\n__global__ void k(int* p) { *p = LENT; }'
    made = library.compile(source, "k.cu", [], {"lent.h": "#define LENT 7654321\n"}, want_cubin=False)
    assert "7654321" in made.ptx
    assert made.cubin == b""


def test_threads_compile_side_by_side(library):
    made = {}

    def work(number):
        source = f'extern "C" __global__ void k{number}(int* p) {{ *p = {number}; }}'.encode()
        made[number] = library.compile(source, "k.cu", ["--gpu-architecture=sm_90"], {}, want_cubin=True)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(f".entry k{number}(" in made[number].ptx for number in range(4))
    assert all(each.cubin.startswith(b"\x7fELF") for each in made.values())


SIGNALLED = """
import os, signal
os.environ["OPENBLAS_NUM_THREADS"] = "1"
from harness.compiler.backend.nvrtc_library import open_library

library = open_library("auto", None)
heard = []
signals = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
for number in signals:
    signal.signal(number, lambda number, frame: heard.append(number))
lines = "".join(f"x = __sinf(x * {number}.5f) + y[{number} % 7];" for number in range(3000))
source = 'extern "C" __global__ void k(float *y) { float x = 1.0f; ' + lines + " *y = x; }"
print("ready", flush=True)
library.compile(source.encode(), "k.cu", ["--gpu-architecture=compute_90"], {}, want_cubin=False)
for number in signals:
    signal.signal(number, signal.SIG_IGN)
print(*sorted(set(heard)), flush=True)
os._exit(0)
"""
"""A program to which signals come while NVRTC compiles, which has handlers of its own meanwhile."""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_waits_for_the_compiler(number):
    program = Program(sys.executable, "-c", SIGNALLED)
    try:
        assert program.line() == "ready"

        def has_ended():
            program.process.send_signal(number)
            return program.process.poll() is not None

        wait_until(has_ended)
        assert (program.process.returncode, program.line()) == (0, f"{int(number)}")
    finally:
        assert program.left_when_killed() == []
