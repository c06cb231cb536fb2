/* Tensor maps, and the boxes of tensors that they describe. PTX ISA 9.0, 5.5 "Tensors" and 9.7.9.27.
 *
 * A map has 128 bytes; its fields lie where an assembled tensormap.replace writes them. A box is packed in shared
 * memory row by row, dimension 0 within a row, and then swizzled in pieces of 16 bytes. Elements of a box that lie
 * outside of the tensor are filled on a load and skipped on a store.
 */

#define MAP_PIECE 16       /* bytes that a swizzle moves together */
#define BOX_ALIGNMENT 128u /* of a box in shared memory */

/* Element types, by their number in a map. */
enum kh_map_type { MAP_U8, MAP_U16, MAP_U32, MAP_S32, MAP_U64, MAP_S64, MAP_F16, MAP_F32, MAP_FTZ, MAP_F64, MAP_BF16 };

/* What is wrong with a map, in the order of MAP_PROBLEMS in launch_report.py. */
enum kh_map_problem {
  MAP_FITS,
  MAP_OTHER_RANK,
  MAP_TYPE,
  MAP_INTERLEAVED,
  MAP_ATOMICITY,
  MAP_ROW,
  MAP_WIDE,
  MAP_NARROW,
  MAP_REDUCED,
  MAP_COORDINATE,
  MAP_NEGATIVE
};

typedef struct {
  uint64_t address, strides[MAX_TENSOR_RANK], sizes[MAX_TENSOR_RANK]; /* strides in bytes */
  uint32_t counts[MAX_TENSOR_RANK], steps[MAX_TENSOR_RANK];           /* of the box: elements, and their distance */
  uint32_t rank, type, element_bytes, row_bytes, n_rows;
  uint32_t swizzle; /* pieces that are swizzled together, less 1 */
  uint32_t is_nan;  /* whether what lies outside is filled with NaNs */
} kh_tensor;

/* The part [low, high) of a row of a box that lies in the tensor, in bytes from the row's start. */
typedef struct {
  uint64_t address; /* of the row's start, which may lie outside of the tensor */
  uint32_t low, high;
} kh_row_part;

static uint32_t map_bits(const uint64_t *map, uint32_t byte, uint32_t shift, uint32_t n) {
  uint32_t word;
  __builtin_memcpy(&word, (const uint8_t *)map + byte, 4);
  return n == 32 ? word : word >> shift & ((1u << n) - 1);
}

static uint32_t read_map(const uint64_t *map, uint32_t rank, kh_tensor *t) {
  static const uint8_t sizes[] = {1, 2, 4, 4, 8, 8, 2, 4, 4, 8, 2};
  t->address = map[0];
  t->rank = map_bits(map, 8, 4, 3) + 1;
  t->type = map_bits(map, 8, 7, 4);
  if (t->rank != rank) return MAP_OTHER_RANK;
  if (t->type >= sizeof sizes) return MAP_TYPE;
  if (map_bits(map, 8, 11, 2)) return MAP_INTERLEAVED;
  if (map_bits(map, 8, 19, 2)) return MAP_ATOMICITY;
  t->element_bytes = sizes[t->type];
  t->swizzle = (1u << map_bits(map, 8, 13, 2)) - 1;
  t->is_nan = map_bits(map, 8, 15, 1);
  t->n_rows = 1;
  for (uint32_t d = 0; d < rank; d++) {
    uint32_t box = d ? map_bits(map, 0x38, 8 * (d - 1), 8) : map_bits(map, 0x34, 24, 8);
    t->sizes[d] = map_bits(map, 0x20 + 4 * d, 0, 32) + 1ull;
    /* without an interleaved layout the elements of a row are neighbours */
    t->steps[d] = d ? map_bits(map, 0x34, 3 * d, 3) + 1 : 1;
    t->counts[d] = (box + t->steps[d]) / t->steps[d];
    t->strides[d] = t->element_bytes;
    if (!d) continue;
    uint64_t high = map_bits(map, 0x1c, 4 * (d - 1), 4);
    t->strides[d] = (map_bits(map, 0x0c + 4 * (d - 1), 0, 32) | high << 32) * 16;
    t->n_rows *= t->counts[d];
  }
  t->row_bytes = t->counts[0] * t->element_bytes;
  if (t->row_bytes % MAP_PIECE) return MAP_ROW;
  if (!t->swizzle || t->row_bytes == (t->swizzle + 1) * MAP_PIECE) return MAP_FITS;
  return t->row_bytes > (t->swizzle + 1) * MAP_PIECE ? MAP_WIDE : MAP_NARROW;
}

/* What is wrong with a box's place. An H200 ends the context: CUDA_ERROR_ILLEGAL_INSTRUCTION. */
static uint32_t place_problem(const kh_tensor *t, const int32_t *at, int is_load) {
  if ((int64_t)at[0] * t->element_bytes % MAP_PIECE) return MAP_COORDINATE;
  for (uint32_t d = 0; d < t->rank && !is_load; d++)
    if (at[d] < 0) return MAP_NEGATIVE;
  return MAP_FITS;
}

static uint32_t box_bytes(const kh_tensor *t) { return t->row_bytes * t->n_rows; }

