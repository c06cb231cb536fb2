/* The barrier of a thread block cluster: barrier.cluster.arrive and wait. PTX ISA 9.0, 9.7.13 "barrier.cluster".
 *
 * Every thread of the cluster arrives separately and continues until it waits. The barrier is complete when all threads
 * that have not exited have arrived; then it starts again.
 */

static int all_have_arrived(const kh_worker *W, uint32_t first) {
  for (uint32_t r = 0; r < W->launch->cluster_blocks; r++) {
    const kh_member *block = &W->members[first + r];
    if (!block->n_running) continue;
    for (uint32_t i = 0; i < W->launch->n_warps; i++)
      if (block->warps[i].live & ~block->warps[i].cluster_arrived) return 0;
  }
  return 1;
}

/* Resumes the waiting lanes of a warp that may continue. */
static void leave_cluster_wait(kh_worker *W, uint32_t member, kh_warp *w) {
  uint32_t lanes = w->cluster_wait & w->cluster_done;
  if (!lanes) return;
  w->cluster_wait &= ~lanes;
  w->cluster_done &= ~lanes;
  if (w->blocked == BLOCKED_AT_CLUSTER) w->blocked = BLOCKED_NOT;
  if (!is_exact(W)) return;
  uint32_t here = W->member;
  kh_warp *current = W->current;
  kh_enter(W, member);
  W->current = w;
  kh_exact_cluster_barrier(W, lanes, CLUSTER_WAIT);
  kh_enter(W, here);
  W->current = current;
}

/* For the cluster of the current block. */
void kh_cluster_open_if_complete(kh_worker *W) {
  uint32_t first = W->member - W->rank;
  if (!all_have_arrived(W, first)) return;
  W->members[first].has_arrivals = 0;
  if (is_exact(W)) kh_exact_cluster_barrier(W, 0, CLUSTER_OPEN);
  for (uint32_t r = 0; r < W->launch->cluster_blocks; r++)
    for (uint32_t i = 0; i < W->launch->n_warps; i++) {
      kh_warp *w = &W->members[first + r].warps[i];
      w->cluster_done |= w->cluster_arrived;
      w->cluster_arrived = 0;
      leave_cluster_wait(W, first + r, w);
    }
}

/* barrier.cluster.arrive */
void kh_cluster_arrive(kh_worker *W, kh_warp *w, uint32_t mask, uint32_t site, uint32_t is_aligned,
                       uint32_t is_relaxed) {
  uint32_t again = mask & (w->cluster_arrived | w->cluster_done);
  if (again) kh_report(W, site, FAULT_CLUSTER_TWICE, kh_lowest(again), 0);
  mask &= ~again;
  if (!mask) return;
  if (is_aligned && w->cluster_arrived && w->cluster_site != site)
    kh_report(W, site, FAULT_CLUSTER_ALIGNED, kh_lowest(mask), 0);
  w->cluster_arrived |= mask;
  w->cluster_site = site;
  if (is_exact(W)) kh_exact_cluster_barrier(W, mask, is_relaxed ? CLUSTER_ARRIVE_RELAXED : CLUSTER_ARRIVE);
  W->members[W->member - W->rank].has_arrivals = 1;
  kh_cluster_open_if_complete(W);
}

/* barrier.cluster.wait: the lanes continue at next_pc, at once or when the barrier is complete. */
void kh_cluster_wait(kh_worker *W, kh_warp *w, uint32_t mask, uint32_t next_pc, uint32_t site, uint32_t is_aligned) {
  uint32_t alone = mask & ~(w->cluster_arrived | w->cluster_done);
  if (alone) kh_report(W, site, FAULT_CLUSTER_WAIT, kh_lowest(alone), 0);
  if (is_aligned && w->cluster_wait && w->barrier_site[kh_lowest(w->cluster_wait)] != site)
    kh_report(W, site, FAULT_CLUSTER_ALIGNED, kh_lowest(mask), 0);
  kh_wait_at(w, mask, next_pc, site);
  w->cluster_wait |= mask & ~alone;
  leave_cluster_wait(W, W->member, w);
}
