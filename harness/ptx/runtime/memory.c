/* Loads, stores, atomics and copies of a whole warp, each lane checked before memory is touched.
 *
 * A lane with a bad address is reported and skipped: its load gives all ones (a NaN in every float type), its store
 * does nothing. Parameters and constants are never written, and atomics reach global and shared memory only. Stores of
 * several lanes to one address leave the highest lane's value.
 */

enum { FOUND_NOTHING, FOUND_RANGE, FOUND_EXITED, FOUND_INPUT };

/* The same as find_range for an address in the shared memory of another block of the cluster, which must still run. */
static int find_peer(kh_worker *W, uint64_t *address, uint64_t *high, uint64_t *host) {
  kh_launch *L = W->launch;
  uint64_t rank = *address >> SLICE_BITS;
  if (!L->has_slices || rank >= L->cluster_blocks) return FOUND_NOTHING;
  const kh_member *peer = &W->members[W->member - W->rank + rank];
  *address &= SLICE_BYTES - 1;
  *high = L->shared_bytes;
  *host = (uint64_t)peer->shared;
  return peer->n_running ? FOUND_RANGE : FOUND_EXITED;
}

/* Finds the range [*low, *high) of an address in a space, and the distance *host to host addresses. Subtracts the start
 * of a window or slice from the address. Returns FOUND_NOTHING if the access is not allowed. */
static int find_range(kh_worker *W, uint32_t space, uint32_t access, uint32_t lane, uint64_t *address, uint64_t *low,
                      uint64_t *high, uint64_t *host) {
  kh_launch *L = W->launch;
  int is_generic = space == SPACE_GENERIC;
  if (is_generic) space = kh_leave_window(address);
  *low = 0;
  switch (space) {
    case SPACE_CLUSTER:
      if ((*address ^ W->slice) >= SLICE_BYTES) return find_peer(W, address, high, host);
      /* fall through */
    case SPACE_SHARED:
      if ((*address ^ W->slice) < SLICE_BYTES) *address ^= W->slice;
      *high = L->shared_bytes;
      *host = (uint64_t)W->shared;
      return FOUND_RANGE;
    case SPACE_LOCAL:
      *high = L->local_bytes;
      *host = (uint64_t)W->local + (uint64_t)L->local_bytes * (W->current->index * LANES + lane);
      return access != ACCESS_ATOMIC;
    case SPACE_PARAM:
      *high = L->param_bytes;
      *host = (uint64_t)L->params;
      return access == ACCESS_READ;
    default: {
      const kh_alloc *alloc = kh_find_alloc(W, *address);
      if (!alloc || (!is_generic && (alloc->is_const == ALLOC_CONST) != (space == SPACE_CONST))) return FOUND_NOTHING;
      if (alloc->is_const == ALLOC_CONST && access != ACCESS_READ) return FOUND_NOTHING;
      *low = alloc->low;
      *high = alloc->high;
      *host = (uint64_t)alloc->host - alloc->base;
      return alloc->is_input && access != ACCESS_READ ? FOUND_INPUT : FOUND_RANGE;
    }
  }
}

/* The host address of one lane's access, or 0 after a report. */
uint8_t *kh_check_lane(kh_worker *W, uint32_t space, uint32_t lane, uint64_t address, uint32_t size, uint32_t site,
                       uint32_t access) {
  uint64_t low, high, host, at = address;
  int found = find_range(W, space, access, lane, &at, &low, &high, &host);
  if (at & (size - 1)) {
    kh_report(W, site, FAULT_MISALIGNED, lane, address);
    return 0;
  }
  if (!found || at < low || at >= high || high - at < size) {
    kh_report(W, site, access == ACCESS_READ ? FAULT_OOB_READ : FAULT_OOB_WRITE, lane, address);
    return 0;
  }
  if (found == FOUND_EXITED) {
    kh_report(W, site, access == ACCESS_READ ? FAULT_EXITED_READ : FAULT_EXITED_WRITE, lane, address);
    return 0;
  }
  if (found == FOUND_INPUT) kh_report(W, site, FAULT_INPUT_WRITTEN, lane, address);
  return (uint8_t *)(host + at);
}

