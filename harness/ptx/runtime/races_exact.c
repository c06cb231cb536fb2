/* Racecheck's exact pass: happens-before on one worker.
 *
 * Each event gets a unique time. A thread t of the block "knows" a thread u up to a time: earlier accesses of u happen
 * before all later accesses of t. Barriers of the whole block raise one number, `base`, for all threads. Each thread
 * has a `row` for the knowledge that __syncwarp adds about the lanes of its own warp. Knowledge of other warps and
 * blocks, from named barriers and atomics, is in clocks: sorted lists of (block, who, time) that threads share until
 * they change. A cell holds its last plain write and all later reads and strong accesses (atomics, relaxed, acquire,
 * release).
 *
 * PTX ISA 9.0, chapter 8 "Memory consistency model": a fence and a later strong write form a release pattern. Here the
 * reader acquires at once, with or without a fence of its own: NVIDIA's threadFenceReduction needs a rule as weak as
 * this. A barrier also passes on what other threads' fences have published, for a thread that does the atomic for its
 * whole block. */

/* -- cells ----------------------------------------------------------------------------------------------- */

/* Cells of a block's shared memory from `index` on, as many as an access may have. */
static kh_range shared_cells(const kh_exact *c, kh_block_history *b, uint64_t index) {
  uint32_t end = index + MAX_ACCESS_BYTES < c->n_shared ? (uint32_t)index + MAX_ACCESS_BYTES : c->n_shared;
  if (index < b->touched_from) b->touched_from = (uint32_t)index;
  if (end > b->touched_to) b->touched_to = end;
  kh_range range = {&b->shared[index], &b->pool};
  return range;
}

static int has_cells(uint32_t space) {
  return space == SPACE_SHARED || space == SPACE_CLUSTER || space == SPACE_GLOBAL;
}

/* Whether an access to an allocation needs cells. */
static int needs_cells(kh_worker *W, const kh_alloc *alloc, uint32_t access) {
  if (!(W->launch->watch & WATCH_RACES_FAST)) return !alloc->is_const;
  if (access != ACCESS_READ && alloc->is_input) kh_suspect(W, WATCH_RACES_FAST);
  return !is_never_written(alloc);
}

/* Cells of an address; none in memory that no thread may write. */
static kh_range cells_at(kh_worker *W, uint32_t space, uint64_t at, uint32_t access) {
  kh_exact *c = in_event(W);
  kh_races *R = races_of(W);
  if (space == SPACE_SHARED) return shared_cells(c, c->here, at >> R->shared_shift);
  if (space == SPACE_CLUSTER)
    return shared_cells(c, &c->blocks[kh_peer_member(W, at)], (at & (SLICE_BYTES - 1)) >> R->shared_shift);
  const kh_alloc *alloc = kh_find_alloc(W, at);
  kh_range range = {0, &c->pool};
  /* blocks of the heap have no entry in `first` */
  if (needs_cells(W, alloc, access)) range.cells = &c->global[R->first[alloc - W->launch->allocs] + (at >> R->shift)];
  return range;
}

static uint32_t new_act(kh_worker *W, kh_pool *pool) {
  uint32_t index = pool->free;
  if (index) {
    pool->free = pool->acts[index].next;
    return index;
  }
  if (!has_room(W, (void **)&pool->acts, pool->n + 1, &pool->limit, 1024, sizeof(kh_act))) return 0;
  return ++pool->n;
}

static void free_act(kh_pool *pool, uint32_t index) {
  pool->acts[index].next = pool->free;
  pool->free = index;
}

static void clear_acts(kh_pool *pool, uint32_t *list) {
  while (*list) {
    uint32_t index = *list;
    *list = pool->acts[index].next;
    free_act(pool, index);
  }
}

/* Agent of a thread's present access. */
static uint32_t who_now(const kh_exact *c, uint32_t thread) { return c->is_async ? WHO_ASYNC | thread : thread; }

/* The lanes of an act that happen before a thread's present access. */
static uint32_t ordered_lanes(const kh_exact *c, uint32_t thread, const kh_act *act) {
  uint32_t first = act->warp * LANES, ordered = 0;
  if (act->block == c->here->block && act->time < c->here->base && !is_async(first)) return act->lanes;
  const kh_clock *known = c->here->threads[thread].known;
  uint64_t key = (uint64_t)act->block << 32;
  if (known && !is_async(first) &&
      (act->time < known_time(known, key | (WHO_WARP + act->warp)) || act->time < known_time(known, key | WHO_ALL)))
    return act->lanes;
  for (uint32_t left = act->lanes; left; left &= left - 1) {
    uint32_t l = kh_lowest(left);
    ordered |= (uint32_t)is_ordered(c, thread, act->block, first + l, act->time) << l;
  }
  return ordered;
}

