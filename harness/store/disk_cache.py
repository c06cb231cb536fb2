"""A cache on disk: bytes under a key that is a digest of all their inputs.

It stores compiled code and the executor's native code. An entry is one file, written under a temporary name and
renamed, so readers see a whole entry or none, and any number of processes may share a folder. An entry has its key and
a checksum: a damaged or misplaced entry is removed and counts as absent. The least recently used entries are
removed to keep the folder below a size. If the folder cannot be written, the cache warns once and stores nothing,
which costs time but no result.

The executor runs the stored code. The checksums are not signatures: anyone who can write to the folder can make an
entry that passes. So a folder that other users own or can write is not used.
"""

from __future__ import annotations

import contextlib
import fcntl
import functools
import hashlib
import logging
import os
import stat
import tempfile
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..lazy import pattern

if TYPE_CHECKING:
    # importing it is deprecated from Python 3.12 on, and its new place is not in 3.10
    from importlib.abc import Traversable

# Raise it when the meaning of stored bytes changes: older entries are never read again.
FORMAT_VERSION = 3

_MAGIC = b"kernel-harness-cache %d\n" % FORMAT_VERSION
_DIGEST_BYTES = 32
ROOT_UID = 0
"""The superuser can write everywhere anyway; a container's image may contain a folder that root owns."""
_WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH
_KEY = pattern(r"[0-9a-f]{64}")
_ENTRY_SUFFIX = ".bin"
_TEMPORARY_SUFFIX = ".tmp"

# The package's entries compress to 30 % at the fastest level, and to 26 % at the default level in three times the
# time. Uncompressed, the entries of sixteen CUDA releases take 6 GB.
_PACKING_LEVEL = 1

# A clean-up reduces the folder to this part of the limit, so that the next one is not due at once.
_KEEP_FRACTION = 0.8
_SAMPLE = 500
# The maker of an entry may have been stopped.
_LONGEST_WAIT_S, _LOOK_S = 10.0, 0.002
# A temporary file of this age was left by a dead process; writing one takes well under a second.
_ABANDONED_S = 3600.0

_log = logging.getLogger("harness.cache")
_warned: set[Path] = set()
# Total size of the entries by folder, as far as this process knows.
_sizes: dict[Path, int] = {}


def content_key(*parts: str | bytes) -> str:
    """Return the SHA-256 of the parts as 64 hexadecimal digits."""
    # Parts are length-prefixed, so ``("ab", "c")`` and ``("a", "bc")`` differ; `FORMAT_VERSION` takes part. Text counts
    # as UTF-8; a lone surrogate, as in undecodable file names, is allowed.
    digest = hashlib.sha256(_MAGIC)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(b"%d:" % len(data))
        digest.update(data)
    return digest.hexdigest()


@functools.cache
def sources_digest(package: str) -> str:
    """Return a digest of every Python source of a package and its sub-packages, for keys of the package's results."""
    # Most commands need no digest, and resources take long to import.
    from importlib import resources

    sources = sorted(_sources(resources.files(package), ""))
    return content_key(*(part for source in sources for part in source))


def _sources(folder: Traversable, above: str) -> Iterator[tuple[str, bytes]]:
    for item in folder.iterdir():
        if item.name.endswith(".py"):
            yield f"{above}{item.name}", item.read_bytes()
        # bytecode has a file for each source, and is none
        elif item.name != "__pycache__" and item.is_dir():
            yield from _sources(item, f"{above}{item.name}/")


