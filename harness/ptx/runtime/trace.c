/* Records a launch for a backward slice; trace.h describes the records. */

static kh_trace *trace_of(const kh_worker *W) { return (kh_trace *)W->launch->trace; }

static int is_recorded(const kh_worker *W) { return trace_of(W)->blocks[W->block]; }

/* Adds a record; returns where its payload goes, 0 if there is no room. */
static uint8_t *add_record(kh_worker *W, uint32_t kind, uint32_t index, uint32_t mask, uint32_t info,
                           uint64_t n_bytes) {
  kh_trace *T = trace_of(W);
  uint64_t n = (n_bytes + 7) & ~7ull;
  if (T->n_records == T->max_records || T->max_bytes - T->n_bytes < n) {
    T->is_full = 1;
    return 0;
  }
  uint32_t warp = W->current ? W->current->index : 0;
  kh_record record = {kind, index, mask, W->block, warp, info, T->n_bytes};
  T->records[T->n_records++] = record;
  T->n_bytes += n;
  return T->payload + record.at;
}

/* Called by generated code after an instruction, or before one that ends its basic block. */
void kh_trace_result(kh_worker *W, uint32_t instruction, uint32_t mask, const uint8_t *values, uint32_t n_bytes) {
  if (!mask || !is_recorded(W)) return;
  uint8_t *to = add_record(W, TRACE_RESULT, instruction, mask, n_bytes, n_bytes);
  if (to) __builtin_memcpy(to, values, n_bytes);
}

static void note_writer(kh_worker *W, const uint8_t *at, uint32_t size, uint32_t site, uint32_t lane) {
  kh_trace *T = trace_of(W);
  uint64_t start = (uint64_t)at, low = 0, high = T->n_ranges;
  /* the first range that ends behind `start` */
  while (low < high) {
    uint64_t middle = (low + high) / 2;
    if (T->ranges[2 * middle + 1] <= start)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == T->n_ranges || T->ranges[2 * low] >= start + size) return;
  if (T->n_writers == T->max_writers) {
    T->is_full = 1;
    return;
  }
  kh_writer writer = {start, size, site, W->block, W->current->index * LANES + lane};
  T->writers[T->n_writers++] = writer;
}

void kh_trace_access(kh_worker *W, const kh_access *a) {
  for (uint32_t l = 0; a->access != ACCESS_READ && trace_of(W)->n_ranges && l < LANES; l++)
    if (a->lanes >> l & 1) note_writer(W, kh_host(a, l), a->size, a->site, l);
  if (!is_recorded(W)) return;
  uint32_t info = a->access << 16 | a->size;
  uint64_t *to = (uint64_t *)add_record(W, TRACE_ACCESS, a->site, a->lanes, info, LANES * sizeof *to);
  for (uint32_t l = 0; to && l < LANES; l++) to[l] = a->lanes >> l & 1 ? (uint64_t)kh_host(a, l) : 0;
}

void kh_trace_copy(kh_worker *W, const kh_copied *copied) {
  if (trace_of(W)->n_ranges) note_writer(W, copied->target, copied->size, copied->site, copied->lane);
  if (!is_recorded(W)) return;
  uint64_t *to = (uint64_t *)add_record(W, TRACE_COPY, copied->site, 1u << copied->lane, copied->size, 4 * sizeof *to);
  if (!to) return;
  to[0] = (uint64_t)copied->target;
  to[1] = (uint64_t)copied->source;
  to[2] = copied->n_read;
  to[3] = copied->reduced;
}

void kh_trace_block(kh_worker *W) {
  kh_launch *L = W->launch;
  if (!is_recorded(W)) return;
  uint64_t *to = (uint64_t *)add_record(W, TRACE_BLOCK, 0, 0, 0, 4 * sizeof *to);
  if (!to) return;
  to[0] = (uint64_t)W->shared;
  to[1] = L->shared_bytes;
  to[2] = (uint64_t)W->local;
  to[3] = (uint64_t)L->local_bytes * L->n_warps * LANES;
}

void kh_trace_barrier(kh_worker *W, uint32_t id) {
  if (is_recorded(W)) add_record(W, TRACE_BARRIER, id, 0, 0, 0);
}
