/* Where undefined values came from; only the exact pass of initcheck keeps it.
 *
 * An origin travels with an undefined value. It names the load that gave the value: the load's site plus 1, above the
 * address; or the shuffle: its site plus 1, above the lane that does not take part (as for FAULT_SHUFFLE_INACTIVE).
 * From the first store to shared memory on, it is the number of a kh_stored below ORIGIN_STORED instead. 0 is no
 * origin.
 *
 * kh_origins has the origins of what shared and local memory hold, and the stores. Only places where an undefined value
 * was stored take memory. If the host has no more memory, the origin is lost, and the next load of the value becomes
 * its origin. */

#define ORIGIN_SITE_SHIFT 48
#define ORIGIN_STORED 0xfffeu
#define ORIGIN_NO_SITE 0xffffu /* a register that was never written: all ones */
/* Most stores kept for one gang; values of later ones keep their origin alone. */
#define MOST_STORED (1u << 18)

/* The first store of an undefined value to shared memory. */
typedef struct {
  uint64_t origin; /* before the store */
  uint32_t site, block, thread;
} kh_stored;

/* The origin of a load or shuffle. */
static inline uint64_t kh_origin(uint32_t site, uint64_t below) {
  uint64_t above = site < ORIGIN_STORED - 1 ? site + 1 : ORIGIN_NO_SITE;
  return above << ORIGIN_SITE_SHIFT | (below & ((1ull << ORIGIN_SITE_SHIFT) - 1));
}

#define PAGE_BYTES 256

/* Origins that an earlier gang left in a page do not count. */
typedef struct {
  uint64_t gang;
  uint64_t origins[PAGE_BYTES];
} kh_origin_page;

typedef struct kh_origins {
  kh_origin_page **pages; /* of the gang's shared memory and then of its local memory; 0: without any origin */
  uint64_t n_pages;
  kh_stored *stored;
  uint32_t n_stored, limit;
  uint64_t gang; /* that `stored` is of */
} kh_origins;

static uint64_t shared_bytes(const kh_worker *W) { return W->launch->gang_blocks * kh_shared_stride(W->launch); }

/* The index of a byte of the gang's shared or local memory. */
static uint64_t byte_index(const kh_worker *W, const uint8_t *host) {
  if (kh_is_shared(W, host)) return (uint64_t)(host - W->members[0].shared);
  return shared_bytes(W) + (uint64_t)(host - W->members[0].local);
}

static kh_origins *made(const kh_worker *W) {
  const kh_launch *L = W->launch;
  uint64_t local = L->gang_blocks * (uint64_t)L->local_bytes * L->n_warps * LANES;
  kh_origins *all = calloc(1, sizeof *all);
  if (!all) return 0;
  all->n_pages = (shared_bytes(W) + local) / PAGE_BYTES + 1;
  all->pages = calloc(all->n_pages, sizeof *all->pages);
  if (all->pages) return all;
  free(all);
  return 0;
}

/* Where the origin of a byte is kept; 0 without memory for it. */
static uint64_t *place_of(const kh_worker *W, kh_origins *all, const uint8_t *host) {
  uint64_t index = byte_index(W, host);
  kh_origin_page **page = &all->pages[index / PAGE_BYTES];
  if (!*page && !(*page = calloc(1, sizeof **page))) return 0;
  if ((*page)->gang != W->gang) {
    __builtin_memset((*page)->origins, 0, sizeof(*page)->origins);
    (*page)->gang = W->gang;
  }
  return &(*page)->origins[index % PAGE_BYTES];
}

/* The origin of an undefined byte of shared or local memory; 0 if no store has put it there. */
uint64_t kh_origin_of(const kh_worker *W, const kh_origins *all, const uint8_t *host) {
  if (!all) return 0;
  uint64_t index = byte_index(W, host);
  const kh_origin_page *page = all->pages[index / PAGE_BYTES];
  return page && page->gang == W->gang ? page->origins[index % PAGE_BYTES] : 0;
}

/* Keeps the origin of undefined bytes in shared or local memory. */
void kh_keep_origin(kh_worker *W, kh_origins **all, const uint8_t *host, uint32_t size, uint64_t origin) {
  if (!*all && !(*all = made(W))) return;
  while (size) {
    uint32_t left = PAGE_BYTES - (uint32_t)(byte_index(W, host) % PAGE_BYTES), n = size < left ? size : left;
    uint64_t *place = place_of(W, *all, host);
    for (uint32_t i = 0; place && i < n; i++) place[i] = origin;
    host += n;
    size -= n;
  }
}

/* The first store to shared memory of a value with this origin; 0 if there was none. */
const kh_stored *kh_store_of(const kh_origins *all, uint64_t origin) {
  int is_stored = all && origin >> ORIGIN_SITE_SHIFT == ORIGIN_STORED && (uint32_t)origin < all->n_stored;
  return is_stored ? &all->stored[(uint32_t)origin] : 0;
}

/* The number of a store as an origin; `before` is the origin of the old value: a loop often stores the same. */
static uint64_t stored_origin(const kh_worker *W, kh_origins *all, uint64_t before, const kh_stored *now) {
  if (all->gang != W->gang) {
    all->gang = W->gang;
    all->n_stored = 0;
  }
  const kh_stored *old = kh_store_of(all, before);
  if (old && old->origin == now->origin && old->site == now->site && old->block == now->block &&
      old->thread == now->thread)
    return before;
  if (all->n_stored == all->limit) {
    uint32_t limit = all->limit ? 2 * all->limit : 256;
    kh_stored *stored = limit > MOST_STORED ? 0 : realloc(all->stored, limit * sizeof *stored);
    if (!stored) return now->origin;
    all->stored = stored;
    all->limit = limit;
  }
  all->stored[all->n_stored] = *now;
  return (uint64_t)ORIGIN_STORED << ORIGIN_SITE_SHIFT | all->n_stored++;
}

/* The same for undefined bytes that a lane of the current warp stores to shared memory. The first store is kept. */
void kh_keep_stored(kh_worker *W, kh_origins **all, const uint8_t *host, uint32_t size, uint64_t origin, uint32_t site,
                    uint32_t lane) {
  if (!*all && !(*all = made(W))) return;
  if (origin >> ORIGIN_SITE_SHIFT != ORIGIN_STORED) {
    kh_stored now = {origin, site, W->block, W->current->index * LANES + lane};
    origin = stored_origin(W, *all, kh_origin_of(W, *all, host), &now);
  }
  kh_keep_origin(W, all, host, size, origin);
}

void kh_free_origins(kh_origins **all) {
  if (!*all) return;
  for (uint64_t i = 0; i < (*all)->n_pages; i++) free((*all)->pages[i]);
  free((*all)->stored);
  free((*all)->pages);
  free(*all);
  *all = 0;
}
