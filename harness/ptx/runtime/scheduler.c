/* The scheduler: selects the lanes to run, lets lanes wait for each other, and ends launches.
 *
 * A kernel is one generated function that runs a warp until it blocks. Every lane has its own program counter (a
 * basic-block index). While a warp is converged the function branches from block to block; otherwise it calls
 * kh_select, which runs the ready lanes with the lowest counter first (Collange's min-PC rule: it reconverges without
 * analysis if blocks have a compiler's layout). A scheduled launch never counts as converged, and schedule.c picks the
 * lanes.
 */

/* Most steps of a warp before other warps run. Blocks of a gang often wait for each other in loops, so their slice is
 * shorter. */
#define STEP_SLICE (1ull << 18)
#define GANG_STEP_SLICE (1ull << 12)

static uint64_t leave(uint32_t status) { return ((uint64_t)status << 32) | NO_PC; }

static void grant_steps(kh_worker *W, kh_warp *w) {
  uint64_t left = W->launch->step_budget + w->forgiven - w->steps_refilled;
  uint64_t slice = W->launch->gang_blocks > 1 ? GANG_STEP_SLICE : STEP_SLICE, grant = left < slice ? left : slice;
  w->steps_refilled += grant;
  w->steps += (int64_t)grant;
}

/* All lanes are stored to, so that they are stored together. */
void kh_goto(kh_warp *w, uint32_t mask, uint32_t pc) {
  for (uint32_t l = 0; l < LANES; l++) w->pc[l] = mask >> l & 1 ? pc : w->pc[l];
}

#define MERGE(T, S)                                                                                                    \
  {                                                                                                                    \
    T *restrict t = (T *)to;                                                                                           \
    const T *restrict f = (const T *)from;                                                                             \
    for (uint32_t l = 0; l < LANES; l++) t[l] ^= (t[l] ^ f[l]) & (T)(S)chosen[l];                                      \
  }

/* Moves the values of some lanes from `aside` to the registers. A slot is a register's offset, a multiple of 64, and the
 * bytes of a lane: 0 for a predicate, one word for all lanes. */
void kh_merge(kh_warp *w, const char *aside, uint32_t mask, const uint32_t *slots, uint32_t n) {
  int32_t chosen[LANES];
  if (mask == w->live) return; /* written to the registers themselves */
  for (uint32_t l = 0; l < LANES; l++) chosen[l] = -(int32_t)(mask >> l & 1);
  /* Kept from the compiler, which makes a choice between addresses of each, or masked stores: both are slow. */
  __asm__ volatile("" : : "r"(chosen) : "memory");
  for (uint32_t i = 0; i < n; i++) {
    uint32_t at = slots[i] & ~63u, bytes = slots[i] & 63;
    char *to = (char *)w->registers + at;
    const char *from = aside + at;
    if (!bytes)
      *(uint32_t *)to = (*(uint32_t *)to & ~mask) | (*(const uint32_t *)from & mask);
    else if (bytes == 4)
      MERGE(uint32_t, int32_t)
    else if (bytes == 8)
      MERGE(uint64_t, int64_t)
    else
      EACH_LANE(l, mask) __builtin_memcpy(to + l * bytes, from + l * bytes, bytes);
  }
}

/* A warp at the loop head `pc` has used up its steps, including the n of this block. Returns 0 to continue, else the
 * status to leave with. */
