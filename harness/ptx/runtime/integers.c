/* Integer instructions that LLVM has no instruction for, lane by lane. PTX ISA 9.0, 9.7.1 and 9.7.8. */

/* prmt.b32 with its modes: 0 default, 1 f4e, 2 b4e, 3 rc8, 4 ecl, 5 ecr, 6 rc16. */
void kh_prmt(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out, uint32_t mode) {
  for (int l = 0; l < LANES; l++) {
    uint64_t source = (uint64_t)b[l] << 32 | a[l];
    uint32_t select = c[l], i = select & 3, result = 0;
    for (uint32_t k = 0; k < 4; k++) {
      uint32_t pick, replicate = 0;
      switch (mode) {
        case 0:
          pick = select >> 4 * k & 7;
          replicate = select >> (4 * k + 3) & 1;
          break;
        case 1: pick = (i + k) & 7; break;
        case 2: pick = (i - k) & 7; break;
        case 3: pick = i; break;
        case 4: pick = k > i ? k : i; break;
        case 5: pick = k < i ? k : i; break;
        default: pick = (i & 1) * 2 + (k & 1); break;
      }
      uint32_t byte = (uint32_t)(source >> 8 * pick) & 255;
      if (replicate) byte = byte & 128 ? 255 : 0;
      result |= byte << 8 * k;
    }
    out[l] = result;
  }
}

/* fns.b32: the |n|-th one of the mask from a base on, upwards or downwards; n = 0 asks for the base itself. For the
 * smallest n, of which there is no |n|, an H200 gives 0, and so does this. */
void kh_fns(const uint32_t *mask, const uint32_t *base, const uint32_t *n, uint32_t *out) {
  for (int l = 0; l < LANES; l++) {
    int32_t wanted = (int32_t)n[l];
    int step = wanted < 0 ? -1 : 1;
    uint32_t left = wanted < 0 ? 0u - n[l] : wanted ? n[l] : 1;
    out[l] = n[l] == 0x80000000u ? 0 : 0xffffffffu;
    for (int64_t at = base[l]; at >= 0 && at < 32; at += step) {
      if (mask[l] >> at & 1 && --left == 0) {
        out[l] = (uint32_t)at;
        break;
      }
      if (wanted == 0) break;
    }
  }
}

void kh_lop3(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out, uint32_t table) {
  for (int l = 0; l < LANES; l++) {
    uint32_t result = 0;
    for (uint32_t k = 0; k < 8; k++) {
      if (!(table >> k & 1)) continue;
      result |= (k & 4 ? a[l] : ~a[l]) & (k & 2 ? b[l] : ~b[l]) & (k & 1 ? c[l] : ~c[l]);
    }
    out[l] = result;
  }
}

/* Division that neither traps nor is undefined. By zero, quotient and remainder are all ones: PTX leaves that open, and
 * so an H200 has it. MIN / -1 gives MIN. */
#define DIVIDE(NAME, T, MINIMUM, IS_SIGNED)                                                                            \
  void NAME(const T *a, const T *b, T *out, uint32_t remainder) {                                                      \
    for (int l = 0; l < LANES; l++) {                                                                                  \
      T x = a[l], y = b[l];                                                                                            \
      if (y == 0)                                                                                                      \
        out[l] = (T) - 1;                                                                                              \
      else if (IS_SIGNED && x == MINIMUM && y == (T) - 1)                                                              \
        out[l] = remainder ? 0 : x;                                                                                    \
      else                                                                                                             \
        out[l] = remainder ? x % y : x / y;                                                                            \
    }                                                                                                                  \
  }
DIVIDE(kh_div_s16, int16_t, INT16_MIN, 1)
DIVIDE(kh_div_u16, uint16_t, 0, 0)
DIVIDE(kh_div_s32, int32_t, INT32_MIN, 1)
DIVIDE(kh_div_u32, uint32_t, 0, 0)
DIVIDE(kh_div_s64, int64_t, INT64_MIN, 1)
DIVIDE(kh_div_u64, uint64_t, 0, 0)

/* shf with a clamped amount: the 64-bit value {b, a}. */
void kh_shf(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out, uint32_t is_left) {
  for (int l = 0; l < LANES; l++) {
    uint64_t joined = (uint64_t)b[l] << 32 | a[l];
    uint32_t n = c[l] < 32 ? c[l] : 32;
    out[l] = (uint32_t)(is_left ? joined << n >> 32 : joined >> n);
  }
}

static uint64_t low_ones(uint64_t n) { return n < 64 ? (1ull << n) - 1 : ~0ull; }

/* Bit fields. The manual has positions and lengths modulo 256. An H200 does not wrap those of 64 bits: 257 lies beyond
 * the operand; so it does here. */
