// Packs: 16 bytes of a row's neighbouring columns, loaded and stored together, held in registers as float.
//
// A row is dealt out in packs from its first column on, whatever its address. Where a whole pack lies inside
// the row and the row starts at a multiple of 16 bytes, a pack is one access; otherwise it is one access per
// column, right for every address and every number of columns. vec.cuh cuts a row at the boundaries of its
// address instead, which saves that slow case but gives every row a head and a tail of its own.
#pragma once

#include "scalar.cuh"

#include <math_constants.h>

// Columns of a pack: 4 floats, or 8 numbers of 16 bits.
constexpr unsigned pack_cols = 16 / sizeof(scalar_t);

// A pack in registers. Loops over `value` must unroll: an array that is indexed at run time has to have
// addresses, and registers have none.
struct Pack {
    float value[pack_cols];
};

// A pack as it lies in memory.
struct __align__(16) StoredPack {
    scalar_t value[pack_cols];
};

// Whether every pack of the row at `row` is aligned; the same for all threads that share the row.
__device__ __forceinline__ bool starts_aligned(const scalar_t* row)
{
    return reinterpret_cast<size_t>(row) % sizeof(StoredPack) == 0;
}

// Loads the columns from `first` on. Columns past the end are -inf, which changes neither a maximum nor,
// being exp(-inf) = 0, a sum: if the maximum is -inf as well, the row is NaN with and without them.
__device__ __forceinline__ Pack load_pack(const scalar_t* row, unsigned first, unsigned n_cols, bool aligned)
{
    Pack pack;
    if (aligned && first + pack_cols <= n_cols) {
        const StoredPack stored = *reinterpret_cast<const StoredPack*>(row + first);
#pragma unroll
        for (unsigned i = 0; i < pack_cols; ++i)
            pack.value[i] = to_float(stored.value[i]);
    } else {
#pragma unroll
        for (unsigned i = 0; i < pack_cols; ++i)
            pack.value[i] = first + i < n_cols ? to_float(row[first + i]) : -CUDART_INF_F;
    }
    return pack;
}

// Stores the columns from `first` on, as far as the row goes.
__device__ __forceinline__ void store_pack(scalar_t* row, unsigned first, unsigned n_cols, bool aligned,
                                           const Pack& pack)
{
    if (aligned && first + pack_cols <= n_cols) {
        StoredPack stored;
#pragma unroll
        for (unsigned i = 0; i < pack_cols; ++i)
            stored.value[i] = from_float(pack.value[i]);
        *reinterpret_cast<StoredPack*>(row + first) = stored;
    } else {
#pragma unroll
        for (unsigned i = 0; i < pack_cols; ++i) {
            if (first + i < n_cols)
                row[first + i] = from_float(pack.value[i]);
        }
    }
}