uint32_t kh_refill(kh_worker *W, kh_warp *w, uint32_t pc, uint32_t n, uint32_t site) {
  if (w->steps_refilled >= W->launch->step_budget + w->forgiven) {
    /* after an old test, the warp loops for another reason */
    if (w->awaited && w->steps_refilled - (uint64_t)w->steps - w->awaited_steps < W->launch->step_budget / 4) {
      uint64_t word = *(const uint64_t *)w->awaited;
      kh_report_stored(W, w->awaited_site, FAULT_MBARRIER_WAIT, w->awaited_lane, w->awaited_at, NO_SITE,
                       *arrived_at(W, w->awaited), (uint32_t)word, (uint32_t)(word >> 32));
    } else {
      kh_report(W, site, FAULT_STEP_BUDGET, kh_lowest(w->mask), 0);
    }
    kh_end_launch(W, w);
  } else if (kh_is_stopped(W)) {
    w->aborted = 1;
  }
  if (w->aborted) return STATUS_ABORTED;
  grant_steps(W, w);
  w->resting = 0;
  if (W->launch->n_warps == 1 && W->launch->gang_blocks == 1) return 0;
  /* The loop may wait for another warp of the gang. */
  kh_goto(w, w->mask, pc);
  w->steps += n;
  return STATUS_YIELDED;
}

void kh_trap(kh_worker *W, kh_warp *w, uint32_t mask, uint32_t site) {
  kh_report(W, site, FAULT_TRAP_EXECUTED, kh_lowest(mask), 0);
  kh_end_launch(W, w);
}

static uint32_t waiting_at(const kh_warp *w, uint32_t pc) { return kh_lanes_at(w, pc) & w->sync_wait; }

static int all_equal(uint32_t mask, const uint32_t *values, uint32_t value) {
  uint32_t differ = 0;
  for (uint32_t l = 0; l < LANES; l++) differ |= mask >> l & 1 ? values[l] ^ value : 0;
  return differ == 0;
}

/* The lanes that may continue because all their partners wait with them, or have exited. A bar.warp.sync may be reached
 * from several places. With `same_masks`, partners must have named the lane's mask, as PTX requires. */
static uint32_t complete_sync(const kh_warp *w, int same_masks) {
  uint32_t ready = 0, warpbar = w->sync_wait & w->sync_warpbar;
  EACH_LANE(l, w->sync_wait) {
    uint32_t wanted = w->sync_members[l] & w->live;
    int is_there = !(wanted & ~waiting_at(w, w->pc[l])) || ((warpbar >> l & 1) && !(wanted & ~warpbar));
    if (is_there && (!same_masks || all_equal(wanted, w->sync_members, w->sync_members[l]))) ready |= 1u << l;
  }
  return ready;
}

/* No lane of the warp can run, yet some wait at a .sync instruction. Lanes whose missing partners have exited may
 * continue; a partner that first passed with another mask should have come back. Next are lanes whose partners wait
 * but named other masks. If a missing partner waits for the cluster, so does the warp. Anything else is a fault, after
 * which the lanes at the lowest counter continue. Returns whether some lanes may continue. */
static int unblock_sync(kh_worker *W, kh_warp *w) {
  uint32_t released = complete_sync(w, 1), lowest = NO_PC, first = 0;
  if (!released) released = complete_sync(w, 0);
  if (!released) {
    if (w->cluster_wait) return 0;
    EACH_LANE(l, w->sync_wait) {
      if (w->pc[l] >= lowest) continue;
      lowest = w->pc[l];
      first = l;
    }
    released = waiting_at(w, lowest);
    uint32_t missing = kh_lowest(w->sync_members[first] & w->live & ~released);
    uint32_t waits = (w->sync_wait | w->barrier_wait) >> missing & 1;
    kh_report_beside(W, w->barrier_site[first], FAULT_SYNC_DEADLOCK, first, 0,
                     waits ? w->barrier_site[missing] : NO_SITE, w->index * LANES + missing);
  }
  EACH_LANE(l, released & w->sync_passed) kh_report(W, w->barrier_site[l], FAULT_SYNC_MASKS, l, w->sync_members[l]);
  w->sync_passed &= ~released;
  w->granted |= released;
  w->sync_wait &= ~released;
  return 1;
}

