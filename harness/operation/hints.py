"""What kernels of an operation look like, for `init` and `adopt`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

GRADIENT = r"backward|bwd|grad|_bp|_back"
"""What the name of a kernel says that computes a gradient."""
EXPONENTIAL = r"\bexp|_exp|exp2|ex2|__expf|EXP"
ROOT = r"sqrt|rsqrt|pow|norm3d"
ANY_FUNCTION = rf"{EXPONENTIAL}|{ROOT}|tanh|erf|normcdf|\blog"
"""`EXPONENTIAL`, `ROOT`, `ANY_FUNCTION`: code that computes an exponential, a root, or any function of a number."""


@dataclass(frozen=True)
class Hints:
    """Names and code by which kernels of an operation are recognised.

    They only decide what is tried first: results decide what a kernel computes.
    """

    names: str = ""
    """Regular expression of a kernel's name, in lower case. By default, the operation's own name."""
    needs: tuple[str, ...] = ()
    """Regular expressions, each of which occurs in the code of almost every kernel."""
    unusual: str = ""
    """Regular expression that occurs in the code of hardly any kernel."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Further names of arrays, sizes and scalars, separated by blanks. The usual ones, such as ``gamma`` for an array
    ``weight``, are known."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """Rules for arguments that only these kernels take, with the names of the parameters."""
