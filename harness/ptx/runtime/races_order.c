/* Synchronisation in racecheck's exact pass: barriers, fences, mbarriers; start and end of the pass. */

void kh_exact_fence(kh_worker *W, uint32_t lanes, uint32_t site) {
  kh_exact *c = exact_of(W);
  uint32_t flags = site_flags(W, site);
  for (uint32_t l = 0; (flags & SITE_ACQUIRE) && (flags & SITE_WIDE) && l < LANES; l++)
    if (lanes >> l & 1) set_firm(W, &c->here->threads[W->current->index * LANES + l], 0, 0);
  if (!(flags & SITE_RELEASE)) return;
  c->now++;
  c->here->has_fenced = 1;
  EACH_LANE(l, lanes) {
    kh_thread *t = &c->here->threads[W->current->index * LANES + l];
    for (uint32_t scope = 0; scope <= (flags & SITE_WIDE ? SCOPE_WIDE : SCOPE_BLOCK); scope++) {
      kh_published *fence = &t->at_fence[scope];
      fence->time = c->now;
      fence->base = c->here->base;
      assign_row(&fence->row, t->row);
      assign(W, &fence->known, keep(t->known));
    }
  }
}

void kh_exact_proxy_fence(kh_worker *W, uint32_t lanes) {
  kh_exact *c = exact_of(W);
  c->now++;
  c->here->proxied_base = c->here->base;
  EACH_LANE(l, lanes) c->here->threads[W->current->index * LANES + l].proxied = c->now;
}

/* Adds the clocks that lanes of a warp have published by fences for the whole GPU. */
static void join_published(kh_worker *W, kh_clock **to, uint32_t warp, uint32_t lanes) {
  kh_exact *c = exact_of(W);
  kh_thread *threads = &c->here->threads[warp * LANES];
  if (!c->here->has_fenced) {
    EACH_LANE(l, lanes) join(W, to, threads[l].handed);
    return;
  }
  const kh_published *common = &threads[kh_lowest(lanes)].at_fence[SCOPE_WIDE];
  int is_common = common->time != 0;
  EACH_LANE(l, lanes) is_common &= threads[l].at_fence[SCOPE_WIDE].time == common->time;
  if (is_common) {
    add_item(W, to, key_of(c, WHO_WARP + warp), common->time);
    if (common->base > c->here->start) add_item(W, to, key_of(c, WHO_ALL), common->base);
  }
  EACH_LANE(l, lanes) {
    const kh_published *fence = &threads[l].at_fence[SCOPE_WIDE];
    join(W, to, threads[l].handed);
    if (is_common) {
      join(W, to, fence->known);
      continue;
    }
    if (!fence->time) continue;
    add_own(W, to, warp * LANES + l, fence->time, fence->base, fence->row);
    join(W, to, fence->known);
  }
}

/* Adds the clocks of lanes of a warp; most lanes share one clock. */
static void join_known(kh_worker *W, kh_clock **to, const kh_thread *threads, uint32_t lanes) {
  const kh_clock *last = 0;
  EACH_LANE(l, lanes) {
    if (threads[l].known == last) continue;
    join(W, to, threads[l].known);
    last = threads[l].known;
  }
}

static uint32_t unfenced_lanes(const kh_thread *threads, uint32_t lanes) {
  uint32_t found = 0;
  for (uint32_t l = 0; l < LANES; l++) found |= threads[l].is_unfenced << l;
  return found & lanes;
}

static void join_firm(kh_worker *W, kh_clock **to, const kh_thread *threads, uint32_t lanes) {
  EACH_LANE(l, lanes) join(W, to, threads[l].is_unfenced ? threads[l].firm : threads[l].known);
}

/* Returns what lanes of a warp know of its lanes, with a reference for the caller; 0 if the host has too little
 * memory. */