/* Picks the lanes to run: returns mask << 32 | pc, or leave(status). */
uint64_t kh_select(kh_worker *W, kh_warp *w) {
  uint32_t ready;
  for (;;) {
    if (w->aborted) return leave(STATUS_ABORTED);
    if (!w->live) return leave(STATUS_DONE);
    ready = w->live & ~w->barrier_wait & ~w->sync_wait & ~w->cluster_wait;
    if (ready) break;
    if (w->sync_wait && unblock_sync(W, w)) continue;
    if (w->cluster_wait) w->blocked = BLOCKED_AT_CLUSTER;
    if (w->cluster_wait || kh_arrive(W, w)) return leave(STATUS_BLOCKED);
  }
  if (w->resting) {
    if (!(ready & ~w->resting)) return leave(STATUS_YIELDED);
    ready &= ~w->resting;
  }
  if (W->launch->schedule) {
    uint32_t chosen = kh_schedule_lanes(W, w, ready);
    if (!chosen) return leave(STATUS_YIELDED);
    w->mask = chosen;
    return ((uint64_t)chosen << 32) | w->pc[kh_lowest(chosen)];
  }
  /* The lowest counter first. A lane that spins on another lane of its warp would starve it, so after a long time
   * without convergence the highest counter runs. */
  uint32_t highest_first = w->n_selects >= 65536 && (w->n_selects & 4096);
  w->n_selects++;
  uint32_t pc = w->pc[kh_lowest(ready)], mask = kh_lanes_at(w, pc);
  if (ready & ~mask) {
    pc = kh_extreme_pc(w, ready, highest_first);
    mask = kh_lanes_at(w, pc);
  }
  mask &= ready;
  w->mask = mask;
  w->split = mask != w->live;
  return ((uint64_t)mask << 32) | pc;
}

void kh_branch(kh_warp *w, uint32_t mask, uint32_t taken, uint32_t target, uint32_t fallthrough) {
  for (uint32_t l = 0; l < LANES; l++) {
    uint32_t next = taken >> l & 1 ? target : fallthrough;
    w->pc[l] = mask >> l & 1 ? next : w->pc[l];
  }
}

/* brx.idx: an index past the table is undefined in PTX; here it ends the launch. */
void kh_branch_table(kh_worker *W, kh_warp *w, uint32_t mask, const uint32_t *index, const uint32_t *table, uint32_t n,
                     uint32_t site) {
  EACH_LANE(l, mask) {
    if (index[l] < n) {
      w->pc[l] = table[index[l]];
    } else {
      kh_report(W, site, FAULT_BRANCH_TABLE, l, index[l]);
      kh_end_launch(W, w);
    }
  }
}

void kh_exit(kh_warp *w, uint32_t mask) {
  w->live &= ~mask;
  w->barrier_wait &= w->live;
  w->sync_wait &= w->live;
  w->cluster_arrived &= w->live;
}

/* The first partner of a lane with another mask than the lane's; LANES if there is none. */
static uint32_t partner_that_disagrees(uint32_t go, const uint32_t *members, uint32_t lane) {
  for (uint32_t l = 0; l < LANES; l++)
    if ((go & members[lane]) >> l & 1 && members[l] != members[lane]) return l;
  return LANES;
}

