"""The known ways to launch, and which of them are tried for a kernel."""

from harness.adopt.styles.rows import ELEMENT_STYLES, STYLES, known_styles


def names(code):
    return [style.name for style in known_styles(code)]


def test_threads_that_do_not_work_together_may_have_an_element_each():
    alone = names("int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = x[i];")
    of_elements = [style.name for style in ELEMENT_STYLES]
    assert [name for name in alone if name in of_elements] == of_elements
    assert alone.index("one block per row") > alone.index(of_elements[-1])
    assert set(names("__shared__ float s[32]; __syncthreads();")).isdisjoint(of_elements)


def test_an_index_in_y_is_needed_for_a_block_or_grid_in_y():
    assert all(len(style.grid) == 1 and style.blocks[0][1] == 1 for style in known_styles("threadIdx.x"))
    both = "threadIdx.y + blockIdx.y; __syncthreads()"
    assert known_styles(both) == STYLES
