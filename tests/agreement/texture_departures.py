"""Texture cases that the executor does not replay, or whose recorded results it does not give, and why."""

REFUSED = {r"txq/level \d": "a level of its own is refused by name"}
"""Patterns of names of cases with an instruction that the executor refuses."""

NO_OBJECT = {
    r"every/srgb|sums/2d/srgb": "textures that convert from sRGB: the GPU's values are as far as 204/65536 from the formula",
    r"cube/seamless/.*": "a filter over the edges of a cube",
}
"""Patterns of names of cases with an object that the executor does not have; the driver's functions refuse it."""

FAULTS = {r"integer/1d/.*|fetch/float coordinates": "by coordinates of the wrong type"}
"""Patterns of names of cases that the executor finds fault with, and words of its message. The GPU gives zeros."""

ROUNDED_APART = {r"(sums|format|ends)/.*s8.*": 1 / 32767}
"""Patterns of names of cases whose results differ by rounding, and the largest difference."""
