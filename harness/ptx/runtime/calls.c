/* Calls that were not inlined: recursion and calls through pointers. A thread's frames are in its local memory, above
 * the kernel's own variables. harness/ptx/ir/calls.py keeps the current frame in a register. */

/* A function starts: each lane's frame at frame[] and the arguments of its own calls, `needed` bytes, must fit. The
 * frame's bytes from `start` on hold no arguments and are filled like all uninitialised memory. Returns whether the
 * warp has to stop. */
uint32_t kh_frame(kh_worker *W, kh_warp *w, uint32_t mask, const uint32_t *frame, uint32_t start, uint32_t size,
                  uint32_t needed, uint32_t site) {
  uint32_t stack_end = W->launch->local_bytes, bad = 0;
  EACH_LANE(l, mask) {
    if (frame[l] > stack_end || stack_end - frame[l] < needed) {
      kh_report(W, site, FAULT_STACK, l, frame[l] - W->launch->frame_bytes);
      bad = 1;
      continue;
    }
    __builtin_memset(W->local + (uint64_t)stack_end * (w->index * LANES + l) + frame[l] + start, 0xff, size - start);
  }
  if (bad) kh_end_launch(W, w);
  return bad;
}

/* A call through a pointer: `table` holds the block of each function of the module, NO_PC if it is not a target. */
void kh_call_pointer(kh_worker *W, kh_warp *w, uint32_t mask, const uint64_t *address, const uint32_t *table,
                     uint32_t n, uint32_t site) {
  EACH_LANE(l, mask) {
    uint64_t offset = address[l] - FUNCTION_BASE, index = offset / FUNCTION_STEP;
    if (offset % FUNCTION_STEP == 0 && index < n && table[index] != NO_PC) {
      w->pc[l] = table[index];
    } else {
      kh_report(W, site, FAULT_CALL_TARGET, l, address[l]);
      kh_end_launch(W, w);
    }
  }
}
