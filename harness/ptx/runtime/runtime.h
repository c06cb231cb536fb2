/* State that generated kernels, the runtime and the host share.
 *
 * make_runtime generates harness/ptx/layout.py, the ctypes mirror of the headers that it names in MIRRORED;
 * kh_layout lets the host check that both agree. A "warp" is 32 lanes; a mask has bit l set for lane l. Device
 * addresses are virtual: see kh_alloc and the memory map below.
 */
#include <stddef.h>
#include <stdint.h>

extern void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t);
extern void free(void *);

#define LANES 32
/* A loop over the lanes of a mask. */
#define EACH_LANE(l, mask)                                                                                             \
  for (uint32_t l = 0; l < LANES; l++)                                                                                 \
    if (!((mask) >> l & 1))                                                                                            \
      continue;                                                                                                        \
    else
#define N_BARRIERS 16
#define N_COPIES 32
#define N_ASYNCS 1024
#define MAX_TENSOR_RANK 5
#define NO_SITE 0xffffffffu
#define NO_PC 0xffffffffu

/* Generic addresses of the windows; a 32-bit offset is added. Global allocations lie far above. */
#define SHARED_WINDOW 0x0000010000000000ull
#define LOCAL_WINDOW 0x0000020000000000ull
#define PARAM_WINDOW 0x0000030000000000ull
#define WINDOW_BYTES 0x0000000100000000ull

#define FUNCTION_BASE 0x0000400000000000ull  /* a module's first function; nothing can be read there */
#define FUNCTION_STEP 16                     /* distance between the addresses of functions */
#define CONST_BASE 0x0000500000000000ull     /* a module's first .const variable */
#define MODULE_BASE 0x0000600000000000ull    /* a module's first .global variable */
#define WORKSPACE_BASE 0x0000680000000000ull /* memory that a cooperative launch synchronises its grid with */
#define GLOBAL_BASE 0x0000700000000000ull    /* the first allocation */
#define HEAP_BASE 0x0001000000000000ull      /* the heap of device-side malloc: above every address of the host */

/* If a kernel uses addresses in the shared memory of other blocks of its cluster, a shared address is the block's
 * rank << SLICE_BITS plus the offset; otherwise it is the offset alone. See kh_worker.slice. */
#define SLICE_BITS 24
#define SLICE_BYTES (1ull << SLICE_BITS)

/* SPACE_SHARED is the block's own shared memory, SPACE_CLUSTER that of any block of its cluster. */
enum kh_space { SPACE_GLOBAL, SPACE_SHARED, SPACE_LOCAL, SPACE_PARAM, SPACE_GENERIC, SPACE_CONST, SPACE_CLUSTER };
enum kh_access { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC };
/* Of a warp's access: one distance from device to host addresses for all lanes; and all 32 lanes one after the other. */
enum kh_uniform { UNIFORM_NOT, UNIFORM, UNIFORM_ROW };
enum kh_status { STATUS_DONE, STATUS_BLOCKED, STATUS_ABORTED, STATUS_YIELDED };
enum kh_blocked { BLOCKED_NOT, BLOCKED_AT_BARRIER, BLOCKED_AT_CLUSTER };
/* How the blocks of a gang take turns in a scheduled launch. Without TURNS_LATEST each block gets a turn in every
 * round. */
enum kh_turns {
  TURNS_LATEST = 1, /* the latest block that does not wait goes on; with TURNS_DRAWN until a block has ended */
  TURNS_DRAWN = 2   /* short turns, of lengths that are drawn */
};
enum kh_barrier_mode { BARRIER_SYNC, BARRIER_ARRIVE, BARRIER_RED };

/* Checks of a launch in addition to bounds and alignment: bits of kh_launch.watch. The _FAST bits are screening passes:
 * they set kh_launch.suspects if an exact pass is needed. They may suspect too much and never too little. With both bits
 * racecheck's pass is exact, but leaves out reads of inputs and suspects each write of one. */
enum kh_watch {
  WATCH_RACES_FAST = 1,
  WATCH_RACES = 2,
  WATCH_DEFINED_FAST = 4,
  WATCH_DEFINED = 8,
  WATCH_COUNTS = 16,
  WATCH_TRACE = 32,
};