static kh_met *join_rows(kh_worker *W, const kh_thread *threads, uint32_t lanes) {
  const kh_thread *first = &threads[kh_lowest(lanes)];
  uint32_t n_same = 0;
  for (uint32_t l = 0; l < LANES; l++) n_same += (lanes >> l & 1) && threads[l].row == first->row;
  if (first->row && n_same == first->row->refs && n_same == (uint32_t)__builtin_popcount(lanes)) {
    first->row->refs++; /* not shared: it can change */
    return first->row;
  }
  kh_met *sum = calloc(1, sizeof *sum);
  if (!sum) {
    give_up(W);
    return 0;
  }
  sum->refs = 1;
  const kh_met *last = 0;
  for (uint32_t l = 0; l < LANES; l++) {
    const kh_met *row = threads[l].row;
    if (!(lanes >> l & 1) || row == last) continue;
    for (uint32_t u = 0; row && u < LANES; u++)
      if (sum->until[u] < row->until[u]) sum->until[u] = row->until[u];
    last = row;
  }
  return sum;
}

/* All lanes that meet have arrived: now each knows what all of them knew. */
static void meet_lanes(kh_worker *W, uint32_t warp, uint32_t group) {
  kh_exact *c = exact_of(W);
  kh_thread *threads = &c->here->threads[warp * LANES];
  kh_met *row = join_rows(W, threads, group);
  if (!row) return;
  kh_clock *known = 0, *handed = 0, *firm = 0;
  uint32_t is_unfenced = unfenced_lanes(threads, group) != 0;
  if (is_unfenced) join_firm(W, &firm, threads, group);
  join_known(W, &known, threads, group);
  join_published(W, &handed, warp, group);
  EACH_LANE(l, group) {
    row->until[l] = c->now;
    assign_row(&threads[l].row, row);
    assign(W, &threads[l].known, keep(known));
    assign(W, &threads[l].handed, keep(handed));
    set_firm(W, &threads[l], is_unfenced, firm);
  }
  drop_row(row);
  drop(W, known);
  drop(W, handed);
  drop(W, firm);
}

void kh_exact_warp_sync(kh_worker *W, uint32_t lanes, const uint32_t *members) {
  kh_exact *c = exact_of(W);
  const kh_warp *w = W->current;
  /* Lanes of one mask may come from several places: the lanes that resume first also join the others, which then do
   * not join again. */
  uint32_t left = lanes & ~c->here->synced[w->index];
  c->here->synced[w->index] &= ~lanes;
  c->now++;
  while (left) {
    uint32_t lowest = kh_lowest(left), named = members ? members[lowest] : ~0u;
    uint32_t group = named & (lanes | w->granted);
    if (!(group >> lowest & 1)) group |= 1u << lowest;
    meet_lanes(W, w->index, group);
    c->here->synced[w->index] |= group & ~lanes;
    left &= ~group;
  }
}

/* Warps wait at a barrier that opens: they acquire the clocks of all arrivals. */
static void open_barrier(kh_worker *W, uint32_t id) {
  kh_exact *c = exact_of(W);
  int is_whole = is_whole_block(W, id);
  uint32_t is_unfenced = c->here->arrived_unfenced >> id & 1;
  kh_clock **firm = is_unfenced ? &c->here->arrived_firm[id] : &c->here->arrived[id];
  c->now++;
  if (is_whole) {
    c->here->base = c->now;
    c->here->has_fenced = 0;
    forget_own(W, &c->here->arrived[id]);
    if (is_unfenced) forget_own(W, firm);
  }
  for (uint32_t i = 0; i < W->launch->n_warps; i++) {
    const kh_warp *w = &W->warps[i];
    if (!w->blocked || w->barrier_id != id) continue;
    for (uint32_t l = 0; l < LANES; l++) {
      kh_thread *t = &c->here->threads[i * LANES + l];
      if (is_whole) {
        set_firm(W, t, is_unfenced, *firm);
      } else if (is_unfenced || t->is_unfenced) {
        if (!t->is_unfenced) set_firm(W, t, 1, t->known);
        join(W, &t->firm, *firm);
      }
      if (is_whole)
        assign(W, &t->known, keep(c->here->arrived[id]));
      else
        join(W, &t->known, c->here->arrived[id]);
      join(W, &t->handed, c->here->arrived_handed[id]);
    }
  }
  assign(W, &c->here->arrived[id], 0);
  assign(W, &c->here->arrived_handed[id], 0);
  assign(W, &c->here->arrived_firm[id], 0);
  c->here->arrived_unfenced &= ~(1u << id);
}

