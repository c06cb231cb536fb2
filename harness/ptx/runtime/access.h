/* What observers see. An observer reads the warp's state and never changes it. */

/* One warp-level access whose lanes have been checked. Stores and atomics are announced before memory changes. */
typedef struct {
  uint32_t space;  /* as the instruction names it: SPACE_GENERIC may be anything, see kh_place */
  uint32_t access; /* enum kh_access */
  uint32_t lanes;  /* that reach memory */
  uint32_t size;   /* bytes per lane */
  uint32_t width;  /* bytes per element; a lane's elements are contiguous in memory */
  uint32_t site;
  const uint64_t *address; /* of each lane, in `space` */
  uint8_t *const *where;   /* host address of each lane's bytes, unless `uniform` */
  uint64_t delta;          /* if `uniform`: host address minus address, the same for all lanes */
  int uniform;             /* enum kh_uniform */
  const void *data;        /* of a store: element k of lane l at index k * LANES + l; else 0 */
  uint32_t slice;          /* kh_worker.slice */
} kh_access;

/* The allocation that an address lies in, 0 if there is none. */
static inline const kh_alloc *kh_find_alloc(kh_worker *W, uint64_t address) {
  const kh_alloc *last = W->last_alloc;
  if (last && address - last->base < last->size) return last;
  const kh_alloc *allocs = W->launch->allocs;
  uint64_t low = 0, high = W->launch->n_allocs;
  while (low < high) {
    uint64_t middle = (low + high) / 2;
    if (allocs[middle].base <= address)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0 || address - allocs[low - 1].base >= allocs[low - 1].size) return 0;
  return W->last_alloc = &allocs[low - 1];
}

/* The space of a generic address, from which the start of its window is subtracted. */
static inline uint32_t kh_leave_window(uint64_t *address) {
  uint64_t at = *address;
  uint32_t space = at - SHARED_WINDOW < WINDOW_BYTES  ? SPACE_CLUSTER
                   : at - LOCAL_WINDOW < WINDOW_BYTES ? SPACE_LOCAL
                   : at - PARAM_WINDOW < WINDOW_BYTES ? SPACE_PARAM
                                                      : SPACE_GLOBAL;
  if (space != SPACE_GLOBAL) *address = at & (WINDOW_BYTES - 1);
  return space;
}

/* Returns the space of a lane's access, never SPACE_GENERIC, and the address within the space. In SPACE_SHARED the
 * address is the offset in the block's own shared memory. SPACE_CLUSTER is another block's shared memory, and the
 * address is the block's rank << SLICE_BITS plus the offset (kh_peer_member returns its member of the gang). */
static inline uint32_t kh_place(const kh_access *a, uint32_t lane, uint64_t *address) {
  uint64_t at = a->address[lane];
  uint32_t space = a->space;
  if (space == SPACE_GENERIC) space = kh_leave_window(&at);
  if ((space == SPACE_CLUSTER || space == SPACE_SHARED) && (at ^ a->slice) < SLICE_BYTES) {
    space = SPACE_SHARED;
    at ^= a->slice;
  }
  *address = at;
  return space;
}

static inline uint32_t kh_peer_member(const kh_worker *W, uint64_t address) {
  return W->member - W->rank + (uint32_t)(address >> SLICE_BITS);
}

static inline uint8_t *kh_host(const kh_access *a, uint32_t lane) {
  return a->uniform ? (uint8_t *)(a->address[lane] + a->delta) : a->where[lane];
}

/* A lane's part of an asynchronous copy that is done now. */
typedef struct {
  const uint8_t *target, *source; /* host addresses; the source is 0 if it was not read */
  uint64_t from;                  /* device address of `source` */
  uint32_t n_read, size;          /* the rest of `size` bytes was filled up */
  uint32_t from_site, site;       /* the read and the write */
  uint32_t lane;
  uint32_t reduced; /* bytes of an element that was combined with the old one; 0 for a copy */
} kh_copied;

/* Lanes of the current warp at a cluster barrier. An arrival is a release unless relaxed. The barrier opens. The end of
 * a wait is an acquire of everything that the cluster's threads released at their arrival. */
enum kh_cluster_event { CLUSTER_ARRIVE, CLUSTER_ARRIVE_RELAXED, CLUSTER_OPEN, CLUSTER_WAIT };

/* A lane of the current warp at an mbarrier. An arrival is a release and a successful wait
 * an acquire, unless relaxed. An asynchronous operation that completes on the mbarrier is announced before as an access
 * of the lane, and is released here. If the phase is then complete, its waits acquire everything released so far. */
enum kh_mbarrier_event {
  MBARRIER_INIT,
  MBARRIER_INVAL,
  MBARRIER_ARRIVE,
  MBARRIER_ARRIVE_RELAXED,
  MBARRIER_ASYNC,
  MBARRIER_COPYING, /* the lane's cp.async ends now; MBARRIER_COPIED releases it */
  MBARRIER_COPIED,
  MBARRIER_PHASE,
  MBARRIER_WAIT,
  MBARRIER_WAIT_RELAXED,
};
