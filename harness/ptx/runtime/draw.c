/* Random rounding: results of a drawn launch are one of the two neighbours of the exact result, right on average.
 *
 * An exact result never moves. Another one moves with the probability |exact - rounded| / gap to the neighbour on the
 * exact result's other side (stochastic rounding: Forsythe, "Round-off errors in numerical integration on automatic
 * machinery", 1950; Parker, "Monte Carlo arithmetic", 1997). The draw depends on the seed, the instruction, the warp's
 * steps so far and the operands, whose order does not count: lanes that repeat a computation in one step agree, and equal
 * additions one after another do not all go the same way. A fused product is drawn as product, then sum, so that code
 * with and without contraction has the same spread. An even draw moves every inexact result with probability 1/2, which is
 * not right on average, but shows what a term that rounding absorbs may do: it moves too rarely else.
 */

typedef struct {
  uint32_t word;    /* key of one execution of an instruction */
  uint32_t is_on;   /* whether the launch draws the instruction */
  uint32_t is_even; /* whether each inexact result moves with probability 1/2 */
} kh_draw;

static kh_draw draw_of(const kh_worker *W, uint32_t site) {
  const kh_launch *L = W->launch;
  uint64_t steps = W->current->steps_refilled - (uint64_t)W->current->steps;
  uint64_t key = kh_mix(L->drawing + kh_mix(steps + kh_mix(site + 1)));
  return (kh_draw){(uint32_t)key, L->drawing && (!L->drawn_sites || L->drawn_sites[site]), L->draws_evenly};
}

/* Mixes all bits of a word (constants of "lowbias32": Wellons, "Prospecting for hash functions", 2018). */
static inline uint32_t mix_32(uint32_t x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}

/* A number of [0, 1) for two operands in either order: an inexact result moves if the number is below what is left, as a
 * part of the gap. Of an even draw it is 0 or 1. */
static inline double draw_part(kh_draw draw, uint32_t a, uint32_t b) {
  uint32_t drawn = mix_32(draw.word ^ ((a + b) * 0x9e3779b1u + (a ^ b) * 0x85ebca6bu));
  return draw.is_even ? (double)(drawn >> 31) : (double)(int32_t)(drawn >> 1) * 0x1p-31;
}

/* Where a result is zero, infinite or NaN it stays: no gap to its neighbour is below what is left. */
static inline float moved_f32(float rounded, double rest, double part) {
  uint32_t bits = kh_as_bits(rounded);
  float other = kh_as_float((uint32_t)(rest > 0) ^ bits >> 31 ? bits + 1 : bits - 1);
  double gap = fabs((double)other - (double)rounded);
  return ((part * gap < fabs(rest)) & (rounded != 0)) ? other : rounded;
}

static inline double moved_f64(double rounded, double rest, double part) {
  uint64_t bits = kh_as_bits64(rounded);
  double other = kh_as_double((uint64_t)(rest > 0) ^ bits >> 63 ? bits + 1 : bits - 1);
  double gap = fabs(other - rounded);
  return ((part * gap < fabs(rest)) & (rounded != 0)) ? other : rounded;
}

/* Adding 1.5 * 2^23, or 2^52 for f64, is how code rounds to an integer: no error of a result. */
static inline double drawn_unless(int rounds, double part) { return rounds ? 1 : part; }

static inline float sum_f32(kh_draw draw, float a, float b) {
  int rounds = (a == 0x1.8p23f) | (b == 0x1.8p23f);
  double part = drawn_unless(rounds, draw_part(draw, kh_as_bits(a), kh_as_bits(b)));
  float rounded = a + b;
  /* what a double cannot hold of the sum counts, too: a term may be absorbed */
  double x = (double)a, y = (double)b, sum = x + y, back = sum - x, rest = (x - (sum - back)) + (y - back);
  return moved_f32(rounded, (sum - (double)rounded) + rest, part);
}
static inline float product_f32(kh_draw draw, float a, float b) {
  float rounded = a * b;
  return moved_f32(rounded, (double)a * (double)b - (double)rounded, draw_part(draw, kh_as_bits(a), kh_as_bits(b)));
}
static inline float quotient_f32(kh_draw draw, float a, float b) {
  double part = draw_part(draw, kh_as_bits(a), kh_as_bits(b) * 3);
  float rounded = a / b;
  return moved_f32(rounded, (double)a / (double)b - (double)rounded, part);
}
static inline float root_f32(kh_draw draw, float a) {
  float rounded = __builtin_sqrtf(a);
  return moved_f32(rounded, __builtin_sqrt((double)a) - (double)rounded, draw_part(draw, kh_as_bits(a), 0));
}