/* One byte of a lane's generic address space; all ones and a report if the address is invalid. */
uint32_t kh_read_byte(kh_worker *W, uint32_t lane, uint64_t address, uint32_t site) {
  const uint8_t *at = kh_check_lane(W, SPACE_GENERIC, lane, address, 1, site, ACCESS_READ);
  return at ? *at : ~0u;
}

/* Words are compared with a constant that is large enough for an address. */
void kh_compared(kh_worker *W, uint32_t mask, const uint64_t *words, uint32_t site) {
  EACH_LANE(l, mask)
    if (kh_find_alloc(W, words[l])) kh_report(W, site, FAULT_ADDRESS_COMPARED, l, words[l]);
}

/* Whether each lane's address is `size` more than that of the lane below. */
static int lies_in_a_row(const uint64_t *address, uint32_t size) {
  uint64_t apart = 0, first = address[0];
  if (address[LANES - 1] - first != (uint64_t)(LANES - 1) * size) return 0;
  for (uint32_t l = 0; l < LANES; l++) apart |= address[l] ^ (first + (uint64_t)l * size);
  return !apart;
}

/* Host addresses of all lanes. Returns the lanes that may access memory; *delta is the distance from device to host
 * addresses when *uniform is not 0: it holds for all of them, else where[] has each lane's. */
static uint32_t check_warp(kh_worker *W, uint32_t space, uint32_t mask, const uint64_t *address, uint32_t size,
                           uint32_t site, uint32_t access, uint8_t **where, uint64_t *delta, int *uniform) {
  *uniform = UNIFORM_NOT;
  *delta = 0;
  if (!mask) return 0;
  if (space != SPACE_LOCAL) {
    uint32_t first = (uint32_t)__builtin_ctz(mask);
    uint64_t low, high, host, at = address[first];
    int is_local = space == SPACE_GENERIC && at - LOCAL_WINDOW < WINDOW_BYTES;
    if (!is_local && find_range(W, space, access, first, &at, &low, &high, &host) == FOUND_RANGE &&
        high - low >= size) {
      uint64_t shift = address[first] - at, span = high - low - size, bad = 0;
      int in_row = mask == ~0u && lies_in_a_row(address, size);
      if (in_row)
        bad = (uint64_t)(at - low > span) | (span - (at - low) < (uint64_t)(LANES - 1) * size) | (at & (size - 1));
      for (uint32_t l = 0; !in_row && l < LANES; l++) {
        uint64_t a = address[l] - shift;
        uint64_t lane_bad = (uint64_t)(a - low > span) | (a & (size - 1));
        bad |= mask >> l & 1 ? lane_bad : 0;
      }
      if (!bad) {
        *uniform = in_row ? UNIFORM_ROW : UNIFORM;
        *delta = host - shift;
        return mask;
      }
    }
  }
  uint32_t good = 0;
  EACH_LANE(l, mask) {
    where[l] = kh_check_lane(W, space, l, address[l], size, site, access);
    good |= (uint32_t)(where[l] != 0) << l;
  }
  return good;
}

/* Tell the observers, if there are any. */
#define WATCH(SPACE, ACCESS, GOOD, BYTES, ELEMENT, DATA)                                                               \
  if (__builtin_expect(W->launch->watch != 0, 0)) {                                                                    \
    kh_access seen = {SPACE, ACCESS, GOOD, BYTES, ELEMENT, site, address, where, delta, uniform, DATA, W->slice};      \
    kh_watch_access(W, &seen);                                                                                         \
  }