/* Forgets acts of a kind that happen before a thread's present access: any access that conflicts with them also
 * conflicts with the present one. To a write of the same bytes reads are of its kind, too. */
static void forget_ordered(const kh_exact *c, kh_pool *pool, kh_cell *cell, uint32_t thread, uint32_t act,
                           uint32_t is_wide) {
  uint32_t n_foreign = 0;
  for (uint32_t *link = &cell->acts; *link;) {
    kh_act *old = &pool->acts[*link];
    uint32_t is_alike = (old->act == act && old->is_wide == is_wide) || (old->act == ACT_READ && act == ACT_KEPT);
    if (is_alike) old->lanes &= ~ordered_lanes(c, thread, old);
    n_foreign += old->block != c->here->block;
    if (!old->lanes || n_foreign > MAX_FOREIGN) {
      uint32_t index = *link;
      *link = old->next;
      free_act(pool, index);
      cell->n_acts--;
    } else {
      link = &old->next;
    }
  }
}

/* Adds one lane's access to a cell. */
static void add_act(kh_worker *W, kh_pool *pool, kh_cell *cell, uint32_t thread, uint32_t site, uint32_t act,
                    uint32_t is_wide) {
  const kh_exact *c = in_event(W);
  uint32_t warp = who_now(c, thread) / LANES;
  kh_act *last = cell->acts ? &pool->acts[cell->acts] : 0;
  if (last && last->time == c->now && last->warp == warp && last->block == c->here->block && last->site == site &&
      last->act == act && last->is_wide == is_wide) {
    last->lanes |= 1u << thread % LANES;
    return;
  }
  /* Checking at 16, 32 and so on acts costs little per act. Where a kernel writes zeros again and again, no write clears
   * the acts. */
  if (act == ACT_KEPT || (cell->n_acts >= MANY_ACTS && !(cell->n_acts & (cell->n_acts - 1))))
    forget_ordered(c, pool, cell, thread, act, is_wide);
  uint32_t index = new_act(W, pool);
  if (!index) return;
  kh_act *added = &pool->acts[index];
  added->time = c->now;
  added->block = c->here->block;
  added->site = site;
  added->lanes = 1u << thread % LANES;
  added->next = cell->acts;
  added->warp = warp;
  added->act = (uint8_t)act;
  added->is_wide = (uint8_t)is_wide;
  cell->acts = index;
  cell->n_acts++;
  cell->has_writes |= act >= ACT_KEPT;
  cell->has_weak |= act == ACT_READ || !is_wide;
}

/* -- release and acquire of strong accesses -------------------------------------------------------------- */

static kh_sync *sync_of(kh_worker *W, kh_cell *cell) {
  kh_exact *c = in_event(W);
  if (!cell->sync) {
    if (!has_room(W, (void **)&c->syncs, c->n_syncs + 1, &c->syncs_limit, 256, sizeof(kh_sync))) return 0;
    cell->sync = ++c->n_syncs;
    kh_sync none = {{0, 0}, 0};
    c->syncs[cell->sync] = none;
  }
  return &c->syncs[cell->sync];
}

/* A relaxed read acquires, too, but the acquired knowledge is not firm before a fence. */
static void acquire(kh_worker *W, const kh_cell *cell, uint32_t thread, uint32_t is_wide, uint32_t is_acquire) {
  kh_exact *c = in_event(W);
  if (!cell->sync) return;
  kh_sync *sync = &c->syncs[cell->sync];
  kh_thread *t = &c->here->threads[thread];
  kh_clock *before = keep(t->known), *published = sync->clock[SCOPE_WIDE];
  if (is_wide) join(W, &t->known, published);
  if (is_wide && is_acquire && t->is_unfenced) join(W, &t->firm, published);
  if (!is_acquire && !t->is_unfenced && t->known != before) set_firm(W, t, 1, before);
  drop(W, before);
  if (sync->block != c->here->block) return;
  join(W, &t->known, sync->clock[SCOPE_BLOCK]);
  if (t->is_unfenced) join(W, &t->firm, sync->clock[SCOPE_BLOCK]);
}

