/* Conversions and sums that other files need, too. */
#pragma once

#include <stdint.h>

/* A number's bits, and the number of some bits. */
#define CAST(CONVERSION, TO, FROM)                                                                                     \
  static inline TO CONVERSION(FROM from) {                                                                             \
    TO to;                                                                                                             \
    __builtin_memcpy(&to, &from, sizeof to);                                                                           \
    return to;                                                                                                         \
  }
CAST(kh_as_float, float, uint32_t)
CAST(kh_as_bits, uint32_t, float)
CAST(kh_as_double, double, uint64_t)
CAST(kh_as_bits64, uint64_t, double)

extern int fesetround(int);
/* Host's codes for rn, rz, rm, rp; set once by the host, since they differ between architectures. */
extern int kh_rounding_codes[4];

/* Keeps loads and arithmetic between two changes of the rounding mode. */
#define FENCE() __asm__ volatile("" ::: "memory")

void kh_add_f16(const uint16_t *a, const uint16_t *b, uint16_t *out, uint32_t n);
void kh_add_bf16(const uint16_t *a, const uint16_t *b, uint16_t *out, uint32_t n);
void kh_f16_to_f32(const uint16_t *a, float *out, uint32_t n);
void kh_f32_to_f16(const float *a, uint16_t *out, uint32_t n, uint32_t mode); /* mode 0: to nearest, 1: toward zero */
void kh_f64_to_f16(const double *a, uint16_t *out, uint32_t n, uint32_t mode);
void kh_e4m3_to_f32(const uint16_t *a, float *out);
void kh_e5m2_to_f32(const uint16_t *a, float *out);
