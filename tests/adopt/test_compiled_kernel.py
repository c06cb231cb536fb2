"""What is read of one kernel's code in a module of several."""

import pytest

from harness.adopt.reading import compiled_kernel

MODULE = """\
.extern .shared .align 16 .b8 buffer[];
.visible .entry rows_long(
)
.maxntid 64, 1, 1
{
 mov.u32 %r1, buffer;
}
.visible .entry rows(
)
{
 ret;
}
"""


@pytest.mark.parametrize(
    ("symbol", "has_dynamic", "threads"), [("rows_long", True, 64), ("rows", False, 1024)]
)
def test_the_facts_of_a_kernel_are_not_those_of_another(symbol: str, has_dynamic: bool, threads: int) -> None:
    text = compiled_kernel._text_of(MODULE, symbol)
    assert compiled_kernel._has_dynamic_shared(MODULE, text) is has_dynamic
    assert compiled_kernel._block_limits(text) == (threads, None)