static void publish(kh_worker *W, kh_cell *cell, uint32_t thread, uint32_t is_release, uint32_t is_wide,
                    uint32_t is_atomic) {
  kh_exact *c = in_event(W);
  kh_thread *t = &c->here->threads[thread];
  int nothing = !is_release && !t->at_fence[SCOPE_BLOCK].time && !t->handed;
  if (nothing && (is_atomic || !cell->sync)) return;
  kh_sync *sync = sync_of(W, cell);
  if (!sync) return;
  if (sync->block != c->here->block) assign(W, &sync->clock[SCOPE_BLOCK], 0);
  sync->block = c->here->block;
  for (uint32_t scope = 0; scope < N_SCOPES; scope++) {
    if (scope == SCOPE_WIDE && !is_wide) break;
    /* An atomic continues the release sequence; a store ends it. */
    if (!is_atomic) assign(W, &sync->clock[scope], 0);
    const kh_published *fence = &t->at_fence[scope];
    if (is_release) {
      add_own(W, &sync->clock[scope], thread, c->now, c->here->base, t->row);
      join(W, &sync->clock[scope], t->known);
    } else if (fence->time) {
      add_own(W, &sync->clock[scope], thread, fence->time, fence->base, fence->row);
      join(W, &sync->clock[scope], fence->known);
    }
    join(W, &sync->clock[scope], t->handed);
  }
}

/* -- accesses -------------------------------------------------------------------------------------------- */

/* The bytes that a lane of a store writes to a granule at an address; 0 if they are unknown. */
static const uint8_t *stored_at(const kh_access *a, uint32_t lane, uint64_t address, uint32_t granule) {
  uint64_t offset = address - a->address[lane];
  if (!a->data || granule > a->width || offset >= a->size) return 0;
  return (const uint8_t *)a->data + (offset / a->width * LANES + lane) * a->width + offset % a->width;
}

/* Whether bits may be a result of floating-point arithmetic: not a small integer, which is subnormal as a float, and
 * not a negative one, which is a NaN. */
static int may_be_rounded(const uint8_t *at, uint32_t width) {
  uint64_t bits = 0;
  if (width > 8) return 0;
  __builtin_memcpy(&bits, at, width);
  uint32_t mantissa = width == 8 ? 52 : width == 4 ? 23 : 10;
  uint64_t rest = bits & ((1ull << mantissa) - 1),
           exponent = bits >> mantissa & ((1ull << (8 * width - 1 - mantissa)) - 1);
  return !rest || (exponent && exponent + 1 != 1ull << (8 * width - 1 - mantissa));
}

static int are_equal(const uint8_t *a, const uint8_t *b, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (a[i] != b[i]) return 0;
  return 1;
}

/* Whether a lane of a store writes these bytes to a granule at an address. If the same lane of another warp has written
 * them, the two warps hold copies, however far their lanes are from each other. */
static int is_held(const kh_access *a, uint32_t lane, uint64_t address, const uint8_t *bytes, uint32_t granule) {
  const uint8_t *own = a->lanes >> lane & 1 ? stored_at(a, lane, address, granule) : 0;
  return own && are_equal(own, bytes, granule);
}

static void report(kh_worker *W, uint32_t kind, uint32_t site, uint32_t thread, uint64_t address, uint32_t other_site,
                   uint32_t other_block, uint32_t other_who) {
  kh_report_pair(W, site, kind, thread % LANES, address, other_site, other_block, other_who & ~WHO_ASYNC);
}

/* With the last plain write of a cell. */
static void report_write(kh_worker *W, uint32_t kind, uint32_t site, uint32_t thread, uint64_t address,
                         const kh_cell *cell) {
  report(W, kind, site, thread, address, cell->site, cell->block, cell->who);
}

/* Whether a list of acts has a plain read by a thread of this block, at a site. */
static int has_read(const kh_exact *c, const kh_pool *pool, uint32_t index, uint32_t who, uint32_t site) {
  for (; index; index = pool->acts[index].next) {
    const kh_act *old = &pool->acts[index];
    if (old->act == ACT_READ && old->site == site && old->block == c->here->block && old->warp == who / LANES &&
        old->lanes >> who % LANES & 1)
      return 1;
  }
  return 0;
}