void kh_exact_barrier(kh_worker *W, uint32_t id, uint32_t is_open) {
  kh_exact *c = exact_of(W);
  if (is_open) {
    open_barrier(W, id);
    return;
  }
  const kh_warp *w = W->current;
  const kh_thread *threads = &c->here->threads[w->index * LANES];
  c->now++;
  if (unfenced_lanes(threads, w->live) && !(c->here->arrived_unfenced >> id & 1)) {
    c->here->arrived_unfenced |= 1u << id;
    assign(W, &c->here->arrived_firm[id], keep(c->here->arrived[id]));
  }
  if (c->here->arrived_unfenced >> id & 1) {
    add_item(W, &c->here->arrived_firm[id], key_of(c, WHO_WARP + w->index), c->now);
    join_firm(W, &c->here->arrived_firm[id], threads, w->live);
  }
  add_item(W, &c->here->arrived[id], key_of(c, WHO_WARP + w->index), c->now);
  join_known(W, &c->here->arrived[id], threads, w->live);
  join_published(W, &c->here->arrived_handed[id], w->index, w->live);
}

/* -- clusters and mbarriers ------------------------------------------------------------------------------ */

/* Adds the knowledge and the accesses so far of lanes of the current warp. */
static void release_lanes(kh_worker *W, kh_clock **to, uint32_t lanes) {
  kh_exact *c = exact_of(W);
  const kh_warp *w = W->current;
  kh_thread *threads = &c->here->threads[w->index * LANES];
  uint64_t base = c->here->base;
  c->now++;
  if (lanes == w->live) {
    add_item(W, to, key_of(c, WHO_WARP + w->index), c->now);
    if (base > c->here->start) add_item(W, to, key_of(c, WHO_ALL), base);
  }
  for (uint32_t l = 0; l < LANES && lanes != w->live; l++)
    if (lanes >> l & 1) add_own(W, to, w->index * LANES + l, c->now, base, threads[l].row);
  join_known(W, to, threads, lanes);
}

/* Adds the knowledge of lanes of the current warp at their last fence beyond the block's scope. */
static void release_fenced(kh_worker *W, kh_clock **to, uint32_t lanes) {
  kh_exact *c = exact_of(W);
  EACH_LANE(l, lanes) {
    uint32_t thread = W->current->index * LANES + l;
    const kh_published *fence = &c->here->threads[thread].at_fence[SCOPE_WIDE];
    if (!fence->time) continue;
    add_own(W, to, thread, fence->time, fence->base, fence->row);
    join(W, to, fence->known);
  }
}

/* Lanes of the current warp acquire a clock. Lanes and warps that wait together mostly have equal clocks before, and
 * share one clock afterwards. */
static void acquire_lanes(kh_worker *W, kh_clock *clock, uint32_t lanes) {
  kh_exact *c = exact_of(W);
  kh_thread *threads = &c->here->threads[W->current->index * LANES];
  for (uint32_t left = lanes; left; left &= left - 1) {
    kh_clock **known = &threads[kh_lowest(left)].known;
    if (threads[kh_lowest(left)].is_unfenced) join(W, &threads[kh_lowest(left)].firm, clock);
    if (c->learnt.after && c->learnt.before == *known && c->learnt.clock == clock) {
      assign(W, known, keep(c->learnt.after));
      continue;
    }
    assign(W, &c->learnt.before, keep(*known));
    assign(W, &c->learnt.clock, keep(clock));
    join(W, known, clock);
    assign(W, &c->learnt.after, keep(*known));
  }
}

