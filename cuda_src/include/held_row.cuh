// A row, or a slice of one, held in the registers of a team of threads: read once, written once.
//
// A row is cut at the 16-byte boundaries of its address (vec.cuh): a body of whole packs, which the team
// deals
// out round robin, and a head and a tail of fewer columns than a pack, which go to the first threads one
// column each. So rows at odd addresses move in 16-byte accesses too, and no access leaves its row.
//
// All loads of a thread are issued before the first is used: memory answers after some 700 ns, and what hides
// that is the number of bytes under way.
#pragma once

#include "fast_exponential.cuh"
#include "scalar.cuh"
#include "vec.cuh"

#include <math_constants.h>

// Columns of a pack: 4 floats, or 8 numbers of 16 bits.
constexpr unsigned pack_cols = 16 / sizeof(scalar_t);

// 16 bytes as loaded.
using RawPack = uint4;

// -inf in every column: what a place without a column holds. It changes no maximum, and exp(-inf) = 0 no sum.
__device__ __forceinline__ RawPack empty_pack()
{
#if defined(KH_DTYPE_FLOAT16)
    constexpr unsigned word = 0xfc00fc00u;
#elif defined(KH_DTYPE_BFLOAT16)
    constexpr unsigned word = 0xff80ff80u;
#else
    constexpr unsigned word = 0xff800000u;
#endif
    return make_uint4(word, word, word, word);
}

// 16 bytes that nobody writes meanwhile. L1 may keep them, though nobody will look for them there: on an
// H200, loads that ask it not to (L1::no_allocate) made all but short rows 1 to 4 % slower.
__device__ __forceinline__ RawPack load_raw(const scalar_t* at)
{
    RawPack raw;
    asm volatile("ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(raw.x), "=r"(raw.y), "=r"(raw.z), "=r"(raw.w)
                 : "l"(at));
    return raw;
}

// An ordinary store: one that asks to be evicted first (st.global.cs) was slower on an H200 for all but short
// rows.
__device__ __forceinline__ void store_pack(scalar_t* at, RawPack raw)
{
    *reinterpret_cast<RawPack*>(at) = raw;
}

// The columns of a pack as float, exactly.
__device__ __forceinline__ void widen(RawPack raw, float (&value)[pack_cols])
{
    const unsigned words[4] = {raw.x, raw.y, raw.z, raw.w};
#pragma unroll
    for (unsigned w = 0; w < 4; ++w) {
#if defined(KH_DTYPE_FLOAT16)
        const float2 pair = __half22float2(*reinterpret_cast<const __half2*>(&words[w]));
        value[2 * w] = pair.x;
        value[2 * w + 1] = pair.y;
#elif defined(KH_DTYPE_BFLOAT16)
        // A bfloat16 is the upper half of a float.
        value[2 * w] = __uint_as_float(words[w] << 16);
        value[2 * w + 1] = __uint_as_float(words[w] & 0xffff0000u);
#else
        value[w] = __uint_as_float(words[w]);
#endif
    }
}

// The only rounding of a 16-bit element type: to nearest even, once per column.
__device__ __forceinline__ RawPack narrowed(const float (&value)[pack_cols])
{
    unsigned words[4];
#pragma unroll
    for (unsigned w = 0; w < 4; ++w) {
#if defined(KH_DTYPE_FLOAT16)
        const __half2 pair = __floats2half2_rn(value[2 * w], value[2 * w + 1]);
        words[w] = *reinterpret_cast<const unsigned*>(&pair);
#elif defined(KH_DTYPE_BFLOAT16)
        const __nv_bfloat162 pair = __floats2bfloat162_rn(value[2 * w], value[2 * w + 1]);
        words[w] = *reinterpret_cast<const unsigned*>(&pair);
#else
        words[w] = __float_as_uint(value[w]);
#endif
    }
    return make_uint4(words[0], words[1], words[2], words[3]);
}

