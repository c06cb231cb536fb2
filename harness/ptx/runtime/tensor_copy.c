/* Tensor copies: cp.async.bulk.tensor and its kin. They complete as bulk copies do; see mbarrier.c. */

/* Reports to racecheck a range that a lane's asynchronous operation reads or writes. */
static void announce_range(kh_worker *W, uint32_t space, uint32_t access, uint32_t lane, uint64_t address, uint8_t *at,
                           uint64_t size, uint32_t site) {
  uint64_t addresses[LANES];
  uint8_t *where[LANES];
  for (uint64_t k = 0; k < size; k += MAX_ACCESS_BYTES) {
    uint32_t n = size - k < MAX_ACCESS_BYTES ? (uint32_t)(size - k) : MAX_ACCESS_BYTES;
    addresses[lane] = address + k;
    where[lane] = at + k;
    kh_access seen = {space, access, 1u << lane, n, 8, site, addresses, where, 0, 0, 0, W->slice};
    kh_exact_async(W, &seen);
  }
}

/* Reads a lane's map; 0 after a report. */
static int fetch_map(kh_worker *W, uint32_t lane, uint64_t address, uint64_t *map, uint32_t site) {
  uint64_t addresses[LANES];
  uint8_t *where[LANES];
  for (uint32_t half = 0; half < 2; half++) {
    const uint8_t *at = kh_check_lane(W, SPACE_GENERIC, lane, address + 64 * half, 64, site, ACCESS_READ);
    if (!at) return 0;
    __builtin_memcpy(map + 8 * half, at, 64);
    for (uint32_t k = 0; is_exact(W) && k < 64; k += MAX_ACCESS_BYTES) {
      addresses[lane] = address + 64 * half + k;
      where[lane] = (uint8_t *)at + k;
      kh_access seen = {SPACE_GENERIC, ACCESS_READ, 1u << lane, MAX_ACCESS_BYTES, 8, site, addresses, where, 0, 0, 0,
                        W->slice};
      kh_exact_access(W, &seen);
    }
  }
  return 1;
}

/* Checks what a box has in the tensor, and tells racecheck; 0 after a report. */
static int check_box(kh_worker *W, const kh_tensor *t, const int32_t *at, uint32_t lane, uint32_t access,
                     uint32_t site) {
  for (uint32_t row = 0; row < t->n_rows; row++) {
    kh_row_part part = part_of_row(t, at, row);
    if (part.low >= part.high) continue;
    uint64_t low, high, host, address = part.address + part.low, n = part.high - part.low;
    int found = find_range(W, SPACE_GLOBAL, access, lane, &address, &low, &high, &host);
    if (!found || address < low || address >= high || high - address < n) {
      uint64_t bad = !found || address < low || address >= high ? address : high;
      kh_report(W, site, access == ACCESS_READ ? FAULT_TENSOR_READ : FAULT_TENSOR_WRITE, lane, bad);
      return 0;
    }
    if (found == FOUND_INPUT) kh_report(W, site, FAULT_INPUT_WRITTEN, lane, address);
    if (!is_exact(W)) continue;
    /* a cell belongs to the box that has its first byte; the last one of the tensor's row is whole */
    uint64_t cell = 1ull << races_of(W)->shift, start = address & -cell, end = address + n;
    int is_last = at[0] + (int64_t)(part.high / t->element_bytes) == (int64_t)t->sizes[0];
    end = (is_last ? end + cell - 1 : end) & -cell;
    if (start < end) announce_range(W, SPACE_GLOBAL, access, lane, start, (uint8_t *)(host + start), end - start, site);
  }
  return 1;
}

/* Host address of a box in shared memory; 0 after a report. */
static uint8_t *place_box(kh_worker *W, uint32_t space, uint32_t lane, uint64_t address, uint32_t size, uint32_t site,
                          uint32_t access) {
  if (address % BOX_ALIGNMENT) {
    kh_report(W, site, FAULT_TENSOR_PLACE, lane, address);
    return 0;
  }
  uint8_t *at = kh_check_lane(W, space, lane, address, MAP_PIECE, site, access);
  return at && kh_check_lane(W, space, lane, address + size - MAP_PIECE, MAP_PIECE, site, access) ? at : 0;
}

/* One box a lane, of `rank` dimensions: coordinate d of all lanes follows coordinate d - 1 of all lanes. With `barrier`
 * it is loaded, with `ranks` into the shared memory of each of these blocks of the cluster; else it is stored, or
 * combined with the tensor by `op` if that is not ~0. */