/* Lanes of the current warp release their accesses to the cluster's barrier; exited lanes release what is known. */
static void arrive_at_cluster(kh_worker *W, kh_block_history *first, uint32_t lanes) {
  kh_exact *c = exact_of(W);
  const kh_warp *w = W->current;
  kh_thread *threads = &c->here->threads[w->index * LANES];
  uint64_t *released = &c->here->released[w->index * LANES];
  uint32_t all = lanes == w->live ? ~0u : lanes;
  c->now++;
  for (uint32_t l = 0; l < LANES; l++) {
    if (all >> l & 1) {
      released[l] = c->now;
    } else if (!(w->live >> l & 1)) {
      for (uint32_t by = 0; by < LANES; by++)
        if ((lanes >> by & 1) && threads[by].row && released[l] < threads[by].row->until[l])
          released[l] = threads[by].row->until[l];
    }
  }
  c->here->waiting[w->index] |= lanes;
  c->here->released_base = c->here->base;
  join_known(W, &first->arriving, threads, lanes);
}

/* The clock that a block's threads have released to the cluster's opening barrier. If all have released, and none made
 * an access since, one item covers everything; otherwise the clock has an item per warp or thread. */
static kh_clock *released_by(kh_worker *W, const kh_block_history *b) {
  kh_exact *c = exact_of(W);
  uint64_t key = (uint64_t)b->block << 32;
  uint32_t n_live = W->launch->n_threads, is_everything = !b->is_split;
  for (uint32_t t = 0; t < n_live; t++) is_everything &= b->released[t] != 0;
  kh_clock *clock = new_clock(W, is_everything ? 1 : 2 * c->n_threads + 1);
  if (!clock) return 0;
  if (is_everything) {
    put_item(clock, key | WHO_ALL, c->now);
    return clock;
  }
  for (uint32_t t = 0; t < c->n_threads; t++)
    if (b->released[t] > b->released_base) put_item(clock, key | t, b->released[t]);
  for (uint32_t w = 0; w < c->n_threads / LANES; w++) {
    uint64_t lowest = ~0ull;
    for (uint32_t l = 0; l < LANES; l++)
      if (lowest > b->released[w * LANES + l]) lowest = b->released[w * LANES + l];
    if (lowest > b->released_base) put_item(clock, key | (WHO_WARP + w), lowest);
  }
  if (b->released_base > b->start) put_item(clock, key | WHO_ALL, b->released_base);
  return clock;
}

static void open_cluster_barrier(kh_worker *W, kh_block_history *first) {
  kh_exact *c = exact_of(W);
  c->now++;
  for (uint32_t r = 0; r < W->launch->cluster_blocks; r++) {
    kh_block_history *b = &first[r];
    join_owned(W, &first->arriving, released_by(W, b));
    __builtin_memset(b->released, 0, c->n_threads * sizeof *b->released);
    __builtin_memset(b->waiting, 0, sizeof b->waiting);
    b->released_base = 0;
    b->is_split = 0;
  }
  assign(W, &first->complete, first->arriving);
  first->arriving = 0;
}

void kh_exact_cluster_barrier(kh_worker *W, uint32_t lanes, uint32_t event) {
  kh_exact *c = exact_of(W);
  kh_block_history *first = &c->blocks[W->member - W->rank];
  switch (event) {
    case CLUSTER_ARRIVE: arrive_at_cluster(W, first, lanes); break;
    case CLUSTER_ARRIVE_RELAXED:
      c->here->is_split = 1;
      release_fenced(W, &first->arriving, lanes);
      break;
    case CLUSTER_OPEN: open_cluster_barrier(W, first); break;
    default: acquire_lanes(W, first->complete, lanes);
  }
}

static kh_gate *gate_of(kh_worker *W, const uint8_t *at) {
  kh_exact *c = exact_of(W);
  if (c->last_gate < c->n_gates && c->gates[c->last_gate].at == at) return &c->gates[c->last_gate];
  for (uint32_t i = 0; i < c->n_gates; i++)
    if (c->gates[i].at == at) return &c->gates[c->last_gate = i];
  if (!has_room(W, (void **)&c->gates, c->n_gates, &c->gates_limit, 64, sizeof(kh_gate))) return 0;
  uint64_t from = (uint64_t)(at - W->members[0].shared), stride = kh_shared_stride(W->launch);
  kh_gate none = {at, 0, 0, from / stride, from % stride};
  c->gates[c->n_gates] = none;
  return &c->gates[c->n_gates++];
}