// The largest columns of many packs, two 16-bit columns at a time where there are such. NaN is passed over,
// as in
// reduce.cuh.
struct RunningMax {
#if defined(KH_DTYPE_FLOAT16)
    __half2 pair = __float2half2_rn(-CUDART_INF_F);
#elif defined(KH_DTYPE_BFLOAT16)
    __nv_bfloat162 pair = __float2bfloat162_rn(-CUDART_INF_F);
#else
    float largest = -CUDART_INF_F;
#endif

    __device__ __forceinline__ void add(RawPack raw)
    {
        const unsigned words[4] = {raw.x, raw.y, raw.z, raw.w};
#pragma unroll
        for (unsigned w = 0; w < 4; ++w) {
#if defined(KH_DTYPE_FLOAT16)
            pair = __hmax2(pair, *reinterpret_cast<const __half2*>(&words[w]));
#elif defined(KH_DTYPE_BFLOAT16)
            pair = __hmax2(pair, *reinterpret_cast<const __nv_bfloat162*>(&words[w]));
#else
            largest = fmaxf(largest, __uint_as_float(words[w]));
#endif
        }
    }

    __device__ __forceinline__ float value() const
    {
#if defined(KH_DTYPE_FLOAT32) || !(defined(KH_DTYPE_FLOAT16) || defined(KH_DTYPE_BFLOAT16))
        return largest;
#else
        return fmaxf(to_float(pair.x), to_float(pair.y));
#endif
    }
};

// What one thread of a team holds of a row.
//
// team:  threads that share the row, a power of two.
// packs: packs of the body that each of them holds, at most.
// edges: whether rows may have a head and a tail.
// step:  from one of a thread's packs to its next; more than `team` where several teams share the row.
// in_two: whether a team that has all its packs moves them without asking for each. That is more code and,
//         with many packs, fewer registers and earlier loads: 512 x 131072 bfloat16 on an H200 took 68.2 us
//         so, and 73.6 without.
template <unsigned team, unsigned packs, bool edges, unsigned step = team, bool in_two = false>
struct HeldRow {
    // Columns of head and tail that a thread holds: there are less than a pack of either.
    static constexpr unsigned edge_slots = !edges ? 0 : 2 * pack_cols <= team ? 1 : 2 * pack_cols / team;
    static constexpr unsigned slot_room = edges ? edge_slots : 1;

    RawPack raw[packs];
    scalar_t raw_edge[slot_room];
    float value[packs][pack_cols];
    float edge[slot_room];
    RowSplit split;
    bool has_all;

    // Column of an edge slot, n_cols where the slot is empty.
    static __device__ __forceinline__ unsigned edge_col(RowSplit split, unsigned slot, unsigned thread,
                                                        unsigned n_cols)
    {
        const unsigned place = slot * team + thread;
        if (place < pack_cols)
            return place < split.head ? place : n_cols;
        return place - pack_cols < split.tail ? n_cols - split.tail + (place - pack_cols) : n_cols;
    }

    // Issues the loads of a row's packs from `first_pack` of its body on. A row that is not there (here =
    // false)
    // is empty, and so are the edges of a slice that does not own them.
    __device__ __forceinline__ void load(const scalar_t* x, unsigned n_cols, unsigned thread, bool here,
                                         unsigned first_pack = 0, bool owns_edges = true)
    {
        if constexpr (edges)
            split = split_row<RawPack>(x, n_cols);
        else
            split = {0, n_cols / pack_cols, 0};
        const scalar_t* body = x + split.head;
        has_all = in_two && here && first_pack + (packs - 1) * step + team <= split.vectors;
        if (has_all) {
            const scalar_t* at = body + (first_pack + thread) * pack_cols;
#pragma unroll
            for (unsigned p = 0; p < packs; ++p)
                raw[p] = load_raw(at + p * step * pack_cols);
        } else {
#pragma unroll
            for (unsigned p = 0; p < packs; ++p) {
                const unsigned pack = first_pack + p * step + thread;
                raw[p] = empty_pack();
                if (here && pack < split.vectors)
                    raw[p] = load_raw(body + pack * pack_cols);
            }
        }
        load_edges(x, n_cols, thread, here && owns_edges);
    }