/* Bits of kh_launch.site_flags: an instruction's effect on the order of memory accesses. */
enum kh_site_flag {
  SITE_STRONG = 1, /* relaxed, acquire, release: two of them never race, unless scopes leave one out */
  SITE_VOLATILE = 2,
  SITE_RELEASE = 4,     /* a release, or a fence that is one */
  SITE_WIDE = 8,        /* of a scope beyond the block */
  SITE_NO_RESULT = 16,  /* red: an atomic whose thread learns nothing */
  SITE_INCOHERENT = 32, /* ld.nc, of a texture, or a load of a surface: sees only writes of earlier launches */
  SITE_ACQUIRE = 64,    /* an acquire, or a fence that is one */
  SITE_READ_ONLY = 128, /* ld.nc or ldu: of memory that the whole launch leaves as it is */
  SITE_COPY = 256,      /* an asynchronous copy that threads wait for */
  SITE_BULK = 512       /* completes at an mbarrier or in a bulk group */
};

/* Kinds of fault, FAULT_NAME for each NAME of harness/ptx/fault.py, and their number, N_FAULT_KINDS: make_runtime writes
 * the enumeration before the first file. */

/* Reason why a lane is missing from an exchange: value of FAULT_SHUFFLE_INACTIVE above bit 8, with the lane below. */
enum kh_absence { ABSENT_EXITED, ABSENT_NEVER, ABSENT_UNNAMED, ABSENT_ELSEWHERE };

/* A .const variable may be read as such or generically, never written; racecheck and initcheck ignore blocks of the
 * heap. */
enum kh_alloc_kind { ALLOC_PLAIN, ALLOC_CONST, ALLOC_HEAP };

typedef struct {
  uint64_t base; /* device address of the allocation */
  uint64_t size;
  uint64_t low, high; /* device addresses [low, high) that a kernel may touch */
  uint8_t *host;
  uint32_t is_const; /* enum kh_alloc_kind */
  uint32_t is_input; /* whether stores are reported; they take effect all the same */
} kh_alloc;

/* First occurrence, in the order of gangs and then of execution, of one kind of fault at one site. */
typedef struct {
  uint64_t count;
  uint64_t address;
  uint32_t block;                                 /* linear block index */
  uint32_t thread;                                /* linear thread index within the block */
  uint32_t other_site, other_block, other_thread; /* the second place and thread; NO_SITE if there is none */
  uint32_t store_site; /* the second thread's store of an undefined value to shared memory, or NO_SITE */
} kh_fault;

typedef struct kh_worker kh_worker;
typedef struct kh_warp kh_warp;
typedef uint32_t (*kh_kernel)(kh_worker *, kh_warp *);

/* One cp.async instruction of a warp, until its lanes have waited for it. */
typedef struct {
  uint8_t *target[LANES];
  const uint8_t *source[LANES]; /* 0 if it must not be read */
  uint64_t from[LANES];         /* device address of `source` */
  uint32_t n_read[LANES];
  uint32_t group[LANES]; /* how many groups the lane had committed before */
  uint32_t size;
  uint32_t site;
  uint32_t pending; /* lanes whose copy is not done yet */
  uint64_t order;   /* how many the warp had issued before */
} kh_copy;

typedef struct {
  kh_copy copies[N_COPIES]; /* in the order of issue */
  uint32_t n_copies;
  uint32_t early;                /* lanes with copies that were done before a wait, since their last wait */
  uint32_t n_groups[LANES];      /* groups that each lane has committed */
  uint32_t n_bulk_groups[LANES]; /* the same for cp.async.bulk */
  uint64_t n_issued;
} kh_copies;

/* Why a cp.async is announced. An early copy is done for lack of space, before anything waits for it. */
enum kh_copy_event { COPY_ISSUED, COPY_DONE, COPY_EARLY };

