"""What stands in a cache's folder is used for its own key alone, and whatever else stands there costs time only."""

import contextlib
import logging
import os
import random
import re
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from harness.store.disk_cache import FORMAT_VERSION, DiskCache, content_key
from tests import forked
from tests.run.kept_runtime import give_runtime

ROOT = Path(__file__).parents[2]
KEYS = tuple(content_key(str(number)) for number in range(6))
CASE = "7x3-spread-block128"


def entry_of(cache: DiskCache, key: str) -> Path:
    assert cache.folder is not None
    return cache.folder / key[:2] / f"{key}.bin"


def data_of(key: str) -> bytes:
    return key.encode() * 50


@pytest.fixture
def cache(tmp_path):
    cache = DiskCache(tmp_path / "cache")
    for key in KEYS:
        cache.put(key, data_of(key))
    return cache


def check(source: Path, cache: Path) -> subprocess.CompletedProcess[str]:
    environ = {name: value for name, value in os.environ.items() if not name.startswith("KERNEL_HARNESS_")}
    environ |= {"KERNEL_HARNESS_CACHE_DIR": str(cache), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "harness", "check", source.name, "--device", "cpu", "-k", CASE]
    return forked.run(
        command, cwd=source.parent, env=environ, capture_output=True, text=True, check=False, timeout=300
    )


def compiled(cache: Path) -> list[Path]:
    """Entries of compiled sources, told by what they hold: the others are the executor's."""
    return [path for path in sorted(cache.glob("v*/??/*.bin")) if b'"entries"' in unpacked(path)[:1000]]


def unpacked(path: Path) -> bytes:
    """What an entry holds, whatever is written before it."""
    stored = path.read_bytes()
    for found in re.finditer(rb"\x78\x01", stored):
        with contextlib.suppress(zlib.error):
            return zlib.decompress(stored[found.start() :])
    raise AssertionError(f"{path} holds nothing that is packed")


def test_a_right_kernels_entry_in_the_place_of_a_wrong_ones_does_not_make_it_pass(tmp_path):
    text = (ROOT / "cuda_src" / "softmax_naive.cu").read_text(encoding="utf-8")
    wrong_text = text.replace("col < n_cols", "col < n_cols - n_cols % 4")
    assert wrong_text != text
    cache = give_runtime(tmp_path / "cache")
    entries = []
    for name, source in (("right", text), ("wrong", wrong_text)):
        path = tmp_path / name / "k.cu"
        path.parent.mkdir()
        path.write_text(source, encoding="utf-8")
        done = check(path, cache)
        assert done.returncode == (name == "wrong"), done.stdout + done.stderr
        (entry,) = set(compiled(cache)) - set(entries)
        entries.append(entry)
    right, wrong = entries
    wrong.write_bytes(right.read_bytes())

    done = check(tmp_path / "wrong" / "k.cu", cache)
    assert done.returncode == 1, done.stdout
    assert "FAIL    k " in done.stdout
    # Compiled anew, and kept under its own key.
    assert wrong.read_bytes() != right.read_bytes()
    assert check(tmp_path / "right" / "k.cu", cache).returncode == 0


def test_entries_swapped_in_pairs_are_none_of_them_used(cache, caplog):
    for first in KEYS:
        for second in KEYS:
            if first == second:
                continue
            for key in (first, second):
                cache.put(key, data_of(key))
            paths = entry_of(cache, first), entry_of(cache, second)
            stored = [path.read_bytes() for path in paths]
            for path, other in zip(paths, reversed(stored), strict=True):
                path.write_bytes(other)
            assert (cache.get(first), cache.get(second)) == (None, None)
            assert not any(path.exists() for path in paths)
    assert "made for another key" in caplog.text


def test_no_damage_to_a_file_gives_other_bytes(cache):
    draw = random.Random(1)
    whole = entry_of(cache, KEYS[0]).read_bytes()
    for _ in range(2000):
        stored = bytearray(whole)
        for _ in range(draw.choice((1, 1, 2, 8))):
            place = draw.randrange(len(stored))
            stored[place] ^= draw.randrange(1, 256)
        if draw.random() < 0.3:
            del stored[draw.randrange(len(stored)) :]
        if draw.random() < 0.2:
            stored += draw.randbytes(draw.randrange(1, 100))
        path = entry_of(cache, KEYS[0])
        path.write_bytes(stored)
        assert cache.get(KEYS[0]) is None
        assert not path.exists()


@pytest.mark.parametrize("sort", ["folder", "fifo", "link", "dangling"])
def test_what_is_not_a_file_is_no_entry(cache, tmp_path, sort):
    path = entry_of(cache, KEYS[0])
    stored = path.read_bytes()
    path.unlink()
    if sort == "folder":
        path.mkdir()
    elif sort == "fifo":
        os.mkfifo(path)
    else:
        (tmp_path / "target").write_bytes(stored)
        path.symlink_to(tmp_path / ("target" if sort == "link" else "nowhere"))
    assert cache.get(KEYS[0]) is None
    cache.put(KEYS[0], data_of(KEYS[0]))
    if sort != "folder":
        assert cache.get(KEYS[0]) == data_of(KEYS[0])
    if sort == "link":
        assert (tmp_path / "target").read_bytes() == stored


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o722])
def test_a_folder_that_others_can_write_is_not_used(cache, caplog, mode):
    cache.folder.chmod(mode)
    other = DiskCache(cache.folder.parent)
    with caplog.at_level(logging.WARNING):
        assert other.get(KEYS[0]) is None
        other.put(KEYS[0], b"other")
        assert DiskCache(cache.folder.parent).get(KEYS[0]) is None
    assert len(caplog.records) == 1
    assert "can be written by others" in caplog.text
    assert "KERNEL_HARNESS_CACHE_DIR" in caplog.text
    assert "can be written by others" in other.refusal()
    cache.folder.chmod(0o700)
    assert DiskCache(cache.folder.parent).get(KEYS[0]) == data_of(KEYS[0])
    assert DiskCache(cache.folder.parent).refusal() == ""


def test_a_folder_of_another_users_is_not_used(cache, caplog, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: cache.folder.stat().st_uid + 1)
    monkeypatch.setattr("harness.store.disk_cache.ROOT_UID", cache.folder.stat().st_uid + 2)
    other = DiskCache(cache.folder.parent)
    with caplog.at_level(logging.WARNING):
        assert other.get(KEYS[0]) is None
        other.put(content_key("new"), b"new")
    assert len(caplog.records) == 1
    assert f"belongs to user {cache.folder.stat().st_uid}" in caplog.text
    monkeypatch.undo()
    assert cache.get(content_key("new")) is None


def test_the_superusers_folder_may_be_read(cache, monkeypatch):
    """A cache that the image of a container brings along."""
    monkeypatch.setattr(os, "geteuid", lambda: cache.folder.stat().st_uid + 1)
    monkeypatch.setattr("harness.store.disk_cache.ROOT_UID", cache.folder.stat().st_uid)
    assert DiskCache(cache.folder.parent).get(KEYS[0]) == data_of(KEYS[0])


def test_a_folder_that_is_a_link_is_judged_by_what_it_leads_to(cache, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / f"v{FORMAT_VERSION}").symlink_to(cache.folder)
    assert DiskCache(elsewhere).get(KEYS[0]) == data_of(KEYS[0])
    cache.folder.chmod(0o777)
    assert DiskCache(elsewhere).get(KEYS[0]) is None