/* A .sync instruction: returns the lanes that may continue now (0: none, return through kh_select). */
uint32_t kh_warp_sync(kh_worker *W, kh_warp *w, uint32_t mask, const uint32_t *members, uint32_t pc, uint32_t site,
                      uint32_t is_warpbar) {
  uint32_t common = members[kh_lowest(mask)], is_scheduled = W->launch->schedule != 0;
  if (is_scheduled && !(mask & ~w->granted)) {
    w->granted &= ~mask;
    return mask;
  }
  if (!is_scheduled && !w->sync_wait && !w->granted && !(mask & ~common) && !(common & w->live & ~mask) &&
      all_equal(mask, members, common))
    return mask;
  uint32_t here = mask | waiting_at(w, pc), go = 0;
  /* All lanes here name one mask that contains them: they continue once all of its lanes have come. */
  uint32_t is_one_group = !w->granted && !(here & ~common) && all_equal(here, members, common);
  if (is_one_group) go = common & w->live & ~here ? 0 : here;
  for (uint32_t l = 0; l < LANES && !is_one_group; l++) {
    uint32_t bit = 1u << l;
    if (!(here & bit)) continue;
    if ((mask & ~w->granted & bit) && !(members[l] & bit)) kh_report(W, site, FAULT_SHUFFLE_MASK, l, members[l]);
    uint32_t wanted = members[l] & w->live;
    if ((w->granted & bit) || (!(wanted & ~here) && all_equal(wanted, members, members[l]))) go |= bit;
  }
  for (uint32_t l = 0; l < LANES && !is_one_group; l++) {
    uint32_t other = go >> l & 1 ? partner_that_disagrees(go, members, l) : LANES;
    if (other < LANES) kh_report_beside(W, site, FAULT_SYNC_MASKS, l, members[l], NO_SITE, w->index * LANES + other);
  }
  w->granted &= ~here;
  w->sync_passed &= ~go;
  w->sync_wait = (w->sync_wait & ~here) | (here & ~go);
  uint32_t waits = here & ~go, passed = 0;
  if (waits) {
    kh_wait_at(w, waits, pc, site);
    for (uint32_t l = 0; l < LANES; l++) {
      passed |= (uint32_t)((members[l] & go) != 0) << l;
      w->sync_members[l] = waits >> l & 1 ? members[l] : w->sync_members[l];
    }
    w->sync_passed |= passed & waits;
    w->sync_warpbar = is_warpbar ? w->sync_warpbar | waits : w->sync_warpbar & ~waits;
  }
  if (is_scheduled && is_warpbar && go) {
    if (W->launch->watch) kh_watch_warp_sync(W, go, members);
    go = kh_schedule_split(w, go, pc);
  }
  w->mask = go;
  w->split = go != w->live || is_scheduled;
  return go;
}

/* Sets the grid position of a member of the current gang. */
static void place_member(kh_worker *W, uint32_t member) {
  kh_launch *L = W->launch;
  kh_member *block = &W->members[member];
  uint64_t index = W->gang * L->gang_blocks + member, cluster = index / L->cluster_blocks;
  uint32_t rank = (uint32_t)(index % L->cluster_blocks), within = rank;
  for (uint32_t k = 0; k < 3; k++) {
    uint32_t n_clusters = L->grid[k] / L->cluster[k];
    block->ctaid[k] = (uint32_t)(cluster % n_clusters) * L->cluster[k] + within % L->cluster[k];
    cluster /= n_clusters;
    within /= L->cluster[k];
  }
  block->block = block->ctaid[0] + L->grid[0] * (block->ctaid[1] + L->grid[1] * block->ctaid[2]);
  block->rank = rank;
  block->n_running = L->n_warps;
  block->has_arrivals = block->is_waiting = block->number = block->n_turns = 0;
}

static void start_block(kh_worker *W) {
  kh_launch *L = W->launch;
  /* Uninitialised memory made visible: all ones is a NaN in every float type, and the same in every run. */
  __builtin_memset(W->shared, 0xff, L->shared_bytes);
  for (uint64_t t = 0; t < L->n_warps * LANES && L->frame_bytes; t++)
    __builtin_memset(W->local + t * L->local_bytes, 0xff, L->frame_bytes);
  for (uint32_t i = 0; i < N_BARRIERS; i++) kh_reset_barrier(&W->barriers[i]);
  if (W->mbarriers) kh_mbarrier_forget(W);
  for (uint32_t i = 0; i < L->n_warps; i++) {
    kh_warp *w = &W->warps[i];
    /* lanes that do not exist have registers, too */
    if (L->fill_registers || ~w->initial_live) __builtin_memset(w->registers, 0xff, L->register_bytes);
    w->live = w->initial_live;
    w->mask = w->live;
    w->split = w->sync_wait = w->sync_warpbar = w->sync_passed = w->granted = 0;
    w->barrier_wait = w->barrier_pred = w->barrier_apart = 0;
    w->done = w->blocked = w->aborted = w->n_selects = 0;
    w->resting = w->cluster_arrived = w->cluster_done = w->cluster_wait = 0;
    w->matrix_groups = w->is_matrix_open = 0;
    w->steps = 0;
    w->steps_refilled = w->rested = 0;
    w->awaited = 0;
    __builtin_memset(w->polled, 0, sizeof w->polled);
    w->forgiven = 0;
    grant_steps(W, w);
    for (uint32_t l = 0; l < LANES; l++) w->pc[l] = 0;
    if (W->copies) kh_copy_reset(&W->copies[i]);
  }
  if (L->schedule) kh_schedule_block(W);
  if (L->watch) kh_watch_block(W);
}