/* With an act, by the lowest of some of its lanes. */
static void report_act(kh_worker *W, uint32_t kind, uint32_t site, uint32_t thread, uint64_t address, const kh_act *act,
                       uint32_t lanes) {
  report(W, kind, site, thread, address, act->site, act->block, act->warp * LANES + kh_lowest(lanes));
}

/* Whether two strong accesses may overlap without a race. */
static int may_overlap(const kh_exact *c, const kh_act *old, uint32_t is_wide) {
  return old->block == c->here->block || (old->is_wide && is_wide);
}

/* What an access does to its bytes. One that repeats them is not ordered after the write that they come from, which is
 * noted. */
enum { READS_BYTES, KEEPS_BYTES, REPEATS_BYTES, CHANGES_BYTES };

/* Reports the first act of a cell that races with an access; returns whether one does. If none does, the first is noted
 * that is not ordered either, but neither of the two changes the bytes.
 *
 * A strong write happens before all that follows a strong read of its value, or of one that atomics made of it (PTX ISA
 * 9.0, chapter 8, "Observation Order" and "Causality Order"): the last block may reset the counter that its own atomic
 * has changed. Earlier accesses of the writing thread still need a fence. */
static int check_acts(kh_worker *W, const kh_pool *pool, const kh_cell *cell, uint32_t thread, uint64_t address,
                      uint32_t site, uint32_t writes, uint32_t is_strong, uint32_t is_wide) {
  const kh_exact *c = in_event(W);
  const kh_act *same = 0, *promised = 0; /* the last is for a read that assumes read-only memory */
  uint32_t same_lanes = 0;
  uint32_t sees_wide = 0, sees_block = 0; /* whether an ordered read saw strong writes beyond this block, or of it */
  for (uint32_t index = cell->acts; index; index = pool->acts[index].next) {
    const kh_act *old = &pool->acts[index];
    uint32_t old_writes = old->act >= ACT_KEPT, may_race = writes || old_writes, is_kept = old->act == ACT_KEPT;
    uint32_t is_repeat = is_kept || old->act == ACT_REPEATED;
    uint32_t observes = !is_strong && (old->act == ACT_STRONG_READ || old->act == ACT_ATOMIC);
    if (!may_race && !observes) continue;
    /* a lane of this instruction: it was compared with the same write */
    if (old->act == ACT_REPEATED && old->time == c->now) continue;
    if (is_strong && old->act != ACT_READ && !is_repeat && may_overlap(c, old, is_wide)) continue;
    uint32_t ordered = ordered_lanes(c, thread, old), racing = may_race ? old->lanes & ~ordered : 0;
    uint32_t is_here = old->block == c->here->block;
    if (old->act >= ACT_STRONG_WRITE && ((sees_wide && old->is_wide) || (sees_block && is_here))) racing = 0;
    /* lanes of one atomic take effect in their order */
    if (observes && old_writes && ordered) racing &= ~0u << (31 - __builtin_clz(ordered));
    /* neither of the two changes the bytes */
    uint32_t is_same = writes == READS_BYTES   ? is_kept
                       : writes == KEEPS_BYTES ? old->act <= ACT_REPEATED
                                               : writes == REPEATS_BYTES && is_repeat;
    if (racing && is_same) {
      if (!same) same_lanes = racing;
      if (!same) same = old;
    } else if (racing) {
      uint32_t kind = old_writes                                                                ? FAULT_RACE_WAW
                      : is_here && has_read(c, pool, cell->acts, who_now(c, thread), old->site) ? FAULT_COPY_WAR
                                                                                                : FAULT_RACE_WAR;
      report_act(W, writes ? kind : FAULT_RACE_RAW, site, thread, address, old, racing);
      return 1;
    }
    if (writes && old->act == ACT_READ && (site_flags(W, old->site) & SITE_READ_ONLY)) promised = old;
    if (observes && ordered) {
      sees_wide |= old->is_wide;
      sees_block |= is_here;
    }
  }
  if (promised) report_act(W, FAULT_READ_ONLY, site, thread, address, promised, promised->lanes);
  if (!same || writes == REPEATS_BYTES) return 0;
  uint32_t kind = same->act >= ACT_KEPT ? FAULT_RACE_SAME : FAULT_KEPT_WAR;
  report_act(W, writes ? kind : FAULT_KEPT_RAW, site, thread, address, same, same_lanes);
  return 0;
}

