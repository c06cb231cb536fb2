"""Compiled code of a cluster: an entry is made once, others wait for it, and nobody waits for one who is gone."""

import asyncio
import contextlib
import hashlib
import os
import socket
import tempfile
import threading
import time

import pytest

from harness.cluster import remote_worker
from harness.cluster.bundle import pack
from harness.cluster.code_store import CodeClient, CodeServer, CodeStore, open_sharing
from harness.cluster.remote_worker import RemoteStart, RemoteWorker, software
from harness.run.session import open_cpu
from harness.settings.settings import Settings
from harness.store.code_source import current_source, use_source
from harness.store.disk_cache import DiskCache, content_key
from harness.worker.channel import Task

KEY, OTHER = content_key("a"), content_key("b")


class Shelf:
    """A source in memory."""

    def __init__(self, entries=()):
        self.entries = dict(entries)
        self.asked = []

    def get(self, key, makes):
        self.asked.append((key, makes))
        return self.entries.get(key)

    def put(self, key, data):
        self.entries[key] = data


def test_the_first_who_asks_makes_it_and_the_others_wait():
    async def run():
        store = CodeStore()
        assert await store.get(KEY, "a") is None
        others = [asyncio.create_task(store.get(KEY, name)) for name in "bcd"]
        await asyncio.sleep(0)
        assert not any(each.done() for each in others)
        await store.put(KEY, b"code")
        assert [await each for each in others] == [b"code"] * 3
        assert await store.get(KEY, "e") == b"code"
        assert await store.counts() == {"entries": 1, "made_again": 0, "taken": 4}

    asyncio.run(run())


def test_when_a_maker_is_gone_another_one_makes_it():
    async def run():
        store = CodeStore()
        await store.get(KEY, "a")
        await store.get(OTHER, "b")
        second, third = (asyncio.create_task(store.get(KEY, name)) for name in "bc")
        await asyncio.sleep(0)
        await store.release("a")
        assert await second is None  # it is to make it now
        await asyncio.sleep(0)
        assert not third.done()
        await store.put(KEY, b"code")
        assert await third == b"code"

    asyncio.run(run())


def test_nobody_waits_longer_than_the_limit():
    async def run():
        store = CodeStore(wait_s=0.01)
        await store.get(KEY, "a")
        assert await store.get(KEY, "b") is None
        await store.put(KEY, b"one")
        await store.put(KEY, b"two")
        assert await store.get(KEY, "c") == b"one"
        assert (await store.counts())["made_again"] == 1

    asyncio.run(run())


def test_who_only_looks_keeps_nobody_waiting():
    async def run():
        store = CodeStore()
        assert await store.get(KEY, "a", makes=False) is None
        assert await store.get(KEY, "b") is None
        assert await store.get(KEY, "c", makes=False) is None
        assert await store.get(KEY, "b") is None  # who makes it may ask again

    asyncio.run(run())


def test_a_disk_cache_takes_what_it_lacks_and_passes_on_what_it_gets(tmp_path):
    shelf = Shelf({KEY: b"theirs"})
    cache = DiskCache(tmp_path, source=shelf)
    assert cache.get(KEY) == b"theirs"
    assert cache.get(KEY) == b"theirs"
    assert shelf.asked == [(KEY, True)]  # the second time it is on the disk
    assert DiskCache(tmp_path).get(KEY) == b"theirs"
    assert cache.get(OTHER, makes=False) is None
    cache.put(OTHER, b"ours")
    assert shelf.entries[OTHER] == b"ours"
    assert shelf.asked[1:] == [(OTHER, False)]
    # a folder that cannot be used costs no sharing
    assert DiskCache(None, source=shelf).get(OTHER) == b"ours"


@pytest.fixture
def served(tmp_path):
    shelf = Shelf({KEY: os.urandom(3 << 20)})
    server = CodeServer(shelf, tmp_path / "code.sock")
    yield shelf, str(tmp_path / "code.sock"), server
    server.close()


