/* CTA barriers: bar, barrier and their reductions. PTX ISA 9.0, 9.7.13 "barrier".
 *
 * Lanes wait until all live lanes of their warp are there; then the warp arrives as a whole, and counts are in warps.
 */

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
    kh_report_beside(W, site, FAULT_BARRIER_DIVERGENCE, first, 0, site, w->index * LANES + l);
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

/* Lanes reach a barrier: they wait, then continue at next_pc. */
void kh_barrier_wait(kh_warp *w, uint32_t mask, uint32_t next_pc, uint32_t id, uint32_t n_threads, uint32_t pred,
                     uint32_t site, uint32_t mode, uint32_t is_aligned) {
  uint32_t n_warps = n_threads / LANES;
  if (!w->barrier_wait) {
    w->barrier_pred = w->barrier_apart = 0;
  } else {
    w->barrier_apart |= id != w->barrier_id || n_warps != w->barrier_warps || mode != w->barrier_mode ||
                        (is_aligned && w->barrier_site[kh_lowest(w->barrier_wait)] != site);
  }
  kh_wait_at(w, mask, next_pc, site);
  w->barrier_wait |= mask;
  w->barrier_pred |= pred & mask;
  w->barrier_id = id % N_BARRIERS;
  w->barrier_warps = n_warps;
  w->barrier_mode = mode;
}

/* A barrier of all threads opens while some have exited. PTX allows it ("exit": a barrier that exiting threads hold up
 * is released), and so does CUDA, also for threads of a warp (Programming Guide, "Independent Thread Scheduling": all
 * threads that have not exited must reach it). */
static void note_exited(kh_worker *W, uint32_t id) {
  kh_launch *L = W->launch;
  kh_warp *waiting = 0, *current = W->current;
  uint32_t exited = NO_SITE;
  for (uint32_t i = L->n_warps; i-- > 0;) {
    kh_warp *w = &W->warps[i];
    if (w->blocked && w->barrier_id == id) waiting = w;
    if (w->initial_live & ~w->live) exited = i * LANES + kh_lowest(w->initial_live & ~w->live);
  }
  if (!waiting || exited == NO_SITE) return;
  uint32_t lane = kh_lowest(waiting->live);
  W->current = waiting;
  kh_report_beside(W, waiting->barrier_site[lane], FAULT_EXITED_BEFORE_BARRIER, lane, 0, NO_SITE, exited);
  W->current = current;
}

void kh_open_if_complete(kh_worker *W, uint32_t id) {
  kh_launch *L = W->launch;
  kh_barrier *barrier = &W->barriers[id];
  if (!barrier->n_arrived) return;
  uint32_t expected = barrier->n_expected;
  if (!expected)
    for (uint32_t i = 0; i < L->n_warps; i++) expected += !W->warps[i].done;
  if (barrier->n_arrived < expected) return;
  if (!barrier->n_expected) note_exited(W, id);
  if (L->watch) kh_watch_barrier(W, id, 1);
  for (uint32_t i = 0; i < L->n_warps; i++) {
    kh_warp *w = &W->warps[i];
    if (w->blocked != BLOCKED_AT_BARRIER || w->barrier_id != id) continue;
    w->blocked = BLOCKED_NOT;
    w->barrier_wait = 0;
    w->barrier_popc = barrier->popc;
    w->barrier_all = barrier->all;
    w->barrier_any = barrier->any;
  }
  kh_reset_barrier(barrier);
}

/* A thread that waits at a barrier, and its site; NO_SITE for both if there is none. */
static uint32_t waiting_thread(const kh_worker *W, uint32_t id, uint32_t *site) {
  *site = NO_SITE;
  for (uint32_t i = 0; i < W->launch->n_warps; i++) {
    const kh_warp *w = &W->warps[i];
    if (!w->blocked || w->barrier_id != id) continue;
    *site = w->barrier_site[kh_lowest(w->live)];
    return i * LANES + kh_lowest(w->live);
  }
  return NO_SITE;
}

/* All live lanes of the warp wait at a barrier: count the warp in. Returns whether it must wait for others. */
uint32_t kh_arrive(kh_worker *W, kh_warp *w) {
  uint32_t first = kh_lowest(w->live), site = w->barrier_site[first], id = w->barrier_id;
  kh_barrier *barrier = &W->barriers[id];
  if (w->barrier_apart) {
    uint32_t other = first;
    for (uint32_t l = 0; l < LANES && w->barrier_site[other] == site; l++) other = w->live >> l & 1 ? l : other;
    kh_report_beside(W, site, FAULT_BARRIER_DIVERGENCE, first, 0, w->barrier_site[other], w->index * LANES + other);
  }
  uint32_t is_red = w->barrier_mode == BARRIER_RED;
  int counts_differ = barrier->n_expected != w->barrier_warps, uses_differ = barrier->is_red != is_red;
  if (barrier->n_arrived && (counts_differ || uses_differ)) {
    uint32_t other_site, other = waiting_thread(W, id, &other_site);
    uint64_t n_threads = (uint64_t)w->barrier_warps * LANES;
    if (counts_differ)
      kh_report_beside(W, site, FAULT_BARRIER_COUNTS, first,
                       kh_barrier_value(id, n_threads, (uint64_t)barrier->n_expected * LANES), other_site, other);
    if (uses_differ) kh_report_beside(W, site, FAULT_BARRIER_MIXED, first, id, other_site, other);
  }
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
  w->blocked = BLOCKED_AT_BARRIER;
  return 1;
}
