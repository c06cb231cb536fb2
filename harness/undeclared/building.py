"""Compiles and loads the instances of a kernel that nobody declared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..adopt.fitting.names import Instance, read_instances
from ..adopt.host_calls import HostCall, host_calls, host_launches
from ..adopt.reading.compiled_kernel import Compiled, compiled_of
from ..adopt.reading.macros import explicit_instances
from ..adopt.reading.signature import KernelSignature, Parameter
from ..compiler.artifact import Artifact
from ..compiler.request import file_request, instance_request
from ..device.cpu.ptx_cpu import PtxCpu
from ..errors import CompileError, HarnessError
from ..ptx.text.symbols import kernel_name
from ..settings.settings import Settings
from ..variant.declaration.inline_block import read_source
from .buffers import Bench
from .contents import template_arguments
from .job import RecordedKernel, UndeclaredKernel
from .launches import MadeLaunch, recorded_launch

_ELEMENT = "KH_SCALAR"
_ELEMENTS = ("float", "__half", "__nv_bfloat16")
"""Types to try, in this order, for a template's element type that no host code gives."""
NO_INSTANCE = "no host code names the arguments of the template"


class Built(NamedTuple):
    """An instance that was compiled."""

    entry: str
    artifact: Artifact
    compiled: Compiled


def calls_of(job: UndeclaredKernel, settings: Settings) -> tuple[HostCall, ...]:
    """Return the launches of a kernel in host code."""
    calls = host_calls(job.kernel, host_launches(job.path, job.hosts, settings), {}, "")
    # With more arguments it is another kernel's of the same name.
    return tuple(call for call in calls if len(call.launch.args) <= len(job.kernel.parameters))


def instances_of(
    job: UndeclaredKernel, calls: Sequence[HostCall]
) -> dict[str, tuple[Instance, list[HostCall | None]]]:
    """Return the instances of host code, each with its launches; usual ones of a kernel that no host code launches."""
    by_entry: dict[str, tuple[Instance, list[HostCall | None]]] = {}
    listed = explicit_instances(read_source(job.path)).get(job.kernel.name, []) if job.kernel.template else []
    # First of floats, as elsewhere.
    listed.sort(key=lambda arguments: "float" not in arguments)
    for call in calls:
        for instance in _known(job.kernel, call.instances, listed):
            by_entry.setdefault(instance.entry, (instance, []))[1].append(call)
    if not by_entry:
        usual, _ = read_instances(job.kernel, {})
        guessed = usual or (Instance("", {}, {own.name: "" for own in job.kernel.template}),)
        known = _known(job.kernel, guessed, listed)
        by_entry = {instance.entry: (instance, [None]) for instance in known if instance.entry}
    return by_entry


def _known(
    kernel: KernelSignature, instances: Sequence[Instance], listed: Sequence[tuple[str, ...]]
) -> list[Instance]:
    """Return the instances, but for guessed arguments those with which the source instantiates the kernel."""
    known: dict[str, Instance] = {}
    for instance in instances:
        written = template_arguments(instance.entry)
        alike = [
            arguments
            for arguments in listed
            if all(
                name in instance.tried or given in (argument, _ELEMENT)
                for name, given, argument in zip(
                    (own.name for own in kernel.template), written or arguments, arguments, strict=False
                )
            )
        ]
        for arguments in alike if instance.tried else ():
            entry = f"{kernel.qualified}<{', '.join(arguments)}>"
            known.setdefault(entry, Instance(entry, {}))
        if not (alike and instance.tried):
            known.setdefault(instance.entry, instance)
    return list(known.values())


def build(device: PtxCpu, settings: Settings, job: UndeclaredKernel, instance: Instance) -> Built:
    """Compile an instance, with the first element type that compiles."""
    refused: HarnessError | None = None
    blocks = {name: "256" if rule == "block_x" else "1" for name, rule in instance.defines.items()}
    for element in _ELEMENTS if _ELEMENT in instance.entry else _ELEMENTS[:1]:
        entry = instance.entry.replace(_ELEMENT, element)
        folders = (*job.include_dirs, *settings.include_dirs)
        request = instance_request(job.path, settings.arch, entry, blocks, folders)
        try:
            artifact = device.compile(request)
        except CompileError as error:
            refused = refused or error
            continue
        symbol = artifact.symbol(entry)
        params = tuple(artifact.entries[symbol])
        if len(params) != len(job.kernel.parameters):
            n = len(job.kernel.parameters)
            raise HarnessError(f"the compiled code has {len(params)} parameters, the text {n}")
        compiled = compiled_of(artifact.code.decode("ascii"), symbol, params, instance.defines)
        return Built(entry, artifact, compiled)
    assert refused is not None  # one element type was tried at least
    raise refused


def open_bench(device: PtxCpu, job: UndeclaredKernel, built: Built) -> Bench:
    """Load an instance."""
    loaded = device.load(built.artifact, built.entry)
    return Bench(device, job.kernel, built.compiled, loaded, built.entry, built.artifact.request)


def open_recorded(device: PtxCpu, settings: Settings, job: RecordedKernel) -> tuple[Bench, list[MadeLaunch]]:
    """Load a recorded kernel, with its launches."""
    artifact = device.compile(file_request(job.path, settings.arch, ()))
    params = tuple(artifact.entries.get(job.entry, ()))
    first = job.launches[0]
    pointers = [first.reached(argument) is not None for argument in first.arguments]
    kernel = KernelSignature(
        kernel_name(job.entry),
        (),
        (),
        tuple(
            Parameter(f"argument {at}", "", is_pointer, is_const=False)
            for at, is_pointer in enumerate(pointers)
        ),
        first.number,
        "",
    )
    compiled = compiled_of(artifact.code.decode("ascii"), job.entry, params, {})
    made = [
        recorded_launch(one, [at for at, is_pointer in enumerate(pointers) if is_pointer], params)
        for one in job.launches
    ]
    loaded = device.load(artifact, job.entry)
    return Bench(device, kernel, compiled, loaded, job.entry, artifact.request), made


def first_lines(error: HarnessError) -> str:
    """Return an error's first line, with the compiler's first error."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    errors = [line for line in lines[1:] if "error" in line]
    return ": ".join((lines[0], *errors[:1]))
