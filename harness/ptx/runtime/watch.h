/* What observers of a launch are told, and what they must offer.
 *
 * memory.c, scheduler.c and barrier.c call these only where kh_launch.watch is not 0, so a launch that is merely
 * executed pays one comparison an access. An observer reads the warp's state and never changes it.
 */
#ifndef KH_WATCH_H
#define KH_WATCH_H

#include "runtime.h"

/* One warp-level access whose lanes have been checked. Stores and atomics are announced before memory changes. */
typedef struct {
  uint32_t space; /* as the instruction names it: SPACE_GENERIC may be anything, see kh_place */
  uint32_t access; /* enum kh_access */
  uint32_t lanes;  /* that reach memory */
  uint32_t size;   /* bytes a lane */
  uint32_t width;  /* bytes an element; a lane's elements lie side by side in memory */
  uint32_t site;
  const uint64_t *address; /* of each lane, in `space` */
  uint8_t *const *where;   /* host address of each lane's bytes, unless `uniform` */
  uint64_t delta;          /* if `uniform`: host address minus address, the same for all lanes */
  int uniform;
  const void *data; /* of a store: element k of lane l at index k * LANES + l; else 0 */
} kh_access;

/* Where a lane's access lies: returns the space, never SPACE_GENERIC, and gives the address within it. */
static inline uint32_t kh_place(const kh_access *a, uint32_t lane, uint64_t *address) {
  uint64_t at = a->address[lane];
  uint32_t space = a->space;
  if (space == SPACE_GENERIC) {
    space = SPACE_GLOBAL;
    if (at - SHARED_WINDOW < WINDOW_BYTES) {
      space = SPACE_SHARED;
      at -= SHARED_WINDOW;
    } else if (at - LOCAL_WINDOW < WINDOW_BYTES) {
      space = SPACE_LOCAL;
      at -= LOCAL_WINDOW;
    } else if (at - PARAM_WINDOW < WINDOW_BYTES) {
      space = SPACE_PARAM;
      at -= PARAM_WINDOW;
    }
  }
  *address = at;
  return space;
}

static inline uint8_t *kh_host(const kh_access *a, uint32_t lane) {
  return a->uniform ? (uint8_t *)(a->address[lane] + a->delta) : a->where[lane];
}

void kh_watch_access(kh_worker *W, const kh_access *a);
/* A cp.async is issued: announced as the reads and the writes that it will do, although it does them later. */
void kh_watch_copy(kh_worker *W, const kh_copy *copy, const uint64_t *to, const uint64_t *from, uint32_t site);
void kh_watch_block(kh_worker *W); /* a block starts */
/* The current warp arrives at a barrier; or the barrier opens, before its warps are let go. */
void kh_watch_barrier(kh_worker *W, uint32_t id, uint32_t is_open);
/* bar.warp.sync let these lanes of the current warp through; members: the mask of each, 0 if all name all. */
void kh_watch_warp_sync(kh_worker *W, uint32_t lanes, const uint32_t *members);
/* The part of a cp.async that these lanes asked for is about to be done. */
void kh_watch_copied(kh_worker *W, const kh_copy *copy, uint32_t lanes);
void kh_watch_end(kh_worker *W); /* the worker has no more blocks */
void kh_watch_fence(kh_worker *W, uint32_t lanes, uint32_t site);   /* membar or fence */

/* races.c */
void kh_races_access(kh_worker *W, const kh_access *a);
void kh_races_block(kh_worker *W);
void kh_races_barrier(kh_worker *W, uint32_t id, uint32_t is_open);
void kh_races_warp_sync(kh_worker *W, uint32_t lanes, const uint32_t *members);
void kh_races_fence(kh_worker *W, uint32_t lanes, uint32_t site);
void kh_races_copy(kh_worker *W, const kh_copy *copy, uint32_t lanes, int is_done);
void kh_races_end(kh_worker *W);
/* defined.c */
void kh_defined_access(kh_worker *W, const kh_access *a);
void kh_defined_block(kh_worker *W);
/* counts.c */
void kh_counts_access(kh_worker *W, const kh_access *a);
void kh_counts_copy(kh_worker *W, uint32_t lanes, const uint64_t *to, const uint64_t *from, const uint32_t *n_read,
                    uint32_t size, uint32_t site);
void kh_counts_barrier(kh_worker *W, uint32_t id, uint32_t is_open);

#endif