#define LOAD(T, WIDTH, N)                                                                                              \
  void kh_load_##WIDTH##x##N(kh_worker *W, uint32_t mask, const uint64_t *address, T *out, uint32_t site,              \
                             uint32_t space) {                                                                         \
    uint8_t *where[LANES];                                                                                             \
    uint64_t delta;                                                                                                    \
    int uniform;                                                                                                       \
    uint32_t good = check_warp(W, space, mask, address, sizeof(T) * N, site, ACCESS_READ, where, &delta, &uniform);    \
    WATCH(space, ACCESS_READ, good, sizeof(T) * N, sizeof(T), 0)                                                       \
    if (N == 1 && uniform == UNIFORM_ROW) {                                                                            \
      __builtin_memcpy(out, (const void *)(address[0] + delta), LANES * sizeof(T));                                    \
      return;                                                                                                          \
    }                                                                                                                  \
    if (uniform && mask == 0xffffffffu) {                                                                              \
      for (uint32_t l = 0; l < LANES; l++)                                                                             \
        for (uint32_t k = 0; k < N; k++) out[k * LANES + l] = ((const T *)(address[l] + delta))[k];                    \
      return;                                                                                                          \
    }                                                                                                                  \
    for (uint32_t l = 0; l < LANES; l++) {                                                                             \
      const T *from = (const T *)(uniform ? (uint8_t *)(address[l] + delta) : where[l]);                               \
      for (uint32_t k = 0; k < N; k++) out[k * LANES + l] = good >> l & 1 ? from[k] : (T) ~(T)0;                       \
    }                                                                                                                  \
  }

#define STORE(T, WIDTH, N)                                                                                             \
  void kh_store_##WIDTH##x##N(kh_worker *W, uint32_t mask, const uint64_t *address, const T *in, uint32_t site,        \
                              uint32_t space) {                                                                        \
    uint8_t *where[LANES];                                                                                             \
    uint64_t delta;                                                                                                    \
    int uniform;                                                                                                       \
    uint32_t good = check_warp(W, space, mask, address, sizeof(T) * N, site, ACCESS_WRITE, where, &delta, &uniform);   \
    WATCH(space, ACCESS_WRITE, good, sizeof(T) * N, sizeof(T), in)                                                     \
    if (N == 1 && uniform == UNIFORM_ROW) {                                                                            \
      __builtin_memcpy((void *)(address[0] + delta), in, LANES * sizeof(T));                                           \
      return;                                                                                                          \
    }                                                                                                                  \
    EACH_LANE(l, good) {                                                                                               \
      T *to = (T *)(uniform ? (uint8_t *)(address[l] + delta) : where[l]);                                             \
      for (uint32_t k = 0; k < N; k++) to[k] = in[k * LANES + l];                                                      \
    }                                                                                                                  \
  }

#define BOTH(T, WIDTH, N) LOAD(T, WIDTH, N) STORE(T, WIDTH, N)
#define UP_TO_4(T, WIDTH) BOTH(T, WIDTH, 1) BOTH(T, WIDTH, 2) BOTH(T, WIDTH, 4)
UP_TO_4(uint8_t, 1)
UP_TO_4(uint16_t, 2)
UP_TO_4(uint32_t, 4)
UP_TO_4(uint64_t, 8)
BOTH(uint16_t, 2, 8)
BOTH(uint32_t, 4, 8)
BOTH(unsigned __int128, 16, 1)

/* Asynchronous copies. PTX guarantees a copy only to a thread that has waited, so it is done no earlier: a kernel that
 * does not wait reads the old content. (When N_COPIES are pending the oldest is done; PTX allows this order, too.) */
static void finish_copy(kh_worker *W, kh_copy *copy, uint32_t lanes, uint32_t event) {
  if (W->launch->watch) kh_watch_copied(W, copy, lanes & copy->pending, event);
  EACH_LANE(l, lanes & copy->pending) {
    for (uint32_t k = 0; k < copy->size; k++)
      copy->target[l][k] = k >= copy->n_read[l] ? 0 : copy->source[l] ? copy->source[l][k] : 0xff;
  }
  copy->pending &= ~lanes;
}

