"""Writes an ELF shared library whose functions jump through a table, without a compiler or a linker."""

from __future__ import annotations

import os
import platform
import struct
from collections.abc import Callable, Sequence
from pathlib import Path

from ..device.gpu.driver_library import VIRTUAL_TABLE
from ..errors import DeviceError
from ..lazy import dataclass
from ..store.disk_cache import content_key

TABLE = VIRTUAL_TABLE
"""Exported symbol of the table: one 64-bit address for each function, in the order of the names."""
UNSERVED = 801
"""CUDA_ERROR_NOT_SUPPORTED."""

# Alignment of segments: the largest page of AArch64.
_PAGE = 0x10000
_FUNCTION_BYTES = 32
_HEADER, _PROGRAM_HEADER, _SECTION_HEADER, _SYMBOL = 64, 56, 64, 24
_PT_LOAD, _PT_DYNAMIC, _PT_GNU_STACK = 1, 2, 0x6474E551
_READ, _WRITE, _EXECUTE = 4, 2, 1
_PROGBITS, _STRTAB, _HASH, _DYNAMIC, _DYNSYM = 1, 3, 5, 6, 11
_DT_HASH, _DT_STRTAB, _DT_SYMTAB, _DT_STRSZ, _DT_SYMENT, _DT_SONAME = 4, 5, 6, 10, 11, 14
_GNU_VERSYM, _GNU_VERDEF = 0x6FFFFFFF, 0x6FFFFFFD
_DT_VERSYM, _DT_VERDEF, _DT_VERDEFNUM = 0x6FFFFFF0, 0x6FFFFFFC, 0x6FFFFFFD
_GLOBAL_OBJECT, _GLOBAL_FUNCTION = 0x11, 0x12


def _x86_64(address: int, entry: int) -> bytes:
    # Relative to the next instruction: endbr64 has 4 bytes and the load 7. rax carries no argument.
    distance = entry - (address + 4 + 7)
    code = b"\xf3\x0f\x1e\xfa"  # endbr64
    code += b"\x48\x8b\x05" + struct.pack("<i", distance)  # mov rax, [rip + distance]
    code += b"\x48\x85\xc0\x74\x02\xff\xe0"  # test rax, rax; je +2; jmp rax
    code += b"\xb8" + struct.pack("<i", UNSERVED) + b"\xc3"  # mov eax, UNSERVED; ret
    return code.ljust(_FUNCTION_BYTES, b"\xcc")


def _aarch64(address: int, entry: int) -> bytes:
    pages = (entry >> 12) - (address >> 12)
    # x16 is a scratch register between functions (AAPCS64), so all arguments stay in place.
    adrp = 0x90000010 | (pages & 3) << 29 | (pages >> 2 & 0x7FFFF) << 5  # adrp x16, entry
    load = 0xF9400210 | (entry & 0xFFF) // 8 << 10  # ldr x16, [x16, :lo12:entry]
    # cbz x16, +8; br x16; mov w0, UNSERVED; ret
    words = (adrp, load, 0xB4000050, 0xD61F0200, 0x52800000 | UNSERVED << 5, 0xD65F03C0)
    return struct.pack("<6I", *words).ljust(_FUNCTION_BYTES, b"\0")


_MACHINES: dict[str, tuple[int, Callable[[int, int], bytes]]] = {
    "x86_64": (62, _x86_64),
    "aarch64": (183, _aarch64),
}
"""The number of each processor, and its function of the table."""
MACHINES = tuple(_MACHINES)
"""Processors that a library can be written for, as `platform.machine` names them."""


@dataclass
class _Section:
    """One section: its bytes, their place, and the fields of its header."""

    name: str
    kind: int
    flags: int
    data: bytes
    address: int = 0
    link: int = 0
    info: int = 0
    align: int = 8
    entry_bytes: int = 0


