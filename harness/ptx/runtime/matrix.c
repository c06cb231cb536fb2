/* Matrix instructions: mma, wmma, wgmma, ldmatrix, stmatrix, movmatrix. PTX ISA 9.0, 9.7.14 "Warp Level Matrix
 * Instructions" and 9.7.15 "Asynchronous Warpgroup Level Matrix Multiply-Accumulate Instructions".
 *
 * A warp holds a matrix in fragments: lane l = 4 * g + t of the warp has, in one register, neighbouring elements of row
 * g (of A, C and D) or column g (of B) of a piece of eight rows or columns. The three functions below cover the
 * manual's figures of all shapes. The manual leaves the fragments of wmma open: here they are fragments of mma, tile by
 * tile. If wmma has more registers than elements, the rest repeat the first ones.
 *
 * Products of numbers of up to 32 bits are exact in double and are added in double, in the order of k; one rounding
 * follows. PTX leaves order and intermediate rounding open except for f64, where each step is a fused multiply-add. */

#define MAX_AB 1024 /* elements of A or of B: 16 x 64 at most, 32 x 16 with wmma */
#define MAX_N 32

static const uint32_t ELEMENT_BITS[] = {16, 16, 32, 64, 8, 8, 8, 8, 4, 4, 1, 32, 32};

/* Elements in a register of a fragment. */
static uint32_t per_register(uint32_t type) { return type == E_F64 ? 1 : 32 / ELEMENT_BITS[type]; }

/* Row of A and first column of the elements that a lane has in register r. */
static void place_a(uint32_t m, uint32_t k, uint32_t per, uint32_t lane, uint32_t r, uint32_t *row, uint32_t *column) {
  uint32_t n_steps = k / (4 * per), step;
  *row = lane / 4;
  if (m == 8) {
    step = r % n_steps;
  } else {
    step = r % (2 * n_steps) / 2;
    *row += 8 * (r & 1) + r / (2 * n_steps) % (m / 16) * 16;
  }
  *column = (4 * step + lane % 4) * per;
}

/* First row of B and column of the elements that a lane has in register r. */
static void place_b(uint32_t n, uint32_t k, uint32_t per, uint32_t lane, uint32_t r, uint32_t *row, uint32_t *column) {
  uint32_t n_steps = k / (4 * per);
  *row = (4 * (r % n_steps) + lane % 4) * per;
  *column = r / n_steps % (n / 8) * 8 + lane / 4;
}

/* Row and column of a lane's element i of C or D. */
static void place_c(uint32_t m, uint32_t lane, uint32_t i, uint32_t *row, uint32_t *column) {
  uint32_t per_tile = m == 8 ? 2 : 4, tile = i / per_tile, n_row_tiles = m == 8 ? 1 : m / 16;
  *row = lane / 4 + (m == 8 ? 0 : 8 * (i / 2 & 1)) + tile % n_row_tiles * 16;
  *column = tile / n_row_tiles * 8 + 2 * (lane % 4) + (i & 1);
}

static double number_of_f32(uint32_t bits) { return (double)kh_as_float(bits); }

/* Element e of a register, in all lanes. */
static void unpack(uint32_t type, const uint32_t *words, uint32_t e, double *out) {
  uint32_t bits = ELEMENT_BITS[type];
  uint16_t bytes[LANES];
  float wide[LANES];
  switch (type) {
    case E_F16:
      for (int l = 0; l < LANES; l++) out[l] = (double)f16_to_f32((uint16_t)(words[l] >> 16 * e));
      break;
    case E_BF16:
      for (int l = 0; l < LANES; l++) out[l] = number_of_f32(words[l] >> 16 * e << 16);
      break;
    case E_TF32: /* the lower 13 bits are not part of the format */
      for (int l = 0; l < LANES; l++) out[l] = number_of_f32(words[l] & 0xffffe000u);
      break;
    case E_F64:
      for (int l = 0; l < LANES; l++) __builtin_memcpy(&out[l], &((const uint64_t *)words)[l], 8);
      break;
    case E_E4M3:
    case E_E5M2:
      for (int l = 0; l < LANES; l++) bytes[l] = words[l] >> 8 * e & 0xff;
      if (type == E_E4M3)
        kh_e4m3_to_f32(bytes, wide);
      else
        kh_e5m2_to_f32(bytes, wide);
      for (int l = 0; l < LANES; l++) out[l] = (double)wide[l];
      break;
    default:
      for (int l = 0; l < LANES; l++) {
        uint32_t raw = words[l] << (32 - bits - bits * e);
        int is_signed = type == E_S8 || type == E_S4;
        out[l] = is_signed ? (double)((int32_t)raw >> (32 - bits)) : (double)(raw >> (32 - bits));
      }
      break;
  }
}

