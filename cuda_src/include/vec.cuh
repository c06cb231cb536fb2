// Where a row can be read or written in vectors: scalar head, aligned vectors, scalar tail.
//
// A vector access faults unless its address is a multiple of the vector's size. Rows of a matrix start
// anywhere: a stride that is no multiple of the vector moves every row, and a view such as x[:, 1:] moves the
// first.
#pragma once

// A row of n elements cut in three: `head` elements up to the first address that is aligned for the vector,
// `vectors` whole vectors, and `tail` elements that do not fill another. head + width * vectors + tail == n.
struct RowSplit {
    unsigned head;
    unsigned vectors;
    unsigned tail;
};

// Cuts the row at `row`, which is aligned for its own element type, into vectors of type Vector.
template <typename Vector, typename Element>
__device__ __forceinline__ RowSplit split_row(const Element* row, unsigned n_cols)
{
    constexpr unsigned width = sizeof(Vector) / sizeof(Element);
    const size_t past_boundary_bytes = reinterpret_cast<size_t>(row) % sizeof(Vector);
    const unsigned past_boundary = static_cast<unsigned>(past_boundary_bytes / sizeof(Element));
    // A row can end before its first boundary: then it is all head.
    const unsigned head = min((width - past_boundary) % width, n_cols);
    const unsigned vectors = (n_cols - head) / width;
    return {head, vectors, n_cols - head - width * vectors};
}

// Whether two rows are equally far from a boundary, so that one split serves both.
template <typename Vector>
__device__ __forceinline__ bool same_alignment(const void* a, const void* b)
{
    return (reinterpret_cast<size_t>(a) ^ reinterpret_cast<size_t>(b)) % sizeof(Vector) == 0;
}
