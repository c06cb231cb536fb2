/* State of racecheck's exact pass, used by races_clock.c, races_exact.c and races_order.c. */

/* Agent of an access within a block: a thread; its asynchronous operations, which barriers do not order; a warp; all
 * threads. */
#define WHO_ASYNC 0x20000000u /* plus a thread */
#define WHO_WARP 0x40000000u  /* plus a warp: all its lanes */
#define WHO_ALL 0xffffffffu   /* all threads of the block */
#define MAX_ACCESS_BYTES 32   /* of one lane: four elements of 8 bytes */
#define MAX_FOREIGN 64        /* least number of other blocks' accesses that a cell remembers */
#define MOST_THREADS 16384    /* threads checked where the screening pass cannot follow; further gangs are not */
#define MANY_ACTS 16          /* acts of a cell from which on needless ones are removed */

typedef struct {
  uint64_t key; /* block << 32 | who */
  uint64_t time;
} kh_item;

/* Immutable once shared. */
typedef struct kh_clock kh_clock;
struct kh_clock {
  kh_clock *previous, *next; /* list of all clocks, to free them at the end */
  uint32_t refs, n, limit;
  uint32_t id; /* unique in the launch; 0: none was left */
  kh_item items[];
};

/* Knowledge about the lanes of one warp, shared by lanes that have met at a __syncwarp. */
typedef struct {
  uint32_t refs;
  uint64_t until[LANES];
} kh_met;

/* Knowledge of a thread at a fence. */
typedef struct {
  uint64_t time; /* 0: there was none in this block */
  uint64_t base;
  kh_met *row;
  kh_clock *known;
} kh_published;

enum { SCOPE_BLOCK, SCOPE_WIDE, N_SCOPES };

typedef struct {
  kh_met *row; /* 0: no __syncwarp yet in this block */
  kh_clock *known;
  kh_clock *handed; /* published by other threads' fences and passed on by barriers */
  kh_clock *firm;   /* if is_unfenced: `known` without what strong reads added since the last fence */
  uint32_t is_unfenced;
  kh_published at_fence[N_SCOPES]; /* last fence of any scope; last fence for the whole GPU at least */
  uint64_t proxied;                /* time of the last fence.proxy.async; 0: none */
} kh_thread;

/* ACT_KEPT is a plain write of the bytes that were there, ACT_REPEATED one that is not ordered after the write that they
 * come from. An atomic is a strong write whose thread learns what it replaced. */
enum { ACT_READ, ACT_STRONG_READ, ACT_KEPT, ACT_REPEATED, ACT_STRONG_WRITE, ACT_ATOMIC };

typedef struct {
  uint64_t time;
  uint32_t block, site;
  uint32_t lanes; /* lanes of one warp in the same access */
  uint32_t next;
  uint32_t warp; /* who / LANES */
  uint8_t act, is_wide;
} kh_act;

/* A pool of acts, for global memory or for one block's shared memory. Index 0 is unused. */
typedef struct {
  kh_act *acts;
  uint32_t n, limit;
  uint32_t free; /* list of free acts */
} kh_pool;

typedef struct {
  uint64_t time; /* of the last plain write that is not an ACT_KEPT; 0: none */
  uint32_t block, site;
  uint32_t who;
  uint8_t is_open;     /* an asynchronous copy that its thread has not waited for */
  uint8_t has_writes;  /* whether `acts` may have writes, */
  uint8_t has_weak;    /* or anything but strong accesses for the whole GPU */
  uint32_t covered_by; /* id of a clock that includes that write; 0: none */
  uint32_t n_acts;
  uint32_t acts;   /* acts since that write, newest first: index into the pool; 0 ends the list */
  uint32_t before; /* as `acts`: the accesses between that write and the previous one, or the previous write itself */
  uint32_t sync;   /* index of the kh_sync that strong writes published here; 0: none */
} kh_cell;

/* Adjacent cells from one on, and the pool of their acts. */
typedef struct {
  kh_cell *cells;
  kh_pool *pool;
} kh_range;