/* mma.m8n8k4 of f16: four products at once, each of the eight lanes 4 q .. 4 q + 3 and 16 + 4 q .. 16 + 4 q + 3. */
static void place_quad(uint32_t matrix, int is_column, int is_wide, uint32_t lane, uint32_t i, uint32_t *row,
                       uint32_t *column) {
  uint32_t own = lane % 4, high = lane / 16 * 4;
  if (matrix == MATRIX_A) {
    *row = (is_column ? i : own) + high;
    *column = is_column ? own : i;
  } else if (matrix == MATRIX_B) {
    *row = is_column ? i : own;
    *column = (is_column ? own : i) + high;
  } else if (is_wide) {
    *row = (own & 1) + (i & 2) + high;
    *column = (i & 4) + (own & 2) + (i & 1);
  } else {
    *row = own + high;
    *column = i;
  }
}

static double accumulator(uint32_t type, const void *c, uint32_t i, uint32_t lane) {
  const uint32_t *words = c;
  if (type == E_F64) return ((const double *)c)[i * LANES + lane];
  if (type == E_F16) return (double)f16_to_f32((uint16_t)(words[i / 2 * LANES + lane] >> 16 * (i & 1)));
  if (type == E_S32) return (double)(int32_t)words[i * LANES + lane];
  return number_of_f32(words[i * LANES + lane]);
}

/* Writes element i of D in all lanes. */
static void put_result(uint32_t type, const double *x, void *d, uint32_t i, uint32_t satfinite) {
  uint32_t *words = (uint32_t *)d + (type == E_F16 ? i / 2 : i) * LANES;
  uint16_t halves[LANES];
  if (type == E_F16) kh_f64_to_f16(x, halves, LANES, 0);
  for (int l = 0; l < LANES; l++) {
    double value = x[l];
    if (type == E_F64) {
      ((uint64_t *)d)[i * LANES + (uint32_t)l] = value != value ? 0x7fffffffffffffffull : kh_as_bits64(value);
    } else if (type == E_S32) {
      if (satfinite && value > 2147483647.0) value = 2147483647.0;
      if (satfinite && value < -2147483648.0) value = -2147483648.0;
      words[l] = (uint32_t)(int64_t)value;
    } else if (type == E_F16) {
      uint32_t half = halves[l];
      /* .satfinite: the largest number instead of an infinity, zero instead of a NaN */
      if (satfinite && (half & 0x7fff) == 0x7c00) half--;
      if (satfinite && (half & 0x7fff) > 0x7c00) half = 0;
      words[l] = i & 1 ? (words[l] & 0xffffu) | half << 16 : half;
    } else {
      uint32_t bits = kh_as_bits((float)value);
      if (satfinite && (bits & 0x7fffffffu) == 0x7f800000u) bits--;
      words[l] = value == value ? bits : satfinite ? 0 : 0x7fffffffu;
    }
  }
}

/* All 32 lanes must take part. */
static void check_lanes_of_matrix(kh_worker *W, uint32_t mask, uint32_t site) {
  if (mask != 0xffffffffu) kh_report(W, site, FAULT_MATRIX_LANES, kh_lowest(mask), (uint64_t)__builtin_popcount(mask));
}

typedef double kh_row __attribute__((vector_size(64)));

/* D = A * B + C of one matrix; a is row by row, b too; c becomes d. Eight columns of a row at a time. */
static void multiply(const double *a, const double *b, double *c, uint32_t m, uint32_t n, uint32_t k, int is_fused) {
  for (uint32_t i = 0; i < m; i++)
    for (uint32_t j = 0; j < n; j += 8) {
      kh_row sum, column;
      __builtin_memcpy(&sum, c + i * n + j, sizeof sum);
      for (uint32_t h = 0; h < k; h++) {
        double x = a[i * k + h];
        __builtin_memcpy(&column, b + h * n + j, sizeof column);
        if (is_fused)
          for (int o = 0; o < 8; o++) sum[o] = __builtin_fma(x, column[o], sum[o]);
        else
          sum += x * column;
      }
      __builtin_memcpy(c + i * n + j, &sum, sizeof sum);
    }
}

