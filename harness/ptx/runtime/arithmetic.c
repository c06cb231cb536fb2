/* Arithmetic that LLVM has no portable instruction for: directed rounding, half precision, approximations.
 *
 * Every function works on n or 32 lanes in memory. NaN results are the canonical NaN, as on NVIDIA hardware (PTX ISA
 * 9.0, 9.7.3). Approximations use integers (ex2) or double with this file's own polynomials, so that every host gives
 * the same bits. The polynomials' error is far below half an ulp of float before the final rounding.
 */

extern int fesetround(int);
/* Host's codes for rn, rz, rm, rp; set once by the host, since they differ between architectures. */
int kh_rounding_codes[4];

/* Keeps loads and arithmetic between two changes of the rounding mode. */
#define FENCE() __asm__ volatile("" ::: "memory")

/* Runs statements under a rounding mode of the host. */
#define UNDER(MODE, ...)                                                                                               \
  fesetround(kh_rounding_codes[MODE]);                                                                                 \
  FENCE();                                                                                                             \
  __VA_ARGS__                                                                                                          \
  FENCE();                                                                                                             \
  fesetround(kh_rounding_codes[0]);
#define EACH(VALUE)                                                                                                    \
  for (int l = 0; l < LANES; l++) out[l] = VALUE;

#define ROUNDED(NAME, T, FMA, SQRT)                                                                                    \
  void NAME(const T *a, const T *b, const T *c, T *out, uint32_t op, uint32_t mode) {                                  \
    UNDER(mode, {                                                                                                      \
      if (op == OP_ADD)                                                                                                \
        EACH(a[l] + b[l])                                                                                              \
      else if (op == OP_MUL)                                                                                           \
        EACH(a[l] * b[l])                                                                                              \
      else if (op == OP_DIV)                                                                                           \
        EACH(a[l] / b[l])                                                                                              \
      else if (op == OP_FMA)                                                                                           \
        EACH(FMA(a[l], b[l], c[l]))                                                                                    \
      else if (op == OP_SUB)                                                                                           \
        EACH(a[l] - b[l])                                                                                              \
      else                                                                                                             \
        EACH(SQRT(a[l]))                                                                                               \
    })                                                                                                                 \
  }
ROUNDED(kh_rounded_f64, double, __builtin_fma, __builtin_sqrt)
ROUNDED(kh_rounded_f32_by_host, float, __builtin_fmaf, __builtin_sqrtf)

/* fma.rz, .rm and .rp of f32 without a change of the host's rounding mode, which takes longer than all lanes: as double
 * the product is exact, and the sum is `sum` + `error` (Knuth's TwoSum). The nearest float is the result or its
 * neighbour. Returns 0 where a lane's result may be zero, subnormal, infinite or NaN. */
static int fma_directed(const float *a, const float *b, const float *c, float *out, uint32_t mode) {
  float nearest[LANES], beyond[LANES];
  uint32_t is_special = 0;
  for (int l = 0; l < LANES; l++) {
    double product = (double)a[l] * (double)b[l], addend = (double)c[l], sum = product + addend;
    double back = sum - product, error = (product - (sum - back)) + (addend - back);
    nearest[l] = (float)sum;
    double rest = (double)nearest[l] - sum;                     /* exact */
    beyond[l] = (float)((rest == 0 ? -error : rest) * 0x1p200); /* its sign counts */
  }
  for (int l = 0; l < LANES; l++) {
    float x = nearest[l], size = __builtin_fabsf(x);
    is_special |= !((size > 0x1p-125f) & (size < 0x1p127f));
    uint32_t is_above = beyond[l] > 0, is_below = beyond[l] < 0, is_down = (mode == 2) | ((mode == 1) & (x > 0));
    /* one float further from zero or nearer to it */
    uint32_t step = is_down ? -is_above : is_below;
    nearest[l] = kh_as_float(kh_as_bits(x) + (x > 0 ? step : -step));
  }
  if (is_special) return 0;
  __builtin_memcpy(out, nearest, sizeof nearest);
  return 1;
}

void kh_rounded_f32(const float *a, const float *b, const float *c, float *out, uint32_t op, uint32_t mode) {
  if (op == OP_FMA && mode && fma_directed(a, b, c, out, mode)) return;
  kh_rounded_f32_by_host(a, b, c, out, op, mode);
}

#define CONVERT(NAME, FROM, TO)                                                                                        \
  void NAME(const FROM *a, TO *out, uint32_t mode) { UNDER(mode, EACH((TO)a[l])) }