/* Whether the clock of a thread is known to include a cell's last plain write, which is then not open. */
static int is_covered(const kh_exact *c, const kh_cell *cell, uint32_t thread) {
  const kh_clock *known = c->here->threads[thread].known;
  return known && cell->covered_by && cell->covered_by == known->id;
}

/* Whether a cell's last plain write races with a thread's present access. */
static int races_with_write(const kh_exact *c, kh_cell *cell, uint32_t thread) {
  if (!cell->time) return 0;
  if (cell->is_open) return 1;
  if (is_ordered_in_block(c, thread, cell->block, cell->who, cell->time)) return 0;
  if (is_covered(c, cell, thread)) return 0;
  const kh_clock *known = c->here->threads[thread].known;
  if (!known) return 1;
  if (!includes(known, cell->block, cell->who, cell->time)) return 1;
  cell->covered_by = known->id;
  return 0;
}

/* Whether a cell's last plain write, of another block, happens before a thread's read through strong reads alone that
 * no fence follows. */
static int is_unfenced(const kh_exact *c, const kh_cell *cell, uint32_t thread) {
  const kh_thread *t = &c->here->threads[thread];
  if (!t->is_unfenced || cell->block == c->here->block) return 0;
  return !t->firm || !includes(t->firm, cell->block, cell->who, cell->time);
}

/* Reports a read that may miss a write of the launch. */
static void check_incoherent(kh_worker *W, const kh_pool *pool, const kh_cell *cell, uint32_t thread, uint64_t address,
                             uint32_t site) {
  if (cell->time) {
    report_write(W, FAULT_INCOHERENT, site, thread, address, cell);
    return;
  }
  for (uint32_t index = cell->acts; index; index = pool->acts[index].next) {
    const kh_act *old = &pool->acts[index];
    if (old->act < ACT_KEPT) continue;
    report_act(W, FAULT_INCOHERENT, site, thread, address, old, old->lanes);
    return;
  }
}

/* Accesses after the write before stay: a write that repeats the new bytes must come after them, too. */
static void set_write(kh_worker *W, kh_pool *pool, kh_cell *cell, uint32_t thread, uint32_t site, int is_open) {
  const kh_exact *c = in_event(W);
  clear_acts(pool, &cell->before);
  /* Accesses since the write before come after it, unless they wrote, too. */
  int is_past = !cell->time || (cell->block == c->here->block && cell->time < c->here->base);
  uint32_t index = !is_past && (!cell->acts || cell->has_writes) ? new_act(W, pool) : 0;
  if (index) {
    kh_act act = {cell->time, cell->block,       cell->site,   1u << cell->who % LANES,
                  cell->acts, cell->who / LANES, ACT_REPEATED, 0};
    pool->acts[index] = act;
    cell->acts = index;
  }
  cell->before = cell->acts;
  cell->acts = cell->n_acts = cell->has_writes = cell->has_weak = 0;
  cell->time = c->now;
  cell->block = c->here->block;
  cell->who = who_now(c, thread);
  cell->site = site;
  cell->is_open = (uint8_t)is_open;
  cell->covered_by = 0;
}

/* The first access to a cell's bytes before its last write that is not ordered before a thread's present one, or 0. */
static const kh_act *unordered_before(const kh_exact *c, const kh_pool *pool, const kh_cell *cell, uint32_t thread,
                                      uint32_t site) {
  for (uint32_t index = cell->before; index; index = pool->acts[index].next) {
    const kh_act *old = &pool->acts[index];
    /* lanes of one instruction were compared with each other when the last of them changed the bytes */
    if (old->time == c->now || (old->time == cell->time && old->block == cell->block && old->site == site)) continue;
    if (old->lanes & ~ordered_lanes(c, thread, old)) return old;
  }
  return 0;
}

