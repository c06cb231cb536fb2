/* Initcheck: shadows of memory, and uses of undefined values; see defined.h. */

enum kh_home { HOME_NONE, HOME_GLOBAL, HOME_SHARED, HOME_LOCAL };

/* Size in bytes for one block. */
static uint64_t local_shadow_bytes(const kh_worker *W) {
  return (uint64_t)W->launch->local_bytes * W->launch->n_warps * LANES;
}

/* Shadows of all blocks of the gang, each at the same distance from its memory. There are no gaps between them. */
_Static_assert(sizeof(kh_defined) % 64 == 0, "what follows must be aligned");
static uint8_t *shared_shadow(const kh_worker *W) { return (uint8_t *)W->defined + sizeof(kh_defined); }

static uint8_t *local_shadow(const kh_worker *W) {
  return shared_shadow(W) + W->launch->gang_blocks * kh_shared_stride(W->launch);
}

/* Finds the memory of a host address and the distance to its shadow; 0 if all of it is defined. */
static enum kh_home find_shadow(const kh_worker *W, const uint8_t *host, uint64_t *distance) {
  const kh_launch *L = W->launch;
  *distance = 0;
  if (kh_is_shared(W, host)) {
    *distance = (uint64_t)(shared_shadow(W) - W->members[0].shared);
    return HOME_SHARED;
  }
  if ((uint64_t)(host - W->local) < local_shadow_bytes(W)) {
    *distance = (uint64_t)(local_shadow(W) - W->members[0].local);
    return HOME_LOCAL;
  }
  if ((uint64_t)(host - L->heap.host) < L->heap.size) return HOME_NONE;
  const kh_alloc *alloc = W->last_alloc;
  if (!alloc || (uint64_t)(host - alloc->host) >= alloc->size) {
    const kh_alloc *end = L->allocs + L->n_fixed;
    for (alloc = L->allocs; alloc < end && (uint64_t)(host - alloc->host) >= alloc->size;) alloc++;
    if (alloc == end) return HOME_NONE; /* a parameter */
  }
  uint8_t *shadow = ((uint8_t **)L->defined)[alloc - L->allocs];
  if (shadow) *distance = (uint64_t)(shadow - alloc->host);
  return HOME_GLOBAL;
}

static int any_undefined(const uint8_t *shadow, uint32_t size) {
  switch (size) {
    case 1: return *shadow != 0;
    case 2: return *(const uint16_t *)shadow != 0;
    case 4: return *(const uint32_t *)shadow != 0;
    default: {
      uint64_t found = 0;
      for (uint32_t i = 0; i < size; i += 8) found |= *(const uint64_t *)(shadow + i);
      return found != 0;
    }
  }
}

static void mark_defined(uint8_t *shadow, uint32_t size) {
  switch (size) {
    case 1: *shadow = 0; break;
    case 2: *(uint16_t *)shadow = 0; break;
    case 4: *(uint32_t *)shadow = 0; break;
    default:
      for (uint32_t i = 0; i < size; i += 8) *(uint64_t *)(shadow + i) = 0;
  }
}

/* A row may start at any address allowed for its elements. */
typedef uint64_t kh_unaligned __attribute__((aligned(1)));

#define NEAR_BYTES 1024 /* a power of two */

/* Whether all bytes between the lanes' addresses are defined, too: cheaper than checking each lane; 0 if the lanes are
 * far apart. For lanes whose shadows have one distance from their addresses. */
static int is_defined_around(const kh_access *a, uint64_t distance) {
  uint64_t first = a->address[kh_lowest(a->lanes)], apart = 0, bits = 0;
  int32_t low = 0, high = 0;
  for (uint32_t l = 0; l < LANES; l++) {
    uint64_t offset = a->lanes >> l & 1 ? a->address[l] - first : 0;
    int32_t near = (int32_t)offset;
    apart |= offset + NEAR_BYTES;
    low = near < low ? near : low;
    high = near > high ? near : high;
  }
  if (apart >= 2 * NEAR_BYTES) return 0;
  const uint8_t *shadow = (const uint8_t *)(first + distance + (uint64_t)(int64_t)low);
  uint32_t n = (uint32_t)(high - low) + a->size, i = 0;
  for (; i + 8 <= n; i += 8) bits |= *(const kh_unaligned *)(shadow + i);
  for (; i < n; i++) bits |= shadow[i];
  return !bits;
}

