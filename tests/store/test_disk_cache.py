import contextlib
import hashlib
import itertools
import logging
import multiprocessing
import os
import random
import stat
import threading
import time

import pytest

from harness.compiler.compilation import maker_digest
from harness.ptx.codegen import program
from harness.store import disk_cache as cache_module
from harness.store.disk_cache import DiskCache, content_key, sources_digest

KEY = content_key("a key")


def only_entry(cache):
    (entry,) = cache.folder.glob("??/*.bin")
    return entry


def unpackable(n_bytes):
    """Bytes that nothing makes smaller."""
    return random.Random(n_bytes).randbytes(n_bytes)


def test_what_was_put_is_got(tmp_path):
    cache = DiskCache(tmp_path / "made")
    assert cache.get(KEY) is None
    for data in (b"", b"code", bytes(range(256)) * 1000):
        cache.put(KEY, data)
        assert cache.get(KEY) == data
        assert DiskCache(tmp_path / "made").get(KEY) == data
    # Only its owner can reach code that will be run.
    assert stat.S_IMODE(cache.folder.stat().st_mode) == 0o700
    text = "".join(f"mov.b32 %r{n}, %r{n + 1};\n" for n in range(10_000)).encode()
    cache.put(KEY, text)
    assert only_entry(cache).stat().st_size < len(text) / 3, "it is packed"
    assert cache.get(KEY) == text


def test_a_key_depends_on_every_part_and_on_where_parts_end():
    keys = {
        content_key(),
        content_key(""),
        content_key("ab", "c"),
        content_key("a", "bc"),
        content_key("abc"),
        content_key("c", "ab"),
    }
    assert len(keys) == 6
    assert content_key("ab", "c") == content_key(b"ab", b"c")
    assert content_key("\udcff")  # an undecodable byte of a file name


@pytest.mark.parametrize("key", ["", "../../x", "0" * 63, "0" * 65, "G" * 64, "A" * 64])
def test_only_a_digest_is_a_key(tmp_path, key):
    cache = DiskCache(tmp_path)
    with pytest.raises(ValueError, match="64 hexadecimal digits"):
        cache.get(key)
    with pytest.raises(ValueError, match="64 hexadecimal digits"):
        cache.put(key, b"")


def test_the_least_recently_used_go_first(tmp_path):
    entry_bytes = 1000
    cache = DiskCache(tmp_path, limit_bytes=5 * 1100)
    keys = [content_key(str(number)) for number in range(5)]
    for age, key in enumerate(keys):
        cache.put(key, unpackable(entry_bytes))
        path = cache.folder / key[:2] / f"{key}.bin"
        used = time.time() - 1000 + age
        os.utime(path, (used, used))
    assert cache.get(keys[0]) is not None  # used just now: the oldest no more
    cache.put(content_key("one too many"), unpackable(entry_bytes))
    left = [key for key in keys if (cache.folder / key[:2] / f"{key}.bin").exists()]
    assert keys[0] in left
    assert keys[1] not in left
    assert keys[4] in left
    assert cache.get(content_key("one too many")) is not None
    size = sum(path.stat().st_size for path in cache.folder.glob("??/*"))
    assert size <= 5 * 1100


def be_another_process(monkeypatch):
    """Forget what this process has measured."""
    monkeypatch.setattr("harness.store.disk_cache._sizes", {})


def test_other_processes_entries_count_towards_the_limit(tmp_path, monkeypatch):
    DiskCache(tmp_path, limit_bytes=10**6).put(content_key("theirs"), unpackable(3000))
    be_another_process(monkeypatch)
    cache = DiskCache(tmp_path, limit_bytes=4000)
    cache.put(KEY, unpackable(2000))
    assert cache.get(KEY) is not None
    assert cache.get(content_key("theirs")) is None


def test_a_process_measures_the_folder_once(tmp_path):
    DiskCache(tmp_path, limit_bytes=10**6).put(content_key("first"), unpackable(3000))
    abandoned = tmp_path / "v1" / "ab" / "old.tmp"
    abandoned.parent.mkdir(parents=True)
    abandoned.write_text("")
    os.utime(abandoned, (1, 1))
    DiskCache(tmp_path, limit_bytes=10**6).put(KEY, unpackable(2000))
    assert abandoned.exists()  # a measurement removes it
    DiskCache(tmp_path, limit_bytes=4000).put(content_key("third"), unpackable(2000))
    assert not abandoned.exists()


