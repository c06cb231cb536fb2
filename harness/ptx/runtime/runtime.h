/* State that generated kernels, the runtime and the host share.
 *
 * harness/ptx/layout.py mirrors these structures with ctypes; kh_abi() lets it check that both agree. A "warp" is 32
 * lanes; a mask has bit l set for lane l. Device addresses are virtual: see kh_alloc and the windows below.
 */
#ifndef KH_RUNTIME_H
#define KH_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#define LANES 32
#define N_BARRIERS 16
#define N_COPIES 32
#define NO_SITE 0xffffffffu
#define NO_PC 0xffffffffu

/* Generic addresses of the windows; a 32-bit offset into the window is added. Global allocations lie far above. */
#define SHARED_WINDOW 0x0000010000000000ull
#define LOCAL_WINDOW 0x0000020000000000ull
#define PARAM_WINDOW 0x0000030000000000ull
#define HEAP_BASE 0x0000780000000000ull
#define FUNCTION_BASE 0x0000400000000000ull
#define FUNCTION_STEP 16
#define WINDOW_BYTES 0x0000000100000000ull

enum kh_space { SPACE_GLOBAL, SPACE_SHARED, SPACE_LOCAL, SPACE_PARAM, SPACE_GENERIC, SPACE_CONST };
enum kh_access { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC };
enum kh_status { STATUS_DONE, STATUS_BLOCKED, STATUS_ABORTED, STATUS_YIELDED };
enum kh_barrier_mode { BARRIER_SYNC, BARRIER_ARRIVE, BARRIER_RED };

/* What a launch watches beside bounds and alignment: bits of kh_launch.watch. The _FAST ones only say whether a closer
 * look is needed, in kh_launch.suspects; they may suspect too much and must never suspect too little. */
enum kh_watch {
  WATCH_RACES_FAST = 1,
  WATCH_RACES = 2,
  WATCH_DEFINED_FAST = 4,
  WATCH_DEFINED = 8,
  WATCH_COUNTS = 16,
};

/* Bits of kh_launch.site_flags: what an instruction means for the order of memory accesses. */
enum kh_site_flag {
  SITE_STRONG = 1,    /* relaxed, acquire, release: two of them never race, unless scopes leave one out */
  SITE_VOLATILE = 2,
  SITE_RELEASE = 4,   /* a release, or a fence that is one */
  SITE_WIDE = 8,      /* of a scope beyond the block */
  SITE_NO_RESULT = 16 /* red: an atomic whose thread learns nothing */
};

/* Kinds of fault; harness/ptx/fault.py gives each its reason code and wording. */
enum kh_fault_kind {
  FAULT_OOB_READ,
  FAULT_OOB_WRITE,
  FAULT_MISALIGNED,
  FAULT_BARRIER_DIVERGENCE, /* lanes of one warp wait at different barrier instructions */
  FAULT_BARRIER_DEADLOCK,   /* every warp waits and no barrier can be released */
  FAULT_BARRIER_NUMBER,     /* no such barrier */
  FAULT_BARRIER_COUNT,      /* a thread count that is not a multiple of a warp, or not what other warps gave */
  FAULT_BARRIER_MIXED,      /* a reduction and another use of one barrier at a time */
  FAULT_SHUFFLE_INACTIVE,   /* a lane reads from a lane that does not take part */
  FAULT_SHUFFLE_MASK,       /* a lane executes a .sync instruction whose mask leaves it out */
  FAULT_SYNC_MASKS,         /* lanes of one .sync instruction give different masks */
  FAULT_SYNC_DEADLOCK,      /* lanes named in a .sync mask never arrive */
  FAULT_STEP_BUDGET,
  FAULT_TRAP,
  FAULT_BRANCH_TABLE, /* brx.idx with an index past its table */
  FAULT_UNDEFINED_STORE, /* a value that hangs on memory that was never written: stored in global memory, */
  FAULT_UNDEFINED_BRANCH, /* branched on, */
  FAULT_UNDEFINED_ADDRESS, /* used as an address, */
  FAULT_UNDEFINED_OPERAND, /* or as a barrier's number or count, its predicate, or a lane mask */
  FAULT_RACE_RAW, /* a read, and the write before it, that nothing orders */
  FAULT_RACE_WAR,
  FAULT_RACE_WAW,
  FAULT_RACE_SAME, /* two writes of the same value that nothing orders */
  FAULT_EXITED_BEFORE_BARRIER, /* a barrier of all threads opens without some that have exited: allowed */
  FAULT_ACTIVE_MASK,           /* activemask while other lanes of the warp run elsewhere: its value is the schedule's */
  FAULT_STACK,       /* calls nested deeper than a thread's stack */
  FAULT_CALL_TARGET, /* call of an address that is no function of the right signature */
  FAULT_ASSERT,      /* __assertfail; the address is the place of its text in kh_launch.notes */
  FAULT_FREE,        /* free of what malloc did not give, or of what was freed before */
  FAULT_MATRIX_LANES,    /* a matrix instruction without all 32 lanes */
  FAULT_MATRIX_OPERANDS, /* lanes of one wmma.load or wmma.store name different matrices */
  N_FAULT_KINDS
};