static void drop_finished(kh_copies *all) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < all->n_copies; i++)
    if (all->copies[i].pending) all->copies[kept++] = all->copies[i];
  all->n_copies = kept;
}

/* cp.async: addresses are checked now. Bytes past n_read become zeros, or ones if the source cannot be read. */
void kh_copy_async(kh_worker *W, uint32_t mask, const uint64_t *to, const uint64_t *from, const uint32_t *n_read,
                   uint32_t size, uint32_t site) {
  kh_copies *all = &W->copies[W->current->index];
  if (all->n_copies == N_COPIES) {
    all->early |= all->copies[0].pending;
    finish_copy(W, &all->copies[0], ~0u, COPY_EARLY);
    drop_finished(all);
  }
  kh_copy *copy = &all->copies[all->n_copies++];
  copy->size = size;
  copy->site = site;
  copy->order = all->n_issued++;
  copy->pending = 0;
  EACH_LANE(l, mask) {
    copy->target[l] = kh_check_lane(W, SPACE_SHARED, l, to[l], size, site, ACCESS_WRITE);
    copy->from[l] = from[l];
    copy->n_read[l] = n_read[l] < size ? n_read[l] : size;
    copy->source[l] = copy->n_read[l] ? kh_check_lane(W, SPACE_GLOBAL, l, from[l], size, site, ACCESS_READ) : 0;
    copy->group[l] = all->n_groups[l];
    copy->pending |= (uint32_t)(copy->target[l] != 0) << l;
  }
  if (W->launch->watch) kh_watch_copy(W, copy, to, from, site);
}

/* cp.async.commit_group */
void kh_copy_commit(kh_worker *W, uint32_t mask) {
  for (uint32_t l = 0; l < LANES; l++) W->copies[W->current->index].n_groups[l] += mask >> l & 1;
}

/* cp.async.wait_group: all but each lane's n_pending last groups are done. n_pending is ~0 for cp.async.wait_all. */
void kh_copy_wait(kh_worker *W, uint32_t mask, uint32_t n_pending) {
  kh_copies *all = &W->copies[W->current->index];
  for (uint32_t i = 0; i < all->n_copies; i++) {
    kh_copy *copy = &all->copies[i];
    uint32_t done = 0;
    for (uint32_t l = 0; l < LANES; l++)
      done |= (uint32_t)(n_pending == ~0u || all->n_groups[l] - copy->group[l] > n_pending) << l;
    finish_copy(W, copy, done & mask, COPY_DONE);
  }
  drop_finished(all);
  if (is_exact(W) && (all->early & mask)) kh_exact_copies_waited(W, all->early & mask);
  all->early &= ~mask;
}

/* Does the copies of these lanes that are among the first n_first of the warp. */
void kh_copy_finish(kh_worker *W, kh_copies *all, uint32_t lanes, uint64_t n_first) {
  for (uint32_t i = 0; i < all->n_copies && all->copies[i].order < n_first; i++)
    finish_copy(W, &all->copies[i], lanes, COPY_DONE);
  drop_finished(all);
}

void kh_copy_reset(kh_copies *all) {
  all->n_copies = all->early = 0;
  all->n_issued = 0;
  for (uint32_t l = 0; l < LANES; l++) all->n_groups[l] = all->n_bulk_groups[l] = 0;
}

#define PICK(op, T, S, old, b, c, result)                                                                              \
  switch (op) {                                                                                                        \
    case ATOM_ADD: result = old + b; break;                                                                            \
    case ATOM_MIN: result = is_signed ? (T)((S)old < (S)b ? old : b) : (old < b ? old : b); break;                     \
    case ATOM_MAX: result = is_signed ? (T)((S)old > (S)b ? old : b) : (old > b ? old : b); break;                     \
    case ATOM_AND: result = old & b; break;                                                                            \
    case ATOM_OR: result = old | b; break;                                                                             \
    case ATOM_XOR: result = old ^ b; break;                                                                            \
    case ATOM_EXCH: result = b; break;                                                                                 \
    case ATOM_CAS: result = old == b ? c : old; break;                                                                 \
    case ATOM_INC: result = old >= b ? 0 : old + 1; break;                                                             \
    default: result = old == 0 || old > b ? b : old - 1; break;                                                        \
  }

