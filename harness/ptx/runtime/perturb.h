/* Errors that approximate instructions may make, drawn from a seed. */
#ifndef KH_PERTURB_H
#define KH_PERTURB_H

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

/* A result of the instruction for which `exact` would be right, within its bound; `rounded` where there is no other.
 * `x` is the operand that the bound depends on, and `operands` has the bits of all: with the seed and the kind they
 * decide the error, so it is the same wherever and whenever the instruction runs. */
double kh_perturbed(uint64_t seed, uint32_t inexact, uint64_t operands, int is_f64, double x, double exact,
                    double rounded);

#endif
