/* What the closer look at races keeps; races_clock.c, races_closer.c and races_order.c work on it. */
#ifndef KH_RACES_CLOSER_H
#define KH_RACES_CLOSER_H

#include "races.h"

/* Who did something, within a block: a thread; or its asynchronous operations, which barriers do not order; a warp; all
 * threads. */
#define WHO_ASYNC 0x20000000u /* plus a thread */
#define WHO_WARP 0x40000000u  /* plus a warp: all its lanes */
#define WHO_ALL 0xffffffffu   /* all threads of the block */
#define MAX_ACCESS_BYTES 32   /* of one lane: four elements of 8 bytes */
#define MAX_FOREIGN 64        /* accesses of other blocks that a cell remembers at least */
#define MOST_THREADS 16384 /* of kernels that the quick look cannot follow: after these no further gang is looked at */
#define MANY_ACTS 16       /* of a cell: from here on it is worth looking which of them are needed */

typedef struct {
  uint64_t key; /* block << 32 | who */
  uint64_t time;
} kh_item;

/* Never changed once it is shared. */
typedef struct kh_clock kh_clock;
struct kh_clock {
  kh_clock *previous, *next; /* all there are, to free them in the end */
  uint32_t refs, n;
  kh_item items[];
};

/* What a thread knew at a fence. */
typedef struct {
  uint64_t time; /* 0: there was none in this block */
  uint64_t base;
  uint64_t row[LANES];
  kh_clock *known;
} kh_published;

enum { SCOPE_BLOCK, SCOPE_WIDE, N_SCOPES };

typedef struct {
  uint64_t row[LANES];
  kh_clock *known;
  kh_clock *handed;                /* what fences of others have published, as barriers handed it on */
  kh_published at_fence[N_SCOPES]; /* last fence of any scope; last fence for the whole GPU at least */
} kh_thread;

enum { ACT_READ, ACT_STRONG_READ, ACT_STRONG_WRITE };

typedef struct {
  uint64_t time;
  uint32_t block, site;
  uint32_t lanes; /* of one warp, that did this together */
  uint32_t next;
  uint32_t warp; /* who / LANES */
  uint8_t act, is_wide;
} kh_act;

typedef struct {
  uint64_t time; /* of the last plain write; 0: none */
  uint32_t block, site;
  uint32_t who;
  uint8_t is_open; /* an asynchronous copy that its thread has not waited for */
  uint32_t n_acts;
  uint32_t acts; /* since then, newest first: index into the pool; 0 ends it */
  uint32_t sync; /* index of what strong writes have published here; 0: nothing */
} kh_cell;

typedef struct {
  kh_clock *clock[N_SCOPES];
  uint32_t block; /* whose clock[SCOPE_BLOCK] is */
} kh_sync;

/* What the last who acquired knew before, what they acquired, and both together. */
typedef struct {
  kh_clock *before, *clock, *after;
} kh_learnt;

/* Of one mbarrier: what arrivals and operations have released in this phase, and what those of the last phase had. */
typedef struct {
  const uint8_t *at;
  kh_clock *arriving, *complete;
} kh_gate;

/* Of one block of the gang. */
typedef struct {
  uint64_t base, start;
  uint32_t block;
  kh_thread *threads;
  kh_cell *shared;
  uint32_t touched_from, touched_to; /* cells of `shared` that may hold anything */
  kh_clock *arrived[N_BARRIERS], *arrived_handed[N_BARRIERS];
  kh_clock *arriving, *complete; /* of rank 0: at the cluster's barrier, as of a gate, but for what follows */
  uint64_t *released;            /* until when each thread has released what it did to the cluster's barrier, or 0 */
  uint64_t released_base;        /* `base` when one of them did */
  uint32_t waiting[LANES];       /* lanes of each warp that have arrived there since it last opened */
  uint32_t is_split;             /* some of them did something since they arrived, or released nothing */
  uint32_t synced[LANES];        /* lanes of each warp that a __syncwarp has served before they resumed */
  uint32_t has_fenced;           /* since the last barrier of the whole block */
} kh_block_look;

typedef struct {
  uint64_t now;
  kh_block_look *here; /* of the block that runs now */
  kh_block_look *blocks;
  uint32_t n_threads, n_shared;
  uint64_t n_begun;  /* threads whose blocks have started */
  uint32_t is_over;  /* enough has been looked at */
  uint32_t is_async; /* what is looked at is an asynchronous operation of the thread */
  kh_cell *global;
  kh_act *acts;
  uint32_t n_acts, acts_limit, free_act;
  kh_sync *syncs;
  uint32_t n_syncs, syncs_limit;
  kh_gate *gates;
  uint32_t n_gates, gates_limit;
  kh_clock *clocks;
  kh_learnt learnt;
} kh_closer;

static inline kh_closer *closer_of(const kh_worker *W) {
  kh_closer *c = *(kh_closer **)W->races;
  if (c && c->blocks) c->here = &c->blocks[W->member];
  return c;
}

/* Out of memory: the look ends, and the host says so. */
static inline void give_up(kh_worker *W) { races_of(W)->has_failed = 1; }

/* Whether nothing more is looked at. */
static inline int is_over(kh_worker *W) {
  const kh_closer *c = *(kh_closer **)W->races;
  return races_of(W)->has_failed != 0 || (c && c->is_over);
}

#endif
