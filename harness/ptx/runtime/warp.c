/* Instructions that exchange values between the lanes of a warp. PTX ISA 9.0, 9.7.9 "Data Movement" and 9.7.13. */
#include "runtime.h"

/* Value read from an inactive lane: undefined in PTX, a NaN in every float type here. */
#define UNDEFINED 0xffffffffu

static uint32_t absence(const kh_warp *w, uint32_t members, int lane) {
  if (!(w->initial_live >> lane & 1)) return ABSENT_NEVER;
  if (!(w->live >> lane & 1)) return ABSENT_EXITED;
  return members >> lane & 1 ? ABSENT_ELSEWHERE : ABSENT_UNNAMED;
}

/* Whether all lanes name all lanes, in one segment, and the same operand b, as in reductions. */
static int is_whole_warp(const uint32_t *b, const uint32_t *c, const uint32_t *members) {
  uint32_t differs = 0;
  for (uint32_t l = 0; l < LANES; l++) differs |= (b[l] ^ b[0]) | ((c[l] & 0x1f1fu) ^ 0x1fu) | ~members[l];
  return !differs;
}

/* shfl.sync. `mask` is the set of lanes that execute it together; a lane may only read from one of them. All sources
 * are read before the destination is written. Returns the predicate of every lane. */
uint32_t kh_shuffle(kh_worker *W, uint32_t mask, const uint32_t *a, const uint32_t *b, const uint32_t *c,
                    const uint32_t *members, uint32_t *out, uint32_t mode, uint32_t site) {
  uint32_t result[LANES], predicate = 0;
  if (mode == SHFL_BFLY && mask == ~0u && is_whole_warp(b, c, members)) {
    uint32_t other = b[0] & 31;
    for (uint32_t l = 0; l < LANES; l++) result[l] = a[l ^ other];
    __builtin_memcpy(out, result, sizeof result);
    return ~0u;
  }
  for (uint32_t l = 0; l < LANES; l++) {
    if (!(mask >> l & 1)) {
      result[l] = UNDEFINED;
      continue;
    }
    uint32_t p, j = kh_shuffle_source(l, b[l], c[l], mode, &p);
    predicate |= p << l;
    if ((mask & members[l]) >> j & 1) {
      result[l] = a[j];
    } else {
      kh_report(W, site, FAULT_SHUFFLE_INACTIVE, l, (uint64_t)j | (uint64_t)absence(W->current, members[l], j) << 8);
      result[l] = UNDEFINED;
    }
  }
  __builtin_memcpy(out, result, sizeof result);
  return predicate;
}

/* match.any.sync: the lanes of the mask that hold the same value. */
void kh_match_any(uint32_t mask, const uint64_t *a, const uint32_t *members, uint32_t *out) {
  for (uint32_t l = 0; l < LANES; l++) {
    uint32_t same = 0;
    for (uint32_t k = 0; k < LANES; k++) same |= (uint32_t)(a[k] == a[l]) << k;
    out[l] = same & mask & members[l];
  }
}

/* match.all.sync: the mask where all its lanes hold one value, else 0; returns the lanes whose predicate is true. */
uint32_t kh_match_all(uint32_t mask, const uint64_t *a, const uint32_t *members, uint32_t *out) {
  uint32_t predicate = 0;
  for (uint32_t l = 0; l < LANES; l++) {
    uint32_t group = mask & members[l], same = 0;
    for (uint32_t k = 0; k < LANES; k++) same |= (uint32_t)(a[k] == a[l]) << k;
    uint32_t all = (same & group) == group;
    out[l] = all ? group : 0;
    predicate |= all << l;
  }
  return predicate;
}

void kh_redux(uint32_t mask, const uint32_t *a, const uint32_t *members, uint32_t *out, uint32_t op,
              uint32_t is_signed) {
  for (uint32_t l = 0; l < LANES; l++) {
    uint32_t group = mask & members[l], value = 0, started = 0;
    for (uint32_t k = 0; k < LANES; k++) {
      if (!(group >> k & 1)) continue;
      uint32_t x = a[k];
      int less = is_signed ? (int32_t)x < (int32_t)value : x < value;
      if (!started)
        value = x;
      else if (op == REDUX_ADD)
        value += x;
      else if (op == REDUX_MIN)
        value = less ? x : value;
      else if (op == REDUX_MAX)
        value = less ? value : x;
      else if (op == REDUX_AND)
        value &= x;
      else if (op == REDUX_OR)
        value |= x;
      else
        value ^= x;
      started = 1;
    }
    out[l] = value;
  }
}

/* elect.sync: the lowest active lane of the mask; returns the elected lanes. */
uint32_t kh_elect(uint32_t mask, const uint32_t *members, uint32_t *out) {
  uint32_t predicate = 0;
  for (uint32_t l = 0; l < LANES; l++) {
    uint32_t group = mask & members[l];
    out[l] = group ? kh_lowest(group) : l;
    predicate |= (uint32_t)(out[l] == l) << l;
  }
  return predicate;
}

/* vote.sync: bits of the lanes of each lane's mask whose predicate is true. */
void kh_ballot(uint32_t mask, uint32_t predicate, const uint32_t *members, uint32_t *out) {
  for (uint32_t l = 0; l < LANES; l++) out[l] = predicate & mask & members[l];
}

/* activemask: unless all lanes run, its value depends on the schedule. */
void kh_active_mask(kh_worker *W, uint32_t mask, uint32_t site) {
  if (mask != W->current->live) kh_report(W, site, FAULT_ACTIVE_MASK, mask ? kh_lowest(mask) : 0, mask);
}
