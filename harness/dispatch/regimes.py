"""One problem, as described to the table of regimes."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from ..errors import UsageError
from ..lazy import dataclass
from ..operation.precision.rounding import VECTOR_BYTES
from ..store.input_file import read_text
from ..variant.declaration.declared_values import REQUIRES_NAMES
from ..variant.declaration.discovery import load_variant
from ..variant.launch_rule import BLOCK_NAMES, LaunchRule, RuleError
from ..variant.shape import Shape, rule_values
from ..variant.variant import SCALAR_TYPES, WARP, Block, Variant, block_text

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PROBLEM_NAMES = (
    *(name for name in REQUIRES_NAMES if name not in BLOCK_NAMES),
    "warp",
    "itemsize",
    "whole_packs",
    "same_shift",
    "arch",
    "sms",
)
"""Names that a regime's ``when`` may use: the names of ``requires`` that do not depend on a block, and

- ``whole_packs``: 1 where every row of `inp` and of `out` starts at a multiple of 16 bytes and is a multiple of 16
  bytes long, else 0;
- ``same_shift``: 1 where each row of `out` has the same offset from a multiple of 16 bytes as the row of `inp`, else 0;
- ``arch``: the device's compute capability as one number, 90 for sm_90;
- ``sms``: its multiprocessors.
"""


@dataclass(frozen=True)
class DispatchProblem:
    """The properties of a problem and its device that a choice depends on."""

    shape: Shape
    dtype: str
    inp_offset: int
    """Offset of the first row from a 256-byte boundary, in elements."""
    out_offset: int
    arch: int
    """Compute capability, 90 for 9.0."""
    sms: int

    @cached_property
    def values(self) -> Mapping[str, int]:
        itemsize = SCALAR_TYPES[self.dtype].itemsize
        pack = VECTOR_BYTES // itemsize
        shape = self.shape
        starts = (shape.inp_stride, shape.out_stride, self.inp_offset, self.out_offset)
        return {
            **shape.integers,
            "inp_offset": self.inp_offset,
            "out_offset": self.out_offset,
            "warp": WARP,
            "itemsize": itemsize,
            "whole_packs": int(all(number % pack == 0 for number in (shape.n_cols, *starts))),
            "same_shift": int(
                (self.inp_offset - self.out_offset) % pack == 0
                and (shape.inp_stride - shape.out_stride) % pack == 0
            ),
            "arch": self.arch,
            "sms": self.sms,
        }

    def unmet(self, variant: Variant, block: Block) -> str | None:
        """Return the rule of the variant's domain that excludes the problem; None if all hold."""
        return variant.unmet(self.rule_values(block))

    def rule_values(self, block: Block) -> dict[str, int]:
        return rule_values(self.shape, block, self.dtype, self.inp_offset, self.out_offset)


TABLE_PATH = Path(__file__).with_name("softmax_auto.toml")

_KEYS = ("dtypes", "when", "tuned_on", "variant", "block", "basis")
_OPTIONAL = ("when", "tuned_on")
_TUNED_ON_KEYS = ("n_rows", "n_cols", "inp_padding", "out_padding")
_HEAD = """\
# The variant and block that kernel_harness.softmax uses are in the first row whose condition holds.
# Written by `kernel-harness tune`.
# `dtypes`, `when` and `tuned_on` are written by hand; `variant`, `block` and `basis` are the measured fastest choice.
"""


@dataclass(frozen=True)
class Regime:
    variant: Variant
    block: Block
    dtypes: tuple[str, ...]
    when: LaunchRule | None
    """Condition on the problem; None always holds."""
    basis: str
    """Reason for the choice: a measurement, or why none was needed."""
    tuned_on: Shape | None = None
    """Shape that is measured to make the choice."""

    def holds(self, problem: DispatchProblem) -> bool:
        if problem.dtype not in self.dtypes:
            return False
        return self.when is None or self.when.holds(problem.values)


def sources_folder() -> Path:
    """Return the folder of the package's kernels: next to the package in a checkout, inside it when installed."""
    inside = Path(__file__).parents[1] / "cuda_src"
    return inside if inside.is_dir() else Path(__file__).parents[2] / "cuda_src"


def read_regimes(path: Path = TABLE_PATH, sources: Path | None = None) -> tuple[Regime, ...]:
    """Read a table whose variants are in `sources`, by default `sources_folder`; UsageError names a wrong row."""
    try:
        text = read_text(path)
    except (OSError, ValueError) as error:
        raise UsageError(f"a table of regimes must be a TOML file (got {path}: {error})") from None
    return parse_regimes(text, path, sources)