#define COMBINE(T, S, BITS)                                                                                            \
  T kh_combine_##BITS(uint32_t op, T old, T b, T c, uint32_t is_signed) {                                              \
    T result;                                                                                                          \
    PICK(op, T, S, old, b, c, result)                                                                                  \
    return result;                                                                                                     \
  }
COMBINE(uint32_t, int32_t, 32)
COMBINE(uint64_t, int64_t, 64)

/* Host addresses of the lanes of an atomic; returns those that may access memory. */
static uint32_t check_lanes(kh_worker *W, uint32_t space, uint32_t mask, const uint64_t *address, uint32_t size,
                            uint32_t site, uint8_t **where) {
  uint32_t good = 0;
  EACH_LANE(l, mask) {
    where[l] = kh_check_lane(W, space, l, address[l], size, site, ACCESS_ATOMIC);
    good |= (uint32_t)(where[l] != 0) << l;
  }
  uint64_t delta = 0;
  int uniform = 0;
  WATCH(space, ACCESS_ATOMIC, good, size, size, 0)
  return good;
}

/* Lanes take effect in lane order. No host atomics are needed: a kernel with global atomics runs on one worker, so
 * that its results are the same in every run. */
#define ATOMIC(T, S, BITS)                                                                                             \
  void kh_atomic_##BITS(kh_worker *W, uint32_t mask, const uint64_t *address, const T *b, const T *c, T *out,          \
                        uint32_t site, uint32_t space, uint32_t op, uint32_t flags) {                                  \
    uint8_t *where[LANES];                                                                                             \
    uint32_t good = check_lanes(W, space, mask, address, sizeof(T), site, where);                                      \
    uint32_t is_signed = flags & ATOM_SIGNED, kept = 0;                                                                \
    EACH_LANE(l, mask) {                                                                                               \
      out[l] = (T) ~(T)0;                                                                                              \
      if (!(good >> l & 1)) continue;                                                                                  \
      T *at = (T *)where[l];                                                                                           \
      T old = *at, result;                                                                                             \
      PICK(op, T, S, old, b[l], c[l], result)                                                                          \
      *at = (T)result;                                                                                                 \
      out[l] = old;                                                                                                    \
      kept |= (uint32_t)(result == old) << l;                                                                          \
    }                                                                                                                  \
    kh_speak(W, good & ~kept, address);                                                                                \
    if (kept && flags & ATOM_RESULT) kh_poll(W, kept, address, out, sizeof(T), 1, site);                               \
  }
ATOMIC(uint16_t, int16_t, 16)
ATOMIC(uint32_t, int32_t, 32)
ATOMIC(uint64_t, int64_t, 64)
ATOMIC(unsigned __int128, __int128, 128)

static float flushed(float value) {
  uint32_t bits = kh_as_bits(value);
  return bits & 0x7f800000u ? value : kh_as_float(bits & 0x80000000u);
}

static void add_f32(uint8_t *at, const void *old, const void *value, int flush) {
  float a = *(const float *)old, b = *(const float *)value;
  float sum = flush ? flushed(flushed(a) + flushed(b)) : a + b;
  *(uint32_t *)at = sum != sum ? 0x7fffffffu : kh_as_bits(sum);
}

/* Adds a floating-point number to the one at `at`, which was `old`. */
static void add_float(uint32_t kind, uint8_t *at, const uint8_t *old, const uint8_t *value, uint32_t size, int flush) {
  if (kind == 0)
    add_f32(at, old, value, flush);
  else if (kind == 1)
    *(double *)at = *(const double *)old + *(const double *)value;
  else if (kind == 2 || kind == 4)
    kh_add_f16((const uint16_t *)old, (const uint16_t *)value, (uint16_t *)at, size / 2);
  else
    kh_add_bf16((const uint16_t *)old, (const uint16_t *)value, (uint16_t *)at, size / 2);
}