void kh_mma(kh_worker *W, uint32_t mask, const uint32_t *a, const uint32_t *b, const void *c, void *d, uint32_t m,
            uint32_t n, uint32_t k, uint32_t a_type, uint32_t b_type, uint32_t c_type, uint32_t d_type,
            uint32_t satfinite, uint32_t rounding, uint32_t site) {
  double left[MAX_AB], right[MAX_AB], sums[MAX_N * MAX_N], lanes[LANES];
  uint32_t per = per_register(a_type), stride = a_type == E_F64 ? 2 * LANES : LANES, row, column;
  check_lanes_of_matrix(W, mask, site);
  for (uint32_t r = 0; r < m * k / (32 * per); r++)
    for (uint32_t e = 0; e < per; e++) {
      unpack(a_type, a + r * stride, e, lanes);
      for (uint32_t l = 0; l < LANES; l++) {
        place_a(m, k, per, l, r, &row, &column);
        left[row * k + column + e] = lanes[l];
      }
    }
  for (uint32_t r = 0; r < n * k / (32 * per); r++)
    for (uint32_t e = 0; e < per; e++) {
      unpack(b_type, b + r * stride, e, lanes);
      for (uint32_t l = 0; l < LANES; l++) {
        place_b(n, k, per, l, r, &row, &column);
        right[(row + e) * n + column] = lanes[l];
      }
    }
  uint32_t n_elements = m * n / LANES;
  for (uint32_t i = 0; i < n_elements; i++)
    for (uint32_t l = 0; l < LANES; l++) {
      place_c(m, l, i, &row, &column);
      sums[row * n + column] = accumulator(c_type, c, i, l);
    }
  if (rounding) fesetround(kh_rounding_codes[rounding]);
  FENCE();
  multiply(left, right, sums, m, n, k, a_type == E_F64);
  FENCE();
  if (rounding) fesetround(kh_rounding_codes[0]);
  for (uint32_t i = 0; i < n_elements; i++) {
    for (uint32_t l = 0; l < LANES; l++) {
      place_c(m, l, i, &row, &column);
      lanes[l] = sums[row * n + column];
    }
    put_result(d_type, lanes, d, i, satfinite);
  }
}

/* Exact pass over mma: an element of D is undefined if any bit of its row of A, its column of B or its element of C is.
 * The shadows lie like the fragments. */
void kh_mma_shadow(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *d, uint32_t m, uint32_t n,
                   uint32_t k, uint32_t a_type, uint32_t c_type, uint32_t d_type) {
  uint32_t per = per_register(a_type), wide = a_type == E_F64 ? 2 : 1, rows = 0, columns = 0, row, column;
  for (uint32_t r = 0; r < m * k / (LANES * per) * LANES; r++) {
    place_a(m, k, per, r % LANES, r / LANES, &row, &column);
    for (uint32_t w = 0; w < wide; w++) rows |= (uint32_t)(a[r * wide + w] != 0) << row;
  }
  for (uint32_t r = 0; r < n * k / (LANES * per) * LANES; r++) {
    place_b(n, k, per, r % LANES, r / LANES, &row, &column);
    for (uint32_t w = 0; w < wide; w++) columns |= (uint32_t)(b[r * wide + w] != 0) << column;
  }
  uint32_t result[2 * LANES * MAX_N * MAX_N / LANES] = {0};
  for (uint32_t i = 0; i < m * n / LANES; i++)
    for (uint32_t l = 0; l < LANES; l++) {
      place_c(m, l, i, &row, &column);
      uint32_t at = i * LANES + l, half = i / 2 * LANES + l, upper = 16 * (i & 1);
      uint32_t bad = (rows >> row | columns >> column) & 1;
      if (c_type == E_F64)
        bad |= (c[2 * at] | c[2 * at + 1]) != 0;
      else
        bad |= (c_type == E_F16 ? c[half] >> upper & 0xffff : c[at]) != 0;
      if (d_type == E_F64)
        result[2 * at] = result[2 * at + 1] = 0 - bad;
      else if (d_type == E_F16)
        result[half] |= bad * 0xffff << upper;
      else
        result[at] = 0 - bad;
    }
  uint32_t n_words = m * n * (d_type == E_F64 ? 2 : 1) / (d_type == E_F16 ? 2 : 1);
  __builtin_memcpy(d, result, n_words * sizeof *d);
}

/* mma.m8n8k4 of f16, see place_quad. */
void kh_mma_quad(kh_worker *W, uint32_t mask, const uint32_t *a, const uint32_t *b, const void *c, void *d,
                 uint32_t a_is_column, uint32_t b_is_column, uint32_t c_type, uint32_t d_type, uint32_t site) {
  double left[4][32], right[4][32], sums[4][64], lanes[LANES];
  uint32_t row, column;
  check_lanes_of_matrix(W, mask, site);
  for (uint32_t i = 0; i < 4; i++) {
    unpack(E_F16, a + i / 2 * LANES, i & 1, lanes);
    for (uint32_t l = 0; l < LANES; l++) {
      place_quad(MATRIX_A, (int)a_is_column, 0, l, i, &row, &column);
      left[l / 4 % 4][row * 4 + column] = lanes[l];
    }
    unpack(E_F16, b + i / 2 * LANES, i & 1, lanes);
    for (uint32_t l = 0; l < LANES; l++) {
      place_quad(MATRIX_B, (int)b_is_column, 0, l, i, &row, &column);
      right[l / 4 % 4][row * 8 + column] = lanes[l];
    }
  }
  for (uint32_t i = 0; i < 8; i++)
    for (uint32_t l = 0; l < LANES; l++) {
      place_quad(MATRIX_C, 0, c_type == E_F32, l, i, &row, &column);
      sums[l / 4 % 4][row * 8 + column] = accumulator(c_type, c, i, l);
    }
  for (uint32_t q = 0; q < 4; q++) multiply(left[q], right[q], sums[q], 8, 8, 4, 0);
  for (uint32_t i = 0; i < 8; i++) {
    for (uint32_t l = 0; l < LANES; l++) {
      place_quad(MATRIX_C, 0, d_type == E_F32, l, i, &row, &column);
      lanes[l] = sums[l / 4 % 4][row * 8 + column];
    }
    put_result(d_type, lanes, d, i, 0);
  }
}

