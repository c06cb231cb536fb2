"""Rules for dynamic shared memory: `is_right` stands for launches of kernels that need a known number of bytes."""

import pytest

from harness.adopt.draft import Draft
from harness.adopt.limits import GENEROUS_SHARED, with_least_shared
from harness.operation.catalogue import catalogue_of
from harness.variant.launch_rule import LaunchRule

OPERATIONS = catalogue_of().operations
BLOCK = (256, 1, 1)
USUAL = ((37, 96), (19, 256))


def least_of(needed, operation="softmax"):
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
    ],
)
def test_a_rule_is_tried_where_it_differs_from_others(operation, needed, rule):
    assert least_of(needed, operation) == rule


def test_a_constant_that_suffices_at_usual_sizes_is_refused():
    assert least_of(lambda n: 4 * (n // 100 + 1) * 128) is None
