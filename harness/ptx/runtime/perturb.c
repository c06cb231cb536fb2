/* Results of approximate instructions with the largest errors that PTX allows.
 *
 * A third of all seeds uses the upper bound for every error, a third the lower bound, and a third draws each error.
 * Errors of one sign add up in a sum; errors of both signs make equal values differ.
 */

extern double floor(double), ceil(double), fabs(double);

/* Largest error of an instruction (PTX ISA 9.0, chapters 9.7.3 and 9.7.4), 0 if the ISA gives none. The ulp is the
 * exact result's; at the lower end of a binade, the ulp of the binade below. */
static double bound_of(uint32_t inexact, double x, double exact, double ulp) {
  double size = fabs(exact), angle = fabs(x);
  switch (inexact) {
    case INEXACT_EX2_F32:
    case INEXACT_DIV_F32: return 2 * ulp;
    case INEXACT_EX2_F16: return size * 0x1.125fbee250663p-10; /* 2^-9.9 */
    case INEXACT_EX2_BF16: return size * 0x1p-7;
    case INEXACT_LG2_F32: return x > 0.5 && x < 2 ? 0x1p-22 : size * 0x1p-22;
    case INEXACT_SIN_F32:
    case INEXACT_COS_F32:
      if (angle <= 0x1.921fb54442d18p+2) return 0x1.6a09e667f3bcdp-21;  /* 2^-20.5 up to 2 pi */
      return angle <= 0x1.3a28c59d5433bp+8 ? 0x1.3b2c47bff832cp-15 : 0; /* 2^-14.7 up to 100 pi */
    case INEXACT_TANH_F32: return size * 0x1p-11;
    case INEXACT_TANH_F16: return 0x1.0251353756991p-11; /* 2^-10.987 */
    case INEXACT_TANH_BF16: return 0x1p-8;
    case INEXACT_RSQRT_F32: return size * 0x1.125fbee250669p-23; /* 2^-22.9 */
    case INEXACT_SQRT_F32: return size * 0x1p-23;
    case INEXACT_RCP_F32: return ulp;
    case INEXACT_RCP_F64:
    case INEXACT_RSQRT_F64: return size * 0x1p-20;
    default: return 0;
  }
}

/* Spacing of a format's numbers around x: `fraction` bits, at least 2^lowest. */
static inline double spacing(double x, int fraction, int lowest) {
  int exponent = (int)(kh_as_bits64(x) >> 52 & 2047) - 1023;
  return kh_as_double((uint64_t)((exponent < lowest ? lowest : exponent) - fraction + 1023) << 52);
}

/* The error of a lane as a part of the bound, in [-1, 1]. */
static inline double part_of_bound(uint64_t seed, uint64_t key, uint32_t inexact, uint64_t operands) {
  uint64_t draw = kh_mix(key + kh_mix(operands + ((uint64_t)(inexact + 1) << 59)));
  double part = (double)(int64_t)(draw >> 11) * 0x1p-52 - 1; /* of [-1, 1) */
  uint64_t way = (seed - 1) % 3;                             /* kh_launch has seeds plus 1 */
  if (way == 2 && (draw & 3) == 0) part = part < 0 ? -1 : 1;
  return way == 0 ? 1 : way == 1 ? -1 : part;
}

/* Two ulp from a result next to zero are beyond zero, which no quotient and no exponential crosses. */
static inline double not_beyond_zero(double result, double exact) {
  return result * exact <= 0 ? __builtin_copysign(0.0, exact) : result;
}

/* Returns a result within the instruction's bound around `exact`, or `rounded` if there is no other. `x` is the operand
 * that the bound depends on. The error depends on the seed, the kind and the bits of all operands in `operands` alone,
 * so the instruction gives the same result everywhere. */
static double perturbed(uint64_t seed, uint32_t inexact, uint64_t operands, int is_f64, double x, double exact,
                        double rounded) {
  /* The manual's tables have results for zero and infinity, and where results are zero, infinite or NaN. */
  if (x == 0 || x - x != 0 || exact == 0 || rounded == 0 || exact - exact != 0 || rounded - rounded != 0)
    return rounded;
  int fraction = 23, lowest = -126;
  if (is_f64) fraction = 20, lowest = -1022 + 20; /* only upper words; the smallest numbers keep theirs */
  if (inexact == INEXACT_EX2_F16 || inexact == INEXACT_TANH_F16) fraction = 10, lowest = -14;
  if (inexact == INEXACT_EX2_BF16 || inexact == INEXACT_TANH_BF16) fraction = 7;
  if (is_f64 && fabs(exact) < 0x1p-1000) return rounded;
  /* slightly less, so that rounding here cannot exceed the bound */
  double bound = bound_of(inexact, x, exact, spacing(exact * (1 - 0x1p-21), fraction, lowest)) * (1 - 0x1p-40);
  double part = part_of_bound(seed, kh_mix(seed), inexact, operands);
  double target = exact + part * bound, unit = spacing(target, fraction, lowest), steps = target / unit;
  double result = (target > exact ? floor(steps) : ceil(steps)) * unit;
  if (inexact == INEXACT_EX2_F32 || inexact == INEXACT_DIV_F32) result = not_beyond_zero(result, exact);
  double largest = inexact == INEXACT_EX2_F16 ? 65504 : inexact == INEXACT_EX2_BF16 ? 0x1.fep+127 : 0x1.fffffep+127;
  if (!is_f64 && fabs(result) > largest) return rounded;
  /* which .ftz would flush */
  double smallest = spacing(0, 0, lowest);
  if (fabs(result) < smallest && fabs(rounded) >= smallest) return rounded;
  return fabs(result - exact) <= bound ? result : rounded;
}

/* The same for the 32 lanes of ex2.approx.f32, for operands between -120 and 120: `exact` are their true results. Has no
 * branches, so that the lanes become vector instructions. */
static void perturbed_ex2(uint64_t seed, const float *x, const double *exact, float *out) {
  uint64_t key = kh_mix(seed);
  for (int l = 0; l < LANES; l++) {
    double size = 2 * spacing(exact[l] * (1 - 0x1p-21), 23, -126), bound = size * (1 - 0x1p-40);
    double target = exact[l] + part_of_bound(seed, key, INEXACT_EX2_F32, kh_as_bits(x[l])) * bound;
    double unit = spacing(target, 23, -126), steps = target / unit;
    double result = not_beyond_zero((target > exact[l] ? floor(steps) : ceil(steps)) * unit, exact[l]);
    out[l] = (float)(fabs(result - exact[l]) <= bound && x[l] != 0 ? result : exact[l]);
  }
}