/* Matrices of single bits: equal or common ones are counted, not multiplied. */
void kh_mma_bits(kh_worker *W, uint32_t mask, const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *d,
                 uint32_t m, uint32_t k, uint32_t operation, uint32_t site) {
  uint32_t left[16][8], right[8][8], result[4][LANES], row, column, n_words = k / 32;
  check_lanes_of_matrix(W, mask, site);
  for (uint32_t r = 0; r < m * n_words / LANES; r++)
    for (uint32_t l = 0; l < LANES; l++) {
      place_a(m, k, 32, l, r, &row, &column);
      left[row][column / 32] = a[r * LANES + l];
    }
  for (uint32_t r = 0; r < 8 * n_words / LANES; r++)
    for (uint32_t l = 0; l < LANES; l++) {
      place_b(8, k, 32, l, r, &row, &column);
      right[column][row / 32] = b[r * LANES + l];
    }
  for (uint32_t i = 0; i < m / 4; i++)
    for (uint32_t l = 0; l < LANES; l++) {
      place_c(m, l, i, &row, &column);
      uint32_t sum = c[i * LANES + l];
      for (uint32_t j = 0; j < n_words; j++) {
        uint32_t x = left[row][j], y = right[column][j];
        sum += (uint32_t)__builtin_popcount(operation == POPC_XOR ? x ^ y : x & y);
      }
      result[i][l] = sum;
    }
  __builtin_memcpy(d, result, m / 4 * sizeof result[0]);
}

/* --- wgmma: the product of four warps ------------------------------------------------------------------------------ */

/* Each warp of a warpgroup has 16 of the 64 rows of A and of D, in the fragments of mma, and reads all of B. It computes
 * its rows when it issues the instruction, the earliest time that PTX allows. */

#define GROUP_WARPS 4
#define STRIP 64 /* columns of B that are read at a time */
#define MAX_DEPTH 32

/* Matrices in shared memory: 16-byte pieces, whose places the descriptor gives (PTX ISA 9.0, "Matrix Descriptor
 * Format"): addresses and distances in bytes, and the binary logarithm of the pieces in a row within which they are
 * swizzled, 0 without a swizzle. */
typedef struct {
  uint32_t start, leading, stride, shift;
} kh_tile;

static int read_descriptor(uint64_t descriptor, kh_tile *tile) {
  static const uint32_t shifts[] = {0, 3, 2, 1};
  tile->start = (uint32_t)(descriptor & 0x3fff) << 4;
  tile->leading = (uint32_t)(descriptor >> 16 & 0x3fff) << 4;
  tile->stride = (uint32_t)(descriptor >> 32 & 0x3fff) << 4;
  tile->shift = shifts[descriptor >> 62];
  return !(descriptor >> 49 & 7);
}

/* Address of the piece of row `r` along M or N, and column `c` along K; both count pieces where these run through one:
 * columns if the matrix lies `along_k`, else rows. */
static uint64_t place_piece(const kh_tile *tile, int along_k, uint32_t r, uint32_t c) {
  uint32_t at = tile->start, shift = tile->shift, eight = along_k ? r : c, inside = eight % 8 << (4 + shift);
  if (along_k)
    at += inside + r / 8 * tile->stride + c * (shift ? 16 : tile->leading);
  else if (!shift)
    at += inside + r * tile->stride + c / 8 * tile->leading;
  else
    at += inside + (r & ((1u << shift) - 1)) * 16 + (r >> shift) * tile->leading + c / 8 * tile->stride;
  return at ^ (at >> 7 & ((1u << shift) - 1)) << 4;
}