/* For lanes whose shadows have one distance from their addresses, `n` words of type T each: whether any bit is set. */
#define SCREEN(T)                                                                                                      \
  static uint64_t screen_##T(const kh_access *a, uint64_t distance, uint32_t n) {                                      \
    uint64_t bits = 0;                                                                                                 \
    EACH_LANE(l, a->lanes) {                                                                                           \
      T *shadow = (T *)(a->address[l] + distance);                                                                     \
      for (uint32_t i = 0; i < n; i++) {                                                                               \
        if (a->access != ACCESS_WRITE) bits |= shadow[i];                                                              \
        if (a->access != ACCESS_READ) shadow[i] = 0;                                                                   \
      }                                                                                                                \
    }                                                                                                                  \
    return bits;                                                                                                       \
  }
SCREEN(uint8_t)
SCREEN(uint16_t)
SCREEN(uint32_t)
SCREEN(uint64_t)

/* Whether bytes in memory are known to have been written; they are not without initcheck. */
int kh_is_written(const kh_worker *W, const uint8_t *host, uint32_t size) {
  uint64_t distance;
  if (!(W->launch->watch & (WATCH_DEFINED_FAST | WATCH_DEFINED))) return 0;
  find_shadow(W, host, &distance);
  return !distance || !any_undefined(host + distance, size);
}

/* Screening pass: whether an uninitialised byte is read. */
static int screen_access(kh_worker *W, const kh_access *a, uint64_t distance) {
  int is_read = a->access != ACCESS_WRITE, is_write = a->access != ACCESS_READ, found = 0;
  if (a->uniform == UNIFORM_ROW) {
    kh_unaligned *shadow = (kh_unaligned *)(kh_host(a, 0) + distance);
    uint64_t n = a->size * LANES / 8, bits = 0;
    if (is_read)
      for (uint64_t i = 0; i < n; i++) bits |= shadow[i];
    if (is_write) __builtin_memset(shadow, 0, n * 8);
    return bits != 0;
  }
  if (a->uniform && a->access == ACCESS_READ && is_defined_around(a, distance + a->delta)) return 0;
  if (a->uniform) {
    distance += a->delta;
    switch (a->size) {
      case 1: return screen_uint8_t(a, distance, 1) != 0;
      case 2: return screen_uint16_t(a, distance, 1) != 0;
      case 4: return screen_uint32_t(a, distance, 1) != 0;
      default: return screen_uint64_t(a, distance, a->size / 8) != 0;
    }
  }
  EACH_LANE(l, a->lanes) {
    uint8_t *host = kh_host(a, l);
    find_shadow(W, host, &distance);
    if (!distance) continue;
    if (is_read) found |= any_undefined(host + distance, a->size);
    if (is_write) mark_defined(host + distance, a->size);
  }
  return found;
}

static void report_undefined(kh_worker *W, uint32_t site, uint32_t kind, uint32_t lane, uint64_t origin) {
  const kh_defined *D = W->defined;
  const kh_stored *stored = kh_store_of(D->origins, origin);
  if (stored) origin = stored->origin;
  uint32_t from = (uint32_t)(origin >> ORIGIN_SITE_SHIFT);
  uint64_t below = origin & ((1ull << ORIGIN_SITE_SHIFT) - 1);
  from = from == ORIGIN_NO_SITE ? NO_SITE : from - 1;
  if (stored)
    kh_report_stored(W, site, kind, lane, below, from, stored->site, stored->block, stored->thread);
  else
    kh_report_pair(W, site, kind, lane, below, from, W->block, NO_SITE);
}

/* Bytes of one lane among all lanes' elements: `bytes` is kh_defined.in or .out. */
static uint8_t *shadow_byte(uint64_t *bytes, const kh_access *a, uint32_t lane, uint32_t offset) {
  uint32_t k = offset / a->width;
  return (uint8_t *)bytes + (k * LANES + lane) * a->width + offset % a->width;
}