#define FIELDS(T, BITS, WRAPPED)                                                                                       \
  /* a field that runs over the operand's top bit ends there; the sign is its last bit */                              \
  void kh_bfe_##BITS(const T *a, const uint32_t *b, const uint32_t *c, T *out, uint32_t is_signed) {                   \
    for (int l = 0; l < LANES; l++) {                                                                                  \
      uint64_t start = b[l] & WRAPPED, length = c[l] & WRAPPED, end = start + length < BITS ? start + length : BITS;   \
      T ones = (T)low_ones(start < end ? end - start : 0), field = start < BITS ? a[l] >> start : 0;                   \
      T fill = is_signed && length ? (T)0 - (a[l] >> (end - 1) & 1) : 0;                                               \
      out[l] = (field & ones) | (fill & ~ones);                                                                        \
    }                                                                                                                  \
  }                                                                                                                    \
  void kh_bfi_##BITS(const T *a, const T *b, const uint32_t *c, const uint32_t *d, T *out) {                           \
    for (int l = 0; l < LANES; l++) {                                                                                  \
      uint32_t start = c[l] & WRAPPED, shift = start & (BITS - 1);                                                     \
      T mask = start < BITS ? (T)low_ones(d[l] & WRAPPED) << shift : 0;                                                \
      out[l] = (b[l] & ~mask) | (a[l] << shift & mask);                                                                \
    }                                                                                                                  \
  }                                                                                                                    \
  /* bfind: the most significant bit that differs from the sign, or its distance from the top; all ones if none */     \
  void kh_bfind_##BITS(const T *a, uint32_t *out, uint32_t is_signed, uint32_t is_distance) {                          \
    for (int l = 0; l < LANES; l++) {                                                                                  \
      T x = is_signed && a[l] >> (BITS - 1) ? ~a[l] : a[l];                                                            \
      uint32_t top = 63 - (uint32_t)__builtin_clzll(x | 1);                                                            \
      out[l] = !x ? ~0u : is_distance ? BITS - 1 - top : top;                                                          \
    }                                                                                                                  \
  }
FIELDS(uint32_t, 32, 255u)
FIELDS(uint64_t, 64, ~0u)

/* bmsk: b ones from bit a on. szext: the low b bits of a, extended. Both wrap or clamp. */
void kh_bmsk(const uint32_t *a, const uint32_t *b, uint32_t *out, uint32_t is_wrapped) {
  for (int l = 0; l < LANES; l++) {
    uint32_t start = is_wrapped ? a[l] & 31 : a[l], n = is_wrapped ? b[l] & 31 : b[l];
    out[l] = start < 32 ? (uint32_t)low_ones(n) << start : 0;
  }
}

void kh_szext(const uint32_t *a, const uint32_t *b, uint32_t *out, uint32_t is_wrapped, uint32_t is_signed) {
  for (int l = 0; l < LANES; l++) {
    uint32_t n = is_wrapped ? b[l] & 31 : b[l] < 32 ? b[l] : 32, ones = (uint32_t)low_ones(n);
    uint32_t is_filled = is_signed && n && a[l] >> (n - 1) & 1;
    out[l] = is_filled ? a[l] | ~ones : a[l] & ones;
  }
}

static uint32_t part_of(uint32_t word, uint32_t start, uint32_t width, uint32_t is_signed) {
  uint32_t up = word << (32 - width - start);
  return is_signed ? (uint32_t)((int32_t)up >> (32 - width)) : up >> (32 - width);
}

/* dp4a and dp2a: products of the parts of a, `WIDTH` bits wide, and of the bytes of b from `start` on, added to c. */
#define DOT(NAME, WIDTH)                                                                                               \
  void NAME(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out, uint32_t a_is_signed,              \
            uint32_t b_is_signed, uint32_t start) {                                                                    \
    for (int l = 0; l < LANES; l++) {                                                                                  \
      uint32_t sum = c[l], bytes = b[l] >> start;                                                                      \
      for (uint32_t k = 0; k < 32 / WIDTH; k++)                                                                        \
        sum += part_of(a[l], WIDTH * k, WIDTH, a_is_signed) * part_of(bytes, 8 * k, 8, b_is_signed);                   \
      out[l] = sum;                                                                                                    \
    }                                                                                                                  \
  }
DOT(kh_dp4a, 8)
DOT(kh_dp2a, 16)

/* -- video instructions ---------------------------------------------------------------------------------- */

static int64_t video_part(uint32_t word, uint32_t part) {
  uint32_t is_signed = part >> VIDEO_SIGN & 1, bits = part_of(word, part & 31, part >> VIDEO_WIDTH & 63, is_signed);
  return is_signed ? (int32_t)bits : (int64_t)bits;
}

static int64_t video_result(uint32_t operation, int64_t x, int64_t y) {
  switch (operation) {
    case VIDEO_ADD: return x + y;
    case VIDEO_SUB: return x - y;
    case VIDEO_ABSDIFF: return x < y ? y - x : x - y;
    case VIDEO_MIN: return x < y ? x : y;
    case VIDEO_MAX: return x > y ? x : y;
    case VIDEO_AVRG: return (x + y + (x + y >= 0)) >> 1; /* rounded away from zero */
    case VIDEO_SHL: return (int64_t)((uint64_t)x << y);
    case VIDEO_SHR: return x >> y;
    case VIDEO_EQ: return x == y;
    case VIDEO_NE: return x != y;
    case VIDEO_LT: return x < y;
    case VIDEO_LE: return x <= y;
    case VIDEO_GT: return x > y;
    default: return x >= y;
  }
}