static void forget_gates(kh_worker *W) {
  kh_exact *c = exact_of(W);
  for (uint32_t i = 0; i < c->n_gates; i++) {
    drop(W, c->gates[i].arriving);
    drop(W, c->gates[i].complete);
  }
  c->n_gates = 0;
}

/* An mbarrier's words: written by its initialisation, which must happen before every other use. */
static void look_at_gate(kh_worker *W, uint32_t lane, const kh_gate *gate, uint32_t site, int is_init) {
  kh_exact *c = in_event(W);
  kh_range range = shared_cells(c, &c->blocks[gate->member], gate->offset >> races_of(W)->shared_shift);
  kh_cell *cells = range.cells;
  uint32_t thread = W->current->index * LANES + lane;
  for (uint32_t k = 0; k < cells_of(W, SPACE_SHARED, 8); k++) {
    if (is_init) {
      set_write(W, range.pool, &cells[k], thread, site, 0);
    } else if (races_with_write(c, &cells[k], thread)) {
      report_write(W, FAULT_RACE_RAW, site, thread, SHARED_WINDOW + gate->offset, &cells[k]);
      return;
    }
  }
}

void kh_exact_mbarrier(kh_worker *W, uint32_t lane, const uint8_t *at, uint32_t event, uint32_t site) {
  kh_exact *c = exact_of(W);
  uint32_t thread = W->current->index * LANES + lane;
  c->now++;
  if (event == MBARRIER_COPYING) {
    c->is_async = 1;
    return;
  }
  kh_gate *gate = gate_of(W, at);
  if (!gate) return;
  if (event != MBARRIER_PHASE && event != MBARRIER_COPIED) look_at_gate(W, lane, gate, site, event == MBARRIER_INIT);
  switch (event) {
    case MBARRIER_INIT:
    case MBARRIER_INVAL:
      assign(W, &gate->arriving, 0);
      assign(W, &gate->complete, 0);
      break;
    case MBARRIER_ARRIVE: release_lanes(W, &gate->arriving, 1u << lane); break;
    case MBARRIER_ARRIVE_RELAXED: release_fenced(W, &gate->arriving, 1u << lane); break;
    case MBARRIER_ASYNC:
    case MBARRIER_COPIED:
      c->is_async = 0;
      add_item(W, &gate->arriving, key_of(c, WHO_ASYNC | thread), c->now);
      break;
    case MBARRIER_PHASE:
      assign(W, &gate->complete, gate->arriving);
      gate->arriving = 0;
      break;
    default: acquire_lanes(W, gate->complete, 1u << lane);
  }
}

/* Lanes of the current warp wait for copies that were done early: each now knows its own operations so far. */
void kh_exact_copies_waited(kh_worker *W, uint32_t lanes) {
  kh_exact *c = exact_of(W);
  c->now++;
  EACH_LANE(l, lanes) {
    uint32_t thread = W->current->index * LANES + l;
    add_item(W, &c->here->threads[thread].known, key_of(c, WHO_ASYNC | thread), c->now);
  }
}

/* A lane's bulk groups are done, but for operations that began at `pending` or later; 0 if none is left. */
void kh_exact_bulk_waited(kh_worker *W, uint32_t lane, uint64_t pending) {
  kh_exact *c = exact_of(W);
  uint32_t thread = W->current->index * LANES + lane;
  c->now++;
  add_item(W, &c->here->threads[thread].known, key_of(c, WHO_ASYNC | thread), pending ? pending + 1 : c->now);
}

uint64_t kh_exact_time(kh_worker *W) { return exact_of(W)->now; }

/* An access by one of the thread's asynchronous operations, announced at its issue. */
void kh_exact_async(kh_worker *W, const kh_access *a) {
  exact_of(W)->is_async = 1;
  kh_exact_access(W, a);
  exact_of(W)->is_async = 0;
}

/* -- start and end --------------------------------------------------------------------------------------- */

