"""A GPU for what times kernels: the fake device's memory and kernels, and a clock that says what a test wants."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from harness.variant.case import make_case
from harness.variant.declaration.discovery import load_variant
from tests.run.fake_device import FakeDevice, write_kernel

SCRATCHED = {"args": '["inp", "out", "partial", "n_rows", "n_cols", "inp_stride", "out_stride"]'}
SCRATCH = ("[[scratch]]", 'name = "partial"', 'bytes = "n_rows * 4"')


def fake_case(folder, stem="softmax_fake", *lines, n_rows=4, n_cols=64, **keys):
    """Make a case of a kernel that the fake device runs."""
    variant = load_variant(write_kernel(folder, stem, *lines, **keys))
    return make_case(variant, dtype="float32", n_rows=n_rows, n_cols=n_cols, kind="normal", block=(32, 1, 1))


@dataclass(eq=False)
class FakeTimer:
    """Does works at once; each takes the microseconds that it was given."""

    gpu: FakeGpu
    n_series: int = 0
    closed: bool = False

    def series(self, works):
        self.n_series += 1
        times = []
        for work in works:
            before = self.gpu.now_us
            work(None)
            times.append(self.gpu.now_us - before)
        return times

    def graph(self, works):
        self.gpu.graphs.append(len(works))

        def launch(stream):
            for work in works:
                work(stream)

        return launch

    def copy(self, to, source, size_bytes):
        def work(stream):
            self.gpu.log.append(("copy", source.address))
            self.gpu.now_us += self.gpu.copy_us

        return work

    def close(self):
        self.closed = True


@dataclass(eq=False)
class FakeGpu(FakeDevice):
    """What `harness.measure` needs of a GPU.

    `kernel_us`: microseconds of a launch, by the variant's name. `path_us`: instead, by the variant's file.
    `slowness`: factor of a launch's time, by the address of its input. `copy_us`: of a copy. `l2_bytes`: size of the
    L2 cache.
    """

    kind: str = "gpu"
    memory_bytes: int | None = 1 << 30
    kernel_us: Callable[[str], float] = lambda _: 500.0
    path_us: Callable[[Path], float] | None = None
    slowness: Callable[[int], float] = lambda _: 1.0
    copy_us: float = 100.0
    l2_bytes: int = 1 << 16
    bus_id: str = "0000:00:00.0"
    now_us: float = 0.0
    log: list[tuple[str, int]] = field(default_factory=list)
    graphs: list[int] = field(default_factory=list)
    timers: list[FakeTimer] = field(default_factory=list)
    paths: dict[int, Path] = field(default_factory=dict)

    def timer(self):
        self.timers.append(FakeTimer(self))
        return self.timers[-1]

    def load(self, artifact, entry):
        kernel = super().load(artifact, entry)
        self.paths[id(kernel)] = Path(artifact.request.path)
        return kernel

    def work(self, kernel, config, args):
        path = self.paths[id(kernel)]

        def queue(stream):
            self.launch(kernel, config, args)
            self.log.append((path.stem, int(args[0])))
            us = self.path_us(path) if self.path_us else self.kernel_us(path.stem)
            self.now_us += us * self.slowness(int(args[0]))

        return queue

    def copy_on_device(self, to, source):
        self._bytes(to.address, to.size_bytes)[...] = self._bytes(source.address, source.size_bytes)

    def is_same(self, one, other):
        first, second = (self._bytes(each.address, each.size_bytes) for each in (one, other))
        return bytes(first) == bytes(second)
