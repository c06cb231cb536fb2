/* Instructions that exchange values between the lanes of a warp. PTX ISA 9.0, 9.7.9 "Data Movement" and 9.7.13. */

/* Value read from an inactive lane: undefined in PTX, a NaN in every float type here. */
#define UNDEFINED 0xffffffffu

/* The lane that a lane of shfl.sync reads from, or itself if that is outside its segment; *p is the predicate. */
static uint32_t shuffle_source(uint32_t of, uint32_t b, uint32_t c, uint32_t mode, uint32_t *p) {
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

/* A lane that is missing from an exchange, with the reason: the value of FAULT_SHUFFLE_INACTIVE. */
static uint64_t missing_lane(const kh_warp *w, uint32_t members, uint32_t lane) {
  enum kh_absence why = members >> lane & 1 ? ABSENT_ELSEWHERE : ABSENT_UNNAMED;
  if (!(w->live >> lane & 1)) why = w->initial_live >> lane & 1 ? ABSENT_EXITED : ABSENT_NEVER;
  return lane | (uint64_t)why << 8;
}

/* Whether all lanes name all lanes, in one segment, and the same operand b, as in reductions. */
static int is_whole_warp(const uint32_t *b, const uint32_t *c, const uint32_t *members) {
  uint32_t differs = 0;
  for (uint32_t l = 0; l < LANES; l++) differs |= (b[l] ^ b[0]) | ((c[l] & 0x1f1fu) ^ 0x1fu) | ~members[l];
  return !differs;
}

/* shfl.sync. `mask` is the set of lanes that execute it together; a lane that reads from any other lane gets an
 * undefined value. Only initcheck follows it, in the exact pass. All sources are read before the destination is
 * written. Without a site nothing is reported. Returns the predicate of every lane. */
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
    uint32_t p, j = shuffle_source(l, b[l], c[l], mode, &p);
    predicate |= p << l;
    if ((mask & members[l]) >> j & 1) {
      result[l] = a[j];
    } else {
      result[l] = UNDEFINED;
      if (W->launch->watch & WATCH_DEFINED_FAST)
        kh_suspect(W, WATCH_DEFINED_FAST);
      else if (site != NO_SITE && !(W->launch->watch & WATCH_DEFINED))
        kh_report(W, site, FAULT_SHUFFLE_INACTIVE, l, missing_lane(W->current, members[l], j));
    }
  }
  __builtin_memcpy(out, result, sizeof result);
  return predicate;
}

/* Exact pass over shfl.sync: shadows and origins in kh_defined.in move like the values. */
void kh_shuffle_shadow(kh_worker *W, uint32_t mask, const uint32_t *b, const uint32_t *c, const uint32_t *members,
                       uint32_t mode, uint32_t site) {
  kh_defined *D = W->defined;
  const uint32_t *in = (const uint32_t *)D->in;
  uint32_t *out = (uint32_t *)D->out;
  for (uint32_t l = 0; l < LANES; l++) {
    out[l] = 0;
    if (!(mask >> l & 1)) continue;
    uint32_t p, j = shuffle_source(l, b[l], c[l], mode, &p);
    int takes_part = (mask & members[l]) >> j & 1;
    out[l] = takes_part ? in[j] : ~0u;
    D->origin_out[l] = takes_part ? D->origin_in[j] : kh_origin(site, missing_lane(W->current, members[l], j));
  }
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
    EACH_LANE(k, group) {
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

/* A special register that the hardware chooses is read. */
void kh_environment(kh_worker *W, uint32_t mask, uint32_t site) {
  if (mask) kh_report(W, site, FAULT_ENVIRONMENT, kh_lowest(mask), 0);
}

/* activemask: unless all lanes run, its value depends on the schedule. */
void kh_active_mask(kh_worker *W, uint32_t mask, uint32_t site) {
  if (mask != W->current->live) kh_report(W, site, FAULT_ACTIVE_MASK, mask ? kh_lowest(mask) : 0, mask);
}
