/* mbarrier objects, and the asynchronous operations that complete on them. PTX ISA 9.0, 9.7.13.15 "mbarrier".
 *
 * An asynchronous operation's addresses are checked at its issue. The operation is done when a thread tests its
 * mbarrier, no earlier: a kernel that does not wait reads the old content. (When N_ASYNCS are pending the older half is
 * done; PTX allows this order, too.)
 */

/* The 64 bits in shared memory: pending arrivals, expected arrivals, transactions (signed), phase, and a mark of two
 * bits that differs from all zeros and all ones. */
#define COUNT_BITS 20
#define MAX_COUNT ((1u << COUNT_BITS) - 1)
#define TX_BITS 21
#define PHASE_BIT 61
#define MARK_BIT 62

typedef struct {
  uint32_t pending, expected, phase;
  int32_t tx;
} kh_mbarrier;

enum kh_async_kind { ASYNC_COPY, ASYNC_STORE, ASYNC_REDUCE, ASYNC_ARRIVE, ASYNC_BULK_REDUCE, ASYNC_TENSOR };

static uint64_t marked_mbarrier(uint64_t word) {
  word &= (1ull << MARK_BIT) - 1;
  return word | (__builtin_parityll(word) ? 2ull : 1ull) << MARK_BIT;
}

static void put_mbarrier(uint8_t *at, const kh_mbarrier *b) {
  uint64_t word = b->pending | (uint64_t)b->expected << COUNT_BITS |
                  ((uint64_t)b->tx & ((1u << TX_BITS) - 1)) << 2 * COUNT_BITS | (uint64_t)b->phase << PHASE_BIT;
  *(uint64_t *)at = marked_mbarrier(word);
}

static kh_mbarrier unpacked_mbarrier(uint64_t word) {
  kh_mbarrier b = {word & MAX_COUNT, word >> COUNT_BITS & MAX_COUNT, word >> PHASE_BIT & 1, 0};
  b.tx = (int32_t)((uint32_t)(word >> 2 * COUNT_BITS) << (32 - TX_BITS)) >> (32 - TX_BITS);
  return b;
}

static uint64_t mbarrier_bit(const kh_worker *W, const uint8_t *at) {
  return (uint64_t)(at - W->members[0].shared) / 8;
}

static int is_mbarrier(const kh_worker *W, const uint8_t *at) {
  uint64_t bit = mbarrier_bit(W, at), word = *(const uint64_t *)at;
  return (W->mbarriers[bit / 8] >> bit % 8 & 1) && word == marked_mbarrier(word);
}

/* A block starts: there are no mbarriers in its shared memory. */
void kh_mbarrier_forget(kh_worker *W) {
  uint64_t bytes = kh_shared_stride(W->launch) / 64;
  __builtin_memset(W->mbarriers + bytes * W->member, 0, bytes);
}

static void watch_mbarrier(kh_worker *W, uint32_t lane, const uint8_t *at, uint32_t event, uint32_t site) {
  if (is_exact(W)) kh_exact_mbarrier(W, lane, at, event, site);
}

/* Host address of a lane's mbarrier in the gang's shared memory; 0 after a report. */
static uint8_t *place_mbarrier(kh_worker *W, uint32_t space, uint32_t lane, uint64_t address, uint32_t site,
                               int is_own) {
  uint8_t *at = kh_check_lane(W, space, lane, address, 8, site, ACCESS_ATOMIC);
  if (!at) return 0;
  if (kh_is_shared(W, at) && (!is_own || (uint64_t)(at - W->shared) < W->launch->shared_bytes)) return at;
  kh_report(W, site, FAULT_MBARRIER_PLACE, lane, address);
  return 0;
}

/* The same for one that must be valid. */
static uint8_t *find_mbarrier(kh_worker *W, uint32_t space, uint32_t lane, uint64_t address, uint32_t site,
                              int is_own) {
  uint8_t *at = place_mbarrier(W, space, lane, address, site, is_own);
  if (at && !is_mbarrier(W, at)) {
    kh_report(W, site, FAULT_MBARRIER_INVALID, lane, address);
    return 0;
  }
  return at;
}