static kh_row_part part_of_row(const kh_tensor *t, const int32_t *at, uint32_t row) {
  kh_row_part part = {t->address + (uint64_t)((int64_t)at[0] * t->element_bytes), 0, t->row_bytes};
  int64_t before = -(int64_t)at[0] * t->element_bytes, end = (int64_t)(t->sizes[0] * t->element_bytes) + before;
  for (uint32_t d = 1; d < t->rank; d++) {
    int64_t place = at[d] + (int64_t)(row % t->counts[d]) * t->steps[d];
    row /= t->counts[d];
    part.address += (uint64_t)place * t->strides[d];
    if (place < 0 || (uint64_t)place >= t->sizes[d]) part.high = 0;
  }
  if (end < part.high) part.high = end < 0 ? 0 : (uint32_t)end;
  if (before > 0) part.low = before < part.high ? (uint32_t)before : part.high;
  return part;
}

/* Distance in bytes from the start of a box, at `base` in shared memory, to one of its pieces. */
static uint32_t place_in_box(const kh_tensor *t, uint32_t base, uint32_t offset) {
  uint32_t at = base + offset;
  return (at ^ (at >> 7 & t->swizzle) << 4) - base;
}

static void fill_outside(const kh_tensor *t, uint8_t *at, uint32_t n) {
  uint32_t is_float = t->type >= MAP_F16, last = t->element_bytes - 1;
  for (uint32_t i = 0; i < n; i++) at[i] = !t->is_nan || !is_float ? 0 : i % t->element_bytes == last ? 0x7f : 0xff;
}

/* The element type of a reduction, or ~0 if PTX has none of this type. */
static uint32_t reduced_type(const kh_tensor *t, uint32_t op) {
  static const uint8_t types[] = {[MAP_U32] = BULK_U32, [MAP_S32] = BULK_S32, [MAP_U64] = BULK_U64,
                                  [MAP_S64] = BULK_S64, [MAP_F16] = BULK_F16, [MAP_F32] = BULK_F32,
                                  [MAP_FTZ] = BULK_F32, [MAP_F64] = BULK_F64, [MAP_BF16] = BULK_BF16};
  int is_counter = op == ATOM_INC || op == ATOM_DEC;
  if (t->type < MAP_U32 || (t->type >= MAP_F16 && op != ATOM_ADD) || (is_counter && t->type != MAP_U32) ||
      (t->type == MAP_S64 && op == ATOM_ADD))
    return ~0u;
  return types[t->type];
}

/* Copies or combines the box of an asynchronous operation: a load if it has an mbarrier, else a store. */
static void move_box(kh_worker *W, const kh_async *a) {
  kh_tensor tensor, *t = &tensor;
  if (read_map(a->map, map_bits(a->map, 8, 4, 3) + 1, t)) return;
  int is_load = a->barrier != 0;
  uint32_t base = (uint32_t)a->data[0], other_site = (uint32_t)a->data[1];
  for (uint32_t row = 0; row < t->n_rows; row++) {
    kh_row_part part = part_of_row(t, a->coordinates, row);
    const kh_alloc *alloc = part.low < part.high ? kh_find_alloc(W, part.address + part.low) : 0;
    uint8_t *outside = alloc ? alloc->host + (part.address - alloc->base) : 0;
    for (uint32_t k = 0; k < t->row_bytes; k += MAP_PIECE) {
      uint32_t low = part.low > k ? part.low : k, high = part.high < k + MAP_PIECE ? part.high : k + MAP_PIECE;
      uint8_t *inside = a->target + place_in_box(t, base, row * t->row_bytes + k);
      uint64_t from = part.address + low;
      if (!alloc || low >= high) {
        if (!is_load) continue;
        fill_outside(t, inside, MAP_PIECE);
        low = k;
        high = k + MAP_PIECE;
        kh_copied filled = {inside, 0, from, 0, MAP_PIECE, other_site, a->site, a->lane, 0};
        if (W->launch->watch) watch_done(W, &filled);
        continue;
      }
      uint32_t n = high - low;
      if (!is_load) {
        uint32_t element = a->op == ~0u ? 0 : kh_bulk_element_size(a->element);
        uint8_t *source = inside + (low - k);
        if (element)
          kh_reduce_bulk(outside + low, source, n, a->op, a->element);
        else
          __builtin_memcpy(outside + low, source, n);
        uint64_t place = SHARED_WINDOW + base + (uint64_t)(source - a->target);
        kh_copied stored = {outside + low, source, place, n, n, a->site, other_site, a->lane, element};
        if (W->launch->watch) watch_done(W, &stored);
        continue;
      }
      fill_outside(t, inside, low - k);
      __builtin_memcpy(inside + (low - k), outside + low, n);
      fill_outside(t, inside + (high - k), k + MAP_PIECE - high);
      if (!W->launch->watch) continue;
      kh_copied filled = {inside, 0, from, 0, low - k, other_site, a->site, a->lane, 0};
      kh_copied loaded = {inside + (low - k), outside + low, from,    n, k + MAP_PIECE - low,
                          other_site,         a->site,       a->lane, 0};
      if (low > k) watch_done(W, &filled);
      watch_done(W, &loaded);
    }
  }
}