/* The barrier that a warp waits at, the threads that have reached it and those that it waits for. */
static uint64_t barrier_counts(const kh_worker *W, uint32_t id) {
  const kh_barrier *barrier = &W->barriers[id];
  uint32_t here = 0, running = 0;
  for (uint32_t i = 0; i < W->launch->n_warps; i++) {
    const kh_warp *w = &W->warps[i];
    uint32_t n = w->done ? 0 : (uint32_t)__builtin_popcount(w->live);
    running += n;
    here += w->blocked == BLOCKED_AT_BARRIER && w->barrier_id == id ? n : 0;
  }
  if (!barrier->n_expected) return kh_barrier_value(id, here, running);
  return kh_barrier_value(id, (uint64_t)barrier->n_arrived * LANES, (uint64_t)barrier->n_expected * LANES);
}

/* Reports a warp that waits at a barrier that cannot open, with another warp that waits elsewhere. */
static void report_waiting(kh_worker *W, const kh_warp *w) {
  uint32_t lane = kh_lowest(w->live), site = w->barrier_site[lane], other_site = NO_SITE, other_thread = NO_SITE;
  for (uint32_t k = 0; k < W->launch->n_warps && other_thread == NO_SITE; k++) {
    const kh_warp *other = &W->warps[k];
    if (other->done || (other->blocked != BLOCKED_AT_CLUSTER && other->barrier_id == w->barrier_id)) continue;
    other_site = other->barrier_site[kh_lowest(other->live)];
    other_thread = k * LANES + kh_lowest(other->live);
  }
  kh_report_beside(W, site, FAULT_BARRIER_DEADLOCK, lane, barrier_counts(W, w->barrier_id), other_site, other_thread);
}

static void report_deadlock(kh_worker *W) {
  for (uint32_t m = 0; m < W->launch->gang_blocks; m++) {
    if (!W->members[m].n_running) continue;
    kh_enter(W, m);
    for (uint32_t i = 0; i < W->launch->n_warps; i++) {
      kh_warp *w = &W->warps[i];
      if (w->done) continue;
      W->current = w;
      if (w->blocked == BLOCKED_AT_CLUSTER) {
        uint32_t lane = kh_lowest(w->cluster_wait);
        kh_report(W, w->barrier_site[lane], FAULT_CLUSTER_DEADLOCK, lane, 0);
      } else {
        report_waiting(W, w);
      }
    }
  }
  kh_stop_launch(W);
}

/* Runs every ready warp of the current block once. Returns whether there was one; STATUS_ABORTED if the launch ends. */
static uint32_t run_warps(kh_worker *W) {
  kh_launch *L = W->launch;
  kh_member *block = &W->members[W->member];
  uint32_t progress = 0;
  block->has_spoken = 0;
  if (L->schedule) kh_schedule_round(W);
  for (uint32_t i = 0; i < L->n_warps; i++) {
    kh_warp *w = kh_warp_at(W, i);
    if (w->done || w->blocked) continue;
    progress = 1;
    W->current = w;
    w->resting = w->has_spoken = 0;
    uint32_t status = L->kernel(W, w);
    block->has_spoken |= w->has_spoken;
    if (status == STATUS_ABORTED) return STATUS_ABORTED;
    if (W->members[W->member - W->rank].has_arrivals) kh_cluster_open_if_complete(W);
    if (status == STATUS_YIELDED) continue;
    if (status == STATUS_BLOCKED) {
      kh_open_if_complete(W, w->barrier_id);
      continue;
    }
    w->done = 1;
    block->n_running--;
    W->steps += w->steps_refilled - (uint64_t)w->steps - w->rested;
    for (uint32_t id = 0; id < N_BARRIERS; id++) kh_open_if_complete(W, id);
  }
  return progress;
}