static void look_at_write(kh_worker *W, const kh_access *a, uint32_t lane, kh_pool *pool, kh_cell *cell,
                          uint64_t address, uint64_t offset, uint32_t granule) {
  const kh_exact *c = in_event(W);
  uint32_t thread = W->current->index * LANES + lane, writes = CHANGES_BYTES, is_race = 0;
  const uint8_t *now = stored_at(a, lane, address, granule), *before = kh_host(a, lane) + offset;
  if (races_with_write(c, cell, thread)) {
    /* A lane of the same instruction wrote last: its value is not in memory yet. */
    if (cell->time == c->now) before = stored_at(a, cell->who % LANES, address, granule);
    uint32_t kind = FAULT_RACE_WAW;
    if (!cell->is_open && now && before && are_equal(now, before, granule)) {
      writes = REPEATS_BYTES;
      kind = FAULT_RACE_SAME;
    } else if (now && before && cell->site == a->site && cell->block == c->here->block &&
               may_be_rounded(now - offset % a->width, a->width) &&
               may_be_rounded(before - offset % a->width, a->width)) {
      /* a warp with copies leaves the bytes that the other one has left */
      if (cell->time != c->now && is_held(a, cell->who % LANES, address, before, granule)) writes = REPEATS_BYTES;
      if (writes == REPEATS_BYTES || cell->who / LANES == thread / LANES) kind = FAULT_RACE_ROUNDED;
    }
    const kh_act *old = writes == REPEATS_BYTES && kh_is_written(W, kh_host(a, lane) + offset, granule)
                            ? unordered_before(c, pool, cell, thread, a->site)
                            : 0;
    if (old) {
      is_race = 1;
      report_act(W, old->act >= ACT_KEPT ? FAULT_RACE_WAW : FAULT_RACE_WAR, a->site, thread, address, old,
                 old->lanes & ~ordered_lanes(c, thread, old));
    }
    if (!old) report_write(W, kind, a->site, thread, address, cell);
  } else if (now && are_equal(now, before, granule) && kh_is_written(W, before, granule)) {
    writes = KEEPS_BYTES;
  }
  if (cell->acts) is_race |= (uint32_t)check_acts(W, pool, cell, thread, address, a->site, writes, 0, 0);
  if (writes != CHANGES_BYTES && !is_race) {
    /* It replaces no other write: later accesses must be ordered after all of them. */
    add_act(W, pool, cell, thread, a->site, writes == KEEPS_BYTES ? ACT_KEPT : ACT_REPEATED, 0);
    return;
  }
  set_write(W, pool, cell, thread, a->site, 0);
  if (writes != CHANGES_BYTES) clear_acts(pool, &cell->before); /* these left the same bytes */
}

static void look_at_read(kh_worker *W, uint32_t site, uint32_t thread, kh_pool *pool, kh_cell *cell, uint64_t address,
                         uint32_t flags) {
  const kh_exact *c = in_event(W);
  /* most cells need none of the checks */
  if (cell->time && !is_covered(c, cell, thread) && races_with_write(c, cell, thread)) {
    int is_copy = cell->block == c->here->block && has_read(c, pool, cell->before, cell->who, site);
    report_write(W, is_copy ? FAULT_COPY_RAW : FAULT_RACE_RAW, site, thread, address, cell);
  } else if (flags & SITE_INCOHERENT)
    check_incoherent(W, pool, cell, thread, address, site);
  else if (cell->time && is_unfenced(c, cell, thread))
    report_write(W, FAULT_RACE_UNFENCED, site, thread, address, cell);
  if (cell->has_writes) check_acts(W, pool, cell, thread, address, site, READS_BYTES, 0, 0);
  add_act(W, pool, cell, thread, site, ACT_READ, 0);
}

static void look_at_strong(kh_worker *W, const kh_access *a, uint32_t thread, kh_pool *pool, kh_cell *cell,
                           uint64_t address, uint32_t flags) {
  const kh_exact *c = in_event(W);
  uint32_t writes = a->access != ACCESS_READ, is_wide = (flags & SITE_WIDE) != 0;
  uint32_t act = a->access == ACCESS_ATOMIC && !(flags & SITE_NO_RESULT) ? ACT_ATOMIC : ACT_STRONG_WRITE;
  if (races_with_write(c, cell, thread))
    report_write(W, writes ? FAULT_RACE_WAW : FAULT_RACE_RAW, a->site, thread, address, cell);
  /* strong accesses for the whole GPU do not race with each other: a lock has thousands of them */
  if ((writes || cell->has_writes) && (cell->has_weak || !is_wide))
    check_acts(W, pool, cell, thread, address, a->site, writes ? CHANGES_BYTES : READS_BYTES, 1, is_wide);
  add_act(W, pool, cell, thread, a->site, writes ? act : ACT_STRONG_READ, is_wide);
}

/* Whether an access is strong. Volatile accesses to global memory are. In shared memory most volatile accesses date
 * from code that assumed lockstep, so a volatile write there is strong only after a fence of its thread. */
