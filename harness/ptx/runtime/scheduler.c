/* Which lanes run next, which wait, when a barrier opens, and when a launch ends.
 *
 * A kernel is one generated function: "run this warp until it blocks". Every lane has its own program counter (a
 * basic-block index). While a warp is converged the function branches from block to block by itself; otherwise it
 * comes back to kh_select, which runs the ready lanes with the lowest counter first (Collange's min-PC rule: it
 * reconverges without analysis when blocks are laid out as compilers do).
 */
#include "runtime.h"

#define STEP_SLICE (1ll << 18)
#define NO_PC 0xffffffffu

static uint64_t leave(uint32_t status) { return ((uint64_t)status << 32) | NO_PC; }
static uint32_t lowest(uint32_t mask) { return (uint32_t)__builtin_ctz(mask); }

void kh_report(kh_worker *W, uint32_t site, uint32_t kind, uint32_t lane, uint64_t address) {
  kh_fault *fault = &W->faults[(uint64_t)site * N_FAULT_KINDS + kind];
  if (fault->count++ == 0) {
    fault->address = address;
    fault->block = W->block;
    fault->thread = W->current ? W->current->index * LANES + lane : 0;
  }
}

/* A launch ends early at the lowest block that has to be ended; blocks before it still finish, so that what is
 * reported does not depend on which worker was faster. */