/* Floating-point atomic add; kind: 0 f32, 1 f64, 2 f16, 3 bf16, 4 f16x2, 5 bf16x2. One rounding. Subnormals are kept,
 * except in f32 in global memory, where they count as zeros of their sign (PTX ISA 9.0, 9.7.13 "atom"). */
void kh_atomic_add_float(kh_worker *W, uint32_t mask, const uint64_t *address, const void *b, void *out, uint32_t site,
                         uint32_t space, uint32_t kind) {
  static const uint8_t sizes[] = {4, 8, 2, 2, 4, 4};
  uint32_t size = sizes[kind];
  uint8_t *where[LANES];
  uint32_t good = check_lanes(W, space, mask, address, size, site, where);
  kh_speak(W, good, address);
  EACH_LANE(l, mask) {
    uint8_t *at = good >> l & 1 ? where[l] : 0;
    uint8_t *old = (uint8_t *)out + (uint64_t)l * size;
    const uint8_t *value = (const uint8_t *)b + (uint64_t)l * size;
    if (!at) {
      __builtin_memset(old, 0xff, size);
      continue;
    }
    __builtin_memcpy(old, at, size);
    add_float(kind, at, old, value, size, kind == 0 && !kh_is_shared(W, at));
    if (W->launch->drawing && kind < 2) draw_added(W, at, old, value, size, l, site);
  }
}

uint32_t kh_bulk_element_size(uint32_t element) {
  static const uint8_t sizes[] = {4, 8, 2, 2, 4, 4, 8, 8};
  return sizes[element];
}

/* cp.reduce.async.bulk: combines `size` bytes at `from` into those at `at`. Additions of f32 flush subnormals. */
void kh_reduce_bulk(uint8_t *at, const uint8_t *from, uint32_t size, uint32_t op, uint32_t element) {
  uint32_t step = kh_bulk_element_size(element);
  for (uint32_t k = 0; k < size; k += step) {
    uint8_t old[8];
    __builtin_memcpy(old, at + k, step);
    if (element <= BULK_BF16) {
      add_float(element, at + k, old, from + k, step, 1);
    } else if (step == 4) {
      *(uint32_t *)(at + k) =
          kh_combine_32(op, *(uint32_t *)old, *(const uint32_t *)(from + k), 0, element == BULK_S32);
    } else {
      *(uint64_t *)(at + k) =
          kh_combine_64(op, *(uint64_t *)old, *(const uint64_t *)(from + k), 0, element == BULK_S64);
    }
  }
}

/* The same of `count` neighbours, each atomic by itself; the whole must lie at a multiple of its size. Element k of all
 * lanes follows element k - 1 of all lanes in b and out. */
void kh_atomic_add_vector(kh_worker *W, uint32_t mask, const uint64_t *address, const uint8_t *b, uint8_t *out,
                          uint32_t site, uint32_t space, uint32_t kind, uint32_t size, uint32_t count) {
  uint64_t at[LANES];
  for (uint32_t l = 0; l < LANES; l++) {
    at[l] = address[l];
    if (!(mask >> l & 1) || !(address[l] % (size * count))) continue;
    kh_report(W, site, FAULT_MISALIGNED, l, address[l]);
    mask &= ~(1u << l);
    for (uint32_t k = 0; k < count; k++) __builtin_memset(out + (k * LANES + l) * size, 0xff, size);
  }
  for (uint32_t k = 0; k < count; k++) {
    kh_atomic_add_float(W, mask, at, b + k * LANES * size, out + k * LANES * size, site, space, kind);
    for (uint32_t l = 0; l < LANES; l++) at[l] += size;
  }
}