/* Reads 16 bytes a lane. A lane that must not read them gets ones. */
static uint32_t read_pieces(kh_worker *W, uint32_t mask, const uint64_t *address, uint32_t words[4][LANES],
                            uint32_t site) {
  uint8_t *where[LANES];
  uint64_t delta;
  int uniform;
  kh_defined *D = W->defined;
  uint32_t good = check_warp(W, SPACE_SHARED, mask, address, 16, site, ACCESS_READ, where, &delta, &uniform);
  if (W->launch->watch & WATCH_DEFINED) D->undefined = 0;
  if (W->launch->watch) {
    kh_access seen = {SPACE_SHARED, ACCESS_READ, good, 16, 4, site, address, where, delta, uniform, 0, W->slice};
    kh_watch_texels(W, &seen);
  }
  EACH_LANE(l, mask) {
    uint32_t piece[4] = {~0u, ~0u, ~0u, ~0u};
    if (good >> l & 1) __builtin_memcpy(piece, uniform ? (uint8_t *)(address[l] + delta) : where[l], sizeof piece);
    for (uint32_t k = 0; k < 4; k++) words[k][l] = piece[k];
  }
  return W->launch->watch & WATCH_DEFINED ? D->undefined : 0;
}

/* Reads rows [first, first + n) of a matrix, each of k elements, as out[k][STRIP] or, for A, as out[n][k]. Marks rows in
 * which a bit is undefined. */
static void read_matrix(kh_worker *W, uint64_t descriptor, uint32_t type, int along_k, int is_a, uint32_t first,
                        uint32_t n, uint32_t k, double *out, uint64_t *undefined, uint32_t site) {
  uint32_t per_word = per_register(type), per = 4 * per_word, words[4][LANES];
  uint32_t along = along_k ? k / per : n / per, n_pieces = along * (along_k ? n : k);
  uint32_t row_step = is_a ? k : 1, column_step = is_a ? 1 : STRIP, step = along_k ? column_step : row_step;
  double lanes[LANES];
  kh_tile tile;
  kh_defined *D = W->defined;
  if (!read_descriptor(descriptor, &tile)) kh_report(W, site, FAULT_MATRIX_BASE, 0, descriptor >> 49 & 7);
  if (!along_k) first /= per;
  for (uint32_t start = 0; start < n_pieces; start += LANES) {
    uint32_t rows[LANES], at[LANES], count = n_pieces - start < LANES ? n_pieces - start : LANES;
    uint64_t address[LANES] = {0};
    for (uint32_t l = 0; l < count; l++) {
      uint32_t along_piece = (start + l) % along, across = (start + l) / along;
      uint32_t r = along_k ? across : along_piece, c = along_k ? along_piece : across;
      address[l] = place_piece(&tile, along_k, first + r, c);
      rows[l] = along_k ? r : r * per;
      at[l] = rows[l] * row_step + (along_k ? c * per : c) * column_step;
    }
    uint32_t bad = read_pieces(W, count == LANES ? ~0u : (1u << count) - 1, address, words, site);
    EACH_LANE(l, bad) {
      if (!*undefined) D->matrix_origin = D->origin_out[l];
      *undefined |= (along_k ? 1ull : (1ull << per) - 1) << rows[l];
    }
    for (uint32_t e = 0; e < per; e++) {
      unpack(type, words[e / per_word], e % per_word, lanes);
      for (uint32_t l = 0; l < count; l++) out[at[l] + e * step] = lanes[l];
    }
  }
}

/* Where element i of a lane's D lies in the sums of a strip: place_c for the 16 rows of a warp. */
#define IN_STRIP(i, l) (((l) / 4 + 8 * ((i) / 2 & 1)) * STRIP + (i) / 4 * 8 + 2 * ((l) % 4) + ((i) & 1))