static void stop_launch(kh_worker *W) {
  uint64_t seen = __atomic_load_n(&W->launch->stop_block, __ATOMIC_RELAXED);
  while (W->block < seen &&
         !__atomic_compare_exchange_n(&W->launch->stop_block, &seen, W->block, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
}

static int is_stopped(kh_worker *W) {
  return W->block > __atomic_load_n(&W->launch->stop_block, __ATOMIC_RELAXED);
}

/* Called when a warp's slice of steps is used up; returns whether the warp must end. */
uint32_t kh_refill(kh_worker *W, kh_warp *w, uint32_t site) {
  w->steps_refilled += STEP_SLICE;
  w->steps += STEP_SLICE;
  if (w->steps_refilled > W->launch->step_budget) {
    kh_report(W, site, FAULT_STEP_BUDGET, lowest(w->mask ? w->mask : 1), 0);
    stop_launch(W);
    w->aborted = 1;
  } else if (is_stopped(W)) {
    w->aborted = 1;
  }
  return w->aborted;
}

void kh_trap(kh_worker *W, kh_warp *w, uint32_t mask, uint32_t site) {
  kh_report(W, site, FAULT_TRAP, lowest(mask), 0);
  stop_launch(W);
  w->aborted = 1;
}

/* All live lanes of the warp stand at a CTA barrier: count the warp in. */
static void arrive(kh_worker *W, kh_warp *w) {
  uint32_t first = lowest(w->live);
  for (uint32_t l = first + 1; l < LANES; l++) {
    if ((w->live >> l & 1) && w->barrier_site[l] != w->barrier_site[first]) {
      kh_report(W, w->barrier_site[first], FAULT_BARRIER_DIVERGENCE, first, 0);
      break;
    }
  }
  kh_barrier *barrier = &W->barriers[w->barrier_id];
  uint32_t count = (uint32_t)__builtin_popcount(w->barrier_pred & w->live);
  barrier->n_arrived++;
  barrier->n_expected = w->barrier_warps;
  barrier->popc += count;
  barrier->any |= count != 0;
  barrier->all &= (w->barrier_pred & w->live) == w->live;
  w->blocked = 1;
}

/* No lane of the warp can run, yet some wait at a .sync instruction for lanes that do not come. A bar.warp.sync may
 * be met from several places; anything else is a fault, after which the waiting lanes go on as they are. */
static void unblock_sync(kh_worker *W, kh_warp *w) {
  uint32_t first = lowest(w->sync_wait), pc = NO_PC;
  for (uint32_t l = 0; l < LANES; l++)
    if ((w->sync_wait >> l & 1) && w->pc[l] < pc) {
      pc = w->pc[l];
      first = l;
    }
  uint32_t at_warpbar = w->sync_wait & w->sync_warpbar;
  uint32_t wanted = w->sync_members[first] & w->live;
  uint32_t released = 0;
  if ((at_warpbar >> first & 1) && (wanted & ~at_warpbar) == 0) {
    released = wanted;
  } else {
    for (uint32_t l = 0; l < LANES; l++)
      if ((w->sync_wait >> l & 1) && w->pc[l] == pc) released |= 1u << l;
    kh_report(W, w->barrier_site[first], FAULT_SYNC_DEADLOCK, first, 0);
  }
  w->granted |= released;
  w->sync_wait &= ~released;
}

/* Picks the lanes to run: returns mask << 32 | pc, or leave(status). */
uint64_t kh_select(kh_worker *W, kh_warp *w) {
  if (w->aborted) return leave(STATUS_ABORTED);
  if (!w->live) return leave(STATUS_DONE);
  uint32_t ready = w->live & ~w->barrier_wait & ~w->sync_wait;
  if (!ready) {
    if (!(w->sync_wait & w->live)) {
      arrive(W, w);
      return leave(STATUS_BLOCKED);
    }
    unblock_sync(W, w);
    ready = w->live & ~w->barrier_wait & ~w->sync_wait;
  }
  /* The lowest counter first; a lane that spins on another lane of its own warp would starve it, so after a long
   * time without convergence the highest counter gets its turn. */
  uint32_t highest_first = w->n_selects >= 65536 && (w->n_selects & 4096);
  w->n_selects++;
  uint32_t pc = highest_first ? 0 : NO_PC;
  for (uint32_t l = 0; l < LANES; l++) {
    if (!(ready >> l & 1)) continue;
    if (highest_first ? w->pc[l] >= pc : w->pc[l] < pc) pc = w->pc[l];
  }
  uint32_t mask = 0;
  for (uint32_t l = 0; l < LANES; l++) mask |= (uint32_t)(w->pc[l] == pc) << l;
  mask &= ready;
  w->mask = mask;
  w->split = mask != w->live;
  return ((uint64_t)mask << 32) | pc;
}

void kh_goto(kh_warp *w, uint32_t mask, uint32_t pc) {
  for (uint32_t l = 0; l < LANES; l++)
    if (mask >> l & 1) w->pc[l] = pc;
}

void kh_branch(kh_warp *w, uint32_t mask, uint32_t taken, uint32_t target, uint32_t fallthrough) {
  for (uint32_t l = 0; l < LANES; l++)
    if (mask >> l & 1) w->pc[l] = taken >> l & 1 ? target : fallthrough;
}

/* brx.idx: an index past the table is undefined in PTX; here it ends the lane's launch as a trap. */
void kh_branch_table(kh_worker *W, kh_warp *w, uint32_t mask, const uint32_t *index, const uint32_t *table, uint32_t n,
                     uint32_t site) {
  for (uint32_t l = 0; l < LANES; l++) {
    if (!(mask >> l & 1)) continue;
    if (index[l] < n) {
      w->pc[l] = table[index[l]];
    } else {
      kh_trap(W, w, 1u << l, site);
    }
  }
}

void kh_exit(kh_warp *w, uint32_t mask) {
  w->live &= ~mask;
  w->barrier_wait &= w->live;
  w->sync_wait &= w->live;
}

/* A .sync instruction: which of the lanes may go on now (0: none, come back through kh_select). */
uint32_t kh_warp_sync(kh_worker *W, kh_warp *w, uint32_t mask, const uint32_t *members, uint32_t pc, uint32_t site,
                      uint32_t is_warpbar) {
  uint32_t here = mask, go = 0;
  for (uint32_t l = 0; l < LANES; l++)
    if ((w->sync_wait >> l & 1) && w->pc[l] == pc) here |= 1u << l;
  for (uint32_t l = 0; l < LANES; l++) {
    uint32_t bit = 1u << l;
    if (!(here & bit)) continue;
    if (!(members[l] & bit)) kh_report(W, site, FAULT_SHUFFLE_MASK, l, members[l]);
    if ((w->granted & bit) || ((members[l] & w->live) & ~here) == 0) go |= bit;
  }
  w->granted &= ~here;
  w->sync_wait = (w->sync_wait & ~here) | (here & ~go);
  for (uint32_t l = 0; l < LANES; l++) {
    if (!((here & ~go) >> l & 1)) continue;
    w->pc[l] = pc;
    w->sync_members[l] = members[l];
    w->barrier_site[l] = site;
    w->sync_warpbar = is_warpbar ? w->sync_warpbar | 1u << l : w->sync_warpbar & ~(1u << l);
  }
  w->mask = go;
  w->split = go != w->live;
  return go;
}

/* A CTA barrier: the lanes wait, to go on at next_pc. */
void kh_barrier_wait(kh_warp *w, uint32_t mask, uint32_t next_pc, uint32_t id, uint32_t n_threads, uint32_t pred,
                     uint32_t site) {
  for (uint32_t l = 0; l < LANES; l++)
    if (mask >> l & 1) {
      w->pc[l] = next_pc;
      w->barrier_site[l] = site;
    }
  if (!w->barrier_wait) w->barrier_pred = 0;
  w->barrier_wait |= mask;
  w->barrier_pred |= pred & mask;
  w->barrier_id = id % N_BARRIERS;
  w->barrier_warps = n_threads / LANES;
}

static void reset_barrier(kh_barrier *barrier) {
  barrier->n_arrived = barrier->n_expected = barrier->popc = barrier->any = 0;
  barrier->all = 1;
}

static void open_if_complete(kh_worker *W, uint32_t id) {
  kh_launch *L = W->launch;
  kh_barrier *barrier = &W->barriers[id];
  if (!barrier->n_arrived) return;
  uint32_t expected = barrier->n_expected;
  if (!expected)
    for (uint32_t i = 0; i < L->n_warps; i++) expected += !W->warps[i].done;
  if (barrier->n_arrived < expected) return;
  for (uint32_t i = 0; i < L->n_warps; i++) {
    kh_warp *w = &W->warps[i];
    if (!w->blocked || w->barrier_id != id) continue;
    w->blocked = 0;
    w->barrier_wait = 0;
    w->barrier_popc = barrier->popc;
    w->barrier_all = barrier->all;
    w->barrier_any = barrier->any;
  }
  reset_barrier(barrier);
}

/* bar.arrive: the warp counts as arrived and goes on. */
void kh_barrier_arrive(kh_worker *W, uint32_t id, uint32_t n_threads) {
  kh_barrier *barrier = &W->barriers[id % N_BARRIERS];
  barrier->n_arrived++;
  barrier->n_expected = n_threads / LANES;
  open_if_complete(W, id % N_BARRIERS);
}

static void start_block(kh_worker *W) {
  kh_launch *L = W->launch;
  uint64_t plane = (uint64_t)L->grid[0] * L->grid[1];
  W->ctaid[0] = (uint32_t)(W->block % L->grid[0]);
  W->ctaid[1] = (uint32_t)(W->block / L->grid[0] % L->grid[1]);
  W->ctaid[2] = (uint32_t)(W->block / plane);
  /* Undefined content made visible: all ones is a NaN in every float type, and the same in every run. */
  __builtin_memset(W->shared, 0xff, L->shared_bytes);
  __builtin_memset(W->local, 0xff, (uint64_t)L->local_bytes * L->n_warps * LANES);
  for (uint32_t i = 0; i < N_BARRIERS; i++) reset_barrier(&W->barriers[i]);
  for (uint32_t i = 0; i < L->n_warps; i++) {
    kh_warp *w = &W->warps[i];
    w->live = w->initial_live;
    w->mask = w->live;
    w->split = w->sync_wait = w->sync_warpbar = w->granted = w->barrier_wait = w->barrier_pred = 0;
    w->done = w->blocked = w->aborted = w->n_selects = 0;
    w->steps = STEP_SLICE;
    w->steps_refilled = STEP_SLICE;
    for (uint32_t l = 0; l < LANES; l++) w->pc[l] = 0;
  }
}

static void run_block(kh_worker *W) {
  kh_launch *L = W->launch;
  start_block(W);
  uint32_t n_running = L->n_warps;
  while (n_running) {
    uint32_t progress = 0;
    for (uint32_t i = 0; i < L->n_warps; i++) {
      kh_warp *w = &W->warps[i];
      if (w->done || w->blocked) continue;
      progress = 1;
      W->current = w;
      uint32_t status = L->kernel(W, w);
      if (status == STATUS_ABORTED) return;
      if (status == STATUS_BLOCKED) {
        open_if_complete(W, w->barrier_id);
        continue;
      }
      w->done = 1;
      n_running--;
      W->steps += w->steps_refilled - (uint64_t)w->steps;
      for (uint32_t id = 0; id < N_BARRIERS; id++) open_if_complete(W, id);
    }
    if (!progress) {
      for (uint32_t i = 0; i < L->n_warps; i++) {
        kh_warp *w = &W->warps[i];
        if (w->done) continue;
        W->current = w;
        kh_report(W, w->barrier_site[lowest(w->live)], FAULT_BARRIER_DEADLOCK, lowest(w->live), 0);
      }
      stop_launch(W);
      return;
    }
  }
}

/* Runs blocks until none is left; several workers may do so at once. */
void kh_run(kh_worker *W) {
  kh_launch *L = W->launch;
  for (uint32_t i = 0; i < L->n_warps; i++) {
    kh_warp *w = &W->warps[i];
    w->index = i;
    w->registers = W->registers + (uint64_t)i * L->register_bytes;
    w->initial_live = 0;
    for (uint32_t l = 0; l < LANES; l++) {
      uint32_t t = i * LANES + l;
      w->tid[0][l] = t % L->block[0];
      w->tid[1][l] = t / L->block[0] % L->block[1];
      w->tid[2][l] = t / (L->block[0] * L->block[1]);
      w->initial_live |= (uint32_t)(t < L->n_threads) << l;
    }
  }
  for (;;) {
    uint64_t block = __atomic_fetch_add(&L->next_block, 1, __ATOMIC_RELAXED);
    if (block >= L->n_blocks || block > __atomic_load_n(&L->stop_block, __ATOMIC_RELAXED)) return;
    W->block = (uint32_t)block;
    run_block(W);
  }
}

/* Sizes and offsets that the host's mirror of the structures must have. */
void kh_abi(uint64_t *out) {
  uint64_t facts[] = {sizeof(kh_alloc),
                      sizeof(kh_fault),
                      sizeof(kh_launch),
                      sizeof(kh_warp),
                      sizeof(kh_worker),
                      offsetof(kh_launch, stop_block),
                      offsetof(kh_warp, registers),
                      offsetof(kh_warp, n_selects),
                      offsetof(kh_worker, barriers),
                      N_FAULT_KINDS};
  __builtin_memcpy(out, facts, sizeof facts);
}