/* Bytes that have arrived at an mbarrier in its phase. */
static uint32_t *arrived_at(const kh_worker *W, const uint8_t *at) { return &W->arrived[mbarrier_bit(W, at)]; }

static void finish_phase_if_complete(kh_worker *W, uint32_t lane, const uint8_t *at, kh_mbarrier *b, uint32_t site) {
  uint32_t *arrived = arrived_at(W, at);
  if (!b->pending && b->tx < 0)
    kh_report_pair(W, site, FAULT_MBARRIER_BYTES, lane, SHARED_WINDOW + W->slice + (uint64_t)(at - W->shared), NO_SITE,
                   *arrived, *arrived + (uint32_t)b->tx);
  if (b->pending || b->tx) return;
  *arrived = 0;
  b->phase ^= 1;
  b->pending = b->expected;
  watch_mbarrier(W, lane, at, MBARRIER_PHASE, NO_SITE);
}

static void add_transactions(kh_worker *W, uint32_t lane, const uint8_t *at, kh_mbarrier *b, int64_t n, uint32_t site) {
  int64_t sum = b->tx + n, limit = MAX_COUNT;
  if (sum < -limit || sum > limit) {
    kh_report(W, site, FAULT_MBARRIER_TX, lane, (uint64_t)n);
    return;
  }
  b->tx = (int32_t)sum;
  if (n < 0) *arrived_at(W, at) += (uint32_t)-n;
}

void kh_mbarrier_init(kh_worker *W, uint32_t mask, const uint64_t *address, const uint32_t *count, uint32_t site,
                      uint32_t space) {
  EACH_LANE(l, mask) {
    uint8_t *at = place_mbarrier(W, space, l, address[l], site, 1);
    if (!at) continue;
    if (count[l] < 1 || count[l] > MAX_COUNT) {
      kh_report(W, site, FAULT_MBARRIER_COUNT, l, count[l]);
      continue;
    }
    kh_mbarrier fresh = {count[l], count[l], 0, 0}, before = unpacked_mbarrier(*(uint64_t *)at);
    /* as every thread of a block may do at the start */
    int is_same = before.pending == count[l] && before.expected == count[l] && !before.phase && !before.tx;
    if (is_mbarrier(W, at) && !is_same) kh_report(W, site, FAULT_MBARRIER_INIT, l, address[l]);
    uint64_t bit = mbarrier_bit(W, at);
    W->mbarriers[bit / 8] |= (uint8_t)(1u << bit % 8);
    *arrived_at(W, at) = 0;
    put_mbarrier(at, &fresh);
    watch_mbarrier(W, l, at, MBARRIER_INIT, site);
  }
}

void kh_mbarrier_inval(kh_worker *W, uint32_t mask, const uint64_t *address, uint32_t site, uint32_t space) {
  EACH_LANE(l, mask) {
    uint8_t *at = find_mbarrier(W, space, l, address[l], site, 1);
    if (!at) continue;
    uint64_t bit = mbarrier_bit(W, at);
    W->mbarriers[bit / 8] &= (uint8_t)~(1u << bit % 8);
    watch_mbarrier(W, l, at, MBARRIER_INVAL, site);
  }
}