/* Pending asynchronous operation of one thread; see mbarrier.c. */
typedef struct {
  uint32_t kind;    /* enum kh_async_kind */
  uint32_t size;    /* bytes; also the transaction count on the mbarrier */
  uint8_t *barrier; /* host address of the mbarrier that it completes on; 0 for a bulk group */
  uint8_t *target;  /* host address */
  const uint8_t *source;
  uint64_t data[2];            /* of a store or reduction; of a copy: device address and site of the read */
  uint64_t order;              /* copies that an arrival waits for, or the bulk group */
  uint64_t began;              /* racecheck's time before its accesses; 0 without an exact pass */
  uint32_t member, warp, lane; /* the thread */
  uint32_t op, is_signed, site;
  uint32_t element; /* of a bulk reduction, enum kh_bulk_element */
  /* of a tensor copy: its map and the coordinates of its box; data[0] is the box's address in shared memory */
  uint64_t map[16];
  int32_t coordinates[MAX_TENSOR_RANK];
} kh_async;

/* Faults by [site][kind], and which of them have happened. */
typedef struct {
  kh_fault *table;
  uint32_t *seen; /* indices into the table, in the order in which they happened first */
  uint64_t n_seen;
} kh_faults;

/* Text output of a launch. */
typedef struct {
  char *data;
  uint64_t capacity, n;
  uint64_t n_lost; /* pieces that did not fit */
} kh_text;

/* The heap of device-side malloc. Each block is an entry of kh_launch.allocs, so out-of-bounds accesses and uses of
 * freed blocks are found as in any allocation. */
typedef struct {
  uint8_t *host;
  uint64_t size, used;              /* bytes; a freed block is reused only after all bytes were used once */
  uint64_t max_allocs;              /* entries that kh_launch.allocs has room for */
  kh_alloc *first_free, *last_free; /* list of freed blocks, in the order of free */
} kh_heap;

#define HEAP_ALIGNMENT 16
#define HEAP_GAP 64 /* between blocks, so that an access past one hits no other */

typedef struct {
  kh_kernel kernel;
  const uint8_t *params;
  kh_alloc *allocs; /* sorted by base */
  uint64_t n_allocs;
  uint64_t n_fixed; /* entries that are not blocks of the heap, at the front */
  kh_worker **workers;
  uint64_t n_workers;
  uint32_t grid[3], block[3];
  uint32_t n_threads, n_warps;
  uint32_t param_bytes, shared_bytes, dynamic_shared_bytes, local_bytes, register_bytes;
  uint32_t fill_registers; /* whether the kernel may read a register that it has not written */
  uint32_t frame_bytes;    /* local memory of a thread below its stack of calls */
  uint64_t step_budget;    /* warp-level instructions that one warp may execute */
  uint32_t cluster[3];     /* blocks of a cluster along each axis; 1, 1, 1 without clusters */
  uint32_t cluster_blocks; /* their product */
  uint32_t is_cluster;     /* whether the launch has clusters, be it of one block */
  uint32_t has_slices;     /* whether shared addresses carry the rank of their block */
  uint32_t gang_blocks;    /* blocks that one worker runs side by side, see kh_member; the last gang may have fewer */
  uint32_t turns;          /* enum kh_turns; 0 if blocks do not run at the same time, or run in rounds */
  uint64_t n_gangs;
  uint64_t next_gang;    /* position in the order of gangs, claimed by workers in increasing order */
  uint64_t stop_gang;    /* gangs at a higher position need not finish: a fault ended an earlier one */
  uint64_t workspace;    /* device address of a cooperative launch's grid workspace; else 0 */
  kh_faults faults;      /* of all gangs up to stop_gang; workers add theirs in that order */
  uint32_t watch;        /* enum kh_watch; 0 in a launch without checks */
  uint32_t suspects;     /* WATCH_*_FAST bits that need an exact pass */
  uint64_t schedule;     /* 0: converged, blocks and warps ascending; else the seed of another order, see schedule.c */
  uint64_t perturbation; /* 0: approximations are rounded correctly; else the seed of their errors */
  uint64_t n_sites;
  const uint32_t *site_flags; /* enum kh_site_flag of each site; 0 without checks */
  kh_text printed, notes;
  kh_heap heap;
  void *races, *defined, *counts, *trace; /* state of the launch for the observers */
  const void *textures;                   /* kh_texture, by handle; see textures.h */
  uint64_t n_textures;
  uint64_t drawing;           /* 0: results are rounded as PTX says; else the seed of random roundings, see draw.c */
  const uint8_t *drawn_sites; /* whether each site's instruction is drawn; 0: all are */
  uint32_t draws_evenly;      /* whether every inexact result moves with probability 1/2 */
} kh_launch;

