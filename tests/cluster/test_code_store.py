"""Hosts share compiled code: what one has made for a program, another takes before it begins the same."""

import time
from types import SimpleNamespace

import pytest

from harness.cluster import ray_engine, remote_worker
from harness.cluster.remote_worker import RemoteStart, RemoteWorker, pack, software
from harness.compiler import open_cache
from harness.run.session import open_cpu
from harness.settings.settings import Settings
from harness.store.disk_cache import DiskCache, content_key
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from harness.worker.channel import Task
from tests.run.session_tasks import NOTHING

from .stand_in import passed

KEY, OTHER = content_key("a"), content_key("b")


class Sharing(RemoteWorker):
    """A worker of hosts that share entries in memory."""

    shares_code = True

    def __init__(self, entries):
        super().__init__()
        self.entries = dict(entries)
        self.asked = []

    def code_of(self, program):
        self.asked.append(program)
        return dict(self.entries)

    def share_code(self, _program, key, data):
        self.entries[key] = data


def test_a_cache_names_what_was_written_since_a_time(tmp_path):
    cache = DiskCache(tmp_path)
    assert cache.keys_since(0.0) == []
    cache.put(KEY, b"old")
    assert cache.keys_since(0.0) == [KEY]
    time.sleep(0.05)
    began = time.time() - 0.02
    cache.put(OTHER, b"new")
    assert cache.keys_since(began) == [OTHER]
    # a folder that cannot be used costs the sharing alone
    assert DiskCache(None).keys_since(0.0) == []


def test_the_cluster_keeps_the_first_of_two_equal_entries(monkeypatch):
    monkeypatch.setattr(
        ray_engine, "import_ray", lambda: SimpleNamespace(put=lambda data: f"ref of {data!r}")
    )
    store = ray_engine.RayCodeStore()
    assert store.get("program") == {}
    for data in (b"one", b"two"):
        store.keep("program", KEY, data)
    assert store.get("program") == {KEY: "ref of b'one'"}
    assert store.get("other") == {}


@pytest.fixture
def worker(tmp_path, monkeypatch):
    """Open a worker whose runner compiles `OTHER` in its first case, if the cache has not got it."""
    monkeypatch.chdir(tmp_path)
    settings = Settings.load(tmp_path, environ={"HOME": str(tmp_path)}, cache_dir=str(tmp_path / "cache"))
    caches = []

    class Runner:
        info, unavailable = None, ""

        def __init__(self, _kind, own, _task):
            caches.append(open_cache(own))

        def ready_worker(self):
            pass

        def run_all(self, listed):
            if caches[0].get(OTHER) is None:
                caches[0].put(OTHER, b"made here")
            return [passed(case.id) for case in listed]

        def break_off(self):
            pass

    monkeypatch.setattr(remote_worker, "WorkerRunner", Runner)

    def opened(entries):
        worker = Sharing(entries)
        worker.open((str(tmp_path),), pack(RemoteStart("cpu", settings, Task(open_cpu, len))), software())
        return worker, caches[0]

    return opened


@pytest.mark.parametrize(("given", "shared"), [
    ({KEY: b"theirs"}, {KEY: b"theirs", OTHER: b"made here"}),
    ({OTHER: b"theirs"}, {OTHER: b"theirs"}),
])  # fmt: skip
def test_a_worker_takes_what_its_host_lacks_and_passes_on_what_it_makes(tmp_path, worker, given, shared):
    (tmp_path / "k.cu").write_text(NOTHING)
    listed = cases(load_variant(tmp_path / "k.cu"))[:2]
    remote, cache = worker(given)
    for case in listed:
        remote.run(pack((case,)))
    assert remote.entries == shared
    assert len(remote.asked) == 1  # the second case is of the same program
    assert {key: cache.get(key) for key in shared} == shared
    remote.close()
