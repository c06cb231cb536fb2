/* The closer look at races: happens-before, exactly, of blocks that run one after another on one worker.
 *
 * Everything that is seen gets a time, which never repeats. A thread t of the block "knows" a thread u up to a time:
 * what u did before it is ordered before all that t does from now on. Barriers of the whole block raise one number,
 * `base`, for all. What __syncwarp adds is held per thread for the lanes of its own warp (`row`); what named barriers
 * and atomics add, for other warps and other blocks, in clocks: sorted lists of (block, who, time) that threads share
 * until they change. A cell holds its last plain write and everything that happened after it: reads, and strong
 * accesses (atomics, relaxed, acquire, release).
 *
 * PTX ISA 9.0, chapter 8 "Memory consistency model": a fence and a strong write after it form a release pattern. Here
 * the reading side acquires at once, with or without a fence of its own: as weak as NVIDIA's own threadFenceReduction
 * needs it. A barrier also hands on what other threads' fences have published, for a thread that does the atomic for
 * its whole block. */
#include "races.h"

extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
extern void free(void *);

#define WHO_WARP 0x40000000u /* plus a warp: all its lanes */
#define WHO_ALL 0xffffffffu  /* all threads of the block */
#define MAX_FOREIGN 64       /* accesses of other blocks that a cell remembers */

typedef struct {
  uint64_t key; /* block << 32 | thread, WHO_WARP + warp or WHO_ALL */
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
  kh_clock *handed; /* what fences of others have published, as barriers handed it on */
  kh_published at_fence[N_SCOPES]; /* last fence of any scope; last fence for the whole GPU at least */
} kh_thread;

enum { ACT_READ, ACT_STRONG_READ, ACT_STRONG_WRITE };

typedef struct {
  uint64_t time;
  uint32_t block, site;
  uint32_t lanes; /* of one warp, that did this together */
  uint32_t next;
  uint16_t warp;
  uint8_t act, is_wide;
} kh_act;

typedef struct {
  uint64_t time; /* of the last plain write; 0: none */
  uint32_t block, site;
  uint16_t thread;
  uint8_t is_open; /* an asynchronous copy that its thread has not waited for */
  uint32_t acts;   /* since then, newest first: index into the pool; 0 ends it */
  uint32_t sync;   /* index of what strong writes have published here; 0: nothing */
} kh_cell;

typedef struct {
  kh_clock *clock[N_SCOPES];
  uint32_t block; /* whose clock[SCOPE_BLOCK] is */
} kh_sync;

typedef struct {
  uint64_t now, base, start;
  uint32_t block, n_threads, n_shared;
  kh_thread *threads;
  kh_clock *arrived[N_BARRIERS], *arrived_handed[N_BARRIERS];
  uint32_t synced[LANES]; /* lanes of each warp that a __syncwarp has served before they resumed */
  uint32_t has_fenced;    /* since the last barrier of the whole block */
  kh_cell *shared, *global;
  kh_act *acts;
  uint32_t n_acts, acts_limit, free_act;
  kh_sync *syncs;
  uint32_t n_syncs, syncs_limit;
  kh_clock *clocks;
} kh_closer;

static kh_closer *closer_of(const kh_worker *W) { return *(kh_closer **)W->races; }

/* Out of memory: the look ends, and the host says so. */
static void give_up(kh_worker *W) { races_of(W)->has_failed = 1; }
static int has_given_up(kh_worker *W) { return races_of(W)->has_failed != 0; }

/* -- clocks ---------------------------------------------------------------------------------------------- */

static kh_clock *new_clock(kh_worker *W, uint32_t n) {
  kh_closer *c = closer_of(W);
  kh_clock *clock = malloc(sizeof(kh_clock) + n * sizeof(kh_item));
  if (!clock) {
    give_up(W);
    return 0;
  }
  clock->refs = 1;
  clock->n = 0;
  clock->previous = 0;
  clock->next = c->clocks;
  if (c->clocks) c->clocks->previous = clock;
  c->clocks = clock;
  return clock;
}

