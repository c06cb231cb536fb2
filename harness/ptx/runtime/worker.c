/* Operations on a worker that all parts of the runtime share: report faults and suspicions, end the launch, let lanes
 * rest, and switch blocks. */

static void add_fault(kh_faults *to, uint32_t index, const kh_fault *fault) {
  kh_fault *sum = &to->table[index];
  if (sum->count) {
    sum->count += fault->count;
    return;
  }
  *sum = *fault;
  to->seen[to->n_seen++] = index;
}

void kh_report_pair(kh_worker *W, uint32_t site, uint32_t kind, uint32_t lane, uint64_t address, uint32_t other_site,
                    uint32_t other_block, uint32_t other_thread) {
  kh_fault fault = {1,          address,     W->block,     W->current->index * LANES + lane,
                    other_site, other_block, other_thread, NO_SITE};
  add_fault(&W->faults, site * N_FAULT_KINDS + kind, &fault);
}

void kh_report(kh_worker *W, uint32_t site, uint32_t kind, uint32_t lane, uint64_t address) {
  kh_report_pair(W, site, kind, lane, address, NO_SITE, W->block, NO_SITE);
}

/* With a second thread of the same block. */
void kh_report_beside(kh_worker *W, uint32_t site, uint32_t kind, uint32_t lane, uint64_t value, uint32_t other_site,
                      uint32_t other_thread) {
  kh_report_pair(W, site, kind, lane, value, other_site, W->block, other_thread);
}

/* A use of an undefined value of `other_site` that came from a thread's store to shared memory. */
void kh_report_stored(kh_worker *W, uint32_t site, uint32_t kind, uint32_t lane, uint64_t address, uint32_t other_site,
                      uint32_t store_site, uint32_t store_block, uint32_t store_thread) {
  uint32_t thread = W->current->index * LANES + lane;
  kh_fault fault = {1, address, W->block, thread, other_site, store_block, store_thread, store_site};
  add_fault(&W->faults, site * N_FAULT_KINDS + kind, &fault);
}

/* A launch ends early at the first gang with a fatal fault. Earlier gangs still finish, so that the report does not
 * depend on the workers' speed. */
void kh_stop_launch(kh_worker *W) {
  uint64_t seen = __atomic_load_n(&W->launch->stop_gang, __ATOMIC_RELAXED);
  while (W->position < seen && !__atomic_compare_exchange_n(&W->launch->stop_gang, &seen, W->position, 0,
                                                            __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
}

int kh_is_stopped(kh_worker *W) { return W->position > __atomic_load_n(&W->launch->stop_gang, __ATOMIC_RELAXED); }

void kh_end_launch(kh_worker *W, kh_warp *w) {
  kh_stop_launch(W);
  w->aborted = 1;
}

void kh_suspect(kh_worker *W, uint32_t watch) { __atomic_fetch_or(&W->launch->suspects, watch, __ATOMIC_RELAXED); }

extern int usleep(uint32_t);

/* Adds a gang's faults to the launch's faults, after all earlier gangs, unless one of these ended the launch. The
 * result is the same as if the gangs ran one after another. */
void kh_settle_faults(kh_worker *W) {
  kh_launch *L = W->launch;
  if (!W->faults.n_seen) return;
  for (uint64_t i = 0; i < L->n_workers; i++) {
    kh_worker *other = L->workers[i];
    uint32_t wait_us = 1;
    while (other != W && __atomic_load_n(&other->floor, __ATOMIC_ACQUIRE) <= W->position && !kh_is_stopped(W)) {
      usleep(wait_us);
      wait_us = wait_us < 500 ? 2 * wait_us : wait_us;
    }
  }
  int counts = !kh_is_stopped(W);
  for (uint64_t i = 0; i < W->faults.n_seen; i++) {
    kh_fault *fault = &W->faults.table[W->faults.seen[i]];
    if (counts) add_fault(&L->faults, W->faults.seen[i], fault);
    fault->count = 0;
  }
  W->faults.n_seen = 0;
}

/* Steps charged for resting once, so that an endless wait ends. Less than any time slice: waiting for a running warp
 * costs less than that warp's work. */
#define REST_STEPS 256

/* Lanes wait at an instruction, to continue at `pc`. All lanes are stored to, so that they are stored together. */
void kh_wait_at(kh_warp *w, uint32_t mask, uint32_t pc, uint32_t site) {
  for (uint32_t l = 0; l < LANES; l++) w->pc[l] = mask >> l & 1 ? pc : w->pc[l];
  for (uint32_t l = 0; l < LANES; l++) w->barrier_site[l] = mask >> l & 1 ? site : w->barrier_site[l];
}

/* Charges a warp's budget for work that its instructions alone do not bound. */
void kh_charge(kh_warp *w, uint64_t steps) {
  w->steps -= (int64_t)steps;
  w->rested += steps;
}

/* Lanes let other lanes of the gang run first, including lanes of their own warp. */
void kh_rest(kh_warp *w, uint32_t lanes) {
  if (!lanes) return;
  w->resting |= lanes;
  kh_charge(w, REST_STEPS);
}

/* Lanes may have communicated: written to memory or read something new, by an atomic or a strong access. In global
 * memory this ends the turn of a block before which later blocks go. */
void kh_speak(kh_worker *W, uint32_t mask, const uint64_t *address) {
  if (mask && address[kh_lowest(mask)] >= FUNCTION_BASE) W->current->has_spoken = 1;
}

/* The same as kh_rest for a lane that polls in vain. */
#define POLL_STEPS 32

/* Strong loads, and atomics that changed nothing, gave `count` values of `size` bytes to each lane of a mask. A lane
 * that gets the value of one of its last two reads again waits for another thread: it rests. If all lanes do, the
 * warp's turn ends at the next head of a loop. */
void kh_poll(kh_worker *W, uint32_t mask, const uint64_t *address, const void *values, uint32_t size, uint32_t count,
             uint32_t site) {
  kh_warp *w = W->current;
  uint32_t vain = 0;
  for (uint32_t left = mask; left; left &= left - 1) {
    uint32_t l = kh_lowest(left);
    uint64_t seen = kh_mix(address[l] + site);
    for (uint32_t k = 0; k < count; k++) {
      uint64_t parts[2] = {0, 0};
      __builtin_memcpy(parts, (const uint8_t *)values + (uint64_t)(k * LANES + l) * size, size);
      seen = kh_mix(seen ^ parts[0]) + parts[1];
    }
    vain |= (uint32_t)(seen == w->polled[0][l] || seen == w->polled[1][l]) << l;
    w->polled[1][l] = w->polled[0][l];
    w->polled[0][l] = seen;
  }
  kh_speak(W, mask & ~vain, address);
  if (!vain) return;
  w->resting |= vain;
  kh_charge(w, POLL_STEPS);
  if ((w->live & ~vain) || w->steps <= 0) return;
  w->steps_refilled -= (uint64_t)w->steps;
  w->steps = 0;
}

/* Switches to another block of the gang. */
void kh_enter(kh_worker *W, uint32_t member) {
  const kh_member *block = &W->members[member];
  W->warps = block->warps;
  W->shared = block->shared;
  W->local = block->local;
  W->registers = block->registers;
  W->copies = block->copies;
  W->barriers = block->barriers;
  for (uint32_t k = 0; k < 3; k++) W->ctaid[k] = block->ctaid[k];
  W->block = block->block;
  W->rank = block->rank;
  W->member = member;
  W->slice = W->launch->has_slices ? block->rank << SLICE_BITS : 0;
}