/* D = A * B + D, or A * B in lanes without `adds`. `a` is the fragments of A if `a_descriptor` is 0. */
void kh_wgmma(kh_worker *W, kh_warp *w, uint32_t mask, uint32_t *d, const uint32_t *a, const uint64_t *a_descriptor,
              const uint64_t *b_descriptor, uint32_t adds, uint32_t n, uint32_t k, uint32_t a_type, uint32_t b_type,
              uint32_t d_type, uint32_t flags, uint32_t site) {
  double left[16 * MAX_DEPTH], right[MAX_DEPTH * STRIP], sums[16 * STRIP], lanes[LANES];
  uint32_t quarter = w->index % GROUP_WARPS, row, column;
  kh_defined *D = W->defined;
  uint64_t bad_rows = 0, bad_columns;
  check_lanes_of_matrix(W, mask, site);
  w->is_matrix_open = 1;
  if (w->index - quarter + GROUP_WARPS > W->launch->n_warps) kh_report(W, site, FAULT_WARPGROUP, 0, W->launch->n_warps);
  for (uint32_t l = 1; l < LANES; l++)
    if (b_descriptor[l] != b_descriptor[0] || (a_descriptor && a_descriptor[l] != a_descriptor[0])) {
      kh_report(W, site, FAULT_MATRIX_OPERANDS, l, b_descriptor[l]);
      break;
    }
  if (a_descriptor) {
    read_matrix(W, a_descriptor[0], a_type, !(flags & GROUP_A_ALONG_M), 1, 16 * quarter, 16, k, left, &bad_rows, site);
  } else {
    for (uint32_t r = 0, per = per_register(a_type); r < 16 * k / (32 * per); r++)
      for (uint32_t e = 0; e < per; e++) {
        unpack(a_type, a + r * LANES, e, lanes);
        for (uint32_t l = 0; l < LANES; l++) {
          place_a(16, k, per, l, r, &row, &column);
          left[row * k + column + e] = lanes[l];
        }
      }
  }
  if (((flags & GROUP_NEGATES_A) != 0) != ((flags & GROUP_NEGATES_B) != 0))
    for (uint32_t i = 0; i < 16 * k; i++) left[i] = -left[i];
  if (W->launch->watch & WATCH_DEFINED) D->bad_rows = (uint32_t)bad_rows;
  for (uint32_t start = 0; start < n; start += STRIP) {
    uint32_t width = n - start < STRIP ? n - start : STRIP;
    bad_columns = 0;
    read_matrix(W, b_descriptor[0], b_type, !(flags & GROUP_B_ALONG_N), 0, start, width, k, right, &bad_columns, site);
    if (W->launch->watch & WATCH_DEFINED) D->bad_columns[start / STRIP] = bad_columns;
    for (uint32_t i = 0; i < width / 2; i++) {
      const uint32_t *old = d + (start / 2 + i) * LANES;
      if (d_type == E_F32)
        for (uint32_t l = 0; l < LANES; l++) sums[IN_STRIP(i, l)] = number_of_f32(old[l]);
      else
        for (uint32_t l = 0; l < LANES; l++) sums[IN_STRIP(i, l)] = accumulator(d_type, d, start / 2 + i, l);
      for (uint32_t l = 0; ~adds && l < LANES; l++)
        if (!(adds >> l & 1)) sums[IN_STRIP(i, l)] = 0;
    }
    for (uint32_t r = 0; r < 16; r++)
      for (uint32_t j = 0; j < width; j += 8) {
        kh_row sum, factors;
        __builtin_memcpy(&sum, sums + r * STRIP + j, sizeof sum);
        for (uint32_t h = 0; h < k; h++) {
          __builtin_memcpy(&factors, right + h * STRIP + j, sizeof factors);
          sum += left[r * k + h] * factors;
        }
        __builtin_memcpy(sums + r * STRIP + j, &sum, sizeof sum);
      }
    for (uint32_t i = 0; i < width / 2; i++) {
      for (uint32_t l = 0; l < LANES; l++) lanes[l] = sums[IN_STRIP(i, l)];
      put_result(d_type, lanes, d, start / 2 + i, (flags & GROUP_SATURATES) != 0);
    }
  }
}

/* Exact pass over wgmma: `d` holds the shadows of D, and `a` of A if it lies in registers. */
void kh_wgmma_shadow(kh_worker *W, uint32_t *d, const uint32_t *a, uint32_t adds, uint32_t n, uint32_t k,
                     uint32_t a_type, uint32_t d_type) {
  kh_defined *D = W->defined;
  uint32_t rows = D->bad_rows, row, column, per = per_register(a_type);
  for (uint32_t r = 0; a && r < 16 * k / (32 * per) * LANES; r++) {
    place_a(16, k, per, r % LANES, r / LANES, &row, &column);
    rows |= (uint32_t)(a[r] != 0) << row;
  }
  for (uint32_t i = 0; i < n / 2; i++)
    for (uint32_t l = 0; l < LANES; l++) {
      place_c(16, l, i, &row, &column);
      uint32_t bad = rows >> row & 1 || D->bad_columns[column / STRIP] >> column % STRIP & 1, half = 16 * (i & 1);
      uint32_t *word = d + (d_type == E_F16 ? i / 2 : i) * LANES + l, own = d_type == E_F16 ? 0xffffu << half : ~0u;
      bad |= adds >> l & 1 && *word & own;
      *word = bad ? *word | own : *word & ~own;
    }
  uint64_t read = D->bad_rows;
  for (uint32_t i = 0; i < (n + STRIP - 1) / STRIP; i++) read |= D->bad_columns[i];
  D->undefined = read ? ~0u : 0;
  for (uint32_t l = 0; l < LANES; l++) D->origin_out[l] = D->matrix_origin;
}

/* wgmma.commit_group and wait_group: the groups of a warp that may still run. */
void kh_wgmma_commit(kh_warp *w) {
  w->matrix_groups++;
  w->is_matrix_open = 0;
}

void kh_wgmma_wait(kh_warp *w, uint32_t n_pending) {
  if (w->matrix_groups > n_pending) w->matrix_groups = n_pending;
}

/* An instruction names a register of a wgmma, since which the warp has committed `n_commits` groups. */
void kh_wgmma_named(kh_worker *W, kh_warp *w, uint32_t mask, uint32_t n_commits, uint32_t site) {
  int is_running = n_commits ? w->matrix_groups >= n_commits : w->is_matrix_open;
  if (mask && is_running) kh_report(W, site, FAULT_MATRIX_IN_FLIGHT, kh_lowest(mask), 0);
}

