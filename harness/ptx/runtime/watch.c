/* Events that memory, barriers and the scheduler announce, and the observers that a launch asks for.
 *
 * They are announced only if kh_launch.watch is not 0, so a launch without checks pays one comparison per access.
 */

#define WATCHES(bits) (W->launch->watch & (bits))
#define WATCHES_DEFINED WATCHES(WATCH_DEFINED_FAST | WATCH_DEFINED)

/* Whether the exact pass of racecheck goes on. */
static int is_exact(kh_worker *W) { return WATCHES(WATCH_RACES) && !is_over(W); }

/* One suspicion is enough: the rest of the launch is not checked. */
static int is_screening(const kh_worker *W) {
  return WATCHES(WATCH_RACES_FAST | WATCH_RACES) == WATCH_RACES_FAST &&
         !(__atomic_load_n(&W->launch->suspects, __ATOMIC_RELAXED) & WATCH_RACES_FAST);
}

void kh_watch_access(kh_worker *W, const kh_access *a) {
  if (!a->lanes) return;
  /* before the shadows change: racecheck asks whether a store's bytes were written before */
  if (a->space != SPACE_LOCAL && a->space != SPACE_PARAM && a->space != SPACE_CONST) {
    if (is_exact(W))
      kh_exact_access(W, a);
    else if (is_screening(W))
      kh_screen_access(W, a);
  }
  if (WATCHES_DEFINED) kh_defined_access(W, a);
  if (WATCHES(WATCH_COUNTS)) kh_counts_access(W, a);
  if (WATCHES(WATCH_TRACE)) kh_trace_access(W, a);
}

/* Texels that an instruction accesses; a filter announces each of its texels. Counters ignore them. */
void kh_watch_texels(kh_worker *W, const kh_access *a) {
  if (!a->lanes) return;
  if (WATCHES_DEFINED) kh_defined_texels(W, a);
  if (is_exact(W))
    kh_exact_access(W, a);
  else if (is_screening(W))
    kh_screen_access(W, a);
  if (WATCHES(WATCH_TRACE)) kh_trace_access(W, a);
}

static void watch_copy(kh_worker *W, const kh_copy *copy, uint32_t lanes, uint32_t event) {
  if (is_exact(W))
    kh_exact_copy(W, copy, lanes, event);
  else if (is_screening(W))
    kh_screen_copy(W, copy, lanes, event != COPY_ISSUED);
}

/* A cp.async is issued; its reads and writes follow later. Counters see one instruction, racecheck a pending copy. */
void kh_watch_copy(kh_worker *W, const kh_copy *copy, const uint64_t *to, const uint64_t *from, uint32_t site) {
  uint32_t n_read[LANES];
  for (uint32_t l = 0; l < LANES; l++) {
    int reads = (copy->pending >> l & 1) && copy->n_read[l] && copy->source[l];
    n_read[l] = reads ? copy->n_read[l] : 0;
  }
  if (WATCHES(WATCH_COUNTS)) kh_counts_copy(W, copy->pending, to, from, n_read, copy->size, site);
  if (copy->pending) watch_copy(W, copy, copy->pending, COPY_ISSUED);
}

static void watch_done(kh_worker *W, const kh_copied *copied) {
  if (WATCHES_DEFINED) kh_defined_copy(W, copied);
  if (WATCHES(WATCH_TRACE)) kh_trace_copy(W, copied);
}

/* These lanes' part of a cp.async is about to be copied; shadows move now. */
void kh_watch_copied(kh_worker *W, const kh_copy *copy, uint32_t lanes, uint32_t event) {
  if (lanes) watch_copy(W, copy, lanes, event);
  for (uint32_t l = 0; (WATCHES_DEFINED || WATCHES(WATCH_TRACE)) && l < LANES; l++) {
    if (!(lanes >> l & 1)) continue;
    kh_copied copied = {
        copy->target[l], copy->source[l], copy->from[l], copy->n_read[l], copy->size, copy->site, copy->site, l, 0};
    watch_done(W, &copied);
  }
}

/* A bulk copy, st.async or red.async has changed memory; `element_size` is 0 for a copy. */
void kh_watch_async_done(kh_worker *W, const kh_async *a, uint32_t element_size) {
  if (!WATCHES_DEFINED && !WATCHES(WATCH_TRACE)) return;
  kh_copied copied = {a->target, a->source, a->data[0],  a->source ? a->size : 0, a->size, (uint32_t)a->data[1],
                      a->site,   a->lane,   element_size};
  watch_done(W, &copied);
}

void kh_watch_block(kh_worker *W) {
  if (WATCHES_DEFINED) kh_defined_block(W);
  if (WATCHES(WATCH_TRACE)) kh_trace_block(W);
  if (WATCHES(WATCH_RACES))
    kh_exact_block(W);
  else if (WATCHES(WATCH_RACES_FAST) && is_beyond_screening(W))
    kh_suspect(W, WATCH_RACES_FAST);
  else if (is_screening(W))
    kh_screen_block(W);
}

/* The current warp arrives at a barrier; or the barrier opens, before its warps resume. */
void kh_watch_barrier(kh_worker *W, uint32_t id, uint32_t is_open) {
  if (is_exact(W))
    kh_exact_barrier(W, id, is_open);
  else if (is_open && is_screening(W))
    kh_screen_barrier(W, id);
  if (WATCHES(WATCH_COUNTS)) kh_counts_barrier(W, id, is_open);
  if (WATCHES(WATCH_TRACE) && is_open) kh_trace_barrier(W, id);
}

/* These lanes of the current warp pass a bar.warp.sync; members: the mask of each, 0 if all name all. */
void kh_watch_warp_sync(kh_worker *W, uint32_t lanes, const uint32_t *members) {
  if (is_exact(W))
    kh_exact_warp_sync(W, lanes, members);
  else if (is_screening(W))
    kh_screen_warp_sync(W, lanes, members);
}

/* The worker has no more blocks. */
void kh_watch_end(kh_worker *W) {
  if (WATCHES(WATCH_RACES)) kh_exact_end(W);
  if (WATCHES_DEFINED) kh_defined_end(W);
}

/* Called by generated code after the lanes of a bar.warp.sync have met, and at a fence. */
void kh_warp_barrier(kh_worker *W, uint32_t lanes, const uint32_t *members) {
  if (W->launch->watch) kh_watch_warp_sync(W, lanes, members);
}

void kh_fence(kh_worker *W, uint32_t lanes, uint32_t site) {
  if (is_exact(W)) kh_exact_fence(W, lanes, site);
}

void kh_proxy_fence(kh_worker *W, uint32_t lanes) {
  if (is_exact(W)) kh_exact_proxy_fence(W, lanes);
}