typedef struct {
  uint32_t n_arrived;  /* in warps */
  uint32_t n_expected; /* in warps; 0 means all that have not exited */
  uint32_t is_red;
  uint32_t popc, all, any;
} kh_barrier;

struct kh_warp {
  uint32_t tid[3][LANES];
  uint32_t pc[LANES];
  uint32_t sync_members[LANES];
  uint32_t barrier_site[LANES];
  uint8_t *registers;
  int64_t steps;           /* left until the next check of the budget */
  uint64_t steps_refilled; /* granted so far, `steps` included */
  uint32_t index;
  uint32_t initial_live;
  uint32_t live;         /* lanes that exist and have not exited */
  uint32_t mask;         /* lanes that run now */
  uint32_t split;        /* whether live lanes exist outside `mask` */
  uint32_t sync_wait;    /* lanes waiting at a .sync instruction */
  uint32_t sync_warpbar; /* of these, lanes at a bar.warp.sync */
  uint32_t sync_passed;  /* of these, lanes that a partner has passed with another mask */
  uint32_t granted;      /* lanes let through their .sync instruction */
  uint32_t barrier_wait; /* lanes waiting at a CTA barrier */
  uint32_t barrier_pred; /* their predicate for barrier.red */
  uint32_t barrier_id, barrier_warps, barrier_mode;
  uint32_t barrier_apart; /* whether these lanes came from instructions that a warp must not mix */
  uint32_t barrier_popc, barrier_all, barrier_any;
  uint32_t done, blocked, aborted; /* `blocked` is enum kh_blocked */
  uint32_t n_selects;
  uint32_t resting;         /* lanes that let others go first, until the warp's next turn: they sleep or poll */
  uint32_t has_spoken;      /* whether the warp has communicated through global memory in this turn: see kh_speak */
  uint32_t cluster_arrived; /* lanes that have arrived at a cluster barrier that is not complete */
  uint32_t cluster_done;    /* lanes that have arrived and not waited, the barrier being complete */
  uint32_t cluster_wait;    /* lanes waiting at a cluster barrier */
  uint32_t cluster_site;    /* arrival site of cluster_arrived */
  uint64_t rested;          /* steps charged for anything but instructions */
  /* the mbarrier that a lane last tested in vain, and the device address it gave; 0 after a success */
  const uint8_t *awaited;
  uint64_t awaited_at, awaited_steps; /* the steps taken until then */
  uint32_t awaited_site, awaited_lane;
  uint32_t matrix_groups, is_matrix_open; /* wgmma: groups that may still run; whether products wait for a commit */
  uint64_t polled[2][LANES];              /* what a lane's last two strong reads gave, and where: see kh_poll */
  /* of a scheduled launch only, see schedule.c */
  uint32_t lead;   /* lanes that run ahead of the others */
  uint32_t upward; /* whether the highest of several program counters goes first */
  uint32_t slice;  /* selections left until other warps get their turn */
  uint64_t random;
  uint64_t weighed;  /* steps that `parted` accounts for */
  uint64_t parted;   /* steps taken by part of the warp, times the inactive part, in 1/65536 */
  uint64_t forgiven; /* the part of `parted` that is added to the budget */
};

/* A block of a gang. A gang is the blocks that must run at the same time because they may wait for each other: a
 * cluster, the grid of a cooperative launch, or one block of an ordinary launch. One worker runs them in turns. */
typedef struct {
  kh_warp *warps;
  uint8_t *shared, *local, *registers;
  kh_copies *copies;
  kh_barrier *barriers;
  uint32_t ctaid[3];
  uint32_t block;
  uint32_t rank;         /* in its cluster */
  uint32_t n_running;    /* warps that have not ended; 0: the block has exited */
  uint32_t has_arrivals; /* of rank 0: whether threads of the cluster have arrived at its barrier */
  uint32_t has_spoken;   /* whether a warp has communicated in the block's last turn */
  /* for launches in which the latest block continues: */
  uint32_t is_waiting; /* whether the last turn made no progress, so that others go first */
  uint32_t n_turns;    /* in this round */
  uint32_t number;     /* its number in the order in which blocks first communicated, from 1; before, 0 */
} kh_member;