static void look_at_load(kh_worker *W, const kh_access *a, uint32_t lane, enum kh_home home, const uint8_t *host,
                         const uint8_t *shadow) {
  kh_defined *D = W->defined;
  uint32_t first = a->size;
  for (uint32_t i = a->size; i-- > 0;)
    if ((*shadow_byte(D->out, a, lane, i) = shadow ? shadow[i] : 0)) first = i;
  if (first == a->size) return;
  D->undefined |= 1u << lane;
  uint64_t kept = home == HOME_GLOBAL ? 0 : kh_origin_of(W, D->origins, host + first);
  D->origin_out[lane] = kept ? kept : kh_origin(a->site, a->address[lane]);
}

static int operand_is_undefined(kh_defined *D, const kh_access *a, uint32_t lane) {
  uint8_t found = 0;
  if (D->is_set)
    for (uint32_t i = 0; i < a->size; i++) found |= *shadow_byte(D->in, a, lane, i);
  return found != 0;
}

/* A value stored beyond registers, shared and local memory is a result: it must be defined. */
static void look_at_store(kh_worker *W, const kh_access *a, uint32_t lane, enum kh_home home, const uint8_t *host,
                          uint8_t *shadow) {
  kh_defined *D = W->defined;
  int keeps = home == HOME_SHARED || home == HOME_LOCAL;
  if (operand_is_undefined(D, a, lane)) {
    if (home == HOME_SHARED)
      kh_keep_stored(W, &D->origins, host, a->size, D->origin_in[lane], a->site, lane);
    else if (home == HOME_LOCAL)
      kh_keep_origin(W, &D->origins, host, a->size, D->origin_in[lane]);
    else
      report_undefined(W, a->site, FAULT_UNDEFINED_STORE, lane, D->origin_in[lane]);
  }
  if (!shadow) return;
  for (uint32_t i = 0; i < a->size; i++) shadow[i] = keeps && D->is_set ? *shadow_byte(D->in, a, lane, i) : 0;
}

/* An atomic's result is undefined if the old value or its operand is; a float or integer is undefined as a whole. */
static void look_at_atomic(kh_worker *W, const kh_access *a, uint32_t lane, enum kh_home home, const uint8_t *host,
                           uint8_t *shadow) {
  kh_defined *D = W->defined;
  int was = shadow && any_undefined(shadow, a->size), is = operand_is_undefined(D, a, lane);
  look_at_load(W, a, lane, home, host, shadow);
  if (was)
    for (uint32_t i = 0; i < a->size; i++) *shadow_byte(D->out, a, lane, i) = 0xff;
  if (D->replaces) was = 0;
  int keeps = home == HOME_SHARED;
  if (was || is) {
    uint64_t origin = was ? D->origin_out[lane] : D->origin_in[lane];
    if (keeps)
      kh_keep_stored(W, &D->origins, host, a->size, origin, a->site, lane);
    else
      report_undefined(W, a->site, FAULT_UNDEFINED_STORE, lane, origin);
  }
  if (shadow) __builtin_memset(shadow, keeps && (was || is) ? 0xff : 0, a->size);
}

static void check_exactly(kh_worker *W, const kh_access *a) {
  EACH_LANE(l, a->lanes) {
    uint8_t *host = kh_host(a, l);
    uint64_t distance;
    enum kh_home home = find_shadow(W, host, &distance);
    uint8_t *shadow = distance ? host + distance : 0;
    if (a->access == ACCESS_READ)
      look_at_load(W, a, l, home, host, shadow);
    else if (a->access == ACCESS_WRITE)
      look_at_store(W, a, l, home, host, shadow);
    else
      look_at_atomic(W, a, l, home, host, shadow);
  }
}

static void screen_for_undefined(kh_worker *W, const kh_access *a) {
  uint64_t distance = 0;
  if (a->uniform) {
    find_shadow(W, kh_host(a, kh_lowest(a->lanes)), &distance);
    if (!distance) return;
  }
  if (screen_access(W, a, distance)) kh_suspect(W, WATCH_DEFINED_FAST);
}

void kh_defined_access(kh_worker *W, const kh_access *a) {
  if (a->space == SPACE_PARAM || a->space == SPACE_CONST) return;
  if (W->launch->watch & WATCH_DEFINED) {
    ((kh_defined *)W->defined)->undefined = 0;
    check_exactly(W, a);
    return;
  }
  screen_for_undefined(W, a);
}