/* Why a lane does not take part in an exchange: above bit 8 of the value of FAULT_SHUFFLE_INACTIVE, the lane below. */
enum kh_absence { ABSENT_EXITED, ABSENT_NEVER, ABSENT_UNNAMED, ABSENT_ELSEWHERE };

/* A .const variable may be read as such or generically, never written; a block of the heap is not watched for races or
 * for bits that were never written. */
enum kh_alloc_kind { ALLOC_PLAIN, ALLOC_CONST, ALLOC_HEAP };

typedef struct {
  uint64_t base; /* device address of the allocation */
  uint64_t size;
  uint64_t low, high; /* device addresses [low, high) that a kernel may touch */
  uint8_t *host;
  uint64_t is_const; /* enum kh_alloc_kind */
} kh_alloc;

/* First occurrence, in the order of blocks and then of execution, of one kind of fault at one site. */
typedef struct {
  uint64_t count;
  uint64_t address;
  uint32_t block;  /* linear block index */
  uint32_t thread; /* linear thread index within the block */
  uint32_t other_site, other_block, other_thread; /* the second place and thread; NO_SITE where there is none */
} kh_fault;

typedef struct kh_worker kh_worker;
typedef struct kh_warp kh_warp;
typedef uint32_t (*kh_kernel)(kh_worker *, kh_warp *);

/* One cp.async instruction of a warp, until its lanes have waited for it. */
typedef struct {
  uint8_t *target[LANES];
  const uint8_t *source[LANES]; /* 0 where it must not be read */
  uint64_t from[LANES];         /* device address of `source` */
  uint32_t n_read[LANES];
  uint32_t group[LANES]; /* how many groups the lane had committed before */
  uint32_t size;
  uint32_t site;
  uint32_t pending; /* lanes whose copy is not done yet */
} kh_copy;

typedef struct {
  kh_copy copies[N_COPIES]; /* in the order of issue */
  uint32_t n_copies;
  uint32_t n_groups[LANES]; /* groups that each lane has committed */
} kh_copies;

/* Faults by [site][kind], and which of them have happened. */
typedef struct {
  kh_fault *table;
  uint32_t *seen; /* indices into the table, in the order in which they happened first */
  uint64_t n_seen;
} kh_faults;

/* Text that a launch leaves. */
typedef struct {
  char *data;
  uint64_t capacity, n;
  uint64_t n_lost; /* pieces that did not fit */
} kh_text;

/* The heap of device-side malloc. Each block in use is an entry of kh_launch.allocs, so a lane that leaves its block or
 * uses a freed one is found like any other. */
typedef struct {
  uint8_t *host;
  uint64_t size, used;   /* bytes; a freed block is used again only when all have been given out once */
  uint64_t n_fixed;      /* entries of allocs that are no blocks of the heap */
  uint64_t max_allocs;
  kh_alloc *freed;       /* as many as allocs has */
  uint64_t n_freed;
} kh_heap;