class DiskCache:
    def __init__(self, folder: Path | None, limit_bytes: int = 2**30) -> None:
        self.folder = folder / f"v{FORMAT_VERSION}" if folder is not None and limit_bytes > 0 else None
        """Folder of the entries; None if nothing is stored."""
        self._limit_bytes = limit_bytes
        self._is_safe = False

    def get(self, key: str) -> bytes | None:
        """Return the bytes stored under `key`; None without an intact entry."""
        path = self._path(key)
        if path is None or not self._may_use():
            return None
        stored = _read_file(path)
        if stored is None:
            return None
        try:
            data = _unsealed(key, stored)
        except ValueError as error:
            # Disks damage entries; only a person moves an entry to another key.
            level = logging.WARNING if isinstance(error, _OtherKeyError) else logging.INFO
            _log.log(level, "removing a cache entry that %s: %s", error, path)
            with contextlib.suppress(OSError):
                path.unlink()
            return None
        # The modification time records the last use: many file systems do not record access times.
        with contextlib.suppress(OSError):
            os.utime(path)
        return data

    def has(self, key: str) -> bool:
        """Return whether something is stored under `key`; it may be damaged."""
        path = self._path(key)
        return path is not None and self._may_use() and path.is_file()

    def put(self, key: str, data: bytes) -> None:
        """Store `data` under `key`; on failure warn once per folder and continue."""
        # An entry larger than the whole limit is not stored.
        path = self._path(key)
        if path is None:
            return
        stored = _sealed(key, data)
        if len(stored) > self._limit_bytes:
            return
        try:
            if not self._make_folder():
                return
            self._write(path, stored)
            self._make_room(len(stored))
        except OSError as error:
            self._warn(f"cannot be written ({error.strerror or error})")

    def keys_since(self, moment_s: float) -> list[str]:
        """Return the keys of entries that were written since a time of ``time.time``, perhaps of some used since."""
        if not self._may_use():
            return []
        assert self.folder is not None
        keys = []
        # a new entry changes the time of its folder: the others need not be listed
        for folder in [path for path in self.folder.glob("??") if path.stat().st_mtime >= moment_s]:
            for entry in folder.glob(f"*{_ENTRY_SUFFIX}"):
                with contextlib.suppress(OSError):  # another process has removed it
                    if entry.stat().st_mtime >= moment_s:
                        keys.append(entry.stem)
        return sorted(keys)

    @contextlib.contextmanager
    def claim(self, key: str, *, waits: bool = False) -> Iterator[bool]:
        """Tell other processes that this one makes the entry of `key`; one that `waits` does so until there is one."""
        # Gives whether this process has the claim: false while another one has it. A claim ends with its process at the
        # latest; without a folder that can be written, every process has it.
        path = self._path(key)
        handle = -1
        latest = time.monotonic() + _LONGEST_WAIT_S * waits
        if path is not None and not (waits and self.has(key)):
            with contextlib.suppress(OSError):
                if self._make_folder():
                    path.parent.mkdir(mode=0o700, exist_ok=True)
                    # With the suffix of temporary files: a clean-up removes the claim of a killed process.
                    claimed = path.with_name(f"{key}.claim{_TEMPORARY_SUFFIX}")
                    handle = os.open(claimed, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        if handle < 0:
            yield True
            return
        try:
            while True:
                try:
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except OSError:
                    if time.monotonic() >= latest:
                        yield False
                        return
                    time.sleep(_LOOK_S)
            try:
                yield True
            finally:
                with contextlib.suppress(OSError):
                    # Still locked. A process that opened the file before may lock it after this deletion: then both
                    # make the entry, which only costs time.
                    claimed.unlink()
        finally:
            # A process forked meanwhile has the file open, too: closing it here alone would leave it locked.
            fcntl.flock(handle, fcntl.LOCK_UN)
            os.close(handle)

    def refusal(self) -> str:
        """Return the reason the folder is not used; empty if it is used or not made yet."""
        if self.folder is None:
            return ""
        try:
            status = self.folder.stat()
        except FileNotFoundError:
            return ""
        except OSError as error:
            return f"cannot be read ({error.strerror or error})"
        executed = "code in it would be executed"
        if status.st_uid not in (os.geteuid(), ROOT_UID):
            return f"belongs to user {status.st_uid}, and this process is user {os.geteuid()}'s; {executed}"
        if status.st_mode & _WRITABLE_BY_OTHERS:
            return (
                f"can be written by others (mode {stat.S_IMODE(status.st_mode):o}); {executed}, so remove it"
            )
        return ""

    def size_bytes(self) -> int:
        """Return the size of all entries, entries of other formats included."""
        return sum(entry_bytes for _, entry_bytes, _ in self._entries())

    def _may_use(self) -> bool:
        """Check the folder until it is usable; warn once if it is not."""
        if self.folder is not None and not self._is_safe:
            reason = self.refusal()
            if reason:
                self._warn(reason)
            self._is_safe = not reason and self.folder.is_dir()
        return self._is_safe

    def _make_folder(self) -> bool:
        assert self.folder is not None
        # mkdir applies its mode to the last folder only, the one to protect.
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self._may_use()

    def _path(self, key: str) -> Path | None:
        # A key becomes a file name; other text could name a file outside of the folder.
        if not _KEY.fullmatch(key):
            raise ValueError(f"a cache key is 64 hexadecimal digits from content_key() (got {key!r})")
        if self.folder is None:
            return None
        return self.folder / key[:2] / (key + _ENTRY_SUFFIX)

    def _write(self, path: Path, stored: bytes) -> None:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        # In the entry's folder: rename(2) is atomic, and possible, only within a file system.
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=_TEMPORARY_SUFFIX)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(stored)
            Path(name).replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise

    def _warn(self, reason: str) -> None:
        assert self.folder is not None
        if self.folder not in _warned:
            _warned.add(self.folder)
            advice = "every run compiles again; set KERNEL_HARNESS_CACHE_DIR to a folder of your own"
            _log.warning("compiled code is not cached: %s %s; %s", self.folder, reason, advice)

    def _make_room(self, added_bytes: int) -> None:
        """Remove least recently used entries when the folder has outgrown its limit."""
        # A process measures the folder on its first write and whenever its running sum passes the limit, so it notices
        # other processes' writes late.
        assert self.folder is not None
        size = _sizes.get(self.folder)
        if size is not None and size + added_bytes <= self._limit_bytes:
            _sizes[self.folder] = size + added_bytes
            return
        if size is None:
            # Listing a hundred thousand entries takes a second. Keys are digests, so one folder in 16 is a fair sample;
            # it decides only if it is large and far from the limit.
            sample = [entry_bytes for _, entry_bytes, _ in self._entries("?0")]
            if len(sample) > _SAMPLE and 16 * sum(sample) < self._limit_bytes / 2:
                _sizes[self.folder] = 16 * sum(sample)
                return
        entries = self._entries()
        size = sum(entry_bytes for _, entry_bytes, _ in entries)
        if size > self._limit_bytes:
            for _, entry_bytes, path in sorted(entries):
                with contextlib.suppress(OSError):
                    os.unlink(path)  # noqa: PTH108
                    size -= entry_bytes
                if size <= self._limit_bytes * _KEEP_FRACTION:
                    break
        _sizes[self.folder] = size

    def _entries(self, folders: str = "??") -> list[tuple[int, int, str]]:
        """List (time of last use in ns, size, path) of the entries; abandoned temporary files are removed."""
        if self.folder is None:
            return []
        entries = []
        # Entries of other formats are never read again, so they are removed first.
        for folder in self.folder.parent.glob(f"v*/{folders}"):
            try:
                files = [*os.scandir(folder)]
            except OSError:
                continue
            for file in files:
                try:
                    stat = file.stat()
                    if file.name.endswith(_ENTRY_SUFFIX):
                        entries.append((stat.st_mtime_ns, stat.st_size, file.path))
                    elif file.name.endswith(_TEMPORARY_SUFFIX) and time.time() - stat.st_mtime > _ABANDONED_S:
                        os.unlink(file.path)  # noqa: PTH108
                except OSError:  # another process removed it since the listing
                    continue
        return entries