/* Several accesses of one instruction: a lane is undefined if any of its texels is. */
void kh_defined_texels(kh_worker *W, const kh_access *a) {
  if (W->launch->watch & WATCH_DEFINED)
    check_exactly(W, a);
  else
    screen_for_undefined(W, a);
}

/* Turns the shadows of stored words into shadows of `count` channels of `width` bytes, each undefined as a whole. */
void kh_defined_channels(kh_worker *W, uint32_t width, uint32_t count) {
  kh_defined *D = W->defined;
  uint32_t words[4 * LANES];
  if (!D->is_set || width == 4) return;
  __builtin_memcpy(words, D->in, sizeof words);
  for (uint32_t i = 0; i < count * LANES; i++)
    __builtin_memset((uint8_t *)D->in + i * width, words[i] ? 0xff : 0, width);
}

void kh_defined_block(kh_worker *W) {
  kh_defined *D = W->defined;
  D->is_set = D->undefined = 0;
  __builtin_memset(shared_shadow(W) + (W->shared - W->members[0].shared), 0xff, W->launch->shared_bytes);
  __builtin_memset(local_shadow(W) + (W->local - W->members[0].local), 0xff, local_shadow_bytes(W));
}

#define COPY_UNIT 16

/* The origin of a byte of a copy's source; for bytes that were never written, the origin is the read of their unit. */
static uint64_t origin_of_source(kh_worker *W, const kh_copied *copied, enum kh_home home, uint32_t at) {
  const kh_defined *D = W->defined;
  uint64_t kept = home == HOME_GLOBAL ? 0 : kh_origin_of(W, D->origins, copied->source + at);
  return kept ? kept : kh_origin(copied->from_site, copied->from + at / COPY_UNIT * COPY_UNIT);
}

static void keep_copied(kh_worker *W, const kh_copied *copied, enum kh_home home, const uint8_t *shadow) {
  kh_defined *D = W->defined;
  for (uint32_t i = 0, n = 1; i < copied->n_read; i += n, n = 1) {
    if (!shadow[i]) continue;
    uint64_t origin = origin_of_source(W, copied, home, i);
    while (i + n < copied->n_read && shadow[i + n] && origin_of_source(W, copied, home, i + n) == origin) n++;
    kh_keep_stored(W, &D->origins, copied->target + i, n, origin, copied->site, copied->lane);
  }
}

/* Copying an undefined value is not a fault. */
void kh_defined_copy(kh_worker *W, const kh_copied *copied) {
  uint64_t to, from = 0;
  enum kh_home home = HOME_NONE, target = find_shadow(W, copied->target, &to);
  if (!to) return;
  if (copied->source && copied->n_read) home = find_shadow(W, copied->source, &from);
  uint8_t *shadow = (uint8_t *)copied->target + to;
  if (copied->reduced) {
    /* an element is undefined where it or what is combined with it has an undefined bit */
    for (uint32_t i = 0; i < copied->size; i += copied->reduced) {
      uint32_t bad = 0;
      for (uint32_t k = i; k < i + copied->reduced; k++) bad |= shadow[k] | (from ? copied->source[k + from] : 0u);
      if (bad) __builtin_memset(shadow + i, 0xff, copied->reduced);
    }
    return;
  }
  for (uint32_t i = 0; i < copied->size; i++) shadow[i] = from && i < copied->n_read ? copied->source[i + from] : 0;
  if (from && target == HOME_SHARED && W->launch->watch & WATCH_DEFINED) keep_copied(W, copied, home, shadow);
}

/* The worker has no more blocks. */
void kh_defined_end(kh_worker *W) {
  kh_defined *D = W->defined;
  if (W->launch->watch & WATCH_DEFINED) kh_free_origins(&D->origins);
}

/* Exact pass: lanes in which a branch, an address or an operand depends on an undefined value. */
void kh_undefined(kh_worker *W, uint32_t lanes, uint32_t kind, uint32_t site) {
  kh_defined *D = W->defined;
  EACH_LANE(l, lanes) report_undefined(W, site, kind, l, D->origin_in[l]);
}
