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