def test_entries_of_another_format_go_first(tmp_path, monkeypatch):
    older = tmp_path / "v1" / "ab" / f"{'ab' * 32}.bin"
    older.parent.mkdir(parents=True)
    older.write_bytes(bytes(3000))
    os.utime(older, (1, 1))
    cache = DiskCache(tmp_path, limit_bytes=4000)
    cache.put(KEY, unpackable(2000))
    assert not older.exists()
    assert cache.get(KEY) is not None
    monkeypatch.setattr(cache_module, "FORMAT_VERSION", cache_module.FORMAT_VERSION + 1)
    assert DiskCache(tmp_path).get(KEY) is None, "an older format is never read"


def test_an_entry_larger_than_the_cache_is_not_kept(tmp_path):
    cache = DiskCache(tmp_path, limit_bytes=2000)
    cache.put(KEY, b"small")
    cache.put(content_key("large"), unpackable(2000))
    assert cache.get(content_key("large")) is None
    assert cache.get(KEY) == b"small"


@pytest.mark.parametrize(("folder", "limit"), [(None, 10**6), ("somewhere", 0)])
def test_a_cache_that_keeps_nothing(tmp_path, folder, limit):
    cache = DiskCache(tmp_path / folder if folder else None, limit)
    cache.put(KEY, b"x")
    assert cache.get(KEY) is None
    assert cache.folder is None
    with cache.claim(KEY) as first, cache.claim(KEY) as second:
        assert (first, second) == (True, True), "everybody has the claim"
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_told_once_and_costs_nothing_else(tmp_path, caplog):
    # A file in the way: permissions would not stop a superuser.
    (tmp_path / "file").write_text("")
    for _ in range(2):
        cache = DiskCache(tmp_path / "file")
        with caplog.at_level(logging.WARNING):
            cache.put(KEY, b"x")
            cache.put(KEY, b"x")
        assert cache.get(KEY) is None
    assert len(caplog.records) == 1
    assert "KERNEL_HARNESS_CACHE_DIR" in caplog.text


def test_a_write_that_fails_leaves_nothing_behind(tmp_path, monkeypatch):
    cache = DiskCache(tmp_path)
    cache.put(KEY, b"first")

    def full(*_args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    cache.put(KEY, b"second")
    monkeypatch.undo()
    assert cache.get(KEY) == b"first"
    assert [path.suffix for path in cache.folder.glob("??/*")] == [".bin"]


def test_what_dead_processes_left_is_cleaned_up_and_what_live_ones_write_is_not(tmp_path, monkeypatch):
    cache = DiskCache(tmp_path)
    cache.put(KEY, b"x")
    old, new = (only_entry(cache).with_name(name) for name in ("old.tmp", "new.tmp"))
    old.write_text("")
    new.write_text("")
    hours_ago = time.time() - 2 * 3600
    os.utime(old, (hours_ago, hours_ago))
    be_another_process(monkeypatch)
    DiskCache(tmp_path).put(content_key("next"), b"y")
    assert not old.exists()
    assert new.exists()


def _write_many(folder, number):
    cache = DiskCache(folder, limit_bytes=200_000)
    wrong = 0
    for turn in range(60):
        key = content_key(str(turn % 10))
        data = hashlib.shake_256(str(turn % 10).encode()).digest(16_000)
        if (got := cache.get(key)) is not None and got != data:
            wrong += 1
        if turn % 2 == number % 2:
            cache.put(key, data)
    raise SystemExit(wrong)


def test_processes_share_a_folder(tmp_path):
    # The limit is a little above what they write together, so that they clean up at the same time, too.
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_write_many, args=(tmp_path, number)) for number in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0, 0]
    cache = DiskCache(tmp_path)
    assert cache.get(content_key("3")) in (None, hashlib.shake_256(b"3").digest(16_000))
    assert list(cache.folder.glob("??/*.tmp")) == []