CONVERT(kh_f64_to_f32, double, float)
CONVERT(kh_s64_to_f32, int64_t, float)
CONVERT(kh_s64_to_f64, int64_t, double)

/* Unsigned 64-bit sources: hosts convert signed ones, so halve large values and keep the lost bit sticky. */
#define CONVERT_UNSIGNED(NAME, TO)                                                                                     \
  void NAME(const uint64_t *a, TO *out, uint32_t mode) {                                                               \
    UNDER(                                                                                                             \
        mode, for (int l = 0; l < LANES; l++) {                                                                        \
          int64_t half = (int64_t)(a[l] >> 1 | (a[l] & 1));                                                            \
          out[l] = (int64_t)a[l] < 0 ? (TO)half * 2 : (TO)(int64_t)a[l];                                               \
        })                                                                                                             \
  }
CONVERT_UNSIGNED(kh_u64_to_f32, float)
CONVERT_UNSIGNED(kh_u64_to_f64, double)

/* --- half precision ---------------------------------------------------------------------------------------------- */

/* The magnitude of a finite nonzero double, rounded to a format with `fraction` fraction bits and exponent bias `bias`
 * but no largest number. mode: 0 nearest even, 1 toward zero, 2 down, 3 up. */
static uint64_t round_magnitude(double x, int fraction, int bias, uint32_t mode) {
  uint64_t u = kh_as_bits64(x), magnitude = u & 0x7fffffffffffffffull;
  int away = u >> 63 ? mode == 2 : mode == 3;
  int exponent = (int)(magnitude >> 52) - 1023;
  uint64_t significand = (magnitude & 0xfffffffffffffull) | 0x10000000000000ull;
  if (magnitude >> 52 == 0) return (uint64_t)away; /* a subnormal double is far below every format here */
  int lowest = 1 - bias;
  int shift = 52 - fraction + (exponent < lowest ? lowest - exponent : 0);
  uint64_t kept = 0, rest = 1, half = 2;
  if (shift <= 62) {
    kept = significand >> shift;
    rest = significand & ((1ull << shift) - 1);
    half = 1ull << (shift - 1);
  }
  kept += mode == 0 ? rest > half || (rest == half && (kept & 1)) : away && rest;
  return exponent < lowest ? kept : kept + ((uint64_t)(exponent + bias - 1) << fraction);
}

/* A 64-bit NaN in 16 bits: its sign and the top of its payload, quiet. PTX leaves this open; an H200 does the same. */
static uint16_t narrow_nan(double x, int fraction) {
  uint64_t u = kh_as_bits64(x);
  uint16_t quiet = (uint16_t)(0x7fffu & ~((1u << (fraction - 1)) - 1));
  return (uint16_t)(u >> 63 << 15) | quiet | (uint16_t)((u & 0xfffffffffffffull) >> (52 - fraction));
}

/* A double rounded to f16 or bf16; a NaN becomes the canonical one. */
static uint16_t round_16(double x, int fraction, int bias, uint32_t mode) {
  uint64_t u = kh_as_bits64(x), magnitude = u & 0x7fffffffffffffffull;
  uint16_t sign = (uint16_t)(u >> 63 << 15);
  uint16_t infinity = (uint16_t)(((1u << (15 - fraction)) - 1) << fraction);
  if (magnitude > 0x7ff0000000000000ull) return 0x7fff;
  if (magnitude == 0x7ff0000000000000ull) return sign | infinity;
  if (magnitude == 0) return sign;
  uint64_t result = round_magnitude(x, fraction, bias, mode);
  int is_beyond = mode == 0 || mode == (sign ? 2u : 3u);
  if (result >= infinity) result = is_beyond ? infinity : infinity - 1u;
  return sign | (uint16_t)result;
}

/* An integer as a double that rounds to 16 bits as the integer does: bits below the double's are kept in its last. */
static double sticky(uint64_t magnitude, int is_negative) {
  double x = magnitude >> 53 ? (double)(int64_t)(magnitude >> 11 | ((magnitude & 2047) != 0)) * 2048
                             : (double)(int64_t)magnitude;
  return is_negative ? -x : x;
}