typedef struct {
  kh_clock *clock[N_SCOPES];
  uint32_t block; /* owner of clock[SCOPE_BLOCK] */
} kh_sync;

/* Last acquire: the clock before it, the acquired clock, and their union. */
typedef struct {
  kh_clock *before, *clock, *after;
} kh_learnt;

/* One mbarrier: the clock released in this phase by arrivals and operations, and the one of the last phase. */
typedef struct {
  const uint8_t *at;
  kh_clock *arriving, *complete;
  uint64_t member, offset; /* of `at`: block of the gang, and bytes in its shared memory */
} kh_gate;

/* Of one block of the gang. */
typedef struct {
  uint64_t base, start;
  uint64_t proxied_base; /* `base` at the last fence.proxy.async of a thread */
  uint32_t block;
  kh_thread *threads;
  kh_cell *shared;
  kh_pool pool;                      /* of `shared` */
  uint32_t touched_from, touched_to; /* cells of `shared` that may hold anything */
  kh_clock *arrived[N_BARRIERS], *arrived_handed[N_BARRIERS];
  kh_clock *arrived_firm[N_BARRIERS]; /* as kh_thread.firm, if an arrived thread is_unfenced */
  uint32_t arrived_unfenced;          /* bit of each barrier */
  kh_clock *arriving, *complete;      /* of rank 0: clocks of the cluster's barrier, as in kh_gate */
  uint64_t *released;                 /* time until which each thread has released to the cluster's barrier, or 0 */
  uint64_t released_base;             /* `base` at such a release */
  uint32_t waiting[LANES];            /* lanes of each warp that have arrived there since it last opened */
  uint32_t is_split;                  /* whether some of them made an access since, or released nothing */
  uint32_t synced[LANES];             /* lanes of each warp that a __syncwarp has joined before they resumed */
  uint32_t has_fenced;                /* since the last barrier of the whole block */
} kh_block_history;

typedef struct {
  uint64_t now;
  kh_block_history *here; /* of the block that runs now */
  kh_block_history *blocks;
  uint32_t n_threads, n_shared;
  uint64_t n_begun;  /* threads whose blocks have started */
  uint32_t is_over;  /* whether MOST_THREADS have been checked */
  uint32_t is_async; /* whether the current access is an asynchronous operation of the thread */
  kh_cell *global;
  kh_pool pool; /* of `global` */
  kh_sync *syncs;
  uint32_t n_syncs, syncs_limit;
  kh_gate *gates;
  uint32_t n_gates, gates_limit;
  uint32_t last_gate;  /* index of the one used last */
  uint32_t last_clock; /* highest id of a clock */
  kh_clock *clocks;
  kh_learnt learnt;
} kh_exact;

static inline kh_exact *exact_of(const kh_worker *W) {
  kh_exact *c = *(kh_exact **)W->races;
  if (c && c->blocks) c->here = &c->blocks[W->member];
  return c;
}

/* The same within one event, whose block is set. */
static inline kh_exact *in_event(const kh_worker *W) { return *(kh_exact **)W->races; }

/* Out of memory: the pass ends, and the host reports it. */
static inline void give_up(kh_worker *W) { races_of(W)->has_failed = 1; }

/* Makes room for one more element in an array of `n`, initially `first`. Returns 0 where the host has too little. */
static inline int has_room(kh_worker *W, void **array, uint32_t n, uint32_t *limit, uint32_t first, size_t size) {
  if (n < *limit) return 1;
  uint32_t more = *limit ? 2 * *limit : first;
  void *grown = realloc(*array, more * size);
  if (!grown) {
    give_up(W);
    return 0;
  }
  *array = grown;
  *limit = more;
  return 1;
}

/* Whether the pass has ended. */
static inline int is_over(kh_worker *W) {
  const kh_exact *c = *(kh_exact **)W->races;
  return races_of(W)->has_failed != 0 || (c && c->is_over);
}