struct kh_worker {
  kh_launch *launch;
  kh_member *members; /* kh_launch.gang_blocks of them, cluster by cluster, ascending in rank */
  /* The running warp and block. `warps` to `block` are copies from members[member]; kh_enter sets them together. */
  kh_warp *current;
  kh_warp *warps;
  uint8_t *shared, *local, *registers;
  kh_copies *copies; /* of each warp; 0 if the kernel has no cp.async */
  kh_barrier *barriers;
  uint32_t ctaid[3];
  uint32_t block;
  uint32_t rank;
  uint32_t member;
  uint32_t slice; /* start of the block's shared addresses: rank << SLICE_BITS, or 0 without has_slices */
  uint32_t n_asyncs;
  uint32_t is_latest_first; /* whether the latest block goes on now, see TURNS_LATEST */
  uint32_t is_interrupted;  /* whether the current block's turn ends as soon as it communicates */
  uint32_t n_numbered;      /* blocks of the gang that have communicated since it started so */
  kh_async *asyncs;         /* of the gang, in the order of issue; 0 if the kernel has no such instruction */
  uint32_t *arrived; /* for every 8 bytes of the gang's shared memory: bytes that have arrived in an mbarrier's phase */
  uint8_t *mbarriers; /* a bit for every 8 bytes of the gang's shared memory: whether an mbarrier is there; or 0 */
  kh_faults faults;   /* of the gang that runs now */
  const kh_alloc *last_alloc;
  uint64_t gang;     /* its index */
  uint64_t position; /* of the gang in the order of gangs */
  uint64_t floor;    /* this worker will not touch an earlier position again */
  uint64_t random;   /* of a scheduled launch: draws the order of blocks and warps */
  uint64_t steps;
  void *races, *defined, *counts; /* state of the worker for the observers */
  uint8_t *ran;                   /* of each basic block: whether the worker has run it */
};

/* Number of a barrier and two thread counts, as one value of a fault. */
static inline uint64_t kh_barrier_value(uint32_t id, uint64_t first, uint64_t second) {
  return id | first << 16 | second << 32;
}

/* A number's bits, and the number of some bits. */
#define CAST(CONVERSION, TO, FROM)                                                                                     \
  static inline TO CONVERSION(FROM from) {                                                                             \
    TO to;                                                                                                             \
    __builtin_memcpy(&to, &from, sizeof to);                                                                           \
    return to;                                                                                                         \
  }
CAST(kh_as_float, float, uint32_t)
CAST(kh_as_bits, uint32_t, float)
CAST(kh_as_double, double, uint64_t)
CAST(kh_as_bits64, uint64_t, double)

static inline uint32_t kh_lowest(uint32_t mask) { return (uint32_t)__builtin_ctz(mask); }

/* The lanes at a program counter, whether they exist or not. */
static inline uint32_t kh_lanes_at(const kh_warp *w, uint32_t pc) {
  uint32_t found = 0;
  for (uint32_t l = 0; l < LANES; l++) found |= (uint32_t)(w->pc[l] == pc) << l;
  return found;
}

/* The lowest or the highest program counter of some lanes. */
static inline uint32_t kh_extreme_pc(const kh_warp *w, uint32_t lanes, uint32_t is_highest) {
  uint32_t lowest = NO_PC, highest = 0;
  for (uint32_t l = 0; l < LANES; l++) {
    uint32_t is_one = -(lanes >> l & 1), low = w->pc[l] | ~is_one, high = w->pc[l] & is_one;
    lowest = low < lowest ? low : lowest;
    highest = high > highest ? high : highest;
  }
  return is_highest ? highest : lowest;
}

/* Mixes all bits of a word: the finalizer of splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
 * generators", 2014). */
static inline uint64_t kh_mix(uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return x ^ x >> 31;
}

/* Distance between the shared memory of two blocks of a gang. */
static inline uint64_t kh_shared_stride(const kh_launch *L) { return (L->shared_bytes + 63ull) & ~63ull; }

/* Whether a host address lies in the shared memory of the gang. */
static inline int kh_is_shared(const kh_worker *W, const uint8_t *at) {
  return (uint64_t)(at - W->members[0].shared) < W->launch->gang_blocks * kh_shared_stride(W->launch);
}