/* A wgmma uses registers that were written since the last wgmma.fence. */
void kh_wgmma_unfenced(kh_worker *W, uint32_t mask, uint32_t site) {
  kh_report(W, site, FAULT_MATRIX_UNFENCED, kh_lowest(mask), 0);
}

/* --- loads and stores --------------------------------------------------------------------------------------------- */

/* Lanes that give the addresses of the rows of `count` 8x8 matrices. */
static uint32_t row_lanes(uint32_t count) { return count == 4 ? 0xffffffffu : (1u << 8 * count) - 1; }

/* Place of 16-bit element e of lane l of matrix j: the lane that addresses its row, and the index in the row. */
static void place_row(uint32_t j, uint32_t l, uint32_t e, uint32_t transposed, uint32_t *lane, uint32_t *place) {
  uint32_t along = 2 * (l % 4) + e, across = l / 4;
  *lane = 8 * j + (transposed ? along : across);
  *place = transposed ? across : along;
}

/* The fragments of `count` matrices whose rows the lanes hold. */
static void fragments_of_rows(const uint32_t rows[4][LANES], uint16_t *out, uint32_t count, uint32_t transposed) {
  uint32_t lane, place;
  for (uint32_t j = 0; j < count; j++)
    for (uint32_t l = 0; l < LANES; l++)
      for (uint32_t e = 0; e < 2; e++) {
        place_row(j, l, e, transposed, &lane, &place);
        out[(j * LANES + l) * 2 + e] = (uint16_t)(rows[place / 2][lane] >> 16 * (place & 1));
      }
}

void kh_ldmatrix(kh_worker *W, uint32_t mask, const uint64_t *address, uint16_t *out, uint32_t count,
                 uint32_t transposed, uint32_t site, uint32_t space) {
  uint32_t rows[4][LANES];
  check_lanes_of_matrix(W, mask, site);
  __builtin_memset(rows, 0xff, sizeof rows);
  kh_load_4x4(W, mask & row_lanes(count), address, rows[0], site, space);
  fragments_of_rows(rows, out, count, transposed);
  kh_defined *D = W->defined;
  if (!(W->launch->watch & WATCH_DEFINED) || !D->undefined) return;
  /* shadows move like the values; lanes without undefined bits have stale shadows of earlier loads */
  const uint32_t *from = (const uint32_t *)D->out;
  for (uint32_t l = 0; l < LANES; l++)
    for (uint32_t r = 0; r < 4; r++) rows[r][l] = D->undefined >> l & 1 ? from[r * LANES + l] : 0;
  fragments_of_rows(rows, (uint16_t *)D->out, count, transposed);
}

void kh_stmatrix(kh_worker *W, uint32_t mask, const uint64_t *address, const uint16_t *in, uint32_t count,
                 uint32_t transposed, uint32_t site, uint32_t space) {
  uint32_t rows[4][LANES] = {{0}}, lane, place;
  check_lanes_of_matrix(W, mask, site);
  for (uint32_t j = 0; j < count; j++)
    for (uint32_t l = 0; l < LANES; l++)
      for (uint32_t e = 0; e < 2; e++) {
        place_row(j, l, e, transposed, &lane, &place);
        rows[place / 2][lane] |= (uint32_t)in[(j * LANES + l) * 2 + e] << 16 * (place & 1);
      }
  kh_store_4x4(W, mask & row_lanes(count), address, rows[0], site, space);
}

/* movmatrix: the transposed 8x8 matrix of 16-bit elements. */
void kh_movmatrix(kh_worker *W, uint32_t mask, const uint16_t *in, uint16_t *out, uint32_t site) {
  uint16_t matrix[64], result[2 * LANES];
  check_lanes_of_matrix(W, mask, site);
  __builtin_memcpy(matrix, in, sizeof matrix); /* two elements a lane are row by row already */
  for (uint32_t row = 0; row < 8; row++)
    for (uint32_t column = 0; column < 8; column++) result[row * 8 + column] = matrix[column * 8 + row];
  __builtin_memcpy(out, result, sizeof result);
}

/* Distance in elements from the matrix's start to the first element of a lane's register, and to the next element. */
static uint64_t element_offset(uint32_t matrix, uint32_t m, uint32_t n, uint32_t k, uint32_t per, uint32_t lane,
                               uint32_t r, uint32_t is_column, uint64_t leading, uint64_t *next) {
  uint32_t row, column;
  if (matrix == MATRIX_A)
    place_a(m, k, per, lane, r, &row, &column);
  else if (matrix == MATRIX_B)
    place_b(n, k, per, lane, r, &row, &column);
  else
    place_c(m, lane, r * per, &row, &column);
  int next_is_below = matrix == MATRIX_B;
  *next = next_is_below == (int)is_column ? 1 : leading;
  return is_column ? column * leading + row : row * leading + column;
}