    // Issues the loads of the columns of head and tail.
    __device__ __forceinline__ void load_edges(const scalar_t* x, unsigned n_cols, unsigned thread, bool here)
    {
        if constexpr (edges) {
            const RowSplit split_here = split_row<RawPack>(x, n_cols);
#pragma unroll
            for (unsigned s = 0; s < edge_slots; ++s) {
                const unsigned col = edge_col(split_here, s, thread, n_cols);
                raw_edge[s] = from_float(-CUDART_INF_F);
                if (here && col < n_cols)
                    raw_edge[s] = x[col];
            }
        }
    }

    __device__ __forceinline__ float max_of()
    {
        RunningMax running;
#pragma unroll
        for (unsigned p = 0; p < packs; ++p)
            running.add(raw[p]);
        float largest = running.value();
        if constexpr (edges) {
#pragma unroll
            for (unsigned s = 0; s < edge_slots; ++s)
                largest = fmaxf(largest, to_float(raw_edge[s]));
        }
        return largest;
    }

    // Puts exp(x - shift) in the place of each column and returns their sum.
    __device__ __forceinline__ float exponentiate(float shift)
    {
        float sum = 0.0f;
#pragma unroll
        for (unsigned p = 0; p < packs; ++p) {
            widen(raw[p], value[p]);
#pragma unroll
            for (unsigned i = 0; i < pack_cols; ++i) {
                value[p][i] = exponential(value[p][i], shift);
                sum += value[p][i];
            }
        }
        if constexpr (edges) {
#pragma unroll
            for (unsigned s = 0; s < edge_slots; ++s) {
                edge[s] = exponential(to_float(raw_edge[s]), shift);
                sum += edge[s];
            }
        }
        return sum;
    }

    // Writes each column times `factor`.
    __device__ __forceinline__ void store(scalar_t* y, unsigned n_cols, unsigned thread, float factor,
                                          unsigned first_pack = 0, bool owns_edges = true)
    {
        scalar_t* body = y + split.head;
        // Where y is off the boundary by another amount than x, its packs straddle boundaries.
        const bool whole = !edges || reinterpret_cast<size_t>(body) % sizeof(RawPack) == 0;
        if (has_all && whole) {
            scalar_t* at = body + (first_pack + thread) * pack_cols;
#pragma unroll
            for (unsigned p = 0; p < packs; ++p) {
#pragma unroll
                for (unsigned i = 0; i < pack_cols; ++i)
                    value[p][i] *= factor;
                store_pack(at + p * step * pack_cols, narrowed(value[p]));
            }
            store_edges(y, n_cols, thread, factor, owns_edges);
            return;
        }
#pragma unroll
        for (unsigned p = 0; p < packs; ++p) {
            const unsigned pack = first_pack + p * step + thread;
            if (pack >= split.vectors)
                continue;
#pragma unroll
            for (unsigned i = 0; i < pack_cols; ++i)
                value[p][i] *= factor;
            if (whole) {
                store_pack(body + pack * pack_cols, narrowed(value[p]));
            } else {
#pragma unroll
                for (unsigned i = 0; i < pack_cols; ++i)
                    body[pack * pack_cols + i] = from_float(value[p][i]);
            }
        }
        store_edges(y, n_cols, thread, factor, owns_edges);
    }

    // Writes the columns of head and tail.
    __device__ __forceinline__ void store_edges(scalar_t* y, unsigned n_cols, unsigned thread, float factor,
                                                bool owns_edges)
    {
        if constexpr (edges) {
#pragma unroll
            for (unsigned s = 0; s < edge_slots; ++s) {
                const unsigned col = edge_col(split, s, thread, n_cols);
                if (owns_edges && col < n_cols)
                    y[col] = from_float(edge[s] * factor);
            }
        }
    }
};