/* mbarrier.arrive and arrive_drop in all forms; `out` gets the state of the phase before. */
void kh_mbarrier_arrive(kh_worker *W, uint32_t mask, const uint64_t *address, const uint32_t *count, const uint32_t *tx,
                        uint64_t *out, uint32_t site, uint32_t space, uint32_t flags) {
  for (uint32_t l = 0; l < LANES; l++) {
    out[l] = ~0ull;
    if (!(mask >> l & 1)) continue;
    uint8_t *at = find_mbarrier(W, space, l, address[l], site, 0);
    if (!at) continue;
    out[l] = *(uint64_t *)at;
    kh_mbarrier b = unpacked_mbarrier(out[l]);
    uint32_t n = count[l];
    if (n < 1 || n > MAX_COUNT) {
      kh_report(W, site, FAULT_MBARRIER_COUNT, l, n);
      continue;
    }
    if (n > b.pending || ((flags & ARRIVE_DROPS) && n > b.expected)) {
      kh_report(W, site, FAULT_MBARRIER_ARRIVALS, l, n);
      continue;
    }
    if (flags & ARRIVE_EXPECTS) add_transactions(W, l, at, &b, tx[l], site);
    if (flags & ARRIVE_DROPS) b.expected -= n;
    b.pending -= n;
    watch_mbarrier(W, l, at, flags & ARRIVE_RELAXED ? MBARRIER_ARRIVE_RELAXED : MBARRIER_ARRIVE, site);
    if ((flags & ARRIVE_INCOMPLETE) && !b.pending && !b.tx) kh_report(W, site, FAULT_MBARRIER_COMPLETES, l, 0);
    finish_phase_if_complete(W, l, at, &b, site);
    put_mbarrier(at, &b);
  }
}

/* mbarrier.expect_tx and complete_tx */
void kh_mbarrier_transact(kh_worker *W, uint32_t mask, const uint64_t *address, const uint32_t *tx, uint32_t site,
                          uint32_t space, uint32_t is_complete) {
  EACH_LANE(l, mask) {
    uint8_t *at = find_mbarrier(W, space, l, address[l], site, 0);
    if (!at) continue;
    kh_mbarrier b = unpacked_mbarrier(*(uint64_t *)at);
    add_transactions(W, l, at, &b, is_complete ? -(int64_t)tx[l] : tx[l], site);
    if (is_complete) finish_phase_if_complete(W, l, at, &b, site);
    put_mbarrier(at, &b);
  }
}

static void reduce_async(const kh_async *a) {
  if (a->size == 4) {
    uint32_t *at = (uint32_t *)a->target;
    *at = kh_combine_32(a->op, *at, (uint32_t)a->data[0], 0, a->is_signed);
  } else {
    uint64_t *at = (uint64_t *)a->target;
    *at = kh_combine_64(a->op, *at, a->data[0], 0, a->is_signed);
  }
}

/* Completes an asynchronous operation. Faults and observers see the thread that issued it. */
static void finish_async(kh_worker *W, const kh_async *a) {
  uint32_t here = W->member;
  kh_warp *current = W->current;
  kh_enter(W, a->member);
  W->current = &W->warps[a->warp];
  if (a->kind == ASYNC_ARRIVE) {
    watch_mbarrier(W, a->lane, a->barrier, MBARRIER_COPYING, a->site);
    kh_copy_finish(W, &W->copies[a->warp], 1u << a->lane, a->order);
    watch_mbarrier(W, a->lane, a->barrier, MBARRIER_COPIED, a->site);
  } else if (a->kind == ASYNC_REDUCE)
    reduce_async(a);
  else if (a->kind == ASYNC_TENSOR)
    move_box(W, a);
  else if (a->kind == ASYNC_BULK_REDUCE)
    kh_reduce_bulk(a->target, a->source, a->size, a->op, a->element);
  else if (a->size)
    __builtin_memmove(a->target, a->kind == ASYNC_STORE ? (const uint8_t *)a->data : a->source, a->size);
  if (W->launch->watch && a->target && a->kind != ASYNC_TENSOR)
    kh_watch_async_done(W, a, a->kind == ASYNC_BULK_REDUCE ? kh_bulk_element_size(a->element) : 0);
  if (a->barrier) {
    if (!is_mbarrier(W, a->barrier)) {
      kh_report(W, a->site, FAULT_MBARRIER_INVALID, a->lane,
                SHARED_WINDOW + W->slice + (uint64_t)(a->barrier - W->shared));
    } else {
      kh_mbarrier b = unpacked_mbarrier(*(uint64_t *)a->barrier);
      if (a->kind != ASYNC_ARRIVE)
        add_transactions(W, a->lane, a->barrier, &b, -(int64_t)a->size, a->site);
      else if (b.pending)
        b.pending--;
      else
        kh_report(W, a->site, FAULT_MBARRIER_ARRIVALS, a->lane, 1);
      finish_phase_if_complete(W, a->lane, a->barrier, &b, a->site);
      put_mbarrier(a->barrier, &b);
    }
  }
  kh_enter(W, here);
  W->current = current;
}

