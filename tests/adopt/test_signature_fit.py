"""What a kernel's text alone says about the operations that it may compute."""

import pytest

from harness.adopt.fitting.fit import fitting_operations
from harness.adopt.reading.signature import find_kernels
from harness.operation.catalogue import catalogue_of

OPERATIONS = tuple(catalogue_of(()).operations.values())


@pytest.mark.parametrize(
    ("text", "fits", "does_not"),
    [
        ("f(float* y, const float* x, int n) { y[n] = x[n]; }", "softmax", "matmul"),
        ("f(float* c, const float* a, const float* b, int n) { c[n] = a[n] * b[n]; }", "matmul", "softmax"),
        ("f(char* y, const char* x, int n) { y[n] = x[n]; }", "", "softmax"),
        ("f(float* y, const float* x, Thing n) { y[0] = x[n.n]; }", "", "softmax"),
        # A pointer that may be null is no array.
        ("f(float* y, const float* x, const char* z, int n) { if (z) y[n] = x[n] * z[n]; }", "softmax", ""),
        (
            "f(float* y, const float* x, const char* z, int n) { y[n] = z == nullptr ? x[n] : z[n]; }",
            "softmax",
            "",
        ),
        ("f(float* y, const float* x, const char* z, int n) { if (z[n]) y[n] = x[n]; }", "", "softmax"),
    ],
)
def test_operations_are_excluded_by_the_types_and_number_of_arrays(
    text: str, fits: str, does_not: str
) -> None:
    (kernel,) = find_kernels(f"__global__ void {text}")
    fitting, misfits = fitting_operations(kernel, OPERATIONS)
    names = {each.name for each in fitting}
    assert not fits or fits in names
    assert does_not not in names
    assert bool(names) is bool(fits)
    assert len(fitting) + len(misfits) in (len(OPERATIONS), len(fitting))