static int is_strong(const kh_exact *c, uint32_t flags, uint32_t access, uint32_t space, uint32_t thread) {
  if (access == ACCESS_ATOMIC || (flags & SITE_STRONG)) return 1;
  if (!(flags & SITE_VOLATILE)) return 0;
  return space == SPACE_GLOBAL || access == ACCESS_READ || c->here->threads[thread].at_fence[SCOPE_BLOCK].time != 0;
}

/* Whether a cell's last plain write is known to happen before what a thread of this block with the clock of id `known`
 * does now. */
static uint32_t is_surely_past(const kh_exact *c, const kh_cell *cell, uint32_t known) {
  uint32_t is_past = cell->block == c->here->block && cell->time < c->here->base && !is_async(cell->who);
  return !cell->time || (is_past && !cell->is_open) || (known && cell->covered_by == known);
}

/* Plain reads of one allocation or block: nearly all cells need only a new act. `at` is the first lane's address. Of
 * lanes that read the same and know the same, only the first reports a missing fence. */
static void look_at_reads(kh_worker *W, const kh_access *a, uint32_t space, uint64_t at) {
  const kh_exact *c = in_event(W);
  uint32_t shift = shift_in(W, space), n = cells_of(W, space, a->size), warp = W->current->index, is_apart = 1;
  uint64_t last_address = 0, end = 0;
  const kh_clock *last_known = 0;
  at -= a->address[kh_lowest(a->lanes)];
  EACH_LANE(l, a->lanes) {
    is_apart &= a->address[l] >= end;
    end = a->address[l] + ((uint64_t)n << shift);
  }
  EACH_LANE(l, a->lanes) {
    const kh_thread *t = &c->here->threads[warp * LANES + l];
    uint32_t known = t->known ? t->known->id : 0;
    kh_range range = cells_at(W, space, at + a->address[l], ACCESS_READ);
    kh_cell *cell = range.cells;
    uint32_t is_same = l > kh_lowest(a->lanes) && a->address[l] == last_address && t->known == last_known;
    for (uint32_t k = 0; t->is_unfenced && k < n; k++)
      is_same &= !cell[k].has_writes && is_surely_past(c, &cell[k], known);
    last_address = a->address[l];
    last_known = t->known;
    if (t->is_unfenced && !is_same) known = 0;
    for (uint32_t k = 0; k < n; k++, cell++) {
      uint32_t is_past = !cell->has_writes && is_surely_past(c, cell, known), index = 0;
      kh_act *last = is_apart || !is_past || !cell->acts ? 0 : &range.pool->acts[cell->acts];
      if (last && last->time == c->now) {
        last->lanes |= 1u << l;
        continue;
      }
      if (is_past && cell->n_acts < MANY_ACTS) index = new_act(W, range.pool);
      if (!index) {
        look_at_read(W, a->site, warp * LANES + l, range.pool, cell, a->address[l] + ((uint64_t)k << shift), 0);
        continue;
      }
      kh_act act = {c->now, c->here->block, a->site, 1u << l, cell->acts, warp, ACT_READ, 0};
      range.pool->acts[index] = act;
      cell->acts = index;
      cell->n_acts++;
      cell->has_weak = 1;
    }
  }
}

/* Lanes of the current warp make an access. */
static void note_act(const kh_worker *W, uint32_t lanes) {
  kh_block_history *b = in_event(W)->here;
  b->is_split |= b->waiting[W->current->index] & lanes;
}

