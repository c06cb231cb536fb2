"""What the declaration of a kernel requires, and its dynamic shared memory."""

from dataclasses import replace

import pytest

from harness.adopt.draft import Draft
from harness.adopt.host_calls import grid_limits
from harness.adopt.limits import (
    GENEROUS_SHARED,
    launch_limits,
    with_grid_limit,
    with_least_shared,
    with_shared_limit,
)
from harness.operation.catalogue import catalogue_of
from harness.variant.launch_rule import LaunchRule

OPERATIONS = catalogue_of().operations


@pytest.mark.parametrize(
    ("smem_bytes", "launch_block", "requires", "static", "rule"),
    [
        ("n_cols * 4", (), (), 0, "n_cols * 4 <= 232448"),
        ("n_cols * itemsize", (), (), 128, "n_cols * itemsize <= 232320"),
        ("block_x * 4", (), (), 0, ""),
        ("0", (), (), 0, ""),
        ("n_cols * 4", (), ("n_cols <= 1024",), 0, ""),
        ("n_cols * 4", (), ("n_cols % 4 == 0",), 0, "n_cols * 4 <= 232448"),
        ("n_cols * block_x", ("n_cols // 8",), (), 0, "n_cols * (n_cols // 8) <= 232448"),
    ],
)
def test_shared_memory_that_grows_has_a_limit_unless_the_host_code_sets_one(
    smem_bytes, launch_block, requires, static, rule
):
    draft = Draft("Rows.", "a test", ("inp", "out", "n_cols"), ((256, 1, 1),), ("n_rows",))
    draft = replace(draft, smem_bytes=smem_bytes, launch_block=launch_block, requires=requires)
    limited = with_shared_limit(draft, OPERATIONS["softmax"], static)
    assert limited.requires == (*requires, *([rule] if rule else []))


@pytest.mark.parametrize(
    ("grid", "launch_block", "requires", "rules"),
    [
        (("n_rows",), (), (), []),
        (("ceil_div(n_cols, block_x)", "n_rows"), (), (), ["n_rows <= 65535"]),
        (("1", "ceil_div(n_rows, block_y)"), (), (), ["ceil_div(n_rows, block_y) <= 65535"]),
        (("n_rows", "1", "ceil_div(n_cols, 32)"), (), (), ["ceil_div(n_cols, 32) <= 65535"]),
        (("1", "ceil_div(n_rows, block_y)"), ("32", "8"), (), ["ceil_div(n_rows, 8) <= 65535"]),
        (("1", "min(n_rows, 65535)"), (), (), []),
        (("1", "min(n_rows, 1024)", "ceil_div(n_rows, 1024)"), (), (), ["ceil_div(n_rows, 1024) <= 65535"]),
        (("1", "n_rows"), (), ("n_rows <= 4096",), []),
        (("1", "n_rows"), (), ("n_rows % 4 == 0",), ["n_rows <= 65535"]),
    ],
)
def test_a_grid_in_y_or_z_that_grows_has_a_limit_unless_the_host_code_sets_one(
    tmp_path, grid, launch_block, requires, rules
):
    path = tmp_path / "rows.cu"
    path.touch()
    args = ("inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride")
    draft = Draft("Rows.", "a test", args, ((32, 8, 1),), grid, launch_block=launch_block, requires=requires)
    limited = with_grid_limit(draft, draft.variant(path))
    assert limited.requires == (*requires, *rules)
    assert launch_limits(limited.variant(path)) == ()
    assert any("# no GPU launches more than 65535" in line for line in limited.lines()) is bool(rules)


@pytest.mark.parametrize(
    ("grid", "limits"),
    [
        (("ceil_div(n_rows * n_cols // 4, block_x)",), ["ceil_div(n_rows * n_cols // 4, block_x) >= 1"]),
        (("n_rows", "n_cols // 8"), ["n_cols // 8 >= 1"]),
        (("ceil_div(n_rows, block_x)",), []),
    ],
)
def test_a_grid_without_blocks_is_not_claimed(grid, limits):
    assert grid_limits(grid) == limits


BLOCK = (256, 1, 1)
USUAL = ((37, 96), (19, 256))


def least_of(needed, operation):
    """Return the rule for a kernel that needs `needed(n_cols)` bytes; None if it is refused."""
    names = ("n_cols", "dim", "itemsize", "block_x", "block_y", "warp")

    def is_right(draft, shapes):
        def fits(n_cols):
            values = dict(zip(names, (n_cols, n_cols, 4, *BLOCK[:2], 32), strict=True))
            return LaunchRule.parse(draft.smem_bytes, names).evaluate(values) >= needed(n_cols)

        return all(fits(n_cols) for _, n_cols in shapes or USUAL)

    draft = Draft("k", "here", ("inp", "out"), (BLOCK,), ("n_rows",), smem_bytes=GENEROUS_SHARED)
    found = with_least_shared(draft, OPERATIONS[operation], is_right)
    return found.smem_bytes if found else None


@pytest.mark.parametrize(
    ("operation", "needed", "rule"),
    [
        ("softmax", lambda n: 0, "0"),
        ("softmax", lambda n: 1024, "block_x * 4"),
        # As many bytes as 256 threads have, for the longest usual row; more on longer rows.
        ("softmax", lambda n: 4 * n, "n_cols * itemsize"),
        ("softmax", lambda n: 12 * n, "12 * n_cols"),
        ("attention", lambda n: 2 * 32 * 4 * n, "256 * dim"),
        ("softmax", lambda n: 3 * 4 * 256, "12 * block_x"),
        # A constant that suffices at usual sizes is refused.
        ("softmax", lambda n: 4 * (n // 100 + 1) * 128, None),
    ],
)
def test_a_rule_is_tried_where_it_differs_from_others(operation, needed, rule):
    assert least_of(needed, operation) == rule