/* Finishes the operations that complete on an mbarrier. Mostly there are none, as waiting warps test repeatedly. */
static void finish_asyncs_for(kh_worker *W, const uint8_t *barrier) {
  uint32_t first = 0;
  while (first < W->n_asyncs && W->asyncs[first].barrier != barrier) first++;
  uint32_t kept = first;
  for (uint32_t i = first; i < W->n_asyncs; i++) {
    if (W->asyncs[i].barrier == barrier)
      finish_async(W, &W->asyncs[i]);
    else
      W->asyncs[kept++] = W->asyncs[i];
  }
  W->n_asyncs = kept;
}

static kh_async *issue_async(kh_worker *W, uint32_t kind, uint32_t lane, uint8_t *barrier, uint32_t site) {
  if (W->n_asyncs == N_ASYNCS) {
    for (uint32_t i = 0; i < N_ASYNCS / 2; i++) finish_async(W, &W->asyncs[i]);
    W->n_asyncs -= N_ASYNCS / 2;
    __builtin_memmove(W->asyncs, W->asyncs + N_ASYNCS / 2, W->n_asyncs * sizeof(kh_async));
  }
  kh_async *a = &W->asyncs[W->n_asyncs++];
  __builtin_memset(a, 0, sizeof *a);
  a->kind = kind;
  a->barrier = barrier;
  a->member = W->member;
  a->warp = W->current->index;
  a->lane = lane;
  a->site = site;
  return a;
}

/* mbarrier.test_wait and try_wait: the lanes whose phase is complete. The others rest. `state` is the result of an
 * arrive, or a parity: the phase with that parity is complete when the current one has the other. */
uint32_t kh_mbarrier_test(kh_worker *W, kh_warp *w, uint32_t mask, const uint64_t *address, const uint64_t *state,
                          uint32_t site, uint32_t space, uint32_t is_parity, uint32_t is_relaxed) {
  uint32_t complete = 0;
  uint8_t *at = 0;
  uint64_t last = 0; /* the address of `at`: mostly the same in all lanes */
  EACH_LANE(l, mask) {
    if (!at || address[l] != last) {
      last = address[l];
      at = find_mbarrier(W, space, l, last, site, 1);
      if (at) finish_asyncs_for(W, at);
    }
    if (!at) {
      complete |= 1u << l; /* a fault has been reported; a loop around it may end */
      continue;
    }
    uint64_t awaited = is_parity ? state[l] & 1 : state[l] >> PHASE_BIT & 1;
    if ((*(uint64_t *)at >> PHASE_BIT & 1) == awaited) {
      w->awaited = at;
      w->awaited_at = address[l];
      w->awaited_steps = w->steps_refilled - (uint64_t)w->steps;
      w->awaited_site = site;
      w->awaited_lane = l;
      continue;
    }
    complete |= 1u << l;
    if (w->awaited == at) w->awaited = 0;
    watch_mbarrier(W, l, at, is_relaxed ? MBARRIER_WAIT_RELAXED : MBARRIER_WAIT, site);
  }
  kh_rest(w, mask & ~complete);
  return complete;
}

/* cp.async.mbarrier.arrive: an arrival once the lane's earlier cp.async are done. Without .noinc the phase expects one
 * arrival more. */