static double widen_16(uint16_t h, int fraction, int bias) {
  uint32_t exponent_bits = 15 - (uint32_t)fraction;
  uint32_t exponent = (uint32_t)(h >> fraction) & ((1u << exponent_bits) - 1);
  uint32_t mantissa = h & ((1u << fraction) - 1);
  uint64_t sign = (uint64_t)(h >> 15) << 63;
  if (exponent == (1u << exponent_bits) - 1)
    return kh_as_double(sign | 0x7ff0000000000000ull | (uint64_t)mantissa << (52 - fraction));
  if (exponent == 0) {
    double tiny = (double)mantissa * kh_as_double((uint64_t)(1023 + 1 - bias - fraction) << 52);
    return kh_as_double(kh_as_bits64(tiny) | sign);
  }
  return kh_as_double(sign | (uint64_t)((int)exponent - bias + 1023) << 52 | (uint64_t)mantissa << (52 - fraction));
}

#define F16 10, 15
#define BF16 7, 127

/* The sum rounded to odd at 53 bits, so that a second rounding to 16 bits gives what one rounding would. */
static double add_odd(double a, double b) {
  double sum = a + b;
  double back = sum - a, error = (a - (sum - back)) + (b - back);
  if (error != 0 && sum - sum == 0 && !(kh_as_bits64(sum) & 1))
    return kh_as_double(kh_as_bits64(sum) + ((error > 0) == (sum > 0) ? 1ull : ~0ull));
  return sum;
}

/* The most frequent conversions without branches, so that they become vector instructions; same results as widen_16
 * and round_16. */

#define BITS_QUIET 0x400000u
#define BITS_INFINITE 0x7f800000u

static inline float f16_to_f32(uint16_t h) {
  /* as the upper part of a float the magnitude is 2^-112 times too small, subnormals as well */
  uint32_t magnitude = (h & 0x7fffu) << 13, sign = (uint32_t)(h & 0x8000u) << 16;
  uint32_t finite = kh_as_bits(kh_as_float(magnitude) * 0x1p112f);
  uint32_t special = BITS_INFINITE | magnitude | (magnitude > 0xf800000u ? BITS_QUIET : 0);
  return kh_as_float(sign | (magnitude >= 0xf800000u ? special : finite));
}

static inline float bf16_to_f32(uint16_t h) {
  uint32_t u = (uint32_t)h << 16;
  return kh_as_float((u & 0x7fffffffu) > BITS_INFINITE ? u | BITS_QUIET : u);
}

static inline uint16_t f32_to_f16_nearest(float x) {
  uint32_t u = kh_as_bits(x), magnitude = u & 0x7fffffffu, sign = u >> 16 & 0x8000u;
  uint32_t normal = (magnitude - 0x38000000u + 0xfffu + (magnitude >> 13 & 1)) >> 13;
  /* the sum with 0.5 has steps of 2^-24, as subnormals have */
  uint32_t tiny = kh_as_bits(kh_as_float(magnitude) + 0.5f) - 0x3f000000u;
  uint32_t result = magnitude < 0x38800000u ? tiny : normal;
  result = magnitude >= 0x477ff000u ? 0x7c00u : result; /* 65520 and more */
  return (uint16_t)(magnitude > BITS_INFINITE ? 0x7fffu : sign | result);
}

static inline uint16_t f32_to_bf16_nearest(float x) {
  uint32_t u = kh_as_bits(x);
  return (uint16_t)((u & 0x7fffffffu) > BITS_INFINITE ? 0x7fffu : (u + 0x7fffu + (u >> 16 & 1)) >> 16);
}