/* Most turns of a block before each other block that runs gets one. */
#define MOST_TURNS 64
/* Most blocks that continue because an earlier one has communicated: in a large grid, all would poll after each. */
#define MOST_WOKEN 8

/* A turn of a block. Returns as run_warps. */
static uint32_t give_turn(kh_worker *W, uint32_t member, uint32_t *n_running) {
  if (W->member != member) kh_enter(W, member);
  uint32_t status = run_warps(W);
  *n_running -= !W->members[member].n_running;
  return status;
}

/* Of the running blocks that may have a turn, the last in the order of first communication; 0 if there is none. */
static kh_member *latest(const kh_worker *W, uint32_t may_wait) {
  kh_member *found = 0;
  for (uint32_t m = 0; m < W->launch->gang_blocks; m++) {
    kh_member *block = &W->members[m];
    if (!block->n_running || block->n_turns >= MOST_TURNS || (block->is_waiting && !may_wait)) continue;
    if (!found || block->number >= found->number) found = block;
  }
  return found;
}

/* A turn of a block where the latest goes on. It ends when the block communicates, unless no later one could go on. The
 * block waits if no warp of it can go on or has communicated. */
static uint32_t give_latest_turn(kh_worker *W, uint32_t member, uint32_t *n_running) {
  kh_member *block = &W->members[member];
  W->is_interrupted = !block->number || latest(W, 1) != block;
  uint32_t status = give_turn(W, member, n_running), is_eager = block->has_spoken;
  W->is_interrupted = 0;
  for (uint32_t i = 0; i < W->launch->n_warps && !is_eager; i++) {
    const kh_warp *w = &W->warps[i];
    is_eager = !w->done && !w->blocked && !w->resting;
  }
  block->is_waiting = !is_eager;
  block->n_turns++;
  if (block->has_spoken && !block->number) block->number = ++W->n_numbered;
  return status;
}

/* Runs the blocks of a gang so that later blocks overtake earlier ones. First each runs until it has communicated, such
 * as by taking a ticket. Then the last of them continues until it waits for another block; it continues again as soon
 * as another has communicated. Returns as run_warps. */
static uint32_t run_latest_first(kh_worker *W, uint32_t *n_running) {
  kh_launch *L = W->launch;
  uint64_t order = W->random;
  uint32_t n_all = *n_running, progress = 1;
  W->n_numbered = 0;
  for (uint32_t i = 0; i < L->gang_blocks; i++) {
    uint32_t m = kh_member_at(L, order, i);
    kh_member *block = &W->members[m];
    while (block->n_running && !block->number && !block->is_waiting && block->n_turns < MOST_TURNS)
      if (give_latest_turn(W, m, n_running) == STATUS_ABORTED) return STATUS_ABORTED;
  }
  while (*n_running && !(L->turns & TURNS_DRAWN && *n_running < n_all)) {
    kh_member *block = latest(W, 0);
    if (!block) { /* a new round */
      if (!progress) return 0;
      progress = 0;
      for (uint32_t m = 0; m < L->gang_blocks; m++) W->members[m].is_waiting = W->members[m].n_turns = 0;
      continue;
    }
    uint32_t status = give_latest_turn(W, (uint32_t)(block - W->members), n_running);
    if (status == STATUS_ABORTED) return STATUS_ABORTED;
    progress |= status;
    for (uint32_t m = 0; m < L->gang_blocks && block->has_spoken; m++)
      if (W->members[m].number - block->number - 1 < MOST_WOKEN) W->members[m].is_waiting = 0;
  }
  return 1;
}

