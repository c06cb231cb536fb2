"""Compiled code of a cluster reaches worker processes, and a fault on the way costs the sharing alone."""

import contextlib
import os
import socket
import tempfile
from types import SimpleNamespace

import pytest

from harness.cluster import ray_engine, remote_worker
from harness.cluster.bundle import pack
from harness.cluster.remote_worker import (
    CodeClient,
    CodeServer,
    RemoteStart,
    RemoteWorker,
    open_sharing,
    software,
)
from harness.run.session import open_cpu
from harness.store.disk_cache import DiskCache, content_key, current_source, use_source
from harness.worker.channel import Task

KEY, OTHER = content_key("a"), content_key("b")


class Shelf:
    """A source in memory."""

    def __init__(self, entries=()):
        self.entries = dict(entries)
        self.asked = []

    def get(self, key):
        self.asked.append(key)
        return self.entries.get(key)

    def put(self, key, data):
        self.entries[key] = data


def test_a_disk_cache_takes_what_it_lacks_and_passes_on_what_it_gets(tmp_path):
    shelf = Shelf({KEY: b"theirs"})
    cache = DiskCache(tmp_path, source=shelf)
    assert cache.get(KEY) == b"theirs"
    assert cache.get(KEY) == b"theirs"
    assert shelf.asked == [KEY]  # the second time it is on the disk
    assert DiskCache(tmp_path).get(KEY) == b"theirs"
    assert cache.get(OTHER) is None
    cache.put(OTHER, b"ours")
    assert shelf.entries[OTHER] == b"ours"
    assert shelf.asked[1:] == [OTHER]
    # a folder that cannot be used costs no sharing
    assert DiskCache(None, source=shelf).get(OTHER) == b"ours"


def test_the_cluster_keeps_the_first_of_two_equal_entries(monkeypatch):
    monkeypatch.setattr(
        ray_engine, "import_ray", lambda: SimpleNamespace(put=lambda data: f"ref of {data!r}")
    )
    store = ray_engine.RayCodeStore()
    assert store.get(KEY) is None
    for data in (b"one", b"two"):
        store.keep(KEY, data)
    assert store.get(KEY) == ["ref of b'one'"]


@pytest.fixture
def served(tmp_path):
    shelf = Shelf({KEY: os.urandom(3 << 20)})
    server = CodeServer(shelf, tmp_path / "code.sock")
    yield shelf, str(tmp_path / "code.sock"), server
    server.close()


def test_a_worker_process_reaches_the_source(served):
    shelf, path, _ = served
    with contextlib.closing(CodeClient(path)) as client:
        assert client.get(KEY) == shelf.entries[KEY]
        assert client.get(OTHER) is None
        client.put(OTHER, b"x" * 100_000)
        assert client.get(OTHER) == b"x" * 100_000


def test_without_the_server_there_is_no_code_and_no_error(served, tmp_path):
    _, path, server = served
    with contextlib.closing(CodeClient(path)) as client:
        assert client.get(KEY)
    assert client.get(KEY) is None
    server.close()
    absent = CodeClient(str(tmp_path / "nowhere"))
    assert absent.get(KEY) is None
    absent.put(KEY, b"x")


@pytest.mark.parametrize(
    "junk",
    [
        b"\x80\x04cos\nsystem\n.",
        b"\xff\xff\xff\xff" + (2**62).to_bytes(8, "big"),
        b"\x7f\xff\xff\xff",
        b"\x00\x00\x00\x03Gabc",
    ],
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
        assert client.get(KEY) == shelf.entries[KEY]


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
def test_a_worker_shares_unless_its_socket_cannot_be_made(tmp_path, settings, monkeypatch, is_long):
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

        def open(self):
            pass

        def break_off(self):
            pass

    monkeypatch.setattr(remote_worker, "WorkerRunner", Runner)
    worker = RemoteWorker(Shelf())
    worker.open((str(tmp_path),), pack(RemoteStart("cpu", settings, Task(open_cpu, len))), software())
    assert (tasks[0].open_device is open_cpu) is is_long
    worker.close()
