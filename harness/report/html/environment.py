"""The files of a report, each with its device, driver, compiler, versions and command."""

from __future__ import annotations

from collections.abc import Iterator
from shlex import join as shell_join

from .inputs import Inputs
from .templates import Markup, render

_HEADS = ("file", "kind", "device", "driver", "compiler", "CUDA", "arch", "kernel-harness", "when", "command")
_SHORT = frozenset({"kind", "driver", "compiler", "CUDA", "arch", "when"})
# Digits of a commit: the full name would make the table wider than a screen.
_ABBREVIATED = 12
Row = tuple[str, ...]


def environment_section(inputs: Inputs) -> Markup:
    """Build a table with a row for each file, or for each device of a file."""
    return render(
        "environment.html",
        heads=_HEADS,
        short=_SHORT,
        rows=[list(zip(_HEADS, row, strict=True)) for row in _rows(inputs)],
    )


def _rows(inputs: Inputs) -> Iterator[Row]:
    for document in inputs.checks:
        content = document.content
        info = content["device"]["info"] or {}
        name = info.get("name") or f"unavailable: {content['device']['unavailable']}"
        yield (
            document.name, "check", f"{content['device']['kind']}: {name}", info.get("driver", ""),
            info.get("compiler", ""), info.get("cuda", ""), info.get("arch", ""), content["harness"],
            content["timing"]["started"], _command(content["command"]),
        )  # fmt: skip
    for document in inputs.gates:
        content = document.content
        target = {str(key): str(value) for key, value in content["target"].items()}
        yield (
            document.name, "gate", target.get("device", ""), "", content["compiler"], "", "", content["harness"], "",
            f"kernel-harness gate --base {content.get('base_commit', '')[:_ABBREVIATED] or content['base']}",
        )  # fmt: skip
    for bench in inputs.benches:
        for place in dict.fromkeys((t.device, t.driver, t.compiler, t.cuda, t.arch) for t in bench.times):
            device, driver, compiler, cuda, arch = place
            dirty = ", files differ from it" if bench.is_dirty else ""
            commit = (
                f"pytest --benchmark-json, at {bench.commit[:9]}{dirty}"
                if bench.commit
                else "pytest --benchmark-json"
            )
            yield (bench.name, "benchmarks", device, driver, compiler, cuda, arch, "", bench.measured, commit)
    for document in inputs.counts:
        content = document.content
        yield (
            document.name, "count", "cpu: PTX executor", "", content["compiler"], content.get("cuda", ""),
            content["arch"], content["harness"], "", _command(content["command"]),
        )  # fmt: skip
    for document in inputs.traces:
        content = document.content
        yield (
            document.name, "trace", "cpu: PTX executor", "", "", "", "", content["harness"], "",
            _command(content["command"]),
        )  # fmt: skip
    for document in inputs.programs:
        content = document.content
        yield (
            document.name, "program", f"virtual {content['gpu']}", "virtual", "", "", content["arch"],
            content["harness"], "", f"kernel-harness run {shell_join(content['command'])}",
        )  # fmt: skip


def _command(arguments: list[str]) -> str:
    return f"kernel-harness {shell_join(arguments)}"
