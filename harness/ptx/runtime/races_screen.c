/* Racecheck's screening pass: finds out on all cores whether a launch may have a race.
 *
 * Each cell remembers its last write and its last read as a word of three parts: a stamp, a thread of the block, and
 * flags, such as one for more than one thread. Stamps count the events of one worker: starts of blocks, barriers of the
 * whole block and __syncwarp of a whole warp. Comparing two words shows whether such an event orders two accesses. Named
 * barriers, part of a warp, fences and atomics do not order accesses here: they raise a suspicion, and the exact pass
 * decides.
 *
 * Shared memory belongs to a worker's block. Workers share global memory, so each global cell has an owner: the first
 * worker that accesses it. Only the owner uses the cell's words. Owners change by compare-and-swap, eight cells at a
 * time, so no conflict of two workers is lost: the second worker sees the first. */

#define Q_EVENT 0x2000u /* one stamp */
#define Q_THREAD 0x3ffu
#define Q_WARP 0x3e0u
#define Q_FLAGS 0xc00u
/* flags of a read: by several lanes of one warp, by several warps, by several blocks */
#define Q_LANES 0x400u
#define Q_WARPS 0x800u
#define Q_BLOCKS 0xc00u
/* another flag of a read: it or one before it is SITE_READ_ONLY */
#define Q_READ_ONLY 0x1000u
/* flags of a write: atomics of this block only; atomics of several blocks or, in shared memory, a pending copy;
 * atomics after an unordered plain write */
#define Q_ATOMIC 0x400u
#define Q_OPEN 0x800u
#define Q_MIXED 0xc00u
#define Q_HALF_FULL 0x80000000u
#define Q_FULL 0xffffc000u

#define OWNER_MANY 0x7fu /* read by several workers, never written */
#define OWNER_WRITES 0x80u
#define ALL_BYTES 0x0101010101010101ull

static kh_race_worker *screen_of(const kh_worker *W) { return (kh_race_worker *)W->races; }
static uint32_t *shared_writes(kh_race_worker *q) { return (uint32_t *)(q + 1); }
static uint32_t *shared_reads(kh_race_worker *q) { return (uint32_t *)(q + 1) + q->n_shared; }

static void suspect(kh_worker *W) { kh_suspect(W, WATCH_RACES_FAST); }

/* Bounds that an access is compared with. */
typedef struct {
  uint32_t base, warp_base, start;
  uint32_t foreign; /* words before this are another block's: `start` in global memory, 0 in shared */
} kh_when;

/* Whether a cell's last write is not ordered before an access of `me`. */
static inline uint32_t write_races(uint32_t w, uint32_t me, const kh_when *t) {
  uint32_t x = w ^ me;
  uint32_t is_open = ((w & Q_FLAGS) == Q_OPEN) & (w >= t->start);
  uint32_t by_me = ((x & Q_THREAD) | ((w | me) & Q_FLAGS)) == 0;
  uint32_t by_warp = (((x & Q_WARP) | (w & Q_FLAGS)) == 0) & (w < t->warp_base);
  uint32_t is_foreign = (w != 0) & (w < t->foreign);
  return is_foreign | is_open | (!(w < t->base) & !by_me & !by_warp);
}

/* Whether a cell's reads are not all ordered before a write of `me`, or one of them allows no write. */
static inline uint32_t read_races(uint32_t r, uint32_t me, const kh_when *t) {
  uint32_t x = r ^ me;
  uint32_t is_foreign = ((r != 0) & (r < t->foreign)) | ((t->foreign != 0) & ((r & Q_FLAGS) == Q_BLOCKS) & (r != 0));
  uint32_t by_me = (x & (Q_THREAD | Q_FLAGS)) == 0;
  uint32_t by_warp = ((x & (Q_WARP | Q_WARPS)) == 0) & (r < t->warp_base);
  return is_foreign | (r & Q_READ_ONLY) | (!(r < t->base) & !by_me & !by_warp);
}

