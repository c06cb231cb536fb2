"""Records what texture and surface instructions give on a GPU: ``python -m tests.agreement.record_gpu_textures OUT``.

Needs cuda-bindings and none of this project's device code. The driver compiles the PTX. Cases run in a child process;
one that ends the context is recorded as failed, and the next child goes on behind it. Wrong accesses, which are meant
to end the context, have a child each.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np

from tests.agreement.texture_cases import FOLDER, WRONG_ACCESSES, TextureRecording, cases, entries, write
from tests.agreement.texture_driver import CallError, TextureDevice, run_wrong
from tests.progress import say

ANSWER_DEADLINE_S = 30.0


def main(arguments: list[str] | None = None) -> int:
    """Record into a folder; 0 where every case gave a result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, nargs="?", default=FOLDER, help="folder for the files")
    parser.add_argument(
        "--no-faults", action="store_true", help="leave out the accesses that end the context"
    )
    options = parser.parse_args(arguments)
    start = time.perf_counter()
    info, results, failed = _record([case.name for case in cases()])
    say(f"{info}: {len(results)} cases, {time.perf_counter() - start:.1f} s")
    faults = {} if options.no_faults else {name: _run_fault(name) for name in WRONG_ACCESSES}
    write(options.out, TextureRecording(info, "", results, failed, faults))
    for name, what in faults.items():
        say(f"wrong access: {name}: {what}")
    for name, why in failed.items():
        say(f"failed: {name}: {why}")
    say(f"{len(results)} cases recorded, {len(failed)} failed, {time.perf_counter() - start:.1f} s")
    return 1 if failed else 0


def _record(names: Sequence[str]) -> tuple[dict[str, str], dict[str, Any], dict[str, str]]:
    results: dict[str, Any] = {}
    failed: dict[str, str] = {}
    info: dict[str, str] = {}
    todo = list(names)
    while todo:
        child, pipe = _start(_serve, todo)
        try:
            info = _answer(pipe)
            while todo:
                name, data, why = _answer(pipe)
                if data is not None:
                    results[name] = data
                else:
                    failed[name] = why
                todo.remove(name)
        except EOFError:
            if not info:
                raise SystemExit("the device could not be opened; its message is above") from None
        except TimeoutError as error:
            failed[todo.pop(0)] = str(error)
        finally:
            child.kill()
            child.join()
    return info, results, failed


def _start(run: Any, *arguments: Any) -> tuple[Any, Connection]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=run, args=(*arguments, theirs), daemon=True)
    child.start()
    theirs.close()
    return child, ours


def _answer(pipe: Connection) -> Any:
    if not pipe.poll(ANSWER_DEADLINE_S):
        raise TimeoutError(f"no answer within {ANSWER_DEADLINE_S:.0f} s")
    return pipe.recv()


def _serve(names: Sequence[str], pipe: Connection) -> None:
    """Run cases in the child, up to the first that ends the context."""
    device = TextureDevice()
    texts = {name: text for (text, _), name in entries().items()}
    for name, why in device.refused.items():
        say(f"refused: {name}: {why}: {texts[name]}")
    pipe.send(device.info)
    known = {case.name: case for case in cases()}
    for name in names:
        try:
            pipe.send((name, device.run(known[name]), ""))
        except CallError as error:
            pipe.send((name, None, str(error)))
            if not device.is_alive:
                return


def _run_fault(name: str) -> str:
    """Return what a wrong access gave: the driver's error, or its first result."""
    child, pipe = _start(_serve_fault, name)
    try:
        return str(_answer(pipe))
    except (EOFError, TimeoutError) as error:
        return f"the process gave no answer ({type(error).__name__})"
    finally:
        child.kill()
        child.join()


def _serve_fault(name: str, pipe: Connection) -> None:
    try:
        data = run_wrong(WRONG_ACCESSES[name])
        words = np.frombuffer(data[:16].tobytes(), np.uint32)
        pipe.send("no error: " + " ".join(f"{word:08x}" for word in words))
    except CallError as error:
        pipe.send(str(error))


if __name__ == "__main__":
    sys.exit(main())
