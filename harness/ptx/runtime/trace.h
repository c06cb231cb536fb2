/* The recording of a launch for a backward slice: results and accesses of instructions, and the threads that wrote to
 * watched bytes. The launch runs on one worker, so the records are in the order of execution. An instruction's accesses
 * come right before its result. */

/* TRACE_RESULT: index is the instruction, the payload its results and for a shuffle each lane's source. TRACE_ACCESS:
 * index is the site, info is enum kh_access << 16 | bytes of a lane, the payload is each lane's host address.
 * TRACE_COPY: an asynchronous copy is done for the one lane in `mask`; the payload is target, source and bytes read,
 * info is the size. TRACE_BLOCK: a block starts; the payload is start and size of its shared and local memory.
 * TRACE_BARRIER: barrier `index` of the block opens. */
enum kh_trace_kind { TRACE_RESULT, TRACE_ACCESS, TRACE_COPY, TRACE_BLOCK, TRACE_BARRIER };

typedef struct {
  uint32_t kind; /* enum kh_trace_kind */
  uint32_t index;
  uint32_t mask; /* lanes */
  uint32_t block, warp;
  uint32_t info;
  uint64_t at; /* of the payload, in bytes */
} kh_record;

/* One lane's write to watched bytes. */
typedef struct {
  uint64_t address; /* on the host */
  uint32_t size, site, block, thread;
} kh_writer;

typedef struct {
  kh_record *records;
  uint64_t n_records, max_records;
  uint8_t *payload;
  uint64_t n_bytes, max_bytes;
  const uint8_t *blocks; /* by linear block index: whether it is recorded */
  kh_writer *writers;
  uint64_t n_writers, max_writers;
  const uint64_t *ranges; /* host addresses: start and end of each range of watched bytes, ascending */
  uint64_t n_ranges;
  uint64_t is_full; /* whether a record or a writer did not fit */
} kh_trace;
