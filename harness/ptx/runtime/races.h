/* Declarations of racecheck. races_screen.c is the screening pass, races_exact.c the exact pass. */

/* State of a launch, laid out by the host. A granule is as large as the smallest element that the kernel accesses in
 * global or in shared memory, so neighbouring elements of different threads never share one. A granule's state is its
 * cell. */
typedef struct {
  uint64_t n_cells;         /* of all allocations together */
  const uint64_t *first;    /* of each allocation: add an address >> shift for its cell */
  uint32_t shift;           /* log2 of the bytes of a granule of global memory */
  uint32_t next_owner;      /* screening pass: see races_screen.c */
  uint8_t *owners;          /* screening pass: of each global cell; zeros at the start, 8 bytes of slack */
  uint32_t *writes, *reads; /* screening pass: of each global cell; arbitrary at the start */
  uint32_t has_failed;      /* exact pass: the host had too little memory */
  uint32_t shared_shift;    /* log2 of the bytes of a granule of shared memory */
} kh_races;

/* Screening pass: state of a worker, followed by the words of its shared memory. All zeros before its first block. The
 * exact pass keeps a pointer here. */
typedef struct {
  uint32_t now;   /* current stamp, other parts 0 */
  uint32_t base;  /* accesses before this word happen before all that the block does now */
  uint32_t start; /* accesses before this word are another block's */
  uint32_t owner;
  uint32_t n_shared;
  uint32_t warp_base[LANES]; /* as `base`, among the lanes of one warp */
  uint32_t reserved[27];
} kh_race_worker;

static inline kh_races *races_of(const kh_worker *W) { return (kh_races *)W->launch->races; }

/* log2 of the bytes of a space's granules. */
static inline uint32_t shift_in(const kh_worker *W, uint32_t space) {
  return space == SPACE_GLOBAL ? races_of(W)->shift : races_of(W)->shared_shift;
}

/* Number of cells of one lane's access; an access smaller than a granule covers all of it. */
static inline uint32_t cells_of(const kh_worker *W, uint32_t space, uint32_t size) {
  uint32_t n = size >> shift_in(W, space);
  return n ? n : 1;
}

static inline uint32_t site_flags(const kh_worker *W, uint32_t site) { return W->launch->site_flags[site]; }

/* Whether all warps wait at a barrier that opens: the barrier then orders everything before it and everything after it.
 * At a barrier of all threads, exited threads count as ordered, too. At a barrier with a thread count they may have
 * arrived without waiting. */
static inline int is_whole_block(const kh_worker *W, uint32_t id) {
  uint32_t is_for_all = W->barriers[id].n_expected == 0;
  for (uint32_t i = 0; i < W->launch->n_warps; i++) {
    const kh_warp *w = &W->warps[i];
    if (!(w->done && is_for_all) && !(w->blocked && w->barrier_id == id)) return 0;
  }
  return 1;
}

/* Whether reads need no cells: nothing can write a constant, and a write of an input, a fault by itself, is taken for a
 * race. */
static inline int is_never_written(const kh_alloc *alloc) { return alloc->is_const || alloc->is_input; }

/* The screening pass cannot follow several blocks at a time, mbarriers and asynchronous operations. */
static inline int is_beyond_screening(const kh_worker *W) {
  return W->launch->gang_blocks > 1 || W->launch->is_cluster || W->mbarriers || W->asyncs;
}
