/* Calls the observers that a launch asks for. */
#include "watch.h"

#define WATCHES(bits) (W->launch->watch & (bits))

void kh_suspect(kh_worker *W, uint32_t watch) { __atomic_fetch_or(&W->launch->suspects, watch, __ATOMIC_RELAXED); }

void kh_watch_access(kh_worker *W, const kh_access *a) {
  if (!a->lanes) return;
  if (WATCHES(WATCH_DEFINED_FAST | WATCH_DEFINED)) kh_defined_access(W, a);
  if (WATCHES(WATCH_RACES_FAST | WATCH_RACES)) kh_races_access(W, a);
  if (WATCHES(WATCH_COUNTS)) kh_counts_access(W, a);
}

/* Counters see one instruction, racecheck a pending copy. Shadows move when the copy is done: see kh_defined_copy. */
void kh_watch_copy(kh_worker *W, const kh_copy *copy, const uint64_t *to, const uint64_t *from, uint32_t site) {
  uint32_t n_read[LANES];
  for (uint32_t l = 0; l < LANES; l++) {
    int reads = (copy->pending >> l & 1) && copy->n_read[l] && copy->source[l];
    n_read[l] = reads ? copy->n_read[l] : 0;
  }
  if (WATCHES(WATCH_COUNTS)) kh_counts_copy(W, copy->pending, to, from, n_read, copy->size, site);
  if (!copy->pending) return;
  if (WATCHES(WATCH_RACES_FAST | WATCH_RACES)) kh_races_copy(W, copy, copy->pending, 0);
}

/* Asynchronous operations are no warp-level requests, so counters ignore them; shadows move at their end. */
void kh_watch_async(kh_worker *W, const kh_access *a) {
  if (WATCHES(WATCH_RACES_FAST | WATCH_RACES)) kh_races_async(W, a);
}

void kh_watch_block(kh_worker *W) {
  if (WATCHES(WATCH_DEFINED_FAST | WATCH_DEFINED)) kh_defined_block(W);
  if (WATCHES(WATCH_RACES_FAST | WATCH_RACES)) kh_races_block(W);
}

void kh_watch_barrier(kh_worker *W, uint32_t id, uint32_t is_open) {
  if (WATCHES(WATCH_RACES_FAST | WATCH_RACES)) kh_races_barrier(W, id, is_open);
  if (WATCHES(WATCH_COUNTS)) kh_counts_barrier(W, id, is_open);
}

void kh_watch_warp_sync(kh_worker *W, uint32_t lanes, const uint32_t *members) {
  if (WATCHES(WATCH_RACES_FAST | WATCH_RACES)) kh_races_warp_sync(W, lanes, members);
}

void kh_watch_copied(kh_worker *W, const kh_copy *copy, uint32_t lanes) {
  if (lanes && WATCHES(WATCH_RACES_FAST | WATCH_RACES)) kh_races_copy(W, copy, lanes, 1);
}

void kh_watch_end(kh_worker *W) {
  if (WATCHES(WATCH_RACES_FAST | WATCH_RACES)) kh_races_end(W);
}

void kh_watch_fence(kh_worker *W, uint32_t lanes, uint32_t site) {
  if (WATCHES(WATCH_RACES_FAST | WATCH_RACES)) kh_races_fence(W, lanes, site);
}

void kh_watch_cluster_barrier(kh_worker *W, uint32_t lanes, uint32_t event) {
  if (WATCHES(WATCH_RACES_FAST | WATCH_RACES)) kh_races_cluster_barrier(W, lanes, event);
}

void kh_watch_mbarrier(kh_worker *W, uint32_t lane, const uint8_t *barrier, uint32_t event, uint32_t site) {
  if (WATCHES(WATCH_RACES_FAST | WATCH_RACES)) kh_races_mbarrier(W, lane, barrier, event, site);
}

/* Called by generated code after the lanes of a bar.warp.sync have met, and at a fence. */
void kh_warp_barrier(kh_worker *W, uint32_t lanes, const uint32_t *members) {
  if (W->launch->watch) kh_watch_warp_sync(W, lanes, members);
}

void kh_fence(kh_worker *W, uint32_t lanes, uint32_t site) {
  if (W->launch->watch) kh_watch_fence(W, lanes, site);
}