/* A cell's reads with one of `me` added; `me` may carry Q_LANES and Q_READ_ONLY. */
static inline uint32_t add_read(uint32_t r, uint32_t me, const kh_when *t) {
  uint32_t x = r ^ me;
  uint32_t is_foreign = ((r != 0) & (r < t->foreign)) | ((t->foreign != 0) & ((r & Q_FLAGS) == Q_BLOCKS) & (r != 0));
  uint32_t by_warp = (x & (Q_WARP | Q_WARPS)) == 0;
  uint32_t is_replaced = (r < t->base) | ((x & (Q_THREAD | Q_FLAGS)) == 0) | (by_warp & (r < t->warp_base));
  uint32_t sum = is_replaced ? me : by_warp ? me | Q_LANES : (me & ~Q_FLAGS) | Q_WARPS;
  return (is_foreign ? me | Q_BLOCKS : sum) | (r & Q_READ_ONLY);
}

/* Whether a read changes nothing: several warps have read since the last barrier, and nothing was written. */
static inline uint32_t is_noted(uint32_t w, uint32_t r, uint32_t me, const kh_when *t) {
  uint32_t is_past = (w < t->base) & ((w & Q_FLAGS) != Q_OPEN) & ((w == 0) | !(w < t->foreign));
  return is_past & !(r < t->base) & ((r & Q_WARPS) != 0) & ((me & ~r & Q_READ_ONLY) == 0);
}

/* Read of `n` adjacent cells, cell i by thread me + (i >> step); returns whether one races. */
static uint32_t read_cells(const uint32_t *restrict w, uint32_t *restrict r, uint32_t n, uint32_t me, uint32_t step,
                           kh_when t) {
  uint32_t bad = 0, is_all_noted = 1;
  for (uint32_t i = 0; i < n; i++) is_all_noted &= is_noted(w[i], r[i], me, &t);
  if (is_all_noted) return 0;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t by = me + (i >> step);
    bad |= write_races(w[i], by, &t);
    r[i] = add_read(r[i], by, &t);
  }
  return bad;
}

static uint32_t write_cells(uint32_t *w, const uint32_t *r, uint32_t n, uint32_t me, uint32_t step, kh_when t) {
  uint32_t bad = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t by = me + (i >> step);
    bad |= write_races(w[i], by, &t) | read_races(r[i], by, &t);
    w[i] = by;
  }
  return bad;
}

/* An atomic of one lane on one cell. */
static uint32_t atomic_cell(uint32_t *w, uint32_t r, uint32_t me, kh_when t) {
  uint32_t old = *w, flags = old & Q_FLAGS, added = Q_ATOMIC, bad = read_races(r, me, &t);
  if (t.foreign) {
    /* Another block's plain write races; one of this block may be needed against other blocks' atomics later. */
    if (old && (flags == 0 || flags == Q_MIXED)) bad = 1;
    if (old && (flags == Q_OPEN || old < t.foreign)) added = Q_OPEN;
  } else if (flags == Q_OPEN && old >= t.start) {
    bad = 1;
  } else if (!(old < t.base) && flags != Q_ATOMIC) {
    bad |= write_races(old, me, &t);
    added = Q_MIXED;
  }
  *w = me | added;
  return bad;
}

/* More kinds than enum kh_access: an atomic whose scope is the block, and a read that may miss writes of the launch. */
enum { ACCESS_BLOCK_ATOMIC = ACCESS_ATOMIC + 1, ACCESS_INCOHERENT };

static uint32_t access_of(const kh_worker *W, const kh_access *a) {
  uint32_t flags = site_flags(W, a->site);
  if (a->access == ACCESS_ATOMIC) return flags & SITE_WIDE ? ACCESS_ATOMIC : ACCESS_BLOCK_ATOMIC;
  return a->access == ACCESS_READ && (flags & SITE_INCOHERENT) ? ACCESS_INCOHERENT : a->access;
}

static int is_read(uint32_t access) { return access == ACCESS_READ || access == ACCESS_INCOHERENT; }

static uint64_t repeat(uint32_t byte) { return ALL_BYTES * byte; }

enum { RANGE_MINE, RANGE_READ_BY_MANY, RANGE_MIXED, RANGE_RACES };