def parse_regimes(text: str, path: Path, sources: Path | None = None) -> tuple[Regime, ...]:
    """Read the text of a table; see `read_regimes`. `path` is its name in messages."""
    folder = sources_folder() if sources is None else sources
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"a table of regimes must be a TOML file (got {path}: {error})") from None
    rows = table.get("regime")
    if not isinstance(rows, list) or not rows or set(table) != {"regime"}:
        raise UsageError(
            f"a table of regimes consists of [[regime]] tables (got {', '.join(table)} in {path})"
        )
    return tuple(_read(row, f"regime {number} of {path.name}", folder) for number, row in enumerate(rows, 1))


def choose(problem: DispatchProblem, regimes: tuple[Regime, ...]) -> Regime:
    """Return the first row that holds for a problem; UsageError if none does."""
    for regime in regimes:
        if regime.holds(problem):
            return regime
    raise UsageError(f"no regime of softmax_auto takes this problem (got {problem})")


own_regimes = lru_cache(maxsize=1)(read_regimes)
_variant = lru_cache(maxsize=256)(load_variant)


def _read(row: Mapping[str, Any], where: str, folder: Path) -> Regime:
    unknown = [key for key in row if key not in _KEYS]
    missing = [key for key in _KEYS if key not in row and key not in _OPTIONAL]
    if unknown or missing:
        raise UsageError(
            f"{where} must have the keys {', '.join(_KEYS)} (got {', '.join(row)}); "
            f"{' and '.join(_OPTIONAL)} may be left out"
        )
    path = folder / f"{row['variant']}.cu"
    if not path.is_file():
        raise UsageError(f"{where}: there is no such variant (got {row['variant']!r}, looked for {path})")
    variant = _variant(path)
    block = _block(row["block"], variant, where)
    dtypes = tuple(row["dtypes"])
    for dtype in dtypes:
        if dtype not in variant.dtypes:
            raise UsageError(
                f"{where}: {variant.id} must have the type (got {dtype!r}); allowed: {', '.join(variant.dtypes)}"
            )
    when = None
    if "when" in row:
        try:
            when = LaunchRule.parse(row["when"], names=PROBLEM_NAMES)
        except RuleError as error:
            raise UsageError(f"{where}: {error}") from None
        if not when.is_condition:
            raise UsageError(f"{where}: 'when' must be a comparison (got {when.text!r})")
    return Regime(variant, block, dtypes, when, str(row["basis"]), _tuned_on(row, where))


def _tuned_on(row: Mapping[str, Any], where: str) -> Shape | None:
    if "tuned_on" not in row:
        return None
    sizes = row["tuned_on"]
    if not isinstance(sizes, dict) or set(sizes) != set(_TUNED_ON_KEYS):
        raise UsageError(
            f"{where}: 'tuned_on' must have the keys {', '.join(_TUNED_ON_KEYS)} (got {sizes!r})"
        )
    n_rows, n_cols, inp_padding, out_padding = (sizes[key] for key in _TUNED_ON_KEYS)
    return Shape(n_rows, n_cols, n_cols + inp_padding, n_cols + out_padding)


def table_text(regimes: tuple[Regime, ...]) -> str:
    lines = [_HEAD]
    for regime in regimes:
        dtypes = ", ".join(f'"{dtype}"' for dtype in regime.dtypes)
        lines += ["[[regime]]", f"dtypes   = [{dtypes}]"]
        if regime.when is not None:
            lines.append(f'when     = "{regime.when.text}"')
        if regime.tuned_on is not None:
            shape = regime.tuned_on
            lines.append(
                f"tuned_on = {{ n_rows = {shape.n_rows}, n_cols = {shape.n_cols}, "
                f"inp_padding = {shape.inp_stride - shape.n_cols}, out_padding = {shape.out_stride - shape.n_cols} }}"
            )
        block = block_text(regime.block).replace("x", ", ")
        lines += [
            f'variant  = "{regime.variant.id}"',
            f"block    = [{block}]",
            f'basis    = "{regime.basis}"',
            "",
        ]
    return "\n".join(lines)


def _block(sizes: object, variant: Variant, where: str) -> Block:
    if isinstance(sizes, list) and 1 <= len(sizes) <= 3 and all(type(size) is int for size in sizes):
        x, y, z = [*sizes, 1, 1][:3]
        if (x, y, z) in variant.blocks:
            return (x, y, z)
    allowed = ", ".join(map(block_text, variant.blocks))
    raise UsageError(f"{where}: a block of {variant.id} is one of {allowed} (got {sizes!r})")