void kh_copy_tensor(kh_worker *W, uint32_t mask, const uint64_t *shared, const uint64_t *map,
                    const int32_t *coordinates, const uint64_t *barrier, const uint32_t *ranks, uint32_t rank,
                    uint32_t space, uint32_t op, uint32_t site, uint32_t global_site, uint32_t map_site) {
  uint32_t access = barrier ? ACCESS_WRITE : ACCESS_READ, opposite = barrier ? ACCESS_READ : ACCESS_WRITE;
  if (op != ~0u) opposite = ACCESS_ATOMIC;
  EACH_LANE(l, mask) {
    uint64_t words[16];
    int32_t at[MAX_TENSOR_RANK] = {0};
    kh_tensor t;
    if (!fetch_map(W, l, map[l], words, map_site)) continue;
    uint32_t problem = read_map(words, rank, &t), element = 0;
    if (!problem && op != ~0u) {
      element = reduced_type(&t, op);
      if (element == ~0u) problem = MAP_REDUCED;
    }
    for (uint32_t d = 0; d < rank; d++) at[d] = coordinates[d * LANES + l];
    if (!problem) problem = place_problem(&t, at, barrier != 0);
    if (problem) {
      kh_report(W, site, FAULT_TENSOR_MAP, l, problem);
      continue;
    }
    uint64_t began = is_exact(W) ? kh_exact_time(W) : 0;
    int is_checked = 0;
    for (uint32_t peer = 0; peer < (ranks ? 16u : 1u); peer++) {
      uint64_t target = shared[l], at_barrier = barrier ? barrier[l] : 0;
      if (ranks) {
        if (!(ranks[l] >> peer & 1)) continue;
        uint64_t slice = W->launch->has_slices ? (uint64_t)peer << SLICE_BITS : 0;
        target = (target & (SLICE_BYTES - 1)) | slice;
        at_barrier = (at_barrier & (SLICE_BYTES - 1)) | slice;
      }
      uint8_t *gate = barrier ? find_mbarrier(W, SPACE_CLUSTER, l, at_barrier, site, 0) : 0;
      uint8_t *where = place_box(W, space, l, target, box_bytes(&t), site, access);
      if ((barrier && !gate) || !where) continue;
      if (!is_checked && !check_box(W, &t, at, l, opposite, global_site)) break;
      is_checked = 1;
      if (is_exact(W) && !barrier) kh_exact_proxy_read(W, l, where, box_bytes(&t), site);
      if (is_exact(W)) announce_range(W, space, access, l, target, where, box_bytes(&t), site);
      kh_async *a = issue_async(W, ASYNC_TENSOR, l, gate, site);
      a->op = op;
      a->element = element;
      a->target = where;
      a->size = box_bytes(&t);
      a->data[0] = target & (SLICE_BYTES - 1);
      a->data[1] = global_site;
      a->began = began;
      a->order = W->copies[W->current->index].n_bulk_groups[l];
      __builtin_memcpy(a->map, words, sizeof words);
      __builtin_memcpy(a->coordinates, at, sizeof at);
      if (gate) watch_mbarrier(W, l, gate, MBARRIER_ASYNC, site);
    }
  }
}

/* tensormap.replace of one field, in dimension `index`: a weak write of the whole map. */
void kh_replace_in_map(kh_worker *W, uint32_t mask, const uint64_t *map, const uint64_t *value, uint32_t field,
                       uint32_t index, uint32_t space, uint32_t site) {
  static const struct {
    uint8_t byte, shift, step, bits, is_less_one;
  } places[] = {
      [MAP_RANK] = {0x08, 4, 0, 3, 0},
      [MAP_BOX_DIM] = {0x37, 0, 8, 8, 1},
      [MAP_GLOBAL_DIM] = {0x20, 0, 32, 32, 1},
      [MAP_ELEMENT_STRIDE] = {0x34, 0, 3, 3, 1},
      [MAP_ELEMTYPE] = {0x08, 7, 0, 4, 0},
      [MAP_INTERLEAVE_LAYOUT] = {0x08, 11, 0, 2, 0},
      [MAP_SWIZZLE_MODE] = {0x08, 13, 0, 2, 0},
      [MAP_FILL_MODE] = {0x08, 15, 0, 1, 0},
      [MAP_SWIZZLE_ATOMICITY] = {0x08, 19, 0, 2, 0},
  };
  EACH_LANE(l, mask) {
    uint8_t *at = kh_check_lane(W, space, l, map[l], 64, site, ACCESS_WRITE);
    if (!at || !kh_check_lane(W, space, l, map[l] + 64, 64, site, ACCESS_WRITE)) continue;
    uint64_t addresses[LANES], v = value[l];
    uint8_t *where[LANES];
    for (uint32_t k = 0; is_exact(W) && k < 128; k += MAX_ACCESS_BYTES) {
      addresses[l] = map[l] + k;
      where[l] = at + k;
      kh_access seen = {space, ACCESS_WRITE, 1u << l, MAX_ACCESS_BYTES, 8, site, addresses, where, 0, 0, 0, W->slice};
      kh_exact_access(W, &seen);
    }
    if (field == MAP_GLOBAL_ADDRESS) {
      __builtin_memcpy(at, &v, 8);
      continue;
    }
    if (field == MAP_GLOBAL_STRIDE) {
      uint32_t low = (uint32_t)(v >> 4);
      uint8_t *high = at + 0x1c + index / 2;
      __builtin_memcpy(at + 0x0c + 4 * index, &low, 4);
      *high = (uint8_t)((*high & ~(15u << index % 2 * 4)) | (v >> 36 & 15) << index % 2 * 4);
      continue;
    }
    if (field == MAP_ELEMTYPE) {
      /* tf32 and its flushing kin are f32 with a mark */
      at[0x0a] = (uint8_t)((at[0x0a] & ~1u) | (v == 11 || v == 12));
      v -= v == 11 || v == 12 ? 4 : v > 12 ? 2 : 0;
    }
    uint32_t from = 8 * places[field].byte + places[field].shift + places[field].step * index, n = places[field].bits;
    v -= places[field].is_less_one;
    uint64_t window, mask_of_field = (1ull << n) - 1;
    __builtin_memcpy(&window, at + from / 8, 8);
    window = (window & ~(mask_of_field << from % 8)) | (v & mask_of_field) << from % 8;
    __builtin_memcpy(at + from / 8, &window, 8);
  }
}