typedef struct {
  kh_kernel kernel;
  const uint8_t *params;
  kh_alloc *allocs; /* sorted by base */
  uint64_t n_allocs;
  kh_worker **workers;
  uint64_t n_workers;
  uint32_t grid[3], block[3];
  uint32_t n_threads, n_warps;
  uint32_t param_bytes, shared_bytes, dynamic_shared_bytes, local_bytes, register_bytes;
  uint32_t fill_registers; /* whether the kernel may read a register that it has not written */
  uint32_t frame_bytes;    /* local memory of a thread below its stack of calls */
  uint64_t step_budget;    /* warp-level instructions that one warp may execute */
  uint64_t n_blocks;
  uint64_t next_block; /* position in the order of blocks, claimed by workers in increasing order */
  uint64_t stop_block; /* blocks at a higher position need not finish: an earlier one was ended by a fault */
  kh_faults faults;    /* of all blocks up to stop_block; workers add theirs in that order */
  uint32_t watch;      /* enum kh_watch; 0 in a launch that is only executed */
  uint32_t suspects;   /* WATCH_*_FAST bits that found something to look at more closely */
  uint64_t schedule;   /* 0: converged, blocks and warps ascending; else the seed of another order, see schedule.h */
  uint64_t perturbation; /* 0: approximations are rounded correctly; else the seed of their errors */
  uint64_t n_sites;
  const uint32_t *site_flags; /* enum kh_site_flag of each site; 0 where nothing is watched */
  kh_text printed, notes;
  kh_heap heap;
  void *races, *defined, *counts; /* state of the launch for races.c, defined.c and counts.c */
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
  int64_t steps; /* left until the next look at the budget */
  uint64_t steps_refilled; /* granted so far, `steps` included */
  uint32_t index;
  uint32_t initial_live;
  uint32_t live;         /* lanes that exist and have not exited */
  uint32_t mask;         /* lanes that run now */
  uint32_t split;        /* whether live lanes exist outside `mask` */
  uint32_t sync_wait;    /* lanes waiting at a .sync instruction */
  uint32_t sync_warpbar; /* those of them that wait at a bar.warp.sync */
  uint32_t sync_passed;  /* those of them that a partner has gone past, with a mask of its own */
  uint32_t granted;      /* lanes let through their .sync instruction */
  uint32_t barrier_wait; /* lanes waiting at a CTA barrier */
  uint32_t barrier_pred; /* their predicate for barrier.red */
  uint32_t barrier_id, barrier_warps, barrier_mode;
  uint32_t barrier_apart; /* whether those lanes came from instructions that must not be mixed within a warp */
  uint32_t barrier_popc, barrier_all, barrier_any;
  uint32_t done, blocked, aborted;
  uint32_t n_selects;
  /* of a scheduled launch only, see schedule.c */
  uint32_t lead;  /* lanes that run ahead of the others */
  uint32_t upward; /* whether the highest of several program counters goes first */
  uint32_t slice; /* selections left until other warps get their turn */
  uint64_t random;
  uint64_t weighed;  /* steps that `parted` accounts for */
  uint64_t parted;   /* steps that only part of the warp has taken, by the part that has not, in 1/65536 */
  uint64_t forgiven; /* of them, what is added to the budget */
};

struct kh_worker {
  kh_launch *launch;
  kh_warp *warps, *current;
  uint8_t *shared, *local, *registers;
  kh_copies *copies; /* of each warp; 0 where the kernel has no cp.async */
  kh_faults faults; /* of the block that runs now */
  const kh_alloc *last_alloc;
  uint32_t ctaid[3];
  uint32_t block;
  uint64_t position; /* of the block in the order of blocks */
  uint64_t floor;    /* this worker will not touch an earlier position any more */
  uint64_t random;   /* of a scheduled launch: draws the order of warps */
  uint64_t steps;
  void *races, *defined, *counts; /* state of the worker for races.c, defined.c and counts.c */
  kh_barrier barriers[N_BARRIERS];
};

static inline uint32_t kh_lowest(uint32_t mask) { return (uint32_t)__builtin_ctz(mask); }

void kh_report(kh_worker *W, uint32_t site, uint32_t kind, uint32_t lane, uint64_t address);
void kh_report_pair(kh_worker *W, uint32_t site, uint32_t kind, uint32_t lane, uint64_t address, uint32_t other_site,
                    uint32_t other_block, uint32_t other_thread);
void kh_report_beside(kh_worker *W, uint32_t site, uint32_t kind, uint32_t lane, uint64_t value, uint32_t other_site,
                      uint32_t other_thread);
void kh_suspect(kh_worker *W, uint32_t watch);
void kh_end_launch(kh_worker *W, kh_warp *w);
void kh_goto(kh_warp *w, uint32_t mask, uint32_t pc);
void kh_reset_barrier(kh_barrier *barrier);
void kh_open_if_complete(kh_worker *W, uint32_t id);
uint32_t kh_arrive(kh_worker *W, kh_warp *w);
uint32_t kh_read_byte(kh_worker *W, uint32_t lane, uint64_t address, uint32_t site);
void kh_copy_reset(kh_copies *all);

enum kh_shuffle { SHFL_UP, SHFL_DOWN, SHFL_BFLY, SHFL_IDX };

/* The lane that a lane of shfl.sync reads from, itself where that lies outside of its segment; *p is the predicate. */
static inline uint32_t kh_shuffle_source(uint32_t of, uint32_t b, uint32_t c, uint32_t mode, uint32_t *p) {
  int lane = (int)of, bval = (int)(b & 31), cval = (int)(c & 31), segment = (int)(c >> 8 & 31);
  int max_lane = (lane & segment) | (cval & ~segment), min_lane = lane & segment, j;
  switch (mode) {
    case SHFL_UP:
      j = lane - bval;
      *p = j >= max_lane;
      break;
    case SHFL_DOWN:
      j = lane + bval;
      *p = j <= max_lane;
      break;
    case SHFL_BFLY:
      j = lane ^ bval;
      *p = j <= max_lane;
      break;
    default:
      j = min_lane | (bval & ~segment);
      *p = j <= max_lane;
      break;
  }
  return (uint32_t)(*p ? j : lane);
}

#endif