#define NARROW_NAN(X, FRACTION, BIAS) narrow_nan(X, FRACTION)
#define HALF(NAME, ...)                                                                                                \
  void kh_##NAME##_to_f32(const uint16_t *a, float *out, uint32_t n) {                                                 \
    for (uint32_t l = 0; l < n; l++) out[l] = NAME##_to_f32(a[l]);                                                     \
  }                                                                                                                    \
  void kh_f32_to_##NAME(const float *a, uint16_t *out, uint32_t n, uint32_t mode) {                                    \
    if (mode == 0) {                                                                                                   \
      for (uint32_t l = 0; l < n; l++) out[l] = f32_to_##NAME##_nearest(a[l]);                                         \
      return;                                                                                                          \
    }                                                                                                                  \
    for (uint32_t l = 0; l < n; l++) out[l] = round_16((double)a[l], __VA_ARGS__, mode);                               \
  }                                                                                                                    \
  void kh_f64_to_##NAME(const double *a, uint16_t *out, uint32_t n, uint32_t mode) {                                   \
    for (uint32_t l = 0; l < n; l++)                                                                                   \
      out[l] = a[l] != a[l] ? NARROW_NAN(a[l], __VA_ARGS__) : round_16(a[l], __VA_ARGS__, mode);                       \
  }                                                                                                                    \
  void kh_u64_to_##NAME(const uint64_t *a, uint16_t *out, uint32_t mode) {                                             \
    for (int l = 0; l < LANES; l++) out[l] = round_16(sticky(a[l], 0), __VA_ARGS__, mode);                             \
  }                                                                                                                    \
  void kh_s64_to_##NAME(const int64_t *a, uint16_t *out, uint32_t mode) {                                              \
    for (int l = 0; l < LANES; l++)                                                                                    \
      out[l] = round_16(sticky(a[l] < 0 ? -(uint64_t)a[l] : (uint64_t)a[l], a[l] < 0), __VA_ARGS__, mode);             \
  }                                                                                                                    \
  void kh_fma_##NAME(const uint16_t *a, const uint16_t *b, const uint16_t *c, uint16_t *out, uint32_t n) {             \
    for (uint32_t l = 0; l < n; l++) {                                                                                 \
      double product = widen_16(a[l], __VA_ARGS__) * widen_16(b[l], __VA_ARGS__);                                      \
      out[l] = round_16(add_odd(product, widen_16(c[l], __VA_ARGS__)), __VA_ARGS__, 0);                                \
    }                                                                                                                  \
  }                                                                                                                    \
  void kh_add_##NAME(const uint16_t *a, const uint16_t *b, uint16_t *out, uint32_t n) {                                \
    for (uint32_t l = 0; l < n; l++)                                                                                   \
      out[l] = round_16(add_odd(widen_16(a[l], __VA_ARGS__), widen_16(b[l], __VA_ARGS__)), __VA_ARGS__, 0);            \
  }                                                                                                                    \
  void kh_mul_##NAME(const uint16_t *a, const uint16_t *b, uint16_t *out, uint32_t n) {                                \
    for (uint32_t l = 0; l < n; l++)                                                                                   \
      out[l] = round_16(widen_16(a[l], __VA_ARGS__) * widen_16(b[l], __VA_ARGS__), __VA_ARGS__, 0);                    \
  }
HALF(f16, F16)
HALF(bf16, BF16)

/* --- eight bits (OCP 8-bit floating point 1.0): e4m3 has one NaN and no infinity, e5m2 is the upper byte of f16 --- */

#define E4M3 3, 7
#define E5M2 2, 15

/* Nearest even; numbers beyond the largest, and infinity, become the largest (.satfinite). */
#define TO_BYTE(NAME, LARGEST, ...)                                                                                    \
  void kh_f32_to_##NAME(const float *a, uint16_t *out) {                                                               \
    for (int l = 0; l < LANES; l++) {                                                                                  \
      uint32_t u = kh_as_bits(a[l]), magnitude = u & 0x7fffffffu;                                                      \
      uint64_t result = LARGEST;                                                                                       \
      if (magnitude == 0)                                                                                              \
        result = 0;                                                                                                    \
      else if (magnitude < 0x7f800000u)                                                                                \
        result = round_magnitude((double)a[l], __VA_ARGS__, 0);                                                        \
      if (result > LARGEST) result = LARGEST;                                                                          \
      out[l] = magnitude > 0x7f800000u ? 0x7f : (uint16_t)(result | u >> 31 << 7);                                     \
    }                                                                                                                  \
  }
TO_BYTE(e4m3, 0x7eu, E4M3)
TO_BYTE(e5m2, 0x7bu, E5M2)

void kh_e5m2_to_f32(const uint16_t *a, float *out) {
  for (int l = 0; l < LANES; l++) out[l] = (float)widen_16((uint16_t)(a[l] << 8), F16);
}
void kh_e4m3_to_f32(const uint16_t *a, float *out) {
  for (int l = 0; l < LANES; l++) {
    uint32_t byte = a[l], rest = byte & 0x7f, exponent = rest >> 3, digits = rest & 7;
    double unit = kh_as_double((uint64_t)(1023 - 10 + (exponent ? exponent : 1)) << 52);
    double x = rest == 0x7f ? kh_as_double(0x7ff8000000000000ull) : (double)(digits + (exponent ? 8 : 0)) * unit;
    out[l] = (float)(byte >> 7 ? -x : x);
  }
}

/* --- approximations ---------------------------------------------------------------------------------------------- */

