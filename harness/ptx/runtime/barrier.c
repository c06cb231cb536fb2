/* CTA barriers: bar, barrier and their reductions. PTX ISA 9.0, 9.7.13 "barrier".
 *
 * Lanes wait until all live lanes of their warp are there; then the warp arrives as a whole, and counts are in warps.
 */
#include "watch.h"

void kh_reset_barrier(kh_barrier *barrier) {
  barrier->n_arrived = barrier->n_expected = barrier->is_red = barrier->popc = barrier->any = 0;
  barrier->all = 1;
}

/* A barrier number or thread count that lanes hold in a register: the first lane's, checked. */
uint32_t kh_barrier_operand(kh_worker *W, kh_warp *w, uint32_t mask, const uint32_t *values, uint32_t is_count,
                            uint32_t site) {
  uint32_t first = kh_lowest(mask), value = values[first];
  for (uint32_t l = first + 1; l < LANES; l++) {
    if (!(mask >> l & 1) || values[l] == value) continue;
    kh_report(W, site, FAULT_BARRIER_DIVERGENCE, first, 0);
    break;
  }
  if (is_count) {
    if (value % LANES) kh_report(W, site, FAULT_BARRIER_COUNT, first, value);
  } else if (value >= N_BARRIERS) {
    kh_report(W, site, FAULT_BARRIER_NUMBER, first, value);
    kh_end_launch(W, w);
  }
  return value;
}

/* Lanes come to a barrier: they wait, to go on at next_pc. */
void kh_barrier_wait(kh_warp *w, uint32_t mask, uint32_t next_pc, uint32_t id, uint32_t n_threads, uint32_t pred,
                     uint32_t site, uint32_t mode, uint32_t is_aligned) {
  uint32_t n_warps = n_threads / LANES;
  if (!w->barrier_wait) {
    w->barrier_pred = w->barrier_apart = 0;
  } else {
    w->barrier_apart |= id != w->barrier_id || n_warps != w->barrier_warps || mode != w->barrier_mode ||
                        (is_aligned && w->barrier_site[kh_lowest(w->barrier_wait)] != site);
  }
  for (uint32_t l = 0; l < LANES; l++)
    if (mask >> l & 1) {
      w->pc[l] = next_pc;
      w->barrier_site[l] = site;
    }
  w->barrier_wait |= mask;
  w->barrier_pred |= pred & mask;
  w->barrier_id = id % N_BARRIERS;
  w->barrier_warps = n_warps;
  w->barrier_mode = mode;
}

void kh_open_if_complete(kh_worker *W, uint32_t id) {
  kh_launch *L = W->launch;
  kh_barrier *barrier = &W->barriers[id];
  if (!barrier->n_arrived) return;
  uint32_t expected = barrier->n_expected;
  if (!expected)
    for (uint32_t i = 0; i < L->n_warps; i++) expected += !W->warps[i].done;
  if (barrier->n_arrived < expected) return;
  if (L->watch) kh_watch_barrier(W, id, 1);
  for (uint32_t i = 0; i < L->n_warps; i++) {
    kh_warp *w = &W->warps[i];
    if (!w->blocked || w->barrier_id != id) continue;
    w->blocked = 0;
    w->barrier_wait = 0;
    w->barrier_popc = barrier->popc;
    w->barrier_all = barrier->all;
    w->barrier_any = barrier->any;
  }
  kh_reset_barrier(barrier);
}

/* All live lanes of the warp wait at a barrier: count the warp in. Returns whether it must wait for others. */
uint32_t kh_arrive(kh_worker *W, kh_warp *w) {
  uint32_t first = kh_lowest(w->live), site = w->barrier_site[first], id = w->barrier_id;
  kh_barrier *barrier = &W->barriers[id];
  if (w->barrier_apart) kh_report(W, site, FAULT_BARRIER_DIVERGENCE, first, 0);
  uint32_t is_red = w->barrier_mode == BARRIER_RED;
  if (barrier->n_arrived && barrier->n_expected != w->barrier_warps)
    kh_report(W, site, FAULT_BARRIER_COUNT, first, (uint64_t)w->barrier_warps * LANES);
  if (barrier->n_arrived && barrier->is_red != is_red) kh_report(W, site, FAULT_BARRIER_MIXED, first, id);
  uint32_t count = (uint32_t)__builtin_popcount(w->barrier_pred & w->live);
  barrier->n_arrived++;
  barrier->n_expected = w->barrier_warps;
  barrier->is_red = is_red;
  barrier->popc += count;
  barrier->any |= count != 0;
  barrier->all &= (w->barrier_pred & w->live) == w->live;
  if (W->launch->watch) kh_watch_barrier(W, id, 0);
  if (w->barrier_mode == BARRIER_ARRIVE) {
    w->barrier_wait = 0;
    kh_open_if_complete(W, id);
    return 0;
  }
  w->blocked = 1;
  return 1;
}
