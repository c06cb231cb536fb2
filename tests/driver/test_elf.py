"""The shared library that is written without a linker: its tables, and its code."""

import platform
import shutil
import struct
import subprocess
import sys

import pytest

from harness.driver.elf import MACHINES, TABLE, UNSERVED, shared_library
from harness.errors import DeviceError

NAMES = tuple(f"cuFunction{index}" for index in range(100))
_DT_HASH, _DT_STRTAB, _DT_SYMTAB, _DT_SONAME = 4, 5, 6, 14


def _dynamic(image):
    (at,) = (
        offset
        for kind, _, offset in (struct.unpack_from("<IIQ", image, 64 + 56 * index) for index in range(4))
        if kind == 2
    )
    found = {}
    while (pair := struct.unpack_from("<QQ", image, at))[0]:
        found[pair[0]] = pair[1]
        at += 16
    return found


def _text(image, at):
    return image[at : image.index(b"\0", at)].decode()


def _lookup(image, name):
    """Return a symbol's address and size as the loader finds it: through the hash table."""
    tables = _dynamic(image)
    value = 0
    for byte in name.encode():
        value = (value << 4) + byte
        high = value & 0xF0000000
        value = (value ^ high >> 24) & ~high & 0xFFFFFFFF
    n_buckets, n_symbols = struct.unpack_from("<II", image, tables[_DT_HASH])
    words = struct.unpack_from(f"<{n_buckets + n_symbols}I", image, tables[_DT_HASH] + 8)
    index = words[value % n_buckets]
    while index:
        text, _, _, _, address, size = struct.unpack_from("<IBBHQQ", image, tables[_DT_SYMTAB] + 24 * index)
        if _text(image, tables[_DT_STRTAB] + text) == name:
            return address, size
        index = words[n_buckets + index]
    return None


@pytest.mark.parametrize("machine", MACHINES)
def test_the_loader_finds_every_name_and_no_other(machine):
    image = shared_library("libcuda.so.1", NAMES, machine)
    tables = _dynamic(image)
    assert _text(image, tables[_DT_STRTAB] + tables[_DT_SONAME]) == "libcuda.so.1"
    addresses = [_lookup(image, name)[0] for name in NAMES]
    assert len(set(addresses)) == len(NAMES)
    assert _lookup(image, TABLE)[1] == 8 * len(NAMES)
    assert _lookup(image, "cuFunction") is None


def _words(image, name):
    at, size = _lookup(image, name)
    return at, struct.unpack_from(f"<{size // 4}I", image, at)


@pytest.mark.parametrize("name", NAMES[::33])
def test_a_function_of_aarch64_jumps_through_its_entry(name):
    # the fields are those of the Arm Architecture Reference Manual, "A64 Base Instructions"
    image = shared_library("libcuda.so.1", NAMES, "aarch64")
    at, (adrp, load, branch, jump, move, leave, *_) = _words(image, name)
    page = (at >> 12) + ((adrp >> 5 & 0x7FFFF) << 2 | adrp >> 29 & 3) << 12
    assert adrp & 0x9F00001F == 0x90000010  # adrp x16
    assert load & 0xFFC003FF == 0xF9400210  # ldr x16, [x16, #8 * imm12]
    assert page + 8 * (load >> 10 & 0xFFF) == _lookup(image, TABLE)[0] + 8 * NAMES.index(name)
    assert branch == 0xB4000000 | 2 << 5 | 16  # cbz x16, over one instruction
    assert jump == 0xD61F0000 | 16 << 5  # br x16
    assert move == 0x52800000 | UNSERVED << 5  # mov w0, #UNSERVED
    assert leave == 0xD65F03C0  # ret


@pytest.mark.parametrize("name", NAMES[::33])
def test_a_function_of_x86_64_jumps_through_its_entry(name):
    image = shared_library("libcuda.so.1", NAMES, "x86_64")
    at, _ = _lookup(image, name)
    assert image[at : at + 7] == bytes.fromhex("f30f1efa 488b05")  # endbr64; mov rax, [rip + ...]
    (distance,) = struct.unpack_from("<i", image, at + 7)
    assert at + 11 + distance == _lookup(image, TABLE)[0] + 8 * NAMES.index(name)
    # test rax, rax; je over the jump; jmp rax; mov eax, UNSERVED; ret
    assert (
        image[at + 11 : at + 24]
        == bytes.fromhex("4885c0 7402 ffe0 b8") + struct.pack("<i", UNSERVED) + b"\xc3"
    )


@pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")
def test_a_library_that_asks_for_a_version_is_served(tmp_path):
    """As one does that was linked with NVIDIA's: their symbols have versions, named like the library."""
    soname, compiler = "libserved.so.1", ["g++", "-shared", "-fPIC", "-x", "c++", "-"]
    script, real, user, served = (tmp_path / name for name in ("map", "real.so", "user.so", soname))
    script.write_text(f"{soname} {{ global: *; }};")
    options = [f"-Wl,-soname,{soname}", f"-Wl,--version-script={script}", "-o", str(real)]
    subprocess.run([*compiler, *options], input='extern "C" int call() { return 0; }', text=True, check=True)
    text = 'extern "C" int call(); extern "C" int ask() { return call(); }'
    subprocess.run([*compiler, "-x", "none", str(real), "-o", str(user)], input=text, text=True, check=True)
    served.write_bytes(shared_library(soname, ("call",), platform.machine()))
    program = f"import ctypes\nctypes.CDLL({str(served)!r})\nprint(ctypes.CDLL({str(user)!r}).ask())"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (found.stdout, found.stderr) == (f"{UNSERVED}\n", "")


def test_another_processor_is_refused_by_name():
    with pytest.raises(DeviceError, match=r"x86_64, aarch64 \(got riscv64\)"):
        shared_library("libcuda.so.1", NAMES, "riscv64")
