/* Exact counts of memory traffic by instruction; docs/counters.md defines each.
 *
 * A request is one warp-level instruction with at least one lane that accesses the space. Nothing here depends on
 * caches, on other warps or on time, so the sums do not depend on which worker runs which block.
 */

static uint64_t *counters(kh_worker *W, uint32_t site, uint32_t space) {
  uint64_t *words = (uint64_t *)W->counts;
  return words + words[COUNT_SITES_START] + (uint64_t)site * COUNT_WORDS + space * COUNT_FIELDS;
}

static void add(uint64_t *to, uint64_t bytes, uint64_t units, uint64_t ideal) {
  to[COUNT_REQUESTS]++;
  to[COUNT_BYTES] += bytes;
  to[COUNT_UNITS] += units;
  to[COUNT_IDEAL] += ideal;
}

/* Number of different values among the lanes. Ascending values, as in most accesses, need no search. */
static uint32_t count_different(const uint64_t *values, uint32_t n) {
  uint64_t seen[2 * LANES], highest = 0;
  uint32_t n_seen = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t value = values[i];
    if (n_seen && value <= highest) {
      uint32_t k = n_seen;
      while (k && seen[k - 1] != value) k--;
      if (k) continue;
    } else {
      highest = value;
    }
    seen[n_seen++] = value;
  }
  return n_seen;
}

/* Aligned 32-byte sectors that lanes touch, n_bytes[l] bytes each or `size` where n_bytes is 0. */
static uint32_t global_sectors(uint32_t lanes, const uint64_t *address, const uint32_t *n_bytes, uint32_t size) {
  uint64_t sectors[2 * LANES];
  uint32_t n = 0;
  EACH_LANE(l, lanes) {
    uint64_t first = address[l] / SECTOR_BYTES, last = (address[l] + (n_bytes ? n_bytes[l] : size) - 1) / SECTOR_BYTES;
    sectors[n++] = first;
    /* an aligned access of up to 32 bytes touches one sector, so any access touches at most two */
    if (last != first) sectors[n++] = last;
  }
  return count_different(sectors, n);
}

/* Wavefronts of one group of lanes that is served together: the number of different words requested from the busiest
 * bank. Lanes that request the same word get it in the same wavefront. */
static uint32_t group_wavefronts(uint32_t lanes, const uint64_t *address, uint32_t size) {
  uint32_t n_words[N_BANKS], most = 0;
  uint64_t words[N_BANKS][LANES];
  __builtin_memset(n_words, 0, sizeof n_words);
  EACH_LANE(l, lanes) {
    uint64_t last = (address[l] + size - 1) / BANK_BYTES;
    for (uint64_t word = address[l] / BANK_BYTES; word <= last; word++) {
      uint32_t bank = word % N_BANKS, k = 0;
      while (k < n_words[bank] && words[bank][k] != word) k++;
      if (k < n_words[bank]) continue;
      words[bank][n_words[bank]++] = word;
      if (n_words[bank] > most) most = n_words[bank];
    }
  }
  return most;
}

/* Atomics on one bank are serialised, also on the same word. */
static uint32_t atomic_turns(uint32_t lanes, const uint64_t *address) {
  uint32_t n_lanes[N_BANKS], most = 0;
  __builtin_memset(n_lanes, 0, sizeof n_lanes);
  EACH_LANE(l, lanes) {
    uint32_t n = ++n_lanes[address[l] / BANK_BYTES % N_BANKS];
    if (n > most) most = n;
  }
  return most;
}

/* Whether lanes 2 k and 2 k + 1, if active, request the same word. */
static int are_pairs_alike(uint32_t lanes, const uint64_t *address) {
  for (uint32_t l = 0; l < LANES; l += 2) {
    uint32_t pair = lanes >> l & 3;
    if (pair && (pair != 3 || address[l] != address[l + 1])) return 0;
  }
  return 1;
}

/* Wavefronts of a warp whose lanes are served `width` at a time. */
static uint32_t warp_wavefronts(uint32_t lanes, const uint64_t *address, uint32_t size, uint32_t width) {
  uint32_t wavefronts = 0;
  for (uint32_t start = 0; start < LANES; start += width)
    wavefronts += group_wavefronts(lanes & (width == LANES ? ~0u : ((1u << width) - 1) << start), address, size);
  return wavefronts;
}

/* 128 bytes are served at a time: a warp with 8 bytes per lane in two halves, with 16 bytes in four quarters. A load
 * with equal neighbours is served twice as many lanes at a time if no bank conflicts. */
static void count_shared(uint64_t *to, uint32_t lanes, const uint64_t *address, uint32_t size, uint32_t access) {
  uint32_t n_active = (uint32_t)__builtin_popcount(lanes), line = LANES * BANK_BYTES;
  uint32_t width = size <= BANK_BYTES ? LANES : line / size;
  uint32_t ideal = (n_active * (line / width) + line - 1) / line;
  uint32_t wavefronts =
      access == ACCESS_ATOMIC ? atomic_turns(lanes, address) : warp_wavefronts(lanes, address, size, width);
  if (access == ACCESS_READ && width < LANES && are_pairs_alike(lanes, address)) {
    uint32_t fewer = LANES / (2 * width);
    if (warp_wavefronts(lanes, address, size, 2 * width) <= fewer) {
      wavefronts = warp_wavefronts(lanes, address, size, 2 * width);
      ideal = (ideal + 1) / 2;
    }
  }
  add(to, (uint64_t)n_active * size, wavefronts, ideal);
}

/* Local memory is interleaved: word w of all 32 lanes makes a line of 128 bytes, lane l at byte 4 l of it, so eight
 * neighbouring lanes share a sector. */