def test_a_worker_process_reaches_the_source(served):
    shelf, path, _ = served
    with contextlib.closing(CodeClient(path)) as client:
        assert client.get(KEY, makes=True) == shelf.entries[KEY]
        assert client.get(OTHER, makes=False) is None
        client.put(OTHER, b"x" * 100_000)
        assert client.get(OTHER, makes=True) == b"x" * 100_000
    assert [makes for _, makes in shelf.asked] == [True, False, True]


def test_without_the_server_there_is_no_code_and_no_error(served, tmp_path):
    _, path, server = served
    with contextlib.closing(CodeClient(path)) as client:
        assert client.get(KEY, makes=True)
    assert client.get(KEY, makes=True) is None
    server.close()
    absent = CodeClient(str(tmp_path / "nowhere"))
    assert absent.get(KEY, makes=True) is None
    absent.put(KEY, b"x")


@pytest.mark.parametrize(
    "junk", [b"\x80\x04cos\nsystem\n.", b"G" + (2**62).to_bytes(8, "little"), b"G\x03" + bytes(7) + b"abc"]
)
def test_junk_ends_its_connection_only(served, junk):
    shelf, path, _ = served
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)
        connection.sendall(junk.ljust(80, b"\0"))
        connection.settimeout(5)
        with contextlib.suppress(ConnectionResetError):
            assert connection.recv(1) == b""
    with contextlib.closing(CodeClient(path)) as client:
        assert client.get(KEY, makes=True) == shelf.entries[KEY]


def test_a_device_of_a_worker_process_shares(served):
    _, path, _ = served
    opened = []
    try:
        open_sharing(lambda settings: opened.append((settings, current_source())), path, "settings")
        ((settings, source),) = opened
        assert settings == "settings"
        assert isinstance(source, CodeClient)
    finally:
        use_source(None)


@pytest.mark.parametrize("is_long", [False, True])
def test_a_worker_shares_unless_its_socket_cannot_be_made(tmp_path, monkeypatch, is_long):
    if is_long:
        folder = tmp_path / ("x" * 100)
        folder.mkdir()
        monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.chdir(tmp_path)
    tasks = []

    class Runner:
        info, unavailable = None, ""

        def __init__(self, _kind, _settings, task):
            tasks.append(task)

        def break_off(self):
            pass

    monkeypatch.setattr(remote_worker, "WorkerRunner", Runner)
    settings = Settings.load(tmp_path, environ={"HOME": str(tmp_path)})
    worker = RemoteWorker(Shelf())
    worker.open((str(tmp_path),), pack(RemoteStart("cpu", settings, Task(open_cpu, len, len))), software())
    assert (tasks[0].open_device is open_cpu) is is_long
    worker.close()


def test_two_workers_that_need_one_program_make_it_once(tmp_path):
    """Two servers before one store, as on two hosts; each worker makes an entry in a while."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    store = CodeStore()
    made = []

    class Host:
        def __init__(self, name):
            self.name = name

        def get(self, key, makes):
            return asyncio.run_coroutine_threadsafe(store.get(key, self.name, makes), loop).result()

        def put(self, key, data):
            asyncio.run_coroutine_threadsafe(store.put(key, data), loop).result()

    def work(name):
        server = CodeServer(Host(name), tmp_path / f"{name}.sock")
        client = CodeClient(str(tmp_path / f"{name}.sock"))
        cache = DiskCache(tmp_path / name, source=client)
        for number in range(8):
            key = hashlib.sha256(b"%d" % number).hexdigest()
            if cache.get(key) is None:
                made.append(number)
                time.sleep(0.02)
                cache.put(key, b"code")
        client.close()
        server.close()

    try:
        workers = [threading.Thread(target=work, args=(name,)) for name in ("a", "b")]
        for each in workers:
            each.start()
        for each in workers:
            each.join()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
    assert sorted(made) == list(range(8))