static inline uint32_t word_of(double x) {
  uint64_t bits = kh_as_bits64(x);
  return (uint32_t)bits * 0x9e3779b1u ^ (uint32_t)(bits >> 32);
}
static inline double sum_f64(kh_draw draw, double a, double b) {
  int rounds = (a == 0x1.8p52) | (b == 0x1.8p52);
  double sum = a + b, back = sum - a, rest = (a - (sum - back)) + (b - back);
  return moved_f64(sum, rest, drawn_unless(rounds, draw_part(draw, word_of(a), word_of(b))));
}
static inline double product_f64(kh_draw draw, double a, double b) {
  double product = a * b;
  return moved_f64(product, __builtin_fma(a, b, -product), draw_part(draw, word_of(a), word_of(b)));
}
static inline double quotient_f64(kh_draw draw, double a, double b) {
  double quotient = a / b, rest = __builtin_fma(-quotient, b, a) / b;
  return moved_f64(quotient, rest, draw_part(draw, word_of(a), word_of(b) * 3));
}
static inline double root_f64(kh_draw draw, double a) {
  double root = __builtin_sqrt(a), rest = __builtin_fma(-root, root, a) / (2 * root);
  return moved_f64(root, rest, draw_part(draw, word_of(a), 0));
}

/* The draw of the sum in a fused product, or of a lane. */
static inline kh_draw draw_apart(kh_draw draw, uint32_t number) {
  draw.word += number * 0x165667b1u;
  return draw;
}