/* Runs the blocks of a gang in turns until all have exited. */
static void run_gang(kh_worker *W) {
  kh_launch *L = W->launch;
  W->n_asyncs = 0;
  uint64_t n_blocks = (uint64_t)L->grid[0] * L->grid[1] * L->grid[2] - W->gang * L->gang_blocks;
  uint32_t n_running = n_blocks < L->gang_blocks ? (uint32_t)n_blocks : L->gang_blocks;
  for (uint32_t m = 0; m < L->gang_blocks; m++) {
    W->members[m].n_running = 0;
    if (m >= n_running) continue;
    place_member(W, m);
    kh_enter(W, m);
    start_block(W);
  }
  W->is_latest_first = L->turns & TURNS_LATEST;
  uint32_t progress = W->is_latest_first ? run_latest_first(W, &n_running) : 1;
  W->is_latest_first = 0;
  while (n_running && progress == 1) {
    progress = 0;
    uint64_t order = W->random;
    for (uint32_t i = 0; i < L->gang_blocks; i++) {
      uint32_t m = kh_member_at(L, order, i);
      if (!W->members[m].n_running) continue;
      uint32_t status = give_turn(W, m, &n_running);
      if (status == STATUS_ABORTED) return;
      progress |= status;
    }
  }
  if (n_running && !progress) report_deadlock(W);
}

/* The host's floating-point state is saved while kernels run: a library may have set flushing or another rounding mode.
 * FE_DFL_ENV is ((const fenv_t *)-1) in glibc and musl; no fenv_t is larger than the buffer. */
extern int fegetenv(void *);
extern int fesetenv(const void *);

/* Gives each block of a gang its part of the worker's memory. */
static void share_out(kh_worker *W) {
  kh_launch *L = W->launch;
  uint64_t shared = kh_shared_stride(L), local = (uint64_t)L->local_bytes * L->n_warps * LANES;
  for (uint32_t m = 0; m < L->gang_blocks; m++) {
    kh_member *block = &W->members[m];
    block->warps = W->warps + (uint64_t)m * L->n_warps;
    block->shared = W->shared + m * shared;
    block->local = W->local + m * local;
    block->registers = W->registers + (uint64_t)m * L->n_warps * L->register_bytes;
    block->copies = W->copies ? W->copies + (uint64_t)m * L->n_warps : 0;
    block->barriers = W->barriers + (uint64_t)m * N_BARRIERS;
    uint32_t x = 0, y = 0, z = 0;
    for (uint32_t i = 0; i < L->n_warps; i++) {
      kh_warp *w = &block->warps[i];
      uint32_t n_left = L->n_threads - i * LANES;
      w->index = i;
      w->registers = block->registers + (uint64_t)i * L->register_bytes;
      w->initial_live = n_left < LANES ? (1u << n_left) - 1 : ~0u;
      /* counted: three divisions for every thread of a launch would show */
      for (uint32_t l = 0; l < LANES; l++) {
        w->tid[0][l] = x;
        w->tid[1][l] = y;
        w->tid[2][l] = z;
        if (++x < L->block[0]) continue;
        x = 0;
        if (++y < L->block[1]) continue;
        y = 0;
        z++;
      }
    }
  }
}

/* Runs gangs until none is left; several workers may do so at once. */
void kh_run(kh_worker *W) {
  kh_launch *L = W->launch;
  uint64_t environment[16];
  fegetenv(environment);
  fesetenv((const void *)-1);
  share_out(W);
  for (;;) {
    uint64_t position = __atomic_fetch_add(&L->next_gang, 1, __ATOMIC_RELAXED);
    if (position >= L->n_gangs || position > __atomic_load_n(&L->stop_gang, __ATOMIC_RELAXED)) break;
    W->position = position;
    W->gang = kh_gang_at(L, position);
    __atomic_store_n(&W->floor, position, __ATOMIC_RELEASE);
    run_gang(W);
    kh_settle_faults(W);
    __atomic_store_n(&W->floor, position + 1, __ATOMIC_RELEASE);
  }
  if (L->watch) kh_watch_end(W);
  __atomic_store_n(&W->floor, ~0ull, __ATOMIC_RELEASE);
  fesetenv(environment);
}