void kh_mbarrier_arrive_copies(kh_worker *W, uint32_t mask, const uint64_t *address, uint32_t site, uint32_t space,
                               uint32_t is_counted) {
  const kh_copies *copies = &W->copies[W->current->index];
  EACH_LANE(l, mask) {
    uint8_t *at = find_mbarrier(W, space, l, address[l], site, 1);
    if (!at) continue;
    if (!is_counted) {
      kh_mbarrier b = unpacked_mbarrier(*(uint64_t *)at);
      if (b.pending == MAX_COUNT) {
        kh_report(W, site, FAULT_MBARRIER_COUNT, l, b.pending + 1ull);
        continue;
      }
      b.pending++;
      put_mbarrier(at, &b);
    }
    issue_async(W, ASYNC_ARRIVE, l, at, site)->order = copies->n_issued;
    watch_mbarrier(W, l, at, MBARRIER_ASYNC, site);
  }
}

/* Reports to racecheck at most 16 bytes that a lane's asynchronous operation reads or writes. Counters ignore them,
 * because they are not a warp-level request; shadows move at the end of the operation. */
static void announce_async(kh_worker *W, uint32_t space, uint32_t access, uint32_t lane, uint64_t address, uint8_t *at,
                           const void *from, uint32_t size, uint32_t site) {
  uint64_t addresses[LANES], data[2 * LANES] = {0};
  uint8_t *where[LANES];
  addresses[lane] = address;
  where[lane] = at;
  if (size == 4) {
    __builtin_memcpy((uint32_t *)data + lane, from, 4);
  } else {
    for (uint32_t k = 0; k < size / 8; k++) __builtin_memcpy(&data[k * LANES + lane], (const uint8_t *)from + 8 * k, 8);
  }
  const void *stored = access == ACCESS_WRITE ? data : 0;
  uint32_t width = size < 8 ? size : 8;
  kh_access seen = {space, access, 1u << lane, size, width, site, addresses, where, 0, 0, stored, W->slice};
  kh_exact_async(W, &seen);
}

/* st.async and red.async of `count` elements of `width` bytes per lane, 16 bytes at most. `op` is ~0 for a store, else
 * enum kh_atomic. */
void kh_async_store(kh_worker *W, uint32_t mask, const uint64_t *address, const uint8_t *values,
                    const uint64_t *barrier, uint32_t width, uint32_t count, uint32_t site, uint32_t space, uint32_t op,
                    uint32_t is_signed) {
  uint32_t size = width * count;
  EACH_LANE(l, mask) {
    uint32_t access = op == ~0u ? ACCESS_WRITE : ACCESS_ATOMIC;
    uint8_t *to = kh_check_lane(W, space, l, address[l], size, site, access);
    uint8_t *at = find_mbarrier(W, space, l, barrier[l], site, 0);
    if (!to || !at) continue;
    if (!kh_is_shared(W, to)) {
      kh_report(W, site, FAULT_OOB_WRITE, l, address[l]);
      continue;
    }
    uint64_t data[2] = {0, 0};
    for (uint32_t k = 0; k < count; k++)
      __builtin_memcpy((uint8_t *)data + k * width, values + (k * LANES + l) * width, width);
    if (is_exact(W)) announce_async(W, space, access, l, address[l], to, data, size, site);
    kh_async *a = issue_async(W, op == ~0u ? ASYNC_STORE : ASYNC_REDUCE, l, at, site);
    a->target = to;
    a->size = size;
    a->op = op;
    a->is_signed = is_signed;
    a->data[0] = data[0];
    a->data[1] = data[1];
    watch_mbarrier(W, l, at, MBARRIER_ASYNC, site);
  }
}

/* Checks a range by its 16-byte pieces; returns its host address, or 0 after a report of the first bad piece. */
static uint8_t *check_bulk_range(kh_worker *W, uint32_t space, uint32_t lane, uint64_t address, uint32_t size,
                                 uint32_t site, uint32_t access) {
  uint8_t *first = 0;
  for (uint32_t k = 0; k < size; k += 16) {
    uint8_t *at = kh_check_lane(W, space, lane, address + k, 16, site, access);
    if (!at) return 0;
    if (!k) first = at;
  }
  return first;
}

/* cp.async.bulk and cp.reduce.async.bulk of a lane's range. `op` is ~0 for a copy, else enum kh_atomic. It completes on
 * an mbarrier or, where `barrier` is 0, as part of a bulk group. With `ranks` it goes to the same place in the shared
 * memory of each of these blocks of the cluster. */