static void count_local(uint64_t *to, uint32_t lanes, const uint64_t *address, uint32_t size) {
  uint32_t sectors = 0, per_sector = SECTOR_BYTES / BANK_BYTES;
  for (uint32_t start = 0; start < LANES; start += per_sector) {
    uint64_t words[64];
    uint32_t n = 0;
    for (uint32_t l = start; l < start + per_sector; l++) {
      if (!(lanes >> l & 1)) continue;
      uint64_t last = (address[l] + size - 1) / BANK_BYTES;
      for (uint64_t word = address[l] / BANK_BYTES; word <= last; word++) words[n++] = word;
    }
    sectors += count_different(words, n);
  }
  add(to, (uint64_t)__builtin_popcount(lanes) * size, sectors, 0);
}

static void count_global(uint64_t *to, uint32_t lanes, const uint64_t *address, uint32_t size) {
  add(to, (uint64_t)__builtin_popcount(lanes) * size, global_sectors(lanes, address, 0, size), 0);
}

static uint64_t *notes(kh_worker *W) {
  uint64_t *words = (uint64_t *)W->counts;
  return words + words[COUNT_NOTES_START];
}

/* Count the lanes of the running warp that access memory for the first time. */
static void note_lanes(kh_worker *W, uint32_t lanes) {
  uint64_t *of_warp = notes(W) + 2 * (W->current->index % COUNT_WARPS), block = W->block + 1ull;
  if (of_warp[0] != block) of_warp[0] = block, of_warp[1] = 0;
  ((uint64_t *)W->counts)[COUNT_ACTIVE] += (uint64_t)__builtin_popcount(lanes & ~(uint32_t)of_warp[1]);
  of_warp[1] |= lanes;
}

/* Count the atomics at an address. Each block has its own shared memory, so entries of earlier blocks are free. If all
 * entries for an address are taken, the one with the fewest atomics is replaced. */
static void note_atomic(kh_worker *W, uint64_t address, int is_shared) {
  const uint64_t mark = 1ull << 63, of_block = mark | (W->block & 0xffffffffull) << 31;
  uint64_t key = is_shared ? of_block | (address & 0x7fffffff) : address & ~mark, *found = 0;
  uint64_t *table = notes(W) + 2 * COUNT_WARPS, *words = (uint64_t *)W->counts;
  uint64_t start = key * 0x9e3779b97f4a7c15ull >> 40;
  for (uint32_t i = 0; i < COUNT_PROBES; i++) {
    uint64_t *entry = table + 2 * ((start + i) % COUNT_ADDRESSES);
    if (entry[0] & mark && (entry[0] & ~0x7fffffffull) != of_block) entry[0] = entry[1] = 0;
    if (entry[1] && entry[0] == key) {
      found = entry;
      break;
    }
    if (!found || entry[1] < found[1]) found = entry;
  }
  if (found[0] != key) found[0] = key, found[1] = 0;
  if (++found[1] > words[COUNT_HOTTEST]) words[COUNT_HOTTEST] = found[1];
}

static void note(kh_worker *W, uint32_t lanes, const uint64_t *address, uint32_t access, int is_shared) {
  note_lanes(W, lanes);
  if (access != ACCESS_ATOMIC) return;
  EACH_LANE(l, lanes) note_atomic(W, address[l], is_shared);
}

void kh_counts_access(kh_worker *W, const kh_access *a) {
  if (a->space == SPACE_GLOBAL) {
    count_global(counters(W, a->site, COUNT_GLOBAL), a->lanes, a->address, a->size);
    note(W, a->lanes, a->address, a->access, 0);
    return;
  }
  uint64_t place[LANES];
  uint32_t in_global = 0, in_shared = 0, in_local = 0;
  EACH_LANE(l, a->lanes) {
    uint32_t space = kh_place(a, l, &place[l]);
    in_global |= (uint32_t)(space == SPACE_GLOBAL) << l;
    in_shared |= (uint32_t)(space == SPACE_SHARED) << l;
    in_local |= (uint32_t)(space == SPACE_LOCAL) << l;
  }
  if (in_global) count_global(counters(W, a->site, COUNT_GLOBAL), in_global, place, a->size);
  if (in_shared) count_shared(counters(W, a->site, COUNT_SHARED), in_shared, place, a->size, a->access);
  if (in_global) note(W, in_global, place, a->access, 0);
  if (in_shared) note(W, in_shared, place, a->access, 1);
  if (in_local) count_local(counters(W, a->site, COUNT_LOCAL), in_local, place, a->size);
}

void kh_counts_copy(kh_worker *W, uint32_t lanes, const uint64_t *to, const uint64_t *from, const uint32_t *n_read,
                    uint32_t size, uint32_t site) {
  uint32_t readers = 0;
  uint64_t bytes = 0;
  EACH_LANE(l, lanes) {
    if (!n_read[l]) continue;
    readers |= 1u << l;
    bytes += n_read[l];
  }
  if (readers) add(counters(W, site, COUNT_GLOBAL), bytes, global_sectors(readers, from, n_read, size), 0);
  if (lanes) count_shared(counters(W, site, COUNT_SHARED), lanes, to, size, ACCESS_WRITE);
  note_lanes(W, lanes);
}

void kh_counts_barrier(kh_worker *W, uint32_t id, uint32_t is_open) {
  (void)id;
  if (is_open) ((uint64_t *)W->counts)[COUNT_BARRIERS]++;
}

/* brx.idx: divergent if lanes take different paths. */
void kh_counts_table(kh_worker *W, uint32_t mask, const uint32_t *index, uint32_t word) {
  if (!mask) return;
  uint32_t first = index[kh_lowest(mask)], differ = 0;
  for (uint32_t l = 0; l < LANES; l++) differ |= mask >> l & 1 ? index[l] ^ first : 0;
  ((uint64_t *)W->counts)[word] += differ != 0;
}