/* Distinct registers of a fragment; wmma has more for some shapes of f16. */
static uint32_t n_distinct(uint32_t matrix, uint32_t m, uint32_t n, uint32_t k, uint32_t per) {
  uint32_t elements = matrix == MATRIX_A ? m * k : matrix == MATRIX_B ? n * k : m * n;
  return elements / (LANES * per);
}

/* Every row or column must start at a multiple of the fragment's size, or of 16 bytes if that is less (PTX ISA 9.0,
 * "Matrix Storage for WMMA"; CUDA C++ Programming Guide, "load_matrix_sync"); all lanes must name one matrix. */
static void check_matrix(kh_worker *W, uint32_t mask, const uint64_t *address, const uint32_t *leading, uint32_t bits,
                         uint32_t n_registers, uint32_t site) {
  uint32_t first = kh_lowest(mask), width = (bits == 64 ? 8 : 4) * n_registers, unit = width < 16 ? width : 16;
  check_lanes_of_matrix(W, mask, site);
  EACH_LANE(l, mask)
    if (address[l] != address[first] || leading[l] != leading[first]) {
      kh_report(W, site, FAULT_MATRIX_OPERANDS, l, address[l]);
      break;
    }
  if (address[first] % unit || (uint64_t)leading[first] * bits / 8 % unit)
    kh_report(W, site, FAULT_MISALIGNED, first, address[first]);
}

void kh_wmma_load(kh_worker *W, uint32_t mask, const uint64_t *address, const uint32_t *leading, uint32_t *out,
                  uint32_t matrix, uint32_t m, uint32_t n, uint32_t k, uint32_t type, uint32_t is_column,
                  uint32_t n_registers, uint32_t site, uint32_t space) {
  uint32_t per = per_register(type), bits = ELEMENT_BITS[type], distinct = n_distinct(matrix, m, n, k, per);
  uint64_t where[LANES], next = 1;
  check_matrix(W, mask, address, leading, bits, n_registers, site);
  for (uint32_t r = 0; r < n_registers; r++) {
    uint32_t *words = out + r * (bits == 64 ? 2 * LANES : LANES);
    if (r >= distinct) {
      __builtin_memcpy(words, words - distinct * LANES, LANES * sizeof *words);
      continue;
    }
    for (uint32_t l = 0; l < LANES; l++)
      where[l] = address[l] + element_offset(matrix, m, n, k, per, l, r, is_column, leading[l], &next) * bits / 8;
    if (bits == 64) {
      kh_load_8x1(W, mask, where, (uint64_t *)words, site, space);
    } else if (per == 1 || next == 1) {
      kh_load_4x1(W, mask, where, words, site, space);
    } else {
      __builtin_memset(words, 0, LANES * sizeof *words);
      for (uint32_t e = 0; e < per; e++) {
        uint16_t halves[LANES];
        uint8_t bytes[LANES];
        if (bits == 16)
          kh_load_2x1(W, mask, where, halves, site, space);
        else
          kh_load_1x1(W, mask, where, bytes, site, space);
        for (uint32_t l = 0; l < LANES; l++) {
          words[l] |= (uint32_t)(bits == 16 ? halves[l] : bytes[l]) << bits * e;
          where[l] += (uint64_t)leading[l] * bits / 8;
        }
      }
    }
  }
}

void kh_wmma_store(kh_worker *W, uint32_t mask, const uint64_t *address, const uint32_t *leading, const uint32_t *in,
                   uint32_t m, uint32_t n, uint32_t type, uint32_t is_column, uint32_t n_registers, uint32_t site,
                   uint32_t space) {
  uint32_t per = per_register(type), bits = ELEMENT_BITS[type];
  uint64_t where[LANES], next = 1;
  check_matrix(W, mask, address, leading, bits, n_registers, site);
  for (uint32_t r = 0; r < n_registers; r++) {
    const uint32_t *words = in + r * (bits == 64 ? 2 * LANES : LANES);
    for (uint32_t l = 0; l < LANES; l++)
      where[l] = address[l] + element_offset(MATRIX_C, m, n, 0, per, l, r, is_column, leading[l], &next) * bits / 8;
    if (bits == 64) {
      kh_store_8x1(W, mask, where, (const uint64_t *)words, site, space);
    } else if (per == 1 || next == 1) {
      kh_store_4x1(W, mask, where, words, site, space);
    } else {
      for (uint32_t e = 0; e < per; e++) {
        uint16_t halves[LANES];
        for (uint32_t l = 0; l < LANES; l++) halves[l] = (uint16_t)(words[l] >> 16 * e);
        kh_store_2x1(W, mask, where, halves, site, space);
        for (uint32_t l = 0; l < LANES; l++) where[l] += (uint64_t)leading[l] * 2;
      }
    }
  }
}