static double power_of_two(int n) {
  if (n < -1022) return n < -1074 ? 0 : kh_as_double(1ull << (n + 1074));
  if (n > 1023) return kh_as_double(0x7ff0000000000000ull);
  return kh_as_double((uint64_t)(n + 1023) << 52);
}

/* 2^f for |f| <= 1/2: Taylor series of exp(f ln 2); the first omitted term is below 2^-60. */
static inline double exp2_part(double f) {
  double t = f * 0x1.62e42fefa39efp-1, p = 1.0 / 6227020800.0;
  /* clang-format off */
  static const double terms[] = {1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0, 1.0 / 362880.0, 1.0 / 40320.0,
                                 1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0};
  /* clang-format on */
  for (int k = 0; k < 13; k++) p = p * t + terms[k];
  return p;
}

/* 2^x for |x| < 1100 or a NaN. */
static double exp2_double(double x) {
  double n = __builtin_rint(x);
  return exp2_part(x - n) * power_of_two(x == x ? (int)n : 0); /* a NaN has no integer, and stays one */
}

/* The same for |x| < 1000, without branches. */
static inline double exp2_within(double x) {
  double n = __builtin_rint(x);
  return exp2_part(x - n) * kh_as_double((uint64_t)((int)n + 1023) << 52);
}

/* log2 of a positive normal double: 2 atanh(s) series with s = (m - 1) / (m + 1), m in [sqrt(1/2), sqrt(2)]. */
static double log2_double(double x) {
  uint64_t u = kh_as_bits64(x);
  int exponent = (int)(u >> 52) - 1023;
  double m = kh_as_double((u & 0xfffffffffffffull) | 0x3ff0000000000000ull);
  if (m > 0x1.6a09e667f3bcdp+0) {
    m *= 0.5;
    exponent++;
  }
  double s = (m - 1) / (m + 1), q = s * s, p = 0;
  for (int k = 23; k >= 1; k -= 2) p = p * q + 1.0 / k;
  return (double)exponent + 2 * s * p * 0x1.71547652b82fep+0;
}

static float finish(double x) {
  float y = (float)x;
  return y != y ? kh_as_float(0x7fffffffu) : y;
}

/* Flushing of subnormals (.ftz) is done by the caller on both sides. */
#define UNARY(NAME, BODY)                                                                                              \
  void NAME(kh_worker *W, const float *a, float *out, uint32_t inexact) {                                              \
    uint64_t seed = W->launch->perturbation;                                                                           \
    for (int l = 0; l < LANES; l++) {                                                                                  \
      float x = a[l];                                                                                                  \
      double y;                                                                                                        \
      BODY out[l] = finish(y);                                                                                         \
      if (seed) out[l] = (float)perturbed(seed, inexact, kh_as_bits(x), 0, (double)x, y, (double)out[l]);              \
    }                                                                                                                  \
  }

/* ex2.approx.f32 as an H200 computes it, fitted to the results recorded in fixtures/gpu_vectors: 96.8 % of them have
 * the same bits, the others are one ulp away, to both sides alike. The shape is that of published interpolators
 * (Oberman and Siu, "A high-performance area-efficient multifunction interpolator", ARITH 2005): the operand becomes a
 * fixed-point number of 23 fraction bits, cut off; a negative one is complemented, not negated. The upper 6 fraction
 * bits choose a parabola for the lower 17: eighths of an ulp, ulp per interval, ulp per interval squared. The result is
 * cut off. It uses only integers, so that every host gives the same. */
