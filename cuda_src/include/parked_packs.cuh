// Packs of a row in shared memory, each seen by the thread that parked it alone: more room than registers
// have, and
// no barrier.
//
// Neighbouring threads' packs are neighbours, so a warp's accesses have no bank conflicts.
#pragma once

#include "async_copy.cuh"
#include "held_row.cuh"

// team:  threads that share the row.
// packs: packs of each of them, at most; the memory is packs * team * 16 bytes.
// step:  from one of a thread's packs to its next in the row.
template <unsigned team, unsigned packs, unsigned step = team>
struct ParkedPacks {
    static constexpr bool keeps_exponentials = sizeof(scalar_t) == sizeof(float);

    RawPack* place; // of this thread's first pack; the next ones are `team` further each

    // Starts the copies of the packs `first_pack + thread`, `first_pack + thread + step`, ...
    __device__ __forceinline__ void load(const scalar_t* body, unsigned vectors, unsigned thread,
                                         unsigned first_pack)
    {
#pragma unroll
        for (unsigned p = 0; p < packs; ++p) {
            const unsigned pack = first_pack + p * step + thread;
            if (pack < vectors)
                copy_async(place + p * team, body + pack * pack_cols);
            else
                place[p * team] = empty_pack();
        }
        commit_copies();
    }

    __device__ __forceinline__ float max_of() const
    {
        RunningMax running;
#pragma unroll
        for (unsigned p = 0; p < packs; ++p)
            running.add(place[p * team]);
        return running.value();
    }

    // Returns the sum of exp(x - shift). A float's exponential takes its place; one of 16 bits would be
    // rounded
    // there, so it is worked out again in `store`.
    __device__ __forceinline__ float exponentiate(float shift)
    {
        float sum = 0.0f;
#pragma unroll
        for (unsigned p = 0; p < packs; ++p) {
            float value[pack_cols];
            widen(place[p * team], value);
#pragma unroll
            for (unsigned i = 0; i < pack_cols; ++i) {
                value[i] = exponential(value[i], shift);
                sum += value[i];
            }
            if constexpr (keeps_exponentials)
                place[p * team] = narrowed(value);
        }
        return sum;
    }

    // Writes each column's exponential times `factor`.
    __device__ __forceinline__ void store(scalar_t* body, unsigned vectors, unsigned thread,
                                          unsigned first_pack, float shift, float factor) const
    {
        const bool whole = reinterpret_cast<size_t>(body) % sizeof(RawPack) == 0;
#pragma unroll
        for (unsigned p = 0; p < packs; ++p) {
            const unsigned pack = first_pack + p * step + thread;
            if (pack >= vectors)
                continue;
            float value[pack_cols];
            widen(place[p * team], value);
#pragma unroll
            for (unsigned i = 0; i < pack_cols; ++i)
                value[i] = factor * (keeps_exponentials ? value[i] : exponential(value[i], shift));
            if (whole) {
                store_pack(body + pack * pack_cols, narrowed(value));
            } else {
#pragma unroll
                for (unsigned i = 0; i < pack_cols; ++i)
                    body[pack * pack_cols + i] = from_float(value[i]);
            }
        }
    }
};