def keep_file(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Write a file that this process and others run, unless it has this content."""
    # only its own writer can change the folder's files
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.is_file() or path.read_bytes() != data:
        # renamed into place: another process may be reading the file
        new = path.with_name(f"{path.name}.{os.getpid()}")
        new.write_bytes(data)
        new.chmod(mode)
        new.replace(path)


def write_shared_library(folder: Path, soname: str, names: Sequence[str]) -> Path:
    image = shared_library(soname, names, platform.machine())
    path = folder / content_key(image)[:16] / soname
    try:
        keep_file(path, image)
    except OSError as error:
        raise DeviceError(f"the library {soname} cannot be written to {path} (got: {error})") from error
    return path


def shared_library(soname: str, names: Sequence[str], machine: str) -> bytes:
    """Return a shared library that exports a function for each name, and the table `TABLE`: made without a linker."""
    # Each function loads its entry of the table and jumps there with all arguments in place. While an entry is zero,
    # the function returns `UNSERVED`. As in NVIDIA's libraries, each symbol has the library's name as its version: the
    # loader ends a process in which another library asks for a version of one that has none. Sources: System V ABI,
    # "Object Files" and "Dynamic Linking"; the ELF supplements of x86-64 and AArch64; "ELF Symbol Versioning".
    if machine not in _MACHINES:
        raise DeviceError(f"a driver library can be made for {', '.join(MACHINES)} (got {machine})")
    exported = (*names, TABLE)
    strings, offsets = _string_table((*exported, soname))
    n_symbols = len(exported) + 1  # the first is the null symbol
    hashes = _Section(".hash", _HASH, _READ, _hash_table(exported), link=2, entry_bytes=4)
    symbols = _Section(
        ".dynsym", _DYNSYM, _READ, bytes(n_symbols * _SYMBOL), link=3, info=1, entry_bytes=_SYMBOL
    )
    text_strings = _Section(".dynstr", _STRTAB, _READ, strings, align=1)
    code = _Section(".text", _PROGBITS, _READ | _EXECUTE, bytes(len(names) * _FUNCTION_BYTES), align=32)
    own, base = 2, 1  # versions: that of symbols, and the one that names the file
    of_symbols = struct.pack(f"<{n_symbols}H", 0, *[own] * len(exported))
    versions = _Section(".gnu.version", _GNU_VERSYM, _READ, of_symbols, link=2, entry_bytes=2)
    defined = struct.pack("<4H3I2I", 1, 1, base, 1, _hash(soname), 20, 28, offsets[-1], 0)
    defined += struct.pack("<4H3I2I", 1, 0, own, 1, _hash(soname), 20, 0, offsets[-1], 0)
    definitions = _Section(".gnu.version_d", _GNU_VERDEF, _READ, defined, link=3, info=2)
    dynamic = _Section(".dynamic", _DYNAMIC, _READ | _WRITE, bytes(10 * 16), link=3, entry_bytes=16)
    table = _Section(".data", _PROGBITS, _READ | _WRITE, bytes(len(names) * 8))
    read_only, writable = (hashes, symbols, text_strings, code, versions, definitions), (dynamic, table)
    at = _place(read_only, _HEADER + 4 * _PROGRAM_HEADER)
    start = -(-at // _PAGE) * _PAGE
    end = _place(writable, start)

    functions = [code.address + index * _FUNCTION_BYTES for index in range(len(names))]
    number, make = _MACHINES[machine]
    code.data = b"".join(make(address, table.address + 8 * i) for i, address in enumerate(functions))
    entries = [
        struct.pack("<IBBHQQ", offset, _GLOBAL_FUNCTION, 0, 4, address, _FUNCTION_BYTES)
        for offset, address in zip(offsets, functions, strict=False)
    ]
    entries.append(struct.pack("<IBBHQQ", offsets[-2], _GLOBAL_OBJECT, 0, 8, table.address, len(table.data)))
    symbols.data = bytes(_SYMBOL) + b"".join(entries)
    dynamic.data = struct.pack(
        "<20Q",
        *(_DT_SONAME, offsets[-1], _DT_HASH, hashes.address, _DT_STRTAB, text_strings.address),
        *(_DT_SYMTAB, symbols.address, _DT_STRSZ, len(strings), _DT_SYMENT, _SYMBOL),
        *(_DT_VERSYM, versions.address, _DT_VERDEF, definitions.address, _DT_VERDEFNUM, 2, 0, 0),
    )
    segments = (
        (_PT_LOAD, _READ | _EXECUTE, 0, at, _PAGE),
        (_PT_LOAD, _READ | _WRITE, start, end - start, _PAGE),
        (_PT_DYNAMIC, _READ | _WRITE, dynamic.address, len(dynamic.data), 8),
        # Without this header the loader would make the stacks of the process executable.
        (_PT_GNU_STACK, _READ | _WRITE, 0, 0, 16),
    )
    return _file(number, segments, (*read_only, *writable), end)


def _place(sections: Sequence[_Section], start: int) -> int:
    """Give sections their addresses, which are also their offsets in the file; return the end of the last."""
    at = start
    for section in sections:
        section.address = -(-at // section.align) * section.align
        at = section.address + len(section.data)
    return at


def _file(
    machine: int, segments: Sequence[tuple[int, int, int, int, int]], sections: Sequence[_Section], end: int
) -> bytes:
    names = _Section(".shstrtab", _STRTAB, 0, b"", align=1)
    everything = [*sections, names]
    names.data, offsets = _string_table([section.name for section in everything])
    names.address = end
    headers_at = -(-(end + len(names.data)) // 8) * 8
    # 64 bits, little-endian, version 1.
    identity = b"\x7fELF\x02\x01\x01".ljust(16, b"\0")
    header = struct.pack(
        "<16sHHIQQQIHHHHHH",
        *(identity, 3, machine, 1, 0, _HEADER, headers_at, 0),
        *(_HEADER, _PROGRAM_HEADER, len(segments), _SECTION_HEADER, len(everything) + 1, len(everything)),
    )
    for kind, flags, offset, size, align in segments:
        header += struct.pack("<IIQQQQQQ", kind, flags, offset, offset, offset, size, size, align)
    image = bytearray(header.ljust(headers_at, b"\0"))
    for section in everything:
        image[section.address : section.address + len(section.data)] = section.data
    headers = bytes(_SECTION_HEADER)
    for offset, section in zip(offsets, everything, strict=True):
        # SHF_WRITE is 1, SHF_ALLOC 2, SHF_EXECINSTR 4
        flags = bool(section.flags & _WRITE) + 2 * bool(section.flags) + 4 * bool(section.flags & _EXECUTE)
        address = section.address if section.flags else 0
        headers += struct.pack(
            "<IIQQQQIIQQ",
            *(offset, section.kind, flags, address, section.address, len(section.data)),
            *(section.link, section.info, section.align, section.entry_bytes),
        )
    return bytes(image) + headers


def _string_table(strings: Sequence[str]) -> tuple[bytes, list[int]]:
    """Return a table of strings, which begins with an empty one, and the offset of each."""
    table, offsets = bytearray(1), []
    for string in strings:
        offsets.append(len(table))
        table += string.encode() + b"\0"
    return bytes(table), offsets


def _hash_table(names: Sequence[str]) -> bytes:
    """Return the System V hash table of symbols 1, 2, ...; symbol 0 is the null symbol."""
    n_buckets = max(len(names) // 2, 1) | 1
    buckets, chains = [0] * n_buckets, [0] * (len(names) + 1)
    for index, name in enumerate(names, 1):
        bucket = _hash(name) % n_buckets
        chains[index], buckets[bucket] = buckets[bucket], index
    words = (n_buckets, len(chains), *buckets, *chains)
    return struct.pack(f"<{len(words)}I", *words)


def _hash(name: str) -> int:
    value = 0
    for byte in name.encode():
        value = (value << 4) + byte
        high = value & 0xF0000000
        value = (value ^ high >> 24) & ~high & 0xFFFFFFFF
    return value
