/* Errors that approximate instructions may make, drawn from a seed. */
#pragma once

#include <stdint.h>

/* Kinds of approximation. */
enum kh_inexact {
  INEXACT_EX2_F32,
  INEXACT_EX2_F16,
  INEXACT_EX2_BF16,
  INEXACT_LG2_F32,
  INEXACT_SIN_F32,
  INEXACT_COS_F32,
  INEXACT_TANH_F32,
  INEXACT_TANH_F16,
  INEXACT_TANH_BF16,
  INEXACT_RSQRT_F32,
  INEXACT_SQRT_F32,
  INEXACT_RCP_F32,
  INEXACT_DIV_F32,
  INEXACT_RCP_F64,
  INEXACT_RSQRT_F64,
  INEXACT_NONE, /* rsqrt.approx.f64, for which PTX gives no bound */
};

/* Returns a result within the instruction's bound around `exact`, or `rounded` if there is no other. `x` is the operand
 * that the bound depends on. The error depends on the seed, the kind and the bits of all operands in `operands` alone,
 * so the instruction gives the same result everywhere. */
double kh_perturbed(uint64_t seed, uint32_t inexact, uint64_t operands, int is_f64, double x, double exact,
                    double rounded);

/* The same for the 32 lanes of ex2.approx.f32, for operands between -120 and 120: `exact` are their true results. Has no
 * branches, so that the lanes become vector instructions. */
void kh_perturbed_ex2(uint64_t seed, const float *x, const double *exact, float *out);
