"""The words of ``arithmetic`` names: how a kernel computes, which decides the error bound.

A declaration names a base and any modifiers, joined by ``+``, and never states a number itself. Their constants are
in `harness.operation.precision.rounding` and `harness.operation.bounded.kernel_arithmetic`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from ...lazy import dataclass, field

WORDS: Mapping[str, str] = MappingProxyType(
    {
        "fast_exp": "`exp` is `__expf`, `expit` uses it",
        "exp2": "`exp` is `exp2f` of the product with log2(e)",
        "fast_log": "`log`, `log2`, `log10` are `__logf`, `__log2f`, `__log10f`",
        "fast_pow": "`power` is `__powf`",
        "fast_sin": "`sin`, `cos` are `__sinf`, `__cosf`",
        "fast_tanh": "`tanh` is `__tanhf` (`tanh.approx`)",
        "approx_sqrt": "`sqrt` is compiled with `-prec-sqrt=false`",
        "rsqrt": "a division by `sqrt` is a product with `rsqrtf`",
        "reciprocal": "`x / y` is a product with `1 / y`",
        "rcp_approx": "`x / y` is a product with `rcp.approx` of `y`",
        "fast_div": "`x / y` is `__fdividef`, or compiled with `-prec-div=false`",
        "ftz": "float32 results below the normal range may be flushed to zero",
        "half_accumulation": "sums and products of matrices add in float16",
        "bfloat16_accumulation": "sums and products of matrices add in bfloat16",
        "double_accumulation": "sums and products of matrices add in float64",
        "tf32": "factors of matrix products are rounded or cut to TF32, and added by tensor cores",
        "tensor_cores": "products of matrices are added by tensor cores, which cut instead of rounding",
        "one_pass_variance": "`var` is the mean square less the squared mean",
        "welford": "`mean` and `var` are Welford's, merged by Chan's formula",
    }
)
"""Words that change a rule of `harness.operation.bounded`. Any other word is the author's, who branches on it."""

ALTERNATIVES: tuple[tuple[str, ...], ...] = (
    ("fast_exp", "exp2"),
    ("reciprocal", "rcp_approx", "fast_div"),
    ("approx_sqrt", "rsqrt"),
    ("half_accumulation", "bfloat16_accumulation", "double_accumulation"),
    ("one_pass_variance", "welford"),
)
"""Groups of words of which an arithmetic has at most one."""

FLOAT32_ONLY: tuple[str, ...] = (
    "fast_exp", "fast_log", "fast_pow", "fast_sin", "fast_tanh", "approx_sqrt", "rcp_approx", "fast_div",
    "half_accumulation", "bfloat16_accumulation", "tf32", "tensor_cores",
)  # fmt: skip
"""Words whose functions do not exist for float64."""

ACCUMULATIONS: Mapping[str, str] = {"half_accumulation": "float16", "bfloat16_accumulation": "bfloat16"}
"""Format of the sums that a word says are in 16 bits."""

_USUAL = {
    "fast_exp": "__expf",
    "exp2": "exp2f of the product with log2(e)",
    "rsqrt": "rsqrtf instead",
    "reciprocal": "a product with 1 / sum",
    "rcp_approx": "a product with rcp.approx",
    "fast_div": "__fdividef, or -prec-div=false",
    "online": "a running maximum; the sum is rescaled",
    "ftz": "subnormals flushed to zero (-ftz=true)",
}


def usual(*words: str) -> dict[str, str]:
    """Return words with the meaning that they have in most of the shipped operations."""
    return {word: _USUAL[word] for word in words}


@dataclass(frozen=True)
class Words:
    """A parsed name of a `Vocabulary`: how a kernel computes."""

    words: tuple[str, ...]
    """Words of the name, in canonical order."""
    float32_only: tuple[str, ...] = ()
    """The words among them whose functions exist for float32 only."""

    def __contains__(self, word: object) -> bool:
        return word in self.words

    @property
    def name(self) -> str:
        return "+".join(self.words)

    @property
    def ftz(self) -> bool:
        """Whether subnormal numbers are flushed to zero."""
        return "ftz" in self.words

    def unusable_with(self, dtype: str) -> str | None:
        """Return why kernels for `dtype` cannot use this arithmetic; None if they can."""
        if dtype == "float64" and self.float32_only:
            return (
                f"arithmetic {self.name!r} uses functions that exist for float32 only, "
                "so it cannot be declared with dtype float64"
            )
        return None


@dataclass(frozen=True)
class Vocabulary:
    """A closed set of names: one base, and any modifiers, joined by ``+``."""

    bases: Mapping[str, str]
    """Meaning by word; a name has exactly one of these words."""
    modifiers: Mapping[str, str] = field(default_factory=dict)
    """Meaning by word; a name may have any of these words."""
    alternatives: Sequence[Sequence[str]] = ()
    """Further groups of modifiers, after `ALTERNATIVES`; a name has at most one word of each group."""
    float32_only: Sequence[str] = ()
    """Further words, after `FLOAT32_ONLY`, whose functions exist for float32 only."""

    @property
    def meanings(self) -> Mapping[str, str]:
        return {**self.bases, **self.modifiers}

    def parse(self, name: str) -> Words:
        """Read a name: words in any order, without blanks; ValueError lists the allowed words."""
        words = name.split("+")
        rule = ""
        if unknown := [word for word in words if word not in self.meanings]:
            rule = f"{unknown[0]!r} is not known"
        elif len(set(words)) != len(words):
            rule = "a word is repeated"
        elif sum(word in self.bases for word in words) != 1:
            rule = f"it must have exactly one of {', '.join(self.bases)}"
        else:
            for group in (*ALTERNATIVES, *self.alternatives):
                if sum(word in group for word in words) > 1:
                    rule = f"it may have at most one of {', '.join(w for w in self.meanings if w in group)}"
        if rule:
            added = f", with any of {', '.join(self.modifiers)} added by '+'" if self.modifiers else ""
            raise ValueError(f"arithmetic is one of {', '.join(self.bases)}{added}: {rule} (got {name!r})")
        # In one order, so that all spellings of a name are one arithmetic.
        ordered = tuple(word for word in self.meanings if word in words)
        return Words(ordered, tuple(w for w in ordered if w in FLOAT32_ONLY or w in self.float32_only))


def ieee(meaning: str, *words: str, **own: str) -> Callable[[str], Words]:
    """Return the parser of names with the base ``ieee``, usual words, words of the operation, and ``ftz``."""
    return Vocabulary({"ieee": meaning}, {**usual(*words), **own, **usual("ftz")}).parse