void kh_exact_access(kh_worker *W, const kh_access *a) {
  kh_exact *c = exact_of(W);
  note_act(W, a->lanes);
  uint32_t flags = site_flags(W, a->site), is_wide = (flags & SITE_WIDE) != 0;
  int is_unusual = a->access != ACCESS_READ || flags & (SITE_STRONG | SITE_VOLATILE | SITE_INCOHERENT) || c->is_async;
  uint64_t at;
  c->now++;
  if (a->uniform) {
    uint32_t space = kh_place(a, kh_lowest(a->lanes), &at);
    if (!has_cells(space)) return;
    if (space == SPACE_GLOBAL && !needs_cells(W, kh_find_alloc(W, at), a->access)) return;
    if (!is_unusual) {
      look_at_reads(W, a, space, at);
      return;
    }
  }
  EACH_LANE(l, a->lanes) {
    uint32_t space = kh_place(a, l, &at), thread = W->current->index * LANES + l;
    if (!has_cells(space)) continue;
    kh_range range = cells_at(W, space, at, a->access);
    kh_cell *first = range.cells;
    if (!first) continue;
    int strong = is_strong(c, flags, a->access, space, thread);
    uint32_t shift = shift_in(W, space);
    for (uint32_t k = 0; k < cells_of(W, space, a->size); k++) {
      uint64_t offset = (uint64_t)k << shift, address = a->address[l] + offset;
      if (strong)
        look_at_strong(W, a, thread, range.pool, &first[k], address, flags);
      else if (a->access == ACCESS_READ)
        look_at_read(W, a->site, thread, range.pool, &first[k], address, flags);
      else
        look_at_write(W, a, l, range.pool, &first[k], address, offset, 1u << shift);
    }
    if (!strong) continue;
    if (a->access == ACCESS_READ || (a->access == ACCESS_ATOMIC && !(flags & SITE_NO_RESULT)))
      acquire(W, first, thread, is_wide, flags & SITE_ACQUIRE);
    if (a->access != ACCESS_READ) publish(W, first, thread, flags & SITE_RELEASE, is_wide, a->access == ACCESS_ATOMIC);
  }
}

/* A copy that is done early belongs to its thread's asynchronous operations: only a wait, or an arrival on an mbarrier
 * that follows the copies, orders it. */
void kh_exact_copy(kh_worker *W, const kh_copy *copy, uint32_t lanes, uint32_t event) {
  kh_exact *c = exact_of(W);
  uint32_t was_async = c->is_async;
  c->is_async |= event == COPY_EARLY;
  note_act(W, lanes);
  uint32_t n = cells_of(W, SPACE_SHARED, copy->size), shift = races_of(W)->shared_shift;
  c->now++;
  EACH_LANE(l, lanes) {
    uint32_t thread = W->current->index * LANES + l;
    uint64_t at = (uint64_t)(copy->target[l] - W->shared);
    kh_range target = cells_at(W, SPACE_SHARED, at, ACCESS_WRITE);
    kh_cell *cell = target.cells;
    for (uint32_t k = 0; k < n; k++) {
      uint64_t address = SHARED_WINDOW + at + ((uint64_t)k << shift);
      if (event == COPY_ISSUED) {
        if (races_with_write(c, &cell[k], thread))
          report_write(W, FAULT_RACE_WAW, copy->site, thread, address, &cell[k]);
        check_acts(W, target.pool, &cell[k], thread, address, copy->site, CHANGES_BYTES, 0, 0);
      }
      set_write(W, target.pool, &cell[k], thread, copy->site, event == COPY_ISSUED);
    }
    if (!copy->source[l] || !copy->n_read[l]) continue;
    kh_range source = cells_at(W, SPACE_GLOBAL, copy->from[l], ACCESS_READ);
    for (uint32_t k = 0; source.cells && k < cells_of(W, SPACE_GLOBAL, copy->n_read[l]); k++)
      look_at_read(W, copy->site, thread, source.pool, &source.cells[k],
                   copy->from[l] + ((uint64_t)k << races_of(W)->shift), 0);
  }
  c->is_async = was_async;
}

/* The async proxy reads a range of the block's own shared memory. A write by threads comes before it only through a
 * fence.proxy.async: of the writer, or of any thread that a barrier of the whole block orders after the write. */
void kh_exact_proxy_read(kh_worker *W, uint32_t lane, const uint8_t *at, uint32_t size, uint32_t site) {
  const kh_exact *c = exact_of(W);
  uint32_t thread = W->current->index * LANES + lane, shift = races_of(W)->shared_shift;
  uint64_t first = (uint64_t)(at - W->shared);
  for (uint64_t k = first >> shift; k << shift < first + size; k++) {
    kh_cell *cell = &c->here->shared[k];
    if (!cell->time || cell->block != c->here->block || is_async(cell->who) || races_with_write(c, cell, thread))
      continue;
    /* what orders it otherwise than a barrier of the block may have had a fence on its way */
    uint64_t reader = cell->time < c->here->base ? 0 : c->here->threads[thread].proxied;
    if (cell->time < c->here->threads[cell->who].proxied || cell->time < reader || cell->time < c->here->proxied_base)
      continue;
    report_write(W, FAULT_PROXY_UNFENCED, site, thread, SHARED_WINDOW + W->slice + (k << shift), cell);
    return;
  }
}