def test_others_wait_for_an_entry_that_one_process_makes(tmp_path, monkeypatch):
    cache = DiskCache(tmp_path)
    with contextlib.ExitStack() as made:
        made.enter_context(cache.claim(KEY))
        monkeypatch.setattr(cache_module, "_LONGEST_WAIT_S", 0.01)
        with cache.claim(KEY, waits=True) as is_ours:
            assert not is_ours, "its maker may have been stopped"
        monkeypatch.setattr(cache_module, "_LONGEST_WAIT_S", 60)
        made.callback(cache.put, KEY, b"x")
        threading.Timer(0.05, made.pop_all().close).start()
        with cache.claim(KEY, waits=True):
            assert cache.get(KEY) == b"x"


def _claim_and_wait(folder, key, has_claim, may_end):
    with DiskCache(folder).claim(key) as is_ours:
        has_claim.put(is_ours)
        may_end.wait()


def test_an_entry_is_one_process_to_make(tmp_path):
    key = content_key("slow")
    context = multiprocessing.get_context("spawn")
    answers, may_end = context.Queue(), context.Event()
    process = context.Process(target=_claim_and_wait, args=(tmp_path, key, answers, may_end))
    process.start()
    try:
        assert answers.get(timeout=60)
        with DiskCache(tmp_path).claim(key) as is_ours:
            assert not is_ours
        with DiskCache(tmp_path).claim(content_key("other")) as is_ours:
            assert is_ours
        process.kill()
        process.join()
        with DiskCache(tmp_path).claim(key) as is_ours:
            assert is_ours, "a claim ends with its process"
    finally:
        process.kill()
    assert not list(tmp_path.rglob("*.claim*"))


FILES = {"__init__.py": "", "front.py": "x = 1\n", "back/__init__.py": "", "back/deep/loops.py": "y = 1\n"}
# A package that was imported once stays the one of its name.
NUMBERS = itertools.count()


@pytest.fixture
def digest(tmp_path, monkeypatch):
    """Give a function that writes a package and returns the digest of its sources."""
    monkeypatch.syspath_prepend(tmp_path)
    package = f"kept_package_{next(NUMBERS)}"
    root = tmp_path / package

    def made(files):
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        sources_digest.cache_clear()
        return sources_digest(package)

    made.root = root
    return made


@pytest.mark.parametrize("name", FILES)
def test_a_change_of_any_module_changes_the_digest(digest, name):
    before = digest(FILES)
    assert digest(FILES) == before
    assert digest({name: "z = 2\n"}) != before


def test_a_module_that_moves_changes_the_digest_and_what_is_no_source_does_not(digest):
    before = digest(FILES)
    assert digest({"back/__pycache__/front.cpython-311.pyc": "", "notes.txt": ""}) == before
    (digest.root / "front.py").rename(digest.root / "back/front.py")
    assert digest({}) != before


@pytest.mark.parametrize("maker", [program._maker, maker_digest], ids=["executor", "compiler"])
def test_what_is_kept_depends_on_it(maker, monkeypatch):
    before = maker()
    for module in ("harness.ptx.codegen.program", "harness.compiler.compilation"):
        monkeypatch.setattr(f"{module}.sources_digest", lambda _package: "0" * 64)
    assert maker() != before


@pytest.mark.parametrize(("limit", "is_exact"), [(10**6, False), (200_000, True)])
def test_a_large_folder_far_from_its_limit_is_measured_by_a_sample(tmp_path, monkeypatch, limit, is_exact):
    monkeypatch.setattr("harness.store.disk_cache._sizes", sizes := {})
    monkeypatch.setattr("harness.store.disk_cache._SAMPLE", 1)
    for number in range(160):
        DiskCache(tmp_path).put(content_key(str(number)), unpackable(1000))
    sizes.clear()
    (cache := DiskCache(tmp_path, limit)).put(KEY, unpackable(1000))
    assert (sizes[cache.folder] == cache.size_bytes()) is is_exact
    assert 0.3 < sizes[cache.folder] / cache.size_bytes() < 2