static int64_t clamped(int64_t x, uint32_t width, uint32_t is_signed) {
  int64_t high = (int64_t)low_ones(width - (is_signed != 0)), low = is_signed ? ~high : 0;
  return x < low ? low : x > high ? high : x;
}

/* The saturated result of an operation other than a shift, for a destination of a width. In a part a negative number
 * counts as a large one; a word without a sign has no upper limit, as more than 32 bits are cut off afterwards. */
static int64_t saturated(int64_t x, uint32_t width, uint32_t is_signed) {
  uint64_t most = low_ones(width - (is_signed != 0));
  if (width < 32) return (uint64_t)x < most ? x : (int64_t)most;
  return is_signed ? clamped(x, 32, 1) : x < 0 ? 0 : x;
}

/* A word with one of its parts replaced by the low bits of a value. */
static uint32_t merged(uint32_t word, uint32_t value, uint32_t start, uint32_t width) {
  uint32_t mask = (uint32_t)low_ones(width) << start;
  return (word & ~mask) | (value << start & mask);
}

void kh_video(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out, uint32_t operation,
              uint32_t second, uint32_t a_part, uint32_t b_part, uint32_t part, uint32_t flags) {
  uint32_t is_signed = flags & VIDEO_SIGNED, start = part & 31, width = part >> VIDEO_WIDTH;
  int is_shift = operation == VIDEO_SHL || operation == VIDEO_SHR;
  for (int l = 0; l < LANES; l++) {
    int64_t y = video_part(b[l], b_part), third = is_signed ? (int32_t)c[l] : (int64_t)c[l];
    /* a clamped shift by 32 leaves zero or the sign */
    if (is_shift) y = flags & VIDEO_WRAPS ? y & 31 : y < 32 ? y : 32;
    int64_t value = video_result(operation, video_part(a[l], a_part), y);
    if (flags & VIDEO_SATURATES) {
      /* of a shift 34 bits count, and a part of the destination takes the low ones */
      value = is_shift ? (int32_t)clamped((int64_t)((uint64_t)value << 30) >> 30, 32, is_signed)
                       : saturated(value, width, is_signed);
    }
    /* ptxas hands the low 32 bits of a sum on to the second operation, as a signed number */
    if (operation == VIDEO_ADD || operation == VIDEO_SUB) value = (int32_t)value;
    /* all 64 bits are compared: without a sign, a negative value counts as a large one */
    int is_less = is_signed ? value < third : (uint64_t)value < (uint64_t)third;
    if (second == VIDEO_ADD) value = (int64_t)((uint64_t)value + (uint64_t)third);
    if (second == VIDEO_MIN) value = is_less ? value : third;
    if (second == VIDEO_MAX) value = is_less ? third : value;
    /* the assembler leaves the upper half where it is instead of moving the lower one there */
    uint32_t result = (uint32_t)value >> (width == 16 ? start : 0);
    out[l] = width < 32 ? merged(c[l], result, start, width) : result;
  }
}

/* Halves or bytes; `parts` has the two sources of each of them, `chosen` those that the destination takes. */
void kh_video_packed(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out, const uint32_t *parts,
                     uint32_t n, uint32_t chosen, uint32_t operation, uint32_t flags) {
  for (int l = 0; l < LANES; l++) {
    uint32_t words[] = {a[l], b[l]}, result = c[l];
    for (uint32_t k = 0; k < n; k++) {
      uint32_t left = parts[2 * k], right = parts[2 * k + 1];
      int64_t x = video_part(words[left >> VIDEO_WORD & 1], left),
              y = video_part(words[right >> VIDEO_WORD & 1], right);
      int64_t value = video_result(operation, x, y);
      if (!(chosen >> k & 1)) continue;
      if (flags & VIDEO_SATURATES) value = clamped(value, 32 / n, flags & VIDEO_SIGNED);
      if (flags & VIDEO_ACCUMULATES)
        result += (uint32_t)value;
      else
        result = merged(result, (uint32_t)value, 32 / n * k, 32 / n);
    }
    out[l] = result;
  }
}

void kh_vmad(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out, uint32_t a_part, uint32_t b_part,
             uint32_t scale, uint32_t flags) {
  for (int l = 0; l < LANES; l++) {
    uint64_t product = (uint64_t)video_part(a[l], a_part) * (uint64_t)video_part(b[l], b_part);
    uint64_t addend = (uint64_t)(int64_t)(int32_t)c[l];
    if (flags & VMAD_NEGATES) product = 0 - product;
    uint64_t total = (flags & VMAD_SUBTRACTS ? product - addend : product + addend) + !!(flags & VMAD_INCREMENTS);
    int64_t value = flags & VIDEO_SIGNED ? (int64_t)total >> scale : (int64_t)(total >> scale);
    out[l] = (uint32_t)(flags & VIDEO_SATURATES ? clamped(value, 32, flags & VIDEO_SIGNED) : value);
  }
}
