"""Spreads programs over processes, each with a device of its own."""

import argparse
import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from harness.ptx.launch.watch import Watch
from tests.fuzz.campaign import Result, run
from tests.fuzz.comparison import Device, ExecutorDevice
from tests.ptx.code_cache import compiling_executor

CHUNK = {"cpu": 25, "gpu": 100}
"""Programs that a process takes at a time; one with a GPU takes no more and ends."""
_devices: dict[str, Device] = {}


def seeds_of(options: argparse.Namespace) -> range:
    return range(options.seed, options.seed + options.count)


def device_of(options: argparse.Namespace) -> Device:
    """Return this process's device, opened when it is first wanted."""
    if options.device not in _devices:
        if options.device == "gpu":
            from tests.fuzz.gpu import GpuDevice

            _devices["gpu"] = GpuDevice(options.level)
        else:
            watch = Watch(races=options.watch, undefined=options.watch, schedule=options.schedule)
            _devices["cpu"] = ExecutorDevice(compiling_executor(), watch)
    return _devices[options.device]


def judge_of(options: argparse.Namespace) -> Device | None:
    """Return what has to agree with the reference where a GPU does not: the executor, which sees races."""
    if options.device != "gpu":
        return None
    if "judge" not in _devices:
        _devices["judge"] = ExecutorDevice(compiling_executor(), Watch(races=True, undefined=True))
    return _devices["judge"]


def _chunk(options: argparse.Namespace, seeds: range) -> list[Result]:
    device = device_of(options)
    return list(run(seeds, device, newest=device.runs_newest))


def results_of(options: argparse.Namespace) -> Iterator[Result]:
    """Yield the result of each seed; what a lost device left undone comes last."""
    seeds = seeds_of(options)
    size = CHUNK[options.device]
    chunks = [seeds[start : start + size] for start in range(0, len(seeds), size)]
    if options.device == "gpu":
        yield from _results_apart(options, chunks)
        return
    if options.jobs == 1:
        for chunk in chunks:
            yield from _chunk(options, chunk)
        return
    with ProcessPoolExecutor(options.jobs) as pool:
        for results in pool.map(_chunk, [options] * len(chunks), chunks):
            yield from results


def _results_apart(options: argparse.Namespace, chunks: list[range]) -> Iterator[Result]:
    """Yield results of processes that take one chunk each; what a lost device left of a chunk comes at the end."""
    with multiprocessing.get_context("spawn").Pool(options.jobs, maxtasksperchild=1) as pool:
        while chunks:
            left = []
            for chunk, results in zip(chunks, pool.imap(partial(_chunk, options), chunks), strict=True):
                yield from results
                if len(results) < len(chunk):
                    left.append(chunk[len(results) :])
            chunks = left