#define P(VALUE, SLOPE, CURVE) (VALUE | SLOPE##ull << 27 | CURVE##ull << 45)
static const uint64_t EX2_PARABOLAS[64] = {
    P(67108871, 90852, 494),   P(67839637, 91840, 501),   P(68578365, 92840, 506),   P(69325131, 93852, 511),
    P(70080037, 94872, 518),   P(70843155, 95908, 521),   P(71614585, 96952, 527),   P(72394419, 98008, 532),
    P(73182745, 99072, 541),   P(73979651, 100152, 546),  P(74785233, 101244, 551),  P(75599596, 102344, 559),
    P(76422820, 103459, 565),  P(77255008, 104589, 567),  P(78096263, 105724, 577),  P(78946675, 106876, 583),
    P(79806347, 108040, 589),  P(80675380, 109217, 595),  P(81553875, 110408, 600),  P(82441941, 111608, 609),
    P(83339673, 112824, 615),  P(84247185, 114053, 621),  P(85164573, 115296, 627),  P(86091955, 116552, 633),
    P(87029435, 117820, 641),  P(87977123, 119104, 647),  P(88935131, 120400, 655),  P(89903573, 121712, 661),
    P(90882557, 123036, 670),  P(91872203, 124376, 677),  P(92872629, 125728, 686),  P(93883943, 127100, 691),
    P(94906271, 128484, 699),  P(95939735, 129884, 705),  P(96984451, 131296, 715),  P(98040539, 132728, 721),
    P(99108131, 134172, 730),  P(100187349, 135632, 739), P(101278319, 137108, 748), P(102381165, 138604, 753),
    P(103496025, 140111, 764), P(104623021, 141636, 773), P(105762292, 143181, 778), P(106913968, 144739, 788),
    P(108078183, 146316, 796), P(109255077, 147908, 806), P(110444787, 149520, 813), P(111647451, 151148, 822),
    P(112863215, 152792, 833), P(114092213, 154456, 842), P(115334595, 156140, 849), P(116590509, 157840, 858),
    P(117860097, 159556, 870), P(119143509, 161296, 877), P(120440896, 163051, 888), P(121752411, 164828, 896),
    P(123078209, 166620, 909), P(124418441, 168436, 917), P(125773268, 170273, 924), P(127142849, 172124, 938),
    P(128527345, 174000, 946), P(129926917, 175892, 959), P(131341727, 177808, 969), P(132771949, 179742, 982)};
#undef P
#define EX2_LOWER 17
#define EX2_ZERO_BELOW (-151) /* below half of the least subnormal */

/* In three loops, so that the loops before and after the table become vector instructions. */
static void ex2(const float *a, float *out) {
  uint32_t fixed[LANES];
  uint64_t parabola[LANES];
  for (int l = 0; l < LANES; l++) {
    float within = a[l] < EX2_ZERO_BELOW ? 0 : a[l] < 128 ? a[l] : 0;
    /* results too small to be normal are squares of roots, so that the root's error counts twice */
    float operand = within < -126 ? within * 0.5f : within;
    int32_t magnitude = (int32_t)(__builtin_fabsf(operand) * 0x1p23f), lowest = -126 * (1 << 23);
    int32_t cut = operand < 0 ? ~magnitude : magnitude;
    fixed[l] = (uint32_t)(cut < lowest ? lowest : cut);
  }
  for (int l = 0; l < LANES; l++) parabola[l] = EX2_PARABOLAS[fixed[l] >> EX2_LOWER & 63];
  for (int l = 0; l < LANES; l++) {
    float x = a[l];
    uint32_t lower = fixed[l] & ((1 << EX2_LOWER) - 1);
    uint64_t value = parabola[l] & ((1 << 27) - 1), slope = parabola[l] >> 27 & ((1 << 18) - 1);
    uint64_t scaled = (value << 31) + (slope * lower << EX2_LOWER);
    scaled += (uint64_t)((uint32_t)(parabola[l] >> 45) * lower) * lower;
    /* from 2^23 on: its leading bit counts in the exponent */
    uint32_t significand = (uint32_t)(scaled >> 2 * EX2_LOWER), exponent = (fixed[l] >> 23) + 126;
    float y = kh_as_float((exponent << 23) + significand);
    y *= x < -126 ? y : 1;
    y = x < EX2_ZERO_BELOW ? 0 : x >= 128 ? kh_as_float(0x7f800000u) : y; /* a product that underflows takes long */
    out[l] = x != x ? kh_as_float(0x7fffffffu) : y;
  }
}

/* Requested errors are measured from the true value. */
static float ex2_perturbed(uint64_t seed, uint32_t inexact, float x) {
  double y = exp2_double(x < -200 ? -200 : x > 200 ? 200 : (double)x);
  return (float)perturbed(seed, inexact, kh_as_bits(x), 0, (double)x, y, (double)finish(y));
}

/* The same for all lanes. Operands whose results are far from infinite and subnormal need no branches, so that they
 * become vector instructions. */