class _OtherKeyError(ValueError):
    """An intact entry of another key."""


def _sealed(key: str, data: bytes) -> bytes:
    bound = bytes.fromhex(key) + zlib.compress(data, _PACKING_LEVEL)
    return _MAGIC + hashlib.sha256(bound).digest() + bound


def _unsealed(key: str, stored: bytes) -> bytes:
    """Return the data given to `_sealed`; ValueError if the entry is damaged or of another key."""
    digest, bound = stored[len(_MAGIC) :][:_DIGEST_BYTES], stored[len(_MAGIC) + _DIGEST_BYTES :]
    if not stored.startswith(_MAGIC) or digest != hashlib.sha256(bound).digest():
        raise ValueError("is damaged")
    if bound[:_DIGEST_BYTES] != bytes.fromhex(key):
        raise _OtherKeyError("was made for another key")
    try:
        return zlib.decompress(bound[_DIGEST_BYTES:])
    except zlib.error:
        raise ValueError("is damaged") from None


def _read_file(path: Path) -> bytes | None:
    """Read a regular file; None for a missing file, a link or a FIFO."""

    def opened(name: str, flags: int) -> int:
        # Without O_NONBLOCK, opening a FIFO would wait for a writer.
        return os.open(name, flags | os.O_NOFOLLOW | os.O_NONBLOCK)

    try:
        with open(path, "rb", opener=opened) as file:
            return file.read() if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else None
    except OSError:
        return None