#define DRAWN(NAME, PLAIN, T, FORM, FMA)                                                                               \
  void NAME(kh_worker *W, const T *a, const T *b, const T *c, T *out, uint32_t op, uint32_t site) {                    \
    kh_draw draw = draw_of(W, site);                                                                                   \
    if (!draw.is_on) {                                                                                                 \
      PLAIN(a, b, c, out, op, 0);                                                                                      \
    } else if (op == OP_ADD) {                                                                                         \
      EACH(sum_##FORM(draw, a[l], b[l]))                                                                               \
    } else if (op == OP_SUB) {                                                                                         \
      EACH(sum_##FORM(draw, a[l], -b[l]))                                                                              \
    } else if (op == OP_MUL) {                                                                                         \
      EACH(product_##FORM(draw, a[l], b[l]))                                                                           \
    } else if (op == OP_DIV) {                                                                                         \
      EACH(quotient_##FORM(draw, a[l], b[l]))                                                                          \
    } else if (op == OP_SQRT) {                                                                                        \
      EACH(root_##FORM(draw, a[l]))                                                                                    \
    } else {                                                                                                           \
      for (int l = 0; l < LANES; l++) {                                                                                \
        T product = product_##FORM(draw, a[l], b[l]), sum = sum_##FORM(draw_apart(draw, 1), product, c[l]);            \
        out[l] = product - product == 0 ? sum : FMA(a[l], b[l], c[l]);                                                 \
      }                                                                                                                \
    }                                                                                                                  \
  }
DRAWN(kh_drawn_f32, kh_rounded_f32_by_host, float, f32, __builtin_fmaf)
DRAWN(kh_drawn_f64, kh_rounded_f64, double, f64, __builtin_fma)

void kh_drawn_f64_to_f32(kh_worker *W, const double *a, float *out, uint32_t site) {
  kh_draw draw = draw_of(W, site);
  for (int l = 0; l < LANES; l++) {
    float rounded = (float)a[l];
    out[l] = draw.is_on ? moved_f32(rounded, a[l] - (double)rounded, draw_part(draw, word_of(a[l]), 0)) : rounded;
  }
}

#define DRAWN_HALF(NAME)                                                                                               \
  static inline uint16_t moved_##NAME(uint16_t rounded, double exact, double part) {                                   \
    double nearest = (double)NAME##_to_f32(rounded), rest = exact - nearest;                                           \
    uint16_t other = (uint16_t)((uint32_t)(rest > 0) ^ rounded >> 15 ? rounded + 1 : rounded - 1);                     \
    double gap = fabs((double)NAME##_to_f32(other) - nearest);                                                         \
    return ((part * gap < fabs(rest)) & (nearest != 0)) ? other : rounded;                                             \
  }                                                                                                                    \
  static inline uint16_t drawn_##NAME(kh_draw draw, double exact, uint32_t a, uint32_t b) {                            \
    uint16_t rounded = f32_to_##NAME##_nearest((float)exact);                                                          \
    return draw.is_on ? moved_##NAME(rounded, exact, draw_part(draw, a, b)) : rounded;                                 \
  }                                                                                                                    \
  void kh_drawn_f32_to_##NAME(kh_worker *W, const float *a, uint16_t *out, uint32_t n, uint32_t site) {                \
    kh_draw draw = draw_of(W, site);                                                                                   \
    for (uint32_t l = 0; l < n; l++) out[l] = drawn_##NAME(draw, (double)a[l], kh_as_bits(a[l]), 0);                   \
  }                                                                                                                    \
  void kh_drawn_f64_to_##NAME(kh_worker *W, const double *a, uint16_t *out, uint32_t n, uint32_t site) {               \
    kh_draw draw = draw_of(W, site);                                                                                   \
    kh_f64_to_##NAME(a, out, n, 0);                                                                                    \
    for (uint32_t l = 0; l < n && draw.is_on; l++)                                                                     \
      out[l] = moved_##NAME(out[l], a[l], draw_part(draw, word_of(a[l]), 0));                                          \
  }                                                                                                                    \
  void kh_drawn_##NAME(kh_worker *W, const uint16_t *a, const uint16_t *b, const uint16_t *c, uint16_t *out,           \
                       uint32_t op, uint32_t n, uint32_t site) {                                                       \
    kh_draw draw = draw_of(W, site), of_sum = draw_apart(draw, 1);                                                     \
    if (!draw.is_on && op == OP_FMA) {                                                                                 \
      kh_fma_##NAME(a, b, c, out, n);                                                                                  \
      return;                                                                                                          \
    }                                                                                                                  \
    for (uint32_t l = 0; l < n; l++) {                                                                                 \
      double x = (double)NAME##_to_f32(a[l]), y = (double)NAME##_to_f32(b[l]);                                         \
      uint16_t result = drawn_##NAME(draw, op == OP_ADD ? x + y : x * y, a[l], b[l]);                                  \
      if (op == OP_FMA)                                                                                                \
        result = drawn_##NAME(of_sum, (double)NAME##_to_f32(result) + (double)NAME##_to_f32(c[l]), result, c[l]);      \
      out[l] = result;                                                                                                 \
    }                                                                                                                  \
  }
DRAWN_HALF(f16)
DRAWN_HALF(bf16)

/* Moves the sum of an atomic addition, of f32 or f64, that a lane has stored. */
static void draw_added(const kh_worker *W, uint8_t *at, const uint8_t *old, const uint8_t *value, uint32_t size,
                       uint32_t l, uint32_t site) {
  kh_draw draw = draw_apart(draw_of(W, site), l);
  if (!draw.is_on) return;
  if (size == sizeof(double)) {
    *(double *)at = sum_f64(draw, *(const double *)old, *(const double *)value);
    return;
  }
  float a = *(const float *)old, b = *(const float *)value, sum = a + b;
  if (sum == *(float *)at) *(float *)at = sum_f32(draw, a, b); /* else it was flushed */
}

/* Results of a matrix product in f32, whose exact sum is not known: half of them move by one, unless they are short
 * numbers, such as sums of small integers. */
void kh_draw_products(kh_worker *W, uint32_t *bits, uint32_t n, uint32_t site) {
  kh_draw draw = draw_of(W, site);
  if (!draw.is_on) return;
  for (uint32_t l = 0; l < n; l++) {
    uint32_t drawn = mix_32(mix_32(draw.word ^ bits[l]) + l), is_finite = (bits[l] & 0x7f800000u) != 0x7f800000u;
    uint32_t is_moved = ((bits[l] & 0xfffu) != 0) & is_finite & drawn;
    bits[l] += is_moved ? (drawn & 2) - 1 : 0;
  }
}