static void perturb_ex2(uint64_t seed, uint32_t inexact, const float *a, float *out) {
  float operands[LANES], found[LANES] = {0};
  double exact[LANES];
  uint32_t is_within[LANES], n_within = 0, n_zero = 0;
  for (int l = 0; l < LANES; l++) {
    is_within[l] = (a[l] > -120) & (a[l] < 120) & (inexact == INEXACT_EX2_F32);
    n_within += is_within[l];
    n_zero += a[l] < EX2_ZERO_BELOW;
    operands[l] = is_within[l] ? a[l] : 0;
  }
  if (n_within) {
    for (int l = 0; l < LANES; l++) exact[l] = exp2_within((double)operands[l]);
    perturbed_ex2(seed, operands, exact, found);
  }
  if (n_within + n_zero == LANES) {
    for (int l = 0; l < LANES; l++) out[l] = is_within[l] ? found[l] : 0;
    return;
  }
  for (int l = 0; l < LANES; l++)
    out[l] = is_within[l] ? found[l] : a[l] < EX2_ZERO_BELOW ? 0 : ex2_perturbed(seed, inexact, a[l]);
}

void kh_ex2_f32(kh_worker *W, const float *a, float *out, uint32_t inexact) {
  if (W->launch->perturbation) {
    perturb_ex2(W->launch->perturbation, inexact, a, out);
    return;
  }
  /* Beyond the end of a row, the operand is minus infinity. */
  uint32_t any = 0;
  for (int l = 0; l < LANES; l++) any |= !(a[l] < EX2_ZERO_BELOW);
  if (any)
    ex2(a, out);
  else
    __builtin_memset(out, 0, LANES * sizeof *out);
}
UNARY(kh_lg2_f32, {
  if (x != x || x < 0)
    y = kh_as_double(0x7ff8000000000000ull);
  else if (x == 0)
    y = kh_as_double(0xfff0000000000000ull);
  else if (x == kh_as_float(0x7f800000u))
    y = x;
  else
    y = log2_double(x);
})
UNARY(kh_rsqrt_f32, { y = 1.0 / __builtin_sqrt((double)x); })

/* Errors for results of generated code: quotients, reciprocals (with dividend 1) and roots. */
void kh_perturb_f32(kh_worker *W, const float *a, const float *b, float *out, uint32_t inexact) {
  for (int l = 0; l < LANES; l++) {
    double x = (double)a[l], y = inexact == INEXACT_SQRT_F32 ? __builtin_sqrt(x) : x / (double)b[l];
    uint64_t operands =
        inexact == INEXACT_SQRT_F32 ? kh_as_bits(a[l]) : (uint64_t)kh_as_bits(a[l]) << 32 | kh_as_bits(b[l]);
    out[l] = (float)perturbed(W->launch->perturbation, inexact, operands, 0, x, y, (double)out[l]);
  }
}

/* 32 zero bits, then the first 256 of 2/pi. */
static const uint32_t TWO_OVER_PI[] = {0,           0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u,
                                       0xdb629599u, 0x3c439041u, 0xfe5163abu, 0xdebbc561u};

/* Splits x = r + quarter * pi/2 with |r| <= pi/4 for every finite float. Only 128 bits of 2/pi matter: those above,
 * times the 24 bits of x, are whole turns (Payne and Hanek, "Radian reduction for trigonometric functions", 1983). */
