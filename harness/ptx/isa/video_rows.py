"""Rows of the instruction table: video instructions. Those that compilers emit, of ``vabsdiff``, are in `table`."""

from __future__ import annotations

from ..emit.row import Row
from ..lower import video

_OPERATIONS = {
    "add": "add",
    "sub": "sub",
    "absdiff": "difference",
    "min": "min",
    "max": "max",
    "avrg": "average",
}
"""Operations by the instructions' names, without their first letter."""

VIDEO_ROWS = (
    *(
        Row(
            f"v{name}<word><word2><word3>{{<sat>}}{{<second>}}",
            video.scalar(operation, is_cut=name in ("add", "sub")),
            "integer",
        )
        for name, operation in _OPERATIONS.items()
        if operation != "average"
    ),
    *(
        Row(f"{name}<word><word2>(type3:u32){{<sat>}}(mode:clamp wrap){{<second>}}", video.shift, "integer")
        for name in ("vshl", "vshr")
    ),
    Row("vmad<word><word2><word3>{(po:po)}{<sat>}{(scale:shr7 shr15)}", video.multiply_add, "integer"),
    Row("vset<word2><word3>(condition:eq ne lt le gt ge){<second>}", video.scalar("compare"), "integer"),
    *(
        Row(f"v{name}{n}<word><word2><word3>{ending}", video.packed(operation), "integer")
        for name, operation in _OPERATIONS.items()
        for n in (2, 4)
        for ending in ("<sat>", "{(accumulate:add)}")
        if (operation, ending) != ("difference", "{(accumulate:add)}")
    ),
    *(
        Row(
            f"vset{n}<word2><word3>(condition:eq ne lt le gt ge){{(accumulate:add)}}",
            video.packed("compare"),
            "integer",
        )
        for n in (2, 4)
    ),
)