static kh_clock *keep(kh_clock *clock) {
  if (clock) clock->refs++;
  return clock;
}

static void drop(kh_worker *W, kh_clock *clock) {
  if (!clock || --clock->refs) return;
  if (clock->previous)
    clock->previous->next = clock->next;
  else
    closer_of(W)->clocks = clock->next;
  if (clock->next) clock->next->previous = clock->previous;
  free(clock);
}

static void assign(kh_worker *W, kh_clock **to, kh_clock *clock) {
  drop(W, *to);
  *to = clock;
}

static void put_item(kh_clock *clock, uint64_t key, uint64_t time) {
  kh_item item = {key, time};
  clock->items[clock->n++] = item;
}

static uint64_t known_time(const kh_clock *clock, uint64_t key) {
  uint32_t low = 0, high = clock->n;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (clock->items[middle].key < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low < clock->n && clock->items[low].key == key ? clock->items[low].time : 0;
}

/* Whether b knows nothing that a does not. */
static int covers(const kh_clock *a, const kh_clock *b) {
  uint32_t i = 0;
  if (a->n < b->n) return 0;
  for (uint32_t k = 0; k < b->n; k++) {
    while (i < a->n && a->items[i].key < b->items[k].key) i++;
    if (i == a->n || a->items[i].key != b->items[k].key || a->items[i].time < b->items[k].time) return 0;
  }
  return 1;
}

/* Adds what `other` knows to *to. */
static void join(kh_worker *W, kh_clock **to, kh_clock *other) {
  kh_clock *own = *to;
  if (!other || own == other) return;
  if (!own || covers(other, own)) {
    assign(W, to, keep(other));
    return;
  }
  if (covers(own, other)) return;
  kh_clock *sum = new_clock(W, own->n + other->n);
  if (!sum) return;
  uint32_t i = 0, k = 0;
  while (i < own->n || k < other->n) {
    uint64_t a = i < own->n ? own->items[i].key : ~0ull, b = k < other->n ? other->items[k].key : ~0ull;
    if (a < b) {
      sum->items[sum->n++] = own->items[i++];
    } else if (b < a) {
      sum->items[sum->n++] = other->items[k++];
    } else {
      uint64_t s = own->items[i++].time, t = other->items[k++].time;
      put_item(sum, a, s < t ? t : s);
    }
  }
  assign(W, to, sum);
}

static void join_owned(kh_worker *W, kh_clock **to, kh_clock *other) {
  join(W, to, other);
  drop(W, other);
}

static uint64_t key_of(const kh_closer *c, uint32_t who) { return (uint64_t)c->block << 32 | who; }

/* What a thread knows of its own block and itself, as a clock. */
static kh_clock *own_clock(kh_worker *W, uint32_t thread, uint64_t time, uint64_t base, const uint64_t *row) {
  kh_closer *c = closer_of(W);
  kh_clock *clock = new_clock(W, LANES + 1);
  if (!clock) return 0;
  for (uint32_t l = 0; l < LANES; l++) {
    uint32_t u = thread / LANES * LANES + l;
    uint64_t until = u == thread ? time : row[l];
    if (until > base) put_item(clock, key_of(c, u), until);
  }
  if (base > c->start) put_item(clock, key_of(c, WHO_ALL), base);
  return clock;
}

/* Drops what a clock says of the current block: a barrier of the whole block has made it needless. */
static void forget_own(kh_worker *W, kh_clock **clock) {
  kh_closer *c = closer_of(W);
  kh_clock *old = *clock;
  if (!old) return;
  uint32_t n = 0;
  for (uint32_t i = 0; i < old->n; i++) n += old->items[i].key >> 32 == c->block;
  if (!n) return;
  kh_clock *rest = n == old->n ? 0 : new_clock(W, old->n - n);
  for (uint32_t i = 0; rest && i < old->n; i++)
    if (old->items[i].key >> 32 != c->block) rest->items[rest->n++] = old->items[i];
  assign(W, clock, rest);
}

/* Whether what thread u of a block did at a time is ordered before what thread t of this block does now. */
static int is_ordered(const kh_closer *c, uint32_t t, uint32_t block, uint32_t u, uint64_t time) {
  const kh_thread *thread = &c->threads[t];
  if (block == c->block) {
    if (u == t || time < c->base) return 1;
    if (u / LANES == t / LANES && time < thread->row[u % LANES]) return 1;
  }
  if (!thread->known) return 0;
  uint64_t key = (uint64_t)block << 32;
  return time < known_time(thread->known, key | WHO_ALL) || time < known_time(thread->known, key | u) ||
         time < known_time(thread->known, key | (WHO_WARP + u / LANES));
}

/* -- cells ----------------------------------------------------------------------------------------------- */

static kh_cell *cell_at(kh_worker *W, uint32_t space, uint64_t at) {
  kh_closer *c = closer_of(W);
  kh_races *R = races_of(W);
  if (space == SPACE_SHARED) return &c->shared[at >> R->shift];
  const kh_alloc *allocs = W->launch->allocs;
  uint64_t low = 0, high = W->launch->n_allocs;
  while (low < high) {
    uint64_t middle = (low + high) / 2;
    if (allocs[middle].base <= at)
      low = middle + 1;
    else
      high = middle;
  }
  if (allocs[low - 1].is_const) return 0;
  return &c->global[R->first[low - 1] + (at >> R->shift)];
}

static uint32_t new_act(kh_worker *W) {
  kh_closer *c = closer_of(W);
  uint32_t index = c->free_act;
  if (index) {
    c->free_act = c->acts[index].next;
    return index;
  }
  if (c->n_acts + 1 >= c->acts_limit) {
    uint32_t limit = c->acts_limit ? 2 * c->acts_limit : 4096;
    kh_act *acts = realloc(c->acts, limit * sizeof(kh_act));
    if (!acts) {
      give_up(W);
      return 0;
    }
    c->acts = acts;
    c->acts_limit = limit;
  }
  return ++c->n_acts;
}

static void free_act(kh_closer *c, uint32_t index) {
  c->acts[index].next = c->free_act;
  c->free_act = index;
}

static void clear_acts(kh_closer *c, kh_cell *cell) {
  while (cell->acts) {
    uint32_t index = cell->acts;
    cell->acts = c->acts[index].next;
    free_act(c, index);
  }
}

/* Adds what one lane does to a cell. Earlier acts of the same kind that are ordered before it go: whatever they
 * conflict with conflicts with this one as well. */
static void add_act(kh_worker *W, kh_cell *cell, uint32_t thread, uint32_t site, uint32_t act, uint32_t is_wide) {
  kh_closer *c = closer_of(W);
  uint32_t warp = thread / LANES, n_foreign = 0;
  for (uint32_t *link = &cell->acts; *link;) {
    kh_act *old = &c->acts[*link];
    if (old->act == act && old->is_wide == is_wide) {
      if (old->time == c->now && old->warp == warp && old->block == c->block && old->site == site) {
        old->lanes |= 1u << thread % LANES;
        return;
      }
      if (old->block != c->block || old->warp != warp) {
        if (is_ordered(c, thread, old->block, old->warp * LANES + kh_lowest(old->lanes), old->time)) {
          uint32_t ordered = 0;
          for (uint32_t l = 0; l < LANES; l++)
            ordered |= (uint32_t)((old->lanes >> l & 1) &&
                                  is_ordered(c, thread, old->block, old->warp * LANES + l, old->time)) << l;
          old->lanes &= ~ordered;
        }
      } else {
        for (uint32_t l = 0; l < LANES; l++)
          if ((old->lanes >> l & 1) && is_ordered(c, thread, c->block, warp * LANES + l, old->time))
            old->lanes &= ~(1u << l);
      }
    }
    n_foreign += old->block != c->block;
    if (!old->lanes || n_foreign > MAX_FOREIGN) {
      uint32_t index = *link;
      *link = old->next;
      free_act(c, index);
    } else {
      link = &old->next;
    }
  }
  uint32_t index = new_act(W);
  if (!index) return;
  kh_act added = {.time = c->now, .block = c->block, .site = site, .lanes = 1u << thread % LANES};
  added.next = cell->acts;
  added.warp = (uint16_t)warp;
  added.act = (uint8_t)act;
  added.is_wide = (uint8_t)is_wide;
  c->acts[index] = added;
  cell->acts = index;
}

/* -- what strong accesses publish and acquire ------------------------------------------------------------ */

static kh_sync *sync_of(kh_worker *W, kh_cell *cell) {
  kh_closer *c = closer_of(W);
  if (!cell->sync) {
    if (c->n_syncs + 1 >= c->syncs_limit) {
      uint32_t limit = c->syncs_limit ? 2 * c->syncs_limit : 256;
      kh_sync *syncs = realloc(c->syncs, limit * sizeof(kh_sync));
      if (!syncs) {
        give_up(W);
        return 0;
      }
      c->syncs = syncs;
      c->syncs_limit = limit;
    }
    cell->sync = ++c->n_syncs;
    kh_sync none = {{0, 0}, 0};
    c->syncs[cell->sync] = none;
  }
  return &c->syncs[cell->sync];
}

static void acquire(kh_worker *W, const kh_cell *cell, uint32_t thread, uint32_t is_wide) {
  kh_closer *c = closer_of(W);
  if (!cell->sync) return;
  kh_sync *sync = &c->syncs[cell->sync];
  if (is_wide) join(W, &c->threads[thread].known, sync->clock[SCOPE_WIDE]);
  if (sync->block == c->block) join(W, &c->threads[thread].known, sync->clock[SCOPE_BLOCK]);
}

static void publish(kh_worker *W, kh_cell *cell, uint32_t thread, uint32_t is_release, uint32_t is_wide,
                    uint32_t is_atomic) {
  kh_closer *c = closer_of(W);
  kh_thread *t = &c->threads[thread];
  int nothing = !is_release && !t->at_fence[SCOPE_BLOCK].time && !t->handed;
  if (nothing && (is_atomic || !cell->sync)) return;
  kh_sync *sync = sync_of(W, cell);
  if (!sync) return;
  if (sync->block != c->block) assign(W, &sync->clock[SCOPE_BLOCK], 0);
  sync->block = c->block;
  for (uint32_t scope = 0; scope < N_SCOPES; scope++) {
    if (scope == SCOPE_WIDE && !is_wide) break;
    /* An atomic goes on with what was published here before; a store ends it. */
    if (!is_atomic) assign(W, &sync->clock[scope], 0);
    const kh_published *fence = &t->at_fence[scope];
    if (is_release) {
      join_owned(W, &sync->clock[scope], own_clock(W, thread, c->now, c->base, t->row));
      join(W, &sync->clock[scope], t->known);
    } else if (fence->time) {
      join_owned(W, &sync->clock[scope], own_clock(W, thread, fence->time, fence->base, fence->row));
      join(W, &sync->clock[scope], fence->known);
    }
    join(W, &sync->clock[scope], t->handed);
  }
}

/* -- accesses -------------------------------------------------------------------------------------------- */

/* The bytes that lane l of a store brings to a granule at an address; 0 where they are not known. */
static const uint8_t *stored_at(const kh_access *a, uint32_t lane, uint64_t address, uint32_t granule) {
  uint64_t offset = address - a->address[lane];
  if (!a->data || granule > a->width || offset >= a->size) return 0;
  return (const uint8_t *)a->data + (offset / a->width * LANES + lane) * a->width + offset % a->width;
}

static int are_equal(const uint8_t *a, const uint8_t *b, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (a[i] != b[i]) return 0;
  return 1;
}

static void report(kh_worker *W, uint32_t kind, uint32_t site, uint32_t thread, uint64_t address, uint32_t other_site,
                   uint32_t other_block, uint32_t other_thread) {
  kh_report_pair(W, site, kind, thread % LANES, address, other_site, other_block, other_thread);
}

/* Whether two strong accesses may happen at once. */
static int may_overlap(const kh_closer *c, const kh_act *old, uint32_t is_wide) {
  return old->block == c->block || (old->is_wide && is_wide);
}

/* Reports the first act of a cell that races with an access. */
static void check_acts(kh_worker *W, const kh_cell *cell, uint32_t thread, uint64_t address, uint32_t site,
                       uint32_t writes, uint32_t is_strong, uint32_t is_wide) {
  kh_closer *c = closer_of(W);
  for (uint32_t index = cell->acts; index; index = c->acts[index].next) {
    const kh_act *old = &c->acts[index];
    uint32_t old_writes = old->act == ACT_STRONG_WRITE;
    if (!writes && !old_writes) continue;
    if (is_strong && old->act != ACT_READ && may_overlap(c, old, is_wide)) continue;
    if (old->block == c->block && old->time < c->base) continue;
    for (uint32_t l = 0; l < LANES; l++) {
      uint32_t u = old->warp * LANES + l;
      if (!(old->lanes >> l & 1) || is_ordered(c, thread, old->block, u, old->time)) continue;
      report(W, !writes ? FAULT_RACE_RAW : old_writes ? FAULT_RACE_WAW : FAULT_RACE_WAR, site, thread, address,
             old->site, old->block, u);
      return;
    }
  }
}

/* Whether a cell's last plain write races with what a thread does now. */
static int races_with_write(const kh_closer *c, const kh_cell *cell, uint32_t thread) {
  return cell->time && (cell->is_open || !is_ordered(c, thread, cell->block, cell->thread, cell->time));
}

static void set_write(kh_closer *c, kh_cell *cell, uint32_t thread, uint32_t site, int is_open) {
  clear_acts(c, cell);
  cell->time = c->now;
  cell->block = c->block;
  cell->thread = (uint16_t)thread;
  cell->site = site;
  cell->is_open = (uint8_t)is_open;
}

static void look_at_write(kh_worker *W, const kh_access *a, uint32_t lane, kh_cell *cell, uint64_t address,
                          uint64_t offset) {
  kh_closer *c = closer_of(W);
  uint32_t thread = W->current->index * LANES + lane, granule = 1u << races_of(W)->shift;
  if (races_with_write(c, cell, thread)) {
    const uint8_t *now = stored_at(a, lane, address, granule), *before = kh_host(a, lane) + offset;
    /* A lane of this same instruction wrote last: memory does not have its value yet. */
    if (cell->time == c->now) before = stored_at(a, cell->thread % LANES, address, granule);
    int same = !cell->is_open && now && before && are_equal(now, before, granule);
    report(W, same ? FAULT_RACE_SAME : FAULT_RACE_WAW, a->site, thread, address, cell->site, cell->block,
           cell->thread);
  }
  check_acts(W, cell, thread, address, a->site, 1, 0, 0);
  set_write(c, cell, thread, a->site, 0);
}

static void look_at_read(kh_worker *W, uint32_t site, uint32_t thread, kh_cell *cell, uint64_t address) {
  kh_closer *c = closer_of(W);
  if (races_with_write(c, cell, thread))
    report(W, FAULT_RACE_RAW, site, thread, address, cell->site, cell->block, cell->thread);
  check_acts(W, cell, thread, address, site, 0, 0, 0);
  add_act(W, cell, thread, site, ACT_READ, 0);
}

static void look_at_strong(kh_worker *W, const kh_access *a, uint32_t thread, kh_cell *cell, uint64_t address,
                           uint32_t is_wide) {
  kh_closer *c = closer_of(W);
  uint32_t writes = a->access != ACCESS_READ;
  if (races_with_write(c, cell, thread))
    report(W, writes ? FAULT_RACE_WAW : FAULT_RACE_RAW, a->site, thread, address, cell->site, cell->block,
           cell->thread);
  check_acts(W, cell, thread, address, a->site, writes, 1, is_wide);
  add_act(W, cell, thread, a->site, writes ? ACT_STRONG_WRITE : ACT_STRONG_READ, is_wide);
}

/* Whether an access is strong. Volatile accesses to global memory are; in shared memory they mostly are a habit from
 * times when warps ran in step, so there a write must come after a fence of its thread to count as more than plain. */
static int is_strong(const kh_closer *c, uint32_t flags, uint32_t access, uint32_t space, uint32_t thread) {
  if (access == ACCESS_ATOMIC || (flags & SITE_STRONG)) return 1;
  if (!(flags & SITE_VOLATILE)) return 0;
  return space == SPACE_GLOBAL || access == ACCESS_READ || c->threads[thread].at_fence[SCOPE_BLOCK].time != 0;
}

void kh_closer_access(kh_worker *W, const kh_access *a) {
  if (has_given_up(W)) return;
  kh_closer *c = closer_of(W);
  uint32_t n = cells_of(W, a->size), flags = site_flags(W, a->site), shift = races_of(W)->shift;
  uint32_t is_wide = (flags & SITE_WIDE) != 0;
  c->now++;
  for (uint32_t l = 0; l < LANES; l++) {
    if (!(a->lanes >> l & 1)) continue;
    uint64_t at;
    uint32_t space = kh_place(a, l, &at), thread = W->current->index * LANES + l;
    if (space != SPACE_SHARED && space != SPACE_GLOBAL) continue;
    kh_cell *first = cell_at(W, space, at);
    if (!first) continue;
    int strong = is_strong(c, flags, a->access, space, thread);
    for (uint32_t k = 0; k < n; k++) {
      uint64_t offset = (uint64_t)k << shift, address = a->address[l] + offset;
      if (strong)
        look_at_strong(W, a, thread, &first[k], address, is_wide);
      else if (a->access == ACCESS_READ)
        look_at_read(W, a->site, thread, &first[k], address);
      else
        look_at_write(W, a, l, &first[k], address, offset);
    }
    if (!strong) continue;
    if (a->access == ACCESS_READ || (a->access == ACCESS_ATOMIC && !(flags & SITE_NO_RESULT)))
      acquire(W, first, thread, is_wide);
    if (a->access != ACCESS_READ)
      publish(W, first, thread, flags & SITE_RELEASE, is_wide, a->access == ACCESS_ATOMIC);
  }
}

void kh_closer_copy(kh_worker *W, const kh_copy *copy, uint32_t lanes, int is_done) {
  if (has_given_up(W)) return;
  kh_closer *c = closer_of(W);
  uint32_t n = cells_of(W, copy->size), shift = races_of(W)->shift;
  c->now++;
  for (uint32_t l = 0; l < LANES; l++) {
    if (!(lanes >> l & 1)) continue;
    uint32_t thread = W->current->index * LANES + l;
    uint64_t at = (uint64_t)(copy->target[l] - W->shared);
    kh_cell *cell = cell_at(W, SPACE_SHARED, at);
    for (uint32_t k = 0; k < n; k++) {
      uint64_t address = SHARED_WINDOW + at + ((uint64_t)k << shift);
      if (!is_done) {
        if (races_with_write(c, &cell[k], thread))
          report(W, FAULT_RACE_WAW, copy->site, thread, address, cell[k].site, cell[k].block, cell[k].thread);
        check_acts(W, &cell[k], thread, address, copy->site, 1, 0, 0);
      }
      set_write(c, &cell[k], thread, copy->site, !is_done);
    }
    if (!copy->source[l] || !copy->n_read[l]) continue;
    kh_cell *source = cell_at(W, SPACE_GLOBAL, copy->from[l]);
    for (uint32_t k = 0; source && k < cells_of(W, copy->n_read[l]); k++)
      look_at_read(W, copy->site, thread, &source[k], copy->from[l] + ((uint64_t)k << shift));
  }
}

/* -- what orders ----------------------------------------------------------------------------------------- */

void kh_closer_fence(kh_worker *W, uint32_t lanes, uint32_t site) {
  if (has_given_up(W)) return;
  kh_closer *c = closer_of(W);
  uint32_t flags = site_flags(W, site);
  if (!(flags & SITE_RELEASE)) return;
  c->now++;
  c->has_fenced = 1;
  for (uint32_t l = 0; l < LANES; l++) {
    if (!(lanes >> l & 1)) continue;
    kh_thread *t = &c->threads[W->current->index * LANES + l];
    for (uint32_t scope = 0; scope <= (flags & SITE_WIDE ? SCOPE_WIDE : SCOPE_BLOCK); scope++) {
      kh_published *fence = &t->at_fence[scope];
      fence->time = c->now;
      fence->base = c->base;
      __builtin_memcpy(fence->row, t->row, sizeof t->row);
      assign(W, &fence->known, keep(t->known));
    }
  }
}

/* Adds what lanes of a warp have published by fences for the whole GPU. */
static void join_published(kh_worker *W, kh_clock **to, uint32_t warp, uint32_t lanes) {
  kh_closer *c = closer_of(W);
  kh_thread *threads = &c->threads[warp * LANES];
  if (!c->has_fenced) {
    for (uint32_t l = 0; l < LANES; l++)
      if (lanes >> l & 1) join(W, to, threads[l].handed);
    return;
  }
  const kh_published *common = &threads[kh_lowest(lanes)].at_fence[SCOPE_WIDE];
  int is_common = common->time != 0;
  for (uint32_t l = 0; l < LANES; l++)
    if (lanes >> l & 1) is_common &= threads[l].at_fence[SCOPE_WIDE].time == common->time;
  if (is_common) {
    kh_clock *all = new_clock(W, 2);
    if (!all) return;
    put_item(all, key_of(c, WHO_WARP + warp), common->time);
    if (common->base > c->start) put_item(all, key_of(c, WHO_ALL), common->base);
    join_owned(W, to, all);
  }
  for (uint32_t l = 0; l < LANES; l++) {
    if (!(lanes >> l & 1)) continue;
    const kh_published *fence = &threads[l].at_fence[SCOPE_WIDE];
    join(W, to, threads[l].handed);
    if (is_common) {
      join(W, to, fence->known);
      continue;
    }
    if (!fence->time) continue;
    kh_clock *own = own_clock(W, warp * LANES + l, fence->time, fence->base, fence->row);
    join_owned(W, to, own);
    join(W, to, fence->known);
  }
}

/* The lanes that meet have all come: each knows what all of them knew. */
static void meet_lanes(kh_worker *W, uint32_t warp, uint32_t group) {
  kh_closer *c = closer_of(W);
  kh_thread *threads = &c->threads[warp * LANES];
  uint64_t row[LANES] = {0};
  kh_clock *known = 0, *handed = 0;
  for (uint32_t l = 0; l < LANES; l++) {
    if (!(group >> l & 1)) continue;
    for (uint32_t u = 0; u < LANES; u++)
      if (row[u] < threads[l].row[u]) row[u] = threads[l].row[u];
    join(W, &known, threads[l].known);
  }
  join_published(W, &handed, warp, group);
  for (uint32_t l = 0; l < LANES; l++)
    if (group >> l & 1) row[l] = c->now;
  for (uint32_t l = 0; l < LANES; l++) {
    if (!(group >> l & 1)) continue;
    __builtin_memcpy(threads[l].row, row, sizeof row);
    assign(W, &threads[l].known, keep(known));
    assign(W, &threads[l].handed, keep(handed));
  }
  drop(W, known);
  drop(W, handed);
}

void kh_closer_warp_sync(kh_worker *W, uint32_t lanes, const uint32_t *members) {
  if (has_given_up(W)) return;
  kh_closer *c = closer_of(W);
  const kh_warp *w = W->current;
  /* Lanes of one mask may come from several places: those that resume first bring the others along, who do not learn
   * anew when their turn comes. */
  uint32_t left = lanes & ~c->synced[w->index];
  c->synced[w->index] &= ~lanes;
  c->now++;
  while (left) {
    uint32_t lowest = kh_lowest(left), named = members ? members[lowest] : ~0u;
    uint32_t group = named & (lanes | w->granted);
    if (!(group >> lowest & 1)) group |= 1u << lowest;
    meet_lanes(W, w->index, group);
    c->synced[w->index] |= group & ~lanes;
    left &= ~group;
  }
}

/* Warps wait at a barrier that opens: what had arrived is known to them. */
static void open_barrier(kh_worker *W, uint32_t id) {
  kh_closer *c = closer_of(W);
  int is_whole = is_whole_block(W, id);
  c->now++;
  if (is_whole) {
    c->base = c->now;
    c->has_fenced = 0;
    forget_own(W, &c->arrived[id]);
  }
  for (uint32_t i = 0; i < W->launch->n_warps; i++) {
    const kh_warp *w = &W->warps[i];
    if (!w->blocked || w->barrier_id != id) continue;
    for (uint32_t l = 0; l < LANES; l++) {
      kh_thread *t = &c->threads[i * LANES + l];
      if (is_whole)
        assign(W, &t->known, keep(c->arrived[id]));
      else
        join(W, &t->known, c->arrived[id]);
      join(W, &t->handed, c->arrived_handed[id]);
    }
  }
  assign(W, &c->arrived[id], 0);
  assign(W, &c->arrived_handed[id], 0);
}

void kh_closer_barrier(kh_worker *W, uint32_t id, uint32_t is_open) {
  if (has_given_up(W)) return;
  kh_closer *c = closer_of(W);
  if (is_open) {
    open_barrier(W, id);
    return;
  }
  const kh_warp *w = W->current;
  c->now++;
  kh_clock *own = new_clock(W, 1);
  if (!own) return;
  put_item(own, key_of(c, WHO_WARP + w->index), c->now);
  join_owned(W, &c->arrived[id], own);
  for (uint32_t l = 0; l < LANES; l++)
    if (w->live >> l & 1) join(W, &c->arrived[id], c->threads[w->index * LANES + l].known);
  join_published(W, &c->arrived_handed[id], w->index, w->live);
}

/* -- start and end --------------------------------------------------------------------------------------- */

static void set_up(kh_worker *W) {
  kh_closer *c = calloc(1, sizeof *c);
  *(kh_closer **)W->races = c;
  if (!c) {
    give_up(W);
    return;
  }
  c->n_threads = W->launch->n_warps * LANES;
  c->n_shared = (W->launch->shared_bytes >> races_of(W)->shift) + 1;
  c->threads = calloc(c->n_threads, sizeof(kh_thread));
  c->shared = calloc(c->n_shared, sizeof(kh_cell));
  c->global = calloc(races_of(W)->n_cells + 1, sizeof(kh_cell));
  if (!c->threads || !c->shared || !c->global) give_up(W);
}

void kh_closer_block(kh_worker *W) {
  if (!closer_of(W) && !has_given_up(W)) set_up(W);
  if (has_given_up(W)) return;
  kh_closer *c = closer_of(W);
  for (uint32_t t = 0; t < c->n_threads; t++) {
    kh_thread *thread = &c->threads[t];
    assign(W, &thread->known, 0);
    assign(W, &thread->handed, 0);
    for (uint32_t scope = 0; scope < N_SCOPES; scope++) assign(W, &thread->at_fence[scope].known, 0);
    __builtin_memset(thread, 0, sizeof *thread);
  }
  for (uint32_t i = 0; i < N_BARRIERS; i++) {
    assign(W, &c->arrived[i], 0);
    assign(W, &c->arrived_handed[i], 0);
  }
  for (uint32_t i = 0; i < c->n_shared; i++) clear_acts(c, &c->shared[i]);
  __builtin_memset(c->shared, 0, c->n_shared * sizeof(kh_cell));
  __builtin_memset(c->synced, 0, sizeof c->synced);
  c->has_fenced = 0;
  c->block = W->block;
  c->start = c->base = ++c->now;
}

void kh_closer_end(kh_worker *W) {
  kh_closer *c = closer_of(W);
  if (!c) return;
  while (c->clocks) {
    kh_clock *clock = c->clocks;
    c->clocks = clock->next;
    free(clock);
  }
  free(c->threads);
  free(c->shared);
  free(c->global);
  free(c->acts);
  free(c->syncs);
  free(c);
  *(kh_closer **)W->races = 0;
}
