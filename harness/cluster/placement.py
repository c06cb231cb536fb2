"""Where a worker may run: the cluster, and what the worker needs as the resources that a host offers.

Nothing here imports Ray.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import UsageError
from .engine import Engine, Need

INSTALL = "pip install 'ray[default]>=2.60'"
_CLIENT_PREFIX = "ray://"

RELEASE_PREFIX = "cuda-"
"""Name of the custom resource by which a host says that it has a CUDA release: ``cuda-12.9``."""
_ACCELERATOR_PREFIX = "accelerator_type:"
# Ray counts in units of 0.0001; this share marks a requirement without limiting how many workers meet it.
_MARK = 0.001


def resources_of(need: Need) -> dict[str, float]:
    """Return the amounts of a host's resources that a worker occupies, by Ray's names."""
    found = {"CPU": need.n_cpus, "GPU": need.n_gpus}
    if need.accelerator:
        found[_ACCELERATOR_PREFIX + need.accelerator] = _MARK
    if need.cuda_release:
        found[RELEASE_PREFIX + need.cuda_release] = _MARK
    return {name: amount for name, amount in found.items() if amount}


def actor_options(need: Need) -> dict[str, Any]:
    """Return the options of a Ray actor that occupies what a worker needs."""
    options: dict[str, Any] = {"num_cpus": need.n_cpus, "num_gpus": need.n_gpus}
    others = {name: amount for name, amount in resources_of(need).items() if name not in ("CPU", "GPU")}
    if others:
        options["resources"] = others
    return options


def room_on(need: Need, host: Mapping[str, float]) -> int | None:
    """Return how many workers a host has room for; None if nothing limits their number."""
    wanted = resources_of(need)
    marks = [name for name in wanted if name not in ("CPU", "GPU")]
    if any(host.get(name, 0.0) < wanted[name] for name in marks):
        return 0
    shares = [int(host.get(name, 0.0) / wanted[name] + 1e-9) for name in ("CPU", "GPU") if name in wanted]
    if 0.0 < need.n_gpus < 1.0 and shares:
        # A share of a GPU never spans two GPUs.
        shares[-1] = int(host.get("GPU", 0.0)) * int(1.0 / need.n_gpus + 1e-9)
    return min(shares) if shares else None


def room_in(need: Need, hosts: Iterable[Mapping[str, float]], unlimited: int) -> int:
    """Return how many workers the hosts have room for together, at most `unlimited`."""
    total = 0
    for host in hosts:
        found = room_on(need, host)
        total += unlimited if found is None else found
    return min(total, unlimited)


def text_of(need: Need) -> str:
    """Return a worker's need in words, for messages."""
    parts = []
    if need.n_gpus:
        parts.append(f"{need.n_gpus:g} GPU{f' of type {need.accelerator}' if need.accelerator else ''}")
    if need.n_cpus:
        parts.append(f"{need.n_cpus:g} CPU")
    if need.cuda_release:
        parts.append(f"the resource {RELEASE_PREFIX}{need.cuda_release}")
    return " and ".join(parts) or "nothing"


def absence_of(need: Need, engine: Engine | None = None) -> str:
    """Say that no host has what a worker needs, and, with an engine, what the hosts have."""
    have = "" if engine is None else f" (got {engine.hosts() or 'no host'})"
    return f"no host of the cluster has {text_of(need)}{have}"


def cluster_address(address: str) -> str:
    """Return an address, or that of ``RAY_ADDRESS`` for an empty one; UsageError if it is a Ray Client's."""
    address = address or os.environ.get("RAY_ADDRESS", "")
    if address.startswith(_CLIENT_PREFIX):
        raise UsageError(
            f"the address must be one of a cluster's head (got '{address}'): Ray Client is not supported; run the "
            "command on the cluster, for example with `ray exec` or `ray job submit`"
        )
    return address


def refuse_without_ray() -> None:
    """Raise UsageError, with what to install, if ``ray`` is not installed."""
    if importlib.util.find_spec("ray") is None:
        raise UsageError(f"--on ray must find Ray (got no installed package ray); install it: {INSTALL}")
