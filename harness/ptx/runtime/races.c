/* Racecheck: calls the pass that a launch asks for, the screening pass in races_quick.c or the exact pass in
 * races_closer.c. */
#include "races.h"

static int is_quick(const kh_worker *W) { return (W->launch->watch & WATCH_RACES) == 0; }

/* One suspicion is enough: the rest of the launch is not checked. */
static int is_suspected(const kh_worker *W) {
  return (__atomic_load_n(&W->launch->suspects, __ATOMIC_RELAXED) & WATCH_RACES_FAST) != 0;
}

void kh_races_access(kh_worker *W, const kh_access *a) {
  if (a->space == SPACE_LOCAL || a->space == SPACE_PARAM || a->space == SPACE_CONST) return;
  if (!is_quick(W))
    kh_closer_access(W, a);
  else if (!is_suspected(W))
    kh_quick_access(W, a);
}

void kh_races_block(kh_worker *W) {
  if (is_quick(W) && is_beyond_quick(W))
    kh_suspect(W, WATCH_RACES_FAST);
  else if (is_quick(W))
    kh_quick_block(W);
  else
    kh_closer_block(W);
}

void kh_races_barrier(kh_worker *W, uint32_t id, uint32_t is_open) {
  if (!is_quick(W))
    kh_closer_barrier(W, id, is_open);
  else if (is_open && !is_beyond_quick(W))
    kh_quick_barrier(W, id);
}

void kh_races_warp_sync(kh_worker *W, uint32_t lanes, const uint32_t *members) {
  if (!is_quick(W))
    kh_closer_warp_sync(W, lanes, members);
  else if (!is_beyond_quick(W))
    kh_quick_warp_sync(W, lanes, members);
}

void kh_races_fence(kh_worker *W, uint32_t lanes, uint32_t site) {
  if (!is_quick(W)) kh_closer_fence(W, lanes, site);
}

void kh_races_copy(kh_worker *W, const kh_copy *copy, uint32_t lanes, int is_done) {
  if (!is_quick(W))
    kh_closer_copy(W, copy, lanes, is_done);
  else if (!is_suspected(W))
    kh_quick_copy(W, copy, lanes, is_done);
}

void kh_races_end(kh_worker *W) {
  if (!is_quick(W)) kh_closer_end(W);
}

void kh_races_async(kh_worker *W, const kh_access *a) {
  if (!is_quick(W)) kh_closer_async(W, a);
}

void kh_races_cluster_barrier(kh_worker *W, uint32_t lanes, uint32_t event) {
  if (!is_quick(W)) kh_closer_cluster_barrier(W, lanes, event);
}

void kh_races_mbarrier(kh_worker *W, uint32_t lane, const uint8_t *barrier, uint32_t event, uint32_t site) {
  if (!is_quick(W)) kh_closer_mbarrier(W, lane, barrier, event, site);
}
