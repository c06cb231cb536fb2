"""Which cluster is meant, and whether Ray is installed, without importing it."""

from __future__ import annotations

import importlib.util
import os

from ..errors import UsageError

INSTALL = "pip install 'ray[default]>=2.60'"
_CLIENT_PREFIX = "ray://"


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
    """Raise UsageError, with what to install, if there is no package ``ray``."""
    if importlib.util.find_spec("ray") is None:
        raise UsageError(f"--on ray must find Ray (got no installed package ray); install it: {INSTALL}")
