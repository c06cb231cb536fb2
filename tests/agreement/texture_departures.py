"""Texture cases that the executor does not replay, or whose recorded results it does not give, and why."""

REFUSED = {r"txq/level \d": "a level of its own is refused by name"}
"""Patterns of names of cases with an instruction that the executor refuses."""

NO_OBJECT = {
    r"every/srgb|sums/2d/srgb": "conversion from sRGB: the GPU's values are up to 204/65536 away from the formula",
    r"cube/seamless/.*": "a filter over the edges of a cube",
}
"""Patterns of names of cases with an object that the executor does not have; the driver's functions refuse it."""

FAULTS = {r"integer/1d/.*|fetch/float coordinates": "by coordinates of the wrong type"}
"""Patterns of names of cases that the executor finds fault with, and words of its message. The GPU gives zeros."""

LANES_APART = {r"wide/3d/f16/inside": 1}
"""Patterns of names of cases with lanes whose results differ, and their number."""
