"""Jobs for tests: a worker of another process finds them by name."""

import os
import signal
import time
from pathlib import Path

from harness.errors import HarnessError


def describe(settings, say, text, path):
    """Say a line, and return what a job sees of its host."""
    say(f"reading {path}")
    return {
        "text": text,
        "content": path.read_text(),
        "gpu": os.environ.get("CUDA_VISIBLE_DEVICES", ""),
        "cpu_threads": settings.cpu_threads,
    }


def refuse(settings, say):
    raise HarnessError("no such thing")


def hold(settings, say, seconds):
    """Hold the GPU for a time; return which it was, and when."""
    began = time.time()
    say("began")
    time.sleep(seconds)
    return {"gpu": os.environ.get("CUDA_VISIBLE_DEVICES", ""), "began": began, "ended": time.time()}


def where(settings, say):
    """Return the id of this process's node."""
    import ray

    return {"node": ray.get_runtime_context().get_node_id()}


def die_once(settings, say, folder):
    """Kill this process, unless an earlier one did."""
    mark = Path(folder) / "died"
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return {}