/* Compare-and-swap of a word of owners. A single worker does without atomics, which are slow. */
static int swap_owners(const kh_worker *W, uint64_t *word, uint64_t *seen, uint64_t next) {
  if (W->launch->n_workers > 1)
    return __atomic_compare_exchange_n(word, seen, next, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  *word = next;
  return 1;
}

/* Slow case for one word of owners: claims the free cells in `mask`. Counts cells with several readers. */
static uint32_t claim_word(kh_worker *W, uint64_t *word, uint64_t cell, uint64_t mask, uint32_t owner, uint32_t access,
                           uint32_t *n_many) {
  kh_races *R = races_of(W);
  uint64_t seen = __atomic_load_n(word, __ATOMIC_RELAXED), next;
  uint32_t fresh, many, is_write = !is_read(access);
  do {
    next = seen;
    fresh = many = 0;
    for (uint32_t k = 0; k < 8; k++) {
      if (!(mask >> 8 * k & 1)) continue;
      uint32_t old = (uint32_t)(seen >> 8 * k) & 0xff, is_written = old & OWNER_WRITES, by = old & ~OWNER_WRITES;
      uint32_t new = old;
      if (access == ACCESS_INCOHERENT && is_written) return 1;
      if (!old) {
        new = owner | (is_write ? OWNER_WRITES : 0);
        fresh |= 1u << k;
      } else if (by == owner) {
        new = old | (is_write ? OWNER_WRITES : 0);
      } else if (is_write || is_written) {
        return 1;
      } else {
        new = OWNER_MANY;
        many++;
      }
      next = (next & ~(0xffull << 8 * k)) | (uint64_t)new << 8 * k;
    }
  } while (next != seen && !swap_owners(W, word, &seen, next));
  for (uint32_t k = 0; k < 8; k++)
    if (fresh >> k & 1) R->writes[cell + k] = R->reads[cell + k] = 0;
  *n_many += many;
  return 0;
}

/* Makes the worker the owner of all cells that are free. */
static uint32_t claim(kh_worker *W, uint64_t cell, uint32_t n, uint32_t access) {
  kh_races *R = races_of(W);
  uint32_t owner = screen_of(W)->owner, n_many = 0;
  uint64_t wanted = repeat(is_read(access) ? owner : owner | OWNER_WRITES);
  uint64_t ignored = access == ACCESS_READ ? repeat(OWNER_WRITES) : 0;
  uint64_t *words = (uint64_t *)R->owners;
  for (uint64_t at = cell, end = cell + n; at < end;) {
    uint64_t index = at / 8, low = at % 8, high = end - index * 8 < 8 ? end - index * 8 : 8;
    uint64_t mask = (high == 8 ? ~0ull : (1ull << 8 * high) - 1) & ~0ull << 8 * low;
    uint64_t seen = __atomic_load_n(&words[index], __ATOMIC_RELAXED);
    if ((seen ^ wanted) & mask & ~ignored) {
      if (mask == ~0ull && !seen && swap_owners(W, &words[index], &seen, wanted)) {
        for (uint32_t k = 0; k < 8; k++) R->writes[index * 8 + k] = R->reads[index * 8 + k] = 0;
      } else if (claim_word(W, &words[index], index * 8, mask, owner, access, &n_many)) {
        return RANGE_RACES;
      }
    }
    at = index * 8 + high;
  }
  return !n_many ? RANGE_MINE : n_many == n ? RANGE_READ_BY_MANY : RANGE_MIXED;
}

/* Makes the worker the owner of all cells if nobody has used one of them before and they fill their words of owners, and
 * records this first access, cell i by thread me + (i >> step). Returns whether it did. */
static int claim_fresh(kh_worker *W, uint64_t cell, uint32_t n, uint32_t access, uint32_t me, uint32_t step) {
  kh_races *R = races_of(W);
  uint32_t is_write = access == ACCESS_WRITE, n_claimed = 0, owner = screen_of(W)->owner;
  uint64_t *words = (uint64_t *)R->owners + cell / 8, wanted = repeat(is_write ? owner | OWNER_WRITES : owner),
           used = 0;
  if ((cell | n) % 8 || (!is_write && !is_read(access))) return 0;
  for (uint32_t i = 0; i < n / 8; i++) used |= __atomic_load_n(&words[i], __ATOMIC_RELAXED);
  for (uint64_t seen = 0; !used && n_claimed < n && swap_owners(W, &words[n_claimed / 8], &seen, wanted);)
    n_claimed += 8;
  uint32_t *first = (is_write ? R->writes : R->reads) + cell, *other = (is_write ? R->reads : R->writes) + cell;
  for (uint32_t i = 0; i < n_claimed; i++) {
    first[i] = n_claimed == n ? me + (i >> step) : 0;
    other[i] = 0;
  }
  return n_claimed == n;
}

static void set_when(const kh_worker *W, uint32_t space, kh_when *t) {
  const kh_race_worker *q = screen_of(W);
  t->base = q->base;
  t->warp_base = q->warp_base[W->current->index];
  t->start = q->start;
  t->foreign = space == SPACE_SHARED ? 0 : q->start;
}

/* The first cell of an address in global memory. */
static uint64_t global_cell(kh_worker *W, uint64_t at) {
  return races_of(W)->first[kh_find_alloc(W, at) - W->launch->allocs] + (at >> races_of(W)->shift);
}

/* Checks `n` cells from an address on, cell i for thread me + (i >> step). */
static uint32_t look_at_range(kh_worker *W, uint32_t space, uint64_t at, uint32_t n, uint32_t access, uint32_t me,
                              uint32_t step) {
  kh_races *R = races_of(W);
  kh_race_worker *q = screen_of(W);
  uint32_t *w, *r;
  if (space == SPACE_SHARED) {
    w = shared_writes(q) + (at >> R->shared_shift);
    r = shared_reads(q) + (at >> R->shared_shift);
  } else {
    const kh_alloc *alloc = kh_find_alloc(W, at);
    if (is_never_written(alloc)) return !is_read(access) && alloc->is_input;
    uint64_t cell = global_cell(W, at);
    if (access == ACCESS_BLOCK_ATOMIC) access = ACCESS_WRITE; /* other blocks see a plain write */
    if (claim_fresh(W, cell, n, access, me, step)) return 0;
    switch (claim(W, cell, n, access)) {
      case RANGE_RACES: return 1;
      case RANGE_READ_BY_MANY: return 0;
      case RANGE_MIXED: {
        uint32_t bad = 0;
        kh_when t;
        set_when(W, space, &t);
        for (uint32_t i = 0; i < n; i++)
          if (claim(W, cell + i, 1, access) == RANGE_MINE)
            bad |= read_cells(R->writes + cell + i, R->reads + cell + i, 1, me + (i >> step), 31, t);
        return bad;
      }
      default: break;
    }
    w = R->writes + cell;
    r = R->reads + cell;
  }
  kh_when t;
  set_when(W, space, &t);
  if (is_read(access)) return read_cells(w, r, n, me, step, t);
  if (access == ACCESS_WRITE) return write_cells(w, r, n, me, step, t);
  uint32_t bad = 0;
  for (uint32_t i = 0; i < n; i++) bad |= atomic_cell(&w[i], r[i], me + (i >> step), t);
  return bad;
}

static uint32_t look_at_lanes(kh_worker *W, const kh_access *a, uint32_t me) {
  uint32_t bad = 0, access = access_of(W, a);
  EACH_LANE(l, a->lanes) {
    uint64_t at;
    uint32_t space = kh_place(a, l, &at);
    if (space == SPACE_SHARED || space == SPACE_GLOBAL)
      bad |= look_at_range(W, space, at, cells_of(W, space, a->size), access, me + l, 31);
  }
  return bad;
}

/* The same for plain accesses of one cell per lane, all in one space and, in global memory, in one allocation: typical
 * of a kernel with one row per thread. Words are gathered and scattered, so that the steps in between handle all lanes
 * at once. */
static uint32_t look_at_scattered(kh_worker *W, const kh_access *a, uint32_t space, uint64_t start, uint32_t me) {
  kh_races *R = races_of(W);
  kh_race_worker *q = screen_of(W);
  uint32_t lanes = a->lanes, first = kh_lowest(lanes), bad = 0, access = access_of(W, a);
  uint32_t is_write = access == ACCESS_WRITE, old_write[LANES], old_read[LANES], next[LANES];
  uint32_t *w = shared_writes(q), *r = shared_reads(q);
  uint64_t cells = 0, shift = a->address[first] - start, cell[LANES];
  kh_when t;
  set_when(W, space, &t);
  if (space == SPACE_GLOBAL) {
    cells = global_cell(W, start) - (start >> R->shift);
    w = R->writes;
    r = R->reads;
  }
  for (uint32_t l = 0; l < LANES; l++) {
    uint64_t address = lanes >> l & 1 ? a->address[l] : a->address[first];
    cell[l] = cells + ((address - shift) >> shift_in(W, space));
  }
  if (space == SPACE_GLOBAL) {
    uint32_t wanted = q->owner | (is_write ? OWNER_WRITES : 0), ignored = access == ACCESS_READ ? OWNER_WRITES : 0;
    for (uint32_t l = first; l < LANES; l++) {
      if (!(lanes >> l & 1)) continue;
      uint64_t *word = (uint64_t *)R->owners + cell[l] / 8, seen = __atomic_load_n(word, __ATOMIC_RELAXED);
      uint32_t place = 8 * (cell[l] % 8), owner = (uint32_t)(seen >> place) & 0xff;
      if ((owner | ignored) == (wanted | ignored)) continue;
      if (!owner && swap_owners(W, word, &seen, seen | (uint64_t)wanted << place)) {
        w[cell[l]] = is_write ? me + l : 0;
        r[cell[l]] = is_write ? 0 : me + l;
        lanes &= ~(1u << l);
        continue;
      }
      uint32_t outcome = claim(W, cell[l], 1, access);
      bad |= outcome == RANGE_RACES;
      if (outcome != RANGE_MINE) lanes &= ~(1u << l);
    }
    if (!lanes) return bad;
  }
  for (uint32_t l = 0; l < LANES; l++) {
    uint32_t is_active = -(lanes >> l & 1); /* a word of 0 never races */
    old_write[l] = w[cell[l]] & is_active;
    old_read[l] = r[cell[l]] & is_active;
  }
  for (uint32_t l = 0; l < LANES; l++) {
    uint32_t by = me + l, read_bad = read_races(old_read[l], by, &t);
    bad |= write_races(old_write[l], by, &t) | (read_bad & -is_write);
    next[l] = is_write ? by : add_read(old_read[l], by, &t);
  }
  uint32_t *words = is_write ? w : r;
  for (uint32_t l = first; l < LANES; l++)
    if (lanes >> l & 1) words[cell[l]] = next[l];
  for (uint32_t l = first; l < LANES; l++) {
    uint32_t word = words[cell[l]];
    if (word == next[l] || !(lanes >> l & 1)) continue;
    /* a later lane has the same cell */
    if (is_write)
      bad = 1;
    else
      words[cell[l]] = add_read(word, me + l, &t);
  }
  return bad;
}

#define MOST_RUNS 4 /* from more runs on, lanes of one cell are cheaper together, each by itself */

/* Lanes of the first of the runs that begin at `starts`. */
static uint32_t run_length(const kh_access *a, uint32_t starts) {
  uint32_t further = starts & (starts - 1);
  uint32_t run = a->lanes & ~0u << kh_lowest(starts) & (further ? (1u << kh_lowest(further)) - 1 : ~0u);
  return (uint32_t)__builtin_popcount(run);
}

/* Plain accesses of whole cells, all in one space and, in global memory, in one allocation. In a run of lanes the
 * address of each is `size` more than that of the lane below; of a read, it may be the same for all. */
static uint32_t look_at_runs(kh_worker *W, const kh_access *a, uint32_t space, uint64_t start, uint32_t me) {
  uint32_t n_cells = cells_of(W, space, a->size), access = access_of(W, a), is_alike = 0, bad = 0;
  uint32_t rises = 0, stays = 0, below = a->lanes << 1;
  if (a->uniform == UNIFORM_ROW)
    return look_at_range(W, space, start, LANES * n_cells, access, me, (uint32_t)__builtin_ctz(n_cells));
  for (uint32_t l = 1; l < LANES; l++) {
    uint64_t step = a->address[l] - a->address[l - 1];
    rises |= (uint32_t)(step == a->size) << l;
    stays |= (uint32_t)(step == 0) << l;
  }
  uint32_t starts = a->lanes & ~(rises & below), alike = a->lanes & ~(stays & below);
  if (is_read(access) && __builtin_popcount(alike) < __builtin_popcount(starts)) {
    starts = alike;
    is_alike = 1;
  }
  if (n_cells == 1 && __builtin_popcount(starts) > MOST_RUNS) return look_at_scattered(W, a, space, start, me);
  uint64_t shift = a->address[kh_lowest(a->lanes)] - start;
  while (starts) {
    uint32_t first = kh_lowest(starts), n = run_length(a, starts), by = me + first;
    uint64_t at = a->address[first] - shift;
    starts &= starts - 1;
    if (is_alike) {
      bad |= look_at_range(W, space, at, n_cells, access, by | (n > 1 ? Q_LANES : 0), 31);
      continue;
    }
    /* rows of a block that read one row of a tile: several lanes read each cell */
    for (; is_read(access) && starts && a->address[kh_lowest(starts)] - shift == at && run_length(a, starts) == n;
         starts &= starts - 1)
      by |= Q_LANES;
    bad |= look_at_range(W, space, at, n * n_cells, access, by, (uint32_t)__builtin_ctz(n_cells));
  }
  return bad;
}

void kh_screen_access(kh_worker *W, const kh_access *a) {
  uint32_t me = screen_of(W)->now | W->current->index * LANES, bad;
  if (site_flags(W, a->site) & SITE_READ_ONLY) me |= Q_READ_ONLY;
  uint64_t at;
  uint32_t space = a->uniform ? kh_place(a, kh_lowest(a->lanes), &at) : SPACE_GLOBAL;
  if (a->uniform && a->access != ACCESS_ATOMIC && a->size >> shift_in(W, space)) {
    if (space != SPACE_SHARED && space != SPACE_GLOBAL) return;
    const kh_alloc *alloc = space == SPACE_GLOBAL ? kh_find_alloc(W, at) : 0;
    if (alloc && is_never_written(alloc))
      bad = a->access == ACCESS_WRITE && alloc->is_input;
    else
      bad = look_at_runs(W, a, space, at, me);
  } else {
    bad = look_at_lanes(W, a, me);
  }
  if (bad) suspect(W);
}

/* An event: all later accesses have a new stamp. */
static uint32_t advance(kh_worker *W) {
  kh_race_worker *q = screen_of(W);
  if (q->now >= Q_FULL)
    suspect(W); /* stamps have run out within one block */
  else
    q->now += Q_EVENT;
  return q->now;
}

void kh_screen_block(kh_worker *W) {
  kh_race_worker *q = screen_of(W);
  kh_races *R = races_of(W);
  if (!q->now || q->now >= Q_HALF_FULL) {
    /* A new owner may count from the start: all earlier blocks belong to other owners. */
    q->owner = __atomic_fetch_add(&R->next_owner, 1, __ATOMIC_RELAXED) + 1;
    if (q->owner >= OWNER_MANY) {
      q->owner = OWNER_MANY - 1;
      suspect(W);
    }
    q->n_shared = (W->launch->shared_bytes >> R->shared_shift) + 1;
    __builtin_memset(q + 1, 0, 8ull * q->n_shared);
    q->now = 0;
  }
  q->base = q->start = advance(W);
  for (uint32_t i = 0; i < W->launch->n_warps; i++) q->warp_base[i] = q->start;
}

void kh_screen_barrier(kh_worker *W, uint32_t id) {
  if (!is_whole_block(W, id)) return;
  kh_race_worker *q = screen_of(W);
  q->base = advance(W);
  for (uint32_t i = 0; i < W->launch->n_warps; i++) q->warp_base[i] = q->base;
}

void kh_screen_warp_sync(kh_worker *W, uint32_t lanes, const uint32_t *members) {
  uint32_t common = ~0u;
  for (uint32_t l = 0; members && l < LANES; l++)
    if (lanes >> l & 1) common &= members[l];
  if (lanes != W->current->live || (lanes & ~common)) return;
  kh_race_worker *q = screen_of(W);
  q->warp_base[W->current->index] = advance(W);
}

/* cp.async: until its thread has waited, no thread may access the target, not even its own. */
void kh_screen_copy(kh_worker *W, const kh_copy *copy, uint32_t lanes, int is_done) {
  kh_races *R = races_of(W);
  kh_race_worker *q = screen_of(W);
  uint32_t n = cells_of(W, SPACE_SHARED, copy->size), me = q->now | W->current->index * LANES, bad = 0;
  kh_when t;
  set_when(W, SPACE_SHARED, &t);
  EACH_LANE(l, lanes) {
    uint64_t cell = (uint64_t)(copy->target[l] - W->shared) >> R->shared_shift;
    uint32_t *w = shared_writes(q) + cell;
    if (!is_done) bad |= write_cells(w, shared_reads(q) + cell, n, me + l, 31, t);
    for (uint32_t i = 0; i < n; i++) w[i] = (me + l) | (is_done ? 0 : Q_OPEN);
    if (copy->source[l] && copy->n_read[l])
      bad |= look_at_range(W, SPACE_GLOBAL, copy->from[l], cells_of(W, SPACE_GLOBAL, copy->n_read[l]), ACCESS_READ,
                           me + l, 31);
  }
  if (bad) suspect(W);
}