static double reduce(float x, int *quarter) {
  uint32_t u = kh_as_bits(x), magnitude = u & 0x7fffffffu;
  *quarter = 0;
  if (magnitude <= 0x3f490fdau) return (double)x; /* pi/4 */
  int scale = (int)(magnitude >> 23) - 150;       /* |x| = digits * 2^scale, from -24 to 104 */
  uint64_t digits = (u & 0x7fffffu) | 0x800000u;
  int start = scale + 30; /* the bit of TWO_OVER_PI that has weight 2 once multiplied by 2^scale */
  const uint32_t *word = TWO_OVER_PI + start / 32;
  int offset = start % 32;
  unsigned __int128 window = (unsigned __int128)((uint64_t)word[0] << 32 | word[1]) << 64;
  window |= (uint64_t)word[2] << 32 | word[3];
  if (offset) window = window << offset | word[4] >> (32 - offset);
  unsigned __int128 turns = window * digits; /* quarter turns modulo 4 in the two upper bits, their fraction below */
  uint32_t nearest = (uint32_t)((turns + ((unsigned __int128)1 << 125)) >> 126);
  unsigned __int128 rest = turns - ((unsigned __int128)nearest << 126);
  double part = (double)(int64_t)(uint64_t)(rest >> 64) * 0x1p-62 + (double)(uint64_t)rest * 0x1p-126;
  double r = part * 0x1.921fb54442d18p+0;
  *quarter = (int)(u >> 31 ? 4 - nearest : nearest) & 3;
  return u >> 31 ? -r : r;
}
static double sine(double r) {
  double q = r * r, p = 0;
  for (int k = 17; k >= 3; k -= 2) p = (p + 1) * (-q / (double)(k * (k - 1)));
  return r * (1 + p);
}
static double cosine(double r) {
  double q = r * r, p = 0;
  for (int k = 18; k >= 2; k -= 2) p = (p + 1) * (-q / (double)(k * (k - 1)));
  return 1 + p;
}
static double turn(float x, int offset) {
  if (!(x - x == 0)) return kh_as_double(0x7ff8000000000000ull);
  int quarter;
  double r = reduce(x, &quarter);
  quarter = (quarter + offset) & 3;
  double value = quarter & 1 ? cosine(r) : sine(r);
  return quarter & 2 ? -value : value;
}
UNARY(kh_sin_f32, { y = turn(x, 0); })
UNARY(kh_cos_f32, { y = turn(x, 1); })
UNARY(kh_tanh_f32, {
  double t = x < 0 ? -(double)x : (double)x;
  double e = t > 40 ? 0 : exp2_double(-2 * 0x1.71547652b82fep+0 * t);
  double magnitude = t < 0.02 ? t - t * t * t / 3 + 2 * t * t * t * t * t / 15 : (1 - e) / (1 + e);
  y = x != x ? (double)x : (kh_as_bits(x) >> 31 ? -magnitude : magnitude);
})

/* rsqrt.approx.f64: PTX gives no bound; this is within one ulp. NaNs are an H200's: an operand's own, quiet. */
void kh_rsqrt_f64(kh_worker *W, const double *a, double *out, uint32_t inexact) {
  (void)W, (void)inexact;
  for (int l = 0; l < LANES; l++) {
    uint64_t nan = a[l] != a[l] ? kh_as_bits64(a[l]) | 0x0008000000000000ull : 0xfff8000000000000ull;
    double y = 1.0 / __builtin_sqrt(a[l]);
    out[l] = y != y ? kh_as_double(nan) : y;
  }
}

/* rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64: the low 32 bits of operand and result are dropped. */
#define UPPER_WORDS(NAME, IS_ROOT, EXACT)                                                                              \
  void NAME(kh_worker *W, const double *a, double *out, uint32_t inexact) {                                            \
    for (int l = 0; l < LANES; l++) {                                                                                  \
      double x = kh_as_double(kh_as_bits64(a[l]) & 0xffffffff00000000ull), exact = EXACT;                              \
      uint64_t u = kh_as_bits64(x), sign = u & 0x8000000000000000ull, magnitude = u ^ sign;                            \
      uint64_t y = kh_as_bits64(exact) & 0xffffffff00000000ull;                                                        \
      if (y << 1 < 0x0020000000000000ull) y = sign; /* subnormal */                                                    \
      if (magnitude < 0x0010000000000000ull)                                                                           \
        y = sign | 0x7ff0000000000000ull;                                                                              \
      else if (magnitude > 0x7ff0000000000000ull || (IS_ROOT && sign))                                                 \
        y = 0x7fffffff00000000ull;                                                                                     \
      out[l] = kh_as_double(y);                                                                                        \
      if (W->launch->perturbation) out[l] = perturbed(W->launch->perturbation, inexact, u, 1, x, exact, out[l]);       \
    }                                                                                                                  \
  }
UPPER_WORDS(kh_rcp_approx_f64, 0, 1.0 / x)
UPPER_WORDS(kh_rsqrt_approx_f64, 1, 1.0 / __builtin_sqrt(x))

/* --- integer helpers without an LLVM equivalent ------------------------------------------------------------------- */

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

/* fns.b32: the |n|-th one of the mask from a base on, upwards or downwards; n = 0 asks for the base itself. The
 * smallest n has no |n|: an H200 gives 0, and so does this. */
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

/* Division that neither traps nor is undefined. Division by zero gives all ones as quotient and remainder: PTX leaves
 * that open, and an H200 does the same. MIN / -1 gives MIN. */
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
DIVIDE(kh_div_s32, int32_t, (int32_t)0x80000000u, 1)
DIVIDE(kh_div_u32, uint32_t, 0, 0)
DIVIDE(kh_div_s64, int64_t, (int64_t)0x8000000000000000ull, 1)
DIVIDE(kh_div_u64, uint64_t, 0, 0)