void kh_copy_bulk(kh_worker *W, uint32_t mask, const uint64_t *to, const uint64_t *from, const uint32_t *size,
                  const uint64_t *barrier, const uint32_t *ranks, uint32_t to_space, uint32_t from_space, uint32_t site,
                  uint32_t from_site, uint32_t op, uint32_t element) {
  uint32_t access = op == ~0u ? ACCESS_WRITE : ACCESS_ATOMIC;
  EACH_LANE(l, mask) {
    if (size[l] % 16) {
      kh_report(W, site, FAULT_BULK_SIZE, l, size[l]);
      continue;
    }
    uint64_t began = is_exact(W) ? kh_exact_time(W) : 0;
    uint8_t *source = check_bulk_range(W, from_space, l, from[l], size[l], from_site, ACCESS_READ);
    if (!source && size[l]) continue;
    if (is_exact(W) && from_space == SPACE_SHARED && size[l]) kh_exact_proxy_read(W, l, source, size[l], from_site);
    for (uint32_t rank = 0; rank < (ranks ? 16u : 1u); rank++) {
      uint64_t target = to[l], at_target = barrier ? barrier[l] : 0;
      if (ranks) {
        if (!(ranks[l] >> rank & 1)) continue;
        uint64_t slice = W->launch->has_slices ? (uint64_t)rank << SLICE_BITS : 0;
        target = (target & (SLICE_BYTES - 1)) | slice;
        at_target = (at_target & (SLICE_BYTES - 1)) | slice;
      }
      uint8_t *at = barrier ? find_mbarrier(W, SPACE_CLUSTER, l, at_target, site, 0) : 0;
      uint8_t *where = check_bulk_range(W, to_space, l, target, size[l], site, access);
      if ((barrier && !at) || (!where && size[l])) continue;
      for (uint32_t k = 0; is_exact(W) && k < size[l]; k += 16) {
        announce_async(W, from_space, ACCESS_READ, l, from[l] + k, source + k, source + k, 16, from_site);
        announce_async(W, to_space, access, l, target + k, where + k, source + k, 16, site);
      }
      kh_async *a = issue_async(W, op == ~0u ? ASYNC_COPY : ASYNC_BULK_REDUCE, l, at, site);
      a->op = op;
      a->element = element;
      a->target = where;
      a->source = source;
      a->size = size[l];
      a->data[0] = from[l];
      a->data[1] = from_site;
      a->began = began;
      a->order = W->copies[W->current->index].n_bulk_groups[l];
      if (at) watch_mbarrier(W, l, at, MBARRIER_ASYNC, site);
    }
  }
}

/* cp.async.bulk.commit_group */
void kh_bulk_commit(kh_worker *W, uint32_t mask) {
  for (uint32_t l = 0; l < LANES; l++) W->copies[W->current->index].n_bulk_groups[l] += mask >> l & 1;
}

/* cp.async.bulk.wait_group: all but each lane's n_pending last groups are done. */
void kh_bulk_wait(kh_worker *W, uint32_t mask, uint32_t n_pending) {
  uint64_t pending[LANES] = {0};
  const kh_copies *copies = &W->copies[W->current->index];
  uint32_t kept = 0, warp = W->current->index;
  for (uint32_t i = 0; i < W->n_asyncs; i++) {
    const kh_async *a = &W->asyncs[i];
    int is_mine = !a->barrier && a->member == W->member && a->warp == warp && (mask >> a->lane & 1);
    if (is_mine && copies->n_bulk_groups[a->lane] - a->order > n_pending)
      finish_async(W, a);
    else {
      if (is_mine && !pending[a->lane]) pending[a->lane] = a->began;
      W->asyncs[kept++] = *a;
    }
  }
  W->n_asyncs = kept;
  EACH_LANE(l, mask)
    if (is_exact(W)) kh_exact_bulk_waited(W, l, pending[l]);
}
