/* Schedules drawn from a seed. */
#pragma once

#include "runtime.h"

static inline uint64_t kh_draw(uint64_t *state) { return kh_mix(*state += 0x9e3779b97f4a7c15ull); }

/* The gang at a position in the order of gangs, and the block of a gang with the i-th turn of a round. */
uint32_t kh_gang_at(const kh_launch *L, uint64_t position);
uint32_t kh_member_at(const kh_launch *L, uint64_t random, uint32_t i);
kh_warp *kh_warp_at(kh_worker *W, uint32_t i);

void kh_schedule_block(kh_worker *W);                                 /* a block starts */
void kh_schedule_round(kh_worker *W);                                 /* its warps get new turns */
uint32_t kh_schedule_lanes(kh_worker *W, kh_warp *w, uint32_t ready); /* the ready lanes that run now; 0: yield */
uint32_t kh_schedule_split(kh_warp *w, uint32_t go, uint32_t pc);     /* which lanes of a bar.warp.sync go first */