static void set_up(kh_worker *W) {
  kh_exact *c = calloc(1, sizeof *c);
  *(kh_exact **)W->races = c;
  if (!c) {
    give_up(W);
    return;
  }
  uint32_t n_blocks = W->launch->gang_blocks;
  c->n_threads = W->launch->n_warps * LANES;
  c->n_shared = (W->launch->shared_bytes >> races_of(W)->shared_shift) + 1;
  c->blocks = calloc(n_blocks, sizeof(kh_block_history));
  c->global = calloc(races_of(W)->n_cells + 1, sizeof(kh_cell));
  if (!c->blocks || !c->global) {
    give_up(W);
    return;
  }
  for (uint32_t m = 0; m < n_blocks; m++) {
    c->blocks[m].threads = calloc(c->n_threads, sizeof(kh_thread));
    c->blocks[m].shared = calloc(c->n_shared, sizeof(kh_cell));
    c->blocks[m].released = calloc(c->n_threads, sizeof(uint64_t));
    if (!c->blocks[m].threads || !c->blocks[m].shared || !c->blocks[m].released) give_up(W);
  }
}

static void forget_rows(kh_thread *thread) {
  assign_row(&thread->row, 0);
  for (uint32_t scope = 0; scope < N_SCOPES; scope++) assign_row(&thread->at_fence[scope].row, 0);
}

void kh_exact_block(kh_worker *W) {
  if (!exact_of(W) && !is_over(W)) set_up(W);
  kh_exact *c = exact_of(W);
  if (W->member == 0 && c->n_begun >= MOST_THREADS && is_beyond_screening(W)) {
    c->is_over = 1;
    return;
  }
  c->n_begun += c->n_threads;
  kh_block_history *b = c->here;
  if (W->member == 0) forget_gates(W);
  for (uint32_t t = 0; t < c->n_threads; t++) {
    kh_thread *thread = &b->threads[t];
    assign(W, &thread->known, 0);
    assign(W, &thread->handed, 0);
    set_firm(W, thread, 0, 0);
    forget_rows(thread);
    thread->proxied = 0;
    for (uint32_t scope = 0; scope < N_SCOPES; scope++) {
      assign(W, &thread->at_fence[scope].known, 0);
      thread->at_fence[scope].time = 0;
    }
  }
  for (uint32_t i = 0; i < N_BARRIERS; i++) {
    assign(W, &b->arrived[i], 0);
    assign(W, &b->arrived_handed[i], 0);
    assign(W, &b->arrived_firm[i], 0);
  }
  b->arrived_unfenced = 0;
  assign(W, &b->arriving, 0);
  assign(W, &b->complete, 0);
  b->pool.n = b->pool.free = 0;
  if (b->touched_from < b->touched_to)
    __builtin_memset(&b->shared[b->touched_from], 0, (b->touched_to - b->touched_from) * sizeof(kh_cell));
  b->touched_from = c->n_shared;
  b->touched_to = 0;
  __builtin_memset(b->synced, 0, sizeof b->synced);
  __builtin_memset(b->released, 0, c->n_threads * sizeof *b->released);
  __builtin_memset(b->waiting, 0, sizeof b->waiting);
  b->released_base = 0;
  b->is_split = 0;
  b->has_fenced = 0;
  b->block = W->block;
  b->start = b->base = ++c->now;
}

void kh_exact_end(kh_worker *W) {
  kh_exact *c = exact_of(W);
  if (!c) return;
  while (c->clocks) {
    kh_clock *clock = c->clocks;
    c->clocks = clock->next;
    free(clock);
  }
  for (uint32_t m = 0; c->blocks && m < W->launch->gang_blocks; m++) {
    for (uint32_t t = 0; c->blocks[m].threads && t < c->n_threads; t++) forget_rows(&c->blocks[m].threads[t]);
    free(c->blocks[m].threads);
    free(c->blocks[m].shared);
    free(c->blocks[m].pool.acts);
    free(c->blocks[m].released);
  }
  free(c->blocks);
  free(c->global);
  free(c->pool.acts);
  free(c->syncs);
  free(c->gates);
  free(c);
  *(kh_exact **)W->races = 0;
}
